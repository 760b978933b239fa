//! Features of a puzzle, and the level that they put it in.

use puzgen_model::definition::{Definition, Inputs, Learned, Member};
use puzgen_model::eval::{FaultAt, Scope};
use puzgen_model::expr::{Expr, ExprKind};
use puzgen_model::function::{Fault, Needs, PuzzleView as _};
use puzgen_model::puzzle::PuzzleState;
use puzgen_model::value::Value;

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

/// Returns whether an expression looks at the steps of a solution, directly or through features.
pub fn asks_steps(definition: &Definition, expr: &Expr) -> bool {
    asks_in(definition, expr, Needs::Steps)
}

/// Returns whether an expression uses a measure with this need, directly or through features.
pub fn asks_in(definition: &Definition, expr: &Expr, need: Needs) -> bool {
    let used = used_by(definition, [expr]);
    let features = definition.features.iter().zip(used).filter(|(_, used)| *used);
    let mut exprs = features.map(|(feature, _)| &feature.value).chain([expr]);
    exprs.any(|expr| uses(expr, need))
}

fn uses(expr: &Expr, need: Needs) -> bool {
    let mut found = match expr.kind {
        ExprKind::Measure(measure, _) => measure.needs == need,
        _ => false,
    };
    expr.for_each_child(&mut |child| found |= uses(child, need));
    found
}

/// Returns whether features, levels or `inputs` use a measure with this need.
pub fn asks(definition: &Definition, inputs: Option<&Inputs>, need: Needs) -> bool {
    let is_member = |member: &Member| match member {
        Member::Feature(_) => false,
        Member::Measure(measure) => measure.needs == need,
    };
    let by_member = learned(definition).into_iter().chain(inputs).any(|inputs| match inputs {
        Inputs::Steps => false,
        Inputs::Members(members) => members.iter().any(is_member),
    });
    let conditions = level_conditions(definition);
    let mut exprs = definition.features.iter().map(|feature| &feature.value).chain(conditions);
    by_member || exprs.any(|expr| uses(expr, need))
}

/// Returns which features the levels look at.
pub fn used_by_levels(definition: &Definition) -> Vec<bool> {
    let mut used = used_by(definition, level_conditions(definition));
    if let Some(Inputs::Members(members)) = learned(definition) {
        for member in members {
            let Member::Feature(position) = member else { continue };
            let through = used_by(definition, [&definition.features[*position].value]);
            used[*position] = true;
            used.iter_mut().zip(through).for_each(|(used, through)| *used |= through);
        }
    }
    used
}

/// Returns whether the levels look at a measure with this need, directly or through features.
pub fn levels_ask(definition: &Definition, need: Needs) -> bool {
    let by_model = match learned(definition) {
        Some(Inputs::Steps) => need == Needs::Steps,
        Some(Inputs::Members(members)) => members.iter().any(|member| match member {
            Member::Feature(_) => false,
            Member::Measure(measure) => measure.needs == need,
        }),
        None => false,
    };
    let features = definition.features.iter().zip(used_by_levels(definition));
    let features = features.filter(|(_, used)| *used).map(|(feature, _)| &feature.value);
    by_model || level_conditions(definition).chain(features).any(|expr| uses(expr, need))
}

fn level_conditions(definition: &Definition) -> impl Iterator<Item = &Expr> {
    let rules = definition.levels.iter().flat_map(|levels| &levels.rules);
    rules.filter_map(|(_, condition)| condition.as_ref())
}

/// Returns whether the model of the levels, or what `inputs` are for, looks at the measures of steps.
pub fn learns_from_steps(definition: &Definition, inputs: Option<&Inputs>) -> bool {
    learned(definition).into_iter().chain(inputs).any(|inputs| matches!(inputs, Inputs::Steps))
}

/// Returns what the model of the levels looks at.
fn learned(definition: &Definition) -> Option<&Inputs> {
    Some(&definition.levels.as_ref()?.model.as_ref()?.inputs)
}

/// Returns the values of the features, in order; none for those that are not `wanted`, and for those
/// that look at something that is not at hand, such as the steps of a puzzle with several solutions.
/// `values` are the stored values of the solution, if there is one. A feature of nothing (the mean of
/// no numbers) is 0.
///
/// # Errors
/// Where a feature overflows.
pub fn features(
    puzzle: &PuzzleState<'_>,
    values: Option<&[i64]>,
    wanted: impl Fn(usize) -> bool,
) -> Result<Vec<Option<Value>>, FaultAt> {
    let instance = puzzle.instance;
    let mut known: Vec<Option<Value>> = Vec::with_capacity(instance.definition.features.len());
    for (position, feature) in instance.definition.features.iter().enumerate() {
        if !wanted(position) {
            known.push(None);
            continue;
        }
        let mut scope = scope(puzzle, values, &known);
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
            Err(FaultAt { fault: Fault::Empty, .. }) => Some(Value::Int(0)),
            Err(FaultAt { fault: Fault::NotAtHand, .. }) => None,
            other => Some(other?),
        };
        known.push(value);
    }
    Ok(known)
}

fn scope<'a>(
    puzzle: &'a PuzzleState<'a>,
    values: Option<&'a [i64]>,
    features: &'a [Option<Value>],
) -> Scope<'a> {
    let scope = Scope::new(puzzle.instance).with_puzzle(puzzle).with_features(features);
    match values {
        Some(values) => scope.with_values(values),
        None => scope,
    }
}

/// Returns the level of a puzzle with these features: what the model says, or of the first rule that
/// holds. There is none where something is not at hand, or the columns are other ones than the
/// model's.
///
/// # Errors
/// Where a condition has no value.
pub fn level(
    puzzle: &PuzzleState<'_>,
    values: &[i64],
    features: &[Option<Value>],
) -> Result<Option<usize>, FaultAt> {
    let Some(levels) = &puzzle.instance.definition.levels else { return Ok(None) };
    if let Some(learned) = &levels.model {
        let numbers = numbers(puzzle, features, learned);
        return Ok(numbers.map(|numbers| learned.model.level(&numbers)));
    }
    let mut scope = scope(puzzle, Some(values), features);
    for (level, condition) in &levels.rules {
        let holds = match condition {
            Some(condition) => scope.eval_bool(condition),
            None => Ok(true),
        };
        match holds {
            Ok(true) => return Ok(Some(*level)),
            Ok(false) => {}
            Err(FaultAt { fault: Fault::NotAtHand, .. }) => return Ok(None),
            Err(at) => return Err(at),
        }
    }
    Ok(None)
}

/// Returns where between the levels a model puts a puzzle with these features: the position of a
/// level for one that is clearly of it. `None` where levels are no model's, or there is no level.
pub fn place(puzzle: &PuzzleState<'_>, features: &[Option<Value>]) -> Option<f64> {
    let learned = puzzle.instance.definition.levels.as_ref()?.model.as_ref()?;
    Some(learned.model.place(&numbers(puzzle, features, learned)?))
}

/// Returns the numbers for a model, where they are those that it was trained with.
fn numbers(
    puzzle: &PuzzleState<'_>,
    features: &[Option<Value>],
    learned: &Learned,
) -> Option<Vec<f64>> {
    let columns = columns(puzzle, features, &learned.inputs)?;
    let is_fitting = columns.iter().map(|(name, _)| name).eq(learned.model.columns.iter());
    is_fitting.then(|| columns.into_iter().map(|(_, value)| value).collect())
}

/// Returns the numbers that a model looks at, with their names; `None` where one is not at hand. A
/// truth is 0 or 1; a list has a column for each element, `name[1]` the first.
pub fn columns(
    puzzle: &PuzzleState<'_>,
    features: &[Option<Value>],
    inputs: &Inputs,
) -> Option<Vec<(String, f64)>> {
    let members = match inputs {
        Inputs::Steps => {
            let measures = puzzle.steps()?.measures.iter();
            return Some(measures.map(|(name, value)| ((*name).to_owned(), *value)).collect());
        }
        Inputs::Members(members) => members,
    };
    let mut columns = Vec::new();
    for member in members {
        let (name, value) = match member {
            Member::Feature(position) => {
                let name = puzzle.instance.definition.features[*position].name.as_str();
                (name, features.get(*position)?.clone()?)
            }
            Member::Measure(measure) => (measure.name, (measure.eval)(&[], puzzle).ok()?),
        };
        add_columns(name.to_owned(), &value, &mut columns)?;
    }
    Some(columns)
}

fn add_columns(name: String, value: &Value, columns: &mut Vec<(String, f64)>) -> Option<()> {
    match value {
        Value::Bool(truth) => columns.push((name, f64::from(u8::from(*truth)))),
        Value::List(list) => {
            for (position, item) in list.items.iter().enumerate() {
                add_columns(format!("{name}[{}]", position + 1), item, columns)?;
            }
        }
        other => columns.push((name, other.as_real()?)),
    }
    Some(())
}
