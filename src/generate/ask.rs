//! What removal asks the engine: whether clues can go, how many solutions are left, and what is
//! already known to be enough.

use std::collections::BTreeSet;

use crate::budget::{Budget, GaveUp};
use crate::csp::Lit;
use crate::engine::Verdict;
use crate::generate::dig::{Dig, Other};
use crate::generate::values_told;
use crate::model::definition::{Choose, Takes};
use crate::model::rules::keeps_rules_about_clues;
use crate::solve::{Found, Further};
use crate::verify::fault_of;

impl Dig<'_, '_, '_> {
    /// Returns what is shown, as assumptions, but for what is taken of `dropped`.
    pub(super) fn givens(&self, dropped: &[u32], takes: Takes) -> Vec<Lit> {
        let mut givens = Vec::with_capacity(self.lits.len() + 1);
        for &fact in &self.lasting {
            let (lit, mark) = (self.lits[fact], self.marks[fact]);
            if mark.is_none() && (!self.told[fact] || self.is_held(fact)) {
                continue;
            }
            let is_dropped = dropped.contains(&(fact as u32));
            let is_told = self.told[fact] && !is_dropped;
            let is_shown = self.shown[fact] && !(is_dropped && takes == Takes::Clue);
            if is_told && !self.is_held(fact) {
                givens.extend(lit);
            }
            match mark {
                Some(mark) if mark.is_asked_for => {
                    givens.push(if is_shown { mark.lit } else { !mark.lit });
                }
                Some(mark) if is_shown && !is_told => givens.push(mark.lit),
                _ => {}
            }
        }
        givens
    }

    /// Returns whether the session knows for good that a clue is there.
    fn is_held(&self, fact: usize) -> bool {
        self.holds_needed && self.is_needed[fact] && self.told[fact]
    }

    /// Notes that a clue cannot go.
    pub(super) fn mark_needed(&mut self, fact: usize) {
        self.is_needed[fact] = true;
        if let (true, Some(lit)) = (self.is_held(fact), self.lits[fact]) {
            self.generator.solver.hold(lit);
        }
    }

    /// Begins a session that knows of no clue: once some come back, others may go.
    pub(super) fn forget_needed(&mut self) {
        if std::mem::take(&mut self.holds_needed) {
            self.differs = None;
            self.generator.begin();
        }
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
        let needs_marks = |fact: usize| {
            self.shown[fact] && !self.told[fact]
                || self.marks[fact].is_some_and(|mark| mark.is_asked_for)
        };
        if self.generator.plan.solutions.at_most > 1 || (0..self.facts.len()).any(needs_marks) {
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
    /// solution would have to contradict one of them: one question decides. Not so where rules ask
    /// for them: there the board must still be a solution, and others need not contradict anything.
    pub(super) fn stays_unique(
        &mut self,
        dropped: &[u32],
        takes: Takes,
        budget: &mut Budget,
    ) -> Result<bool, GaveUp> {
        if takes == Takes::Clue && self.changes_rules(dropped) {
            return Ok(
                self.keeps_rules(dropped) && self.stays_unique_without(dropped, takes, budget)?
            );
        }
        if dropped.iter().any(|fact| self.is_needed[*fact as usize]) || self.is_refuted(dropped) {
            return Ok(false);
        }
        if dropped.iter().all(|fact| !self.enough[*fact as usize]) {
            return Ok(true);
        }
        if matches!(self.generator.instance.choose, Choose::Guided) {
            return self.stays_unique_without(dropped, takes, budget);
        }
        let assumptions = self.givens(dropped, takes);
        let lost = |fact: &u32| match self.told[*fact as usize] {
            true => self.lits[*fact as usize],
            false => self.marks[*fact as usize].map(|mark| mark.lit),
        };
        let contrary: Vec<Lit> = dropped.iter().filter_map(lost).map(|lit| !lit).collect();
        let further = Further::Contradicts(&contrary);
        let asked = assumptions.len() + usize::from(contrary.len() == 1);
        match self.generator.solver.check_further(assumptions, further, budget) {
            Verdict::Unsat(core) => {
                // What was enough before, without the dropped, with what implies the dropped.
                for fact in dropped {
                    self.enough[*fact as usize] = takes == Takes::Value;
                    self.told[*fact as usize] = false;
                    self.shown[*fact as usize] = takes == Takes::Value;
                }
                if core.len() == asked {
                    // The engine did not look for a small one.
                    self.enough.clone_from(&self.shown);
                } else {
                    for (fact, is_used) in self.within(&core).into_iter().enumerate() {
                        self.enough[fact] |= is_used;
                    }
                }
                Ok(true)
            }
            Verdict::Sat(assignment) => {
                self.note_contradicted(&assignment, dropped);
                Ok(false)
            }
            Verdict::GaveUp(reason) => Err(reason),
        }
    }

    /// Returns whether a solution that was found before has all clues but for some of these.
    fn is_refuted(&self, dropped: &[u32]) -> bool {
        let is_kept = |fact: &u32| self.told[*fact as usize] && !dropped.contains(fact);
        self.contradicted.iter().any(|facts| !facts.iter().any(is_kept))
    }

    /// Keeps what another solution contradicts. Where one clue was in question, that is known to be
    /// needed now; of several, others may go until one is left.
    fn note_contradicted(&mut self, assignment: &[i64], dropped: &[u32]) {
        if dropped.len() == 1 || self.marks.iter().any(Option::is_some) {
            return;
        }
        let is_contradicted = |fact: &u32| {
            let lit = self.lits[*fact as usize];
            lit.is_some_and(|lit| !lit.holds_for(assignment[lit.var.index()]))
        };
        let facts = (0..self.facts.len() as u32).filter(is_contradicted).collect();
        self.contradicted.push(facts);
    }

    /// Asks the same as "no solution but the board": what the proof does not use is not needed, and
    /// goes next without a question.
    fn stays_unique_without(
        &mut self,
        dropped: &[u32],
        takes: Takes,
        budget: &mut Budget,
    ) -> Result<bool, GaveUp> {
        let differs = match self.differs {
            Some(differs) => differs,
            None => {
                let own = self.values[..self.generator.instance.answer_count].to_vec();
                *self.differs.insert(self.generator.solver.exclude(own).differs)
            }
        };
        let assumptions = self.givens(dropped, takes);
        let further = Further::Behind(differs);
        match self.generator.solver.check_further(assumptions, further, budget) {
            Verdict::Unsat(core) => {
                self.enough = self.within(&core);
                Ok(true)
            }
            Verdict::Sat(_) => Ok(false),
            Verdict::GaveUp(reason) => Err(reason),
        }
    }

    /// Returns for each clue whether it is shown and in a core, with its value or its mark.
    fn within(&self, core: &[Lit]) -> Vec<bool> {
        let core: BTreeSet<Lit> = core.iter().copied().collect();
        let is_used = |fact: usize| {
            if self.is_held(fact) {
                return true;
            }
            let mark = self.marks[fact].map(|mark| mark.lit);
            self.shown[fact] && self.lits[fact].iter().chain(&mark).any(|lit| core.contains(lit))
        };
        (0..self.facts.len()).map(is_used).collect()
    }

    /// Returns whether the board is a solution without `dropped`.
    fn keeps_rules(&self, dropped: &[u32]) -> bool {
        let mut shown = self.shown.clone();
        dropped.iter().for_each(|fact| shown[*fact as usize] = false);
        let kept = keeps_rules_about_clues(self.generator.instance, &self.values, &shown);
        kept.unwrap_or(false)
    }

    /// Counts the solutions without `dropped`, up to one more than allowed; returns whether they
    /// are not too many, and then keeps their number.
    pub(super) fn count(
        &mut self,
        dropped: &[u32],
        takes: Takes,
        budget: &mut Budget,
    ) -> Result<bool, GaveUp> {
        if takes == Takes::Clue && self.changes_rules(dropped) && !self.keeps_rules(dropped) {
            return Ok(false);
        }
        let at_most = self.generator.plan.solutions.at_most;
        if self.others.is_empty() {
            let own = self.values[..self.generator.instance.answer_count].to_vec();
            let found = self.generator.solver.exclude(own);
            self.others.push(Other { found, values: self.values.clone() });
        }
        let givens = self.givens(dropped, takes);
        let agreeing = self.agreeing(dropped, takes);
        let mut switches: Vec<Lit> = agreeing.into_iter().map(|found| found.differs).collect();
        loop {
            if switches.len() > at_most {
                return Ok(false);
            }
            let assumptions: Vec<Lit> =
                givens.iter().copied().chain(switches.iter().copied()).collect();
            match self.generator.solver.check(&assumptions, budget) {
                Verdict::Sat(assignment) => {
                    let lowered = self.generator.lowered;
                    let solution = lowered.csp.project(&assignment);
                    let found = self.generator.solver.exclude(solution);
                    switches.push(found.differs);
                    self.others.push(Other { found, values: lowered.values(&assignment) });
                }
                Verdict::Unsat(_) => {
                    self.solutions = switches.len();
                    return Ok(true);
                }
                Verdict::GaveUp(reason) => return Err(reason),
            }
        }
    }

    /// Returns the solutions found so far that have all that would still be shown, each once: one may have
    /// been found with several values of free helpers, where rules ask for clues.
    pub(super) fn agreeing(&self, dropped: &[u32], takes: Takes) -> Vec<&Found> {
        let instance = self.generator.instance;
        let (mut shown, mut told) = (self.shown.clone(), self.told.clone());
        for fact in dropped {
            told[*fact as usize] = false;
            shown[*fact as usize] = takes == Takes::Value;
        }
        let given = instance.given(&values_told(&self.facts, &told), &shown);
        let mut agreeing: Vec<&Found> = Vec::new();
        for Other { found, values } in &self.others {
            let is_new = agreeing.iter().all(|other| other.solution != found.solution);
            if is_new && fault_of(instance, &given, values).is_none() {
                agreeing.push(found);
            }
        }
        agreeing
    }

    /// Returns whether no single clue can go, asking about those that are not known to be needed.
    pub(super) fn minimal(&mut self, budget: &mut Budget) -> Option<bool> {
        if !self.generator.plan.asks_minimal {
            return None;
        }
        for fact in 0..self.facts.len() {
            let Some(takes) = self.first_taken(fact).filter(|_| !self.is_needed[fact]) else {
                continue;
            };
            let before =
                (self.enough.clone(), self.shown.clone(), self.told.clone(), self.solutions);
            let dropped = [fact as u32];
            let allowed = if self.generator.plan.solutions.at_most == 1 {
                self.stays_unique(&dropped, takes, budget)
            } else {
                self.count(&dropped, takes, budget)
            };
            (self.enough, self.shown, self.told, self.solutions) = before;
            match allowed {
                Ok(true) => return Some(false),
                Ok(false) => {
                    if takes == Takes::Value || !self.changes_rules(&dropped) {
                        self.mark_needed(fact);
                    }
                }
                // Not proved, so not claimed.
                Err(_) => return Some(false),
            }
        }
        Some(true)
    }
}
