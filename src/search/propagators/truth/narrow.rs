//! Takes values away that a statement forbids: what is known of the whole is passed down to its
//! parts (the parts' intervals having been passed up by [`range`](super::range)).
//!
//! Every removal is sound. It need not be complete, except at the end: [`enforce`] tries the
//! values of the last open variable one by one, so that a full assignment that survives holds.
//!
//! # Source
//! Benhamou, Goualard, Granvilliers and Puget, "Revising hull and box consistency" (1999): HC4.

use smallvec::{SmallVec, smallvec};

use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, IntExpr, VarId};

use super::one_of::parts_of;
use super::range::{Range, compare, floor_div, quotients, range_of, truth_of};
use crate::propagators::Propagate;
use crate::propagators::graphs::GraphPropagator;
use crate::store::{Consistency, Inconsistent, Store};
use crate::view::View;

/// Makes `expr` hold as far as can be seen; `vars` are its variables. What one open variable can be is tried only where
/// `is_alone`.
///
/// Returns whether it now holds whatever the open variables become.
pub(crate) fn enforce(
    store: &mut Store,
    expr: &BoolExpr,
    vars: &[VarId],
    is_alone: impl FnOnce() -> bool,
) -> Result<bool, Inconsistent> {
    if let Some((parts, wanted)) = parts_of(expr) {
        if enforce_one(store, parts, wanted)? {
            return Ok(true);
        }
    } else {
        // What the sides of a comparison can be is found once: there may be many terms.
        let sides = match expr {
            BoolExpr::Compare(op, a, b) => Some((*op, Side::of(store, a), Side::of(store, b))),
            _ => None,
        };
        let truth = match &sides {
            Some((op, a, b)) => compare(*op, a.range, b.range),
            None => truth_of(expr, &*store),
        };
        match (truth, sides) {
            (Some(true), _) => return Ok(true),
            (Some(false), _) => return Err(Inconsistent),
            (None, Some((op, a, b))) => force_compare(store, op, a, b)?,
            (None, None) => force(store, expr, true)?,
        }
    }
    let mut open = vars.iter().copied().filter(|var| !store.is_fixed(*var));
    let (first, second) = (open.next(), open.next());
    match (first, second) {
        (None, _) => match truth_of(expr, &*store) {
            Some(true) => Ok(true),
            _ => Err(Inconsistent),
        },
        (Some(var), None) if is_alone() => {
            let fits =
                |value| truth_of(expr, View { store, suppose: Some((var, value)) }) == Some(true);
            let (wrong, right): (Vec<i64>, Vec<i64>) = store.values(var).partition(|v| !fits(*v));
            if right.is_empty() {
                return Err(Inconsistent);
            }
            wrong.into_iter().try_for_each(|value| store.remove(var, value))?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Makes one of `parts` at least be `wanted`: where only one is open, it is that one. Returns whether one is.
fn enforce_one(store: &mut Store, parts: &[BoolExpr], wanted: bool) -> Result<bool, Inconsistent> {
    let (mut open, mut is_open_twice) = (None, false);
    for part in parts {
        match truth_of(part, &*store) {
            Some(truth) if truth == wanted => return Ok(true),
            Some(_) => {}
            None => is_open_twice |= open.replace(part).is_some(),
        }
    }
    match open.ok_or(Inconsistent)? {
        part if !is_open_twice => force(store, part, wanted).map(|()| false),
        _ => Ok(false),
    }
}

/// Passes "this truth is `wanted`" down.
fn force(store: &mut Store, expr: &BoolExpr, wanted: bool) -> Consistency {
    match expr {
        BoolExpr::Const(truth) if *truth == wanted => Ok(()),
        BoolExpr::Const(_) => Err(Inconsistent),
        BoolExpr::Lit(lit) => store.set(if wanted { *lit } else { !*lit }),
        BoolExpr::Not(inner) => force(store, inner, !wanted),
        BoolExpr::And(parts) if wanted => parts.iter().try_for_each(|p| force(store, p, true)),
        BoolExpr::Or(parts) if !wanted => parts.iter().try_for_each(|p| force(store, p, false)),
        BoolExpr::And(parts) | BoolExpr::Or(parts) => enforce_one(store, parts, wanted).map(|_| ()),
        BoolExpr::Iff(a, b) => {
            if let Some(truth) = truth_of(a, &*store) {
                force(store, b, truth == wanted)
            } else if let Some(truth) = truth_of(b, &*store) {
                force(store, a, truth == wanted)
            } else {
                Ok(())
            }
        }
        BoolExpr::Compare(op, a, b) => {
            let (a, b) = (Side::of(store, a), Side::of(store, b));
            let is_total = [&a, &b].iter().all(|side| side.range.defined == Some(true));
            match (wanted, is_total) {
                (true, _) => force_compare(store, *op, a, b),
                (false, true) => force_compare(store, op.negated(), a, b),
                (false, false) => Ok(()),
            }
        }
        BoolExpr::Distinct(terms) if wanted => {
            for (index, term) in terms.iter().enumerate() {
                if let Some(value) = range_of(term, &*store).fixed() {
                    let others = terms.iter().enumerate().filter(|(other, _)| *other != index);
                    others.map(|(_, t)| t).try_for_each(|t| exclude(store, t, value))?;
                }
            }
            Ok(())
        }
        BoolExpr::Graph(graph) if wanted => GraphPropagator::new(graph).propagate(store),
        BoolExpr::Distinct(_) | BoolExpr::Graph(_) => Ok(()),
    }
}

/// A number of a comparison, and what it could be when the store had this mark.
struct Side<'e> {
    expr: &'e IntExpr,
    range: Range,
    mark: usize,
}

impl<'e> Side<'e> {
    fn of(store: &Store, expr: &'e IntExpr) -> Self {
        Self { expr, range: range_of(expr, store), mark: store.mark() }
    }

    /// Passes "this number is defined and in `lo..=hi`" down.
    fn narrow(&self, store: &mut Store, lo: i64, hi: i64) -> Consistency {
        match store.mark() == self.mark {
            true => narrow_from(store, self.expr, self.range, lo, hi),
            false => narrow(store, self.expr, lo, hi),
        }
    }
}

fn force_compare(store: &mut Store, op: CompareOp, a: Side<'_>, b: Side<'_>) -> Consistency {
    let (ra, rb) = (a.range, b.range);
    if ra.defined == Some(false) || rb.defined == Some(false) {
        return Err(Inconsistent);
    }
    match op {
        CompareOp::Eq => {
            let (lo, hi) = (ra.lo.max(rb.lo), ra.hi.min(rb.hi));
            a.narrow(store, lo, hi)?;
            b.narrow(store, lo, hi)?;
            match (a.expr, b.expr) {
                (IntExpr::Var(a), IntExpr::Var(b)) => unite(store, *a, *b),
                _ => Ok(()),
            }
        }
        CompareOp::Ne => {
            if let Some(value) = ra.fixed() {
                exclude(store, b.expr, value)
            } else if let Some(value) = rb.fixed() {
                exclude(store, a.expr, value)
            } else {
                Ok(())
            }
        }
        CompareOp::Le => {
            a.narrow(store, i64::MIN, rb.hi)?;
            b.narrow(store, ra.lo, i64::MAX)
        }
        CompareOp::Lt => {
            a.narrow(store, i64::MIN, rb.hi.checked_sub(1).ok_or(Inconsistent)?)?;
            b.narrow(store, ra.lo.checked_add(1).ok_or(Inconsistent)?, i64::MAX)
        }
        CompareOp::Ge => force_compare(store, CompareOp::Le, b, a),
        CompareOp::Gt => force_compare(store, CompareOp::Lt, b, a),
    }
}

/// Leaves two equal variables the values that both have.
pub(super) fn unite(store: &mut Store, a: VarId, b: VarId) -> Consistency {
    if let (Some((at, min)), Some((of_other, of_min))) =
        (store.single_word(a), store.single_word(b))
        && min == of_min
    {
        let both = store.word(at) & store.word(of_other);
        store.set_word(a, both)?;
        return store.set_word(b, both);
    }
    for (from, other) in [(a, b), (b, a)] {
        let lone: Vec<i64> = store.values(from).filter(|v| !store.contains(other, *v)).collect();
        lone.into_iter().try_for_each(|value| store.remove(from, value))?;
    }
    Ok(())
}

/// Passes "this number is not `value`" down.
fn exclude(store: &mut Store, expr: &IntExpr, value: i64) -> Consistency {
    match expr {
        IntExpr::Var(var) => store.remove(*var, value),
        IntExpr::Linear(terms, constant) if terms.len() == 1 && terms[0].0 != 0 => {
            let (factor, term) = &terms[0];
            let rest = i128::from(value) - i128::from(*constant);
            let factor = i128::from(*factor);
            match i64::try_from(rest / factor) {
                Ok(inner) if rest % factor == 0 => exclude(store, term, inner),
                _ => Ok(()),
            }
        }
        _ => {
            let range = range_of(expr, &*store);
            if range.fixed() == Some(value) {
                Err(Inconsistent)
            } else if range.lo == value && range.lo < range.hi {
                narrow(store, expr, value + 1, i64::MAX)
            } else if range.hi == value && range.lo < range.hi {
                narrow(store, expr, i64::MIN, value - 1)
            } else {
                Ok(())
            }
        }
    }
}

fn clamp(value: i128) -> i64 {
    value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}

/// Passes "this number is defined and in `lo..=hi`" down.
fn narrow(store: &mut Store, expr: &IntExpr, lo: i64, hi: i64) -> Consistency {
    let range = range_of(expr, &*store);
    narrow_from(store, expr, range, lo, hi)
}

/// Passes the same down to a number that can be in `range` now.
pub(super) fn narrow_from(
    store: &mut Store,
    expr: &IntExpr,
    range: Range,
    lo: i64,
    hi: i64,
) -> Consistency {
    if range.defined == Some(false) || lo > hi || range.hi < lo || range.lo > hi {
        return Err(Inconsistent);
    }
    if range.lo >= lo && range.hi <= hi {
        return Ok(());
    }
    let (lo, hi) = (lo.max(range.lo), hi.min(range.hi));
    match expr {
        IntExpr::Const(_) | IntExpr::Mod(..) => Ok(()),
        IntExpr::Var(var) => {
            store.at_least(*var, lo)?;
            store.at_most(*var, hi)
        }
        IntExpr::Linear(terms, constant) => narrow_linear(store, terms, *constant, lo, hi),
        IntExpr::Product(a, b) => {
            narrow_factor(store, a, b, lo, hi)?;
            narrow_factor(store, b, a, lo, hi)
        }
        IntExpr::Div(a, b) => match range_of(b, &*store).fixed() {
            Some(by) if by > 0 => {
                let (by, lo, hi) = (i128::from(by), i128::from(lo), i128::from(hi));
                narrow(store, a, clamp(lo * by), clamp(hi * by + by - 1))
            }
            _ => Ok(()),
        },
        IntExpr::Abs(a) => {
            narrow(store, a, hi.saturating_neg(), hi)?;
            let inner = range_of(a, &*store);
            if inner.lo > lo.saturating_neg() {
                narrow(store, a, lo, i64::MAX)
            } else if inner.hi < lo {
                narrow(store, a, i64::MIN, lo.saturating_neg())
            } else {
                Ok(())
            }
        }
        IntExpr::Min(terms) => {
            terms.iter().try_for_each(|term| narrow(store, term, lo, i64::MAX))?;
            match only(terms.iter().filter(|t| range_of(t, &*store).lo <= hi))? {
                Some(term) => narrow(store, term, i64::MIN, hi),
                None => Ok(()),
            }
        }
        IntExpr::Max(terms) => {
            terms.iter().try_for_each(|term| narrow(store, term, i64::MIN, hi))?;
            match only(terms.iter().filter(|t| range_of(t, &*store).hi >= lo))? {
                Some(term) => narrow(store, term, lo, i64::MAX),
                None => Ok(()),
            }
        }
        IntExpr::If(condition, yes, no) => narrow_choice(store, condition, [yes, no], lo, hi),
        IntExpr::FromBool(truth) => force(store, truth, lo >= 1),
    }
}

/// Choices of which each is made where none of those before it is, and what there is where none is made.
struct Choices<'e> {
    choices: SmallVec<[(&'e BoolExpr, &'e IntExpr); 16]>,
    last: &'e IntExpr,
    /// For each choice, what the number can be where it is not made, at this mark of the store.
    rests: SmallVec<[Range; 16]>,
    /// The value that the number must have, and whether it can have it then: the values of choices may have gaps.
    only: Option<i64>,
    can_be: SmallVec<[bool; 16]>,
    mark: usize,
}

impl<'e> Choices<'e> {
    fn new(
        store: &Store,
        condition: &'e BoolExpr,
        [yes, no]: [&'e IntExpr; 2],
        only: Option<i64>,
    ) -> Self {
        let (mut choices, mut last) = (smallvec![(condition, yes)], no);
        while let IntExpr::If(condition, yes, no) = last {
            choices.push((&**condition, &**yes));
            last = no;
        }
        let rests = smallvec![Range { lo: 0, hi: 0, defined: None }; choices.len()];
        let can_be = smallvec![true; choices.len()];
        let mut all = Self { choices, last, rests, only, can_be, mark: 0 };
        all.look(store, 0);
        all
    }

    /// Finds out anew what the number can be where none of the choices up to `from` is made.
    fn look(&mut self, store: &Store, from: usize) {
        let has = |range: Range| {
            let is_in = |value: i64| range.lo <= value && value <= range.hi;
            range.defined != Some(false) && self.only.is_none_or(is_in)
        };
        let mut rest = range_of(self.last, store);
        let mut can_be = has(rest);
        for (at, (condition, yes)) in self.choices.iter().enumerate().skip(from).rev() {
            (self.rests[at], self.can_be[at]) = (rest, can_be);
            let truth = truth_of(condition, store);
            if truth == Some(false) {
                continue;
            }
            let own = range_of(yes, store);
            (rest, can_be) = match truth {
                Some(_) => (own, has(own)),
                None => (own.hull(rest), has(own) || can_be),
            };
        }
        self.mark = store.mark();
    }
}

/// Narrows "the first where the condition holds, otherwise the second", which may be a choice, too: then what is left of
/// it is looked at once for all of them.
fn narrow_choice(
    store: &mut Store,
    condition: &BoolExpr,
    branches: [&IntExpr; 2],
    lo: i64,
    hi: i64,
) -> Consistency {
    let mut all = Choices::new(store, condition, branches, (lo == hi).then_some(lo));
    let (mut lo, mut hi) = (lo, hi);
    for at in 0..all.choices.len() {
        let (condition, yes) = all.choices[at];
        let is_possible =
            |range: Range| range.defined != Some(false) && range.lo <= hi && range.hi >= lo;
        let may_be_made = is_possible(range_of(yes, &*store));
        let may_be_rest = is_possible(all.rests[at]) && all.can_be[at];
        match (truth_of(condition, &*store), may_be_made, may_be_rest) {
            (Some(true), ..) => return narrow(store, yes, lo, hi),
            (Some(false), ..) => {}
            (None, false, false) => return Err(Inconsistent),
            (None, true, false) => {
                force(store, condition, true)?;
                return narrow(store, yes, lo, hi);
            }
            (None, false, true) => force(store, condition, false)?,
            (None, true, true) => return Ok(()),
        }
        if store.mark() != all.mark {
            all.look(store, at);
        }
        let rest = all.rests[at];
        if !is_possible(rest) || !all.can_be[at] {
            return Err(Inconsistent);
        }
        if rest.lo >= lo && rest.hi <= hi {
            return Ok(());
        }
        (lo, hi) = (lo.max(rest.lo), hi.min(rest.hi));
    }
    let rest = all.rests[all.choices.len() - 1];
    narrow_from(store, all.last, rest, lo, hi)
}

/// Returns the only item, `None` where there are several.
fn only<'a>(
    mut items: impl Iterator<Item = &'a IntExpr>,
) -> Result<Option<&'a IntExpr>, Inconsistent> {
    let first = items.next().ok_or(Inconsistent)?;
    Ok(items.next().is_none().then_some(first))
}

fn narrow_linear(
    store: &mut Store,
    terms: &[(i64, IntExpr)],
    constant: i64,
    lo: i64,
    hi: i64,
) -> Consistency {
    let ends = |factor: i64, range: Range| {
        let (a, b) =
            (i128::from(factor) * i128::from(range.lo), i128::from(factor) * i128::from(range.hi));
        (a.min(b), a.max(b))
    };
    let (lo, hi) = (i128::from(lo), i128::from(hi));
    let mut ranges: SmallVec<[Range; 16]> = SmallVec::with_capacity(terms.len());
    let (mut least, mut most) = (i128::from(constant), i128::from(constant));
    let mut widest = 0;
    for (factor, term) in terms {
        let range = range_of(term, &*store);
        let (a, b) = ends(*factor, range);
        ranges.push(range);
        least += a;
        most += b;
        widest = widest.max(b - a);
    }
    // No term is so wide that its ends are out of reach.
    if widest <= most - lo && widest <= hi - least {
        return Ok(());
    }
    let mark = store.mark();
    for ((factor, term), range) in terms.iter().zip(ranges).filter(|((factor, _), _)| *factor != 0)
    {
        let range = if store.mark() == mark { range } else { range_of(term, &*store) };
        let (a, b) = ends(*factor, range);
        // What this term must be, the others being anywhere in their intervals.
        let (low, high) = (lo - (most - b), hi - (least - a));
        if low <= a && b <= high {
            continue;
        }
        let (first, last) = quotients((low, high), i128::from(*factor));
        let before = store.mark();
        narrow_from(store, term, range, clamp(first), clamp(last))?;
        if store.mark() != before {
            let (c, d) = ends(*factor, range_of(term, &*store));
            least += c - a;
            most += d - b;
        }
    }
    Ok(())
}

/// Narrows `a`, where `a · b` is in `lo..=hi`.
fn narrow_factor(store: &mut Store, a: &IntExpr, b: &IntExpr, lo: i64, hi: i64) -> Consistency {
    let by = range_of(b, &*store);
    if by.lo <= 0 && by.hi >= 0 {
        return Ok(());
    }
    let (mut first, mut last) = (i128::MAX, i128::MIN);
    for divisor in [i128::from(by.lo), i128::from(by.hi)] {
        for product in [i128::from(lo), i128::from(hi)] {
            first = first.min(-floor_div(-product, divisor));
            last = last.max(floor_div(product, divisor));
        }
    }
    narrow(store, a, clamp(first), clamp(last))
}

#[cfg(test)]
mod tests {
    use puzgen_csp::Domain;

    use super::*;

    /// "The first of a and b that is x is the second one, or 0 where none is": b is x, though 0 lies below and 3 above.
    #[test]
    fn a_choice_that_must_be_made_is_made_whatever_lies_around_its_value() {
        let domains =
            [Domain::Range(1, 2), Domain::Range(2, 4), Domain::Range(3, 6), Domain::Range(1, 6)];
        let mut store = Store::new(domains.iter()).unwrap();
        let [x, a, b, c] = [0, 1, 2, 3].map(VarId);
        let same = |var| BoolExpr::compare(CompareOp::Eq, IntExpr::Var(var), IntExpr::Var(x));
        let choice = |var, yes, no| {
            IntExpr::If(Box::new(same(var)), Box::new(IntExpr::Const(yes)), Box::new(no))
        };
        let first = choice(a, 1, choice(c, 2, choice(b, 3, IntExpr::Const(0))));
        let is_two = BoolExpr::Compare(CompareOp::Eq, first.clone(), IntExpr::Const(2));
        enforce(&mut store, &is_two, &is_two.vars(), || true).unwrap();
        assert_eq!(store.values(c).collect::<Vec<_>>(), [1, 2]);
        // b is no x at all.
        let is_three = BoolExpr::Compare(CompareOp::Eq, first, IntExpr::Const(3));
        assert!(enforce(&mut store, &is_three, &is_three.vars(), || true).is_err());
    }
}
