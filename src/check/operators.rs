//! Operators: arithmetic, comparisons, connectives and `if`.

use crate::Checker;
use crate::typed::{truth, value_of};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::expr::{BinaryOp, CompareOp, Expr, ExprKind};
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast;

impl Checker<'_> {
    /// Returns the checked sum of terms with "is subtracted".
    pub(super) fn sum(&mut self, terms: &[(bool, ast::Expr)], span: Span) -> Option<Expr> {
        let terms: Vec<Option<(bool, Expr)>> =
            terms.iter().map(|(minus, term)| Some((*minus, self.number(term)?))).collect();
        let terms: Vec<(bool, Expr)> = terms.into_iter().collect::<Option<_>>()?;
        let phase = terms.iter().map(|(_, term)| term.phase).max()?;
        let is_real = terms.iter().any(|(_, term)| term.ty == Ty::Real);
        let ty = if is_real { Ty::Real } else { Ty::Int };
        Some(Expr { kind: ExprKind::Sum(terms), ty, phase, span })
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let (left, right) = (self.number(left), self.number(right));
        let (left, right) = (left?, right?);
        let phase = left.phase.max(right.phase);
        let both_whole = left.ty == Ty::Int && right.ty == Ty::Int;
        let ty = match op {
            BinaryOp::Mul if both_whole => Ty::Int,
            BinaryOp::Mul => Ty::Real,
            BinaryOp::Divide => {
                if self.phase == Phase::Decided {
                    self.problems.push(
                        Problem::error(
                            Code::TypeMismatch,
                            "`/` makes fractions, which rules cannot have",
                            span,
                            "a number with a fraction",
                        )
                        .help("use `div`, or multiply the other side"),
                    );
                    return None;
                }
                Ty::Real
            }
            BinaryOp::Div | BinaryOp::Mod if both_whole => Ty::Int,
            BinaryOp::Div | BinaryOp::Mod => {
                let wrong = if left.ty == Ty::Int { &right } else { &left };
                self.mismatch(wrong.span, "a whole number", &wrong.ty.clone());
                return None;
            }
        };
        let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        Some(Expr { kind, ty, phase, span })
    }

    pub(super) fn connective(
        &mut self,
        items: &[ast::Expr],
        make: fn(Vec<Expr>) -> ExprKind,
        span: Span,
    ) -> Option<Expr> {
        let items: Vec<Option<Expr>> =
            items.iter().map(|item| self.expect(item, &Ty::Bool)).collect();
        let items: Vec<Expr> = items.into_iter().collect::<Option<_>>()?;
        let phase = items.iter().map(|item| item.phase).max()?;
        Some(truth(make(items), phase, span))
    }

    pub(super) fn two_truths(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        make: fn(Box<Expr>, Box<Expr>) -> ExprKind,
        span: Span,
    ) -> Option<Expr> {
        let (left, right) = (self.expect(left, &Ty::Bool), self.expect(right, &Ty::Bool));
        let (left, right) = (left?, right?);
        let phase = left.phase.max(right.phase);
        Some(truth(make(Box::new(left), Box::new(right)), phase, span))
    }

    pub(super) fn compare(
        &mut self,
        first: &ast::Expr,
        rest: &[(CompareOp, ast::Expr)],
        span: Span,
    ) -> Option<Expr> {
        let first = self.expr(first);
        let rest: Vec<Option<(CompareOp, Expr)>> =
            rest.iter().map(|(op, item)| Some((*op, value_of(self.expr(item)?)))).collect();
        let first = value_of(first?);
        let rest: Vec<(CompareOp, Expr)> = rest.into_iter().collect::<Option<_>>()?;
        let mut left = &first;
        for (op, right) in &rest {
            let (a, b) = (left.ty.value(), right.ty.value());
            let both_numbers = a.is_number() && b.is_number();
            let is_order = !matches!(op, CompareOp::Eq | CompareOp::Ne);
            let comparable = both_numbers
                || (a.fits(b) || b.fits(a))
                    && match a {
                        Ty::Place(_) => true,
                        Ty::Bool | Ty::Word => !is_order,
                        other => !is_order && other.is_region(),
                    };
            if !comparable {
                let list = [a, b].into_iter().find(|ty| ty.element().is_some());
                let message = match (list, a == b) {
                    (Some(list), true) if list.is_region() => format!("{list} has no order"),
                    (Some(list), _) => format!("{list} cannot be compared"),
                    (None, true) => format!("{a} has no order"),
                    (None, false) if is_order => format!("{a} and {b} have no order"),
                    (None, false) => format!("{a} and {b} cannot be equal"),
                };
                let problem = Problem::error(Code::TypeMismatch, message, left.span, a.to_string())
                    .label(right.span, b.to_string());
                self.problems.push(match list {
                    Some(list) if list.is_region() && a == b => {
                        problem.help("lists of places are equal or not: `==`, `!=`")
                    }
                    Some(_) => problem.help("compare elements: `forall(x[c] == 1 for c in cells)`"),
                    None => problem,
                });
                return None;
            }
            left = right;
        }
        let phase = rest.iter().map(|(_, item)| item.phase).fold(first.phase, Phase::max);
        Some(truth(ExprKind::Compare(Box::new(first), rest), phase, span))
    }

    /// Returns the checked `if … then … else …`.
    pub(super) fn choice(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let condition = self.expect(condition, &Ty::Bool);
        let (then, otherwise) = (self.expr(then), self.expr(otherwise));
        let (condition, then, otherwise) = (condition?, then?, otherwise?);
        let ty = if then.ty.value().fits(otherwise.ty.value()) {
            otherwise.ty.value().clone()
        } else if otherwise.ty.value().fits(then.ty.value()) {
            then.ty.value().clone()
        } else {
            self.mismatch(otherwise.span, &then.ty.to_string(), &otherwise.ty);
            return None;
        };
        let (then, otherwise) = (value_of(then), value_of(otherwise));
        if condition.phase == Phase::Decided
            && self.phase == Phase::Decided
            && !matches!(ty, Ty::Int | Ty::Bool)
        {
            self.mismatch(then.span, "a number or a truth", &ty);
            return None;
        }
        let phase = condition.phase.max(then.phase).max(otherwise.phase);
        let kind = ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise));
        Some(Expr { kind, ty, phase, span })
    }
}
