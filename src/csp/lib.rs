//! Flat, solver-neutral constraints over finite integer variables.
//!
//! Given a puzzle with its parameters fixed, `lower/` writes its rules in this form; engines read
//! it. There are no names of the language here, no quantifiers and no places: only variables,
//! expressions and a few forms that are no formula ([`FlatForm`]), each with the [`Origin`] it came from. Nothing here
//! knows `model/`.

pub mod bounds;
mod build;
pub mod eval;
mod forms;
mod print;
#[cfg(any(test, feature = "samples"))]
pub mod samples;
mod size;
mod walk;

pub use forms::*;
pub use puzgen_base::domain::Domain;
pub use walk::ExprPart;

use puzgen_base::ops::CompareOp;
use puzgen_base::source::Span;

/// Names a variable of one [`Csp`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(pub u32);

impl VarId {
    /// Returns the position in [`Csp::vars`] and in an assignment.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable. Truth is an integer variable with domain `0..1` (1 is true).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Var {
    /// What messages and dumps call it, such as `x[3,4]`.
    pub name: String,
    /// The values it can take.
    pub domain: Domain,
}

/// "`var` is `value`" or, where `is` is false, "`var` is not `value`".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit {
    /// The variable.
    pub var: VarId,
    /// The value.
    pub value: i64,
    /// Whether it is this value.
    pub is: bool,
}

impl Lit {
    /// Returns "`var` is `value`".
    pub fn is(var: VarId, value: i64) -> Self {
        Self { var, value, is: true }
    }

    /// Returns "`var` is not `value`".
    pub fn is_not(var: VarId, value: i64) -> Self {
        Self { var, value, is: false }
    }

    /// Returns whether it holds where `var` has the value `actual`.
    pub fn holds_for(self, actual: i64) -> bool {
        (actual == self.value) == self.is
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self { is: !self.is, ..self }
    }
}

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

/// What must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stmt {
    /// This truth.
    Hold(BoolExpr),
    /// A form that is a statement of its own.
    Global(Global),
}

/// Where a statement comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The `case`-th case of the definition's `rule`-th rule, written at `span`.
    Rule {
        /// Position among the rules.
        rule: u32,
        /// Position among the rule's quantified cases.
        case: u32,
        /// The rule's text.
        span: Span,
    },
    /// No rule of the user: made by a pass, for this reason.
    Introduced(&'static str),
}

impl Stmt {
    /// Returns whether formulas say it.
    pub fn has_formulas(&self) -> bool {
        match self {
            Self::Hold(_) => true,
            Self::Global(global) => global.form().has_formulas(),
        }
    }

    /// Returns whether it compares two numbers.
    pub fn is_comparison(&self) -> bool {
        matches!(self, Self::Hold(BoolExpr::Compare(..)))
    }

    /// Returns whether an engine may say it little by little, once something breaks it: groups, graphs and
    /// what is run.
    pub fn is_lazy(&self) -> bool {
        match self {
            Self::Hold(BoolExpr::Graph(graph)) => graph.is_lazy(),
            Self::Hold(_) => false,
            Self::Global(global) => global.form().is_lazy(),
        }
    }
}

/// A problem in flat form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Csp {
    /// The variables.
    pub vars: Vec<Var>,
    /// The statements, each with its origin.
    pub stmts: Vec<(Stmt, Origin)>,
    /// The variables whose values are the solution: two solutions differ iff one of these does.
    pub answers: Vec<VarId>,
    /// Variables (truths) that switch a rule's statements on, where the problem was lowered so
    /// that conflicts can be explained.
    pub guards: Vec<(VarId, Origin)>,
}

/// A value for each variable, by position.
pub type Assignment = Vec<i64>;

impl Csp {
    /// Returns an empty problem.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a variable.
    pub fn var(&mut self, name: impl Into<String>, domain: Domain) -> VarId {
        let id = VarId(u32::try_from(self.vars.len()).unwrap_or(u32::MAX));
        self.vars.push(Var { name: name.into(), domain });
        id
    }

    /// Adds a truth.
    pub fn bool_var(&mut self, name: impl Into<String>) -> VarId {
        self.var(name, Domain::Range(0, 1))
    }

    /// Adds a truth that must hold.
    pub fn hold(&mut self, expr: BoolExpr, origin: Origin) {
        self.stmts.push((Stmt::Hold(expr), origin));
    }

    /// Returns the domain of `var`.
    pub fn domain(&self, var: VarId) -> &Domain {
        &self.vars[var.index()].domain
    }

    /// Returns the answer part of an assignment.
    pub fn project(&self, assignment: &[i64]) -> Vec<i64> {
        self.answers.iter().map(|var| assignment[var.index()]).collect()
    }
}
