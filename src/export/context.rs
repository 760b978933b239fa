//! What a form may look at beside the puzzle: the instance, and how drawings look.

use puzgen_base::domain::Domain;
use puzgen_explain::Part;
use puzgen_model::instance::Instance;
use puzgen_model::value::Key;

use crate::drawing::style::{PLAIN, Style};

/// What a form may look at beside the puzzle.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The instance.
    pub instance: &'a Instance<'a>,
    /// The values of each clue fact.
    pub fact_domains: &'a [Domain],
    /// Whether the answer is to be shown where the form leaves that open.
    pub with_answers: bool,
    /// How drawings look.
    pub style: Style,
}

/// A step of a solution, to be drawn.
#[derive(Debug, Clone, Copy)]
pub struct StepOnBoard<'s> {
    /// The values of the answer that are known, by storage position.
    pub known: &'s [Option<i64>],
    /// What the step points at.
    pub points: &'s [(Key, Part)],
}

impl<'a> Context<'a> {
    /// Returns what forms look at, with drawings in the usual style.
    pub fn new(instance: &'a Instance<'a>, fact_domains: &'a [Domain], with_answers: bool) -> Self {
        Self { instance, fact_domains, with_answers, style: PLAIN }
    }
}
