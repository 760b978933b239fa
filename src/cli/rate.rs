//! `puzgen rate`: features, score, tier and level of given puzzles.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use clap::Args;
use serde_json::{Map, Value as Json};

use crate::appraise::MOST_SOLUTIONS;
use crate::batch::{Appraised, Appraising, BATCH};
use crate::board::many::Entry;
use crate::board::shelf::Shelf;
use crate::cli::choices::{REPORTS, report_help};
use crate::cli::input::threads;
use crate::cli::output::Console;
use crate::cli::position::{is_json, one_from_stdin};
use crate::cli::puzzles::Puzzles;
use crate::cli::stop::Stop;
use crate::cli::verify::report::problem_json;
use crate::cli::{DefinitionArgs, Ended, EngineArgs, Failure};
use crate::export::value_json;
use crate::model::definition::Definition;
use crate::model::value::{Value, format_real};

/// The schema of ratings.
const RATING: &str = "puzgen.rating/1";

/// Print features, score, tier and level of puzzles
#[derive(Debug, Args)]
pub(super) struct Rate {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The puzzles: a path, `-` for standard input, or the text itself. One board a line, one JSON
    /// object a line, or one board of several lines
    puzzles: String,
    #[arg(long, short, help = report_help(), default_value = REPORTS[0], value_name = "NAME")]
    format: String,
    /// How many threads; the result is the same [default: one for each core]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    engine: EngineArgs,
}

/// What a puzzle is, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    Unique,
    Several,
    None,
    Unreadable,
    GaveUp,
}

impl Status {
    fn of(result: &Appraised<'_, '_>) -> Self {
        match &result.appraisal {
            Some(appraisal) => match appraisal.solutions {
                Some(0) => Self::None,
                Some(1) => Self::Unique,
                _ => Self::Several,
            },
            None if result.gave_up => Self::GaveUp,
            None => Self::Unreadable,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Several => "several",
            Self::None => "none",
            Self::Unreadable => "unreadable",
            Self::GaveUp => "gave_up",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Unique => "with one solution",
            Self::Several => "with several solutions",
            Self::None => "with no solution",
            Self::Unreadable => "unreadable",
            Self::GaveUp => "without an answer",
        }
    }

    fn code(self) -> u8 {
        match self {
            Self::Unique => 0,
            Self::Several | Self::None => 1,
            Self::Unreadable => 2,
            Self::GaveUp => 3,
        }
    }
}

impl Rate {
    pub(super) fn run(&self, console: &mut Console) -> Ended {
        let as_json = is_json("rate", &self.format)?;
        one_from_stdin(&[&self.definition.file, &self.puzzles])?;
        let definition = self.definition.load(console)?;
        let settings = self.definition.settings(console)?;
        let shelf = Shelf::new(&definition);
        let mut puzzles = Puzzles::open(console, &self.puzzles, &definition, settings, &shelf)?;
        let stop = Stop::watch(self.engine.timeout)?;
        let appraising = Appraising {
            engine: &self.engine.engine,
            steps: self.engine.budget,
            stop: &stop.flag,
            jobs: threads(self.jobs),
            inputs: None,
        };
        let name = puzzles.name().to_owned();
        let mut totals: BTreeMap<Status, usize> = BTreeMap::new();
        loop {
            let mut batch = Vec::new();
            while batch.len() < BATCH
                && let Some(entry) = puzzles.entry()?
            {
                batch.push(entry);
            }
            if batch.is_empty() {
                break;
            }
            let reader = puzzles.reader().clone();
            let taken = appraising.run(&reader, &batch, |entry, result| {
                let status = Status::of(&result);
                *totals.entry(status).or_default() += 1;
                console.sources.show_part(reader.file, entry.text.as_str(), entry.lines_before);
                let number = totals.values().sum();
                let text = if as_json {
                    format!("{}\n", json(&definition, number, entry, status, &result, console))
                } else {
                    let text = text(&definition, status, &result);
                    format!("{name}:{}: {text}\n", entry.lines_before + 1)
                };
                console.print(&text)?;
                console.problems(result.problems);
                Ok::<(), Failure>(())
            })?;
            if taken < batch.len() {
                console.remark(&format!("stopped after {}", describe(&totals)));
                return Ok(code(&totals).max(Status::GaveUp.code()));
            }
        }
        if totals.is_empty() {
            return Err(Failure::from(puzzles.none()));
        }
        console.remark(&describe(&totals));
        Ok(code(&totals))
    }
}

fn code(totals: &BTreeMap<Status, usize>) -> u8 {
    totals.keys().map(|status| status.code()).max().unwrap_or(0)
}

fn describe(totals: &BTreeMap<Status, usize>) -> String {
    let all: usize = totals.values().sum();
    let parts: Vec<String> =
        totals.iter().map(|(status, count)| format!("{count} {}", status.words())).collect();
    let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    format!("{all} puzzle{}{parts}", if all == 1 { "" } else { "s" })
}

/// Returns why a puzzle has no level.
fn why(definition: &Definition, status: Status, result: &Appraised<'_, '_>) -> Option<String> {
    let level = result.appraisal.as_ref().and_then(|appraisal| appraisal.level);
    let has_model = definition.levels.as_ref().is_some_and(|levels| levels.model.is_some());
    Some(match status {
        Status::Unique if level.is_some() => return None,
        Status::Unique if definition.levels.is_none() => "the definition has no levels".to_owned(),
        Status::Unique if has_model => "the model was trained with other columns".to_owned(),
        Status::Unique => "no rule of the levels holds".to_owned(),
        Status::Several => "several solutions".to_owned(),
        Status::None => "no solution".to_owned(),
        Status::Unreadable => "unreadable".to_owned(),
        Status::GaveUp => "no answer".to_owned(),
    })
}

fn level<'d>(definition: &'d Definition, result: &Appraised<'_, '_>) -> Option<&'d str> {
    let level = result.appraisal.as_ref()?.level?;
    Some(definition.levels.as_ref()?.names.get(level)?.as_str())
}

/// Returns one line for people.
fn text(definition: &Definition, status: Status, result: &Appraised<'_, '_>) -> String {
    let mut words = vec![level(definition, result).map_or_else(
        || format!("no level: {}", why(definition, status, result).unwrap_or_default()),
        str::to_owned,
    )];
    let Some(appraisal) = &result.appraisal else { return words.remove(0) };
    if let Some(steps) = &appraisal.steps {
        words.push(format!("score {}, tier {}", format_real(steps.score), steps.tier));
    } else if status == Status::Unique {
        words.push("no score: its numbers are too far apart".to_owned());
    }
    if status == Status::Several {
        let number = appraisal.solutions;
        words.push(match number {
            Some(number) => format!("{number} solutions"),
            None => format!("more than {MOST_SOLUTIONS} solutions"),
        });
    }
    for (feature, value) in definition.features.iter().zip(&appraisal.features) {
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

fn json(
    definition: &Definition,
    number: usize,
    entry: &Entry,
    status: Status,
    result: &Appraised<'_, '_>,
    console: &Console,
) -> Json {
    let mut object = Map::new();
    let mut put = |name: &str, value: Json| object.insert(name.to_owned(), value);
    let appraisal = result.appraisal.as_ref();
    put("schema", RATING.into());
    put("number", number.into());
    put("line", (entry.lines_before + 1).into());
    put("puzzle", definition.name.clone().into());
    let params = result.read.as_ref().map(|position| {
        let params = position.prepared.instance.params();
        params.map(|(name, value)| (name.to_owned(), value_json(value))).collect()
    });
    put("params", params.map_or(Json::Null, Json::Object));
    put("status", status.name().into());
    put("solutions", appraisal.and_then(|appraisal| appraisal.solutions).into());
    let features = appraisal.map(|appraisal| {
        let features = definition.features.iter().zip(&appraisal.features);
        let value = |value: &Option<Value>| value.as_ref().map_or(Json::Null, value_json);
        features.map(|(feature, v)| (feature.name.clone(), value(v))).collect()
    });
    put("features", features.map_or(Json::Null, Json::Object));
    let steps = appraisal.and_then(|appraisal| appraisal.steps.as_ref());
    put("score", steps.map_or(Json::Null, |steps| value_json(&Value::Real(steps.score))));
    put("tier", steps.map(|steps| steps.tier).into());
    put("level", level(definition, result).into());
    put("why", why(definition, status, result).into());
    let problems = result.problems.iter().map(|problem| problem_json(problem, &console.sources));
    put("problems", problems.collect());
    Json::Object(object)
}
