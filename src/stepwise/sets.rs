//! Sets within one group: variables that together have only so many values (naked subsets), or values that together only
//! so many variables can take (hidden ones).

use crate::search::store::count;

use super::model::{Group, StepwiseModel};
use super::path::StepKind;
use super::stall::{Excluded, StallElimination};
use super::state::{Bits, SolveState};

/// The largest set that is searched for.
const LARGEST_SET: usize = 4;

/// Members with a word each: variables of a group with their values, or values with their variables, all by position in
/// the group.
type Members = Vec<(u32, u64)>;

/// A group, and what is open of it.
struct OpenGroup<'m> {
    number: u32,
    group: &'m Group,
    vars: Members,
    /// None where the group is not full, so that values need not be taken.
    values: Members,
}

impl StepwiseModel {
    /// Returns the eliminations of the smallest sets within one group.
    pub(super) fn sets_at(&self, state: &SolveState) -> Option<(StepKind, Vec<StallElimination>)> {
        let groups = self.groups.iter().enumerate();
        let groups = groups.map(|(number, group)| OpenGroup::new(number as u32, group, state));
        let groups: Vec<OpenGroup<'_>> = groups.filter(|group| group.vars.len() > 2).collect();
        (2..=LARGEST_SET).find_map(|size| {
            let found = sets(&groups, size);
            (!found.is_empty()).then_some((StepKind::Set(size as u32), found))
        })
    }
}

/// Returns the values that sets of `size` eliminate.
fn sets(groups: &[OpenGroup<'_>], size: usize) -> Vec<StallElimination> {
    let (mut eliminations, mut few) = (Vec::new(), Members::new());
    for group in groups.iter().filter(|group| group.vars.len() > size) {
        group.naked(size, &mut few, &mut eliminations);
        group.hidden(size, &mut few, &mut eliminations);
    }
    eliminations.sort_unstable();
    eliminations.dedup_by_key(|elimination| (elimination.var, elimination.value));
    eliminations
        .sort_unstable_by_key(|elimination| (elimination.by, elimination.var, elimination.value));
    eliminations
}

impl<'m> OpenGroup<'m> {
    fn new(number: u32, group: &'m Group, state: &SolveState) -> Self {
        let open = group.vars.iter().enumerate().filter(|(_, var)| !state.is_found(**var));
        let vars: Members =
            open.map(|(at, var)| (at as u32, group.values_of(state, *var))).collect();
        let mut values = Members::new();
        if group.is_full {
            let all = vars.iter().fold(0, |all, (_, word)| all | word);
            values.extend(Bits(all).map(|value| {
                let can = vars.iter().filter(|(_, word)| word >> value & 1 == 1);
                (value, can.fold(0, |places, (at, _)| places | 1 << at))
            }));
        }
        Self { number, group, vars, values }
    }

    /// Adds what variables with so many values together take from the others.
    fn naked(&self, size: usize, few: &mut Members, eliminations: &mut Vec<StallElimination>) {
        take_few(&self.vars, size, few);
        each_choice(few, size, 0, 0, &mut |vars, values| {
            if count(values) == size {
                let others = self.vars.iter().filter(|(at, _)| vars >> at & 1 == 0);
                others.for_each(|(at, word)| self.add(*at, word & values, vars, eliminations));
            }
        });
    }

    /// Adds what values with so many variables together take from these.
    fn hidden(&self, size: usize, few: &mut Members, eliminations: &mut Vec<StallElimination>) {
        take_few(&self.values, size, few);
        each_choice(few, size, 0, 0, &mut |values, vars| {
            if count(vars) == size {
                let own = self.vars.iter().filter(|(at, _)| vars >> at & 1 == 1);
                own.for_each(|(at, word)| self.add(*at, word & !values, vars, eliminations));
            }
        });
    }

    /// Adds that a variable cannot have some values, by a set of variables.
    fn add(&self, at: u32, values: u64, vars: u64, eliminations: &mut Vec<StallElimination>) {
        eliminations.extend(Bits(values).map(|bit| StallElimination {
            var: self.group.vars[at as usize],
            value: self.group.values[bit as usize],
            by: Excluded::Set(self.number, vars),
        }));
    }
}

/// Leaves the members with at most so many bits in `few`.
fn take_few(members: &Members, size: usize, few: &mut Members) {
    few.clear();
    few.extend(members.iter().filter(|(_, word)| count(*word) <= size));
}

/// Calls `found` with every choice of `left` more members: the members as bits, with those that were chosen before, and
/// the union of their words. Choices whose union has more bits than members are left out.
fn each_choice(
    members: &[(u32, u64)],
    left: usize,
    chosen: u64,
    union: u64,
    found: &mut impl FnMut(u64, u64),
) {
    if left == 0 {
        found(chosen, union);
        return;
    }
    let size = left + count(chosen);
    for (index, (member, word)) in
        members.iter().enumerate().take((members.len() + 1).saturating_sub(left))
    {
        let union = union | word;
        if count(union) <= size {
            each_choice(&members[index + 1..], left - 1, chosen | 1 << member, union, found);
        }
    }
}
