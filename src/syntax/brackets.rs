//! Brackets: which belong together, and how deep the tree of an expression will be.
//!
//! Runs over the tokens before the grammar does, because the grammar, the tree and everything that
//! walks the tree recurse. The depth counts brackets, `if`, prefix operators and the operators that
//! nest to one side; `+`, `and`, `or` and comparisons make one wide node each and are free.

use super::input::Input;
use super::scan::{Fault, Token, TokenKind};
use puzgen_base::diagnostics::{Code, Problem};

/// How deep an expression may be.
pub(super) const MAX_DEPTH: usize = 64;

/// One open bracket and what has been nested in it since the last separator.
#[derive(Debug, Default, Clone, Copy)]
struct Frame {
    ifs: usize,
    implies: usize,
    nots: usize,
    products: usize,
    signs: usize,
    suffixes: usize,
    /// The deepest bracket of the operand at hand.
    operand: usize,
    /// The deepest operand and chain so far.
    deepest: usize,
}

impl Frame {
    /// Returns the depth at which an operand that came next would stand.
    fn above(&self) -> usize {
        self.ifs + self.implies + self.nots + self.products + self.signs + self.suffixes
    }

    fn depth(&self) -> usize {
        self.deepest.max(self.above() + self.operand)
    }

    /// Another operand of the same product.
    fn next_factor(&mut self) {
        self.deepest = self.depth();
        (self.signs, self.suffixes) = (0, 0);
    }

    /// Another term: nothing that binds as tight as `*` reaches across.
    fn next_term(&mut self) {
        self.next_factor();
        (self.products, self.operand) = (0, 0);
    }

    /// Another side of `and`, `or` and looser operators.
    fn next_side(&mut self) {
        self.next_term();
        self.nots = 0;
    }

    /// Another expression.
    fn next_expr(&mut self) {
        self.next_side();
        (self.ifs, self.implies) = (0, 0);
    }
}

/// Returns the first place where an expression is too deep.
pub(super) fn check_depth(input: Input<'_>, tokens: &[Token]) -> Option<Fault> {
    let mut outer: Vec<(Frame, usize)> = Vec::new();
    let mut frame = Frame::default();
    let mut base = 0;
    let mut after_operand = false;
    for token in tokens {
        let text = input.slice(*token);
        let was_after_operand = after_operand;
        after_operand = matches!(token.kind, TokenKind::Text | TokenKind::Close);
        match token.kind {
            TokenKind::Open => {
                match (was_after_operand, text) {
                    (true, "[") => frame.suffixes += 1,
                    (true, "{") => frame.next_expr(),
                    _ => {}
                }
                outer.push((frame, base));
                base += 1 + frame.above();
                frame = Frame::default();
            }
            TokenKind::Close => {
                let inside = frame.depth() + 1;
                match outer.pop() {
                    Some(last) => {
                        (frame, base) = last;
                        frame.operand = frame.operand.max(inside);
                    }
                    // It closes nothing: that is for the grammar to say.
                    None => (frame, base) = (Frame::default(), 0),
                }
            }
            TokenKind::Text => frame.next_expr(),
            TokenKind::Number | TokenKind::Word | TokenKind::Sign | TokenKind::Foreign => {
                after_operand = frame.step(token.kind, text, was_after_operand);
            }
        }
        if base + frame.depth() > MAX_DEPTH {
            let problem = Problem::error(
                Code::TooDeep,
                format!("an expression is nested more than {MAX_DEPTH} levels deep"),
                input.span(token.start, token.end),
                "too deep from here on",
            )
            .help("give a part of it a name with `let` or `aux`");
            return Some(Fault { at: token.start, problem });
        }
    }
    None
}

impl Frame {
    /// Takes one word or sign; returns whether an operand ends with it.
    fn step(&mut self, kind: TokenKind, text: &str, after_operand: bool) -> bool {
        match text {
            "if" if !after_operand => self.ifs += 1,
            "not" if !after_operand => self.nots += 1,
            "-" if !after_operand => self.signs += 1,
            "*" | "/" | "div" | "mod" => {
                self.next_factor();
                self.products += 1;
            }
            "." => self.suffixes += 1,
            "implies" => {
                self.next_side();
                self.implies += 1;
            }
            "iff" => {
                // Nests to the left: all that came before is one deeper.
                self.next_side();
                self.implies = 0;
                self.deepest += 1;
            }
            "and" | "or" | "then" | "else" => self.next_side(),
            "not" | "in" | "+" | "-" | ".." | "==" | "!=" | "<" | "<=" | ">" | ">=" => {
                self.next_term();
            }
            "if" | "for" | "where" => self.next_expr(),
            _ if matches!(kind, TokenKind::Sign | TokenKind::Foreign) => self.next_expr(),
            _ => {
                if after_operand {
                    self.next_expr();
                }
                return true;
            }
        }
        false
    }
}

/// Returns the brackets that are open after `tokens`, and the one that a wrong closing bracket at
/// their end should have closed.
pub(super) fn open_brackets(input: Input<'_>, tokens: &[Token]) -> Vec<Token> {
    let mut open: Vec<Token> = Vec::new();
    for token in tokens {
        match token.kind {
            TokenKind::Open => open.push(*token),
            TokenKind::Close => {
                // A wrong closing bracket closes what it can: the text after it is not looked at.
                if open
                    .last()
                    .is_some_and(|last| closing(input.slice(*last)) == input.slice(*token))
                {
                    open.pop();
                }
            }
            TokenKind::Word
            | TokenKind::Number
            | TokenKind::Text
            | TokenKind::Sign
            | TokenKind::Foreign => {}
        }
    }
    open
}

/// Returns the bracket that closes `open`.
pub(super) fn closing(open: &str) -> &'static str {
    match open {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}
