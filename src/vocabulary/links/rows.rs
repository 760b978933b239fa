//! Values in the lines of a file of pzpr: a word for each place, a line for each row of places.

use std::ops::Range;

use crate::links::{Places, number_of};
use puzgen_model::grid::PlaceKind;
use puzgen_model::link::{Arguments, Content, FileLines};
use puzgen_model::value::{Key, Value};

/// What stands where nothing is.
const NOTHING: &str = ".";
/// What stands where a value is not told.
pub(super) const UNTOLD: &str = "-";

/// How the places of families lie in a file.
#[derive(Debug, PartialEq, Eq)]
enum Lie {
    /// In rows of so many; with what stands where nothing is.
    Rows(Vec<usize>, &'static str),
    /// Beside the board: a number above each column and one left of each row.
    Frame,
    /// In rooms, each of these cells by number: in the upper one of its leftmost cells.
    Rooms(Vec<Vec<usize>>),
}

/// Returns how the places of families lie.
fn lie(arguments: &Arguments<'_>, which: Range<usize>) -> Result<Lie, String> {
    let grid = arguments.grid;
    let (rows, columns) = (grid.rows, grid.columns);
    if grid.cell_count() != rows * columns {
        return Err("the board has holes".to_owned());
    }
    let all: Vec<_> = arguments.families().skip(which.start).take(which.len()).collect();
    let kind = |key: &Key| match key {
        Key::Place(place) => Some(place.kind),
        Key::Tuple(_) => Some(PlaceKind::Edge),
        _ => None,
    };
    match (all.as_slice(), all[0].index.keys().first().and_then(kind)) {
        ([_], Some(PlaceKind::Cell)) => Ok(Lie::Rows(vec![columns; rows], ".")),
        ([_], Some(PlaceKind::Vertex)) => Ok(Lie::Rows(vec![columns + 1; rows + 1], ".")),
        ([_], Some(PlaceKind::Edge)) => {
            let across = vec![columns - 1; rows];
            Ok(Lie::Rows([across, vec![columns; rows - 1]].concat(), "0"))
        }
        ([_, _], None) => Ok(Lie::Frame),
        ([family], None) => {
            let rooms: Option<Vec<Vec<usize>>> = family.index.keys().iter().map(cells_of).collect();
            rooms.map(Lie::Rooms).ok_or_else(|| "files have another form for it".to_owned())
        }
        _ => Err("files have another form for it".to_owned()),
    }
}

/// Returns the cells of a list of them, by number.
fn cells_of(key: &Key) -> Option<Vec<usize>> {
    let Value::List(list) = key.to_value() else { return None };
    let cell = |item: &Value| {
        let place = item.as_place().filter(|place| place.kind == PlaceKind::Cell)?;
        Some(place.index as usize)
    };
    list.items.iter().map(cell).collect()
}

/// Returns the lines of what the families among these arguments say, each by its word; nothing for an empty place.
pub(super) fn write(
    arguments: &Arguments<'_>,
    which: Range<usize>,
    mut word: impl FnMut(Content) -> Result<Option<String>, String>,
) -> Result<Vec<String>, String> {
    let grid = arguments.grid;
    let contents = Places::of(arguments, which.clone()).contents(arguments);
    let lie = lie(arguments, which)?;
    let nothing = if let Lie::Rows(_, nothing) = lie { nothing } else { NOTHING };
    let mut word = |content: &Content| Ok(word(*content)?.unwrap_or_else(|| nothing.to_owned()));
    let words: Vec<String> = contents.iter().map(&mut word).collect::<Result<_, String>>()?;
    let mut rest = words.as_slice();
    match lie {
        Lie::Rows(lengths, _) => Ok(lengths
            .into_iter()
            .map(|length| {
                let (row, behind) = rest.split_at(length);
                rest = behind;
                row.join(" ")
            })
            .collect()),
        Lie::Rooms(rooms) => {
            let mut cells = vec![NOTHING; grid.rows * grid.columns];
            for (room, word) in rooms.iter().zip(&words) {
                let first = room.iter().min_by_key(|cell| (*cell % grid.columns, **cell));
                if let Some(first) = first {
                    cells[*first] = word;
                }
            }
            Ok(cells.chunks(grid.columns).map(|row| row.join(" ")).collect())
        }
        Lie::Frame => {
            let (above, left) = words.split_at(grid.columns);
            let empty = " .".repeat(grid.columns);
            let first = std::iter::once(format!(". {}", above.join(" ")));
            Ok(first.chain(left.iter().map(|word| format!("{word}{empty}"))).collect())
        }
    }
}

/// Reads what [`write`] gives.
pub(super) fn read(
    file: &mut FileLines<'_>,
    into: &mut Arguments<'_>,
    which: Range<usize>,
    content: impl Fn(&str) -> Result<Content, String>,
) -> Result<(), String> {
    let grid = into.grid;
    let (mut words, mut nothing) = (Vec::new(), NOTHING);
    match lie(into, which.clone())? {
        Lie::Rows(lengths, empty) => {
            nothing = empty;
            for length in lengths {
                words.extend(file.take(length)?);
            }
        }
        Lie::Rooms(rooms) => {
            let mut cells = Vec::new();
            for _ in 0..grid.rows {
                cells.extend(file.take(grid.columns)?);
            }
            let told = |room: &Vec<usize>| {
                let mut told = room.iter().map(|cell| cells[*cell]).filter(|word| *word != NOTHING);
                told.next().unwrap_or(NOTHING)
            };
            words.extend(rooms.iter().map(told));
        }
        Lie::Frame => {
            words.extend(file.take(grid.columns + 1)?.into_iter().skip(1));
            for _ in 0..grid.rows {
                words.extend(file.take(grid.columns + 1)?.into_iter().take(1));
            }
        }
    }
    let content = |word: &&str| match *word == nothing {
        true => Ok(Content::Empty),
        false => content(word),
    };
    let found: Vec<Content> = words.iter().map(content).collect::<Result<_, String>>()?;
    Places::of(into, which).fill(&found, into)
}

/// Returns the word of a number.
pub(super) fn number(content: Content) -> Option<String> {
    match content {
        Content::Empty => None,
        Content::Untold => Some(UNTOLD.to_owned()),
        Content::Value(value) => Some(value.to_string()),
    }
}

/// Reads the word of a number.
pub(super) fn read_number(word: &str) -> Result<Content, String> {
    match word {
        UNTOLD => Ok(Content::Untold),
        word => number_of(word, 10).map(Content::Value),
    }
}
