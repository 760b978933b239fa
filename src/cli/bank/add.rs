//! `puzgen bank add`: puzzles from anywhere enter a bank, each proved by two engines before.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as MapEntry;

use clap::Args;
use serde_json::Value as Json;

use super::{WriteClock, puzzles};
use crate::host::engines;
use crate::input::parse_bounds;
use crate::output::Console;
use crate::position::one_from_stdin;
use crate::puzzles::Puzzles;
use crate::stop::StopWatcher;
use crate::{DefinitionArgs, ExitStatus, Failure};
use puzgen_bank::{Bank, NewEntry, Prover, Stored};
use puzgen_base::diagnostics::{Diagnostics, Problem};
use puzgen_base::source::Span;
use puzgen_board::position::PreparedBoard;
use puzgen_board::shelf::Shelf;
use puzgen_generate::Bounds;

/// How many solutions are stored at most where nothing else is asked for, as in Chou and Kaashoek (2014).
const BOUNDS: Bounds = Bounds { at_least: 1, at_most: 29 };

/// Prove puzzles and put them into a bank
#[derive(Debug, Args)]
pub(super) struct Add {
    /// The bank: a SQLite file, which is made where there is none, or a `postgres://` address
    bank: String,
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The puzzles: a path, `-` for standard input, or the text itself, in any form that can be read
    puzzles: String,
    /// How many solutions a puzzle may have: a number, or `A..B` with both ends included [default: 1..29]
    #[arg(long, value_name = "N|A..B")]
    solutions: Option<String>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
}

/// What became of the puzzles, and those that wait to be written.
struct Adding<'b> {
    bank: &'b mut Bank,
    waiting: Vec<NewEntry>,
    clock: WriteClock,
    added: u64,
    known: u64,
    refused: u64,
}

impl Add {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        one_from_stdin(&[&self.definition.file, &self.puzzles])?;
        let stop = StopWatcher::watch(self.timeout)?;
        let bounds = match &self.solutions {
            Some(text) => parse_bounds(text, 1)?,
            None => BOUNDS,
        };
        let definition = self.definition.load(console)?;
        let settings = self.definition.settings(console)?;
        let shelf = Shelf::new(&definition);
        let mut texts = Puzzles::open(console, &self.puzzles, &definition, settings, &shelf)?;
        let mut bank = Bank::open_or_make(&self.bank)?;
        let mut adding = Adding {
            bank: &mut bank,
            waiting: Vec::new(),
            clock: WriteClock::start(),
            added: 0,
            known: 0,
            refused: 0,
        };
        let mut provers: BTreeMap<usize, Prover<'_>> = BTreeMap::new();
        let mut number = 0;
        while let Some(entry) = texts.entry()? {
            if stop.flag.is_set() {
                break;
            }
            let file = texts.reader().file;
            console.sources.show_part(file, entry.text.as_str(), entry.lines_before);
            let span = Span::new(file, 0, entry.text.len());
            let read: Result<PreparedBoard<'_, '_>, Diagnostics> = texts.reader().read(&entry.text);
            let proved = read.and_then(|position| {
                let prover = match provers.entry(position.prepared.number) {
                    MapEntry::Occupied(known) => known.into_mut(),
                    MapEntry::Vacant(place) => {
                        place.insert(Prover::new(position.prepared, engines(), &stop.flag)?)
                    }
                };
                let from = origin(&entry.text).unwrap_or((0, number));
                let proved = prover.prove(&position, from, bounds);
                Ok(proved.map_err(|problem| problem.label(span, "this puzzle"))?)
            });
            number += 1;
            match proved {
                Ok(puzzle) => adding.waiting.push(puzzle),
                Err(_) if stop.flag.is_set() => break,
                Err(problems) => {
                    adding.refused += 1;
                    console.problems(problems);
                }
            }
            if adding.clock.is_due(adding.waiting.len()) {
                adding.write(&stop)?;
            }
        }
        if number == 0 {
            return Err(texts.none().into());
        }
        adding.write(&stop)?;
        adding.tell(console)?;
        match stop.flag.is_set() {
            true => {
                console.remark("stopped: what is left can be added again");
                Ok(3)
            }
            false => Ok(u8::from(adding.refused > 0)),
        }
    }
}

impl Adding<'_> {
    fn write(&mut self, stop: &StopWatcher) -> Result<(), Problem> {
        self.clock = WriteClock::start();
        if self.waiting.is_empty() {
            return Ok(());
        }
        let _gate = stop.gate();
        let (mut added, mut known) = (0, 0);
        let mut writer = self.bank.write()?;
        for puzzle in std::mem::take(&mut self.waiting) {
            match writer.add(&puzzle)? {
                Stored::New(_) => added += 1,
                Stored::Known(_) => known += 1,
            }
        }
        writer.commit()?;
        self.added += added;
        self.known += known;
        Ok(())
    }

    fn tell(&self, console: &mut Console) -> Result<(), Failure> {
        let Self { added, known, refused, .. } = self;
        let text = format!(
            "{} added to `{}`; {known} equivalent to one that was there; {refused} refused\n",
            puzzles(*added),
            self.bank.name()
        );
        Ok(console.print(&text)?)
    }
}

/// Returns seed and number of the run that an object says that it comes from.
fn origin(text: &str) -> Option<(u64, u64)> {
    let object: Json = serde_json::from_str(text).ok()?;
    Some((object.get("seed")?.as_u64()?, object.get("index")?.as_u64()?))
}
