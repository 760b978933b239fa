//! Where the elements of a family stand in a text.

use puzgen_model::grid::slots::Slot;
use puzgen_model::grid::{Graph, Grid, Place, PlaceKind};
use puzgen_model::instance::KeyIndex;
use puzgen_model::tokens::{PAIR_STEPS, part_of_pair};
use puzgen_model::value::Key;

/// Lines of positions in the family; `None` for a place without an element, written `-`.
pub type PositionLines = Vec<Vec<Option<usize>>>;

/// How a family is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FamilyFormat {
    /// `name = value`.
    Single,
    /// One row of this many: a family that is not indexed by places.
    Row(usize),
    /// A matrix, or several one below the other: of edges, of pairs and of corners of hexagons one
    /// for each direction. Of a family with several indexes that are no places, a line for each of
    /// all but the last.
    Lines(PositionLines),
    /// One line for each list that elements are numbered in, such as `run[r in rows, k in 1..4]`.
    /// Zeros at its end may be left out, and all of it where none is shown.
    Lists(PositionLines),
    /// `name = value` for each element: on a graph, whose nodes have names.
    Named(Vec<String>),
}

impl FamilyFormat {
    /// Returns the lines; one with one element for a single value.
    pub fn lines(&self) -> PositionLines {
        match self {
            Self::Single => vec![vec![Some(0)]],
            Self::Row(count) => vec![(0..*count).map(Some).collect()],
            Self::Lines(lines) | Self::Lists(lines) => lines.clone(),
            Self::Named(names) => (0..names.len()).map(|position| vec![Some(position)]).collect(),
        }
    }
}

/// Returns how a family with these keys is written.
pub fn family_format(grid: Option<&Grid>, index: &KeyIndex) -> FamilyFormat {
    let keys = index.keys();
    if let [Key::Tuple(parts)] = keys
        && parts.is_empty()
    {
        return FamilyFormat::Single;
    }
    let row = || lists(keys).map_or_else(|| rows(keys), FamilyFormat::Lists);
    let Some(grid) = grid else { return row() };
    if let Some(graph) = grid.as_graph() {
        let names: Option<Vec<String>> = keys.iter().map(|key| name(graph, key)).collect();
        return names.map_or_else(row, FamilyFormat::Named);
    }
    let places: Option<Vec<CellOfKey>> = keys.iter().map(|key| slot(grid, key)).collect();
    let Some(places) = places else { return row() };
    let Some(kind) = places.first().map(|place| place.kind) else { return row() };
    if places.iter().any(|place| place.kind != kind) {
        return row();
    }
    let (rows, columns) = (grid.rows, grid.columns);
    let sizes = match kind {
        SlotKind::Place(kind) => grid.parts(kind),
        SlotKind::Pair => PAIR_STEPS
            .iter()
            .filter(|step| grid.side_steps().contains(step))
            .map(|(down, right)| (rows - *down as usize, columns - right.unsigned_abs() as usize))
            .collect(),
    };
    let mut parts: Vec<PositionLines> =
        sizes.iter().map(|(rows, columns)| vec![vec![None; *columns]; *rows]).collect();
    for (position, place) in places.iter().enumerate() {
        parts[place.part][place.row][place.column] = Some(position);
    }
    let lines: PositionLines =
        parts.into_iter().flatten().filter(|line| !line.is_empty()).collect();
    FamilyFormat::Lines(lines)
}

/// Returns a line for each list, where keys are lists with numbers from 1 up to the same one.
fn lists(keys: &[Key]) -> Option<PositionLines> {
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
    let lines: PositionLines = lines.into_iter().map(|(_, line)| line).collect();
    let length = lines.first()?.len();
    lines.iter().all(|line| line.len() == length).then_some(lines)
}

/// Returns a line for all keys, or one for those that agree in all but their last part.
fn rows(keys: &[Key]) -> FamilyFormat {
    let parts = |key: &Key| match key {
        Key::Tuple(parts) if !parts.iter().any(|part| matches!(part, Key::Place(_))) => {
            parts.split_last().map(|(_, others)| others.to_vec())
        }
        _ => None,
    };
    let mut lines: Vec<(Vec<Key>, Vec<Option<usize>>)> = Vec::new();
    for (position, key) in keys.iter().enumerate() {
        let Some(others) = parts(key) else { return FamilyFormat::Row(keys.len()) };
        match lines.last_mut() {
            Some((known, line)) if *known == others => line.push(Some(position)),
            _ => lines.push((others, vec![Some(position)])),
        }
    }
    FamilyFormat::Lines(lines.into_iter().map(|(_, line)| line).collect())
}

/// Returns what a key is called in texts: a node, nodes together, a group.
fn name(graph: &Graph, key: &Key) -> Option<String> {
    match key {
        Key::Place(place) => graph.names.get(place.index as usize).cloned(),
        Key::Tuple(parts) => {
            let parts: Option<Vec<String>> = parts.iter().map(|part| name(graph, part)).collect();
            parts.map(|parts| parts.join(" - "))
        }
        Key::List(_) => {
            let name = key.to_value().describe(None);
            graph.groups.iter().any(|(group, _)| *group == name).then_some(name)
        }
        Key::Int(_) | Key::Word(_) | Key::Variable(_) => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SlotKind {
    Place(PlaceKind),
    Pair,
}

struct CellOfKey {
    kind: SlotKind,
    part: usize,
    row: usize,
    column: usize,
}

fn slot(grid: &Grid, key: &Key) -> Option<CellOfKey> {
    match key {
        Key::Place(place) => {
            let Slot { part, row, column } = grid.slot(*place);
            Some(CellOfKey { kind: SlotKind::Place(place.kind), part, row, column })
        }
        Key::Tuple(parts) => match parts.as_slice() {
            [Key::Place(a), Key::Place(b)] => pair(grid, *a, *b),
            _ => None,
        },
        Key::Int(_) | Key::Word(_) | Key::Variable(_) | Key::List(_) => None,
    }
}

fn pair(grid: &Grid, a: Place, b: Place) -> Option<CellOfKey> {
    let part = part_of_pair(grid, a, b)?;
    let ((row, column), (_, other_column)) = (grid.row_column(a), grid.row_column(b));
    Some(CellOfKey { kind: SlotKind::Pair, part, row, column: column.min(other_column) })
}
