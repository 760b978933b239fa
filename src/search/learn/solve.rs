//! Decisions: all assumptions in the first level, then one variable a level, the one with fewest
//! values for its share of activity.
//!
//! # Source
//! Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by weighting constraints"
//! (ECAI 2004), for domain over increment; Luby, Sinclair and Zuckerman (1993), for restarts; Hickey and Bacchus,
//! "Speeding Up Assumption-Based SAT" (SAT 2019), for assumptions that stay propagated from question to question.

use std::sync::Arc;

use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::rng::Rng;
use puzgen_csp::{Assignment, Lit, VarId};

use super::analyze::LearntClause;
use super::{ClauseLearner, Reason};
use crate::definitions::Needed;
use crate::trail::BitLit;

/// The answer to one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Yes, so: the values of all variables.
    Yes(Assignment),
    /// No, because of these assumptions.
    No(Vec<BitLit>),
    /// Not known.
    GaveUp(GaveUp),
}

/// Conflicts before the first restart; later ones follow Luby's sequence.
const RESTART: u64 = 100;

/// Learnt clauses are forgotten only where there are more than this.
const MEMORY: usize = 4_000;

/// What a conflict adds to activities grows by this factor from one conflict to the next, which is the same as
/// a decay of what there is.
const GROWTH: f64 = 1.05;

/// Which variable is decided next, and to what.
#[derive(Debug, Clone)]
pub(super) struct Chooser {
    activity: Vec<f64>,
    increment: f64,
    /// The last value of each variable, which is tried first (phase saving).
    saved_values: Vec<Option<i64>>,
    /// The value in the solution that a question excludes, for each variable; empty for other questions. The
    /// first decision avoids it: most solutions that differ do so there, and a conflict tells what is forced.
    excluded: Vec<Option<i64>>,
}

impl Default for Chooser {
    fn default() -> Self {
        Self {
            activity: Vec::new(),
            increment: 1.0,
            saved_values: Vec::new(),
            excluded: Vec::new(),
        }
    }
}

impl Chooser {
    pub(super) fn add(&mut self) {
        self.activity.push(0.0);
        self.saved_values.push(None);
    }

    pub(super) fn save_value(&mut self, var: VarId, value: i64) {
        self.saved_values[var.index()] = Some(value);
    }

    /// Increases the activity of a variable, which a conflict depends on.
    pub(super) fn bump(&mut self, var: u32) {
        self.activity[var as usize] += self.increment;
    }

    pub(super) fn decay(&mut self) {
        self.increment *= GROWTH;
        if self.increment > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.increment *= 1e-100;
        }
    }
}

impl ClauseLearner {
    /// Asks whether everything said so far can hold together with `assumptions`.
    ///
    /// # Units
    /// A step of the budget is a conflict; a question takes one at least. Propagation is work.
    pub fn solve(&mut self, assumptions: &[BitLit], budget: &mut Budget) -> Answer {
        self.begin(assumptions, &[]);
        self.search(assumptions, None, budget)
    }

    /// Looks for any solution, from random first choices on: each variable is first tried with a random value,
    /// and which variable comes first is random until conflicts change the activities.
    ///
    /// # Units
    /// As for [`ClauseLearner::solve`].
    pub fn draw(&mut self, rng: &mut Rng, budget: &mut Budget) -> Answer {
        self.explains_to_minimize = true;
        self.begin(&[], &[]);
        for index in 0..self.network.root.var_count() {
            let var = VarId(index as u32);
            self.chooser.activity[index] = rng.unit() * self.chooser.increment;
            let nth = rng.below(self.store.size(var));
            self.chooser.saved_values[index] = self.store.values(var).nth(nth);
        }
        self.search(&[], None, budget)
    }

    /// Asks the same where one of `some` must hold, too. Nothing is remembered: the
    /// learnt clauses hold under the assumptions only.
    pub fn solve_once(
        &mut self,
        assumptions: &[BitLit],
        some: &[Lit],
        budget: &mut Budget,
    ) -> Answer {
        self.begin(assumptions, some);
        let count = self.clauses.all.len();
        let mut assumptions = assumptions.to_vec();
        match self.unassigned_literals(some).as_deref() {
            None => {}
            Some([]) => return Answer::No(assumptions),
            Some([only]) => assumptions.push(*only),
            Some(several) => {
                self.clauses.add(several.to_vec(), 0);
            }
        }
        self.ignored_level = 1;
        self.chooser.excluded = vec![None; self.store.var_count()];
        for lit in some.iter().filter(|lit| !lit.is) {
            self.chooser.excluded[lit.var.index()] = Some(lit.value);
        }
        let answer = self.search(&assumptions, None, budget);
        self.ignored_level = 0;
        self.chooser.excluded.clear();
        self.back_to(0);
        self.clauses.truncate(count, |_| false);
        answer
    }

    /// Asks the same where one of `some` must hold, too, in this question only. What is learnt and does not depend on
    /// that is remembered; the rest is forgotten, since later questions would look at it again and again. After a
    /// "yes", what follows from the assumptions stays, for a next question with the same ones.
    pub fn solve_some(
        &mut self,
        assumptions: &[BitLit],
        some: &[Lit],
        budget: &mut Budget,
    ) -> Answer {
        if self.assumed.is_none() {
            self.back_to(0);
        }
        let activation = self.activation();
        self.begin_again(assumptions, some);
        let (Ok(active), Ok(inactive)) = (self.number_of(activation), self.number_of(!activation))
        else {
            puzgen_base::bug!("a truth has no literals");
        };
        self.prefer(some);
        let count = self.clauses.all.len();
        let mut answer = match self.add_clause_of_question(some, inactive) {
            Ok(()) => self.search(assumptions, Some(active), budget),
            Err(core) => Answer::No(core),
        };
        if let Answer::No(core) = &mut answer {
            core.retain(|literal| *literal != active);
        }
        let is_kept = matches!(answer, Answer::Yes(_)) && self.level() > 1;
        self.back_to(usize::from(is_kept));
        if is_kept {
            self.assumed = Some(assumptions.to_vec());
        }
        self.forget_since(count, inactive);
        answer
    }

    /// Forgets, of the clauses after the first `count`, those of a question that is over: they are `inactive`.
    fn forget_since(&mut self, count: usize, inactive: BitLit) {
        let numbers = self.clauses.truncate(count, |clause| !clause.literals.contains(&inactive));
        for (reason, level) in &mut self.reasons {
            // Nothing is explained that holds at level 0.
            if *level == 0 {
                *reason = Reason::None;
            } else if let Reason::Clause(number) = reason
                && let Some(at) = (*number as usize).checked_sub(count)
            {
                let Some(now) = numbers[at] else {
                    puzgen_base::bug!(
                        "what follows from assumptions depends on the clause of a question"
                    );
                };
                *number = now;
            }
        }
    }

    /// Adds the clause of a question, "one of these holds, or it is inactive", at the level of the assumptions or below.
    ///
    /// # Errors
    /// The assumptions that exclude all of them.
    fn add_clause_of_question(
        &mut self,
        some: &[Lit],
        inactive: BitLit,
    ) -> Result<(), Vec<BitLit>> {
        let (mut open, mut excluded) = (vec![inactive], Vec::new());
        for lit in some {
            match self.number_of(*lit) {
                Err(true) => return Ok(()),
                Err(false) => {}
                Ok(literal) => match self.trail.truth(literal) {
                    Some(true) => return Ok(()),
                    Some(false) => excluded.push(literal),
                    None => open.push(literal),
                },
            }
        }
        let rest = &mut open[1..];
        rest.sort_unstable();
        if rest.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Ok(());
        }
        open.dedup();
        if open.len() == 1 {
            let conflict = excluded.into_iter().map(|literal| !literal).collect();
            return Err(self.assumptions_behind(&conflict));
        }
        // What was excluded comes last, as it is not watched.
        excluded.retain(|literal| self.level_of(!*literal) > 0);
        open.append(&mut excluded);
        self.clauses.add(open, 0);
        Ok(())
    }

    /// Returns a literal that switches on the clause of one question: the one of earlier questions, as long as no
    /// value of it is known.
    fn activation(&mut self) -> Lit {
        let is_open = |var: &VarId| !self.store.is_fixed(*var);
        let var = self.activation.filter(is_open).unwrap_or_else(|| self.add_truth());
        self.activation = Some(var);
        Lit::is(var, 1)
    }

    /// Tries first what makes these literals hold, where their variables are decided.
    fn prefer(&mut self, some: &[Lit]) {
        for lit in some {
            let value = match lit.is {
                true => Some(lit.value),
                false => self.store.values(lit.var).find(|value| *value != lit.value),
            };
            self.chooser.saved_values[lit.var.index()] = value;
        }
    }

    /// Goes back to the root, for a question with these assumptions and a clause of `some`.
    fn begin(&mut self, assumptions: &[BitLit], some: &[Lit]) {
        self.back_to(0);
        self.assumed = None;
        let needed = self.needed_for(assumptions, some);
        self.need(needed);
        if self.clauses.learnt > MEMORY {
            self.forget();
        }
    }

    /// The same, but stays where what follows from these assumptions is known from the question before.
    fn begin_again(&mut self, assumptions: &[BitLit], some: &[Lit]) {
        let is_known = self.level() == 1
            && self.assumed.as_deref() == Some(assumptions)
            && self.clauses.learnt <= MEMORY
            && self.needed_for(assumptions, some) == self.needed;
        if !is_known {
            self.begin(assumptions, some);
        }
    }

    /// Returns the propagators that a question needs.
    fn needed_for(&self, assumptions: &[BitLit], some: &[Lit]) -> Needed {
        let definitions = &self.network.definitions;
        if definitions.is_empty() {
            return self.needed.clone();
        }
        let assumed = assumptions.iter().map(|literal| self.trail.pair(*literal).0);
        let vars = assumed.chain(some.iter().map(|lit| lit.var));
        definitions.needed(vars.chain(self.in_clauses.iter().copied()))
    }

    /// Lets all other propagators rest; those that rested until now run.
    fn need(&mut self, needed: Needed) {
        if needed == self.needed {
            return;
        }
        let network = Arc::clone(&self.network);
        self.queue.need(&needed);
        needed.for_each_beyond(&self.needed, |index| self.queue.add(&network, index));
        self.needed = needed;
        self.settle_root();
    }

    /// Wakes all that rest, or lets them rest again.
    pub(super) fn wake(&mut self, is_awake: bool) {
        if is_awake == self.is_awake {
            return;
        }
        self.is_awake = is_awake;
        let network = Arc::clone(&self.network);
        let all = network.definitions.all();
        self.queue.need(if is_awake { all } else { &self.needed });
        if is_awake {
            all.for_each_beyond(&self.needed, |index| self.queue.add(&network, index));
        }
    }

    /// Searches, with the assumptions at level 1 and another one, where there is one, at level 2.
    fn search(
        &mut self,
        assumptions: &[BitLit],
        another: Option<BitLit>,
        budget: &mut Budget,
    ) -> Answer {
        budget.spend(1);
        let (mut conflicts, mut restarts) = (0, 0);
        loop {
            if self.is_contradictory {
                return Answer::No(Vec::new());
            }
            if self.level() == 0 {
                self.open_level();
                for assumption in assumptions {
                    if self.set(*assumption, Reason::None).is_err() {
                        let mut core = self.assumptions_behind(&vec![!*assumption]);
                        core.push(*assumption);
                        return Answer::No(core);
                    }
                }
            }
            if let Err(conflict) = self.propagate() {
                budget.spend(1);
                budget.work(std::mem::take(&mut self.work));
                if budget.stop_flag().is_set() {
                    return Answer::GaveUp(GaveUp::Stopped);
                }
                conflicts += 1;
                match self.conflict_level(&conflict) {
                    0 => self.is_contradictory = true,
                    1 if self.ignored_level == 1 => return Answer::No(assumptions.to_vec()),
                    1 => return Answer::No(self.assumptions_behind(&conflict)),
                    level => {
                        self.back_to(level);
                        let learnt = self.analyze(conflict);
                        self.back_to(learnt.level);
                        self.learn(learnt);
                    }
                }
                continue;
            }
            budget.work(std::mem::take(&mut self.work));
            if let Some(reason) = budget.is_spent() {
                return Answer::GaveUp(reason);
            }
            if conflicts >= RESTART * luby(restarts) {
                (conflicts, restarts) = (0, restarts + 1);
                self.back_to(1);
                continue;
            }
            if let Some(another) = another.filter(|_| self.level() == 1) {
                if self.trail.truth(another) == Some(false) {
                    return Answer::No(self.assumptions_behind(&vec![!another]));
                }
                self.open_level();
                self.decide(another);
                continue;
            }
            match self.choose() {
                Some(literal) => {
                    self.open_level();
                    self.decide(literal);
                }
                None if !self.is_awake && !self.network.definitions.is_empty() => self.wake(true),
                None => return Answer::Yes(self.solution()),
            }
        }
    }

    fn decide(&mut self, literal: BitLit) {
        if self.set(literal, Reason::None).is_err() {
            puzgen_base::bug!("an open literal could not be decided");
        }
    }

    fn learn(&mut self, learnt: LearntClause) {
        let first = learnt.literals[0];
        let reason = match learnt.literals.len() {
            1 => Reason::None,
            _ => Reason::Clause(self.clauses.add(learnt.literals, learnt.lbd)),
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
        let trail = &self.trail;
        self.clauses.forget(|clause| {
            clause.literals.iter().any(|literal| trail.truth(*literal) == Some(true))
        });
    }

    fn solution(&self) -> Assignment {
        (0..self.store.var_count()).map(|index| self.store.min(VarId(index as u32))).collect()
    }

    /// Returns the decision to make, or `None` where all is decided.
    fn choose(&self) -> Option<BitLit> {
        let of_problem = self.network.root.var_count();
        let awaited = self.network.awaited(&self.store);
        let var = awaited.or_else(|| self.least_open(0..of_problem));
        // Variables that were added for clauses come last: they follow from the others, or any value will do.
        let var = var.or_else(|| self.least_open(of_problem..self.store.var_count()))?;
        let excluded = self.chooser.excluded.get(var.index()).copied().flatten();
        let excluded = excluded.filter(|_| self.level() == 1);
        let last = self.chooser.saved_values[var.index()];
        let last = last.filter(|value| self.store.contains(var, *value) && last != excluded);
        let mut others = self.store.values(var).filter(|value| Some(*value) != excluded);
        let value = last.or_else(|| others.next())?;
        self.trail.id(var, value).map(BitLit::is)
    }

    fn least_open(&self, indexes: std::ops::Range<usize>) -> Option<VarId> {
        let mut best: Option<(f64, VarId)> = None;
        let definitions = &self.network.definitions;
        for index in indexes {
            let var = VarId(index as u32);
            if self.store.is_fixed(var)
                || !self.is_awake && definitions.is_left_open(var, &self.needed)
            {
                continue;
            }
            let score = self.store.size(var) as f64
                / (self.chooser.activity[index] + self.chooser.increment);
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
