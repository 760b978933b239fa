//! The trail: which literals hold and since when. Reasons are computed from what held before a position of it.

use std::cell::RefCell;
use std::collections::BTreeMap;

use puzgen_csp::{Lit, VarId};

/// A literal "a variable is a value", or its opposite, as a number; opposites are neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitLit(u32);

impl BitLit {
    /// Returns "it is", for the `id`-th pair of a variable and a value.
    pub(super) fn is(id: u32) -> Self {
        Self(id * 2)
    }

    /// Returns "it is not".
    pub(super) fn is_not(id: u32) -> Self {
        Self(id * 2 + 1)
    }

    /// Returns the number of the pair.
    pub(super) fn id(self) -> usize {
        (self.0 / 2) as usize
    }

    /// Returns whether it is "it is".
    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Returns a position for a table of all literals.
    pub(super) fn position(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for BitLit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// The pairs of one variable with its values: they are numbered one after the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct VarLiterals {
    pub(super) first: u32,
    pub(super) span: u32,
    pub(super) min: i64,
}

/// Unassigned.
pub(super) const OPEN: u32 = u32::MAX;

/// The literals that hold, in the order in which they were assigned, by pair of a variable and a value.
#[derive(Debug, Clone, Default)]
pub(super) struct Trail {
    pub(super) slots: Vec<VarLiterals>,
    /// The variable of each pair.
    pub(super) owners: Vec<u32>,
    /// For each pair, the position of its literal, or [`OPEN`].
    pub(super) since: Vec<u32>,
    /// The literals that hold, in order.
    pub(super) literals: Vec<BitLit>,
    /// For each variable, the position of the literal that says its value, or [`OPEN`].
    fixed: Vec<u32>,
    /// For each variable of many values, its bounds so far.
    bounds: Vec<BoundHistory>,
}

/// A variable with more values has a history of its bounds. Those of the others are found as quickly by looking at all values.
const FEW_VALUES: u32 = 64;

/// How the bounds of a variable came about: the pair of the smallest and of the largest value that was left, each
/// with the position of the literal from which on it was this one.
#[derive(Debug, Clone, Default)]
struct BoundHistory {
    smallest: Vec<(u32, u32)>,
    largest: Vec<(u32, u32)>,
}

/// Returns what a history of bounds says before a position.
fn bound_before(history: &[(u32, u32)], position: u32) -> Option<u32> {
    let at = history.partition_point(|(since, _)| *since < position);
    Some(history[at.checked_sub(1)?].1)
}

impl Trail {
    /// Adds the pairs of the next variable.
    pub(super) fn add(&mut self, min: i64, span: u32) {
        let first = self.owners.len() as u32;
        self.owners.extend(std::iter::repeat_n(self.slots.len() as u32, span as usize));
        self.since.extend(std::iter::repeat_n(OPEN, span as usize));
        self.slots.push(VarLiterals { first, span, min });
        self.fixed.push(OPEN);
        self.bounds.push(BoundHistory::default());
    }

    /// Appends a literal.
    pub(super) fn push(&mut self, literal: BitLit) {
        let position = self.literals.len() as u32;
        self.since[literal.id()] = position;
        self.literals.push(literal);
        let owner = self.owners[literal.id()] as usize;
        if literal.is_positive() {
            self.fixed[owner] = position;
        } else if self.slots[owner].span > FEW_VALUES && self.fixed[owner] == OPEN {
            self.narrow(owner, literal.id() as u32, position);
        }
    }

    /// Takes the last literal away.
    pub(super) fn pop(&mut self) -> Option<BitLit> {
        let literal = self.literals.pop()?;
        let position = self.literals.len() as u32;
        self.since[literal.id()] = OPEN;
        let owner = self.owners[literal.id()] as usize;
        if self.fixed[owner] == position {
            self.fixed[owner] = OPEN;
        }
        let BoundHistory { smallest, largest } = &mut self.bounds[owner];
        for history in [smallest, largest] {
            history.pop_if(|(since, _)| *since == position);
        }
        Some(literal)
    }

    /// Notes what the bounds of a variable are without one more of its values.
    fn narrow(&mut self, owner: usize, gone: u32, position: u32) {
        let VarLiterals { first, span, .. } = self.slots[owner];
        let last = first + span - 1;
        let is_left = |id: &u32| self.since[*id as usize] == OPEN;
        let BoundHistory { smallest, largest } = &mut self.bounds[owner];
        if gone == smallest.last().map_or(first, |(_, id)| *id) {
            smallest.push((position, (gone..last).find(is_left).unwrap_or(last)));
        }
        if gone == largest.last().map_or(last, |(_, id)| *id) {
            largest.push((position, (first..=gone).rev().find(is_left).unwrap_or(first)));
        }
    }

    /// Returns the pair, or `None` for a value that the variable never had.
    pub(super) fn id(&self, var: VarId, value: i64) -> Option<u32> {
        let slot = self.slots[var.index()];
        let offset = value.wrapping_sub(slot.min) as u64;
        (offset < u64::from(slot.span)).then(|| slot.first + offset as u32)
    }

    /// Returns the variable and the value of a literal.
    pub(super) fn pair(&self, literal: BitLit) -> (VarId, i64) {
        let owner = self.owners[literal.id()];
        let slot = self.slots[owner as usize];
        (VarId(owner), slot.min + (literal.id() as u32 - slot.first) as i64)
    }

    /// Returns whether a literal holds; `None` where that is open.
    pub(super) fn truth(&self, literal: BitLit) -> Option<bool> {
        match self.since[literal.id()] {
            OPEN => None,
            at => Some(self.literals[at as usize] == literal),
        }
    }

    /// Returns the trail before a position.
    pub(super) fn before(&self, position: u32) -> TrailPrefix<'_> {
        TrailPrefix { trail: self, position, named: None }
    }
}

/// The trail before a position: what was known when a deduction was made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TrailPrefix<'a> {
    trail: &'a Trail,
    position: u32,
    named: Option<&'a NamedLiterals>,
}

/// A reason while it is written.
#[derive(Debug)]
pub struct ReasonWriter<'a> {
    /// What was known.
    pub(crate) past: TrailPrefix<'a>,
    /// The value that was removed from a variable; a conflict is explained where there is none.
    pub(crate) gone: Option<(VarId, i64)>,
    pub(super) reason: &'a mut Vec<BitLit>,
}

impl ReasonWriter<'_> {
    /// Adds "`var` is `value`".
    pub(crate) fn is(&mut self, var: VarId, value: i64) {
        self.past.because_is(var, value, self.reason);
    }

    /// Adds "`var` is not `value`".
    pub(crate) fn is_not(&mut self, var: VarId, value: i64) {
        self.past.because_not(var, value, self.reason);
    }

    /// Adds a literal that was known.
    pub(crate) fn lit(&mut self, lit: Lit) {
        self.past.because(lit, self.reason);
    }

    /// Adds "`var` is at least `bound`".
    pub(crate) fn at_least(&mut self, var: VarId, bound: i64) {
        self.past.because_at_least(var, bound, self.reason);
    }

    /// Adds "`var` is at most `bound`".
    pub(crate) fn at_most(&mut self, var: VarId, bound: i64) {
        self.past.because_at_most(var, bound, self.reason);
    }

    /// Adds all that was known of a variable.
    pub(crate) fn all(&mut self, var: VarId) {
        self.past.because_all(var, self.reason);
    }

    /// Adds literals of the trail.
    pub(crate) fn extend(&mut self, literals: impl IntoIterator<Item = BitLit>) {
        self.reason.extend(literals);
    }
}

/// What reasons named of variables of many values, where they are all of one analysis, from the end of the trail to its
/// beginning: it need not be named again. Otherwise each of thousands of values is excluded by thousands of others.
#[derive(Debug, Default)]
pub(super) struct NamedLiterals {
    variables: RefCell<BTreeMap<VarId, NamedOfVariable>>,
}

#[derive(Debug, Clone, Copy)]
struct NamedOfVariable {
    /// Whether all that was known has been named.
    is_all: bool,
    /// All smaller and all larger values were named.
    within: (i64, i64),
}

impl NamedLiterals {
    fn of(&self, var: VarId) -> NamedOfVariable {
        let none = NamedOfVariable { is_all: false, within: (i64::MIN, i64::MAX) };
        self.variables.borrow().get(&var).copied().unwrap_or(none)
    }

    fn set(&self, var: VarId, named: NamedOfVariable) {
        self.variables.borrow_mut().insert(var, named);
    }
}

impl<'a> TrailPrefix<'a> {
    /// Leaves out what earlier reasons of the same analysis named. All that is added to a reason then stays in it.
    pub(super) fn without(self, named: &'a NamedLiterals) -> Self {
        Self { named: Some(named), ..self }
    }

    /// Leaves out nothing.
    pub(super) fn anew(self) -> Self {
        Self { named: None, ..self }
    }
}

impl TrailPrefix<'_> {
    fn decided(&self, id: u32) -> Option<BitLit> {
        let at = self.trail.since[id as usize];
        (at < self.position).then(|| self.trail.literals[at as usize])
    }

    /// Returns whether the variable was known to be `value`.
    pub(crate) fn is(&self, var: VarId, value: i64) -> bool {
        self.trail.id(var, value).and_then(|id| self.decided(id)).is_some_and(BitLit::is_positive)
    }

    /// Returns whether the variable was known not to be `value`.
    pub(crate) fn is_not(&self, var: VarId, value: i64) -> bool {
        match self.trail.id(var, value) {
            Some(id) => self.decided(id).is_some_and(|literal| !literal.is_positive()),
            None => true,
        }
    }

    /// Returns whether the variable had been one value only.
    pub(crate) fn value(&self, var: VarId) -> Option<i64> {
        let at = self.trail.fixed[var.index()];
        (at < self.position).then(|| self.trail.pair(self.trail.literals[at as usize]).1)
    }

    /// Returns the value that the variable has at the end of the trail.
    pub(crate) fn value_now(&self, var: VarId) -> Option<i64> {
        self.trail.before(u32::MAX).value(var)
    }

    /// Adds "`var` is `value`" to a reason.
    pub(crate) fn because_is(&self, var: VarId, value: i64, reason: &mut Vec<BitLit>) {
        reason.extend(self.trail.id(var, value).map(BitLit::is));
    }

    /// Adds "`var` is not `value`" to a reason.
    pub(crate) fn because_not(&self, var: VarId, value: i64, reason: &mut Vec<BitLit>) {
        reason.extend(self.trail.id(var, value).map(BitLit::is_not));
    }

    /// Adds a literal that was known to a reason.
    pub(crate) fn because(&self, lit: Lit, reason: &mut Vec<BitLit>) {
        match lit.is {
            true => self.because_is(lit.var, lit.value, reason),
            false => self.because_not(lit.var, lit.value, reason),
        }
    }

    /// Returns the smallest and the largest value that the variable could have.
    pub(crate) fn bounds(&self, var: VarId) -> (i64, i64) {
        if let Some(value) = self.value(var) {
            return (value, value);
        }
        let VarLiterals { first, span, min } = self.trail.slots[var.index()];
        let last = first + span - 1;
        let (smallest, largest) = if span > FEW_VALUES {
            let BoundHistory { smallest, largest } = &self.trail.bounds[var.index()];
            let smallest = bound_before(smallest, self.position).unwrap_or(first);
            (smallest, bound_before(largest, self.position).unwrap_or(last))
        } else {
            // What is decided of a variable without a value is what it is not.
            let is_left = |id: &u32| self.trail.since[*id as usize] >= self.position;
            let smallest = (first..=last).find(is_left).unwrap_or(first);
            (smallest, (smallest..=last).rev().find(is_left).unwrap_or(smallest))
        };
        let value = |id: u32| min + i64::from(id - first);
        (value(smallest), value(largest))
    }

    /// Returns the smallest and the largest value that the variable ever had.
    pub(crate) fn root_bounds(&self, var: VarId) -> (i64, i64) {
        let slot = self.trail.slots[var.index()];
        (slot.min, slot.min + i64::from(slot.span) - 1)
    }

    /// Adds "`var` is at least `bound`" to a reason.
    pub(crate) fn because_at_least(&self, var: VarId, bound: i64, reason: &mut Vec<BitLit>) {
        self.because_within(var, bound, i64::MAX, reason);
    }

    /// Adds "`var` is at most `bound`" to a reason.
    pub(crate) fn because_at_most(&self, var: VarId, bound: i64, reason: &mut Vec<BitLit>) {
        self.because_within(var, i64::MIN, bound, reason);
    }

    fn because_within(&self, var: VarId, lo: i64, hi: i64, reason: &mut Vec<BitLit>) {
        if let Some(value) = self.value(var) {
            return self.because_is(var, value, reason);
        }
        let VarLiterals { first, span, min } = self.trail.slots[var.index()];
        let (mut lo, mut hi) = (lo.max(min), hi.min(min + i64::from(span) - 1));
        let (mut from, mut to) = (min, min + i64::from(span) - 1);
        if let Some(named) = self.named.filter(|_| span > FEW_VALUES) {
            let known = named.of(var);
            if known.is_all {
                return;
            }
            (from, to) = (from.max(known.within.0), to.min(known.within.1));
            (lo, hi) = (lo.max(from), hi.min(to));
            named.set(var, NamedOfVariable { within: (lo, hi), ..known });
        }
        let literal = |value: i64| BitLit::is_not(first + (value - min) as u32);
        reason.extend((from..lo).chain(hi + 1..=to).map(literal));
    }

    /// Adds all that was known of a variable to a reason.
    pub(crate) fn because_all(&self, var: VarId, reason: &mut Vec<BitLit>) {
        if let Some(value) = self.value(var) {
            return self.because_is(var, value, reason);
        }
        let VarLiterals { first, span, .. } = self.trail.slots[var.index()];
        if let Some(named) = self.named.filter(|_| span > FEW_VALUES) {
            let known = named.of(var);
            if known.is_all {
                return;
            }
            named.set(var, NamedOfVariable { is_all: true, ..known });
        }
        reason.extend((first..first + span).filter_map(|id| self.decided(id)));
    }
}
