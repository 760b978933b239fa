//! What an expression can be, given the values its variables have left.
//!
//! [`range_of`] encloses a number, [`truth_of`] a truth. Both are exact where every variable is
//! fixed. A number is undefined where it divides by 0 or leaves 64 bits; a comparison or a
//! `DistinctPropagator` with an undefined term is false.

use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, GraphTruth, IntExpr, Lit, VarId, eval};

use crate::propagators::graphs::GraphPropagator;
use crate::store::Store;
use crate::view::View;

/// What is known of variables.
pub(crate) trait Known: Copy {
    /// Returns the smallest and the largest value that a variable can have.
    fn bounds(self, var: VarId) -> (i64, i64);

    /// Returns whether a literal holds; `None` where that is open.
    fn truth_of_lit(self, lit: Lit) -> Option<bool>;

    /// Returns whether a graph is as it must be; `None` where that is open.
    fn truth_of_graph(self, graph: &GraphTruth) -> Option<bool>;
}

impl Known for &Store {
    fn bounds(self, var: VarId) -> (i64, i64) {
        Store::bounds(self, var)
    }

    fn truth_of_lit(self, lit: Lit) -> Option<bool> {
        Store::truth_of_lit(self, lit)
    }

    fn truth_of_graph(self, graph: &GraphTruth) -> Option<bool> {
        GraphPropagator::new(graph).truth(View::of(self))
    }
}

impl Known for View<'_> {
    fn bounds(self, var: VarId) -> (i64, i64) {
        View::bounds(self, var)
    }

    fn truth_of_lit(self, lit: Lit) -> Option<bool> {
        View::truth_of_lit(self, lit)
    }

    fn truth_of_graph(self, graph: &GraphTruth) -> Option<bool> {
        GraphPropagator::new(graph).truth(self)
    }
}

/// An interval that holds every value a number can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    /// Not more than the smallest.
    pub lo: i64,
    /// Not less than the largest.
    pub hi: i64,
    /// Whether it has a value: yes, no, or not known.
    pub defined: Option<bool>,
}

impl Range {
    fn new(lo: i64, hi: i64) -> Self {
        Self { lo, hi, defined: Some(true) }
    }

    fn exactly(value: i64) -> Self {
        Self::new(value, value)
    }

    /// Returns the only value it can have, if it surely has one.
    pub(crate) fn fixed(self) -> Option<i64> {
        (self.defined == Some(true) && self.lo == self.hi).then_some(self.lo)
    }

    /// Returns the interval cut to 64 bits.
    fn settle(lo: i128, hi: i128, defined: Option<bool>) -> Self {
        let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
        let defined = if defined == Some(false) || lo > most || hi < least {
            Some(false)
        } else if lo < least || hi > most {
            None
        } else {
            defined
        };
        Self { lo: lo.clamp(least, most) as i64, hi: hi.clamp(least, most) as i64, defined }
    }

    fn times(self, other: Self) -> Self {
        let ends = [self.lo, self.hi, other.lo, other.hi];
        if ends.iter().any(|end| i32::try_from(*end).is_err()) {
            return self.combine(other, |a, b| a * b);
        }
        // No product leaves 64 bits.
        let (a, b) = (self.lo * other.lo, self.lo * other.hi);
        let (c, d) = (self.hi * other.lo, self.hi * other.hi);
        let (lo, hi) = (a.min(b).min(c.min(d)), a.max(b).max(c.max(d)));
        Self { lo, hi, defined: both(self.defined, other.defined) }
    }

    fn combine(self, other: Self, f: impl Fn(i128, i128) -> i128) -> Self {
        let corners =
            [(self.lo, other.lo), (self.lo, other.hi), (self.hi, other.lo), (self.hi, other.hi)];
        let (mut lo, mut hi) = (i128::MAX, i128::MIN);
        for (a, b) in corners {
            let value = f(i128::from(a), i128::from(b));
            lo = lo.min(value);
            hi = hi.max(value);
        }
        Self::settle(lo, hi, both(self.defined, other.defined))
    }

    /// Returns the smallest interval around both, for one of two cases.
    pub(super) fn hull(self, other: Self) -> Self {
        let defined = if self.defined == other.defined { self.defined } else { None };
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi), defined }
    }
}

fn both(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Returns the interval of the integers whose product with `by`, which is not 0, lies between two numbers.
#[inline]
pub(super) fn quotients((low, high): (i128, i128), by: i128) -> (i128, i128) {
    if by > 0 {
        (-floor_div(-low, by), floor_div(high, by))
    } else {
        (-floor_div(high, -by), floor_div(-low, -by))
    }
}

/// Returns the quotient rounded towards minus infinity.
pub(super) fn floor_div(a: i128, b: i128) -> i128 {
    // Nearly all fit in 64 bits, where the quotient is a single instruction.
    if let (Ok(a), Ok(b)) = (i64::try_from(a), i64::try_from(b))
        && let Some(quotient) = eval::floor_div(a, b)
    {
        return i128::from(quotient);
    }
    let (quotient, rest) = (a / b, a % b);
    if rest != 0 && (rest < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// Returns an interval around the number.
pub(crate) fn range_of(expr: &IntExpr, view: impl Known) -> Range {
    match expr {
        IntExpr::Const(value) => Range::exactly(*value),
        IntExpr::Var(var) => {
            let (lo, hi) = view.bounds(*var);
            Range::new(lo, hi)
        }
        IntExpr::Linear(terms, constant) => {
            let (mut lo, mut hi) = (i128::from(*constant), i128::from(*constant));
            let mut defined = Some(true);
            for (factor, term) in terms {
                let range = range_of(term, view);
                let factor = i128::from(*factor);
                let (a, b) = (factor * i128::from(range.lo), factor * i128::from(range.hi));
                lo += a.min(b);
                hi += a.max(b);
                defined = both(defined, range.defined);
            }
            Range::settle(lo, hi, defined)
        }
        IntExpr::Product(a, b) => range_of(a, view).times(range_of(b, view)),
        IntExpr::Div(a, b) => quotient(range_of(a, view), range_of(b, view)),
        IntExpr::Mod(a, b) => remainder(range_of(a, view), range_of(b, view)),
        IntExpr::Abs(a) => {
            let range = range_of(a, view);
            let (lo, hi) = (i128::from(range.lo), i128::from(range.hi));
            let least = if lo <= 0 && hi >= 0 { 0 } else { lo.abs().min(hi.abs()) };
            Range::settle(least, lo.abs().max(hi.abs()), range.defined)
        }
        IntExpr::Min(terms) => extreme(terms, view, i64::min),
        IntExpr::Max(terms) => extreme(terms, view, i64::max),
        IntExpr::If(condition, yes, no) => match truth_of(condition, view) {
            Some(true) => range_of(yes, view),
            Some(false) => range_of(no, view),
            None => range_of(yes, view).hull(range_of(no, view)),
        },
        IntExpr::FromBool(truth) => match truth_of(truth, view) {
            Some(truth) => Range::exactly(i64::from(truth)),
            None => Range::new(0, 1),
        },
    }
}

fn extreme(terms: &[IntExpr], view: impl Known, pick: fn(i64, i64) -> i64) -> Range {
    let ranges = terms.iter().map(|term| range_of(term, view));
    let join = |a: Range, b: Range| Range {
        lo: pick(a.lo, b.lo),
        hi: pick(a.hi, b.hi),
        defined: both(a.defined, b.defined),
    };
    ranges.reduce(join).unwrap_or(Range { lo: 0, hi: 0, defined: Some(false) })
}

fn quotient(a: Range, b: Range) -> Range {
    if b.lo == 0 && b.hi == 0 {
        return Range { lo: 0, hi: 0, defined: Some(false) };
    }
    if b.lo > 0 || b.hi < 0 {
        return a.combine(b, floor_div);
    }
    let most = i128::from(a.lo).abs().max(i128::from(a.hi).abs());
    let defined = if both(a.defined, b.defined) == Some(false) { Some(false) } else { None };
    Range::settle(-most, most, defined)
}

fn remainder(a: Range, b: Range) -> Range {
    if b.lo == 0 && b.hi == 0 {
        return Range { lo: 0, hi: 0, defined: Some(false) };
    }
    let mut defined = both(a.defined, b.defined);
    if b.lo <= 0 && b.hi >= 0 && defined != Some(false) {
        defined = None;
    }
    if b.lo == b.hi {
        let by = i128::from(b.lo);
        let (lo, hi) = (i128::from(a.lo), i128::from(a.hi));
        if floor_div(lo, by) == floor_div(hi, by) {
            let (first, last) = (lo - by * floor_div(lo, by), hi - by * floor_div(hi, by));
            return Range::settle(first, last, defined);
        }
    }
    let lo = if b.lo < 0 { i128::from(b.lo) + 1 } else { 0 };
    let hi = if b.hi > 0 { i128::from(b.hi) - 1 } else { 0 };
    Range::settle(lo, hi, defined)
}

/// Returns the truth where it no longer depends on what is open.
pub(crate) fn truth_of(expr: &BoolExpr, view: impl Known) -> Option<bool> {
    match expr {
        BoolExpr::Const(truth) => Some(*truth),
        BoolExpr::Lit(lit) => view.truth_of_lit(*lit),
        BoolExpr::Not(inner) => truth_of(inner, view).map(|truth| !truth),
        BoolExpr::And(parts) => any_is(parts, view, false).map(|found| !found),
        BoolExpr::Or(parts) => any_is(parts, view, true),
        BoolExpr::Iff(a, b) => Some(truth_of(a, view)? == truth_of(b, view)?),
        BoolExpr::Compare(op, IntExpr::Var(a), IntExpr::Var(b)) => {
            compare_bounds(*op, view.bounds(*a), view.bounds(*b))
        }
        BoolExpr::Compare(op, a, b) => compare(*op, range_of(a, view), range_of(b, view)),
        BoolExpr::Distinct(terms) => distinct(terms, view),
        BoolExpr::Graph(graph) => view.truth_of_graph(graph),
    }
}

/// Returns whether some part has this truth, where that is known.
fn any_is(parts: &[BoolExpr], view: impl Known, wanted: bool) -> Option<bool> {
    let mut open = false;
    for part in parts {
        match truth_of(part, view) {
            Some(truth) if truth == wanted => return Some(true),
            Some(_) => {}
            None => open = true,
        }
    }
    (!open).then_some(false)
}

/// Returns the truth of a comparison of two numbers in these intervals, where it no longer depends on what is open.
pub(super) fn compare(op: CompareOp, a: Range, b: Range) -> Option<bool> {
    let defined = both(a.defined, b.defined);
    if defined == Some(false) {
        return Some(false);
    }
    let truth = compare_bounds(op, (a.lo, a.hi), (b.lo, b.hi));
    if truth == Some(true) && defined.is_none() { None } else { truth }
}

/// The same of two numbers that surely have a value within these bounds.
fn compare_bounds(op: CompareOp, a: (i64, i64), b: (i64, i64)) -> Option<bool> {
    match op {
        CompareOp::Lt => order(a.1 < b.0, a.0 >= b.1),
        CompareOp::Le => order(a.1 <= b.0, a.0 > b.1),
        CompareOp::Gt => order(a.0 > b.1, a.1 <= b.0),
        CompareOp::Ge => order(a.0 >= b.1, a.1 < b.0),
        CompareOp::Eq | CompareOp::Ne => {
            let same = a.0 == a.1 && b.0 == b.1 && a.0 == b.0;
            let apart = a.1 < b.0 || b.1 < a.0;
            if op == CompareOp::Eq { order(same, apart) } else { order(apart, same) }
        }
    }
}

fn order(surely: bool, never: bool) -> Option<bool> {
    match (surely, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

fn distinct(terms: &[IntExpr], view: impl Known) -> Option<bool> {
    let ranges: Vec<Range> = terms.iter().map(|term| range_of(term, view)).collect();
    if ranges.iter().any(|range| range.defined == Some(false)) {
        return Some(false);
    }
    let mut sure = ranges.iter().all(|range| range.defined == Some(true));
    for (index, a) in ranges.iter().enumerate() {
        for b in &ranges[..index] {
            match compare(CompareOp::Ne, *a, *b) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => sure = false,
            }
        }
    }
    sure.then_some(true)
}
