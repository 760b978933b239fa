//! Places with a mark, and how far it is to the next: `encode1Cell` of pzpr.

use crate::links::in_order::{InOrder, Values};
use crate::links::{digit, too_long, value_of};
use puzgen_base::heads::Signed;
use puzgen_model::link::{Content, LinkText};

/// `marks(clue)`.
#[derive(Debug)]
pub(super) struct Marks;

/// The most empty places that one character says.
const MOST: usize = 17;

impl InOrder for Marks {
    fn head(&self) -> Signed {
        Signed {
            name: "marks",
            signature: "marks(clue)",
            about: "Where a clue or layout is true, by the distances between these places.",
        }
    }

    fn write(&self, contents: &[Content], _: Values) -> Result<String, String> {
        let mut text = String::new();
        // Whether a mark stands before the empty places that are counted, and how many of these there are.
        let (mut is_mark, mut empty) = (false, None::<usize>);
        let mut say = |is_mark: bool, empty: usize| {
            text.push(digit(empty as u32 + if is_mark { 0 } else { 18 }, 36));
        };
        for content in contents {
            if content.value() == Some(1) {
                if let Some(empty) = empty {
                    say(is_mark, empty);
                }
                (is_mark, empty) = (true, Some(0));
                continue;
            }
            let count = empty.map_or(0, |empty| empty + 1);
            empty = Some(count);
            if count == MOST {
                say(is_mark, count);
                (is_mark, empty) = (false, None);
            }
        }
        if let Some(empty) = empty {
            say(is_mark, empty);
        }
        Ok(text)
    }

    fn read(&self, text: &mut LinkText<'_>, values: Values) -> Result<Vec<Content>, String> {
        let mut found = vec![values.content(false); values.count];
        let mut at = 0;
        while at < found.len() {
            let Some(char) = text.take() else { break };
            let mut value = value_of(char, 36)? as usize;
            if value < 18 {
                *found.get_mut(at).ok_or_else(too_long)? = Content::Value(1);
            } else {
                value -= 18;
            }
            at += value + 1;
        }
        Ok(found)
    }
}
