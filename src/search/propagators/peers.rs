//! What must differ from one variable: once that has a value, no other takes it.

use puzgen_csp::VarId;

use super::Propagate;
use crate::store::{Consistency, Store, event};

/// A variable, and those that are never it plus a constant.
#[derive(Debug, Clone)]
pub struct Peers {
    owner: VarId,
    others: Vec<(VarId, i64)>,
}

impl Peers {
    /// Returns the propagator of "none of these is `owner` plus its constant".
    pub(crate) fn new(owner: VarId, others: Vec<(VarId, i64)>) -> Self {
        Self { owner, others }
    }

    /// Returns the variable from which the others differ.
    pub(crate) fn owner(&self) -> VarId {
        self.owner
    }

    /// Returns those that are never it plus a constant.
    pub(crate) fn others(&self) -> &[(VarId, i64)] {
        &self.others
    }
}

impl Propagate for Peers {
    /// One value is the reason of all that goes.
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8)) {
        watch(self.owner, event::FIXED);
    }

    #[inline]
    fn propagate(&self, store: &mut Store) -> Consistency {
        let Some(value) = store.value(self.owner) else { return Ok(()) };
        for (other, add) in &self.others {
            if let Some(value) = value.checked_add(*add) {
                store.remove(*other, value)?;
            }
        }
        Ok(())
    }

    fn cost(&self) -> usize {
        self.others.len()
    }

    fn is_light(&self) -> bool {
        true
    }
}
