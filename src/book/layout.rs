//! How many squares of a page fit beside each other: the grid of places for puzzles.

use puzgen_export::drawing::Scene;
use puzgen_export::drawing::scene::MARGIN;

/// A grid of places on a page, each of the same size, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Places {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Places {
    /// Returns how many puzzles a page has.
    pub(super) fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns the left and upper end of a place.
    pub(super) fn corner(&self, number: usize, left: f64, top: f64) -> (f64, f64) {
        let (row, column) = (number / self.columns, number % self.columns);
        (left + column as f64 * self.width, top + row as f64 * self.height)
    }
}

/// What a place holds beside the drawing, in points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// At its sides, together.
    pub(super) aside: f64,
    /// Above and below the drawing, together.
    pub(super) above: f64,
}

/// The smallest and largest sides of a square, in points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Squares {
    pub(super) smallest: f64,
    pub(super) largest: f64,
}

/// The height of letters of programs, in points: of their solutions, where nothing else is asked, and at most.
pub(super) const SOLVED: f64 = 9.0;
pub(super) const READ: f64 = 10.0;
pub(super) const LARGE: f64 = 13.0;

/// Returns the side of a square where a program has letters of this height, in points; a smaller one where it alone is
/// too large for a page of this size. Others do not count: their lines may be longer.
pub(super) fn program_side(scene: &Scene, letters: f64, (width, height): (f64, f64)) -> f64 {
    let side = letters / scene.program.unwrap_or(1.0);
    side.min(width / (scene.width - 2.0 * MARGIN)).min(height / scene.height)
}

/// Returns the height of letters of a program of which so many are to stand on a page with this height for each.
pub(super) fn program_letters(scene: &Scene, each: f64) -> f64 {
    (scene.program.unwrap_or(1.0) * each / scene.height).clamp(READ, LARGE)
}

/// How many puzzles a page is tried with.
const COUNTS: [usize; 11] = [24, 20, 15, 12, 9, 8, 6, 4, 3, 2, 1];

/// Returns the side of a square where drawings stand in such places.
pub(super) fn side(places: &Places, scenes: &[&Scene], room: Room, squares: Squares) -> f64 {
    let fits = |scene: &&Scene| {
        let width = (places.width - room.aside) / scene.width;
        width.min((places.height - room.above) / scene.height)
    };
    scenes.iter().map(fits).fold(squares.largest, f64::min)
}

/// Returns the places of so many puzzles on a page that draw the largest one in the largest size.
fn of_count(
    count: usize,
    (width, height): (f64, f64),
    scenes: &[&Scene],
    room: Room,
    squares: Squares,
) -> Places {
    let of_columns = |columns: usize| {
        let rows = count.div_ceil(columns);
        let (width, height) = (width / columns as f64, height / rows as f64);
        Places { columns, rows, width, height }
    };
    let mut best = of_columns(1);
    for columns in 2..=count {
        let places = of_columns(columns);
        // Fewer columns where both are as good: lines stay together.
        if side(&places, scenes, room, squares) > side(&best, scenes, room, squares) {
            best = places;
        }
    }
    best
}

/// Returns the places of puzzles: so many on a page, or as many as can be read well.
pub(super) fn places(
    asked: Option<usize>,
    size: (f64, f64),
    scenes: &[&Scene],
    room: Room,
    squares: Squares,
) -> Places {
    if let Some(count) = asked {
        return of_count(count.max(1), size, scenes, room, squares);
    }
    let all = COUNTS.map(|count| of_count(count, size, scenes, room, squares));
    let is_good = |places: &&Places| side(places, scenes, room, squares) >= squares.smallest;
    all.iter().find(is_good).copied().unwrap_or(all[COUNTS.len() - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(width: f64, height: f64) -> Scene {
        Scene {
            title: String::new(),
            width,
            height,
            board: (0.0, 0.0),
            background: None,
            marks: Vec::new(),
            under_lines: 0,
            program: None,
        }
    }

    #[test]
    fn as_many_as_can_be_read_and_no_more() {
        let room = Room { aside: 10.0, above: 20.0 };
        let squares = Squares { smallest: 20.0, largest: 30.0 };
        let small = drawing(9.5, 9.5);
        let found = places(None, (500.0, 750.0), &[&small], room, squares);
        assert_eq!((found.columns, found.rows), (2, 3));
        assert!(side(&found, &[&small], room, squares) >= 20.0);
        let large = drawing(40.0, 40.0);
        assert_eq!(places(None, (500.0, 750.0), &[&small, &large], room, squares).count(), 1);
        let asked = places(Some(4), (500.0, 750.0), &[&small], room, squares);
        assert_eq!((asked.columns, asked.rows), (2, 2));
    }
    #[test]
    fn programs_are_read_well_whatever_stands_beside_them() {
        let program = |width, height| Scene { program: Some(0.4), ..drawing(width, height) };
        assert_eq!(program_side(&program(16.0, 12.0), READ, (500.0, 700.0)), 25.0);
        assert_eq!(program_side(&program(50.5, 12.0), READ, (500.0, 700.0)), 10.0);
        assert_eq!(program_letters(&program(16.0, 12.0), 360.0), 12.0);
        assert_eq!(program_letters(&program(16.0, 40.0), 360.0), READ);
    }
}
