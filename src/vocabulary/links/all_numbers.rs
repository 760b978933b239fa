//! A number in every square, in base 36: `encodeHitori` of pzpr.

use crate::links::in_order::{InOrder, Values, read_each, read_number, write_number};
use puzgen_base::heads::Signed;
use puzgen_model::link::{Content, LinkText};

/// `all_numbers(clue)`.
#[derive(Debug)]
pub(super) struct AllNumbers;

impl InOrder for AllNumbers {
    fn head(&self) -> Signed {
        Signed {
            name: "all_numbers",
            signature: "all_numbers(clue)",
            about: "A number in every place, in base 36.",
        }
    }

    fn write(&self, contents: &[Content], _: Values) -> Result<String, String> {
        let written = |content: &Content| match content {
            Content::Empty => Ok(".".to_owned()),
            Content::Untold => Ok("@".to_owned()),
            Content::Value(value) => write_number(*value, 36),
        };
        contents.iter().map(written).collect()
    }

    fn read(&self, text: &mut LinkText<'_>, values: Values) -> Result<Vec<Content>, String> {
        read_each(text, values.count, |first, text| match first {
            '.' => Ok(Content::Empty),
            '@' | '%' => Ok(Content::Untold),
            first => read_number(first, text, 36),
        })
    }
}
