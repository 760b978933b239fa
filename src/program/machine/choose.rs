//! Tokens at which several words may stand. A run goes on as long as it does the same with all of them: where names hold the same
//! value, or comparisons come out alike. Where it does not, it waits, and says which words go together.

use super::arithmetic::small;
use super::{Machine, Result, Stop};
use crate::tree::{Choice, Comparator, NO_TOKEN, Name, Operator, TokenId};
use crate::val::Val;

/// What stands at a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Put<'w> {
    /// What the tree has.
    Fixed,
    /// One of these words, by their numbers among the tree's choices.
    Among(&'w [u16]),
    /// This word of these ones: with which of them the run does the same is noted.
    With(u16, &'w [u16]),
}

/// For each token on whose word a run depends, the words with which it does the same.
pub(crate) type Alike = Vec<Option<Vec<u16>>>;

/// Why a run does not go on: with each of these classes of words at a token it does something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Waits {
    pub(crate) token: TokenId,
    pub(crate) classes: Vec<Vec<u16>>,
}

impl<'p> Machine<'p> {
    /// Notes that the run depends on a token. Waits where that has several words that are no choices of the tree.
    pub(super) fn touch(&mut self, token: TokenId) -> Result<()> {
        if token != NO_TOKEN
            && let Some(touched) = self.touched.get_mut(token as usize)
        {
            *touched = true;
            if let Some((words @ [_, _, ..], None)) = self.among(token) {
                return self.only(token, words).map(drop);
            }
        }
        Ok(())
    }

    pub(super) fn touch_group(&mut self, group: u32) -> Result<()> {
        let tree = self.tree;
        let tokens = tree.groups.get(group as usize);
        tokens.into_iter().flatten().try_for_each(|token| self.touch(*token))
    }

    fn wait<T>(&mut self, token: TokenId, classes: Vec<Vec<u16>>) -> Result<T> {
        self.classes = classes;
        Err(Stop::Waits(token))
    }

    /// Returns the words that may stand at a token, and what they mean.
    fn among(&self, token: TokenId) -> Option<(&'p [u16], Option<&'p Choice>)> {
        match self.words.get(token as usize)? {
            Put::Among(words) | Put::With(_, words) => Some((words, self.tree.choice(token))),
            Put::Fixed => None,
        }
    }

    /// Returns one of the words at a token with which the run does the same: those with equal keys, or only one where there
    /// is no key.
    fn one_of<K: PartialEq>(
        &mut self,
        token: TokenId,
        words: &[u16],
        key: impl Fn(&Self, u16) -> Option<K>,
    ) -> Result<usize> {
        if let [word] = words {
            return Ok(usize::from(*word));
        }
        if let Some(Put::With(own, _)) = self.words.get(token as usize) {
            return Ok(self.note_alike(token, *own, words, key));
        }
        let mut classes: Vec<(Option<K>, Vec<u16>)> = Vec::new();
        for word in words {
            let key = key(self, *word);
            match classes.iter_mut().find(|(known, _)| key.is_some() && *known == key) {
                Some((_, class)) => class.push(*word),
                None => classes.push((key, vec![*word])),
            }
        }
        match &classes[..] {
            [(_, class)] => Ok(usize::from(class[0])),
            _ => self.wait(token, classes.into_iter().map(|(_, class)| class).collect()),
        }
    }

    /// Leaves those words that go on as the one that is there does.
    fn note_alike<K: PartialEq>(
        &mut self,
        token: TokenId,
        own: u16,
        words: &[u16],
        key: impl Fn(&Self, u16) -> Option<K>,
    ) -> usize {
        let known = self.alike.get_mut(token as usize).and_then(Option::take);
        let mut alike = known.unwrap_or_else(|| words.to_vec());
        if alike.len() > 1 {
            let own_key = key(self, own);
            alike.retain(|word| *word == own || own_key.is_some() && key(self, *word) == own_key);
        }
        if let Some(known) = self.alike.get_mut(token as usize) {
            *known = Some(alike);
        }
        usize::from(own)
    }

    /// Returns the number of the word at a token where each word does something else.
    fn only(&mut self, token: TokenId, words: &[u16]) -> Result<usize> {
        self.one_of(token, words, |_, _| None::<()>)
    }

    /// Returns the constant at a token.
    pub(super) fn constant_at(&mut self, token: TokenId, own: &'p Val) -> Result<&'p Val> {
        let Some((words, Some(Choice::Constants(all)))) = self.among(token) else { return Ok(own) };
        let word =
            self.one_of(token, words, |_, word| all.get(usize::from(word)).cloned().map(Same))?;
        Ok(all.get(word).unwrap_or(own))
    }

    /// Returns the name at a token that is read: any of those that hold the same.
    pub(super) fn name_at(&mut self, own: &'p Name) -> Result<&'p Name> {
        let Some((words, Some(Choice::Names(all)))) = self.among(own.token) else { return Ok(own) };
        let word = self.one_of(own.token, words, |machine, word| {
            let name = all.get(usize::from(word)).filter(|name| name.always.is_empty())?;
            let slot = name.slot?;
            match machine.variables.get(machine.base + slot)? {
                Some(value) => Some(Some(Same(value.clone()))),
                None => (name.unbound == NO_TOKEN).then_some(None),
            }
        })?;
        Ok(all.get(word).unwrap_or(own))
    }

    /// Returns the variable to assign a value to; none where all that it may be hold that value.
    pub(super) fn target_at(
        &mut self,
        token: TokenId,
        own: usize,
        value: &Val,
    ) -> Result<Option<usize>> {
        let Some((words, Some(Choice::Names(all)))) = self.among(token) else {
            return Ok(Some(own));
        };
        let slot = |word: usize| all.get(word).and_then(|name| name.slot);
        let value = Same(value.clone());
        let word = self.one_of(token, words, |machine, word| {
            let held = machine.variables.get(machine.base + slot(usize::from(word))?)?.clone()?;
            (Same(held) == value).then_some(())
        })?;
        Ok(slot(word))
    }

    /// Returns the operator at a token, which is between these values.
    pub(super) fn operator_at(
        &mut self,
        token: TokenId,
        own: Operator,
        values: [&Val; 2],
    ) -> Result<Operator> {
        let Some((words, Some(Choice::Operators(all)))) = self.among(token) else {
            return Ok(own);
        };
        let word = self.one_of(token, words, |_, word| {
            let operator = *all.get(usize::from(word))?;
            match small(operator, values[0].small()?, values[1].small()?) {
                Ok(number) => Some(Ok(number?)),
                Err(Stop::Raise(class)) => Some(Err(class)),
                Err(_) => None,
            }
        })?;
        Ok(all.get(word).copied().unwrap_or(own))
    }

    /// Returns the comparison at a token, which is between these values.
    pub(super) fn comparator_at(
        &mut self,
        token: TokenId,
        own: Comparator,
        values: [&Val; 2],
    ) -> Result<Comparator> {
        let Some((words, Some(Choice::Comparators(all)))) = self.among(token) else {
            return Ok(own);
        };
        let word = self.one_of(token, words, |_, word| {
            let (a, b) = (values[0].small()?, values[1].small()?);
            Some(match all.get(usize::from(word))? {
                Comparator::Equal => a == b,
                Comparator::NotEqual => a != b,
                Comparator::Less => a < b,
                Comparator::LessEqual => a <= b,
                Comparator::Greater => a > b,
                Comparator::GreaterEqual => a >= b,
                _ => return None,
            })
        })?;
        Ok(all.get(word).copied().unwrap_or(own))
    }

    /// Returns whether the word at a token is `and`.
    pub(super) fn junction_at(&mut self, token: TokenId, own: bool) -> Result<bool> {
        let Some((words, Some(Choice::Junctions(all)))) = self.among(token) else {
            return Ok(own);
        };
        let word = self.only(token, words)?;
        Ok(all.get(word).copied().unwrap_or(own))
    }

    /// Returns the method at a token.
    pub(super) fn method_at(&mut self, token: TokenId, own: &'p str) -> Result<&'p str> {
        let Some((words, Some(Choice::Methods(all)))) = self.among(token) else { return Ok(own) };
        let word = self.only(token, words)?;
        Ok(all.get(word).map_or(own, String::as_str))
    }

    /// Returns whether the word at a token is `break`.
    pub(super) fn leaving_at(&mut self, token: TokenId, own: bool) -> Result<bool> {
        let Some((words, Some(Choice::Leaving(all)))) = self.among(token) else { return Ok(own) };
        let word = self.only(token, words)?;
        Ok(all.get(word).copied().unwrap_or(own))
    }
}

/// A value that is equal only to what no run can tell from it: lists that are another list are not.
struct Same(Val);

impl PartialEq for Same {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Val::None, Val::None) => true,
            (Val::Bool(a), Val::Bool(b)) => a == b,
            (Val::Int(a), Val::Int(b)) => a == b,
            (Val::Big(a), Val::Big(b)) => a == b,
            (Val::Text(a), Val::Text(b)) => a == b,
            (Val::List(a), Val::List(b))
            | (Val::Tuple(a), Val::Tuple(b))
            | (Val::Dict(a), Val::Dict(b))
            | (Val::Iterator(a), Val::Iterator(b)) => a == b,
            _ => false,
        }
    }
}
