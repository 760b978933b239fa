//! The model that is solved stepwise: disequalities, groups of variables that all differ, and the other statements.

use puzgen_csp::Origin;
use puzgen_search::propagators::Propagator;
use puzgen_search::store::Store;

use super::sizes::SizesRule;
use super::state::SolveState;
use super::table::TupleTable;

/// A variable that must differ from another one, perhaps by an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Peer {
    /// The other variable.
    pub(super) var: u32,
    /// What is added to the value of the one to get the value that the other cannot have.
    pub(super) add: i64,
    /// The statement that says so, by position in [`StepwiseModel::sources`].
    pub(super) source: u32,
}

/// Variables that all differ; where the group is full, each value is taken by one of them.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// The variables.
    pub(super) vars: Vec<u32>,
    /// The values that its variables can have.
    pub(super) values: Vec<u32>,
    /// The same as bits.
    pub(super) mask: Vec<u64>,
    /// Whether there are as many variables as values, so that each value is taken by one of them.
    pub(super) is_full: bool,
    /// The statement that says so.
    pub(super) source: u32,
}

impl Group {
    /// Returns the values that one of its variables can have, as bits by position in `values`.
    pub(super) fn values_of(&self, state: &SolveState, var: u32) -> u64 {
        let (Some(first), Some(last)) = (self.values.first(), self.values.last()) else { return 0 };
        if (last - first) as usize == self.values.len() - 1 {
            return state.word_from(var, *first as usize) & (!0 >> (63 - (last - first)));
        }
        let bits = self.values.iter().enumerate();
        let bits = bits.filter(|(_, value)| state.can(var, **value));
        bits.fold(0_u64, |word, (bit, _)| word | 1 << bit)
    }
}

/// What differs, as sets of variables: so many words each.
#[derive(Debug, Default)]
pub(super) struct VarSets {
    pub(super) words: usize,
    /// For each variable, what differs from it, by what is added to its value.
    pub(super) peers: Vec<Vec<(i64, Vec<u64>)>>,
    /// For each full group, its variables and its values.
    pub(super) groups: Vec<(Vec<u64>, Vec<u32>)>,
}

impl VarSets {
    fn set(words: usize, vars: impl Iterator<Item = u32>) -> Vec<u64> {
        let mut set = vec![0; words];
        vars.for_each(|var| set[var as usize / 64] |= 1 << (var % 64));
        set
    }

    /// Returns the sets of peers and groups.
    fn new(peers: &[Vec<Peer>], groups: &[Group]) -> Self {
        let words = peers.len().div_ceil(64);
        let by_moves = |peers: &Vec<Peer>| {
            let mut moves: Vec<i64> = peers.iter().map(|peer| peer.add).collect();
            moves.sort_unstable();
            moves.dedup();
            let set = |add: i64| {
                let own = peers.iter().filter(|peer| peer.add == add);
                (add, Self::set(words, own.map(|peer| peer.var)))
            };
            moves.into_iter().map(set).collect()
        };
        let full = groups.iter().filter(|group| group.is_full);
        let group =
            |group: &Group| (Self::set(words, group.vars.iter().copied()), group.values.clone());
        Self {
            words,
            peers: peers.iter().map(by_moves).collect(),
            groups: full.map(group).collect(),
        }
    }
}

/// The flat constraints of an instance, as stepwise solving needs them.
#[derive(Debug)]
pub(super) struct StepwiseModel {
    /// The values each variable can have before anything is known.
    pub(super) root: SolveState,
    /// The same where the board shows by itself that some variables do not have some values: reasons do not tell that.
    pub(super) seen: SolveState,
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
    /// For each variable, the full groups it is in, as bits by position: so many words for each.
    pub(super) full_groups_of: Vec<u64>,
    /// The number of these words.
    pub(super) group_words: usize,
    /// For each variable, the full groups it is in, each with its position there as a bit.
    pub(super) places_of: Vec<Vec<(u32, u64)>>,
    /// A number that is larger than all values of full groups.
    pub(super) widest: u32,
    /// What differs, as sets, where there are no other statements.
    pub(super) sets: VarSets,
    /// The other statements.
    pub(super) statements: Vec<ModelStatement>,
    /// For each variable, the statements that mention it.
    pub(super) statements_of: Vec<Vec<u32>>,
    /// Whether a statement is about the sizes of groups: it alone looks at single values that are gone.
    pub(super) has_sizes: bool,
    /// Whether a variable is part of the answer.
    pub(super) is_answer: Vec<bool>,
    /// Where groups and statements come from.
    pub(super) sources: Vec<Origin>,
    /// The domains at the start, for the propagators of `search/`.
    pub(super) store: Store,
}

impl StepwiseModel {
    /// Puts down for each variable which full groups it is in.
    pub(super) fn note_full_groups(&mut self) {
        self.group_words = self.groups.len().div_ceil(64);
        self.full_groups_of = vec![0; self.group_words * self.peers.len()];
        self.places_of = vec![Vec::new(); self.peers.len()];
        let full = self.groups.iter().enumerate().filter(|(_, group)| group.is_full);
        for (number, group) in full {
            for var in &group.vars {
                let word = *var as usize * self.group_words + number / 64;
                self.full_groups_of[word] |= 1 << (number % 64);
            }
            for (at, var) in group.vars.iter().enumerate() {
                self.places_of[*var as usize].push((number as u32, 1 << at));
            }
            self.widest = group.values.iter().fold(self.widest, |widest, v| widest.max(v + 1));
        }
        if self.statements.is_empty() {
            self.sets = VarSets::new(&self.peers, &self.groups);
        }
    }

    /// Returns what differs from a variable, once for each statement that says so.
    pub(super) fn peers_of(&self, var: u32) -> impl Iterator<Item = &Peer> {
        self.peers[var as usize].iter().chain(&self.doubles[var as usize])
    }
}

/// The most variables of a statement that is looked at quickly, whatever it says.
const LONG: usize = 16;

/// A statement that is propagated by itself.
#[derive(Debug)]
pub(super) struct ModelStatement {
    /// Its variables, in the order of its tuples.
    pub(super) vars: Vec<u32>,
    /// How it is propagated.
    pub(super) kind: StatementKind,
    /// Where it comes from, by position in [`StepwiseModel::sources`].
    pub(super) source: u32,
    /// A clue that only this statement defines: nothing follows from the statement until its value is known.
    pub(super) defined_clue: Option<u32>,
}

impl ModelStatement {
    /// Returns whether it may take long to propagate it.
    pub(super) fn is_long(&self) -> bool {
        matches!(self.kind, StatementKind::Whole(_)) && self.vars.len() > LONG
    }
}

/// How a statement is propagated.
#[derive(Debug)]
pub(super) enum StatementKind {
    /// By the tuples of values that it allows.
    Table(TupleTable),
    /// Groups whose labels are their sizes.
    Sizes(SizesRule),
    /// By propagators of `search/`, repeated until nothing changes.
    Whole(Vec<Propagator>),
}

impl StatementKind {
    /// Returns whether it defines several clues: then it has no [`ModelStatement::defined_clue`].
    pub(super) fn is_of_several(&self) -> bool {
        matches!(self, Self::Whole(all) if all.iter().any(|one| one.interface().is_of_several()))
    }
}
