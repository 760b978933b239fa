//! Truths of flat constraints as clauses over one-hot literals.
//!
//! [`Encoder::hold`] says a truth for good, [`Encoder::literal`] gives it a name. Both take
//! everything of [`BoolExpr`] and [`IntExpr`]; the formulas are at each function.
//!
//! `unless` is a list of literals that excuse what is said: a clause is said together with them,
//! so that a rule under a switch (`switch is off, or …`) keeps its own encoding.

use std::collections::BTreeMap;

use z3::ast::Bool;

use super::clauses::{Literal, Sink};
use super::numbers::{Number, hold_relation};
use crate::csp::{BoolExpr, IntExpr, Lit, VarId, eval};
use crate::ops::CompareOp;

/// The variables of a problem as cases, and the solver that is told about them.
#[derive(Debug)]
pub(super) struct Encoder {
    pub(super) sink: Sink,
    pub(super) vars: Vec<Number>,
}

/// `Σ coefficient · term + constant`, compared with 0.
struct Sum {
    terms: Vec<(i64, Number)>,
    constant: i64,
}

impl Encoder {
    /// Returns the literal of "`var` is, or is not, a value"; values outside the domain are never
    /// taken.
    pub(super) fn lit(&self, lit: Lit) -> Literal {
        let is = self.vars[lit.var.index()].at(lit.value);
        if lit.is { is } else { !is }
    }

    /// Says that `expr`, or one of `unless`, holds.
    pub(super) fn hold(&mut self, expr: &BoolExpr, unless: &[Literal]) {
        match expr {
            BoolExpr::Const(true) => {}
            BoolExpr::Const(false) => self.sink.clause(unless),
            BoolExpr::And(all) => all.iter().for_each(|part| self.hold(part, unless)),
            BoolExpr::Or(any) => self.hold_any(any, unless),
            BoolExpr::Not(inner) => match &**inner {
                BoolExpr::Not(inner) => self.hold(inner, unless),
                BoolExpr::Or(any) => {
                    any.iter().for_each(|part| self.hold(&negated(part), unless));
                }
                BoolExpr::And(all) => {
                    let any: Vec<BoolExpr> = all.iter().map(negated).collect();
                    self.hold_any(&any, unless);
                }
                _ => {
                    let literal = !self.literal(inner);
                    self.hold_literal(literal, unless);
                }
            },
            BoolExpr::Lit(lit) => self.hold_literal(self.lit(*lit), unless),
            BoolExpr::Iff(a, b) => {
                let (a, b) = (self.literal(a), self.literal(b));
                for (a, b) in [(a, !b), (!a, b)] {
                    let mut clause = unless.to_vec();
                    clause.extend([a, b]);
                    self.sink.clause(&clause);
                }
            }
            BoolExpr::Compare(op, a, b) => self.hold_compare(*op, a, b, unless),
            BoolExpr::Distinct(terms) => self.hold_distinct(terms, unless),
        }
    }

    fn hold_literal(&mut self, literal: Literal, unless: &[Literal]) {
        let mut clause = unless.to_vec();
        clause.push(literal);
        self.sink.clause(&clause);
    }

    /// Says "one of these": the last part that is more than a literal is said under the others.
    fn hold_any(&mut self, any: &[BoolExpr], unless: &[Literal]) {
        let is_simple = |part: &BoolExpr| matches!(part, BoolExpr::Lit(_) | BoolExpr::Const(_));
        let kept = any.iter().rposition(|part| !is_simple(part));
        let mut excuses = unless.to_vec();
        for (position, part) in any.iter().enumerate() {
            if Some(position) != kept {
                excuses.push(self.literal(part));
            }
        }
        match kept {
            Some(position) => self.hold(&any[position], &excuses),
            None => self.sink.clause(&excuses),
        }
    }

    /// Returns a literal that holds exactly where `expr` does (Tseitin, both directions).
    pub(super) fn literal(&mut self, expr: &BoolExpr) -> Literal {
        match expr {
            BoolExpr::Const(truth) => {
                if *truth {
                    Literal::TRUE
                } else {
                    Literal::FALSE
                }
            }
            BoolExpr::Lit(lit) => self.lit(*lit),
            BoolExpr::Not(inner) => !self.literal(inner),
            BoolExpr::And(parts) => {
                let parts: Vec<Literal> = parts.iter().map(|part| self.literal(part)).collect();
                self.sink.all(&parts)
            }
            BoolExpr::Or(parts) => {
                let parts: Vec<Literal> = parts.iter().map(|part| self.literal(part)).collect();
                self.sink.any(&parts)
            }
            BoolExpr::Iff(a, b) => {
                let (a, b) = (self.literal(a), self.literal(b));
                self.same(a, b)
            }
            BoolExpr::Compare(op, a, b) => self.compare_literal(*op, a, b),
            BoolExpr::Distinct(terms) => self.distinct_literal(terms),
        }
    }

    /// Returns `z ↔ (a ↔ b)` in four clauses.
    fn same(&mut self, a: Literal, b: Literal) -> Literal {
        match (a, b) {
            (Literal::TRUE, other) | (other, Literal::TRUE) => other,
            (Literal::FALSE, other) | (other, Literal::FALSE) => !other,
            _ if a == b => Literal::TRUE,
            _ if a == !b => Literal::FALSE,
            _ => {
                let z = self.sink.fresh();
                for clause in [[a, b, z], [!a, !b, z], [a, !b, !z], [!a, b, !z]] {
                    self.sink.clause(&clause);
                }
                z
            }
        }
    }

    /// Returns a number as cases.
    pub(super) fn number(&mut self, expr: &IntExpr) -> Number {
        match expr {
            IntExpr::Const(value) => Number::constant(*value),
            IntExpr::Var(var) => self.vars[var.index()].clone(),
            IntExpr::Linear(terms, constant) => {
                let mut sum = Number::constant(*constant);
                for (coefficient, term) in terms {
                    let term = self.number(term);
                    sum = sum.combine(&term, &mut self.sink, |sum, value| {
                        sum.checked_add(coefficient.checked_mul(value)?)
                    });
                }
                sum
            }
            IntExpr::Product(a, b) => self.table(a, b, i64::checked_mul),
            IntExpr::Div(a, b) => self.table(a, b, eval::floor_div),
            IntExpr::Mod(a, b) => self.table(a, b, eval::floor_mod),
            IntExpr::Abs(a) => {
                let a = self.number(a);
                a.map(&mut self.sink, i64::checked_abs)
            }
            IntExpr::Min(terms) => self.fold(terms, |a, b| Some(a.min(b))),
            IntExpr::Max(terms) => self.fold(terms, |a, b| Some(a.max(b))),
            IntExpr::If(truth, yes, no) => {
                let truth = self.literal(truth);
                let (yes, no) = (self.number(yes), self.number(no));
                yes.choose(truth, &no, &mut self.sink)
            }
            IntExpr::FromBool(truth) => Number::from_literal(self.literal(truth)),
        }
    }

    fn table(&mut self, a: &IntExpr, b: &IntExpr, f: fn(i64, i64) -> Option<i64>) -> Number {
        let (a, b) = (self.number(a), self.number(b));
        a.combine(&b, &mut self.sink, f)
    }

    fn fold(&mut self, terms: &[IntExpr], f: fn(i64, i64) -> Option<i64>) -> Number {
        let mut terms = terms.iter();
        let Some(first) = terms.next() else {
            return Number { cases: Vec::new(), is_total: false };
        };
        let mut best = self.number(first);
        for term in terms {
            let term = self.number(term);
            best = best.combine(&term, &mut self.sink, f);
        }
        best
    }

    /// Returns `a - b` flattened: equal variables joined, everything else as it stands.
    fn difference(&mut self, a: &IntExpr, b: &IntExpr) -> Sum {
        let mut vars: BTreeMap<VarId, i64> = BTreeMap::new();
        let mut sum = Sum { terms: Vec::new(), constant: 0 };
        self.gather(a, 1, &mut vars, &mut sum);
        self.gather(b, -1, &mut vars, &mut sum);
        for (var, coefficient) in vars {
            let number = self.vars[var.index()].clone();
            match number.cases[..] {
                [(value, Literal::TRUE)] => sum.constant += coefficient * value,
                _ if coefficient == 0 => {}
                _ => sum.terms.push((coefficient, number)),
            }
        }
        sum
    }

    fn gather(
        &mut self,
        expr: &IntExpr,
        factor: i64,
        vars: &mut BTreeMap<VarId, i64>,
        sum: &mut Sum,
    ) {
        match expr {
            IntExpr::Const(value) => sum.constant += factor * value,
            IntExpr::Var(var) => *vars.entry(*var).or_default() += factor,
            IntExpr::Linear(terms, constant) => {
                sum.constant += factor * constant;
                for (coefficient, term) in terms {
                    self.gather(term, factor * coefficient, vars, sum);
                }
            }
            _ => {
                let number = self.number(expr);
                match number.cases[..] {
                    [(value, Literal::TRUE)] => sum.constant += factor * value,
                    _ => sum.terms.push((factor, number)),
                }
            }
        }
    }

    /// Says a comparison: by values for one term, as a relation for two, as Z3's pseudo-Boolean
    /// sum `Σ (c·v) · [x=v]` above. Every term must have a value.
    fn hold_compare(&mut self, op: CompareOp, a: &IntExpr, b: &IntExpr, unless: &[Literal]) {
        let sum = self.difference(a, b);
        self.hold_defined(sum.terms.iter().map(|term| &term.1), unless);
        match &sum.terms[..] {
            [(c, x)] => {
                let mut clause = x.where_value(|v| op.holds(c * v + sum.constant, 0));
                clause.extend(unless);
                self.sink.clause(&clause);
            }
            [(c, x), (d, y)] => {
                let related = |v: i64, w: i64| op.holds(c * v + d * w + sum.constant, 0);
                hold_relation(&mut self.sink, x, y, &related, unless);
            }
            _ if op == CompareOp::Ne => {
                let equal = self.sum_literal(CompareOp::Eq, &sum);
                self.hold_literal(!equal, unless);
            }
            _ => {
                for part in self.weighed(op, &sum) {
                    match part {
                        Ok(formula) => self.sink.formula_unless(formula, unless),
                        Err(constant) => self.hold_literal(constant, unless),
                    }
                }
            }
        }
    }

    /// Returns `z ↔ comparison`. A term without a value makes it false.
    fn compare_literal(&mut self, op: CompareOp, a: &IntExpr, b: &IntExpr) -> Literal {
        let sum = self.difference(a, b);
        let mut needed: Vec<Literal> =
            sum.terms.iter().map(|term| term.1.is_defined(&mut self.sink)).collect();
        let truth = match &sum.terms[..] {
            [(c, x)] => {
                let cases = x.where_value(|v| op.holds(c * v + sum.constant, 0));
                if 2 * cases.len() > x.cases.len() && x.is_total {
                    !self.sink.any(&x.where_value(|v| !op.holds(c * v + sum.constant, 0)))
                } else {
                    self.sink.any(&cases)
                }
            }
            [(c, x), (d, y)] => {
                let related = |v: i64, w: i64| op.holds(c * v + d * w + sum.constant, 0);
                let z = self.sink.fresh();
                hold_relation(&mut self.sink, x, y, &related, &[!z]);
                hold_relation(&mut self.sink, x, y, &|v, w| !related(v, w), &[z]);
                z
            }
            _ => self.sum_literal(op, &sum),
        };
        needed.push(truth);
        self.sink.all(&needed)
    }

    /// Returns a literal for a comparison of a sum; right where every term has a value.
    fn sum_literal(&mut self, op: CompareOp, sum: &Sum) -> Literal {
        if op == CompareOp::Ne {
            return !self.sum_literal(CompareOp::Eq, sum);
        }
        let mut parts = Vec::new();
        for part in self.weighed(op, sum) {
            parts.push(part.map_or_else(|constant| constant, |formula| self.sink.name(&formula)));
        }
        self.sink.all(&parts)
    }

    /// Returns formulas that together say "the sum compares so with 0"; not for `Ne`.
    fn weighed(&self, op: CompareOp, sum: &Sum) -> Vec<Result<Bool, Literal>> {
        let at_most = |sign: i64, slack: i64| {
            let weights: Vec<(Literal, i64)> = sum
                .terms
                .iter()
                .flat_map(|(c, x)| {
                    x.cases.iter().map(move |(value, literal)| (*literal, sign * c * value))
                })
                .collect();
            // Exactly one case of each term holds, so its smallest weight can be taken out.
            let mut bound = -sign * sum.constant - slack;
            let mut lifted = Vec::with_capacity(weights.len());
            let mut rest = &weights[..];
            for (_, x) in &sum.terms {
                let (cases, others) = rest.split_at(x.cases.len());
                rest = others;
                let least = cases.iter().map(|case| case.1).min().unwrap_or(0);
                bound -= least;
                lifted.extend(cases.iter().map(|(literal, weight)| (*literal, weight - least)));
            }
            self.sink.weighed(&lifted, bound)
        };
        match op {
            CompareOp::Eq => vec![at_most(1, 0), at_most(-1, 0)],
            CompareOp::Le | CompareOp::Ne => vec![at_most(1, 0)],
            CompareOp::Lt => vec![at_most(1, 1)],
            CompareOp::Ge => vec![at_most(-1, 0)],
            CompareOp::Gt => vec![at_most(-1, 1)],
        }
    }

    fn hold_defined<'n>(
        &mut self,
        numbers: impl IntoIterator<Item = &'n Number>,
        unless: &[Literal],
    ) {
        for number in numbers.into_iter().filter(|number| !number.is_total) {
            let mut clause = number.where_value(|_| true);
            clause.extend(unless);
            self.sink.clause(&clause);
        }
    }

    /// Says for every value "at most one term is it"; and, where there are as many terms as
    /// values, "some term is it".
    fn hold_distinct(&mut self, terms: &[IntExpr], unless: &[Literal]) {
        let (numbers, by_value) = self.by_value(terms);
        self.hold_defined(&numbers, unless);
        if terms.len() > by_value.len() {
            self.sink.clause(unless);
            return;
        }
        for literals in by_value.values() {
            self.sink.at_most_one(literals, unless);
            if terms.len() == by_value.len() {
                let mut clause = literals.clone();
                clause.extend(unless);
                self.sink.clause(&clause);
            }
        }
    }

    /// Returns `z ↔ ⋀ over values of (Σ [term is it] ≤ 1)`, and every term has a value.
    fn distinct_literal(&mut self, terms: &[IntExpr]) -> Literal {
        let (numbers, by_value) = self.by_value(terms);
        if terms.len() > by_value.len() {
            return Literal::FALSE;
        }
        let mut parts: Vec<Literal> =
            numbers.iter().map(|number| number.is_defined(&mut self.sink)).collect();
        for literals in by_value.values() {
            let weights: Vec<(Literal, i64)> =
                literals.iter().map(|literal| (*literal, 1)).collect();
            parts.push(match (self.sink.weighed(&weights, 1), &literals[..]) {
                (Err(constant), _) => constant,
                (Ok(_), [a, b]) => self.sink.any(&[!*a, !*b]),
                (Ok(formula), _) => self.sink.name(&formula),
            });
        }
        self.sink.all(&parts)
    }

    fn by_value(&mut self, terms: &[IntExpr]) -> (Vec<Number>, BTreeMap<i64, Vec<Literal>>) {
        let numbers: Vec<Number> = terms.iter().map(|term| self.number(term)).collect();
        let mut by_value: BTreeMap<i64, Vec<Literal>> = BTreeMap::new();
        for (value, literal) in numbers.iter().flat_map(|number| &number.cases) {
            by_value.entry(*value).or_default().push(*literal);
        }
        (numbers, by_value)
    }
}

fn negated(expr: &BoolExpr) -> BoolExpr {
    BoolExpr::Not(Box::new(expr.clone()))
}
