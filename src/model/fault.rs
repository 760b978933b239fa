//! Why an expression has no value, and the problem that is said of it.

use std::fmt;

use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::Span;

/// Why a function or an operation has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A number overflows 64 bits.
    Overflow,
    /// A number that solving decides could overflow.
    TooLarge,
    /// A division by zero.
    DivisionByZero,
    /// An index outside of the family, or a place outside of the board.
    Index(String),
    /// The board cannot have this.
    Board(String),
    /// There is no element at a position that solving decides.
    NoElement,
    /// An argument means nothing.
    Argument(String),
    /// The smallest or largest of nothing.
    Empty,
    /// The value depends on something that is not at hand (the answer, what is shown).
    NotAtHand,
    /// A function of a script failed: why.
    Script(Box<Problem>),
    /// More than is built.
    Excess(Excess),
}

impl Fault {
    /// Returns whether a number has no value; everything else is a mistake of the definition.
    pub fn is_undefined(&self) -> bool {
        matches!(self, Self::Overflow | Self::DivisionByZero | Self::NoElement)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overflow => f.write_str("the number does not fit into 64 bits"),
            Self::TooLarge => f.write_str("the number may not fit into 64 bits"),
            Self::DivisionByZero => f.write_str("division by zero"),
            Self::NoElement => f.write_str("there is no element at this position"),
            Self::Index(text) | Self::Board(text) | Self::Argument(text) => f.write_str(text),
            Self::Empty => f.write_str("an empty list has no smallest or largest element"),
            Self::NotAtHand => f.write_str("the value is not known here"),
            Self::Script(problem) => f.write_str(problem.message()),
            Self::Excess(excess) => excess.fmt(f),
        }
    }
}

/// What is more than the bound on the sizes of a definition allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excess {
    /// What there is too much of, such as `elements`.
    pub of: &'static str,
    /// How much, where that can be said.
    pub count: Option<u64>,
    /// Whether it was counted, and not reckoned from a part of it.
    pub is_exact: bool,
    /// How much is allowed.
    pub most: u64,
    /// How many parts of what is bounded each one takes.
    pub weight: u64,
    /// How many of them may be there for each such part.
    pub of_each: u64,
}

impl Excess {
    /// Makes sure that what was counted is not more than `most`.
    ///
    /// # Errors
    /// Where it is.
    pub fn check(of: &'static str, count: u64, most: u64) -> Result<(), Fault> {
        if count <= most {
            return Ok(());
        }
        Err(Fault::Excess(Self {
            of,
            count: Some(count),
            is_exact: true,
            most,
            weight: 1,
            of_each: 1,
        }))
    }

    /// Returns the fault of what was counted until it was too much.
    pub fn beyond(of: &'static str, most: u64) -> Fault {
        Fault::Excess(Self { of, count: None, is_exact: false, most, weight: 1, of_each: 1 })
    }

    /// Returns the bound that would allow it, where it can be said how much there is.
    pub(crate) fn needed(&self) -> Option<u64> {
        let count = self.count?.saturating_mul(self.weight).div_ceil(self.of_each);
        Some(if self.is_exact { count } else { count.saturating_add(count / 4) })
    }
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { of, count, is_exact, most, .. } = self;
        match count {
            Some(count) if *is_exact => write!(f, "{count} {of}, and at most {most} are allowed"),
            Some(count) => write!(f, "about {count} {of}, and at most {most} are allowed"),
            None => write!(f, "more than {most} {of}"),
        }
    }
}

/// A fault and where it happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultAt {
    /// What happened.
    pub fault: Fault,
    /// The expression it happened in.
    pub span: Span,
}

impl From<FaultAt> for Problem {
    fn from(at: FaultAt) -> Self {
        let code = match at.fault {
            Fault::Overflow | Fault::TooLarge | Fault::DivisionByZero | Fault::Empty => {
                Code::BadArithmetic
            }
            Fault::Index(_) | Fault::NoElement => Code::BadIndex,
            Fault::Argument(_) => Code::WrongArguments,
            Fault::Board(_) => Code::BadBoard,
            Fault::NotAtHand => Code::NotKnown,
            Fault::Excess(ref excess) => {
                let needed =
                    excess.needed().map_or_else(String::new, |needed| format!(" {needed}"));
                return Self::error(Code::TooLarge, excess.to_string(), at.span, "too large")
                    .help(format!("make it smaller, or allow more with `--max-size{needed}`"));
            }
            Fault::Script(ref problem) => return (**problem).clone().label(at.span, "called here"),
        };
        let problem = Self::error(code, at.fault.to_string(), at.span, "here");
        match at.fault {
            Fault::Index(_) => {
                problem.help("where only some cases lack it, leave these out with `where`")
            }
            _ => problem,
        }
    }
}

impl From<FaultAt> for Diagnostics {
    fn from(at: FaultAt) -> Self {
        Problem::from(at).into()
    }
}
