//! Learns, once per problem, the bound that the weights of dives are compared with.
//!
//! The bound is twice the largest weight seen. Where too few dives would be kept with it, so that a draw
//! took more than [`DECISIONS_PER_DRAW`] decisions on average, it is reduced until enough are.

use std::sync::Arc;

use crate::budget::{Budget, GaveUp};
use crate::rng::Stream;
use crate::search::{Network, Search};

use super::DECISIONS_PER_DRAW;
use super::dive::Diver;
use super::weight::ImportanceWeight;

/// The dives that are made for it at most.
const DIVES: usize = 128;

/// The decisions these may take in a problem that many boards are drawn from.
pub(super) const DECISIONS: u64 = 3000;

/// The same where one board is drawn, on a layout of its own: more of them take longer than all else.
pub(super) const DECISIONS_FOR_ONE: u64 = 300;

/// Dives after which a problem is given up if they cost too much.
const FIRST_DIVES: usize = 8;

/// The factor from one bound that is tried to the next.
const BOUND_FACTOR: f64 = 0.875;

/// Returns the bound after so many decisions at most, or `None` where dives would cost more than they are worth.
///
/// The stream is the same for all problems: the result is a property of the problem.
///
/// # Errors
/// Why it was stopped, where the whole budget ends before that is known.
pub(super) fn learn(
    network: &Arc<Network>,
    diver: &Diver,
    decisions: u64,
    whole: &mut Budget,
) -> Result<Option<ImportanceWeight>, GaveUp> {
    let mut rng = Stream::WeightBound.keyed(&[]);
    let mut budget = whole.apart(decisions);
    let mut search = Search::about(network, []);
    let mut weights = Vec::new();
    let mut dives = 0;
    // The decisions of the dives that were finished.
    let mut spent = 0;
    while dives < DIVES {
        let Ok(end) = diver.dive(&mut search, &mut rng, &mut budget) else {
            break;
        };
        dives += 1;
        weights.extend(end);
        spent = budget.taken();
        if dives == FIRST_DIVES && is_hopeless(weights.len(), spent) {
            break;
        }
    }
    whole.spend_work_of(&budget);
    if let Some(reason) = whole.is_spent() {
        return Err(reason);
    }
    Ok(bound(&weights, spent))
}

/// Returns the bound for dives with these weights, which took so many decisions.
fn bound(weights: &[ImportanceWeight], spent: u64) -> Option<ImportanceWeight> {
    if is_hopeless(weights.len(), spent) {
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
fn is_hopeless(solutions: usize, spent: u64) -> bool {
    spent as f64 >= (solutions * DECISIONS_PER_DRAW) as f64
}

/// Returns how many of the dives with these weights are kept on average.
fn kept(weights: &[ImportanceWeight], bound: ImportanceWeight) -> f64 {
    weights.iter().map(|weight| weight.share_of(bound)).sum()
}
