//! Flat expressions as Z3's own integer arithmetic, for `z3:integers`.
//!
//! # Products and divisions
//! Z3 cannot decide all arithmetic with products of unknowns, so the side with fewer values is
//! split into cases: `x · y` is `if y = lo then lo·x else if y = lo+1 then …`, with constants only.
//! Z3's `div` and `mod` by a constant `c > 0` round as ours do; by `c < 0` they are written
//! `(-x) div (-c)` and `-((-x) mod (-c))`.

use std::cell::RefCell;

use z3::ast::{Ast as _, Bool, Int};

use puzgen_base::bug;
use puzgen_base::ops::CompareOp;
use puzgen_csp::bounds::bounds;
use puzgen_csp::{BoolExpr, Csp, Domain, IntExpr, Lit, VarId};

/// Returns "`var` has a value of `domain`".
pub(super) fn in_domain(var: &Int, domain: &Domain) -> Bool {
    let mut parts = vec![var.ge(domain.min()), var.le(domain.max())];
    if let Domain::Values(values) = domain {
        let any: Vec<Bool> = values.iter().map(|value| var.eq(*value)).collect();
        parts.push(Bool::or(&any));
    }
    Bool::and(&parts)
}

/// Writes flat expressions as Z3's.
pub(super) struct Z3Writer<'a> {
    pub(super) csp: &'a Csp,
    pub(super) vars: Vec<Int>,
    /// What must be said beside what was written.
    pub(super) sides: RefCell<Vec<Bool>>,
}

/// A number and, where it may lack a value, when it has one.
struct PartialNumber {
    value: Int,
    is_defined: Option<Bool>,
}

impl PartialNumber {
    fn total(value: Int) -> Self {
        Self { value, is_defined: None }
    }
}

fn both(a: Option<Bool>, b: Option<Bool>) -> Option<Bool> {
    match (a, b) {
        (Some(a), Some(b)) => Some(Bool::and(&[a, b])),
        (a, b) => a.or(b),
    }
}

impl Z3Writer<'_> {
    /// Adds a variable that is unconstrained.
    pub(super) fn fresh(&mut self) -> (VarId, Int) {
        let number = self.vars.len();
        let var = Int::new_const(format!("v{number}"));
        self.vars.push(var.clone());
        (VarId(number as u32), var)
    }

    /// Returns "a variable has, or has not, a value".
    pub(super) fn lit(&self, lit: Lit) -> Bool {
        let is = self.vars[lit.var.index()].eq(lit.value);
        if lit.is { is } else { is.not() }
    }

    /// Returns a truth.
    pub(super) fn truth(&self, expr: &BoolExpr) -> Bool {
        let truths = |parts: &[BoolExpr]| -> Vec<Bool> {
            parts.iter().map(|part| self.truth(part)).collect()
        };
        match expr {
            BoolExpr::Const(truth) => Bool::from_bool(*truth),
            BoolExpr::Lit(lit) => self.lit(*lit),
            BoolExpr::Not(inner) => self.truth(inner).not(),
            BoolExpr::And(parts) => Bool::and(&truths(parts)),
            BoolExpr::Or(parts) => Bool::or(&truths(parts)),
            BoolExpr::Iff(a, b) => self.truth(a).iff(self.truth(b)),
            BoolExpr::Compare(op, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                let compared = match op {
                    CompareOp::Eq => a.value.eq(&b.value),
                    CompareOp::Ne => a.value.ne(&b.value),
                    CompareOp::Lt => a.value.lt(&b.value),
                    CompareOp::Le => a.value.le(&b.value),
                    CompareOp::Gt => a.value.gt(&b.value),
                    CompareOp::Ge => a.value.ge(&b.value),
                };
                defined(compared, both(a.is_defined, b.is_defined))
            }
            BoolExpr::Distinct(terms) => {
                let mut values = Vec::with_capacity(terms.len());
                let mut is_defined = None;
                for term in terms {
                    let term = self.number(term);
                    values.push(term.value);
                    is_defined = both(is_defined, term.is_defined);
                }
                let distinct =
                    if values.len() < 2 { Bool::from_bool(true) } else { Int::distinct(&values) };
                defined(distinct, is_defined)
            }
            BoolExpr::Graph(graph) => self.graph(graph),
        }
    }

    fn number(&self, expr: &IntExpr) -> PartialNumber {
        match expr {
            IntExpr::Const(value) => PartialNumber::total(Int::from_i64(*value)),
            IntExpr::Var(var) => PartialNumber::total(self.vars[var.index()].clone()),
            IntExpr::Linear(terms, constant) => {
                let mut parts = vec![Int::from_i64(*constant)];
                let mut is_defined = None;
                for (coefficient, term) in terms {
                    let term = self.number(term);
                    parts.push(scaled(&term.value, *coefficient));
                    is_defined = both(is_defined, term.is_defined);
                }
                PartialNumber { value: Int::add(&parts), is_defined }
            }
            IntExpr::Product(a, b) => {
                let width =
                    |expr: &IntExpr| self.range(expr).map_or(u64::MAX, |(lo, hi)| hi.abs_diff(lo));
                let (split, other) = if width(a) < width(b) { (a, b) } else { (b, a) };
                self.split(other, split, scaled)
            }
            IntExpr::Div(a, b) => self
                .split(a, b, |a, divisor| match divisor {
                    0 => Int::from_i64(0),
                    1.. => a.div(divisor),
                    _ => a.unary_minus().div(Int::from_i64(divisor).unary_minus()),
                })
                .with_divisor(self.number(b).value),
            IntExpr::Mod(a, b) => self
                .split(a, b, |a, divisor| match divisor {
                    0 => Int::from_i64(0),
                    1.. => a.modulo(divisor),
                    _ => a.unary_minus().modulo(Int::from_i64(divisor).unary_minus()).unary_minus(),
                })
                .with_divisor(self.number(b).value),
            IntExpr::Abs(a) => {
                let a = self.number(a);
                let value = a.value.ge(0).ite(&a.value, &a.value.unary_minus());
                PartialNumber { value, is_defined: a.is_defined }
            }
            IntExpr::Min(terms) => self.extreme(terms, |a, b| a.le(b)),
            IntExpr::Max(terms) => self.extreme(terms, |a, b| a.ge(b)),
            IntExpr::If(truth, yes, no) => {
                let (truth, yes, no) = (self.truth(truth), self.number(yes), self.number(no));
                let is_defined = match (yes.is_defined, no.is_defined) {
                    (None, None) => None,
                    (yes, no) => {
                        let sure = || Bool::from_bool(true);
                        Some(truth.ite(&yes.unwrap_or_else(sure), &no.unwrap_or_else(sure)))
                    }
                };
                PartialNumber { value: truth.ite(&yes.value, &no.value), is_defined }
            }
            IntExpr::FromBool(truth) => {
                PartialNumber::total(self.truth(truth).ite(&Int::from_i64(1), &Int::from_i64(0)))
            }
        }
    }

    fn range(&self, expr: &IntExpr) -> Option<(i64, i64)> {
        bounds(self.csp, expr)
    }

    /// Returns `f(a, b)` by the cases of `b`, so that `f` sees constants.
    fn split(&self, a: &IntExpr, b: &IntExpr, f: impl Fn(&Int, i64) -> Int) -> PartialNumber {
        let (lo, hi) = self.range(b).unwrap_or_else(|| bug!("a number without bounds"));
        let (a, b) = (self.number(a), self.number(b));
        let mut value = f(&a.value, hi);
        for case in (lo..hi).rev() {
            value = b.value.eq(case).ite(&f(&a.value, case), &value);
        }
        PartialNumber { value, is_defined: both(a.is_defined, b.is_defined) }
    }

    fn extreme(&self, terms: &[IntExpr], is_better: impl Fn(&Int, &Int) -> Bool) -> PartialNumber {
        let mut terms = terms.iter().map(|term| self.number(term));
        let none =
            || PartialNumber { value: Int::from_i64(0), is_defined: Some(Bool::from_bool(false)) };
        let mut best = terms.next().unwrap_or_else(none);
        for term in terms {
            best = PartialNumber {
                value: is_better(&best.value, &term.value).ite(&best.value, &term.value),
                is_defined: both(best.is_defined, term.is_defined),
            };
        }
        best
    }
}

impl PartialNumber {
    fn with_divisor(self, divisor: Int) -> Self {
        Self { is_defined: both(self.is_defined, Some(divisor.ne(0))), ..self }
    }
}

fn scaled(value: &Int, factor: i64) -> Int {
    if factor == 1 { value.clone() } else { Int::mul(&[&Int::from_i64(factor), value]) }
}

fn defined(truth: Bool, is_defined: Option<Bool>) -> Bool {
    match is_defined {
        None => truth,
        Some(is_defined) => Bool::and(&[is_defined, truth]),
    }
}
