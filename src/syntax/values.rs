//! Values and binders: the parts of expressions that have no operators.

use pest::iterators::Pair;

use super::cursor::Cursor;
use super::grammar::Rule;
use crate::ast::{Binders, Expr, ExprKind, Generator};
use puzgen_base::bug;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;

type Result<T> = std::result::Result<T, Problem>;

impl<'a> Cursor<'a, '_> {
    /// Builds a value and what follows it.
    pub(super) fn value(&mut self) -> Result<Expr> {
        let mut base = self.primary()?;
        loop {
            let Some(pair) = self.take_if(Rule::index).or_else(|| self.take_if(Rule::field)) else {
                return Ok(base);
            };
            let span = base.span.to(self.span(&pair));
            let rule = pair.as_rule();
            let mut inside = self.inside(pair);
            let kind = if rule == Rule::index {
                ExprKind::Index(Box::new(base), inside.exprs()?)
            } else {
                ExprKind::Field(Box::new(base), inside.presume_name())
            };
            base = Expr { kind, span };
        }
    }

    fn primary(&mut self) -> Result<Expr> {
        let pair = self.presume();
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::number => ExprKind::Int(number(pair.as_str(), span)?),
            Rule::truth => ExprKind::Bool(pair.as_str() == "true"),
            Rule::text => ExprKind::Text(self.text_of(&pair)),
            Rule::name => return self.name_or_call(&pair),
            Rule::parens => {
                let mut items = self.inside(pair).exprs()?;
                match items.pop() {
                    Some(only) if items.is_empty() => only.kind,
                    last => ExprKind::Tuple(items.into_iter().chain(last).collect()),
                }
            }
            Rule::list => ExprKind::List(self.inside(pair).exprs()?),
            Rule::list_of => {
                let mut inside = self.inside(pair);
                let body = Box::new(inside.expr()?);
                ExprKind::ListOf { body, binders: inside.presume_binders()? }
            }
            Rule::if_expr => {
                let mut inside = self.inside(pair);
                let condition = Box::new(inside.expr()?);
                let then = Box::new(inside.expr()?);
                ExprKind::If(condition, then, Box::new(inside.expr()?))
            }
            other => bug!("{other:?} is no value"),
        };
        Ok(Expr { kind, span })
    }

    fn name_or_call(&mut self, name: &Pair<'a, Rule>) -> Result<Expr> {
        let name = self.ident(name);
        let Some(arguments) = self.take_if(Rule::arguments) else {
            return Ok(Expr { kind: ExprKind::Name(name.name), span: name.span });
        };
        let span = name.span.to(self.span(&arguments));
        let mut inside = self.inside(arguments);
        let mut exprs = inside.exprs()?;
        let kind = match inside.binders()? {
            None => ExprKind::Call(name, exprs),
            Some(binders) => match exprs.pop() {
                Some(body) => {
                    ExprKind::Comprehension { function: name, body: Box::new(body), binders }
                }
                None => bug!("a comprehension without a body"),
            },
        };
        Ok(Expr { kind, span })
    }

    /// Builds the next pair if it is binders.
    pub(super) fn binders(&mut self) -> Result<Option<Binders>> {
        let Some(pair) = self.take_if(Rule::binders) else {
            return Ok(None);
        };
        let span = self.span(&pair);
        let mut inside = self.inside(pair);
        let mut generators = Vec::new();
        while let Some(generator) = inside.take_if(Rule::generator) {
            let mut generator = inside.inside(generator);
            let names = match generator.take_if(Rule::bound_names) {
                Some(names) => generator.inside(names).names(),
                None => Vec::new(),
            };
            generators.push(Generator { names, source: generator.expr()? });
        }
        let condition = match inside.peek() {
            Some(_) => Some(Box::new(inside.expr()?)),
            None => None,
        };
        Ok(Some(Binders { generators, condition, span }))
    }

    /// Builds binders that the grammar guarantees.
    pub(super) fn presume_binders(&mut self) -> Result<Binders> {
        match self.binders()? {
            Some(binders) => Ok(binders),
            None => bug!("binders are missing"),
        }
    }
}

/// Returns the value of a literal.
fn number(digits: &str, span: Span) -> Result<i64> {
    digits.parse().map_err(|_| {
        let message = "the number does not fit into 64 bits";
        Problem::error(Code::NumberTooLarge, message, span, "number too large")
    })
}
