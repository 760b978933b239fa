//! A run with given texts in the place of puzzles, for the suite and the fuzz targets.
//!
//! Does with files what `puzgen run --out` does, in the same order, and decides nothing itself: what is
//! looked at is `sink.rs` and `journal.rs`. Prints nothing.

use std::collections::BTreeMap;
use std::path::Path;

use crate::Failure;
use crate::journal::{Identity, JournalEntry, SCHEMA};
use crate::output::Console;
use crate::sink::{Destination, FileNames, LeftBehind};
use puzgen_api::batch::RunTotals;

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'t> {
    /// What each index gives.
    pub texts: &'t [&'t str],
    /// How many indexes are made, earlier ones included; with fewer than there are, the run is stopped.
    pub most: usize,
    /// Whether it goes on with an earlier run.
    pub resumes: bool,
}

/// Writes a run to a file, or to a folder where `out` is one; returns how many indexes an earlier run had
/// finished.
///
/// # Errors
/// In words, why it cannot be gone on with or written.
pub fn run(out: &Path, asked: Asked<'_>) -> Result<u64, String> {
    write(out, asked).map_err(|failure| match failure {
        Failure::Closed => "the reader is gone".to_owned(),
        Failure::Problems(problems, _) => {
            let said: Vec<String> =
                problems.sorted().iter().map(|problem| problem.message().to_owned()).collect();
            said.join("; ")
        }
    })
}

fn write(out: &Path, asked: Asked<'_>) -> Result<u64, Failure> {
    let place = Destination::of(Some(out), &[])?;
    let identity = identity(place.is_folder());
    let names =
        FileNames { puzzle: identity.puzzle.clone(), seed: identity.seed, extension: "txt" };
    let count = asked.texts.len() as u64;
    let mut claim = place.claim(asked.resumes)?;
    let is_whole = matches!(claim.left, LeftBehind::Complete(None))
        || asked.resumes && !claim.is_begun() && claim.has_all(&names, count);
    if is_whole {
        return Ok(count);
    }
    claim.leave_others_alone(&identity);
    claim.must_agree(&identity, count)?;
    if claim.is_complete(&names, count) {
        return Ok(count);
    }
    let (mut sink, past) = claim.open(&identity, names)?;
    let mut totals = past.as_ref().map(|past| past.totals()).unwrap_or_default();
    let done = past.as_ref().map_or(0, |past| past.entries.len());
    let mut console = Console::new(true, false);
    let left = asked.texts.iter().enumerate().take(asked.most).skip(done);
    for (index, text) in left {
        let entry = JournalEntry::new(
            index as u64,
            text.as_bytes(),
            RunTotals { puzzles: 1, ..RunTotals::default() },
        );
        totals.add(&entry.totals);
        sink.write(&mut console, text.as_bytes(), &entry)?;
    }
    if asked.most >= asked.texts.len() {
        sink.finish(count)?;
    }
    Ok(done as u64)
}

fn identity(is_folder: bool) -> Identity {
    Identity {
        schema: SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        puzzle: "probe".to_owned(),
        definition: String::new(),
        parameters: BTreeMap::from([("n".to_owned(), "4".to_owned())]),
        seed: 1,
        style: None,
        format: "text".to_owned(),
        answers: false,
        links: false,
        site: None,
        all_steps: false,
        transforms: 0,
        until: None,
        solutions: None,
        symmetry: Vec::new(),
        level: None,
        bank: None,
        layout: None,
        engine: "auto".to_owned(),
        verify: None,
        budget: None,
        is_folder,
        shard: None,
    }
}
