//! Quick answers: propagation, and a small search without memory.
//!
//! Most questions of a generator are decided by propagation alone (56 of 57 removals in a 9×9
//! sudoku), and nothing needs to be written down for them.

use std::sync::Arc;

use crate::csp::{Assignment, Lit, VarId};

use super::program::Program;
use super::{Search, Store};

/// Dead ends before a question counts as hard.
const DEAD_ENDS: u32 = 10;

/// A search that gives up soon.
#[derive(Debug, Clone)]
pub(crate) struct Quick {
    search: Search,
    decisions: Vec<(VarId, i64)>,
    /// Variables, those that are fixed by themselves left out.
    open: Vec<VarId>,
}

impl Quick {
    /// Returns a search in a program that was [settled](Search::settled).
    pub(crate) fn new(program: &Arc<Program>) -> Self {
        let root = &program.root;
        let all = (0..root.var_count()).map(|index| VarId(index as u32));
        let open = all.filter(|var| !root.is_fixed(*var)).collect();
        Self { search: Search::new(program), decisions: Vec::new(), open }
    }

    /// Returns a solution under these assumptions, or `Some(None)` where there is none; `None`
    /// where the question is hard. Counts dead ends.
    pub(crate) fn ask(
        &mut self,
        assumptions: &[Lit],
        dead_ends: &mut u32,
    ) -> Option<Option<Assignment>> {
        while self.search.depth() > 0 {
            self.search.pop();
        }
        self.decisions.clear();
        self.search.push();
        let assumed = assumptions.iter().try_for_each(|lit| self.search.suppose(*lit));
        if assumed.is_err() || self.search.propagate().is_err() {
            *dead_ends += 1;
            return Some(None);
        }
        loop {
            let Some(var) = self.smallest() else { return Some(self.search.assignment()) };
            let value = self.search.store().min(var);
            self.search.push();
            self.decisions.push((var, value));
            let mut outcome = self.search.assign(var, value);
            while outcome.is_err() {
                *dead_ends += 1;
                let Some((var, value)) = self.decisions.pop() else { return Some(None) };
                if *dead_ends > DEAD_ENDS {
                    return None;
                }
                self.search.pop();
                outcome = self.search.remove(var, value);
            }
        }
    }

    /// Returns for each literal whether the earlier ones do not entail it by propagation; `None`
    /// where all of them together leave something open, or contradict each other.
    pub(crate) fn needed_in_order(&mut self, literals: &[Lit]) -> Option<Vec<bool>> {
        while self.search.depth() > 0 {
            self.search.pop();
        }
        self.search.push();
        let mut needed = Vec::with_capacity(literals.len());
        for lit in literals {
            let is_news = !lit.is || self.search.store().value(lit.var) != Some(lit.value);
            if is_news {
                self.search.suppose(*lit).and_then(|()| self.search.propagate()).ok()?;
            }
            needed.push(is_news);
        }
        self.smallest().is_none().then_some(needed)
    }

    /// Returns an open variable with fewest values.
    fn smallest(&self) -> Option<VarId> {
        let store: &Store = self.search.store();
        let mut best = None;
        let mut least = usize::MAX;
        for &var in &self.open {
            let size = store.size(var);
            if size > 1 && size < least {
                (best, least) = (Some(var), size);
                if size == 2 {
                    break;
                }
            }
        }
        best
    }
}
