//! Tokens and comments in lines, with their indentation.
//!
//! A line ends where the author ended it, behind a comment, where an item begins and where a puzzle ends.
//! The parts of an item stand in its line, or all of them in lines of their own.
//! It stands two columns further in than the line that opened the innermost bracket, and two more where
//! it goes on with what an earlier line began.

use crate::{Begins, Bracket, ParsedSource, Role, RoleToken, TriviaKind};

/// How far something stands in from what it belongs to.
const STEP: usize = 2;

/// A line of the result.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// Whether an empty line stands before it.
    pub(super) has_gap: bool,
    /// The blanks that it begins with.
    pub(super) indent: usize,
    /// Whether the next line stands further in: it goes on with what begins here.
    pub(super) goes_on: bool,
    /// Its tokens.
    pub(super) pieces: Vec<Piece>,
    /// The comment that ends it, or is all of it.
    pub(super) comment: Option<Comment>,
}

/// A token in its line.
#[derive(Debug)]
pub(super) struct Piece {
    /// Blanks before it.
    pub(super) blanks: usize,
    pub(super) token: RoleToken,
    pub(super) text: String,
}

/// A comment in its line.
#[derive(Debug)]
pub(super) struct Comment {
    /// Blanks before it.
    pub(super) blanks: usize,
    pub(super) text: String,
}

impl Line {
    /// Returns whether it has nothing but a comment.
    pub(super) fn is_comment(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns in which column the tokens end; nothing where they are several lines of text.
    pub(super) fn width(&self) -> Option<usize> {
        self.pieces.iter().try_fold(self.indent, |width, piece| {
            let is_one_line = !piece.text.contains('\n');
            is_one_line.then(|| width + piece.blanks + piece.text.chars().count())
        })
    }

    /// Adds the line to a text.
    pub(super) fn print(&self, out: &mut String) {
        if self.has_gap {
            out.push('\n');
        }
        let blanks = |out: &mut String, count| out.extend(std::iter::repeat_n(' ', count));
        blanks(out, self.indent);
        for piece in &self.pieces {
            blanks(out, piece.blanks);
            out.push_str(&piece.text);
        }
        if let Some(comment) = &self.comment {
            blanks(out, comment.blanks);
            out.push_str(&comment.text);
        }
        out.push('\n');
    }
}

/// Returns the lines of a source whose tokens these are.
pub(super) fn lines(source: &ParsedSource, tokens: &[RoleToken]) -> Vec<Line> {
    let mut writer = Writer {
        source,
        lines: Vec::new(),
        open: Vec::new(),
        goes_on: false,
        long: long_blocks(source, tokens),
    };
    let mut gap = Gap::default();
    let mut trivia = source.trivia.iter().peekable();
    for token in tokens.iter().map(Some).chain([None]) {
        let is_before = |at: u32| token.is_none_or(|token| at < token.span.start);
        while let Some(next) = trivia.next_if(|next| is_before(next.span.start)) {
            match next.kind {
                TriviaKind::Comment => {
                    writer.comment(source.slice(next.span), gap);
                    gap = Gap { ends_line: true, ..Gap::default() };
                }
                TriviaKind::LineBreak => gap.ends_line = true,
                TriviaKind::BlankLines => gap = Gap { ends_line: true, is_empty_line: true },
                TriviaKind::Space => {}
            }
        }
        // Items and parts need no `;` between them.
        if let Some(token) = token.filter(|token| token.role != Role::Semicolon) {
            writer.token(*token, gap);
            gap = Gap::default();
        }
    }
    writer.lines
}

/// Returns where blocks open that are more than one line, sorted.
fn long_blocks(source: &ParsedSource, tokens: &[RoleToken]) -> Vec<u32> {
    let (mut open, mut long) = (Vec::new(), Vec::new());
    for token in tokens {
        match token.role {
            Role::Open(_) => open.push(token.span),
            Role::Close(kind) => {
                let Some(from) = open.pop() else { continue };
                if kind == Bracket::Block && source.slice(from.to(token.span)).contains('\n') {
                    long.push(from.start);
                }
            }
            _ => {}
        }
    }
    long.sort_unstable();
    long
}

/// What stood between two tokens or comments.
#[derive(Debug, Clone, Copy, Default)]
struct Gap {
    ends_line: bool,
    is_empty_line: bool,
}

/// A bracket that is open.
struct OpenBracket {
    /// The indentation of the line that it stands in.
    indent: usize,
    /// Whether what stands around it goes on behind it.
    goes_on: bool,
    /// Whether it is a block of more than one line.
    is_long: bool,
    kind: Bracket,
}

struct Writer<'a> {
    source: &'a ParsedSource,
    lines: Vec<Line>,
    open: Vec<OpenBracket>,
    /// Whether the innermost block, or the file, has begun something that has not ended.
    goes_on: bool,
    /// Where blocks open that are more than one line.
    long: Vec<u32>,
}

impl Writer<'_> {
    /// Adds a token.
    fn token(&mut self, token: RoleToken, gap: Gap) {
        let closes = matches!(token.role, Role::Close(_));
        let is_statement = token.begins != Begins::Nothing;
        let must_begin = self.must_begin(token);
        let is_new = gap.ends_line || must_begin || self.lines.is_empty() || self.is_comment_last();
        if is_new {
            let indent = self.indent(closes, is_statement);
            let is_puzzle =
                token.begins == Begins::Top && self.source.slice(token.span) == "puzzle";
            self.begin(indent, gap, closes, is_puzzle);
        }
        if is_statement {
            self.goes_on = true;
        }
        let indent = self.lines.last().map_or(0, |line| line.indent);
        match token.role {
            Role::Open(kind) => {
                let is_long = self.long.binary_search(&token.span.start).is_ok();
                self.open.push(OpenBracket { indent, goes_on: self.goes_on, is_long, kind });
                self.goes_on = false;
            }
            Role::Close(_) => {
                self.goes_on = self.open.pop().is_some_and(|open| open.goes_on);
            }
            _ => {}
        }
        let text = self.source.slice(token.span).to_owned();
        if let Some(line) = self.lines.last_mut() {
            let blanks = line.pieces.last().map_or(0, |before| blanks(before.token, token));
            line.pieces.push(Piece { blanks, token, text });
        }
    }

    /// Returns whether a token begins a line, wherever the author put it.
    fn must_begin(&self, token: RoleToken) -> bool {
        let is_in_long = self.open.last().is_some_and(|open| open.is_long);
        match (token.begins, token.role) {
            (Begins::Top | Begins::Item, _) => true,
            (Begins::Line, _) => is_in_long,
            (Begins::Part, _) => is_in_long && self.is_behind_open(),
            (_, Role::Close(Bracket::Puzzle)) => !self.is_behind_open(),
            (_, Role::Close(Bracket::Block)) => is_in_long,
            _ => false,
        }
    }

    /// Adds a comment: behind the tokens of its line, or as a line of its own.
    fn comment(&mut self, text: &str, gap: Gap) {
        let comment = Comment { blanks: 0, text: text.trim_end().to_owned() };
        match self.lines.last_mut() {
            Some(line) if !gap.ends_line && line.comment.is_none() => {
                line.comment = Some(Comment { blanks: STEP, ..comment });
            }
            _ => {
                let indent = self.indent(false, !self.goes_on || self.is_in_block());
                self.begin(indent, gap, false, false);
                if let Some(line) = self.lines.last_mut() {
                    line.comment = Some(comment);
                }
            }
        }
    }

    /// Begins a line.
    fn begin(&mut self, indent: usize, gap: Gap, closes: bool, is_puzzle: bool) {
        let is_first = self.lines.is_empty() || self.is_behind_open();
        // Puzzles stand apart, behind what is said of them.
        let is_apart = is_puzzle && self.lines.last().is_some_and(|line| !line.is_comment());
        let has_gap = (gap.is_empty_line || is_apart) && !is_first && !closes;
        if let Some(last) = self.lines.last_mut() {
            last.goes_on = last.indent < indent;
        }
        self.lines.push(Line { has_gap, indent, ..Line::default() });
    }

    /// Returns whether the last line ends with a bracket that opens, and perhaps a comment.
    fn is_behind_open(&self) -> bool {
        let last = self.lines.last().and_then(|line| line.pieces.last());
        last.is_some_and(|last| matches!(last.token.role, Role::Open(_)))
    }

    fn is_comment_last(&self) -> bool {
        self.lines.last().is_some_and(|line| line.comment.is_some())
    }

    /// Returns whether the innermost bracket is that of a puzzle or of an item with parts, or there is none.
    fn is_in_block(&self) -> bool {
        let is_block = |kind| matches!(kind, Bracket::Puzzle | Bracket::Block);
        self.open.last().is_none_or(|open| is_block(open.kind))
    }

    /// Returns how far a line stands in.
    fn indent(&self, closes: bool, is_statement: bool) -> usize {
        let Some(open) = self.open.last() else {
            return if is_statement || !self.goes_on { 0 } else { STEP };
        };
        match (closes, self.is_in_block() && !is_statement) {
            (true, _) => open.indent,
            (false, true) if self.goes_on => open.indent + 2 * STEP,
            _ => open.indent + STEP,
        }
    }
}

/// Returns the blanks between two tokens of a line.
fn blanks(before: RoleToken, next: RoleToken) -> usize {
    use Bracket::{Attached, Block, Puzzle, Value};

    match (before.role, next.role) {
        (Role::Open(Puzzle | Block), Role::Close(Puzzle | Block)) => 0,
        (Role::Open(Attached | Value) | Role::Dot | Role::Minus | Role::RangeOperator, _) => 0,
        (_, Role::Close(Attached | Value) | Role::Open(Attached) | Role::Dot) => 0,
        (_, Role::Comma | Role::Colon | Role::RangeOperator) => 0,
        (Role::Open(Puzzle | Block), _) => 1,
        // Nothing but the blanks says where an expression ends here.
        _ if next.begins == Begins::Line => 2,
        _ => 1,
    }
}
