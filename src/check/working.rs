//! `working`: what a worked solution says of each value that is found.

use crate::Checker;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::expr::{CompareOp, Expr, ExprKind};
use puzgen_model::ty::{Phase, Ty};
use puzgen_model::working::Working;
use puzgen_syntax::ast::{self, Item, ItemKind};

impl Checker<'_> {
    /// Checks a line of the worked solution. It is evaluated, never solved, so it may look at all that features may.
    pub(super) fn working(&mut self, item: &Item, all: &mut Vec<Working>) {
        let ItemKind::Working { name, binders, sentence, body } = &item.kind else { return };
        let checked = self.within(binders.as_ref(), Phase::Known, Phase::Measured, |checker| {
            let body = checker.expect(body, &Ty::Bool);
            let sentence = checker.sentence_with_formulas(sentence);
            let body = body?;
            let at = body.span;
            match equation(body) {
                Some(parts) => Some((parts, sentence?)),
                None => {
                    checker.no_equation(at);
                    None
                }
            }
        });
        let Some((binders, ((condition, place, value), sentence))) = checked else {
            self.broken.push(working_name(name));
            return;
        };
        self.note(name.span, &Ty::Bool, Phase::Measured);
        let (name, span) = (name.name.clone(), name.span);
        all.push(Working { name, span, binders, condition, place, value, sentence });
    }

    fn no_equation(&mut self, at: puzgen_base::source::Span) {
        let message = "a line of a worked solution says what one value of the answer is";
        self.problems.push(
            Problem::error(Code::BadWorking, message, at, "no such equation")
                .help("write `x == a - b`, or `a > b implies x == a - b`, with a value of the answer on the left"),
        );
    }
}

/// Returns the condition, the place and the value of `condition implies place == value`.
fn equation(body: Expr) -> Option<(Option<Expr>, Expr, Expr)> {
    match body.kind {
        ExprKind::Implies(condition, body) => match equation(*body)? {
            (None, place, value) => Some((Some(*condition), place, value)),
            _ => None,
        },
        ExprKind::Compare(place, mut rest) => match (is_place(&place), rest.pop(), rest.as_slice())
        {
            (true, Some((CompareOp::Eq, value)), []) => Some((None, *place, value)),
            _ => None,
        },
        _ => None,
    }
}

fn is_place(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Element { many, .. } => !many,
        ExprKind::Family(_) | ExprKind::Variable(_) | ExprKind::Local(_) => true,
        ExprKind::Deref(inner) => is_place(inner),
        _ => false,
    }
}

/// Returns what stands for a line among the names whose declaration had a mistake.
pub(super) fn working_name(name: &ast::Ident) -> String {
    format!("working {}", name.name)
}
