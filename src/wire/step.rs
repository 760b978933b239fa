//! Steps of a solution.

use schemars::JsonSchema;
use serde::Serialize;

/// Things that follow at the same time and are equally hard to see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Step {
    /// The format.
    #[schemars(extend("const" = Step::SCHEMA))]
    pub schema: &'static str,
    /// The number of the step, from 1.
    pub step: usize,
    /// What has to be done for it, in words.
    pub kind: String,
    /// What follows.
    pub deductions: Vec<Deduction>,
}

impl Step {
    /// The name of the format.
    pub const SCHEMA: &str = "puzgen.step/1";
}

/// One thing that follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Deduction {
    /// The place that it speaks of.
    pub place: String,
    /// The value, as a number.
    pub value: i64,
    /// Whether it is this value, or is not.
    pub is: bool,
    /// What follows, such as `r1c2 = 5`.
    pub what: String,
    /// How that is seen.
    pub how: String,
    /// What has to be known for it.
    pub given: Vec<String>,
    /// The rules that it uses.
    pub rules: Vec<Rule>,
    /// The reason that a person would give.
    pub because: String,
}

/// A case of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rule {
    /// The name of the rule.
    pub rule: String,
    /// What it says of this case.
    pub sentence: String,
}
