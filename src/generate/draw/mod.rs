//! Full random solutions, drawn from our own random stream by one fixed procedure.
//!
//! Given a problem and a stream, [`RandomSearch`] gives back a solution; never one that some
//! engine happens to find first. What is drawn depends on the problem and the stream only.
//!
//! # How, and how uniform it is
//! A *dive* fixes an open variable of smallest domain (ties at random) to a random value left,
//! propagates, and goes on until all is fixed or a domain is empty. A dive that ends in a solution
//! after choices among `d1, d2, …` values had the probability `1/(d1·d2·…)`, apart from ties. So
//! plain dives prefer some solutions; but if each is kept with a probability proportional to its
//! *weight* `d1·d2·…`, and the others and the failed ones are thrown away, all solutions become
//! equally likely, because propagation never removes a solution.
//!
//! The keeping probability is `min(1, weight / bound)`. The bound is learnt once per problem from
//! dives of a fixed stream (`manner.rs`): twice the largest weight seen, where a draw then takes
//! about 180 decisions on average or fewer; otherwise as large as that allows. Heavier dives are
//! kept surely, and their solutions remain too rare; so the draws are
//!
//! * uniform where no weight exceeds the bound (small boards);
//! * nearer to uniform than plain dives on medium ones;
//! * not corrected where a single dive costs that much, or where nearly all dives fail: there the
//!   first solution of a randomised backtracking search with restarts is taken; after some steps
//!   back, of a search that learns clauses, with random first choices. Where many boards are drawn and the fixed
//!   stream found one with less work so, of that one at once.
//!
//! All of it is over assignments: auxiliary variables that the answers do not determine count.
//!
//! # Measured
//! Optimised build, median milliseconds of a draw. The statistic is the mean number of 2×2 latin
//! subsquares ("four corners that can be swapped"), which prefers symmetric boards; "true" is
//! estimated from weighted dives up to 9×9, and unknown where these are too few.
//!
//! | sudoku | ms | single dive, ms | statistic: dives | drawn | true |
//! |--------|----|-----------------|------------------|-------|------|
//! | 4×4    | 0.01 | 0.005 | 5.99 | 6.67 | 6.65 |
//! | 6×6    | 0.2  | 0.025 | 8.53 | 10.16 | 10.15 |
//! | 9×9    | 0.19 | 0.08  | 18.29 | 19.19 | 19.55 |
//! | 16×16  | 0.5  | not corrected | 61.1 | 61.1 | ? |
//! | 25×25  | 2.5  | not corrected | 151 | 151 | ? |
//!
//! χ² over the 288 boards of 4×4 (57,600 draws): 2193 without the weights, 312 with them. Latin
//! squares of order 5 without any such subsquare: 17.4 % of plain dives, 10.74 % of draws; the
//! truth is 3/28 = 10.71 %. χ²/df of the cells' values at 9×9, 16×16, 25×25: 0.97, 1.01, 1.00.
//!
//! # Source
//! Knuth, "Estimating the efficiency of backtrack programs" (1975), for the weights; Liu, Chen and
//! Wong, "Rejection control and sequential importance sampling" (1998), for the cut bound.

mod dive;
mod manner;
#[cfg(test)]
mod tests;
mod weight;

use std::sync::{Arc, Mutex, PoisonError};

use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::rng::Rng;
use puzgen_csp::{Assignment, Csp, Lit, VarId};
use puzgen_search::learn::{Answer, ClauseLearner};
use puzgen_search::{self as search, Network, Search};

use dive::{DiveEnd, Diver};
use manner::{Effort, Manner};

/// The outcome of one draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DrawOutcome {
    /// A solution: a value for every variable, guards being 1.
    Found(Assignment),
    /// There is none: everything was tried.
    Impossible,
    /// The budget ran out, or a domain is too wide for this search.
    GaveUp(GaveUp),
}

/// How many decisions a draw may take on average for the sake of uniformity.
const DECISIONS_PER_DRAW: usize = 180;

/// A draw stops diving after so many dives; about `DECISIONS_PER_DRAW` at the very most are expected.
const MAX_DIVES: usize = 8192;

/// Steps back of the plain search before one that learns takes over.
const PLAIN_STEPS_BACK: u64 = 300;

/// A problem made ready for drawing solutions.
#[derive(Debug)]
pub struct RandomSearch {
    state: Preparation,
}

#[derive(Debug)]
enum Preparation {
    /// Some domain has too many values for bit sets.
    TooWide,
    /// The statements contradict each other at once.
    Impossible,
    Ready(Box<PreparedSearch>),
}

#[derive(Debug)]
struct PreparedSearch {
    network: Arc<Network>,
    diver: Diver,
    effort: Effort,
    /// Found out with the first draw.
    known: Mutex<Option<Known>>,
}

/// What is found out once.
#[derive(Debug, Clone, Copy)]
struct Known {
    manner: Manner,
    /// What it took, in units of work. Every draw pays for it, so that none depends on which was first.
    work: u64,
}

impl RandomSearch {
    /// Returns the sampler of a problem.
    ///
    /// What is tried by dives and searches that do not depend on chance is left to the first draw.
    pub(crate) fn new(csp: &Csp) -> Self {
        Self::with_effort(csp, Effort::FOR_MANY)
    }

    /// Returns a sampler that one board is drawn from.
    pub(crate) fn for_one_board(csp: &Csp) -> Self {
        Self::with_effort(csp, Effort::FOR_ONE)
    }

    fn with_effort(csp: &Csp, effort: Effort) -> Self {
        let Some(network) = Network::of_all_rules(csp).map(Arc::new) else {
            return Self { state: Preparation::TooWide };
        };
        let Some(network) = search::settled(&network) else {
            return Self { state: Preparation::Impossible };
        };
        let diver = Diver::new(csp);
        Self {
            state: Preparation::Ready(Box::new(PreparedSearch {
                network,
                diver,
                effort,
                known: Mutex::default(),
            })),
        }
    }

    /// Draws a solution.
    ///
    /// # Units
    /// A step of the budget's own is a decision or a step back; the whole counts work. The budget only
    /// ends a draw; it does not change what is drawn.
    pub(crate) fn draw(&self, rng: &mut Rng, budget: &mut Budget) -> DrawOutcome {
        match &self.state {
            Preparation::TooWide => {
                DrawOutcome::GaveUp(GaveUp::Solver("a domain is too wide to draw from".into()))
            }
            Preparation::Impossible => DrawOutcome::Impossible,
            Preparation::Ready(ready) => ready.draw(rng, budget),
        }
    }

    /// Returns the positions of those of these variables that stay open when these literals hold and what follows is
    /// propagated; `None` where there is a contradiction, or nothing can be propagated.
    pub(crate) fn open_under(
        &self,
        given: &[Lit],
        vars: &[VarId],
        budget: &mut Budget,
    ) -> Option<Vec<usize>> {
        let Preparation::Ready(ready) = &self.state else { return None };
        let mut search = Search::about(&ready.network, given.iter().map(|lit| lit.var));
        let is_possible = given.iter().all(|lit| search.suppose(*lit).is_ok());
        let ended = search.propagate();
        budget.work(search.take_work());
        (is_possible && ended.is_ok())
            .then(|| (0..vars.len()).filter(|at| search.size(vars[*at]) > 1).collect())
    }

    /// Draws a solution in which these hold, by search with steps back: nothing is said of how
    /// likely each is.
    ///
    /// # Units
    /// As for [`RandomSearch::draw`].
    pub(crate) fn draw_with(
        &self,
        fixed: &[Lit],
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> DrawOutcome {
        let Preparation::Ready(ready) = &self.state else { return self.draw(rng, budget) };
        let mut search = Search::about(&ready.network, fixed.iter().map(|lit| lit.var));
        // No level is opened, so that this stays when the search restarts.
        let is_possible = fixed.iter().all(|lit| search.suppose(*lit).is_ok());
        if !is_possible || search.propagate().is_err() {
            return DrawOutcome::Impossible;
        }
        match ready.diver.backtrack(&mut search, u64::MAX, rng, budget) {
            DiveEnd::Found(assignment) => DrawOutcome::Found(assignment),
            DiveEnd::Exhausted => DrawOutcome::Impossible,
            DiveEnd::Enough => puzgen_base::bug!("a search without a bound made enough steps back"),
            DiveEnd::Stopped(reason) => DrawOutcome::GaveUp(reason),
        }
    }
}

impl PreparedSearch {
    fn draw(&self, rng: &mut Rng, budget: &mut Budget) -> DrawOutcome {
        let manner = match self.manner(budget) {
            Ok(Manner::Learning) => return self.learning(rng, budget),
            Ok(manner) => manner,
            Err(reason) => return DrawOutcome::GaveUp(reason),
        };
        let mut search = Search::about(&self.network, []);
        if let Manner::Dives(bound) = manner {
            for _ in 0..MAX_DIVES {
                match self.diver.dive(&mut search, rng, budget) {
                    Err(reason) => return DrawOutcome::GaveUp(reason),
                    Ok(None) => {}
                    Ok(Some(weight)) => {
                        if rng.unit() < weight.share_of(bound)
                            && search.complete().is_ok()
                            && let Some(assignment) = search.assignment()
                        {
                            return DrawOutcome::Found(assignment);
                        }
                    }
                }
            }
        }
        match self.diver.backtrack(&mut search, PLAIN_STEPS_BACK, rng, budget) {
            DiveEnd::Found(assignment) => DrawOutcome::Found(assignment),
            DiveEnd::Exhausted => DrawOutcome::Impossible,
            DiveEnd::Stopped(reason) => DrawOutcome::GaveUp(reason),
            DiveEnd::Enough => self.learning(rng, budget),
        }
    }

    /// Draws by a search that learns clauses, for problems where a plain one meets the same conflicts again.
    fn learning(&self, rng: &mut Rng, budget: &mut Budget) -> DrawOutcome {
        match ClauseLearner::new(Arc::clone(&self.network)).draw(rng, budget) {
            Answer::Yes(assignment) => DrawOutcome::Found(assignment),
            Answer::No(_) => DrawOutcome::Impossible,
            Answer::GaveUp(reason) => DrawOutcome::GaveUp(reason),
        }
    }

    /// Returns how solutions are drawn.
    fn manner(&self, budget: &mut Budget) -> Result<Manner, GaveUp> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(Known { manner, work }) = *known else {
            let before = budget.worked();
            let manner = manner::learn(&self.network, &self.diver, self.effort, budget)?;
            *known = Some(Known { manner, work: budget.worked() - before });
            return Ok(manner);
        };
        budget.work(work);
        budget.is_spent().map_or(Ok(manner), Err)
    }
}
