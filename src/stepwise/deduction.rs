//! What a step says: what follows, how it was seen, and what has to be known for it.

use crate::csp::{Origin, VarId};

/// Something that is known before a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// The value of a variable.
    Is(VarId, i64),
    /// A value that a variable does not have.
    IsNot(VarId, i64),
    /// The values that a variable can still have.
    OneOf(VarId, Vec<i64>),
}

/// How something was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// Nothing else is left for the variable.
    OnlyValue,
    /// Nothing else that must differ can have the value, and one must.
    OnlyPlace,
    /// A statement says so.
    Statement,
    /// These variables have no other values than these, as many among them.
    Values(Vec<VarId>, Vec<i64>),
    /// These values have no other place than these variables, as many of them.
    Places(Vec<VarId>, Vec<i64>),
    /// Otherwise these values follow, in this order, and then this cannot be.
    Otherwise(Vec<(VarId, i64)>, End),
    /// Otherwise there are contradictions one after the other.
    Nested,
}

/// Where a contradiction shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Nothing is left for this variable.
    NoValue(VarId),
    /// A variable would have to have both values.
    Both(VarId, i64, i64),
    /// There is no place for this value, in a group with this variable.
    NoPlace(VarId, i64),
    /// A rule is broken.
    Broken,
}

/// One thing that follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deduction {
    /// The variable.
    pub var: VarId,
    /// The value.
    pub value: i64,
    /// Whether it is this value, or is not.
    pub is: bool,
    /// How it was seen.
    pub how: How,
    /// What has to be known for it.
    pub facts: Vec<Fact>,
    /// The statements that have to be looked at, the most telling one first.
    pub rules: Vec<Origin>,
}

/// Things that follow at the same time and are equally hard to see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// What has to be done for it, in words.
    pub kind: String,
    /// What follows, what needs fewest facts first.
    pub deductions: Vec<Deduction>,
}

/// What is assumed to be led to a contradiction.
#[derive(Debug, Clone, Copy)]
pub(super) enum Assumed {
    /// A variable has this value.
    Is(u32, u32),
    /// A variable does not have this value.
    IsNot(u32, u32),
}
