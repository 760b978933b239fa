//! The bank of a run: a text with many puzzles that others are made from.
//!
//! Entries are cut out when the run begins and read when their turn comes, so that a large bank costs
//! what is used of it. What is wrong with one is told by its line, and the next one is taken.

use crate::board::layouts::{has_header, in_board};
use crate::board::many::{Entry, Splitter};
use crate::board::object::add_settings;
use crate::board::read::{BoardText, Reader};
use crate::cli::Failure;
use crate::cli::input::read_board;
use crate::cli::journal::hash;
use crate::cli::output::Console;
use crate::diagnostics::{Code, Diagnostics, Problem};
use crate::generate::{BankEntry, bank_order};
use crate::lower::Lowered;
use crate::model::instance::Instance;
use crate::source::{FileId, Span};
use crate::symmetry::Symmetry;

/// A text with puzzles, ready to be taken from.
pub(super) struct Bank<'a> {
    pub(super) name: String,
    /// The hash of the text.
    pub(super) hash: String,
    /// What jumbles, if anything does.
    pub(super) symmetry: Option<Symmetry>,
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    file: FileId,
    entries: Vec<Entry>,
}

impl<'a> Bank<'a> {
    /// Reads the bank that `text` names, or is.
    pub(super) fn open(
        console: &mut Console,
        text: &str,
        instance: &'a Instance<'a>,
        lowered: &'a Lowered,
        symmetry: Option<Symmetry>,
    ) -> Result<Self, Failure> {
        let (file, text) = read_board(console, text)?;
        let mut splitter = Splitter::new(instance);
        let mut entries: Vec<Entry> = text.lines().flat_map(|line| splitter.line(line)).collect();
        entries.extend(splitter.end());
        if entries.is_empty() {
            let start = Span::new(file, 0, 0);
            let problem =
                Problem::error(Code::BoardShape, "there is no puzzle", start, "nothing here");
            return Err(problem.help("write one board a line, or one JSON object a line").into());
        }
        let name = console.sources.name(file).to_owned();
        let hash = hash([text.as_bytes()]);
        Ok(Self { name, hash, symmetry, instance, lowered, file, entries })
    }

    /// Returns the entries for puzzle `index`: the first one that can be used is to be taken.
    pub(super) fn entries(&self, seed: u64, index: u64) -> impl Iterator<Item = &Entry> {
        let count = self.entries.len();
        let order = bank_order(self.instance, seed, index / count as u64, count);
        let from = (index % count as u64) as usize;
        (0..count).map(move |at| &self.entries[order[(from + at) % count]])
    }

    /// Reads an entry.
    ///
    /// # Errors
    /// Why it is none of these parameters, in words.
    pub(super) fn read(&self, entry: &Entry) -> Result<BankEntry, String> {
        let text = BoardText { text: &entry.text, file: self.file, offset: 0 };
        let mut settings = Vec::new();
        add_settings(text, &mut settings);
        for setting in settings {
            let own = self.instance.params().find(|(name, _)| *name == setting.name);
            let own = own.map(|(_, value)| value.to_string());
            if own.as_ref() != Some(&setting.text) {
                let (name, other) = (setting.name, setting.text);
                return Err(format!("it is for `{name}={other}`, which the run is not"));
            }
        }
        let reader = Reader::new(self.instance, &self.lowered.fact_domains);
        let first = |problems: Diagnostics| -> String {
            let messages: Vec<String> =
                problems.sorted().iter().map(|problem| problem.message().to_owned()).collect();
            messages.into_iter().next().unwrap_or_default()
        };
        if !self.instance.definition.layouts.is_empty() && has_header(text.text) {
            let frame = self.instance.frame().map_err(first)?;
            if in_board(&frame, text).map_err(first)? != self.instance.layout_values() {
                return Err("it has another layout than the run".to_owned());
            }
        }
        let input = reader.board(text).map_err(first)?;
        let (facts, shown) = (input.board.told(), input.board.shown());
        let answers = input.answers().filter_map(|answer| answer.iter().copied().collect());
        Ok(BankEntry { line: entry.lines_before + 1, facts, shown, answers: answers.collect() })
    }

    /// Returns the problem of an entry that cannot be used.
    pub(super) fn rejected(&self, entry: &Entry, why: &str, is_unread: bool) -> Problem {
        let (name, line) = (&self.name, entry.lines_before + 1);
        Problem::bare(Code::BadBankEntry, format!("{name}:{line}: not used: {why}")).warning().help(
            match is_unread {
                true => "`puzgen verify` says more; the next entry is taken, where there is one",
                false => "the next entry is taken, where there is one",
            },
        )
    }

    /// Returns the problem of a bank of which nothing can be used.
    pub(super) fn exhausted(&self) -> Problem {
        let message = format!("no puzzle of `{}` can be used", self.name);
        Problem::bare(Code::BadBankEntry, message)
            .help("give puzzles that have one solution and keep what `remove` asks for")
    }
}
