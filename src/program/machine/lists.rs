//! Methods of lists, and those that tuples and ranges share with them.

use super::calls::Named;
use super::{INDEX, Machine, Result, Stop, TYPE, VALUE};
use crate::val::Val;

impl Machine<'_> {
    /// Calls a method of a list.
    pub(super) fn list_method(
        &mut self,
        list: u32,
        name: &str,
        plain: &[Val],
        named: &Named<'_>,
    ) -> Result<Val> {
        if name == "sort" {
            return self.sort_method(list, plain, named);
        }
        if !named.is_empty() {
            return Err(TYPE);
        }
        match (name, plain) {
            ("append", [item]) => {
                self.grow(1)?;
                if let Some(items) = self.lists.get_mut(list as usize) {
                    items.push(item.clone());
                }
                Ok(Val::None)
            }
            ("extend", [items]) => self.extend(list, items).map(|()| Val::None),
            ("insert", [index, item]) => self.insert(list, index, item),
            ("pop", []) => self.pop(list, -1),
            ("pop", [Val::Big(_)]) => Err(INDEX),
            ("pop", [index]) => {
                let index = index.small().ok_or(TYPE)?;
                self.pop(list, index)
            }
            ("remove", [item]) => {
                let place = self.find_item(list, item, 0, usize::MAX)?;
                self.take_out(list, place).map(|_| Val::None)
            }
            ("reverse", []) => {
                self.work(self.items(list).len() as u64 / 8)?;
                if let Some(items) = self.lists.get_mut(list as usize) {
                    items.reverse();
                }
                Ok(Val::None)
            }
            ("clear", []) => {
                self.set_items(list, Vec::new());
                Ok(Val::None)
            }
            ("copy", []) => {
                let items = self.items(list).to_vec();
                self.list(items)
            }
            _ => self.search_method(&Val::List(list), name, plain, named),
        }
    }

    /// Calls `count` or `index` of a list, tuple or range.
    pub(super) fn search_method(
        &mut self,
        of: &Val,
        name: &str,
        plain: &[Val],
        named: &Named<'_>,
    ) -> Result<Val> {
        if !named.is_empty() {
            return Err(TYPE);
        }
        let list = match of {
            Val::List(list) | Val::Tuple(list) => *list,
            _ => return Err(Stop::Unknown("a method of a range")),
        };
        match (name, plain) {
            ("count", [item]) => {
                let mut count = 0;
                for place in 0..self.items(list).len() {
                    let Some(one) = self.items(list).get(place).cloned() else { break };
                    count += i64::from(self.same_or_equal(&one, item)?);
                }
                Ok(Val::Int(count))
            }
            ("index", [item, bounds @ ..]) if bounds.len() <= 2 => {
                let length = self.items(list).len();
                let start = bounds.first().map_or(Ok(0), |start| limit(start, length))?;
                let stop = bounds.get(1).map_or(Ok(length), |stop| limit(stop, length))?;
                let place = self.find_item(list, item, start, stop)?;
                Ok(Val::Int(i64::try_from(place).map_err(|_| VALUE)?))
            }
            _ => Err(TYPE),
        }
    }

    fn find_item(&mut self, list: u32, item: &Val, start: usize, stop: usize) -> Result<usize> {
        let mut place = start;
        while place < stop {
            let Some(one) = self.items(list).get(place).cloned() else { break };
            if self.same_or_equal(&one, item)? {
                return Ok(place);
            }
            place += 1;
        }
        Err(VALUE)
    }

    /// Adds all items of something to a list.
    pub(super) fn extend(&mut self, list: u32, from: &Val) -> Result<()> {
        if let Val::List(other) | Val::Tuple(other) = from {
            let items = self.items(*other).to_vec();
            self.grow(items.len())?;
            if let Some(known) = self.lists.get_mut(list as usize) {
                known.extend(items);
            }
            return Ok(());
        }
        let mut iterator = self.iterator(from)?;
        while let Some(item) = self.next(&mut iterator)? {
            self.work(1)?;
            self.grow(1)?;
            if let Some(known) = self.lists.get_mut(list as usize) {
                known.push(item);
            }
        }
        Ok(())
    }

    fn insert(&mut self, list: u32, index: &Val, item: &Val) -> Result<Val> {
        let index = match index {
            Val::Big(_) => return super::raise("OverflowError"),
            other => other.small().ok_or(TYPE)?,
        };
        let length = self.items(list).len();
        self.grow(1)?;
        self.work(length as u64 / 16)?;
        let count = i64::try_from(length).unwrap_or(i64::MAX);
        let place = if index < 0 { index.saturating_add(count) } else { index };
        let place = usize::try_from(place.clamp(0, count)).unwrap_or(0);
        if let Some(items) = self.lists.get_mut(list as usize) {
            items.insert(place, item.clone());
        }
        Ok(Val::None)
    }

    fn pop(&mut self, list: u32, index: i64) -> Result<Val> {
        let length = i64::try_from(self.items(list).len()).unwrap_or(i64::MAX);
        let place = if index < 0 { index.saturating_add(length) } else { index };
        let place = usize::try_from(place).map_err(|_| INDEX)?;
        self.take_out(list, place)
    }
}

/// Returns a bound of `index`: negative ones count from the end.
pub(super) fn limit(bound: &Val, length: usize) -> Result<usize> {
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    let bound = match bound {
        Val::Big(number) => match number.sign() {
            num_bigint::Sign::Minus => i64::MIN,
            _ => i64::MAX,
        },
        other => other.small().ok_or(TYPE)?,
    };
    let place = if bound < 0 { bound.saturating_add(length).max(0) } else { bound };
    Ok(usize::try_from(place).unwrap_or(usize::MAX))
}
