//! Values that single clues determine by themselves, such as the colour of a square that shows a number. Neither
//! rules nor other clues are needed for it.

use std::collections::BTreeMap;

use crate::lower::Lowered;
use puzgen_base::ops::CompareOp;
use puzgen_csp::eval::eval_bool;
use puzgen_csp::{BoolExpr, Csp, IntExpr, Lit, Origin, Stmt, VarId};

/// Statements about more combinations of values are not looked at.
const MOST_COMBINATIONS: usize = 4096;

/// A truth about two variables, or about one.
struct Relation<'c> {
    truth: &'c BoolExpr,
    vars: Vec<VarId>,
}

/// The values that variables can still have, of those that lost some.
type RemainingValues = BTreeMap<VarId, Vec<i64>>;

impl Lowered {
    /// Returns what each of these things given shows by itself of single values of the answer.
    pub fn at_once(&self, given: &[(usize, i64)]) -> Vec<Lit> {
        let csp = &self.csp;
        let mut left = RemainingValues::new();
        let mut news: Vec<VarId> = Vec::new();
        for (given, value) in given {
            let lit = self.fact_lit(*given, *value);
            let values: Option<Vec<i64>> = match lit.is {
                true => Some(vec![lit.value]),
                false => few(csp, lit.var).map(|mut all| {
                    all.retain(|value| lit.holds_for(*value));
                    all
                }),
            };
            if let Some(values) = values {
                left.insert(lit.var, values);
                news.push(lit.var);
            }
        }
        let links = links(csp);
        let is_answer = |var: VarId| csp.answers.contains(&var);
        let mut assignment = vec![0; csp.vars.len()];
        while let Some(var) = news.pop() {
            for link in links.get(&var).into_iter().flatten() {
                let Some(other) = link.vars.iter().copied().find(|other| *other != var) else {
                    continue;
                };
                let (Some(own), Some(before)) = (left.get(&var), values(csp, &left, other)) else {
                    continue;
                };
                if own.len() * before.len() > MOST_COMBINATIONS {
                    continue;
                }
                let mut after = before.clone();
                after.retain(|value| {
                    assignment[other.index()] = *value;
                    own.iter().any(|own| {
                        assignment[var.index()] = *own;
                        eval_bool(link.truth, &assignment)
                    })
                });
                if after.len() < before.len() && !after.is_empty() {
                    left.insert(other, after);
                    // What follows from a value that is to be found is no longer seen at once.
                    if !is_answer(other) {
                        news.push(other);
                    }
                }
            }
            for (other, values) in self.conditions(&links, var, &left) {
                left.insert(other, values);
                if !is_answer(other) {
                    news.push(other);
                }
            }
        }
        let mut lits = Vec::new();
        for (var, values) in left.into_iter().filter(|(var, _)| is_answer(*var)) {
            match values.as_slice() {
                [only] => lits.push(Lit::is(var, *only)),
                _ => {
                    let gone = csp.domain(var).iter().filter(|value| !values.contains(value));
                    lits.extend(gone.map(|value| Lit::is_not(var, value)));
                }
            }
        }
        lits
    }

    /// Returns what is left of single variables where the condition of the clue `fact` holds, if it is
    /// known to be there.
    fn conditions(
        &self,
        links: &BTreeMap<VarId, Vec<Relation<'_>>>,
        fact: VarId,
        left: &RemainingValues,
    ) -> Vec<(VarId, Vec<i64>)> {
        let csp = &self.csp;
        let mut found = Vec::new();
        for link in links.get(&fact).into_iter().flatten() {
            let Some((condition, number, nowhere)) = condition(link.truth, fact) else { continue };
            let Some(own) = left.get(&fact).filter(|values| !values.contains(&nowhere)) else {
                continue;
            };
            if let IntExpr::Var(var) = number
                && let Some(before) = values(csp, left, *var)
            {
                let mut after = before.clone();
                after.retain(|value| own.contains(value));
                if after.len() < before.len() && !after.is_empty() {
                    found.push((*var, after));
                }
            }
            let parts = match condition {
                BoolExpr::And(parts) => parts.as_slice(),
                other => std::slice::from_ref(other),
            };
            let mut assignment = vec![0; csp.vars.len()];
            for part in parts {
                let [var] = part.vars()[..] else { continue };
                let Some(before) = values(csp, left, var) else { continue };
                let mut after = before.clone();
                after.retain(|value| {
                    assignment[var.index()] = *value;
                    eval_bool(part, &assignment)
                });
                if after.len() < before.len() && !after.is_empty() {
                    found.push((var, after));
                }
            }
        }
        found
    }
}

/// Returns the condition of a partial clue, its number, and its value where the condition does not hold.
fn condition(truth: &BoolExpr, fact: VarId) -> Option<(&BoolExpr, &IntExpr, i64)> {
    match truth {
        BoolExpr::Compare(
            CompareOp::Eq,
            IntExpr::Var(var),
            IntExpr::If(condition, number, other),
        ) if *var == fact => match **other {
            IntExpr::Const(nowhere) => Some((condition, number, nowhere)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the meanings of clues and helpers by their variables: those of two variables, and those of
/// partial clues.
fn links(csp: &Csp) -> BTreeMap<VarId, Vec<Relation<'_>>> {
    let mut links: BTreeMap<VarId, Vec<Relation<'_>>> = BTreeMap::new();
    for (stmt, origin) in &csp.stmts {
        let (Stmt::Hold(truth), Origin::Introduced(_)) = (stmt, origin) else { continue };
        let vars = truth.vars();
        let fact = match truth {
            BoolExpr::Compare(_, IntExpr::Var(var), IntExpr::If(..)) => Some(*var),
            _ => None,
        };
        if vars.len() == 2 {
            for var in &vars {
                links.entry(*var).or_default().push(Relation { truth, vars: vars.clone() });
            }
        } else if let Some(fact) = fact {
            links.entry(fact).or_default().push(Relation { truth, vars: vec![fact] });
        }
    }
    links
}

fn few(csp: &Csp, var: VarId) -> Option<Vec<i64>> {
    let domain = csp.domain(var);
    (domain.size() <= MOST_COMBINATIONS as u64).then(|| domain.iter().collect())
}

fn values(csp: &Csp, left: &RemainingValues, var: VarId) -> Option<Vec<i64>> {
    left.get(&var).cloned().or_else(|| few(csp, var))
}
