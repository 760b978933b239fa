//! A sudoku as other programs know it: numbers in a square, regions, and constraints of kinds that have names.
//!
//! A definition says with `export sudoku` what of it is which part (see `links/sudoku/`); the texts of other
//! programs are made from it and read into it (see `foreign/`).

use std::fmt;

use crate::link::Arguments;
use puzgen_base::heads::Signed;

/// The longest side of a sudoku of another program.
pub const MAX_SIZE: usize = 25;

/// Numbers in a square, and what is asked of them beside that no row and no column repeats one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sudoku {
    /// How many rows and columns; numbers go from 1 to this.
    pub size: usize,
    /// The name of the puzzle.
    pub title: String,
    /// The rules in words.
    pub rules: String,
    /// The numbers that are given, square by square.
    pub givens: Vec<Option<i64>>,
    /// The solution, where it is known.
    pub solution: Option<Vec<i64>>,
    /// The number of the region of each square, from 0; none where there are no regions.
    pub regions: Option<Vec<usize>>,
    /// Whether the long diagonals repeat no number.
    pub has_diagonals: bool,
    /// Whether squares a knight's move apart differ.
    pub is_antiknight: bool,
    /// Groups of squares without repetition.
    pub cages: Vec<Cage>,
    /// Paths of squares along which numbers rise.
    pub thermometers: Vec<Vec<usize>>,
}

/// A group of squares without repetition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cage {
    /// The squares.
    pub cells: Vec<usize>,
    /// The sum of their numbers, where it is told.
    pub sum: Option<i64>,
}

impl Sudoku {
    /// Returns one without numbers, regions and constraints.
    pub fn new(size: usize) -> Self {
        Self { size, givens: vec![None; size * size], ..Self::default() }
    }

    /// Returns one with the boxes that other programs have by default: as wide as high, or wider.
    pub fn with_default_boxes(size: usize) -> Self {
        let rows = default_box_rows(size);
        Self { regions: Some(boxes(rows, size / rows)), ..Self::new(size) }
    }

    /// Returns rows and columns of its boxes, where its regions are boxes in their order.
    pub fn boxes(&self) -> Option<[usize; 2]> {
        let regions = self.regions.as_ref()?;
        let sides = (1..=self.size).filter(|rows| self.size.is_multiple_of(*rows));
        let mut shapes = sides.map(|rows| [rows, self.size / rows]);
        shapes.find(|[rows, columns]| boxes(*rows, *columns) == *regions)
    }

    /// Returns what it has beside numbers, in words; nothing for a sudoku with boxes alone.
    pub fn constraints(&self) -> Vec<&'static str> {
        let regions = match (&self.regions, self.boxes()) {
            (None, _) => Some("no boxes"),
            (Some(_), None) => Some("irregular regions"),
            (Some(_), Some(_)) => None,
        };
        let named = [
            (self.has_diagonals, "diagonals"),
            (self.is_antiknight, "a knight's moves"),
            (!self.cages.is_empty(), "cages"),
            (!self.thermometers.is_empty(), "thermometers"),
        ];
        let named = named.into_iter().filter(|(has, _)| *has).map(|(_, name)| name);
        regions.into_iter().chain(named).collect()
    }

    /// Returns what is left of it where parts were taken out.
    pub fn left_over(&self) -> Option<&'static str> {
        let rules = || self.constraints().into_iter().find(|name| *name != "no boxes");
        match (self.givens.iter().any(Option::is_some), &self.regions) {
            (true, _) => Some("numbers"),
            (false, Some(_)) => Some("regions"),
            (false, None) => rules(),
        }
    }

    /// Returns its numbers square by square, as one character each.
    ///
    /// # Errors
    /// Where a number has more than one digit.
    pub fn digits(&self, empty: char) -> Result<String, String> {
        let digit = |given: &Option<i64>| match given {
            None => Ok(empty),
            Some(number @ 1..=9) => Ok(char::from(b'0' + *number as u8)),
            Some(number) => Err(format!("a number is {number}, and there is one character for it")),
        };
        self.givens.iter().map(digit).collect()
    }

    /// Checks that it is one of size 9 with boxes of 3 × 3 and nothing else.
    ///
    /// # Errors
    /// What else it has.
    pub fn must_be_plain(&self) -> Result<(), String> {
        if self.size != 9 {
            return Err(format!("it has {0} × {0} squares, and all have 9 × 9 there", self.size));
        }
        match (self.constraints().first(), self.boxes()) {
            (None, Some([3, 3])) => Ok(()),
            (None, _) => Err("its boxes are not those of 3 × 3 squares".to_owned()),
            (Some(constraint), _) => Err(format!("it has {constraint}, and nothing says so there")),
        }
    }
}

/// Returns the region of each square where regions are boxes.
pub fn boxes(rows: usize, columns: usize) -> Vec<usize> {
    let size = rows * columns;
    let region = |at: usize| (at / size / rows) * rows + at % size / columns;
    (0..size * size).map(region).collect()
}

/// Returns how many rows boxes have by default: the largest number that divides the size and is not above its
/// root.
fn default_box_rows(size: usize) -> usize {
    (1..=size).filter(|rows| rows * rows <= size && size.is_multiple_of(*rows)).max().unwrap_or(1)
}

/// What a part of a definition is in a sudoku of another program.
pub trait SudokuCode: fmt::Debug + Sync {
    /// Returns its head.
    fn head(&self) -> Signed;

    /// Returns the name.
    fn name(&self) -> &'static str {
        self.head().name
    }

    /// Returns how it is called.
    fn signature(&self) -> &'static str {
        self.head().signature
    }

    /// Returns what it says, in one sentence.
    fn about(&self) -> &'static str {
        self.head().about
    }

    /// Returns whether it takes so many clues and layouts, and so many known values.
    fn takes(&self, families: usize, values: usize) -> bool {
        (families, values) == (1, 0)
    }

    /// Adds the part to a sudoku.
    ///
    /// # Errors
    /// What cannot be said in it, as a clause.
    fn write(&self, arguments: &Arguments<'_>, sudoku: &mut Sudoku) -> Result<(), String>;

    /// Takes the part out of a sudoku: what is left in the end was not understood.
    ///
    /// # Errors
    /// What is wrong with it, as a clause.
    fn read(&self, sudoku: &mut Sudoku, into: &mut Arguments<'_>) -> Result<(), String>;

    /// Returns the values that the sudoku has for its arguments, where these are values.
    fn values(&self, _: &Sudoku) -> Vec<i64> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_known_by_their_shape() {
        for (size, shape) in [(4, [2, 2]), (6, [2, 3]), (9, [3, 3]), (12, [3, 4]), (7, [1, 7])] {
            assert_eq!(Sudoku::with_default_boxes(size).boxes(), Some(shape), "{size}");
        }
        let tall = Sudoku { regions: Some(boxes(3, 2)), ..Sudoku::new(6) };
        assert_eq!(tall.boxes(), Some([3, 2]));
        assert_eq!(Sudoku::new(6).boxes(), None);
    }

    #[test]
    fn says_what_a_plain_sudoku_has_not() {
        let plain = Sudoku::with_default_boxes(9);
        assert_eq!(plain.must_be_plain(), Ok(()));
        assert!(Sudoku::with_default_boxes(6).must_be_plain().is_err());
        assert!(Sudoku { has_diagonals: true, ..plain }.must_be_plain().is_err());
    }
}
