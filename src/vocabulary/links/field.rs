//! Fields between slashes.

use crate::links::number;
use puzgen_base::heads::Signed;
use puzgen_model::link::{Arguments, FileLines, LinkCode, LinkText};

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

    fn write(&self, arguments: &Arguments<'_>) -> Result<String, String> {
        Ok(format!("{}/", number(arguments)))
    }

    fn read(&self, text: &mut LinkText<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        must_be(text.take_field(), number(into))
    }

    fn lines(&self, arguments: &Arguments<'_>) -> Result<Vec<String>, String> {
        Ok(vec![number(arguments).to_string()])
    }

    fn read_lines(&self, file: &mut FileLines<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        must_be(&file.take(1)?.concat(), number(into))
    }
}

fn must_be(field: &str, expected: i64) -> Result<(), String> {
    match field.parse::<i64>() {
        Ok(found) if found == expected => Ok(()),
        _ => Err(format!("it has `{field}` where this puzzle has {expected}")),
    }
}

impl LinkCode for Slash {
    fn head(&self) -> Signed {
        Signed { name: "slash", signature: "slash()", about: "A slash." }
    }

    fn takes(&self, families: Option<usize>) -> bool {
        families == Some(0)
    }

    fn write(&self, _: &Arguments<'_>) -> Result<String, String> {
        Ok("/".to_owned())
    }

    fn read(&self, text: &mut LinkText<'_>, _: &mut Arguments<'_>) -> Result<(), String> {
        match text.take() {
            Some('/') | None => Ok(()),
            Some(other) => Err(format!("`{other}` stands where a slash is expected")),
        }
    }
}
