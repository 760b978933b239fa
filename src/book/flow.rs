//! Sheets of exercises: where chapters stand that follow each other on a page, in letters that can be read, and as large
//! as the fewest pages allow.

use crate::layout::SOLVED;
use puzgen_export::drawing::Scene;
use puzgen_export::drawing::scene::MARGIN;

/// The smallest and largest side of a square, in points, and what is between those that are tried. With the smallest one
/// sentences have letters of seven points, and it is known how many pages are needed.
const LEAST: f64 = 7.0 / 0.45;
const MOST: f64 = 22.0;
const STEP: f64 = 0.2;
/// Room between two columns, and before an exercise for its number.
const GAP: f64 = 8.0;
pub(super) const NUMBER: f64 = 16.0;
/// Above and with the title of a chapter, and the least height of a row.
const HEADING: f64 = 17.0;
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

/// The drawings of a version, by chapter.
pub(super) type Sheet<'b> = Vec<Vec<&'b Scene>>;

/// Returns the places of all exercises of a version: on pages of this width and height, of which `taken` is taken on the
/// first one. All versions have the same size, so that they have as many pages.
pub(super) fn flow(
    sheets: &[Sheet<'_>],
    version: usize,
    size: (f64, f64),
    taken: f64,
) -> Vec<Placed> {
    let programs = sheets.iter().flatten().flatten().filter_map(|scene| scene.program);
    let least = programs.map(|letters| SOLVED / letters).fold(LEAST, f64::max).min(MOST);
    let pages = |side: f64| {
        let placed = sheets.iter().map(|sheet| Flow { size, side }.placed(sheet, taken));
        placed.filter_map(|placed| placed.last().map(|last| last.page)).max()
    };
    let fewest = pages(least);
    let larger = (0..).map(|step| MOST - f64::from(step) * STEP).take_while(|side| *side > least);
    let side = larger.into_iter().find(|side| pages(*side) == fewest).unwrap_or(least);
    Flow { size, side }.placed(&sheets[version], taken)
}

/// Pages whose drawings have one side of a square, as far as they are not too large for it.
struct Flow {
    size: (f64, f64),
    side: f64,
}

impl Flow {
    fn placed(&self, chapters: &[Vec<&Scene>], taken: f64) -> Vec<Placed> {
        let (width, height) = self.size;
        let (mut page, mut down) = (0, taken);
        let mut placed = Vec::new();
        for (chapter, scenes) in chapters.iter().enumerate() {
            let columns = self.columns(scenes);
            for (row, group) in scenes.chunks(columns).enumerate() {
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
                for (column, scene) in group.iter().enumerate() {
                    let right = column as f64 * width / columns as f64;
                    let exercise = Some(row * columns + column);
                    let side = self.side_of(scene);
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
    fn columns(&self, scenes: &[&Scene]) -> usize {
        let widths = scenes.iter().map(|scene| scene.width * self.side_of(scene));
        let widest = widths.fold(0.0, f64::max);
        let fits = (self.size.0 / (widest + NUMBER + GAP)).floor().max(1.0) as usize;
        let columns = fits.min(scenes.len()).max(1);
        // Rows are filled alike.
        scenes.len().div_ceil(scenes.len().div_ceil(columns).max(1)).max(1)
    }

    fn row_height(&self, group: &[&Scene]) -> f64 {
        group.iter().map(|scene| scene.height * self.side_of(scene)).fold(ROW, f64::max)
    }
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
    fn letters_stay_readable_and_fill_the_pages_that_they_need() {
        let scene = drawing(9.5, 5.0);
        let sheet = |count: usize| vec![vec![&scene; count]];
        let size = (500.0, 700.0);
        let page_and_side = |placed: &[Placed]| placed.last().map(|last| (last.page, last.side));
        assert_eq!(page_and_side(&flow(&[sheet(2)], 0, size, 30.0)), Some((0, MOST)));
        // Two columns of eight on a page have about 80 points for each.
        let (page, side) = page_and_side(&flow(&[sheet(16)], 0, size, 30.0)).unwrap();
        assert!(page == 0 && (16.0..16.5).contains(&side), "{page} {side}");
        // Another one needs a second page, and then all have room to be larger, in the other version, too.
        let sheets = [sheet(17), sheet(16)];
        for version in [0, 1] {
            let placed = flow(&sheets, version, size, 30.0);
            assert_eq!(page_and_side(&placed), Some((1, MOST)));
        }
        // What is too wide for the page alone is smaller alone.
        let wide = drawing(60.0, 5.0);
        let placed = flow(&[vec![vec![&wide, &scene]]], 0, size, 30.0);
        assert!(placed[1].side < 9.0 && placed[2].side == MOST);
    }
}
