//! Codes of links: one file each, with how values become a text and the way back.
//!
//! A new one is a file here and a line in [`CODES`].
//!
//! # Source
//! The formats are those of pzpr and of puzz.link, which opens the same addresses
//! (`src/variety-common/Encode.js` and `src/variety/` there).

mod all_numbers;
mod arrows;
mod bits;
mod borders;
mod circled_numbers;
mod circles;
mod digits;
mod dots;
mod field;
mod fleet;
pub mod gmpuzzles;
mod in_order;
mod kakuro;
mod marks;
mod numbers;
mod outside;
mod rows;
mod runs;
mod ships;
mod signs;
mod single_digits;
pub mod sudoku;
mod sums;
mod tapa;

use std::ops::Range;

use puzgen_model::export::ExportCode;
use puzgen_model::link::{Arguments, Content, LinkArgument, LinkCode, LinkFamily, Position};
use puzgen_model::value::Value;

/// All codes.
pub(crate) const CODES: &[&dyn LinkCode] = &[
    &in_order::Ordered(all_numbers::AllNumbers),
    &arrows::Arrows,
    &in_order::Ordered(bits::Bits),
    &borders::Borders,
    &circled_numbers::CircledNumbers,
    &in_order::Ordered(circles::CIRCLES),
    &in_order::Ordered(circles::OPTIONAL_CIRCLES),
    &digits::Digits,
    &dots::Dots,
    &field::Field,
    &field::Slash,
    &fleet::Fleet,
    &kakuro::Kakuro,
    &in_order::Ordered(marks::Marks),
    &in_order::Ordered(numbers::NUMBERS),
    &in_order::Ordered(numbers::OPTIONAL_NUMBERS),
    &in_order::Ordered(numbers::NUMBERS_FROM_ZERO),
    &outside::NumbersInTurn,
    &outside::RunLengths,
    &in_order::Ordered(ships::Ships),
    &in_order::Ordered(signs::Signs),
    &in_order::Ordered(single_digits::SingleDigits),
    &in_order::Ordered(sums::Sums),
    &in_order::Ordered(tapa::Tapa),
];

/// The forms that a definition can be exported to: links of pzpr, and sudokus of several programs.
pub const FORMS: &[&str] = &["puzzlink", "sudoku"];

/// Returns the codes of a form.
pub fn codes_of(form: &str) -> Vec<ExportCode> {
    match form {
        "sudoku" => sudoku::SUDOKU_CODES.iter().copied().map(ExportCode::Sudoku).collect(),
        _ => CODES.iter().copied().map(ExportCode::Link).collect(),
    }
}

/// Returns the code of this name, of any form.
pub fn by_name(name: &str) -> Option<ExportCode> {
    FORMS.iter().flat_map(|form| codes_of(form)).find(|code| code.name() == name)
}

/// Returns the only family of a code that takes one.
fn family<'b, 'a>(arguments: &'b Arguments<'a>) -> &'b LinkFamily<'a> {
    let first = arguments.families().next();
    first.unwrap_or_else(|| puzgen_base::bug!("a code without its family"))
}

/// Returns the only value of a code that takes one.
fn number(arguments: &Arguments<'_>) -> i64 {
    let number = arguments.list.iter().find_map(|argument| match argument {
        LinkArgument::Value(value) => Value::as_int(value),
        LinkArgument::Family(_) => None,
    });
    number.unwrap_or_else(|| puzgen_base::bug!("a code without its value"))
}

/// Returns the positions of all arguments.
fn all(arguments: &Arguments<'_>) -> Range<usize> {
    0..arguments.list.len()
}

/// Returns what each of the families says.
fn each(arguments: &Arguments<'_>) -> Vec<Vec<Content>> {
    let own = |at: usize| Places::of(arguments, at..at + 1).contents(arguments);
    all(arguments).map(own).collect()
}

/// Puts what was read for each of the families into it.
fn fill_each(found: &[Vec<Content>], into: &mut Arguments<'_>) -> Result<(), String> {
    let mut own = all(into).zip(found);
    own.try_for_each(|(at, found)| Places::of(into, at..at + 1).fill(found, into))
}

/// The places of several families one after the other.
struct Places {
    /// For each place the number of the argument, and the position in it.
    at: Vec<(usize, Position)>,
}

impl Places {
    /// Returns the places of all families.
    fn all(arguments: &Arguments<'_>) -> Self {
        Self::of(arguments, all(arguments))
    }

    /// Returns the places of the families among these arguments.
    fn of(arguments: &Arguments<'_>, which: Range<usize>) -> Self {
        let mut at = Vec::new();
        for number in which {
            if let LinkArgument::Family(family) = &arguments.list[number] {
                let positions = family.positions(arguments.grid).into_iter();
                at.extend(positions.map(|position| (number, position)));
            }
        }
        Self { at }
    }

    fn contents(&self, arguments: &Arguments<'_>) -> Vec<Content> {
        let content = |(number, position): &(usize, Position)| match &arguments.list[*number] {
            LinkArgument::Family(family) => family.content(*position),
            LinkArgument::Value(_) => Content::Empty,
        };
        self.at.iter().map(content).collect()
    }

    /// Puts what was read into the families.
    ///
    /// # Errors
    /// Where something stands where a family has no place.
    fn fill(&self, found: &[Content], into: &mut Arguments<'_>) -> Result<(), String> {
        for (number, content) in found.iter().enumerate().filter(|(_, it)| **it != Content::Empty) {
            let Some((at, position)) = self.at.get(number) else { return Err(too_long()) };
            let LinkArgument::Family(family) = &mut into.list[*at] else { continue };
            let Some(position) = position else {
                return Err(format!(
                    "`{}` has no place for clue {} of the link",
                    family.name,
                    number + 1
                ));
            };
            family.contents[*position] = *content;
        }
        Ok(())
    }
}

fn too_long() -> String {
    "the link has more clues than the board has places".to_owned()
}

/// Returns the digit of a number below the base.
fn digit(number: u32, base: u32) -> char {
    char::from_digit(number, base)
        .unwrap_or_else(|| puzgen_base::bug!("{number} is no digit in base {base}"))
}

/// Returns the number of a digit.
fn value_of(char: char, base: u32) -> Result<u32, String> {
    char.to_digit(base).ok_or_else(|| format!("`{char}` is not expected here"))
}

/// Reads a number of so many digits.
fn number_of(text: &str, base: u32) -> Result<i64, String> {
    i64::from_str_radix(text, base).map_err(|_| format!("`{text}` is no number"))
}
