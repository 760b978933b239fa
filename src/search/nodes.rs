//! Sets of nodes as bits, and walks through a graph that add a word of nodes at a time.

/// Returns the positions of the bits of a word, rising, and takes them from it.
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}

/// Returns the nodes of a set, rising.
pub(super) fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(at, word)| bits(*word).map(move |bit| at * 64 + bit))
}

/// Returns the first node of a set.
pub(super) fn first(set: &[u64]) -> Option<usize> {
    members(set).next()
}

/// The nodes beside each node, by the words of a set in which they are.
#[derive(Debug, Clone)]
pub(super) struct Near {
    starts: Vec<u32>,
    parts: Vec<(u32, u64)>,
}

impl Near {
    pub(super) fn new(neighbours: &[Vec<u32>]) -> Self {
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
        Self { starts, parts }
    }

    /// Returns how many words a set of nodes has.
    pub(super) fn words(&self) -> usize {
        (self.starts.len() - 1).div_ceil(64)
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

/// Sets of nodes in rows, and which rows are not empty.
#[derive(Debug, Clone, Default)]
pub(super) struct Sets {
    words: usize,
    memory: Vec<u64>,
    rows: u64,
}

impl Sets {
    /// Makes room for so many rows, at most 64, of so many words.
    pub(super) fn fit(&mut self, rows: usize, words: usize) {
        self.words = words;
        self.memory.resize(rows * words, 0);
    }

    /// Adds nodes, a word of them, to a row.
    #[inline]
    pub(super) fn add(&mut self, row: usize, at: usize, nodes: u64) {
        self.memory[row * self.words + at] |= nodes;
        self.rows |= u64::from(nodes != 0) << row;
    }

    /// Returns the first row that may have nodes.
    pub(super) fn first_row(&self) -> Option<usize> {
        (self.rows != 0).then(|| self.rows.trailing_zeros() as usize)
    }

    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.memory[row * self.words..(row + 1) * self.words]
    }

    /// Returns the first node of a row; a row without one is then known to be empty.
    pub(super) fn first_in(&mut self, row: usize) -> Option<u32> {
        let found = first(self.row(row));
        if found.is_none() {
            self.rows &= !(1 << row);
        }
        found.map(|node| node as u32)
    }

    /// Takes nodes from a row.
    pub(super) fn take(&mut self, row: usize, nodes: &[u64]) {
        let words = &mut self.memory[row * self.words..(row + 1) * self.words];
        words.iter_mut().zip(nodes).for_each(|(word, nodes)| *word &= !nodes);
    }

    /// Empties a row.
    pub(super) fn clear_row(&mut self, row: usize) {
        self.memory[row * self.words..(row + 1) * self.words].fill(0);
        self.rows &= !(1 << row);
    }

    /// Empties all rows.
    pub(super) fn clear(&mut self) {
        bits(self.rows).for_each(|row| self.clear_row(row));
    }
}

/// Nodes in the order in which a walk came to them.
#[derive(Debug, Clone, Default)]
pub(super) struct Walk {
    pub(super) nodes: Vec<u32>,
    /// Which nodes these are.
    pub(super) set: Vec<u64>,
}

impl Walk {
    /// Makes room for sets of so many words.
    pub(super) fn fit(&mut self, words: usize) {
        self.set.resize(words, 0);
    }

    /// Starts at these nodes.
    pub(super) fn start(&mut self, nodes: &[u32]) {
        self.set.fill(0);
        self.nodes.clear();
        self.nodes.extend_from_slice(nodes);
        for node in nodes {
            self.set[(node / 64) as usize] |= 1 << (node % 64);
        }
    }

    /// Goes on to nodes that are allowed, by words, until there are `enough` or no more. Returns
    /// how many there are, which may be more than enough.
    #[inline]
    pub(super) fn spread(
        &mut self,
        near: &Near,
        enough: usize,
        allowed: impl Fn(usize) -> u64,
    ) -> usize {
        let mut at = 0;
        while at < self.nodes.len() && self.nodes.len() < enough {
            for &(word, nodes) in near.of(self.nodes[at]) {
                let place = word as usize;
                let new = nodes & allowed(place) & !self.set[place];
                self.set[place] |= new;
                // Shorter than extending by an iterator, and this is where all walks are.
                let mut rest = new;
                while rest != 0 {
                    self.nodes.push(word * 64 + rest.trailing_zeros());
                    rest &= rest - 1;
                }
            }
            at += 1;
        }
        self.nodes.len()
    }
}
