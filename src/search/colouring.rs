//! The search in networks of disequalities alone: sudoku, latin squares.
//!
//! It draws the same conclusions as [`General`](super::general::General) does from the same
//! network, so that nothing depends on which of the two is at work. It is several times as fast:
//! a domain is one word, a level is a copy of all words, and the queue is a list of variables just fixed
//! and one word of groups.

use super::lists::Lists;
use super::network::Network;
use super::propagators::Propagator;
use super::store::{Consistency, Inconsistent, count};
use puzgen_csp::{Lit, VarId};

/// The most groups: one word has a bit for each.
const MAX_GROUPS: usize = 128;

/// The state of a search.
#[derive(Debug, Clone)]
pub(super) struct Colouring {
    /// The value of the lowest bit, the same for all variables.
    min: i64,
    /// The variables' peers, one list after the other.
    peers: Lists,
    /// The groups' variables.
    groups: Lists,
    /// For each variable, the groups it is in.
    groups_of: Vec<u128>,
    /// The present domains.
    words: Vec<u64>,
    /// The domains when levels were opened, one level after the other.
    saved: Vec<u64>,
    /// Variables that were fixed and whose value was not yet removed from their peers.
    fixed: Vec<u32>,
    /// Groups with a variable that lost a value.
    changed: u128,
    /// Units of work that were not yet charged to a budget.
    work: u64,
}

impl Colouring {
    /// Returns the search in a settled network, or `None` where it has other propagators.
    pub(super) fn new(network: &Network) -> Option<Self> {
        let root = &network.root;
        let vars = || (0..root.var_count() as u32).map(VarId);
        let (_, min) = root.single_word(vars().next()?)?;
        let is_alike = |var: VarId| root.single_word(var).is_some_and(|(_, other)| other == min);
        let mut peers: Vec<&[(VarId, i64)]> = vec![&[]; root.var_count()];
        let mut groups = Vec::new();
        for propagator in &network.propagators {
            match propagator {
                Propagator::Peers(of) => peers[of.owner().index()] = of.others(),
                Propagator::Distinct(group) if group.is_plain() => groups.push(group),
                _ => return None,
            }
        }
        let count = groups.len();
        let is_moved = peers.iter().copied().flatten().any(|(_, add)| *add != 0);
        if !vars().all(is_alike) || is_moved || count > MAX_GROUPS {
            return None;
        }
        let groups = Lists::new(groups.iter().map(|group| group.vars().map(|var| var.0)));
        let mut groups_of = vec![0; root.var_count()];
        for group in 0..count {
            for var in groups.of(group) {
                groups_of[*var as usize] |= 1 << group;
            }
        }
        let peers = Lists::new(peers.iter().map(|peers| peers.iter().map(|(var, _)| var.0)));
        let words = vars().map(|var| root.bits(var).0[0]).collect();
        let (saved, fixed) = (Vec::new(), Vec::new());
        Some(Self { min, peers, groups, groups_of, words, saved, fixed, changed: 0, work: 0 })
    }

    pub(super) fn back_to(&mut self, levels: usize) {
        let (start, count) = (levels * self.words.len(), self.words.len());
        if self.saved.len() > start {
            self.words.copy_from_slice(&self.saved[start..start + count]);
            self.saved.truncate(start);
        }
        self.forget();
    }

    pub(super) fn push(&mut self) {
        self.saved.extend_from_slice(&self.words);
    }

    pub(super) fn pop(&mut self) {
        if let Some(start) = self.saved.len().checked_sub(self.words.len()) {
            self.words.copy_from_slice(&self.saved[start..]);
            self.saved.truncate(start);
        }
        self.forget();
    }

    /// Returns the units of work since this was called last.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    fn forget(&mut self) {
        self.fixed.clear();
        self.changed = 0;
    }

    fn bit(&self, value: i64) -> u64 {
        let offset = value.wrapping_sub(self.min) as u64;
        if offset < 64 { 1 << offset } else { 0 }
    }

    pub(super) fn contains(&self, var: VarId, value: i64) -> bool {
        self.words[var.index()] & self.bit(value) != 0
    }

    pub(super) fn suppose(&mut self, lit: Lit) -> Consistency {
        let bit = self.bit(lit.value);
        let word = self.words[lit.var.index()];
        self.keep(lit.var.0, if lit.is { word & bit } else { word & !bit })
    }

    /// Replaces the domain of a variable by a part of it.
    #[inline]
    fn keep(&mut self, var: u32, word: u64) -> Consistency {
        let place = &mut self.words[var as usize];
        if word == *place {
            return Ok(());
        }
        if word == 0 {
            return Err(Inconsistent);
        }
        *place = word;
        self.changed |= self.groups_of[var as usize];
        if word & (word - 1) == 0 {
            self.fixed.push(var);
        }
        Ok(())
    }

    pub(super) fn propagate(&mut self) -> Consistency {
        loop {
            while let Some(var) = self.fixed.pop() {
                let word = self.words[var as usize];
                let peers = self.peers.of(var as usize);
                self.work += peers.len() as u64;
                for &peer in peers {
                    let place = &mut self.words[peer as usize];
                    let left = *place & !word;
                    if left != *place {
                        if left == 0 {
                            return Err(Inconsistent);
                        }
                        *place = left;
                        self.changed |= self.groups_of[peer as usize];
                        if left & (left - 1) == 0 {
                            self.fixed.push(peer);
                        }
                    }
                }
            }
            if self.changed == 0 {
                return Ok(());
            }
            let group = self.changed.trailing_zeros() as usize;
            self.changed &= self.changed - 1;
            self.hidden(group)?;
        }
    }

    /// Hidden singles of a group with as many variables as values; fails where there are fewer values.
    fn hidden(&mut self, group: usize) -> Consistency {
        let range = self.groups.range(group);
        self.work += range.len() as u64;
        let (mut once, mut twice, mut fixed) = (0_u64, 0_u64, 0_u64);
        for var in self.groups.of(group) {
            let word = self.words[*var as usize];
            twice |= once & word;
            once |= word;
            fixed |= if word & (word - 1) == 0 { word } else { 0 };
        }
        let values = once.count_ones() as usize;
        if values < range.len() {
            return Err(Inconsistent);
        }
        let lone = once & !twice & !fixed;
        if values > range.len() || lone == 0 {
            return Ok(());
        }
        for at in range {
            let var = self.groups.item(at);
            let word = self.words[var as usize];
            let only = word & lone;
            // Where it is the whole domain, `General` finds the conflict later, and so must this.
            if only != 0 && only != word {
                if only & (only - 1) != 0 {
                    return Err(Inconsistent);
                }
                self.keep(var, only)?;
            }
        }
        Ok(())
    }

    #[inline]
    pub(super) fn size(&self, var: VarId) -> usize {
        count(self.words[var.index()])
    }

    pub(super) fn nth(&self, var: VarId, rank: usize) -> Option<i64> {
        let mut word = self.words[var.index()];
        for _ in 0..rank {
            word &= word.wrapping_sub(1);
        }
        (word != 0).then(|| self.min + i64::from(word.trailing_zeros()))
    }

    pub(super) fn var_count(&self) -> usize {
        self.words.len()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::general::General;
    use crate::{Network, settled};
    use puzgen_base::rng::Rng;
    use puzgen_csp::{BoolExpr, Csp, Domain, IntExpr, Lit, Origin, VarId};

    use super::Colouring;

    /// Numbers of which some must differ: full groups and small ones, at random.
    fn random_csp(rng: &mut Rng) -> Csp {
        let mut csp = Csp::new();
        let values = 3 + rng.below(4);
        let domain = Domain::Range(1, values as i64);
        let vars: Vec<VarId> =
            (0..4 * values).map(|i| csp.var(format!("x{i}"), domain.clone())).collect();
        for _ in 0..8 {
            let mut group = vars.clone();
            rng.shuffle(&mut group);
            group.truncate(if rng.below(3) > 0 { values } else { 2 });
            let group = group.into_iter().map(IntExpr::Var).collect();
            csp.hold(BoolExpr::Distinct(group), Origin::Introduced("test"));
        }
        csp
    }

    #[test]
    fn concludes_what_the_general_search_does() {
        let mut rng = Rng::from_seed(7);
        let (mut steps, mut conflicts) = (0, 0);
        for _ in 0..300 {
            let csp = random_csp(&mut rng);
            let network = settled(&Arc::new(Network::new(&csp).unwrap())).unwrap();
            let mut general = General::new(&network);
            let mut colouring = Colouring::new(&network).unwrap();
            let max = csp.vars[0].domain.max();
            for _ in 0..30 {
                general.push();
                colouring.push();
                let var = VarId(rng.below(csp.vars.len()) as u32);
                let value = 1 + rng.below(max as usize) as i64;
                let lit = Lit { var, value, is: rng.below(3) > 0 };
                let one = general.suppose(lit).and_then(|()| general.propagate());
                let two = colouring.suppose(lit).and_then(|()| colouring.propagate());
                assert_eq!(one, two);
                steps += 1;
                if one.is_err() || rng.below(8) == 0 {
                    conflicts += u32::from(one.is_err());
                    general.pop();
                    colouring.pop();
                }
                for (var, word) in colouring.words.iter().enumerate() {
                    assert_eq!(general.store.bits(VarId(var as u32)).0, [*word]);
                }
            }
        }
        assert!(conflicts > 500 && conflicts < steps / 2, "{conflicts} of {steps}");
    }
}
