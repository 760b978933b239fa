//! Merged puzzles in a bank. They were proved when they were made.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::Merged;
use super::shards::ShardPuzzle;
use puzgen_bank::{Bank, NewEntry, Stored};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_wire::{self as wire, Manifest, Object};

/// How many puzzles are written together.
const BATCH: usize = 1_000;

/// What a bank stores beside the object.
#[derive(Debug, Deserialize)]
struct Stores<'l> {
    puzzle: String,
    params: Object,
    seed: u64,
    index: u64,
    level: Option<String>,
    score: Option<f64>,
    solutions: u64,
    left_out: u64,
    #[serde(borrow)]
    answer: Option<&'l RawValue>,
    #[serde(borrow)]
    answers: Option<&'l RawValue>,
}

/// A bank that puzzles are put into.
#[derive(Debug)]
pub(super) struct BankOutput {
    bank: Bank,
    definition: String,
    waiting: Vec<NewEntry>,
    added: u64,
    known: u64,
}

impl BankOutput {
    pub(super) fn open(bank: &str, manifest: &Manifest) -> Result<Self, Problem> {
        let (bank, definition) = (Bank::open_or_make(bank)?, manifest.definition.clone());
        Ok(Self { bank, definition, waiting: Vec::new(), added: 0, known: 0 })
    }

    fn write(&mut self) -> Result<(), Problem> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let mut writer = self.bank.write()?;
        for puzzle in self.waiting.drain(..) {
            match writer.add(&puzzle)? {
                Stored::New(_) => self.added += 1,
                Stored::Known(_) => self.known += 1,
            }
        }
        writer.commit()
    }
}

/// Returns what is stored of a line.
fn entry(puzzle: &ShardPuzzle, definition: &str) -> Option<NewEntry> {
    let line = std::str::from_utf8(&puzzle.line).ok()?.trim_end();
    let stores: Stores<'_> = serde_json::from_str(line).ok()?;
    let (name, answers) = match (stores.answer, stores.answers) {
        (Some(answer), _) => ("answer", answer.get()),
        (None, answers) => ("answers", answers?.get()),
    };
    // Texts are taken out and not parsed, so that the others stay what they are to the last digit.
    let object = line.replacen(&format!(",\"{name}\":{answers}"), "", 1);
    let end = object.find(&format!(",\"left_out\":{},\"form\":", stores.left_out))?;
    Some(NewEntry {
        puzzle: stores.puzzle,
        params: wire::line(&stores.params).trim_end().to_owned(),
        definition: definition.to_owned(),
        object: format!("{}}}", &object[..end]),
        answers: answers.to_owned(),
        seed: stores.seed,
        index: stores.index,
        level: stores.level,
        score: stores.score,
        empties: stores.left_out,
        solutions: stores.solutions,
        form: puzzle.form,
    })
}

impl Merged for BankOutput {
    fn add(&mut self, puzzle: &ShardPuzzle) -> Result<(), Problem> {
        let entry = entry(puzzle, &self.definition).ok_or_else(|| {
            Problem::bare(Code::DamagedShard, "a line of a shard is no puzzle that a bank takes")
                .help("make the shards again with this version")
        })?;
        self.waiting.push(entry);
        if self.waiting.len() >= BATCH { self.write() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> Result<String, Problem> {
        self.write()?;
        let (added, known, name) = (self.added, self.known, self.bank.name());
        Ok(format!("{added} added to `{name}`, {known} known there"))
    }
}
