//! A walk over the pairs that pest gives.
//!
//! Punctuation and plain keywords are passed over: where a rule of the grammar is known, they say
//! nothing more. `presume_*` asks for what the grammar guarantees; a miss is a bug of ours.

use pest::iterators::{Pair, Pairs};

use super::grammar::{Rule, keyword};
use super::input::Input;
use super::scan::Token;
use crate::ast::Ident;
use puzgen_base::bug;
use puzgen_base::source::Span;

/// The pairs of one rule, from left to right.
pub(super) struct Cursor<'a, 't> {
    input: Input<'a>,
    tokens: &'t [Token],
    pairs: Pairs<'a, Rule>,
    next: Option<Pair<'a, Rule>>,
}

impl<'a, 't> Cursor<'a, 't> {
    /// Returns a walk over `pairs`.
    pub(super) fn new(input: Input<'a>, tokens: &'t [Token], mut pairs: Pairs<'a, Rule>) -> Self {
        let next = pairs.find(|pair| !is_noise(pair.as_rule()));
        Self { input, tokens, pairs, next }
    }

    /// Returns a walk over what is inside of `pair`.
    pub(super) fn inside(&self, pair: Pair<'a, Rule>) -> Self {
        Self::new(self.input, self.tokens, pair.into_inner())
    }

    /// Returns the rule of the next pair.
    pub(super) fn peek(&self) -> Option<Rule> {
        self.next.as_ref().map(Pair::as_rule)
    }

    /// Returns the next pair.
    pub(super) fn take(&mut self) -> Option<Pair<'a, Rule>> {
        let following = self.pairs.find(|pair| !is_noise(pair.as_rule()));
        std::mem::replace(&mut self.next, following)
    }

    /// Returns the next pair if it is of `rule`.
    pub(super) fn take_if(&mut self, rule: Rule) -> Option<Pair<'a, Rule>> {
        if self.peek() == Some(rule) { self.take() } else { None }
    }

    /// Returns the next pair, which the grammar guarantees.
    pub(super) fn presume(&mut self) -> Pair<'a, Rule> {
        match self.take() {
            Some(pair) => pair,
            None => bug!("a rule of the grammar ended early"),
        }
    }

    /// Returns the next pair, which the grammar guarantees to be of `rule`.
    pub(super) fn presume_rule(&mut self, rule: Rule) -> Pair<'a, Rule> {
        let pair = self.presume();
        if pair.as_rule() != rule {
            bug!("expected {rule:?}, found {:?}", pair.as_rule());
        }
        pair
    }

    /// Returns a name, which the grammar guarantees.
    pub(super) fn presume_name(&mut self) -> Ident {
        let pair = self.presume_rule(Rule::name);
        self.ident(&pair)
    }

    /// Returns the names that come next.
    pub(super) fn names(&mut self) -> Vec<Ident> {
        std::iter::from_fn(|| self.take_if(Rule::name).map(|pair| self.ident(&pair))).collect()
    }

    /// Returns the text of `pair` as a name.
    pub(super) fn ident(&self, pair: &Pair<'a, Rule>) -> Ident {
        Ident { name: pair.as_str().to_owned(), span: self.span(pair) }
    }

    /// Returns where `pair` stands, without blanks and comments after it.
    pub(super) fn span(&self, pair: &Pair<'a, Rule>) -> Span {
        let span = pair.as_span();
        let inside = self.tokens.partition_point(|token| token.end <= span.end());
        let end = inside.checked_sub(1).map_or(span.end(), |last| self.tokens[last].end);
        self.input.span(span.start(), end.max(span.start()))
    }

    /// Returns the span of bytes within the input.
    pub(super) fn span_at(&self, start: usize, end: usize) -> Span {
        self.input.span(start, end)
    }
}

/// Returns whether the builder passes over pairs of `rule`.
fn is_noise(rule: Rule) -> bool {
    match rule {
        Rule::comma
        | Rule::colon
        | Rule::assign
        | Rule::dot
        | Rule::level_less
        | Rule::bound_in
        | Rule::open_paren
        | Rule::close_paren
        | Rule::open_bracket
        | Rule::close_bracket
        | Rule::open_brace
        | Rule::close_brace
        | Rule::EOI => true,
        // Keywords that say something beside the rule they stand in.
        Rule::implied_kw
        | Rule::fixed_kw
        | Rule::otherwise_kw
        | Rule::random_kw
        | Rule::first_kw
        | Rule::guided_kw
        | Rule::weight_kw => false,
        other => keyword(other).is_some(),
    }
}
