//! The place where the grammar cannot go on, and what could have stood there.

use std::collections::BTreeSet;

use super::brackets::{closing, open_brackets};
use super::grammar::Expected;
use super::input::Input;
use super::scan::{Token, TokenKind};
use super::words::{self, OPERATORS};
use puzgen_base::diagnostics::{Code, Problem};

/// The place where reading stopped.
pub(super) struct Stop<'a, 't> {
    pub(super) input: Input<'a>,
    /// The tokens before it.
    pub(super) before: &'t [Token],
    /// The token there; none at the end of the text.
    pub(super) found: Option<Token>,
    /// What would have been right.
    pub(super) expected: BTreeSet<Expected>,
}

impl<'a> Stop<'a, '_> {
    pub(super) fn word(&self) -> &'a str {
        self.found.map_or("", |token| self.input.slice(token))
    }

    pub(super) fn is_word(&self) -> bool {
        self.found.is_some_and(|token| token.kind == TokenKind::Word)
    }

    /// Returns the text of the token `back` before the stop, 1 for the one just before.
    pub(super) fn previous(&self, back: usize) -> &'a str {
        let index = self.before.len().checked_sub(back);
        index.map_or("", |index| self.input.slice(self.before[index]))
    }

    pub(super) fn expects(&self, what: Expected) -> bool {
        self.expected.contains(&what)
    }

    /// Returns a problem at the token found or, at the end, at the one before.
    pub(super) fn problem(&self, code: Code, message: String, label: &str) -> Problem {
        let (token, label) = match (self.found, self.before.last()) {
            (Some(found), _) => (found, label),
            (None, Some(last)) => (*last, "the last thing in the text"),
            (None, None) => {
                let span = self.input.span(0, self.input.text.len());
                return Problem::error(code, message, span, "nothing here");
            }
        };
        Problem::error(code, message, self.input.span(token.start, token.end), label)
    }

    /// Returns whether the token found is the first of its line or block.
    pub(super) fn begins_line(&self) -> bool {
        let start = self.before.last().map_or(0, |last| last.end);
        let end = self.found.map_or(start, |found| found.start);
        let gap = self.input.text.get(start..end).unwrap_or("");
        gap.contains('\n') || matches!(self.previous(1), "{" | "}" | ";")
    }

    /// Says what was expected and what was found.
    pub(super) fn say_expected(&self) -> Problem {
        let found = match self.found {
            None => "the end of the text".to_owned(),
            Some(token) if token.kind == TokenKind::Text => "a text".to_owned(),
            Some(token) => format!("`{}`", self.input.slice(token)),
        };
        let open = open_brackets(self.input, self.before).last().copied();
        let wanted = self.listed(open.map(|open| closing(self.input.slice(open))));
        let message = if wanted.is_empty() {
            format!("{found} cannot stand here")
        } else {
            format!("expected {}, found {found}", join(&wanted))
        };
        let mut problem = self.problem(Code::Syntax, message, "not expected here");
        if let Some(open) = open {
            let right = closing(self.input.slice(open));
            if self.expects(Expected::Closing(right)) {
                let span = self.input.span(open.start, open.end);
                problem = problem.label(span, "still open");
            }
        }
        if let Some(help) = self.help() {
            problem = problem.help(help);
        }
        let words = self.expected.iter().filter_map(|expected| match expected {
            Expected::Token(word) if word.starts_with(char::is_alphabetic) => Some(*word),
            _ => None,
        });
        // A word that has a meaning of its own was meant.
        let is_meant = words::item(self.word()).is_some() || OPERATORS.contains(&self.word());
        match self.is_word() && !is_meant {
            true => problem.did_you_mean(self.word(), words),
            false => problem,
        }
    }

    fn help(&self) -> Option<&'static str> {
        let is_operand = self.expects(Expected::Expr) && !self.expects(Expected::Operator);
        if is_operand && OPERATORS.contains(&self.word()) && self.word() != "not" {
            return Some("this operator stands between two expressions");
        }
        if self.expects(Expected::Token("else")) {
            return Some("every `if` has its `else`; a truth under a condition is `a implies b`");
        }
        if self.word() == "if" && self.expects(Expected::Operator) {
            return Some("the condition stands first: `a implies b`, `if a then b else c`");
        }
        if self.word() == ":" && self.expects(Expected::Token("for")) {
            return Some("the expression stands first: `forall(x[c] > 0 for c in cells)`");
        }
        if self.word() == "when" && self.expects(Expected::Token("if")) {
            return Some("a clue has its condition behind `if`; `when` is for levels");
        }
        if self.word() == "(" && self.expects(Expected::Operator) {
            return Some("only names can be called; an element is written `list[index]`");
        }
        let is_outer =
            ["let", "rule", "clue", "remove", "feature", "levels", "show", "example", "puzzle"];
        if is_outer.contains(&self.word()) && self.expects(Expected::Closing("}")) {
            return Some("close the bracket that is open before this");
        }
        if self.word() == "for" && self.expects(Expected::Operator) {
            return Some(
                "one expression stands before `for`; a list is written `[a for c in cells]`",
            );
        }
        self.expects(Expected::Token("in")).then_some("binders are written `c in cells`")
    }

    /// Returns what to list of what was expected, at most a handful.
    fn listed(&self, right: Option<&str>) -> Vec<String> {
        let mut wanted = self.expected.clone();
        let has = |what: &Expected| self.expected.contains(what);
        if has(&Expected::Token("in")) {
            return vec!["`in`".to_owned()];
        }
        if has(&Expected::Expr) {
            // A text is an expression, too.
            wanted.remove(&Expected::Thing("a text in quotes"));
        }
        if has(&Expected::Operator) {
            for token in ["[", "(", "."] {
                wanted.remove(&Expected::Token(token));
            }
        }
        if has(&Expected::Expr) {
            for token in ["(", "[", "{", "if", "components"] {
                wanted.remove(&Expected::Token(token));
            }
            wanted.remove(&Expected::Thing("a name"));
        }
        wanted.retain(|what| !matches!(what, Expected::Closing(one) if Some(*one) != right));
        let is_specific =
            |what: &Expected| matches!(what, Expected::Token(one) if !matches!(*one, "if" | "for"));
        let is_sign = self.found.is_some_and(|found| found.kind == TokenKind::Sign);
        if !is_sign && wanted.iter().any(is_specific) {
            wanted.remove(&Expected::Operator);
        }
        // On a new line something new is meant, not more of the expression before.
        let is_new = self.is_word() && self.begins_line();
        let begins_something = |what: &Expected| {
            matches!(what, Expected::Item | Expected::Thing(_) | Expected::Closing("}"))
        };
        if is_new && wanted.iter().any(begins_something) {
            let continues = |what: &Expected| {
                matches!(
                    what,
                    Expected::Operator | Expected::Token("if" | "for" | "where" | "vertical")
                )
            };
            wanted.retain(|what| !continues(what));
        }
        let mut list: Vec<String> = wanted.into_iter().map(phrase).collect();
        list.dedup();
        list
    }
}

fn phrase(expected: Expected) -> String {
    match expected {
        Expected::Token(token) | Expected::Closing(token) => format!("`{token}`"),
        Expected::Thing(thing) => thing.to_owned(),
        Expected::Operator => "an operator".to_owned(),
        Expected::Expr => "an expression".to_owned(),
        Expected::Item => "an item such as `rule`".to_owned(),
        Expected::End => "the end of the text".to_owned(),
    }
}

/// Joins phrases: `a`, `a or b`, `a, b or c`.
fn join(phrases: &[String]) -> String {
    match phrases.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
