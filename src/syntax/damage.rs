//! Which statement is damaged where the grammar cannot go on, and what mends it.
//!
//! Given the tokens and the one at which reading stopped, gives a [`Repair`] that loses as little as
//! can be told: a line of a block, else an item, else what stands between two items. The statement
//! before is to blame where it cannot be read alone: `rule a: x and` is noticed behind the keyword of
//! the next item.

use std::ops::Range;

use pest::Parser;

use super::borders::{Borders, Statement, StatementLevel, begins_item, borders};
use super::brackets::check_depth;
use super::grammar::{Grammar, Rule};
use super::input::Input;
use super::scan::{Token, TokenKind};
use super::words::{self, PARTS};
use crate::ast::{Behind, Ident};
use puzgen_base::source::Span;

/// A part of a text that could not be read.
#[derive(Debug, Clone)]
pub struct Damage {
    /// Where it stands.
    pub span: Span,
    /// Its first word.
    pub keyword: String,
    /// The names that it seems to declare.
    pub names: Vec<Ident>,
}

/// How many statements before the place where reading stopped may be to blame.
const LOOK_BACK: usize = 4;

/// What makes a text better than it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Repair {
    /// Blank these tokens.
    Erase(Range<usize>),
    /// Blank these tokens between the name of a puzzle and its brace.
    EraseHeader(Range<usize>),
    /// Put a name behind the `puzzle` before these tokens, the last of which is its brace.
    NamePuzzle(Range<usize>),
    /// Close so many blocks and puzzles that should have been closed before this token.
    CloseBlocks(usize, usize),
    /// Close the text of this token before the brace that ends its line.
    CloseText(usize),
}

/// The statements of a text that cannot be read.
pub(super) struct Search<'a, 't> {
    input: Input<'a>,
    tokens: &'t [Token],
    borders: Borders,
}

impl<'a, 't> Search<'a, 't> {
    /// Looks for the statements of a text.
    pub(super) fn new(input: Input<'a>, tokens: &'t [Token]) -> Self {
        Self { input, tokens, borders: borders(input, tokens) }
    }

    /// Returns what leaves out the last statement of the file: the way out where nothing else helps.
    pub(super) fn give_up(&self) -> Repair {
        let mut files =
            self.borders.statements.iter().filter(|it| it.level == StatementLevel::File);
        Repair::Erase(files.next_back().map_or(0, |last| last.start)..self.tokens.len())
    }

    /// Returns what mends the text where reading stopped at the token of this index, or at the end.
    pub(super) fn repair(&self, index: usize) -> Repair {
        self.open_text(index)
            .or_else(|| self.open_block(index))
            .or_else(|| self.statement(index))
            .unwrap_or_else(|| {
                let one = index.min(self.tokens.len() - 1);
                let next = (one + 1..self.tokens.len()).find(|at| self.word(*at) != "}");
                match self.word(one) {
                    // Several that close nothing are one mistake.
                    "}" => Repair::Erase(one..next.unwrap_or(self.tokens.len())),
                    _ => Repair::Erase(one..one + 1),
                }
            })
    }

    fn word(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |token| self.input.slice(*token))
    }

    /// A text without an end on a line that ends with the brace of a block: `puzzle a "A {`.
    fn open_text(&self, index: usize) -> Option<Repair> {
        let is_text = self.tokens.get(index)?.kind == TokenKind::Text;
        let text = self.word(index).trim_end();
        let is_open = is_text && !text.starts_with("\"\"\"") && text.ends_with(" {");
        is_open.then_some(Repair::CloseText(index))
    }

    /// A block or puzzle that is still open where something outside of it begins.
    fn open_block(&self, index: usize) -> Option<Repair> {
        // `example "title" {` is noticed at its brace, as `example "…"` could be a line.
        let around = |it: &&Statement| it.start <= index && index < it.end;
        let at = self.borders.statements.iter().rfind(around);
        let index = at.filter(|at| index <= at.start + 2).map_or(index, |at| at.start);
        let count = self.borders.unclosed.iter().filter(|before| **before == index).count();
        if count == 0 {
            return None;
        }
        if let Some(last) = self.damaged_before(index, LOOK_BACK) {
            return Some(Repair::Erase(last.start..last.end));
        }
        if let Some(inside) = self.misplaced(index) {
            return Some(Repair::Erase(inside));
        }
        let start = index.checked_sub(1).map_or(0, |before| self.tokens[before].end);
        let has_room = self.tokens.get(index).is_none_or(|token| token.start >= start + count);
        has_room.then_some(Repair::CloseBlocks(index, count))
    }

    /// Returns what stands in a block in which it cannot stand, if the block is closed behind it.
    fn misplaced(&self, index: usize) -> Option<Range<usize>> {
        let files = self.borders.statements.iter().filter(|it| it.level == StatementLevel::File);
        let outer = files.clone().rfind(|it| it.start < index)?;
        let is_file = self.word(index) == "puzzle";
        let next = files.clone().find(|it| it.start > index && self.word(it.start) == "puzzle");
        let next = next.filter(|_| !is_file);
        let end = next.map_or(self.tokens.len(), |next| next.start);
        let mut depth = 0_usize;
        let mut close = None;
        for at in outer.start..end {
            match self.word(at) {
                "{" => depth += 1,
                "}" => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if at == index {
                close = Some(depth);
            }
        }
        let inside = close.filter(|_| depth == 0)?;
        let mut depth = inside;
        for at in index + 1..end {
            match self.word(at) {
                "{" => depth += 1,
                "}" if depth == inside => return Some(index..at),
                "}" => depth -= 1,
                _ => {}
            }
        }
        None
    }

    fn statement(&self, index: usize) -> Option<Repair> {
        let around = |it: &&Statement| it.start <= index && index < it.end;
        let Some(at) = self.borders.statements.iter().rfind(around).copied() else {
            let last = self.damaged_before(index, LOOK_BACK)?;
            return Some(Repair::Erase(last.start..last.end));
        };
        if at.level == StatementLevel::File && begins_item(self.input, self.tokens, at.start) {
            return Some(self.orphans(at));
        }
        let is_near = index <= at.start + 1;
        let is_whole = at.level != StatementLevel::File && at.brace.is_none() && self.reads(at);
        let steps = match (is_whole, is_near) {
            (true, _) => LOOK_BACK,
            (false, near) => usize::from(near),
        };
        if let Some(before) = self.damaged_before(at.start, steps) {
            let both = Statement { end: at.end, ..before };
            let end = if before.end == at.start && self.reads(both) { at.end } else { before.end };
            return Some(Repair::Erase(before.start..end));
        }
        match at.brace {
            Some(brace) if index > brace => {
                // A closing brace, or what stands before the first statement.
                let last = self.damaged_before(index, LOOK_BACK);
                let range =
                    last.map_or(index..self.next_border(index), |last| last.start..last.end);
                Some(Repair::Erase(range))
            }
            Some(brace) if at.level == StatementLevel::File => Some(self.header(at, brace)),
            _ => Some(Repair::Erase(at.start..self.end_of_lines(at))),
        }
    }

    /// Returns where the lines of a block whose beginning is missing end, brace included, if such a
    /// line is what stands here instead of an item; otherwise where the statement ends.
    fn end_of_lines(&self, first: Statement) -> usize {
        let is_line = |it: &Statement| {
            let (word, next) = (self.word(it.start), self.word(it.start + 1));
            let is_keyword = PARTS.iter().any(|(_, words)| words.contains(&word));
            let is_level = ["when", "otherwise"].contains(&next);
            let first = words::item(word);
            let has_text = first.is_some_and(|first| first.behind == Behind::Text);
            let is_board = next.starts_with('"') && !has_text;
            let is_item = begins_item(self.input, self.tokens, it.start) || first.is_some();
            it.level == StatementLevel::Item && (is_board || !is_item && (is_keyword || is_level))
        };
        let following = self.borders.statements.iter().skip_while(|it| it.start < first.start);
        // Nor are rows of a board statements: words in capitals.
        let is_row = |it: &Statement| {
            let is_capital = |char: char| char.is_ascii_uppercase();
            it.level == first.level && self.word(it.start).starts_with(is_capital)
        };
        if is_row(&first) {
            return following.take_while(|it| is_row(it)).last().map_or(first.end, |it| it.end);
        }
        let lines = following.take_while(|it| is_line(it));
        let Some(last) = lines.last() else { return first.end };
        let next =
            |it: &&Statement| it.level == StatementLevel::File && self.word(it.start) == "puzzle";
        let mut files = self.borders.statements.iter().filter(next);
        let start = files.clone().rfind(|it| it.start < first.start).map_or(0, |it| it.start);
        let end = files.find(|it| it.start > first.start).map_or(self.tokens.len(), |it| it.start);
        let closes = self.word(last.end) == "}" && self.ends_with_surplus(start..end);
        last.end + usize::from(closes)
    }

    /// Items behind the end of their puzzle: a brace too many closed it, or they are no puzzle's.
    fn orphans(&self, first: Statement) -> Repair {
        let files = self.borders.statements.iter().filter(|it| it.level == StatementLevel::File);
        let following = files.skip_while(|it| it.start < first.start);
        let orphans = following.take_while(|it| begins_item(self.input, self.tokens, it.start));
        let end = orphans.last().map_or(first.end, |last| last.end);
        // Braces that close nothing stand behind the statements.
        let closes = end < self.tokens.len() && self.word(end) == "}"
            || self.ends_with_surplus(first.start..end);
        match first.start.checked_sub(1) {
            Some(brace) if self.word(brace) == "}" && closes => Repair::Erase(brace..brace + 1),
            _ => Repair::Erase(first.start..end),
        }
    }

    /// Returns whether more braces are closed than opened.
    fn ends_with_surplus(&self, range: Range<usize>) -> bool {
        let mut depth = 0_usize;
        for index in range {
            match self.word(index) {
                "{" => depth += 1,
                "}" if depth == 0 => return true,
                "}" => depth -= 1,
                _ => {}
            }
        }
        false
    }

    /// Between the keyword of a puzzle and its brace: its name and title stay, where it has them.
    fn header(&self, puzzle: Statement, brace: usize) -> Repair {
        let is_named = self.word(puzzle.start) == "puzzle"
            && self.tokens[puzzle.start + 1].kind == TokenKind::Word;
        if !is_named {
            return self.nameless(puzzle, brace);
        }
        let title = puzzle.start + 2;
        let has_title = title < brace && self.tokens[title].kind == TokenKind::Text;
        let rest = if has_title { title + 1 } else { title };
        match rest < brace {
            true => Repair::EraseHeader(rest..brace),
            false => Repair::Erase(puzzle.start..puzzle.end),
        }
    }

    /// A puzzle without a name stays, if there is room for one.
    fn nameless(&self, puzzle: Statement, brace: usize) -> Repair {
        let (keyword, next) = (self.tokens[puzzle.start], self.tokens[puzzle.start + 1]);
        let has_gap = next.start > keyword.end;
        // The brace moves where nothing else gives room.
        let behind = self.input.text.as_bytes().get(self.tokens[brace].end);
        let has_room = puzzle.start + 1 < brace
            || next.start > keyword.end + 1
            || behind.is_some_and(u8::is_ascii_whitespace);
        match self.word(puzzle.start) == "puzzle" && has_gap && has_room {
            true => Repair::NamePuzzle(puzzle.start + 1..brace + 1),
            false => Repair::Erase(puzzle.start..puzzle.end),
        }
    }

    /// Returns the innermost item or line that ends at a token.
    fn before(&self, index: usize) -> Option<Statement> {
        let ends = |it: &&Statement| it.end == index && it.level != StatementLevel::File;
        self.borders.statements.iter().rfind(ends).copied()
    }

    /// Returns the nearest of the last statements before a token that cannot be read alone.
    fn damaged_before(&self, index: usize, steps: usize) -> Option<Statement> {
        let previous = |it: &Statement| self.before(it.start);
        let back = std::iter::successors(self.before(index), previous);
        back.take(steps).find(|it| self.is_damaged(*it))
    }

    /// Returns the next token after this one at which a statement begins or a brace closes.
    fn next_border(&self, index: usize) -> usize {
        let is_border = |at: &usize| {
            self.word(*at) == "}" || self.borders.statements.iter().any(|it| it.start == *at)
        };
        (index + 1..self.tokens.len()).find(is_border).unwrap_or(self.tokens.len())
    }

    /// Returns whether a statement cannot be read alone. One whose block is open may be right so far.
    fn is_damaged(&self, statement: Statement) -> bool {
        let is_open = statement.brace.is_some() && self.borders.unclosed.contains(&statement.end);
        !is_open && !self.reads(statement)
    }

    /// Returns whether a statement can be read alone.
    fn reads(&self, statement: Statement) -> bool {
        let Statement { level, start, mut end, .. } = statement;
        while end > start && self.word(end - 1) == ";" {
            end -= 1;
        }
        let Some([first, .., last] | [first @ last]) = self.tokens.get(start..end) else {
            return true;
        };
        let rule = match level {
            StatementLevel::File if self.word(start) == "use" => Rule::use_item,
            StatementLevel::File => Rule::puzzle,
            StatementLevel::Item => Rule::item,
            StatementLevel::Part => match self.item_around(start) {
                "remove" => Rule::remove_part,
                "levels" => Rule::level_rule,
                "show" => Rule::show_part,
                "translation" => Rule::translation_part,
                _ => Rule::example_part,
            },
        };
        if check_depth(self.input, &self.tokens[start..end]).is_some() {
            return false;
        }
        let text = self.input.text.get(first.start..last.end).unwrap_or("");
        let read = Grammar::parse(rule, text);
        read.is_ok_and(|pairs| pairs.last().is_some_and(|pair| pair.as_span().end() == text.len()))
    }

    /// Returns the keyword of the item that a token is in.
    fn item_around(&self, index: usize) -> &'a str {
        let around = |it: &&Statement| {
            it.level == StatementLevel::Item && it.start <= index && index < it.end
        };
        self.borders.statements.iter().rfind(around).map_or("", |item| self.word(item.start))
    }
}
