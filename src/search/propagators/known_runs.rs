//! What is known of runs: trees, one a run, of which variable it looks at next, and for each class of its values how it goes
//! on. So nothing is run twice with the same values, and the way to where a run comes out wrong is a nogood: no solution has
//! all its variables within the classes on the way.

use std::collections::BTreeMap;

use puzgen_csp::{RunEnd, Runs};

/// How far a run comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// It goes on in several ways with the values of the variable of this position.
    Waits(usize),
    Right,
    Wrong,
}

/// A place in the tree of a run.
#[derive(Debug, Clone, Copy)]
enum Node {
    /// The run looks at the variable of this position. From `classes` on stands for each rank of its values the number of the class
    /// that it is in; from `next` on, how it goes on with each class.
    Waits {
        at: u32,
        classes: u32,
        next: u32,
    },
    Right,
    Wrong,
}

/// How a run goes on with a class of values.
#[derive(Debug, Clone, Copy)]
struct Next {
    /// The ranks of the values, by their number among all such sets.
    set: u32,
    node: u32,
}

/// Stands for a node where nothing was run yet.
const UNKNOWN: u32 = u32::MAX;

/// Stands for the class of a value that cannot be there.
const NO_CLASS: u16 = u16::MAX;

/// With more nodes than this the trees are forgotten.
const MOST_NODES: usize = 1 << 22;

/// The trees of all runs, and a place in one of them.
#[derive(Debug)]
pub(super) struct KnownRuns {
    runs: Box<dyn Runs>,
    /// How many values each variable has.
    sizes: Vec<usize>,
    nodes: Vec<Node>,
    classes: Vec<u16>,
    next: Vec<Next>,
    sets: Vec<Vec<u16>>,
    number_of_set: BTreeMap<Vec<u16>, u32>,
    roots: Vec<u32>,
    /// The run that was walked last, the variables with their sets on the way, and where it led.
    run: usize,
    path: Vec<(usize, u32)>,
    node: u32,
}

impl KnownRuns {
    /// Returns trees of which nothing is known yet, for variables with so many values.
    pub(super) fn new(runs: Box<dyn Runs>, sizes: Vec<usize>) -> Self {
        let roots = vec![UNKNOWN; runs.count()];
        Self {
            runs,
            sizes,
            nodes: Vec::new(),
            classes: Vec::new(),
            next: Vec::new(),
            sets: Vec::new(),
            number_of_set: BTreeMap::new(),
            roots,
            run: 0,
            path: Vec::new(),
            node: 0,
        }
    }

    /// Returns how many runs there are.
    pub(super) fn count(&self) -> usize {
        self.roots.len()
    }

    /// Goes from the start of a run as far as it goes on in one way with all values that may be there: by the position of a
    /// variable and the rank of the value.
    pub(super) fn walk(&mut self, run: usize, may_be: &mut dyn FnMut(usize, u16) -> bool) -> Place {
        if self.nodes.len() > MOST_NODES {
            self.forget();
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
                Node::Waits { at, .. } => {
                    let Some(class) = self.only_class(may_be) else {
                        return Place::Waits(at as usize);
                    };
                    let next = self.child(class);
                    self.path.push((at as usize, next.set));
                    self.node = next.node;
                }
            }
        }
    }

    /// Walks like [`walk`](Self::walk), but only where something is known. Returns whether the run is known to come out
    /// wrong.
    pub(super) fn is_known_wrong(
        &mut self,
        run: usize,
        may_be: &mut dyn FnMut(usize, u16) -> bool,
    ) -> bool {
        self.run = run;
        self.path.clear();
        self.node = self.roots[run];
        while self.node != UNKNOWN {
            match self.nodes[self.node as usize] {
                Node::Right => return false,
                Node::Wrong => return true,
                Node::Waits { at, next, .. } => {
                    let Some(class) = self.only_class(may_be) else { return false };
                    let next = self.next[next as usize + usize::from(class)];
                    self.path.push((at as usize, next.set));
                    self.node = next.node;
                }
            }
        }
        false
    }

    /// Returns the class of all values that may be at the variable that the walk is at.
    fn only_class(&self, may_be: &mut dyn FnMut(usize, u16) -> bool) -> Option<u16> {
        let Node::Waits { at, classes, .. } = self.nodes[self.node as usize] else { return None };
        let at = at as usize;
        let classes = &self.classes[classes as usize..][..self.sizes[at]];
        let mut only = None;
        for (rank, class) in classes.iter().enumerate() {
            if *class != NO_CLASS && only != Some(*class) && may_be(at, rank as u16) {
                if only.is_some() {
                    return None;
                }
                only = Some(*class);
            }
        }
        only
    }

    /// Calls `wrong` with the rank of each value that may be there with which the run that was walked last, and waits, comes out
    /// wrong.
    pub(super) fn for_each_wrong(
        &mut self,
        may_be: &mut dyn FnMut(u16) -> bool,
        wrong: &mut dyn FnMut(u16),
    ) {
        let Node::Waits { at, classes, .. } = self.nodes[self.node as usize] else { return };
        for rank in 0..self.sizes[at as usize] {
            let class = self.classes[classes as usize + rank];
            if class != NO_CLASS && may_be(rank as u16) {
                let next = self.child(class);
                if matches!(self.nodes[next.node as usize], Node::Wrong) {
                    wrong(rank as u16);
                }
            }
        }
    }

    /// Returns the variables on the way of the last walk, each with the ranks of the values that it must be among; the last
    /// entry of a variable counts.
    pub(super) fn path(&self) -> impl Iterator<Item = (usize, &[u16])> {
        self.path.iter().map(|(at, set)| (*at, self.sets[*set as usize].as_slice()))
    }

    /// Returns how the run goes on from where the walk is.
    fn child(&mut self, class: u16) -> Next {
        let Node::Waits { at, next, .. } = self.nodes[self.node as usize] else {
            puzgen_base::bug!("a run that has ended goes on")
        };
        let place = next as usize + usize::from(class);
        if self.next[place].node == UNKNOWN {
            self.path.push((at as usize, self.next[place].set));
            let node = self.grow();
            self.path.pop();
            self.next[place].node = node;
        }
        self.next[place]
    }

    /// Makes the run with the values on the path, and returns a node for where it comes to.
    fn grow(&mut self) -> u32 {
        let known: Vec<(usize, &[u16])> =
            self.path.iter().map(|(at, set)| (*at, self.sets[*set as usize].as_slice())).collect();
        let node = match self.runs.run(self.run, &known) {
            RunEnd::Right => Node::Right,
            RunEnd::Wrong => Node::Wrong,
            RunEnd::Waits(at, sets) => self.fork(at, sets),
        };
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    fn fork(&mut self, at: usize, sets: Vec<Vec<u16>>) -> Node {
        let (classes, next) = (self.classes.len(), self.next.len());
        self.classes.resize(classes + self.sizes[at], NO_CLASS);
        for (number, set) in sets.into_iter().enumerate() {
            set.iter().for_each(|rank| self.classes[classes + usize::from(*rank)] = number as u16);
            let count = self.sets.len() as u32;
            let set = *self.number_of_set.entry(set).or_insert_with_key(|set| {
                self.sets.push(set.clone());
                count
            });
            self.next.push(Next { set, node: UNKNOWN });
        }
        Node::Waits { at: at as u32, classes: classes as u32, next: next as u32 }
    }

    fn forget(&mut self) {
        self.nodes.clear();
        self.classes.clear();
        self.next.clear();
        self.sets.clear();
        self.number_of_set.clear();
        self.roots.fill(UNKNOWN);
    }
}
