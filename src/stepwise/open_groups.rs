//! What is open of groups, as it was when sets were searched for in them last.

use super::model::Group;
use super::state::{Bits, SolveState};

/// Members with a word each: variables of a group with their values, or values with their variables, all by position in
/// the group.
pub(super) type Members = Vec<(u32, u64)>;

/// What is open of a group.
#[derive(Debug, Default)]
pub(super) struct OpenGroup {
    /// Of each variable of the group, the values it had left when this was looked at last; none where its value was found.
    words: Vec<u64>,
    pub(super) vars: Members,
    /// None where the group is not full, so that values need not be taken.
    pub(super) values: Members,
    /// There is no set of at most so many.
    pub(super) none_to: usize,
}

/// What was searched for sets last. A group in which nothing changed since is not searched again.
#[derive(Debug, Default)]
pub(super) struct SetSearch {
    pub(super) groups: Vec<OpenGroup>,
    /// Nothing, between calls.
    pub(super) few: Members,
}

impl OpenGroup {
    /// Looks at what is open of a group now.
    pub(super) fn look(&mut self, group: &Group, state: &SolveState) {
        let mut has_changed = self.words.len() != group.vars.len();
        self.words.resize(group.vars.len(), 0);
        for (word, var) in self.words.iter_mut().zip(&group.vars) {
            let now = if state.is_found(*var) { 0 } else { group.values_of(state, *var) };
            has_changed |= std::mem::replace(word, now) != now;
        }
        if !has_changed {
            return;
        }
        self.vars.clear();
        let open = self.words.iter().enumerate().filter(|(_, word)| **word != 0);
        self.vars.extend(open.map(|(at, word)| (at as u32, *word)));
        self.values.clear();
        if group.is_full {
            let mut places = [0; u64::BITS as usize];
            for (at, word) in &self.vars {
                Bits(*word).for_each(|value| places[value as usize] |= 1 << at);
            }
            let all = self.vars.iter().fold(0, |all, (_, word)| all | word);
            self.values.extend(Bits(all).map(|value| (value, places[value as usize])));
        }
        self.none_to = 0;
    }
}
