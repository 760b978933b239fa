//! From a sentence to its pieces, and from the tokens of a formula to its tree.

use crate::formula::surds::{exact, ratio, surd};
use crate::formula::tokens::{Token, TokenKind, tidied, tokens};
use crate::formula::{Node, Piece};

/// Words that stand upright.
const UPRIGHT: &[&str] = &["sin", "cos", "tan", "log", "min", "max", "gcd", "cm", "km", "kg", "mm"];

/// What parameters may be called, as their names have other meanings here.
const FUNCTIONS: &[(&str, &str)] = &[("sine", "sin"), ("cosine", "cos"), ("tangent", "tan")];

/// How deep brackets may stand in each other.
const DEEPEST: usize = 20;

/// Returns the pieces of a sentence; `$$` is a `$`.
///
/// # Errors
/// What cannot be read, in words.
pub fn read(text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut words = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('$') {
        words.push_str(before);
        if let Some(behind) = behind.strip_prefix('$') {
            words.push('$');
            rest = behind;
            continue;
        }
        let Some((formula, behind)) = behind.split_once('$') else {
            return Err("a formula that begins with `$` has no end".to_owned());
        };
        if !words.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut words)));
        }
        pieces.push(Piece::Formula(self::formula(formula)?));
        rest = behind;
    }
    words.push_str(rest);
    if !words.is_empty() {
        pieces.push(Piece::Text(words));
    }
    Ok(pieces)
}

fn formula(text: &str) -> Result<Vec<Node>, String> {
    let tokens = tokens(text).map_err(|sign| format!("`{sign}` is no sign of formulas"))?;
    let mut reader = Reader { tokens: tidied(tokens), at: 0, depth: 0 };
    let mut row = reader.row()?;
    while reader.take(',') {
        row.push(Node::Operator(",".to_owned()));
        row.extend(reader.row()?);
    }
    match reader.next() {
        None => Ok(asked(row)),
        Some(_) => Err(format!("`{text}` has a bracket too many")),
    }
}

/// Returns a row in which what would only say that `a = a` asks for it: `a = ?`.
fn asked(row: Vec<Node>) -> Vec<Node> {
    let comma = Node::Operator(",".to_owned());
    let parts = row.split(|node| *node == comma).map(|part| match part {
        [name @ Node::Name(_), equal @ Node::Operator(sign), rest @ ..]
            if sign == "=" && says_only(rest, name) =>
        {
            vec![name.clone(), equal.clone(), Node::Sign("?".to_owned())]
        }
        _ => part.to_vec(),
    });
    let parts: Vec<Vec<Node>> = parts.collect();
    parts.join(&comma)
}

/// Returns whether nodes are nothing but a name, with a unit, or under a root.
fn says_only(nodes: &[Node], name: &Node) -> bool {
    match nodes {
        [only] | [only, Node::Sign(_)] if only == name => true,
        [Node::Root(inner)] => says_only(inner, name),
        _ => false,
    }
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn next(&self) -> Option<&TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn take(&mut self, mark: char) -> bool {
        let is_next = self.next() == Some(&TokenKind::Mark(mark));
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads up to the end, a comma or a closing bracket.
    fn row(&mut self) -> Result<Vec<Node>, String> {
        let mut row: Vec<Node> = Vec::new();
        while let Some(kind) = self.next() {
            let is_apart = self.tokens[self.at].is_apart;
            let mut nodes = match kind {
                TokenKind::Mark(')' | ',') => break,
                TokenKind::Operator(sign) => {
                    let node = operator(sign, row.last());
                    self.at += 1;
                    row.push(node);
                    continue;
                }
                _ => self.atom()?,
            };
            while let Some(script) = self.script()? {
                nodes.push(script);
            }
            if self.take('/') {
                let mut below = self.atom()?;
                while let Some(script) = self.script()? {
                    below.push(script);
                }
                nodes = vec![Node::Fraction(unwrapped(nodes), unwrapped(below))];
            }
            if needs_room(row.last(), nodes.first(), is_apart) {
                row.push(Node::Sign(" ".to_owned()));
            }
            row.extend(nodes);
        }
        Ok(row)
    }

    fn script(&mut self) -> Result<Option<Node>, String> {
        if self.take('^') {
            return Ok(Some(Node::Above(unwrapped(self.atom()?))));
        }
        if self.take('_') {
            return Ok(Some(Node::Below(unwrapped(self.atom()?))));
        }
        Ok(None)
    }

    fn atom(&mut self) -> Result<Vec<Node>, String> {
        let Some(kind) = self.next().cloned() else {
            return Err("a formula ends too early".to_owned());
        };
        self.at += 1;
        Ok(match kind {
            TokenKind::Number(number) => vec![Node::Number(number)],
            TokenKind::Sign(sign) => vec![Node::Sign(sign)],
            TokenKind::Operator(sign) if sign == "−" || sign == "+" => {
                let mut nodes = vec![Node::Sign(sign)];
                nodes.extend(self.atom()?);
                nodes
            }
            TokenKind::Mark('(') => vec![Node::Brackets(self.inside()?)],
            TokenKind::Word(word) => self.word(word)?,
            TokenKind::Operator(sign) => {
                return Err(format!("`{sign}` stands where a term belongs"));
            }
            TokenKind::Mark(mark) => return Err(format!("`{mark}` stands where a term belongs")),
        })
    }

    /// Reads what stands behind an opening bracket.
    fn inside(&mut self) -> Result<Vec<Node>, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("a formula has too many brackets in each other".to_owned());
        }
        let mut row = self.row()?;
        while self.take(',') {
            row.push(Node::Operator(",".to_owned()));
            row.extend(self.row()?);
        }
        self.depth -= 1;
        match self.take(')') {
            true => Ok(row),
            false => Err("a bracket of a formula is not closed".to_owned()),
        }
    }

    fn word(&mut self, word: String) -> Result<Vec<Node>, String> {
        if !matches!(word.as_str(), "sqrt" | "surd" | "ratio" | "exact") {
            let short = FUNCTIONS.iter().find(|(long, _)| *long == word).map(|(_, short)| *short);
            let node = match short {
                Some(short) => Node::Word(short.to_owned()),
                None if UPRIGHT.contains(&word.as_str()) => Node::Word(word),
                None => Node::Name(named(word)),
            };
            // What a function is of belongs to it: `sin(x)/sin(y)` has two parts.
            let is_call = matches!(node, Node::Word(_)) && self.take('(');
            let inside = if is_call { Some(Node::Brackets(self.inside()?)) } else { None };
            return Ok([node].into_iter().chain(inside).collect());
        }
        if !self.take('(') {
            return Err(format!("`{word}` has no brackets behind it"));
        }
        let inside = self.inside()?;
        let is_comma = |node: &Node| *node == Node::Operator(",".to_owned());
        let arguments: Vec<&[Node]> = inside.split(is_comma).collect();
        match (word.as_str(), arguments.as_slice()) {
            ("sqrt", [inner]) => Ok(vec![Node::Root(inner.to_vec())]),
            ("surd", [inner]) => Ok(surd(inner, None)),
            ("surd", [above, below]) => Ok(surd(above, Some(below))),
            ("ratio", [above, below]) => Ok(ratio(above, below)),
            ("exact", [inner]) => Ok(exact(inner)),
            (name, given) => Err(format!("`{name}` does not take {} arguments", given.len())),
        }
    }
}

/// Returns an operator, or a sign where there is nothing before that it could join.
fn operator(sign: &str, before: Option<&Node>) -> Node {
    let joins = match before {
        None | Some(Node::Operator(_)) => false,
        Some(Node::Sign(sign)) => !matches!(sign.as_str(), "|" | ";" | ":" | "["),
        Some(_) => true,
    };
    match joins || !matches!(sign, "−" | "+" | "±") {
        true => Node::Operator(sign.to_owned()),
        false => Node::Sign(sign.to_owned()),
    }
}

/// Returns whether two terms would run together.
fn needs_room(before: Option<&Node>, behind: Option<&Node>, is_apart: bool) -> bool {
    let is_letters = |node: &Node| matches!(node, Node::Word(_));
    match (before, behind) {
        (None | Some(Node::Operator(_) | Node::Sign(_)), _) | (_, None) => false,
        (Some(before), Some(Node::Brackets(_))) if is_letters(before) => false,
        (Some(before), Some(behind)) => is_apart || is_letters(before) || is_letters(behind),
    }
}

/// Returns what stands in brackets where they are not needed, as above a line.
fn unwrapped(nodes: Vec<Node>) -> Vec<Node> {
    match nodes.as_slice() {
        [Node::Brackets(inner)] => inner.clone(),
        _ => nodes,
    }
}

/// Letters that have names.
const GREEK: &[(&str, &str)] = &[
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("phi", "φ"),
    ("mu", "μ"),
    ("pi", "π"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("omega", "ω"),
];

fn named(word: String) -> String {
    GREEK.iter().find(|(name, _)| *name == word).map_or(word, |(_, letter)| (*letter).to_owned())
}
