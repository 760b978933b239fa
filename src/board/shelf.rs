//! Instances by parameters: puzzles of one file may have several sizes, and each is lowered once.

use std::cell::OnceCell;

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

/// All instances that were asked for so far. Sessions may borrow from it while it grows.
#[derive(Debug)]
pub struct Shelf<'d> {
    definition: &'d Definition,
    first: Slot<'d>,
}

type Slot<'d> = OnceCell<Box<Place<'d>>>;

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
        Self { definition, first: OnceCell::new() }
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
        let prepared = Prepared { number: self.places().count(), instance, lowered };
        let place = Place { settings: texts, prepared, next: OnceCell::new() };
        let end = self.places().last().map_or(&self.first, |place| &place.next);
        Ok(&end.get_or_init(|| Box::new(place)).prepared)
    }

    fn places(&self) -> impl Iterator<Item = &Place<'d>> {
        std::iter::successors(self.first.get(), |place| place.next.get()).map(|place| &**place)
    }
}

fn values<'a>(instance: &'a Instance<'_>) -> Vec<&'a Value> {
    instance.params().map(|(_, value)| value).collect()
}
