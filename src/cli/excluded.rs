//! Puzzles that a document leaves out: those of a file, and what proved transforms make of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::shelf::{Prepared, Shelf};
use crate::budget::Budget;
use crate::cli::Failure;
use crate::cli::output::Console;
use crate::cli::puzzles::{NextPuzzle, Puzzles};
use crate::lower::Lowered;
use crate::model::definition::Definition;
use crate::model::instance::{Instance, Setting};
use crate::model::layout::InstanceKey;
use crate::model::puzzle::FactValue;
use crate::prove::{self, Equivalents};

/// What equivalent puzzles have in common: an instance and a board that stands for all of them.
pub(super) type Form = (InstanceKey, Vec<FactValue>);

/// The forms of puzzles that are left out.
#[derive(Debug, Default)]
pub(super) struct Excluded {
    forms: BTreeSet<Form>,
}

impl Excluded {
    /// Reads the puzzles of a file.
    ///
    /// # Errors
    /// Where one of them cannot be read as one of this definition.
    pub(super) fn read(
        console: &mut Console,
        file: &str,
        definition: &Definition,
        settings: Vec<Setting>,
        budget: &Budget,
    ) -> Result<Self, Failure> {
        let shelf = Shelf::new(definition);
        let mut puzzles = Puzzles::open(console, file, definition, settings, &shelf)?;
        // By the number of the instance.
        let mut proved: BTreeMap<usize, Option<Equivalents<'_>>> = BTreeMap::new();
        let mut excluded = Self::default();
        while let Some(NextPuzzle { read, .. }) = puzzles.next(console)? {
            let board = read?;
            let Prepared { number, instance, lowered } = board.prepared;
            let equivalents =
                proved.entry(*number).or_insert_with(|| equivalents(instance, lowered, budget));
            let told = board.input.board.told();
            excluded.forms.insert(form(instance, equivalents.as_ref(), told, budget));
        }
        Ok(excluded)
    }

    /// Returns whether a puzzle is new; from now on it is known.
    pub(super) fn is_new(&mut self, form: Form) -> bool {
        self.forms.insert(form)
    }
}

/// Finds the forms of puzzles, most of which are of one instance.
pub(super) struct Forms<'a> {
    first: InstanceKey,
    equivalents: Option<Equivalents<'a>>,
}

impl<'a> Forms<'a> {
    /// Proves the transforms of that instance.
    pub(super) fn new(
        (instance, lowered): (&'a Instance<'a>, &'a Lowered),
        budget: &Budget,
    ) -> Self {
        Self { first: instance.key(), equivalents: equivalents(instance, lowered, budget) }
    }

    /// Returns the form of a puzzle.
    pub(super) fn of(
        &self,
        (instance, lowered): (&Instance<'_>, &Lowered),
        told: Vec<FactValue>,
        budget: &Budget,
    ) -> Form {
        if instance.key() == self.first {
            return form(instance, self.equivalents.as_ref(), told, budget);
        }
        // Its layout is its own.
        let own = equivalents(instance, lowered, budget);
        form(instance, own.as_ref(), told, budget)
    }
}

/// Returns what the transforms of an instance that hold make of its puzzles.
fn equivalents<'a>(
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    budget: &Budget,
) -> Option<Equivalents<'a>> {
    prove::transforms(instance, lowered, &mut budget.clone()).equivalents
}

/// Returns the form of a puzzle; without one in common with others, what it shows itself.
fn form(
    instance: &Instance<'_>,
    equivalents: Option<&Equivalents<'_>>,
    told: Vec<FactValue>,
    budget: &Budget,
) -> Form {
    match equivalents.and_then(|equivalents| equivalents.canonical(&told, budget)) {
        Some((Some(proved), board)) => (proved.ready.instance.key(), board),
        Some((None, board)) => (instance.key(), board),
        None => (instance.key(), told),
    }
}
