//! All solutions in the order of their values, one after the other, without keeping them.
//!
//! A depth-first search assigns the answers in their order, the smallest value first, and propagates. After
//! several conflicts in a row an engine is asked whether the present decisions have a completion at all: a "no"
//! prunes a whole branch, and decisions that agree with a known model need no question. Only verdicts and the
//! order of values determine what comes next, so it is the same with any engine.

use std::sync::Arc;

use crate::solver::{FoundSolutions, Solver};
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_csp::{Assignment, Lit, VarId};
use puzgen_engine::Verdict;
use puzgen_model::puzzle::Solution;
use puzgen_search::{Network, Search, settled};

/// Conflicts in a row before the engine is asked.
const CONFLICT_LIMIT: u32 = 20;

/// Solutions that are searched for in any order first: where there are no more, sorting them is cheap, while on
/// a hard board it takes long to prove that none comes before the first.
const FEW: usize = 20;

/// What is known of the solutions before they are listed.
#[derive(Debug)]
pub enum Listing<'s, 'a> {
    /// These are all.
    All(Vec<Solution>),
    /// There are more than so many: they come one after the other.
    More(usize, InOrder<'s, 'a>),
}

/// The solutions under some givens, in the order of their values.
#[derive(Debug)]
pub struct InOrder<'s, 'a> {
    solver: &'s mut Solver<'a>,
    given: Vec<Lit>,
    next_by: NextBy,
}

/// How the next one is found.
#[derive(Debug)]
enum NextBy {
    /// By propagation.
    Search(Box<ListingSearch>),
    /// By questions alone, where the domains are too wide for bit sets: these activation literals exclude the
    /// earlier solutions.
    Questions(Vec<Lit>),
    /// There are no more.
    Ended,
}

/// The state of the depth-first search.
#[derive(Debug)]
struct ListingSearch {
    search: Search,
    /// The root level, then one for each decision.
    levels: Vec<ListingLevel>,
    /// Whether the last step led to a contradiction.
    in_conflict: bool,
    /// A model, and the number of levels whose decisions it agrees with.
    known: Option<(Assignment, usize)>,
    /// The lowest level that was backtracked to since there was a model.
    lowest: usize,
    conflicts: u32,
}

/// A decision, and the values removed after it because all solutions with them are listed.
#[derive(Debug, Default)]
struct ListingLevel {
    decided: Option<(VarId, i64)>,
    gone: Vec<Lit>,
}

impl<'a> Solver<'a> {
    /// Prepares to list up to `limit` solutions.
    ///
    /// # Errors
    /// Where the budget is spent first.
    pub fn list(
        &mut self,
        given: &[Lit],
        limit: usize,
        budget: &mut Budget,
    ) -> Result<Listing<'_, 'a>, GaveUp> {
        let few = limit.min(FEW);
        let FoundSolutions { solutions, is_complete } =
            self.find(given, few.saturating_add(1), budget)?;
        if is_complete {
            return Ok(Listing::All(solutions));
        }
        let given = given.to_vec();
        let network = Network::new(&self.lowered.csp).map(Arc::new);
        let next_by = match network.and_then(|network| settled(&network)) {
            Some(network) => NextBy::Search(Box::new(ListingSearch::new(&network, &given))),
            None => NextBy::Questions(Vec::new()),
        };
        Ok(Listing::More(few, InOrder { solver: self, given, next_by }))
    }
}

impl Solver<'_> {
    /// Counts up to `limit` solutions, without keeping them.
    ///
    /// # Errors
    /// Where the budget is spent first.
    pub fn count(
        &mut self,
        given: &[Lit],
        limit: usize,
        budget: &mut Budget,
    ) -> Result<usize, GaveUp> {
        match self.list(given, limit, budget)? {
            Listing::All(solutions) => Ok(solutions.len().min(limit)),
            Listing::More(found, _) if limit <= found => Ok(limit),
            Listing::More(_, mut rest) => {
                let mut count = 0;
                while count < limit && rest.next(budget)?.is_some() {
                    count += 1;
                }
                Ok(count)
            }
        }
    }
}

impl InOrder<'_, '_> {
    /// Returns the next solution; `None` where there are no more.
    ///
    /// # Errors
    /// Where the budget is spent first.
    pub fn next(&mut self, budget: &mut Budget) -> Result<Option<Solution>, GaveUp> {
        let Self { solver, given, next_by } = self;
        let next = match next_by {
            NextBy::Search(listing) => listing.next(solver, given, budget)?,
            NextBy::Questions(activations) => {
                let assumed = [given.as_slice(), activations.as_slice()].concat();
                let next = solver.smallest(&assumed, budget)?;
                if let Some(solution) = &next {
                    activations.push(solver.exclude(solution.clone()).differs);
                }
                next
            }
            NextBy::Ended => None,
        };
        if next.is_none() {
            *next_by = NextBy::Ended;
        }
        Ok(next)
    }
}

impl ListingSearch {
    fn new(network: &Arc<Network>, given: &[Lit]) -> Self {
        let mut search = Search::new(network);
        // No level is opened, so this stays.
        let supposed = given.iter().try_for_each(|lit| search.suppose(*lit));
        let in_conflict = supposed.and_then(|()| search.propagate()).is_err();
        let levels = vec![ListingLevel::default()];
        Self { search, levels, in_conflict, known: None, lowest: 0, conflicts: 0 }
    }

    fn next(
        &mut self,
        solver: &mut Solver<'_>,
        given: &[Lit],
        budget: &mut Budget,
    ) -> Result<Option<Solution>, GaveUp> {
        loop {
            budget.work(self.search.take_work());
            if let Some(reason) = budget.is_spent() {
                return Err(reason);
            }
            if self.in_conflict {
                self.conflicts += 1;
                if self.conflicts > CONFLICT_LIMIT {
                    self.ask(solver, given, budget)?;
                } else if !self.step_back() {
                    return Ok(None);
                }
                continue;
            }
            let answers = &solver.lowered.csp.answers;
            let open = answers.iter().copied().find(|var| self.search.size(*var) > 1);
            if let Some((var, value)) = open.and_then(|var| Some((var, self.search.nth(var, 0)?))) {
                self.decide(var, value);
                continue;
            }
            let values = answers.iter().map(|var| self.search.value(*var));
            let Some(solution) = values.collect::<Option<Solution>>() else {
                puzgen_base::bug!("an answer has neither one value nor several");
            };
            // Variables beside the answers may be open, and perhaps they have no values that fit.
            let is_whole = self.search.assignment().is_some();
            if !is_whole && !can_be(solver, given, &solution, budget)? {
                self.in_conflict = true;
                continue;
            }
            // The model was this solution: nothing is known of the next one.
            (self.known, self.conflicts, self.lowest) = (None, 0, usize::MAX);
            self.step_back();
            return Ok(Some(solution));
        }
    }

    fn decide(&mut self, var: VarId, value: i64) {
        if let Some((model, levels)) = &mut self.known
            && *levels == self.levels.len()
            && model[var.index()] == value
        {
            *levels += 1;
        }
        self.search.push();
        self.levels.push(ListingLevel { decided: Some((var, value)), gone: Vec::new() });
        self.in_conflict = self.search.assign(var, value).is_err();
    }

    /// Undoes the last decision and removes its value; returns whether there was one.
    fn step_back(&mut self) -> bool {
        let last = self.levels.pop().and_then(|level| level.decided);
        let (Some((var, value)), Some(level)) = (last, self.levels.last_mut()) else {
            self.in_conflict = true;
            return false;
        };
        level.gone.push(Lit::is_not(var, value));
        let count = self.levels.len();
        self.lowest = self.lowest.min(count - 1);
        if let Some((model, levels)) = &mut self.known {
            *levels = count.min(*levels);
            if *levels == count && model[var.index()] == value {
                self.known = None;
            }
        }
        self.search.pop();
        self.in_conflict = self.search.remove(var, value).is_err();
        true
    }

    /// Backtracks to the lowest level whose decisions no model is known to complete, and asks for one.
    fn ask(
        &mut self,
        solver: &mut Solver<'_>,
        given: &[Lit],
        budget: &mut Budget,
    ) -> Result<(), GaveUp> {
        self.conflicts = 0;
        let doubt = self.known.as_ref().map_or(self.lowest, |(_, levels)| *levels);
        self.levels.truncate(doubt + 1);
        self.search.back_to(doubt);
        let mut assumed = given.to_vec();
        for ListingLevel { decided, gone } in &self.levels {
            assumed.extend(decided.map(|(var, value)| Lit::is(var, value)));
            assumed.extend(gone);
        }
        match solver.solve(&assumed, budget) {
            Verdict::Sat(model) => {
                self.in_conflict = false;
                self.known = Some((model, self.levels.len()));
            }
            Verdict::Unsat(_) => self.in_conflict = true,
            Verdict::GaveUp(reason) => return Err(reason),
        }
        Ok(())
    }
}

/// Returns whether some solution has this answer.
fn can_be(
    solver: &mut Solver<'_>,
    given: &[Lit],
    answer: &[i64],
    budget: &mut Budget,
) -> Result<bool, GaveUp> {
    let whole = [given, &solver.answer_lits(answer)].concat();
    match solver.solve(&whole, budget) {
        Verdict::Sat(_) => Ok(true),
        Verdict::Unsat(_) => Ok(false),
        Verdict::GaveUp(reason) => Err(reason),
    }
}
