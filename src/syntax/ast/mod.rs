//! The untyped tree of a definition: what was written, with the place of every part.
//!
//! Both front ends meet here: the grammar (`syntax/`) and scripts (`script/`) build this tree, and only
//! `check/` reads it. `Display` (in `print.rs` and `items.rs`) prints valid `.pz` text whose tree is
//! the same but for spans. Nothing is resolved: names are text.

mod first_words;
mod items;
mod print;
mod print_expr;
mod print_lists;
mod print_parts;
#[cfg(test)]
mod tests;
mod walk;

pub use first_words::{Behind, FIRST_WORDS, FirstWord};
pub use items::{AuxValue, BoardDecl, BoardShape, Facts, ItemKind, Joining, LayoutValue, PartMut};
use puzgen_base::ops::CompareOp;
use puzgen_base::source::Span;

/// A name and where it stands.
#[derive(Debug, Clone)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// A string literal.
#[derive(Debug, Clone)]
pub struct TextLiteral {
    /// The text, escapes resolved; of a `"""` block the raw inner text.
    pub text: String,
    /// The literal with its quotes.
    pub span: Span,
    /// What is inside the quotes, byte for byte as in the file for a `"""` block.
    pub inner: Span,
    /// Whether it was written with `"""`.
    pub is_block: bool,
}

/// A file: what it uses, then its puzzles.
#[derive(Debug, Clone, Default)]
pub struct File {
    /// `use "path.pz"` and `use name`.
    pub uses: Vec<Use>,
    /// The puzzles in the order written.
    pub puzzles: Vec<Puzzle>,
}

/// Another file whose puzzles may be extended here.
#[derive(Debug, Clone)]
pub struct Use {
    /// A path relative to this file, or the name of a built-in puzzle.
    pub target: UseTarget,
    /// The whole item.
    pub span: Span,
}

/// What a `use` names.
#[derive(Debug, Clone)]
pub enum UseTarget {
    /// `use "path.pz"`.
    Path(TextLiteral),
    /// `use sudoku`.
    BuiltIn(Ident),
}

/// `puzzle name "Title" extends other { … }`.
#[derive(Debug, Clone)]
pub struct Puzzle {
    /// The name on the command line; empty only where a damaged text lacks it.
    pub name: Ident,
    /// The name for people.
    pub title: Option<TextLiteral>,
    /// The puzzle whose items this one starts from.
    pub extends: Option<Ident>,
    /// The items in the order written.
    pub items: Vec<Item>,
    /// From `puzzle` to the closing brace.
    pub span: Span,
}

/// One item of a puzzle and where it stands.
#[derive(Debug, Clone)]
pub struct Item {
    /// What it says.
    pub kind: ItemKind,
    /// The whole item.
    pub span: Span,
}

/// `c in cells, r in rows where condition`.
#[derive(Debug, Clone)]
pub struct Binders {
    /// From left to right; later ones may use the names of earlier ones.
    pub generators: Vec<Generator>,
    /// Which combinations count.
    pub condition: Option<Box<Expr>>,
    /// All of it.
    pub span: Span,
}

/// `a, b in adjacent`, or only `cells` where the index needs no name.
#[derive(Debug, Clone)]
pub struct Generator {
    /// The names bound; more than one where the elements are pairs; none in `x[cells]`.
    pub names: Vec<Ident>,
    /// The list that they run over.
    pub source: Expr,
}

/// One line of `remove`.
#[derive(Debug, Clone)]
pub enum RemovePart {
    /// `by group when ghosts, then cell`: what one step drops, phase by phase.
    By(Vec<RemovalPhase>),
    /// `choose random when n < 9`: how the next square is chosen, and with which parameters.
    Choose(Choose, Option<Expr>, Span),
    /// `keep condition for g in group`: after every step.
    Keep(Expr, Option<Binders>),
    /// `accept condition`: at the end.
    Accept(Expr, Option<Binders>),
    /// `until condition when n > 16`: where removal stops, and with which parameters.
    Until(Expr, Option<Expr>),
    /// `effort 10 when n > 16`: how many steps a question may take, and with which parameters.
    Effort(Expr, Option<Expr>),
}

/// What a `transform` maps onto what.
#[derive(Debug, Clone)]
pub enum TransformKind {
    /// `relabel x, y`, `rename word`: the values of answers.
    OfAnswers(&'static str, Vec<Ident>),
    /// `permute rows, rows in band of blocks(3, 3)`: lines, each perhaps within something.
    Permute {
        /// What is permuted, and within what.
        lines: Vec<(Ident, Option<Ident>)>,
        /// The blocks whose bands and stacks are meant.
        blocks: Option<Expr>,
    },
    /// `rotate, reflect`: the whole board.
    Turns(Vec<Ident>),
    /// `flip(c in cells): x[c] becomes x[cell(c.column, c.row)]`: written out.
    Map {
        /// The name.
        name: Ident,
        /// What it runs over.
        binders: Option<Binders>,
        /// What becomes what; the rest stays.
        pairs: Vec<(Expr, Expr)>,
    },
}

/// One phase of removal.
#[derive(Debug, Clone)]
pub struct RemovalPhase {
    /// What one step drops.
    pub unit: Expr,
    /// With which parameters there is this phase; none for always.
    pub condition: Option<Expr>,
}

/// How the next square is chosen.
#[derive(Debug, Clone)]
pub enum Choose {
    /// Each with the same probability.
    Random,
    /// In the order of the clue's index.
    First,
    /// At random, but first all that a proof of uniqueness did not need.
    Guided,
    /// In proportion to a weight, an expression over the clue's own index names.
    Weight(Expr),
}

/// One entry of `feature`.
#[derive(Debug, Clone)]
pub struct FeatureEntry {
    /// The name.
    pub name: Ident,
    /// For a feature that is a list.
    pub index: Option<Binders>,
    /// Its value; without one the name must be a built-in measure.
    pub value: Option<Expr>,
}

/// How the level of a puzzle is found.
#[derive(Debug, Clone)]
pub enum LevelsBy {
    /// The first that holds.
    Rules(Vec<LevelRule>),
    /// A learned model in a file, by its path relative to this one.
    Model(TextLiteral),
}

/// `easy when condition` or `evil otherwise`.
#[derive(Debug, Clone)]
pub struct LevelRule {
    /// The level.
    pub name: Ident,
    /// The condition; none for `otherwise`.
    pub condition: Option<Expr>,
    /// The whole line.
    pub span: Span,
}

/// How the border of a region is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegionBorder {
    /// `thick`: a thick line between squares.
    Thick,
    /// `cages`: a dashed line within the squares.
    Cage,
}

/// One part of `show`.
#[derive(Debug, Clone)]
pub enum ShowPart {
    /// `symbols family, family "…"` with, for pairs, `vertical "…"`: one character a value, in order.
    Symbols {
        /// The clue, answer and layout families; the values are those of the first.
        families: Vec<Ident>,
        /// The characters.
        symbols: TextLiteral,
        /// Those between a square and the one below it, where they differ.
        vertical: Option<TextLiteral>,
    },
    /// `thick regions`, `cages regions`: regions with a border.
    Regions {
        /// What border.
        border: RegionBorder,
        /// The regions, lists of squares.
        regions: Expr,
    },
    /// `text "Solve {a}x² + {b}x = 0"`: a sentence for puzzles without a board.
    Text(TextLiteral),
    /// `script name`: a function that draws all families.
    Script(Ident),
    /// `label target "{target}{sign}"`: what is written for a family.
    Label {
        /// The clue, answer or layout.
        family: Ident,
        /// The text, with names of families in braces.
        text: TextLiteral,
    },
    /// `sentence left "{p} is left of {q}" otherwise "…"`: what a clue says in words.
    Sentence {
        /// The clue.
        family: Ident,
        /// The text; of truths, where it is true.
        text: TextLiteral,
        /// The text where it is false.
        otherwise: Option<TextLiteral>,
    },
    /// `point c = meet(a, alpha, b, 180 - beta)`: a point of the figure.
    Point {
        /// Its name.
        name: Ident,
        /// How it is placed.
        at: Expr,
    },
    /// `figure segment(a, b) "{c} cm"`: what is drawn between points.
    Figure {
        /// What, with its points.
        mark: Expr,
        /// What is written at it.
        label: Option<TextLiteral>,
    },
    /// `shade black`, `left a, b`: how families are drawn.
    DrawnAs {
        /// The way.
        look: Ident,
        /// The clue and answer families.
        families: Vec<Ident>,
    },
}

/// One line of `translation`.
#[derive(Debug, Clone)]
pub enum TranslationPart {
    /// `about "…"`.
    About(TextLiteral),
    /// `rule name "…"`: the sentence of a rule.
    Rule(Ident, TextLiteral),
    /// `working name "…"`: the sentence of a line of the worked solution.
    Working(Ident, TextLiteral),
    /// `text "…"`: that of `show`.
    Text(TextLiteral),
    /// `name black "schwarz" otherwise "nicht schwarz"`: what an answer, clue or layout is called.
    Name {
        /// The name in the definition.
        name: Ident,
        /// The name; of truths, what is said where it is true.
        text: TextLiteral,
        /// What is said of truths where it is false.
        otherwise: Option<TextLiteral>,
    },
    /// `sentence clue "…" otherwise "…"`: that of `show`.
    Sentence {
        /// The clue.
        family: Ident,
        /// The text; of truths, where it is true.
        text: TextLiteral,
        /// The text where it is false.
        otherwise: Option<TextLiteral>,
    },
}

/// One line of `example`.
#[derive(Debug, Clone)]
pub enum ExamplePart {
    /// `given """…"""`, `answer """…"""`: a board for a clue family or for the answer.
    Block(Ident, TextLiteral),
    /// `breaks rule`: the answer is wrong, and by these rules.
    Breaks(Vec<Ident>),
    /// `solutions 2`: other than the usual one.
    Solutions(Expr),
    /// `set name = value`: a parameter.
    Set(Ident, Expr),
}

/// An expression and where it stands.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// `42`.
    Int(i64),
    /// `true`, `false`.
    Bool(bool),
    /// `"a text"`.
    Text(TextLiteral),
    /// A name.
    Name(String),
    /// `(a, b)`: several together, at least two.
    Tuple(Vec<Expr>),
    /// `{a, b, c}`.
    List(Vec<Expr>),
    /// `lo..hi`, both included.
    Range(Box<Expr>, Box<Expr>),
    /// `base[index, …]`.
    Index(Box<Expr>, Vec<Expr>),
    /// `base.field`.
    Field(Box<Expr>, Ident),
    /// `name(argument, …)`.
    Call(Ident, Vec<Expr>),
    /// `name(body for binders)`.
    Comprehension {
        /// The function that takes the list.
        function: Ident,
        /// The elements.
        body: Box<Expr>,
        /// What they run over.
        binders: Binders,
    },
    /// `[body for binders]`: a list.
    ListOf {
        /// The elements.
        body: Box<Expr>,
        /// What they run over.
        binders: Binders,
    },
    /// `-a`.
    Neg(Box<Expr>),
    /// `not a`.
    Not(Box<Expr>),
    /// `a + b - c`: terms with "is subtracted"; at least two.
    Sum(Vec<(bool, Expr)>),
    /// `a * b`, `a / b`, `a div b`, `a mod b`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a and b and c`; at least two.
    And(Vec<Expr>),
    /// `a or b or c`; at least two.
    Or(Vec<Expr>),
    /// `a implies b`.
    Implies(Box<Expr>, Box<Expr>),
    /// `a iff b`.
    Iff(Box<Expr>, Box<Expr>),
    /// `a < b <= c`.
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `a in list`, `a not in list`.
    In {
        /// What is looked for.
        item: Box<Expr>,
        /// Where.
        list: Box<Expr>,
        /// Whether it must not be there.
        negated: bool,
    },
    /// `if condition then a else b`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Multiplication and its kin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinaryOp {
    /// `*`.
    Mul,
    /// `/`: exact division, for measures only.
    Divide,
    /// `div`: rounded towards minus infinity.
    Div,
    /// `mod`: the remainder with the sign of the divisor.
    Mod,
}
