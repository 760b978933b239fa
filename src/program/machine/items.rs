//! Items and slices: read, assigned, deleted.

use std::sync::Arc;

use num_traits::Signed;

use super::compare::is_generic;
use super::{INDEX, KEY, Machine, Result, Stop, TYPE, VALUE};
use crate::val::{Steps, Val};

impl Machine<'_> {
    /// `base[index]`.
    pub(super) fn item(&mut self, base: &Val, index: &Val) -> Result<Val> {
        match base {
            Val::List(list) | Val::Tuple(list) => {
                let place = place(index, self.items(*list).len())?;
                self.items(*list).get(place).cloned().ok_or(INDEX)
            }
            Val::Text(text) => {
                let place = place(index, text.chars().count())?;
                self.work(place as u64 / 8)?;
                let letter = text.chars().nth(place).ok_or(INDEX)?;
                Ok(Val::text(letter.encode_utf8(&mut [0; 4])))
            }
            Val::Range(steps) => Ok(Val::Int(steps.at(place_within(index, steps.count())?))),
            Val::Dict(dict) => {
                self.hashable(index)?;
                self.lookup(*dict, index)?.ok_or(KEY)
            }
            Val::Builtin(builtin) if is_generic(*builtin) => Err(Stop::Unknown("a generic type")),
            _ => Err(TYPE),
        }
    }

    /// `base[index] = value`.
    pub(super) fn set_item(&mut self, base: &Val, index: &Val, value: Val) -> Result<()> {
        match base {
            Val::List(list) => {
                let place = place(index, self.items(*list).len())?;
                let items = self.lists.get_mut(*list as usize);
                let item = items.and_then(|items| items.get_mut(place)).ok_or(INDEX)?;
                *item = value;
                Ok(())
            }
            Val::Dict(dict) => self.set_key(*dict, index.clone(), value),
            _ => Err(TYPE),
        }
    }

    /// `del base[index]`.
    pub(super) fn delete_item(&mut self, base: &Val, index: &Val) -> Result<()> {
        match base {
            Val::List(list) => {
                let place = place(index, self.items(*list).len())?;
                self.take_out(*list, place).map(|_| ())
            }
            Val::Dict(dict) => {
                self.hashable(index)?;
                self.remove_key(*dict, index)?.map(|_| ()).ok_or(KEY)
            }
            _ => Err(TYPE),
        }
    }

    /// Takes an item out of a list.
    pub(super) fn take_out(&mut self, list: u32, place: usize) -> Result<Val> {
        self.work(self.items(list).len() as u64 / 16)?;
        match self.lists.get_mut(list as usize) {
            Some(items) if place < items.len() => Ok(items.remove(place)),
            _ => Err(INDEX),
        }
    }

    /// Puts other items into a list.
    pub(super) fn set_items(&mut self, list: u32, items: Vec<Val>) {
        if let Some(known) = self.lists.get_mut(list as usize) {
            *known = items;
        }
    }

    /// `base[start:stop:step]`.
    pub(super) fn slice(&mut self, base: &Val, bounds: &[Val; 3]) -> Result<Val> {
        // A range may have more numbers than a `usize` can count.
        let whole = |length: usize| i64::try_from(length).map_err(|_| Stop::TooLong);
        let length = match base {
            Val::List(list) | Val::Tuple(list) => whole(self.items(*list).len())?,
            Val::Text(text) => whole(text.chars().count())?,
            Val::Range(steps) => steps.count(),
            Val::Dict(_) => return Err(Stop::Unknown("a slice of a dictionary")),
            Val::Builtin(builtin) if is_generic(*builtin) => {
                return Err(Stop::Unknown("a generic type"));
            }
            _ => return Err(TYPE),
        };
        let range = sliced(bounds, length)?;
        let count = usize::try_from(range.count()).unwrap_or(usize::MAX);
        if let Val::Range(steps) = base {
            return Ok(Val::Range(Arc::new(Steps {
                start: steps.at(range.start),
                stop: steps.at(range.stop),
                step: steps.step.checked_mul(range.step).ok_or(Stop::Unknown("so big a step"))?,
            })));
        }
        self.grow(count + 1)?;
        self.work(count as u64)?;
        let places = (0..range.count()).map(|place| usize::try_from(range.at(place)).unwrap_or(0));
        Ok(match base {
            Val::Text(text) => {
                let letters: Vec<char> = text.chars().collect();
                let taken: String = places.filter_map(|place| letters.get(place)).collect();
                Val::text(&taken)
            }
            Val::List(list) => {
                let items = self.items(*list);
                let taken = places.filter_map(|place| items.get(place).cloned()).collect();
                Val::List(self.keep(taken))
            }
            Val::Tuple(list) => {
                let items = self.items(*list);
                let taken = places.filter_map(|place| items.get(place).cloned()).collect();
                Val::Tuple(self.keep(taken))
            }
            _ => return Err(TYPE),
        })
    }
}

/// Returns the place that an index means.
fn place(index: &Val, length: usize) -> Result<usize> {
    let place = place_within(index, i64::try_from(length).unwrap_or(i64::MAX))?;
    usize::try_from(place).map_err(|_| INDEX)
}

/// Returns the same where there may be more places than a `usize` can count.
fn place_within(index: &Val, length: i64) -> Result<i64> {
    let index = match index {
        Val::Big(_) => return Err(INDEX),
        other => other.small().ok_or(TYPE)?,
    };
    let place = if index < 0 { index.saturating_add(length) } else { index };
    Some(place).filter(|place| (0..length).contains(place)).ok_or(INDEX)
}

/// Returns the places that a slice means, as Python's `slice.indices` does.
fn sliced(bounds: &[Val; 3], length: i64) -> Result<Steps> {
    let bound = |value: &Val| match value {
        Val::None => Ok(None),
        Val::Big(number) => Ok(Some(if number.is_negative() { i64::MIN } else { i64::MAX })),
        other => other.small().map(Some).ok_or(TYPE),
    };
    let [start, stop, step] = bounds;
    // The step is looked at first.
    let step = bound(step)?.unwrap_or(1).max(-i64::MAX);
    if step == 0 {
        return Err(VALUE);
    }
    let (low, high) = if step < 0 { (-1, length - 1) } else { (0, length) };
    let within = |value: i64| {
        let value = if value < 0 { value.saturating_add(length) } else { value };
        value.clamp(low, high)
    };
    let (first, last) = if step < 0 { (high, low) } else { (low, high) };
    let start = bound(start)?.map_or(first, within);
    let stop = bound(stop)?.map_or(last, within);
    Ok(Steps { start, stop, step })
}
