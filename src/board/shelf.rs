//! Instances by parameters and layouts: puzzles of one file may have several sizes, and each is
//! lowered once.

use std::sync::OnceLock;

use crate::layouts::in_board;
use crate::text::BoardText;
use puzgen_base::diagnostics::Diagnostics;
use puzgen_model::definition::Definition;
use puzgen_model::frame::Frame;
use puzgen_model::instance::{Instance, Setting};
use puzgen_model::value::Value;
use puzgen_vocabulary::lower::{Lowered, Purpose, ReadyRef, lower};

/// An instance, ready to be asked about.
#[derive(Debug)]
pub struct Prepared<'d> {
    /// Its number, from 0 in the order of first use.
    pub number: usize,
    /// The instance.
    pub instance: Instance<'d>,
    /// Its constraints.
    pub lowered: Lowered,
}

impl Prepared<'_> {
    /// Returns the instance with its constraints.
    pub fn borrowed(&self) -> ReadyRef<'_> {
        ReadyRef { instance: &self.instance, lowered: &self.lowered }
    }
}

/// All instances that were asked for so far. Sessions may borrow from it while it grows, on any
/// thread.
#[derive(Debug)]
pub struct Shelf<'d> {
    definition: &'d Definition,
    first: NextEntry<'d>,
}

type NextEntry<'d> = OnceLock<Box<ShelfEntry<'d>>>;

/// A node of a linked list: instances that sessions borrow from must not move, as those of a vector would.
#[derive(Debug)]
struct ShelfEntry<'d> {
    settings: Vec<(String, String)>,
    prepared: Prepared<'d>,
    next: NextEntry<'d>,
}

impl<'d> Shelf<'d> {
    /// Returns an empty shelf for instances of `definition`.
    pub fn new(definition: &'d Definition) -> Self {
        Self { definition, first: OnceLock::new() }
    }

    /// Returns what they are instances of.
    pub fn definition(&self) -> &'d Definition {
        self.definition
    }

    /// Returns the instance that a board is of: with these parameters, and the layouts that come with
    /// the board. It is the same one for the same values.
    ///
    /// # Errors
    /// Those of [`Instance::new`] and [`lower`], and of layouts.
    pub(crate) fn get(
        &self,
        settings: &[Setting],
        board: BoardText<'_>,
    ) -> Result<&Prepared<'d>, Diagnostics> {
        let settings_of = |setting: &Setting| (setting.name.clone(), setting.text.clone());
        let texts: Vec<(String, String)> = settings.iter().map(settings_of).collect();
        let has_layout = !self.definition.layouts.is_empty();
        let is_known = |entry: &&ShelfEntry<'d>| entry.settings == texts && !has_layout;
        if let Some(entry) = self.entries().find(is_known) {
            return Ok(&entry.prepared);
        }
        let frame = Frame::new(self.definition, settings)?;
        let layouts = in_board(&frame, board)?;
        let is_same = |entry: &&ShelfEntry<'d>| {
            let instance = &entry.prepared.instance;
            values(instance) == values(frame.known()) && instance.layout_values() == layouts
        };
        if let Some(entry) = self.entries().find(is_same) {
            return Ok(&entry.prepared);
        }
        let instance = frame.complete(&layouts)?;
        let lowered = lower(&instance, Purpose::Solve)?;
        let prepared = Prepared { number: 0, instance, lowered };
        let mut entry = Box::new(ShelfEntry { settings: texts, prepared, next: OnceLock::new() });
        let mut end = &self.first;
        loop {
            // Another thread may have added an entry meanwhile, even the same one.
            while let Some(other) = end.get() {
                let (theirs, own) = (&other.prepared.instance, &entry.prepared.instance);
                if values(theirs) == values(own) && theirs.layout_values() == own.layout_values() {
                    return Ok(&other.prepared);
                }
                entry.prepared.number = other.prepared.number + 1;
                end = &other.next;
            }
            match (end.set(entry), end.get()) {
                (Ok(()), Some(own)) => return Ok(&own.prepared),
                (Err(refused), _) => entry = refused,
                (Ok(()), None) => puzgen_base::bug!("an instance left the shelf"),
            }
        }
    }

    fn entries(&self) -> impl Iterator<Item = &ShelfEntry<'d>> {
        std::iter::successors(self.first.get(), |entry| entry.next.get()).map(|entry| &**entry)
    }
}

fn values<'a>(instance: &'a Instance<'_>) -> Vec<&'a Value> {
    instance.params().map(|(_, value)| value).collect()
}
