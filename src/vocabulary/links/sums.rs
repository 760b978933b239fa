//! Sums outside of the board, in base 32: `encodeBox` of pzpr.

use crate::links::in_order::{InOrder, Values, read_each, read_number, write_number};
use puzgen_base::heads::Signed;
use puzgen_model::link::{Content, LinkText};

/// `sums(columns, rows)`.
#[derive(Debug)]
pub(super) struct Sums;

impl InOrder for Sums {
    fn head(&self) -> Signed {
        Signed {
            name: "sums",
            signature: "sums(columns, rows)",
            about: "A number for every column and every row, in base 32.",
        }
    }

    fn takes(&self, families: Option<usize>) -> bool {
        families == Some(2)
    }

    fn write(&self, contents: &[Content], _: Values) -> Result<String, String> {
        let written = |content: &Content| match content.value() {
            Some(value) => write_number(value, 32),
            None => Err("a sum is missing, and all are shown".to_owned()),
        };
        contents.iter().map(written).collect()
    }

    fn read(&self, text: &mut LinkText<'_>, values: Values) -> Result<Vec<Content>, String> {
        read_each(text, values.count, |first, text| read_number(first, text, 32))
    }
}
