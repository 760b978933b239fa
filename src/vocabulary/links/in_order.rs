//! What codes share that see values in the order of their places, whichever families these are of.

use std::fmt;

use crate::links::{Places, all, digit, family, number_of, rows};
use puzgen_base::heads::Signed;
use puzgen_model::link::{Arguments, Content, FileLines, LinkCode, LinkText};

/// What the places of a code have for values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Values {
    /// How many places there are.
    pub(super) count: usize,
    /// Whether the values of the first family are truths.
    pub(super) is_truth: bool,
    /// Whether all values of the first family are always shown.
    pub(super) is_whole: bool,
}

impl Values {
    /// Returns what a place says that is true or is not.
    pub(super) fn content(self, truth: bool) -> Content {
        match truth || self.is_whole {
            true => Content::Value(i64::from(truth)),
            false => Content::Empty,
        }
    }
}

/// A code for values in the order of their places.
pub(super) trait InOrder: fmt::Debug + Sync {
    /// As [`LinkCode::head`].
    fn head(&self) -> Signed;

    /// As [`LinkCode::takes`].
    fn takes(&self, families: Option<usize>) -> bool {
        families == Some(1)
    }

    /// Returns the text of what the places say.
    fn write(&self, contents: &[Content], values: Values) -> Result<String, String>;

    /// Reads what the places say; the last of them may be missing where the text ends.
    fn read(&self, text: &mut LinkText<'_>, values: Values) -> Result<Vec<Content>, String>;

    /// Returns the word that a file has for what a place says; nothing for an empty place.
    fn word(&self, content: Content, _: Values) -> Result<Option<String>, String> {
        Ok(rows::number(content))
    }

    /// Reads the word that a file has for what a place says.
    fn read_word(&self, word: &str, _: Values) -> Result<Content, String> {
        rows::read_number(word)
    }
}

/// A code for values in the order of their places, as a code of links.
pub(super) struct Ordered<C>(pub(super) C);

impl<C: InOrder> fmt::Debug for Ordered<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<C: InOrder> LinkCode for Ordered<C> {
    fn head(&self) -> Signed {
        InOrder::head(&self.0)
    }

    fn takes(&self, families: Option<usize>) -> bool {
        InOrder::takes(&self.0, families)
    }

    fn write(&self, arguments: &Arguments<'_>) -> Result<String, String> {
        let contents = Places::all(arguments).contents(arguments);
        InOrder::write(&self.0, &contents, values(arguments))
    }

    fn read(&self, text: &mut LinkText<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        let found = InOrder::read(&self.0, text, values(into))?;
        Places::all(into).fill(&found, into)
    }

    fn lines(&self, arguments: &Arguments<'_>) -> Result<Vec<String>, String> {
        let values = values(arguments);
        rows::write(arguments, all(arguments), |content| self.0.word(content, values))
    }

    fn read_lines(&self, file: &mut FileLines<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        let values = values(into);
        rows::read(file, into, all(into), |word| self.0.read_word(word, values))
    }
}

fn values(arguments: &Arguments<'_>) -> Values {
    let family = family(arguments);
    let count = Places::all(arguments).at.len();
    Values { count, is_truth: family.is_truth, is_whole: family.is_whole }
}

/// Reads up to `count` contents, each by what `read` makes of its first character.
pub(super) fn read_each(
    text: &mut LinkText<'_>,
    count: usize,
    read: impl Fn(char, &mut LinkText<'_>) -> Result<Content, String>,
) -> Result<Vec<Content>, String> {
    let mut found = Vec::new();
    while found.len() < count {
        let Some(char) = text.take() else { break };
        found.push(read(char, text)?);
    }
    Ok(found)
}

/// Writes a number as one digit, or as `-` and two.
pub(super) fn write_number(value: i64, base: u32) -> Result<String, String> {
    match u32::try_from(value).map(|value| (value / base, value % base)) {
        Ok((0, low)) => Ok(digit(low, base).to_string()),
        Ok((high, low)) if high < base => Ok(format!("-{}{}", digit(high, base), digit(low, base))),
        _ => Err(format!("a number is {value}, and two digits go to {}", base * base - 1)),
    }
}

/// Reads a number that [`write_number`] wrote.
pub(super) fn read_number(
    first: char,
    text: &mut LinkText<'_>,
    base: u32,
) -> Result<Content, String> {
    let number = match first {
        '-' => number_of(text.take_many(2)?, base)?,
        digit => number_of(digit.encode_utf8(&mut [0; 4]), base)?,
    };
    Ok(Content::Value(number))
}
