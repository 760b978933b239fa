//! Programs with blanks, as they are printed: the program, and what it does.

use crate::{Context, FamilyBlock};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::value::Key;
use puzgen_program::{End, Listing, Outcome, Piece, ProgramSet, Task, Value};
use puzgen_wire as wire;

/// A program of a puzzle.
#[derive(Debug, Clone)]
pub struct Printed<'a> {
    programs: &'a ProgramSet,
    task: &'a Task,
    /// The code of the language of its title; none for its own.
    language: Option<&'a str>,
    /// The program with what is shown.
    pub listing: Listing,
    /// The position of each blank in its family, in the order of the blanks.
    pub blanks: Vec<usize>,
    /// The tokens of its family.
    pub keys: Vec<Key>,
}

impl<'a> Printed<'a> {
    /// Returns the program of a puzzle; none where there is none.
    pub(crate) fn new(context: &Context<'a>, puzzle: &GeneratedPuzzle) -> Option<Self> {
        let blocks = context.clue_blocks(puzzle);
        Self::with(context, blocks.iter().find(|block| block.words.is_some())?)
    }

    /// Returns the program with the words of an answer.
    pub(crate) fn of_answer(context: &Context<'a>, blocks: &[FamilyBlock<'_>]) -> Option<Self> {
        Self::with(context, blocks.iter().find(|block| block.words.is_some())?)
    }

    fn with(context: &Context<'a>, block: &FamilyBlock<'_>) -> Option<Self> {
        let instance = context.instance;
        let programs = instance.grid.as_ref()?.as_graph()?.programs.as_ref()?;
        let blank_of = |key: &Key| match key {
            Key::Place(place) => Some(place.index as usize),
            _ => None,
        };
        let keys: Vec<usize> = block.index.keys().iter().filter_map(blank_of).collect();
        let number = programs.blanks.get(*keys.first()?)?.task;
        let task = &programs.tasks[number];
        let position = |token: usize| keys.iter().position(|key| *key == task.first + token);
        let word = |token: usize| match position(token) {
            Some(at) => block.token(instance, at),
            None => Some(task.program.tokens()[token].word.clone()),
        };
        let listing = task.listing(&word);
        let pieces = listing.lines.iter().flatten();
        let blanks = pieces.filter_map(|piece| match piece {
            Piece::Token(token, None) => position(*token),
            Piece::Token(_, Some(_)) | Piece::Text(_) => None,
        });
        let blanks = blanks.collect();
        let keys = block.index.keys().to_vec();
        let language = instance.definition.language.as_deref();
        Some(Self { programs, task, language, listing, blanks, keys })
    }

    /// Returns how many letters the longest word that may stand at a token has.
    pub(crate) fn widest(&self, token: usize) -> usize {
        self.words(token).into_iter().map(|word| word.chars().count()).max().unwrap_or(0)
    }

    /// Returns the words that may stand at a token.
    fn words(&self, token: usize) -> Vec<&str> {
        let words = self.programs.blanks[self.task.first + token].words.iter();
        words.map(|word| self.programs.word(*word)).collect()
    }

    /// Returns the tokens that are blank, in order.
    fn blank_tokens(&self) -> impl Iterator<Item = usize> {
        self.listing.lines.iter().flatten().filter_map(|piece| match piece {
            Piece::Token(token, None) => Some(*token),
            Piece::Token(_, Some(_)) | Piece::Text(_) => None,
        })
    }

    /// Returns what may stand in the blanks, together for those that take the same words: `1, 3: a  b`.
    pub(crate) fn choices(&self) -> Vec<String> {
        let mut choices: Vec<(Vec<String>, Vec<&str>)> = Vec::new();
        for (number, token) in self.blank_tokens().enumerate() {
            let (words, number) = (self.words(token), (number + 1).to_string());
            match choices.iter_mut().find(|(_, known)| *known == words) {
                Some((numbers, _)) => numbers.push(number),
                None => choices.push((vec![number], words)),
            }
        }
        let line = |(numbers, words): (Vec<String>, Vec<&str>)| {
            format!("{}: {}", numbers.join(", "), words.join("  "))
        };
        choices.into_iter().map(line).collect()
    }

    /// Returns what the program does, in words; may be empty.
    pub(crate) fn title(&self) -> &'a str {
        self.task.title_in(self.language)
    }

    /// Returns what comes out for each input.
    pub(crate) fn examples(&self) -> Vec<String> {
        self.task.sentences()
    }

    /// Returns the name of the function that is called.
    pub(crate) fn name(&self) -> &'a str {
        self.task.program.name()
    }

    /// Returns the arguments of each input, and what comes out.
    pub(crate) fn outcomes(&self) -> Vec<(Vec<String>, Outcome)> {
        let inputs = self.task.inputs.iter();
        let arguments = inputs.map(|input| input.iter().map(Value::to_string).collect());
        arguments.zip(self.task.outcomes().iter().cloned()).collect()
    }

    /// Returns the program with numbered blanks.
    pub fn code(&self) -> String {
        self.listing.to_text()
    }

    /// Returns all that a reader needs, as an object.
    pub(super) fn object(&self) -> wire::Program {
        let blank = |(number, token): (usize, usize)| wire::ProgramBlank {
            number: number + 1,
            place: self.programs.blanks[self.task.first + token].name.clone(),
            words: self.words(token).into_iter().map(str::to_owned).collect(),
        };
        let outcomes = self.task.outcomes().iter().enumerate();
        wire::Program {
            title: self.title().to_owned(),
            text: self.code(),
            blanks: self.blank_tokens().enumerate().map(blank).collect(),
            calls: outcomes.map(|(input, outcome)| self.call_object(input, outcome)).collect(),
        }
    }

    fn call_object(&self, input: usize, outcome: &Outcome) -> wire::ProgramCall {
        let (returns, raises) = match &outcome.end {
            End::Returned(value) => (Some(value.clone()), None),
            End::Raised(class) => (None, Some(class.clone())),
            End::TooLong | End::Unknown(_) => (None, None),
        };
        let arguments = self.task.inputs[input].iter().zip(&outcome.arguments).enumerate();
        let changed = arguments.filter(|(_, (before, after))| before.to_string() != **after);
        let change = |(at, (_, after)): (usize, (_, &String))| wire::ProgramChange {
            argument: at + 1,
            becomes: after.clone(),
        };
        wire::ProgramCall {
            call: self.task.call(input),
            returns,
            raises,
            prints: Some(outcome.printed.clone()).filter(|printed| !printed.is_empty()),
            changes: changed.map(change).collect(),
        }
    }

    /// Returns the program with numbered blanks, and what it does as remarks.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        if !self.title().is_empty() {
            out.push_str(&format!("# {}\n", self.title()));
        }
        out.push_str(&self.code());
        self.choices().iter().for_each(|line| out.push_str(&format!("# {line}\n")));
        self.examples().iter().for_each(|sentence| out.push_str(&format!("# {sentence}\n")));
        out
    }

    /// Returns the words of the blanks in a solution, one a line, as remarks.
    pub(super) fn answer(&self, context: &Context<'_>, solution: &[i64]) -> String {
        let blocks = context.answer_blocks(solution);
        let Some(block) = blocks.iter().find(|block| block.words.is_some()) else {
            return String::new();
        };
        let words = self.blanks.iter().enumerate().map(|(number, at)| {
            let word = block.token(context.instance, *at).unwrap_or_default();
            format!("{}: {word}", number + 1)
        });
        let words: Vec<String> = words.collect();
        format!("# answer {}\n", words.join("   "))
    }
}
