//! Which token stands for which value.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::definition::{Shown, Symbols};
use crate::grid::{Grid, Place, PlaceKind};
use crate::instance::{Instance, KeyIndex};
use crate::value::Key;
use puzgen_base::domain::Domain;
use puzgen_program::ProgramSet;

/// The token of a square that shows nothing.
pub const EMPTY: &str = ".";
/// The token of a place where the family has no element.
pub const NOWHERE: &str = "-";
/// The token of a clue that is there but whose value is not told.
pub const UNTOLD: &str = "?";

/// How many rooms have a letter of their own; where there are more, all have numbers.
pub const ROOM_LETTERS: i64 = 52;

/// Returns a number for the name of a room, the same for the same name.
pub fn room_number(name: &str) -> Option<i64> {
    let mut chars = name.chars();
    match (chars.next(), chars.next(), name.parse::<u32>()) {
        (Some(char), None, _) => Some(i64::from(u32::from(char))),
        (_, _, Ok(number)) => Some(i64::from(u32::from(char::MAX)) + i64::from(number)),
        _ => None,
    }
}

/// Returns whether a family is a division into rooms.
pub fn is_rooms(instance: &Instance<'_>, family: Shown) -> bool {
    match family {
        Shown::Layout(id) => instance.definition.layouts[id.0 as usize].is_rooms(),
        Shown::Clue(_) | Shown::Answer(_) => false,
    }
}

/// The steps between the cells of a pair of neighbours, part by part. The last is one of hexagons.
pub const PAIR_STEPS: &[(i64, i64)] = &[(0, 1), (1, 0), (1, -1)];

/// Returns in which part pairs of neighbours such as this one are written: side by side, or one of
/// those one below the other.
pub fn part_of_pair(grid: &Grid, a: Place, b: Place) -> Option<usize> {
    if a.kind != PlaceKind::Cell || b.kind != PlaceKind::Cell {
        return None;
    }
    let ((row, column), (other_row, other_column)) = (grid.row_column(a), grid.row_column(b));
    let step = (other_row as i64 - row as i64, other_column as i64 - column as i64);
    let is_known = |other: &(i64, i64)| *other == step && grid.side_steps().contains(other);
    PAIR_STEPS.iter().position(is_known)
}

/// Returns whether the key is a pair of a cell and one below it.
fn is_vertical(grid: Option<&Grid>, key: &Key) -> bool {
    let (Some(grid), Key::Tuple(parts)) = (grid, key) else { return false };
    match parts.as_slice() {
        [Key::Place(a), Key::Place(b)] if grid.as_graph().is_none() => {
            part_of_pair(grid, *a, *b).is_some_and(|part| part > 0)
        }
        _ => false,
    }
}

/// Returns the values of a family with symbols, in order: all that one of its elements can have, and for
/// truths both. A symbol stands for the same value everywhere.
pub fn values(instance: &Instance<'_>, family: Shown, domains: &[Domain]) -> Vec<i64> {
    let definition = instance.definition;
    let is_truth = match family {
        Shown::Clue(id) => definition.clues[id.0 as usize].is_truth,
        Shown::Answer(id) => definition.family(id).is_truth,
        Shown::Layout(id) => definition.layouts[id.0 as usize].is_truth(),
    };
    if is_truth {
        return vec![0, 1];
    }
    let values: BTreeSet<i64> = domains.iter().flat_map(Domain::iter).collect();
    values.into_iter().collect()
}

/// Returns the values that each element of a family can have by itself; none are known of a clue, nor of
/// answers before layouts are.
fn own_domains<'a>(instance: &'a Instance<'_>, family: Shown) -> &'a [Domain] {
    let domains = match family {
        Shown::Clue(_) => None,
        Shown::Answer(id) => instance.families.get(id.0 as usize).map(|family| &family.domains),
        Shown::Layout(id) => instance.layouts.get(id.0 as usize).map(|layout| &layout.domains),
    };
    domains.map_or(&[], Vec::as_slice)
}

impl Instance<'_> {
    /// Returns whether the values of a family have symbols.
    pub fn has_symbols(&self, family: Shown) -> bool {
        self.definition.show.symbols.iter().any(|symbols| symbols.family == family)
    }
}

/// The characters for the values of one family.
#[derive(Debug, Clone)]
pub struct Alphabet<'a> {
    symbols: &'a Symbols,
    values: Vec<i64>,
}

impl<'a> Alphabet<'a> {
    /// Returns the characters of a family whose elements have these values, where it has any.
    pub fn new(instance: &Instance<'a>, family: Shown, domains: &[Domain]) -> Option<Self> {
        let symbols = &instance.definition.show.symbols;
        let symbols = symbols.iter().find(|shown| shown.family == family)?;
        let values = match symbols.shared_with {
            Some(first) => values(instance, first, own_domains(instance, first)),
            None => values(instance, family, domains),
        };
        Some(Self { symbols, values })
    }
}

/// The tokens of one element of a family.
#[derive(Debug, Clone)]
pub struct Tokens<'a> {
    domain: &'a Domain,
    /// The characters, each for the value at the same position.
    symbols: Option<(&'a [char], &'a [i64])>,
    is_rooms: bool,
    /// The words of programs, where its values are these.
    words: Option<Arc<ProgramSet>>,
}

/// Returns the programs of the board where these values of an element are numbers of words that may stand at its token.
fn words_of(instance: &Instance<'_>, key: &Key, domain: &Domain) -> Option<Arc<ProgramSet>> {
    let Key::Place(place) = key else { return None };
    let programs = instance.grid.as_ref()?.as_graph()?.programs.as_ref()?;
    let blank = programs.blanks.get(place.index as usize)?;
    let are_words = domain.iter().all(|value| blank.words.contains(&value));
    are_words.then(|| Arc::clone(programs))
}

/// Returns the programs of the board where all values of a family are numbers of words.
pub fn words_of_all(
    instance: &Instance<'_>,
    index: &KeyIndex,
    domains: &[Domain],
) -> Option<Arc<ProgramSet>> {
    let mut found = None;
    for (key, domain) in index.keys().iter().zip(domains) {
        found = Some(words_of(instance, key, domain)?);
    }
    found
}

impl<'a> Tokens<'a> {
    /// Returns the tokens of the element `key` of a family with these values and characters.
    pub fn new(
        instance: &Instance<'_>,
        family: Shown,
        key: &Key,
        domain: &'a Domain,
        alphabet: Option<&'a Alphabet<'a>>,
    ) -> Self {
        let symbols = alphabet.map(|alphabet| {
            let symbols = match &alphabet.symbols.vertical {
                Some(vertical) if is_vertical(instance.grid.as_ref(), key) => vertical,
                _ => &alphabet.symbols.symbols,
            };
            (symbols.as_slice(), alphabet.values.as_slice())
        });
        let words = words_of(instance, key, domain);
        Self { domain, symbols, is_rooms: is_rooms(instance, family), words }
    }

    /// Returns whether its values are words of programs.
    pub fn are_words(&self) -> bool {
        self.words.is_some()
    }

    fn symbol(&self, value: i64) -> Option<char> {
        let (symbols, values) = self.symbols?;
        symbols.get(values.binary_search(&value).ok()?).copied()
    }

    /// Returns whether drawings leave the place of this value blank.
    pub fn is_blank(&self, value: i64) -> bool {
        self.symbol(value) == Some(Symbols::BLANK)
    }

    /// Returns the token of a value.
    pub fn write(&self, value: i64) -> String {
        if self.is_rooms {
            return match (self.is_compact(), value) {
                (true, ..=26) => char::from(b'A' + (value - 1) as u8).to_string(),
                (true, _) => char::from(b'a' + (value - 27) as u8).to_string(),
                (false, _) => value.to_string(),
            };
        }
        if let Some(words) = &self.words {
            return words.word(value).to_owned();
        }
        let symbol = self.symbol(value).filter(|symbol| *symbol != Symbols::BLANK);
        symbol.map_or_else(|| value.to_string(), String::from)
    }

    /// Returns whether every token is one character.
    pub fn is_compact(&self) -> bool {
        if self.is_rooms {
            return self.domain.max() <= ROOM_LETTERS;
        }
        if self.words.is_some() {
            return false;
        }
        let is_digit = |value: i64| (0..=9).contains(&value);
        match self.symbols {
            Some(_) => self.domain.iter().all(|value| match self.symbol(value) {
                Some(Symbols::BLANK) | None => is_digit(value),
                Some(_) => true,
            }),
            None => is_digit(self.domain.min()) && is_digit(self.domain.max()),
        }
    }

    /// Returns the value of a token: a symbol or a number.
    pub fn read(&self, token: &str) -> Option<i64> {
        if self.is_rooms {
            return room_number(token);
        }
        if let Some(words) = &self.words {
            return words.number(token).filter(|word| self.domain.contains(*word));
        }
        let mut chars = token.chars();
        if let (Some((symbols, values)), Some(char), None) =
            (self.symbols, chars.next(), chars.next())
            && let Some(position) = symbols.iter().position(|symbol| *symbol == char)
        {
            return values.get(position).copied().filter(|value| self.domain.contains(*value));
        }
        let value = match token {
            "true" => 1,
            "false" => 0,
            other => other.parse().ok()?,
        };
        self.domain.contains(value).then_some(value)
    }

    /// Returns the value of a single character in a text without separators, where values above 9
    /// are letters: `A` is 10, or 1 where `letters_only`.
    pub fn read_char(&self, char: char, letters_only: bool) -> Option<i64> {
        let mut buffer = [0; 4];
        if let Some(value) = self.read(char.encode_utf8(&mut buffer)) {
            return Some(value);
        }
        if !char.is_ascii_alphabetic() || self.symbols.is_some() {
            return None;
        }
        let letter = i64::from(char.to_ascii_uppercase() as u8 - b'A');
        let value = letter + if letters_only { 1 } else { 10 };
        self.domain.contains(value).then_some(value)
    }

    /// Returns whether `0` means an empty square.
    pub fn zero_is_empty(&self) -> bool {
        !self.domain.contains(0)
    }

    /// Returns what may stand here, for messages.
    pub fn describe(&self) -> String {
        if self.is_rooms {
            return "a letter or a number".to_owned();
        }
        match (self.symbols, &self.words) {
            (Some(_), _) | (_, Some(_)) => {
                let words: Vec<String> =
                    self.domain.iter().map(|value| format!("`{}`", self.write(value))).collect();
                words.join(" or ")
            }
            (None, None) => crate::instance::describe_domain(self.domain),
        }
    }
}

/// A value of an element of a family as people read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Described {
    /// Its symbol, its word, or its number.
    Written(String),
    /// Drawings leave its place blank; this is how it is written elsewhere.
    Blank(String),
}

impl Described {
    /// Returns the text.
    pub fn into_text(self) -> String {
        let (Self::Written(text) | Self::Blank(text)) = self;
        text
    }
}

/// Returns a value of an element of a family as people read it: by its symbol where the family has some.
/// `domains` are the values of each element.
pub fn describe_value(
    instance: &Instance<'_>,
    family: Shown,
    position: usize,
    domains: &[Domain],
    value: i64,
) -> Described {
    let definition = instance.definition;
    let (index, is_truth) = match family {
        Shown::Clue(id) => (&instance.clues[id.0 as usize].index, definition.clue(id).is_truth),
        Shown::Answer(id) => {
            (&instance.families[id.0 as usize].index, definition.family(id).is_truth)
        }
        Shown::Layout(id) => {
            let layout = &instance.layouts[id.0 as usize];
            (&layout.index, definition.layouts[id.0 as usize].is_truth())
        }
    };
    let alphabet = Alphabet::new(instance, family, domains);
    match (&alphabet, index.keys().get(position), domains.get(position)) {
        (alphabet, Some(key), Some(domain))
            if alphabet.is_some() || words_of(instance, key, domain).is_some() =>
        {
            let tokens = Tokens::new(instance, family, key, domain, alphabet.as_ref());
            match (tokens.is_blank(value), is_truth) {
                (true, true) => Described::Written((value != 0).to_string()),
                (true, false) => Described::Blank(tokens.write(value)),
                (false, _) => Described::Written(tokens.write(value)),
            }
        }
        _ if is_truth => Described::Written((value != 0).to_string()),
        _ => Described::Written(value.to_string()),
    }
}
