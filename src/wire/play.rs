//! What a player of puzzles on a screen works from.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::Object;

/// A puzzle to be played: its drawing, and what can be entered where. It does not hold the solution.
///
/// Lengths are in the units of the drawing. Colours in `svg` and `marks` are the custom properties of CSS that
/// `colours` names, so that a page decides them.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Play {
    /// The format.
    #[schemars(extend("const" = Play::SCHEMA))]
    pub schema: &'static str,
    /// The name of the definition.
    pub puzzle: String,
    /// The name for people.
    pub title: String,
    /// How it is played, in a sentence or two.
    pub about: Option<String>,
    /// The values of all parameters.
    pub params: Object,
    /// The drawing of the puzzle as SVG, which also defines the letters of `marks`.
    pub svg: String,
    /// The custom properties, with the colours that they have in print.
    pub colours: BTreeMap<String, String>,
    /// How long the side of a square is.
    pub side: f64,
    /// The squares.
    pub cells: Vec<PlayCell>,
    /// The families of the answer.
    pub families: Vec<PlayFamily>,
    /// The elements of the answer, family by family; attempts name them by their positions here.
    pub elements: Vec<PlayElement>,
    /// Pieces of SVG that are drawn where a value is entered, around `(0, 0)`.
    pub marks: Vec<String>,
    /// Lines that are drawn where two elements have different values.
    pub borders: Vec<PlayBorder>,
    /// Elements, by their positions, of which no two have the same value.
    pub different: Vec<Vec<usize>>,
}

/// A square, hexagon or node.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PlayCell {
    /// What it is called in messages.
    pub name: String,
    /// Its row, from 0; null where there are no rows.
    pub row: Option<usize>,
    /// Its number in the row, from 0.
    pub column: Option<usize>,
    /// Its centre.
    pub at: [f64; 2],
    /// Its corners; none for nodes.
    pub corners: Vec<[f64; 2]>,
    /// What the puzzle shows in it, and beside the board next to it.
    pub clues: Vec<PlayClue>,
}

/// What the puzzle shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayClue {
    /// Where.
    pub place: CluePlace,
    /// What, as it is written.
    pub text: String,
}

/// Where a clue stands: in a square, or beside the board next to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum CluePlace {
    Inside,
    Top,
    Bottom,
    Left,
    Right,
}

/// A family of the answer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PlayFamily {
    /// Its name.
    pub name: String,
    /// What is entered.
    pub kind: PlayKind,
    /// Whether its values are truths.
    pub is_truth: bool,
    /// What values are called.
    pub tokens: BTreeMap<i64, String>,
}

/// What is entered, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayKind {
    /// Something is written in squares.
    Cell,
    /// Squares are filled.
    Shade,
    /// Squares belong to regions, which are told apart by values and drawn by their borders.
    Region,
    /// Lines along edges.
    Edge,
    /// Lines from square to square.
    Link,
    /// Something is written at other places of the board.
    Place,
    /// Values that have no place on the board.
    Loose,
    /// Not entered: the others decide it.
    Hidden,
}

/// An element of the answer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PlayElement {
    /// What it is called in messages.
    pub name: String,
    /// Its family.
    pub family: usize,
    /// Where it is drawn; null without a place.
    pub at: Option<[f64; 2]>,
    /// The ends of its line.
    pub ends: Option<[[f64; 2]; 2]>,
    /// The squares that it is of: its own, those beside an edge, those that a line joins.
    pub cells: Vec<usize>,
    /// The value that the puzzle gives.
    pub given: Option<i64>,
    /// The values that it may have.
    pub values: Vec<i64>,
    /// For each value the piece that is drawn; null where nothing is.
    pub marks: Vec<Option<usize>>,
}

/// A line between two elements.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PlayBorder {
    /// The elements.
    pub between: [usize; 2],
    /// The ends of the line.
    pub ends: [[f64; 2]; 2],
}

impl Play {
    /// The name of the format.
    pub const SCHEMA: &str = "puzgen.play/1";
}
