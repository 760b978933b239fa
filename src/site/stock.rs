//! The puzzles that the site has: a bank, opened as often as questions are answered side by side.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use puzgen_api::batch::FORM_BYTES;
use puzgen_bank::{Bank, Bucket, Entry, NewEntry, Query};
use puzgen_base::diagnostics::{Code, Problem};

/// The bank that comes with the program: `puzgen.puzzle/1` objects with their solutions, one on each line, as
/// `make small-bank` writes them.
pub const SMALL_BANK: &str = include_str!("small.jsonl");

/// How many connections to a bank there are.
const CONNECTIONS: usize = 4;

/// The puzzles of a site.
#[derive(Debug)]
pub struct Stock {
    banks: Vec<Mutex<Bank>>,
    next: AtomicUsize,
}

impl Stock {
    /// Opens a bank: the path of a SQLite file, or a `postgres://` address.
    ///
    /// # Errors
    /// As [`Bank::open`].
    pub fn open(url: &str) -> Result<Self, Problem> {
        let banks = (0..CONNECTIONS).map(|_| Bank::open(url).map(Mutex::new));
        Ok(Self { banks: banks.collect::<Result<_, _>>()?, next: AtomicUsize::new(0) })
    }

    /// Returns the stock of puzzles that were proved before, each a `puzgen.puzzle/1` on a line.
    ///
    /// # Errors
    /// Where a line is none.
    pub fn of_lines(lines: &str) -> Result<Self, Problem> {
        let mut bank = Bank::open_or_make(":memory:")?;
        let mut writer = bank.write()?;
        for (number, line) in lines.lines().enumerate() {
            let bad = || {
                let message = format!("line {} is no puzgen.puzzle/1", number + 1);
                Problem::bare(Code::Io, message).help("write it by `puzgen run --format json`")
            };
            writer.add(&new_entry(line).ok_or_else(bad)?)?;
        }
        writer.commit()?;
        Ok(Self { banks: vec![Mutex::new(bank)], next: AtomicUsize::new(0) })
    }

    /// Asks one of the connections.
    fn with<T>(&self, ask: impl FnOnce(&mut Bank) -> Result<T, Problem>) -> Result<T, Problem> {
        let next = self.next.fetch_add(1, Ordering::Relaxed) % self.banks.len();
        ask(&mut self.banks[next].lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn pick(&self, query: &Query, draw: u64) -> Result<Option<Entry>, Problem> {
        self.with(|bank| bank.pick(query, draw))
    }

    pub(super) fn entry(&self, id: u64) -> Result<Option<Entry>, Problem> {
        self.with(|bank| bank.entry(id))
    }

    pub(super) fn counts(&self, puzzle: Option<&str>) -> Result<Vec<Bucket>, Problem> {
        self.with(|bank| bank.counts(puzzle))
    }
}

/// Returns the entry of a line.
fn new_entry(line: &str) -> Option<NewEntry> {
    let mut object: Json = serde_json::from_str(line).ok()?;
    let fields = object.as_object_mut()?;
    let answers = fields.remove("answer").or_else(|| fields.remove("answers"))?;
    let text = |name: &str| Some(fields.get(name)?.as_str()?.to_owned());
    let number = |name: &str| fields.get(name)?.as_u64();
    let digest = Sha256::digest(line.as_bytes());
    let mut form = [0; FORM_BYTES];
    form.copy_from_slice(&digest[..FORM_BYTES]);
    Some(NewEntry {
        puzzle: text("puzzle")?,
        params: fields.get("params")?.to_string(),
        definition: String::new(),
        answers: answers.to_string(),
        seed: number("seed")?,
        index: number("index")?,
        level: text("level"),
        score: fields.get("score").and_then(Json::as_f64),
        empties: empties(fields.get("clues")?),
        solutions: number("solutions")?,
        form,
        object: object.to_string(),
    })
}

/// Returns how many clues are left out.
fn empties(clues: &Json) -> u64 {
    match clues {
        Json::Null => 1,
        Json::Array(values) => values.iter().map(empties).sum(),
        Json::Object(fields) => fields.values().map(empties).sum(),
        Json::Bool(_) | Json::Number(_) | Json::String(_) => 0,
    }
}
