//! What there is to look at: groups of things that differ, and single statements.

use crate::csp::Origin;
use crate::search::propagators::Propagator;
use crate::search::store::Store;

use super::sizes::Sizes;
use super::state::State;

/// A thing that must differ from another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Peer {
    /// The other variable.
    pub(super) var: u32,
    /// What is added to the value of the one to get the value that the other cannot have.
    pub(super) add: i64,
    /// The statement that says so, by position in [`Board::sources`].
    pub(super) source: u32,
}

/// Variables that all differ, and that take every value there is.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// The variables.
    pub(super) vars: Vec<u32>,
    /// The values that its variables can have.
    pub(super) values: Vec<u32>,
    /// The same as bits.
    pub(super) mask: Vec<u64>,
    /// Whether there are as many variables as values, so that every value has its place.
    pub(super) is_full: bool,
    /// The statement that says so.
    pub(super) source: u32,
}

/// What there is to look at.
#[derive(Debug)]
pub(super) struct Board {
    /// The values each variable can have before anything is known.
    pub(super) root: State,
    /// The number that value 0 stands for.
    pub(super) base: i64,
    /// For each variable, what differs from it.
    pub(super) peers: Vec<Vec<Peer>>,
    /// For each variable, what other statements say the same as one of its peers.
    pub(super) doubles: Vec<Vec<Peer>>,
    /// The groups.
    pub(super) groups: Vec<Group>,
    /// For each variable, the groups it is in.
    pub(super) groups_of: Vec<Vec<u32>>,
    /// The other statements.
    pub(super) looks: Vec<Look>,
    /// For each variable, the statements that speak of it.
    pub(super) looks_at: Vec<Vec<u32>>,
    /// Whether a variable is part of the answer.
    pub(super) is_answer: Vec<bool>,
    /// Where groups and statements come from.
    pub(super) sources: Vec<Origin>,
    /// The domains for statements that are narrowed as a whole.
    pub(super) store: Store,
}

/// A statement to look at.
#[derive(Debug)]
pub(super) struct Look {
    /// Its variables, in the order of its tuples.
    pub(super) vars: Vec<u32>,
    /// How it is looked at.
    pub(super) kind: LookKind,
    /// Where it comes from, by position in [`Board::sources`].
    pub(super) source: u32,
    /// A clue without which the statement says nothing.
    pub(super) pendant: Option<u32>,
}

/// How a statement is looked at.
#[derive(Debug)]
pub(super) enum LookKind {
    /// All combinations of values it allows, one after the other.
    Table(Vec<u16>),
    /// Groups whose labels are their sizes.
    Sizes(Sizes),
    /// Narrowed as a whole, until nothing changes.
    Whole(Box<Propagator>),
}

impl LookKind {
    /// Returns whether it says what several clues are, each by itself.
    pub(super) fn is_of_several(&self) -> bool {
        matches!(self, Self::Whole(propagator) if propagator.interface().is_of_several())
    }
}
