//! What codes for sparse clues share: a letter stands for several empty places.

use crate::links::{digit, too_long, value_of};
use puzgen_model::link::{Content, LinkText};

/// The letters of runs: the first one stands for one empty place, the last one for the longest run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Runs {
    /// The digit in base 36 before the first letter.
    pub(super) before: u32,
    /// The longest run.
    pub(super) longest: u32,
}

/// Letters from `g` to `z`.
pub(super) const FROM_G: Runs = Runs { before: 15, longest: 20 };
/// Letters from `a` to `z`.
pub(super) const FROM_A: Runs = Runs { before: 9, longest: 26 };

impl Runs {
    /// Writes contents; `write` gives the text of one, which may be empty for an empty place.
    pub(super) fn write(
        self,
        contents: &[Content],
        mut write: impl FnMut(usize) -> Result<String, String>,
    ) -> Result<String, String> {
        let mut text = String::new();
        let mut empty = 0;
        for at in 0..contents.len() {
            let own = write(at)?;
            empty += u32::from(own.is_empty());
            if empty == 0 {
                text.push_str(&own);
            } else if !own.is_empty() || empty == self.longest {
                text.push(digit(self.before + empty, 36));
                text.push_str(&own);
                empty = 0;
            }
        }
        if empty > 0 {
            text.push(digit(self.before + empty, 36));
        }
        Ok(text)
    }

    /// Reads up to `count` contents; `read` is given the first character of one and gives what it says.
    pub(super) fn read(
        self,
        text: &mut LinkText<'_>,
        count: usize,
        mut read: impl FnMut(char, &mut LinkText<'_>) -> Result<Content, String>,
    ) -> Result<Vec<Content>, String> {
        let mut contents = Vec::new();
        while contents.len() < count {
            let Some(char) = text.take() else { break };
            match char {
                'a'..='z' if value_of(char, 36)? > self.before => {
                    let empty = value_of(char, 36)? - self.before;
                    contents.extend((0..empty).map(|_| Content::Empty));
                }
                _ => contents.push(read(char, text)?),
            }
        }
        // A run at the end may be as long as its letter allows.
        match contents.get(count..).is_some_and(|rest| rest.iter().any(|it| *it != Content::Empty))
        {
            true => Err(too_long()),
            false => Ok(contents),
        }
    }
}
