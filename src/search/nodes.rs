//! Sets of graph nodes as bits, and connected sets that are grown in a graph.

/// Returns the positions of the bits of a word, rising, and takes them from it.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}

/// Returns the nodes of a set, rising.
pub fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(at, word)| bits(*word).map(move |bit| at * 64 + bit))
}

/// Returns the first node of a set.
#[inline]
pub fn first(set: &[u64]) -> Option<usize> {
    let at = set.iter().position(|word| *word != 0)?;
    Some(at * 64 + set[at].trailing_zeros() as usize)
}

/// Words of sets that are looked at as a whole rather than word by word.
const MOST_DENSE: usize = 4;

/// The nodes beside each node, by the words of a set in which they are.
#[derive(Debug, Clone)]
pub struct Near {
    starts: Vec<u32>,
    parts: Vec<(u32, u64)>,
    /// The same neighbours as one bit set for each node, where such sets are short.
    rows: Vec<u64>,
}

impl Near {
    /// Returns the graph whose nodes have these neighbours.
    pub fn new(neighbours: &[Vec<u32>]) -> Self {
        let (mut starts, mut parts): (Vec<u32>, Vec<(u32, u64)>) = (vec![0], Vec::new());
        for near in neighbours {
            let start = parts.len();
            for node in near {
                let (at, bit) = (node / 64, 1 << (node % 64));
                match parts[start..].iter_mut().find(|part| part.0 == at) {
                    Some(part) => part.1 |= bit,
                    None => parts.push((at, bit)),
                }
            }
            starts.push(parts.len() as u32);
        }
        let mut all = Self { starts, parts, rows: Vec::new() };
        let width = all.width();
        if width <= MOST_DENSE {
            all.rows.resize(neighbours.len() * width, 0);
            for (node, row) in all.rows.chunks_exact_mut(width).enumerate() {
                let parts = all.starts[node] as usize..all.starts[node + 1] as usize;
                all.parts[parts].iter().for_each(|(at, near)| row[*at as usize] = *near);
            }
        }
        all
    }

    /// Adds the nodes beside `node` to a set.
    #[inline]
    pub fn add_to<const W: usize>(&self, node: u32, set: &mut [u64; W]) {
        if W <= MOST_DENSE {
            let row: &[u64; W] = &self.rows.as_chunks().0[node as usize];
            set.iter_mut().zip(row).for_each(|(word, near)| *word |= near);
        } else {
            for &(at, near) in self.of(node) {
                set[at as usize] |= near;
            }
        }
    }

    /// Returns how many words a set of nodes has.
    pub(super) fn words(&self) -> usize {
        (self.starts.len() - 1).div_ceil(64)
    }

    /// Returns how many words there are room for in sets that a network is made for: a power of two.
    pub fn width(&self) -> usize {
        self.words().next_power_of_two()
    }

    /// Returns the nodes beside `node`: places of words, and the nodes in each.
    #[inline]
    pub(super) fn of(&self, node: u32) -> &[(u32, u64)] {
        let node = node as usize;
        &self.parts[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Returns the nodes beside `node`.
    pub(super) fn nodes(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let parts = self.of(node).iter();
        parts.flat_map(|(at, nodes)| bits(*nodes).map(move |bit| at * 64 + bit as u32))
    }
}

/// Sets of nodes in rows of `W` words, and which rows are not empty.
#[derive(Debug, Clone, Default)]
pub(super) struct NodeSets {
    memory: Vec<u64>,
    rows: u64,
}

impl NodeSets {
    /// Makes room for so many words.
    pub(super) fn fit(&mut self, words: usize) {
        self.memory.resize(words, 0);
    }

    /// Adds nodes, a word of them, to a row.
    #[inline]
    pub(super) fn add<const W: usize>(&mut self, row: usize, at: usize, nodes: u64) {
        self.memory[row * W + at] |= nodes;
        self.rows |= u64::from(nodes != 0) << row;
    }

    /// Returns the first row that may have nodes.
    #[inline]
    pub(super) fn first_row(&self) -> Option<usize> {
        (self.rows != 0).then(|| self.rows.trailing_zeros() as usize)
    }

    #[inline]
    pub(super) fn row<const W: usize>(&self, row: usize) -> &[u64; W] {
        &self.memory.as_chunks().0[row]
    }

    /// Returns the first node of a row; a row without one is then known to be empty.
    #[inline]
    pub(super) fn first_in<const W: usize>(&mut self, row: usize) -> Option<u32> {
        let found = first(self.row::<W>(row));
        if found.is_none() {
            self.rows &= !(1 << row);
        }
        found.map(|node| node as u32)
    }

    /// Takes nodes from a row.
    #[inline]
    pub(super) fn take<const W: usize>(&mut self, row: usize, nodes: &[u64; W]) {
        let words: &mut [u64; W] = &mut self.memory.as_chunks_mut().0[row];
        words.iter_mut().zip(nodes).for_each(|(word, nodes)| *word &= !nodes);
    }

    /// Takes all nodes from a row and returns them.
    #[inline]
    pub(super) fn take_row<const W: usize>(&mut self, row: usize) -> [u64; W] {
        self.rows &= !(1 << row);
        std::mem::replace(&mut self.memory.as_chunks_mut().0[row], [0; W])
    }

    /// Empties all rows.
    pub(super) fn clear(&mut self) {
        self.memory.fill(0);
        self.rows = 0;
    }
}

/// The work lists of one run of the propagator of group sizes.
///
/// The memory is kept with the store between runs, with all lists empty.
#[derive(Debug, Clone, Default)]
pub(super) struct Work {
    /// By row: nodes that lost the value, and that were fixed to it.
    pub(super) gone: NodeSets,
    pub(super) fixed: NodeSets,
    /// By row: nodes whose envelope is to be measured, and whose group is to be looked at.
    pub(super) envelopes: NodeSets,
    pub(super) groups: NodeSets,
}

impl Work {
    /// Makes room for so many words in each.
    pub(super) fn fit(&mut self, words: usize) {
        for sets in [&mut self.gone, &mut self.fixed, &mut self.envelopes, &mut self.groups] {
            sets.fit(words);
        }
    }

    /// Empties all lists.
    pub(super) fn clear(&mut self) {
        for sets in [&mut self.gone, &mut self.fixed, &mut self.envelopes, &mut self.groups] {
            sets.clear();
        }
    }
}

/// A connected set of nodes that grows.
///
/// It adds one node at a time, the first of its neighbours. A breadth-first search with a list of nodes does
/// fewer operations, but costs several mispredicted branches each time.
#[derive(Debug, Clone, Copy)]
pub struct Flood<const W: usize> {
    /// The nodes.
    pub inside: [u64; W],
    /// Those beside any of them.
    pub beside: [u64; W],
    /// How many nodes there are.
    pub count: usize,
}

impl<const W: usize> Flood<W> {
    /// Starts with one node.
    #[inline]
    pub fn new(near: &Near, node: u32) -> Self {
        let mut flood = Self { inside: [0; W], beside: [0; W], count: 0 };
        flood.take(near, node as usize / 64, node % 64);
        flood
    }

    #[inline]
    fn take(&mut self, near: &Near, at: usize, bit: u32) {
        self.inside[at] |= 1 << bit;
        self.count += 1;
        near.add_to(at as u32 * 64 + bit, &mut self.beside);
    }

    /// Takes all nodes that are allowed and can be reached.
    pub fn fill(&mut self, near: &Near, allowed: &[u64; W]) {
        let mut is_growing = true;
        while std::mem::take(&mut is_growing) {
            for (at, allowed) in allowed.iter().enumerate() {
                let mut new = self.beside[at] & allowed & !self.inside[at];
                is_growing |= new != 0;
                self.inside[at] |= new;
                while new != 0 {
                    near.add_to(at as u32 * 64 + new.trailing_zeros(), &mut self.beside);
                    self.count += 1;
                    new &= new - 1;
                }
            }
        }
    }

    /// Takes nodes that are allowed until there are `enough` or no more.
    #[inline]
    pub fn spread(&mut self, near: &Near, allowed: &[u64; W], enough: usize) {
        while self.count < enough {
            let next = |at: &usize| self.beside[*at] & allowed[*at] & !self.inside[*at] != 0;
            let Some(at) = (0..W).find(next) else { return };
            let next = self.beside[at] & allowed[at] & !self.inside[at];
            self.take(near, at, next.trailing_zeros());
        }
    }
}

#[cfg(test)]
mod tests {
    use puzgen_base::rng::Rng;

    use super::{Flood, Near, members};

    /// Compares floods of sets of `W` words with a walk that keeps a list.
    fn floods_as_a_walk_does<const W: usize>(rng: &mut Rng, nodes: usize) {
        let mut neighbours = vec![Vec::new(); nodes];
        for _ in 0..nodes * 2 {
            let (a, b) = (rng.below(nodes), rng.below(nodes));
            if a != b && !neighbours[a].contains(&(b as u32)) {
                neighbours[a].push(b as u32);
                neighbours[b].push(a as u32);
            }
        }
        neighbours.iter_mut().for_each(|near| near.sort_unstable());
        let near = Near::new(&neighbours);
        let mut allowed = [0; W];
        for node in 0..nodes {
            allowed[node / 64] |= u64::from(rng.below(3) > 0) << (node % 64);
        }
        let is_allowed = |node: u32| allowed[node as usize / 64] >> (node % 64) & 1 == 1;
        let start = rng.below(nodes) as u32;
        let mut all = vec![start];
        let mut at = 0;
        while at < all.len() {
            for next in &neighbours[all[at] as usize] {
                if is_allowed(*next) && !all.contains(next) {
                    all.push(*next);
                }
            }
            at += 1;
        }
        for enough in [1, 2, all.len() / 2, all.len(), nodes + 1] {
            let mut flood = Flood::<W>::new(&near, start);
            flood.spread(&near, &allowed, enough);
            assert_eq!(flood.count, all.len().min(enough.max(1)));
            let found: Vec<u32> = members(&flood.inside).map(|node| node as u32).collect();
            assert_eq!(found.len(), flood.count);
            assert!(found.iter().all(|node| all.contains(node)));
            let mut beside: Vec<usize> = (found.iter())
                .flat_map(|node| neighbours[*node as usize].iter().map(|next| *next as usize))
                .collect();
            beside.sort_unstable();
            beside.dedup();
            assert_eq!(members(&flood.beside).collect::<Vec<_>>(), beside);
        }
        let mut grown = Flood::<W>::new(&near, start);
        let mut filled = grown;
        grown.spread(&near, &allowed, usize::MAX);
        filled.fill(&near, &allowed);
        assert_eq!(
            (filled.inside, filled.beside, filled.count),
            (grown.inside, grown.beside, grown.count)
        );
    }

    #[test]
    fn floods_as_a_walk_does_on_sets_of_any_width() {
        let mut rng = Rng::from_seed(1);
        for _ in 0..50 {
            floods_as_a_walk_does::<1>(&mut rng, 60);
            floods_as_a_walk_does::<2>(&mut rng, 81);
            floods_as_a_walk_does::<4>(&mut rng, 256);
            floods_as_a_walk_does::<8>(&mut rng, 300);
            floods_as_a_walk_does::<16>(&mut rng, 625);
        }
    }
}
