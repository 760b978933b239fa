//! Features of a puzzle, and the level that they put it in.

use crate::model::eval::{FaultAt, Scope};
use crate::model::function::Fault;
use crate::model::puzzle::PuzzleState;
use crate::model::value::Value;

/// Returns the values of the first `count` features, in order. `values` are the stored values of
/// the solution. A feature of nothing (the mean of no numbers) is 0.
///
/// # Errors
/// Where a feature looks at something that is not at hand, or overflows.
pub fn features(
    puzzle: &PuzzleState<'_>,
    values: &[i64],
    count: usize,
) -> Result<Vec<Value>, FaultAt> {
    let instance = puzzle.instance;
    let mut known: Vec<Value> = Vec::with_capacity(count);
    for feature in &instance.definition.features[..count] {
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
