//! The journal of a run: which run it is and what of it is finished, so that it can go on.
//!
//! A journal is a text beside what the run writes: one line of JSON that tells the run from any
//! other ([`Identity`]), then one for each finished index ([`JournalEntry`]), and in the end one that says
//! that there are no more ([`Ending`]). It stays, so that a run for more puzzles can go on from there.
//!
//! # Invariants
//! The line of an index is written after its puzzles. So every complete line is true, whenever the process
//! was killed; a last line without a line end does not count. `sink.rs` writes the puzzles.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::files::open_regular;
use crate::target::{in_the_way, io_problem};
use puzgen_api::batch::RunTotals;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_check::reach::Unread;

/// The schema of journals.
pub(super) const SCHEMA: &str = "puzgen.journal/2";

/// Everything that decides the bytes of a run, but for how many puzzles are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    pub(super) schema: String,
    pub(super) version: String,
    pub(super) puzzle: String,
    /// A hash of the texts of the definition: also what does not decide which puzzles there are
    /// may decide how they are printed.
    pub(super) definition: String,
    pub(super) parameters: BTreeMap<String, String>,
    pub(super) seed: u64,
    pub(super) format: String,
    /// How drawings look, where not as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) style: Option<String>,
    pub(super) answers: bool,
    /// Whether links stand below puzzles.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) links: bool,
    /// The site that they lead to, where it is not puzz.link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) site: Option<String>,
    pub(super) all_steps: bool,
    pub(super) transforms: usize,
    pub(super) until: Option<String>,
    pub(super) solutions: Option<String>,
    #[serde(default)]
    pub(super) symmetry: Vec<String>,
    pub(super) level: Option<String>,
    /// A hash of the bank that puzzles come from.
    pub(super) bank: Option<String>,
    /// A hash of the layout that puzzles are made on.
    #[serde(default)]
    pub(super) layout: Option<String>,
    /// The engine: puzzles name it.
    pub(super) engine: String,
    pub(super) verify: Option<String>,
    pub(super) budget: Option<u64>,
    /// Whether every index has a file of its own.
    pub(super) is_folder: bool,
    /// The shard, where it is not the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) shard: Option<String>,
}

impl Identity {
    /// Returns the names of what is not the same in both.
    pub(super) fn differences(&self, other: &Self) -> Vec<String> {
        let object = |identity: &Self| match serde_json::to_value(identity) {
            Ok(serde_json::Value::Object(object)) => object,
            _ => serde_json::Map::new(),
        };
        let (own, other) = (object(self), object(other));
        own.iter()
            .filter(|(name, value)| other.get(*name) != Some(*value))
            .map(|(name, _)| name.replace('_', " "))
            .collect()
    }
}

/// A finished index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct JournalEntry {
    pub(super) index: u64,
    /// How long its text is.
    pub(super) bytes: u64,
    /// The start of a hash of the text and of everything else that the entry says.
    pub(super) sha256: String,
    #[serde(flatten)]
    pub(super) totals: RunTotals,
}

impl JournalEntry {
    /// Returns the entry of an index with this text.
    pub(super) fn new(index: u64, text: &[u8], totals: RunTotals) -> Self {
        let bytes = text.len() as u64;
        let entry = Self { index, bytes, sha256: String::new(), totals };
        Self { sha256: entry.hash(text), ..entry }
    }

    /// Returns whether this is the text that the line is about, and nothing else of it was changed.
    pub(super) fn is_of(&self, text: &[u8]) -> bool {
        self.bytes == text.len() as u64 && self.hash(text) == self.sha256
    }

    fn hash(&self, text: &[u8]) -> String {
        let RunTotals { puzzles, refused, gave_up, redraws, repairs, status } = self.totals;
        let numbers = [self.index, puzzles, refused, gave_up, redraws, repairs, status.into()];
        let numbers: Vec<u8> = numbers.into_iter().flat_map(u64::to_le_bytes).collect();
        hash([text, &numbers])[..16].to_owned()
    }
}

/// Returns the SHA-256 of texts, each with its length, in hexadecimal digits.
pub(super) fn hash<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The line after the last entry of a run that is complete.
#[derive(Debug, Serialize, Deserialize)]
struct Ending {
    /// How many indexes were asked for.
    complete: u64,
}

/// What every journal begins with.
const BEGINNING: &[u8] = b"{\"schema\":\"puzgen.journal/";

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// Refuses a file in the place of a journal that is none: it would be overwritten.
pub(super) fn must_be_journal(path: &Path) -> Result<(), Problem> {
    let Some(file) = opened(path)? else { return Ok(()) };
    let mut beginning = Vec::new();
    let read = file.take(BEGINNING.len() as u64).read_to_end(&mut beginning);
    read.map_err(|error| unreadable(path, &error.to_string()))?;
    if BEGINNING.starts_with(&beginning) {
        return Ok(());
    }
    let message = format!("`{}` is in the way: it is no journal of a run", path.display());
    Err(Problem::bare(Code::Io, message).help("rename it, or choose another place"))
}

/// Opens a journal to be read; `None` where there is none.
fn opened(path: &Path) -> Result<Option<File>, Problem> {
    match std::fs::symlink_metadata(path) {
        Ok(data) if !data.is_file() => return Err(in_the_way(path, &data)),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Ok(_) | Err(_) => {}
    }
    match open_regular(path) {
        Ok(file) => Ok(Some(file)),
        Err(Unread::Failed(reason)) => Err(unreadable(path, &reason)),
        Err(Unread::Outside | Unread::NoFiles) => puzgen_base::bug!("a journal is not confined"),
    }
}

fn unreadable(path: &Path, reason: &str) -> Problem {
    let message = format!("`{}` cannot be read: {reason}", path.display());
    Problem::bare(Code::Io, message).help("rename or remove it")
}

/// A journal that was read.
#[derive(Debug)]
pub(super) struct EarlierRun {
    pub(super) identity: Identity,
    pub(super) entries: Vec<JournalEntry>,
    /// Whether these are all that was asked for.
    pub(super) is_complete: bool,
    /// How long the journal is after the identity, and after each entry.
    lengths: Vec<u64>,
    lost: u64,
}

impl EarlierRun {
    /// Reads the journal at `path`; `None` where there is none, or one that had not begun.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, Problem> {
        let Some(file) = opened(path)? else { return Ok(None) };
        let mut lines = BufReader::new(file);
        // A last line without a line end does not count, and no line of a journal is so long.
        let mut line = || -> Result<Option<Vec<u8>>, Problem> {
            let mut line = Vec::new();
            let read = lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
            read.map_err(|error| unreadable(path, &error.to_string()))?;
            Ok(line.ends_with(b"\n").then_some(line))
        };
        let Some(first) = line()? else { return Ok(None) };
        let first = first.as_slice();
        let Ok(identity) = serde_json::from_slice::<Identity>(first) else {
            let message = format!("`{}` is no journal of this version of puzgen", path.display());
            return Err(Problem::bare(Code::OtherRun, message)
                .help("go on with the version that wrote it, or remove what is left"));
        };
        let (entries, lengths) = (Vec::new(), vec![first.len() as u64]);
        let mut past = Self { identity, entries, is_complete: false, lengths, lost: 0 };
        while let Some(line) = line()? {
            match serde_json::from_slice::<JournalEntry>(&line) {
                Ok(entry)
                    if entry.index == past.entries.len() as u64 && entry.totals.is_possible() =>
                {
                    past.lengths.push(past.length() + line.len() as u64);
                    past.entries.push(entry);
                }
                // The first line that is no entry ends the journal: what follows may be damaged.
                _ => {
                    let ending = serde_json::from_slice::<Ending>(&line);
                    let count = past.entries.len() as u64;
                    past.is_complete = ending.is_ok_and(|ending| ending.complete == count);
                    break;
                }
            }
        }
        Ok(Some(past))
    }

    /// Returns how long the journal is up to the last entry.
    fn length(&self) -> u64 {
        self.lengths.last().copied().unwrap_or_default()
    }

    /// Forgets all entries but the first ones.
    pub(super) fn truncate(&mut self, entries: usize) {
        self.lost += self.entries.len().saturating_sub(entries) as u64;
        self.entries.truncate(entries);
        self.lengths.truncate(entries + 1);
    }

    /// Returns how many entries were forgotten.
    pub(super) fn lost(&self) -> u64 {
        self.lost
    }

    /// Returns what the entries took together.
    pub(super) fn totals(&self) -> RunTotals {
        let mut totals = RunTotals::default();
        self.entries.iter().for_each(|entry| totals.add(&entry.totals));
        totals
    }
}

/// A journal that is being written.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Makes `file`, which is at `path`, the journal of a run; one that goes on after `past`.
    pub(super) fn new(
        mut file: File,
        path: PathBuf,
        identity: &Identity,
        past: Option<&EarlierRun>,
    ) -> Result<Self, Problem> {
        let problem = |error| io_problem(&path, &error);
        file.set_len(past.map_or(0, EarlierRun::length)).map_err(problem)?;
        file.seek(SeekFrom::End(0)).map_err(problem)?;
        let mut journal = Self { file, path };
        if past.is_none() {
            journal.line(identity)?;
        }
        Ok(journal)
    }

    /// Adds an entry.
    pub(super) fn append(&mut self, entry: &JournalEntry) -> Result<(), Problem> {
        self.line(entry)
    }

    /// Says that so many entries are all.
    pub(super) fn end(&mut self, count: u64) -> Result<(), Problem> {
        self.line(&Ending { complete: count })
    }

    fn line(&mut self, value: &impl Serialize) -> Result<(), Problem> {
        let line = serde_json::to_string(value).map_err(std::io::Error::from);
        line.and_then(|line| self.file.write_all(format!("{line}\n").as_bytes()))
            .map_err(|error| io_problem(&self.path, &error))
    }

    /// Removes it: nothing is left to go on with.
    pub(super) fn remove(self) -> Result<(), Problem> {
        std::fs::remove_file(&self.path).map_err(|error| io_problem(&self.path, &error))
    }
}
