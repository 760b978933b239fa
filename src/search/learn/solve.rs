//! Decisions: all assumptions in the first level, then one variable a level, the one with fewest
//! values for its share of blame.
//!
//! # Source
//! Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by weighting constraints"
//! (ECAI 2004), for domain over weight; Luby, Sinclair and Zuckerman (1993), for restarts.

use crate::budget::{Budget, GaveUp};
use crate::csp::{Assignment, Lit, VarId};
use crate::rng::Rng;

use super::analyze::Lesson;
use super::{Learner, Reason};
use crate::search::past::Bit;

/// The answer to one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Yes, so: the values of all variables.
    Yes(Assignment),
    /// No, because of these assumptions.
    No(Vec<Bit>),
    /// Not known.
    GaveUp(GaveUp),
}

/// Dead ends before the first restart; later ones follow Luby's sequence.
const RESTART: u64 = 100;

/// Learnt clauses that are kept at the least.
const MEMORY: usize = 4_000;

/// Blame grows by this factor from one dead end to the next.
const GROWTH: f64 = 1.05;

/// Which variable is decided next, and to what.
#[derive(Debug, Clone)]
pub(super) struct Chooser {
    blame: Vec<f64>,
    weight: f64,
    /// The last value of each variable.
    last: Vec<Option<i64>>,
    /// The value in the solution that a question excludes, for each variable; empty for others. A first
    /// decision against it ends soon, and says what must be.
    excluded: Vec<Option<i64>>,
}

impl Default for Chooser {
    fn default() -> Self {
        Self { blame: Vec::new(), weight: 1.0, last: Vec::new(), excluded: Vec::new() }
    }
}

impl Chooser {
    pub(super) fn add(&mut self) {
        self.blame.push(0.0);
        self.last.push(None);
    }

    pub(super) fn was(&mut self, var: VarId, value: i64) {
        self.last[var.index()] = Some(value);
    }

    pub(super) fn blame(&mut self, var: u32) {
        self.blame[var as usize] += self.weight;
    }

    pub(super) fn age(&mut self) {
        self.weight *= GROWTH;
        if self.weight > 1e100 {
            self.blame.iter_mut().for_each(|blame| *blame *= 1e-100);
            self.weight *= 1e-100;
        }
    }
}

impl Learner {
    /// Asks whether everything said so far can hold together with `assumptions`.
    ///
    /// # Units
    /// A step of the budget is a dead end; a question takes one at least. Propagation is work.
    pub(crate) fn solve(&mut self, assumptions: &[Bit], budget: &mut Budget) -> Answer {
        self.begin();
        self.search(assumptions, budget)
    }

    /// Looks for any solution, from random first choices on: each variable is first tried with a random value,
    /// and which comes first is random until dead ends say more.
    ///
    /// # Units
    /// As for [`Learner::solve`].
    pub(crate) fn draw(&mut self, rng: &mut Rng, budget: &mut Budget) -> Answer {
        self.begin();
        for index in 0..self.program.root.var_count() {
            let var = VarId(index as u32);
            self.chooser.blame[index] = rng.unit() * self.chooser.weight;
            let nth = rng.below(self.store.size(var));
            self.chooser.last[index] = self.store.values(var).nth(nth);
        }
        self.search(&[], budget)
    }

    /// Asks the same where one of `some` must hold, too. Nothing is remembered: lessons take the
    /// assumptions for granted.
    pub(crate) fn solve_once(
        &mut self,
        assumptions: &[Bit],
        some: &[Lit],
        budget: &mut Budget,
    ) -> Answer {
        self.begin();
        let count = self.clauses.all.len();
        let mut assumptions = assumptions.to_vec();
        match self.open_bits(some).as_deref() {
            None => {}
            Some([]) => return Answer::No(assumptions),
            Some([only]) => assumptions.push(*only),
            Some(several) => {
                self.clauses.add(several.to_vec(), 0);
            }
        }
        self.ground = 1;
        self.chooser.excluded = vec![None; self.store.var_count()];
        for lit in some.iter().filter(|lit| !lit.is) {
            self.chooser.excluded[lit.var.index()] = Some(lit.value);
        }
        let answer = self.search(&assumptions, budget);
        self.ground = 0;
        self.chooser.excluded.clear();
        self.back_to(0);
        self.clauses.truncate(count);
        answer
    }

    fn begin(&mut self) {
        self.back_to(0);
        if self.clauses.learnt > MEMORY {
            self.forget();
        }
    }

    fn search(&mut self, assumptions: &[Bit], budget: &mut Budget) -> Answer {
        budget.spend(1);
        let (mut dead_ends, mut restarts) = (0, 0);
        loop {
            if self.is_contradictory {
                return Answer::No(Vec::new());
            }
            if self.level() == 0 {
                self.open_level();
                for wanted in assumptions {
                    if self.set(*wanted, Reason::None).is_err() {
                        let mut core = self.assumptions_behind(&vec![!*wanted]);
                        core.push(*wanted);
                        return Answer::No(core);
                    }
                }
            }
            if let Err(clash) = self.propagate() {
                budget.spend(1);
                budget.work(std::mem::take(&mut self.work));
                if budget.stop_flag().is_set() {
                    return Answer::GaveUp(GaveUp::Stopped);
                }
                dead_ends += 1;
                match self.level_of_clash(&clash) {
                    0 => self.is_contradictory = true,
                    1 if self.ground == 1 => return Answer::No(assumptions.to_vec()),
                    1 => return Answer::No(self.assumptions_behind(&clash)),
                    level => {
                        self.back_to(level);
                        let lesson = self.analyze(clash);
                        self.back_to(lesson.level);
                        self.learn(lesson);
                    }
                }
                continue;
            }
            budget.work(std::mem::take(&mut self.work));
            if let Some(reason) = budget.is_spent() {
                return Answer::GaveUp(reason);
            }
            if dead_ends >= RESTART * luby(restarts) {
                (dead_ends, restarts) = (0, restarts + 1);
                self.back_to(1);
                continue;
            }
            match self.choose() {
                Some(bit) => {
                    self.open_level();
                    self.decide(bit);
                }
                None => return Answer::Yes(self.solution()),
            }
        }
    }

    fn decide(&mut self, bit: Bit) {
        if self.set(bit, Reason::None).is_err() {
            crate::bug!("an open bit could not be decided");
        }
    }

    fn learn(&mut self, lesson: Lesson) {
        let first = lesson.bits[0];
        let reason = match lesson.bits.len() {
            1 => Reason::None,
            _ => Reason::Clause(self.clauses.add(lesson.bits, lesson.spread)),
        };
        if self.set(first, reason).is_err() {
            self.is_contradictory = true;
        }
        if self.level() == 0 {
            self.settle_root();
        }
    }

    /// Forgets clauses; nothing is decided at this time.
    fn forget(&mut self) {
        for (reason, _) in &mut self.reasons {
            *reason = Reason::None;
        }
        let table = &self.table;
        self.clauses.forget(|clause| clause.bits.iter().any(|bit| table.truth(*bit) == Some(true)));
    }

    fn solution(&self) -> Assignment {
        (0..self.store.var_count()).map(|index| self.store.min(VarId(index as u32))).collect()
    }

    /// Returns the decision to make, or `None` where all is decided.
    fn choose(&self) -> Option<Bit> {
        let of_problem = self.program.root.var_count();
        let var = self.least_open(0..of_problem);
        // What was added for clauses follows from the rest, or does not matter.
        let var = var.or_else(|| self.least_open(of_problem..self.store.var_count()))?;
        let excluded = self.chooser.excluded.get(var.index()).copied().flatten();
        let excluded = excluded.filter(|_| self.level() == 1);
        let last = self.chooser.last[var.index()];
        let last = last.filter(|value| self.store.contains(var, *value) && last != excluded);
        let mut others = self.store.values(var).filter(|value| Some(*value) != excluded);
        let value = last.or_else(|| others.next())?;
        self.table.id(var, value).map(Bit::is)
    }

    fn least_open(&self, indexes: std::ops::Range<usize>) -> Option<VarId> {
        let mut best: Option<(f64, VarId)> = None;
        for index in indexes {
            let var = VarId(index as u32);
            if self.store.is_fixed(var) {
                continue;
            }
            let score =
                self.store.size(var) as f64 / (self.chooser.blame[index] + self.chooser.weight);
            if best.is_none_or(|(least, _)| score < least) {
                best = Some((score, var));
            }
        }
        best.map(|(_, var)| var)
    }
}

/// Returns the `number`-th term, from 0, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …
fn luby(number: u64) -> u64 {
    let (mut size, mut level, mut number) = (1, 0, number);
    while size < number + 1 {
        size = 2 * size + 1;
        level += 1;
    }
    while size - 1 != number {
        size = (size - 1) / 2;
        level -= 1;
        number %= size;
    }
    1 << level
}
