//! Features of a puzzle, and the level that they put it in.

use crate::model::definition::Definition;
use crate::model::eval::{FaultAt, Scope};
use crate::model::expr::{Expr, ExprKind};
use crate::model::function::Fault;
use crate::model::puzzle::PuzzleState;
use crate::model::value::Value;

/// Returns which features the expressions use, directly or through other features.
pub fn used_by<'e>(
    definition: &Definition,
    exprs: impl IntoIterator<Item = &'e Expr>,
) -> Vec<bool> {
    fn mark(definition: &Definition, expr: &Expr, used: &mut [bool]) {
        if let ExprKind::Feature(position) = expr.kind {
            let position = position as usize;
            if !std::mem::replace(&mut used[position], true) {
                mark(definition, &definition.features[position].value, used);
            }
        }
        expr.for_each_child(&mut |child| mark(definition, child, used));
    }
    let mut used = vec![false; definition.features.len()];
    exprs.into_iter().for_each(|expr| mark(definition, expr, &mut used));
    used
}

/// Returns the values of the features, in order; of those that are not `wanted`, 0. `values` are the stored values of
/// the solution. A feature of nothing (the mean of no numbers) is 0.
///
/// # Errors
/// Where a feature looks at something that is not at hand, or overflows.
pub fn features(
    puzzle: &PuzzleState<'_>,
    values: &[i64],
    wanted: impl Fn(usize) -> bool,
) -> Result<Vec<Value>, FaultAt> {
    let instance = puzzle.instance;
    let mut known: Vec<Value> = Vec::with_capacity(instance.definition.features.len());
    for (position, feature) in instance.definition.features.iter().enumerate() {
        if !wanted(position) {
            known.push(Value::Int(0));
            continue;
        }
        let mut scope =
            Scope::new(instance).with_values(values).with_puzzle(puzzle).with_features(&known);
        let value = match &feature.index {
            None => scope.eval(&feature.value),
            Some(binders) => {
                let mut items = Vec::new();
                scope
                    .for_each(binders, &mut |scope| {
                        items.push(scope.eval(&feature.value)?);
                        Ok(())
                    })
                    .map(|()| Value::list(items))
            }
        };
        let value = match value {
            Err(FaultAt { fault: Fault::Empty, .. }) => Value::Int(0),
            other => other?,
        };
        known.push(value);
    }
    Ok(known)
}

/// Returns the level of a puzzle with these features: of the first rule that holds.
///
/// # Errors
/// Where a condition has no value.
pub fn level(
    puzzle: &PuzzleState<'_>,
    values: &[i64],
    features: &[Value],
) -> Result<Option<usize>, FaultAt> {
    let Some(levels) = &puzzle.instance.definition.levels else { return Ok(None) };
    let mut scope =
        Scope::new(puzzle.instance).with_values(values).with_puzzle(puzzle).with_features(features);
    for (level, condition) in &levels.rules {
        let holds = match condition {
            Some(condition) => scope.eval_bool(condition)?,
            None => true,
        };
        if holds {
            return Ok(Some(*level));
        }
    }
    Ok(None)
}
