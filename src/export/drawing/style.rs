//! Styles: the colours, widths and letters of drawings. A new style is an entry of [`STYLES`].
//!
//! Styles differ by lightness, not by hue alone: what the solver enters is also told from what is given where
//! colours are not seen, by the weight of its letters.

/// A colour: red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Black.
    pub const BLACK: Self = Self(0, 0, 0);
    /// White.
    pub(crate) const WHITE: Self = Self(255, 255, 255);

    /// Returns the colour of a name or of `#rrggbb`.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "black" => return Some(Self::BLACK),
            "white" => return Some(Self::WHITE),
            _ => {}
        }
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let part = |from: usize| u8::from_str_radix(digits.get(from..from + 2)?, 16).ok();
        Some(Self(part(0)?, part(2)?, part(4)?))
    }

    /// Returns the colour as SVG and HTML write it.
    pub fn hex(self) -> String {
        let Self(red, green, blue) = self;
        match self {
            Self::BLACK => "black".to_owned(),
            Self::WHITE => "white".to_owned(),
            _ => format!("#{red:02x}{green:02x}{blue:02x}"),
        }
    }
}

/// How drawings look. Widths and sizes are in squares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// The name after `--style`.
    pub name: &'static str,
    /// What it is for, in one sentence.
    pub about: &'static str,
    /// The side of a square in the units of the document, which are pixels of a screen.
    pub side: f64,
    /// What is painted under everything, where that is not left to the page.
    pub background: Option<Colour>,
    /// The ground on which letters in circles and corners stand.
    pub paper: Colour,
    /// What is black, and what is white: squares and circles that rules call so, whatever the ground is.
    pub black: Colour,
    /// See [`black`](Self::black).
    pub white: Colour,
    /// What the puzzle gives.
    pub given: Colour,
    /// What the solver enters.
    pub entered: Colour,
    /// A square that the solver fills.
    pub shade: Colour,
    /// A letter that the solver enters into a square that is given as black.
    pub entered_on_given: Colour,
    /// Lines between squares.
    pub grid: Colour,
    /// Given lines, light enough for numbers over them.
    pub line: Colour,
    /// Where a step looks, what it rests on, and what follows.
    pub tints: [Colour; 3],
    /// Around squares that something follows for.
    pub outline: Colour,
    /// The width of lines between squares, of those around regions, of those that are drawn by a player,
    /// and of what surrounds circles.
    pub widths: [f64; 4],
    /// The height of large letters, of those of which two stand in a square, of those beside the board, and
    /// of sentences.
    pub sizes: [f64; 4],
    /// Whether given letters are always bold, and not only beside entered ones.
    pub is_bold: bool,
}

/// The usual style.
pub(crate) const PLAIN: Style = Style {
    name: "plain",
    about: "thin lines, black on the page's own ground",
    side: 40.0,
    background: None,
    paper: Colour::WHITE,
    black: Colour::BLACK,
    white: Colour::WHITE,
    given: Colour::BLACK,
    entered: Colour(0x1a, 0x5f, 0xb4),
    shade: Colour(0x5e, 0x7f, 0xa8),
    entered_on_given: Colour(0x99, 0xc1, 0xf1),
    grid: Colour(0x77, 0x77, 0x77),
    line: Colour(0x99, 0x99, 0x99),
    tints: [Colour(0xf0, 0xf0, 0xf0), Colour(0xcf, 0xe0, 0xf3), Colour(0xff, 0xd8, 0x66)],
    outline: Colour(0xc6, 0x46, 0x00),
    widths: [0.025, 0.075, 0.125, 0.0375],
    sizes: [0.6, 0.32, 0.6, 0.45],
    is_bold: false,
};

/// All styles, the default first.
pub const STYLES: &[Style] = &[
    PLAIN,
    Style {
        name: "bold",
        about: "strong lines and letters, for newsprint and photocopies",
        grid: Colour(0x33, 0x33, 0x33),
        line: Colour(0x77, 0x77, 0x77),
        widths: [0.04, 0.11, 0.17, 0.06],
        is_bold: true,
        ..PLAIN
    },
    Style {
        name: "large-print",
        about: "large squares, letters and lines, for weak eyes",
        side: 64.0,
        grid: Colour(0x44, 0x44, 0x44),
        widths: [0.035, 0.1, 0.15, 0.05],
        sizes: [0.72, 0.38, 0.68, 0.5],
        is_bold: true,
        ..PLAIN
    },
    Style {
        name: "dark",
        about: "light on dark, for screens",
        background: Some(Colour(0x33, 0x37, 0x3e)),
        paper: Colour(0x33, 0x37, 0x3e),
        black: Colour(0x08, 0x08, 0x08),
        given: Colour(0xf2, 0xf2, 0xf2),
        entered: Colour(0x8a, 0xb8, 0xff),
        shade: Colour(0x4d, 0x6f, 0x9e),
        grid: Colour(0x8d, 0x92, 0x9a),
        line: Colour(0x8a, 0x8f, 0x98),
        tints: [Colour(0x42, 0x47, 0x50), Colour(0x3a, 0x58, 0x7c), Colour(0x7a, 0x61, 0x00)],
        outline: Colour(0xff, 0xb3, 0x80),
        ..PLAIN
    },
];

/// A colour of [`PAGE`] that a page decides.
#[derive(Debug)]
pub(super) struct PageColour {
    /// The custom property of CSS.
    pub(super) name: &'static str,
    /// What stands for it in a scene.
    pub(super) stands: Colour,
    /// What it is in the usual style.
    pub(super) in_print: Colour,
}

const fn page_colour(name: &'static str, number: u8, in_print: Colour) -> PageColour {
    PageColour { name, stands: Colour(0xfe, 0x01, number), in_print }
}

/// The colours of drawings on a page.
pub(super) const PAGE_COLOURS: &[PageColour] = &[
    page_colour("paper", 1, PLAIN.paper),
    page_colour("black", 2, PLAIN.black),
    page_colour("white", 3, PLAIN.white),
    page_colour("given", 4, PLAIN.given),
    page_colour("entered", 5, PLAIN.entered),
    page_colour("shade", 6, PLAIN.shade),
    page_colour("entered-on-given", 7, PLAIN.entered_on_given),
    page_colour("grid", 8, PLAIN.grid),
    page_colour("line", 9, PLAIN.line),
    page_colour("area", 10, PLAIN.tints[0]),
    page_colour("reason", 11, PLAIN.tints[1]),
    page_colour("concluded", 12, PLAIN.tints[2]),
    page_colour("outline", 13, PLAIN.outline),
];

/// The usual style with colours that a page decides: each stands for an entry of [`PAGE_COLOURS`].
pub(super) const PAGE: Style = Style {
    name: "page",
    about: "colours that a page decides",
    paper: PAGE_COLOURS[0].stands,
    black: PAGE_COLOURS[1].stands,
    white: PAGE_COLOURS[2].stands,
    given: PAGE_COLOURS[3].stands,
    entered: PAGE_COLOURS[4].stands,
    shade: PAGE_COLOURS[5].stands,
    entered_on_given: PAGE_COLOURS[6].stands,
    grid: PAGE_COLOURS[7].stands,
    line: PAGE_COLOURS[8].stands,
    tints: [PAGE_COLOURS[9].stands, PAGE_COLOURS[10].stands, PAGE_COLOURS[11].stands],
    outline: PAGE_COLOURS[12].stands,
    is_bold: true,
    ..PLAIN
};

impl Style {
    /// Returns the style of this name.
    pub fn named(name: &str) -> Option<Self> {
        STYLES.iter().find(|style| style.name == name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_they_are_written() {
        for colour in [Colour::BLACK, Colour::WHITE, Colour(1, 128, 255)] {
            assert_eq!(Colour::parse(&colour.hex()), Some(colour));
        }
        for wrong in ["", "#12345", "#12345g", "#é1234", "blue-ish"] {
            assert_eq!(Colour::parse(wrong), None);
        }
    }
}
