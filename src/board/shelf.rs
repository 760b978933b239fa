//! Instances by parameters: puzzles of one file may have several sizes, and each is lowered once.

use std::sync::OnceLock;

use crate::diagnostics::Diagnostics;
use crate::lower::{Lowered, Purpose, lower};
use crate::model::definition::Definition;
use crate::model::instance::{Instance, Setting};
use crate::model::value::Value;

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

/// All instances that were asked for so far. Sessions may borrow from it while it grows, on any
/// thread.
#[derive(Debug)]
pub struct Shelf<'d> {
    definition: &'d Definition,
    first: Slot<'d>,
}

type Slot<'d> = OnceLock<Box<Place<'d>>>;

/// A list rather than a vector: what stands on the shelf must not move.
#[derive(Debug)]
struct Place<'d> {
    settings: Vec<(String, String)>,
    prepared: Prepared<'d>,
    next: Slot<'d>,
}

impl<'d> Shelf<'d> {
    /// Returns an empty shelf for instances of `definition`.
    pub fn new(definition: &'d Definition) -> Self {
        Self { definition, first: OnceLock::new() }
    }

    /// Returns the instance with these parameters; the same one for the same values.
    ///
    /// # Errors
    /// Those of [`Instance::new`] and [`lower`].
    pub fn get(&self, settings: &[Setting]) -> Result<&Prepared<'d>, Diagnostics> {
        let settings_of = |setting: &Setting| (setting.name.clone(), setting.text.clone());
        let texts: Vec<(String, String)> = settings.iter().map(settings_of).collect();
        if let Some(place) = self.places().find(|place| place.settings == texts) {
            return Ok(&place.prepared);
        }
        let instance = Instance::new(self.definition, settings)?;
        let is_same = |place: &&Place<'d>| values(&place.prepared.instance) == values(&instance);
        if let Some(place) = self.places().find(is_same) {
            return Ok(&place.prepared);
        }
        let lowered = lower(&instance, Purpose::Solve)?;
        let prepared = Prepared { number: 0, instance, lowered };
        let mut place = Box::new(Place { settings: texts, prepared, next: OnceLock::new() });
        let mut end = &self.first;
        loop {
            // Another thread may have put something here, even the same.
            while let Some(other) = end.get() {
                if values(&other.prepared.instance) == values(&place.prepared.instance) {
                    return Ok(&other.prepared);
                }
                place.prepared.number = other.prepared.number + 1;
                end = &other.next;
            }
            match (end.set(place), end.get()) {
                (Ok(()), Some(own)) => return Ok(&own.prepared),
                (Err(refused), _) => place = refused,
                (Ok(()), None) => crate::bug!("an instance left the shelf"),
            }
        }
    }

    fn places(&self) -> impl Iterator<Item = &Place<'d>> {
        std::iter::successors(self.first.get(), |place| place.next.get()).map(|place| &**place)
    }
}

fn values<'a>(instance: &'a Instance<'_>) -> Vec<&'a Value> {
    instance.params().map(|(_, value)| value).collect()
}
