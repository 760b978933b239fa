//! Random decisions: single dives with their weights, and a search that also goes back.

use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::rng::Rng;
use puzgen_csp::{Assignment, Csp, VarId};
use puzgen_search::{Inconsistent, Search};

use super::weight::ImportanceWeight;

/// Steps back before the first restart.
const FIRST_LIMIT: u64 = 100;

/// When a decision failed that did not; the others are numbered from 1.
const NEVER: u64 = 0;

/// How a search with steps back ended.
#[derive(Debug, Clone)]
pub(super) enum DiveEnd {
    Found(Assignment),
    /// Nothing is left to try.
    Exhausted,
    /// So many steps back were made.
    Enough,
    Stopped(GaveUp),
}

/// Decides at random which variable becomes what.
#[derive(Debug, Clone)]
pub(super) struct Diver {
    /// The answers.
    first: Vec<VarId>,
    /// The other variables, looked at once all answers are fixed.
    then: Vec<VarId>,
}

impl Diver {
    /// Returns the diver of a problem.
    pub(super) fn new(csp: &Csp) -> Self {
        let mut is_answer = vec![false; csp.vars.len()];
        csp.answers.iter().for_each(|var| is_answer[var.index()] = true);
        let all = (0..csp.vars.len() as u32).map(VarId);
        let (first, then) = all.partition(|var| is_answer[var.index()]);
        Self { first, then }
    }

    /// Dives from the start. Returns the weight where it ends in a solution, which `search` has once it is
    /// [completed](Search::complete).
    ///
    /// # Errors
    /// Why it was stopped.
    pub(super) fn dive(
        &self,
        search: &mut Search,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<ImportanceWeight>, GaveUp> {
        search.restart();
        search.push();
        let mut weight = ImportanceWeight::ONE;
        let mut ties = Vec::new();
        loop {
            let mut choice = choose(&self.first, search, &|_| NEVER, rng, &mut ties);
            if choice.is_none() && !search.is_determined(&self.first, &self.then) {
                if search.complete().is_err() {
                    return Ok(None);
                }
                choice = choose(&self.then, search, &|_| NEVER, rng, &mut ties);
            }
            match choice {
                None => return Ok(Some(weight)),
                Some(Choice { var, value, size }) => {
                    self.pay(search, budget)?;
                    weight = weight.times(size);
                    if search.assign(var, value).is_err() {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Searches from the start with steps back, and restarts after more and more of them, until
    /// a solution is found, nothing is left, or `enough` steps back were made.
    ///
    /// Of variables with as few values, the one whose decision failed last is decided first, also after a restart:
    /// what is hard to get right is decided while much is open.
    ///
    /// # Source
    /// Gay, Hartert, Lecoutre and Schaus, "Conflict ordering search for scheduling problems", CP 2015; there it comes
    /// before the size of the domain.
    pub(super) fn backtrack(
        &self,
        search: &mut Search,
        enough: u64,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> DiveEnd {
        let mut ties = Vec::new();
        let mut decisions = Vec::new();
        let mut limit = FIRST_LIMIT;
        let mut all_steps = 0;
        let mut failed_at = vec![NEVER; self.first.len() + self.then.len()];
        while all_steps < enough {
            search.restart();
            decisions.clear();
            let mut steps_back = 0;
            while steps_back <= limit {
                let failed = |var: VarId| failed_at[var.index()];
                let mut outcome = match self.choose(search, &failed, rng, &mut ties) {
                    Err(Inconsistent) => Err(Inconsistent),
                    Ok(None) => {
                        return search.assignment().map_or(DiveEnd::Exhausted, DiveEnd::Found);
                    }
                    Ok(Some(Choice { var, value, .. })) => {
                        if let Err(reason) = self.pay(search, budget) {
                            return DiveEnd::Stopped(reason);
                        }
                        search.push();
                        decisions.push((var, value));
                        search.assign(var, value)
                    }
                };
                while outcome.is_err() {
                    let Some((var, value)) = decisions.pop() else {
                        return DiveEnd::Exhausted;
                    };
                    if let Err(reason) = self.pay(search, budget) {
                        return DiveEnd::Stopped(reason);
                    }
                    steps_back += 1;
                    failed_at[var.index()] = all_steps + steps_back;
                    search.pop();
                    outcome = search.remove(var, value);
                }
            }
            all_steps += steps_back;
            limit += limit / 5;
        }
        DiveEnd::Enough
    }

    /// Counts a decision, or a step back, and the work since the one before.
    fn pay(&self, search: &mut Search, budget: &mut Budget) -> Result<(), GaveUp> {
        let looks = self.first.len() + self.then.len();
        budget.work(search.take_work() + looks as u64);
        match budget.is_spent() {
            Some(reason) => Err(reason),
            None => {
                budget.spend_here(1);
                Ok(())
            }
        }
    }

    /// Returns an open variable of smallest domain, of these one that failed last, ties at random, with a random value
    /// of it.
    ///
    /// # Errors
    /// If what follows once all answers are fixed contradicts itself.
    fn choose(
        &self,
        search: &mut Search,
        failed_at: &impl Fn(VarId) -> u64,
        rng: &mut Rng,
        ties: &mut Vec<VarId>,
    ) -> Result<Option<Choice>, Inconsistent> {
        if let Some(choice) = choose(&self.first, search, failed_at, rng, ties) {
            return Ok(Some(choice));
        }
        search.complete()?;
        Ok(choose(&self.then, search, failed_at, rng, ties))
    }
}

fn choose(
    among: &[VarId],
    search: &Search,
    failed_at: &impl Fn(VarId) -> u64,
    rng: &mut Rng,
    ties: &mut Vec<VarId>,
) -> Option<Choice> {
    let (mut size, mut last) = (usize::MAX, NEVER);
    for &var in among {
        let count = search.size(var);
        if count > 1 && count <= size {
            let failed = failed_at(var);
            if count < size || failed > last {
                (size, last) = (count, failed);
                ties.clear();
            }
            if failed == last {
                ties.push(var);
            }
        }
    }
    if size == usize::MAX {
        return None;
    }
    let var = ties[rng.below(ties.len())];
    Some(Choice { var, value: search.nth(var, rng.below(size))?, size })
}

/// One decision, and among how many values it was made.
struct Choice {
    var: VarId,
    value: i64,
    size: usize,
}
