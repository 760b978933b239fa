//! What steps are told with: names of places, values and clues as people say them.

use std::collections::{BTreeMap, BTreeSet};

use puzgen_csp::{Lit, Origin, VarId};
use puzgen_model::definition::Shown;
use puzgen_model::grid::{Place, PlaceKind};
use puzgen_model::instance::Instance;
use puzgen_model::tokens::{Described, describe_value};
use puzgen_model::value::Key;
use puzgen_stepwise::{Deduction, Definitions, Explained, Fact, Stage, StepKind};
use puzgen_vocabulary::lower::Lowered;

use super::languages::in_language;
use super::sentences::{Hints, Sentences, fill, listed};

/// So many values that are left at a place are told, and not the others.
pub(super) const FEW_LEFT: usize = 3;

/// The names that steps are told with.
#[derive(Debug)]
pub struct Words<'a> {
    pub(super) instance: &'a Instance<'a>,
    pub(super) lowered: &'a Lowered,
    /// What helpers and clues stand for.
    pub(super) definitions: Definitions<'a>,
    /// For each variable what it is, where it has a value that people read.
    pub(super) roles: Vec<Option<VarMeaning>>,
    /// The name of the only answer family, or of the only one that is no truths, which need not be said.
    only: Option<String>,
    /// The values of clues that the board gives.
    pub(super) given: BTreeMap<VarId, i64>,
    /// What single clues show by being there.
    at_once: Vec<Lit>,
    /// The tokens of a program that are blanks of the board, in the order in which they are numbered there.
    pub(super) open_tokens: Vec<usize>,
    /// The language that steps are told in.
    pub(super) sentences: &'static Sentences,
}

/// What a variable is.
#[derive(Debug, Clone, Copy)]
pub(super) enum VarMeaning {
    /// An element of an answer or a clue.
    Value(Shown, usize),
    /// Whether a clue is shown, by fact.
    Presence(usize),
}

impl<'a> Words<'a> {
    /// Returns the words for an instance and what it was lowered to.
    pub fn new(instance: &'a Instance<'a>, lowered: &'a Lowered) -> Self {
        let definition = instance.definition;
        let mut roles = vec![None; lowered.csp.vars.len()];
        for fact in (0..instance.fact_count).rev() {
            let (clue, position) = instance.fact(fact);
            let presence = instance.presence(fact).map(|presence| lowered.fact_lit(presence, 1));
            if let Some(presence) = presence.filter(|presence| presence.is) {
                roles[presence.var.index()] = Some(VarMeaning::Presence(fact));
            }
            let var = lowered.fact_vars[fact];
            roles[var.index()] = Some(VarMeaning::Value(Shown::Clue(clue), position));
        }
        for id in definition.answers() {
            let family = &instance.families[id.0 as usize];
            let vars = &lowered.value_vars[family.offset..family.offset + family.index.len()];
            for (position, var) in vars.iter().enumerate() {
                roles[var.index()] = Some(VarMeaning::Value(Shown::Answer(id), position));
            }
        }
        let answers: Vec<_> = definition.answers().map(|id| definition.family(id)).collect();
        let values: Vec<_> = answers.iter().copied().filter(|family| !family.is_truth).collect();
        let only = match (answers.as_slice(), values.as_slice()) {
            ([only], _) | (_, [only]) => Some(format!("{}[", only.name)),
            _ => None,
        };
        let (given, at_once, open_tokens) = (BTreeMap::new(), Vec::new(), Vec::new());
        let sentences = in_language(definition.language.as_deref());
        let definitions = Definitions::of(&lowered.csp, lowered.value_vars.len());
        Self { instance, lowered, definitions, roles, only, given, at_once, open_tokens, sentences }
    }

    /// Returns these words for a board that gives this: clues are named by all that stands on it, and what
    /// it shows by itself is not told.
    #[must_use]
    pub fn with_given(mut self, given: &[(usize, i64)]) -> Self {
        let lits = given.iter().map(|(given, value)| self.lowered.fact_lit(*given, *value));
        self.given = lits.filter(|lit| lit.is).map(|lit| (lit.var, lit.value)).collect();
        self.at_once = self.at_once(given);
        self.at_once.extend(self.excluded_at_marks());
        self.open_tokens = self.open_tokens();
        self
    }

    /// Returns what the board shows by itself of the answer.
    pub fn shown_at_once(&self) -> &[Lit] {
        &self.at_once
    }

    /// Returns what a variable is called.
    pub fn place(&self, var: VarId) -> String {
        if let Some(number) = self.blank_number(var) {
            return fill(self.sentences.blank, &[("number", &number.to_string())]);
        }
        let clue = match self.roles[var.index()] {
            Some(VarMeaning::Value(Shown::Clue(id), position)) => {
                Some(self.instance.clues[id.0 as usize].offset + position)
            }
            Some(VarMeaning::Presence(fact)) => Some(fact),
            _ => None,
        };
        if let Some(fact) = clue {
            return self.instance.describe_fact(fact);
        }
        let name = self.lowered.csp.vars[var.index()].name.as_str();
        let inner = self.only.as_ref().and_then(|only| name.strip_prefix(only.as_str()));
        let name = inner.and_then(|inner| inner.strip_suffix(']')).unwrap_or(name);
        self.called(name)
    }

    /// Returns a value of a variable by its symbol, or as a number.
    pub(super) fn value(&self, var: VarId, value: i64) -> String {
        match self.described(var, value) {
            Described::Written(text) => text,
            Described::Blank(_) => self.sentences.empty.to_owned(),
        }
    }

    fn described(&self, var: VarId, value: i64) -> Described {
        let Some(VarMeaning::Value(family, position)) = self.roles[var.index()] else {
            return Described::Written(value.to_string());
        };
        let domains = match family {
            Shown::Answer(id) => self.instance.families[id.0 as usize].domains.as_slice(),
            Shown::Clue(id) => {
                let clue = &self.instance.clues[id.0 as usize];
                &self.lowered.fact_domains[clue.offset..clue.offset + clue.index.len()]
            }
            Shown::Layout(_) => &[],
        };
        match (describe_value(self.instance, family, position, domains, value), family) {
            // What is written there shows where clues are.
            (Described::Blank(text), Shown::Clue(_)) => Described::Written(text),
            (described, _) => described,
        }
    }

    /// Returns what the variable of an answer or a clue is of.
    pub(super) fn key(&self, var: VarId) -> Option<&Key> {
        match self.roles[var.index()]? {
            VarMeaning::Value(Shown::Answer(id), at) => {
                self.instance.families[id.0 as usize].index.keys().get(at)
            }
            VarMeaning::Value(Shown::Clue(id), at) => {
                self.instance.clues[id.0 as usize].index.keys().get(at)
            }
            VarMeaning::Presence(fact) => {
                let (id, at) = self.instance.fact(fact);
                self.instance.clues[id.0 as usize].index.keys().get(at)
            }
            VarMeaning::Value(Shown::Layout(_), _) => None,
        }
    }

    /// Returns the name of an answer that is a truth and has no symbols.
    pub(super) fn truth(&self, var: VarId) -> Option<&str> {
        let Some(VarMeaning::Value(family @ Shown::Answer(id), _)) = self.roles[var.index()] else {
            return None;
        };
        let is_plain = !self.instance.has_symbols(family);
        let family = self.instance.definition.family(id);
        (family.is_truth && is_plain).then_some(family.name.as_str())
    }

    /// Returns the other value of a variable that has just two, without those that the board excludes by itself.
    pub fn other_of_two(&self, var: VarId, value: i64) -> Option<i64> {
        let domain = self.lowered.csp.domain(var);
        if domain.size() == 2 {
            return domain.iter().find(|other| *other != value);
        }
        if !self.at_once.iter().any(|lit| lit.var == var) {
            return None;
        }
        let mut open = domain.iter().filter(|value| !self.is_gone_at_once(var, *value));
        match (open.next(), open.next(), open.next()) {
            (Some(a), Some(b), None) if a == value => Some(b),
            (Some(a), Some(b), None) if b == value => Some(a),
            _ => None,
        }
    }

    /// Returns whether the board shows by itself that a variable does not have a value.
    pub(super) fn is_gone_at_once(&self, var: VarId, value: i64) -> bool {
        self.at_once.iter().any(|lit| lit.var == var && !lit.holds_for(value))
    }

    /// Returns where a side of a square is, as people say it.
    fn side(&self, place: Place) -> Option<String> {
        let grid = self.instance.grid.as_ref()?;
        let parts = (place.kind == PlaceKind::Edge).then(|| grid.parts(place.kind))?;
        let [_, _] = parts[..] else { return None };
        let beside = grid.cells_beside(place);
        let cell = *beside.last()?;
        let word = self.side_of(cell, place)?;
        Some(format!("{word} {}", grid.describe(cell)))
    }

    /// Returns where a truth is that is no square: at a side, or between two places.
    fn beside(&self, var: VarId) -> Option<String> {
        match self.key(var)? {
            Key::Place(place) => self.side(*place),
            Key::Tuple(parts) => match parts.as_slice() {
                [a @ Key::Place(_), b @ Key::Place(_)] => {
                    let [a, b] = [a, b].map(|key| self.instance.describe(&key.to_value()));
                    Some(fill(self.sentences.between, &[("a", &a), ("b", &b)]))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns what a variable is called among people.
    pub fn spoken(&self, var: VarId) -> String {
        match (self.truth(var), self.beside(var), self.key(var)) {
            (Some(_), Some(side), Some(Key::Place(_))) => {
                fill(self.sentences.edge, &[("side", &side)])
            }
            (Some(_), Some(between), _) => fill(self.sentences.way, &[("between", &between)]),
            (Some(_), None, Some(Key::Place(place))) if place.kind == PlaceKind::Cell => {
                self.instance.describe(&Key::Place(*place).to_value())
            }
            _ => self.place(var),
        }
    }

    /// Returns "this variable has this value".
    pub(super) fn is(&self, var: VarId, value: i64) -> String {
        let table = self.sentences;
        let [[equals, _], [is_not, _], [is, _]] = table.verbs;
        match (self.roles[var.index()], value) {
            (Some(VarMeaning::Presence(_)), 0) => {
                return fill(table.no, &[("name", &self.place(var))]);
            }
            (Some(VarMeaning::Presence(_)), _) => {
                return fill(table.present, &[("clue", &self.place(var))]);
            }
            _ => {}
        }
        match (self.truth(var), self.beside(var), value != 0) {
            (Some(name), Some(place), true) => format!("{} {place}", self.called(name)),
            (Some(name), Some(place), false) => format!("{} {place}", self.no(name)),
            (Some(name), None, true) => format!("{}{is}{}", self.spoken(var), self.called(name)),
            (Some(name), None, false) => match self.instance.definition.name_of_no(name) {
                Some(no) => format!("{}{is}{no}", self.spoken(var)),
                None => format!("{}{is_not}{}", self.spoken(var), self.called(name)),
            },
            (None, ..) => {
                let verb = match self.described(var, value) {
                    Described::Written(_) => equals,
                    Described::Blank(_) => is,
                };
                format!("{}{verb}{}", self.spoken(var), self.value(var, value))
            }
        }
    }

    /// Returns what an answer or a clue is called.
    pub(super) fn called(&self, name: &str) -> String {
        self.instance.definition.name_of(name).to_owned()
    }

    /// Returns what is said where a truth does not hold.
    pub(super) fn no(&self, name: &str) -> String {
        match self.instance.definition.name_of_no(name) {
            Some(no) => no.to_owned(),
            None => fill(self.sentences.no, &[("name", &self.called(name))]),
        }
    }

    /// Returns what follows, or is assumed.
    pub(super) fn says(&self, var: VarId, value: i64, is: bool) -> String {
        match (is, self.other_of_two(var, value)) {
            (true, _) => self.is(var, value),
            (false, Some(other)) => self.is(var, other),
            (false, None) => {
                let [_, [is_not, _], _] = self.sentences.verbs;
                format!("{}{is_not}{}", self.spoken(var), self.value(var, value))
            }
        }
    }

    /// Returns the value that a fact tells, where it tells one.
    pub(super) fn told(&self, fact: &Fact) -> Option<(VarId, i64)> {
        match fact {
            Fact::Is(var, value) => Some((*var, *value)),
            Fact::IsNot(var, value) => Some((*var, self.other_of_two(*var, *value)?)),
            Fact::OneOf(var, values) => match values.as_slice() {
                [only] => Some((*var, *only)),
                _ => None,
            },
        }
    }

    /// Returns a fact in words.
    pub(super) fn fact(&self, fact: &Fact) -> String {
        if let Some((var, value)) = self.told(fact) {
            let clue = match value {
                0 => self.clue(var, value),
                _ => self.clue(var, value).or_else(|| self.present(var)),
            };
            return clue.unwrap_or_else(|| self.is(var, value));
        }
        match fact {
            Fact::Is(var, value) => self.is(*var, *value),
            Fact::IsNot(var, value) => self.says(*var, *value, false),
            Fact::OneOf(var, values) => {
                let all = self.lowered.csp.domain(*var).iter();
                let gone = all.filter(|value| !values.contains(value));
                let gone: Vec<i64> = gone.filter(|v| !self.is_gone_at_once(*var, *v)).collect();
                let [_, [is_not, _], [is, _]] = self.sentences.verbs;
                let named = |values: &[i64]| -> Vec<String> {
                    values.iter().map(|value| self.value(*var, *value)).collect()
                };
                let [gone, values] = [named(&gone), named(values)];
                let [few, many] = [&gone, &values].map(|all| self.sentences.ranged(all).len());
                // What is shorter. Of several values, some may be excluded that do not matter here.
                let is_of_gone =
                    gone.len() < values.len() || (values.len() > FEW_LEFT && few <= many);
                let (verb, values) = match !gone.is_empty() && is_of_gone {
                    true => (is_not, &gone),
                    false => (is, &values),
                };
                format!("{}{verb}{}", self.spoken(*var), self.sentences.one_of_values(values))
            }
        }
    }

    /// Returns what a kind of steps is called.
    pub fn kind(&self, kind: StepKind) -> String {
        let kinds = &self.sentences.kinds;
        match kind {
            StepKind::Simple => kinds.simple.to_owned(),
            StepKind::Shared => kinds.shared.to_owned(),
            StepKind::Set(size) => fill(kinds.set, &[("size", &size.to_string())]),
            StepKind::Refuted(1) => kinds.at_once.to_owned(),
            StepKind::Refuted(rounds) => fill(kinds.refuted, &[("rounds", &rounds.to_string())]),
            StepKind::Nested => kinds.nested.to_owned(),
        }
    }

    /// Returns what hints say.
    pub fn hints(&self) -> &'static Hints {
        &self.sentences.hints
    }

    /// Returns "a, b and c", and "a, b or c".
    pub fn lists(&self, items: &[String]) -> [String; 2] {
        [self.sentences.and, self.sentences.or].map(|word| listed(items, word))
    }

    /// Returns the steps that are told of a solution. Truths that do not hold are not drawn, so that they are
    /// told only where something follows from them, and nothing that the board shows by itself is.
    pub fn stages(&self, explained: &Explained<'_>) -> Vec<Stage> {
        let stages = explained.stages(|var, value| value != 0 || !self.is_truth(var));
        let mut stages = self.plain(self.gathered(stages));
        for stage in &mut stages {
            stage.deductions.retain(|deduction| !self.is_shown(deduction, &self.at_once));
        }
        stages.retain(|stage| !stage.deductions.is_empty());
        stages
    }

    /// Returns steps where a value that excludes one of two is told as the other one, and it is known what is left
    /// where values are excluded.
    fn plain(&self, mut stages: Vec<Stage>) -> Vec<Stage> {
        let mut found: BTreeSet<VarId> = BTreeSet::new();
        let mut gone: BTreeSet<(VarId, i64)> = BTreeSet::new();
        for stage in &mut stages {
            stage.deductions.iter_mut().for_each(|deduction| self.turn(deduction));
            stage.deductions.retain(|deduction| !deduction.is || found.insert(deduction.var));
            let excluding = stage.deductions.iter().filter(|deduction| !deduction.is);
            let told: Vec<(VarId, i64, Vec<Origin>)> =
                excluding.map(|d| (d.var, d.value, d.rules.clone())).collect();
            for deduction in stage.deductions.iter_mut().filter(|deduction| !deduction.is) {
                let Deduction { var, rules, left, .. } = &*deduction;
                let is_left = |value: &i64| {
                    let is_here = |(other, gone, of): &(VarId, i64, Vec<Origin>)| {
                        other == var && gone == value && of == rules
                    };
                    (left.is_empty() || left.contains(value))
                        && !self.is_gone_at_once(*var, *value)
                        && !told.iter().any(is_here)
                };
                let left = self.lowered.csp.domain(*var).iter().filter(is_left);
                let left: Vec<i64> = left.collect();
                // Where others excluded values before, these reasons do not leave the rest.
                let is_gone = |value: &i64| {
                    let is_other = |(other, gone, of): &(VarId, i64, Vec<Origin>)| {
                        other == var && gone == value && of != rules
                    };
                    gone.contains(&(*var, *value)) || told.iter().any(is_other)
                };
                let is_whole = !left.iter().any(is_gone);
                deduction.left = if is_whole { left } else { Vec::new() };
            }
            gone.extend(told.into_iter().map(|(var, value, _)| (var, value)));
        }
        stages
    }

    /// Turns "not this value" into the other one where the board leaves two of several.
    fn turn(&self, deduction: &mut Deduction) {
        let Deduction { var, value, is, facts, .. } = deduction;
        let domain = self.lowered.csp.domain(*var);
        let Some(other) = self.other_of_two(*var, *value) else { return };
        if *is || domain.size() == 2 {
            return;
        }
        let gone = domain.iter().filter(|it| it != value && *it != other);
        facts.extend(gone.map(|gone| Fact::IsNot(*var, gone)));
        (*value, *is) = (other, true);
    }

    /// Returns whether a deduction finds a value that is drawn: truths that do not hold are not.
    pub fn is_drawn(&self, deduction: &Deduction) -> bool {
        let Deduction { var, value, is, .. } = deduction;
        let found = if *is { Some(*value) } else { self.other_of_two(*var, *value) };
        found.is_some_and(|value| value != 0 || !self.is_truth(*var))
    }

    /// Returns whether the board shows by itself that a variable has a value.
    pub(super) fn is_at_once(&self, var: VarId, value: i64) -> bool {
        let mut own = self.at_once.iter().filter(|lit| lit.var == var);
        let is_clue = self.given.contains_key(&var);
        !is_clue
            && own.any(|lit| match lit.is {
                true => lit.value == value,
                false => self.other_of_two(var, lit.value) == Some(value),
            })
    }

    /// Returns whether the board shows by itself that a variable has none of the values that a fact excludes.
    pub(super) fn is_narrow_at_once(&self, fact: &Fact) -> bool {
        let is_gone = |var: VarId, value: i64| self.is_gone_at_once(var, value);
        match fact {
            Fact::Is(..) => false,
            Fact::IsNot(var, value) => is_gone(*var, *value),
            Fact::OneOf(var, values) => {
                let mut gone = self.lowered.csp.domain(*var).iter().filter(|v| !values.contains(v));
                gone.all(|value| is_gone(*var, value))
            }
        }
    }

    /// Returns what these givens show by being there, each of its own place: what a number tells of the
    /// squares beside it is a step.
    fn at_once(&self, given: &[(usize, i64)]) -> Vec<Lit> {
        let lits = given.iter().map(|(given, value)| self.lowered.fact_lit(*given, *value));
        // That a clue is not there is no mark.
        let is_there = |lit: &Lit| {
            lit.is
                && (lit.value != 0
                    || !matches!(self.roles[lit.var.index()], Some(VarMeaning::Presence(_))))
        };
        let marked: BTreeSet<&Key> =
            lits.filter(is_there).filter_map(|lit| self.key(lit.var)).collect();
        let mut shown = self.lowered.at_once(given);
        shown.retain(|lit| self.key(lit.var).is_none_or(|key| marked.contains(key)));
        shown
    }

    pub(super) fn is_truth(&self, var: VarId) -> bool {
        matches!(self.roles[var.index()], Some(VarMeaning::Value(Shown::Answer(id), _))
            if self.instance.definition.family(id).is_truth)
    }

    /// Returns whether a deduction says no more than what the board shows at its place: a value that is
    /// given, or that there is a clue. `at_once` is what single clues show.
    fn is_shown(&self, deduction: &Deduction, at_once: &[Lit]) -> bool {
        let Deduction { var, value, is, facts, .. } = deduction;
        let own = |lit: &&Lit| lit.var == *var;
        let is_gone = |value: i64| at_once.iter().filter(own).any(|lit| !lit.holds_for(value));
        let is_known = match is {
            true => self.lowered.csp.domain(*var).iter().all(|v| v == *value || is_gone(v)),
            false => is_gone(*value),
        };
        let is_answer = matches!(
            self.roles[var.index()],
            Some(VarMeaning::Value(Shown::Answer(_), _) | VarMeaning::Presence(_))
        );
        let answer_key = self.key(*var).filter(|_| is_answer);
        let is_mark_here = |fact: &Fact| match fact {
            Fact::Is(presence, 1) => {
                matches!(self.roles[presence.index()], Some(VarMeaning::Presence(_)))
                    && self.key(*presence) == answer_key
            }
            _ => false,
        };
        is_known || (!facts.is_empty() && facts.iter().all(is_mark_here))
    }

    /// Returns the first step towards the first value that is not to be seen on the board anyway, with the
    /// kind of the step. `entered` is what was filled in.
    pub fn next(
        &self,
        explained: &Explained<'_>,
        entered: &[Lit],
    ) -> Option<(StepKind, Deduction)> {
        let mut at_once = self.at_once.clone();
        at_once.extend(entered);
        let first = |stages: Vec<Stage>| {
            self.plain(stages).into_iter().find_map(|Stage { kind, deductions }| {
                let mut news = deductions.into_iter().filter(|d| !self.is_shown(d, &at_once));
                news.next().map(|deduction| (kind, deduction))
            })
        };
        let is_drawn = |var: VarId, value: i64| value != 0 || !self.is_truth(var);
        let drawn = explained.ways().filter(|(var, value, _)| is_drawn(*var, *value));
        let others = explained.ways().filter(|(var, value, _)| !is_drawn(*var, *value));
        let mut steps = drawn.chain(others).filter_map(|(_, _, stages)| first(stages()));
        steps.next().or_else(|| first(self.stages(explained)))
    }
}
