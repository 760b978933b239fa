//! Quick answers: propagation, and a small search without memory.
//!
//! Most questions of a generator are decided by propagation alone (56 of 57 removals in a 9×9
//! sudoku), and nothing needs to be written down for them.
//!
//! # Source
//! Gay, Hartert, Lecoutre, Schaus, "Conflict Ordering Search for Scheduling Problems", CP 2015: what led
//! to a dead end last is decided first, after restarts, too.

use std::sync::Arc;

use crate::budget::Budget;
use crate::csp::{Assignment, Lit, VarId};

use super::Search;
use super::program::Program;
use super::store::{Conflict, Outcome};

/// Dead ends before a question counts as hard. With 20, loops take up to an eighth longer.
pub(crate) const DEAD_ENDS: u32 = 10;

/// The same in a [light](Program::is_light) program, and after how many of them the search starts again,
/// for the first time. There a dead end takes a few microseconds, a tenth of what a conflict of `sat` takes.
const DEAD_ENDS_IF_LIGHT: u32 = 300;
const FIRST_RESTART: u32 = 6;

/// The most assumptions of a question that are no level of their own. With 16 or 24 a fillomino costs 2
/// and 4 % more, other puzzles up to 1 %.
const MOST_BESIDE: usize = 8;

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
    /// Variables whose decision was the last one before a dead end, the latest at the end.
    blamed: Vec<VarId>,
    is_light: bool,
    base: Base,
}

/// What consecutive questions assume alike: it stays, propagated, in levels of its own.
#[derive(Debug, Clone)]
struct Base {
    /// What each level says.
    levels: Vec<Vec<Lit>>,
    /// For each variable, what the levels say of it.
    said: Vec<Option<Lit>>,
    /// For each variable, the last question that assumed something of it, and what that was.
    assumed: Vec<(u64, Option<Lit>)>,
    /// How many questions there were.
    questions: u64,
}

impl Base {
    fn new(vars: usize) -> Self {
        let (said, assumed) = (vec![None; vars], vec![(0, None); vars]);
        Self { levels: Vec::new(), said, assumed, questions: 0 }
    }

    fn says(&self, lit: Lit) -> bool {
        self.said[lit.var.index()] == Some(lit)
    }

    /// Forgets the levels that say something a new question does not assume; returns how many stay.
    fn leave_shared(&mut self, assumptions: &[Lit]) -> usize {
        self.questions += 1;
        for lit in assumptions {
            self.assumed[lit.var.index()] = (self.questions, Some(*lit));
        }
        let is_assumed = |lit: &Lit| self.assumed[lit.var.index()] == (self.questions, Some(*lit));
        let shared = self.levels.iter().take_while(|lits| lits.iter().all(is_assumed)).count();
        self.truncate(shared);
        shared
    }

    fn truncate(&mut self, levels: usize) {
        for lit in self.levels.drain(levels..).flatten() {
            self.said[lit.var.index()] = None;
        }
    }

    /// Adds a level that says these literals, but for those of a variable of which something is said.
    fn add(&mut self, lits: &[Lit]) -> &[Lit] {
        let mut level = Vec::with_capacity(lits.len());
        for lit in lits {
            let said = &mut self.said[lit.var.index()];
            if said.is_none() {
                *said = Some(*lit);
                level.push(*lit);
            }
        }
        self.levels.push(level);
        self.levels.last().map_or(&[], Vec::as_slice)
    }
}

impl Quick {
    /// Returns a search in a program that was [settled](super::settled).
    pub(crate) fn new(program: &Arc<Program>) -> Self {
        let root = &program.root;
        let all = (0..root.var_count()).map(|index| VarId(index as u32));
        let hints = all.clone().map(|var| root.min(var)).collect();
        let open = all.filter(|var| !root.is_fixed(*var)).collect();
        let search = Search::new(program);
        let (decisions, some, blamed) = (Vec::new(), Vec::new(), Vec::new());
        let base = Base::new(root.var_count());
        let is_light = program.is_light();
        Self { search, decisions, open, hints, some, blamed, is_light, base }
    }

    /// Returns after how many dead ends a question about a clue counts as hard.
    pub(crate) fn patience(&self) -> u32 {
        if self.is_light { DEAD_ENDS_IF_LIGHT } else { DEAD_ENDS }
    }

    /// Returns a solution under these assumptions in which one of `some` holds, if there are any, or
    /// `Some(None)` where there is none; `None` after more than `most` dead ends, or once the budget is
    /// spent.
    ///
    /// # Units
    /// A step of the budget is a dead end; they are taken off in the end. Propagation is work.
    pub(crate) fn ask(
        &mut self,
        assumptions: &[Lit],
        some: &[Lit],
        most: u32,
        budget: &mut Budget,
    ) -> Option<Option<Assignment>> {
        let mut dead_ends = 0;
        let outcome = self.begin(assumptions, some);
        let end = self.go_on(outcome, most, &mut dead_ends, budget);
        budget.work(self.search.take_work());
        budget.spend(u64::from(dead_ends));
        match end {
            End::Solution => Some(self.search.assignment()),
            End::NothingLeft => Some(None),
            End::Hard => None,
        }
    }

    fn begin(&mut self, assumptions: &[Lit], some: &[Lit]) -> Outcome {
        self.decisions.clear();
        self.blamed.clear();
        self.some.clear();
        self.some.extend(some);
        for lit in some.iter().filter(|lit| !lit.is) {
            self.hints[lit.var.index()] = lit.value;
        }
        for lit in assumptions.iter().filter(|lit| lit.is) {
            self.hints[lit.var.index()] = lit.value;
        }
        self.go_to_base(assumptions)?;
        self.search.push();
        for lit in assumptions.iter().filter(|lit| !self.base.says(**lit)) {
            self.search.suppose(*lit)?;
        }
        self.search.propagate()?;
        self.one_of_some()
    }

    /// Leaves the levels that the question shares with those before, and adds some for what later
    /// ones are likely to share: questions name first what lasts.
    fn go_to_base(&mut self, assumptions: &[Lit]) -> Outcome {
        let shared = self.base.leave_shared(assumptions);
        self.search.back_to(shared);
        let rest = assumptions.iter().copied().filter(|lit| !self.base.says(*lit));
        let rest: Vec<Lit> = rest.collect();
        let mut rest = rest.as_slice();
        while rest.len() > MOST_BESIDE {
            let (lasting, others) = rest.split_at(rest.len() * 3 / 4);
            rest = others;
            self.search.push();
            let mut outcome = Ok(());
            for lit in self.base.add(lasting) {
                outcome = outcome.and_then(|()| self.search.suppose(*lit));
            }
            if outcome.and_then(|()| self.search.propagate()).is_err() {
                self.forget_base();
                return Err(Conflict);
            }
        }
        Ok(())
    }

    fn forget_base(&mut self) {
        self.search.restart();
        self.base.truncate(0);
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
    fn go_on(
        &mut self,
        mut outcome: Outcome,
        most: u32,
        dead_ends: &mut u32,
        budget: &mut Budget,
    ) -> End {
        let mut restart = if self.is_light { FIRST_RESTART } else { u32::MAX };
        loop {
            if outcome.is_err() {
                self.blame();
            }
            while outcome.is_err() {
                *dead_ends += 1;
                let Some((var, value)) = self.decisions.pop() else { return End::NothingLeft };
                if *dead_ends > most {
                    return End::Hard;
                }
                self.search.pop();
                outcome = self.search.remove(var, value).and_then(|()| self.one_of_some());
            }
            if *dead_ends >= restart {
                restart = *dead_ends * 2;
                self.decisions.clear();
                self.search.back_to(self.base.levels.len() + 1);
            }
            budget.work(self.search.take_work());
            if budget.is_spent().is_some() {
                return End::Hard;
            }
            let is_open = |var: &&VarId| self.search.size(**var) > 1;
            let blamed = self.blamed.iter().rev().find(is_open).copied();
            let Some(var) = blamed.or_else(|| self.search.smallest(&self.open)) else {
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

    /// Notes that the last decision led to a dead end.
    fn blame(&mut self) {
        if let Some((var, _)) = self.decisions.last() {
            self.blamed.retain(|other| other != var);
            self.blamed.push(*var);
        }
    }

    /// Returns for each literal whether the earlier ones do not entail it by propagation; `None`
    /// where all of them together leave something open, or contradict each other.
    pub(crate) fn needed_in_order(&mut self, literals: &[Lit]) -> Option<Vec<bool>> {
        // What this takes is counted with the next question.
        self.forget_base();
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::budget::Budget;
    use crate::csp::{BoolExpr, Csp, Domain, IntExpr, Lit, Origin, VarId};
    use crate::rng::Rng;
    use crate::search::{Program, settled};

    use super::{MOST_BESIDE, Quick};

    /// A latin square of order 6 with different values on its diagonal, too.
    fn latin_square() -> Csp {
        let mut csp = Csp::new();
        let side = 6_usize;
        let domain = Domain::Range(1, side as i64);
        let vars: Vec<VarId> =
            (0..side * side).map(|i| csp.var(format!("x{i}"), domain.clone())).collect();
        let line = |from: usize, step: usize| -> Vec<IntExpr> {
            (0..side).map(|i| IntExpr::Var(vars[from + i * step])).collect()
        };
        let rows = (0..side).map(|row| line(row * side, 1));
        let columns = (0..side).map(|column| line(column, side));
        for group in rows.chain(columns).chain([line(0, side + 1)]) {
            csp.hold(BoolExpr::Distinct(group), Origin::Introduced("test"));
        }
        csp
    }

    #[test]
    fn what_is_kept_of_earlier_questions_changes_no_answer() {
        let csp = latin_square();
        let program = settled(&Arc::new(Program::new(&csp).unwrap())).unwrap();
        let ask = |quick: &mut Quick, lits: &[Lit], some: &[Lit]| {
            quick.ask(lits, some, quick.patience(), &mut Budget::unlimited())
        };
        let whole = ask(&mut Quick::new(&program), &[], &[]).unwrap().unwrap();
        let mut rng = Rng::from_seed(3);
        let (mut yes, mut no, mut kept) = (0, 0, 0);
        for _ in 0..20 {
            let mut quick = Quick::new(&program);
            let mut lits: Vec<Lit> = (whole.iter().enumerate())
                .map(|(var, value)| Lit::is(VarId(var as u32), *value))
                .collect();
            rng.shuffle(&mut lits);
            while let Some(last) = lits.pop() {
                let mut question = lits.clone();
                let mut some = vec![];
                match rng.below(4) {
                    // A second word about a variable, which contradicts the first.
                    0 => question.extend(lits.first().map(|lit| !*lit)),
                    1 => some = vec![!last, Lit::is_not(VarId(0), whole[0])],
                    _ => question.push(!last),
                }
                let answer = ask(&mut quick, &question, &some);
                kept += quick.base.levels.len();
                let afresh = ask(&mut Quick::new(&program), &question, &some);
                if let (Some(answer), Some(afresh)) = (&answer, &afresh) {
                    assert_eq!(answer.is_some(), afresh.is_some(), "{question:?}, {some:?}");
                    yes += u32::from(answer.is_some());
                    no += u32::from(answer.is_none());
                }
                for found in answer.into_iter().flatten() {
                    assert!(question.iter().all(|lit| lit.holds_for(found[lit.var.index()])));
                }
                if lits.len() > MOST_BESIDE && rng.below(4) == 0 {
                    let at = rng.below(lits.len());
                    lits.swap_remove(at);
                }
            }
        }
        assert!(yes > 100 && no > 100 && kept > 500, "{yes} {no} {kept}");
    }
}
