//! Expressions: their types and phases, one form after the other.
//!
//! What has several parts of its own has its own file: names (`mentions`), calls, operators, binders,
//! indexes and groups.

use std::sync::Arc;

use crate::Checker;
use crate::groups::gathered_by;
use crate::names::Symbol;
use crate::typed::{known, range, truth, value_of};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::expr::{Expr, ExprKind, FamilyId};
use puzgen_model::ty::{Phase, Ty};
use puzgen_model::value::Value;
use puzgen_syntax::ast;

impl Checker<'_> {
    /// Returns the checked expression; reports and returns `None` where it has a mistake.
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Option<Expr> {
        let checked = self.expr_of_any_phase(expr)?;
        self.note(expr.span, &checked.ty, checked.phase);
        if checked.phase > self.phase {
            self.report_phase(&checked);
            return None;
        }
        Some(checked)
    }

    /// Notes the type of what stands at a place, and when its value is known, for those who ask.
    pub(super) fn note(&mut self, span: Span, ty: &Ty, phase: Phase) {
        if let Some(types) = &mut self.types {
            types.entry(span).or_insert_with(|| (ty.clone(), phase));
        }
    }

    pub(super) fn report_phase(&mut self, expr: &Expr) {
        let problem = match (expr.phase, self.phase) {
            (Phase::Measured, _) => Problem::error(
                Code::NotKnown,
                "what is shown is not known here",
                expr.span,
                "known only of a finished puzzle",
            )
            .help("measures belong in `remove`, `feature` and `levels`"),
            _ if self.is_shape => Problem::error(
                Code::NotKnown,
                "this decides how the layout is drawn, so the layout is not known yet",
                expr.span,
                "depends on the layout",
            )
            .help("a rule about a layout alone must not choose its cases by it"),
            _ => Problem::error(
                Code::NotKnown,
                "this value is decided by solving, but must be known before",
                expr.span,
                "depends on the answer",
            )
            .help(match self.is_condition {
                true => {
                    "after `where`, use parameters, numbers and the board only; the rest belongs \
                     into what is said of each: `a implies b`, `if a then b else 0`"
                }
                false => "use parameters, numbers and the board only",
            }),
        };
        self.problems.push(problem);
    }

    /// Returns the checked expression if its type fits `expected`; a variable becomes its value.
    pub(super) fn expect(&mut self, expr: &ast::Expr, expected: &Ty) -> Option<Expr> {
        // What a function of a script gives is what is asked for: a truth, or else a number.
        let call = if *expected == Ty::Bool { self.script_call(expr, expected) } else { None };
        let checked = match call {
            Some(call) => call?,
            None => self.expr(expr)?,
        };
        self.coerce(checked, expected)
    }

    pub(super) fn coerce(&mut self, expr: Expr, expected: &Ty) -> Option<Expr> {
        if !expr.ty.fits(expected) {
            self.mismatch(expr.span, &expected.to_string(), &expr.ty);
            return None;
        }
        let expr = if matches!(expected, Ty::Variable(_)) { expr } else { value_of(expr) };
        if expr.phase > self.phase {
            self.report_phase(&expr);
            return None;
        }
        Some(expr)
    }

    /// Returns the checked expression if it is a list, with its element type.
    pub(super) fn expect_list(&mut self, expr: &ast::Expr) -> Option<(Expr, Ty)> {
        let checked = self.expr(expr)?;
        match checked.ty.element().cloned() {
            Some(element) => Some((checked, element)),
            None => {
                self.mismatch(checked.span, "a list", &checked.ty);
                None
            }
        }
    }

    pub(super) fn mismatch(&mut self, span: Span, expected: &str, found: &Ty) {
        self.mismatch_of(span, expected, &found.to_string());
    }

    pub(super) fn mismatch_of(&mut self, span: Span, expected: &str, found: &str) {
        self.problems.push(Problem::error(
            Code::TypeMismatch,
            format!("expected {expected}, found {found}"),
            span,
            found,
        ));
    }

    pub(super) fn number(&mut self, expr: &ast::Expr) -> Option<Expr> {
        let checked = self.expr(expr)?;
        if checked.ty.is_number() {
            return Some(value_of(checked));
        }
        self.mismatch(checked.span, "a number", &checked.ty);
        None
    }

    fn expr_of_any_phase(&mut self, expr: &ast::Expr) -> Option<Expr> {
        use ast::ExprKind as Ast;
        let span = expr.span;
        match &expr.kind {
            Ast::Int(value) => Some(known(Value::Int(*value), Ty::Int, span)),
            Ast::Bool(value) => Some(known(Value::Bool(*value), Ty::Bool, span)),
            Ast::Text(text) => Some(known(Value::Word(Arc::from(&*text.text)), Ty::Text, span)),
            Ast::Name(name) => self.name(name, span),
            Ast::Tuple(parts) => {
                let outer = self.limit_phase_for_structure();
                let tuple = self.tuple(parts, span);
                self.phase = outer;
                tuple
            }
            Ast::List(items) => self.list(items, span),
            Ast::Range(lo, hi) => {
                let outer = self.limit_phase_for_structure();
                let (lo, hi) = (self.expect(lo, &Ty::Int), self.expect(hi, &Ty::Int));
                self.phase = outer;
                Some(range(lo?, hi?, span))
            }
            Ast::Index(base, keys) => match self.group_written(expr) {
                Some(written) => self.group_as_list(&written),
                None => self.index(base, keys, span),
            },
            Ast::Field(base, field) => self.field(base, field, span),
            Ast::Call(function, arguments) => match self.script_call(expr, &Ty::Int) {
                Some(call) => call,
                None => self.call(function, arguments, span),
            },
            Ast::Comprehension { function, body, binders } => {
                let list_span = body.span.to(binders.span);
                let gathered = gathered_by(function);
                let list = self.list_of(body, binders, gathered.as_ref(), list_span)?;
                self.apply(function, vec![list], span)
            }
            Ast::ListOf { body, binders } => self.list_of(body, binders, None, span),
            Ast::Neg(inner) => {
                let inner = self.number(inner)?;
                let (ty, phase) = (inner.ty.clone(), inner.phase);
                Some(Expr { kind: ExprKind::Neg(Box::new(inner)), ty, phase, span })
            }
            Ast::Not(inner) => {
                let inner = self.expect(inner, &Ty::Bool)?;
                let phase = inner.phase;
                Some(truth(ExprKind::Not(Box::new(inner)), phase, span))
            }
            Ast::Sum(terms) => self.sum(terms, span),
            Ast::Binary(op, left, right) => self.binary(*op, left, right, span),
            Ast::And(items) => self.connective(items, ExprKind::And, span),
            Ast::Or(items) => self.connective(items, ExprKind::Or, span),
            Ast::Implies(left, right) => self.two_truths(left, right, ExprKind::Implies, span),
            Ast::Iff(left, right) => self.two_truths(left, right, ExprKind::Iff, span),
            Ast::Compare(first, rest) => self.compare(first, rest, span),
            Ast::In { item, list, negated } => self.member(item, list, *negated, span),
            Ast::If(condition, then, otherwise) => self.choice(condition, then, otherwise, span),
        }
    }

    /// While rules are checked, what decides how many things there are must be known.
    pub(super) fn limit_phase_for_structure(&mut self) -> Phase {
        let outer = self.phase;
        if self.phase == Phase::Decided {
            self.phase = Phase::Known;
        }
        outer
    }

    fn list(&mut self, items: &[ast::Expr], span: Span) -> Option<Expr> {
        let checked: Vec<Option<Expr>> = items
            .iter()
            .map(|item| match &item.kind {
                // A loose variable in braces is a name for itself, so that it can be a key.
                ast::ExprKind::Name(name) if self.names.local(name).is_none() => {
                    match self.names.symbol(name) {
                        Some(Symbol::Family(family))
                            if self.families[family.0 as usize].key.is_none() =>
                        {
                            let ty = self.families[family.0 as usize].ty.clone();
                            Some(Expr {
                                kind: ExprKind::Variable(*family),
                                ty: Ty::Variable(Box::new(ty)),
                                phase: Phase::Known,
                                span: item.span,
                            })
                        }
                        _ => self.expr(item),
                    }
                }
                _ => self.expr(item),
            })
            .collect();
        let mut checked: Vec<Expr> = checked.into_iter().collect::<Option<_>>()?;
        let Some(first) = checked.first().map(|item| item.ty.clone()) else {
            self.problems.push(
                Problem::error(Code::TypeMismatch, "an empty list has no type", span, "no element")
                    .help("list at least one element"),
            );
            return None;
        };
        let mut ty = first.clone();
        if checked.iter().any(|item| item.ty != first) {
            // Variables and plain values mixed: the values count.
            checked = checked.into_iter().map(value_of).collect();
            ty = checked[0].ty.clone();
            for item in &checked {
                if item.ty.fits(&ty) {
                    continue;
                } else if ty.fits(&item.ty) {
                    ty = item.ty.clone();
                } else {
                    self.mismatch(item.span, &ty.to_string(), &item.ty);
                    return None;
                }
            }
        }
        let phase = checked.iter().map(|item| item.phase).max().unwrap_or(Phase::Known);
        Some(Expr { kind: ExprKind::List(checked), ty: ty.list(), phase, span })
    }

    /// Returns the family that a name stands for.
    pub(super) fn family_named(&mut self, name: &ast::Ident) -> Option<FamilyId> {
        match self.names.symbol(&name.name) {
            Some(Symbol::Family(family)) => Some(*family),
            _ => {
                self.unknown(&name.name, name.span);
                None
            }
        }
    }
}
