//! Books as questions that learning platforms ask: a question for each puzzle in each version.
//!
//! Entries come with what is to be filled in. A form that cannot ask a puzzle says so, with what can.

mod gift;
mod key;
mod moodle;
mod qti;

pub(super) use gift::Gift;
pub(super) use key::Key;
pub(super) use moodle::Moodle;
pub(super) use qti::Qti;

use crate::html::escaped;
use crate::{Book, Chapter, Entry};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_export::blanks::{Blanks, Field, Form, FormShape, Takes};
use puzgen_export::drawing::svg::document;
use puzgen_export::drawing::{ProgramText, Scene};

/// A puzzle that is asked.
pub(super) struct Question<'b> {
    pub(super) chapter: &'b Chapter,
    /// Its number in the chapter, from 1.
    pub(super) number: usize,
    pub(super) version: Option<String>,
    pub(super) entry: &'b Entry,
    pub(super) blanks: &'b Blanks,
}

/// Returns the questions of a book, the versions of a puzzle one after the other.
///
/// # Errors
/// `book::no_quiz` where the answer of a puzzle is not known, or nothing is left to be filled in.
pub(super) fn questions<'b>(book: &'b Book, form: &str) -> Result<Vec<Question<'b>>, Problem> {
    let count = book.versions();
    let mut questions = Vec::new();
    for chapter in &book.chapters {
        for (at, versions) in chapter.entries.iter().enumerate() {
            for (version, entry) in versions.iter().enumerate().take(count) {
                let Some(blanks) = &entry.blanks else {
                    puzgen_base::bug!("a quiz of entries without what is to be filled in");
                };
                let version = book.words.version_name(version, count);
                let question = Question { chapter, number: at + 1, version, entry, blanks };
                question.must_be_answered(form)?;
                questions.push(question);
            }
        }
    }
    Ok(questions)
}

impl Question<'_> {
    /// Returns what it is called.
    pub(super) fn title(&self) -> String {
        let version = self.version.as_ref().map(|version| format!(", {version}"));
        format!("{} {}{}", self.chapter.title, self.number, version.unwrap_or_default())
    }

    /// Returns the problem of a form that cannot ask it.
    pub(super) fn not_asked(&self, form: &str, why: &str) -> Problem {
        let message = format!("`{form}` cannot ask `{}`: {why}", self.title());
        Problem::bare(Code::NoQuiz, message)
    }

    fn must_be_answered(&self, form: &str) -> Result<(), Problem> {
        if self.blanks.fields().next().is_none() {
            let problem = self.not_asked(form, "nothing is left to be filled in");
            return Err(problem.help("a sheet can show it: `--format html`"));
        }
        match self.blanks.fields().all(|field| !field.right.is_empty()) {
            true => Ok(()),
            false => Err(self
                .not_asked(form, "its answer is not told")
                .help("give puzzles with their answers: `puzgen run --format json` writes them")),
        }
    }

    /// Returns its drawing as SVG.
    pub(super) fn drawing(&self, book: &Book) -> String {
        // The seed, which a drawing is called by elsewhere, would give the answer away.
        let scene = Scene { title: self.title(), ..self.entry.puzzle.clone() };
        document(&scene, book.setup.style.side).to_string()
    }

    /// Returns the rules as XHTML.
    pub(super) fn rules(&self) -> String {
        let rules = self.chapter.rules.iter();
        rules.map(|rule| format!("<p>{}</p>\n", escaped(rule))).collect()
    }

    /// Returns the rules, and the drawing with this address, as XHTML. The texts of the drawing stand in its place
    /// for those who do not see it.
    pub(super) fn told(&self, address: &str) -> String {
        let mut alt = self.title();
        if let Some(text) = &self.entry.puzzle_text {
            alt = format!("{alt}: {}", text.plain());
        }
        format!("{}<p><img src=\"{address}\" alt=\"{}\"/></p>\n", self.rules(), escaped(&alt))
    }

    /// Returns its program, where it is one.
    pub(super) fn program(&self) -> Option<&ProgramText> {
        self.entry.puzzle_text.as_ref()?.program.as_ref()
    }

    /// Returns the way to the solution as XHTML; nothing where it is not known.
    pub(super) fn way(&self) -> String {
        if self.blanks.way.is_empty() {
            return String::new();
        }
        let steps = self.blanks.way.iter().map(|step| format!("<li>{}</li>\n", escaped(step)));
        format!("<ol>\n{}</ol>\n", steps.collect::<String>())
    }

    /// Returns the places as XHTML, squares as a table and others as a list; `input` writes one that is filled
    /// in, by its number from 0.
    pub(super) fn places(&self, input: &dyn Fn(usize, &Field) -> String) -> String {
        let mut number = 0;
        let mut written = |field: &Field| match field.takes {
            Takes::Nothing => {
                let given: Vec<String> = field.right.iter().map(|it| escaped(it)).collect();
                format!("<b>{}</b>", given.join(" "))
            }
            _ => {
                number += 1;
                input(number - 1, field)
            }
        };
        let mut out = String::new();
        for form in &self.blanks.forms {
            let fields: Vec<String> = form.fields.iter().map(&mut written).collect();
            if let Some(name) = &form.name {
                out.push_str(&format!("<p><b>{}</b></p>\n", escaped(name)));
            }
            out.push_str(&match &form.shape {
                FormShape::Squares(rows) => table(rows, &fields),
                FormShape::List => list(form, &fields),
            });
        }
        out
    }
}

/// Returns squares with the names of rows and columns beside them.
fn table(rows: &[Vec<Option<usize>>], fields: &[String]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let names: String = (1..=columns).map(|column| format!("<th>c{column}</th>")).collect();
    let mut out = format!("<table>\n<tbody>\n<tr><th></th>{names}</tr>\n");
    for (row, positions) in rows.iter().enumerate() {
        let cell = |position: &Option<usize>| {
            let field = position.and_then(|at| fields.get(at));
            format!("<td>{}</td>", field.map_or("", String::as_str))
        };
        let cells: String = positions.iter().map(cell).collect();
        out.push_str(&format!("<tr><th>r{}</th>{cells}</tr>\n", row + 1));
    }
    out + "</tbody>\n</table>\n"
}

/// Returns places with their names, without those that are given.
fn list(form: &Form, fields: &[String]) -> String {
    let open = form.fields.iter().zip(fields).filter(|(field, _)| field.takes != Takes::Nothing);
    let items = open.map(|(field, input)| format!("<li>{}: {input}</li>\n", escaped(&field.place)));
    format!("<ul>\n{}</ul>\n", items.collect::<String>())
}
