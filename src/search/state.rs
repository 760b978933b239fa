//! The state of one search: levels of decisions that can be undone, and what propagation leaves of each domain.
//!
//! A network of disequalities alone is searched by [`colouring`](crate::colouring), any other one by
//! [`general`](crate::general).

use std::sync::Arc;

use puzgen_csp::{Assignment, Lit, VarId};

use crate::colouring::Colouring;
use crate::definitions::Needed;
use crate::general::General;
use crate::network::Network;
use crate::store::Consistency;

/// The state of one search in a [`Network`].
#[derive(Debug, Clone)]
pub struct Search {
    kind: SearchKind,
}

#[derive(Debug, Clone)]
enum SearchKind {
    Colouring(Box<Colouring>),
    General(Box<General>),
}

/// Propagates all there is in a network, and returns one that starts from there; `None` where
/// there is a contradiction.
pub fn settled(network: &Arc<Network>) -> Option<Arc<Network>> {
    General::new(network).settled()
}

/// Returns the network with what its propagators of groups need to know of each label, found by assuming the
/// label and propagating; the network must be [`settled`].
pub fn supposed(network: &Arc<Network>) -> Arc<Network> {
    if !network.propagators.iter().any(|propagator| propagator.interface().is_supposing()) {
        return Arc::clone(network);
    }
    let mut general = General::new(network);
    let mut supposed = Network::clone(network);
    for propagator in &mut supposed.propagators {
        let values_under = &mut |lit, vars: &[VarId]| general.values_under(lit, vars);
        propagator.suppose(&mut supposed.root, values_under);
    }
    supposed.root.commit();
    Arc::new(supposed)
}

impl Search {
    /// Returns a search at level 0, in a network that was [`settled`].
    pub fn new(network: &Arc<Network>) -> Self {
        let kind = match Colouring::new(network) {
            Some(colouring) => SearchKind::Colouring(Box::new(colouring)),
            None => SearchKind::General(Box::new(General::new(network))),
        };
        Self { kind }
    }

    /// Returns one in which the definitions rest that nothing needs while nothing is said but of these variables.
    /// At the end, it must be [completed](Self::complete).
    pub fn about(network: &Arc<Network>, vars: impl IntoIterator<Item = VarId>) -> Self {
        let mut search = Self::new(network);
        if !network.definitions.is_empty() {
            search.need(&network.definitions.needed(vars));
        }
        search
    }

    /// Lets all other propagators rest. The search must be at the end of a propagation.
    pub(crate) fn need(&mut self, needed: &Needed) {
        if let SearchKind::General(general) = &mut self.kind {
            general.need(needed);
        }
    }

    /// Lets propagators run, though nothing changed since others of these ran.
    pub(crate) fn run_beyond(&mut self, needed: &Needed, done: &Needed) {
        if let SearchKind::General(general) = &mut self.kind {
            general.run_beyond(needed, done);
        }
    }

    /// Wakes all that rest, until this level is undone, and propagates.
    pub fn complete(&mut self) -> Consistency {
        match &mut self.kind {
            SearchKind::Colouring(_) => Ok(()),
            SearchKind::General(general) => general.complete(),
        }
    }

    /// Returns whether all that is open is what definitions say that rest, given that these variables were decided: then
    /// it can be [completed](Self::complete), in one way.
    pub fn is_determined(&self, decided: &[VarId], others: &[VarId]) -> bool {
        let is_left_open = |var: &VarId| match &self.kind {
            SearchKind::Colouring(_) => false,
            SearchKind::General(general) => general.is_left_open(*var),
        };
        others.iter().all(|var| self.size(*var) == 1 || is_left_open(var))
            && !decided.iter().any(is_left_open)
    }

    /// Undoes all levels.
    pub fn restart(&mut self) {
        self.back_to(0);
    }

    /// Undoes all levels but the first ones.
    pub fn back_to(&mut self, levels: usize) {
        match &mut self.kind {
            SearchKind::Colouring(colouring) => colouring.back_to(levels),
            SearchKind::General(general) => general.back_to(levels),
        }
    }

    /// Opens a level: what follows can be undone at once.
    pub fn push(&mut self) {
        match &mut self.kind {
            SearchKind::Colouring(colouring) => colouring.push(),
            SearchKind::General(general) => general.push(),
        }
    }

    /// Undoes the last level.
    pub fn pop(&mut self) {
        match &mut self.kind {
            SearchKind::Colouring(colouring) => colouring.pop(),
            SearchKind::General(general) => general.pop(),
        }
    }

    /// Restricts a variable without propagating.
    pub fn suppose(&mut self, lit: Lit) -> Consistency {
        match &mut self.kind {
            SearchKind::Colouring(colouring) => colouring.suppose(lit),
            SearchKind::General(general) => general.suppose(lit),
        }
    }

    /// Propagates to a fixpoint.
    pub fn propagate(&mut self) -> Consistency {
        match &mut self.kind {
            SearchKind::Colouring(colouring) => colouring.propagate(),
            SearchKind::General(general) => general.propagate(),
        }
    }

    /// Returns the units of work that propagation took since this was called last.
    pub fn take_work(&mut self) -> u64 {
        match &mut self.kind {
            SearchKind::Colouring(colouring) => colouring.take_work(),
            SearchKind::General(general) => general.take_work(),
        }
    }

    /// Fixes a variable and propagates.
    pub fn assign(&mut self, var: VarId, value: i64) -> Consistency {
        self.suppose(Lit::is(var, value))?;
        self.propagate()
    }

    /// Takes a value away and propagates.
    pub fn remove(&mut self, var: VarId, value: i64) -> Consistency {
        self.suppose(Lit::is_not(var, value))?;
        self.propagate()
    }

    /// Returns the number of values left.
    #[inline]
    pub fn size(&self, var: VarId) -> usize {
        match &self.kind {
            SearchKind::Colouring(colouring) => colouring.size(var),
            SearchKind::General(general) => general.store.size(var),
        }
    }

    /// Returns whether a value is left.
    pub(crate) fn contains(&self, var: VarId, value: i64) -> bool {
        match &self.kind {
            SearchKind::Colouring(colouring) => colouring.contains(var, value),
            SearchKind::General(general) => general.store.contains(var, value),
        }
    }

    /// Returns the `rank`-th value left, counted from 0.
    pub fn nth(&self, var: VarId, rank: usize) -> Option<i64> {
        match &self.kind {
            SearchKind::Colouring(colouring) => colouring.nth(var, rank),
            SearchKind::General(general) => general.store.nth(var, rank),
        }
    }

    /// Returns, of these variables, the first that has fewest values but several.
    pub(crate) fn smallest(&self, among: &[VarId]) -> Option<VarId> {
        match &self.kind {
            SearchKind::Colouring(colouring) => smallest(among, |var| colouring.size(var)),
            SearchKind::General(general) => smallest(among, |var| general.store.size(var)),
        }
    }

    /// Returns the value of a fixed variable.
    pub fn value(&self, var: VarId) -> Option<i64> {
        if self.size(var) == 1 { self.nth(var, 0) } else { None }
    }

    /// Returns the values of all variables, if all are fixed.
    pub fn assignment(&self) -> Option<Assignment> {
        let count = match &self.kind {
            SearchKind::Colouring(colouring) => colouring.var_count(),
            SearchKind::General(general) => general.store.var_count(),
        };
        (0..count).map(|index| self.value(VarId(index as u32))).collect()
    }
}

#[inline]
fn smallest(among: &[VarId], size: impl Fn(VarId) -> usize) -> Option<VarId> {
    let mut best = None;
    let mut least = usize::MAX;
    for &var in among {
        let size = size(var);
        if size > 1 && size < least {
            (best, least) = (Some(var), size);
            if size == 2 {
                break;
            }
        }
    }
    best
}
