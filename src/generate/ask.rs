//! What removal asks the engine: whether clues can go, how many solutions are left, and what is
//! already known to be enough.

use std::collections::BTreeSet;

use crate::budget::{Budget, GaveUp};
use crate::csp::Lit;
use crate::engine::Verdict;
use crate::generate::dig::Dig;
use crate::model::definition::Choose;
use crate::model::puzzle::facts_of;

impl Dig<'_, '_, '_> {
    /// Returns the shown facts as assumptions, but for `dropped`.
    pub(super) fn givens(&self, dropped: &[u32]) -> Vec<Lit> {
        let mut givens = Vec::with_capacity(self.lits.len() + 1);
        for (fact, lit) in self.lits.iter().enumerate() {
            if self.shown[fact] && !dropped.contains(&(fact as u32)) {
                givens.extend(lit);
            }
        }
        givens
    }

    /// Returns the facts in the order in which they should rather stay.
    pub(super) fn last_first(&self, units: &[Vec<u32>], order: &[usize]) -> Vec<usize> {
        let mut is_listed = vec![false; self.facts.len()];
        for fact in units.iter().flatten() {
            is_listed[*fact as usize] = true;
        }
        // What does not go at all in this phase comes first.
        let staying = (0..self.facts.len()).filter(|fact| !is_listed[*fact]);
        let going = order.iter().rev().flat_map(|unit| &units[*unit]).map(|fact| *fact as usize);
        staying.chain(going).collect()
    }

    /// Finds clues that are enough, those that go last before the others. It saves questions and
    /// changes no answer.
    pub(super) fn find_enough(&mut self) {
        if self.generator.plan.solutions.at_most > 1 {
            return;
        }
        let shown = self.last_first.iter().copied().filter(|fact| self.shown[*fact]);
        let (needed, others): (Vec<usize>, Vec<usize>) = shown.partition(|f| self.is_needed[*f]);
        let facts: Vec<usize> = needed.into_iter().chain(others).collect();
        let lits: Option<Vec<Lit>> = facts.iter().map(|fact| self.lits[*fact]).collect();
        if let Some(needed) = lits.and_then(|lits| self.generator.solver.needed_in_order(&lits)) {
            for (fact, is_needed) in facts.into_iter().zip(needed) {
                self.enough[fact] = is_needed;
            }
        }
    }

    /// Asks whether the puzzle stays unique without `dropped`. As it is unique with them, another
    /// solution would have to contradict one of them: one question decides.
    pub(super) fn stays_unique(
        &mut self,
        dropped: &[u32],
        budget: &mut Budget,
    ) -> Result<bool, GaveUp> {
        if dropped.iter().all(|fact| !self.enough[*fact as usize]) {
            return Ok(true);
        }
        if matches!(self.generator.instance.choose, Choose::Guided) {
            return self.stays_unique_without(dropped, budget);
        }
        let mut assumptions = self.givens(dropped);
        let contrary: Vec<Lit> =
            dropped.iter().filter_map(|fact| self.lits[*fact as usize]).map(|lit| !lit).collect();
        let switch = match contrary.as_slice() {
            [single] => {
                assumptions.push(*single);
                None
            }
            several => {
                let switch = self.generator.solver.clause_behind_switch(several);
                assumptions.push(switch);
                Some(switch)
            }
        };
        let verdict = self.generator.solver.check(&assumptions, budget);
        if let Some(switch) = switch {
            self.generator.solver.retire(switch);
        }
        match verdict {
            Verdict::Unsat(core) => {
                // What was enough before, without the dropped, with what implies the dropped.
                for fact in dropped {
                    self.enough[*fact as usize] = false;
                }
                for fact in dropped {
                    self.shown[*fact as usize] = false;
                }
                if core.len() == assumptions.len() {
                    // The engine did not look for a small one.
                    self.enough.clone_from(&self.shown);
                } else {
                    for (fact, is_used) in self.within(&core).into_iter().enumerate() {
                        self.enough[fact] |= is_used;
                    }
                }
                Ok(true)
            }
            Verdict::Sat(_) => Ok(false),
            Verdict::GaveUp(reason) => Err(reason),
        }
    }

    /// Asks the same as "no solution but the board": what the proof does not use is not needed, and
    /// goes next without a question.
    fn stays_unique_without(
        &mut self,
        dropped: &[u32],
        budget: &mut Budget,
    ) -> Result<bool, GaveUp> {
        let differs = match self.differs {
            Some(differs) => differs,
            None => {
                let own = self.values[..self.generator.instance.answer_count].to_vec();
                *self.differs.insert(self.generator.solver.exclude(own).differs)
            }
        };
        let mut assumptions = self.givens(dropped);
        assumptions.push(differs);
        match self.generator.solver.check(&assumptions, budget) {
            Verdict::Unsat(core) => {
                self.enough = self.within(&core);
                Ok(true)
            }
            Verdict::Sat(_) => Ok(false),
            Verdict::GaveUp(reason) => Err(reason),
        }
    }

    /// Returns for each clue whether it is shown and in a core.
    fn within(&self, core: &[Lit]) -> Vec<bool> {
        let core: BTreeSet<Lit> = core.iter().copied().collect();
        let is_used = |(shown, lit): (&bool, &Option<Lit>)| {
            *shown && lit.is_some_and(|lit| core.contains(&lit))
        };
        self.shown.iter().zip(&self.lits).map(is_used).collect()
    }

    /// Counts the solutions without `dropped`, up to one more than allowed; returns whether they
    /// are not too many, and then keeps their number.
    pub(super) fn count(&mut self, dropped: &[u32], budget: &mut Budget) -> Result<bool, GaveUp> {
        let at_most = self.generator.plan.solutions.at_most;
        if self.others.is_empty() {
            let own = self.values[..self.generator.instance.answer_count].to_vec();
            let own = self.generator.solver.exclude(own);
            self.others.push(own);
        }
        let givens = self.givens(dropped);
        let mut switches: Vec<Lit> = Vec::new();
        for found in &self.others {
            if self.agrees(&found.solution, dropped) {
                switches.push(found.differs);
            }
        }
        loop {
            if switches.len() > at_most {
                return Ok(false);
            }
            let assumptions: Vec<Lit> =
                givens.iter().copied().chain(switches.iter().copied()).collect();
            match self.generator.solver.check(&assumptions, budget) {
                Verdict::Sat(assignment) => {
                    let solution = self.generator.lowered.csp.project(&assignment);
                    let found = self.generator.solver.exclude(solution);
                    switches.push(found.differs);
                    self.others.push(found);
                }
                Verdict::Unsat(_) => {
                    self.solutions = switches.len();
                    return Ok(true);
                }
                Verdict::GaveUp(reason) => return Err(reason),
            }
        }
    }

    /// Returns whether a solution has all facts that would still be shown.
    pub(super) fn agrees(&self, solution: &[i64], dropped: &[u32]) -> bool {
        let Ok(facts) = facts_of(self.generator.instance, solution) else { return false };
        (0..facts.len()).all(|fact| {
            !self.shown[fact] || dropped.contains(&(fact as u32)) || facts[fact] == self.facts[fact]
        })
    }

    /// Returns whether no single clue can go, asking about those that are not known to be needed.
    pub(super) fn minimal(&mut self, budget: &mut Budget) -> Option<bool> {
        if !self.generator.plan.asks_minimal {
            return None;
        }
        let instance = self.generator.instance;
        for fact in 0..self.facts.len() {
            let (clue, _) = instance.fact(fact);
            let can_go = instance.clues[clue.0 as usize].is_droppable && self.shown[fact];
            if !can_go || self.is_needed[fact] {
                continue;
            }
            let before = (self.enough.clone(), self.shown.clone(), self.solutions);
            let dropped = [fact as u32];
            let allowed = if self.generator.plan.solutions.at_most == 1 {
                self.stays_unique(&dropped, budget)
            } else {
                self.count(&dropped, budget)
            };
            (self.enough, self.shown, self.solutions) = before;
            match allowed {
                Ok(true) => return Some(false),
                Ok(false) => self.is_needed[fact] = true,
                // Not proved, so not claimed.
                Err(_) => return Some(false),
            }
        }
        Some(true)
    }
}
