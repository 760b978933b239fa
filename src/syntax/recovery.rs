//! From a text with mistakes to the tree of what can be read, and a problem for each mistake.
//!
//! Reading goes in rounds. Where the grammar cannot go on, the damaged statement is found
//! ([`borders`](super::borders)) and blanked out in a copy of the text, or a brace that is missing is
//! put into it in the place of a blank; then the copy is read anew. So every statement is read as it
//! would be in a text without the others' mistakes, no mistake is followed by more noise, and all
//! places stay what they are. Nothing here decides what may be done with such a tree.

use std::ops::Range;

use super::borders::{begins_item, begins_line};
use super::damage::{Damage, Repair, Search};
use super::grammar::Rule;
use super::input::Input;
use super::read::read;
use super::scan::{Fault, Scan, Token, TokenKind};
use super::words::{self, RESERVED};
use super::{items, scan};
use crate::ast::{self, Behind, Ident};
use puzgen_base::bug;
use puzgen_base::diagnostics::{Diagnostics, Problem};
use puzgen_base::source::Span;

/// The most mistakes of one text; what stands behind them is not read.
const MAX_ROUNDS: usize = 100;

/// The most tokens that are read in all rounds but the first few.
const MAX_WORK: usize = 2_000_000;

/// The name of a puzzle that has none, while it is read. It stands where no name is written.
const NO_NAME: u8 = b'x';

/// What could be read of a text.
#[derive(Debug)]
pub(super) struct Recovered {
    pub(super) file: ast::File,
    pub(super) damage: Vec<Damage>,
    pub(super) problems: Diagnostics,
}

/// Reads a text as far as it can be read.
pub(super) fn recover(input: Input<'_>) -> Recovered {
    let mut found =
        Recovered { file: ast::File::default(), damage: Vec::new(), problems: Diagnostics::new() };
    let mut next = match read(input, Rule::file, items::build_file) {
        Ok(file) => return Recovered { file, ..found },
        Err(fault) => Some(fault),
    };
    let mut copy = Copy::of(input);
    if let Some(problem) = copy.close_block(input) {
        found.problems.push(problem);
        next = copy.read(input, &mut found.file);
    }
    let mut told = Told::default();
    let (mut was_at_end, mut is_closed, mut work, mut rounds) = (false, false, 0, 0);
    while let Some(Fault { at, problem }) = next {
        let now = copy.input(input);
        let Scan { tokens, .. } = scan::scan(now);
        let index = tokens.partition_point(|token| token.end <= at);
        // What is missing at the end of the text is said once.
        let is_at_end = index == tokens.len() || at >= input.text.len();
        (work, rounds) = (work + tokens.len(), rounds + 1);
        let is_enough = rounds >= MAX_ROUNDS || work > MAX_WORK;
        let search = Search::new(now, &tokens);
        let repair = match search.repair(index) {
            _ if is_enough => Repair::Erase(0..tokens.len()),
            // What closes all that is open is tried once.
            _ if is_closed && is_at_end => search.give_up(),
            repair => repair,
        };
        let is_told = is_at_end && was_at_end || told.is_again(&problem, &repair, &tokens);
        if !is_told {
            found.problems.push(problem);
        }
        was_at_end |= is_at_end;
        // So are the brackets that go with what is blanked at the end.
        was_at_end |= matches!(&repair, Repair::Erase(range) if range.end == tokens.len());
        is_closed |= matches!(repair, Repair::CloseBlocks(at, _) if at == tokens.len());
        found.damage.extend(copy.apply(input, &repair, &tokens));
        next = copy.read(input, &mut found.file);
    }
    for puzzle in &mut found.file.puzzles {
        let is_written = |name: &Ident| {
            let at = (name.span.start - input.span(0, 0).start) as usize;
            input.text.as_bytes().get(at) == Some(&NO_NAME) || name.name.as_bytes() != [NO_NAME]
        };
        if !is_written(&puzzle.name) {
            let start = puzzle.span.start;
            let span = Span { start, end: start + "puzzle".len() as u32, ..puzzle.span };
            puzzle.name = Ident { name: String::new(), span };
        }
    }
    found
}

/// What was said of statements that stand side by side: lines of a text whose quotes are missing all have the
/// same mistake, which is said once.
#[derive(Default)]
struct Told {
    message: String,
    /// Where the first of them began.
    from: usize,
}

impl Told {
    /// Returns whether the same was said of the statement before.
    fn is_again(&mut self, problem: &Problem, repair: &Repair, tokens: &[Token]) -> bool {
        let Repair::Erase(range) = repair else { return false };
        let Some(first) = tokens.get(range.start) else { return false };
        let before = range.start.checked_sub(1).and_then(|index| tokens.get(index));
        let is_beside = before.is_none_or(|before| before.end <= self.from);
        if is_beside && self.message == problem.message() {
            return true;
        }
        (self.message, self.from) = (problem.message().to_owned(), first.start);
        false
    }
}

/// A text that is mended; every byte stands where it stood.
struct Copy {
    bytes: Vec<u8>,
    text: String,
}

impl Copy {
    /// Returns a copy without comments, so that every gap can be written to.
    fn of(input: Input<'_>) -> Self {
        let mut bytes = input.text.as_bytes().to_vec();
        let Scan { tokens, .. } = scan::scan(input);
        let mut at = 0;
        for token in &tokens {
            blank(&mut bytes, at..token.start);
            at = token.end;
        }
        blank(&mut bytes, at..input.text.len());
        let mut copy = Self { bytes, text: String::new() };
        copy.write();
        copy
    }

    /// Makes the bytes the text.
    fn write(&mut self) {
        self.text = match String::from_utf8(self.bytes.clone()) {
            Ok(text) => text,
            Err(_) => bug!("half a character was blanked"),
        };
    }

    fn input<'c>(&'c self, of: Input<'_>) -> Input<'c> {
        Input { text: &self.text, ..of }
    }

    /// Reads the text into `file`; returns where it cannot go on.
    fn read(&self, of: Input<'_>, file: &mut ast::File) -> Option<Fault> {
        match read(self.input(of), Rule::file, items::build_file) {
            Ok(found) => {
                *file = found;
                None
            }
            Err(fault) => Some(fault),
        }
    }

    /// Closes the text block that has no end, and returns what is to be said of it. It need not be
    /// the last one: all that follow it are read inside out.
    fn close_block(&mut self, of: Input<'_>) -> Option<Problem> {
        let input = self.input(of);
        let Scan { tokens, .. } = scan::scan(input);
        let is_block = |token: &&Token| input.slice(**token).starts_with("\"\"\"");
        let blocks: Vec<&Token> = tokens.iter().filter(is_block).collect();
        let last = blocks.last()?;
        if input.slice(**last).len() >= 6 && input.slice(**last).ends_with("\"\"\"") {
            return None;
        }
        let (open, end) = blocks.iter().find_map(|block| {
            let end = end_of_block(input.slice(**block))?;
            Some((block.start, block.start + end))
        })?;
        let (span, text) = (input.span(open, open + 3), input.text);
        let gap = text[open + 3..end].len() - text[open + 3..end].trim_end().len();
        if gap > 3 {
            self.bytes[end - gap..end - gap + 4].copy_from_slice(b"\"\"\"\n");
        } else {
            blank(&mut self.bytes, open..end);
            self.bytes[open..open + 2].fill(b'"');
        }
        self.write();
        Some(scan::open_block(span))
    }

    /// Makes a repair; returns what is lost by it. At least one token goes or comes.
    fn apply(&mut self, of: Input<'_>, repair: &Repair, tokens: &[Token]) -> Option<Damage> {
        let input = self.input(of);
        let mut lost = None;
        match repair {
            Repair::Erase(range) | Repair::EraseHeader(range) => {
                let Some([first, .., last] | [first @ last]) = tokens.get(range.clone()) else {
                    bug!("a repair that mends nothing")
                };
                let keyword = match repair {
                    Repair::EraseHeader(_) => "extends",
                    _ => input.slice(*first),
                };
                lost = Some(Damage {
                    span: input.span(first.start, last.end),
                    keyword: keyword.to_owned(),
                    names: declared(input, tokens, range),
                });
                blank(&mut self.bytes, first.start..last.end);
            }
            Repair::NamePuzzle(range) => {
                let brace = tokens[range.end - 1];
                let keyword = tokens[range.start - 1];
                lost = Some(Damage {
                    span: input.span(keyword.start, brace.end),
                    keyword: "puzzle".to_owned(),
                    names: Vec::new(),
                });
                blank(&mut self.bytes, keyword.end..brace.start);
                if brace.start == keyword.end + 1 {
                    self.bytes[brace.end] = b'{';
                }
                self.bytes[keyword.end + 1] = NO_NAME;
            }
            Repair::CloseBlocks(index, count) if *index == tokens.len() => {
                self.bytes.extend(std::iter::repeat_n(b'}', *count));
            }
            Repair::CloseBlocks(index, count) => {
                let start = index.checked_sub(1).map_or(0, |before| tokens[before].end);
                self.bytes[start..start + count].fill(b'}');
            }
            Repair::CloseText(index) => {
                let text = input.slice(tokens[*index]).trim_end();
                let blank = tokens[*index].start + text.len() - 2;
                self.bytes[blank] = b'"';
            }
        }
        self.write();
        lost
    }
}

/// Writes blanks over bytes, so that lines stay lines.
fn blank(bytes: &mut [u8], range: Range<usize>) {
    bytes[range].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
}

/// Returns where the text block that `text` is seems to end although nothing closes it: before a line
/// that begins an item, closes a bracket or opens the next block.
fn end_of_block(text: &str) -> Option<usize> {
    let mut at = 3;
    let mut lines = text[at..].split_inclusive('\n').enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        if number == 0 {
            continue;
        }
        let mut sources = puzgen_base::source::Sources::new();
        let input = Input::new(sources.add("", ""), 0, line);
        let Scan { tokens, .. } = scan::scan(input);
        // `answer """` opens the next block, so its quotes were read as the end of this one.
        let is_name = |token: &Token| token.kind == TokenKind::Word;
        let opens_next = lines.peek().is_none_or(|(_, rest)| *rest == "\"\"\"")
            && matches!(tokens.as_slice(), [first, ..] if is_name(first))
            && line.trim_end().ends_with("\"\"\"");
        let word = tokens.first().map_or("", |first| input.slice(*first));
        if word == "puzzle" || word == "}" || opens_next || begins_item(input, &tokens, 0) {
            return Some(start);
        }
    }
    None
}

/// Returns the names that tokens seem to declare.
fn declared(input: Input<'_>, tokens: &[Token], range: &Range<usize>) -> Vec<Ident> {
    let word = |at: usize| {
        let token = tokens[range.start..range.end].get(at - range.start)?;
        (token.kind == TokenKind::Word).then(|| input.slice(*token))
    };
    let mut names = Vec::new();
    for first in range.clone() {
        let is_first = first == range.start || begins_item(input, tokens, first);
        let begins = is_first || word(first) == Some("puzzle") && begins_line(input, tokens, first);
        let Some(keyword) = word(first).filter(|_| begins) else { continue };
        let mut at = match (keyword, words::item(keyword).map(|first| first.behind)) {
            ("implied" | "fixed", _) => first + 2,
            ("use", _) | (_, Some(Behind::Word | Behind::Text | Behind::Keyword)) => continue,
            // A word that is no keyword may be a misspelt one.
            (_, Some(Behind::Declared) | None) => first + 1,
        };
        while let Some(name) = (at < range.end).then(|| word(at)).flatten() {
            if RESERVED.contains(&name) || words::item(name).is_some() && at > first + 1 {
                break;
            }
            let span = input.span(tokens[at].start, tokens[at].end);
            names.push(Ident { name: name.to_owned(), span });
            if tokens.get(at + 1).is_none_or(|comma| input.slice(*comma) != ",") {
                break;
            }
            at += 2;
        }
    }
    names
}
