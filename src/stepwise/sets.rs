//! Sets within one group: variables that together have only so many values (naked subsets), or values that together only
//! so many variables can take (hidden ones).

use puzgen_search::store::count;

use super::model::{Group, StepwiseModel};
use super::open_groups::{Members, OpenGroup, SetSearch};
use super::path::StepKind;
use super::stall::{Excluded, StallElimination};
use super::state::{Bits, SolveState};

/// The largest set that is searched for.
const LARGEST_SET: usize = 4;

impl StepwiseModel {
    /// Returns the eliminations of the smallest sets within one group.
    pub(super) fn sets_at(
        &self,
        search: &mut SetSearch,
        state: &SolveState,
    ) -> Option<(StepKind, Vec<StallElimination>)> {
        search.groups.resize_with(self.groups.len(), OpenGroup::default);
        search
            .groups
            .iter_mut()
            .zip(&self.groups)
            .for_each(|(open, group)| open.look(group, state));
        (2..=LARGEST_SET).find_map(|size| {
            let found = self.sets(search, size);
            (!found.is_empty()).then_some((StepKind::Set(size as u32), found))
        })
    }

    /// Returns the values that sets of `size` eliminate.
    fn sets(&self, search: &mut SetSearch, size: usize) -> Vec<StallElimination> {
        let mut eliminations = Vec::new();
        let SetSearch { groups, few } = search;
        let open = groups.iter_mut().enumerate();
        for (number, open) in open.filter(|(_, open)| open.none_to < size && open.vars.len() > size)
        {
            let mut found = FoundSets {
                number: number as u32,
                group: &self.groups[number],
                eliminations: &mut eliminations,
            };
            let before = found.eliminations.len();
            open.naked(size, few, &mut found);
            open.hidden(size, few, &mut found);
            if found.eliminations.len() == before {
                open.none_to = size;
            }
        }
        eliminations.sort_unstable();
        eliminations.dedup_by_key(|elimination| (elimination.var, elimination.value));
        eliminations.sort_unstable_by_key(|elimination| {
            (elimination.by, elimination.var, elimination.value)
        });
        eliminations
    }
}

/// What the sets of a group eliminate.
struct FoundSets<'f> {
    number: u32,
    group: &'f Group,
    eliminations: &'f mut Vec<StallElimination>,
}

impl FoundSets<'_> {
    /// Adds that a variable cannot have some values, by a set of variables.
    fn add(&mut self, at: u32, values: u64, vars: u64) {
        self.eliminations.extend(Bits(values).map(|bit| StallElimination {
            var: self.group.vars[at as usize],
            value: self.group.values[bit as usize],
            by: Excluded::Set(self.number, vars),
        }));
    }
}

impl OpenGroup {
    /// Adds what variables with so many values together take from the others.
    fn naked(&self, size: usize, few: &mut Members, found: &mut FoundSets<'_>) {
        take_few(&self.vars, size, few);
        each_choice(few, size, 0, 0, &mut |vars, values| {
            if count(values) == size {
                let others = self.vars.iter().filter(|(at, _)| vars >> at & 1 == 0);
                others.for_each(|(at, word)| found.add(*at, word & values, vars));
            }
        });
    }

    /// Adds what values with so many variables together take from these.
    fn hidden(&self, size: usize, few: &mut Members, found: &mut FoundSets<'_>) {
        take_few(&self.values, size, few);
        each_choice(few, size, 0, 0, &mut |values, vars| {
            if count(vars) == size {
                let own = self.vars.iter().filter(|(at, _)| vars >> at & 1 == 1);
                own.for_each(|(at, word)| found.add(*at, word & !values, vars));
            }
        });
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
