//! Papers: sheets of a classroom, and the trims of print services.

/// A point is 1/72 of an inch.
const INCH: f64 = 72.0;
const MILLIMETRE: f64 = INCH / 25.4;

/// A size of pages, in points.
#[derive(Debug, PartialEq)]
pub struct Paper {
    /// The name after `--paper`.
    pub name: &'static str,
    /// What it is for, in one sentence.
    pub about: &'static str,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// Whether it is bound: then inner margins are wider, by the number of pages, and so many pages are
    /// asked for.
    pub is_bound: bool,
}

/// The fewest pages that print services bind.
pub(crate) const FEWEST_BOUND: usize = 24;

/// All papers, the default first.
pub const PAPERS: &[Paper] = &[
    sheet("a4", "A4, for sheets", 210.0 * MILLIMETRE, 297.0 * MILLIMETRE),
    sheet("letter", "US Letter, for sheets", 8.5 * INCH, 11.0 * INCH),
    bound("8.5x11", "8.5 × 11 in, bound by a print service", 8.5, 11.0),
    bound("8x10", "8 × 10 in, bound by a print service", 8.0, 10.0),
    bound("6x9", "6 × 9 in, bound by a print service", 6.0, 9.0),
];

const fn sheet(name: &'static str, about: &'static str, width: f64, height: f64) -> Paper {
    Paper { name, about, width, height, is_bound: false }
}

const fn bound(name: &'static str, about: &'static str, width: f64, height: f64) -> Paper {
    Paper { name, about, width: width * INCH, height: height * INCH, is_bound: true }
}

impl Paper {
    /// Returns the paper of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PAPERS.iter().find(|paper| paper.name == name)
    }

    /// Returns the margins at the inner and the outer edge of a document of so many pages. The inner ones of
    /// bound paper are those that print services ask for.
    pub(crate) fn margins(&self, pages: usize) -> (f64, f64) {
        if !self.is_bound {
            return (15.0 * MILLIMETRE, 15.0 * MILLIMETRE);
        }
        let inner = match pages {
            0..=150 => 0.375,
            151..=300 => 0.5,
            301..=500 => 0.625,
            501..=700 => 0.75,
            _ => 0.875,
        };
        // A little more than asked for, so that nothing disappears in the fold.
        ((inner + 0.125) * INCH, 0.375 * INCH)
    }

    /// Returns the margins at the top and the bottom.
    pub(crate) fn ends(&self) -> f64 {
        if self.is_bound { 0.5 * INCH } else { 14.0 * MILLIMETRE }
    }
}
