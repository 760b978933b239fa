//! Learned complexity functions: from labelled numbers to a model that gives a level, and back from
//! its text.
//!
//! Given rows of numbers with a level each, a [`Learner`] gives a [`Classifier`]; a [`Model`] wraps
//! it with the names of its features and how they are scaled, and is written and read as YAML. What
//! the numbers mean is no concern of this folder: `rate/` takes them from puzzles.
//!
//! # Invariants
//! * The same rows in the same order give the same model on every machine: sums run in a fixed
//!   order, `exp` and `log` are libm's, and what is random comes from the caller's stream.
//! * A model classifies with the numbers that are in its text: they are rounded before use.
//! * Where two levels are equally good, the lower one is taken.

mod logistic;
mod model;
mod scale;
mod svm;
mod training;

use std::fmt;

use serde_json::Value as Json;

pub use model::{Model, SCHEMA, ScaledClassifier, Subject};
pub use scale::Scaler;
pub use training::{
    Curve, OneFeature, SHARES, Scores, Split, Trial, TrialPlan, Trials, figure, folds, majority,
    one_feature, split,
};

/// One labelled puzzle: its numbers and the position of its level.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The numbers, one a column.
    pub values: Vec<f64>,
    /// The level, from 0 for the easiest.
    pub level: usize,
}

/// The settings of learners.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// What a wrong or uncertain row costs beside the size of the weights.
    pub cost: f64,
    /// For `svm`: how fast likeness falls with distance; 0 for one over the number of columns.
    pub gamma: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { cost: 1.0, gamma: 0.0 }
    }
}

/// A way to learn.
pub trait Learner: Sync {
    /// Returns the name, as in `--learner` and in models.
    fn name(&self) -> &'static str;

    /// Returns what it is, in one sentence.
    fn about(&self) -> &'static str;

    /// Learns to tell `levels` levels apart. The columns of the rows are scaled already.
    fn fit(&self, rows: &[Row], levels: usize, settings: &Settings) -> Box<dyn Classifier>;

    /// Returns the classifier that [`Classifier::write`] gave.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    fn read(
        &self,
        json: &Json,
        columns: &[String],
        levels: &[String],
    ) -> Result<Box<dyn Classifier>, String>;
}

impl fmt::Debug for dyn Learner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name())
    }
}

/// What was learnt.
pub trait Classifier: fmt::Debug + Send + Sync {
    /// Returns the position of the level of a row whose columns are scaled.
    fn level(&self, values: &[f64]) -> usize;

    /// Returns where between the levels such a row is: the position of a level for one that is
    /// clearly of it. It grows as the level does, without promise that the two agree.
    fn place(&self, values: &[f64]) -> f64;

    /// Returns its numbers, for a model's text.
    fn write(&self, columns: &[String], levels: &[String]) -> Json;
}

/// All learners, the default first.
pub const LEARNERS: &[&dyn Learner] = &[&logistic::Logistic, &svm::Svm];

/// Returns the learner of this name.
pub fn learner(name: &str) -> Option<&'static dyn Learner> {
    LEARNERS.iter().copied().find(|learner| learner.name() == name)
}

/// Rounds to nine significant digits: enough to lose nothing, few enough to be read.
pub(crate) fn rounded(number: f64) -> f64 {
    format!("{number:.8e}").parse().unwrap_or(number)
}

/// Returns the position of the largest number, the first of several.
fn first_largest(numbers: &[f64]) -> usize {
    let mut best = 0;
    for (position, number) in numbers.iter().enumerate() {
        if *number > numbers[best] {
            best = position;
        }
    }
    best
}

/// Returns a number of a model's text.
fn read_number(json: &Json, name: &str) -> Result<f64, String> {
    let number = json.as_f64().filter(|number| number.is_finite());
    number.ok_or_else(|| format!("`{name}` is no number"))
}
