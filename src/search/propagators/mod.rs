//! The propagators, one file each behind [`Propagate`], and registered here.
//!
//! A propagator says what it watches, removes values that no solution has, and explains a removal later if it is
//! asked. The modules that run propagators (`general.rs`), learn from them (`learn/`) or propagate single
//! statements (`stepwise/`) know none of them by name. A new one is a file, a variant, and a line each in
//! [`Propagator::propagate`], [`Propagator::interface`] and in what it is made from: [`Propagator::of_global`]
//! for a statement, [`Propagator::of_truth`] for a truth.
//!
//! **Invariant:** a propagator never removes a value that some solution under the present decisions
//! has; where all its variables are fixed and it does not object, what it stands for holds; and a
//! reason holds earlier than what it explains.

mod components;
mod distinct;
mod distinct_sum;
mod graphs;
mod known_runs;
mod linear;
mod peers;
mod reading;
mod simulation;
mod sizes;
mod slack;
pub(super) mod sums;
#[cfg(test)]
mod tests;
mod truth;

use puzgen_csp::{BoolExpr, Global, Lit, VarId};

use super::store::{Consistency, Store};
use super::trail::{BitLit, ReasonWriter, TrailPrefix};

use components::ComponentsPropagator;
pub use components::Kept;
pub(super) use distinct::DistinctPropagator;
pub(super) use distinct_sum::DistinctSum;
use graphs::GraphPropagator;
pub(super) use linear::{Goal, Linear, PlainSum, Summand};
pub(super) use peers::Peers;
use reading::ReadingPropagator;
use simulation::SimulationPropagator;
use sizes::SizesPropagator;
use truth::Truth;
pub(super) use truth::range_of;
pub use truth::{KnownOutcomes, ReducedTruth};

/// Units of work for each node of a graph, and for each term of an expression that is evaluated, in one run.
const PER_NODE: usize = 10;
const PER_TERM: usize = 10;

/// Returns the values that variables have where a literal is assumed, or `None` where that is a conflict.
pub(super) type ValuesUnder<'a> = &'a mut dyn FnMut(Lit, &[VarId]) -> Option<Vec<Option<i64>>>;

/// What every propagator says of itself.
pub trait Propagate {
    /// Calls `watch` for each variable that it depends on, with the [events](super::store::event) of it
    /// that wake the propagator; perhaps several times for one.
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8));

    /// Removes values that no solution under the present domains has.
    fn propagate(&self, store: &mut Store) -> Consistency;

    /// Writes the reason why it removed the value that is `gone` or, without one, the reason of its conflict.
    /// Returns whether it found one; otherwise the reason is all that was known of what it watches.
    fn explain(&self, _: &mut ReasonWriter<'_>) -> bool {
        false
    }

    /// Returns whether a reason takes a walk through a graph or many trials, so that it is better cached.
    fn is_slow_to_explain(&self) -> bool {
        false
    }

    /// Returns what a run takes, in units of work: an estimate that is always the same.
    fn cost(&self) -> usize;

    /// Returns whether networks of such propagators alone find conflicts very quickly.
    fn is_light(&self) -> bool {
        false
    }

    /// Returns whether it says what several variables are, each by itself, and so is several statements.
    fn is_of_several(&self) -> bool {
        false
    }

    /// Returns whether it wants to probe once: to learn what the other propagators derive where a literal is assumed.
    fn is_supposing(&self) -> bool {
        false
    }
}

/// One of the propagators: calls are made directly and not through a table.
#[derive(Debug, Clone)]
pub enum Propagator {
    /// What differs from one variable.
    Peers(Peers),
    /// Terms of which no two are equal.
    Distinct(DistinctPropagator),
    /// A sum.
    Linear(Linear),
    /// A sum whose terms differ.
    DistinctSum(DistinctSum),
    /// Groups of joined nodes.
    Components(ComponentsPropagator),
    /// Groups whose labels are their sizes.
    Sizes(SizesPropagator),
    /// What is there of a graph.
    Graph(GraphPropagator),
    /// What an automaton reads and says.
    Reading(ReadingPropagator),
    /// What is run.
    Simulation(SimulationPropagator),
    /// Any other truth.
    Truth(Truth),
}

impl Propagator {
    /// Returns the propagator of a statement, which keeps in the store what it saw.
    pub(super) fn of_global(global: &Global, store: &mut Store) -> Self {
        if let Global::Components(components) = global {
            if let Some(sizes) = SizesPropagator::new(store, components) {
                return Self::Sizes(sizes);
            }
            return Self::Components(
                ComponentsPropagator::new(store, components).with_memory(store),
            );
        }
        match Self::without_memory(global, store) {
            Self::Reading(reader) => Self::Reading(reader.with_memory(store)),
            other => other,
        }
    }

    /// Returns the propagator of a statement, each run of which looks at everything.
    pub fn without_memory(global: &Global, store: &Store) -> Self {
        match global {
            Global::Components(components) => {
                Self::Components(ComponentsPropagator::new(store, components))
            }
            Global::Reading(reading) => Self::Reading(ReadingPropagator::new(reading, store)),
            Global::Simulation(simulation) => {
                Self::Simulation(SimulationPropagator::new(simulation, store))
            }
        }
    }

    /// Returns the propagator of a truth as a whole, each run of which looks at everything.
    pub fn of_truth(truth: &BoolExpr) -> Self {
        match truth {
            BoolExpr::Graph(graph) => Self::Graph(GraphPropagator::new(graph)),
            _ => Self::Truth(Truth::new(truth)),
        }
    }

    /// Returns the propagator of a truth that concludes just what [`Propagator::of_truth`] does; more quickly, if it is a
    /// comparison of sums.
    pub fn of_alike(truth: &BoolExpr, store: &Store) -> Self {
        sums::alike(truth, store).map_or_else(|| Self::of_truth(truth), Self::Linear)
    }

    /// Returns what is left of a truth for good in this store, where that can be told.
    pub fn reduced(&self, store: &Store) -> Option<ReducedTruth> {
        match self {
            Self::Truth(truth) => truth.reduced(store),
            Self::Graph(graph) => ReducedTruth::of_graph(graph, store),
            Self::Linear(sum) => ReducedTruth::of_sum(sum, store),
            _ => None,
        }
    }

    /// Returns whether one run in this store says all that follows by itself.
    pub fn is_done_at_once(&self, store: &Store) -> bool {
        match self {
            Self::DistinctSum(sum) => sum.is_done_at_once(store),
            Self::Graph(graph) => graph.is_done_at_once(),
            _ => false,
        }
    }

    /// Returns what is kept of a state from which nothing follows, where that makes runs in states below it shorter.
    pub fn kept(&self, store: &Store) -> Option<Kept> {
        if let Self::Components(groups) = self { groups.kept(store) } else { None }
    }

    /// Takes values away that cannot be, in a state below that at `mark`, of which this was kept.
    pub fn propagate_below(&self, store: &mut Store, mark: usize, kept: &Kept) -> Consistency {
        match self {
            Self::Components(groups) => groups.propagate_below(store, mark, kept),
            other => other.propagate(store),
        }
    }

    /// Makes runs of a truth end early once it holds for good, in this store.
    pub(super) fn with_memory(self, store: &mut Store) -> Self {
        match self {
            Self::Truth(truth) => Self::Truth(truth.with_memory(store)),
            Self::Graph(graph) => Self::Graph(graph.with_memory(store)),
            other => other,
        }
    }

    /// Makes runs of a truth about few values note what becomes of them, in this store.
    pub(super) fn with_outcomes(self, store: &Store, known: &mut KnownOutcomes) -> Self {
        match self {
            Self::Truth(truth) => Self::Truth(truth.with_outcomes(store, known)),
            other => other,
        }
    }

    /// Takes values away that cannot be.
    #[inline]
    pub fn propagate(&self, store: &mut Store) -> Consistency {
        match self {
            Self::Peers(peers) => peers.propagate(store),
            Self::Distinct(group) => group.propagate(store),
            Self::Linear(sum) => sum.propagate(store),
            Self::DistinctSum(sum) => sum.propagate(store),
            Self::Components(groups) => groups.propagate(store),
            Self::Sizes(sizes) => sizes.propagate(store),
            Self::Graph(graph) => graph.propagate(store),
            Self::Reading(reader) => reader.propagate(store),
            Self::Simulation(runs) => runs.propagate(store),
            Self::Truth(truth) => truth.propagate(store),
        }
    }

    /// Returns what every propagator says of itself.
    pub fn interface(&self) -> &dyn Propagate {
        match self {
            Self::Peers(peers) => peers,
            Self::Distinct(group) => group,
            Self::Linear(sum) => sum,
            Self::DistinctSum(sum) => sum,
            Self::Components(groups) => groups,
            Self::Sizes(sizes) => sizes,
            Self::Graph(graph) => graph,
            Self::Reading(reader) => reader,
            Self::Simulation(runs) => runs,
            Self::Truth(truth) => truth,
        }
    }

    /// Asks, once, what follows from the others where something is supposed, if it wants to know.
    pub(super) fn suppose(&mut self, root: &mut Store, values_under: ValuesUnder<'_>) {
        if let Self::Components(groups) = self {
            groups.suppose(root, values_under);
        }
    }

    /// Adds the reason why it took the value that is `gone` from its variable or, where there is none,
    /// why it cannot hold.
    pub(super) fn why(
        &self,
        past: TrailPrefix<'_>,
        gone: Option<(VarId, i64)>,
        reason: &mut Vec<BitLit>,
    ) {
        let start = reason.len();
        let own = self.interface();
        // Others may name something and then take it back.
        let keeps_all = matches!(self, Self::Linear(_));
        let anew = if keeps_all { past } else { past.anew() };
        if !own.explain(&mut ReasonWriter { past: anew, gone, reason }) {
            reason.truncate(start);
            own.watches(&mut |var, _| past.because_all(var, reason));
        }
    }
}
