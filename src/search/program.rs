//! Translates statements into propagators, and says which change wakes which of them.

use crate::csp::{BoolExpr, Csp, Global, IntExpr, Lit, Stmt, VarId};
use crate::ops::CompareOp;

use super::components::Groups;
use super::distinct::Distinct;
use super::distinct_sum::DistinctSum;
use super::graphs::Graph;
use super::implied_sums::implied;
use super::linear::{Goal, Linear, PlainSum};
use super::narrow;
use super::reading::Reader;
use super::reasons_of_sizes::Reasons;
use super::sizes::Sizes;
use super::store::{Outcome, Store, event};

/// Something that takes values away when a variable it watches has changed.
#[derive(Debug, Clone)]
pub(crate) enum Propagator {
    /// Takes the value of this variable, once it has one, from all that must differ from it.
    Peers(VarId),
    /// [`Distinct::hidden`].
    Hidden(usize),
    /// A sum.
    Linear(Linear),
    /// A sum whose terms differ.
    DistinctSum(DistinctSum),
    /// Groups of joined nodes.
    Groups(Groups),
    /// Groups whose labels are their sizes; the first explains what the second does.
    Sizes(Reasons, Sizes),
    /// What is there of a graph.
    Graph(Graph),
    /// What an automaton reads and says.
    Reading(Reader),
    /// Any other truth, its variables, and the reversible word that says it holds for good.
    Truth(BoolExpr, Vec<VarId>, u32),
}

impl Propagator {
    /// Returns whether a reason takes a walk through a graph or many trials, so that it is better kept.
    pub(crate) fn is_slow_to_explain(&self) -> bool {
        matches!(self, Self::DistinctSum(_) | Self::Groups(_) | Self::Sizes(..) | Self::Graph(_))
    }
}

/// A problem made ready for search. It is the same for all searches.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    /// The domains at the start.
    pub(crate) root: Store,
    /// The propagators, quick ones first.
    pub(crate) propagators: Vec<Propagator>,
    /// How many of them are quick: these run before all others.
    pub(crate) quick: usize,
    /// The groups that propagators name by position.
    pub(crate) distincts: Vec<Distinct>,
    /// For each variable, those that are never it plus a constant.
    pub(crate) peers: Vec<Vec<(VarId, i64)>>,
    /// Whether a statement was seen to be false.
    pub(crate) is_contradictory: bool,
    /// What a run of each propagator takes, in units of work: an estimate that is always the same.
    pub(crate) costs: Vec<u32>,
    /// For each variable, where its part of `wakes` starts.
    starts: Vec<u32>,
    /// Propagators with the events that wake them.
    wakes: Vec<(u32, u8)>,
}

impl Program {
    /// Returns the program of a problem, or `None` where a domain is too wide for bit sets.
    ///
    /// Guards are as free as other variables.
    pub(crate) fn new(csp: &Csp) -> Option<Self> {
        let mut builder = Builder::of(csp)?;
        builder.distinct_sums();
        builder.implied_sums();
        Some(builder.finish())
    }

    /// Returns the program of a problem of which all guards hold, to draw from it.
    ///
    /// What a sum is is open until all is drawn, so sums whose terms differ would say next to nothing.
    pub(crate) fn of_all_rules(csp: &Csp) -> Option<Self> {
        let mut program = Builder::of(csp)?.finish();
        for (guard, _) in &csp.guards {
            program.is_contradictory |= program.root.assign(*guard, 1).is_err();
        }
        while program.root.pop_change().is_some() {}
        program.root.commit();
        Some(program)
    }

    /// Returns the same program with other domains at the start.
    pub(crate) fn starting_from(&self, root: Store) -> Self {
        Self { root, ..self.clone() }
    }

    /// Returns whether nothing is said but what differs and how large groups of equal labels are: a dead
    /// end is found in no time.
    pub(crate) fn is_light(&self) -> bool {
        let is_light = |propagator: &Propagator| {
            matches!(
                propagator,
                Propagator::Peers(_) | Propagator::Hidden(_) | Propagator::Sizes(..)
            )
        };
        self.propagators.iter().all(is_light)
    }

    /// Returns the propagators that watch `var` and the events they wait for.
    pub(crate) fn wakes(&self, var: usize) -> &[(u32, u8)] {
        match self.starts.get(var + 1) {
            Some(end) => &self.wakes[self.starts[var] as usize..*end as usize],
            // A variable that was added to the store later.
            None => &[],
        }
    }

    /// Runs one propagator.
    pub(crate) fn run(&self, index: u32, store: &mut Store) -> Outcome {
        match &self.propagators[index as usize] {
            Propagator::Peers(var) => {
                let Some(value) = store.value(*var) else { return Ok(()) };
                for (other, add) in &self.peers[var.index()] {
                    if let Some(value) = value.checked_add(*add) {
                        store.remove(*other, value)?;
                    }
                }
                Ok(())
            }
            Propagator::Hidden(group) => self.distincts[*group].hidden(store),
            Propagator::Linear(sum) => sum.propagate(store),
            Propagator::DistinctSum(sum) => sum.propagate(store),
            Propagator::Groups(groups) => groups.propagate(store),
            Propagator::Sizes(_, sizes) => sizes.propagate(store),
            Propagator::Graph(graph) => graph.propagate(store),
            Propagator::Reading(reader) => reader.propagate(store),
            Propagator::Truth(expr, vars, holds) => {
                if store.cell(*holds) == 0 && narrow::enforce(store, expr, vars)? {
                    store.set_cell(*holds, 1);
                }
                Ok(())
            }
        }
    }
}

/// Looks at each node of a graph or group, and at each term of what is not read off, in one run.
const PER_NODE: usize = 10;
const PER_TERM: usize = 10;

struct Builder {
    root: Store,
    quick: Vec<Propagator>,
    slow: Vec<Propagator>,
    distincts: Vec<Distinct>,
    peers: Vec<Vec<(VarId, i64)>>,
    contradictory: bool,
}

impl Builder {
    /// Returns what the statements of a problem say, or `None` where a domain is too wide for bit sets.
    fn of(csp: &Csp) -> Option<Self> {
        let root = Store::new(csp.vars.iter().map(|var| &var.domain))?;
        let mut builder = Self {
            root,
            quick: Vec::new(),
            slow: Vec::new(),
            distincts: Vec::new(),
            peers: vec![Vec::new(); csp.vars.len()],
            contradictory: false,
        };
        for (stmt, _) in &csp.stmts {
            match stmt {
                Stmt::Hold(expr) => builder.hold(expr),
                Stmt::Global(Global::Components(components)) => {
                    let sizes = Sizes::new(&mut builder.root, components);
                    builder.slow.push(match Reasons::new(components).zip(sizes) {
                        Some((reasons, sizes)) => Propagator::Sizes(reasons, sizes),
                        None => {
                            let groups = Groups::new(&builder.root, components);
                            Propagator::Groups(groups.with_memory(&mut builder.root))
                        }
                    });
                }
                Stmt::Global(Global::Reading(reading)) => {
                    builder.slow.push(Propagator::Reading(Reader::new(reading)));
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
            BoolExpr::Graph(graph) => self.slow.push(Propagator::Graph(Graph::new(graph))),
            BoolExpr::Not(_) | BoolExpr::Or(_) | BoolExpr::Iff(..) => self.truth(expr),
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
            && let Some(group) = Distinct::new(&self.root, &terms)
        {
            self.slow.push(Propagator::Hidden(self.distincts.len()));
            self.distincts.push(group);
        }
    }

    /// Says that `a` is not `b` plus a constant.
    fn apart(&mut self, a: VarId, b: VarId, add: i64) {
        self.peers[b.index()].push((a, add));
        self.peers[a.index()].push((b, -add));
    }

    /// Adds the propagator of a comparison of sums of variables; not `Some(true)` where it is none.
    fn sum(&mut self, op: CompareOp, a: &IntExpr, b: &IntExpr) -> Option<bool> {
        let mut terms = Vec::new();
        let mut constant = 0_i64;
        let is_truth = |var| self.root.min(var) >= 0 && self.root.max(var) <= 1;
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
        let rest = constant.checked_neg()?;
        if op == CompareOp::Ne
            && let [(1, a), (-1, b)] | [(-1, b), (1, a)] = terms[..]
        {
            rest.checked_neg()?;
            self.apart(a, b, rest);
            return Some(true);
        }
        let goal = match op {
            CompareOp::Eq => Goal::Within(rest, rest),
            CompareOp::Ne => Goal::Not(rest),
            CompareOp::Le => Goal::Within(-Linear::OPEN, rest),
            CompareOp::Lt => Goal::Within(-Linear::OPEN, rest.checked_sub(1)?),
            CompareOp::Ge => Goal::Within(rest, Linear::OPEN),
            CompareOp::Gt => Goal::Within(rest.checked_add(1)?, Linear::OPEN),
        };
        let sum = Linear::new(&self.root, terms, goal)?;
        self.quick.push(Propagator::Linear(sum));
        Some(true)
    }

    /// Adds what follows from sums together with their terms being different.
    fn distinct_sums(&mut self) {
        let are_apart = |a: &VarId, b: &VarId| self.peers[a.index()].contains(&(*b, 0));
        let of_sum = |propagator: &Propagator| {
            let Propagator::Linear(sum) = propagator else { return None };
            let sum = sum.plain()?;
            let mut pairs = sum.vars.iter().enumerate().flat_map(|(at, a)| {
                let later = sum.vars[at + 1..].iter();
                later.map(move |b| (a, b))
            });
            if !pairs.all(|(a, b)| are_apart(a, b)) {
                return None;
            }
            DistinctSum::new(&self.root, &sum).map(Propagator::DistinctSum)
        };
        let sums: Vec<Propagator> = self.quick.iter().filter_map(of_sum).collect();
        self.slow.splice(0..0, sums);
    }

    /// Adds what follows from several sums together.
    fn implied_sums(&mut self) {
        let of_sum = |propagator: &Propagator| match propagator {
            Propagator::Linear(sum) => sum.plain(),
            _ => None,
        };
        // Of sums of truths alone, clauses say as much.
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
        let vars = expr.vars();
        let cell = self.root.add_cells(1);
        self.slow.push(Propagator::Truth(expr.clone(), vars, cell));
    }

    fn finish(mut self) -> Program {
        for (index, peers) in self.peers.iter_mut().enumerate() {
            peers.sort_unstable();
            peers.dedup();
            if !peers.is_empty() {
                self.quick.push(Propagator::Peers(VarId(index as u32)));
            }
        }
        let quick = self.quick.len();
        let mut propagators = self.quick;
        propagators.append(&mut self.slow);
        let mut lists = vec![Vec::new(); self.root.var_count()];
        for (index, propagator) in propagators.iter().enumerate() {
            let index = index as u32;
            let mut watch = |var: VarId, events: u8| lists[var.index()].push((index, events));
            match propagator {
                Propagator::Peers(var) => watch(*var, event::FIXED),
                Propagator::Hidden(group) => {
                    self.distincts[*group].vars().for_each(|var| watch(var, event::DOMAIN));
                }
                Propagator::Linear(sum) => sum.vars().for_each(|var| watch(var, sum.events())),
                Propagator::DistinctSum(sum) => {
                    sum.vars().for_each(|var| watch(var, event::DOMAIN));
                }
                Propagator::Groups(groups) => {
                    groups.vars().into_iter().for_each(|var| watch(var, event::DOMAIN));
                }
                Propagator::Sizes(_, sizes) => {
                    sizes.vars().iter().for_each(|var| watch(*var, event::DOMAIN));
                }
                Propagator::Reading(reader) => {
                    reader.vars().for_each(|var| watch(var, event::DOMAIN));
                }
                Propagator::Graph(graph) => {
                    graph.vars().for_each(|var| watch(var, event::DOMAIN));
                }
                Propagator::Truth(_, vars, _) => {
                    vars.iter().for_each(|var| watch(*var, event::DOMAIN));
                }
            }
        }
        let mut starts = vec![0];
        let mut wakes = Vec::new();
        for list in &mut lists {
            list.dedup();
            wakes.append(list);
            starts.push(wakes.len() as u32);
        }
        self.root.commit();
        let looked_at = |index: usize| match &propagators[index] {
            Propagator::Peers(var) => self.peers[var.index()].len(),
            Propagator::Hidden(group) => self.distincts[*group].vars().count(),
            Propagator::Linear(sum) => sum.vars().count(),
            Propagator::DistinctSum(sum) => PER_TERM * sum.vars().count(),
            Propagator::Groups(groups) => PER_NODE * groups.vars().len(),
            Propagator::Sizes(_, sizes) => PER_NODE * sizes.vars().len(),
            Propagator::Graph(graph) => PER_NODE * graph.vars().count(),
            Propagator::Reading(reader) => reader.step_count(),
            Propagator::Truth(_, vars, _) => PER_TERM * vars.len(),
        };
        let costs = (0..propagators.len()).map(|index| looked_at(index) as u32 + 1).collect();
        Program {
            costs,
            root: self.root,
            propagators,
            quick,
            distincts: self.distincts,
            peers: self.peers,
            is_contradictory: self.contradictory,
            starts,
            wakes,
        }
    }
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
        IntExpr::FromBool(truth) => match **truth {
            BoolExpr::Lit(Lit { var, value, is }) if is_truth(var) && matches!(value, 0 | 1) => {
                // `1 - x` where the truth is "x is 0", or "x is not 1".
                let is_opposite = (value == 0) == is;
                let sign = if is_opposite { factor.checked_neg()? } else { factor };
                terms.push((sign, var));
                let add = if is_opposite { factor } else { 0 };
                *constant = constant.checked_add(add)?;
            }
            _ => return None,
        },
        _ => return None,
    }
    Some(())
}
