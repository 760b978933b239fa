//! What there is in a bank.

use schemars::JsonSchema;
use serde::Serialize;

use super::Object;

/// How many puzzles of a kind are in a bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BankCount {
    /// The format.
    #[schemars(extend("const" = BankCount::SCHEMA))]
    pub schema: &'static str,
    /// The name of the definition.
    pub puzzle: String,
    /// The values of all parameters.
    pub params: Object,
    /// The level, where they have one.
    pub level: Option<String>,
    /// How many clues are left out of each.
    pub empties: u64,
    /// How many solutions each has.
    pub solutions: u64,
    /// How many there are.
    pub puzzles: u64,
}

impl BankCount {
    /// The name of the format.
    pub const SCHEMA: &str = "puzgen.bank_count/1";
}
