//! Values of expressions, and the keys that families are indexed by.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use crate::grid::{Grid, Place};
use crate::ids::FamilyId;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Real(f64),
    /// True or false.
    Bool(bool),
    /// A word of a choice, or a text.
    Word(Arc<str>),
    /// A place.
    Place(Place),
    /// A loose variable.
    Variable(FamilyId),
    /// Two or more together.
    Tuple(Arc<[Value]>),
    /// A list.
    List(Arc<List>),
}

/// A list, perhaps with a name for people, which makes no difference.
#[derive(Debug, Clone, Default)]
pub struct List {
    /// The elements.
    pub items: Vec<Value>,
    /// What people call it, such as `row 3`.
    pub label: Option<String>,
    /// Whether its elements are pairs of which none has a first.
    pub has_pairs: bool,
}

impl PartialEq for List {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }
}

impl Value {
    /// Returns a list without a name.
    pub fn list(items: Vec<Self>) -> Self {
        Self::List(Arc::new(List { items, label: None, has_pairs: false }))
    }

    /// Returns a list that people call `label`.
    pub fn labelled(items: Vec<Self>, label: String) -> Self {
        Self::List(Arc::new(List { items, label: Some(label), has_pairs: false }))
    }

    /// Returns the list of these pairs, each of which may be named in either order.
    pub fn pairs(pairs: impl IntoIterator<Item = (Place, Place)>) -> Self {
        let tuple = |(a, b)| Self::Tuple([Self::Place(a), Self::Place(b)].into());
        let items = pairs.into_iter().map(tuple).collect();
        Self::List(Arc::new(List { items, label: None, has_pairs: true }))
    }

    /// Returns the list of these cells.
    pub fn places(places: impl IntoIterator<Item = Place>) -> Self {
        Self::list(places.into_iter().map(Self::Place).collect())
    }

    /// Returns the whole number, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the number as one with a fraction, if it is a number.
    pub fn as_real(&self) -> Option<f64> {
        match self {
            Self::Int(value) => Some(*value as f64),
            Self::Real(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the truth, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the elements, if it is a list.
    pub fn as_list(&self) -> Option<&[Self]> {
        match self {
            Self::List(list) => Some(&list.items),
            _ => None,
        }
    }

    /// Returns the place, if it is one.
    pub fn as_place(&self) -> Option<Place> {
        match self {
            Self::Place(place) => Some(*place),
            _ => None,
        }
    }

    /// Returns the key this value is as an index, if it can be one.
    pub fn to_key(&self) -> Option<Key> {
        Some(match self {
            Self::Int(value) => Key::Int(*value),
            Self::Word(word) => Key::Word(Arc::clone(word)),
            Self::Place(place) => Key::Place(*place),
            Self::Variable(family) => Key::Variable(*family),
            Self::Tuple(items) => {
                Key::Tuple(items.iter().map(Self::to_key).collect::<Option<Vec<_>>>()?)
            }
            Self::List(list) => Key::List(ListKey {
                items: list.items.iter().map(Self::to_key).collect::<Option<Vec<_>>>()?,
                label: list.label.clone(),
            }),
            Self::Real(_) | Self::Bool(_) => return None,
        })
    }

    /// Returns the value as people read it.
    pub fn describe(&self, grid: Option<&Grid>) -> String {
        match self {
            Self::Int(value) => value.to_string(),
            Self::Real(value) => format_real(*value),
            Self::Bool(value) => value.to_string(),
            Self::Word(word) => word.to_string(),
            Self::Place(place) => grid
                .map_or_else(|| format!("{} {}", place.kind, place.index), |g| g.describe(*place)),
            Self::Variable(family) => format!("variable {}", family.0),
            Self::Tuple(items) => describe_all(items, grid),
            Self::List(list) => match &list.label {
                Some(label) => label.clone(),
                None => describe_all(&list.items, grid),
            },
        }
    }
}

fn describe_all(items: &[Value], grid: Option<&Grid>) -> String {
    let words: Vec<String> = items.iter().map(|item| item.describe(grid)).collect();
    words.join(", ")
}

/// Returns the number rounded to six places, without trailing zeros: the form that is printed and
/// compared, so that it is the same on every machine.
pub fn format_real(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(None))
    }
}

/// What a family is indexed by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// A number.
    Int(i64),
    /// A place.
    Place(Place),
    /// A word.
    Word(Arc<str>),
    /// A loose variable.
    Variable(FamilyId),
    /// Several together.
    Tuple(Vec<Key>),
    /// A list, such as a row.
    List(ListKey),
}

/// A list as a key. What people call it makes no difference.
#[derive(Debug, Clone)]
pub struct ListKey {
    items: Vec<Key>,
    label: Option<String>,
}

impl ListKey {
    pub(super) fn items(&self) -> &[Key] {
        &self.items
    }
}

impl PartialEq for ListKey {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }
}

impl Eq for ListKey {}

impl PartialOrd for ListKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ListKey {
    fn cmp(&self, other: &Self) -> Ordering {
        self.items.cmp(&other.items)
    }
}

impl Key {
    /// Returns the key as a value.
    pub fn to_value(&self) -> Value {
        match self {
            Self::Int(value) => Value::Int(*value),
            Self::Place(place) => Value::Place(*place),
            Self::Word(word) => Value::Word(Arc::clone(word)),
            Self::Variable(family) => Value::Variable(*family),
            Self::Tuple(items) => Value::Tuple(items.iter().map(Self::to_value).collect()),
            Self::List(list) => Value::List(Arc::new(List {
                items: list.items.iter().map(Self::to_value).collect(),
                label: list.label.clone(),
                has_pairs: false,
            })),
        }
    }

    /// Returns the places in the key.
    pub fn places(&self) -> Vec<Place> {
        match self {
            Self::Place(place) => vec![*place],
            Self::Tuple(items) => items.iter().flat_map(Self::places).collect(),
            Self::List(list) => list.items.iter().flat_map(Self::places).collect(),
            Self::Int(_) | Self::Word(_) | Self::Variable(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_a_list_a_list_as_a_key() {
        let plain = Value::list(vec![Value::Int(3), Value::Int(5)]);
        let named = Value::labelled(vec![Value::Int(3), Value::Int(5)], "row 1".to_owned());
        let (key, other) = (plain.to_key().unwrap(), named.to_key().unwrap());
        assert_eq!(key, other);
        assert_eq!(key.to_value(), plain);
        assert_eq!(other.to_value().describe(None), "row 1");
    }
}
