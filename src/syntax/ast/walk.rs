//! The parts of an expression.

use super::{Binders, Expr, ExprKind};

impl Expr {
    /// Calls `visit` for every direct part.
    pub fn for_each_child_mut(&mut self, visit: &mut dyn FnMut(&mut Self)) {
        match &mut self.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Text(_) | ExprKind::Name(_) => {}
            ExprKind::Tuple(items)
            | ExprKind::List(items)
            | ExprKind::Call(_, items)
            | ExprKind::And(items)
            | ExprKind::Or(items) => items.iter_mut().for_each(visit),
            ExprKind::Index(base, items) => {
                visit(base);
                items.iter_mut().for_each(visit);
            }
            ExprKind::Field(inner, _) | ExprKind::Neg(inner) | ExprKind::Not(inner) => visit(inner),
            ExprKind::Range(left, right)
            | ExprKind::Binary(_, left, right)
            | ExprKind::Implies(left, right)
            | ExprKind::Iff(left, right)
            | ExprKind::In { item: left, list: right, .. } => {
                visit(left);
                visit(right);
            }
            ExprKind::Comprehension { body, binders, .. } | ExprKind::ListOf { body, binders } => {
                visit(body);
                binders.for_each_expr_mut(visit);
            }
            ExprKind::Sum(terms) => terms.iter_mut().for_each(|(_, term)| visit(term)),
            ExprKind::Compare(first, rest) => {
                visit(first);
                rest.iter_mut().for_each(|(_, side)| visit(side));
            }
            ExprKind::If(condition, then, otherwise) => {
                visit(condition);
                visit(then);
                visit(otherwise);
            }
        }
    }
}

impl Binders {
    /// Calls `visit` for every list and the condition.
    pub fn for_each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        self.generators.iter_mut().for_each(|generator| visit(&mut generator.source));
        if let Some(condition) = &mut self.condition {
            visit(condition);
        }
    }
}
