//! A propagator network: the propagators of a problem, and which change of a domain wakes which of them.

use super::definitions::Definitions;
use super::propagators::Propagator;
use super::store::Store;
use puzgen_csp::VarId;

/// A problem compiled for search. All searches in it share it.
#[derive(Debug, Clone)]
pub struct Network {
    /// The domains at the start.
    pub root: Store,
    /// The propagators, quick ones first.
    pub propagators: Vec<Propagator>,
    /// Which of them make runs.
    pub(super) simulations: Vec<u32>,
    /// How many of them are quick: these run before all others.
    pub quick: usize,
    /// Whether a statement was seen to be false.
    pub(crate) is_contradictory: bool,
    /// The cost of running each propagator, in units of work: an estimate that is always the same.
    pub costs: Vec<u32>,
    /// Which of them are definitions.
    pub(super) definitions: Definitions,
    /// For each variable, where its part of `wakes` starts.
    pub(super) starts: Vec<u32>,
    /// Propagators with the events that wake them.
    pub(super) wakes: Vec<(u32, u8)>,
}

impl Network {
    /// Returns the same network with other domains at the start.
    pub(crate) fn starting_from(&self, root: Store) -> Self {
        Self { root, ..self.clone() }
    }

    /// Returns whether nothing is said but what differs and how large groups of equal labels are: a
    /// conflict is found in no time.
    pub(crate) fn is_light(&self) -> bool {
        self.propagators.iter().all(|propagator| propagator.interface().is_light())
    }

    /// Returns, of the variables that runs wait for, the one with fewest values and, of several, what most runs wait
    /// for. To decide another one would not bring any run further.
    pub(crate) fn awaited(&self, store: &Store) -> Option<VarId> {
        let mut waits: Vec<(VarId, usize)> = Vec::new();
        for at in &self.simulations {
            let Propagator::Simulation(runs) = &self.propagators[*at as usize] else { continue };
            runs.for_each_wait(store, &mut |var| match waits.iter_mut().find(|it| it.0 == var) {
                Some((_, count)) => *count += 1,
                None => waits.push((var, 1)),
            });
        }
        let rank = |(var, count): &(VarId, usize)| (store.size(*var), usize::MAX - *count, *var);
        waits.into_iter().min_by_key(rank).map(|(var, _)| var)
    }

    /// Returns the propagators that watch `var` and the events they wait for.
    pub(crate) fn wakes(&self, var: usize) -> &[(u32, u8)] {
        match self.starts.get(var + 1) {
            Some(end) => &self.wakes[self.starts[var] as usize..*end as usize],
            // A variable that was added to the store later.
            None => &[],
        }
    }
}
