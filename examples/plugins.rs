//! A program that adds a form, an engine and a learner of its own to puzgen.
//!
//! `cargo run --example plugins`

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::sync::atomic::{AtomicU64, Ordering};

use puzgen::plugin::{
    Budget, Classifier, Csp, Engine, Learner, Lit, Row, Session, Settings, Verdict, engine,
};
use puzgen::wire::Puzzle;
use puzgen::{Error, Family, Form, Labelled, Limits, NoFiles, Plugins, Request};
use serde_json::{Value, json};

/// The form `tsv`: the clues of each family as rows of numbers with tabs.
struct Tsv;

impl Form for Tsv {
    fn name(&self) -> &'static str {
        "tsv"
    }

    fn print(&self, puzzle: &Puzzle) -> Result<String, String> {
        let rows = puzzle.clues["given"].as_array().ok_or("the clues are no grid")?;
        let cell = |value: &Value| value.as_i64().map(|it| it.to_string()).unwrap_or_default();
        let line = |row: &Value| {
            let cells = row.as_array().into_iter().flatten().map(cell);
            cells.collect::<Vec<String>>().join("\t")
        };
        Ok(rows.iter().map(|row| line(row) + "\n").collect())
    }
}

/// An engine that asks `search` and counts its questions.
struct Counted(AtomicU64);

static COUNTED: Counted = Counted(AtomicU64::new(0));

impl Engine for Counted {
    fn name(&self) -> &'static str {
        "counted"
    }

    fn about(&self) -> &'static str {
        "search, with its questions counted"
    }

    fn accepts(&self, csp: &Csp) -> bool {
        engine("search").is_some_and(|search| search.accepts(csp))
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        let search = engine("search").expect("it is always there");
        Box::new(Asked(search.open(csp)))
    }
}

struct Asked<'a>(Box<dyn Session + 'a>);

impl Session for Asked<'_> {
    fn new_activation_literal(&mut self) -> Lit {
        self.0.new_activation_literal()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.0.add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        COUNTED.0.fetch_add(1, Ordering::Relaxed);
        self.0.solve(assumptions, budget)
    }
}

/// A learner that looks at one column: rows above the mean of all are of the last level.
struct Threshold;

#[derive(Debug)]
struct Above {
    top: usize,
}

impl Learner for Threshold {
    fn name(&self) -> &'static str {
        "threshold"
    }

    fn about(&self) -> &'static str {
        "above the mean of the first column, or not"
    }

    fn fit(&self, _rows: &[Row], levels: usize, _settings: &Settings) -> Box<dyn Classifier> {
        Box::new(Above { top: levels - 1 })
    }

    fn read(
        &self,
        _json: &Value,
        _columns: &[String],
        levels: &[String],
    ) -> Result<Box<dyn Classifier>, String> {
        Ok(Box::new(Above { top: levels.len() - 1 }))
    }
}

impl Classifier for Above {
    // Columns are scaled: their mean is 0.
    fn level(&self, values: &[f64]) -> usize {
        if values[0] > 0.0 { self.top } else { 0 }
    }

    fn place(&self, values: &[f64]) -> f64 {
        values[0]
    }

    fn write(&self, _columns: &[String], _levels: &[String]) -> Value {
        json!({"above": 0})
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let plugins = Plugins::new().form(&Tsv)?.engine(&COUNTED)?.learner(&Threshold)?;

    // A name that is taken is a problem, not a surprise.
    let clash = plugins.clone().form(&Tsv).expect_err("it is there already");
    println!("{clash}");

    let text = "use sudoku\npuzzle small extends sudoku {}";
    let family = Family::load("small.pz", text, None, &mut NoFiles, plugins)?;
    let family = family.with("box_rows", "2")?.with("box_columns", "2")?;
    let engine = "counted".to_owned();
    let request = Request { seed: 3, count: 6, engine, ..Request::default() };
    let puzzles = family.generate(&request)?;
    print!("{}", puzzles[0].print("tsv")?);
    assert!(COUNTED.0.load(Ordering::Relaxed) > 0, "the engine was not asked");
    // What it found was proved by two others.
    assert!(!puzzles[0].object().verified.contains(&"counted"));

    let boards: Vec<String> = puzzles.iter().map(|puzzle| puzzle.json()).collect();
    let labelled = boards
        .iter()
        .enumerate()
        .map(|(number, board)| Labelled { board, level: ["easy", "hard"][number % 2] });
    let labelled: Vec<Labelled<'_>> = labelled.collect();
    let model = family.train("threshold", &["easy", "hard"], &labelled, &Limits::default())?;
    assert!(model.contains("learner: threshold"));
    println!("a model of {} lines", model.lines().count());
    Ok(())
}
