//! A step for others to print: what follows, by which technique, and from which facts and rules.

use puzgen_csp::{Origin, VarId};

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

impl Fact {
    /// Returns the variable that it tells of.
    pub fn var(&self) -> VarId {
        let (Self::Is(var, _) | Self::IsNot(var, _) | Self::OneOf(var, _)) = self;
        *var
    }
}

/// The technique of a deduction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// Naked single: nothing else is left for the variable.
    OnlyValue,
    /// Hidden single: no other variable of a group can have the value, and one must.
    OnlyPlace,
    /// A statement says so.
    Statement,
    /// Otherwise a group could not have the size that its value says.
    Group(WrongGroup),
    /// Naked subset: these variables have only these values, as many as there are variables.
    Values(Vec<VarId>, Vec<i64>),
    /// Hidden subset: these values can be taken only by these variables, as many as there are values.
    Places(Vec<VarId>, Vec<i64>),
    /// Locked candidates: the first rule needs the value at one of these places, and the second one allows it only once there.
    Locked(Vec<VarId>, i64, LockedBy),
    /// Refutation: otherwise these values follow, in this order, and then there is this contradiction.
    Otherwise(Vec<(VarId, i64)>, ContradictionKind),
    /// Nested refutation.
    Nested,
}

/// Why a rule needs a value at one of some places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockedBy {
    /// It is a group, and the value has no other place in it.
    Group,
    /// It cannot hold otherwise.
    Statement,
}

/// A statement that leaves one of two values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pull {
    /// The value that it leaves.
    pub value: i64,
    /// Where it comes from.
    pub origin: Origin,
    /// The clue that it defines.
    pub clue: Option<VarId>,
    /// What is known of its variables then.
    pub facts: Vec<Fact>,
}

/// A group whose value cannot be its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongGroup {
    /// A variable of it.
    pub member: VarId,
    /// Its value.
    pub value: i64,
    /// What is wrong with its size.
    pub fault: WrongSize,
}

/// What can be wrong with the size of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrongSize {
    /// It cannot grow to its size.
    Small,
    /// It is larger.
    Large,
    /// It is larger by the one place that is in question; without that, it has its size.
    Complete,
}

/// A value that is found on the way to a contradiction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundValue {
    /// The value.
    pub value: i64,
    /// Where it is found as the only place for the value in a group: where that comes from.
    pub group: Option<Origin>,
}

/// Kinds of contradictions, by where they show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContradictionKind {
    /// Nothing is left for this variable.
    NoValue(VarId),
    /// Two statements leave different ones of the two values of this variable, the smaller one first.
    Pulled(VarId, Box<[Pull; 2]>),
    /// This variable has one of its two values, and a statement leaves only the other.
    Refused(VarId, Box<Pull>),
    /// A variable would have to have both values.
    Both(VarId, [FoundValue; 2]),
    /// A variable would have to have the value that is found, but is known to have another one.
    Filled(VarId, FoundValue, i64),
    /// There is no place for this value, in a group with this variable, which is of this origin.
    NoPlace(VarId, i64, Origin),
    /// A group cannot have its size.
    Group(WrongGroup),
    /// A rule is broken, or a clue is wrong: where that comes from, where the values before it are told.
    Broken(Option<Origin>),
}

impl ContradictionKind {
    /// Says of a value that is known that it is, where another one is found beside it. Returns whether it now rests on that.
    pub fn know(&mut self, known: &dyn Fn(VarId) -> Option<i64>) -> bool {
        let Some((var, value)) = self.at().and_then(|var| Some((var, known(var)?))) else {
            return false;
        };
        let other = match self {
            Self::Both(_, [a, b]) if value == a.value => Self::Filled(var, *b, value),
            Self::Both(_, [a, b]) if value == b.value => Self::Filled(var, *a, value),
            Self::Pulled(_, pulls) => match pulls.iter().find(|pull| pull.value != value) {
                Some(pull) => Self::Refused(var, Box::new(pull.clone())),
                None => return false,
            },
            _ => return false,
        };
        *self = other;
        true
    }

    /// Returns the variable where it shows; `None` where it is a rule that is broken.
    pub fn at(&self) -> Option<VarId> {
        match self {
            Self::NoValue(var)
            | Self::Pulled(var, _)
            | Self::Refused(var, _)
            | Self::Both(var, ..)
            | Self::Filled(var, ..)
            | Self::NoPlace(var, ..)
            | Self::Group(WrongGroup { member: var, .. }) => Some(*var),
            Self::Broken(_) => None,
        }
    }
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
    /// The technique.
    pub how: How,
    /// What has to be known for it.
    pub facts: Vec<Fact>,
    /// The statements that are used, the most telling one first.
    pub rules: Vec<Origin>,
    /// Where values are excluded, those that are left, as far as this is known; of a value that is the only one left, those that
    /// were left before; otherwise none.
    pub left: Vec<i64>,
    /// Whether it is told as a part of the next one of its stage that is not.
    pub is_aside: bool,
    /// Values that were found before, where it is about lines: these are seen on the board.
    pub seen: Vec<(VarId, i64)>,
}

/// Deductions from the same state by the same technique.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// The technique.
    pub kind: super::StepKind,
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

impl Assumed {
    /// Returns the variable.
    pub(super) fn var(self) -> u32 {
        let (Self::Is(var, _) | Self::IsNot(var, _)) = self;
        var
    }
}
