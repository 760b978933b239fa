//! What stands beside the board: families over rows and columns, in any direction.

use std::collections::BTreeMap;

use puzgen_model::definition::Look;
use puzgen_model::grid::{Grid, Place};
use puzgen_model::instance::KeyIndex;
use puzgen_model::value::Key;

/// A side of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Above it.
    Top,
    /// Below it.
    Bottom,
    /// Before it.
    Left,
    /// Behind it.
    Right,
}

/// The elements that belong to one end of a row or column.
#[derive(Debug)]
pub struct LineEnd {
    /// The side that is said by the direction of the line; `None` leaves it to the family.
    pub side: Option<Side>,
    /// The squares from the left or from the top.
    cells: Vec<Place>,
    /// Where the elements stand in the family.
    pub positions: Vec<usize>,
}

impl LineEnd {
    /// Returns the square next to this side.
    pub fn cell(&self, side: Side) -> Option<Place> {
        match side {
            Side::Top | Side::Left => self.cells.first().copied(),
            Side::Bottom | Side::Right => self.cells.last().copied(),
        }
    }
}

/// Returns the side that `show` names for a family.
pub fn wanted(look: Option<Look>) -> Option<Side> {
    match look? {
        Look::Top => Some(Side::Top),
        Look::Bottom => Some(Side::Bottom),
        Look::Left => Some(Side::Left),
        Look::Right => Some(Side::Right),
        Look::Shade
        | Look::Circles
        | Look::Corner
        | Look::Diagonal
        | Look::Lines
        | Look::Borders
        | Look::Ships
        | Look::Hidden => None,
    }
}

/// Returns the elements end by end where all are of rows, or all of columns (`true`), or all of rows and
/// columns with a direction: these begin where they are looked at from. Several of one line are numbered.
pub fn line_ends(grid: &Grid, index: &KeyIndex) -> Option<(bool, Vec<LineEnd>)> {
    if index.is_empty() || grid.as_graph().is_some() {
        return None;
    }
    let lines: Vec<DirectedLine> = index.keys().iter().map(line).collect::<Option<_>>()?;
    let has_direction = lines.iter().any(|line| line.direction.is_some());
    let forward = |is_column: bool| -> Option<Vec<LineEnd>> {
        let all = if is_column { grid.columns() } else { grid.rows() };
        gathered(&lines, |line| all.contains(&line.cells).then(|| (None, line.cells.clone())))
    };
    if !has_direction {
        for is_column in [false, true] {
            if let Some(line_ends) = forward(is_column) {
                return Some((is_column, line_ends));
            }
        }
    }
    let (rows, columns) = (grid.rows(), grid.columns());
    let towards = gathered(&lines, |line| {
        let mut reversed = line.cells.clone();
        reversed.reverse();
        let sides = [
            (Side::Left, "right", &rows, &line.cells),
            (Side::Right, "left", &rows, &reversed),
            (Side::Top, "down", &columns, &line.cells),
            (Side::Bottom, "up", &columns, &reversed),
        ];
        let fits = |direction: &str| line.direction.is_none_or(|other| other == direction);
        let (side, _, _, cells) = sides
            .into_iter()
            .find(|(_, direction, all, cells)| fits(direction) && all.contains(cells))?;
        Some((Some(side), cells.clone()))
    })?;
    Some((false, towards))
}

/// A row or column, the way it is read.
struct DirectedLine<'k> {
    cells: Vec<Place>,
    direction: Option<&'k str>,
}

/// Returns the only list of a key, which has a direction or a number beside it at most.
fn line(key: &Key) -> Option<DirectedLine<'_>> {
    let plain = |list: &Key| DirectedLine { cells: list.places(), direction: None };
    match key {
        Key::List(_) => Some(plain(key)),
        Key::Tuple(parts) => match parts.as_slice() {
            [list @ Key::List(_), Key::Int(_)] => Some(plain(list)),
            [Key::Word(word), list @ Key::List(_)]
            | [Key::Word(word), list @ Key::List(_), Key::Int(_)] => {
                Some(DirectedLine { direction: Some(word), ..plain(list) })
            }
            _ => None,
        },
        _ => None,
    }
}

/// Puts elements of the same end together.
fn gathered(
    lines: &[DirectedLine<'_>],
    end: impl Fn(&DirectedLine<'_>) -> Option<(Option<Side>, Vec<Place>)>,
) -> Option<Vec<LineEnd>> {
    let mut found: BTreeMap<(Option<Side>, Vec<Place>), Vec<usize>> = BTreeMap::new();
    for (position, line) in lines.iter().enumerate() {
        found.entry(end(line)?).or_default().push(position);
    }
    let end = |((side, cells), positions)| LineEnd { side, cells, positions };
    Some(found.into_iter().map(end).collect())
}
