//! The steps of a solution in words: what follows, from what, and by which rules.

use crate::csp::{Lit, Origin, VarId};
use crate::lower::{GROUPS, Lowered, says_size};
use crate::model::definition::Shown;
use crate::model::eval::{FaultAt, Scope};
use crate::model::instance::Instance;
use crate::model::tokens::describe_value;
use crate::stepwise::{ContradictionKind, Deduction, Explained, Fact, How, Stage};

use super::conflict::sentence_of;

/// The names that steps are told with.
#[derive(Debug)]
pub struct Words<'a> {
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    /// For each variable what it is, where it has a value that people read.
    roles: Vec<Option<VarMeaning>>,
    /// The name of the only answer family, which need not be said.
    only: Option<String>,
}

/// What a variable is.
#[derive(Debug, Clone, Copy)]
enum VarMeaning {
    /// An element of an answer or a clue.
    Value(Shown, usize),
    /// Whether a clue is shown, by fact.
    Presence(usize),
}

/// A deduction in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepWords {
    /// Where it is: the place that it is about.
    pub place: String,
    /// What follows, such as `r1c2 = 5`.
    pub what: String,
    /// How that is seen.
    pub how: String,
    /// What has to be known for it.
    pub facts: Vec<String>,
    /// The rules, by name and sentence.
    pub rules: Vec<(String, String)>,
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
        let mut answers = definition.answers();
        let only = match (answers.next(), answers.next()) {
            (Some(id), None) => Some(format!("{}[", definition.family(id).name)),
            _ => None,
        };
        Self { instance, lowered, roles, only }
    }

    /// Returns what a variable is called.
    pub fn place(&self, var: VarId) -> String {
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
        inner.and_then(|inner| inner.strip_suffix(']')).unwrap_or(name).to_owned()
    }

    fn value(&self, var: VarId, value: i64) -> String {
        let Some(VarMeaning::Value(family, position)) = self.roles[var.index()] else {
            return value.to_string();
        };
        let domains = match family {
            Shown::Answer(id) => self.instance.families[id.0 as usize].domains.as_slice(),
            Shown::Clue(id) => {
                let clue = &self.instance.clues[id.0 as usize];
                &self.lowered.fact_domains[clue.offset..clue.offset + clue.index.len()]
            }
            Shown::Layout(_) => &[],
        };
        describe_value(self.instance, family, position, domains, value)
    }

    fn is(&self, var: VarId, value: i64) -> String {
        match (self.roles[var.index()], value) {
            (Some(VarMeaning::Presence(_)), 0) => format!("no {}", self.place(var)),
            (Some(VarMeaning::Presence(_)), _) => format!("{} is there", self.place(var)),
            _ => format!("{} = {}", self.place(var), self.value(var, value)),
        }
    }

    /// Returns what a clue says in words, where it does.
    fn said(&self, var: VarId, value: i64) -> Option<String> {
        let Some(VarMeaning::Value(Shown::Clue(id), position)) = self.roles[var.index()] else {
            return None;
        };
        let fact = self.instance.clues[id.0 as usize].offset + position;
        let sentence = self.instance.sentence(&self.lowered.fact_domains, fact, value)?;
        Some(format!("“{sentence}”"))
    }

    fn fact(&self, fact: &Fact) -> String {
        match fact {
            Fact::Is(var, value) => {
                self.said(*var, *value).unwrap_or_else(|| self.is(*var, *value))
            }
            Fact::IsNot(var, value) => {
                format!("{} is not {}", self.place(*var), self.value(*var, *value))
            }
            Fact::OneOf(var, values) => {
                let values: Vec<String> =
                    values.iter().map(|value| self.value(*var, *value)).collect();
                format!("{} is {}", self.place(*var), listed(&values, "or"))
            }
        }
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
        let key = |var: VarId| match self.roles[var.index()]? {
            VarMeaning::Value(Shown::Answer(id), at) => {
                self.instance.families[id.0 as usize].index.keys().get(at)
            }
            VarMeaning::Presence(fact) => {
                let (id, at) = self.instance.fact(fact);
                self.instance.clues[id.0 as usize].index.keys().get(at)
            }
            VarMeaning::Value(..) => None,
        };
        let is_mark_here = |fact: &Fact| match fact {
            Fact::Is(presence, 1) => {
                matches!(self.roles[presence.index()], Some(VarMeaning::Presence(_)))
                    && key(*presence) == key(*var)
            }
            _ => false,
        };
        is_known || (!facts.is_empty() && facts.iter().all(is_mark_here))
    }

    /// Returns the first thing that follows and is not to be seen on the board anyway, with the kind of
    /// its step. `given` is what the board says.
    pub fn next(
        &self,
        explained: &Explained<'_>,
        given: &[(usize, i64)],
    ) -> Option<(String, Deduction)> {
        let at_once = self.lowered.at_once(given);
        explained.stages().find_map(|Stage { kind, deductions }| {
            let mut news = deductions.into_iter().filter(|d| !self.is_shown(d, &at_once));
            news.next().map(|deduction| (kind, deduction))
        })
    }

    fn set(&self, vars: &[VarId], values: &[i64]) -> (String, String) {
        let value = |value: &i64| vars.first().map(|var| self.value(*var, *value));
        let values: Vec<String> = values.iter().filter_map(value).collect();
        let vars: Vec<String> = vars.iter().map(|var| self.place(*var)).collect();
        (listed(&vars, "and"), listed(&values, "and"))
    }

    /// Returns name and sentence of the case that a statement comes from. `at` is the variable that
    /// it was looked at for.
    fn rule(&self, origin: Origin, at: VarId) -> Result<Option<(String, String)>, FaultAt> {
        let rules = &self.instance.definition.rules;
        let (rule, case) = match origin {
            Origin::Rule { rule, case, .. } => (rule as usize, case as usize),
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
                let Some(rule) = (0..rules.len()).find(says_size) else { return Ok(None) };
                let case = self.lowered.csp.answers.iter().position(|var| *var == at);
                (rule, case.unwrap_or_default())
            }
            Origin::Introduced(_) => return Ok(None),
        };
        let rule = &rules[rule];
        Ok(Some((rule.name.clone(), sentence_of(Scope::new(self.instance), rule, case)?)))
    }

    /// Puts a deduction into words.
    ///
    /// # Errors
    /// Where a rule's cases cannot be listed.
    pub fn tell(&self, deduction: &Deduction) -> Result<StepWords, FaultAt> {
        let Deduction { var, value, is, how, facts, rules } = deduction;
        let what = match is {
            true => self.is(*var, *value),
            false => format!("{} is not {}", self.place(*var), self.value(*var, *value)),
        };
        let mut told = Vec::new();
        for origin in rules {
            if let Some(rule) = self.rule(*origin, *var)?
                && !told.contains(&rule)
            {
                told.push(rule);
            }
        }
        let how = match how {
            How::OnlyValue => "nothing else is left there".to_owned(),
            How::OnlyPlace => format!("the only place for {}", self.value(*var, *value)),
            How::Statement if told.is_empty() => "a clue says so".to_owned(),
            How::Statement => "a rule says so".to_owned(),
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
                    ContradictionKind::NoValue(place) if place == var && chain.is_empty() => {
                        "it does not fit".to_owned()
                    }
                    ContradictionKind::NoValue(var) => {
                        format!("nothing is left for {}", self.place(*var))
                    }
                    ContradictionKind::Both(var, a, b) => {
                        let (a, b) = (self.value(*var, *a), self.value(*var, *b));
                        format!("{} would have to be both {a} and {b}", self.place(*var))
                    }
                    ContradictionKind::NoPlace(var, value) => {
                        format!("{} has no place left", self.value(*var, *value))
                    }
                    ContradictionKind::Broken if told.is_empty() => {
                        "a clue is not right".to_owned()
                    }
                    ContradictionKind::Broken => "a rule is broken".to_owned(),
                };
                match chain.as_slice() {
                    [] => format!("otherwise {end}"),
                    chain => format!("otherwise {}, and {end}", chain.join(", ")),
                }
            }
            How::Nested => "otherwise one contradiction after the other follows".to_owned(),
        };
        let facts = facts.iter().map(|fact| self.fact(fact)).collect();
        Ok(StepWords { place: self.place(*var), what, how, facts, rules: told })
    }
}

impl StepWords {
    /// Returns deductions as lines: what follows and how it is seen; the rules that would be broken.
    /// What is seen in the same way is told together.
    pub fn lines(all: &[Self]) -> String {
        let mut text = String::new();
        let is_same =
            |a: &Self, b: &Self| a.how == b.how && a.rules == b.rules && a.facts == b.facts;
        for same in all.chunk_by(is_same) {
            let what: Vec<&str> = same.iter().map(|told| told.what.as_str()).collect();
            let Self { how, facts, rules, .. } = &same[0];
            let given = match facts.as_slice() {
                [] => String::new(),
                facts => format!(", given {}", listed(facts, "and")),
            };
            text.push_str(&format!("  {}: {how}{given}\n", what.join(", ")));
            if !rules.is_empty() {
                let sentences: Vec<&str> =
                    rules.iter().map(|(_, sentence)| sentence.as_str()).collect();
                text.push_str(&format!("    or else: {}\n", sentences.join("; ")));
            }
        }
        text
    }
}

/// Returns "a, b and c".
fn listed(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} {word} {last}", rest.join(", ")),
    }
}
