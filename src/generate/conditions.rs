//! What must hold while clues go and at the end: `keep`, `accept`, `until`, targets.
//!
//! Everything here is evaluated directly; the number of solutions, which only an engine
//! can tell, is asked in `questions.rs`.

use crate::ended::TargetMissed;
use crate::measurer::Measurer;
use crate::policy::{Keep, Plan, TargetSource};
use crate::rate;
use crate::removal_state::{RemovalState, Showing};
use puzgen_base::ops::CompareOp;
use puzgen_model::definition::Condition;
use puzgen_model::eval::{FaultAt, Scope};
use puzgen_model::expr::Expr;
use puzgen_model::function::Steps;
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::PuzzleState;
use puzgen_model::value::{Value, format_real};
use puzgen_vocabulary::features;

/// What always holds of programs, as a definition would say it.
const LONE_WORDS: &str = "keep shown(token[t]) where length(words(t)) == 1";

/// What must hold of the puzzles of an instance.
pub(super) struct Conditions<'g, 'a> {
    instance: &'a Instance<'a>,
    plan: &'g Plan,
    measurer: &'g Measurer<'a>,
}

impl<'g, 'a> Conditions<'g, 'a> {
    pub(super) fn new(
        instance: &'a Instance<'a>,
        plan: &'g Plan,
        measurer: &'g Measurer<'a>,
    ) -> Self {
        Self { instance, plan, measurer }
    }

    /// Returns the policy.
    pub(super) fn plan(&self) -> &'g Plan {
        self.plan
    }

    /// Returns the measurer of puzzles on the way.
    pub(super) fn measurer(&self) -> &'g Measurer<'a> {
        self.measurer
    }

    /// Returns the text of the first `keep` that does not hold where this is shown. Conditions that count
    /// solutions are left to the engine, those about the steps of a solution to `broken_keep_of_steps`.
    pub(super) fn broken_keep(
        &self,
        board: &RemovalState<'_>,
        showing: &Showing,
    ) -> Result<Option<String>, FaultAt> {
        if self.plan.lone_words.iter().any(|fact| !showing.shown()[*fact]) {
            return Ok(Some(LONE_WORDS.to_owned()));
        }
        broken_condition(self.keep(Keep::First), &board.puzzle(showing), board.fixed().values())
    }

    /// Returns the text of the first `keep` about the steps of the solution that does not hold. Where
    /// there are several solutions, and no steps to one, none holds.
    pub(super) fn broken_keep_of_steps(
        &self,
        board: &RemovalState<'_>,
    ) -> Result<Option<String>, FaultAt> {
        if !self.plan.keep.contains(&Keep::Last) {
            return Ok(None);
        }
        let mut keep = self.keep(Keep::Last);
        let Some(steps) = self.steps(board, board.showing()) else {
            return Ok(keep.next().map(|keep| keep.text.clone()));
        };
        let state = PuzzleState { steps: Some(&steps), ..board.puzzle(board.showing()) };
        broken_condition(keep, &state, board.fixed().values())
    }

    fn keep(&self, when: Keep) -> impl Iterator<Item = &Condition> {
        let keep = self.instance.definition.remove.keep.iter();
        let whens = self.plan.keep.iter();
        keep.zip(whens).filter(move |(_, is)| **is == when).map(|(keep, _)| keep)
    }

    /// Returns how the puzzle is solved, where it has one solution.
    fn steps(&self, board: &RemovalState<'_>, showing: &Showing) -> Option<Steps> {
        match board.solutions() {
            1 => {
                let fixed = board.fixed();
                let (shown, told) = (showing.shown(), showing.told());
                self.measurer.steps(fixed.facts(), fixed.values(), shown, told)
            }
            _ => None,
        }
    }

    /// Returns the value that the target is about.
    fn target_value(
        &self,
        board: &RemovalState<'_>,
        showing: &Showing,
    ) -> Result<Option<(f64, CompareOp, f64)>, FaultAt> {
        let asks = self.plan.target_asks_steps;
        let steps = if asks { self.steps(board, showing) } else { None };
        let state = PuzzleState { steps: steps.as_ref(), ..board.puzzle(showing) };
        target_value(self.plan, &state, board.fixed().values())
    }

    /// Returns whether removal is to stop here.
    pub(super) fn is_at_target(&self, board: &RemovalState<'_>) -> Result<bool, FaultAt> {
        if let Some((value, op, number)) = self.target_value(board, board.showing())? {
            return Ok(op.holds(value, number));
        }
        if self.instance.until.is_empty() || self.plan.target.is_some() {
            return Ok(false);
        }
        until_holds(&board.puzzle(board.showing()), board.fixed().values())
    }

    /// Returns whether a step would jump over an exact target: `empties = 50` from 49 to 51.
    pub(super) fn overshoots(
        &self,
        board: &RemovalState<'_>,
        showing: &Showing,
    ) -> Result<bool, FaultAt> {
        let Some((before, CompareOp::Eq, number)) = self.target_value(board, board.showing())?
        else {
            return Ok(false);
        };
        let Some((after, ..)) = self.target_value(board, showing)? else { return Ok(false) };
        Ok((before < number && after > number) || (before > number && after < number))
    }

    /// Returns what is asked for at the end and does not hold, where this is known of whether the puzzle
    /// is minimal.
    pub(super) fn missing(
        &self,
        board: &RemovalState<'_>,
        is_minimal: Option<bool>,
    ) -> Result<Option<TargetMissed>, FaultAt> {
        let missed = |why: String, help| Ok(Some(TargetMissed { why, help, exchanges: 0 }));
        let plan = self.plan;
        if board.solutions() < plan.solutions.at_least {
            let (found, wanted) = (board.solutions(), plan.solutions.at_least);
            return missed(
                format!("{wanted} solutions were not reached (the last has {found})"),
                "ask for fewer solutions, or loosen `keep`",
            );
        }
        let showing = board.showing();
        let state = PuzzleState { is_minimal, ..board.puzzle(showing) };
        if let Some((target, _)) = &plan.target {
            if !self.is_at_target(board)? {
                let found = self.target_value(board, showing)?;
                let found = found.map_or(0.0, |(value, ..)| value);
                let (name, number) = (&target.name, format_real(target.number));
                let found = format_real(found);
                let sign = target.op.sign();
                return missed(
                    format!("{name} {sign} {number} was not reached (the last has {found})"),
                    "ask for a number nearer to that, or loosen `keep`",
                );
            }
        } else if !self.instance.until.is_empty()
            && !until_holds(&board.puzzle(showing), board.fixed().values())?
        {
            return missed(
                "`until` was not reached".to_owned(),
                "loosen `until`, or `keep`, which may stand in its way",
            );
        }
        let steps = if plan.accept_asks_steps { self.steps(board, showing) } else { None };
        let state = PuzzleState { steps: steps.as_ref(), ..state };
        let accept = &self.instance.definition.remove.accept;
        let broken = broken_condition(accept, &state, board.fixed().values())?;
        Ok(broken.map(|condition| TargetMissed {
            why: format!("`{condition}` was not reached"),
            help: "loosen this `accept`, or `keep`, which may stand in its way",
            exchanges: 0,
        }))
    }
}

/// Returns the text of the first condition that does not hold for a puzzle; conditions that count
/// solutions are left out.
pub(super) fn broken_condition<'c>(
    conditions: impl IntoIterator<Item = &'c Condition>,
    state: &PuzzleState<'_>,
    values: &[i64],
) -> Result<Option<String>, FaultAt> {
    let is_evaluated = |condition: &&Condition| !condition.counts_solutions;
    let conditions: Vec<&Condition> = conditions.into_iter().filter(is_evaluated).collect();
    let known = features_for(state, values, conditions.iter().map(|keep| &keep.expr))?;
    for condition in conditions {
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
            features::measure(&target.name).and_then(|measure| (measure.eval)(&[], state).ok())
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
