//! The text of a book: a YAML document that says which puzzles stand in it.

use std::collections::BTreeMap;
use std::fmt::{self, Formatter};

use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use crate::{PAPERS, Paper};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::{FileId, Span};
use puzgen_base::yaml;
use puzgen_export::{STYLES, Style};

/// A book that is to be made.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The title.
    pub title: String,
    /// What stands below it.
    #[serde(default)]
    pub subtitle: String,
    /// Who made it.
    #[serde(default)]
    pub author: String,
    /// The code of the language that it is in.
    pub language: Option<String>,
    /// The name of the paper.
    pub paper: Option<String>,
    /// The name of the style of drawings.
    pub style: Option<String>,
    /// The seed of all chapters that have none of their own.
    #[serde(default)]
    pub seed: u64,
    /// Whether there are a title page and contents.
    #[serde(default = "yes")]
    pub front: bool,
    /// Whether there is a section of solutions, and of which kind.
    #[serde(default)]
    pub solutions: Solutions,
    /// Whether there is a line for name and date on each page.
    #[serde(default)]
    pub name_line: bool,
    /// Whether each puzzle has a QR code with its link.
    #[serde(default)]
    pub codes: bool,
    /// The site of `puzgen serve` that the links lead to, in place of puzz.link.
    pub site: Option<String>,
    /// How many versions of each puzzle there are: the same puzzle under proved transforms.
    #[serde(default = "one")]
    pub versions: usize,
    /// Whether each version has puzzles of its own, and not the same ones under transforms.
    #[serde(default)]
    pub fresh: bool,
    /// Whether chapters follow each other on a page, as on a sheet of exercises.
    #[serde(default)]
    pub flow: bool,
    /// The chapters.
    pub chapters: Vec<ChapterPlan>,
}

/// A chapter that is to be made.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChapterPlan {
    /// A definition: a path, or the name of a built-in puzzle.
    pub puzzle: String,
    /// How many puzzles.
    pub count: u64,
    /// What stands above them, in place of the puzzle's own title.
    pub title: Option<String>,
    /// The level that all of them have.
    pub level: Option<String>,
    /// Values of parameters.
    #[serde(default)]
    pub set: BTreeMap<String, Setting>,
    /// The seed.
    pub seed: Option<u64>,
    /// How many puzzles to a page.
    pub per_page: Option<usize>,
    /// In which order they stand.
    #[serde(default)]
    pub order: Order,
    /// Whether it begins with how to play and an example.
    #[serde(default = "yes")]
    pub rules: bool,
}

/// Which solutions a book has: `solutions: true`, `false` or `worked`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Solutions {
    /// None.
    None,
    /// Drawings.
    #[default]
    Drawn,
    /// Line by line, as definitions tell them, and drawings of the others.
    Worked,
}

impl<'de> Deserialize<'de> for Solutions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SolutionsVisitor)
    }
}

struct SolutionsVisitor;

impl Visitor<'_> for SolutionsVisitor {
    type Value = Solutions;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("`true`, `false` or `worked`")
    }

    fn visit_bool<E: de::Error>(self, are_printed: bool) -> Result<Solutions, E> {
        Ok(if are_printed { Solutions::Drawn } else { Solutions::None })
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Solutions, E> {
        match word {
            "worked" => Ok(Solutions::Worked),
            other => Err(E::invalid_value(Unexpected::Str(other), &self)),
        }
    }
}

impl Solutions {
    /// Returns whether there are any.
    pub fn are_printed(self) -> bool {
        self != Self::None
    }

    /// Returns whether they are told line by line.
    pub fn are_worked(self) -> bool {
        self == Self::Worked
    }
}

/// The value of a parameter.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

/// In which order the puzzles of a chapter stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// As they were made.
    #[default]
    Made,
    /// From easy to hard.
    Score,
}

fn yes() -> bool {
    true
}

fn one() -> usize {
    1
}

/// The most versions: their names are letters.
const MOST_VERSIONS: usize = 26;

impl Plan {
    /// Returns the book that a text describes.
    ///
    /// # Errors
    /// `book::bad_book`, at the place where the text cannot be read.
    pub fn read(text: &str, file: FileId) -> Result<Self, Problem> {
        let plan: Self = yaml::typed(text).map_err(|(message, at)| {
            let at = at.unwrap_or(0).min(text.len());
            let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
            let span = Span::new(file, at, end);
            Problem::error(Code::BadBook, message, span, "here").help(HELP)
        })?;
        let whole = Span::new(file, 0, 0);
        let wrong = |message: String, help: String| {
            Err(Problem::error(Code::BadBook, message, whole, "in this book").help(help))
        };
        if plan.chapters.is_empty() {
            return wrong("the book has no chapter".to_owned(), HELP.to_owned());
        }
        if !(1..=MOST_VERSIONS).contains(&plan.versions) {
            let message = format!("{} versions cannot be made", plan.versions);
            return wrong(message, format!("write 1 to {MOST_VERSIONS}"));
        }
        if let Some(chapter) =
            plan.chapters.iter().find(|it| it.count == 0 || it.per_page == Some(0))
        {
            let message = format!("a chapter of `{}` has no puzzle", chapter.puzzle);
            return wrong(message, "write 1 or more for `count` and `per_page`".to_owned());
        }
        if plan.site.is_some() && !plan.codes {
            let message = "`site` is what QR codes lead to, and there are none".to_owned();
            return wrong(message, "write `codes: true`, too".to_owned());
        }
        plan.paper(file)?;
        plan.style(file)?;
        Ok(plan)
    }

    /// Returns the paper.
    ///
    /// # Errors
    /// Where there is none of this name.
    pub fn paper(&self, file: FileId) -> Result<&'static Paper, Problem> {
        let name = self.paper.as_deref().unwrap_or(PAPERS[0].name);
        Paper::named(name).ok_or_else(|| {
            let names: Vec<&str> = PAPERS.iter().map(|paper| paper.name).collect();
            unknown("paper", name, &names, file)
        })
    }

    /// Returns the style of drawings.
    ///
    /// # Errors
    /// Where there is none of this name.
    pub fn style(&self, file: FileId) -> Result<Style, Problem> {
        let name = self.style.as_deref().unwrap_or(STYLES[0].name);
        Style::named(name).ok_or_else(|| {
            let names: Vec<&str> = STYLES.iter().map(|style| style.name).collect();
            unknown("style", name, &names, file)
        })
    }
}

const HELP: &str =
    "a book has a `title` and `chapters`, each with `puzzle` and `count`: docs/books.md";

fn unknown(kind: &str, name: &str, names: &[&str], file: FileId) -> Problem {
    let message = format!("there is no {kind} `{name}`");
    Problem::error(Code::BadBook, message, Span::new(file, 0, 0), "in this book")
        .help(format!("use one of {}", names.join(", ")))
        .did_you_mean(name, names.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzgen_base::source::Sources;

    #[test]
    fn reads_a_book_and_points_at_what_is_wrong() {
        let read = |text: &str| {
            let mut sources = Sources::new();
            let file = sources.add("book.yaml", text.to_owned());
            Plan::read(text, file)
        };
        let plan =
            read("title: T\nchapters:\n  - {puzzle: sudoku, count: 3, set: {n: 4}}\n").unwrap();
        assert_eq!(
            (plan.chapters.len(), plan.versions, plan.solutions.are_printed()),
            (1, 1, true)
        );
        for (text, wrong) in [
            ("title: T\nchapters: []\n", "no chapter"),
            ("title: T\ncapters: []\n", "unknown field"),
            ("title: T\npaper: a3\nchapters: [{puzzle: sudoku, count: 1}]\n", "no paper `a3`"),
            ("title: T\nchapters: [{puzzle: sudoku, count: 0}]\n", "no puzzle"),
            ("title: T\nversions: 27\nchapters: [{puzzle: sudoku, count: 1}]\n", "27 versions"),
            ("title: T\nsite: https://a.b\nchapters: [{puzzle: sudoku, count: 1}]\n", "`site`"),
            ("title: T\nchapters: [{puzzle: sudoku, count: x}]\n", "invalid type"),
            ("title: T\nsolutions: long\nchapters: [{puzzle: sudoku, count: 1}]\n", "or `worked`"),
        ] {
            let problem = read(text).unwrap_err();
            assert_eq!(problem.code(), Code::BadBook);
            assert!(problem.message().contains(wrong), "{}", problem.message());
        }
    }
}
