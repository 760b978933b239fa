//! Why a place has no other value where values are the sizes of groups: which groups beside it are complete, which would be
//! one that is too large, and which have no room.
//!
//! This is looked at anew on the board, with the facts of a reason alone, so that nothing is said that they do not show.

use std::collections::BTreeSet;

use puzgen_csp::{Components, Global, Stmt, VarId};
use puzgen_stepwise::Deduction;

use super::names::Words;
use super::sentences::{fill, listed};

/// How many reasons are told for one place.
const MOST_TEXTS: usize = 3;

/// Groups whose labels are their sizes, as far as facts tell of them.
struct Sized<'w> {
    groups: &'w Components,
    /// The value of each label, where it is known.
    known: Vec<Option<i64>>,
}

/// What is wrong with a value at a place.
enum Wrong {
    Complete,
    TooLarge,
    NoRoom,
}

impl Words<'_> {
    /// Returns the groups whose labels are their sizes, and these labels.
    pub(super) fn groups_by_size(&self) -> Option<(&Components, &[VarId])> {
        let mut forms = self.lowered.csp.stmts.iter().filter_map(|(stmt, _)| match stmt {
            Stmt::Global(Global::Components(groups)) => Some(groups),
            _ => None,
        });
        let groups = forms.find(|groups| groups.labels().is_some())?;
        groups.size.iter().flatten().next()?;
        Some((groups, groups.labels()?))
    }

    /// Returns why a place has no other value, where its values are the sizes of groups and few words tell it of each.
    pub(super) fn by_other_sizes(&self, deduction: &Deduction) -> Option<String> {
        let Deduction { var, value, facts, .. } = deduction;
        let (groups, labels) = self.groups_by_size()?;
        let start = labels.iter().position(|label| label == var)?;
        let told = |label: &VarId| {
            let of_facts =
                || facts.iter().find_map(|fact| self.told(fact).filter(|t| t.0 == *label));
            self.given.get(label).copied().or_else(|| of_facts().map(|(_, value)| value))
        };
        let known = labels.iter().map(told).collect();
        let sized = Sized { groups, known };
        let (mut complete, mut large, mut without_room) = (Vec::new(), Vec::new(), Vec::new());
        let others = self.lowered.csp.domain(*var).iter();
        for other in others.filter(|other| other != value && self.may_be(*var, *other, facts)) {
            let may_be = |node: usize| self.may_be(labels[node], other, facts);
            let list = match sized.wrong(start, other, &may_be)? {
                Wrong::Complete => &mut complete,
                Wrong::TooLarge => &mut large,
                Wrong::NoRoom => &mut without_room,
            };
            list.push(self.value(*var, other));
        }
        let table = &self.sentences.groups;
        let mut texts = Vec::new();
        if !without_room.is_empty() {
            let values = self.sentences.one_of_values(&without_room);
            texts.push(fill(table.no_room, &[("value", &values)]));
        }
        if !complete.is_empty() {
            let text = table.complete[usize::from(complete.len() > 1)];
            texts.push(fill(text, &[("value", &listed(&complete, self.sentences.and))]));
        }
        texts.extend(large.iter().map(|value| fill(table.too_large, &[("value", value)])));
        if texts.is_empty() || texts.len() > MOST_TEXTS {
            return None;
        }
        let own = self.value(*var, *value);
        texts.push(fill(self.sentences.only_value, &[("value", &own)]));
        Some(texts.join("; "))
    }
}

impl Sized<'_> {
    /// Returns what is wrong with a value at a place, where that is seen at its own group.
    fn wrong(&self, start: usize, value: i64, may_be: &dyn Fn(usize) -> bool) -> Option<Wrong> {
        let is_same = |node: usize| self.known[node] == Some(value);
        let own = self.reached(start, &is_same);
        if own.len() as i64 > value {
            let beside = self.neighbours(start).filter(|node| is_same(*node));
            let groups: BTreeSet<BTreeSet<usize>> =
                beside.map(|node| self.reached(node, &is_same)).collect();
            return Some(match groups.iter().any(|group| group.len() as i64 == value) {
                true => Wrong::Complete,
                false => Wrong::TooLarge,
            });
        }
        // A square beside another complete group of this size cannot be of this one.
        let is_free = |node: usize| {
            let mut beside = self.neighbours(node).filter(|other| is_same(*other));
            let is_full = |other: usize| self.reached(other, &is_same).len() as i64 >= value;
            self.known[node].is_none() && may_be(node) && !beside.any(is_full)
        };
        let room = self.reached(start, &|node| is_same(node) || is_free(node));
        ((room.len() as i64) < value).then_some(Wrong::NoRoom)
    }

    /// Returns the nodes that are reached from one through others, itself among them.
    fn reached(&self, start: usize, may_pass: &dyn Fn(usize) -> bool) -> BTreeSet<usize> {
        let mut reached = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            for next in self.neighbours(node) {
                if !reached.contains(&next) && may_pass(next) {
                    reached.insert(next);
                    open.push(next);
                }
            }
        }
        reached
    }

    fn neighbours(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.groups.neighbours[node].iter().map(|node| *node as usize)
    }
}

#[cfg(test)]
mod tests {
    use puzgen_csp::{Components, VarId};

    use super::{Sized, Wrong};

    /// Returns what is wrong with a value at the upper right square of two rows of three.
    fn wrong(known: [i64; 6], value: i64) -> Option<Wrong> {
        let labels: Vec<VarId> = (0..6).map(VarId).collect();
        let neighbours: [&[u32]; 6] = [&[1, 3], &[0, 2, 4], &[1, 5], &[0, 4], &[1, 3, 5], &[2, 4]];
        let neighbours = neighbours.map(<[u32]>::to_vec).to_vec();
        let groups = Components::equal(labels, neighbours);
        let known = known.map(|value| Some(value).filter(|value| *value > 0)).to_vec();
        let sized = Sized { groups: &groups, known };
        sized.wrong(2, value, &|_| true)
    }

    #[test]
    fn says_what_is_wrong_with_a_size() {
        assert!(matches!(wrong([2, 2, 0, 0, 0, 0], 2), Some(Wrong::Complete)));
        assert!(matches!(wrong([0, 2, 0, 0, 0, 2], 2), Some(Wrong::TooLarge)));
        assert!(matches!(wrong([0, 2, 0, 0, 1, 0], 3), Some(Wrong::NoRoom)));
        assert!(wrong([0, 2, 0, 0, 0, 0], 3).is_none());
        // The square below touches a complete group of 2.
        assert!(matches!(wrong([0, 1, 0, 2, 2, 0], 2), Some(Wrong::NoRoom)));
        assert!(wrong([0, 1, 0, 0, 2, 0], 3).is_some());
    }
}
