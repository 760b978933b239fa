//! Many puzzles in one text: line by line in, the text of one puzzle after the other out.
//!
//! # Forms
//! One board a line, as `--format line` prints them and as sudokus circulate; JSON objects; YAML
//! documents; boards of several lines, each under the remark that `--format text` prints; or one
//! board of several lines. They may be mixed. Nothing is read beyond the end of a puzzle, and a
//! mistake in one does not affect the others.

use crate::family_format::family_format;
use crate::listing::is_listing;
use crate::text::is_border;
use puzgen_base::domain::Domain;
use puzgen_model::definition::Role;
use puzgen_model::instance::{Instance, KeyIndex};

/// The text of one puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleText {
    /// The text.
    pub text: String,
    /// How many lines come before it.
    pub lines_before: usize,
}

/// What tells a whole board on one line from a row of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowLimits {
    /// The most tokens of a row.
    tokens: usize,
    /// The most characters of a row, without separators.
    characters: usize,
    /// Whether a board is one row.
    is_one_row: bool,
}

impl RowLimits {
    /// Returns the limits for boards of an instance.
    pub(crate) fn new(instance: &Instance<'_>) -> Self {
        let grid = instance.grid.as_ref();
        let lines_of = |index: &KeyIndex| family_format(grid, index).lines();
        let clues = instance.clues.iter().map(|clue| lines_of(&clue.index));
        let families = instance.definition.families.iter().zip(&instance.families);
        let answers = families.filter(|(declared, _)| matches!(declared.role, Role::Answer(_)));
        let width = |(_, family): (_, &puzgen_model::instance::FamilyInstance)| {
            family.domains.iter().map(token_width).max().unwrap_or(1)
        };
        let token = answers.clone().map(width).max().unwrap_or(1);
        let is_one_row = match instance.clues.as_slice() {
            [only] => lines_of(&only.index).len() == 1,
            _ => false,
        };
        let layouts = instance.layouts.iter().map(|layout| lines_of(&layout.index));
        let answers = answers.map(|(_, family)| lines_of(&family.index));
        let lines = clues.chain(answers).chain(layouts);
        let tokens = lines.flatten().map(|line| line.len()).max().unwrap_or(1);
        if instance.grid.as_ref().is_some_and(|grid| grid.as_graph().is_some()) {
            // Elements have names, so a board on one line has separators.
            return Self { tokens: usize::MAX, characters: usize::MAX, is_one_row };
        }
        Self { tokens, characters: tokens * token, is_one_row }
    }

    /// Returns whether a line can only be a whole board.
    fn is_board(&self, line: &str) -> bool {
        if is_border(line.trim()) {
            return false;
        }
        let words = line.split_whitespace().filter(|word| *word != "|").count();
        let length = match words {
            1 => line.chars().filter(|char| *char != '|').count() > self.characters,
            words => words > self.tokens,
        };
        let begins_block = words == 2 && block(line).is_some();
        line.contains(['/', ';']) || (length && !begins_block && !line.contains(['=', ',']))
    }
}

fn token_width(domain: &Domain) -> usize {
    domain.min().to_string().len().max(domain.max().to_string().len())
}

/// Which form the puzzle being read has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EntryForm {
    /// A JSON object with brackets left open.
    Object(Brackets),
    /// A YAML document.
    Document,
    /// Rows of a board, with or without headers and names.
    Rows {
        /// Whether some line begins a block or names a value.
        has_headers: bool,
        /// Whether its remark says parameters, so that nothing is known of its size.
        has_params: bool,
    },
}

/// Takes lines, gives puzzles.
#[derive(Debug)]
pub struct Splitter {
    limits: RowLimits,
    /// What remarks start with that begin a puzzle.
    remark: String,
    /// The last such remark that says parameters, and its number.
    params: Option<(String, usize)>,
    current: Option<(EntryForm, PuzzleText)>,
    /// Whether puzzles were one a line so far.
    is_by_line: bool,
    lines: usize,
}

impl Splitter {
    /// Returns a splitter for puzzles of an instance.
    pub fn new(instance: &Instance<'_>) -> Self {
        Self {
            limits: RowLimits::new(instance),
            remark: remark_start(&instance.definition.name),
            params: None,
            current: None,
            is_by_line: false,
            lines: 0,
        }
    }

    /// Returns how many bytes of a puzzle were taken that is not complete.
    pub fn begun(&self) -> usize {
        self.current.as_ref().map_or(0, |(_, entry)| entry.text.len())
    }

    /// Takes the next line; returns the puzzles that are complete now, two at most.
    pub fn line(&mut self, line: &str) -> Vec<PuzzleText> {
        let number = self.lines;
        self.lines += 1;
        let line = line.trim_end();
        let mut done = Vec::new();
        if self.ends_before(line) {
            done.extend(self.end());
        }
        if let Some((form, entry)) = &mut self.current {
            entry.text.push('\n');
            entry.text.push_str(line);
            match form {
                EntryForm::Object(brackets) => {
                    brackets.read(line);
                    if brackets.are_closed() {
                        done.extend(self.end());
                    }
                }
                EntryForm::Rows { has_headers, .. } => *has_headers |= is_header(line),
                EntryForm::Document => {}
            }
            return done;
        }
        let is_skipped = self.is_by_line && is_border(line);
        if line.starts_with(&self.remark) {
            self.params = line.contains('=').then(|| (line.to_owned(), number));
        }
        if line.trim().is_empty() || line.starts_with('#') || is_skipped {
            return done;
        }
        let mut entry = PuzzleText { text: line.to_owned(), lines_before: number };
        let params = self.params.take();
        let form = if line.starts_with('{') {
            let mut brackets = Brackets::default();
            brackets.read(line);
            if brackets.are_closed() {
                self.is_by_line = true;
                done.push(entry);
                return done;
            }
            EntryForm::Object(brackets)
        } else if line == "---" || line.starts_with("schema:") {
            EntryForm::Document
        } else if let Some((remark, number)) = params {
            // The lines between count, so that problems point at their place.
            let skipped = "\n".repeat(entry.lines_before - number);
            entry = PuzzleText { text: format!("{remark}{skipped}{line}"), lines_before: number };
            EntryForm::Rows { has_headers: is_header(line), has_params: true }
        } else if is_listing(line) {
            // Signs of a program tell nothing of boards.
            EntryForm::Rows { has_headers: true, has_params: false }
        } else if self.is_by_line || self.limits.is_board(line) {
            self.is_by_line = true;
            done.push(entry);
            return done;
        } else {
            EntryForm::Rows { has_headers: is_header(line), has_params: false }
        };
        self.current = Some((form, entry));
        done
    }

    /// Returns the puzzle that the end of the text completes.
    pub fn end(&mut self) -> Option<PuzzleText> {
        self.current.take().map(|(_, entry)| entry)
    }

    /// Returns whether this line is no part of the puzzle being read.
    fn ends_before(&self, line: &str) -> bool {
        let Some((form, entry)) = &self.current else { return false };
        let begins_object = line.starts_with('{');
        let is_whole =
            |line: &str| self.limits.is_board(line) || (self.limits.is_one_row && !is_header(line));
        match form {
            EntryForm::Object(_) => begins_object,
            EntryForm::Document => begins_object || line == "---",
            EntryForm::Rows { has_headers, has_params } => {
                begins_object
                    || line == "---"
                    || line.starts_with(&self.remark)
                    || (!has_headers && !has_params && is_whole(line))
                    || begins_again(&entry.text, line)
            }
        }
    }
}

/// Returns what the remark above a printed puzzle starts with.
fn remark_start(name: &str) -> String {
    format!("# {name}, seed ")
}

/// Returns where the second of several printed puzzles begins in a text.
pub fn second_printed(name: &str, text: &str) -> Option<usize> {
    let start = remark_start(name);
    let is_start = |at: &usize| *at == 0 || text[..*at].ends_with('\n');
    text.match_indices(&start).map(|(at, _)| at).filter(is_start).nth(1)
}

/// Returns the parameters that the remark above a printed puzzle says, each with its value and where that stands.
pub(super) fn printed_params<'t>(
    name: &str,
    text: &'t str,
) -> impl Iterator<Item = (&'t str, &'t str)> {
    let start = remark_start(name);
    let remark = text.lines().find(|line| !line.trim().is_empty());
    let said = remark.and_then(|line| line.strip_prefix(&start)).unwrap_or_default();
    said.split(", ").filter_map(|word| word.split_once('='))
}

fn is_header(line: &str) -> bool {
    block(line).is_some() || named(line).is_some()
}

/// Returns the kind and the name of the block that a line begins.
fn block(line: &str) -> Option<(&str, Option<&str>)> {
    let mut words = line.split_whitespace();
    let kind = words.next().filter(|word| matches!(*word, "clue" | "answer" | "layout"))?;
    Some((kind, words.next()))
}

/// Returns the name of the value that a line gives.
fn named(line: &str) -> Option<&str> {
    line.split_once('=').filter(|_| !line.contains("==")).map(|(name, _)| name.trim())
}

/// Returns whether a line says again what a text of rows began with: it is of the next board then.
fn begins_again(text: &str, line: &str) -> bool {
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let Some(first) = text.lines().find(is_row) else { return false };
    match (block(first), block(line)) {
        (Some(first), Some(again)) => first == again,
        // Names of nodes come again in each block.
        (None, None) => {
            named(first).is_some()
                && named(first) == named(line)
                && !text.lines().any(|line| block(line).is_some())
        }
        _ => false,
    }
}

/// How many brackets of a JSON text are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Brackets {
    open: usize,
    is_in_string: bool,
    is_escaped: bool,
}

impl Brackets {
    fn read(&mut self, line: &str) {
        for char in line.chars() {
            match (char, self.is_in_string) {
                _ if self.is_escaped => self.is_escaped = false,
                ('\\', true) => self.is_escaped = true,
                ('"', _) => self.is_in_string = !self.is_in_string,
                ('{' | '[', false) => self.open += 1,
                ('}' | ']', false) => self.open = self.open.saturating_sub(1),
                _ => {}
            }
        }
        // A JSON string has no line end in it.
        (self.is_in_string, self.is_escaped) = (false, false);
    }

    fn are_closed(&self) -> bool {
        self.open == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the puzzles of a text with the lines before each.
    fn split(limits: RowLimits, text: &str) -> Vec<(usize, String)> {
        let mut splitter = Splitter {
            limits,
            remark: remark_start("square"),
            params: None,
            current: None,
            is_by_line: false,
            lines: 0,
        };
        let mut found: Vec<PuzzleText> =
            text.lines().flat_map(|line| splitter.line(line)).collect();
        found.extend(splitter.end());
        found.into_iter().map(|entry| (entry.lines_before, entry.text)).collect()
    }

    const SQUARE: RowLimits = RowLimits { tokens: 3, characters: 3, is_one_row: false };
    const WIDE: RowLimits = RowLimits { tokens: 3, characters: 6, is_one_row: false };

    fn texts(limits: RowLimits, text: &str) -> Vec<String> {
        split(limits, text).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn takes_lines_for_boards_where_they_are_whole() {
        let found = split(SQUARE, "# remark\n12./.../..1\n\n.........\n");
        assert_eq!(found, [(1, "12./.../..1".to_owned()), (3, ".........".to_owned())]);
        assert_eq!(texts(SQUARE, "1 . . . 2 . . . 3\n1 . . . . . . . .").len(), 2);
        assert_eq!(texts(SQUARE, "clue given ...; clue sign ..\nclue given 1..; ").len(), 2);
    }

    #[test]
    fn keeps_the_remark_that_says_parameters() {
        let found = split(SQUARE, "# square, seed 1, puzzle 0, n=4\n# more\n1 . . .\n. . . 2\n");
        assert_eq!(found, [(0, "# square, seed 1, puzzle 0, n=4\n\n1 . . .\n. . . 2".to_owned())]);
        let text = "# square, seed 1, puzzle 0, n=4\n1 . . .\n# square, seed 1, puzzle 1\n1 . .\n";
        assert_eq!(split(SQUARE, text)[1], (3, "1 . .".to_owned()));
        let params: Vec<_> = printed_params("square", text).collect();
        assert_eq!(params, [("n", "4")]);
        assert_eq!(printed_params("other", text).count(), 0);
    }

    #[test]
    fn takes_rows_for_one_board() {
        for text in ["1 . .\n. 2 .\n. . 3", "1..\n.2.\n..3", "\n1|. .\n\n. 2 .\n---+---\n. . 3"] {
            assert_eq!(texts(SQUARE, text).len(), 1, "{text}");
        }
        assert_eq!(texts(WIDE, "10 11 12\n13 14 15").len(), 1);
        let blocks = "clue given\n1../.2./..3\nclue sign\n< .\n. >\nanswer x\n123/231/312";
        assert_eq!(texts(SQUARE, blocks).len(), 1);
        assert_eq!(texts(SQUARE, "a = 1\nb = 2").len(), 1);
        assert_eq!(texts(RowLimits { is_one_row: true, ..SQUARE }, "1..\n.2.").len(), 2);
    }

    #[test]
    fn splits_boards_at_the_remark_of_run() {
        let text = "# square, seed 1, puzzle 0, easy\n1..\n.2.\n..3\n# mine\n\n\
                    # square, seed 1, puzzle 1, easy\n...\n.2.\n..3";
        let found = split(SQUARE, text);
        assert_eq!(found.len(), 2);
        assert_eq!(found[1], (7, "...\n.2.\n..3".to_owned()));
    }

    #[test]
    fn programs_are_whole_whatever_signs_are_in_them() {
        let first = "def f(a: int, b: int) -> int:\n    return a // b\n\ndef g(x: int) -> int:\n    return f(x, 2)";
        let second = "def h(a: int, b: int, c: int) -> tuple[int, int]:\n    return a // b, c";
        let text = format!("# square, seed 1\n{first}\n# square, seed 2\n{second}\n");
        assert_eq!(texts(SQUARE, &text), [first, second]);
    }

    #[test]
    fn splits_objects_and_documents() {
        assert_eq!(texts(SQUARE, "{\"a\":1}\n{\"a\":2}").len(), 2);
        assert_eq!(texts(SQUARE, "{\n  \"a}\": [\n    {}\n  ]\n}\n{\"a\":2}").len(), 2);
        let found = split(SQUARE, "---\nparams:\n  n: 3\n---\nparams:\n  n: 4\n{\"a\":2}");
        assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [0, 3, 6]);
    }

    #[test]
    fn keeps_what_is_wrong_to_itself() {
        let found = texts(SQUARE, "{\"a\":[1,\n{\"a\":2}\nrubbish\n{\"a\":3}\n12./.../..1");
        assert_eq!(found, ["{\"a\":[1,", "{\"a\":2}", "rubbish", "{\"a\":3}", "12./.../..1"]);
        let found = texts(SQUARE, "12\n12./.../..1\n12\n1\n.../.../...");
        assert_eq!(found, ["12", "12./.../..1", "12", "1", ".../.../..."]);
    }
}
