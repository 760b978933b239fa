//! Quick answers: propagation, and a small search without memory.
//!
//! Most questions of a generator are decided by propagation alone (56 of 57 removals in a 9×9
//! sudoku), and nothing needs to be written down for them.

use std::sync::Arc;

use crate::csp::{Assignment, Lit, VarId};

use super::Search;
use super::program::Program;
use super::store::{Conflict, Outcome};

/// Dead ends before a question counts as hard. With 20 or more, what is hard costs more than it saves.
pub(crate) const DEAD_ENDS: u32 = 10;

/// A search that gives up soon.
#[derive(Debug, Clone)]
pub(crate) struct Quick {
    search: Search,
    decisions: Vec<(VarId, i64)>,
    /// Variables, those that are fixed by themselves left out.
    open: Vec<VarId>,
    /// What was assumed of each variable last: another solution is rarely far from that.
    hints: Vec<i64>,
    /// One of these must hold, if there are any.
    some: Vec<Lit>,
}

impl Quick {
    /// Returns a search in a program that was [settled](super::settled).
    pub(crate) fn new(program: &Arc<Program>) -> Self {
        let root = &program.root;
        let all = (0..root.var_count()).map(|index| VarId(index as u32));
        let hints = all.clone().map(|var| root.min(var)).collect();
        let open = all.filter(|var| !root.is_fixed(*var)).collect();
        let (search, decisions, some) = (Search::new(program), Vec::new(), Vec::new());
        Self { search, decisions, open, hints, some }
    }

    /// Returns a solution under these assumptions in which one of `some` holds, if there are any, or
    /// `Some(None)` where there is none; `None` where the question is hard. Counts dead ends.
    pub(crate) fn ask(
        &mut self,
        assumptions: &[Lit],
        some: &[Lit],
        dead_ends: &mut u32,
    ) -> Option<Option<Assignment>> {
        let outcome = self.begin(assumptions, some);
        match self.go_on(outcome, dead_ends) {
            End::Solution => Some(self.search.assignment()),
            End::NothingLeft => Some(None),
            End::Hard => None,
        }
    }

    fn begin(&mut self, assumptions: &[Lit], some: &[Lit]) -> Outcome {
        self.search.restart();
        self.decisions.clear();
        self.some.clear();
        self.some.extend(some);
        self.search.push();
        for lit in some.iter().filter(|lit| !lit.is) {
            self.hints[lit.var.index()] = lit.value;
        }
        for lit in assumptions {
            self.search.suppose(*lit)?;
            if lit.is {
                self.hints[lit.var.index()] = lit.value;
            }
        }
        self.search.propagate()?;
        self.one_of_some()
    }

    /// Draws the conclusions of "one of `some` holds".
    fn one_of_some(&mut self) -> Outcome {
        let mut open = None;
        for lit in &self.some {
            let value = self.search.value(lit.var);
            let can_be = self.search.contains(lit.var, lit.value);
            match (value, can_be) {
                (Some(value), _) if (value == lit.value) != lit.is => {}
                (None, false) if lit.is => {}
                (None, true) if open.is_none() => open = Some(*lit),
                // One holds, or two may.
                _ => return Ok(()),
            }
        }
        match open {
            Some(only) => {
                self.search.suppose(only)?;
                self.search.propagate()
            }
            None if self.some.is_empty() => Ok(()),
            None => Err(Conflict),
        }
    }

    /// Searches on after what came of the last step.
    fn go_on(&mut self, mut outcome: Outcome, dead_ends: &mut u32) -> End {
        // Where a variable was to blame last, it is decided first: the trouble is there.
        let mut last = None;
        loop {
            while outcome.is_err() {
                *dead_ends += 1;
                let Some((var, value)) = self.decisions.pop() else { return End::NothingLeft };
                if *dead_ends > DEAD_ENDS {
                    return End::Hard;
                }
                self.search.pop();
                outcome = self.search.remove(var, value).and_then(|()| self.one_of_some());
                last = Some(var);
            }
            let last = last.filter(|var| self.search.size(*var) > 1);
            let Some(var) = last.or_else(|| self.search.smallest(&self.open)) else {
                return End::Solution;
            };
            let hint = self.hints[var.index()];
            let value =
                if self.search.contains(var, hint) { Some(hint) } else { self.search.nth(var, 0) };
            let Some(value) = value else { return End::Hard };
            self.search.push();
            self.decisions.push((var, value));
            outcome = self.search.assign(var, value).and_then(|()| self.one_of_some());
        }
    }

    /// Returns for each literal whether the earlier ones do not entail it by propagation; `None`
    /// where all of them together leave something open, or contradict each other.
    pub(crate) fn needed_in_order(&mut self, literals: &[Lit]) -> Option<Vec<bool>> {
        self.search.restart();
        self.search.push();
        let mut needed = Vec::with_capacity(literals.len());
        for lit in literals {
            let is_news = !lit.is || self.search.value(lit.var) != Some(lit.value);
            if is_news {
                self.search.suppose(*lit).and_then(|()| self.search.propagate()).ok()?;
            }
            needed.push(is_news);
        }
        self.search.smallest(&self.open).is_none().then_some(needed)
    }
}

/// How a search ended.
enum End {
    Solution,
    NothingLeft,
    Hard,
}
