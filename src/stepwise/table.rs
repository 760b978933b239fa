//! A statement as the combinations of values that it allows: for each value of a variable, the set of the tuples
//! that have it, so that a propagation intersects sets of bits.
//!
//! # Source
//! Demeulenaere et al., "Compact-Table: Efficiently Filtering Table Constraints with Reversible Sparse Bit-Sets"
//! (2016), without what is kept from one propagation to the next.

use puzgen_search::nodes::members;

use super::delta::Elimination;
use super::state::SolveState;

/// The combinations of values of some variables.
#[derive(Debug)]
pub(super) struct TupleTable {
    /// The number of tuples.
    count: usize,
    /// For each variable, where its values are found.
    columns: Vec<Column>,
}

/// The values of a variable in a table.
#[derive(Debug)]
struct Column {
    /// The values that some tuple has, rising.
    values: Vec<u16>,
    /// For each of them, the tuples that have it.
    tuples: Vec<u64>,
}

/// Memory that tables reuse.
#[derive(Debug, Default)]
pub(super) struct TableScratch {
    /// For each variable, the tuples that fit its domain.
    fits: Vec<u64>,
    /// The tuples that fit all domains.
    valid: Vec<u64>,
}

impl Column {
    fn new(values_of_tuples: impl Iterator<Item = u16> + Clone, words: usize) -> Self {
        let mut values: Vec<u16> = values_of_tuples.clone().collect();
        values.sort_unstable();
        values.dedup();
        let mut tuples = vec![0; values.len() * words];
        for (tuple, value) in values_of_tuples.enumerate() {
            if let Ok(at) = values.binary_search(&value) {
                tuples[at * words + tuple / 64] |= 1 << (tuple % 64);
            }
        }
        Self { values, tuples }
    }

    /// Returns the column of these tuples, for the values that the variable can have.
    fn among(&self, tuples: &[usize], state: &SolveState, var: u32) -> Self {
        let (words, words_here) = (tuples.len().div_ceil(64), self.tuples.len());
        let words_here = words_here / self.values.len().max(1);
        let mut among = Self { values: Vec::new(), tuples: Vec::new() };
        for value in state.values(var) {
            let start = among.tuples.len();
            among.values.push(value as u16);
            among.tuples.resize(start + words, 0);
            let at = self.values.binary_search_by(|other| u32::from(*other).cmp(&value));
            let Ok(at) = at else { continue };
            let own = &self.tuples[at * words_here..][..words_here];
            for (new, tuple) in tuples.iter().enumerate() {
                let bit = own[tuple / 64] >> (tuple % 64) & 1;
                among.tuples[start + new / 64] |= bit << (new % 64);
            }
        }
        among
    }

    /// Returns whether a tuple of the set `among` has the value.
    fn has(&self, value: u32, among: &[u64]) -> bool {
        let at = self.values.binary_search_by(|other| u32::from(*other).cmp(&value));
        at.is_ok_and(|at| {
            let own = &self.tuples[at * among.len()..][..among.len()];
            own.iter().zip(among).any(|(own, among)| own & among != 0)
        })
    }

    /// Puts the tuples that have a value of the variable into `fits`.
    fn fit(&self, state: &SolveState, var: u32, fits: &mut [u64]) {
        fits.fill(0);
        for (value, own) in self.values.iter().zip(self.tuples.chunks_exact(fits.len())) {
            if state.can(var, u32::from(*value)) {
                fits.iter_mut().zip(own).for_each(|(fits, own)| *fits |= own);
            }
        }
    }
}

impl TupleTable {
    /// Returns the table of these tuples of so many variables, one after the other.
    pub(super) fn new(tuples: &[u16], vars: usize) -> Self {
        let count = tuples.len() / vars.max(1);
        let column = |at: usize| {
            Column::new(tuples.iter().skip(at).step_by(vars).copied(), count.div_ceil(64))
        };
        Self { count, columns: (0..vars).map(column).collect() }
    }

    /// Returns what is left of the table in a state, over the variables that have more than one value there: those by
    /// position. `None` where nothing can follow any more, whatever becomes of them.
    pub(super) fn reduced(&self, vars: &[u32], state: &SolveState) -> Option<(Self, Vec<usize>)> {
        let words = self.count.div_ceil(64);
        let (mut valid, mut fits) = (vec![!0; words], vec![0; words]);
        if let Some(last) = valid.last_mut().filter(|_| !self.count.is_multiple_of(64)) {
            *last = (1 << (self.count % 64)) - 1;
        }
        for (var, column) in vars.iter().zip(&self.columns) {
            column.fit(state, *var, &mut fits);
            valid.iter_mut().zip(&fits).for_each(|(valid, fits)| *valid &= fits);
        }
        let tuples: Vec<usize> = members(&valid).collect();
        let open: Vec<usize> = (0..vars.len()).filter(|at| state.size(vars[*at]) > 1).collect();
        let sizes = open.iter().map(|at| u64::from(state.size(vars[*at])));
        if sizes.fold(1, u64::saturating_mul) == tuples.len() as u64 {
            return None;
        }
        let columns = open.iter().map(|at| self.columns[*at].among(&tuples, state, vars[*at]));
        let reduced = Self { count: tuples.len(), columns: columns.collect() };
        Some((reduced, open))
    }

    /// Adds the values without a support, as [`TupleTable::propagate`] does, in a state below `base`, which is that in
    /// which the table was [reduced](TupleTable::reduced). Reasons are not measured.
    pub(super) fn narrow(
        &self,
        vars: &[u32],
        (state, base): (&SolveState, &SolveState),
        scratch: &mut TableScratch,
        eliminations: &mut Vec<Elimination>,
    ) {
        if self.count > 64 {
            self.propagate(vars, (state, base), false, scratch, eliminations);
            return;
        }
        let mut valid = !0;
        for (var, column) in vars.iter().zip(&self.columns) {
            if state.differs(base, *var) {
                let own = column.values.iter().zip(&column.tuples);
                let own = own.filter(|(value, _)| state.can(*var, u32::from(**value)));
                valid &= own.fold(0, |fits, (_, own)| fits | own);
            }
        }
        for (var, column) in vars.iter().zip(&self.columns) {
            let deduction = eliminations.len() as u32;
            for (value, own) in column.values.iter().zip(&column.tuples) {
                let value = u32::from(*value);
                if own & valid == 0 && state.can(*var, value) {
                    Elimination::add(eliminations, (*var, value), 1, deduction);
                }
            }
        }
    }

    /// Adds the values without a support among the tuples. Returns whether there is any tuple at all. With
    /// `measured`, sizes of smallest reasons are found, too.
    pub(super) fn propagate(
        &self,
        vars: &[u32],
        (state, root): (&SolveState, &SolveState),
        measured: bool,
        scratch: &mut TableScratch,
        eliminations: &mut Vec<Elimination>,
    ) -> bool {
        if self.count == 0 {
            return false;
        }
        let words = self.count.div_ceil(64);
        let TableScratch { fits, valid } = scratch;
        valid.clear();
        valid.resize(words, !0);
        fits.resize((vars.len() * words).max(fits.len()), 0);
        let mut narrowed = 0_u32;
        for (index, (var, column)) in vars.iter().zip(&self.columns).enumerate() {
            if state.differs(root, *var) {
                narrowed |= 1 << index;
                let fits = &mut fits[index * words..][..words];
                column.fit(state, *var, fits);
                valid.iter_mut().zip(fits).for_each(|(valid, fits)| *valid &= *fits);
            }
        }
        for (index, (var, column)) in vars.iter().zip(&self.columns).enumerate() {
            let start = eliminations.len();
            let deduction = start as u32;
            for value in state.values(*var).filter(|value| !column.has(*value, valid)) {
                Elimination::add(eliminations, (*var, value), 1, deduction);
            }
            let gone = &mut eliminations[start..];
            if gone.is_empty() {
                continue;
            }
            let others = narrowed & !(1 << index);
            let size = if measured && vars.len() <= 4 {
                smallest_subset(others, |subset| {
                    let within = |at: &usize| subset >> at & 1 == 1;
                    let of_word = |word: usize| {
                        let fits = (0..vars.len()).filter(within).map(|at| fits[at * words + word]);
                        fits.fold(!0, |valid, fits| valid & fits)
                    };
                    let valid: Vec<u64> = (0..words).map(of_word).collect();
                    let mut values = gone.iter().flat_map(|gone| gone.values());
                    values.all(|value| !column.has(value, &valid))
                })
            } else {
                others.count_ones()
            };
            gone.iter_mut().for_each(|gone| gone.size = size.max(1));
        }
        true
    }
}

/// Returns the size of a smallest subset that `is_enough`; `all` of them are. A reason is a set of variables
/// whose domains are looked at: that of the variable which loses values is not part of it.
fn smallest_subset(all: u32, mut is_enough: impl FnMut(u32) -> bool) -> u32 {
    let mut smallest = all.count_ones();
    let mut subset = all;
    loop {
        if subset.count_ones() < smallest && is_enough(subset) {
            smallest = subset.count_ones();
        }
        if subset == 0 {
            return smallest;
        }
        subset = (subset - 1) & all;
    }
}
