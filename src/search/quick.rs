//! Quick answers: propagation, and backtracking search with a conflict limit and without clause learning.
//!
//! Most questions of a generator are decided by propagation alone (56 of 57 removals in a 9×9
//! sudoku); for them, no reasons have to be recorded.
//!
//! # Source
//! Gay, Hartert, Lecoutre, Schaus, "Conflict Ordering Search for Scheduling Problems", CP 2015: the
//! variable whose decision failed last is decided first, also after restarts.

use std::sync::Arc;

use puzgen_base::budget::Budget;
use puzgen_csp::{Assignment, Lit, VarId};

use super::Search;
use super::definitions::Needed;
use super::network::Network;
use super::store::{Consistency, Inconsistent};

/// Conflicts after which a question counts as hard. With 20, puzzles of loops take up to an eighth longer.
pub const CONFLICT_LIMIT: u32 = 10;

/// The same limit in a [light](Network::is_light) network, and the conflicts before the first restart there.
/// In such a network a conflict takes a few microseconds, a tenth of what one of `sat` takes.
const CONFLICT_LIMIT_IF_LIGHT: u32 = 300;
const FIRST_RESTART: u32 = 6;

/// The work of a question that is too little to give it up, whatever its conflicts: such questions cost the search that
/// learns more (docs/experiments/genres.md).
const LEAST_WORK: u64 = 30_000;

/// The most assumptions of a question that are not put into levels of the kept prefix. With 16 or 24 a
/// fillomino costs 2 and 4 % more, other puzzles up to 1 %.
const MOST_BESIDE: usize = 8;

/// When a question is given up.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// After more conflicts than these.
    pub conflicts: u32,
    /// Where more literals of its clause are open once the assumptions are propagated.
    pub open: usize,
}

impl Limits {
    /// Returns a limit of conflicts alone.
    pub fn of_conflicts(conflicts: u32) -> Self {
        Self { conflicts, open: usize::MAX }
    }
}

/// A search with a conflict limit.
#[derive(Debug, Clone)]
pub struct Quick {
    search: Search,
    network: Arc<Network>,
    /// The propagators that the last question needed.
    needed: Needed,
    decisions: Vec<(VarId, i64)>,
    /// The variables that are not fixed at the root, and those of them that nothing which rests defines.
    open: Vec<VarId>,
    among: Vec<VarId>,
    /// The value that is tried first for each variable, the one assumed last: another solution is rarely far
    /// from the known one.
    hints: Vec<i64>,
    /// A clause of the current question: one of these must hold; none if it is empty.
    some: Vec<Lit>,
    /// Variables whose decision failed, the latest at the end (conflict ordering).
    failed: Vec<VarId>,
    is_light: bool,
    prefix: Prefix,
}

/// The assumptions that consecutive questions share. They stay propagated, in the lowest levels.
#[derive(Debug, Clone)]
struct Prefix {
    /// The literals of each level.
    levels: Vec<Vec<Lit>>,
    /// The propagators that were needed when each level was propagated.
    needed: Vec<Needed>,
    /// For each variable, its literal among them.
    literals: Vec<Option<Lit>>,
    /// For each variable, the number of the last question that assumed a literal of it, and the literal.
    assumed: Vec<(u64, Option<Lit>)>,
    /// The number of questions so far.
    questions: u64,
}

impl Prefix {
    fn new(vars: usize) -> Self {
        let (literals, assumed) = (vec![None; vars], vec![(0, None); vars]);
        Self { levels: Vec::new(), needed: Vec::new(), literals, assumed, questions: 0 }
    }

    fn contains(&self, lit: Lit) -> bool {
        self.literals[lit.var.index()] == Some(lit)
    }

    /// Drops the levels from the first one on that has a literal which the new question does not assume;
    /// returns the number of levels left.
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
            self.literals[lit.var.index()] = None;
        }
        self.needed.truncate(levels);
    }

    /// Adds a level of these literals and returns it. A literal of a variable that has one already is left
    /// out.
    fn add(&mut self, lits: &[Lit], needed: &Needed) -> &[Lit] {
        self.needed.push(needed.clone());
        let mut level = Vec::with_capacity(lits.len());
        for lit in lits {
            let own = &mut self.literals[lit.var.index()];
            if own.is_none() {
                *own = Some(*lit);
                level.push(*lit);
            }
        }
        self.levels.push(level);
        self.levels.last().map_or(&[], Vec::as_slice)
    }
}

impl Quick {
    /// Returns a search in a network that was [settled](super::settled).
    pub fn new(network: &Arc<Network>) -> Self {
        let root = &network.root;
        let all = (0..root.var_count()).map(|index| VarId(index as u32));
        let hints = all.clone().map(|var| root.min(var)).collect();
        let open: Vec<VarId> = all.filter(|var| !root.is_fixed(*var)).collect();
        let search = Search::new(network);
        let (decisions, some, failed) = (Vec::new(), Vec::new(), Vec::new());
        let prefix = Prefix::new(root.var_count());
        let is_light = network.is_light();
        let (network, among) = (Arc::clone(network), open.clone());
        let needed = network.definitions.all().clone();
        Self {
            search,
            network,
            needed,
            decisions,
            open,
            among,
            hints,
            some,
            failed,
            is_light,
            prefix,
        }
    }

    /// Returns the conflict limit of a question about a clue.
    pub fn conflict_limit(&self) -> u32 {
        if self.is_light { CONFLICT_LIMIT_IF_LIGHT } else { CONFLICT_LIMIT }
    }

    /// Returns a solution under these assumptions in which one of `some` holds, if there are any, or
    /// `Some(None)` where there is none; `None` at a limit, or once the budget is spent.
    ///
    /// # Units
    /// A step of the budget is a conflict within the limit; steps are charged when the question ends. Propagation is
    /// work.
    pub fn ask(
        &mut self,
        assumptions: &[Lit],
        some: &[Lit],
        limits: Limits,
        budget: &mut Budget,
    ) -> Option<Option<Assignment>> {
        let mut conflicts = 0;
        let outcome = self.begin(assumptions, some);
        // Often the assumptions alone decide.
        let is_given_up = outcome.is_ok() && self.count_open(limits.open) > limits.open;
        let end = match is_given_up {
            true => SearchEnd::LimitReached,
            false => self.go_on(outcome, limits.conflicts, &mut conflicts, budget),
        };
        budget.work(self.search.take_work());
        // Those beyond the limit are cheap, and count as work only: the search that learns has its own steps left.
        budget.spend(u64::from(conflicts.min(limits.conflicts.saturating_add(1))));
        match end {
            SearchEnd::Solution => Some(self.search.assignment()),
            SearchEnd::Exhausted => Some(None),
            SearchEnd::LimitReached => None,
        }
    }

    fn begin(&mut self, assumptions: &[Lit], some: &[Lit]) -> Consistency {
        self.decisions.clear();
        self.failed.clear();
        self.some.clear();
        self.some.extend(some);
        for lit in some.iter().filter(|lit| !lit.is) {
            self.hints[lit.var.index()] = lit.value;
        }
        for lit in assumptions.iter().filter(|lit| lit.is) {
            self.hints[lit.var.index()] = lit.value;
        }
        self.need(assumptions);
        self.extend_prefix(assumptions)?;
        self.search.push();
        self.run_rested();
        for lit in assumptions.iter().filter(|lit| !self.prefix.contains(**lit)) {
            self.search.suppose(*lit)?;
        }
        self.search.propagate()?;
        self.one_of_some()
    }

    /// Lets propagators rest that a question with these assumptions does not need.
    fn need(&mut self, assumptions: &[Lit]) {
        let definitions = &self.network.definitions;
        if definitions.is_empty() {
            return;
        }
        let vars = assumptions.iter().chain(&self.some).map(|lit| lit.var);
        let needed = definitions.needed(vars);
        if needed == self.needed {
            return;
        }
        self.search.need(&needed);
        let is_left_open = |var: &VarId| definitions.is_left_open(*var, &needed);
        self.among.clear();
        self.among.extend(self.open.iter().filter(|var| !is_left_open(var)));
        self.needed = needed;
    }

    /// Lets propagators run that rested when the levels below were propagated.
    fn run_rested(&mut self) {
        if let Some(done) = self.prefix.needed.last() {
            self.search.run_beyond(&self.needed, done);
        }
    }

    /// Backtracks to the levels that the question shares with the one before, and adds levels for the
    /// assumptions that later questions are likely to share: callers put the lasting ones first.
    fn extend_prefix(&mut self, assumptions: &[Lit]) -> Consistency {
        let shared = self.prefix.leave_shared(assumptions);
        self.search.back_to(shared);
        let rest = assumptions.iter().copied().filter(|lit| !self.prefix.contains(*lit));
        let rest: Vec<Lit> = rest.collect();
        let mut rest = rest.as_slice();
        while rest.len() > MOST_BESIDE {
            let (lasting, others) = rest.split_at(rest.len() * 3 / 4);
            rest = others;
            self.search.push();
            self.run_rested();
            let mut outcome = Ok(());
            for lit in self.prefix.add(lasting, &self.needed) {
                outcome = outcome.and_then(|()| self.search.suppose(*lit));
            }
            if outcome.and_then(|()| self.search.propagate()).is_err() {
                self.clear_prefix();
                return Err(Inconsistent);
            }
        }
        Ok(())
    }

    fn clear_prefix(&mut self) {
        self.search.restart();
        self.prefix.truncate(0);
    }

    /// Returns how many literals of the clause `some` may still hold, where it has more than `most` of them.
    fn count_open(&self, most: usize) -> usize {
        if self.some.len() <= most {
            return 0;
        }
        let may_hold = |lit: &&Lit| match self.search.value(lit.var) {
            Some(value) => (value == lit.value) == lit.is,
            None => true,
        };
        self.some.iter().filter(may_hold).count()
    }

    /// Unit propagation of the clause `some`.
    fn one_of_some(&mut self) -> Consistency {
        let mut open = None;
        for lit in &self.some {
            let value = self.search.value(lit.var);
            let can_be = self.search.contains(lit.var, lit.value);
            match (value, can_be) {
                (Some(value), _) if (value == lit.value) != lit.is => {}
                (None, false) if lit.is => {}
                (None, true) if open.is_none() => open = Some(*lit),
                // One literal holds, or two are unassigned.
                _ => return Ok(()),
            }
        }
        match open {
            Some(only) => {
                self.search.suppose(only)?;
                self.search.propagate()
            }
            None if self.some.is_empty() => Ok(()),
            None => Err(Inconsistent),
        }
    }

    /// Searches from the outcome of the last propagation until a solution, exhaustion or a limit.
    fn go_on(
        &mut self,
        mut outcome: Consistency,
        most: u32,
        conflicts: &mut u32,
        budget: &mut Budget,
    ) -> SearchEnd {
        let mut restart = if self.is_light { FIRST_RESTART } else { u32::MAX };
        let enough = budget.worked().saturating_add(LEAST_WORK);
        loop {
            if outcome.is_err() {
                self.note_failed();
            }
            while outcome.is_err() {
                *conflicts += 1;
                let Some((var, value)) = self.decisions.pop() else { return SearchEnd::Exhausted };
                if *conflicts > most && budget.worked() >= enough {
                    return SearchEnd::LimitReached;
                }
                self.search.pop();
                outcome = self.search.remove(var, value).and_then(|()| self.one_of_some());
            }
            if *conflicts >= restart {
                restart = *conflicts * 2;
                self.decisions.clear();
                self.search.back_to(self.prefix.levels.len() + 1);
            }
            budget.work(self.search.take_work());
            if budget.is_spent().is_some() {
                return SearchEnd::LimitReached;
            }
            let is_open = |var: &&VarId| self.search.size(**var) > 1;
            let last = self.failed.iter().rev().find(is_open).copied();
            let Some(var) = last.or_else(|| self.search.smallest(&self.among)) else {
                outcome = self.search.complete();
                match self.search.smallest(&self.open) {
                    _ if outcome.is_err() => continue,
                    None => return SearchEnd::Solution,
                    Some(_) => return SearchEnd::LimitReached,
                }
            };
            let hint = self.hints[var.index()];
            let value =
                if self.search.contains(var, hint) { Some(hint) } else { self.search.nth(var, 0) };
            let Some(value) = value else { return SearchEnd::LimitReached };
            self.search.push();
            self.decisions.push((var, value));
            outcome = self.search.assign(var, value).and_then(|()| self.one_of_some());
        }
    }

    /// Puts the variable of the last decision, which failed, at the end of the conflict order.
    fn note_failed(&mut self) {
        if let Some((var, _)) = self.decisions.last() {
            self.failed.retain(|other| other != var);
            self.failed.push(*var);
        }
    }

    /// Returns for each literal whether the earlier ones do not entail it by propagation; `None`
    /// where all of them together leave something open, or contradict each other.
    pub fn needed_in_order(&mut self, literals: &[Lit]) -> Option<Vec<bool>> {
        // The work of this is charged to the next question.
        self.clear_prefix();
        self.needed.clone_from(self.network.definitions.all());
        self.search.need(&self.needed);
        self.among.clone_from(&self.open);
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
enum SearchEnd {
    Solution,
    /// There is no solution.
    Exhausted,
    /// A limit was reached.
    LimitReached,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{Network, settled};
    use puzgen_base::budget::Budget;
    use puzgen_base::ops::CompareOp;
    use puzgen_base::rng::Rng;
    use puzgen_csp::{BoolExpr, Csp, Domain, IntExpr, Lit, Origin, VarId};

    use super::{LEAST_WORK, Limits, MOST_BESIDE, Quick};

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

    /// So many numbers of which no two are equal, one more than there are values; only pairs are said to differ.
    fn pigeons(count: usize) -> Csp {
        let mut csp = Csp::new();
        let domain = Domain::Range(1, count as i64 - 1);
        let vars: Vec<VarId> =
            (0..count).map(|i| csp.var(format!("x{i}"), domain.clone())).collect();
        for (at, a) in vars.iter().enumerate() {
            for b in &vars[at + 1..] {
                // As a product, so that it is not taken for a clique of differing numbers.
                let (a, b) = (IntExpr::Var(*a), IntExpr::Var(*b));
                let apart = IntExpr::Linear(vec![(1, a), (-1, b)], 0);
                let square = IntExpr::product(apart.clone(), apart).unwrap();
                let is_apart = BoolExpr::compare(CompareOp::Gt, square, IntExpr::Const(0));
                csp.hold(is_apart, Origin::Introduced("test"));
            }
        }
        csp
    }

    #[test]
    fn many_conflicts_are_no_reason_to_give_up_what_takes_little_work() {
        let ask = |csp: &Csp, conflicts: u32| {
            let network = settled(&Arc::new(Network::new(csp).unwrap())).unwrap();
            let mut budget = Budget::unlimited();
            let limits = Limits::of_conflicts(conflicts);
            (Quick::new(&network).ask(&[], &[], limits, &mut budget), budget.worked())
        };
        let (few, work) = ask(&pigeons(5), 1);
        assert!(few == Some(None) && work < LEAST_WORK, "{few:?} {work}");
        let (many, work) = ask(&pigeons(9), 1);
        assert!(many.is_none() && work >= LEAST_WORK, "{many:?} {work}");
    }

    #[test]
    fn what_is_kept_of_earlier_questions_changes_no_answer() {
        let csp = latin_square();
        let network = settled(&Arc::new(Network::new(&csp).unwrap())).unwrap();
        let ask = |quick: &mut Quick, lits: &[Lit], some: &[Lit]| {
            let limits = Limits::of_conflicts(quick.conflict_limit());
            quick.ask(lits, some, limits, &mut Budget::unlimited())
        };
        let whole = ask(&mut Quick::new(&network), &[], &[]).unwrap().unwrap();
        let mut rng = Rng::from_seed(3);
        let (mut yes, mut no, mut kept) = (0, 0, 0);
        for _ in 0..20 {
            let mut quick = Quick::new(&network);
            let mut lits: Vec<Lit> = (whole.iter().enumerate())
                .map(|(var, value)| Lit::is(VarId(var as u32), *value))
                .collect();
            rng.shuffle(&mut lits);
            while let Some(last) = lits.pop() {
                let mut question = lits.clone();
                let mut some = vec![];
                match rng.below(4) {
                    // A second literal of a variable, which contradicts the first.
                    0 => question.extend(lits.first().map(|lit| !*lit)),
                    1 => some = vec![!last, Lit::is_not(VarId(0), whole[0])],
                    _ => question.push(!last),
                }
                let answer = ask(&mut quick, &question, &some);
                kept += quick.prefix.levels.len();
                let afresh = ask(&mut Quick::new(&network), &question, &some);
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
