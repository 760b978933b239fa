//! Three places a character, each with one of three values: `encodeCircle` of pzpr.

use crate::grid::Grid;
use crate::links::{Places, digit, value_of};
use crate::model::link::{Content, LinkArgument, LinkCode, LinkText};

/// `circles(clue)`.
#[derive(Debug)]
pub(super) struct Circles;

impl LinkCode for Circles {
    fn name(&self) -> &'static str {
        "circles"
    }

    fn signature(&self) -> &'static str {
        "circles(clue)"
    }

    fn about(&self) -> &'static str {
        "White and black circles, for false and true, or for 1 and 2."
    }

    fn write(&self, grid: &Grid, arguments: &[LinkArgument<'_>]) -> Result<String, String> {
        let add = i64::from(is_truth(arguments));
        let contents = Places::of(grid, arguments).contents(arguments);
        let circle = |content: &Content| match content {
            Content::Empty => Ok(0),
            Content::Value(value) => match u32::try_from(value + add) {
                Ok(circle @ 0..=2) => Ok(circle),
                _ => Err(format!("a clue is {value}, and circles are 1 and 2")),
            },
            Content::Untold => Err("a clue is not told, and a circle is white or black".to_owned()),
        };
        let circles: Vec<u32> = contents.iter().map(circle).collect::<Result<_, String>>()?;
        let together = |three: &[u32]| {
            let at = |at: usize| three.get(at).copied().unwrap_or(0);
            digit(9 * at(0) + 3 * at(1) + at(2), 27)
        };
        Ok(circles.chunks(3).map(together).collect())
    }

    fn read(
        &self,
        grid: &Grid,
        text: &mut LinkText<'_>,
        arguments: &mut [LinkArgument<'_>],
    ) -> Result<(), String> {
        let add = i64::from(is_truth(arguments));
        let places = Places::of(grid, arguments);
        let mut found = Vec::new();
        while found.len() < places.at.len() {
            let Some(char) = text.take() else { break };
            let three = value_of(char, 27)?;
            for circle in [three / 9, three / 3 % 3, three % 3] {
                found.push(match circle {
                    0 if add == 0 && self.is_whole(arguments) => Content::Value(0),
                    0 => Content::Empty,
                    circle => Content::Value(i64::from(circle) - add),
                });
            }
        }
        found.truncate(places.at.len());
        places.fill(&found, arguments)
    }
}

impl Circles {
    /// Returns whether 0 is a value that the clue shows, as it shows all of them.
    fn is_whole(&self, arguments: &[LinkArgument<'_>]) -> bool {
        super::family(arguments).is_whole
    }
}

fn is_truth(arguments: &[LinkArgument<'_>]) -> bool {
    super::family(arguments).is_truth
}
