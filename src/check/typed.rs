//! Checked expressions: how they are made, and as what they are read.
//!
//! Functions only; nothing here reports a problem.

use puzgen_base::source::Span;
use puzgen_model::expr::{Expr, ExprKind};
use puzgen_model::ty::{Phase, Ty};
use puzgen_model::value::Value;

/// Returns how a function is used, in words.
pub(super) fn used_as(signature: &str) -> String {
    format!("it is used as `{signature}`")
}

/// Returns the range of two bounds.
pub(super) fn range(lo: Expr, hi: Expr, span: Span) -> Expr {
    let phase = lo.phase.max(hi.phase);
    let kind = ExprKind::Range(Box::new(lo), Box::new(hi));
    Expr { kind, ty: Ty::Int.list(), phase, span }
}

/// Returns a value that is known.
pub(super) fn known(value: Value, ty: Ty, span: Span) -> Expr {
    Expr { kind: ExprKind::Const(value), ty, phase: Phase::Known, span }
}

/// Returns an expression that is a truth.
pub(super) fn truth(kind: ExprKind, phase: Phase, span: Span) -> Expr {
    Expr { kind, ty: Ty::Bool, phase, span }
}

/// Returns the type of what an expression is read as, with variables replaced by their values.
pub(super) fn type_of_value(ty: &Ty) -> Ty {
    match ty {
        Ty::List(element) => type_of_value(element).list(),
        other => other.value().clone(),
    }
}

/// Returns the phase of an argument when it is read as a value.
pub(super) fn phase_of_value(expr: &Expr) -> Phase {
    if type_of_value(&expr.ty) == expr.ty { expr.phase } else { expr.phase.max(Phase::Decided) }
}

/// Returns the expression with variables, alone or in lists, replaced by their values.
pub(super) fn value_of(expr: Expr) -> Expr {
    let ty = type_of_value(&expr.ty);
    if ty == expr.ty {
        return expr;
    }
    let (phase, span) = (phase_of_value(&expr), expr.span);
    Expr { kind: ExprKind::Deref(Box::new(expr)), ty, phase, span }
}
