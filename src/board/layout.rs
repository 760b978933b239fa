//! Where the elements of a family stand in a text.

use crate::grid::{Grid, Place, PlaceKind};
use crate::model::instance::KeyIndex;
use crate::model::value::Key;

/// Lines of positions in the family; `None` for a place without an element, written `-`.
pub type Lines = Vec<Vec<Option<usize>>>;

/// How a family is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    /// `name = value`.
    Single,
    /// One row of this many: a family that is not indexed by places.
    Row(usize),
    /// A matrix, or two: the horizontal and the vertical ones of edges and of pairs.
    Lines(Lines),
    /// One line for each list that elements are numbered in, such as `run[r in rows, k in 1..4]`.
    /// Zeros at its end may be left out, and all of it where none is shown.
    Lists(Lines),
}

impl Layout {
    /// Returns the lines; one with one element for a single value.
    pub fn lines(&self) -> Lines {
        match self {
            Self::Single => vec![vec![Some(0)]],
            Self::Row(count) => vec![(0..*count).map(Some).collect()],
            Self::Lines(lines) | Self::Lists(lines) => lines.clone(),
        }
    }
}

/// Returns how a family with these keys is written.
pub fn layout(grid: Option<&Grid>, index: &KeyIndex) -> Layout {
    let keys = index.keys();
    if let [Key::Tuple(parts)] = keys
        && parts.is_empty()
    {
        return Layout::Single;
    }
    let row = || lists(keys).map_or(Layout::Row(keys.len()), Layout::Lists);
    let Some(grid) = grid else { return row() };
    let places: Option<Vec<Slot>> = keys.iter().map(|key| slot(grid, key)).collect();
    let Some(places) = places else { return row() };
    let Some(kind) = places.first().map(|place| place.kind) else { return row() };
    if places.iter().any(|place| place.kind != kind) {
        return row();
    }
    let (rows, columns) = (grid.rows, grid.columns);
    let sizes: &[(usize, usize)] = &match kind {
        SlotKind::Cell => [(rows, columns), (0, 0)],
        SlotKind::Vertex => [(rows + 1, columns + 1), (0, 0)],
        SlotKind::Edge => [(rows + 1, columns), (rows, columns + 1)],
        SlotKind::Pair => [(rows, columns - 1), (rows - 1, columns)],
    };
    let mut parts: Vec<Lines> =
        sizes.iter().map(|(rows, columns)| vec![vec![None; *columns]; *rows]).collect();
    for (position, place) in places.iter().enumerate() {
        parts[place.part][place.row][place.column] = Some(position);
    }
    let lines: Lines = parts.into_iter().flatten().filter(|line| !line.is_empty()).collect();
    Layout::Lines(lines)
}

/// Returns a line for each list, where keys are lists with numbers from 1 up to the same one.
fn lists(keys: &[Key]) -> Option<Lines> {
    let mut lines: Vec<(&Key, Vec<Option<usize>>)> = Vec::new();
    for (position, key) in keys.iter().enumerate() {
        let Key::Tuple(parts) = key else { return None };
        let [list @ Key::List(_), Key::Int(number)] = parts.as_slice() else { return None };
        if lines.last().is_none_or(|(last, _)| *last != list) {
            lines.push((list, Vec::new()));
        }
        let (_, line) = lines.last_mut()?;
        line.push(Some(position));
        if usize::try_from(*number) != Ok(line.len()) {
            return None;
        }
    }
    let lines: Lines = lines.into_iter().map(|(_, line)| line).collect();
    let length = lines.first()?.len();
    lines.iter().all(|line| line.len() == length).then_some(lines)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SlotKind {
    Cell,
    Vertex,
    Edge,
    Pair,
}

struct Slot {
    kind: SlotKind,
    part: usize,
    row: usize,
    column: usize,
}

fn slot(grid: &Grid, key: &Key) -> Option<Slot> {
    match key {
        Key::Place(place) => {
            let (row, column) = grid.row_column(*place);
            let (kind, part) = match place.kind {
                PlaceKind::Cell => (SlotKind::Cell, 0),
                PlaceKind::Vertex => (SlotKind::Vertex, 0),
                PlaceKind::Edge => {
                    let is_vertical = place.index as usize >= grid.horizontal_count();
                    (SlotKind::Edge, usize::from(is_vertical))
                }
            };
            Some(Slot { kind, part, row, column })
        }
        Key::Tuple(parts) => match parts.as_slice() {
            [Key::Place(a), Key::Place(b)] => pair(grid, *a, *b),
            _ => None,
        },
        Key::Int(_) | Key::Word(_) | Key::Variable(_) | Key::List(_) => None,
    }
}

fn pair(grid: &Grid, a: Place, b: Place) -> Option<Slot> {
    if a.kind != PlaceKind::Cell || b.kind != PlaceKind::Cell {
        return None;
    }
    let ((row, column), (other_row, other_column)) = (grid.row_column(a), grid.row_column(b));
    let part = match (other_row.checked_sub(row)?, other_column.checked_sub(column)?) {
        (0, 1) => 0,
        (1, 0) => 1,
        _ => return None,
    };
    Some(Slot { kind: SlotKind::Pair, part, row, column })
}

/// Returns whether the key is a pair of a square and the one below it.
pub fn is_vertical(grid: Option<&Grid>, key: &Key) -> bool {
    let slot = grid.and_then(|grid| slot(grid, key));
    slot.is_some_and(|slot| slot.kind == SlotKind::Pair && slot.part == 1)
}
