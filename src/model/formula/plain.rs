//! Sentences with formulas as plain text, in the signs of Unicode.

use crate::formula::{Node, Piece};

/// Returns a sentence as plain text.
pub fn plain(pieces: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Formula(nodes) => row(nodes),
    };
    pieces.iter().map(piece).collect()
}

pub(super) fn row(nodes: &[Node]) -> String {
    nodes.iter().map(node).collect()
}

fn node(node: &Node) -> String {
    match node {
        Node::Number(text) | Node::Name(text) | Node::Word(text) | Node::Sign(text) => text.clone(),
        Node::Operator(sign) if sign == "," => ", ".to_owned(),
        Node::Operator(sign) => format!(" {sign} "),
        Node::Fraction(above, below) if below.len() > 1 && !is_call(below) => {
            format!("{}/({})", wrapped(above), row(below))
        }
        Node::Fraction(above, below) => format!("{}/{}", wrapped(above), wrapped(below)),
        Node::Root(inner) => format!("√{}", wrapped(inner)),
        Node::Above(inner) => raised(inner, '^', "0123456789n", "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ"),
        Node::Below(inner) => raised(inner, '_', "0123456789", "₀₁₂₃₄₅₆₇₈₉"),
        Node::Brackets(inner) => format!("({})", row(inner)),
    }
}

/// Returns a row in brackets where it has operators.
fn wrapped(nodes: &[Node]) -> String {
    let is_one = nodes.iter().all(|node| {
        matches!(node, Node::Number(_) | Node::Name(_) | Node::Root(_) | Node::Brackets(_))
    });
    if is_one && nodes.len() <= 2 || is_call(nodes) {
        row(nodes)
    } else {
        format!("({})", row(nodes))
    }
}

/// Returns whether nodes are a function and what it is of: `sin(x)`.
fn is_call(nodes: &[Node]) -> bool {
    matches!(nodes, [Node::Word(_), Node::Brackets(_)])
}

/// Returns small letters above or below, where each has one.
fn raised(nodes: &[Node], mark: char, usual: &str, small: &str) -> String {
    let text = row(nodes);
    let letter = |symbol: char| {
        let at = usual.chars().position(|usual| usual == symbol)?;
        small.chars().nth(at)
    };
    let letters: Option<String> = text.chars().map(letter).collect();
    letters.unwrap_or_else(|| format!("{mark}{}", wrapped(nodes)))
}
