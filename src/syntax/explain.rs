//! What to say where the grammar cannot go on.
//!
//! Given the tokens and pest's error, gives one problem: what we know better than the grammar
//! (foreign words, unknown items, wrong brackets), else what `stop` lists as expected. The order of
//! the guesses matters: the first that applies is told.

use pest::error::{Error, ErrorVariant};

use super::brackets::{closing, open_brackets};
use super::foreign;
use super::grammar::{Expected, Rule, error_position, rule_name};
use super::input::Input;
use super::scan::{Token, TokenKind};
use super::stop::Stop;
use super::words::{self, OPERATORS, PARTS, RESERVED};
use puzgen_base::diagnostics::{Code, Problem, closest};

/// Returns the problem that `error` stands for.
pub(super) fn explain(input: Input<'_>, tokens: &[Token], error: &Error<Rule>) -> Problem {
    let at = error_position(error);
    let index = tokens.partition_point(|token| token.end <= at);
    let rules = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        ErrorVariant::CustomError { .. } => &[],
    };
    let stop = Stop {
        input,
        before: &tokens[..index],
        found: tokens.get(index).copied(),
        expected: rules.iter().copied().map(rule_name).collect(),
    };
    stop.wrong_bracket()
        .or_else(|| stop.foreign())
        .or_else(|| stop.misread_name())
        .or_else(|| stop.reserved())
        .or_else(|| stop.unknown_item())
        .unwrap_or_else(|| stop.say_expected())
}

impl Stop<'_, '_> {
    /// Returns a problem about a word or sign of another language.
    fn foreign_at(&self, token: Token, help: &str) -> Problem {
        Problem::error(
            Code::ForeignTerm,
            format!("`{}` cannot stand here", self.input.slice(token)),
            self.input.span(token.start, token.end),
            "as in another language",
        )
        .help(help)
    }

    fn wrong_bracket(&self) -> Option<Problem> {
        let found = self.found.filter(|token| token.kind == TokenKind::Close)?;
        let word = self.input.slice(found);
        let Some(open) = open_brackets(self.input, self.before).last().copied() else {
            let problem = self.problem(
                Code::Syntax,
                format!("`{word}` closes nothing"),
                "no bracket is open",
            );
            return Some(problem.help("remove it"));
        };
        let bracket = self.input.slice(open);
        let right = closing(bracket);
        if bracket == "{" && right != word {
            let problem = self.problem(
                Code::Syntax,
                format!("`{word}` closes nothing"),
                "no such bracket is open",
            );
            return Some(problem.help("remove it"));
        }
        if right == word || !self.expects(Expected::Closing(right)) {
            return None;
        }
        let problem = self.problem(
            Code::Syntax,
            format!("expected `{right}`, found `{word}`"),
            "closes another kind of bracket",
        );
        Some(problem.label(self.input.span(open.start, open.end), "still open"))
    }

    fn foreign(&self) -> Option<Problem> {
        let found = self.found?;
        let word = self.word();
        if word == "=" && self.expects(Expected::Operator) && !self.expects(Expected::Token("=")) {
            return Some(self.foreign_at(found, "equality is written `==`; `=` only defines"));
        }
        if word == "==" && self.expects(Expected::Token("=")) {
            return Some(self.foreign_at(found, "a definition is written `=`; `==` compares"));
        }
        if let Some(function) = self.called_twice() {
            let name = self.input.slice(function);
            let ours = foreign::foreign_function(name).unwrap_or(name);
            let what = match ours {
                "forall" | "exists" | "count" => "condition",
                _ => "value",
            };
            return Some(self.foreign_at(
                function,
                &format!("the binders come last: `{ours}({what} for c in cells)`"),
            ));
        }
        if word == ","
            && self.expects(Expected::Token("for"))
            && !self.expects(Expected::Token(","))
        {
            return Some(self.foreign_at(found, "a list of single things is written `{a, b}`"));
        }
        if !self.is_word() {
            return None;
        }
        let last = self.before.last().copied();
        if matches!(self.previous(1), "forall" | "exists" | "foreach" | "sum" | "count") {
            let ours = if self.previous(1) == "foreach" { "forall" } else { self.previous(1) };
            let help = format!("write `{ours}(… for {word} in …)`");
            return last.map(|last| self.foreign_at(last, &help));
        }
        if word == "for" && (self.expects(Expected::Operator) || !self.expects(Expected::Expr)) {
            return None;
        }
        // `int x`: the word before was read as a name, and only then it became clear.
        if let (Some(help), Some(last)) = (foreign::word(self.previous(1)), last)
            && last.kind == TokenKind::Word
            && matches!(self.previous(1), "int" | "integer" | "boolean" | "var")
        {
            return Some(self.foreign_at(last, help));
        }
        foreign::word(word).map(|help| self.foreign_at(found, help))
    }

    /// Returns the function's name of `forall(i in s)(…)` or `forall(i in s) …`.
    fn called_twice(&self) -> Option<Token> {
        if self.previous(1) != ")" || !(self.is_word() || self.word() == "(" || self.word() == "{")
        {
            return None;
        }
        let mut depth = 0_usize;
        for (index, token) in self.before.iter().enumerate().rev() {
            match self.input.slice(*token) {
                ")" => depth += 1,
                "(" => {
                    depth -= 1;
                    if depth == 0 {
                        let name = self.before[index.checked_sub(1)?];
                        let word = self.input.slice(name);
                        let ours = foreign::foreign_function(word).unwrap_or(word);
                        let quantifies = matches!(ours, "forall" | "exists" | "sum" | "count");
                        let has_binders =
                            self.before[index..].iter().any(|one| self.input.slice(*one) == "in");
                        let is_body = !self.is_word() || !self.begins_line();
                        return (quantifies && has_binders && is_body).then_some(name);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Speaks of the token before, where that was read as a name but can hardly be one: the keyword
    /// of an item where an expression is missing, a misspelt line of `example`.
    fn misread_name(&self) -> Option<Problem> {
        let (last, before) = self.before.split_last()?;
        let word = self.input.slice(*last);
        if last.kind != TokenKind::Word {
            return None;
        }
        let span = self.input.span(last.start, last.end);
        if self.is_word() && self.expects(Expected::Operator) && words::item(word).is_some() {
            let operator = before.last().filter(|token| {
                let text = self.input.slice(**token);
                let is_word =
                    OPERATORS.contains(&text) || matches!(text, "then" | "else" | "where");
                is_word || (token.kind == TokenKind::Sign && text != ".")
            })?;
            let message = format!("expected an expression, found `{word}`");
            let operator = self.input.span(operator.start, operator.end);
            return Some(
                Problem::error(Code::Syntax, message, span, "the next item")
                    .label(operator, "nothing follows this"),
            );
        }
        let wants_board =
            self.expected.len() == 1 && self.expects(Expected::Thing("a text in quotes"));
        if wants_board && self.found.is_some_and(|found| found.kind != TokenKind::Close) {
            let near = closest(word, ["set", "breaks", "solutions"])?;
            return Some(
                Problem::error(
                    Code::Syntax,
                    format!("unknown line `{word}`"),
                    span,
                    "no line begins so",
                )
                .help(format!("did you mean `{near}`?")),
            );
        }
        None
    }

    fn reserved(&self) -> Option<Problem> {
        let word = self.word();
        let wants_name = self.expects(Expected::Thing("a name"));
        (wants_name && self.is_word() && RESERVED.contains(&word)).then(|| {
            let message = format!("`{word}` cannot be a name");
            self.problem(Code::Syntax, message, "a word of expressions").help("choose another name")
        })
    }

    fn unknown_item(&self) -> Option<Problem> {
        let word = self.word();
        if !self.is_word() || RESERVED.contains(&word) {
            return None;
        }
        let part = PARTS.iter().find(|(thing, _)| self.expects(Expected::Thing(thing)));
        let (what, known) = match part {
            Some((_, lines)) => ("line", lines.to_vec()),
            None if self.expects(Expected::Item) => ("item", words::items().collect()),
            None => return None,
        };
        if what == "item" && word == "puzzle" {
            return None;
        }
        // After an operand on the same line, an operator is as likely to be meant.
        if self.expects(Expected::Operator) {
            let known_near = closest(word, known.iter().copied());
            // `impies` is near to `implied` and to `implies`: what begins a line is an item.
            let is_of_item = known_near.is_some() && self.begins_line();
            if let Some(near) = closest(word, OPERATORS.iter().copied())
                && !is_of_item
            {
                let message = format!("`{word}` is no operator");
                let problem = self.problem(Code::Syntax, message, "unknown operator");
                return Some(problem.help(format!("did you mean `{near}`?")));
            }
            if !self.begins_line() && known_near.is_none() {
                return None;
            }
        }
        if what == "line" && words::item(word).is_some() {
            return None;
        }
        if let Some(block) = words::block_of(word).filter(|_| what == "item") {
            // The same of each such line, so that it is said once.
            let message = format!("a line of `{block}` stands outside of its block");
            let help = format!("`{block} … {{` is missing before it, or closed too early");
            return Some(self.problem(Code::Syntax, message, "no item begins so").help(help));
        }
        let list = known.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(", ");
        let (message, label) = (format!("unknown {what} `{word}`"), format!("no {what} begins so"));
        let help = format!("{what}s begin with one of {list}");
        Some(
            self.problem(Code::Syntax, message, &label)
                .help(help)
                .did_you_mean(word, known.iter().copied()),
        )
    }
}
