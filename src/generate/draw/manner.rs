//! Finds out, once per problem, how its solutions are drawn.
//!
//! The bound that the weights of dives are compared with is twice the largest weight seen. Where too few dives would be
//! kept with it, so that a draw took more than [`DECISIONS_PER_DRAW`] decisions on average, it is reduced until enough
//! are. Where dives are of no use at all, one search with steps back is tried, and where that finds nothing soon, one that
//! learns clauses.

use std::sync::Arc;

use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::rng::{Rng, Stream};
use puzgen_search::learn::{Answer, ClauseLearner};
use puzgen_search::{Network, Search};

use super::dive::{DiveEnd, Diver};
use super::weight::ImportanceWeight;
use super::{DECISIONS_PER_DRAW, PLAIN_STEPS_BACK};

/// How solutions are drawn.
#[derive(Debug, Clone, Copy)]
pub(super) enum Manner {
    /// By dives, whose weights are compared with this bound.
    Dives(ImportanceWeight),
    /// By a search with steps back, and where that is hopeless, as in the last manner.
    StepsBack,
    /// By a search that learns clauses.
    Learning,
}

/// How much is tried to find that out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// The decisions that dives may take, and as many for a search with steps back.
    decisions: u64,
    /// Whether searches are tried.
    has_search: bool,
}

impl Effort {
    /// For a problem that many boards are drawn from.
    pub(super) const FOR_MANY: Self = Self { decisions: 3000, has_search: true };

    /// Where one board is drawn, on a layout of its own: more would take longer than all else.
    pub(super) const FOR_ONE: Self = Self { decisions: 300, has_search: false };
}

/// The dives that are made for it at most.
const DIVES: usize = 128;

/// Dives after which a problem is given up if they cost too much.
const FIRST_DIVES: usize = 8;

/// The factor from one bound that is tried to the next.
const BOUND_FACTOR: f64 = 0.875;

/// Returns how solutions of a problem are drawn.
///
/// The stream is the same for all problems: the result is a property of the problem.
///
/// # Errors
/// Why it was stopped, where the whole budget ends before that is known.
pub(super) fn learn(
    network: &Arc<Network>,
    diver: &Diver,
    effort: Effort,
    whole: &mut Budget,
) -> Result<Manner, GaveUp> {
    let mut rng = Stream::WeightBound.keyed(&[]);
    let mut search = Search::about(network, []);
    let mut budget = whole.apart(effort.decisions);
    let bound = bound_of_dives(&mut search, diver, &mut rng, &mut budget);
    whole.spend_work_of(&budget);
    let manner = match bound {
        Some(bound) => Manner::Dives(bound),
        None if effort.has_search => {
            match is_learning_quicker(network, &mut search, diver, effort, &mut rng, whole) {
                true => Manner::Learning,
                false => Manner::StepsBack,
            }
        }
        None => Manner::StepsBack,
    };
    whole.is_spent().map_or(Ok(manner), Err)
}

/// Returns the bound that weights of dives are compared with, or `None` where dives would cost more than they are worth.
fn bound_of_dives(
    search: &mut Search,
    diver: &Diver,
    rng: &mut Rng,
    budget: &mut Budget,
) -> Option<ImportanceWeight> {
    let mut weights = Vec::new();
    let mut dives = 0;
    // The decisions of the dives that were finished.
    let mut spent = 0;
    while dives < DIVES {
        let Ok(end) = diver.dive(search, rng, budget) else {
            break;
        };
        dives += 1;
        weights.extend(end);
        spent = budget.taken();
        if dives == FIRST_DIVES && are_too_dear(weights.len(), spent) {
            break;
        }
    }
    bound(&weights, spent)
}

/// Returns whether a search with steps back finds nothing, and one that learns clauses something with less work.
fn is_learning_quicker(
    network: &Arc<Network>,
    search: &mut Search,
    diver: &Diver,
    effort: Effort,
    rng: &mut Rng,
    whole: &mut Budget,
) -> bool {
    let start = whole.worked();
    let mut budget = whole.apart(effort.decisions);
    let end = diver.backtrack(search, PLAIN_STEPS_BACK, rng, &mut budget);
    whole.spend_work_of(&budget);
    if !matches!(end, DiveEnd::Enough) {
        return false;
    }
    let plain = whole.worked() - start;
    // Every draw pays for this as so much work, so that conflicts are no steps of the first one.
    let mut budget = Budget::new(None, whole.stop_flag().clone()).part(PLAIN_STEPS_BACK);
    let answer = ClauseLearner::new(Arc::clone(network)).draw(rng, &mut budget);
    whole.work(budget.worked());
    matches!(answer, Answer::Yes(_)) && whole.worked() - start < 2 * plain
}

/// Returns the bound for dives with these weights, which took so many decisions.
fn bound(weights: &[ImportanceWeight], spent: u64) -> Option<ImportanceWeight> {
    if are_too_dear(weights.len(), spent) {
        return None;
    }
    // The share of dives that must be kept, so that a draw takes DECISIONS_PER_DRAW decisions on average.
    let wanted = spent as f64 / DECISIONS_PER_DRAW as f64;
    let mut bound = weights.iter().copied().max_by(|a, b| a.compare(*b))?.times(2);
    // This ends: with a small enough bound all are kept, which is more than wanted.
    while kept(weights, bound) < wanted {
        bound = bound.reduced(BOUND_FACTOR);
    }
    Some(bound)
}

/// Returns whether even keeping every solution would take more than the allowed decisions.
fn are_too_dear(solutions: usize, spent: u64) -> bool {
    spent as f64 >= (solutions * DECISIONS_PER_DRAW) as f64
}

/// Returns how many of the dives with these weights are kept on average.
fn kept(weights: &[ImportanceWeight], bound: ImportanceWeight) -> f64 {
    weights.iter().map(|weight| weight.share_of(bound)).sum()
}
