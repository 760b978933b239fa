//! Expressions: truths and numbers that are decided by solving.

use crate::forms::GraphTruth;
use crate::lit::Lit;
use crate::var::VarId;
use puzgen_base::ops::CompareOp;

/// A truth that is decided by solving.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoolExpr {
    /// A constant.
    Const(bool),
    /// A variable has, or has not, a value.
    Lit(Lit),
    /// The negation.
    Not(Box<BoolExpr>),
    /// All of them; true where there are none.
    And(Vec<BoolExpr>),
    /// One of them at least; false where there are none.
    Or(Vec<BoolExpr>),
    /// Both or neither.
    Iff(Box<BoolExpr>, Box<BoolExpr>),
    /// Two numbers compare so.
    Compare(CompareOp, IntExpr, IntExpr),
    /// No two are equal.
    Distinct(Vec<IntExpr>),
    /// What is there of a graph has some property.
    Graph(Box<GraphTruth>),
}

/// A number that is decided by solving.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum IntExpr {
    /// A fixed number.
    Const(i64),
    /// The value of a variable.
    Var(VarId),
    /// `Σ coefficient · term + constant`.
    Linear(Vec<(i64, IntExpr)>, i64),
    /// The product of two.
    Product(Box<IntExpr>, Box<IntExpr>),
    /// The quotient rounded towards minus infinity. The statement it is in does not hold where
    /// the divisor is 0.
    Div(Box<IntExpr>, Box<IntExpr>),
    /// The remainder with the sign of the divisor. As [`IntExpr::Div`] for the divisor 0.
    Mod(Box<IntExpr>, Box<IntExpr>),
    /// The absolute value.
    Abs(Box<IntExpr>),
    /// The smallest of at least one.
    Min(Vec<IntExpr>),
    /// The largest of at least one.
    Max(Vec<IntExpr>),
    /// The first number where the truth holds, the second otherwise.
    If(Box<BoolExpr>, Box<IntExpr>, Box<IntExpr>),
    /// 1 where the truth holds, 0 otherwise.
    FromBool(Box<BoolExpr>),
}
