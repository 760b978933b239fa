//! Black squares with a sum downwards and one to the right: `encodeKakuro` of pzpr, where the black squares
//! above and left of the board are outside of it.

use crate::links::runs::Runs;
use crate::links::{digit, number_of};
use puzgen_base::heads::Signed;
use puzgen_model::grid::{Grid, Place};
use puzgen_model::link::{
    Arguments, Content, FileLines, LinkArgument, LinkCode, LinkFamily, LinkText, Position, borders,
};
use puzgen_model::value::Key;

/// `kakuro(black, total)`.
#[derive(Debug)]
pub(super) struct Kakuro;

/// Letters from `k` to `z`.
const FROM_K: Runs = Runs { before: 19, longest: 16 };

impl LinkCode for Kakuro {
    fn head(&self) -> Signed {
        Signed {
            name: "kakuro",
            signature: "kakuro(black, sum)",
            about: "Black squares, and the sums that stand in them; the first row and column are black.",
        }
    }

    fn takes(&self, families: Option<usize>) -> bool {
        families == Some(2)
    }

    fn write(&self, arguments: &Arguments<'_>) -> Result<String, String> {
        let grid = arguments.grid;
        let [LinkArgument::Family(black), LinkArgument::Family(total)] = &arguments.list[..] else {
            return Ok(String::new());
        };
        let sums = Sums::new(grid, total);
        let inner = inner(grid);
        let is_black = |cell: Place| is_black(black, cell);
        let contents: Vec<Content> = inner
            .iter()
            .map(|cell| if is_black(*cell) { Content::Untold } else { Content::Empty })
            .collect();
        let inside = FROM_K.write(&contents, |at| {
            if contents[at] == Content::Empty {
                return Ok(String::new());
            }
            let [down, right] = sums.of(inner[at]).map(|position| total.content(position).value());
            match (down, right) {
                (None, None) => Ok(".".to_owned()),
                (down, right) => Ok(format!("{}{}", written(down)?, written(right)?)),
            }
        })?;
        let mut text = inside;
        for (cell, next, which) in rim(grid) {
            if !is_black(next) {
                text.push(written(total.content(sums.of(cell)[which]).value())?);
            }
        }
        Ok(text)
    }

    fn read(&self, text: &mut LinkText<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        let grid = into.grid;
        let [LinkArgument::Family(black), LinkArgument::Family(total)] = &mut into.list[..] else {
            return Ok(());
        };
        let inner = inner(grid);
        let mut told = Vec::new();
        let contents = FROM_K.read(text, inner.len(), |first, text| {
            told.push(match first {
                '.' => [None, None],
                _ => {
                    let second = text.take().ok_or("the link ends too early")?;
                    [read(first)?, read(second)?]
                }
            });
            Ok(Content::Untold)
        })?;
        let put = |black: &mut LinkFamily<'_>, cell: Place, is_black: bool| {
            if let Some(position) = black.index.position_of(&Key::Place(cell)) {
                black.contents[position] = Content::Value(i64::from(is_black));
            }
        };
        for cell in 0..grid.cell_count() {
            put(black, Place::cell(cell), !inner.contains(&Place::cell(cell)));
        }
        let sums = Sums::new(grid, total);
        let mut found = Vec::new();
        let blacks = inner.iter().zip(&contents).filter(|(_, it)| **it != Content::Empty);
        for ((cell, _), told) in blacks.zip(told) {
            put(black, *cell, true);
            found.extend(sums.of(*cell).into_iter().zip(told));
        }
        for (cell, next, which) in rim(grid) {
            if !is_black(black, next) {
                let char = text.take().ok_or("the link ends too early")?;
                found.push((sums.of(cell)[which], read(char)?));
            }
        }
        for (position, value) in found {
            if let (Some(position), Some(value)) = (position, value) {
                total.contents[position] = Content::Value(value);
            }
        }
        Ok(())
    }

    fn lines(&self, arguments: &Arguments<'_>) -> Result<Vec<String>, String> {
        let grid = arguments.grid;
        let [LinkArgument::Family(black), LinkArgument::Family(total)] = &arguments.list[..] else {
            return Ok(Vec::new());
        };
        let sums = Sums::new(grid, total);
        let word = |row: usize, column: usize| {
            let cell = Place::cell(row * grid.columns + column);
            let [down, right] = sums.of(cell).map(|it| total.content(it).value().unwrap_or(0));
            match (row, column) {
                (0, 0) => "0".to_owned(),
                (0, _) => down.to_string(),
                (_, 0) => right.to_string(),
                _ if is_black(black, cell) => format!("{right},{down}"),
                _ => ".".to_owned(),
            }
        };
        let row = |row: usize| {
            let words: Vec<String> = (0..grid.columns).map(|column| word(row, column)).collect();
            words.join(" ")
        };
        Ok((0..grid.rows).map(row).collect())
    }

    fn read_lines(&self, file: &mut FileLines<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        let grid = into.grid;
        let [LinkArgument::Family(black), LinkArgument::Family(total)] = &mut into.list[..] else {
            return Ok(());
        };
        let mut told: Vec<[i64; 2]> = Vec::new();
        for row in 0..grid.rows {
            for (column, word) in file.take(grid.columns)?.into_iter().enumerate() {
                let number = |word: &str| number_of(word, 10);
                let (is_black, sums) = match (row, column, word.split_once(',')) {
                    (_, _, Some((right, down))) => (true, [number(down)?, number(right)?]),
                    (0, _, None) => (true, [number(word)?, 0]),
                    (_, 0, None) => (true, [0, number(word)?]),
                    (_, _, None) => (word != ".", [0, 0]),
                };
                let cell = Place::cell(row * grid.columns + column);
                if let Some(position) = black.index.position_of(&Key::Place(cell)) {
                    black.contents[position] = Content::Value(i64::from(is_black));
                }
                told.push(sums);
            }
        }
        let sums = Sums::new(grid, total);
        for (cell, told) in told.into_iter().enumerate() {
            for (position, sum) in sums.of(Place::cell(cell)).into_iter().zip(told) {
                if let (Some(position), 1..) = (position, sum) {
                    total.contents[position] = Content::Value(sum);
                }
            }
        }
        Ok(())
    }
}

fn is_black(black: &LinkFamily<'_>, cell: Place) -> bool {
    black.content(black.index.position_of(&Key::Place(cell))).value() == Some(1)
}

/// Returns the squares but for those of the first row and column.
fn inner(grid: &Grid) -> Vec<Place> {
    let cells = (1..grid.rows).flat_map(|r| (1..grid.columns).map(move |c| (r, c)));
    cells.map(|(r, c)| Place::cell(r * grid.columns + c)).collect()
}

/// Returns the squares of the first row and then of the first column, each with the one that its sum begins at
/// and which of its sums that is: 0 downwards, 1 to the right.
fn rim(grid: &Grid) -> Vec<(Place, Place, usize)> {
    let cell = |r: usize, c: usize| Place::cell(r * grid.columns + c);
    let above = (1..grid.columns).map(|c| (cell(0, c), cell(1, c), 0));
    let left = (1..grid.rows).map(|r| (cell(r, 0), cell(r, 1), 1));
    above.chain(left).collect()
}

/// Where the sums of a square stand in their family.
struct Sums {
    /// For each square the positions of the sums downwards and to the right.
    positions: Vec<[Position; 2]>,
}

impl Sums {
    fn new(grid: &Grid, total: &LinkFamily<'_>) -> Self {
        let mut positions = vec![[None; 2]; grid.cell_count()];
        for border in borders(grid) {
            let [cell, next] = border.cells;
            let key = Key::Tuple(vec![Key::Place(cell), Key::Place(border.edge)]);
            let which = usize::from(next.index == cell.index + 1);
            positions[cell.index as usize][which] = total.index.position_of(&key);
        }
        Self { positions }
    }

    fn of(&self, cell: Place) -> [Position; 2] {
        self.positions[cell.index as usize]
    }
}

fn written(sum: Option<i64>) -> Result<char, String> {
    match sum {
        None => Ok('0'),
        Some(sum @ 1..=19) => Ok(digit(sum as u32, 36)),
        Some(sum @ 20..=45) => Ok(digit(sum as u32 - 10, 36).to_ascii_uppercase()),
        Some(sum) => Err(format!("a sum is {sum}, and sums go to 45")),
    }
}

fn read(char: char) -> Result<Option<i64>, String> {
    match char {
        '-' | '0' => Ok(None),
        '1'..='9' | 'a'..='j' => Ok(char.to_digit(36).map(i64::from)),
        'A'..='Z' => Ok(char.to_digit(36).map(|digit| i64::from(digit) + 10)),
        _ => Err(format!("`{char}` is no sum")),
    }
}
