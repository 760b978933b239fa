//! The keys of a family and their positions.

use std::collections::BTreeMap;

use crate::grid::{Place, PlaceKind};
use crate::model::value::{Key, Value};

/// The keys of a family, in order, and the way back from a key to its position.
#[derive(Debug, Clone, Default)]
pub struct KeyIndex {
    keys: Vec<Key>,
    /// For keys that are single cells: position by cell number.
    by_cell: Vec<Option<u32>>,
    positions: BTreeMap<Key, u32>,
}

impl KeyIndex {
    pub(super) fn new(keys: Vec<Key>) -> Self {
        let mut by_cell = Vec::new();
        let mut positions = BTreeMap::new();
        for (position, key) in keys.iter().enumerate() {
            if let Key::Place(Place { kind: PlaceKind::Cell, index }) = key {
                let index = *index as usize;
                if by_cell.len() <= index {
                    by_cell.resize(index + 1, None);
                }
                by_cell[index] = Some(position as u32);
            } else {
                positions.insert(key.clone(), position as u32);
            }
        }
        Self { keys, by_cell, positions }
    }

    /// Returns the index of these places.
    pub fn of_places(places: Vec<Place>) -> Self {
        Self::new(places.into_iter().map(Key::Place).collect())
    }

    /// Finds pairs in either order, where the other one is no key of its own.
    #[must_use]
    pub(super) fn of_pairs(mut self) -> Self {
        for (position, key) in self.keys.iter().enumerate() {
            if let Key::Tuple(parts) = key {
                let reversed = Key::Tuple(parts.iter().rev().cloned().collect());
                self.positions.entry(reversed).or_insert(position as u32);
            }
        }
        self
    }

    /// Returns the keys in order.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the position of a key.
    pub fn position(&self, key: &Value) -> Option<usize> {
        if let Value::Place(Place { kind: PlaceKind::Cell, index }) = key {
            return self.cell(*index);
        }
        self.positions.get(&key.to_key()?).map(|position| *position as usize)
    }

    /// Returns the position of a key of another family.
    pub fn position_of(&self, key: &Key) -> Option<usize> {
        if let Key::Place(Place { kind: PlaceKind::Cell, index }) = key {
            return self.cell(*index);
        }
        self.positions.get(key).map(|position| *position as usize)
    }

    fn cell(&self, index: u32) -> Option<usize> {
        self.by_cell.get(index as usize)?.map(|position| position as usize)
    }
}
