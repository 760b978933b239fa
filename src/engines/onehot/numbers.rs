//! Numbers as cases: one literal for each value.
//!
//! A [`OneHotNumber`] is a list of pairs (value, literal). Exactly one of the literals holds where the
//! number has a value, none where it has none (a division by zero). All tables below are clauses
//! over such literals; `x=v` stands for the literal of the case `v` of `x`.

use std::collections::BTreeMap;

use super::{Backend, Literal, Sink};
use puzgen_csp::Domain;

/// A number that is one of finitely many values.
#[derive(Debug, Clone)]
pub(crate) struct OneHotNumber {
    /// The values in rising order, each with "it is this value".
    pub(crate) cases: Vec<(i64, Literal)>,
    /// Whether it always has a value.
    pub(crate) is_total: bool,
}

impl OneHotNumber {
    /// Returns a fixed number.
    pub(crate) fn constant(value: i64) -> Self {
        Self { cases: vec![(value, Literal::TRUE)], is_total: true }
    }

    /// Returns 1 where `literal` holds, 0 otherwise.
    pub(crate) fn from_literal(literal: Literal) -> Self {
        match literal {
            Literal::TRUE => Self::constant(1),
            Literal::FALSE => Self::constant(0),
            _ => Self { cases: vec![(0, !literal), (1, literal)], is_total: true },
        }
    }

    /// Returns a free number: `d` literals of which exactly one holds; a single literal for two
    /// values.
    pub(crate) fn free(sink: &mut Sink<impl Backend>, domain: &Domain) -> Self {
        let values: Vec<i64> = domain.iter().collect();
        let cases: Vec<(i64, Literal)> = match values.as_slice() {
            [only] => vec![(*only, Literal::TRUE)],
            [low, high] => {
                let literal = sink.fresh();
                vec![(*low, !literal), (*high, literal)]
            }
            _ => {
                let literals: Vec<Literal> = values.iter().map(|_| sink.fresh()).collect();
                sink.clause(&literals);
                sink.at_most_one(&literals, &[]);
                values.iter().copied().zip(literals).collect()
            }
        };
        Self { cases, is_total: true }
    }

    /// Returns "it is `value`".
    pub(crate) fn at(&self, value: i64) -> Literal {
        self.cases
            .binary_search_by_key(&value, |case| case.0)
            .map_or(Literal::FALSE, |position| self.cases[position].1)
    }

    /// Returns the literals of the values for which `keep` says yes.
    pub(crate) fn where_value(&self, keep: impl Fn(i64) -> bool) -> Vec<Literal> {
        self.cases.iter().filter(|case| keep(case.0)).map(|case| case.1).collect()
    }

    /// Returns "it has a value".
    pub(crate) fn is_defined(&self, sink: &mut Sink<impl Backend>) -> Literal {
        if self.is_total { Literal::TRUE } else { sink.any(&self.where_value(|_| true)) }
    }

    /// Returns `f` of it: cases with the same result are joined by "or".
    pub(crate) fn map(
        &self,
        sink: &mut Sink<impl Backend>,
        f: impl Fn(i64) -> Option<i64>,
    ) -> Self {
        let mut groups: BTreeMap<i64, Vec<Literal>> = BTreeMap::new();
        let mut is_total = self.is_total;
        for (value, literal) in &self.cases {
            match f(*value) {
                Some(result) => groups.entry(result).or_default().push(*literal),
                None => is_total = false,
            }
        }
        let cases = groups
            .into_iter()
            .map(|(result, literals)| (result, sink.any(&literals)))
            .filter(|case| case.1 != Literal::FALSE)
            .collect();
        Self { cases, is_total }
    }

    /// Returns `z = f(x, y)` with fresh cases and the table
    ///
    /// ```text
    /// x=v ∧ y=w → z=f(v,w)                      for all v, w with a result
    /// z=s ∧ x=v → ⋁ { y=w | f(v,w) = s }        and the same with x and y exchanged
    /// z=s → ⋁ x=v                               where x may be undefined; the same for y
    /// ⋁ z=s                                     where z is always defined
    /// ```
    ///
    /// `|x|·|y|` ternary clauses and `|z|·(|x| + |y|)` longer ones.
    pub(crate) fn combine(
        &self,
        other: &Self,
        sink: &mut Sink<impl Backend>,
        f: impl Fn(i64, i64) -> Option<i64>,
    ) -> Self {
        self.combine_within(other, sink, f, &|_| true)
    }

    /// Returns the same where only results that `may_be` are possible: others are excluded, if there are two free
    /// numbers, and have no literals.
    pub(crate) fn combine_within(
        &self,
        other: &Self,
        sink: &mut Sink<impl Backend>,
        f: impl Fn(i64, i64) -> Option<i64>,
        may_be: &dyn Fn(i64) -> bool,
    ) -> Self {
        if let [(value, Literal::TRUE)] = self.cases[..] {
            return other.map(sink, |w| f(value, w));
        }
        if let [(value, Literal::TRUE)] = other.cases[..] {
            return self.map(sink, |v| f(v, value));
        }
        let mut is_total = self.is_total && other.is_total;
        let mut results: BTreeMap<i64, Literal> = BTreeMap::new();
        for (v, x) in &self.cases {
            for (w, y) in &other.cases {
                let Some(result) = f(*v, *w) else {
                    is_total = false;
                    continue;
                };
                if !may_be(result) {
                    sink.clause(&[!*x, !*y]);
                    continue;
                }
                let z = *results.entry(result).or_insert_with(|| sink.fresh());
                sink.clause(&[!*x, !*y, z]);
            }
        }
        let cases: Vec<(i64, Literal)> = results.into_iter().collect();
        for (s, z) in &cases {
            for (v, x) in &self.cases {
                let mut clause = other.where_value(|w| f(*v, w) == Some(*s));
                clause.extend([!*z, !*x]);
                sink.clause(&clause);
            }
            for (w, y) in &other.cases {
                let mut clause = self.where_value(|v| f(v, *w) == Some(*s));
                clause.extend([!*z, !*y]);
                sink.clause(&clause);
            }
            for part in [self, other].into_iter().filter(|part| !part.is_total) {
                let mut clause = part.where_value(|_| true);
                clause.push(!*z);
                sink.clause(&clause);
            }
        }
        let result = Self { cases, is_total };
        if is_total {
            sink.clause(&result.where_value(|_| true));
        }
        result
    }

    /// Returns `self` where `truth` holds and `other` elsewhere: `z=s ↔ if truth then x=s else y=s`.
    pub(crate) fn choose(
        &self,
        truth: Literal,
        other: &Self,
        sink: &mut Sink<impl Backend>,
    ) -> Self {
        match truth {
            Literal::TRUE => return self.clone(),
            Literal::FALSE => return other.clone(),
            _ => {}
        }
        let mut values: Vec<i64> =
            self.cases.iter().chain(&other.cases).map(|case| case.0).collect();
        values.sort_unstable();
        values.dedup();
        let mut cases = Vec::with_capacity(values.len());
        for value in values {
            let (yes, no) = (self.at(value), other.at(value));
            let z = match (yes, no) {
                _ if yes == no => yes,
                (_, Literal::FALSE) => sink.all(&[truth, yes]),
                (Literal::FALSE, _) => sink.all(&[!truth, no]),
                _ => {
                    let z = sink.fresh();
                    sink.clause(&[!truth, !yes, z]);
                    sink.clause(&[!truth, yes, !z]);
                    sink.clause(&[truth, !no, z]);
                    sink.clause(&[truth, no, !z]);
                    z
                }
            };
            if z != Literal::FALSE {
                cases.push((value, z));
            }
        }
        let result = Self { cases, is_total: self.is_total && other.is_total };
        if result.is_total {
            sink.clause(&result.where_value(|_| true));
        }
        result
    }
}

/// Asserts that `relation(x, y)` holds, or one of `unless`:
///
/// ```text
/// x=v → ⋁ { y=w | relation(v,w) }      for all v, and the same with x and y exchanged
/// ¬x=v ∨ ¬y=w                           instead, where fewer w are excluded than allowed
/// ```
///
/// Both numbers must have a value, or one of `unless` must hold, for the first form to be right;
/// `is_total` chooses the second form throughout where one of them may have none.
pub(crate) fn hold_relation(
    sink: &mut Sink<impl Backend>,
    x: &OneHotNumber,
    y: &OneHotNumber,
    relation: &dyn Fn(i64, i64) -> bool,
    unless: &[Literal],
) {
    let is_total = x.is_total && y.is_total;
    for is_swapped in [false, true] {
        let (from, to) = if is_swapped { (y, x) } else { (x, y) };
        let related = |v: i64, w: i64| {
            if is_swapped { relation(w, v) } else { relation(v, w) }
        };
        for (v, literal) in &from.cases {
            let excluded = to.where_value(|w| !related(*v, w));
            if excluded.is_empty() {
                continue;
            }
            if is_total && 2 * excluded.len() > to.cases.len() {
                let mut clause = to.where_value(|w| related(*v, w));
                clause.push(!*literal);
                clause.extend(unless);
                sink.clause(&clause);
            } else {
                for other in excluded.iter().filter(|_| !is_swapped || is_total) {
                    let mut clause = vec![!*literal, !*other];
                    clause.extend(unless);
                    sink.clause(&clause);
                }
            }
        }
    }
}
