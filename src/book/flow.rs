//! Sheets of exercises: where chapters stand that follow each other on a page, in letters that can be read, and as large
//! as the fewest pages allow.

use crate::book::Entry;
use crate::book::layout::SOLVED;
use crate::export::drawing::Scene;
use crate::export::drawing::scene::MARGIN;

/// The smallest and largest side of a square, in points, and what is between those that are tried. With the smallest one
/// sentences have letters of seven points, and it is known how many pages are needed.
pub(super) const LEAST: f64 = 15.6;
const MOST: f64 = 24.0;
const STEP: f64 = 0.2;
/// Room between two columns, and before an exercise for its number.
const GAP: f64 = 8.0;
pub(super) const NUMBER: f64 = 16.0;
/// Above and with the title of a chapter, and the least height of a row.
const HEADING: f64 = 20.0;
const ROW: f64 = 18.0;

/// Something in its place on a page.
pub(super) struct Placed {
    /// The page, from 0.
    pub(super) page: usize,
    /// The chapter.
    pub(super) chapter: usize,
    /// The exercise of the chapter, its title where there is none.
    pub(super) exercise: Option<usize>,
    /// How far right of the margin.
    pub(super) right: f64,
    /// How far below the top of the page's room.
    pub(super) down: f64,
    /// The side of a square of its drawing.
    pub(super) side: f64,
}

/// Returns the places of all exercises: on pages of this width and height, of which `taken` is taken on the first one.
pub(super) fn flow(chapters: &[Vec<&Entry>], size: (f64, f64), taken: f64) -> Vec<Placed> {
    let entries = chapters.iter().flatten();
    let programs = entries.filter_map(|entry| entry.puzzle.program);
    let least = programs.map(|letters| SOLVED / letters).fold(LEAST, f64::max).min(MOST);
    let placed = |side: f64| Flow { size, side }.placed(chapters, taken);
    let pages = |placed: &[Placed]| placed.last().map(|last| last.page);
    let smallest = placed(least);
    let larger = (0..).map(|step| MOST - f64::from(step) * STEP).take_while(|side| *side > least);
    larger.map(placed).find(|it| pages(it) == pages(&smallest)).unwrap_or(smallest)
}

/// Pages whose drawings have one side of a square, as far as they are not too large for it.
struct Flow {
    size: (f64, f64),
    side: f64,
}

impl Flow {
    fn placed(&self, chapters: &[Vec<&Entry>], taken: f64) -> Vec<Placed> {
        let (width, height) = self.size;
        let (mut page, mut down) = (0, taken);
        let mut placed = Vec::new();
        for (chapter, entries) in chapters.iter().enumerate() {
            let columns = self.columns(entries);
            for (row, group) in entries.chunks(columns).enumerate() {
                let heading = if row == 0 { HEADING } else { 0.0 };
                let tall = self.row_height(group);
                if down + heading + tall > height {
                    (page, down) = (page + 1, 0.0);
                }
                if row == 0 {
                    let (exercise, right, side) = (None, 0.0, self.side);
                    placed.push(Placed { page, chapter, exercise, right, down, side });
                }
                down += heading;
                for (column, entry) in group.iter().enumerate() {
                    let right = column as f64 * width / columns as f64;
                    let exercise = Some(row * columns + column);
                    let side = self.side_of(&entry.puzzle);
                    placed.push(Placed { page, chapter, exercise, right, down, side });
                }
                down += tall;
            }
        }
        placed
    }

    fn side_of(&self, scene: &Scene) -> f64 {
        let (width, height) = self.size;
        let room = (width - NUMBER) / (scene.width - 2.0 * MARGIN);
        self.side.min(room).min((height - HEADING) / scene.height)
    }

    /// Returns how many exercises stand side by side.
    fn columns(&self, entries: &[&Entry]) -> usize {
        let scenes = entries.iter().map(|entry| &entry.puzzle);
        let widest = scenes.map(|scene| scene.width * self.side_of(scene)).fold(0.0, f64::max);
        let fits = (self.size.0 / (widest + NUMBER + GAP)).floor().max(1.0) as usize;
        let columns = fits.min(entries.len()).max(1);
        // Rows are filled alike.
        entries.len().div_ceil(entries.len().div_ceil(columns).max(1)).max(1)
    }

    fn row_height(&self, group: &[&Entry]) -> f64 {
        let scenes = group.iter().map(|entry| &entry.puzzle);
        scenes.map(|scene| scene.height * self.side_of(scene)).fold(ROW, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(width: f64, height: f64) -> Entry {
        let scene = Scene {
            title: String::new(),
            width,
            height,
            board: (0.0, 0.0),
            background: None,
            marks: Vec::new(),
            under_lines: 0,
            program: None,
        };
        let (puzzle, solution) = (scene.clone(), scene);
        Entry { puzzle, solution, level: None, score: None, link: None, blanks: None }
    }

    #[test]
    fn letters_stay_readable_and_fill_the_pages_that_they_need() {
        let places = |count: usize| {
            let entries = vec![entry(9.5, 5.0); count];
            flow(&[entries.iter().collect()], (500.0, 700.0), 30.0)
        };
        let page_and_side = |placed: &[Placed]| placed.last().map(|last| (last.page, last.side));
        assert_eq!(page_and_side(&places(2)), Some((0, 24.0)));
        // Two columns of eight on a page have about 80 points for each.
        let (page, side) = page_and_side(&places(16)).unwrap();
        assert!(page == 0 && (16.0..16.5).contains(&side), "{page} {side}");
        // Another one needs a second page, and then all have room to be larger.
        let two = places(17);
        assert!(two.iter().all(|place| place.side > 20.0));
        assert_eq!(two.last().map(|last| last.page), Some(1));
        // What is too wide for the page alone is smaller alone.
        let wide = [entry(60.0, 5.0), entry(9.5, 5.0)];
        let placed = flow(&[vec![&wide[0], &wide[1]]], (500.0, 700.0), 30.0);
        assert!(placed[1].side < 9.0 && placed[2].side == 24.0);
    }
}
