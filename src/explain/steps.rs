//! The steps of a solution in words: what follows, from what, and by which rules.

use puzgen_csp::{Origin, VarId};
use puzgen_model::eval::{FaultAt, Scope};
use puzgen_model::value::Key;
use puzgen_stepwise::{ContradictionKind, Deduction, Fact, FoundValue, How, Pull};
use puzgen_vocabulary::lower::{GROUPS, says_size};

use super::because::Because;
use super::names::Words;
use super::points::Part;
use super::sentences::{Sentences, listed};
use super::source::Source;
use puzgen_model::rules::sentence_of;

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
    pub(super) because: Because,
    /// The value, where the place does not have it.
    pub(super) excluded: Option<String>,
    /// The values that are left then, where they are known.
    pub(super) left: Vec<String>,
    /// Whether it is told as a part of the next one that is not.
    pub(super) is_aside: bool,
    /// The variable that it is about, and those that its facts are about.
    pub(super) var: Option<VarId>,
    pub(super) rests_on: Vec<VarId>,
    pub(super) sentences: &'static Sentences,
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
            is_aside: false,
            seen: Vec::new(),
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
            How::Locked(vars, value, _) => {
                let (vars, value) = self.set(vars, &[*value]);
                format!("{value} has no place in one rule but {vars}, which are in another, too")
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
                    ContradictionKind::Filled(var, FoundValue { value: a, .. }, b)
                    | ContradictionKind::Both(
                        var,
                        [FoundValue { value: a, .. }, FoundValue { value: b, .. }],
                    ) => {
                        let (a, b) = (self.value(*var, *a), self.value(*var, *b));
                        format!("{} would have to be both {a} and {b}", self.place(*var))
                    }
                    ContradictionKind::NoPlace(var, value, _) => {
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
            is_aside: deduction.is_aside,
            var: Some(*var),
            rests_on: deduction.facts.iter().map(Fact::var).collect(),
            sentences: self.sentences,
        })
    }
}
