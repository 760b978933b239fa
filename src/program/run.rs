//! What a run did: how it ended, what it printed, and on which tokens that depends.

use std::fmt;

/// What a run did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// What can be seen of it.
    pub outcome: Outcome,
    /// The indexes of the tokens that it depends on, sorted.
    pub touched: Vec<usize>,
    /// How many steps it took.
    pub steps: u64,
}

/// What can be seen of a run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// What was printed.
    pub printed: String,
    /// Python's `repr` of the arguments after the call.
    pub arguments: Vec<String>,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The `repr` of what it returned.
    Returned(String),
    /// The class of the exception. An `UnboundLocalError` is called by the name of its parent, `NameError`: which of
    /// the two it is differs among versions of Python.
    Raised(String),
    /// It reached a bound of steps, calls or sizes.
    TooLong,
    /// It did what the subset leaves out, such as a floating number: what Python would do is not known.
    Unknown(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Returned(value) => write!(f, "returns `{value}`"),
            Self::Raised(class) => write!(f, "raises `{class}`"),
            Self::TooLong => f.write_str("does not end"),
            Self::Unknown(what) => write!(f, "does what is not followed here ({what})"),
        }
    }
}
