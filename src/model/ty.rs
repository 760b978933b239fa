//! The types of expressions and when their values are known.

use std::fmt;

use crate::grid::PlaceKind;

/// The type of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ty {
    /// A whole number.
    Int,
    /// A number with a fraction; measures only.
    Real,
    /// True or false.
    Bool,
    /// One of the words of a choice.
    Word,
    /// A text, such as a pattern; always known.
    Text,
    /// A place on the board.
    Place(PlaceKind),
    /// The name of a loose variable, standing for its value where a value is asked for.
    Variable(Box<Ty>),
    /// Two or more together, such as two neighbours.
    Tuple(Vec<Ty>),
    /// Any number of one type.
    List(Box<Ty>),
}

impl Ty {
    /// Returns the type of lists of this.
    pub fn list(self) -> Self {
        Self::List(Box::new(self))
    }

    /// Returns the type of cells.
    pub fn cell() -> Self {
        Self::Place(PlaceKind::Cell)
    }

    /// Returns the element type of a list.
    pub fn element(&self) -> Option<&Self> {
        match self {
            Self::List(element) => Some(element),
            _ => None,
        }
    }

    /// Returns what values of this type are read as: a variable as its value.
    pub fn value(&self) -> &Self {
        match self {
            Self::Variable(ty) => ty,
            other => other,
        }
    }

    /// Returns whether it is a list of places, whose elements are always known where it is.
    pub fn is_region(&self) -> bool {
        matches!(self.element(), Some(Self::Place(_)))
    }

    /// Returns whether it is a number, whole or not.
    pub fn is_number(&self) -> bool {
        matches!(self.value(), Self::Int | Self::Real)
    }

    /// Returns whether an expression of this type may stand where `expected` is asked for.
    pub fn fits(&self, expected: &Self) -> bool {
        match (self, expected) {
            (Self::Variable(_), Self::Variable(_)) => self == expected,
            (Self::Variable(ty), _) => ty.fits(expected),
            (Self::Int, Self::Real) => true,
            (Self::List(a), Self::List(b)) => a.fits(b),
            (Self::Tuple(a), Self::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.fits(b))
            }
            _ => self == expected,
        }
    }

    /// Returns it as people read it, with the parts of a tuple.
    pub fn in_full(&self) -> String {
        match self {
            Self::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Self::in_full).collect();
                format!("({})", parts.join(", "))
            }
            other => other.to_string(),
        }
    }

    fn plural(&self) -> String {
        match self {
            Self::Int | Self::Real => "numbers".to_owned(),
            Self::Bool => "truths".to_owned(),
            Self::Word => "words".to_owned(),
            Self::Text => "texts".to_owned(),
            Self::Place(PlaceKind::Vertex) => "vertices".to_owned(),
            Self::Place(kind) => format!("{kind}s"),
            Self::Variable(_) => "variables".to_owned(),
            Self::Tuple(items) if items.len() == 2 => "pairs".to_owned(),
            Self::Tuple(_) => "tuples".to_owned(),
            Self::List(element) => format!("lists of {}", element.plural()),
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int => f.write_str("a number"),
            Self::Real => f.write_str("a number with a fraction"),
            Self::Bool => f.write_str("a truth"),
            Self::Word => f.write_str("a word"),
            Self::Text => f.write_str("a text"),
            Self::Place(PlaceKind::Edge) => f.write_str("an edge"),
            Self::Place(kind) => write!(f, "a {kind}"),
            Self::Variable(_) => f.write_str("a variable"),
            Self::Tuple(items) if items.len() == 2 => f.write_str("a pair"),
            Self::Tuple(_) => f.write_str("a tuple"),
            Self::List(element) => write!(f, "a list of {}", element.plural()),
        }
    }
}

/// When the value of an expression is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Before solving: from parameters and the board alone.
    Known,
    /// By solving: from the answer.
    Decided,
    /// Only of a finished puzzle: from what is shown.
    Measured,
}
