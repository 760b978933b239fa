//! Texts with expressions to fill in: what a puzzle is about, and what rules say where they are broken.

use crate::expr::Expr;

/// A text with expressions to fill in.
#[derive(Debug, Clone)]
pub struct Template {
    /// The parts.
    pub parts: Vec<TemplatePart>,
}

/// A part of a template.
#[derive(Debug, Clone)]
pub enum TemplatePart {
    /// Text.
    Text(String),
    /// `{expr}`, with its source text; `{+expr}` prints a sign always, `{expr|apple|apples}` a word behind it.
    Expr {
        /// The expression.
        expr: Box<Expr>,
        /// What was written.
        text: String,
        /// Whether a sign is printed always.
        with_sign: bool,
        /// What stands behind a number: the word for one, and that for any other number.
        words: Option<[String; 2]>,
    },
}
