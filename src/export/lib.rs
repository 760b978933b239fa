//! Puzzles and solutions as text: one file a form.
//!
//! A new form is a file here and a line in [`FORMATS`].

use puzgen_board::foreign;

pub mod blanks;
mod candidates;
mod csv;
pub mod drawing;
mod exported;
mod gmpuzzles;
mod json;
mod line;
pub mod listing;
mod penpa;
mod penpa_drawing;
mod puzzlink;
mod pytest;
mod pzpr;
mod site_address;
mod sudoku;
mod sudokupad;
#[cfg(test)]
mod tests;
mod text;
mod yaml;

pub use candidates::{candidates_object, candidates_text};
pub use drawing::style::{Colour, STYLES, Style};
pub use drawing::{
    Characters, Elements, Ink, Inked, LabelBox, PlacedElement, characters, label_boxes, play,
    step_characters, step_svg,
};
pub use json::{answer_object, entered_object, params_object, puzzle_object, value_json};
pub use site_address::{must_be_site, site_address};
pub use text::{answer_text, marked_text, solved_text};

use std::borrow::Cow;
use std::sync::Arc;

use puzgen_base::diagnostics::Problem;
use puzgen_base::domain::Domain;
use puzgen_board::family_format::{FamilyFormat, family_format};
use puzgen_explain::Part;
use puzgen_model::definition::Shown;
use puzgen_model::expr::{ClueId, FamilyId, LayoutId};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::grid::Grid;
use puzgen_model::instance::{Instance, KeyIndex};
use puzgen_model::tokens::{Alphabet, EMPTY, NOWHERE, Tokens, UNTOLD, is_rooms, words_of_all};
use puzgen_model::value::Key;
use puzgen_program::ProgramSet;

/// What a form may look at beside the puzzle.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The instance.
    pub instance: &'a Instance<'a>,
    /// The values of each clue fact.
    pub fact_domains: &'a [Domain],
    /// Whether the answer is to be shown where the form leaves that open.
    pub with_answers: bool,
    /// How drawings look.
    pub style: Style,
}

/// A step of a solution, to be drawn.
#[derive(Debug, Clone, Copy)]
pub struct StepOnBoard<'s> {
    /// The values of the answer that are known, by storage position.
    pub known: &'s [Option<i64>],
    /// What the step points at.
    pub points: &'s [(Key, Part)],
}

/// What is known of a form without a puzzle.
#[derive(Debug, Clone, Copy)]
pub struct FormatHead {
    /// The name after `--format`.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// The ending of files in this form, without the dot.
    pub extension: &'static str,
    /// What stands between two puzzles.
    pub separator: &'static str,
    /// Whether it is to be looked at only.
    pub is_drawing: bool,
    /// Whether it is drawn in a [`Style`].
    pub has_style: bool,
    /// Whether it is a link of another program: definitions say what stands in it, and some puzzles
    /// have none.
    pub is_link: bool,
    /// Whether it shows score, tier, level or features; for a form that does not, puzzles need
    /// not be rated.
    pub shows_rating: bool,
    /// Whether a file in this form holds one puzzle and no more.
    pub holds_one: bool,
    /// Whether it is no text: then [`bytes`](Format::bytes) alone gives it.
    pub is_binary: bool,
}

impl FormatHead {
    /// Returns that of a text with ratings, one puzzle after the other.
    const fn new(name: &'static str, about: &'static str, extension: &'static str) -> Self {
        Self {
            name,
            about,
            extension,
            separator: "",
            is_drawing: false,
            has_style: false,
            is_link: false,
            shows_rating: true,
            holds_one: false,
            is_binary: false,
        }
    }

    /// Returns that of a link, or of a text that is one in another program.
    const fn link(name: &'static str, about: &'static str) -> Self {
        Self { is_link: true, shows_rating: false, ..Self::new(name, about, "txt") }
    }
}

/// A form that puzzles are printed in.
pub trait Format: Sync {
    /// Returns its head.
    fn head(&self) -> FormatHead;

    /// Returns [`FormatHead::name`].
    fn name(&self) -> &'static str {
        self.head().name
    }

    /// Returns [`FormatHead::about`].
    fn about(&self) -> &'static str {
        self.head().about
    }

    /// Returns [`FormatHead::extension`].
    fn extension(&self) -> &'static str {
        self.head().extension
    }

    /// Returns [`FormatHead::separator`].
    fn separator(&self) -> &'static str {
        self.head().separator
    }

    /// Returns [`FormatHead::is_drawing`].
    fn is_drawing(&self) -> bool {
        self.head().is_drawing
    }

    /// Returns [`FormatHead::has_style`].
    fn has_style(&self) -> bool {
        self.head().has_style
    }

    /// Returns [`FormatHead::is_link`].
    fn is_link(&self) -> bool {
        self.head().is_link
    }

    /// Returns whether it says all of every puzzle, so that `board/` reads it back.
    fn says_all(&self) -> bool {
        !self.is_drawing() && !self.is_link()
    }

    /// Returns [`FormatHead::shows_rating`].
    fn shows_rating(&self) -> bool {
        self.head().shows_rating
    }

    /// Returns [`FormatHead::holds_one`].
    fn holds_one(&self) -> bool {
        self.head().holds_one
    }

    /// Returns [`FormatHead::is_binary`].
    fn is_binary(&self) -> bool {
        self.head().is_binary
    }

    /// Returns the puzzle as text, with a line end.
    ///
    /// # Errors
    /// Where a script is to draw it and fails, and where the form is no text.
    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem>;

    /// Returns the puzzle as it is written to a file.
    ///
    /// # Errors
    /// Where a script is to draw it and fails.
    fn bytes(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<Vec<u8>, Problem> {
        self.puzzle(context, puzzle).map(String::into_bytes)
    }

    /// Returns a puzzle that was moved and not solved: a form that says what only solving tells leaves
    /// that out.
    ///
    /// # Errors
    /// As [`puzzle`](Self::puzzle).
    fn jumbled(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        self.puzzle(context, puzzle)
    }
}

/// All forms, the default first.
pub const FORMATS: &[&dyn Format] = &[
    &text::TextFormat,
    &line::LineFormat,
    &csv::Csv,
    &json::JsonLines,
    &yaml::Yaml,
    &drawing::Boxes,
    &drawing::Svg,
    #[cfg(feature = "png")]
    &drawing::Png,
    &puzzlink::Puzzlink,
    &penpa::Penpa,
    &pzpr::Pzpr,
    &gmpuzzles::GmPuzzles,
    &sudokupad::Sudokupad,
    &pytest::Pytest,
    &sudoku::SudokuFormat(&foreign::Fpuzzles),
    &sudoku::SudokuFormat(&foreign::SudokuWiki),
    &sudoku::SudokuFormat(&foreign::Sdm),
    &sudoku::SudokuFormat(&foreign::Sdk),
    &sudoku::SudokuFormat(&foreign::OpenSudoku),
    &sudoku::SudokuFormat(&foreign::Ipuz),
];

/// Returns the form of this name.
pub fn by_name(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}

/// A family with values to write.
#[derive(Debug)]
pub struct FamilyBlock<'a> {
    /// Its name.
    pub name: &'a str,
    /// The family.
    pub family: Shown,
    index: &'a KeyIndex,
    domains: Cow<'a, [Domain]>,
    alphabet: Option<Alphabet<'a>>,
    values: Vec<CellContent>,
    is_truth: bool,
    /// The programs, where its values are words of these.
    words: Option<Arc<ProgramSet>>,
}

/// What is written in a place.
#[derive(Debug, Clone, Copy)]
enum CellContent {
    /// No clue.
    Empty,
    /// A clue whose value is not told.
    Untold,
    /// A value.
    Value(i64),
}

impl<'a> Context<'a> {
    /// Returns what forms look at, with drawings in the usual style.
    pub fn new(instance: &'a Instance<'a>, fact_domains: &'a [Domain], with_answers: bool) -> Self {
        Self { instance, fact_domains, with_answers, style: drawing::style::PLAIN }
    }

    /// Returns the clue families with the values that are shown.
    pub(crate) fn clue_blocks(&self, puzzle: &GeneratedPuzzle) -> Vec<FamilyBlock<'a>> {
        let facts = 0..self.instance.fact_count;
        self.blocks_of_clues(&facts.map(|fact| written(puzzle, fact)).collect::<Vec<_>>())
    }

    /// Returns the clue families with these values, by fact.
    fn blocks_of_clues(&self, contents: &[CellContent]) -> Vec<FamilyBlock<'a>> {
        let instance = self.instance;
        let clues = instance.definition.clues.iter().zip(&instance.clues).enumerate();
        clues
            .map(|(position, (declared, clue))| {
                let facts = clue.offset..clue.offset + clue.index.len();
                let family = Shown::Clue(ClueId(position as u32));
                let domains = &self.fact_domains[facts.clone()];
                FamilyBlock {
                    name: &declared.name,
                    family,
                    index: &clue.index,
                    domains: Cow::Borrowed(domains),
                    alphabet: Alphabet::new(instance, family, domains),
                    values: contents[facts].to_vec(),
                    is_truth: declared.is_truth,
                    words: words_of_all(instance, &clue.index, domains),
                }
            })
            .collect()
    }

    /// Returns the layouts.
    pub(crate) fn layout_blocks(&self) -> Vec<FamilyBlock<'a>> {
        let layouts = self.instance.definition.layouts.iter().zip(&self.instance.layouts);
        layouts
            .enumerate()
            .map(|(position, (declared, layout))| {
                let rooms = Domain::Range(1, layout.room_count().max(1) as i64);
                let family = Shown::Layout(LayoutId(position as u32));
                FamilyBlock {
                    name: &declared.name,
                    family,
                    index: &layout.index,
                    alphabet: Alphabet::new(self.instance, family, &layout.domains),
                    domains: match declared.is_rooms() {
                        true => Cow::Owned(vec![rooms; layout.index.len()]),
                        false => Cow::Borrowed(&layout.domains),
                    },
                    // People count rooms from 1.
                    values: layout
                        .values
                        .iter()
                        .map(|value| CellContent::Value(value + i64::from(declared.is_rooms())))
                        .collect(),
                    is_truth: declared.is_truth(),
                    words: None,
                }
            })
            .collect()
    }

    /// Returns the answer families with the values of a solution.
    pub(crate) fn answer_blocks(&self, solution: &[i64]) -> Vec<FamilyBlock<'a>> {
        let values: Vec<CellContent> = solution.iter().copied().map(CellContent::Value).collect();
        self.blocks_of_answer(&values)
    }

    /// Returns the answer families with nothing told of any value.
    fn open_answer_blocks(&self) -> Vec<FamilyBlock<'a>> {
        self.blocks_of_answer(&vec![CellContent::Untold; self.instance.answer_count])
    }

    fn blocks_of_answer(&self, contents: &[CellContent]) -> Vec<FamilyBlock<'a>> {
        let definition = self.instance.definition;
        let ids: Vec<FamilyId> = definition.answers().collect();
        ids.into_iter()
            .map(|id| {
                let family = &self.instance.families[id.0 as usize];
                let values = &contents[family.offset..family.offset + family.index.len()];
                let shown = Shown::Answer(id);
                FamilyBlock {
                    name: &definition.family(id).name,
                    family: shown,
                    index: &family.index,
                    alphabet: Alphabet::new(self.instance, shown, &family.domains),
                    domains: Cow::Borrowed(&family.domains),
                    values: values.to_vec(),
                    is_truth: definition.family(id).is_truth,
                    words: words_of_all(self.instance, &family.index, &family.domains),
                }
            })
            .collect()
    }
}

impl FamilyBlock<'_> {
    pub(crate) fn format(&self, instance: &Instance<'_>) -> FamilyFormat {
        family_format(instance.grid.as_ref(), self.index)
    }

    /// Returns whether it is written `name = value`. Where a node has its name, too, that would be an
    /// element of the block before.
    fn is_one_value(&self, instance: &Instance<'_>, has_header: bool) -> bool {
        let graph = instance.grid.as_ref().and_then(Grid::as_graph);
        let is_name = graph.is_some_and(|graph| graph.is_name(self.name));
        self.format(instance) == FamilyFormat::Single && !(has_header && is_name)
    }

    fn tokens(&self, instance: &Instance<'_>, position: usize) -> Tokens<'_> {
        let key = &self.index.keys()[position];
        let domain = &self.domains[position];
        Tokens::new(instance, self.family, key, domain, self.alphabet.as_ref())
    }

    /// Returns how many elements it has.
    fn len(&self) -> usize {
        self.index.len()
    }

    /// Returns whether its elements are written with their names.
    fn is_named(&self, instance: &Instance<'_>) -> bool {
        matches!(self.format(instance), FamilyFormat::Single | FamilyFormat::Named(_))
    }

    /// Returns the token of a value at a position.
    fn written(&self, instance: &Instance<'_>, position: usize, value: i64) -> String {
        self.tokens(instance, position).write(value)
    }

    /// Returns a value as a number or truth.
    fn value_json(&self, value: i64) -> serde_json::Value {
        match (self.is_truth, &self.words) {
            (true, _) => (value != 0).into(),
            (false, Some(words)) => words.word(value).into(),
            (false, None) => value.into(),
        }
    }

    /// Returns the token at a position, if something is written there.
    pub(crate) fn token(&self, instance: &Instance<'_>, position: usize) -> Option<String> {
        match self.values[position] {
            CellContent::Empty => None,
            CellContent::Untold => Some(UNTOLD.to_owned()),
            CellContent::Value(value) => Some(self.written(instance, position, value)),
        }
    }

    /// Returns the value at a position, if one is told.
    pub(crate) fn value(&self, position: usize) -> Option<i64> {
        match self.values[position] {
            CellContent::Empty | CellContent::Untold => None,
            CellContent::Value(value) => Some(value),
        }
    }

    /// Returns whether something is told at a position.
    pub(crate) fn is_told(&self, position: usize) -> bool {
        !matches!(self.values[position], CellContent::Empty)
    }

    /// Returns whether it is a division into rooms.
    pub(crate) fn is_rooms(&self, context: &Context<'_>) -> bool {
        is_rooms(context.instance, self.family)
    }

    /// Returns whether all that it shows is said in words: it is a clue that has sentences.
    pub(crate) fn has_sentences(&self, context: &Context<'_>) -> bool {
        let is_told = |position: usize| self.value(position).is_some() == self.is_told(position);
        let mut sentences = context.instance.definition.show.sentences.iter();
        sentences.any(|it| Shown::Clue(it.clue) == self.family)
            && (0..self.index.len()).all(is_told)
    }

    /// Returns whether its values have characters of their own.
    pub(crate) fn has_symbols(&self) -> bool {
        self.alphabet.is_some()
    }

    /// Returns whether drawings leave the place at a position blank though it has a value.
    pub(crate) fn is_blank(&self, instance: &Instance<'_>, position: usize) -> bool {
        self.value(position).is_some_and(|value| self.tokens(instance, position).is_blank(value))
    }

    /// Returns whether every token is one character.
    pub(crate) fn is_compact(&self, instance: &Instance<'_>) -> bool {
        (0..self.index.len()).all(|position| self.tokens(instance, position).is_compact())
    }

    /// Returns the tokens line by line.
    pub(crate) fn rows(&self, instance: &Instance<'_>) -> Vec<Vec<String>> {
        self.rows_of(instance, &|position| {
            self.token(instance, position).unwrap_or_else(|| EMPTY.to_owned())
        })
    }

    /// Returns these texts of its positions line by line.
    fn rows_of(&self, instance: &Instance<'_>, text: &dyn Fn(usize) -> String) -> Vec<Vec<String>> {
        let token = |position: &Option<usize>| position.map_or_else(|| NOWHERE.to_owned(), text);
        match self.format(instance) {
            FamilyFormat::Named(names) => {
                let named = names.iter().enumerate();
                named.map(|(at, name)| vec![format!("{name} = {}", token(&Some(at)))]).collect()
            }
            FamilyFormat::Lists(lines) => {
                lines.iter().map(|line| self.shortened(line).iter().map(token).collect()).collect()
            }
            layout => {
                let lines = layout.lines();
                lines.iter().map(|line| line.iter().map(token).collect()).collect()
            }
        }
    }

    /// Returns a line of numbered elements without the zeros at its end where all of it is told, and
    /// only its start where nothing is.
    fn shortened<'l>(&self, line: &'l [Option<usize>]) -> &'l [Option<usize>] {
        let written: Vec<CellContent> =
            line.iter().flatten().map(|position| self.values[*position]).collect();
        let length = if written.iter().all(|value| matches!(value, CellContent::Empty)) {
            1
        } else if written.iter().all(|value| matches!(value, CellContent::Value(_))) {
            written
                .iter()
                .rposition(|v| !matches!(v, CellContent::Value(0)))
                .map_or(1, |last| last + 1)
        } else {
            line.len()
        };
        &line[..length]
    }

    /// Returns the value at a position as a number or truth, `"?"` where it is not told.
    pub(crate) fn json_value(&self, position: Option<usize>) -> serde_json::Value {
        match position.map(|position| self.values[position]) {
            None | Some(CellContent::Empty) => serde_json::Value::Null,
            Some(CellContent::Untold) => UNTOLD.into(),
            Some(CellContent::Value(value)) => self.value_json(value),
        }
    }
}

fn written(puzzle: &GeneratedPuzzle, fact: usize) -> CellContent {
    match puzzle.facts[fact].filter(|_| puzzle.told[fact]) {
        Some(value) => CellContent::Value(value),
        None if puzzle.shown[fact] => CellContent::Untold,
        None => CellContent::Empty,
    }
}
