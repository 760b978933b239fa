//! `let` of what a layout or the answer decides: it stands for its expression wherever it is used.

use std::collections::BTreeSet;

use crate::Checker;
use crate::names::Symbol;
use puzgen_base::source::Span;
use puzgen_model::expr::Expr;
use puzgen_model::ty::Phase;
use puzgen_syntax::ast::{self, ExprKind as Ast, Ident};

/// A name for an expression that is checked anew at each use.
#[derive(Debug, Clone)]
pub(super) struct Named {
    name: Ident,
    value: ast::Expr,
    /// Whether it mentions more than parameters, the board and layouts.
    is_decided: bool,
}

impl Checker<'_> {
    /// Declares a `let` that mentions what is declared after all constants; returns whether it is one.
    pub(super) fn declare_named(&mut self, name: &Ident, value: &ast::Expr) -> bool {
        let mut used = BTreeSet::new();
        let mut bound = BTreeSet::new();
        mentioned(&mut value.clone(), &mut used, &mut bound);
        let keywords: Vec<_> =
            used.difference(&bound).filter_map(|it| self.keyword_of(it)).collect();
        if keywords.is_empty() {
            return false;
        }
        let is_decided = keywords.iter().any(|keyword| *keyword != "layout");
        self.declare(name, Symbol::Named(self.named.len()));
        self.named.push(Named { name: name.clone(), value: value.clone(), is_decided });
        true
    }

    /// Returns what declares a name that constants cannot mention, directly or by other names.
    fn keyword_of(&self, name: &str) -> Option<&'static str> {
        if let Some(Symbol::Named(at)) = self.names.symbol(name) {
            return Some(if self.named[*at].is_decided { "answer" } else { "layout" });
        }
        let keyword = self.later.get(name)?.keyword();
        ["layout", "answer", "aux"].contains(&keyword).then_some(keyword)
    }

    /// Returns the expression that a name stands for, as it is here.
    pub(super) fn named(&mut self, at: usize, span: Span) -> Option<Expr> {
        let Named { name, value, .. } = self.named[at].clone();
        if self.broken.contains(&name.name) {
            return None;
        }
        let name_span = name.span;
        let before = self.problems.len();
        let hidden = self.names.hide();
        let found = self.expr(&value);
        self.names.show(hidden);
        if found.is_none() {
            self.problems.label_since(before, span, "used here");
            self.broken.push(name.name);
        }
        if let Some(found) = &found {
            self.note(name_span, &found.ty, found.phase);
        }
        found.map(|found| Expr { span, ..found })
    }

    /// Checks those that nothing uses so far.
    pub(super) fn check_named(&mut self) {
        self.kind = "let";
        for at in 0..self.named.len() {
            self.phase = Phase::Measured;
            let Named { name, value, .. } = self.named[at].clone();
            if !self.broken.contains(&name.name) && self.expr(&value).is_none() {
                self.broken.push(name.name);
            }
        }
    }

    /// Returns whether a `let` mentions the answer, so that layouts are drawn without it.
    pub(super) fn is_named_of_answer(&self, name: &Ident) -> bool {
        self.named.iter().any(|named| named.is_decided && named.name.name == name.name)
    }
}

/// Collects the names in an expression, and those that it binds itself.
fn mentioned(expr: &mut ast::Expr, used: &mut BTreeSet<String>, bound: &mut BTreeSet<String>) {
    match &expr.kind {
        Ast::Name(name) => {
            used.insert(name.clone());
        }
        Ast::Comprehension { binders, .. } | Ast::ListOf { binders, .. } => {
            let generators = binders.generators.iter();
            bound.extend(generators.flat_map(|it| it.names.iter().map(|name| name.name.clone())));
        }
        _ => {}
    }
    expr.for_each_child_mut(&mut |child| mentioned(child, used, bound));
}
