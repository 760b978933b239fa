//! Walking over values, as lazily as Python does.

use std::sync::Arc;

use super::{Machine, Result, Stop, TYPE, number, raise};
use crate::val::{Part, Steps, Val};

/// A walk over something.
#[derive(Debug, Clone)]
pub(super) enum Iter {
    /// Over a list or tuple, from a place on.
    Items {
        list: u32,
        place: usize,
    },
    /// Over a list or tuple or text backwards: the next place, plus one.
    Backwards {
        of: Val,
        place: usize,
    },
    /// Over the letters of a text, by bytes.
    Letters {
        text: Arc<str>,
        place: usize,
    },
    Numbers {
        steps: Arc<Steps>,
        place: i64,
    },
    Keys {
        dict: u32,
        part: Part,
        place: usize,
        count: usize,
        changes: u64,
    },
    Kept(u32),
    Counted {
        inner: u32,
        count: i64,
    },
    Together(Vec<u32>),
    Done,
}

impl Machine<'_> {
    /// `iter(value)`.
    pub(super) fn iterator(&mut self, value: &Val) -> Result<Iter> {
        Ok(match value {
            Val::List(list) | Val::Tuple(list) => Iter::Items { list: *list, place: 0 },
            Val::Text(text) => Iter::Letters { text: Arc::clone(text), place: 0 },
            Val::Range(steps) => Iter::Numbers { steps: Arc::clone(steps), place: 0 },
            Val::Dict(dict) => self.keys(*dict, Part::Keys),
            Val::View(dict, part) => self.keys(*dict, *part),
            Val::Iterator(kept) => Iter::Kept(*kept),
            _ => return Err(TYPE),
        })
    }

    fn keys(&self, dict: u32, part: Part) -> Iter {
        let changes = self.dicts.get(dict as usize).map_or(0, |dict| dict.changes);
        Iter::Keys { dict, part, place: 0, count: self.count(dict), changes }
    }

    /// Keeps an iterator as a value.
    pub(super) fn kept(&mut self, iterator: Iter) -> Result<u32> {
        if let Iter::Kept(known) = iterator {
            return Ok(known);
        }
        self.grow(2)?;
        self.iterators.push(Some(iterator));
        Ok(number(self.iterators.len() - 1))
    }

    /// Returns the next item.
    pub(super) fn next(&mut self, iterator: &mut Iter) -> Result<Option<Val>> {
        let next = match iterator {
            Iter::Items { list, place } => {
                *place += 1;
                self.items(*list).get(*place - 1).cloned()
            }
            Iter::Letters { text, place } => {
                let letter = text[*place..].chars().next();
                letter.map(|letter| {
                    *place += letter.len_utf8();
                    Val::text(letter.encode_utf8(&mut [0; 4]))
                })
            }
            Iter::Numbers { steps, place } => {
                *place += 1;
                (*place <= steps.count()).then(|| Val::Int(steps.at(*place - 1)))
            }
            Iter::Backwards { of, place } => {
                let at = place.checked_sub(1);
                *place = at.unwrap_or(0);
                match at {
                    Some(at) => self.at(of, at),
                    None => None,
                }
            }
            Iter::Keys { .. } => return self.next_key(iterator),
            Iter::Kept(kept) => {
                let kept = *kept;
                return self.deeper(|own| own.next_kept(kept));
            }
            Iter::Counted { inner, count } => {
                let (inner, at) = (*inner, *count);
                *count = at.checked_add(1).ok_or(Stop::Unknown("so big a count"))?;
                match self.deeper(|own| own.next_kept(inner))? {
                    Some(item) => Some(self.tuple(vec![Val::Int(at), item])?),
                    None => None,
                }
            }
            Iter::Together(inner) => {
                let mut items = Vec::with_capacity(inner.len());
                for &one in inner.iter() {
                    match self.deeper(|own| own.next_kept(one))? {
                        Some(item) => items.push(item),
                        None => return Ok(None),
                    }
                }
                if items.is_empty() { None } else { Some(self.tuple(items)?) }
            }
            Iter::Done => None,
        };
        // A list that grows after its end was seen is at its end all the same.
        if next.is_none() && matches!(iterator, Iter::Items { .. } | Iter::Backwards { .. }) {
            *iterator = Iter::Done;
        }
        Ok(next)
    }

    /// Returns what is at a place, if it is there.
    fn at(&self, of: &Val, place: usize) -> Option<Val> {
        match of {
            Val::List(list) | Val::Tuple(list) => self.items(*list).get(place).cloned(),
            Val::Text(text) => {
                text.chars().nth(place).map(|letter| Val::text(letter.encode_utf8(&mut [0; 4])))
            }
            _ => None,
        }
    }

    fn next_kept(&mut self, kept: u32) -> Result<Option<Val>> {
        let slot = self.iterators.get_mut(kept as usize);
        let Some(mut iterator) = slot.and_then(Option::take) else {
            return Err(Stop::Unknown("an iterator within itself"));
        };
        let next = self.next(&mut iterator);
        if let Some(slot) = self.iterators.get_mut(kept as usize) {
            *slot = Some(iterator);
        }
        next
    }

    fn next_key(&mut self, iterator: &mut Iter) -> Result<Option<Val>> {
        let Iter::Keys { dict, part, place, count, changes } = iterator else { return Ok(None) };
        let Some(known) = self.dicts.get(*dict as usize) else { return Ok(None) };
        if known.items.len() != *count {
            // As Python has it, the iterator stays broken.
            *count = usize::MAX;
            return raise("RuntimeError");
        }
        if known.changes != *changes {
            return Err(Stop::Unknown("keys that change while they are walked over"));
        }
        let Some((key, value)) = known.items.get(*place).cloned() else {
            *iterator = Iter::Done;
            return Ok(None);
        };
        *place += 1;
        Ok(Some(match part {
            Part::Keys => key,
            Part::Values => value,
            Part::Items => self.tuple(vec![key, value])?,
        }))
    }

    /// Returns all items that are left.
    pub(super) fn collected(&mut self, value: &Val) -> Result<Vec<Val>> {
        let mut iterator = self.iterator(value)?;
        let mut items = Vec::new();
        while let Some(item) = self.next(&mut iterator)? {
            self.work(1)?;
            self.grow(1)?;
            items.push(item);
        }
        Ok(items)
    }
}
