//! Puzzles that a document leaves out: those of a file, and what proved transforms make of them.

use std::collections::{BTreeMap, BTreeSet};
#[cfg(feature = "bank")]
use std::fs::File;
#[cfg(feature = "bank")]
use std::io::Read as _;

use crate::Failure;
use crate::host::engines;
use crate::output::Console;
use crate::puzzles::{NextPuzzle, Puzzles};
#[cfg(feature = "bank")]
use puzgen_bank::{Bank, Query, is_server};
use puzgen_base::budget::Budget;
#[cfg(feature = "bank")]
use puzgen_board::position::PreparedBoard;
#[cfg(feature = "bank")]
use puzgen_board::read::BoardText;
use puzgen_board::shelf::{Prepared, Shelf};
use puzgen_model::definition::Definition;
use puzgen_model::instance::{Instance, Setting};
use puzgen_model::layout::InstanceKey;
use puzgen_model::puzzle::FactValue;
use puzgen_solve::prove::{self, Equivalents};
use puzgen_vocabulary::lower::{Lowered, ReadyRef};

/// What equivalent puzzles have in common: an instance and a board that stands for all of them.
pub(super) type Form = (InstanceKey, Vec<FactValue>);

/// The forms of puzzles that are left out.
#[derive(Debug, Default)]
pub(super) struct Excluded {
    forms: BTreeSet<Form>,
}

impl Excluded {
    /// Reads the puzzles of a file, or those of a bank that are of this definition.
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
        let (mut proved, mut excluded) = (BTreeMap::new(), Self::default());
        #[cfg(feature = "bank")]
        if is_bank(file) {
            let sources = console.sources.add("the bank", "");
            let query = Query::of(&definition.name);
            Bank::open(file)?.each(Some(&query), |entry| {
                console.sources.show_part(sources, entry.object.as_str(), 0);
                let text = BoardText { text: &entry.object, file: sources, offset: 0 };
                let board = PreparedBoard::read(&shelf, &[], text)?;
                excluded.add(&mut proved, board.prepared, board.input.board.told(), budget);
                Ok::<(), Failure>(())
            })?;
            return Ok(excluded);
        }
        let mut puzzles = Puzzles::open(console, file, definition, settings, &shelf)?;
        while let Some(NextPuzzle { read, .. }) = puzzles.next(console)? {
            let board = read?;
            excluded.add(&mut proved, board.prepared, board.input.board.told(), budget);
        }
        Ok(excluded)
    }

    /// Adds a puzzle that shows this; `proved` has what is known of instances, by their numbers.
    fn add<'p>(
        &mut self,
        proved: &mut BTreeMap<usize, Option<Equivalents<'p>>>,
        prepared: &'p Prepared<'p>,
        told: Vec<FactValue>,
        budget: &Budget,
    ) {
        let Prepared { number, instance, lowered } = prepared;
        let known = proved.entry(*number).or_insert_with(|| equivalents(instance, lowered, budget));
        self.forms.insert(form(instance, known.as_ref(), told, budget));
    }

    /// Returns whether a puzzle is new; from now on it is known.
    pub(super) fn is_new(&mut self, form: Form) -> bool {
        self.forms.insert(form)
    }
}

/// Returns whether this is a bank, by its address or how its file begins.
#[cfg(feature = "bank")]
fn is_bank(url: &str) -> bool {
    const BEGINNING: &[u8] = b"SQLite format 3\0";
    let mut start = [0; BEGINNING.len()];
    let read = |mut file: File| file.read_exact(&mut start).is_ok();
    is_server(url) || File::open(url).is_ok_and(read) && start == *BEGINNING
}

/// Finds the forms of puzzles, most of which are of one instance.
pub(super) struct Forms<'a> {
    first: InstanceKey,
    equivalents: Option<Equivalents<'a>>,
}

impl<'a> Forms<'a> {
    /// Proves the transforms of that instance.
    pub(super) fn new(ReadyRef { instance, lowered }: ReadyRef<'a>, budget: &Budget) -> Self {
        Self { first: instance.key(), equivalents: equivalents(instance, lowered, budget) }
    }

    /// Returns the form of a puzzle.
    pub(super) fn of(
        &self,
        ReadyRef { instance, lowered }: ReadyRef<'_>,
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
    prove::transforms(instance, lowered, engines(), &mut budget.clone()).equivalents
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
