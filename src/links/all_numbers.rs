//! A number in every square, in base 36: `encodeHitori` of pzpr.

use crate::grid::Grid;
use crate::links::{Places, digit, number_of};
use crate::model::link::{Content, LinkArgument, LinkCode, LinkText};

/// `all_numbers(clue)`.
#[derive(Debug)]
pub(super) struct AllNumbers;

impl LinkCode for AllNumbers {
    fn name(&self) -> &'static str {
        "all_numbers"
    }

    fn signature(&self) -> &'static str {
        "all_numbers(clue)"
    }

    fn about(&self) -> &'static str {
        "A number in every place, in base 36."
    }

    fn write(&self, grid: &Grid, arguments: &[LinkArgument<'_>]) -> Result<String, String> {
        let contents = Places::of(grid, arguments).contents(arguments);
        let written = |content: &Content| match content {
            Content::Empty => Ok(".".to_owned()),
            Content::Untold => Ok("@".to_owned()),
            Content::Value(value @ 0..=35) => Ok(digit(*value as u32, 36).to_string()),
            Content::Value(value @ 36..=1295) => {
                let (high, low) = (*value as u32 / 36, *value as u32 % 36);
                Ok(format!("-{}{}", digit(high, 36), digit(low, 36)))
            }
            Content::Value(value) => Err(format!("a clue is {value}, and two digits go to 1295")),
        };
        contents.iter().map(written).collect()
    }

    fn read(
        &self,
        grid: &Grid,
        text: &mut LinkText<'_>,
        arguments: &mut [LinkArgument<'_>],
    ) -> Result<(), String> {
        let places = Places::of(grid, arguments);
        let mut found = Vec::new();
        while found.len() < places.at.len() {
            let Some(char) = text.take() else { break };
            found.push(match char {
                '.' => Content::Empty,
                '@' | '%' => Content::Untold,
                '-' => Content::Value(number_of(text.take_many(2)?, 36)?),
                digit => Content::Value(number_of(digit.encode_utf8(&mut [0; 4]), 36)?),
            });
        }
        places.fill(&found, arguments)
    }
}
