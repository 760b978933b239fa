//! Five places a character, each on or off: `encodeBinary` of pzpr.

use crate::links::in_order::{InOrder, Values};
use crate::links::{digit, value_of};
use puzgen_base::heads::Signed;
use puzgen_model::link::{Content, LinkText};

/// `bits(clue)`.
#[derive(Debug)]
pub(super) struct Bits;

/// Writes truths, five a character.
pub(super) fn write(truths: &[bool]) -> String {
    let together = |five: &[bool]| {
        let bits = five.iter().enumerate().map(|(at, truth)| u32::from(*truth) << (4 - at));
        digit(bits.sum(), 32)
    };
    truths.chunks(5).map(together).collect()
}

/// Reads `count` truths.
pub(super) fn read(text: &mut LinkText<'_>, count: usize) -> Result<Vec<bool>, String> {
    let mut truths = Vec::new();
    while truths.len() < count {
        let Some(char) = text.take() else {
            return Err("the link ends too early".to_owned());
        };
        let five = value_of(char, 32)?;
        truths.extend((0..5).map(|at| five >> (4 - at) & 1 == 1));
    }
    truths.truncate(count);
    Ok(truths)
}

impl InOrder for Bits {
    fn head(&self) -> Signed {
        Signed {
            name: "bits",
            signature: "bits(clue)",
            about: "Where a clue or layout is true; nothing where it nowhere is.",
        }
    }

    fn write(&self, contents: &[Content], _: Values) -> Result<String, String> {
        let truths: Vec<bool> = contents.iter().map(|it| it.value() == Some(1)).collect();
        Ok(if truths.contains(&true) { write(&truths) } else { String::new() })
    }

    fn read(&self, text: &mut LinkText<'_>, values: Values) -> Result<Vec<Content>, String> {
        let truths = match text.rest {
            "" => vec![false; values.count],
            _ => read(text, values.count)?,
        };
        Ok(truths.into_iter().map(|truth| values.content(truth)).collect())
    }
}
