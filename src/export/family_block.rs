//! A family with values to write: its tokens, by position, line by line and as JSON.

use std::borrow::Cow;
use std::sync::Arc;

use puzgen_base::domain::Domain;
use puzgen_board::family_format::{FamilyFormat, family_format};
use puzgen_model::definition::Shown;
use puzgen_model::grid::Grid;
use puzgen_model::instance::{Instance, KeyIndex};
use puzgen_model::tokens::{Alphabet, EMPTY, NOWHERE, Tokens, UNTOLD, is_rooms};
use puzgen_program::ProgramSet;

use crate::context::Context;

/// A family with values to write.
#[derive(Debug)]
pub struct FamilyBlock<'a> {
    /// Its name.
    pub name: &'a str,
    /// The family.
    pub family: Shown,
    pub(crate) index: &'a KeyIndex,
    pub(crate) domains: Cow<'a, [Domain]>,
    pub(crate) alphabet: Option<Alphabet<'a>>,
    pub(crate) values: Vec<CellContent>,
    pub(crate) is_truth: bool,
    /// The programs, where its values are words of these.
    pub(crate) words: Option<Arc<ProgramSet>>,
}

/// What is written in a place.
#[derive(Debug, Clone, Copy)]
pub(crate) enum CellContent {
    /// No clue.
    Empty,
    /// A clue whose value is not told.
    Untold,
    /// A value.
    Value(i64),
}

impl FamilyBlock<'_> {
    pub(crate) fn format(&self, instance: &Instance<'_>) -> FamilyFormat {
        family_format(instance.grid.as_ref(), self.index)
    }

    /// Returns whether it is written `name = value`. Where a node has its name, too, that would be an
    /// element of the block before.
    pub(crate) fn is_one_value(&self, instance: &Instance<'_>, has_header: bool) -> bool {
        let graph = instance.grid.as_ref().and_then(Grid::as_graph);
        let is_name = graph.is_some_and(|graph| graph.is_name(self.name));
        self.format(instance) == FamilyFormat::Single && !(has_header && is_name)
    }

    pub(crate) fn tokens(&self, instance: &Instance<'_>, position: usize) -> Tokens<'_> {
        let key = &self.index.keys()[position];
        let domain = &self.domains[position];
        Tokens::new(instance, self.family, key, domain, self.alphabet.as_ref())
    }

    /// Returns how many elements it has.
    pub(crate) fn len(&self) -> usize {
        self.index.len()
    }

    /// Returns whether its elements are written with their names.
    pub(crate) fn is_named(&self, instance: &Instance<'_>) -> bool {
        matches!(self.format(instance), FamilyFormat::Single | FamilyFormat::Named(_))
    }

    /// Returns the token of a value at a position.
    pub(crate) fn written(&self, instance: &Instance<'_>, position: usize, value: i64) -> String {
        self.tokens(instance, position).write(value)
    }

    /// Returns a value as a number or truth.
    pub(crate) fn value_json(&self, value: i64) -> serde_json::Value {
        match (self.is_truth, &self.words) {
            (true, _) => (value != 0).into(),
            (false, Some(words)) => words.word(value).into(),
            (false, None) => value.into(),
        }
    }

    /// Returns the token at a position, if something is written there.
    pub(crate) fn token(&self, instance: &Instance<'_>, position: usize) -> Option<String> {
        match self.values[position] {
            CellContent::Empty => None,
            CellContent::Untold => Some(UNTOLD.to_owned()),
            CellContent::Value(value) => Some(self.written(instance, position, value)),
        }
    }

    /// Returns the value at a position, if one is told.
    pub(crate) fn value(&self, position: usize) -> Option<i64> {
        match self.values[position] {
            CellContent::Empty | CellContent::Untold => None,
            CellContent::Value(value) => Some(value),
        }
    }

    /// Returns whether something is told at a position.
    pub(crate) fn is_told(&self, position: usize) -> bool {
        !matches!(self.values[position], CellContent::Empty)
    }

    /// Returns whether it is a division into rooms.
    pub(crate) fn is_rooms(&self, context: &Context<'_>) -> bool {
        is_rooms(context.instance, self.family)
    }

    /// Returns whether all that it shows is said in words: it is a clue that has sentences.
    pub(crate) fn has_sentences(&self, context: &Context<'_>) -> bool {
        let is_told = |position: usize| self.value(position).is_some() == self.is_told(position);
        let mut sentences = context.instance.definition.show.sentences.iter();
        sentences.any(|it| Shown::Clue(it.clue) == self.family)
            && (0..self.index.len()).all(is_told)
    }

    /// Returns whether its values have characters of their own.
    pub(crate) fn has_symbols(&self) -> bool {
        self.alphabet.is_some()
    }

    /// Returns whether drawings leave the place at a position blank though it has a value.
    pub(crate) fn is_blank(&self, instance: &Instance<'_>, position: usize) -> bool {
        self.value(position).is_some_and(|value| self.tokens(instance, position).is_blank(value))
    }

    /// Returns whether every token is one character.
    pub(crate) fn is_compact(&self, instance: &Instance<'_>) -> bool {
        (0..self.index.len()).all(|position| self.tokens(instance, position).is_compact())
    }

    /// Returns the tokens line by line.
    pub(crate) fn rows(&self, instance: &Instance<'_>) -> Vec<Vec<String>> {
        self.rows_of(instance, &|position| {
            self.token(instance, position).unwrap_or_else(|| EMPTY.to_owned())
        })
    }

    /// Returns these texts of its positions line by line.
    pub(crate) fn rows_of(
        &self,
        instance: &Instance<'_>,
        text: &dyn Fn(usize) -> String,
    ) -> Vec<Vec<String>> {
        let token = |position: &Option<usize>| position.map_or_else(|| NOWHERE.to_owned(), text);
        match self.format(instance) {
            FamilyFormat::Named(names) => {
                let named = names.iter().enumerate();
                named.map(|(at, name)| vec![format!("{name} = {}", token(&Some(at)))]).collect()
            }
            FamilyFormat::Lists(lines) => {
                lines.iter().map(|line| self.shortened(line).iter().map(token).collect()).collect()
            }
            layout => {
                let lines = layout.lines();
                lines.iter().map(|line| line.iter().map(token).collect()).collect()
            }
        }
    }

    /// Returns a line of numbered elements without the zeros at its end where all of it is told, and
    /// only its start where nothing is.
    fn shortened<'l>(&self, line: &'l [Option<usize>]) -> &'l [Option<usize>] {
        let written: Vec<CellContent> =
            line.iter().flatten().map(|position| self.values[*position]).collect();
        let length = if written.iter().all(|value| matches!(value, CellContent::Empty)) {
            1
        } else if written.iter().all(|value| matches!(value, CellContent::Value(_))) {
            written
                .iter()
                .rposition(|v| !matches!(v, CellContent::Value(0)))
                .map_or(1, |last| last + 1)
        } else {
            line.len()
        };
        &line[..length]
    }

    /// Returns the value at a position as a number or truth, `"?"` where it is not told.
    pub(crate) fn json_value(&self, position: Option<usize>) -> serde_json::Value {
        match position.map(|position| self.values[position]) {
            None | Some(CellContent::Empty) => serde_json::Value::Null,
            Some(CellContent::Untold) => UNTOLD.into(),
            Some(CellContent::Value(value)) => self.value_json(value),
        }
    }
}
