//! Sums outside of the board, in base 32: `encodeBox` of pzpr.

use crate::grid::Grid;
use crate::links::{Places, digit, number_of};
use crate::model::link::{Content, LinkArgument, LinkCode, LinkText};

/// `sums(columns, rows)`.
#[derive(Debug)]
pub(super) struct Sums;

impl LinkCode for Sums {
    fn name(&self) -> &'static str {
        "sums"
    }

    fn signature(&self) -> &'static str {
        "sums(columns, rows)"
    }

    fn about(&self) -> &'static str {
        "A number for every column and every row, in base 32."
    }

    fn takes(&self, families: Option<usize>) -> bool {
        families == Some(2)
    }

    fn write(&self, grid: &Grid, arguments: &[LinkArgument<'_>]) -> Result<String, String> {
        let contents = Places::of(grid, arguments).contents(arguments);
        let written = |content: &Content| match content.value() {
            Some(value @ 0..=31) => Ok(digit(value as u32, 32).to_string()),
            Some(value @ 32..=1023) => {
                let (high, low) = (value as u32 / 32, value as u32 % 32);
                Ok(format!("-{}{}", digit(high, 32), digit(low, 32)))
            }
            Some(value) => Err(format!("a sum is {value}, and two digits go to 1023")),
            None => Err("a sum is missing, and all are shown".to_owned()),
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
            found.push(Content::Value(match char {
                '-' => number_of(text.take_many(2)?, 32)?,
                digit => number_of(digit.encode_utf8(&mut [0; 4]), 32)?,
            }));
        }
        places.fill(&found, arguments)
    }
}
