//! Compiles flat constraints into the model that is solved stepwise.

use std::collections::BTreeSet;

use puzgen_base::ops::CompareOp;
use puzgen_csp::{Assignment, BoolExpr, Csp, Global, Stmt, VarId, eval::eval_bool};
use puzgen_model::instance::Instance;
use puzgen_search::propagators::Propagator;
use puzgen_search::store::Store;
use puzgen_search::{distinct_sum, plain};
use puzgen_vocabulary::lower::Lowered;

use super::clues::{self, WholeTables};
use super::definitions::Definitions;
use super::joined;
use super::model::{Group, ModelStatement, Peer, StatementKind, StepwiseModel, VarSets};
use super::sizes::SizesRule;
use super::state::SolveState;
use super::table::TupleTable;

/// The widest span of values that is solved stepwise in any case, in words of 64 bits.
const MOST_WORDS: usize = 64;
/// The same where there are few variables, and the most words of all of them together; a value has 16 bits.
const MOST_WORDS_OF_FEW: usize = 1 << 10;
const MOST_WORDS_TOGETHER: usize = 1 << 17;
/// A statement with at most so many combinations of values is propagated through its tuples.
const MOST_TUPLES: u64 = 2048;

struct ModelBuilder<'a> {
    csp: &'a Csp,
    model: StepwiseModel,
    /// What statements say beside differences, with the position of each statement.
    truths: Vec<(usize, &'a BoolExpr)>,
    is_possible: bool,
}

/// Returns a variable with the value that is farthest from the others, where values are too far apart.
pub(super) fn too_far(csp: &Csp) -> Option<VarId> {
    let spans = csp.vars.iter().map(|var| (var.domain.min(), var.domain.max()));
    let (min, max) =
        spans.clone().reduce(|(low, high), (min, max)| (low.min(min), high.max(max)))?;
    let words = max.checked_sub(min).and_then(|span| usize::try_from(span).ok());
    let words = words.map_or(usize::MAX, |span| span / 64 + 1);
    let are_few = words.saturating_mul(csp.vars.len()) <= MOST_WORDS_TOGETHER;
    if words <= MOST_WORDS || words <= MOST_WORDS_OF_FEW && are_few {
        return None;
    }
    let size = |(low, high): (i64, i64)| low.unsigned_abs().max(high.unsigned_abs());
    let farthest = spans.enumerate().max_by_key(|(at, span)| (size(*span), std::cmp::Reverse(*at)));
    farthest.map(|(at, _)| VarId(at as u32))
}

/// Returns the model of a problem, or `None` where its values are too far apart.
pub(super) fn compile(instance: &Instance<'_>, lowered: &Lowered) -> Option<StepwiseModel> {
    let csp = &lowered.csp;
    if too_far(csp).is_some() {
        return None;
    }
    let base = csp.vars.iter().map(|var| var.domain.min()).min().unwrap_or(0);
    let last = csp.vars.iter().map(|var| var.domain.max()).max().unwrap_or(0);
    let words = usize::try_from(last.checked_sub(base)?.checked_add(1)?).ok()?.div_ceil(64);
    let mut root = SolveState::new(csp.vars.len(), words);
    for (var, declared) in csp.vars.iter().enumerate() {
        declared.domain.iter().for_each(|value| root.allow(var as u32, (value - base) as u32));
    }
    let mut is_answer = vec![false; csp.vars.len()];
    csp.answers.iter().for_each(|var| is_answer[var.index()] = true);
    let model = StepwiseModel {
        seen: root.clone(),
        root,
        base,
        peers: vec![Vec::new(); csp.vars.len()],
        doubles: vec![Vec::new(); csp.vars.len()],
        groups: Vec::new(),
        groups_of: vec![Vec::new(); csp.vars.len()],
        full_groups_of: Vec::new(),
        group_words: 0,
        places_of: Vec::new(),
        widest: 0,
        sets: VarSets::default(),
        statements: Vec::new(),
        statements_of: vec![Vec::new(); csp.vars.len()],
        has_sizes: false,
        is_answer,
        sources: Vec::new(),
        store: Store::new(csp.vars.iter().map(|var| &var.domain))?,
    };
    let mut builder = ModelBuilder { csp, model, truths: Vec::new(), is_possible: true };
    let definitions = Definitions::of(csp, lowered.value_vars.len());
    let mut wholes = clues::wholes(instance, lowered, &definitions);
    // What must differ is known before the other statements, which are seen together with it.
    for (position, (stmt, origin)) in csp.stmts.iter().enumerate() {
        builder.model.sources.push(*origin);
        match stmt {
            Stmt::Hold(expr) if !wholes.covered.contains(&position) => builder.differences(expr),
            _ => {}
        }
    }
    builder.sort_peers();
    builder.join(&mut wholes, lowered, &definitions);
    let mut truths = std::mem::take(&mut builder.truths).into_iter().peekable();
    for (position, (stmt, _)) in csp.stmts.iter().enumerate() {
        let own =
            std::iter::from_fn(|| truths.next_if(|(of, _)| *of == position)).collect::<Vec<_>>();
        if let Some((vars, rows)) = wholes.tables.get(&position) {
            builder.whole(position, vars, rows);
        }
        match stmt {
            _ if wholes.covered.contains(&position) => {}
            Stmt::Hold(_) => {
                own.into_iter().for_each(|(_, expr)| builder.add_truth(position, expr))
            }
            Stmt::Global(global) => builder.global(position, stmt, global),
        }
    }
    builder.mark_defined_clues(lowered);
    builder.model.note_full_groups();
    builder.is_possible.then_some(builder.model)
}

impl<'a> ModelBuilder<'a> {
    fn source(&self) -> u32 {
        self.model.sources.len() as u32 - 1
    }

    /// Sorts what must differ, and keeps what several statements say once.
    fn sort_peers(&mut self) {
        for (peers, doubles) in self.model.peers.iter_mut().zip(&mut self.model.doubles) {
            peers.sort_unstable();
            let mut last = None;
            peers.retain(|peer| {
                let is_new = last.replace((peer.var, peer.add)) != Some((peer.var, peer.add));
                if !is_new {
                    doubles.push(*peer);
                }
                is_new
            });
        }
    }

    /// Finds the statements that are seen together with what must differ.
    fn join(&self, wholes: &mut WholeTables, lowered: &Lowered, definitions: &Definitions<'_>) {
        let mut positions = BTreeSet::new();
        for (position, expr) in &self.truths {
            let is_helper = |var: &VarId| definitions.by_var.contains_key(var);
            let helpers = expr.vars().iter().filter(|var| is_helper(var)).count();
            let is_table = self.combinations(&expr.vars()).is_some();
            if helpers > 1 || !is_table && self.distinct_sum(expr).is_none() {
                positions.insert(*position);
            }
        }
        joined::join(wholes, lowered, definitions, &self.model.peers, &positions);
    }

    /// Returns a sum whose terms must all differ.
    fn distinct_sum(&self, expr: &BoolExpr) -> Option<Propagator> {
        let are_apart = |a: VarId, b: VarId| {
            self.model.peers[a.index()].iter().any(|peer| (peer.var, peer.add) == (b.0, 0))
        };
        distinct_sum(&self.model.store, expr, are_apart)
    }

    fn global(&mut self, position: usize, stmt: &Stmt, global: &Global) {
        let mut vars = Vec::new();
        stmt.for_each_var(&mut |var| vars.push(var.0));
        let sizes = if let Global::Components(groups) = global {
            SizesRule::new(groups, self.model.base, &self.model.root)
        } else {
            None
        };
        let whole = || Propagator::without_memory(global, &self.model.store);
        let kind = sizes.map_or_else(|| StatementKind::Whole(vec![whole()]), StatementKind::Sizes);
        self.add_statement(position, vars, kind);
    }

    /// Adds the differences that a statement says, and puts aside what else it says.
    fn differences(&mut self, expr: &'a BoolExpr) {
        match expr {
            BoolExpr::And(parts) => parts.iter().for_each(|part| self.differences(part)),
            BoolExpr::Const(truth) => self.is_possible &= truth,
            BoolExpr::Distinct(terms) => {
                match terms.iter().map(plain).collect::<Option<Vec<_>>>() {
                    Some(terms) if self.distinct(&terms) => {}
                    _ => self.truths.push((self.source() as usize, expr)),
                }
            }
            BoolExpr::Compare(CompareOp::Ne, a, b) => match (plain(a), plain(b)) {
                (Some(a), Some(b)) if a.0 != b.0 && self.apart(a, b) => {}
                _ => self.truths.push((self.source() as usize, expr)),
            },
            _ => self.truths.push((self.source() as usize, expr)),
        }
    }

    fn apart(&mut self, (a, add_a): (VarId, i64), (b, add_b): (VarId, i64)) -> bool {
        let Some(add) = add_a.checked_sub(add_b) else { return false };
        let Some(back) = add.checked_neg() else { return false };
        let source = self.source();
        self.model.peers[a.index()].push(Peer { var: b.0, add, source });
        self.model.peers[b.index()].push(Peer { var: a.0, add: back, source });
        true
    }

    fn distinct(&mut self, terms: &[(VarId, i64)]) -> bool {
        let mut vars: Vec<u32> = terms.iter().map(|(var, _)| var.0).collect();
        vars.sort_unstable();
        vars.dedup();
        if vars.len() < terms.len() {
            return false;
        }
        for (index, a) in terms.iter().enumerate() {
            if !terms[index + 1..].iter().all(|b| self.apart(*a, *b)) {
                return false;
            }
        }
        let is_plain = terms.iter().all(|(_, add)| *add == 0);
        if terms.len() > 2 && terms.len() <= 64 && is_plain {
            let mut values: Vec<u32> =
                vars.iter().flat_map(|var| self.model.root.values(*var)).collect();
            values.sort_unstable();
            values.dedup();
            if values.len() <= 64 {
                let group = self.model.groups.len() as u32;
                vars.iter().for_each(|var| self.model.groups_of[*var as usize].push(group));
                let is_full = values.len() == vars.len();
                let source = self.source();
                let mut mask = vec![0; self.model.root.words()];
                for value in &values {
                    mask[*value as usize / 64] |= 1 << (value % 64);
                }
                self.model.groups.push(Group { vars, values, mask, is_full, source });
            }
        }
        true
    }

    /// Adds a statement as a table.
    fn whole(&mut self, position: usize, vars: &[VarId], rows: &[i64]) {
        let value = |value: &i64| (value - self.model.base) as u16;
        let table = self.table(rows.iter().map(value).collect(), vars);
        self.add_statement(position, vars.iter().map(|var| var.0).collect(), table);
    }

    /// Returns how many combinations of values some variables have, if these are few enough for a table.
    fn combinations(&self, vars: &[VarId]) -> Option<u64> {
        let sizes = vars.iter().map(|var| self.csp.domain(*var).size());
        Some(sizes.fold(1, u64::saturating_mul)).filter(|number| *number <= MOST_TUPLES)
    }

    fn add_truth(&mut self, position: usize, expr: &BoolExpr) {
        let ids = expr.vars();
        let kind = match self.combinations(&ids) {
            Some(_) => self.table(self.tuples(expr, &ids), &ids),
            None => {
                // A sum whose terms differ leaves it to the sum by itself to find the last term.
                let all = self.distinct_sum(expr).into_iter();
                let by_itself = Propagator::of_alike(expr, &self.model.store);
                StatementKind::Whole(all.chain([by_itself]).collect())
            }
        };
        self.add_statement(position, ids.iter().map(|var| var.0).collect(), kind);
    }

    /// Returns all combinations of values that make `expr` true, one after the other.
    fn tuples(&self, expr: &BoolExpr, ids: &[VarId]) -> Vec<u16> {
        let mut assignment: Assignment = vec![0; self.csp.vars.len()];
        let domains: Vec<Vec<i64>> =
            ids.iter().map(|var| self.csp.domain(*var).iter().collect()).collect();
        let mut position = vec![0; ids.len()];
        let mut tuples = Vec::new();
        loop {
            for ((var, domain), at) in ids.iter().zip(&domains).zip(&position) {
                assignment[var.index()] = domain[*at];
            }
            if eval_bool(expr, &assignment) {
                let value = |var: &VarId| (assignment[var.index()] - self.model.base) as u16;
                tuples.extend(ids.iter().map(value));
            }
            let Some(next) =
                (0..ids.len()).rfind(|index| position[*index] + 1 < domains[*index].len())
            else {
                return tuples;
            };
            position[next] += 1;
            position[next + 1..].fill(0);
        }
    }

    fn add_statement(&mut self, position: usize, mut vars: Vec<u32>, kind: StatementKind) {
        if vars.is_empty() {
            return; // a layout decides it
        }
        let statement = self.model.statements.len() as u32;
        self.model.has_sizes |= matches!(kind, StatementKind::Sizes(_));
        let source = position as u32;
        let scope = vars.clone();
        vars.sort_unstable();
        vars.dedup();
        vars.iter().for_each(|var| self.model.statements_of[*var as usize].push(statement));
        self.model.statements.push(ModelStatement {
            vars: scope,
            kind,
            source,
            defined_clue: None,
        });
    }

    /// Returns a table without the tuples in which two variables are equal that must differ: a person who looks at an
    /// inequality between two squares of a row, or at a sum within a box, takes that into account, too.
    fn table(&self, mut tuples: Vec<u16>, vars: &[VarId]) -> StatementKind {
        let mut apart = Vec::new();
        for (index, var) in vars.iter().enumerate() {
            for peer in &self.model.peers[var.index()] {
                let other = vars.iter().position(|var| var.0 == peer.var);
                apart.extend(other.map(|other| (index, other, peer.add)));
            }
        }
        let fits = |tuple: &[u16]| {
            apart.iter().all(|(a, b, add)| i64::from(tuple[*a]) + add != i64::from(tuple[*b]))
        };
        if !apart.is_empty() {
            let fitting = tuples.chunks_exact(vars.len()).filter(|tuple| fits(tuple));
            tuples = fitting.flatten().copied().collect();
        }
        StatementKind::Table(TupleTable::new(&tuples, vars.len()))
    }

    /// Marks statements that define one clue that no other statement mentions: nothing follows from
    /// them unless the clue is shown. A statement that defines several clues is left out.
    fn mark_defined_clues(&mut self, lowered: &Lowered) {
        for var in &lowered.fact_vars {
            if !self.model.is_answer[var.index()]
                && self.model.peers[var.index()].is_empty()
                && let [statement] = self.model.statements_of[var.index()][..]
                && !self.model.statements[statement as usize].kind.is_of_several()
            {
                self.model.statements[statement as usize].defined_clue = Some(var.0);
            }
        }
    }
}
