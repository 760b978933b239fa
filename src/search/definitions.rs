//! Which propagators a question needs.
//!
//! A statement "a is b + c" that takes a from others, where a can be all that b + c can be, has a value of a for all
//! values of the others. While nothing else is said of a, nothing follows from it, so its propagator rests: that of
//! each hidden clue, and of what only such clues count. Its variables get their values at the end, when all others
//! have theirs.
//!
//! **Invariant:** no definition depends on what it defines, however many others lie between. So what is found without
//! those that rest can be completed in one way.

use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, IntExpr, VarId};

use super::propagators::{Propagator, range_of};
use super::store::Store;

/// What a propagator stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A statement that must hold.
    Rule,
    /// What a variable is, given others.
    Definition(VarId),
    /// What follows from others of the network.
    Redundant,
}

/// A set of propagators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Needed {
    words: Vec<u64>,
}

impl Needed {
    fn new(count: usize) -> Self {
        Self { words: vec![0; count.div_ceil(64)] }
    }

    /// Adds a propagator; returns whether it is a new one.
    fn insert(&mut self, index: u32) -> bool {
        let word = &mut self.words[index as usize / 64];
        let before = *word;
        *word |= 1 << (index % 64);
        *word != before
    }

    /// Returns whether a propagator is in the set.
    pub(super) fn contains(&self, index: u32) -> bool {
        self.words[index as usize / 64] >> (index % 64) & 1 == 1
    }

    /// Calls `f` for each that is in this set and not in the other.
    pub(super) fn for_each_beyond(&self, other: &Self, mut f: impl FnMut(u32)) {
        for (at, (own, others)) in self.words.iter().zip(&other.words).enumerate() {
            let mut left = own & !others;
            while left != 0 {
                f(at as u32 * 64 + left.trailing_zeros());
                left &= left - 1;
            }
        }
    }
}

/// The definitions of a network.
#[derive(Debug, Clone)]
pub(crate) struct Definitions {
    /// For each variable, the propagators that define it.
    of: Vec<Vec<u32>>,
    /// For each propagator that defines a variable, the defined variables that it depends on.
    inputs: Vec<Vec<VarId>>,
    all: Needed,
    /// What is needed where nothing is asked of any variable.
    least: Needed,
}

impl Definitions {
    /// Finds those of these definitions that depend on each other in no circle; the others are rules like any.
    pub(super) fn new(propagators: &[Propagator], roles: &[Role], vars: usize) -> Self {
        let mut of = vec![Vec::new(); vars];
        for (index, role) in roles.iter().enumerate() {
            if let Role::Definition(var) = role {
                of[var.index()].push(index as u32);
            }
        }
        let watched = |index: u32| {
            let mut vars = Vec::new();
            let own = propagators[index as usize].interface();
            own.watches(&mut |var, _| vars.push(var));
            vars.sort_unstable();
            vars.dedup();
            vars
        };
        let mut inputs = vec![Vec::new(); propagators.len()];
        for (var, own) in of.iter().enumerate() {
            for index in own {
                let mut vars = watched(*index);
                vars.retain(|input| input.index() != var && !of[input.index()].is_empty());
                inputs[*index as usize] = vars;
            }
        }
        drop_circles(&mut of, &mut inputs);
        let mut found = Self {
            all: Needed::new(propagators.len()),
            least: Needed::new(propagators.len()),
            of,
            inputs,
        };
        let mut asked = Vec::new();
        for (index, role) in roles.iter().enumerate() {
            let index = index as u32;
            found.all.insert(index);
            match role {
                Role::Definition(var) if !found.of[var.index()].is_empty() => {}
                Role::Redundant => _ = found.least.insert(index),
                Role::Rule | Role::Definition(_) => {
                    found.least.insert(index);
                    asked.extend(watched(index));
                }
            }
        }
        found.least = found.needed(asked);
        found
    }

    /// Returns whether no propagator ever rests.
    pub(super) fn is_empty(&self) -> bool {
        self.least == self.all
    }

    /// Returns all propagators.
    pub(super) fn all(&self) -> &Needed {
        &self.all
    }

    /// Returns the propagators that are needed where something is said of these variables.
    pub(super) fn needed(&self, vars: impl IntoIterator<Item = VarId>) -> Needed {
        let mut needed = self.least.clone();
        let mut left: Vec<VarId> = vars.into_iter().collect();
        while let Some(var) = left.pop() {
            // A variable that was added to the store later has no definition.
            for index in self.of.get(var.index()).into_iter().flatten() {
                if needed.insert(*index) {
                    left.extend(&self.inputs[*index as usize]);
                }
            }
        }
        needed
    }

    /// Returns whether a variable is defined by others.
    pub(super) fn is_defined(&self, var: VarId) -> bool {
        self.of.get(var.index()).is_some_and(|own| !own.is_empty())
    }

    /// Returns whether a variable is defined by a propagator that rests.
    pub(super) fn is_left_open(&self, var: VarId, needed: &Needed) -> bool {
        let own = self.of.get(var.index()).and_then(|own| own.first());
        own.is_some_and(|index| !needed.contains(*index))
    }
}

/// Takes away what depends on itself, and all that depends on this.
fn drop_circles(of: &mut [Vec<u32>], inputs: &mut [Vec<VarId>]) {
    let mut open = vec![0; of.len()];
    let mut used_by = vec![Vec::new(); of.len()];
    let mut free = Vec::new();
    for (var, own) in of.iter().enumerate().filter(|(_, own)| !own.is_empty()) {
        for input in own.iter().flat_map(|index| &inputs[*index as usize]) {
            open[var] += 1;
            used_by[input.index()].push(var);
        }
        if open[var] == 0 {
            free.push(var);
        }
    }
    let mut is_kept = vec![false; of.len()];
    while let Some(var) = free.pop() {
        is_kept[var] = true;
        for user in &used_by[var] {
            open[*user] -= 1;
            if open[*user] == 0 {
                free.push(*user);
            }
        }
    }
    for (_, own) in of.iter_mut().enumerate().filter(|(var, _)| !is_kept[*var]) {
        own.drain(..).for_each(|index| inputs[index as usize].clear());
    }
    inputs.iter_mut().for_each(|vars| vars.retain(|input| is_kept[input.index()]));
}

/// Returns the variables that a statement may define: of each, what it is given all others.
pub(super) fn defined_by(stmt: &BoolExpr, store: &Store) -> Vec<VarId> {
    let sides = match stmt {
        BoolExpr::Compare(CompareOp::Eq, a, b) => {
            let number =
                |side: &IntExpr| if let IntExpr::Var(var) = side { Some(*var) } else { None };
            [number(a), number(b)]
        }
        BoolExpr::Iff(a, b) => [named(a, store), named(b, store)],
        _ => return Vec::new(),
    };
    sides.into_iter().flatten().filter(|var| has_room(*var, stmt, store)).collect()
}

/// Returns whether a statement leaves a variable, which is one side of it, a value for all values of the others.
pub(super) fn has_room(var: VarId, stmt: &BoolExpr, store: &Store) -> bool {
    match stmt {
        BoolExpr::Compare(_, a, b) => {
            let other = if *a == IntExpr::Var(var) { b } else { a };
            !other.vars().contains(&var) && can_be(var, other, store)
        }
        BoolExpr::Iff(a, b) => {
            let is_own = |truth: &BoolExpr| named(truth, store) == Some(var);
            let other = if is_own(a) { b } else { a };
            (is_own(a) || is_own(b)) && !other.vars().contains(&var)
        }
        _ => false,
    }
}

/// Returns the variable of a literal that holds for one of its two values.
fn named(truth: &BoolExpr, store: &Store) -> Option<VarId> {
    let BoolExpr::Lit(lit) = truth else { return None };
    (store.size(lit.var) == 2 && store.contains(lit.var, lit.value)).then_some(lit.var)
}

/// Returns whether a variable can have every value of a number.
fn can_be(var: VarId, number: &IntExpr, store: &Store) -> bool {
    if let IntExpr::If(_, yes, no) = number {
        return can_be(var, yes, store) && can_be(var, no, store);
    }
    let range = range_of(number, store);
    let (lo, hi) = store.bounds(var);
    range.defined == Some(true)
        && lo <= range.lo
        && range.hi <= hi
        && (store.size(var) as i64 == hi - lo + 1
            || (range.lo..=range.hi).all(|value| store.contains(var, value)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{Network, Search};
    use puzgen_base::ops::CompareOp;
    use puzgen_csp::samples::{TEST, of_definitions};
    use puzgen_csp::{BoolExpr, Csp, Domain, IntExpr, Lit, VarId};

    fn is(number: u32, expr: IntExpr) -> BoolExpr {
        BoolExpr::compare(CompareOp::Eq, IntExpr::Var(VarId(number)), expr)
    }

    fn sum(vars: &[u32]) -> IntExpr {
        IntExpr::Linear(vars.iter().map(|var| (1, IntExpr::Var(VarId(*var)))).collect(), 0)
    }

    /// Three numbers, what two of them are, what that and the third are, and how many numbers are 2.
    fn csp(most: i64) -> Csp {
        let mut csp = Csp::new();
        (0..3).for_each(|number| _ = csp.var(format!("x{number}"), Domain::Range(0, 2)));
        csp.answers = (0..3).map(VarId).collect();
        csp.var("two".to_owned(), Domain::Range(0, 4));
        csp.var("three".to_owned(), Domain::Range(0, most));
        csp.var("count".to_owned(), Domain::Range(0, 3));
        csp.hold(is(3, sum(&[0, 1])), TEST);
        csp.hold(is(4, sum(&[3, 2])), TEST);
        let is_two = |var| (1, IntExpr::from_bool(BoolExpr::Lit(Lit::is(VarId(var), 2))));
        csp.hold(is(5, IntExpr::Linear((0..3).map(is_two).collect(), 0)), TEST);
        csp
    }

    /// Returns how many propagators a question needs about these variables.
    fn needed(csp: &Csp, vars: &[u32]) -> u32 {
        let network = Network::new(csp).unwrap();
        let needed = network.definitions.needed(vars.iter().map(|var| VarId(*var)));
        needed.words.iter().map(|word| word.count_ones()).sum()
    }

    #[test]
    fn a_question_needs_what_it_asks_for_and_what_that_is_made_of() {
        let counts =
            |csp: &Csp| [&[][..], &[0], &[3], &[4], &[5], &[4, 5]].map(|vars| needed(csp, vars));
        assert_eq!(counts(&csp(6)), [0, 0, 1, 2, 1, 3]);
        // Not all sums have a place, so one is a rule, which asks for the other.
        assert_eq!(counts(&csp(5)), [2, 2, 2, 2, 3, 3]);
        // What is said twice is a rule the second time, beside what follows from both; and what depends on itself is one.
        let mut twice = csp(6);
        twice.hold(is(3, sum(&[2])), TEST);
        assert_eq!(counts(&twice), [3, 3, 3, 4, 4, 5]);
        let mut circle = Csp::new();
        (0..4).for_each(|number| _ = circle.var(format!("x{number}"), Domain::Range(0, 1)));
        let is_one = |var| IntExpr::from_bool(BoolExpr::Lit(Lit::is(VarId(var), 1)));
        for (var, other) in [(0, 1), (1, 0), (2, 1), (3, 2)] {
            circle.hold(is(var, IntExpr::Linear(vec![(1, is_one(other))], 0)), TEST);
        }
        assert_eq!(needed(&circle, &[]), 4);
    }

    #[test]
    fn what_rests_is_completed_at_the_end() {
        let network = Arc::new(Network::new(&csp(6)).unwrap());
        let mut search = Search::about(&network, []);
        search.push();
        for var in 0..3 {
            search.push();
            search.assign(VarId(var), 2).unwrap();
        }
        assert_eq!(search.assignment(), None);
        search.complete().unwrap();
        assert_eq!(search.assignment(), Some(vec![2, 2, 2, 4, 6, 3]));
        // Once the level is undone, they rest again.
        search.pop();
        search.assign(VarId(2), 1).unwrap();
        assert_eq!(search.assignment(), None);
        search.complete().unwrap();
        assert_eq!(search.assignment(), Some(vec![2, 2, 1, 4, 5, 2]));
    }

    #[test]
    fn many_samples_have_something_that_rests() {
        let rests = |seed: &u64| {
            Network::new(&of_definitions(*seed))
                .is_some_and(|network| !network.definitions.is_empty())
        };
        let count = (0..1_000).filter(rests).count();
        assert!(count > 400, "{count}");
    }
}
