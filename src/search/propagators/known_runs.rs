//! What is known of runs: trees, one a run, of which variable it looks at next, and for each of its values how it goes on.
//! So nothing is run twice with the same values, and the way to where a run comes out wrong is a nogood.

use crate::csp::{RunEnd, Runs};

/// How far a run comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// It looks at the variable of this position, whose value is not known.
    Waits(usize),
    Right,
    Wrong,
}

/// A place in the tree of a run.
#[derive(Debug, Clone, Copy)]
enum Node {
    /// The run looks at the variable of this position; how it goes on with each of its values stands from there on.
    Waits {
        at: u32,
        next: u32,
    },
    Right,
    Wrong,
}

/// Stands for a node where nothing was run yet.
const UNKNOWN: u32 = u32::MAX;

/// With more nodes than this the trees are forgotten.
const MOST_NODES: usize = 1 << 22;

/// The trees of all runs, and a place in one of them.
#[derive(Debug)]
pub(super) struct KnownRuns {
    runs: Box<dyn Runs>,
    /// The values of each variable, rising.
    values: Vec<Vec<i64>>,
    nodes: Vec<Node>,
    next: Vec<u32>,
    roots: Vec<u32>,
    /// The run that was walked last, the variables with their values on the way, and where it led.
    run: usize,
    path: Vec<(usize, i64)>,
    node: u32,
}

impl KnownRuns {
    /// Returns trees of which nothing is known yet.
    pub(super) fn new(runs: Box<dyn Runs>, values: Vec<Vec<i64>>) -> Self {
        let roots = vec![UNKNOWN; runs.count()];
        let (nodes, next, path) = (Vec::new(), Vec::new(), Vec::new());
        Self { runs, values, nodes, next, roots, run: 0, path, node: 0 }
    }

    /// Returns how many runs there are.
    pub(super) fn count(&self) -> usize {
        self.roots.len()
    }

    /// Goes from the start of a run as far as values are known.
    pub(super) fn walk(
        &mut self,
        run: usize,
        value_at: &mut dyn FnMut(usize) -> Option<i64>,
    ) -> Place {
        if self.nodes.len() > MOST_NODES {
            self.nodes.clear();
            self.next.clear();
            self.roots.fill(UNKNOWN);
        }
        self.run = run;
        self.path.clear();
        if self.roots[run] == UNKNOWN {
            self.roots[run] = self.grow();
        }
        self.node = self.roots[run];
        loop {
            match self.nodes[self.node as usize] {
                Node::Right => return Place::Right,
                Node::Wrong => return Place::Wrong,
                Node::Waits { at, next } => {
                    let at = at as usize;
                    let Some(value) = value_at(at) else { return Place::Waits(at) };
                    self.node = self.child(at, next, value);
                    self.path.push((at, value));
                }
            }
        }
    }

    /// Returns whether the run that was walked last, and waits, comes out wrong with this value.
    pub(super) fn is_wrong_with(&mut self, value: i64) -> bool {
        let Node::Waits { at, next } = self.nodes[self.node as usize] else { return false };
        let child = self.child(at as usize, next, value);
        matches!(self.nodes[child as usize], Node::Wrong)
    }

    /// Returns the variables with their values on the way of the last walk.
    pub(super) fn path(&self) -> &[(usize, i64)] {
        &self.path
    }

    /// Returns how a run goes on behind the path with one more value.
    fn child(&mut self, at: usize, next: u32, value: i64) -> u32 {
        let Ok(number) = self.values[at].binary_search(&value) else {
            crate::bug!("a variable has a value that it never had")
        };
        let place = next as usize + number;
        if self.next[place] == UNKNOWN {
            self.path.push((at, value));
            let node = self.grow();
            self.path.pop();
            self.next[place] = node;
        }
        self.next[place]
    }

    /// Makes the run with the values on the path, and returns a node for where it comes to.
    fn grow(&mut self) -> u32 {
        let node = match self.runs.run(self.run, &self.path) {
            RunEnd::Right => Node::Right,
            RunEnd::Wrong => Node::Wrong,
            RunEnd::Waits(at) => {
                let next = self.next.len();
                self.next.resize(next + self.values[at].len(), UNKNOWN);
                Node::Waits { at: at as u32, next: next as u32 }
            }
        };
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }
}
