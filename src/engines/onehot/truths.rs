//! Truths of flat constraints as clauses over one-hot literals.
//!
//! [`Encoder::hold`] asserts a truth, [`Encoder::literal`] returns a literal that is equivalent to it. Both take
//! everything of [`BoolExpr`] and [`IntExpr`]; the formulas are at each function.
//!
//! `unless` is a list of literals that are added to every clause: where one of them holds, nothing is
//! asserted. So a guarded rule (`the guard is false, or …`) keeps its own encoding.

use std::collections::{BTreeMap, BTreeSet};

use super::encoder::Encoder;
use super::numbers::OneHotNumber;
use super::{Backend, Literal, PAIRWISE_UP_TO, Weighed};
use puzgen_csp::{BoolExpr, IntExpr, VarId, eval};

impl<B: Backend> Encoder<B> {
    /// Asserts that `expr`, or one of `unless`, holds.
    pub(crate) fn hold(&mut self, expr: &BoolExpr, unless: &[Literal]) {
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
            BoolExpr::Graph(graph) => self.hold_graph(graph, unless),
        }
    }

    /// Asserts "one of these": the last part that is more than a literal is said under the others.
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
    pub(crate) fn literal(&mut self, expr: &BoolExpr) -> Literal {
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
            BoolExpr::Graph(graph) => self.graph_literal(graph),
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
    pub(crate) fn number(&mut self, expr: &IntExpr) -> OneHotNumber {
        match expr {
            IntExpr::Const(value) => OneHotNumber::constant(*value),
            IntExpr::Var(var) => self.vars[var.index()].clone(),
            IntExpr::Linear(terms, constant) => {
                let mut sum = OneHotNumber::constant(*constant);
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
            IntExpr::FromBool(truth) => OneHotNumber::from_literal(self.literal(truth)),
        }
    }

    fn table(&mut self, a: &IntExpr, b: &IntExpr, f: fn(i64, i64) -> Option<i64>) -> OneHotNumber {
        let (a, b) = (self.number(a), self.number(b));
        a.combine(&b, &mut self.sink, f)
    }

    fn fold(&mut self, terms: &[IntExpr], f: fn(i64, i64) -> Option<i64>) -> OneHotNumber {
        let mut terms = terms.iter();
        let Some(first) = terms.next() else {
            return OneHotNumber { cases: Vec::new(), is_total: false };
        };
        let mut best = self.number(first);
        for term in terms {
            let term = self.number(term);
            best = best.combine(&term, &mut self.sink, f);
        }
        best
    }

    /// Asserts that every number has a value.
    pub(crate) fn hold_defined<'n>(
        &mut self,
        numbers: impl IntoIterator<Item = &'n OneHotNumber>,
        unless: &[Literal],
    ) {
        for number in numbers.into_iter().filter(|number| !number.is_total) {
            let mut clause = number.where_value(|_| true);
            clause.extend(unless);
            self.sink.clause(&clause);
        }
    }

    /// Asserts for every value "at most one term is it"; and, where there are as many terms as
    /// values, "some term is it".
    fn hold_distinct(&mut self, terms: &[IntExpr], unless: &[Literal]) {
        let (numbers, by_value) = self.by_value(terms);
        self.hold_defined(&numbers, unless);
        if terms.len() > by_value.len() {
            self.sink.clause(unless);
            return;
        }
        let is_said = unless.is_empty() && self.hold_pairs(terms);
        for literals in by_value.values() {
            if !is_said {
                self.sink.at_most_one(literals, unless);
            }
            if terms.len() == by_value.len() {
                let mut clause = literals.clone();
                clause.extend(unless);
                self.sink.clause(&clause);
            }
        }
    }

    /// Asserts of each two variables that they differ, where there are few and nothing else; returns
    /// whether it did.
    fn hold_pairs(&mut self, terms: &[IntExpr]) -> bool {
        let Some(vars) = plain_vars(terms) else { return false };
        if vars.len() > PAIRWISE_UP_TO {
            return false;
        }
        for (position, a) in vars.iter().enumerate() {
            for b in &vars[position + 1..] {
                let apart = &mut self.apart[a.min(b).index()];
                if apart.contains(a.max(b)) {
                    continue;
                }
                apart.push(*a.max(b));
                let (a, b) = (&self.vars[a.index()], &self.vars[b.index()]);
                for (rank, (value, x)) in a.cases.iter().enumerate() {
                    let y = match b.cases.get(rank) {
                        Some((other, y)) if other == value => *y,
                        _ => b.at(*value),
                    };
                    self.sink.not_both(*x, y);
                }
            }
        }
        true
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
            parts.push(match (Weighed::new(&weights, 1), &literals[..]) {
                (Err(constant), _) => constant,
                (Ok(_), [a, b]) => self.sink.any(&[!*a, !*b]),
                (Ok(sum), _) => self.sink.is_at_most(&sum),
            });
        }
        self.sink.all(&parts)
    }

    fn by_value(&mut self, terms: &[IntExpr]) -> (Vec<OneHotNumber>, BTreeMap<i64, Vec<Literal>>) {
        let numbers: Vec<OneHotNumber> = terms.iter().map(|term| self.number(term)).collect();
        let mut by_value: BTreeMap<i64, Vec<Literal>> = BTreeMap::new();
        for (value, literal) in numbers.iter().flat_map(|number| &number.cases) {
            by_value.entry(*value).or_default().push(*literal);
        }
        (numbers, by_value)
    }
}

/// Returns the variables of a list, where it has nothing else and none twice.
fn plain_vars(terms: &[IntExpr]) -> Option<Vec<VarId>> {
    let var = |term: &IntExpr| match term {
        IntExpr::Var(var) => Some(*var),
        _ => None,
    };
    let vars = terms.iter().map(var).collect::<Option<Vec<VarId>>>()?;
    let mut seen = BTreeSet::new();
    vars.iter().all(|var| seen.insert(*var)).then_some(vars)
}

fn negated(expr: &BoolExpr) -> BoolExpr {
    BoolExpr::Not(Box::new(expr.clone()))
}
