//! Expressions: from operands and operators in a row to a tree.
//!
//! The grammar gives `operand (operator operand)*`; here is which operator binds tighter, one
//! function a level, loosest first: `iff`, `implies` (to the right), `or`, `and`, `not`, comparisons
//! and `in` (not chained), `..`, `+ -`, `* / div mod`, unary `-`, and what follows a value. Chains
//! are loops; recursion is only into brackets and `if`, whose depth `brackets` has bounded.

use pest::iterators::Pair;

use super::cursor::Cursor;
use super::grammar::Rule;
use crate::ast::{BinaryOp, Expr, ExprKind};
use puzgen_base::bug;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::ops::CompareOp;

type Result<T> = std::result::Result<T, Problem>;

impl<'a> Cursor<'a, '_> {
    /// Builds the next pair, an expression.
    pub(super) fn expr(&mut self) -> Result<Expr> {
        let pair = self.presume();
        self.expr_of(pair)
    }

    pub(super) fn expr_of(&self, pair: Pair<'a, Rule>) -> Result<Expr> {
        let mut inside = self.inside(pair);
        let expr = inside.iff()?;
        if let Some(rest) = inside.take() {
            bug!("{:?} is left over", rest.as_rule());
        }
        Ok(expr)
    }

    /// Builds all expressions that come next.
    pub(super) fn exprs(&mut self) -> Result<Vec<Expr>> {
        let mut exprs = Vec::new();
        while let Some(pair) = self.take_if(Rule::expr) {
            exprs.push(self.expr_of(pair)?);
        }
        Ok(exprs)
    }

    fn iff(&mut self) -> Result<Expr> {
        let mut left = self.implies()?;
        while self.take_if(Rule::iff_op).is_some() {
            let right = self.implies()?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Iff(Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    fn implies(&mut self) -> Result<Expr> {
        let mut sides = vec![self.or()?];
        while self.take_if(Rule::implies_op).is_some() {
            sides.push(self.or()?);
        }
        let Some(mut right) = sides.pop() else { bug!("an implication without sides") };
        while let Some(left) = sides.pop() {
            let span = left.span.to(right.span);
            right = Expr { kind: ExprKind::Implies(Box::new(left), Box::new(right)), span };
        }
        Ok(right)
    }

    fn or(&mut self) -> Result<Expr> {
        self.wide(Rule::or_op, ExprKind::Or, Self::and)
    }

    fn and(&mut self) -> Result<Expr> {
        self.wide(Rule::and_op, ExprKind::And, Self::not)
    }

    /// Builds sides joined by `op`; more than one make one node by `join`.
    fn wide(
        &mut self,
        op: Rule,
        join: fn(Vec<Expr>) -> ExprKind,
        side: fn(&mut Self) -> Result<Expr>,
    ) -> Result<Expr> {
        let first = side(self)?;
        if self.peek() != Some(op) {
            return Ok(first);
        }
        let mut span = first.span;
        let mut sides = vec![first];
        while self.take_if(op).is_some() {
            let next = side(self)?;
            span = span.to(next.span);
            sides.push(next);
        }
        Ok(Expr { kind: join(sides), span })
    }

    fn not(&mut self) -> Result<Expr> {
        let mut nots = Vec::new();
        while let Some(op) = self.take_if(Rule::not_op) {
            nots.push(self.span(&op));
        }
        let mut expr = self.comparison()?;
        while let Some(start) = nots.pop() {
            let span = start.to(expr.span);
            expr = Expr { kind: ExprKind::Not(Box::new(expr)), span };
        }
        Ok(expr)
    }

    fn comparison(&mut self) -> Result<Expr> {
        let first = self.range()?;
        let Some(op) = self.peek() else {
            return Ok(first);
        };
        let expr = if matches!(op, Rule::in_op | Rule::not_in_op) {
            self.take();
            let list = self.range()?;
            let span = first.span.to(list.span);
            let negated = op == Rule::not_in_op;
            let kind = ExprKind::In { item: Box::new(first), list: Box::new(list), negated };
            Expr { kind, span }
        } else {
            let mut rest = Vec::new();
            let mut span = first.span;
            while let Some(op) = self.peek().and_then(compare_op) {
                self.take();
                let next = self.range()?;
                span = span.to(next.span);
                rest.push((op, next));
            }
            if rest.is_empty() {
                return Ok(first);
            }
            Expr { kind: ExprKind::Compare(Box::new(first), rest), span }
        };
        match self.peek() {
            Some(op) if compare_op(op).is_some() || matches!(op, Rule::in_op | Rule::not_in_op) => {
                Err(self
                    .clash("`in` cannot be chained with another comparison", "second comparison"))
            }
            _ => Ok(expr),
        }
    }

    fn range(&mut self) -> Result<Expr> {
        let low = self.sum()?;
        if self.take_if(Rule::range_op).is_none() {
            return Ok(low);
        }
        let high = self.sum()?;
        if self.peek() == Some(Rule::range_op) {
            return Err(self.clash("a range has two ends", "third end"));
        }
        let span = low.span.to(high.span);
        Ok(Expr { kind: ExprKind::Range(Box::new(low), Box::new(high)), span })
    }

    fn sum(&mut self) -> Result<Expr> {
        let first = self.product()?;
        let mut span = first.span;
        let mut terms = vec![(false, first)];
        while let Some(op @ (Rule::add_op | Rule::sub_op)) = self.peek() {
            self.take();
            let term = self.product()?;
            span = span.to(term.span);
            terms.push((op == Rule::sub_op, term));
        }
        if terms.len() > 1 {
            return Ok(Expr { kind: ExprKind::Sum(terms), span });
        }
        match terms.pop() {
            Some((_, only)) => Ok(only),
            None => bug!("a sum without terms"),
        }
    }

    fn product(&mut self) -> Result<Expr> {
        let mut left = self.unary()?;
        while let Some(op) = self.peek().and_then(binary_op) {
            self.take();
            let right = self.unary()?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr> {
        let mut signs = Vec::new();
        while let Some(op) = self.take_if(Rule::neg_op) {
            signs.push(self.span(&op));
        }
        if self.peek() == Some(Rule::not_op) {
            return Err(self.clash("`not` binds less than the operator before it", "this `not`"));
        }
        let mut expr = self.value()?;
        while let Some(start) = signs.pop() {
            let span = start.to(expr.span);
            expr = Expr { kind: ExprKind::Neg(Box::new(expr)), span };
        }
        Ok(expr)
    }

    /// Returns a problem about the operator that comes next.
    fn clash(&mut self, message: &str, label: &str) -> Problem {
        let pair = self.presume();
        Problem::error(Code::Syntax, message, self.span(&pair), label)
            .help("put one side into parentheses")
    }
}

fn compare_op(rule: Rule) -> Option<CompareOp> {
    Some(match rule {
        Rule::eq_op => CompareOp::Eq,
        Rule::ne_op => CompareOp::Ne,
        Rule::lt_op => CompareOp::Lt,
        Rule::le_op => CompareOp::Le,
        Rule::gt_op => CompareOp::Gt,
        Rule::ge_op => CompareOp::Ge,
        _ => return None,
    })
}

fn binary_op(rule: Rule) -> Option<BinaryOp> {
    Some(match rule {
        Rule::mul_op => BinaryOp::Mul,
        Rule::divide_op => BinaryOp::Divide,
        Rule::div_op => BinaryOp::Div,
        Rule::mod_op => BinaryOp::Mod,
        _ => return None,
    })
}
