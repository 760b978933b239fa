//! Fields between slashes.

use crate::links::number;
use puzgen_base::heads::Signed;
use puzgen_model::grid::Grid;
use puzgen_model::link::{FileLines, LinkArgument, LinkCode, LinkText};

/// `field(value)`.
#[derive(Debug)]
pub(super) struct Field;

/// `slash()`.
#[derive(Debug)]
pub(super) struct Slash;

impl LinkCode for Field {
    fn head(&self) -> Signed {
        Signed { name: "field", signature: "field(parameter)", about: "A parameter, and a slash." }
    }

    fn takes(&self, families: Option<usize>) -> bool {
        families.is_none()
    }

    fn write(&self, _: &Grid, arguments: &[LinkArgument<'_>]) -> Result<String, String> {
        Ok(format!("{}/", number(arguments)))
    }

    fn read(
        &self,
        _: &Grid,
        text: &mut LinkText<'_>,
        arguments: &mut [LinkArgument<'_>],
    ) -> Result<(), String> {
        let (field, expected) = (text.take_field(), number(arguments));
        match field.parse::<i64>() {
            Ok(found) if found == expected => Ok(()),
            _ => Err(format!("it has `{field}` where this puzzle has {expected}")),
        }
    }

    fn lines(&self, _: &Grid, arguments: &[LinkArgument<'_>]) -> Result<Vec<String>, String> {
        Ok(vec![number(arguments).to_string()])
    }

    fn read_lines(
        &self,
        _: &Grid,
        lines: &mut FileLines<'_>,
        arguments: &mut [LinkArgument<'_>],
    ) -> Result<(), String> {
        let (field, expected) = (lines.take(1)?.concat(), number(arguments));
        match field.parse::<i64>() {
            Ok(found) if found == expected => Ok(()),
            _ => Err(format!("it has `{field}` where this puzzle has {expected}")),
        }
    }
}

impl LinkCode for Slash {
    fn head(&self) -> Signed {
        Signed { name: "slash", signature: "slash()", about: "A slash." }
    }

    fn takes(&self, families: Option<usize>) -> bool {
        families == Some(0)
    }

    fn write(&self, _: &Grid, _: &[LinkArgument<'_>]) -> Result<String, String> {
        Ok("/".to_owned())
    }

    fn read(
        &self,
        _: &Grid,
        text: &mut LinkText<'_>,
        _: &mut [LinkArgument<'_>],
    ) -> Result<(), String> {
        match text.take() {
            Some('/') | None => Ok(()),
            Some(other) => Err(format!("`{other}` stands where a slash is expected")),
        }
    }
}
