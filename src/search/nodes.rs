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
#[inline]
pub(super) fn first(set: &[u64]) -> Option<usize> {
    let at = set.iter().position(|word| *word != 0)?;
    Some(at * 64 + set[at].trailing_zeros() as usize)
}

/// Words of sets that are looked at as a whole rather than word by word.
const MOST_DENSE: usize = 4;

/// The nodes beside each node, by the words of a set in which they are.
#[derive(Debug, Clone)]
pub(super) struct Near {
    starts: Vec<u32>,
    parts: Vec<(u32, u64)>,
    /// The same as whole sets, where these are short.
    rows: Vec<u64>,
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
        let words = neighbours.len().div_ceil(64).next_power_of_two();
        let mut rows = Vec::new();
        if words <= MOST_DENSE {
            for near in neighbours {
                let mut row = [0_u64; MOST_DENSE];
                for node in near {
                    row[*node as usize / 64] |= 1 << (node % 64);
                }
                rows.extend(&row[..words]);
            }
        }
        Self { starts, parts, rows }
    }

    /// Adds the nodes beside `node` to a set.
    #[inline]
    pub(super) fn add_to<const W: usize>(&self, node: u32, set: &mut [u64; W]) {
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

/// Returns the set of one node.
#[inline]
pub(super) fn single<const W: usize>(node: u32) -> [u64; W] {
    let mut set = [0; W];
    set[node as usize / 64] = 1 << (node % 64);
    set
}

/// Sets of nodes in rows of `W` words, and which rows are not empty.
#[derive(Debug, Clone, Default)]
pub(super) struct Sets {
    memory: Vec<u64>,
    rows: u64,
}

impl Sets {
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

/// Nodes in the order in which a walk came to them.
#[derive(Debug, Clone, Default)]
pub(super) struct Walk {
    /// The nodes, and room for all others.
    memory: Vec<u32>,
    len: usize,
}

impl Walk {
    /// Makes room for so many nodes.
    pub(super) fn fit(&mut self, nodes: usize) {
        self.memory.resize(nodes, 0);
    }

    /// Returns the nodes that it came to.
    #[inline]
    pub(super) fn nodes(&self) -> &[u32] {
        &self.memory[..self.len]
    }

    /// Starts at a node.
    #[inline]
    pub(super) fn start(&mut self, node: u32) {
        self.memory[0] = node;
        self.len = 1;
    }

    /// Starts where another walk ended.
    #[inline]
    pub(super) fn start_after(&mut self, other: &Self) {
        self.len = other.len;
        for (node, other) in self.memory.iter_mut().zip(other.nodes()) {
            *node = *other;
        }
    }

    /// Goes on to nodes that are allowed until there are `enough` or no more; `set` are those that it
    /// came to. Returns how many there are, which may be more than enough.
    #[inline]
    pub(super) fn spread<const W: usize>(
        &mut self,
        near: &Near,
        set: &mut [u64; W],
        allowed: &[u64; W],
        enough: usize,
    ) -> usize {
        let (mut at, mut len) = (0, self.len);
        let mut take = |place: usize, nodes: u64, memory: &mut [u32]| {
            let mut new = nodes & allowed[place] & !set[place];
            set[place] |= new;
            // Shorter than extending by an iterator, and this is where all walks are.
            while new != 0 {
                memory[len] = place as u32 * 64 + new.trailing_zeros();
                len += 1;
                new &= new - 1;
            }
            len
        };
        let mut found = self.len;
        while at < found && found < enough {
            let node = self.memory[at];
            if W <= MOST_DENSE {
                let row: &[u64; W] = &near.rows.as_chunks().0[node as usize];
                for (place, nodes) in row.iter().enumerate() {
                    found = take(place, *nodes, &mut self.memory);
                }
            } else {
                for &(place, nodes) in near.of(node) {
                    found = take(place as usize, nodes, &mut self.memory);
                }
            }
            at += 1;
        }
        let len = found;
        self.len = len;
        len
    }
}
