//! Statements that are seen together with what must differ among their own places, as tables.
//!
//! A person who looks at how many houses can be seen along a row goes through the arrangements of different
//! heights, and not through those of any heights. So where some variables of a statement must differ, and the
//! statement has few arrangements in which they do, these are what it is propagated by. Helpers that a statement
//! goes through are seen through: their values follow from the arrangement.

use std::collections::{BTreeMap, BTreeSet};

use puzgen_csp::eval::eval_bool;
use puzgen_csp::{BoolExpr, Domain, Stmt, VarId};
use puzgen_vocabulary::lower::Lowered;

use super::clues::WholeTables;
use super::definitions::Definitions;
use super::model::Peer;

/// The most arrangements of a statement that a person would go through: those of seven places and values.
const MOST_ARRANGEMENTS: u64 = 5_040;

/// A statement, by what is chosen for it and what follows from the choice.
struct Arrangements<'a> {
    definitions: &'a Definitions<'a>,
    peers: &'a [Vec<Peer>],
    /// What is chosen.
    free: Vec<VarId>,
    /// The helpers that have a value once so many are chosen, each behind those that it needs itself.
    helpers: Vec<Vec<VarId>>,
    end: End<'a>,
}

/// What an arrangement is looked at for.
enum End<'a> {
    /// The value of this clue.
    Clue(VarId),
    /// Whether this holds.
    Holds(&'a BoolExpr),
}

/// Adds those of the statements at `positions` to `wholes` that are seen together with what must differ.
pub(super) fn join(
    wholes: &mut WholeTables,
    lowered: &Lowered,
    definitions: &Definitions<'_>,
    peers: &[Vec<Peer>],
    positions: &BTreeSet<usize>,
) {
    let facts: BTreeSet<VarId> = lowered.fact_vars.iter().copied().collect();
    let defined: BTreeMap<usize, VarId> =
        definitions.by_var.iter().map(|(var, (position, _))| (*position, *var)).collect();
    let mut helpers = BTreeSet::new();
    for position in positions.iter().copied() {
        let Stmt::Hold(truth) = &lowered.csp.stmts[position].0 else { continue };
        let end = match defined.get(&position) {
            Some(var) if facts.contains(var) => End::Clue(*var),
            Some(_) => continue,
            None => End::Holds(truth),
        };
        let Some(arrangements) = Arrangements::new(definitions, peers, end, &facts) else {
            continue;
        };
        if let Some((vars, rows)) = arrangements.rows() {
            wholes.tables.insert(position, (vars, rows));
            wholes.covered.insert(position);
            helpers.extend(arrangements.helpers.into_iter().flatten());
        }
    }
    wholes.cover(&helpers, definitions);
}

impl<'a> Arrangements<'a> {
    /// Returns the arrangements of a statement; `None` where a helper of it has no definition or is a clue.
    fn new(
        definitions: &'a Definitions<'a>,
        peers: &'a [Vec<Peer>],
        end: End<'a>,
        facts: &BTreeSet<VarId>,
    ) -> Option<Self> {
        let (mut helpers, mut free) = (Vec::new(), BTreeSet::new());
        match end {
            End::Clue(var) => definitions.expand(var, &mut helpers, &mut free)?,
            End::Holds(truth) => {
                for var in truth.vars() {
                    if var.index() < definitions.stored || facts.contains(&var) {
                        free.insert(var);
                    } else if !helpers.contains(&var) {
                        definitions.expand(var, &mut helpers, &mut free)?;
                        helpers.push(var);
                    }
                }
            }
        }
        if helpers.iter().any(|helper| facts.contains(helper)) {
            return None;
        }
        let free: Vec<VarId> = free.into_iter().collect();
        let mut depths: BTreeMap<VarId, usize> =
            free.iter().enumerate().map(|(at, var)| (*var, at + 1)).collect();
        let mut by_depth = vec![Vec::new(); free.len() + 1];
        for helper in helpers {
            let parts = definitions.parts(helper)?;
            let depth = parts.iter().filter_map(|part| depths.get(part)).copied().max()?;
            depths.insert(helper, depth);
            by_depth[depth].push(helper);
        }
        Some(Self { definitions, peers, free, helpers: by_depth, end })
    }

    fn domain(&self, var: VarId) -> &Domain {
        self.definitions.csp.domain(var)
    }

    /// Returns the variables and all combinations of their values in which those differ that must, one after
    /// the other; `None` where none must differ, or there are too many.
    fn rows(&self) -> Option<(Vec<VarId>, Vec<i64>)> {
        // For each variable, which earlier ones must differ from it, and by what offset.
        let position = |var: u32| self.free.iter().position(|other| other.0 == var);
        let earlier = |(at, var): (usize, &VarId)| -> Vec<(usize, i64)> {
            let peers = self.peers[var.index()].iter();
            let peers = peers.filter_map(|peer| Some((position(peer.var)?, peer.add)));
            peers.filter(|(other, _)| *other < at).collect()
        };
        let apart: Vec<Vec<(usize, i64)>> = self.free.iter().enumerate().map(earlier).collect();
        if apart.iter().all(Vec::is_empty) || self.most(&apart) > MOST_ARRANGEMENTS {
            return None;
        }
        let mut assignment = vec![0; self.definitions.csp.vars.len()];
        let mut rows = Vec::new();
        self.extend(0, &apart, &mut assignment, &mut rows)?;
        let mut vars = self.free.clone();
        vars.extend(if let End::Clue(var) = self.end { Some(var) } else { None });
        Some((vars, rows))
    }

    /// Returns a number that the arrangements are not more than.
    fn most(&self, apart: &[Vec<(usize, i64)>]) -> u64 {
        let sizes = self.free.iter().map(|var| self.domain(*var).size());
        let product = sizes.fold(1, u64::saturating_mul);
        let all_differ = apart
            .iter()
            .enumerate()
            .all(|(at, earlier)| (0..at).all(|other| earlier.contains(&(other, 0))));
        if !all_differ {
            return product;
        }
        let values = self.free.iter().flat_map(|var| self.domain(*var).iter().take(64));
        let values = values.collect::<BTreeSet<i64>>().len() as u64;
        let places = self.free.len() as u64;
        let different = (0..places).map(|taken| values.saturating_sub(taken));
        product.min(different.fold(1, u64::saturating_mul))
    }

    /// Adds the rows that begin with what is chosen; `None` where a helper has no value.
    fn extend(
        &self,
        chosen: usize,
        apart: &[Vec<(usize, i64)>],
        assignment: &mut Vec<i64>,
        rows: &mut Vec<i64>,
    ) -> Option<()> {
        let Some(var) = self.free.get(chosen) else {
            return self.finish(assignment, rows);
        };
        for value in self.domain(*var).iter() {
            let clashes =
                |(other, add): &(usize, i64)| assignment[self.free[*other].index()] == value + add;
            if apart[chosen].iter().any(clashes) {
                continue;
            }
            assignment[var.index()] = value;
            for helper in &self.helpers[chosen + 1] {
                assignment[helper.index()] = self.definitions.eval(*helper, assignment)?;
            }
            self.extend(chosen + 1, apart, assignment, rows)?;
        }
        Some(())
    }

    fn finish(&self, assignment: &[i64], rows: &mut Vec<i64>) -> Option<()> {
        let clue = match self.end {
            End::Clue(var) => Some((var, self.definitions.eval(var, assignment)?)),
            End::Holds(truth) if eval_bool(truth, assignment) => None,
            End::Holds(_) => return Some(()),
        };
        if clue.is_none_or(|(var, value)| self.domain(var).contains(value)) {
            rows.extend(self.free.iter().map(|var| assignment[var.index()]));
            rows.extend(clue.map(|(_, value)| value));
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use puzgen_base::ops::CompareOp;
    use puzgen_csp::eval::eval_stmt;
    use puzgen_csp::{Csp, IntExpr, Origin};

    use super::*;

    /// Returns "how many of three are larger than all before them" of numbers up to 4, of which the first two and
    /// the last two differ, and the peers of these.
    fn visible() -> (Csp, Vec<Vec<Peer>>) {
        let mut csp = Csp::new();
        let numbers = Domain::Range(1, 4);
        let x: Vec<VarId> = (0..3).map(|_| csp.var("x".to_owned(), numbers.clone())).collect();
        let define = |csp: &mut Csp, domain: Domain, equals: IntExpr| {
            let var = csp.var("helper".to_owned(), domain);
            let equal = BoolExpr::compare(CompareOp::Eq, IntExpr::Var(var), equals);
            csp.hold(equal, Origin::Introduced("test"));
            var
        };
        let seen = |a: VarId, b: VarId| {
            let (a, b) = (IntExpr::Var(a), IntExpr::Var(b));
            IntExpr::from_bool(BoolExpr::compare(CompareOp::Gt, a, b))
        };
        let largest = IntExpr::Max(vec![IntExpr::Var(x[0]), IntExpr::Var(x[1])]);
        let largest = define(&mut csp, numbers, largest);
        let second = define(&mut csp, Domain::Range(0, 1), seen(x[1], x[0]));
        let third = define(&mut csp, Domain::Range(0, 1), seen(x[2], largest));
        let sum = vec![(1, IntExpr::Var(second)), (1, IntExpr::Var(third))];
        define(&mut csp, Domain::Range(1, 2), IntExpr::Linear(sum, 1));
        let peer = |var: VarId| Peer { var: var.0, add: 0, source: 0 };
        let mut peers = vec![vec![peer(x[1])], vec![peer(x[0]), peer(x[2])], vec![peer(x[1])]];
        peers.resize(csp.vars.len(), Vec::new());
        (csp, peers)
    }

    #[test]
    fn rows_are_the_combinations_in_which_everything_holds() {
        let (csp, peers) = visible();
        let clue = VarId(csp.vars.len() as u32 - 1);
        let definitions = Definitions::of(&csp, 3);
        let end = End::Clue(clue);
        let facts = BTreeSet::from([clue]);
        let arrangements = Arrangements::new(&definitions, &peers, end, &facts).unwrap();
        let (vars, rows) = arrangements.rows().unwrap();
        assert_eq!(vars, [VarId(0), VarId(1), VarId(2), clue]);
        let mut expected = Vec::new();
        let sizes: Vec<i64> = csp.vars.iter().map(|var| var.domain.size() as i64).collect();
        for case in 0..sizes.iter().product() {
            let mut rest: i64 = case;
            let values = csp.vars.iter().zip(&sizes).map(|(var, size)| {
                let value = var.domain.min() + rest % size;
                rest /= size;
                value
            });
            let values: Vec<i64> = values.collect();
            let differ = values[0] != values[1] && values[1] != values[2];
            if differ && csp.stmts.iter().all(|(stmt, _)| eval_stmt(stmt, &values)) {
                expected.push(vars.iter().map(|var| values[var.index()]).collect::<Vec<i64>>());
            }
        }
        expected.sort_unstable();
        let rows: Vec<Vec<i64>> = rows.chunks(4).map(<[i64]>::to_vec).collect();
        assert_eq!(rows, expected);
        // 4 · 3 · 3 without those of which three are seen.
        assert_eq!(rows.len(), 36 - 4);
    }
}
