//! Where statements begin and end, judged by tokens alone: the borders at which reading recovers.
//!
//! Given the tokens of any text, right or wrong, gives its statements: what stands in a file, items in
//! a puzzle, lines in the block of an item. A keyword that begins a line and has behind it what only
//! an item has ends everything that is still open in the puzzle; any other word that begins a line
//! is a border only where no bracket is open. In a text without mistakes no border is inside of an
//! expression.

use super::brackets::{MAX_DEPTH, closing};
use super::input::Input;
use super::scan::{Token, TokenKind};
use super::words::{self, LINES_OF_REMOVE, OPERATORS, RESERVED};
use crate::ast::Behind;

/// What a statement is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StatementLevel {
    /// A file: a puzzle, a `use`.
    File,
    /// A puzzle: an item.
    Item,
    /// An item: a line of its block.
    Part,
}

/// The tokens of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) level: StatementLevel,
    /// The index of its first token.
    pub(super) start: usize,
    /// One past the index of its last token.
    pub(super) end: usize,
    /// The brace that opens the items of a puzzle or the lines of an item.
    pub(super) brace: Option<usize>,
}

/// All statements of a text.
#[derive(Debug, Default)]
pub(super) struct Borders {
    /// In the order in which they begin; each before its parts.
    pub(super) statements: Vec<Statement>,
    /// The indexes of tokens before which a block or puzzle should have been closed, once for each.
    pub(super) unclosed: Vec<usize>,
}

/// The words with which a statement may go on in the next line.
const GOES_ON: &[&str] = &[
    "where",
    "for",
    "then",
    "else",
    "if",
    "when",
    "with",
    "becomes",
    "by",
    "otherwise",
    "vertical",
    "extends",
];

/// The words behind which a statement goes on.
const WANTS_MORE: &[&str] = &[
    "where",
    "for",
    "then",
    "else",
    "if",
    "when",
    "with",
    "of",
    "becomes",
    "by",
    "weight",
    "choose",
    "implied",
    "fixed",
    "without",
    "extends",
    "otherwise",
];

/// What an open bracket holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BracketKind {
    /// The items of a puzzle.
    Body,
    /// The lines of an item.
    Block,
    /// Expressions.
    Inner,
}

/// A walk over the tokens.
struct BorderWalk<'a, 't> {
    input: Input<'a>,
    tokens: &'t [Token],
    /// The brackets that are open, with the indexes of their tokens.
    open: Vec<(BracketKind, usize)>,
    /// Which of them hold statements, by their places in `open`: a body, then perhaps a block.
    outer: Vec<usize>,
    /// The statements that have not ended, by their indexes; the outermost first.
    current: Vec<usize>,
    borders: Borders,
}

/// Finds the statements of a text.
pub(super) fn borders(input: Input<'_>, tokens: &[Token]) -> Borders {
    let mut walk = BorderWalk {
        input,
        tokens,
        open: Vec::new(),
        outer: Vec::new(),
        current: Vec::new(),
        borders: Borders::default(),
    };
    for (index, token) in tokens.iter().enumerate() {
        walk.begin(index);
        match token.kind {
            TokenKind::Open => walk.opens(index),
            TokenKind::Close => walk.closes(index),
            TokenKind::Word
            | TokenKind::Number
            | TokenKind::Text
            | TokenKind::Sign
            | TokenKind::Foreign => {}
        }
    }
    walk.close_to(0, tokens.len());
    walk.end(StatementLevel::File, tokens.len());
    walk.borders
}

/// Returns whether a token is the first of its line or block.
pub(super) fn begins_line(input: Input<'_>, tokens: &[Token], index: usize) -> bool {
    let Some(previous) = index.checked_sub(1).map(|before| tokens[before]) else { return true };
    let gap = input.text.get(previous.end..tokens[index].start).unwrap_or("");
    gap.contains('\n') || matches!(input.slice(previous), "{" | "}" | ";")
}

/// Returns whether an item begins at a token, by its keyword and what stands behind it.
pub(super) fn begins_item(input: Input<'_>, tokens: &[Token], index: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| input.slice(*token));
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    if kind(index) != Some(TokenKind::Word) || !begins_line(input, tokens, index) {
        return false;
    }
    let next = word(index + 1);
    let is_name = kind(index + 1) == Some(TokenKind::Word) && !RESERVED.contains(&next);
    let Some(first) = words::item(word(index)) else { return false };
    match (first.word, first.behind) {
        ("board", _) => is_name && word(index + 2) == "(",
        ("implied", _) => next == "rule",
        ("fixed", _) => next == "clue",
        (_, Behind::Keyword) => words::item(next).is_some(),
        (_, Behind::Text) => kind(index + 1) == Some(TokenKind::Text),
        ("show", _) => is_name || next == "{",
        (_, Behind::Declared | Behind::Word) => is_name,
    }
}

impl BorderWalk<'_, '_> {
    fn word(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| self.input.slice(*token))
    }

    /// Begins a statement at a token, where there is one.
    fn begin(&mut self, index: usize) {
        let (input, tokens) = (self.input, self.tokens);
        if tokens[index].kind != TokenKind::Word || !begins_line(input, tokens, index) {
            return;
        }
        let opens_file = match self.word(index) {
            "puzzle" => self.begins_puzzle(index),
            "use" => self.open.is_empty(),
            _ => false,
        };
        if opens_file {
            return self.start(StatementLevel::File, 0, index);
        }
        let body = self.outer.first().copied();
        if !self.begins_line_of_translation(index) && begins_item(input, tokens, index) {
            return match body {
                Some(body) => self.start(StatementLevel::Item, body + 1, index),
                None => self.start(StatementLevel::File, 0, index),
            };
        }
        let depth = self.open.len();
        match self.open.last() {
            _ if !self.is_border(index) => {}
            None => self.start(StatementLevel::File, depth, index),
            Some((BracketKind::Body, _)) => self.start(StatementLevel::Item, depth, index),
            Some((BracketKind::Block, _)) => self.start(StatementLevel::Part, depth, index),
            Some((BracketKind::Inner, _)) => {}
        }
    }

    /// Returns whether the word `puzzle` begins a puzzle, which may lack its name.
    fn begins_puzzle(&self, index: usize) -> bool {
        let next = self.tokens.get(index + 1).map(|token| token.kind);
        let brace = index + if next == Some(TokenKind::Text) { 2 } else { 1 };
        next == Some(TokenKind::Word) || self.word(brace) == "{"
    }

    /// Returns whether a word at the beginning of a line, with no bracket open, is a new statement.
    fn is_border(&self, index: usize) -> bool {
        let word = self.word(index);
        if self.begins_line_of_remove(index) {
            return true;
        }
        if GOES_ON.contains(&word) || OPERATORS.contains(&word) {
            return false;
        }
        let Some(before) = index.checked_sub(1) else { return true };
        let previous = self.word(before);
        if matches!(previous, "{" | "}" | ";" | ")" | "]") {
            return true;
        }
        let is_first =
            self.current.last().is_some_and(|at| self.borders.statements[*at].start == before);
        match self.tokens[before].kind {
            TokenKind::Word => {
                !OPERATORS.contains(&previous) && !WANTS_MORE.contains(&previous) && !is_first
            }
            TokenKind::Number | TokenKind::Text | TokenKind::Close => true,
            TokenKind::Open | TokenKind::Sign | TokenKind::Foreign => false,
        }
    }

    /// Returns whether a line of `translation` begins at a word that items begin with, too.
    fn begins_line_of_translation(&self, index: usize) -> bool {
        let around = self.current.iter().rev().map(|at| self.borders.statements[*at]);
        let mut around = around.filter(|statement| statement.level != StatementLevel::Part);
        // Where the puzzle's own first line is missing, it is a statement of the file.
        let is_inside = around.next().is_some_and(|statement| {
            let is_open = self.open.last().is_some_and(|(_, at)| *at > statement.start);
            self.word(statement.start) == "translation" && is_open
        });
        is_inside
            && match self.word(index) {
                "about" => true,
                // The sentence of a rule that is declared has a colon behind it.
                "rule" | "working" => self.word(index + 3) != ":",
                _ => false,
            }
    }

    /// Returns whether a line of `remove` begins at a word, by what stands behind it.
    fn begins_line_of_remove(&self, index: usize) -> bool {
        let is_keyword = LINES_OF_REMOVE.contains(&self.word(index));
        let next = self.tokens.get(index + 1).map(|token| token.kind);
        is_keyword
            && matches!(self.open.last(), Some((BracketKind::Block, _)))
            && matches!(next, Some(TokenKind::Word | TokenKind::Number))
            && !OPERATORS.contains(&self.word(index + 1))
    }

    /// Begins a statement; what is open deeper than `depth` should have been closed before.
    fn start(&mut self, level: StatementLevel, depth: usize, index: usize) {
        self.close_to(depth, index);
        self.end(level, index);
        self.current.push(self.borders.statements.len());
        let statement = Statement { level, start: index, end: index, brace: None };
        self.borders.statements.push(statement);
    }

    /// Ends the statements of a level and deeper ones.
    fn end(&mut self, level: StatementLevel, index: usize) {
        while let Some(last) = self.current.last().copied() {
            let statement = &mut self.borders.statements[last];
            if statement.level < level {
                break;
            }
            statement.end = index;
            self.current.pop();
        }
    }

    /// Forgets the brackets that are open deeper than `depth`.
    fn close_to(&mut self, depth: usize, index: usize) {
        while self.outer.last().is_some_and(|at| *at >= depth) {
            self.borders.unclosed.push(index);
            self.outer.pop();
        }
        self.open.truncate(depth);
    }

    fn opens(&mut self, index: usize) {
        let of = |level| {
            let last = self.current.last().map(|at| self.borders.statements[*at]);
            last.filter(|statement| statement.level == level).map(|it| self.word(it.start))
        };
        let is_brace = self.word(index) == "{";
        let kind = match self.open.last() {
            None if is_brace
                && of(StatementLevel::File).is_some_and(|word| words::item(word).is_none()) =>
            {
                BracketKind::Body
            }
            Some((BracketKind::Body, _))
                if is_brace
                    && of(StatementLevel::Item)
                        .is_some_and(|word| words::item(word).is_some_and(|it| it.has_lines)) =>
            {
                BracketKind::Block
            }
            _ => BracketKind::Inner,
        };
        if let Some(last) = self.current.last().filter(|_| kind != BracketKind::Inner) {
            self.borders.statements[*last].brace = Some(index);
        }
        if kind != BracketKind::Inner {
            self.outer.push(self.open.len());
        }
        self.open.push((kind, index));
    }

    fn closes(&mut self, index: usize) {
        let word = self.word(index);
        let opened = |(_, at): &(BracketKind, usize)| closing(self.word(*at)) == word;
        // No bracket of an expression reaches out of it, and none is deeper than what can be read.
        let block = self.outer.last().copied();
        let lowest = self.open.len().saturating_sub(MAX_DEPTH);
        let floor = lowest.max(block.map_or(0, |block| block + 1));
        let inner = self.open[floor..].iter().rposition(opened).map(|found| floor + found);
        let Some(found) = inner.or(block.filter(|_| word == "}")) else { return };
        let (kind, _) = self.open[found];
        match kind {
            BracketKind::Body => self.end(StatementLevel::Item, index),
            BracketKind::Block => self.end(StatementLevel::Part, index),
            BracketKind::Inner => {}
        }
        self.open.truncate(found);
        self.outer.retain(|at| *at < found);
        if kind == BracketKind::Body {
            self.end(StatementLevel::File, index + 1);
        }
    }
}
