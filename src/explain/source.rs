//! What says that something follows: cases of rules, and clues, with what people call them.

use puzgen_csp::VarId;
use puzgen_model::eval::{FaultAt, Scope};
use puzgen_model::grid::Place;
use puzgen_model::value::Value;

use super::names::Words;
use super::sentences::listed;

/// What says that something follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Source {
    /// A case of a rule.
    Rule {
        /// Its position.
        rule: usize,
        /// The position of the case.
        number: usize,
        /// The case in words, where the rule has cases.
        case: Option<String>,
        /// The places of a case that is a part of the board and stands for its rule, such as a row or a room.
        part: Option<Vec<Place>>,
        /// What is said where it is broken.
        sentence: String,
    },
    /// A clue.
    Clue {
        /// Its variable.
        var: VarId,
        /// The clue in words.
        words: String,
    },
}

impl Source {
    /// Returns the case or clue.
    pub(super) fn case(&self) -> Option<&str> {
        match self {
            Self::Rule { case, .. } => case.as_deref(),
            Self::Clue { words, .. } => Some(words),
        }
    }

    /// Returns the clue, or the case where it stands for its rule.
    pub(super) fn label(&self) -> Option<&str> {
        match self {
            Self::Rule { part: None, .. } => None,
            source => source.case(),
        }
    }
}

/// Returns the cases and clues, each once; `None` where a rule has no cases.
pub(super) fn labels(sources: &[Source]) -> Option<Vec<String>> {
    let all: Option<Vec<&str>> = sources.iter().map(Source::label).collect();
    let mut labels: Vec<String> = Vec::new();
    for label in all? {
        if !labels.iter().any(|other| other == label) {
            labels.push(label.to_owned());
        }
    }
    Some(labels)
}

impl Words<'_> {
    /// Returns the case of a rule in words, such as `row 3`, where it has cases; and the places of one
    /// that is a part of the board.
    pub(super) fn case_words(
        &self,
        rule: usize,
        case: usize,
    ) -> Result<(Option<String>, Option<Vec<Place>>), FaultAt> {
        let Some(binders) = &self.instance.definition.rules[rule].binders else {
            return Ok((None, None));
        };
        let (mut number, mut found) = (0, None);
        Scope::new(self.instance).for_each(binders, &mut |scope| {
            if number == case {
                found = Some(scope.key_of(binders));
            }
            number += 1;
            Ok(())
        })?;
        let part = match &found {
            Some(Value::List(list)) => {
                Some(list.items.iter().filter_map(Value::as_place).collect())
            }
            _ => None,
        };
        let words = found.map(|key| match key {
            Value::Tuple(parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|part| self.instance.describe(part)).collect();
                listed(&parts, self.sentences.and)
            }
            key => self.instance.describe(&key),
        });
        // "3 does not come out" does not tell what has the number.
        Ok((words.filter(|words| words.parse::<i64>().is_err()), part))
    }
}
