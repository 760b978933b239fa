//! A rated puzzle: what is said of it, and of many together.

use std::collections::BTreeMap;

use crate::batch::RatedEntry;
use crate::reports::problem_object;
use puzgen_base::source::Sources;
use puzgen_export::{params_object, value_json};
use puzgen_generate::rate::MOST_SOLUTIONS;
use puzgen_model::definition::Definition;
use puzgen_model::value::{Value, format_real};
use puzgen_wire::{self as wire, Rated};

/// Returns what a puzzle is.
pub fn status(result: &RatedEntry<'_, '_>) -> Rated {
    match &result.rating {
        Some(rating) => match rating.solutions {
            Some(0) => Rated::None,
            Some(1) => Rated::Unique,
            _ => Rated::Several,
        },
        None if result.gave_up => Rated::GaveUp,
        None => Rated::Unreadable,
    }
}

/// Returns the exit status that says what a puzzle is.
pub fn exit_status(status: Rated) -> u8 {
    match status {
        Rated::Unique => 0,
        Rated::Several | Rated::None => 1,
        Rated::Unreadable => 2,
        Rated::GaveUp => 3,
    }
}

/// Returns why a puzzle has no level.
fn why(definition: &Definition, status: Rated, result: &RatedEntry<'_, '_>) -> Option<String> {
    let level = result.rating.as_ref().and_then(|rating| rating.level);
    let has_model = definition.levels.as_ref().is_some_and(|levels| levels.model.is_some());
    Some(match status {
        Rated::Unique if level.is_some() => return None,
        Rated::Unique if definition.levels.is_none() => "the definition has no levels".to_owned(),
        Rated::Unique if has_model => "the model was trained with other columns".to_owned(),
        Rated::Unique => "no rule of the levels holds".to_owned(),
        Rated::Several => "several solutions".to_owned(),
        Rated::None => "no solution".to_owned(),
        Rated::Unreadable => "unreadable".to_owned(),
        Rated::GaveUp => "no answer".to_owned(),
    })
}

fn level<'d>(definition: &'d Definition, result: &RatedEntry<'_, '_>) -> Option<&'d str> {
    let level = result.rating.as_ref()?.level?;
    Some(definition.levels.as_ref()?.names.get(level)?.as_str())
}

/// Returns one line for people.
pub fn text(definition: &Definition, status: Rated, result: &RatedEntry<'_, '_>) -> String {
    let mut words = vec![level(definition, result).map_or_else(
        || format!("no level: {}", why(definition, status, result).unwrap_or_default()),
        str::to_owned,
    )];
    let Some(rating) = &result.rating else { return words.remove(0) };
    if let Some(steps) = &rating.steps {
        words.push(format!("score {}, tier {}", format_real(steps.score), steps.tier));
    } else if status == Rated::Unique {
        words.push("no score: its numbers are too far apart".to_owned());
    }
    if status == Rated::Several {
        let number = rating.solutions;
        words.push(match number {
            Some(number) => format!("{number} solutions"),
            None => format!("more than {MOST_SOLUTIONS} solutions"),
        });
    }
    for (feature, value) in definition.features.iter().zip(&rating.features) {
        if let Some(value) = value.as_ref().filter(|_| feature.name != "solutions") {
            words.push(format!("{} {}", feature.name, plain(value)));
        }
    }
    words.join(", ")
}

fn plain(value: &Value) -> String {
    match value {
        Value::List(list) => {
            let items: Vec<String> = list.items.iter().map(plain).collect();
            items.join(" ")
        }
        other => other.to_string(),
    }
}

/// Returns the rating as an object.
pub fn object(
    definition: &Definition,
    (number, line): (usize, usize),
    result: &RatedEntry<'_, '_>,
    sources: &Sources,
) -> wire::Rating {
    let status = status(result);
    let rating = result.rating.as_ref();
    let features = rating.map(|rating| {
        let features = definition.features.iter().zip(&rating.features);
        let value = |value: &Option<Value>| value.as_ref().map(value_json).unwrap_or_default();
        features.map(|(feature, it)| (feature.name.clone(), value(it))).collect()
    });
    let steps = rating.and_then(|rating| rating.steps.as_ref());
    wire::Rating {
        schema: wire::Rating::SCHEMA,
        number,
        line,
        puzzle: definition.name.clone(),
        params: result.read.as_ref().map(|read| params_object(&read.prepared.instance)),
        status,
        solutions: rating.and_then(|rating| rating.solutions),
        features,
        score: steps.and_then(|steps| value_json(&Value::Real(steps.score)).as_f64()),
        tier: steps.map(|steps| steps.tier),
        level: level(definition, result).map(str::to_owned),
        why: why(definition, status, result),
        problems: result.problems.iter().map(|it| problem_object(it, sources)).collect(),
    }
}

/// All puzzles so far.
#[derive(Debug, Default)]
pub struct RatingTotals(BTreeMap<Rated, usize>);

impl RatingTotals {
    /// Counts a puzzle.
    pub fn add(&mut self, status: Rated) {
        *self.0.entry(status).or_default() += 1;
    }

    /// Returns the number of puzzles.
    pub fn puzzles(&self) -> usize {
        self.0.values().sum()
    }

    /// Returns the exit status that says what the worst of them is.
    pub fn code(&self) -> u8 {
        self.0.keys().map(|status| exit_status(*status)).max().unwrap_or(0)
    }

    /// Returns the summary.
    pub fn describe(&self) -> String {
        let words = |status: &Rated| match status {
            Rated::Unique => "with one solution",
            Rated::Several => "with several solutions",
            Rated::None => "with no solution",
            Rated::Unreadable => "unreadable",
            Rated::GaveUp => "without an answer",
        };
        let all = self.puzzles();
        let parts: Vec<String> =
            self.0.iter().map(|(status, count)| format!("{count} {}", words(status))).collect();
        let parts =
            if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
        format!("{all} puzzle{}{parts}", if all == 1 { "" } else { "s" })
    }
}
