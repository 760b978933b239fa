//! Names as values: what is bound, declared, built in, or of the graph; and `base.field`.

use std::sync::Arc;

use crate::Checker;
use crate::calls::NO_ARGUMENT;
use crate::names::Symbol;
use crate::typed::{known, used_as};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::expr::{Expr, ExprKind};
use puzgen_model::function::Function;
use puzgen_model::grid::{Graph, Place};
use puzgen_model::ty::{Phase, Ty};
use puzgen_model::value::Value;
use puzgen_syntax as syntax;
use puzgen_syntax::ast;
use puzgen_vocabulary::constraints;
use puzgen_vocabulary::features;
use puzgen_vocabulary::places;

impl Checker<'_> {
    /// Returns what a name stands for.
    pub(super) fn name(&mut self, name: &str, span: Span) -> Option<Expr> {
        if let Some((slot, ty, is_decided)) = self.names.local(name) {
            let phase = if is_decided { Phase::Decided } else { Phase::Known };
            return Some(Expr { kind: ExprKind::Local(slot), ty, phase, span });
        }
        match self.names.symbol(name).cloned() {
            Some(symbol) => self.symbol_value(symbol, name, span),
            None => self.built_in_value(name, span),
        }
    }

    fn symbol_value(&mut self, symbol: Symbol, name: &str, span: Span) -> Option<Expr> {
        match symbol {
            Symbol::Constant(position, ty) => {
                let kind = ExprKind::Constant(position);
                Some(Expr { kind, ty, phase: Phase::Known, span })
            }
            Symbol::Family(family) => {
                let info = &self.families[family.0 as usize];
                let ty = if info.key.is_some() { info.ty.clone().list() } else { info.ty.clone() };
                let kind = ExprKind::Family(family);
                Some(Expr { kind, ty, phase: Phase::Decided, span })
            }
            Symbol::Layout(layout) => Some(self.layout_value(layout, span)),
            Symbol::Named(at) => self.named(at, span),
            Symbol::Groups(groups, place) => {
                if self.phase != Phase::Measured {
                    self.problems.push(
                        Problem::error(
                            Code::NotKnown,
                            format!("the groups of `{name}` are decided by solving"),
                            span,
                            "not known before",
                        )
                        .help(format!(
                            "in rules, use `{name}.size[c]`, `{name}.count` or `for d in {name}[c]`"
                        )),
                    );
                    return None;
                }
                let kind = ExprKind::Groups(groups);
                Some(Expr { kind, ty: Ty::Place(place).list().list(), phase: Phase::Decided, span })
            }
            Symbol::Feature(position, ty) => {
                let kind = ExprKind::Feature(position);
                Some(Expr { kind, ty, phase: Phase::Measured, span })
            }
            Symbol::Clue(clue) => {
                let key = if self.clues[clue.0 as usize].index.is_some() { "[…]" } else { "" };
                self.problems.push(
                    Problem::error(
                        Code::TypeMismatch,
                        format!("`{name}` is a clue, not a value"),
                        span,
                        "a clue",
                    )
                    .help(format!(
                        "for its value write the expression that the clue states; `shown({name}{key})` asks whether it is shown"
                    )),
                );
                None
            }
            Symbol::Word => Some(known(Value::Word(Arc::from(name)), Ty::Word, span)),
        }
    }

    fn built_in_value(&mut self, name: &str, span: Span) -> Option<Expr> {
        if places::is_word(name) {
            return Some(known(Value::Word(Arc::from(name)), Ty::Word, span));
        }
        if let Some(function) = places::by_name(name) {
            if let Some(ty) = function.result_type(&[]) {
                self.needs_board(name, span)?;
                let kind = ExprKind::Call(function, Vec::new());
                return Some(Expr { kind, ty, phase: Phase::Known, span });
            }
            self.wrong_arguments(function.name(), used_as(function.signature()), NO_ARGUMENT, span);
            return None;
        }
        if let Some(measure) = features::measure(name) {
            if let Some(ty) = measure.result_type(&[]) {
                let kind = ExprKind::Measure(measure, Vec::new());
                return Some(Expr { kind, ty, phase: Phase::Measured, span });
            }
            self.wrong_arguments(measure.name, used_as(measure.signature), NO_ARGUMENT, span);
            return None;
        }
        if let Some(found) = self.graph.as_deref().and_then(|graph| named(graph, name, span)) {
            return Some(found);
        }
        self.unknown(name, span);
        None
    }

    pub(super) fn needs_board(&mut self, name: &str, span: Span) -> Option<()> {
        if self.has_board {
            return Some(());
        }
        self.problems.push(
            Problem::error(
                Code::MissingItem,
                format!("`{name}` needs a board, and there is none"),
                span,
                "a part of the board",
            )
            .help("declare one before the first use: `board grid(rows, columns)`"),
        );
        None
    }

    pub(super) fn unknown(&mut self, name: &str, span: Span) {
        if self.lacks_items || self.broken.iter().any(|broken| broken == name) {
            return;
        }
        let problem = Problem::error(
            Code::UnknownName,
            format!("there is nothing called `{name}` here"),
            span,
            "unknown name",
        );
        let builtin = places::PLACES.iter().map(|place| place.name());
        let functions = constraints::CONSTRAINTS.iter().map(|function| function.name());
        let measures: Vec<&str> = self.measures();
        let known: Vec<&str> =
            self.names.all().chain(builtin).chain(measures).chain(functions).collect();
        let problem = match (self.later.get(name), syntax::foreign_function(name)) {
            (Some(later), _) => problem.help(later.help(name, self.kind, span)),
            (None, Some(ours)) => problem.help(format!("puzgen writes `{ours}`")),
            (None, None) => problem.did_you_mean(name, known),
        };
        self.problems.push(problem);
    }

    pub(super) fn no_index(&mut self, span: Span, name: &str) {
        self.problems.push(
            Problem::error(
                Code::TypeMismatch,
                format!("`{name}` is a single variable and has no index"),
                span,
                "not a family",
            )
            .help(format!("write `{name}` alone")),
        );
    }

    pub(super) fn field(
        &mut self,
        base: &ast::Expr,
        field: &ast::Ident,
        span: Span,
    ) -> Option<Expr> {
        if let Some((groups, _)) = self.groups_named(base) {
            if field.name == "count" {
                let kind = ExprKind::GroupCount(groups);
                return Some(Expr { kind, ty: Ty::Int, phase: Phase::Decided, span });
            }
            let problem = Problem::error(
                Code::UnknownName,
                format!("groups have no `{}` of this form", field.name),
                field.span,
                "unknown part",
            );
            self.problems.push(problem.help("groups have `size[c]` and `count`"));
            return None;
        }
        let base = self.expr(base)?;
        let is_place = matches!(base.ty, Ty::Place(_));
        let phase = base.phase;
        let kind = match (field.name.as_str(), is_place) {
            ("row", true) => ExprKind::Row(Box::new(base)),
            ("column", true) => ExprKind::Column(Box::new(base)),
            _ => {
                self.unknown_part(&base.ty, field);
                return None;
            }
        };
        Some(Expr { kind, ty: Ty::Int, phase, span })
    }

    fn unknown_part(&mut self, ty: &Ty, field: &ast::Ident) {
        let part = &field.name;
        let message = format!("{ty} has no `{part}`");
        let problem = Problem::error(Code::UnknownName, message, field.span, "unknown part");
        let of_each = matches!(ty, Ty::List(element) if matches!(**element, Ty::Place(_)));
        self.problems.push(match ty {
            Ty::Place(_) => problem
                .help(match part.as_str() {
                    way @ ("left" | "right" | "up" | "down") => {
                        format!("the next one there, where there is one, is in `next_to(c, {way})`")
                    }
                    _ => "places have `row` and `column`".to_owned(),
                })
                .did_you_mean(part, ["row", "column"]),
            _ if of_each && ["row", "column"].contains(&part.as_str()) => problem.help(format!(
                "each of its places has one: `[c.{part} for c in list]`, or `list[1].{part}` of the first"
            )),
            _ => problem.help("only places have parts: `row` and `column`"),
        });
    }
}

/// Returns the node or the group of this name.
fn named(graph: &Graph, name: &str, span: Span) -> Option<Expr> {
    if let Some(node) = graph.node(name) {
        return Some(known(Value::Place(Place::cell(node)), Ty::cell(), span));
    }
    let (name, nodes) = graph.groups.iter().find(|(other, _)| other == name)?;
    let nodes = nodes.iter().map(|node| Value::Place(Place::cell(*node as usize))).collect();
    Some(known(Value::labelled(nodes, name.clone()), Ty::cell().list(), span))
}
