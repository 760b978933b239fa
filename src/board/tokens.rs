//! Which token stands for which value.

use crate::board::layout::is_vertical;
use crate::domain::Domain;
use crate::model::definition::Shown;
use crate::model::instance::Instance;
use crate::model::value::Key;

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

/// The tokens of one element of a family.
#[derive(Debug, Clone)]
pub struct Tokens<'a> {
    domain: &'a Domain,
    symbols: Option<&'a [char]>,
    is_rooms: bool,
}

impl<'a> Tokens<'a> {
    /// Returns the tokens of the element `key` of a family with these values.
    pub fn new(instance: &'a Instance<'_>, family: Shown, key: &Key, domain: &'a Domain) -> Self {
        let shown = instance.definition.show.symbols.iter().find(|shown| shown.family == family);
        let symbols = shown.map(|shown| match &shown.vertical {
            Some(vertical) if is_vertical(instance.grid.as_ref(), key) => vertical.as_slice(),
            _ => shown.symbols.as_slice(),
        });
        Self { domain, symbols, is_rooms: is_rooms(instance, family) }
    }

    fn symbol(&self, value: i64) -> Option<char> {
        let position = self.domain.iter().position(|other| other == value)?;
        self.symbols?.get(position).copied()
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
        self.symbol(value).map_or_else(|| value.to_string(), String::from)
    }

    /// Returns whether every token is one character.
    pub fn is_compact(&self) -> bool {
        if self.is_rooms {
            return self.domain.max() <= ROOM_LETTERS;
        }
        match self.symbols {
            Some(_) => self.domain.iter().all(|value| self.symbol(value).is_some()),
            None => self.domain.min() >= 0 && self.domain.max() <= 9,
        }
    }

    /// Returns the value of a token: a symbol or a number.
    pub fn read(&self, token: &str) -> Option<i64> {
        if self.is_rooms {
            return room_number(token);
        }
        let mut chars = token.chars();
        if let (Some(symbols), Some(char), None) = (self.symbols, chars.next(), chars.next())
            && let Some(position) = symbols.iter().position(|symbol| *symbol == char)
        {
            return self.domain.iter().nth(position);
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
        match self.symbols {
            Some(symbols) => {
                let words: Vec<String> =
                    symbols.iter().map(|symbol| format!("`{symbol}`")).collect();
                words.join(" or ")
            }
            None => crate::model::instance::describe_domain(self.domain),
        }
    }
}
