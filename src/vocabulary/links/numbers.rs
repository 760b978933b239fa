//! Numbers in base 16, with a letter for several empty places: `encodeNumber16` of pzpr.

use crate::links::in_order::{InOrder, Values};
use crate::links::number_of;
use crate::links::runs::FROM_G;
use puzgen_base::heads::Signed;
use puzgen_model::link::{Content, LinkText};

/// `numbers(clue, …)`; `optional_numbers` writes nothing where nothing is shown, `numbers_from_zero` one less.
#[derive(Debug)]
pub(super) struct Numbers {
    head: Signed,
    is_optional: bool,
    /// By how much values are larger than what is written.
    first: i64,
}

pub(super) const NUMBERS: Numbers = Numbers {
    head: Signed {
        name: "numbers",
        signature: "numbers(clue, …)",
        about: "Numbers of any size, `.` where one is not told.",
    },
    is_optional: false,
    first: 0,
};

pub(super) const OPTIONAL_NUMBERS: Numbers = Numbers {
    head: Signed {
        name: "optional_numbers",
        signature: "optional_numbers(clue, …)",
        about: "As `numbers`, and nothing where no number is shown.",
    },
    is_optional: true,
    first: 0,
};

pub(super) const NUMBERS_FROM_ZERO: Numbers = Numbers {
    head: Signed {
        name: "numbers_from_zero",
        signature: "numbers_from_zero(clue, …)",
        about: "As `numbers`, where 0 stands for 1, 1 for 2, and so on.",
    },
    is_optional: false,
    first: 1,
};

/// For each first character, how many digits follow, and what is added to their number.
const LARGE: [(char, usize, i64); 6] =
    [('-', 2, 0), ('+', 3, 0), ('=', 3, 4096), ('@', 3, 8192), ('*', 4, 12_240), ('$', 5, 77_776)];

/// Returns what stands for a content; nothing for an empty place.
pub(super) fn written(content: Content) -> Result<String, String> {
    match content {
        Content::Empty => Ok(String::new()),
        Content::Untold => Ok(".".to_owned()),
        Content::Value(value @ 0..=15) => Ok(format!("{value:x}")),
        Content::Value(value) => {
            let fits = |(_, digits, add): &&(char, usize, i64)| {
                (*add..add + (1 << (4 * digits))).contains(&value)
            };
            // 8,192 and above begin anew at 12,240, though three digits would do for longer.
            let last = |(_, _, add): &&(char, usize, i64)| *add != 8192 || value < 12_240;
            let form = LARGE.iter().filter(last).find(fits);
            let (first, digits, add) =
                form.ok_or_else(|| format!("{value} is no number that a link can have"))?;
            Ok(format!("{first}{:0digits$x}", value - add))
        }
    }
}

/// Reads what begins with a character.
pub(super) fn read(first: char, text: &mut LinkText<'_>) -> Result<Content, String> {
    if first == '.' {
        return Ok(Content::Untold);
    }
    let first = if first == '%' { '@' } else { first };
    match LARGE.iter().find(|(sign, ..)| *sign == first) {
        Some((_, digits, add)) => {
            Ok(Content::Value(number_of(text.take_many(*digits)?, 16)? + add))
        }
        None => Ok(Content::Value(number_of(first.encode_utf8(&mut [0; 4]), 16)?)),
    }
}

impl InOrder for Numbers {
    fn head(&self) -> Signed {
        self.head
    }

    fn takes(&self, families: Option<usize>) -> bool {
        families.is_some_and(|count| count > 0)
    }

    fn write(&self, contents: &[Content], _: Values) -> Result<String, String> {
        if self.is_optional && contents.iter().all(|content| *content == Content::Empty) {
            return Ok(String::new());
        }
        FROM_G.write(contents, |at| {
            written(match contents[at] {
                Content::Value(value) => Content::Value(value - self.first),
                other => other,
            })
        })
    }

    fn read(&self, text: &mut LinkText<'_>, values: Values) -> Result<Vec<Content>, String> {
        FROM_G.read(text, values.count, |first, text| {
            Ok(match read(first, text)? {
                Content::Value(value) => Content::Value(value + self.first),
                other => other,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_every_number_and_reads_it() {
        for value in (0..20_000).chain((77_000..79_000).chain([1_126_351])) {
            let text = written(Content::Value(value)).unwrap();
            let mut rest = LinkText { rest: &text };
            let first = rest.take().unwrap();
            assert_eq!(read(first, &mut rest), Ok(Content::Value(value)), "{text}");
            assert_eq!(rest.rest, "");
        }
        assert!(written(Content::Value(-1)).is_err());
        assert!(written(Content::Value(5_000_000)).is_err());
        assert_eq!(written(Content::Value(16)).unwrap(), "-10");
        assert_eq!(written(Content::Value(256)).unwrap(), "+100");
    }
}
