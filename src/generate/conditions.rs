//! What must hold while clues go and at the end: `keep`, `accept`, `until`, targets.
//!
//! Everything here is evaluated directly; the number of solutions, which only an engine can tell,
//! is `dig.rs`'s business.

use crate::features;
use crate::generate::dig::Dig;
use crate::generate::policy::{Plan, TargetSource};
use crate::model::definition::Condition;
use crate::model::eval::{FaultAt, Scope};
use crate::model::expr::Expr;
use crate::model::puzzle::PuzzleState;
use crate::model::value::{Value, format_real};
use crate::ops::CompareOp;
use crate::rate;

impl Dig<'_, '_, '_> {
    /// Returns the text of the first condition that does not hold; those that count solutions
    /// aside, which the engine answers for.
    pub(super) fn first_broken(
        &self,
        conditions: &[Condition],
        shown: &[bool],
    ) -> Result<Option<String>, FaultAt> {
        broken_condition(conditions, &self.state(shown, None), &self.values)
    }

    /// Returns the value that the target is about.
    fn target_value(&self, shown: &[bool]) -> Result<Option<(f64, CompareOp, f64)>, FaultAt> {
        let plan = &self.generator.plan;
        let steps = match plan.target_asks_steps && self.solutions == 1 {
            true => self.generator.steps(&self.facts, shown),
            false => None,
        };
        let state = PuzzleState { steps: steps.as_ref(), ..self.state(shown, None) };
        target_value(plan, &state, &self.values)
    }

    /// Returns whether removal is to stop here.
    pub(super) fn is_at_target(&self) -> Result<bool, FaultAt> {
        if let Some((value, op, number)) = self.target_value(&self.shown)? {
            return Ok(op.holds(value, number));
        }
        let until = &self.generator.instance.until;
        if until.is_empty() || self.generator.plan.target.is_some() {
            return Ok(false);
        }
        self.until_holds(&self.shown)
    }

    fn until_holds(&self, shown: &[bool]) -> Result<bool, FaultAt> {
        until_holds(&self.state(shown, None), &self.values)
    }

    /// Returns whether a step would jump over an exact target: `empties = 50` from 49 to 51.
    pub(super) fn overshoots(&self, shown: &[bool]) -> Result<bool, FaultAt> {
        let Some((before, CompareOp::Eq, number)) = self.target_value(&self.shown)? else {
            return Ok(false);
        };
        let Some((after, ..)) = self.target_value(shown)? else { return Ok(false) };
        Ok((before < number && after > number) || (before > number && after < number))
    }

    /// Returns what is asked for at the end and does not hold.
    pub(super) fn missing(&self) -> Result<Option<String>, FaultAt> {
        let plan = &self.generator.plan;
        let remove = &self.generator.instance.definition.remove;
        if self.solutions < plan.solutions.at_least {
            let (found, wanted) = (self.solutions, plan.solutions.at_least);
            return Ok(Some(format!("{wanted} solutions were not reached (the last has {found})")));
        }
        if let Some((target, _)) = &plan.target {
            if !self.is_at_target()? {
                let found = self.target_value(&self.shown)?.map_or(0.0, |(value, ..)| value);
                let (name, number) = (&target.name, format_real(target.number));
                let found = format_real(found);
                let sign = target.op.sign();
                return Ok(Some(format!(
                    "{name} {sign} {number} was not reached (the last has {found})"
                )));
            }
        } else if !self.generator.instance.until.is_empty() && !self.until_holds(&self.shown)? {
            return Ok(Some("`until` was not reached".to_owned()));
        }
        let broken = self.first_broken(&remove.accept, &self.shown)?;
        Ok(broken.map(|condition| format!("`{condition}` was not reached")))
    }
}

/// Returns the text of the first condition that does not hold for a puzzle; those that count
/// solutions aside.
pub(super) fn broken_condition(
    conditions: &[Condition],
    state: &PuzzleState<'_>,
    values: &[i64],
) -> Result<Option<String>, FaultAt> {
    let known = features_for(state, values, conditions.iter().map(|keep| &keep.expr))?;
    for condition in conditions.iter().filter(|condition| !condition.counts_solutions) {
        let mut scope =
            Scope::new(state.instance).with_values(values).with_puzzle(state).with_features(&known);
        let mut holds = true;
        match &condition.binders {
            None => holds = scope.eval_bool(&condition.expr)?,
            Some(binders) => scope.for_each(binders, &mut |scope| {
                holds = holds && scope.eval_bool(&condition.expr)?;
                Ok(())
            })?,
        }
        if !holds {
            return Ok(Some(condition.text.clone()));
        }
    }
    Ok(None)
}

/// Returns the values of the features that the expressions use.
fn features_for<'e>(
    state: &PuzzleState<'_>,
    values: &[i64],
    exprs: impl IntoIterator<Item = &'e Expr>,
) -> Result<Vec<Option<Value>>, FaultAt> {
    let used = rate::used_by(state.instance.definition, exprs);
    if used.contains(&true) {
        rate::features(state, Some(values), |position| used[position])
    } else {
        Ok(Vec::new())
    }
}

/// Returns the value that the target is about, and what it is compared with.
pub(super) fn target_value(
    plan: &Plan,
    state: &PuzzleState<'_>,
    values: &[i64],
) -> Result<Option<(f64, CompareOp, f64)>, FaultAt> {
    let Some((target, source)) = &plan.target else { return Ok(None) };
    let value = match source {
        TargetSource::Feature(position) => {
            let definition = state.instance.definition;
            let mut used = rate::used_by(definition, [&definition.features[*position].value]);
            used[*position] = true;
            let known = rate::features(state, Some(values), |other| used[other])?;
            known.into_iter().nth(*position).flatten()
        }
        TargetSource::Measure => {
            features::measure(&target.name).and_then(|measure| measure.eval(&[], state).ok())
        }
    };
    Ok(value.and_then(|value| value.as_real()).map(|value| (value, target.op, target.number)))
}

/// Returns whether all conditions where removal stops hold; false where there are none.
pub(super) fn until_holds(state: &PuzzleState<'_>, values: &[i64]) -> Result<bool, FaultAt> {
    let instance = state.instance;
    let known = features_for(state, values, instance.until.iter().copied())?;
    let mut scope =
        Scope::new(instance).with_values(values).with_puzzle(state).with_features(&known);
    for until in &instance.until {
        if !scope.eval_bool(until)? {
            return Ok(false);
        }
    }
    Ok(!instance.until.is_empty())
}
