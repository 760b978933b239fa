//! The steps of a solution in words: what follows, from what, and by which rules.

use crate::csp::{Origin, VarId};
use crate::lower::{GROUPS, says_size};
use crate::model::eval::{FaultAt, Scope};
use crate::model::value::Key;
use crate::stepwise::{ContradictionKind, Deduction, Fact, How, Pull};

use super::because::{Because, Source};
use super::conflict::sentence_of;
use super::names::Words;
use super::points::Part;
use super::sentences::{Sentences, fill, listed};

/// How many values that are left are told in any case, and where these are fewer than those that are gone.
const FEW: usize = 2;
const MOST_LEFT: usize = 4;
/// The most facts that a line names.
const MOST_FACTS: usize = 6;

/// A deduction in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepWords {
    /// Where it is: the place that it is about.
    pub place: String,
    /// The same as people say it.
    pub spoken: String,
    /// What follows, such as `r1c2 = 5`.
    pub what: String,
    /// How that is seen.
    pub how: String,
    /// What has to be known for it.
    pub facts: Vec<String>,
    /// The rules, by name and sentence.
    pub rules: Vec<(String, String)>,
    /// The clues that say it by themselves.
    pub clues: Vec<String>,
    /// The places that it points at.
    pub points: Vec<(Key, Part)>,
    /// The reason that a person would give, with the value left open.
    because: Because,
    /// The value, where the place does not have it.
    excluded: Option<String>,
    /// The values that are left then, where they are known.
    left: Vec<String>,
    sentences: &'static Sentences,
}

impl Words<'_> {
    /// Returns variables and values as lists.
    pub(super) fn set(&self, vars: &[VarId], values: &[i64]) -> (String, String) {
        let value = |value: &i64| vars.first().map(|var| self.value(*var, *value));
        let values: Vec<String> = values.iter().filter_map(value).collect();
        let vars: Vec<String> = vars.iter().map(|var| self.place(*var)).collect();
        (listed(&vars, self.sentences.and), listed(&values, self.sentences.and))
    }

    /// Returns the rule and the case that a statement comes from. `at` is the variable that it was looked at
    /// for.
    fn case(&self, origin: Origin, at: VarId) -> Option<(usize, usize)> {
        let rules = &self.instance.definition.rules;
        match origin {
            Origin::Rule { rule, case, .. } => Some((rule as usize, case as usize)),
            // The rule that became part of the meaning of groups has no statement of its own.
            Origin::Introduced(why) if why == GROUPS => {
                let stmts = &self.lowered.csp.stmts;
                let has_own = |position: usize| {
                    stmts.iter().any(|(_, origin)| {
                        matches!(origin, Origin::Rule { rule, .. } if *rule as usize == position)
                    })
                };
                let says_size =
                    |position: &usize| says_size(&rules[*position]) && !has_own(*position);
                let rule = (0..rules.len()).find(says_size)?;
                let case = self.lowered.csp.answers.iter().position(|var| *var == at);
                Some((rule, case.unwrap_or_default()))
            }
            Origin::Introduced(_) => None,
        }
    }

    /// Returns the rule cases and clues that a deduction uses, each once.
    pub(super) fn sources(&self, deduction: &Deduction) -> Result<Vec<Source>, FaultAt> {
        let mut sources: Vec<Source> = Vec::new();
        let (values, known) = self.assumed(deduction);
        for origin in &deduction.rules {
            let Some((rule, case)) = self.case(*origin, deduction.var) else { continue };
            let scope = Scope::new(self.instance).with_values(&values).with_known(&known);
            let definition = &self.instance.definition.rules[rule];
            let sentence = sentence_of(scope, definition, case)?;
            let is_told = |source: &Source| {
                matches!(source, Source::Rule { rule: other, sentence: said, .. }
                    if *other == rule && *said == sentence)
            };
            if !sources.iter().any(is_told) {
                let (words, part) = self.case_words(rule, case)?;
                sources.push(Source::Rule { rule, number: case, case: words, part, sentence });
            }
        }
        let own = |origin: &Origin| matches!(origin, Origin::Introduced(why) if *why != GROUPS);
        if sources.is_empty() || deduction.rules.iter().any(own) {
            for fact in &deduction.facts {
                if let Fact::Is(var, value) = fact
                    && !self.is_absence(fact)
                    && let Some(words) = self.clue(*var, *value)
                {
                    sources.push(Source::Clue { var: *var, words });
                }
            }
        }
        if sources.is_empty() {
            // Where nothing else says it, it is that there is no clue.
            let absences = deduction.facts.iter().filter(|fact| self.is_absence(fact));
            let told = absences.filter_map(|fact| self.told(fact));
            sources.extend(told.filter_map(|(var, value)| {
                Some(Source::Clue { var, words: self.clue(var, value)? })
            }));
        }
        Ok(sources)
    }

    /// Returns the rule case or clue that leaves one of two values at a place.
    pub(super) fn pulling(&self, place: VarId, pull: &Pull) -> Result<Option<Source>, FaultAt> {
        let mut sources = self.sources(&self.pulled(place, pull))?.into_iter();
        Ok(sources.find(|source| match source {
            Source::Rule { .. } => pull.clue.is_none(),
            Source::Clue { var, .. } => pull.clue == Some(*var),
        }))
    }

    /// Returns what a statement that leaves one of two values says.
    pub(super) fn pulled(&self, place: VarId, pull: &Pull) -> Deduction {
        let Pull { value, origin, facts, .. } = pull.clone();
        let rules = vec![origin];
        Deduction {
            var: place,
            value,
            is: true,
            how: How::Statement,
            facts,
            rules,
            left: Vec::new(),
        }
    }

    /// Returns the values that a deduction rests on and the opposite of what follows, by storage position,
    /// and which of them are known.
    fn assumed(&self, deduction: &Deduction) -> (Vec<i64>, Vec<bool>) {
        let Deduction { var, value, is, facts, .. } = deduction;
        let mut told: Vec<(VarId, i64)> = facts.iter().filter_map(|fact| self.told(fact)).collect();
        let opposite = if *is { self.other_of_two(*var, *value) } else { Some(*value) };
        told.extend(opposite.map(|value| (*var, value)));
        let of = |var: &VarId| told.iter().find(|(other, _)| other == var);
        let vars = self.lowered.value_vars.iter();
        vars.map(|var| of(var).map_or((0, false), |(_, value)| (*value, true))).unzip()
    }

    /// Puts a deduction into words.
    ///
    /// # Errors
    /// Where a rule's cases cannot be listed.
    pub fn tell(&self, deduction: &Deduction) -> Result<StepWords, FaultAt> {
        let Deduction { var, value, is, how, facts, .. } = deduction;
        let what = self.says(*var, *value, *is);
        let sources = self.sources(deduction)?;
        let because = self.because(deduction, &sources);
        let told = sources.iter().filter_map(|source| match source {
            Source::Rule { rule, sentence, .. } => {
                Some((self.instance.definition.rules[*rule].name.clone(), sentence.clone()))
            }
            Source::Clue { .. } => None,
        });
        let told: Vec<(String, String)> = told.collect();
        let clues = sources.iter().filter_map(|source| match source {
            Source::Rule { .. } => None,
            Source::Clue { words, .. } => Some(words.clone()),
        });
        let clues: Vec<String> = clues.collect();
        let how = match how {
            How::OnlyValue => "nothing else is left there".to_owned(),
            How::OnlyPlace => format!("the only place for {}", self.value(*var, *value)),
            How::Statement | How::Group(_) if told.is_empty() => "a clue says so".to_owned(),
            How::Statement | How::Group(_) => "a rule says so".to_owned(),
            How::Values(vars, values) => {
                let (vars, values) = self.set(vars, values);
                format!("{vars} are {values}, in some order")
            }
            How::Places(vars, values) => {
                let (vars, values) = self.set(vars, values);
                format!("{values} have no place but {vars}")
            }
            How::Otherwise(chain, end) => {
                let chain: Vec<String> =
                    chain.iter().map(|(var, value)| self.is(*var, *value)).collect();
                let end = match end {
                    ContradictionKind::NoValue(place)
                    | ContradictionKind::Pulled(place, _)
                    | ContradictionKind::Refused(place, _)
                        if place == var && chain.is_empty() =>
                    {
                        "it does not fit".to_owned()
                    }
                    ContradictionKind::NoValue(var)
                    | ContradictionKind::Pulled(var, _)
                    | ContradictionKind::Refused(var, _) => {
                        format!("nothing is left for {}", self.place(*var))
                    }
                    ContradictionKind::Both(var, a, b) => {
                        let (a, b) = (self.value(*var, *a), self.value(*var, *b));
                        format!("{} would have to be both {a} and {b}", self.place(*var))
                    }
                    ContradictionKind::NoPlace(var, value) => {
                        format!("{} has no place left", self.value(*var, *value))
                    }
                    ContradictionKind::Broken(_) if told.is_empty() => {
                        "a clue is not right".to_owned()
                    }
                    ContradictionKind::Broken(_) | ContradictionKind::Group(_) => {
                        "a rule is broken".to_owned()
                    }
                };
                match chain.as_slice() {
                    [] => format!("otherwise {end}"),
                    chain => format!("otherwise {}, and {end}", chain.join(", ")),
                }
            }
            How::Nested => "otherwise one contradiction after the other follows".to_owned(),
        };
        let facts = facts.iter().map(|fact| self.fact(fact)).collect();
        let has_two = self.other_of_two(*var, *value).is_some();
        let excluded = (!is && !has_two).then(|| self.value(*var, *value));
        let left = deduction.left.iter().map(|value| self.value(*var, *value)).collect();
        let (place, spoken) = (self.place(*var), self.spoken(*var));
        let points = self.points(deduction, &sources);
        Ok(StepWords {
            place,
            spoken,
            what,
            how,
            facts,
            rules: told,
            clues,
            points,
            because,
            excluded,
            left,
            sentences: self.sentences,
        })
    }
}

impl StepWords {
    /// Returns the reason that a person would give.
    pub fn reason(&self) -> String {
        let value = self.excluded.as_deref().unwrap_or_default();
        self.because.text(value)
    }

    /// Returns deductions as lines: what follows and why. What is excluded at one place for one reason is told
    /// together, and so is what follows from the same.
    pub fn lines(all: &[Self]) -> String {
        Self::groups(all).into_iter().map(|(line, _)| format!("  {line}\n")).collect()
    }

    /// Returns the lines one by one, each with the positions of the deductions that it tells.
    pub fn groups(all: &[Self]) -> Vec<(String, Vec<usize>)> {
        let mut rest: Vec<Entry<'_>> = Vec::new();
        for (at, told) in all.iter().enumerate() {
            let template = told.because.template.as_str();
            let is_here = |entry: &&mut Entry<'_>| {
                entry.place == told.spoken && entry.template == template && !entry.values.is_empty()
            };
            match (&told.excluded, rest.iter_mut().find(is_here)) {
                (Some(value), Some(entry)) => {
                    entry.values.push(value.clone());
                    entry.members.push(at);
                    let new = told.because.facts.iter().filter(|fact| !entry.facts.contains(fact));
                    let new: Vec<&String> = new.collect();
                    entry.facts.extend(new);
                }
                (excluded, _) => rest.push(Entry {
                    place: if excluded.is_some() { &told.spoken } else { &told.what },
                    spoken: &told.spoken,
                    members: vec![at],
                    values: excluded.iter().cloned().collect(),
                    template,
                    because: &told.because,
                    left: &told.left,
                    facts: told.because.facts.iter().collect(),
                    sentences: told.sentences,
                }),
            }
        }
        let mut groups = Vec::new();
        while let Some(first) = rest.first().cloned() {
            let is_same = |other: &Entry<'_>| {
                let (kind, other_kind) = (&first.because.kind, &other.because.kind);
                let is_alike = kind.is_some() && kind == other_kind;
                (is_alike || other.template == first.template || other.shape() == first.shape())
                    && other.values == first.values
                    && other.told_left() == first.told_left()
                    && (is_alike || other.facts == first.facts)
            };
            let (same, others): (Vec<Entry<'_>>, Vec<Entry<'_>>) =
                rest.into_iter().partition(is_same);
            rest = others;
            let what: Vec<String> = same.iter().map(Entry::what).collect();
            let is_alike = first.told_left().is_empty()
                && same.iter().any(|entry| entry.template != first.template);
            let sentences = first.sentences;
            let likewise = if is_alike { sentences.likewise } else { "" };
            let what = sentences.joined(&sentences.together(&what, what.len()));
            let parts = [("what", what.as_str()), ("why", &first.why()), ("likewise", likewise)];
            let line = fill(sentences.line, &parts);
            groups.push((line, same.into_iter().flat_map(|entry| entry.members).collect()));
        }
        groups
    }
}

/// What follows at one place for one reason.
#[derive(Debug, Clone)]
struct Entry<'t> {
    /// The place, or what is found there.
    place: &'t str,
    /// The positions of the deductions.
    members: Vec<usize>,
    /// The place alone.
    spoken: &'t str,
    /// The values that it does not have.
    values: Vec<String>,
    template: &'t str,
    because: &'t Because,
    /// The values that are left at the place.
    left: &'t [String],
    facts: Vec<&'t String>,
    sentences: &'static Sentences,
}

impl Entry<'_> {
    /// Returns the reason without its own place: others have the same elsewhere.
    fn shape(&self) -> String {
        let mut pieces = self.template.split(self.spoken);
        let mut shape = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            // `r1c1` is no part of `r1c12`.
            let is_longer = piece.starts_with(|next: char| next.is_ascii_digit());
            shape.push_str(if is_longer { self.spoken } else { "\0" });
            shape.push_str(piece);
        }
        shape
    }

    /// Returns the values that are left, where these are told and not those that are gone: where they are few.
    fn told_left(&self) -> &[String] {
        let is_few = (1..=FEW).contains(&self.left.len())
            || (self.left.len() <= MOST_LEFT && self.left.len() < self.values.len());
        match &self.because.positive {
            Some(_) if is_few && !self.left.is_empty() => self.left,
            _ => &[],
        }
    }

    fn what(&self) -> String {
        match (self.values.is_empty(), self.told_left()) {
            (true, _) => self.place.to_owned(),
            (false, left @ [_, ..]) => {
                let [.., [is, _]] = self.sentences.verbs;
                format!("{}{is}{}", self.place, listed(left, self.sentences.or))
            }
            (false, []) => {
                let [_, [is_not, _], _] = self.sentences.verbs;
                format!("{}{is_not}{}", self.place, self.sentences.one_of_values(&self.values))
            }
        }
    }

    fn why(&self) -> String {
        let values = self.sentences.one_of_values(&self.values);
        let reason = match (&self.because.positive, self.told_left()) {
            (Some(positive), [_, ..]) => positive.clone(),
            _ => fill(self.template, &[("value", &values)]),
        };
        // What the reason names already need not be pointed at.
        let facts = self.facts.iter().filter(|fact| !reason.contains(fact.as_str()));
        let facts: Vec<String> = facts.map(|fact| (*fact).clone()).collect();
        match facts.is_empty() {
            true => reason,
            false => {
                let facts = self.sentences.some_facts(&facts, MOST_FACTS);
                fill(self.sentences.see, &[("reason", &reason), ("facts", &facts)])
            }
        }
    }
}
