//! Polyominoes: pictures, a table of named ones, and where they fit.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::{Grid, Place, picture};

/// Polyominoes by the letters they are known by and their number of cells, drawn with `/` between rows.
///
/// # Source
/// Golomb, "Polyominoes", 1994, for the letters.
const BANK: &[(&str, &str)] = &[
    ("I1", "#"),
    ("I2", "##"),
    ("I3", "###"),
    ("L3", "#./##"),
    ("I4", "####"),
    ("L4", "#./#./##"),
    ("O4", "##/##"),
    ("S4", ".##/##."),
    ("T4", "###/.#."),
    ("F5", ".##/##./.#."),
    ("I5", "#####"),
    ("L5", "#./#./#./##"),
    ("N5", ".#/##/#./#."),
    ("P5", "##/##/#."),
    ("T5", "###/.#./.#."),
    ("U5", "#.#/###"),
    ("V5", "#../#../###"),
    ("W5", "#../##./.##"),
    ("X5", ".#./###/.#."),
    ("Y5", ".#/##/.#/.#"),
    ("Z5", "##./.#./.##"),
];

/// The shapes of the bank by their names.
static NAMED: LazyLock<BTreeMap<&'static str, Polyomino>> = LazyLock::new(|| {
    let drawn = BANK.iter().map(|(name, picture)| Some((*name, Polyomino::drawn(picture)?)));
    drawn.flatten().collect()
});

/// What rotations and reflections make of the shapes of the bank.
static TURNED: LazyLock<BTreeMap<&'static Polyomino, BTreeSet<Polyomino>>> =
    LazyLock::new(|| NAMED.values().map(|shape| (shape, shape.turned())).collect());

/// A set of squares, as rows and columns from its top left.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Polyomino(Vec<(i64, i64)>);

impl Polyomino {
    /// Returns the shape of a name or of a picture; `None` where the text is neither.
    pub fn parse(text: &str) -> Option<Self> {
        NAMED.get(text).cloned().or_else(|| Self::drawn(text))
    }

    fn drawn(picture: &str) -> Option<Self> {
        let mut squares = Vec::new();
        for (row, line) in picture::rows(picture).ok()?.iter().enumerate() {
            let drawn = (0..line.len()).filter(|column| line[*column]);
            squares.extend(drawn.map(|column| (row as i64, column as i64)));
        }
        (!squares.is_empty()).then(|| Self(squares).settled())
    }

    /// Returns the names of the bank.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BANK.iter().map(|(name, _)| *name)
    }

    /// Moves it to the top left.
    fn settled(self) -> Self {
        let top = self.0.iter().map(|square| square.0).min().unwrap_or(0);
        let left = self.0.iter().map(|square| square.1).min().unwrap_or(0);
        let mut squares: Vec<(i64, i64)> =
            self.0.iter().map(|(row, column)| (row - top, column - left)).collect();
        squares.sort_unstable();
        Self(squares)
    }

    /// Returns what rotations and reflections make of it, each once.
    pub fn orientations(&self) -> BTreeSet<Self> {
        TURNED.get(self).cloned().unwrap_or_else(|| self.turned())
    }

    fn turned(&self) -> BTreeSet<Self> {
        let mut found = BTreeSet::new();
        let mut turned = self.clone();
        for _ in 0..4 {
            turned = Self(turned.0.iter().map(|(r, c)| (*c, -r)).collect()).settled();
            let mirrored = Self(turned.0.iter().map(|(r, c)| (*r, -c)).collect()).settled();
            found.extend([turned.clone(), mirrored]);
        }
        found
    }
}

impl Grid {
    /// Returns where the shapes fit into these cells: the cells of each place, sorted, each place once.
    pub fn placements<'s>(
        &self,
        shapes: impl IntoIterator<Item = &'s Polyomino>,
        cells: &[Place],
    ) -> Vec<Vec<Place>> {
        let mut is_within = vec![false; self.cell_count()];
        cells.iter().for_each(|cell| is_within[cell.index as usize] = true);
        let starts: Vec<(i64, i64)> = cells
            .iter()
            .map(|cell| self.row_column(*cell))
            .map(|(row, column)| (row as i64, column as i64))
            .collect();
        let mut found = Vec::new();
        for shape in shapes {
            let (first_r, first_c) = shape.0[0];
            for (r, c) in &starts {
                let cell = |(row, column): &(i64, i64)| {
                    let cell = self.cell_at(r + row - first_r, c + column - first_c);
                    cell.filter(|cell| is_within[cell.index as usize])
                };
                if shape.0.iter().all(|square| cell(square).is_some()) {
                    found.push(shape.0.iter().filter_map(cell).collect());
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::PlaceKind;

    #[test]
    fn the_bank_has_each_polyomino_once() {
        let shapes: Vec<Polyomino> =
            Polyomino::names().map(|name| Polyomino::parse(name).expect(name)).collect();
        for (name, shape) in Polyomino::names().zip(&shapes) {
            assert!(
                name.ends_with(&shape.0.len().to_string()),
                "{name} has {} cells",
                shape.0.len()
            );
        }
        let classes: BTreeSet<BTreeSet<Polyomino>> =
            shapes.iter().map(Polyomino::orientations).collect();
        assert_eq!(classes.len(), BANK.len());
        let counts: Vec<usize> = (1..=5)
            .map(|size| shapes.iter().filter(|shape| shape.0.len() == size).count())
            .collect();
        assert_eq!(counts, [1, 1, 2, 5, 12]);
        let fixed: usize =
            shapes.iter().filter(|s| s.0.len() == 5).map(|s| s.orientations().len()).sum();
        assert_eq!(fixed, 63);
    }

    #[test]
    fn counts_placements() {
        let grid = Grid::squares(3, 5);
        let cells = grid.all(PlaceKind::Cell);
        let count = |name: &str| {
            let shape = Polyomino::parse(name).unwrap();
            grid.placements(&shape.orientations(), &cells).len()
        };
        assert_eq!(count("I2"), 22);
        assert_eq!(count("O4"), 8);
        assert_eq!(count("I4"), 6);
        assert_eq!(count("T4"), 2 * 6 + 2 * 4);
        let shape = Polyomino::parse(" #. / ## ").unwrap();
        assert_eq!(shape, Polyomino::parse("L3").unwrap());
        assert_eq!(grid.placements([&shape], &cells).len(), 8);
        assert_eq!(grid.placements([&shape], &cells[..6]).len(), 0);
        assert!(Polyomino::parse("Q5").is_none());
        assert!(Polyomino::parse("..").is_none());
    }
}
