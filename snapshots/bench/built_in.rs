//! `make puzzles`: the table of the built-in puzzles, docs/puzzles.md.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use puzgen_base::diagnostics::Diagnostics;
use puzgen_engines::ENGINES;
use puzgen_generate::{GenerationOutcome, Options};
use puzgen_model::definition::Definition;

use crate::clues::{self, Counted};
use crate::facts;
use crate::made::{self, Limits, Made, STACK};
use crate::measure::median;
use crate::runs::show_ms;

/// How many puzzles are made of a definition.
const LIMITS: Limits = Limits { enough_ms: 10_000.0, enough: 50, limit_ms: 60_000.0, most: 100 };

/// What is counted of the puzzles of a definition.
#[derive(Debug, Default)]
struct Seen {
    /// The CPU milliseconds of each.
    ms: Vec<f64>,
    /// Those that came out as asked for.
    done: usize,
    levels: BTreeMap<usize, usize>,
    tiers: BTreeMap<u8, usize>,
    verified: BTreeMap<String, usize>,
    clues: Vec<Counted>,
    /// The puzzles whose clues were counted.
    counted: usize,
}

impl Seen {
    fn add(&mut self, ms: f64, outcome: &GenerationOutcome, puzzles: &[Made]) {
        self.ms.push(ms);
        self.done += usize::from(matches!(outcome, GenerationOutcome::Done));
        for (puzzle, shown) in puzzles {
            clues::add(&mut self.clues, shown);
            self.counted += 1;
            if let Some(level) = puzzle.level {
                *self.levels.entry(level).or_default() += 1;
            }
            if let Some(steps) = &puzzle.steps {
                *self.tiers.entry(steps.tier).or_default() += 1;
            }
            *self.verified.entry(puzzle.verified.join(" and ")).or_default() += 1;
        }
    }
}

/// Returns what the columns say that are measured, and the rows about clues.
fn measured(definition: &Definition) -> Result<(String, String), Diagnostics> {
    let mut seen = Seen::default();
    let take = &mut |ms: f64, outcome: &GenerationOutcome, puzzles: &[Made]| {
        seen.add(ms, outcome, puzzles);
    };
    made::make(definition, Options::new(ENGINES), LIMITS, &mut || {}, take)?;
    let all = seen.ms.len();
    let count = if seen.done == all { all.to_string() } else { format!("{} of {all}", seen.done) };
    let names = definition.levels.iter().flat_map(|levels| levels.names.iter().enumerate());
    let levels =
        names.map(|(at, name)| format!("{} {name}", seen.levels.get(&at).copied().unwrap_or(0)));
    let tiers = seen.tiers.iter().map(|(tier, count)| format!("{tier} ({count})"));
    let verified = match seen.verified.len() {
        1 => seen.verified.keys().cloned().collect(),
        _ => listed(seen.verified.iter().map(|(names, count)| format!("{names} ({count})"))),
    };
    let columns = format!(
        " {} | {count} | {} | {} | {verified} |",
        show_ms(median(seen.ms)),
        listed(levels),
        listed(tiers),
    );
    Ok((columns, clues::rows(definition, &seen.clues, seen.counted)))
}

fn listed(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "–".to_owned() } else { parts.join(", ") }
}

/// Returns the row of a puzzle, and those of its clues; what `old` has, where that may stay.
fn row(name: &str, old: Option<&str>) -> Result<(String, String), Diagnostics> {
    let columns = facts::columns(name)?;
    let kept = old.and_then(|old| old.lines().find(|line| line.starts_with(&columns)));
    match (kept, old) {
        (Some(row), Some(old)) => Ok((row.to_owned(), clues::kept(old, name))),
        _ => {
            let (measured, clues) = measured(&facts::definition(name)?)?;
            Ok((format!("{columns}{measured}"), clues))
        }
    }
}

/// Returns the document, and the names of puzzles without a row. Where `chosen` has names, the others'
/// rows stay as they are in the document `old`, unless they are not true any more.
pub(crate) fn document(chosen: &[String], old: &str) -> (String, Vec<&'static str>) {
    let names = puzgen_puzzles::names();
    let mut out = heading(names.len());
    let mut missing = Vec::new();
    let mut of_clues = String::from(clues::HEADING);
    for &name in &names {
        let is_chosen = chosen.is_empty() || chosen.iter().any(|other| other == name);
        let old = (!is_chosen).then(|| old.to_owned());
        let worker = std::thread::Builder::new().stack_size(STACK);
        match worker.spawn(move || row(name, old.as_deref())).map(std::thread::JoinHandle::join) {
            Ok(Ok(Ok((row, clues)))) => {
                print!("{row}\n{clues}");
                of_clues.push_str(&clues);
                let _ = writeln!(out, "{row}");
            }
            _ => missing.push(name),
        }
    }
    out.push_str(&of_clues);
    out.push_str(
        "\n## Bounds\n\nWhat a full board must have besides the rules, so that puzzles look like a \
         setter's, as the files say it. A file that is not named here sets no bound.\n\n",
    );
    for bounds in names.iter().filter_map(|name| facts::bounds(name)) {
        let _ = writeln!(out, "{bounds}");
    }
    (out, missing)
}

fn heading(count: usize) -> String {
    format!(
        "# Built-in puzzles\n\nWritten by `make puzzles`, by nothing else: puzgen {}, {count} puzzles, {} \
         lines in the median.\n\n\
         Lines are those of the definition without its examples, translations, exports and worked \
         solutions. Puzzles were generated with the parameters that are shown, one after the other on one thread of one process, as \
         `puzgen run NAME --seed 1 --jobs 1` does, each proved by two engines and rated: until \
         {} took {} s, at most {}, and none after {} s. The time of a puzzle is the median of their CPU times, without \
         starting up. So many of them have a level, and so many a tier (the kind of thinking that is \
         needed, from 0 to 4: [difficulty.md](difficulty.md)); the last column has the engines that \
         proved them.\n\n\
         | puzzle | lines | parameters | a puzzle | puzzles | levels | tiers | verified by |\n\
         |---|---|---|---|---|---|---|---|\n",
        env!("CARGO_PKG_VERSION"),
        facts::median_lines(),
        LIMITS.enough,
        LIMITS.enough_ms / 1e3,
        LIMITS.most,
        LIMITS.limit_ms / 1e3,
    )
}
