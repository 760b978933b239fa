//! What `solve` says of a board beside its solutions: candidates, why a place cannot have a value, and why
//! there is no solution.

use crate::output::Console;
use crate::{ExitStatus, Failure};
use puzgen_api::reports::solving::NoSolution;
use puzgen_api::reports::what_if::{
    Supposition, WhyNot, candidates, object_of_candidates, text_of_candidates,
};
use puzgen_base::budget::Budget;
use puzgen_board::position::PreparedBoard;
use puzgen_engine::Engine;
use puzgen_vocabulary::lower::gave_up_problem;
use puzgen_wire as wire;

/// A board, and how it is asked about.
pub(super) struct Question<'q, 's, 'd> {
    pub(super) position: &'q PreparedBoard<'s, 'd>,
    pub(super) engine: &'q dyn Engine,
    pub(super) as_json: bool,
}

impl Question<'_, '_, '_> {
    /// Says why there is no solution.
    pub(super) fn no_solution(&self, console: &mut Console, budget: &mut Budget) -> ExitStatus {
        let found = NoSolution::of(self.position, self.engine, budget)?;
        if self.as_json {
            console.print(&wire::line(&found.object()))?;
        } else {
            console.print("no solution\n")?;
            console.problems(found.problems(self.position, self.engine, budget));
        }
        Ok(1)
    }

    /// Prints the values that each place has in some solution.
    pub(super) fn candidates(&self, console: &mut Console, budget: &mut Budget) -> ExitStatus {
        let Some(found) = candidates(self.position, self.engine, budget)? else {
            return self.no_solution(console, budget);
        };
        console.print(&match self.as_json {
            true => wire::line(&object_of_candidates(self.position, &found)),
            false => text_of_candidates(self.position, &found),
        })?;
        match found.gave_up {
            None => Ok(0),
            Some(reason) => Err(Failure::Problems(gave_up_problem(&reason).into(), 3)),
        }
    }

    /// Says why no solution has a value at a place, or prints one that has it.
    pub(super) fn why_not(
        &self,
        console: &mut Console,
        asked: &str,
        budget: &mut Budget,
    ) -> ExitStatus {
        let supposed = Supposition::read(self.position, asked)?;
        let Some(found) = WhyNot::of(self.position, supposed, self.engine, budget)? else {
            return self.no_solution(console, budget);
        };
        console.print(&match self.as_json {
            true => wire::line(&found.object(self.position)),
            false => found.text(self.position),
        })?;
        Ok(u8::from(!found.is_possible()))
    }
}
