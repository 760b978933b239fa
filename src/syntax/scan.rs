//! The tokens of a text, read before the grammar.
//!
//! Given a text, gives its tokens and the first fault that no grammar rule can put into words: a
//! string without an end, a number too large, a sign of another language. It knows strings and
//! comments and nothing of the grammar; it never fails and never recurses.

use super::foreign;
use super::input::Input;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A keyword or a name.
    Word,
    /// Digits.
    Number,
    /// A string, with its quotes.
    Text,
    /// `(`, `[` or `{`.
    Open,
    /// `)`, `]` or `}`.
    Close,
    /// Any other sign of the language.
    Sign,
    /// What no valid text has; the scan's fault may be about it.
    Foreign,
}

/// A piece of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    /// Whether it is a word, a number, a sign and so on.
    pub(super) kind: TokenKind,
    /// First byte within the input.
    pub(super) start: usize,
    /// One past the last byte.
    pub(super) end: usize,
}

impl<'a> Input<'a> {
    pub(crate) fn slice(self, token: Token) -> &'a str {
        self.text.get(token.start..token.end).unwrap_or("")
    }
}

/// A problem and the byte it is at.
#[derive(Debug)]
pub(super) struct Fault {
    /// Where it begins within the input.
    pub(super) at: usize,
    /// What is to be said.
    pub(super) problem: Problem,
}

/// What a text consists of.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// From first to last; comments and blanks are left out.
    pub(super) tokens: Vec<Token>,
    /// The first fault.
    pub(super) fault: Option<Fault>,
}

/// The signs of the language, longer ones first.
const SIGNS: &[&str] =
    &["..", "==", "!=", "<=", ">=", "<", ">", "=", "+", "-", "*", "/", ".", ",", ":", ";"];

/// Reads all tokens of the input.
pub(super) fn scan(input: Input<'_>) -> Scan {
    let mut scan = Scan::default();
    let mut at = if input.text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    while let Some(next) = input.text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = &input.text[at..];
        if matches!(next, ' ' | '\t' | '\r' | '\n') {
            at += 1;
        } else if next == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
        } else {
            let (kind, len) = scan.token(input, at, rest, next);
            scan.tokens.push(Token { kind, start: at, end: at + len });
            at += len;
        }
    }
    scan
}

impl Scan {
    /// Reads one token, which starts with `next`.
    fn token(&mut self, input: Input<'_>, at: usize, rest: &str, next: char) -> (TokenKind, usize) {
        match next {
            '"' => return (TokenKind::Text, self.string(input, at, rest)),
            '(' | '[' | '{' => return (TokenKind::Open, 1),
            ')' | ']' | '}' => return (TokenKind::Close, 1),
            _ => {}
        }
        if next.is_ascii_digit() {
            return (TokenKind::Number, self.number(input, at, rest));
        }
        if next.is_alphabetic() || next == '_' {
            let len = word_len(rest);
            self.check_word(input, at, &rest[..len]);
            return (TokenKind::Word, len);
        }
        if let Some(sign) = foreign::sign(rest) {
            // A quotation is marked as a whole, but looked for once only.
            let is_first = self.fault.is_none();
            let len = if is_first { foreign::sign_len(rest, sign.sign) } else { sign.sign.len() };
            self.report(at, || {
                let span = input.span(at, at + len);
                Problem::error(
                    Code::ForeignTerm,
                    format!("`{}` is not part of the language", sign.sign),
                    span,
                    sign.label,
                )
                .help(sign.help)
            });
            return (TokenKind::Foreign, len);
        }
        if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            return (TokenKind::Sign, sign.len());
        }
        self.report(at, || {
            let name = match next {
                '\u{A0}' => "a no-break space".to_owned(),
                _ if next.is_control() || next.is_whitespace() => {
                    format!("the character U+{:04X}", u32::from(next))
                }
                _ => format!("`{next}`"),
            };
            let span = input.span(at, at + next.len_utf8());
            Problem::error(
                Code::Syntax,
                format!("{name} cannot stand here"),
                span,
                "this character",
            )
            .help("outside of strings and comments only the signs of the language are allowed")
        });
        (TokenKind::Foreign, next.len_utf8())
    }

    /// Reads a string, up to the end of its line (or of the text) where it has no end.
    fn string(&mut self, input: Input<'_>, at: usize, rest: &str) -> usize {
        if let Some(inner) = rest.strip_prefix("\"\"\"") {
            if let Some(len) = inner.find("\"\"\"") {
                return len + 6;
            }
            self.report(at, || open_block(input.span(at, at + 3)));
            return rest.len();
        }
        let mut chars = rest.char_indices().skip(1);
        while let Some((offset, char)) = chars.next() {
            match char {
                '"' => return offset + 1,
                '\n' => return self.open_string(input, at, offset),
                '\\' => match chars.next() {
                    Some((_, '"' | '\\' | 'n')) => {}
                    None | Some((_, '\n')) => return self.open_string(input, at, offset + 1),
                    Some((end, other)) => self.report(at + offset, || {
                        let span = input.span(at + offset, at + end + other.len_utf8());
                        let message = format!("`\\{other}` is no escape");
                        Problem::error(Code::Syntax, message, span, "unknown escape").help(
                            "the escapes are `\\\"`, `\\\\` and `\\n`; a text block \
                             `\"\"\"…\"\"\"` has none",
                        )
                    }),
                },
                _ => {}
            }
        }
        self.open_string(input, at, rest.len())
    }

    fn open_string(&mut self, input: Input<'_>, at: usize, len: usize) -> usize {
        self.report(at, || {
            let span = input.span(at, at + 1);
            Problem::error(Code::Syntax, "a string has no end", span, "begins here")
                .help("close it with `\"` on the same line; longer texts stand between `\"\"\"`")
        });
        len
    }

    /// Reads a number, with what is glued to it.
    fn number(&mut self, input: Input<'_>, at: usize, rest: &str) -> usize {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let after = &rest[digits..];
        let glued = word_len(after);
        if glued > 0 {
            self.report(at, || {
                let span = input.span(at, at + digits + glued);
                let (number, name) = (&rest[..digits], &after[..glued]);
                Problem::error(
                    Code::Syntax,
                    "a name cannot start with a digit",
                    span,
                    "number and name in one",
                )
                .help(format!(
                    "begin a name with a letter; a product is written `{number} * {name}`"
                ))
            });
            return digits + glued;
        }
        let fraction = after
            .strip_prefix('.')
            .map_or(0, |fraction| fraction.bytes().take_while(u8::is_ascii_digit).count());
        if fraction > 0 {
            let len = digits + 1 + fraction;
            self.report(at, || {
                let span = input.span(at, at + len);
                Problem::error(Code::Syntax, "numbers have no decimals", span, "decimal number")
                    .help("use whole numbers; measures may have a quotient such as `1 / 2`")
            });
            return len;
        }
        if rest[..digits].parse::<i64>().is_err() {
            self.report(at, || {
                let span = input.span(at, at + digits);
                let message = "the number does not fit into 64 bits";
                Problem::error(Code::NumberTooLarge, message, span, "number too large")
                    .help(format!("the largest number is {}", i64::MAX))
            });
        }
        digits
    }

    /// Reports letters that names do not have.
    fn check_word(&mut self, input: Input<'_>, at: usize, word: &str) {
        let is_plain =
            |char: char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '_';
        if word.chars().all(is_plain) && !word.starts_with('_') {
            return;
        }
        self.report(at, || {
            let span = input.span(at, at + word.len());
            if let Some(ours) = foreign::cased_word(word) {
                let message = format!("`{word}` is not part of the language");
                return Problem::error(Code::ForeignTerm, message, span, "foreign spelling")
                    .help(format!("write `{ours}`"));
            }
            let problem = Problem::error(
                Code::Syntax,
                format!("`{word}` cannot be a name"),
                span,
                "not in lower case",
            );
            let better = foreign::snake_case(word);
            if better.is_empty() {
                problem.help("names consist of `a` to `z`, digits and `_`, a letter first")
            } else {
                problem.help(format!("write `{better}`: names are in lower snake_case"))
            }
        });
    }

    fn report(&mut self, at: usize, problem: impl FnOnce() -> Problem) {
        if self.fault.is_none() {
            self.fault = Some(Fault { at, problem: problem() });
        }
    }
}

/// Returns the problem of a text block whose quotes at `span` are the last.
pub(super) fn open_block(span: Span) -> Problem {
    Problem::error(Code::Syntax, "a text block has no end", span, "begins here")
        .help("close it with `\"\"\"`")
}

/// Returns the length of the word that `text` starts with.
fn word_len(text: &str) -> usize {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    match text.bytes().position(|byte| !is_plain(byte)) {
        Some(end) if text.as_bytes()[end].is_ascii() => end,
        None => text.len(),
        Some(_) => {
            text.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(text.len())
        }
    }
}
