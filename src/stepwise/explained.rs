//! The way to a solution, told in steps with their reasons.

use puzgen_csp::VarId;

use crate::deduction::Stage;
use crate::model::StepwiseModel;
use crate::needed::Telling;
use crate::path::SolvePath;
use crate::vocabulary::Vocabulary;

/// The way to a solution, to be told step by step.
#[derive(Debug)]
pub struct Explained<'s> {
    pub(crate) model: &'s StepwiseModel,
    pub(crate) path: SolvePath,
    pub(crate) vocabulary: Vocabulary,
}

impl Explained<'_> {
    fn telling(&self) -> Telling<'_> {
        Telling { model: self.model, path: &self.path, vocabulary: &self.vocabulary }
    }

    /// Returns the steps that give the answer, with their reasons: no step is told that neither the answer
    /// nor a later step needs. A value for which `is_drawn` does not hold need not be told for its own sake.
    /// Where the path does not lead to the end, all that it gives is told.
    pub fn stages(&self, is_drawn: impl Fn(VarId, i64) -> bool) -> Vec<Stage> {
        self.telling().whole(|var, value| is_drawn(VarId(var), self.model.number(value)))
    }

    /// Returns for each value of the answer that is found, the first one first, the value and the steps that
    /// lead to it. Each is put together when it is asked for.
    pub fn ways(&self) -> impl Iterator<Item = (VarId, i64, impl FnOnce() -> Vec<Stage>)> {
        self.telling().found_values().collect::<Vec<_>>().into_iter().map(
            move |(end, var, value)| {
                let number = self.model.number(value);
                (VarId(var), number, move || self.telling().toward(var, end))
            },
        )
    }

    /// Returns whether they lead to the end.
    pub fn is_solved(&self) -> bool {
        self.path.is_solved
    }
}
