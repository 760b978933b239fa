//! A program in the form that runs. Every node knows the tokens it depends on. Must not know how it is made or run.

use super::val::{Builtin, Val};

/// The index of a token, or [`NO_TOKEN`].
pub(super) type TokenId = u32;

/// Stands where no token is.
pub(super) const NO_TOKEN: TokenId = u32::MAX;

/// A whole program.
#[derive(Debug, Clone, Default)]
pub(super) struct Tree {
    pub(super) functions: Vec<Function>,
    /// Operators of one unparenthesised expression: any of them decides how it is grouped.
    pub(super) groups: Vec<Vec<TokenId>>,
    /// How many tokens there are.
    pub(super) tokens: usize,
    /// What may stand at each token that is open; nothing is kept where none is.
    pub(super) choices: Vec<Option<Choice>>,
}

/// What may stand at a token, in the order of its words.
#[derive(Debug, Clone)]
pub(super) enum Choice {
    /// Names that are read, called or assigned to.
    Names(Vec<Name>),
    Constants(Vec<Val>),
    Comparators(Vec<Comparator>),
    Operators(Vec<Operator>),
    /// Whether it is `and`.
    Junctions(Vec<bool>),
    Methods(Vec<String>),
    /// Whether it is `break`.
    Leaving(Vec<bool>),
}

impl Tree {
    /// Returns what may stand at a token that is open.
    pub(super) fn choice(&self, token: TokenId) -> Option<&Choice> {
        self.choices.get(token as usize)?.as_ref()
    }

    /// Returns the only operator of a group that is a token.
    pub(super) fn only_of_group(&self, group: u32) -> TokenId {
        match self.groups.get(group as usize).map(Vec::as_slice) {
            Some([token]) => *token,
            _ => NO_TOKEN,
        }
    }
}

/// A function.
#[derive(Debug, Clone)]
pub(super) struct Function {
    pub(super) parameters: Vec<Parameter>,
    /// How many variables a call has room for; parameters come first.
    pub(super) slots: usize,
    pub(super) body: Vec<Stmt>,
}

/// A parameter.
#[derive(Debug, Clone)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) default: Option<Val>,
}

/// What a name means.
#[derive(Debug, Clone)]
pub(super) struct Name {
    /// The variable of the call; `None` for what is outside of the function.
    pub(super) slot: Option<usize>,
    pub(super) global: Global,
    pub(super) token: TokenId,
    /// Tokens that decide whose name it is, whatever happens.
    pub(super) always: Vec<TokenId>,
    /// The token that makes it a variable, where nothing was assigned yet.
    pub(super) unbound: TokenId,
}

/// What a name stands for outside of functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Global {
    Nothing,
    Builtin(Builtin),
    Own(u32),
}

/// A statement.
#[derive(Debug, Clone)]
pub(super) enum Stmt {
    Expr(Expr),
    Assign(Vec<Target>, Expr),
    AugmentName(Name, Target, Augment),
    AugmentItem(Expr, Expr, Augment),
    Return(Option<Expr>),
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    While(Expr, Vec<Stmt>, Vec<Stmt>),
    For(Box<For>),
    Break(TokenId),
    Continue(TokenId),
    Pass,
    Delete(Vec<(Expr, Expr)>),
    Assert(Expr),
    Raise(&'static str, Vec<Expr>),
}

/// A loop over something.
#[derive(Debug, Clone)]
pub(super) struct For {
    pub(super) target: Target,
    pub(super) over: Expr,
    pub(super) body: Vec<Stmt>,
    pub(super) otherwise: Vec<Stmt>,
}

/// The operator and the value of an augmented assignment.
#[derive(Debug, Clone)]
pub(super) struct Augment {
    pub(super) operator: Operator,
    pub(super) token: TokenId,
    pub(super) value: Expr,
}

/// What is assigned to.
#[derive(Debug, Clone)]
pub(super) enum Target {
    Name(usize, TokenId),
    Item(Box<(Expr, Expr)>),
    Many(Vec<Target>),
}

/// An expression.
#[derive(Debug, Clone)]
pub(super) enum Expr {
    Constant(Val, TokenId),
    Name(Box<Name>),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Plus(Box<Expr>),
    Binary(Box<Binary>),
    Compare(Box<(Expr, Vec<Comparison>)>),
    Boolean(bool, u32, Vec<Expr>),
    If(Box<(Expr, Expr, Expr)>),
    List(Vec<Expr>),
    Tuple(Vec<Expr>),
    Dict(Vec<(Expr, Expr)>),
    Item(Box<(Expr, Expr)>),
    Slice(Box<Slice>),
    Call(Box<Call>),
    Method(Box<Method>),
    Comprehension(Box<Comprehension>),
    /// An f-string: pieces of text, and values with whether `!r` stands there.
    Format(Vec<Piece>),
}

/// A part of an f-string.
#[derive(Debug, Clone)]
pub(super) enum Piece {
    Text(String),
    Value(Expr, bool),
}

/// An operation on two values.
#[derive(Debug, Clone)]
pub(super) struct Binary {
    pub(super) operator: Operator,
    pub(super) group: u32,
    pub(super) left: Expr,
    pub(super) right: Expr,
}

/// The operators of the subset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    FloorDivide,
    Modulo,
    Power,
}

impl Operator {
    /// Returns the operator of a sign that a blank may hold.
    pub(super) fn of_sign(sign: &str) -> Option<Self> {
        Some(match sign {
            "+" => Self::Add,
            "-" => Self::Subtract,
            "*" => Self::Multiply,
            "//" => Self::FloorDivide,
            "%" => Self::Modulo,
            _ => return None,
        })
    }
}

/// A link of a chain of comparisons.
#[derive(Debug, Clone)]
pub(super) struct Comparison {
    pub(super) operator: Comparator,
    pub(super) token: TokenId,
    pub(super) right: Expr,
}

/// How two values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparator {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    NotIn,
    Is,
    IsNot,
}

impl Comparator {
    /// Returns the comparison of a sign that a blank may hold.
    pub(super) fn of_sign(sign: &str) -> Option<Self> {
        Some(match sign {
            "==" => Self::Equal,
            "!=" => Self::NotEqual,
            "<" => Self::Less,
            "<=" => Self::LessEqual,
            ">" => Self::Greater,
            ">=" => Self::GreaterEqual,
            "in" => Self::In,
            "not in" => Self::NotIn,
            _ => return None,
        })
    }
}

/// A slice of something.
#[derive(Debug, Clone)]
pub(super) struct Slice {
    pub(super) base: Expr,
    pub(super) bounds: [Option<Expr>; 3],
}

/// A call of a function.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) callee: Name,
    pub(super) arguments: Arguments,
}

/// A call of a method.
#[derive(Debug, Clone)]
pub(super) struct Method {
    pub(super) receiver: Expr,
    pub(super) name: String,
    pub(super) token: TokenId,
    pub(super) arguments: Arguments,
}

/// What stands in the parentheses of a call.
#[derive(Debug, Clone, Default)]
pub(super) struct Arguments {
    pub(super) plain: Vec<Expr>,
    pub(super) named: Vec<(String, Expr)>,
    /// The one argument is a generator expression.
    pub(super) generator: Option<Box<Comprehension>>,
}

/// A comprehension or generator expression.
#[derive(Debug, Clone)]
pub(super) struct Comprehension {
    pub(super) element: Expr,
    /// The value, in that of a dictionary.
    pub(super) value: Option<Expr>,
    pub(super) parts: Vec<Loop>,
    /// Its own variables.
    pub(super) slots: std::ops::Range<usize>,
}

/// A `for … in … if …` of a comprehension.
#[derive(Debug, Clone)]
pub(super) struct Loop {
    pub(super) target: Target,
    pub(super) over: Expr,
    pub(super) tests: Vec<Expr>,
}
