//! From the text of a formula to its tokens.

/// A token, and whether a blank stands before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) is_apart: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind {
    Number(String),
    Word(String),
    /// `+`, `=` and the like, as they are written.
    Operator(String),
    /// `/ ^ _ ( ) ,`.
    Mark(char),
    /// Anything else that stands as it is, as `°`.
    Sign(String),
}

/// What is written with letters of the keyboard, and what stands for it.
const OPERATORS: &[(&str, &str)] = &[
    ("<=", "≤"),
    (">=", "≥"),
    ("!=", "≠"),
    ("+", "+"),
    ("-", "−"),
    ("*", "·"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("·", "·"),
    ("±", "±"),
    ("−", "−"),
    ("≤", "≤"),
    ("≥", "≥"),
    ("≠", "≠"),
    ("≈", "≈"),
];

/// Signs that stand as they are.
const SIGNS: &str = "°%′|;:.[]…∠△€√!";

/// Returns the tokens, or the character that is none of a formula.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, char> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start();
        let is_apart = trimmed.len() < rest.len();
        rest = trimmed;
        let Some(first) = rest.chars().next() else { return Ok(tokens) };
        let (kind, length) = token(rest, first)?;
        tokens.push(Token { kind, is_apart });
        rest = &rest[length..];
    }
}

fn token(rest: &str, first: char) -> Result<(TokenKind, usize), char> {
    let run = |is_part: fn(char) -> bool| {
        let length = rest.find(|symbol| !is_part(symbol)).unwrap_or(rest.len());
        (rest[..length].to_owned(), length)
    };
    if first.is_ascii_digit() {
        let (text, length) = run(|symbol| symbol.is_ascii_digit());
        return Ok((TokenKind::Number(text), length));
    }
    if first.is_alphabetic() {
        let (text, length) = run(char::is_alphabetic);
        return Ok((TokenKind::Word(text), length));
    }
    if let Some((written, sign)) = OPERATORS.iter().find(|(written, _)| rest.starts_with(written)) {
        return Ok((TokenKind::Operator((*sign).to_owned()), written.len()));
    }
    match first {
        '/' | '^' | '_' | '(' | ')' | ',' => Ok((TokenKind::Mark(first), 1)),
        sign if SIGNS.contains(sign) => Ok((TokenKind::Sign(sign.to_string()), sign.len_utf8())),
        other => Err(other),
    }
}

/// Leaves out what nobody writes: the factor 1 of a name or bracket, terms that are 0.
pub(super) fn tidied(tokens: Vec<Token>) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let next = tokens.get(at + 1);
        let is_factor = next.is_some_and(|next| {
            !next.is_apart && matches!(next.kind, TokenKind::Word(_) | TokenKind::Mark('('))
        });
        match &token.kind {
            TokenKind::Number(number) if number == "1" && is_factor && !follows_power(&out) => {
                at += 1;
                if let Some(next) = tokens.get(at) {
                    out.push(Token { kind: next.kind.clone(), is_apart: token.is_apart });
                }
            }
            TokenKind::Number(number) if number == "0" && is_left_out(&out, &tokens[at + 1..]) => {
                out.pop();
                at += term(&tokens[at + 1..]);
            }
            _ => out.push(token.clone()),
        }
        at += 1;
    }
    out
}

fn follows_power(before: &[Token]) -> bool {
    matches!(before.last(), Some(Token { kind: TokenKind::Mark('^' | '_' | '/'), .. }))
}

/// Returns whether a 0 after `before` is a term that is added to another one.
fn is_left_out(before: &[Token], after: &[Token]) -> bool {
    let is_added = match before {
        [.., term, Token { kind: TokenKind::Operator(sign), .. }] => {
            (sign == "+" || sign == "−")
                && !matches!(term.kind, TokenKind::Operator(_) | TokenKind::Mark('(' | ','))
        }
        _ => false,
    };
    let ends = |token: &Token| {
        matches!(token.kind, TokenKind::Operator(_) | TokenKind::Mark(')' | ','))
            || token.is_apart && !matches!(token.kind, TokenKind::Mark(_))
    };
    is_added && after.get(term(after)).is_none_or(ends)
}

/// Returns how many of these tokens are the rest of a term that begins with 0: a name and its power.
fn term(after: &[Token]) -> usize {
    let kinds: Vec<&TokenKind> = after.iter().take(3).map(|token| &token.kind).collect();
    match kinds.as_slice() {
        [TokenKind::Word(_), TokenKind::Mark('^'), TokenKind::Number(_)] if !after[0].is_apart => 3,
        [TokenKind::Word(_), ..] if !after[0].is_apart => 1,
        _ => 0,
    }
}
