//! Letters: how wide a text is, where its baseline lies, and its outlines. The only user of fonts.
//!
//! Drawings reserve room by these widths, and the vector forms draw these outlines, so that a text stands in
//! the same place in every renderer, and a sign such as `★` does not depend on the fonts of a machine.
//!
//! # Units
//! Lengths are shares of the font size ("em"); y grows downwards from the baseline.

use std::fmt::Write as _;
use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// How strong letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// As in running text.
    Regular,
    /// Heavier.
    Bold,
    /// All letters are equally wide: for programs.
    Mono,
}

/// A font in two weights, with what is asked of it again and again.
struct Font {
    face: Face<'static>,
    data: &'static [u8],
    /// The height of digits and capital letters.
    height: f64,
}

static REGULAR: LazyLock<Font> = LazyLock::new(|| Font::new(dejavu::sans::regular()));
static BOLD: LazyLock<Font> = LazyLock::new(|| Font::new(dejavu::sans::bold()));
static MONO: LazyLock<Font> = LazyLock::new(|| Font::new(dejavu::sans_mono::regular()));

fn font(weight: Weight) -> &'static Font {
    match weight {
        Weight::Regular => &REGULAR,
        Weight::Bold => &BOLD,
        Weight::Mono => &MONO,
    }
}

/// Returns the file of a font.
pub fn data(weight: Weight) -> &'static [u8] {
    font(weight).data
}

impl Font {
    fn new(data: &'static [u8]) -> Self {
        let Ok(face) = Face::parse(data, 0) else {
            puzgen_base::bug!("the embedded font is damaged")
        };
        let height = face.capital_height().map_or(0.7, f64::from);
        let height = if height > 1.0 { height / f64::from(face.units_per_em()) } else { height };
        Self { face, data, height }
    }

    fn em(&self, units: f64) -> f64 {
        units / f64::from(self.face.units_per_em())
    }

    /// Returns the glyph of a character, that of a missing one where the font lacks it.
    fn glyph(&self, symbol: char) -> GlyphId {
        self.face.glyph_index(symbol).unwrap_or(GlyphId(0))
    }

    fn advance(&self, symbol: char) -> f64 {
        self.em(self.face.glyph_hor_advance(self.glyph(symbol)).unwrap_or(0).into())
    }
}

/// Returns how wide a text is.
pub fn width(text: &str, weight: Weight) -> f64 {
    text.chars().map(|symbol| font(weight).advance(symbol)).sum()
}

/// Returns whether the font has all characters of a text.
pub fn has_all(text: &str, weight: Weight) -> bool {
    text.chars().all(|symbol| font(weight).face.glyph_index(symbol).is_some())
}

/// Returns how far below its middle a text's baseline lies. Words and numbers are centred by the height of
/// capitals, so that they stand in one line; a sign alone is centred by what is seen of it.
pub(crate) fn baseline(text: &str, weight: Weight) -> f64 {
    let font = font(weight);
    let mut symbols = text.chars();
    if let (Some(sign), None) = (symbols.next(), symbols.next())
        && !sign.is_alphanumeric()
        && let Some(seen) = font.face.glyph_bounding_box(font.glyph(sign))
    {
        return font.em(f64::from(seen.y_min) + f64::from(seen.y_max)) / 2.0;
    }
    font.height / 2.0
}

/// A glyph of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Glyph {
    /// Its number in the font.
    pub id: u16,
    /// Which of the fonts it is of.
    pub weight: Weight,
}

/// Returns the glyphs of a text, each with its character, how far right of the beginning it stands, and how
/// wide it is.
pub fn glyphs(text: &str, weight: Weight) -> Vec<(Glyph, char, f64, f64)> {
    let font = font(weight);
    let mut x = 0.0;
    let placed = text.chars().map(|symbol| {
        let (at, advance) = (x, font.advance(symbol));
        x += advance;
        (Glyph { id: font.glyph(symbol).0, weight }, symbol, at, advance)
    });
    placed.collect()
}

/// Returns the outline of a glyph as the data of an SVG path, in units of a thousandth of the font size.
pub(crate) fn outline(glyph: Glyph) -> String {
    let font = font(glyph.weight);
    let mut path = PathData { font, text: String::new() };
    font.face.outline_glyph(GlyphId(glyph.id), &mut path);
    path.text
}

struct PathData {
    font: &'static Font,
    text: String,
}

impl PathData {
    fn command(&mut self, letter: char, points: &[(f32, f32)]) {
        self.text.push(letter);
        for (number, (x, y)) in points.iter().enumerate() {
            let thousandths = |units: f32| (self.font.em(f64::from(units)) * 1000.0).round();
            let space = if number > 0 { " " } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(self.text, "{space}{} {}", thousandths(*x), -thousandths(*y) + 0.0);
        }
    }
}

impl OutlineBuilder for PathData {
    fn move_to(&mut self, x: f32, y: f32) {
        self.command('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.command('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.command('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.command('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.text.push('Z');
    }
}

/// Returns a value as it is printed: with a minus, where what programs read has a hyphen.
pub(super) fn with_minus(value: &str) -> String {
    let number =
        value.strip_prefix('-').filter(|it| it.starts_with(|it: char| it.is_ascii_digit()));
    number.map_or_else(|| value.to_owned(), |number| format!("−{number}"))
}

/// Returns a text in lines that are no wider than so much, each with as many words as fit. A word that is too
/// wide alone stands alone.
pub fn lines(text: &str, weight: Weight, most: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if !line.is_empty() && width(&longer, weight) > most {
            lines.push(std::mem::replace(&mut line, word.to_owned()));
        } else {
            line = longer;
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_minus_and_words_their_hyphen() {
        assert_eq!(["-10", "7", "-x", "a-1"].map(with_minus), ["−10", "7", "-x", "a-1"]);
    }
}
