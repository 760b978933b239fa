//! Sheets of exercises: where chapters stand that follow each other on a page, in letters as large as one page allows.

use crate::book::Entry;
use crate::export::drawing::Scene;

/// The sides of a square that are tried, in points, from large to small; with the smallest one more pages are used.
const SIDES: std::ops::RangeInclusive<u32> = 11..=24;
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
}

/// Returns the side of a square, and the places of all exercises: on pages of this width and height, of which
/// `taken` is taken on the first one.
pub(super) fn flow(
    chapters: &[Vec<&Entry>],
    (width, height): (f64, f64),
    taken: f64,
) -> (f64, Vec<Placed>) {
    let needed = |side: f64| -> f64 {
        chapters.iter().map(|entries| chapter_height(entries, width, side)).sum()
    };
    let fitting = SIDES.rev().map(f64::from).find(|side| taken + needed(*side) <= height);
    let side = fitting.unwrap_or(f64::from(*SIDES.start()));
    let (mut page, mut down) = (0, taken);
    let mut placed = Vec::new();
    for (chapter, entries) in chapters.iter().enumerate() {
        let columns = columns(entries, width, side);
        for (row, group) in entries.chunks(columns).enumerate() {
            let heading = if row == 0 { HEADING } else { 0.0 };
            let tall = row_height(group, side);
            if down + heading + tall > height {
                (page, down) = (page + 1, 0.0);
            }
            if row == 0 {
                placed.push(Placed { page, chapter, exercise: None, right: 0.0, down });
            }
            down += heading;
            for column in 0..group.len() {
                let right = column as f64 * width / columns as f64;
                let exercise = Some(row * columns + column);
                placed.push(Placed { page, chapter, exercise, right, down });
            }
            down += tall;
        }
    }
    (side, placed)
}

/// Returns how many exercises stand side by side.
fn columns(entries: &[&Entry], width: f64, side: f64) -> usize {
    let scenes = entries.iter().map(|entry| &entry.puzzle);
    let widest = scenes.map(|scene: &Scene| scene.width * side).fold(0.0, f64::max);
    let fits = (width / (widest + NUMBER + GAP)).floor().max(1.0) as usize;
    let columns = fits.min(entries.len()).max(1);
    // Rows are filled alike.
    entries.len().div_ceil(entries.len().div_ceil(columns).max(1)).max(1)
}

fn row_height(group: &[&Entry], side: f64) -> f64 {
    group.iter().map(|entry| entry.puzzle.height * side).fold(ROW, f64::max)
}

fn chapter_height(entries: &[&Entry], width: f64, side: f64) -> f64 {
    let rows = entries.chunks(columns(entries, width, side));
    rows.map(|group| row_height(group, side)).sum::<f64>() + HEADING
}
