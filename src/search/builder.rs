//! Compiles a [`Csp`] into a propagator network, with redundant propagators for what several statements imply.

use crate::csp::{BoolExpr, Csp, IntExpr, Lit, Stmt, VarId};
use crate::ops::CompareOp;

use super::implied_sums::implied;
use super::network::Network;
use super::propagators::{
    DistinctPropagator, DistinctSum, Goal, Linear, Peers, PlainSum, Propagator,
};
use super::store::Store;

impl Network {
    /// Returns the network of a problem, or `None` where a domain is too wide for bit sets.
    ///
    /// Guards are variables like others.
    pub(crate) fn new(csp: &Csp) -> Option<Self> {
        let mut builder = NetworkBuilder::of(csp)?;
        builder.distinct_sums();
        builder.implied_sums();
        Some(builder.finish())
    }

    /// Returns the network of a problem of which all guards hold, to draw from it.
    ///
    /// Redundant propagators of sums are left out: totals are open until everything is drawn, so they would
    /// remove next to nothing.
    pub(crate) fn of_all_rules(csp: &Csp) -> Option<Self> {
        let mut network = NetworkBuilder::of(csp)?.finish();
        for (guard, _) in &csp.guards {
            network.is_contradictory |= network.root.assign(*guard, 1).is_err();
        }
        while network.root.pop_change().is_some() {}
        network.root.commit();
        Some(network)
    }
}

/// The propagators so far.
struct NetworkBuilder {
    root: Store,
    quick: Vec<Propagator>,
    slow: Vec<Propagator>,
    peers: Vec<Vec<(VarId, i64)>>,
    contradictory: bool,
}

impl NetworkBuilder {
    /// Translates the statements of a problem; `None` where a domain is too wide for bit sets.
    fn of(csp: &Csp) -> Option<Self> {
        let root = Store::new(csp.vars.iter().map(|var| &var.domain))?;
        let mut builder = Self {
            root,
            quick: Vec::new(),
            slow: Vec::new(),
            peers: vec![Vec::new(); csp.vars.len()],
            contradictory: false,
        };
        for (stmt, _) in &csp.stmts {
            match stmt {
                Stmt::Hold(expr) => builder.hold(expr),
                Stmt::Global(global) => {
                    builder.slow.push(Propagator::of_global(global, &mut builder.root));
                }
            }
        }
        Some(builder)
    }

    fn hold(&mut self, expr: &BoolExpr) {
        match expr {
            BoolExpr::Const(truth) => self.contradictory |= !truth,
            BoolExpr::And(parts) => parts.iter().for_each(|part| self.hold(part)),
            BoolExpr::Lit(lit) => {
                let outcome = if lit.is {
                    self.root.assign(lit.var, lit.value)
                } else {
                    self.root.remove(lit.var, lit.value)
                };
                self.contradictory |= outcome.is_err();
            }
            BoolExpr::Distinct(terms) => match terms.iter().map(plain).collect() {
                Some(terms) => self.distinct(expr, terms),
                None => self.truth(expr),
            },
            BoolExpr::Compare(op, a, b) => {
                if !self.sum(*op, a, b).unwrap_or(false) {
                    self.truth(expr);
                }
            }
            BoolExpr::Not(_) | BoolExpr::Or(_) | BoolExpr::Iff(..) | BoolExpr::Graph(_) => {
                self.truth(expr);
            }
        }
    }

    fn distinct(&mut self, expr: &BoolExpr, terms: Vec<(VarId, i64)>) {
        let mut vars: Vec<VarId> = terms.iter().map(|term| term.0).collect();
        vars.sort_unstable();
        vars.dedup();
        if vars.len() < terms.len() {
            return self.truth(expr);
        }
        for (number, (a, add_a)) in terms.iter().enumerate() {
            for (b, add_b) in &terms[number + 1..] {
                let Some(add) = add_a.checked_sub(*add_b) else { return self.truth(expr) };
                self.apart(*b, *a, add);
            }
        }
        if terms.len() > 2
            && let Some(group) = DistinctPropagator::new(&self.root, &terms)
        {
            self.slow.push(Propagator::Distinct(group));
        }
    }

    /// Adds the disequality of `a` and `b` plus a constant.
    fn apart(&mut self, a: VarId, b: VarId, add: i64) {
        self.peers[b.index()].push((a, add));
        self.peers[a.index()].push((b, -add));
    }

    /// Adds the propagator of a comparison of sums of variables; not `Some(true)` where it is none.
    fn sum(&mut self, op: CompareOp, a: &IntExpr, b: &IntExpr) -> Option<bool> {
        let (terms, rest) = terms_of(&self.root, a, b)?;
        if op == CompareOp::Ne
            && let [(1, a), (-1, b)] | [(-1, b), (1, a)] = terms[..]
        {
            rest.checked_neg()?;
            self.apart(a, b, rest);
            return Some(true);
        }
        let sum = Linear::new(&self.root, terms, goal_of(op, rest)?)?;
        self.quick.push(Propagator::Linear(sum));
        Some(true)
    }

    /// Adds propagators for sums whose terms differ from each other.
    fn distinct_sums(&mut self) {
        let are_apart = |a: VarId, b: VarId| self.peers[a.index()].contains(&(b, 0));
        let of_sum = |propagator: &Propagator| match propagator {
            Propagator::Linear(sum) => with_differences(&self.root, sum, are_apart),
            _ => None,
        };
        let sums: Vec<Propagator> = self.quick.iter().filter_map(of_sum).collect();
        self.slow.splice(0..0, sums);
    }

    /// Adds propagators for sums that follow from several sums.
    fn implied_sums(&mut self) {
        let of_sum = |propagator: &Propagator| match propagator {
            Propagator::Linear(sum) => sum.plain(),
            _ => None,
        };
        // For sums of Boolean variables alone, learnt clauses are as strong.
        let has_numbers = |sum: &PlainSum| sum.vars.iter().any(|var| self.root.size(*var) > 2);
        let sums: Vec<PlainSum> =
            self.quick.iter().filter_map(of_sum).filter(has_numbers).collect();
        for sum in implied(&sums) {
            let goal = Goal::Within(sum.value, sum.value);
            let sum = Linear::new(&self.root, sum.terms, goal);
            self.quick.extend(sum.map(Propagator::Linear));
        }
    }

    fn truth(&mut self, expr: &BoolExpr) {
        self.slow.push(Propagator::of_truth(expr).with_memory(&mut self.root));
    }

    /// Returns the network, quick propagators first.
    fn finish(mut self) -> Network {
        for (index, mut peers) in self.peers.into_iter().enumerate() {
            peers.sort_unstable();
            peers.dedup();
            if !peers.is_empty() {
                let peers = Peers::new(VarId(index as u32), peers);
                self.quick.push(Propagator::Peers(peers));
            }
        }
        let quick = self.quick.len();
        let mut propagators = self.quick;
        propagators.append(&mut self.slow);
        let mut lists = vec![Vec::new(); self.root.var_count()];
        for (index, propagator) in propagators.iter().enumerate() {
            let index = index as u32;
            propagator
                .interface()
                .watches(&mut |var, events| lists[var.index()].push((index, events)));
        }
        let mut starts = vec![0];
        let mut wakes = Vec::new();
        for list in &mut lists {
            list.dedup();
            wakes.append(list);
            starts.push(wakes.len() as u32);
        }
        self.root.commit();
        let cost = |propagator: &Propagator| propagator.interface().cost() as u32 + 1;
        let is_run = |at: &u32| matches!(propagators[*at as usize], Propagator::Simulation(_));
        let simulations = (0..propagators.len() as u32).filter(is_run).collect();
        Network {
            costs: propagators.iter().map(cost).collect(),
            root: self.root,
            simulations,
            propagators,
            quick,
            is_contradictory: self.contradictory,
            starts,
            wakes,
        }
    }
}

/// Returns the terms of a comparison of sums of variables, each variable once, and what their sum is compared with.
fn terms_of(store: &Store, a: &IntExpr, b: &IntExpr) -> Option<(Vec<(i64, VarId)>, i64)> {
    let mut terms = Vec::new();
    let mut constant = 0_i64;
    let is_truth = |var| store.min(var) >= 0 && store.max(var) <= 1;
    flatten(a, 1, &is_truth, &mut terms, &mut constant)?;
    flatten(b, -1, &is_truth, &mut terms, &mut constant)?;
    terms.sort_unstable_by_key(|(_, var): &(i64, VarId)| *var);
    terms.dedup_by(|later, first| {
        let same = later.1 == first.1;
        if same {
            first.0 = first.0.saturating_add(later.0);
        }
        same
    });
    terms.retain(|(factor, _)| *factor != 0);
    Some((terms, constant.checked_neg()?))
}

/// Returns what a sum must be that is compared with `rest`.
fn goal_of(op: CompareOp, rest: i64) -> Option<Goal> {
    Some(match op {
        CompareOp::Eq => Goal::Within(rest, rest),
        CompareOp::Ne => Goal::Not(rest),
        CompareOp::Le => Goal::Within(-Linear::OPEN, rest),
        CompareOp::Lt => Goal::Within(-Linear::OPEN, rest.checked_sub(1)?),
        CompareOp::Ge => Goal::Within(rest, Linear::OPEN),
        CompareOp::Gt => Goal::Within(rest.checked_add(1)?, Linear::OPEN),
    })
}

/// Returns a sum whose terms differ from each other, all of them.
fn with_differences(
    store: &Store,
    sum: &Linear,
    are_apart: impl Fn(VarId, VarId) -> bool,
) -> Option<Propagator> {
    let sum = sum.plain()?;
    let pairs = sum.vars.iter().enumerate();
    let mut pairs = pairs.flat_map(|(at, a)| sum.vars[at + 1..].iter().map(move |b| (*a, *b)));
    if !pairs.all(|(a, b)| are_apart(a, b)) {
        return None;
    }
    DistinctSum::new(store, &sum).map(Propagator::DistinctSum)
}

/// Returns the propagator of a truth that is a comparison of a sum whose terms must all differ.
pub(crate) fn distinct_sum(
    store: &Store,
    truth: &BoolExpr,
    are_apart: impl Fn(VarId, VarId) -> bool,
) -> Option<Propagator> {
    let BoolExpr::Compare(op, a, b) = truth else { return None };
    let (terms, rest) = terms_of(store, a, b)?;
    let goal = goal_of(*op, rest)?;
    with_differences(store, &Linear::new(store, terms, goal)?, are_apart)
}

/// Returns a term that is a variable plus a constant.
pub(crate) fn plain(term: &IntExpr) -> Option<(VarId, i64)> {
    let (mut terms, mut constant) = (Vec::new(), 0);
    flatten(term, 1, &|_| false, &mut terms, &mut constant)?;
    match terms[..] {
        [(1, var)] => Some((var, constant)),
        _ => None,
    }
}

/// Adds `factor · expr` to a sum of variables, or returns `None` where it is no such sum.
/// `is_truth` says which variables are 0 or 1, so that they are the number of their truth.
fn flatten(
    expr: &IntExpr,
    factor: i64,
    is_truth: &dyn Fn(VarId) -> bool,
    terms: &mut Vec<(i64, VarId)>,
    constant: &mut i64,
) -> Option<()> {
    match expr {
        IntExpr::Const(value) => *constant = constant.checked_add(factor.checked_mul(*value)?)?,
        IntExpr::Var(var) => terms.push((factor, *var)),
        IntExpr::Linear(parts, add) => {
            *constant = constant.checked_add(factor.checked_mul(*add)?)?;
            for (inner, part) in parts {
                flatten(part, factor.checked_mul(*inner)?, is_truth, terms, constant)?;
            }
        }
        IntExpr::FromBool(truth) => {
            flatten_truth(truth, factor, is_truth, terms, constant)?;
        }
        IntExpr::If(truth, yes, no) => match (&**yes, &**no) {
            (IntExpr::Const(yes), IntExpr::Const(no)) => {
                *constant = constant.checked_add(factor.checked_mul(*no)?)?;
                let factor = factor.checked_mul(yes.checked_sub(*no)?)?;
                flatten_truth(truth, factor, is_truth, terms, constant)?;
            }
            _ => return None,
        },
        _ => return None,
    }
    Some(())
}

/// Adds `factor · [truth]` in the same way.
fn flatten_truth(
    truth: &BoolExpr,
    factor: i64,
    is_truth: &dyn Fn(VarId) -> bool,
    terms: &mut Vec<(i64, VarId)>,
    constant: &mut i64,
) -> Option<()> {
    match *truth {
        BoolExpr::Lit(Lit { var, value, is }) if is_truth(var) && matches!(value, 0 | 1) => {
            // `1 - x` where the truth is "x is 0", or "x is not 1".
            let is_opposite = (value == 0) == is;
            let sign = if is_opposite { factor.checked_neg()? } else { factor };
            terms.push((sign, var));
            let add = if is_opposite { factor } else { 0 };
            *constant = constant.checked_add(add)?;
            Some(())
        }
        _ => None,
    }
}
