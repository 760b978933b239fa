//! `puzgen bank verify`, `merge` and `vacuum`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as MapEntry;

use clap::Args;

use super::pick::read;
use super::puzzles;
use super::tell::definitions;
use crate::host::engines;
use crate::output::Console;
use crate::stop::StopWatcher;
use crate::{DefinitionArgs, ExitStatus, Failure};
use puzgen_bank::{Bank, Entry, NewEntry, Prover, Query, Stored};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::FileId;
use puzgen_board::shelf::Shelf;
use puzgen_model::counting::MAX_SIZE;

/// How many faults are told.
const MOST_TOLD: u64 = 20;

/// How many puzzles are written together at most.
const BATCH: usize = 1_000;

/// Check a bank, and prove its puzzles again with two engines
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// The bank: a SQLite file, or a `postgres://` address
    bank: String,
    /// Only of this puzzle: a definition, or the name of a built-in puzzle
    file: Option<String>,
    /// Prove so many puzzles of each definition that are drawn at random, not all
    #[arg(long, value_name = "N")]
    sample: Option<u64>,
    /// Prove none: check the database and its texts alone
    #[arg(long, conflicts_with = "sample")]
    quick: bool,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
}

/// What was found so far.
struct Findings<'c> {
    console: &'c mut Console,
    checked: u64,
    proved: u64,
    faults: u64,
    unknown: u64,
}

impl Verify {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let stop = StopWatcher::watch(self.timeout)?;
        let mut bank = Bank::open(&self.bank)?;
        let own = match &self.file {
            Some(file) => Some(load(console, file)?),
            None => None,
        };
        let counts = bank.counts(own.as_ref().map(|it| it.name.as_str()))?;
        let mut names: Vec<String> = counts.into_iter().map(|bucket| bucket.puzzle).collect();
        names.dedup();
        let queries: Vec<Query> = names.iter().map(|name| Query::of(name)).collect();
        let definitions = match self.quick {
            true => Vec::new(),
            false => definitions(console, own, &queries)?,
        };
        let file = console.sources.add("the bank", "");
        let mut found = Findings { console, checked: 0, proved: 0, faults: 0, unknown: 0 };
        for fault in bank.faults()? {
            found.fault(&fault);
        }
        for query in &queries {
            let definition = definitions.iter().find(|it| it.name == query.puzzle);
            let shelf = definition.map(Shelf::new);
            let mut checking =
                Checking { shelf: shelf.as_ref(), file, provers: BTreeMap::new(), stop: &stop };
            match self.sample {
                None => bank.each(Some(query), |entry| checking.entry(&entry, &mut found))?,
                Some(count) => {
                    let mut query = query.clone();
                    for draw in 0..count {
                        let Some(entry) = bank.pick(&query, draw)? else { break };
                        checking.entry(&entry, &mut found)?;
                        query.exclude.push(entry.id);
                    }
                }
            }
        }
        found.tell(stop.flag.is_set())
    }
}

/// Checks the puzzles of one definition; without a shelf, their texts alone.
struct Checking<'s, 'd> {
    shelf: Option<&'s Shelf<'d>>,
    file: FileId,
    provers: BTreeMap<usize, Prover<'s>>,
    stop: &'s StopWatcher,
}

impl Checking<'_, '_> {
    fn entry(&mut self, entry: &Entry, found: &mut Findings<'_>) -> Result<(), Failure> {
        if self.stop.flag.is_set() {
            return Ok(());
        }
        found.checked += 1;
        if !entry.is_consistent() {
            found.fault(&format!("puzzle {} is not what its columns say", entry.id));
            return Ok(());
        }
        let Some(shelf) = self.shelf else { return Ok(()) };
        let position = match read(found.console, self.file, shelf, &entry.object) {
            Ok(position) => position,
            Err(problems) => {
                found.fault(&format!("puzzle {} cannot be read", entry.id));
                found.console.problems(problems);
                return Ok(());
            }
        };
        let prover = match self.provers.entry(position.prepared.number) {
            MapEntry::Occupied(known) => known.into_mut(),
            MapEntry::Vacant(place) => {
                place.insert(Prover::new(position.prepared, engines(), &self.stop.flag)?)
            }
        };
        match prover.prove_stored(&position, entry) {
            Ok(()) => found.proved += 1,
            Err(_) if self.stop.flag.is_set() => found.checked -= 1,
            Err(problem) if problem.code() == Code::GaveUp => found.unknown += 1,
            Err(problem) => found.fault(&format!("puzzle {}: {}", entry.id, problem.message())),
        }
        Ok(())
    }
}

impl Findings<'_> {
    fn fault(&mut self, fault: &str) {
        self.faults += 1;
        if self.faults <= MOST_TOLD {
            let problem = Problem::bare(Code::BankDamaged, fault);
            self.console.problems(Diagnostics::from(
                problem.help("build the bank anew, or merge what is right into another"),
            ));
        }
    }

    fn tell(self, was_stopped: bool) -> ExitStatus {
        let Self { console, checked, proved, faults, unknown } = self;
        let more = if unknown > 0 { format!(", {unknown} not decided") } else { String::new() };
        let checked = puzzles(checked);
        let ending = if faults == 1 { "" } else { "s" };
        console.print(&format!(
            "{checked} checked, {proved} proved{more}, {faults} fault{ending}\n"
        ))?;
        if was_stopped {
            console.remark("stopped before the end");
        }
        Ok(match (faults, unknown) {
            (0, 0) if !was_stopped => 0,
            (0, _) => 3,
            _ => 1,
        })
    }
}

fn load(
    console: &mut Console,
    file: &str,
) -> Result<puzgen_model::definition::Definition, Failure> {
    let arguments = DefinitionArgs {
        file: file.to_owned(),
        puzzle: None,
        settings: Vec::new(),
        max_size: MAX_SIZE,
    };
    arguments.load(console)
}

/// Add the puzzles of other banks to a bank; what is equivalent to one that is there is left out
#[derive(Debug, Args)]
pub(super) struct Merge {
    /// The bank: a SQLite file, which is made where there is none, or a `postgres://` address
    bank: String,
    /// The others
    #[arg(required = true, value_name = "OTHER")]
    others: Vec<String>,
}

impl Merge {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let mut bank = Bank::open_or_make(&self.bank)?;
        for other in &self.others {
            let mut source = Bank::open(other)?;
            let (mut added, mut known) = (0, 0);
            let mut waiting: Vec<NewEntry> = Vec::new();
            let mut write = |waiting: &mut Vec<NewEntry>| -> Result<(), Problem> {
                let mut writer = bank.write()?;
                for puzzle in waiting.drain(..) {
                    match writer.add(&puzzle)? {
                        Stored::New(_) => added += 1,
                        Stored::Known(_) => known += 1,
                    }
                }
                writer.commit()
            };
            source.each(None, |entry| {
                waiting.push(entry.into());
                if waiting.len() >= BATCH { write(&mut waiting) } else { Ok(()) }
            })?;
            write(&mut waiting)?;
            let added = puzzles(added);
            console.print(&format!("`{}`: {added} added, {known} known\n", source.name()))?;
        }
        Ok(0)
    }
}

/// Give unused room of a bank back to the system
#[derive(Debug, Args)]
pub(super) struct Vacuum {
    /// The bank: a SQLite file, or a `postgres://` address
    bank: String,
}

impl Vacuum {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let mut bank = Bank::open(&self.bank)?;
        let before = bank.size()?;
        bank.vacuum()?;
        let after = bank.size()?;
        console.remark(&format!("{before} bytes before, {after} after"));
        Ok(0)
    }
}
