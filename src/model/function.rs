//! What functions of the language look like: types and plain meaning.
//!
//! The traits are here so that checked expressions can hold functions; the functions themselves
//! are in `places/`, `constraints/` and `features/`, one file each.

use std::fmt;
use std::sync::Arc;

pub use crate::fault::{Excess, Fault};
use crate::grid::{Grid, Place};
use crate::outline::Outline;
use crate::ty::Ty;
use crate::value::Value;
pub use puzgen_base::heads::Head;
use puzgen_base::rng::Rng;

/// A function of the language: typed, and with a meaning in plain values.
pub trait Function: Sync {
    /// Returns its head.
    fn head(&self) -> Head;

    /// Returns the name.
    fn name(&self) -> &'static str {
        self.head().name
    }

    /// Returns how it is called, such as `distinct(list)`.
    fn signature(&self) -> &'static str {
        self.head().signature
    }

    /// Returns what it is, in one sentence.
    fn about(&self) -> &'static str {
        self.head().about
    }

    /// Returns a use of it, as an expression.
    fn example(&self) -> &'static str {
        self.head().example
    }

    /// Returns the type of the result, or `None` where it does not take such arguments.
    fn result_type(&self, arguments: &[Ty]) -> Option<Ty>;

    /// Returns what to use instead for arguments that it does not take, where that is known.
    fn instead(&self, _arguments: &[Ty]) -> Option<&'static str> {
        None
    }

    /// Returns whether it must know what its values are of. It is then called with a list of keys
    /// before its first argument: for a family those of its index, for a list with `for` what its
    /// names are bound to.
    fn takes_keys(&self) -> bool {
        false
    }

    /// Returns the value.
    ///
    /// # Errors
    /// Where it has none for these arguments.
    fn eval(&self, arguments: &[Value], grid: Option<&Grid>) -> Result<Value, Fault>;
}

impl fmt::Debug for dyn Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name())
    }
}

/// What the stepwise solver found out about a puzzle with one solution.
///
/// None of it depends on the order in which anything was looked at, so symmetric copies of a puzzle
/// get the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Steps {
    /// The difficulty on a continuous scale without an upper end, rounded.
    pub score: f64,
    /// The kind of thinking that is needed, from 0 (one rule at a time) to 4 (search).
    pub tier: u8,
    /// The hardest step, in words: the reason for the tier.
    pub hardest: String,
    /// The named numbers that difficulty is learnt from, always the same names in the same order; none where
    /// nothing is learnt from them.
    pub measures: Vec<(&'static str, f64)>,
    /// For each empty place, the number of values that what is shown leaves it under single rules, the
    /// smallest first.
    pub choices: Vec<u32>,
}

/// A puzzle as functions of a script see it.
#[derive(Debug, Clone, Copy)]
pub struct PlainView<'a> {
    /// The names, keys and parameters of its instance.
    pub outline: &'a Arc<Outline>,
    /// What each clue says, where it is to be seen.
    pub facts: &'a [Option<i64>],
    /// Which clues are shown.
    pub shown: &'a [bool],
    /// The stored values of the solution, where they are to be seen.
    pub values: Option<&'a [i64]>,
}

/// Something that a script draws.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DrawnMark {
    /// A text on a place.
    Label {
        /// The place.
        at: Place,
        /// The text.
        text: String,
        /// Whether it leaves room for others.
        is_small: bool,
    },
    /// A line between two places.
    Line(Place, Place),
    /// A cell is filled.
    Shade(Place),
    /// A circle on a place.
    Circle {
        /// The place.
        at: Place,
        /// Whether it is filled.
        is_filled: bool,
    },
}

/// A function of a script that is called with a puzzle.
pub trait ScriptFunction: fmt::Debug + Send + Sync {
    /// Returns the name.
    fn name(&self) -> &str;

    /// Returns the value, which must be of the type `result`: a whole number or a truth.
    ///
    /// # Errors
    /// [`Fault::Script`] where the function fails, [`Fault::NotAtHand`] where it asks for what is
    /// not known.
    fn eval(&self, arguments: &[Value], result: &Ty, puzzle: PlainView<'_>)
    -> Result<Value, Fault>;

    /// Returns the stored values of a full board that it draws; `None` where it drew none this time.
    ///
    /// # Errors
    /// [`Fault::Script`] where the function fails, or gives something else.
    fn draw(&self, puzzle: PlainView<'_>, rng: &mut Rng) -> Result<Option<Vec<i64>>, Fault>;

    /// Returns what is drawn of a puzzle, or of its solution.
    ///
    /// # Errors
    /// As [`eval`](Self::eval); [`Fault::Script`] where it gives something else.
    fn marks(&self, puzzle: PlainView<'_>, is_solution: bool) -> Result<Vec<DrawnMark>, Fault>;
}

/// What a measure may look at in a puzzle.
pub trait PuzzleView {
    /// Returns how many clue facts that can be dropped have a key that touches one of the places,
    /// and how many of these are shown.
    fn shown_among(&self, places: &[Value]) -> (usize, usize);

    /// Returns how many clue facts that can be dropped there are, and how many are shown.
    fn shown_in_all(&self) -> (usize, usize);

    /// Returns how many clues are shown without their value.
    fn untold(&self) -> usize;

    /// Returns the number of solutions, if it was counted.
    fn solutions(&self) -> Option<u64>;

    /// Returns whether no single clue can go, if that was proved or refuted.
    fn is_minimal(&self) -> Option<bool>;

    /// Returns how many places the answer covers.
    fn place_count(&self) -> usize;

    /// Returns the most values that a place of the answer can have.
    fn most_values(&self) -> u64;

    /// Returns how it is solved step by step, if that was found out.
    fn steps(&self) -> Option<&Steps>;
}

/// What has to be known of a puzzle, beside what is shown, before something is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// How many solutions it has.
    Solutions,
    /// Whether no single clue can go.
    Minimality,
    /// How it is solved step by step.
    Steps,
}

/// A built-in measure: a function of a finished puzzle, not only of its arguments. A whole number is
/// a count, so it is never negative.
pub struct Measure {
    /// The name.
    pub name: &'static str,
    /// How it is called.
    pub signature: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// What the puzzle must be examined for.
    pub needs: Needs,
    /// Whether its argument is a list of places; otherwise it takes none.
    pub takes_region: bool,
    /// The type of the result.
    pub result: fn() -> Ty,
    /// The value for fitting arguments: [`Fault::NotAtHand`] where the puzzle was not examined for it.
    pub eval: fn(&[Value], &dyn PuzzleView) -> Result<Value, Fault>,
}

impl Measure {
    /// Returns the type of the result, or `None` where it does not take such arguments.
    pub fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        let fits = match arguments {
            [] => !self.takes_region,
            [Ty::List(element)] => self.takes_region && matches!(**element, Ty::Place(_)),
            _ => false,
        };
        fits.then(self.result)
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)
    }
}
