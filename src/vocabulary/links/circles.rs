//! Three places a character, each with one of three values: `encodeCircle` of pzpr.

use crate::links::in_order::{InOrder, Values};
use crate::links::{digit, number_of, value_of};
use puzgen_base::heads::Signed;
use puzgen_model::link::{Content, LinkText};

/// `circles(clue)`; `optional_circles` writes nothing where nothing is shown.
#[derive(Debug)]
pub(super) struct Circles {
    head: Signed,
    is_optional: bool,
}

pub(super) const CIRCLES: Circles = Circles {
    head: Signed {
        name: "circles",
        signature: "circles(clue)",
        about: "White and black circles, for false and true, or for 1 and 2.",
    },
    is_optional: false,
};

pub(super) const OPTIONAL_CIRCLES: Circles = Circles {
    head: Signed {
        name: "optional_circles",
        signature: "optional_circles(clue)",
        about: "As `circles`, and nothing where nothing is shown.",
    },
    is_optional: true,
};

impl InOrder for Circles {
    fn head(&self) -> Signed {
        self.head
    }

    fn write(&self, contents: &[Content], values: Values) -> Result<String, String> {
        if self.is_optional && contents.iter().all(|content| *content == Content::Empty) {
            return Ok(String::new());
        }
        let add = i64::from(values.is_truth);
        // No circle is no value, unless all values are shown.
        let least = u32::from(!values.is_whole);
        let circle = |content: &Content| match content {
            Content::Empty => Ok(0),
            Content::Value(value) => match u32::try_from(value + add) {
                Ok(circle) if (least..=2).contains(&circle) => Ok(circle),
                _ => Err(format!("a clue is {value}, and circles are 1 and 2")),
            },
            Content::Untold => Err("a clue is not told, and a circle is white or black".to_owned()),
        };
        let circles: Vec<u32> = contents.iter().map(circle).collect::<Result<_, String>>()?;
        let together = |three: &[u32]| {
            let at = |at: usize| three.get(at).copied().unwrap_or(0);
            digit(9 * at(0) + 3 * at(1) + at(2), 27)
        };
        Ok(circles.chunks(3).map(together).collect())
    }

    fn read(&self, text: &mut LinkText<'_>, values: Values) -> Result<Vec<Content>, String> {
        let add = i64::from(values.is_truth);
        let mut found = Vec::new();
        while found.len() < values.count {
            let Some(char) = text.take() else { break };
            let three = value_of(char, 27)?;
            for circle in [three / 9, three / 3 % 3, three % 3] {
                found.push(match circle {
                    // 0 is a value that the clue shows where it shows all of them.
                    0 if add == 0 && values.is_whole => Content::Value(0),
                    0 => Content::Empty,
                    circle => Content::Value(i64::from(circle) - add),
                });
            }
        }
        found.truncate(values.count);
        Ok(found)
    }

    fn word(&self, content: Content, values: Values) -> Result<Option<String>, String> {
        let circle = content.value().map(|value| value + i64::from(values.is_truth));
        Ok(circle.filter(|circle| *circle > 0).map(|circle| circle.to_string()))
    }

    fn read_word(&self, word: &str, values: Values) -> Result<Content, String> {
        match word {
            "1" | "2" => {
                let circle = number_of(word, 10)?;
                Ok(Content::Value(circle - i64::from(values.is_truth)))
            }
            other => Err(format!("`{other}` is no circle")),
        }
    }
}
