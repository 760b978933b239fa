//! Solves a puzzle step by step as a person would, and measures how hard that is.
//!
//! It is given the flat constraints of an instance and what is shown, and knows nothing else: rounds
//! of what single statements say, each by itself; where these bring nothing more, the cheapest set
//! within one group of things that differ, or value that leads to a contradiction. Everything equally
//! cheap is done together, every quantity is one of the state and not of an order, so that every
//! symmetric copy of a puzzle gets the same steps. No engine is asked.
//!
//! # Source
//! Bogaerts, Gamba and Guns, "A framework for step-wise explaining how to solve constraint satisfaction
//! problems" (2021), for steps that are explained by smallest reasons.

mod board;
mod clues;
mod compile;
mod cover;
mod deduction;
mod grade;
mod looks;
mod news;
mod reason;
mod round;
mod sizes;
mod stall;
mod state;
mod told;
mod turns;
mod walk;

use crate::csp::VarId;
use crate::domain::Domain;
use crate::lower::Lowered;
use crate::model::function::Steps;
use crate::model::instance::Instance;

use board::Board;
pub use deduction::{Deduction, End, Fact, How, Stage};
use told::Audience;
use walk::{Effort, Walk};

/// An instance made ready for solving step by step.
#[derive(Debug)]
pub struct Stepwise<'a> {
    lowered: &'a Lowered,
    board: Board,
}

/// Units of work in the sense of a budget for each of these.
const PER_LOOK: u64 = 10;

/// Work after which only single statements are tried.
const MOST_WORK: u64 = 2_000_000;
/// Work for contradictions that need others, at each stall.
const NESTED_WORK: u64 = 300_000;

impl<'a> Stepwise<'a> {
    /// Returns the stepwise solver of an instance, or `None` where its values are too far apart.
    pub fn new(instance: &Instance<'_>, lowered: &'a Lowered) -> Option<Self> {
        Some(Self { lowered, board: compile::compile(instance, lowered)? })
    }

    /// Returns the variable whose values are too far from others, where there is no such solver.
    pub fn too_far(lowered: &Lowered) -> Option<VarId> {
        compile::too_far(&lowered.csp)
    }

    fn given(&self, given: &[(usize, i64)]) -> Vec<(u32, u32)> {
        given
            .iter()
            .filter_map(|(given, value)| {
                let lit = self.lowered.fact_lit(*given, *value);
                let value = match (lit.is, self.lowered.csp.domain(lit.var)) {
                    (true, _) => lit.value,
                    (false, Domain::Range(0, 1)) => 1 - lit.value,
                    // That a fact has some value is no value that was found.
                    (false, _) => return None,
                };
                Some((lit.var.0, (value - self.board.base) as u32))
            })
            .collect()
    }

    /// Returns what there is to measure of the puzzle that shows these facts with these values, or
    /// `None` where they contradict each other.
    ///
    /// For a puzzle with several solutions it says how far single steps lead.
    pub fn measure(&self, given: &[(usize, i64)]) -> Option<Steps> {
        self.measure_counted(given).map(|(steps, _)| steps)
    }

    /// Returns the same, with the units of work of a [`Budget`](crate::budget::Budget) that it took.
    pub fn measure_counted(&self, given: &[(usize, i64)]) -> Option<(Steps, u64)> {
        let given = self.given(given);
        let effort = Effort { most: MOST_WORK, nested: NESTED_WORK, is_explained: false };
        let walk = self.board.walk(&given, effort)?;
        let steps = grade::grade(&self.board, &walk, self.board.shares_alone(&given));
        Some((steps, PER_LOOK.saturating_mul(walk.work)))
    }

    /// Returns the way to a solution; `None` where what is given contradicts itself.
    pub fn explain(&self, given: &[(usize, i64)]) -> Option<Explained<'_>> {
        let effort = Effort { most: MOST_WORK, nested: NESTED_WORK, is_explained: true };
        let given = self.given(given);
        let walk = self.board.walk(&given, effort)?;
        let audience = Audience::new(&self.board, &given);
        Some(Explained { board: &self.board, walk, audience })
    }
}

/// The way to a solution, to be told step by step.
#[derive(Debug)]
pub struct Explained<'s> {
    board: &'s Board,
    walk: Walk,
    audience: Audience,
}

impl Explained<'_> {
    /// Returns the steps with their reasons. Each is put together when it is asked for.
    pub fn stages(&self) -> impl Iterator<Item = Stage> + '_ {
        self.board.stages(&self.walk, &self.audience)
    }

    /// Returns whether they lead to the end.
    pub fn is_solved(&self) -> bool {
        self.walk.is_solved
    }
}
