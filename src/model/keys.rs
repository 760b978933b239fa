//! The keys of a family and their positions.

use crate::grid::{Place, PlaceKind};
use crate::value::{Key, Value};

/// The keys of a family, in order, and the way back from a key to its position.
#[derive(Debug, Clone, Default)]
pub struct KeyIndex {
    keys: Vec<Key>,
    /// For keys that are single cells: position by cell number.
    by_cell: Vec<Option<u32>>,
    /// Keys by which others are found, too, with the positions of these: pairs in the other order.
    others: Vec<(Key, u32)>,
    /// For all other keys: at the place that its content says, or, where others stand there, at the next free one, the
    /// number of the key and one; 0 where there is none. Behind `keys` those of `others` are counted.
    places: Vec<u32>,
}

impl KeyIndex {
    pub(super) fn new(keys: Vec<Key>) -> Self {
        let mut by_cell = Vec::new();
        for (position, key) in keys.iter().enumerate() {
            if let Key::Place(Place { kind: PlaceKind::Cell, index }) = key {
                let index = *index as usize;
                if by_cell.len() <= index {
                    by_cell.resize(index + 1, None);
                }
                by_cell[index].get_or_insert(position as u32);
            }
        }
        let mut index = Self { keys, by_cell, others: Vec::new(), places: Vec::new() };
        index.find_places();
        index
    }

    /// Gives each key that is no cell its place.
    fn find_places(&mut self) {
        let is_cell = |key: &Key| matches!(key, Key::Place(Place { kind: PlaceKind::Cell, .. }));
        let all = 0..self.keys.len() + self.others.len();
        let numbers: Vec<usize> = all.filter(|at| !is_cell(self.numbered(*at).0)).collect();
        // A power of two, and at most half of them taken.
        self.places = vec![0; (2 * numbers.len()).next_power_of_two()];
        for number in numbers {
            let (key, _) = self.numbered(number);
            // Of keys that are the same the first one stays.
            if let Err(place) = self.find(mixed(key), &|other| other == key) {
                self.places[place] = number as u32 + 1;
            }
        }
    }

    /// Returns the key of this number, and its position.
    fn numbered(&self, number: usize) -> (&Key, u32) {
        match number.checked_sub(self.keys.len()) {
            None => (&self.keys[number], number as u32),
            Some(other) => (&self.others[other].0, self.others[other].1),
        }
    }

    /// Returns the position of a key that is looked for at this place first, or the place where it would be.
    fn find(&self, mixed: u64, is_it: &dyn Fn(&Key) -> bool) -> Result<u32, usize> {
        let last = self.places.len().checked_sub(1).ok_or(0_usize)?;
        let mut place = (mixed >> 32) as usize & last;
        while let Some(number) = self.places[place].checked_sub(1) {
            let (key, position) = self.numbered(number as usize);
            if is_it(key) {
                return Ok(position);
            }
            place = (place + 1) & last;
        }
        Err(place)
    }

    /// Returns a key that stands twice among them.
    pub(super) fn twice(&self) -> Option<&Key> {
        let is_first = |(number, key): &(usize, &Key)| self.position_of(key) == Some(*number);
        let mut later = self.keys.iter().enumerate().filter(|it| !is_first(it));
        later.next().map(|(_, key)| key)
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
                self.others.push((reversed, position as u32));
            }
        }
        self.find_places();
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
        let found = self.find(mixed_value(key)?, &|own| is_value(own, key)).ok();
        found.map(|position| position as usize)
    }

    /// Returns the position of a key of another family.
    pub fn position_of(&self, key: &Key) -> Option<usize> {
        if let Key::Place(Place { kind: PlaceKind::Cell, index }) = key {
            return self.cell(*index);
        }
        self.find(mixed(key), &|own| own == key).ok().map(|position| position as usize)
    }

    fn cell(&self, index: u32) -> Option<usize> {
        self.by_cell.get(index as usize)?.map(|position| position as usize)
    }
}

/// Returns a number that the content of a key says; keys that differ may well have the same.
fn mixed(key: &Key) -> u64 {
    mix_key(0, key)
}

/// Returns the same for a value as a key; `None` where it can be none.
fn mixed_value(value: &Value) -> Option<u64> {
    mix_value(0, value)
}

/// An odd number with bits all over, so that what differs a little lands far apart.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

fn mix(state: u64, more: u64) -> u64 {
    (state.rotate_left(5) ^ more).wrapping_mul(SPREAD)
}

fn mix_place(state: u64, place: Place) -> u64 {
    mix(state, (place.kind as u64) << 32 | u64::from(place.index))
}

fn mix_word(state: u64, word: &str) -> u64 {
    word.bytes().fold(mix(state, word.len() as u64), |state, byte| mix(state, u64::from(byte)))
}

fn mix_key(state: u64, key: &Key) -> u64 {
    let all = |items: &[Key]| items.iter().fold(mix(state, items.len() as u64), mix_key);
    match key {
        Key::Int(value) => mix(state, *value as u64),
        Key::Place(place) => mix_place(state, *place),
        Key::Word(word) => mix_word(state, word),
        Key::Variable(family) => mix(state, u64::from(family.0)),
        Key::Tuple(items) => all(items),
        Key::List(list) => all(list.items()),
    }
}

fn mix_value(state: u64, value: &Value) -> Option<u64> {
    let all = |items: &[Value]| items.iter().try_fold(mix(state, items.len() as u64), mix_value);
    match value {
        Value::Int(value) => Some(mix(state, *value as u64)),
        Value::Place(place) => Some(mix_place(state, *place)),
        Value::Word(word) => Some(mix_word(state, word)),
        Value::Variable(family) => Some(mix(state, u64::from(family.0))),
        Value::Tuple(items) => all(items),
        Value::List(list) => all(&list.items),
        Value::Real(_) | Value::Bool(_) => None,
    }
}

/// Returns whether a value as a key is this one.
fn is_value(key: &Key, value: &Value) -> bool {
    let all = |keys: &[Key], values: &[Value]| {
        let mut pairs = keys.iter().zip(values);
        keys.len() == values.len() && pairs.all(|(key, value)| is_value(key, value))
    };
    match (key, value) {
        (Key::Int(key), Value::Int(value)) => key == value,
        (Key::Place(key), Value::Place(value)) => key == value,
        (Key::Word(key), Value::Word(value)) => key == value,
        (Key::Variable(key), Value::Variable(value)) => key == value,
        (Key::Tuple(keys), Value::Tuple(values)) => all(keys, values),
        (Key::List(keys), Value::List(values)) => all(keys.items(), &values.items),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::FamilyId;

    #[test]
    fn finds_keys_as_values_and_pairs_in_either_order() {
        let cell = |index| Value::Place(Place { kind: PlaceKind::Cell, index });
        let edge = |index| Value::Place(Place { kind: PlaceKind::Edge, index });
        let mut values: Vec<Value> = (0..50).map(Value::Int).chain((0..50).map(cell)).collect();
        values.extend((0..50).map(edge));
        values.push(Value::Word("right".into()));
        values.push(Value::Variable(FamilyId(3)));
        let pair = |a: i64, b: i64| Value::Tuple([Value::Int(a), Value::Int(b)].into());
        values.extend([pair(1, 2), pair(2, 1), pair(3, 4), Value::list(vec![Value::Int(3)])]);
        let keys: Vec<Key> = values.iter().map(|value| value.to_key().unwrap()).collect();
        let index = KeyIndex::new(keys.clone()).of_pairs();
        for (position, (value, key)) in values.iter().zip(&keys).enumerate() {
            assert_eq!(index.position(value), Some(position));
            assert_eq!(index.position_of(key), Some(position));
        }
        assert_eq!(index.position(&pair(4, 3)), index.position(&pair(3, 4)));
        for other in [Value::Int(50), pair(2, 2), Value::Bool(true), cell(50), Value::list(vec![])]
        {
            assert_eq!(index.position(&other), None);
        }
        assert_eq!(index.twice(), None);
        assert_eq!(KeyIndex::default().position(&Value::Int(1)), None);
        let twice = KeyIndex::new(vec![keys[0].clone(), keys[60].clone(), keys[0].clone()]);
        assert_eq!(twice.twice(), Some(&keys[0]));
        let twice = KeyIndex::new(vec![keys[60].clone(), keys[0].clone(), keys[60].clone()]);
        assert_eq!(twice.twice(), Some(&keys[60]));
    }
}
