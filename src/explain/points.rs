//! What a step points at on the board.

use puzgen_model::value::Key;
use puzgen_stepwise::{Deduction, Fact};

use super::names::Words;
use super::source::Source;

/// What a place is for a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A row, room or other list that the reason is about.
    Area,
    /// What the reason rests on.
    Reason,
    /// Where something follows.
    Concluded,
}

impl Words<'_> {
    /// Returns the places that a deduction points at, by their keys.
    pub(super) fn points(&self, deduction: &Deduction, sources: &[Source]) -> Vec<(Key, Part)> {
        let own = self.key(deduction.var).cloned();
        let mut points: Vec<(Key, Part)> =
            own.clone().into_iter().map(|key| (key, Part::Concluded)).collect();
        let mut add = |key: Key, part: Part| {
            let is_list = match &key {
                Key::List(_) => true,
                Key::Tuple(parts) => parts.iter().any(|part| matches!(part, Key::List(_))),
                _ => false,
            };
            let part = if is_list { Part::Area } else { part };
            if own.as_ref() != Some(&key) && !points.iter().any(|(other, _)| *other == key) {
                points.push((key, part));
            }
        };
        for fact in deduction.facts.iter().filter(|fact| !self.is_absence(fact)) {
            let (Fact::Is(var, _) | Fact::IsNot(var, _) | Fact::OneOf(var, _)) = fact;
            self.key(*var).cloned().into_iter().for_each(|key| add(key, Part::Reason));
        }
        for source in sources {
            match source {
                Source::Clue { var, .. } => {
                    self.key(*var).cloned().into_iter().for_each(|key| add(key, Part::Reason));
                }
                Source::Rule { part, .. } => {
                    let places = part.iter().flatten();
                    places.for_each(|place| add(Key::Place(*place), Part::Area));
                }
            }
        }
        points
    }
}
