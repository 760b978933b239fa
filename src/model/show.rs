//! How puzzles of a definition are drawn: the parts of `show`.

use std::sync::Arc;

use crate::expr::{ClueId, Expr, FamilyId, LayoutId};
use crate::function::ScriptFunction;
use crate::placed_figure::Figure;
use crate::template::Template;
use puzgen_base::source::Span;

/// How a puzzle is drawn.
#[derive(Debug, Default)]
pub struct Show {
    /// Characters for values.
    pub symbols: Vec<Symbols>,
    /// Regions with a thick border.
    pub thick: Vec<Expr>,
    /// Regions with a dashed border within their squares.
    pub cages: Vec<Expr>,
    /// A sentence for puzzles without a board.
    pub text: Option<Template>,
    /// The figure of a puzzle without a board.
    pub figure: Figure,
    /// How families are drawn that are not drawn as usual.
    pub looks: Vec<DrawnAs>,
    /// What is written for families in drawings, where that is not the value alone.
    pub labels: Vec<FamilyLabel>,
    /// What clues say in words.
    pub sentences: Vec<ClueSentence>,
    /// The function that draws them all instead, and where it is named.
    pub script: Option<(Arc<dyn ScriptFunction>, Span)>,
}

/// A family that is not drawn as usual.
#[derive(Debug, Clone, Copy)]
pub struct DrawnAs {
    /// The clue, answer or layout.
    pub family: Shown,
    /// How it is drawn.
    pub look: Look,
    /// Where it is named.
    pub span: Span,
}

/// How a family is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Squares that are filled where the value is not 0.
    Shade,
    /// Circles: with the value in it, or open for false and filled for true.
    Circles,
    /// Small, in the corner of the square.
    Corner,
    /// In squares that are cut by a diagonal: what is of the right side above it, what is of the lower side
    /// below it.
    Diagonal,
    /// As many lines side by side as the value says.
    Lines,
    /// Lines between neighbours whose values differ, or, of pairs of neighbours, where the value is 0.
    Borders,
    /// Parts of ships: where the value is true, or by the numbers that `export`'s `ships` has for them.
    Ships,
    /// Not drawn.
    Hidden,
    /// Above the columns.
    Top,
    /// Below the columns.
    Bottom,
    /// Before the rows.
    Left,
    /// Behind the rows.
    Right,
}

impl Look {
    /// Returns the name in the language.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, look)| *look == self).map_or("", |(name, _)| name)
    }

    /// All looks with their names in the language.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("shade", Self::Shade),
        ("circles", Self::Circles),
        ("corner", Self::Corner),
        ("diagonal", Self::Diagonal),
        ("lines", Self::Lines),
        ("borders", Self::Borders),
        ("ships", Self::Ships),
        ("hidden", Self::Hidden),
        ("top", Self::Top),
        ("bottom", Self::Bottom),
        ("left", Self::Left),
        ("right", Self::Right),
    ];
}

/// Characters for the values of a family, in the order of its values.
#[derive(Debug, Clone)]
pub struct Symbols {
    /// The clue or answer family.
    pub family: Shown,
    /// The characters.
    pub symbols: Vec<char>,
    /// The characters for pairs of a square and the one below it, where these differ.
    pub vertical: Option<Vec<char>>,
    /// Whether the values after them are written as numbers.
    pub numbers_follow: bool,
    /// The family whose values they stand for, where another one shares its characters. Not a clue, or one of truths.
    pub shared_with: Option<Shown>,
    /// The part.
    pub span: Span,
}

impl Symbols {
    /// The symbol of values that drawings leave blank. Texts have the number.
    pub const BLANK: char = ' ';
    /// What stands behind the last symbol where the values after it are written as numbers.
    pub const NUMBERS_FOLLOW: char = '…';
}

/// What is written for each element of a family.
#[derive(Debug, Clone)]
pub struct FamilyLabel {
    /// The clue, answer or layout.
    pub family: Shown,
    /// The parts.
    pub parts: Vec<LabelPart>,
    /// The text.
    pub span: Span,
}

/// A part of what is written for an element.
#[derive(Debug, Clone)]
pub enum LabelPart {
    /// Text.
    Text(String),
    /// The value of a family at the same place.
    Value(Shown),
}

/// What the clues of a family say in words.
#[derive(Debug, Clone)]
pub struct ClueSentence {
    /// The family.
    pub clue: ClueId,
    /// The sentence; of truths, where it is true.
    pub text: Sentence,
    /// The sentence where it is false.
    pub otherwise: Option<Sentence>,
    /// Where the family is named.
    pub span: Span,
}

/// A sentence, in which names of the index of a clue have their values.
pub type Sentence = Vec<SentencePart>;

/// A part of a sentence.
#[derive(Debug, Clone)]
pub enum SentencePart {
    /// Text with what is known.
    Told(Template),
    /// The value of the clue.
    Value,
}

/// A family that can be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// A clue.
    Clue(ClueId),
    /// An answer.
    Answer(FamilyId),
    /// A layout.
    Layout(LayoutId),
}
