//! Dictionaries: keys and methods. Keys are looked for one by one, which the bound of sizes keeps affordable.

use super::calls::Named;
use super::{Dict, KEY, Machine, Result, Stop, TYPE, VALUE, number};
use crate::val::{Part, Val};

impl Machine<'_> {
    /// Refuses what cannot be a key.
    pub(super) fn hashable(&mut self, key: &Val) -> Result<()> {
        match key {
            Val::List(_) | Val::Dict(_) => Err(TYPE),
            Val::View(_, Part::Values) | Val::Iterator(_) | Val::Own(_) => {
                Err(Stop::Unknown("such a key"))
            }
            Val::View(..) => Err(TYPE),
            Val::Tuple(items) => {
                let items = self.items(*items).to_vec();
                self.deeper(|own| items.iter().try_for_each(|item| own.hashable(item)))
            }
            _ => Ok(()),
        }
    }

    fn place(&mut self, dict: u32, key: &Val) -> Result<Option<usize>> {
        for place in 0..self.count(dict) {
            let known = self.dicts.get(dict as usize).and_then(|dict| dict.items.get(place));
            let Some((known, _)) = known.cloned() else { break };
            if self.same_or_equal(&known, key)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Returns the value of a key.
    pub(super) fn lookup(&mut self, dict: u32, key: &Val) -> Result<Option<Val>> {
        let place = self.place(dict, key)?;
        let items = self.dicts.get(dict as usize).map(|dict| &dict.items);
        Ok(place.and_then(|place| Some(items?.get(place)?.1.clone())))
    }

    /// Sets the value of a key.
    pub(super) fn set_key(&mut self, dict: u32, key: Val, value: Val) -> Result<()> {
        self.hashable(&key)?;
        let place = self.place(dict, &key)?;
        self.grow(if place.is_none() { 2 } else { 0 })?;
        let Some(dict) = self.dicts.get_mut(dict as usize) else { return Ok(()) };
        match place.and_then(|place| dict.items.get_mut(place)) {
            Some(item) => item.1 = value,
            None => {
                dict.items.push((key, value));
                dict.changes += 1;
            }
        }
        Ok(())
    }

    /// Removes a key and returns its value.
    pub(super) fn remove_key(&mut self, dict: u32, key: &Val) -> Result<Option<Val>> {
        let Some(place) = self.place(dict, key)? else { return Ok(None) };
        Ok(self.dicts.get_mut(dict as usize).map(|dict| {
            dict.changes += 1;
            dict.items.remove(place).1
        }))
    }

    /// Calls a method of a dictionary.
    pub(super) fn dict_method(
        &mut self,
        dict: u32,
        name: &str,
        plain: &[Val],
        named: &Named<'_>,
    ) -> Result<Val> {
        if !named.is_empty() {
            return if name == "update" {
                Err(Stop::Unknown("`update` by names"))
            } else {
                Err(TYPE)
            };
        }
        match (name, plain) {
            ("get", [key]) => {
                self.hashable(key)?;
                Ok(self.lookup(dict, key)?.unwrap_or(Val::None))
            }
            ("get", [key, other]) => {
                self.hashable(key)?;
                Ok(self.lookup(dict, key)?.unwrap_or_else(|| other.clone()))
            }
            ("setdefault", [key]) => self.set_default(dict, key, &Val::None),
            ("setdefault", [key, value]) => self.set_default(dict, key, value),
            ("pop", [key]) => self.pop_key(dict, key, None),
            ("pop", [key, other]) => self.pop_key(dict, key, Some(other)),
            ("popitem", []) => {
                let known = self.dicts.get_mut(dict as usize).ok_or(KEY)?;
                let (key, value) = known.items.pop().ok_or(KEY)?;
                known.changes += 1;
                self.tuple(vec![key, value])
            }
            ("keys", []) => Ok(Val::View(dict, Part::Keys)),
            ("values", []) => Ok(Val::View(dict, Part::Values)),
            ("items", []) => Ok(Val::View(dict, Part::Items)),
            ("copy", []) => {
                let items = self.pairs(dict);
                self.dict(items)
            }
            ("clear", []) => {
                if let Some(dict) = self.dicts.get_mut(dict as usize) {
                    *dict = Dict { items: Vec::new(), changes: dict.changes + 1 };
                }
                Ok(Val::None)
            }
            ("update", []) => Ok(Val::None),
            ("update", [from]) => self.update(dict, from).map(|()| Val::None),
            _ => Err(TYPE),
        }
    }

    fn set_default(&mut self, dict: u32, key: &Val, value: &Val) -> Result<Val> {
        self.hashable(key)?;
        if let Some(known) = self.lookup(dict, key)? {
            return Ok(known);
        }
        self.set_key(dict, key.clone(), value.clone())?;
        Ok(value.clone())
    }

    fn pop_key(&mut self, dict: u32, key: &Val, other: Option<&Val>) -> Result<Val> {
        // Nothing is looked up in an empty one, not even whether the key can be one.
        if self.count(dict) == 0 {
            return other.cloned().ok_or(KEY);
        }
        self.hashable(key)?;
        self.remove_key(dict, key)?.or_else(|| other.cloned()).ok_or(KEY)
    }

    /// Takes over the items of another dictionary, or pairs.
    pub(super) fn update(&mut self, dict: u32, from: &Val) -> Result<()> {
        if let Val::Dict(other) = from {
            for (key, value) in self.pairs(*other) {
                self.set_key(dict, key, value)?;
            }
            return Ok(());
        }
        if matches!(from, Val::Builtin(_)) {
            return Err(Stop::Unknown("a class as a dictionary"));
        }
        let mut iterator = self.iterator(from)?;
        while let Some(pair) = self.next(&mut iterator)? {
            self.work(1)?;
            let pair = self.collected(&pair)?;
            let [key, value] = pair.as_slice() else { return Err(VALUE) };
            self.set_key(dict, key.clone(), value.clone())?;
        }
        Ok(())
    }

    /// Makes a dictionary of another one, or of pairs.
    pub(super) fn dict_of(&mut self, from: Option<&Val>) -> Result<Val> {
        self.dicts.push(Dict::default());
        let dict = number(self.dicts.len() - 1);
        if let Some(from) = from {
            self.update(dict, from)?;
        }
        Ok(Val::Dict(dict))
    }
}
