//! How far a puzzle is from the level that is asked for.
//!
//! Given a board and what is shown, a [`Guide`] says which level it has, by the functions of
//! `rate/`, and how far it is from the wanted one: by the model's own scale, or by how much the
//! numbers in the conditions of the levels would have to change.

use crate::conditions::broken_condition;
use crate::rate;
use puzgen_base::ops::CompareOp;
use puzgen_model::definition::Levels;
use puzgen_model::eval::{FaultAt, Scope};
use puzgen_model::expr::{Expr, ExprKind};
use puzgen_model::function::Needs;
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::PuzzleState;
use puzgen_model::value::Value;

/// The distance where the level is right and a condition does not hold, or where no numbers compare.
const DEFAULT_GAP: f64 = 1.0;

/// The least distance of a puzzle that is not as asked for.
const MIN_GAP: f64 = 1e-3;

/// A level that is asked for.
#[derive(Debug, Clone)]
pub(super) struct Guide {
    /// Its position.
    pub(super) level: usize,
    /// Whether no level is harder.
    pub(super) is_hardest: bool,
    /// The features that the levels look at.
    used: Vec<bool>,
    /// Whether they, or `keep` and `accept`, look at the steps of a solution.
    pub(super) asks_steps: bool,
    /// Whether they look at whether a clue can go.
    pub(super) asks_minimal: bool,
}

/// The level of a puzzle, and its distance from the one that is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Standing {
    /// Its level, if there is one.
    pub(super) level: Option<usize>,
    /// 0 for a puzzle that is as asked for, more for others.
    pub(super) distance: f64,
}

impl Guide {
    /// Returns the guide to a level of the definition.
    pub(super) fn new(instance: &Instance<'_>, level: usize) -> Self {
        let definition = instance.definition;
        let asks = |need: Needs| {
            let remove = &definition.remove;
            let mut conditions = remove.keep.iter().chain(&remove.accept);
            rate::levels_ask(definition, need)
                || conditions.any(|one| rate::asks_in(definition, &one.expr, need))
        };
        Self {
            level,
            is_hardest: definition
                .levels
                .as_ref()
                .is_some_and(|levels| level + 1 == levels.names.len()),
            used: rate::used_by_levels(definition),
            asks_steps: asks(Needs::Steps),
            asks_minimal: asks(Needs::Minimality),
        }
    }

    /// Returns whether clues have to be added.
    pub(super) fn is_too_hard(&self, standing: Standing) -> bool {
        standing.level.is_some_and(|level| level > self.level)
    }

    /// Evaluates a puzzle with one solution, `values`.
    pub(super) fn evaluate(
        &self,
        state: &PuzzleState<'_>,
        values: &[i64],
    ) -> Result<Standing, FaultAt> {
        let definition = state.instance.definition;
        let features = rate::features(state, Some(values), |position| self.used[position])?;
        let level = rate::level(state, values, &features)?;
        let Some((levels, found)) = definition.levels.as_ref().zip(level) else {
            return Ok(Standing { level, distance: f64::INFINITY });
        };
        let distance = if found == self.level {
            let remove = &definition.remove;
            let broken = match broken_condition(&remove.keep, state, values)? {
                Some(broken) => Some(broken),
                None => broken_condition(&remove.accept, state, values)?,
            };
            if broken.is_some() { DEFAULT_GAP } else { 0.0 }
        } else {
            let gap = match rate::place(state, &features) {
                Some(place) => (place - self.level as f64).abs(),
                None => self.gap_of_rules(levels, state, values, &features)?,
            };
            gap.max(MIN_GAP)
        };
        Ok(Standing { level, distance })
    }

    /// Returns the smallest change after which a rule of the level would be the first to hold.
    fn gap_of_rules(
        &self,
        levels: &Levels,
        state: &PuzzleState<'_>,
        values: &[i64],
        features: &[Option<Value>],
    ) -> Result<f64, FaultAt> {
        let scope = Scope::new(state.instance).with_puzzle(state).with_features(features);
        let mut scope = scope.with_values(values);
        // The change after which none of the rules before holds: the first that holds decides.
        let mut before = 0.0;
        let mut least = f64::INFINITY;
        for (level, condition) in &levels.rules {
            let (own, other) = match condition {
                Some(condition) => {
                    (gap(&mut scope, condition, true)?, gap(&mut scope, condition, false)?)
                }
                None => (0.0, f64::INFINITY),
            };
            if *level == self.level {
                least = least.min(before + own);
            } else {
                before += other;
            }
        }
        Ok(if least.is_finite() { least } else { DEFAULT_GAP })
    }
}

/// Returns by how much numbers have to change before a condition holds, or does not, as a share of
/// their size.
fn gap(scope: &mut Scope<'_>, expr: &Expr, wanted: bool) -> Result<f64, FaultAt> {
    match &expr.kind {
        ExprKind::Not(inner) => gap(scope, inner, !wanted),
        ExprKind::And(parts) | ExprKind::Or(parts) => {
            let gaps: Result<Vec<f64>, FaultAt> =
                parts.iter().map(|part| gap(scope, part, wanted)).collect();
            let is_all = matches!(expr.kind, ExprKind::And(_)) == wanted;
            Ok(joined(&gaps?, is_all))
        }
        ExprKind::Compare(first, rest) => {
            let mut left = scope.eval(first)?;
            let mut gaps = Vec::with_capacity(rest.len());
            for (op, right) in rest {
                let right = scope.eval(right)?;
                gaps.push(match (left.as_real(), right.as_real()) {
                    (Some(a), Some(b)) => gap_of(a, if wanted { *op } else { op.negated() }, b),
                    _ => return truth_gap(scope, expr, wanted),
                });
                left = right;
            }
            Ok(joined(&gaps, wanted))
        }
        _ => truth_gap(scope, expr, wanted),
    }
}

fn joined(gaps: &[f64], is_all: bool) -> f64 {
    match is_all {
        true => gaps.iter().sum(),
        false => gaps.iter().copied().fold(f64::INFINITY, f64::min),
    }
}

fn truth_gap(scope: &mut Scope<'_>, expr: &Expr, wanted: bool) -> Result<f64, FaultAt> {
    Ok(if scope.eval_bool(expr)? == wanted { 0.0 } else { DEFAULT_GAP })
}

fn gap_of(a: f64, op: CompareOp, b: f64) -> f64 {
    if op.holds(a, b) { 0.0 } else { ((a - b).abs() / (a.abs() + b.abs() + 1.0)).max(MIN_GAP) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_shrinks_towards_what_is_asked_for() {
        assert_eq!(gap_of(3.0, CompareOp::Le, 3.0), 0.0);
        assert!(gap_of(4.0, CompareOp::Lt, 4.0) > 0.0);
        assert!(gap_of(9.0, CompareOp::Le, 5.0) > gap_of(7.0, CompareOp::Le, 5.0));
        assert_eq!(joined(&[0.0, 0.5, 0.25], true), 0.75);
        assert_eq!(joined(&[0.5, 0.25], false), 0.25);
    }
}
