//! White and black circles with numbers in them, as `balance` of pzpr has them.

use crate::links::runs::FROM_G;
use crate::links::{Places, each, fill_each, numbers};
use puzgen_base::heads::Signed;
use puzgen_model::link::{Arguments, Content, LinkCode, LinkText};

/// `circled_numbers(circle, number)`.
#[derive(Debug)]
pub(super) struct CircledNumbers;

impl LinkCode for CircledNumbers {
    fn head(&self) -> Signed {
        Signed {
            name: "circled_numbers",
            signature: "circled_numbers(circle, number)",
            about: "White and black circles, for false and true, each with a number or without.",
        }
    }

    fn takes(&self, families: Option<usize>) -> bool {
        families == Some(2)
    }

    fn write(&self, arguments: &Arguments<'_>) -> Result<String, String> {
        let each = each(arguments);
        let joined = each[0].iter().zip(&each[1]).map(|(circle, number)| match (circle, number) {
            (Content::Empty, Content::Empty) => Ok(Content::Empty),
            (Content::Value(black), Content::Empty | Content::Untold) => Ok(Content::Value(*black)),
            (Content::Value(black), Content::Value(number)) => {
                Ok(Content::Value(2 * number + black))
            }
            (Content::Untold, _) => Err("a circle is neither white nor black".to_owned()),
            (Content::Empty, _) => Err("a number stands in no circle".to_owned()),
        });
        let joined: Vec<Content> = joined.collect::<Result<_, String>>()?;
        FROM_G.write(&joined, |at| numbers::written(joined[at]))
    }

    fn read(&self, text: &mut LinkText<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        let count = Places::of(into, 0..1).at.len();
        let found = FROM_G.read(text, count, numbers::read)?;
        let part = |read: fn(i64) -> Content| -> Vec<Content> {
            found.iter().map(|it| it.value().map_or(Content::Empty, read)).collect()
        };
        let circles = part(|value| Content::Value(value % 2));
        let values = part(|value| match value / 2 {
            0 => Content::Empty,
            number => Content::Value(number),
        });
        fill_each(&[circles, values], into)
    }
}
