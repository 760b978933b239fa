//! A puzzle as it stands in a book: drawn, drawn with its solution, and what is said of it.

use super::words::Words;
use puzgen_base::diagnostics::Problem;
use puzgen_export::blanks::Blanks;
use puzgen_export::drawing::{Scene, Typeset, picture, scene};
use puzgen_export::{self as export, Context};
use puzgen_model::formula::{self, Piece};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_vocabulary::lower::Lowered;

/// A puzzle to be printed.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The drawing of the puzzle.
    pub puzzle: Scene,
    /// The drawing of its solution.
    pub solution: Scene,
    /// The puzzle with its texts apart, where it has some.
    pub(crate) puzzle_text: Option<Typeset>,
    /// The same of its solution.
    pub(crate) solution_text: Option<Typeset>,
    /// Its level, where it has one.
    pub level: Option<LevelMark>,
    /// How hard it is, where it is solved by steps.
    pub score: Option<f64>,
    /// The link that opens it elsewhere, where its genre has one.
    pub link: Option<String>,
    /// What is to be filled in, where a document asks for it.
    pub blanks: Option<Blanks>,
}

/// A puzzle or solution to be set in a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'e> {
    /// All of it, drawn.
    pub(super) scene: &'e Scene,
    /// Its texts apart, where it has some.
    pub(super) text: Option<&'e Typeset>,
}

/// A level among those of its genre.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelMark {
    /// Its name.
    pub name: String,
    /// Its place among them, from 1.
    pub number: usize,
    /// How many there are.
    pub count: usize,
}

impl Entry {
    /// Returns a puzzle as it is printed; its link leads to the site where one is given, and where `is_worked` its solution is
    /// that which the definition tells, if it does.
    ///
    /// # Errors
    /// Those of the script that draws it.
    pub fn new(
        context: &Context<'_>,
        puzzle: &GeneratedPuzzle,
        site: Option<&str>,
        is_worked: bool,
    ) -> Result<Self, Problem> {
        let drawn = |with_answers| {
            let context = Context { with_answers, ..*context };
            picture(&context, puzzle)
        };
        let levels = context.instance.definition.levels.as_ref();
        let level = puzzle.level.zip(levels).and_then(|(position, levels)| {
            let name = levels.names.get(position)?.clone();
            Some(LevelMark { name, number: position + 1, count: levels.names.len() })
        });
        let link = match site {
            Some(site) => Some(export::site_address(context, puzzle, site)?),
            None => {
                let form = export::by_name("puzzlink");
                form.and_then(|form| form.puzzle(context, puzzle).ok())
            }
        };
        let (asked, solved) = (drawn(false)?, drawn(true)?.without_task());
        let solved = match worked(context, puzzle).filter(|_| is_worked) {
            Some(lines) => solved.with_sentence(lines),
            None => solved,
        };
        Ok(Self {
            puzzle: scene(&asked, &context.style),
            solution: scene(&solved, &context.style),
            puzzle_text: Typeset::of(&asked, &context.style),
            solution_text: Typeset::of(&solved, &context.style),
            level,
            score: puzzle.steps.as_ref().map(|steps| steps.score),
            link: link.map(|link| link.trim_end().to_owned()),
            blanks: None,
        })
    }

    /// Returns a puzzle as it is asked, with what is to be filled in.
    ///
    /// # Errors
    /// Those of [`new`](Self::new), and where the cases of a rule cannot be listed.
    pub fn asked(
        context: &Context<'_>,
        lowered: &Lowered,
        puzzle: &GeneratedPuzzle,
    ) -> Result<Self, Problem> {
        let blanks = Some(Blanks::new(context, lowered, puzzle)?);
        Ok(Self { blanks, ..Self::new(context, puzzle, None, false)? })
    }

    /// Returns the puzzle as documents show it: its drawing, and its texts where it has some.
    pub(super) fn asked_view(&self) -> View<'_> {
        View { scene: &self.puzzle, text: self.puzzle_text.as_ref() }
    }

    /// Returns its solution in the same way.
    pub(super) fn solved_view(&self) -> View<'_> {
        View { scene: &self.solution, text: self.solution_text.as_ref() }
    }

    /// Returns the level as people see it: `★★☆ medium`.
    pub(crate) fn level_text(&self, words: &Words) -> String {
        let Some(LevelMark { name, number, count }) = &self.level else { return String::new() };
        let name = words.level(name);
        format!("{}{} {name}", "★".repeat(*number), "☆".repeat(count - number))
    }
}

/// Returns the worked solution of a puzzle, each line with its number.
fn worked(context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Option<Vec<Piece>> {
    let [solution] = puzzle.solutions.as_slice() else { return None };
    let told = puzzle.values_told().into_iter().enumerate();
    let given: Vec<(usize, i64)> = told.filter_map(|(fact, value)| Some((fact, value?))).collect();
    let lines = context.instance.worked(&given, &[], solution)?;
    let mut pieces = Vec::new();
    for (at, line) in lines.into_iter().enumerate() {
        let begin = if at == 0 { "" } else { "\n" };
        pieces.push(Piece::Text(format!("{begin}{}. ", at + 1)));
        let sentence = formula::read(&line.sentence);
        pieces.extend(sentence.unwrap_or_else(|_| vec![Piece::Text(line.sentence)]));
    }
    Some(pieces)
}
