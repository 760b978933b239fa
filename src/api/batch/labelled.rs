//! Labelled puzzles from a table: read and measured; what cannot be used is reported by its line.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as MapEntry;

use crate::batch::rating::{RatedEntry, RatingRun};
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::{FileId, Sources, Span};
use puzgen_board::many::PuzzleText;
use puzgen_board::position::{EntryReader, PreparedBoard};
use puzgen_board::shelf::{Prepared, Shelf};
use puzgen_engine::Engines;
use puzgen_model::definition::Definition;
use puzgen_model::instance::Setting;
use puzgen_model::layout::InstanceKey;
use puzgen_model::learn::Row;
use puzgen_model::puzzle::FactValue;
use puzgen_solve::prove::{self, Equivalents};

/// How many problems are shown in full; of the others, the lines are named.
const MOST_SHOWN: usize = 10;

/// The rows that can be learnt from.
#[derive(Debug)]
pub struct TrainingTable {
    /// The text of the table.
    pub file: FileId,
    /// The parameters of all puzzles; none where they differ.
    pub parameters: Vec<(String, String)>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows in the order of the table.
    pub rows: Vec<Row>,
    /// Why rows were left out, and how many for each reason.
    left_out: BTreeMap<&'static str, usize>,
}

/// A row before it is measured.
struct LabelledRow {
    entry: PuzzleText,
    level: usize,
    span: Span,
}

/// The puzzles so far. Those count as one that the proved transforms of the definition take to each
/// other.
struct SeenPuzzles<'a> {
    engines: Engines,
    budget: Budget,
    /// What is proved of each instance, by its number; none where nothing is.
    equivalents: BTreeMap<usize, Option<Equivalents<'a>>>,
    /// By instance and canonical form: the first one.
    first: BTreeMap<(InstanceKey, Vec<FactValue>), First>,
}

/// The first of the puzzles that count as one.
#[derive(Clone)]
struct First {
    line: usize,
    level: usize,
    shown: Vec<FactValue>,
}

impl<'a> SeenPuzzles<'a> {
    /// Returns the puzzle that was there before and counts as the same; otherwise this one is the
    /// first. A board without a canonical form is the same as those that show the same.
    fn before(&mut self, prepared: &'a Prepared<'a>, this: First) -> Option<First> {
        let Prepared { number, instance, lowered } = prepared;
        let equivalents = self.equivalents.entry(*number).or_insert_with(|| {
            prove::transforms(instance, lowered, self.engines, &mut self.budget.clone()).equivalents
        });
        let canonical = equivalents
            .as_ref()
            .and_then(|equivalents| equivalents.canonical(&this.shown, &self.budget));
        let form = match canonical {
            Some((Some(proved), form)) => (proved.ready.instance.key(), form),
            Some((None, form)) => (instance.key(), form),
            None => (instance.key(), this.shown.clone()),
        };
        match self.first.entry(form) {
            MapEntry::Occupied(first) => Some(first.get().clone()),
            MapEntry::Vacant(place) => {
                place.insert(this);
                None
            }
        }
    }
}

/// The rows that are left out: the problems of the first ones, and the lines of the others.
#[derive(Debug, Default)]
pub struct RejectedRows {
    /// What is wrong, no more of it than can be read.
    pub problems: Diagnostics,
    /// The lines of problems that are not shown, by code.
    pub others: BTreeMap<Code, Vec<usize>>,
    left_out: BTreeMap<&'static str, usize>,
}

impl RejectedRows {
    fn add(&mut self, reason: &'static str, line: usize, problem: Problem) {
        *self.left_out.entry(reason).or_default() += 1;
        if self.problems.len() < MOST_SHOWN {
            self.problems.push(problem.warning());
        } else {
            self.others.entry(problem.code()).or_default().push(line);
        }
    }
}

/// How a table is read.
#[derive(Debug)]
pub struct TableOptions<'a> {
    /// The levels in rising order.
    pub levels: &'a [String],
    /// Labels that are read as others.
    pub renames: BTreeMap<String, String>,
    /// Of how many puzzles of each level the first ones are used; all where it is empty.
    pub take: &'a [usize],
    /// The parameters of the puzzles that do not say theirs.
    pub settings: Vec<Setting>,
    /// How they are measured.
    pub run: RatingRun<'a>,
}

impl TrainingTable {
    /// Reads and measures the puzzles of a table, a text of `sources`.
    ///
    /// # Errors
    /// `bad_table` where it is no table; that a thread cannot be started.
    pub fn read(
        options: &TableOptions<'_>,
        sources: &mut Sources,
        file: FileId,
        definition: &Definition,
    ) -> Result<(Self, RejectedRows), Diagnostics> {
        let mut rejected = RejectedRows::default();
        let text = sources.text(file);
        let labelled = labelled(options, file, &text, &mut rejected)?;
        let shelf = Shelf::new(definition);
        // Problems of a puzzle point into its text, which is the content of this file in turn.
        let part = sources.add(sources.name(file).to_owned(), "");
        let settings = options.settings.clone();
        let reader = EntryReader { shelf: &shelf, settings, file: part };
        let entries: Vec<PuzzleText> = labelled.iter().map(|row| row.entry.clone()).collect();
        let budget = Budget::new(None, options.run.stop.clone());
        let engines = options.run.engines;
        let mut seen =
            SeenPuzzles { engines, budget, equivalents: BTreeMap::new(), first: BTreeMap::new() };
        let mut instances: BTreeMap<usize, Vec<(String, String)>> = BTreeMap::new();
        let mut columns: Option<Vec<String>> = None;
        let mut rows = Vec::new();
        let mut next = labelled.iter();
        options.run.run::<Diagnostics>(&reader, &entries, |entry, result| {
            let Some(row) = next.next() else { return Ok(()) };
            let line = entry.lines_before + 1;
            let usable = usable(&result, row, &mut seen, line, options.levels);
            let (names, values): (Vec<String>, Vec<f64>) = match usable {
                Ok(columns) => columns.into_iter().unzip(),
                Err((reason, problem)) => {
                    sources.show_part(part, entry.text.as_str(), entry.lines_before);
                    let unreadable = result.problems.iter().next().cloned();
                    let problem = problem.or_else(|| unreadable.map(|p| restated(&p, row.span)));
                    if let Some(problem) = problem {
                        rejected.add(reason, line, problem);
                    }
                    return Ok(());
                }
            };
            if *columns.get_or_insert_with(|| names.clone()) != names {
                rejected.add("with other columns", line, other_columns(row.span));
                return Ok(());
            }
            if let Some(PreparedBoard { prepared, .. }) = &result.read {
                let params = prepared.instance.params();
                instances.entry(prepared.number).or_insert_with(|| {
                    params.map(|(name, value)| (name.to_owned(), value.to_string())).collect()
                });
            }
            rows.push(Row { values, level: row.level });
            Ok(())
        })?;
        // Puzzles of several instances have no parameters in common.
        let parameters = if instances.len() == 1 { instances.pop_first() } else { None };
        let parameters = parameters.map(|(_, only)| only).unwrap_or_default();
        let (columns, left_out) = (columns.unwrap_or_default(), rejected.left_out.clone());
        Ok((Self { file, parameters, columns, rows, left_out }, rejected))
    }

    /// Returns how many rows were left out.
    pub fn left_out(&self) -> usize {
        self.left_out.values().sum()
    }

    /// Returns how many rows were left out and why, in words.
    pub fn describe_left_out(&self) -> String {
        let parts: Vec<String> =
            self.left_out.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
        if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
    }

    /// Fails where there are too few rows.
    ///
    /// # Errors
    /// `too_few`.
    pub fn must_be_enough(&self, levels: &[String], folds: usize) -> Result<(), Problem> {
        for (position, level) in levels.iter().enumerate() {
            let count = self.rows.iter().filter(|row| row.level == position).count();
            if count < folds {
                let start = Span::new(self.file, 0, 0);
                let message =
                    format!("`{level}` has {count} usable puzzles, too few for {folds} parts");
                // Two parts are the fewest.
                let more = if count < 2 { "give more" } else { "give more, or fewer `--folds`" };
                let help = format!("{more}; left out: {}", self.describe_left_out());
                return Err(Problem::error(Code::TooFew, message, start, "this table").help(help));
            }
        }
        Ok(())
    }
}

/// Why a row is left out; without a problem where its result has one.
type LeftOut = (&'static str, Option<Problem>);

/// Returns the columns of a row.
fn usable<'a>(
    result: &RatedEntry<'a, 'a>,
    row: &LabelledRow,
    seen: &mut SeenPuzzles<'a>,
    line: usize,
    levels: &[String],
) -> Result<Vec<(String, f64)>, LeftOut> {
    let Some(PreparedBoard { prepared, input }) = &result.read else {
        return Err(("unreadable", None));
    };
    let shown: Vec<FactValue> =
        input.board.facts.iter().map(|given| given.map(|(value, _)| value)).collect();
    let this = First { line, level: row.level, shown };
    if let Some(first) = seen.before(prepared, this.clone()) {
        let before = first.line;
        let is_copy = first.shown != this.shown;
        let what = if is_copy { "a symmetric copy of" } else { "as in" };
        let label = if first.level == row.level {
            format!("{what} line {before}")
        } else {
            format!("{what} line {before}, where it is `{}`", levels[first.level])
        };
        let message = match is_copy {
            true => format!("a transform makes this puzzle from that of line {before}"),
            false => format!("the puzzle of line {before} is here again"),
        };
        let problem = Problem::error(Code::SamePuzzle, message, row.span, label);
        return Err(("again", Some(problem.help("a puzzle counts once: the first is used"))));
    }
    let Some(rating) = &result.rating else { return Err(("without an answer", None)) };
    match (rating.solutions, &rating.columns) {
        (Some(1), Some(columns)) => Ok(columns.clone()),
        (Some(1), None) => {
            let message = "the features cannot be told of this puzzle";
            let problem = Problem::error(Code::BadTable, message, row.span, "nothing to learn");
            Err(("without features", Some(problem.help("learn from other features"))))
        }
        (solutions, _) => {
            let what = if solutions == Some(0) { "no solution" } else { "several solutions" };
            let message = format!("the puzzle has {what}");
            let problem = Problem::error(Code::NotUnique, message, row.span, what);
            Err(("without one solution", Some(problem.help("difficulty is that of one solution"))))
        }
    }
}

/// Returns the problem of a row whose features have other columns than those of the first one.
fn other_columns(span: Span) -> Problem {
    let message = "the features have other columns than those of the first puzzle";
    Problem::error(Code::BadTable, message, span, "another kind of puzzle")
        .help("learn from features that every size has, or split the table")
}

/// Returns a problem of a board as one of its row in the table.
fn restated(problem: &Problem, span: Span) -> Problem {
    let restated = Problem::error(problem.code(), problem.message(), span, "this puzzle");
    match problem.help_text() {
        Some(help) => restated.help(help),
        None => restated,
    }
}

/// Returns the rows with a known label.
fn labelled(
    options: &TableOptions<'_>,
    file: FileId,
    text: &str,
    rejected: &mut RejectedRows,
) -> Result<Vec<LabelledRow>, Problem> {
    let levels = options.levels;
    let bad = |message: String, at: usize, length: usize| {
        let span = Span::new(file, at, (at + length).min(text.len()));
        let problem = Problem::error(Code::BadTable, message, span, "in this table");
        problem.help("a table has a line of names first, `puzzle` and `label` among them")
    };
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| bad(error.to_string(), 0, 0))?.clone();
    let column = |name: &str| {
        let found = header.iter().position(|column| column.trim() == name);
        let first_line = text.lines().next().unwrap_or("").len();
        found.ok_or_else(|| bad(format!("there is no column `{name}`"), 0, first_line))
    };
    let (puzzles, labels) = (column("puzzle")?, column("label")?);
    let mut taken = vec![0; levels.len()];
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| {
            let at = error.position().map_or(0, |position| position.byte() as usize);
            bad(error.to_string(), at, 1)
        })?;
        let (line, start) =
            record.position().map_or((0, 0), |at| (at.line() as usize, at.byte() as usize));
        let length = text.get(start..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
        let span = Span::new(file, start, start + length);
        let (Some(puzzle), Some(label)) = (record.get(puzzles), record.get(labels)) else {
            let message =
                format!("the row has fewer fields than the {} of the first line", header.len());
            let problem = Problem::error(Code::BadTable, message, span, "too short");
            rejected.add("too short", line, problem.help("give every row its puzzle and label"));
            continue;
        };
        let label = options.renames.get(label.trim()).map_or(label.trim(), String::as_str);
        let Some(level) = levels.iter().position(|level| level == label) else {
            let message = format!("`{label}` is none of {}", levels.join(" < "));
            let problem = Problem::error(Code::UnknownLabel, message, span, "unknown label");
            let help = "rename it with `--rename`, or say the levels with `--order`";
            let problem = problem.help(help);
            let problem = problem.did_you_mean(label, levels.iter().map(String::as_str));
            rejected.add("with an unknown label", line, problem);
            continue;
        };
        if options.take.get(level).is_some_and(|most| taken[level] >= *most) {
            continue;
        }
        taken[level] += 1;
        let entry = PuzzleText { text: puzzle.to_owned(), lines_before: line.saturating_sub(1) };
        rows.push(LabelledRow { entry, level, span });
    }
    Ok(rows)
}
