//! One digit a square, with a letter for several empty places: what `fourcells` and `fivecells` of pzpr write.

use crate::links::digit;
use crate::links::in_order::{InOrder, Values};
use crate::links::runs::FROM_A;
use puzgen_base::heads::Signed;
use puzgen_model::link::{Content, LinkText};

/// `single_digits(clue)`.
#[derive(Debug)]
pub(super) struct SingleDigits;

impl InOrder for SingleDigits {
    fn head(&self) -> Signed {
        Signed {
            name: "single_digits",
            signature: "single_digits(clue)",
            about: "Digits from 0 to 6, `.` where one is not told; 7 is no square of the board.",
        }
    }

    fn write(&self, contents: &[Content], _: Values) -> Result<String, String> {
        FROM_A.write(contents, |at| match contents[at] {
            Content::Empty => Ok(String::new()),
            Content::Untold => Ok(".".to_owned()),
            Content::Value(value @ 0..=6) => Ok(digit(value as u32, 10).to_string()),
            Content::Value(value) => Err(format!("a clue is {value}, and digits go from 0 to 6")),
        })
    }

    fn read(&self, text: &mut LinkText<'_>, values: Values) -> Result<Vec<Content>, String> {
        FROM_A.read(text, values.count, |first, _| match first {
            '.' => Ok(Content::Untold),
            '7' => Err("it has holes in the board".to_owned()),
            _ => {
                let value = first.to_digit(7).ok_or_else(|| format!("`{first}` is no digit"))?;
                Ok(Content::Value(value.into()))
            }
        })
    }
}
