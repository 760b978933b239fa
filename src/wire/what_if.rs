//! What a board allows: the candidates of every place, and whether a place can have a value.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Conflict, Object};

/// The values that each place has in some solution.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Candidates {
    /// The format.
    #[schemars(extend("const" = Candidates::SCHEMA))]
    pub schema: &'static str,
    /// Whether it is known of every value whether some solution has it.
    pub complete: bool,
    /// The values of each answer family: in the form of an answer, with a list in the place of each value.
    pub candidates: Object,
    /// The values of which it is not known, in the same form, where there are some.
    pub unknown: Option<Object>,
}

impl Candidates {
    /// The name of the format.
    pub const SCHEMA: &str = "puzgen.candidates/1";
}

/// Whether some solution has a value at a place.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct WhyNot {
    /// The format.
    #[schemars(extend("const" = WhyNot::SCHEMA))]
    pub schema: &'static str,
    /// The place.
    pub place: String,
    /// The value, as a number.
    pub value: i64,
    /// Whether some solution has it.
    pub possible: bool,
    /// The first solution that has it.
    pub answer: Option<Object>,
    /// The rules and givens that cannot hold together with it, none of which can be left out.
    pub conflict: Option<Conflict>,
}

impl WhyNot {
    /// The name of the format.
    pub const SCHEMA: &str = "puzgen.why_not/1";
}
