//! Parts of ships: the numbers that the genre battleship of pzpr has for them.

use crate::links::in_order::{InOrder, Values};
use crate::links::numbers::NUMBERS;
use puzgen_base::heads::Signed;
use puzgen_model::link::{Content, LinkText};

/// `ships(part)`.
#[derive(Debug)]
pub(super) struct Ships;

/// For 0, 1, …, what pzpr has: water, a ship of one square, the four ends, a middle.
const THERE: [i64; 7] = [0, 6, 1, 2, 3, 4, 5];

impl InOrder for Ships {
    fn head(&self) -> Signed {
        Signed {
            name: "ships",
            signature: "ships(part)",
            about: "0 for water, 1 for a ship of one square, 2 to 5 for ends above, below, left and right, 6 for a part between.",
        }
    }

    fn write(&self, contents: &[Content], values: Values) -> Result<String, String> {
        let there = |content: &Content| match content {
            Content::Value(value) => {
                let part = usize::try_from(*value).ok().and_then(|part| THERE.get(part));
                let part = part.ok_or_else(|| format!("{value} is no part of a ship"))?;
                Ok(Content::Value(*part))
            }
            other => Ok(*other),
        };
        let contents: Vec<Content> = contents.iter().map(there).collect::<Result<_, String>>()?;
        InOrder::write(&NUMBERS, &contents, values)
    }

    fn read(&self, text: &mut LinkText<'_>, values: Values) -> Result<Vec<Content>, String> {
        let here = |content: Content| match content {
            Content::Value(value) => match THERE.iter().position(|there| *there == value) {
                Some(part) => Ok(Content::Value(part as i64)),
                None => Err(format!("{value} is a part that no straight ship has")),
            },
            Content::Untold => Err("it has a ship whose part is not told".to_owned()),
            Content::Empty => Ok(Content::Empty),
        };
        let (board, rest) = text
            .rest
            .split_once('/')
            .map_or((text.rest, ""), |(board, _)| (board, &text.rest[board.len()..]));
        let mut board = LinkText { rest: board };
        let found = InOrder::read(&NUMBERS, &mut board, values)?;
        text.rest = rest;
        match board.rest {
            "" => found.into_iter().map(here).collect(),
            left => Err(format!("`{left}` is left of its board")),
        }
    }
}
