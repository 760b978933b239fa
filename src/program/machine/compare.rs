//! Equality, order, truth and membership.

use super::{Machine, Result, Stop, TYPE};
use crate::tree::Comparator;
use crate::val::{Builtin, Part, Val};

impl Machine<'_> {
    /// Returns whether a value counts as true.
    pub(super) fn truth(&mut self, value: &Val) -> Result<bool> {
        Ok(match value {
            Val::None => false,
            Val::Bool(truth) => *truth,
            Val::Int(number) => *number != 0,
            Val::Text(text) => !text.is_empty(),
            Val::List(items) | Val::Tuple(items) => !self.items(*items).is_empty(),
            Val::Dict(dict) | Val::View(dict, _) => self.count(*dict) > 0,
            Val::Range(steps) => steps.count() > 0,
            Val::Big(_) | Val::Iterator(_) | Val::Builtin(_) | Val::Own(_) => true,
        })
    }

    /// Returns how many items a dictionary has.
    pub(super) fn count(&self, dict: u32) -> usize {
        self.dicts.get(dict as usize).map_or(0, |dict| dict.items.len())
    }

    /// `==` of items of containers: what is the same is equal.
    pub(super) fn same_or_equal(&mut self, a: &Val, b: &Val) -> Result<bool> {
        let is_same = match (a, b) {
            (Val::List(a), Val::List(b)) | (Val::Tuple(a), Val::Tuple(b)) => a == b,
            (Val::Dict(a), Val::Dict(b)) => a == b,
            _ => false,
        };
        if is_same { Ok(true) } else { self.equal(a, b) }
    }

    /// `==`.
    pub(super) fn equal(&mut self, a: &Val, b: &Val) -> Result<bool> {
        self.work(1)?;
        if let (Some(a), Some(b)) = (a.small(), b.small()) {
            return Ok(a == b);
        }
        match (a, b) {
            (Val::None, Val::None) => Ok(true),
            (Val::Big(a), Val::Big(b)) => Ok(a == b),
            (Val::Text(a), Val::Text(b)) => Ok(a == b),
            (Val::List(a), Val::List(b)) | (Val::Tuple(a), Val::Tuple(b)) => {
                let (a, b) = (*a, *b);
                self.deeper(|own| own.equal_items(a, b))
            }
            (Val::Dict(a), Val::Dict(b)) => {
                let (a, b) = (*a, *b);
                self.deeper(|own| own.equal_dicts(a, b))
            }
            (Val::Range(a), Val::Range(b)) => {
                let (count, other) = (a.count(), b.count());
                let is_equal = count == other
                    && (count == 0 || a.start == b.start && (count == 1 || a.step == b.step));
                Ok(is_equal)
            }
            (Val::Builtin(a), Val::Builtin(b)) => Ok(a == b),
            (Val::Own(a), Val::Own(b)) => Ok(a == b),
            (Val::Iterator(a), Val::Iterator(b)) => Ok(a == b),
            (Val::View(..), _) | (_, Val::View(..)) => self.equal_views(a, b),
            _ => Ok(false),
        }
    }

    fn equal_views(&mut self, a: &Val, b: &Val) -> Result<bool> {
        match (a, b) {
            (Val::View(_, Part::Values), _) | (_, Val::View(_, Part::Values)) => {
                Err(Stop::Unknown("`==` of views"))
            }
            (Val::View(..), Val::View(..)) => Err(Stop::Unknown("`==` of views")),
            _ => Ok(false),
        }
    }

    fn equal_items(&mut self, a: u32, b: u32) -> Result<bool> {
        if self.items(a).len() != self.items(b).len() {
            return Ok(false);
        }
        for place in 0..self.items(a).len() {
            let (Some(x), Some(y)) =
                (self.items(a).get(place).cloned(), self.items(b).get(place).cloned())
            else {
                return Ok(false);
            };
            if !self.same_or_equal(&x, &y)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn equal_dicts(&mut self, a: u32, b: u32) -> Result<bool> {
        if self.count(a) != self.count(b) {
            return Ok(false);
        }
        for (key, value) in self.pairs(a) {
            match self.lookup(b, &key)? {
                Some(other) if self.same_or_equal(&value, &other)? => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Returns the items of a dictionary.
    pub(super) fn pairs(&self, dict: u32) -> Vec<(Val, Val)> {
        self.dicts.get(dict as usize).map_or_else(Vec::new, |dict| dict.items.clone())
    }

    /// `<` and its kin.
    pub(super) fn ordered(&mut self, how: Comparator, a: &Val, b: &Val) -> Result<bool> {
        self.work(1)?;
        if let (Some(a), Some(b)) = (a.small(), b.small()) {
            return Ok(decided(how, a.cmp(&b)));
        }
        match (a, b) {
            (a, b) if a.is_number() && b.is_number() => {
                let (Some(a), Some(b)) = (a.big(), b.big()) else { return Err(TYPE) };
                Ok(decided(how, a.cmp(&b)))
            }
            (Val::Text(a), Val::Text(b)) => Ok(decided(how, a.chars().cmp(b.chars()))),
            (Val::List(a), Val::List(b)) | (Val::Tuple(a), Val::Tuple(b)) => {
                let (a, b) = (*a, *b);
                self.deeper(|own| own.ordered_items(how, a, b))
            }
            (Val::View(_, Part::Keys | Part::Items), Val::View(_, Part::Keys | Part::Items)) => {
                Err(Stop::Unknown("order of views"))
            }
            _ => Err(TYPE),
        }
    }

    fn ordered_items(&mut self, how: Comparator, a: u32, b: u32) -> Result<bool> {
        let mut place = 0;
        loop {
            let (x, y) = (self.items(a).get(place).cloned(), self.items(b).get(place).cloned());
            match (x, y) {
                (Some(x), Some(y)) => {
                    if !self.same_or_equal(&x, &y)? {
                        return self.ordered(how, &x, &y);
                    }
                }
                _ => {
                    let (a, b) = (self.items(a).len(), self.items(b).len());
                    return Ok(decided(how, a.cmp(&b)));
                }
            }
            place += 1;
        }
    }

    /// `in`.
    pub(super) fn contains(&mut self, container: &Val, item: &Val) -> Result<bool> {
        match container {
            Val::Text(text) => match item {
                Val::Text(part) => {
                    self.work(text.len() as u64 / 8)?;
                    Ok(text.contains(&**part))
                }
                _ => Err(TYPE),
            },
            Val::Dict(dict) | Val::View(dict, Part::Keys) => {
                self.hashable(item)?;
                Ok(self.lookup(*dict, item)?.is_some())
            }
            Val::View(_, Part::Items) => Err(Stop::Unknown("`in` a view of items")),
            Val::Range(steps) => match item.small() {
                Some(number) => {
                    let offset = i128::from(number) - i128::from(steps.start);
                    let step = i128::from(steps.step);
                    let place = offset / step;
                    Ok(offset % step == 0 && place >= 0 && place < i128::from(steps.count()))
                }
                None => Ok(false),
            },
            Val::Builtin(builtin) if is_generic(*builtin) => Err(TYPE),
            _ => {
                let mut iterator = self.iterator(container)?;
                while let Some(one) = self.next(&mut iterator)? {
                    self.work(1)?;
                    if self.same_or_equal(&one, item)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }
}

/// Returns whether a class can stand before `[…]` in annotations.
pub(super) fn is_generic(builtin: Builtin) -> bool {
    matches!(builtin, Builtin::List | Builtin::Dict | Builtin::Tuple | Builtin::Enumerate)
}

fn decided(how: Comparator, order: std::cmp::Ordering) -> bool {
    match how {
        Comparator::Less => order.is_lt(),
        Comparator::LessEqual => order.is_le(),
        Comparator::Greater => order.is_gt(),
        Comparator::GreaterEqual => order.is_ge(),
        Comparator::NotEqual => order.is_ne(),
        _ => order.is_eq(),
    }
}
