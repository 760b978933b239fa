//! The bank of a run: a text with many puzzles that others are made from.
//!
//! Entries are cut out when the run begins and read when their turn comes, so that a large bank costs
//! what is used of it. What is wrong with one is told by its line, and the next one is taken.

use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::{FileId, Span};
use puzgen_board::layouts::{has_header, in_board};
use puzgen_board::many::{PuzzleText, Splitter};
use puzgen_board::object::add_settings;
use puzgen_board::read::{BoardReader, BoardText};
use puzgen_generate::{BankEntry, bank_order};
use puzgen_model::instance::Instance;
use puzgen_symmetry::Symmetry;
use puzgen_vocabulary::lower::Lowered;

/// A text with puzzles, ready to be taken from.
#[derive(Debug)]
pub struct Bank<'a> {
    name: String,
    /// What jumbles, if anything does.
    pub symmetry: Option<Symmetry>,
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    file: FileId,
    entries: Vec<PuzzleText>,
}

impl<'a> Bank<'a> {
    /// Returns the bank whose text is `file`, which messages call `name`.
    ///
    /// # Errors
    /// `board_shape` where there is no puzzle in it.
    pub fn new(
        (name, file, text): (String, FileId, &str),
        instance: &'a Instance<'a>,
        lowered: &'a Lowered,
        symmetry: Option<Symmetry>,
    ) -> Result<Self, Problem> {
        let mut splitter = Splitter::new(instance);
        let mut entries: Vec<PuzzleText> =
            text.lines().flat_map(|line| splitter.line(line)).collect();
        entries.extend(splitter.end());
        if entries.is_empty() {
            let start = Span::new(file, 0, 0);
            let problem =
                Problem::error(Code::BoardShape, "there is no puzzle", start, "nothing here");
            return Err(problem.help("write one board a line, or one JSON object a line"));
        }
        Ok(Self { name, symmetry, instance, lowered, file, entries })
    }

    /// Returns the entries for puzzle `index`: the first one that can be used is to be taken.
    pub(crate) fn entries(&self, seed: u64, index: u64) -> impl Iterator<Item = &PuzzleText> {
        let count = self.entries.len();
        let order = bank_order(self.instance, seed, index / count as u64, count);
        let from = (index % count as u64) as usize;
        (0..count).map(move |at| &self.entries[order[(from + at) % count]])
    }

    /// Reads an entry.
    ///
    /// # Errors
    /// Why it is none of these parameters, in words.
    pub(crate) fn read(&self, entry: &PuzzleText) -> Result<BankEntry, String> {
        let text = BoardText { text: &entry.text, file: self.file, offset: 0 };
        let mut settings = Vec::new();
        add_settings(self.instance.definition, text, &mut settings);
        for setting in settings {
            let own = self.instance.params().find(|(name, _)| *name == setting.name);
            let own = own.map(|(_, value)| value.to_string());
            if own.as_ref() != Some(&setting.text) {
                let (name, other) = (setting.name, setting.text);
                return Err(format!("it is for `{name}={other}`, which the run is not"));
            }
        }
        let reader = BoardReader::new(self.instance, &self.lowered.fact_domains);
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
    pub(crate) fn rejected(&self, entry: &PuzzleText, why: &str, is_unread: bool) -> Problem {
        let (name, line) = (&self.name, entry.lines_before + 1);
        Problem::bare(Code::BadBankEntry, format!("{name}:{line}: not used: {why}")).warning().help(
            match is_unread {
                true => "`puzgen verify` says more; the next entry is taken, where there is one",
                false => "the next entry is taken, where there is one",
            },
        )
    }

    /// Returns the problem of a bank of which nothing can be used.
    pub(crate) fn exhausted(&self) -> Problem {
        let message = format!("no puzzle of `{}` can be used", self.name);
        Problem::bare(Code::BadBankEntry, message)
            .help("give puzzles that have one solution and keep what `remove` asks for")
    }
}
