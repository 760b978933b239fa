//! Groups whose label is their size: what follows for each group by itself.
//!
//! For a number `k`: the *cores* are the connected squares that are known to be `k`, the *envelopes* the
//! connected squares that can be `k`.
//!
//! * A core of `k` squares is finished: no neighbour is `k`.
//! * A square next to cores that would make more than `k` together with it is not `k`.
//! * A square in an envelope of fewer than `k` is not `k`.
//! * A core that cannot reach `k` squares without a square next to it needs that square.

use smallvec::SmallVec;

use puzgen_csp::Components;
use puzgen_search::nodes::{Flood, Near, first, members};

use super::delta::{Delta, Elimination};
use super::state::SolveState;

/// The statement that labels are the sizes of groups.
#[derive(Debug)]
pub(super) struct SizesRule {
    labels: Vec<u32>,
    neighbours: Vec<Vec<u32>>,
    near: Near,
    values: Vec<u32>,
    /// The position of each value among these.
    place_of: Vec<u32>,
    /// The square of each variable that is a label.
    node_of: Vec<u32>,
    base: i64,
}

const NONE: u32 = u32::MAX;

/// What is kept of one propagation.
#[derive(Debug, Default, Clone)]
pub(super) struct SizesScratch {
    /// The group that could not have its size, where there was one last.
    pub(super) wrong: Option<WrongCore>,
    /// What is kept of a state that all others are below.
    base: Option<SizesBase>,
    /// For each value, the squares in whose envelopes something changed.
    seeds: Vec<u64>,
}

/// What squares can be in a state.
#[derive(Debug, Clone)]
struct SizesBase {
    state: SolveState,
    /// For each value, the squares that can have it, and those that are known to.
    boards: Vec<u64>,
    /// For each value, its cores: the squares of each, and those by which it is seen that it needs none beside it.
    cores: Vec<Vec<u64>>,
}

/// A core that cannot be a group.
#[derive(Debug, Clone, Copy)]
pub(super) struct WrongCore {
    /// The variable of a square of it.
    pub(super) label: u32,
    pub(super) value: u32,
    pub(super) is_large: bool,
}

/// Squares as bits.
type Squares<const W: usize> = [u64; W];

/// Cores; there are few in most envelopes.
type Cores<const W: usize> = SmallVec<[Flood<W>; 4]>;

/// Returns the squares of both sets.
fn both<const W: usize>(a: &Squares<W>, b: &Squares<W>) -> Squares<W> {
    std::array::from_fn(|at| a[at] & b[at])
}

/// Returns the squares of a set that are not in another.
fn without<const W: usize>(a: &Squares<W>, b: &Squares<W>) -> Squares<W> {
    std::array::from_fn(|at| a[at] & !b[at])
}

fn has<const W: usize>(set: &Squares<W>, node: u32) -> bool {
    set[node as usize / 64] >> (node % 64) & 1 == 1
}

/// What a value is looked at in: the squares that can have it, and those that are known to have it.
struct OfValue<'b, const W: usize> {
    value: u32,
    /// The value as a number of squares.
    size: usize,
    can: Squares<W>,
    known: Squares<W>,
    /// The cores in a state above, and the squares that could have the value there and cannot now.
    cores: &'b [u64],
    gone: Squares<W>,
}

impl<const W: usize> OfValue<'_, W> {
    /// Returns whether it is known that a core needs none of the squares beside it.
    fn needs_none(&self, core: &Flood<W>) -> bool {
        let mut kept = self.cores.as_chunks::<W>().0.chunks_exact(2);
        let own = kept.find(|kept| kept[0] == core.inside);
        own.is_some_and(|kept| first(&both(&kept[1], &self.gone)).is_none())
    }
}

impl SizesRule {
    /// Returns the statement, or `None` where labels and sizes are not the same.
    pub(super) fn new(components: &Components, base: i64, root: &SolveState) -> Option<Self> {
        let labels = components.labels()?;
        let same = labels.iter().zip(&components.size).all(|(l, s)| Some(*l) == *s);
        if !same || !components.claims_only_sizes() {
            return None;
        }
        let labels: Vec<u32> = labels.iter().map(|var| var.0).collect();
        let mut values: Vec<u32> = labels.iter().flat_map(|label| root.values(*label)).collect();
        values.sort_unstable();
        values.dedup();
        let mut place_of = vec![NONE; values.last().map_or(0, |last| *last as usize + 1)];
        for (at, value) in values.iter().enumerate() {
            place_of[*value as usize] = at as u32;
        }
        let mut node_of = vec![NONE; root.var_count() as usize];
        for (node, label) in labels.iter().enumerate() {
            node_of[*label as usize] = node as u32;
        }
        let neighbours = components.neighbours.clone();
        let near = Near::new(&neighbours);
        Some(Self { labels, neighbours, near, values, place_of, node_of, base })
    }

    /// Adds what follows where something changed. Returns how many squares the envelopes had that were looked
    /// at, or `None` where a group cannot have its size.
    pub(super) fn propagate(
        &self,
        state: &SolveState,
        delta: &Delta,
        scratch: &mut SizesScratch,
        eliminations: &mut Vec<Elimination>,
    ) -> Option<u64> {
        match self.near.width() {
            1 => self.propagate_in::<1>(state, delta, scratch, eliminations),
            2 => self.propagate_in::<2>(state, delta, scratch, eliminations),
            4 => self.propagate_in::<4>(state, delta, scratch, eliminations),
            8 => self.propagate_in::<8>(state, delta, scratch, eliminations),
            16 => self.propagate_in::<16>(state, delta, scratch, eliminations),
            _ => self.propagate_in::<64>(state, delta, scratch, eliminations),
        }
    }

    fn propagate_in<const W: usize>(
        &self,
        state: &SolveState,
        delta: &Delta,
        scratch: &mut SizesScratch,
        eliminations: &mut Vec<Elimination>,
    ) -> Option<u64> {
        let mut work = 0;
        let SizesScratch { base, seeds, .. } = scratch;
        self.seeds::<W>(state, delta, seeds);
        let changed = base.as_ref().map(|base| self.changed(state, delta, &base.state));
        let changed = changed.unwrap_or_default();
        for (value, seeds) in self.values.iter().zip(seeds.as_chunks::<W>().0) {
            if first(seeds).is_none() {
                continue;
            }
            let of = match base {
                Some(base) => self.of_value_below::<W>(*value, base, &changed, state),
                None => self.of_value::<W>(*value, state),
            };
            let mut left = both(seeds, &of.can);
            while let Some(seed) = first(&left) {
                let mut envelope = Flood::new(&self.near, seed as u32);
                envelope.fill(&self.near, &of.can);
                work += envelope.count as u64;
                left = without(&left, &envelope.inside);
                if let Err(wrong) = self.look_at(&envelope, &of, state, eliminations) {
                    scratch.wrong = Some(wrong);
                    return None;
                }
            }
        }
        Some(work)
    }

    /// Returns the squares that can have other values in a state than in another one.
    fn changed(
        &self,
        state: &SolveState,
        delta: &Delta,
        other: &SolveState,
    ) -> SmallVec<[usize; 64]> {
        if !delta.in_trial {
            return state.differing(other, &self.labels);
        }
        let vars = delta.changed.iter().filter(|var| state.differs(other, **var));
        let nodes = vars.map(|var| self.node_of[*var as usize]);
        nodes.filter(|node| *node != NONE).map(|node| node as usize).collect()
    }

    /// Returns the position of a value.
    fn place(&self, value: u32) -> Option<usize> {
        let place = self.place_of.get(value as usize).filter(|place| **place != NONE);
        place.map(|place| *place as usize)
    }

    /// Finds the squares in whose envelopes something changed.
    fn seeds<const W: usize>(&self, state: &SolveState, delta: &Delta, seeds: &mut Vec<u64>) {
        seeds.clear();
        seeds.resize(self.values.len() * W, 0);
        let seeds = seeds.as_chunks_mut::<W>().0;
        if delta.is_all {
            for node in 0..self.labels.len() {
                seeds.iter_mut().for_each(|nodes| nodes[node / 64] |= 1 << (node % 64));
            }
            return;
        }
        for (var, value) in &delta.gone {
            let node = self.node_of[*var as usize];
            if node != NONE
                && let Some(at) = self.place(*value)
            {
                self.near.add_to(node, &mut seeds[at]);
            }
        }
        for var in &delta.found {
            let node = self.node_of[*var as usize];
            if node != NONE
                && let Some(at) = state.found(*var).and_then(|value| self.place(value))
            {
                seeds[at][node as usize / 64] |= 1 << (node % 64);
            }
        }
    }

    fn of_value<const W: usize>(&self, value: u32, state: &SolveState) -> OfValue<'static, W> {
        let size = usize::try_from(i64::from(value) + self.base).unwrap_or(0);
        let (mut can, mut known) = ([0; W], [0; W]);
        for (node, label) in self.labels.iter().enumerate() {
            let is_possible = u64::from(state.can(*label, value));
            let is_known = is_possible & u64::from(state.is_found(*label));
            can[node / 64] |= is_possible << (node % 64);
            known[node / 64] |= is_known << (node % 64);
        }
        OfValue { value, size, can, known, cores: &[], gone: [0; W] }
    }

    /// Keeps what squares can be in a state: where only values are looked at in states below it, what changed is enough.
    pub(super) fn keep(&self, scratch: &mut SizesScratch, state: &SolveState) {
        scratch.base = Some(match self.near.width() {
            1 => self.base::<1>(state),
            2 => self.base::<2>(state),
            4 => self.base::<4>(state),
            8 => self.base::<8>(state),
            16 => self.base::<16>(state),
            _ => self.base::<64>(state),
        });
    }

    fn base<const W: usize>(&self, state: &SolveState) -> SizesBase {
        let (mut boards, mut cores) = (Vec::new(), Vec::new());
        for value in &self.values {
            let of = self.of_value::<W>(*value, state);
            boards.extend([of.can, of.known].into_iter().flatten());
            cores.push(self.kept_cores(&of));
        }
        SizesBase { state: state.clone(), boards, cores }
    }

    /// Returns the cores that need none of the squares beside them, with the squares by which that is seen.
    fn kept_cores<const W: usize>(&self, of: &OfValue<'_, W>) -> Vec<u64> {
        let mut kept = Vec::new();
        for core in self.cores(&of.known, of) {
            let beside = both(&without(&core.beside, &core.inside), &of.can);
            let mut seen = beside;
            if core.count < of.size && first(&self.needed(&core, of, &beside, &mut seen)).is_none()
            {
                kept.extend([core.inside, seen].into_iter().flatten());
            }
        }
        kept
    }

    /// Returns the cores of some known squares.
    fn cores<const W: usize>(&self, known: &Squares<W>, of: &OfValue<'_, W>) -> Cores<W> {
        let (mut left, mut cores) = (*known, Cores::new());
        while let Some(node) = first(&left) {
            let mut core = Flood::new(&self.near, node as u32);
            core.fill(&self.near, &of.known);
            left = without(&left, &core.inside);
            cores.push(core);
        }
        cores
    }

    /// Returns what a value is looked at in, in a state below `base`, where these squares changed since.
    fn of_value_below<'b, const W: usize>(
        &self,
        value: u32,
        base: &'b SizesBase,
        changed: &[usize],
        state: &SolveState,
    ) -> OfValue<'b, W> {
        let size = usize::try_from(i64::from(value) + self.base).unwrap_or(0);
        let (mut can, mut known, mut cores) = ([0; W], [0; W], &[][..]);
        if let Some(at) = self.place(value) {
            can.copy_from_slice(&base.boards[2 * at * W..][..W]);
            known.copy_from_slice(&base.boards[(2 * at + 1) * W..][..W]);
            cores = &base.cores[at];
        }
        let before = can;
        for node in changed {
            let (label, at, bit) = (self.labels[*node], node / 64, 1 << (node % 64));
            if !state.can(label, value) {
                can[at] &= !bit;
            } else if state.is_found(label) {
                known[at] |= bit;
            }
        }
        let gone = without(&before, &can);
        OfValue { value, size, can, known, cores, gone }
    }

    /// Adds what follows within one envelope; fails where a core cannot have its size.
    fn look_at<const W: usize>(
        &self,
        envelope: &Flood<W>,
        of: &OfValue<'_, W>,
        state: &SolveState,
        eliminations: &mut Vec<Elimination>,
    ) -> Result<(), WrongCore> {
        let is_small = envelope.count < of.size;
        let cores = self.cores(&both(&envelope.inside, &of.known), of);
        if cores.is_empty() && !is_small && of.size > 0 {
            return Ok(());
        }
        let open = without(&envelope.inside, &of.known);
        // Where all could be of the group, only squares beside a full core or several cores may be too many for one.
        let is_all = is_small || of.size == 0;
        let (mut once, mut looked_at) = ([0; W], if is_all { open } else { [0; W] });
        for core in &cores {
            for at in 0..W {
                let beside = open[at] & core.beside[at];
                looked_at[at] |= if core.count >= of.size { beside } else { once[at] & beside };
                once[at] |= beside;
            }
        }
        for node in members(&looked_at) {
            let beside = cores.iter().filter(|core| has(&core.beside, node as u32));
            let joined: usize = beside.map(|core| core.count).sum();
            let seen = if joined + 1 > of.size {
                joined
            } else if is_small {
                envelope.count
            } else {
                continue;
            };
            let deduction = eliminations.len() as u32;
            let (var, size) = (self.labels[node], seen.max(1) as u32);
            Elimination::add(eliminations, (var, of.value), size, deduction);
        }
        for core in &cores {
            if core.count > of.size || is_small {
                let label = self.labels[first(&core.inside).unwrap_or_default()];
                let is_large = core.count > of.size;
                return Err(WrongCore { label, value: of.value, is_large });
            }
            if core.count < of.size {
                let needed = match envelope.count == of.size {
                    true => open,
                    false if of.needs_none(core) => continue,
                    false => self.needed(core, of, &both(&core.beside, &open), &mut [0; W]),
                };
                self.grow(of, &needed, state, eliminations);
            }
        }
        Ok(())
    }

    /// Returns those of the squares beside a core without which it cannot reach its size. Adds those that it grows over to
    /// `seen`.
    fn needed<const W: usize>(
        &self,
        core: &Flood<W>,
        of: &OfValue<'_, W>,
        beside: &Squares<W>,
        seen: &mut Squares<W>,
    ) -> Squares<W> {
        let mut needed = [0; W];
        let mut see = |grown: &Flood<W>| {
            seen.iter_mut().zip(grown.inside).for_each(|(seen, inside)| *seen |= inside);
        };
        // Where it grows over one of them alone, no other is needed.
        let mut tried = *beside;
        if let Some(node) = first(beside) {
            let only = 1 << (node % 64);
            let mut allowed = without(&of.can, beside);
            allowed[node / 64] |= only;
            let mut grown = *core;
            grown.spread(&self.near, &allowed, of.size);
            see(&grown);
            if grown.count >= of.size {
                tried = [0; W];
                tried[node / 64] = only;
            }
        }
        for node in members(&tried) {
            let mut allowed = of.can;
            allowed[node / 64] &= !(1 << (node % 64));
            let mut grown = *core;
            grown.spread(&self.near, &allowed, of.size);
            see(&grown);
            needed[node / 64] |= u64::from(grown.count < of.size) << (node % 64);
        }
        needed
    }

    /// Adds that these squares have the value.
    fn grow<const W: usize>(
        &self,
        of: &OfValue<'_, W>,
        needed: &Squares<W>,
        state: &SolveState,
        eliminations: &mut Vec<Elimination>,
    ) {
        for node in members(needed) {
            let (var, size) = (self.labels[node], of.size as u32);
            let deduction = eliminations.len() as u32;
            for other in state.values(var).filter(|other| *other != of.value) {
                Elimination::add(eliminations, (var, other), size, deduction);
            }
        }
    }

    /// Returns whether squares are one group by themselves.
    pub(super) fn is_one_group(&self, labels: &[u32]) -> bool {
        let nodes: Vec<u32> = labels.iter().map(|label| self.node_of[*label as usize]).collect();
        let mut found: Vec<u32> = nodes.first().copied().into_iter().collect();
        let mut next = 0;
        while let Some(node) = found.get(next).copied() {
            let beside = self.neighbours[node as usize].iter();
            let new: Vec<u32> =
                beside.copied().filter(|n| nodes.contains(n) && !found.contains(n)).collect();
            found.extend(new);
            next += 1;
        }
        found.len() == nodes.len()
    }
}
