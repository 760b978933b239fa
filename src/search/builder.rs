//! Compiles a [`Csp`] into a propagator network, with redundant propagators for what several statements imply.

use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, Csp, IntExpr, Stmt, VarId};

use super::definitions::{Definitions, Role, defined_by, has_room};
use super::implied_sums::implied;
use super::network::Network;
use super::propagators::sums::{goal_of, literal, terms_of};
use super::propagators::{
    DistinctPropagator, DistinctSum, Goal, KnownOutcomes, Linear, Peers, PlainSum, Propagator,
    Summand,
};
use super::store::Store;

impl Network {
    /// Returns the network of a problem, or `None` where a domain is too wide for bit sets.
    ///
    /// Guards are variables like others.
    pub fn new(csp: &Csp) -> Option<Self> {
        let mut builder = NetworkBuilder::of(csp)?;
        builder.distinct_sums();
        builder.implied_sums();
        Some(builder.finish())
    }

    /// Returns the network of a problem of which all guards hold, to draw from it.
    ///
    /// Redundant propagators of sums are left out: totals are open until everything is drawn, so they would
    /// remove next to nothing.
    pub fn of_all_rules(csp: &Csp) -> Option<Self> {
        let mut network = NetworkBuilder::of(csp)?.finish();
        for (guard, _) in &csp.guards {
            network.is_contradictory |= network.root.assign(*guard, 1).is_err();
        }
        while network.root.pop_change().is_some() {}
        network.root.commit();
        Some(network)
    }
}

/// The propagators so far, each with what it stands for.
struct NetworkBuilder<'c> {
    root: Store,
    quick: Vec<(Propagator, Role)>,
    slow: Vec<(Propagator, Role)>,
    peers: Vec<Vec<(VarId, i64)>>,
    outcomes: KnownOutcomes,
    contradictory: bool,
    /// What the statement stands for that is translated now.
    role: Role,
    /// For each variable, the statement that defines it; none for what may be given.
    defined_by: Vec<Option<&'c BoolExpr>>,
    /// Whether a variable is asked for.
    is_asked: Vec<bool>,
}

impl<'c> NetworkBuilder<'c> {
    /// Translates the statements of a problem; `None` where a domain is too wide for bit sets.
    fn of(csp: &'c Csp) -> Option<Self> {
        let root = Store::new(csp.vars.iter().map(|var| &var.domain))?;
        let mut is_asked = vec![false; csp.vars.len()];
        let guards = csp.guards.iter().map(|(guard, _)| guard);
        csp.answers.iter().chain(guards).for_each(|var| is_asked[var.index()] = true);
        let mut builder = Self {
            role: Role::Rule,
            defined_by: vec![None; csp.vars.len()],
            is_asked,
            root,
            quick: Vec::new(),
            slow: Vec::new(),
            peers: vec![Vec::new(); csp.vars.len()],
            outcomes: KnownOutcomes::default(),
            contradictory: false,
        };
        for (stmt, _) in &csp.stmts {
            match stmt {
                Stmt::Hold(expr) => builder.hold(expr),
                Stmt::Global(global) => {
                    let propagator = Propagator::of_global(global, &mut builder.root);
                    builder.slow.push((propagator, Role::Rule));
                }
            }
        }
        Some(builder)
    }

    fn hold(&mut self, expr: &'c BoolExpr) {
        self.role = self.role_of(expr);
        match expr {
            BoolExpr::Const(truth) => self.contradictory |= !truth,
            BoolExpr::And(parts) => parts.iter().for_each(|part| self.hold(part)),
            BoolExpr::Lit(lit) => {
                self.contradictory |= self.root.set(*lit).is_err();
            }
            BoolExpr::Distinct(terms) => match terms.iter().map(plain).collect() {
                Some(terms) => self.distinct(expr, terms),
                None => self.truth(expr),
            },
            BoolExpr::Compare(op, a, b) => {
                let is_done = self.distance(*op, a, b).is_some()
                    || self.choice(*op, a, b).is_some()
                    || self.sum(*op, a, b).is_some();
                if !is_done {
                    self.truth(expr);
                }
            }
            BoolExpr::Or(parts) => {
                if self.guarded(parts).is_none() {
                    self.truth(expr);
                }
            }
            BoolExpr::Not(_) | BoolExpr::Iff(..) | BoolExpr::Graph(_) => self.truth(expr),
        }
    }

    /// Returns what a statement stands for, and notes it.
    fn role_of(&mut self, stmt: &'c BoolExpr) -> Role {
        let is_free =
            |var: &VarId| !self.is_asked[var.index()] && self.defined_by[var.index()].is_none();
        match defined_by(stmt, &self.root).into_iter().filter(is_free).max() {
            None => Role::Rule,
            Some(var) => {
                self.defined_by[var.index()] = Some(stmt);
                Role::Definition(var)
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
            self.slow.push((Propagator::Distinct(group), Role::Rule));
        }
    }

    /// Adds the disequality of `a` and `b` plus a constant.
    fn apart(&mut self, a: VarId, b: VarId, add: i64) {
        self.peers[b.index()].push((a, add));
        self.peers[a.index()].push((b, -add));
    }

    /// Adds the propagator of a comparison of sums; `None` where it is none.
    fn sum(&mut self, op: CompareOp, a: &IntExpr, b: &IntExpr) -> Option<()> {
        let (terms, rest) = terms_of(&self.root, a, b)?;
        if op == CompareOp::Ne
            && let [(1, Summand::Number(a)), (-1, Summand::Number(b))]
            | [(-1, Summand::Number(b)), (1, Summand::Number(a))] = terms[..]
        {
            rest.checked_neg()?;
            self.apart(a, b, rest);
            return Some(());
        }
        let sum = Linear::new(&self.root, terms, goal_of(op, rest)?)?;
        self.add_sum(sum);
        Some(())
    }

    fn add_sum(&mut self, sum: Linear) {
        let sum = sum.with_memory(&mut self.root);
        self.quick.push((Propagator::Linear(sum), self.role));
    }

    /// Adds the propagator of "a sum is at most so far from 0"; `None` where it is something else.
    fn distance(&mut self, op: CompareOp, a: &IntExpr, b: &IntExpr) -> Option<()> {
        let (inner, most) = match (op, a, b) {
            (CompareOp::Le, IntExpr::Abs(inner), IntExpr::Const(most))
            | (CompareOp::Ge, IntExpr::Const(most), IntExpr::Abs(inner)) => (inner, *most),
            _ => return None,
        };
        let (terms, rest) = terms_of(&self.root, inner, &IntExpr::Const(0))?;
        let goal = Goal::Within(rest.checked_sub(most)?, rest.checked_add(most)?);
        let sum = Linear::new(&self.root, terms, goal)?;
        self.add_sum(sum);
        Some(())
    }

    /// Adds the propagators of "a number is one sum where a literal holds, and another where it does not"; `None` where
    /// it is something else.
    fn choice(&mut self, op: CompareOp, a: &IntExpr, b: &IntExpr) -> Option<()> {
        let (number, condition, yes, no) = match (op, a, b) {
            (CompareOp::Eq, number @ IntExpr::Var(_), IntExpr::If(condition, yes, no))
            | (CompareOp::Eq, IntExpr::If(condition, yes, no), number @ IntExpr::Var(_)) => {
                (number, condition, yes, no)
            }
            _ => return None,
        };
        let condition = literal(condition, &self.root)?;
        let sums = [(yes, condition), (no, !condition)].map(|(branch, guard)| {
            let (terms, rest) = terms_of(&self.root, number, branch)?;
            if terms.iter().any(|(_, term)| term.var() == guard.var) {
                return None;
            }
            let sum = Linear::new(&self.root, terms, goal_of(CompareOp::Eq, rest)?)?;
            Some(sum.guarded_by(guard))
        });
        let [Some(yes), Some(no)] = sums else { return None };
        self.add_sum(yes);
        self.add_sum(no);
        Some(())
    }

    /// Adds the propagator of "a literal holds, or a comparison of sums"; `None` where it is something else.
    fn guarded(&mut self, parts: &[BoolExpr]) -> Option<()> {
        let [a, b] = parts else { return None };
        let (other, (op, left, right)) = match (a, b) {
            (other, BoolExpr::Compare(op, left, right))
            | (BoolExpr::Compare(op, left, right), other) => (other, (*op, left, right)),
            _ => return None,
        };
        let guard = !literal(other, &self.root)?;
        let (terms, rest) = terms_of(&self.root, left, right)?;
        // Two numbers are compared value by value, not by their bounds.
        if terms.len() < 3 || terms.iter().any(|(_, term)| term.var() == guard.var) {
            return None;
        }
        let sum = Linear::new(&self.root, terms, goal_of(op, rest)?)?;
        self.add_sum(sum.guarded_by(guard));
        Some(())
    }

    /// Adds propagators for sums whose terms differ from each other.
    fn distinct_sums(&mut self) {
        let are_apart = |a: VarId, b: VarId| self.peers[a.index()].contains(&(b, 0));
        let of_sum = |(propagator, role): &(Propagator, Role)| match propagator {
            Propagator::Linear(sum) => Some((with_differences(&self.root, sum, are_apart)?, *role)),
            _ => None,
        };
        let sums: Vec<(Propagator, Role)> = self.quick.iter().filter_map(of_sum).collect();
        self.slow.splice(0..0, sums);
    }

    /// Adds propagators for sums that follow from several sums.
    fn implied_sums(&mut self) {
        let of_sum = |(propagator, _): &(Propagator, Role)| match propagator {
            Propagator::Linear(sum) => sum.plain(),
            _ => None,
        };
        // For sums of Boolean variables alone, learnt clauses are as strong.
        let has_numbers = |sum: &PlainSum| sum.vars.iter().any(|var| self.root.size(*var) > 2);
        let sums: Vec<PlainSum> =
            self.quick.iter().filter_map(of_sum).filter(has_numbers).collect();
        for sum in implied(&sums) {
            let goal = Goal::Within(sum.value, sum.value);
            let terms = sum.terms.into_iter().map(|(factor, var)| (factor, Summand::Number(var)));
            let sum = Linear::new(&self.root, terms.collect(), goal);
            self.quick.extend(sum.map(|sum| (Propagator::Linear(sum), Role::Redundant)));
        }
    }

    fn truth(&mut self, expr: &BoolExpr) {
        let propagator = Propagator::of_truth(expr).with_memory(&mut self.root);
        let propagator = propagator.with_outcomes(&self.root, &mut self.outcomes);
        self.slow.push((propagator, self.role));
    }

    /// Returns the network, quick propagators first.
    fn finish(mut self) -> Network {
        for (index, mut peers) in self.peers.into_iter().enumerate() {
            peers.sort_unstable();
            peers.dedup();
            if !peers.is_empty() {
                let peers = Peers::new(VarId(index as u32), peers);
                self.quick.push((Propagator::Peers(peers), Role::Rule));
            }
        }
        let quick = self.quick.len();
        self.quick.append(&mut self.slow);
        let (propagators, mut roles): (Vec<Propagator>, Vec<Role>) = self.quick.into_iter().unzip();
        for role in &mut roles {
            // Other statements may have taken values from it.
            if let Role::Definition(var) = *role
                && !self.defined_by[var.index()].is_some_and(|stmt| has_room(var, stmt, &self.root))
            {
                *role = Role::Rule;
            }
        }
        let definitions = Definitions::new(&propagators, &roles, self.root.var_count());
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
            definitions,
            propagators,
            quick,
            is_contradictory: self.contradictory,
            starts,
            wakes,
        }
    }
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
pub fn distinct_sum(
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
pub fn plain(term: &IntExpr) -> Option<(VarId, i64)> {
    match term {
        IntExpr::Var(var) => Some((*var, 0)),
        IntExpr::Linear(parts, add) => match &parts[..] {
            [(1, part)] => {
                let (var, inner) = plain(part)?;
                Some((var, inner.checked_add(*add)?))
            }
            _ => None,
        },
        _ => None,
    }
}
