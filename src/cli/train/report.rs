//! How well learning does, in words, numbers and a figure.

use std::fmt::Write as _;

use serde_json::{Map, Value as Json, json};

use crate::train::Train;
use puzgen_api::batch::TrainingTable;
use puzgen_model::definition::Definition;
use puzgen_model::learn::{Curve, Scores};
use puzgen_model::learn::{SHARES, Trial, Trials};

/// Returns the mean and the standard deviation of an accuracy over trials.
fn mean_and_spread(trials: &[Trial], of: impl Fn(&Trial) -> &Scores) -> (f64, f64) {
    let count = trials.len().max(1) as f64;
    let values: Vec<f64> = trials.iter().map(|trial| of(trial).accuracy()).collect();
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, (squares / count).sqrt())
}

/// Returns the report for people.
pub(super) fn text(
    train: &Train,
    table: &TrainingTable,
    levels: &[String],
    trials: &Trials,
) -> String {
    let mut out = String::new();
    let counts: Vec<String> = levels
        .iter()
        .enumerate()
        .map(|(position, level)| {
            let count = table.rows.iter().filter(|row| row.level == position).count();
            format!("{count} {level}")
        })
        .collect();
    let best = &table.columns[trials.one_feature.column];
    let _ = writeln!(out, "puzzles      {} ({})", table.rows.len(), counts.join(", "));
    let _ = writeln!(out, "left out     {}", table.describe_left_out());
    let _ = writeln!(out, "features     {} (columns: {})", train.features, table.columns.len());
    let _ = writeln!(out, "one feature  {best}\n");
    let _ = writeln!(
        out,
        "Success by the share that is learnt from (random splits of each: {}):\n\n\
         share  puzzles  {:<16}  one feature      majority",
        train.repeats, train.learner
    );
    for (share, trials) in SHARES.iter().zip(&trials.by_share) {
        let column = |of: fn(&Trial) -> &Scores| {
            let (mean, spread) = mean_and_spread(trials, of);
            format!("{mean:.3} ± {spread:.3}")
        };
        let count = trials.first().map_or(0, |trial| trial.count);
        let line = format!(
            "{:>4.0} %  {count:>7}  {:<16}  {:<15}  {}",
            share * 100.0,
            column(|trial| &trial.learner),
            column(|trial| &trial.one_feature),
            column(|trial| &trial.majority)
        );
        let _ = writeln!(out, "{line}");
    }
    let _ = writeln!(
        out,
        "\nEach of {} parts told by the others:\n\n{:<13}accuracy  within one  Spearman",
        train.folds, ""
    );
    for (name, scores) in [
        (train.learner.as_str(), &trials.folds.learner),
        ("one feature", &trials.folds.one_feature),
        ("majority", &trials.folds.majority),
    ] {
        let (accuracy, within_one) = (scores.accuracy(), scores.within_one());
        let spearman = scores.spearman();
        let _ = writeln!(out, "{name:<13}{accuracy:<8.3}  {within_one:<10.3}  {spearman:.3}");
    }
    let _ = write!(out, "\n{}", confusion(levels, &train.learner, &trials.folds.learner));
    out
}

/// Returns the confusion matrix, a line for each right level.
fn confusion(levels: &[String], learner: &str, scores: &Scores) -> String {
    let names = levels.iter().map(|level| level.chars().count());
    let width = names.max().unwrap_or(0).max(6);
    let mut out = format!("{:<width$}  told by {learner}\n{:<width$}", "", "right");
    for level in levels {
        let _ = write!(out, "  {level:>width$}");
    }
    out.push('\n');
    for (level, line) in levels.iter().zip(&scores.confusion) {
        let _ = write!(out, "{level:<width$}");
        for count in line {
            let _ = write!(out, "  {count:>width$}");
        }
        out.push('\n');
    }
    out
}

/// Returns what a model says of how well it did.
pub(super) fn validation(
    train: &Train,
    table: &TrainingTable,
    levels: &[String],
    trials: &Trials,
) -> Json {
    let round = |number: f64| (number * 10_000.0).round() / 10_000.0;
    let scores = |scores: &Scores| {
        json!({
            "accuracy": round(scores.accuracy()),
            "within_one": round(scores.within_one()),
            "spearman": round(scores.spearman()),
        })
    };
    let mut one_feature = scores(&trials.folds.one_feature);
    one_feature["column"] = table.columns[trials.one_feature.column].clone().into();
    // Each level with how often it was told to be each of the levels.
    let line = |(level, line): (&String, &Vec<u64>)| {
        let counts: Vec<String> = line.iter().map(u64::to_string).collect();
        (level.clone(), Json::from(counts.join(" ")))
    };
    let confusion: Map<String, Json> =
        levels.iter().zip(&trials.folds.learner.confusion).map(line).collect();
    json!({
        "folds": train.folds,
        "seed": train.seed,
        "model": scores(&trials.folds.learner),
        "one_feature": one_feature,
        "majority": scores(&trials.folds.majority),
        "told": confusion,
    })
}

/// Returns the title of the figure.
pub(super) fn title(train: &Train, definition: &Definition) -> String {
    let title = definition.title.as_deref().unwrap_or(&definition.name);
    format!("{title}: success of {} with {}", train.learner, train.features)
}

/// Returns the lines of the figure.
pub(super) fn curves(train: &Train, trials: &Trials) -> Vec<Curve> {
    let curve = |name: &str, of: fn(&Trial) -> &Scores| Curve {
        name: name.to_owned(),
        points: SHARES
            .iter()
            .zip(&trials.by_share)
            .map(|(share, trials)| (*share, mean_and_spread(trials, of).0))
            .collect(),
    };
    vec![
        curve(&train.learner, |trial| &trial.learner),
        curve("one feature", |trial| &trial.one_feature),
        curve("majority", |trial| &trial.majority),
    ]
}
