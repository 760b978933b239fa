//! Values while a program runs. What can be changed or nested lives in the machine's store and is held by number, so
//! cycles cost nothing and dropping a value never recurses. Must not know how values are made or shown.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// A value while a program runs.
#[derive(Debug, Clone)]
pub(super) enum Val {
    None,
    Bool(bool),
    Int(i64),
    /// What does not fit into an `Int`, and nothing else.
    Big(Arc<BigInt>),
    Text(Arc<str>),
    List(u32),
    Tuple(u32),
    Dict(u32),
    Range(Arc<Steps>),
    View(u32, Part),
    Iterator(u32),
    Builtin(Builtin),
    Own(u32),
}

/// What `range(…)` gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Steps {
    pub(super) start: i64,
    pub(super) stop: i64,
    pub(super) step: i64,
}

impl Steps {
    /// Returns how many numbers there are.
    pub(super) fn count(&self) -> i64 {
        let (from, to) =
            if self.step > 0 { (self.start, self.stop) } else { (self.stop, self.start) };
        if from >= to {
            return 0;
        }
        let width = i128::from(to) - i128::from(from);
        let step = i128::from(self.step).abs();
        i64::try_from((width + step - 1) / step).unwrap_or(i64::MAX)
    }

    /// Returns the number at a place that exists.
    pub(super) fn at(&self, place: i64) -> i64 {
        self.start.wrapping_add(self.step.wrapping_mul(place))
    }
}

/// What of a dictionary a view shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Keys,
    Values,
    Items,
}

impl Val {
    /// Returns the number, the small way where it fits.
    pub(super) fn integer(number: BigInt) -> Self {
        match number.to_i64() {
            Some(small) => Self::Int(small),
            None => Self::Big(Arc::new(number)),
        }
    }

    /// Returns a text.
    pub(super) fn text(text: &str) -> Self {
        Self::Text(Arc::from(text))
    }

    /// Returns the small number of a number or truth value; `None` if it is neither or too big.
    pub(super) fn small(&self) -> Option<i64> {
        match self {
            Self::Bool(truth) => Some(i64::from(*truth)),
            Self::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the number of a number or truth value.
    pub(super) fn big(&self) -> Option<BigInt> {
        match self {
            Self::Big(number) => Some(BigInt::clone(number)),
            other => other.small().map(BigInt::from),
        }
    }

    /// Returns whether it counts as a number.
    pub(super) fn is_number(&self) -> bool {
        matches!(self, Self::Bool(_) | Self::Int(_) | Self::Big(_))
    }
}

macro_rules! builtins {
    ($($variant:ident $name:literal),* $(,)?) => {
        /// The built-in functions and classes of the subset.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Builtin { $($variant),* }

        impl Builtin {
            /// Returns the function of a name.
            pub(super) fn named(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }

            /// Returns the name.
            pub(super) fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }
        }
    };
}

builtins! {
    Abs "abs", All "all", Any "any", Bool "bool", Chr "chr", Dict "dict", Divmod "divmod", Enumerate "enumerate",
    Int "int", Isinstance "isinstance", Len "len", List "list", Max "max", Min "min", Ord "ord", Print "print",
    Range "range", Reversed "reversed", Sorted "sorted", Str "str", Sum "sum", Tuple "tuple", Zip "zip",
}

impl Builtin {
    /// Returns whether it is a class, and no function.
    pub(super) fn is_class(self) -> bool {
        matches!(
            self,
            Self::Bool
                | Self::Dict
                | Self::Enumerate
                | Self::Int
                | Self::List
                | Self::Range
                | Self::Reversed
                | Self::Str
                | Self::Tuple
                | Self::Zip
        )
    }
}
