//! Scores the path to a solution: score, tier, and the vector of measures that levels are learnt from.
//!
//! Everything is made of quantities that symmetric copies share: sizes of smallest reasons, sizes of
//! sets, rounds up to a contradiction, and how many of them there are. Floating point comes from
//! `libm`, is summed in the order of the steps, and rounded at the end.

use std::collections::BTreeSet;

use puzgen_model::function::Steps;

use super::model::StepwiseModel;
use super::path::{MeasuredSingle, SolvePath, SolveStep, StepKind};
use super::round::SingleKind;

/// What a set costs for each of its members.
const SET: f64 = 10.0;
/// What two statements that share places cost.
const SHARED: f64 = 50.0;
/// What a contradiction after one round costs, and how much more each further round costs.
const REFUTED: f64 = 80.0;
const DEEPER: f64 = 3.0;
/// Contradictions cost as if they came after this many rounds at most.
const DEEPEST: u32 = 6;
/// What a nested contradiction costs, and what an unsolved puzzle costs besides.
const NESTED: f64 = REFUTED * 729.0;
const UNSOLVED: f64 = REFUTED * 6561.0;
/// A contradiction up to this round is a short one.
const SHORT: u32 = 2;

impl SolveStep {
    /// The sizes of its deductions: each value found once, by its smallest reason, and each deduction of
    /// a statement once.
    fn sizes(&self) -> Vec<u32> {
        let mut sizes = Vec::new();
        let mut last = None;
        for MeasuredSingle { single, size, .. } in &self.singles {
            let this = (single.var, single.value);
            if last.replace(this) == Some(this) {
                if let Some(smallest) = sizes.last_mut() {
                    *smallest = (*size).min(*smallest);
                }
            } else {
                sizes.push(*size);
            }
        }
        let mut last = None;
        for (elimination, statement) in &self.eliminations {
            if last.replace((*statement, elimination.deduction))
                != Some((*statement, elimination.deduction))
            {
                sizes.push(elimination.size);
            }
        }
        sizes
    }

    /// What the step costs, which has deductions of these sizes.
    fn cost(&self, sizes: &[u32]) -> f64 {
        match self.kind {
            StepKind::Simple => {
                let sum: u64 = sizes.iter().map(|size| u64::from(*size)).sum();
                sum as f64 / sizes.len().max(1) as f64
            }
            StepKind::Set(size) => SET * f64::from(size),
            StepKind::Shared => SHARED,
            StepKind::Refuted(rounds) => {
                (1..rounds.min(DEEPEST)).fold(REFUTED, |cost, _| cost * DEEPER)
            }
            StepKind::Nested => NESTED,
        }
    }
}

/// Rounds to so many places behind the point.
fn rounded(value: f64, singles: i32) -> f64 {
    let unit = libm::pow(10.0, f64::from(singles));
    libm::round(value * unit) / unit
}

/// Returns the numbers of a path: the named measures, too, where `alone` is known, which is what
/// [`StepwiseModel::shares_alone`] returns.
pub(super) fn score(model: &StepwiseModel, path: &SolvePath, alone: Option<[f64; 3]>) -> Steps {
    let sizes: Vec<Vec<u32>> = path.steps.iter().map(SolveStep::sizes).collect();
    let costs: Vec<f64> =
        path.steps.iter().zip(&sizes).map(|(step, sizes)| step.cost(sizes)).collect();
    let mut total: f64 = costs.iter().sum();
    if !path.is_solved {
        total += UNSOLVED;
    }
    let score = 10.0 * (libm::log1p(total) + 0.5 * libm::log1p(path.steps.len() as f64));
    let tier = tier(path);
    let sizes = sizes.concat();
    let measures = alone.map_or_else(Vec::new, |alone| {
        let mut measures = vec![("score", score), ("tier", f64::from(tier))];
        measures.extend(measures_of(model, path, alone, (&costs, total), &sizes));
        measures.into_iter().map(|(name, value)| (name, rounded(value, 6))).collect()
    });
    // Sorted, so that floating-point sums over them are the same for symmetric copies.
    let mut sorted = path.choices.clone();
    sorted.sort_unstable();
    Steps {
        score: rounded(score, 1),
        tier,
        hardest: hardest(path, sizes.iter().copied().max().unwrap_or(0)),
        measures,
        choices: sorted,
    }
}

/// Returns the measures beside score and tier, in the order of the vectors that levels are learnt from.
fn measures_of(
    model: &StepwiseModel,
    path: &SolvePath,
    alone: [f64; 3],
    (costs, total): (&[f64], f64),
    sizes: &[u32],
) -> Vec<Measure> {
    let is_single = |(step, _): &(&SolveStep, &f64)| step.kind == StepKind::Simple;
    let single: f64 = path.steps.iter().zip(costs).filter(is_single).map(|(_, cost)| cost).sum();
    let mut measures = progress(model, path).to_vec();
    measures.extend([
        ("found_by_values_alone", alone[0]),
        ("found_by_groups_alone", alone[1]),
        ("found_by_one_rule_alone", alone[2]),
        ("values_are_enough", enough(alone[0])),
        ("groups_are_enough", enough(alone[1])),
        ("one_rule_is_enough", enough(alone[2])),
    ]);
    measures.extend(counts(path));
    measures.extend(reasons(path, sizes));
    measures.extend([
        ("cost_single", libm::log1p(single)),
        ("cost_beyond", libm::log1p((total - single).max(0.0))),
    ]);
    measures.extend(choices(model, path));
    measures.push(("unsolved", f64::from(u8::from(!path.is_solved))));
    measures
}

/// A measure by its name.
type Measure = (&'static str, f64);

/// Returns the tier: the class of the hardest step.
fn tier(path: &SolvePath) -> u8 {
    match path.steps.iter().map(|step| step.kind).max() {
        _ if !path.is_solved => 4,
        None | Some(StepKind::Simple) => 0,
        Some(StepKind::Shared | StepKind::Set(_)) => 1,
        Some(StepKind::Refuted(rounds)) if rounds <= SHORT => 2,
        Some(StepKind::Refuted(_)) => 3,
        Some(StepKind::Nested) => 4,
    }
}

/// Returns the number of variables of the answer that a path has to find, at least 1.
fn open_count(path: &SolvePath) -> f64 {
    path.choices.len().max(1) as f64
}

/// Returns how many variables of the answer a step finds.
fn found(model: &StepwiseModel, step: &SolveStep) -> usize {
    let vars = step.singles.iter().map(|found| found.single.var);
    vars.filter(|var| model.is_answer[*var as usize]).collect::<BTreeSet<u32>>().len()
}

/// How far a path leads before harder steps are needed, and how many values these eliminate at once.
fn progress(model: &StepwiseModel, path: &SolvePath) -> [Measure; 3] {
    let (steps, open) = (&path.steps, open_count(path));
    let found = |step: &SolveStep| found(model, step);
    let before_stall = steps.iter().take_while(|step| step.kind == StepKind::Simple);
    let easy: usize = before_stall.map(found).sum();
    let is_short = |step: &&SolveStep| step.kind < StepKind::Refuted(SHORT);
    let before_long: usize = steps.iter().take_while(is_short).map(found).sum();
    let refuted: Vec<usize> = steps
        .iter()
        .filter(|step| matches!(step.kind, StepKind::Refuted(SHORT..)))
        .map(|step| step.stall_eliminations.len())
        .collect();
    [
        ("left_at_first_stall", 1.0 - easy as f64 / open),
        ("left_at_first_long", 1.0 - before_long as f64 / open),
        ("refuted_at_once", refuted.iter().sum::<usize>() as f64 / refuted.len().max(1) as f64),
    ]
}

/// How many steps there are of each kind, and the hardest of each.
fn counts(path: &SolvePath) -> [Measure; 12] {
    let steps = &path.steps;
    let count =
        |wanted: &dyn Fn(StepKind) -> bool| steps.iter().filter(|s| wanted(s.kind)).count() as f64;
    let rounds = steps.len() as f64;
    let deepest = steps.iter().map(|step| match step.kind {
        StepKind::Refuted(rounds) => rounds,
        StepKind::Nested => DEEPEST + 1,
        _ => 0,
    });
    let largest_set =
        steps.iter().map(|step| if let StepKind::Set(size) = step.kind { size } else { 0 });
    [
        ("rounds", libm::log1p(rounds)),
        ("rounds_per_root", rounds / libm::sqrt(open_count(path))),
        ("stalls", libm::log1p(count(&|kind| kind != StepKind::Simple))),
        ("shared", libm::log1p(count(&|kind| kind == StepKind::Shared))),
        ("pairs", libm::log1p(count(&|kind| kind == StepKind::Set(2)))),
        ("larger_sets", libm::log1p(count(&|kind| matches!(kind, StepKind::Set(3..))))),
        ("refutations_1", libm::log1p(count(&|kind| kind == StepKind::Refuted(1)))),
        ("refutations_2", libm::log1p(count(&|kind| kind == StepKind::Refuted(2)))),
        ("refutations_long", libm::log1p(count(&|kind| matches!(kind, StepKind::Refuted(3..))))),
        ("nested", libm::log1p(count(&|kind| kind == StepKind::Nested))),
        ("deepest", f64::from(deepest.max().unwrap_or(0))),
        ("largest_set", f64::from(largest_set.max().unwrap_or(0))),
    ]
}

/// How large the reasons of all deductions are.
fn reasons(path: &SolvePath, sizes: &[u32]) -> [Measure; 3] {
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let sum: u64 = sizes.iter().map(|size| u64::from(*size)).sum();
    [
        ("reason_largest", f64::from(largest)),
        ("reason_mean", sum as f64 / sizes.len().max(1) as f64),
        ("reason_sum", sum as f64 / open_count(path)),
    ]
}

/// How much there is to choose from: values at the start, and values that steps find.
fn choices(model: &StepwiseModel, path: &SolvePath) -> [Measure; 4] {
    let (steps, open) = (&path.steps, open_count(path));
    let found = |step: &SolveStep| found(model, step);
    let narrowest =
        steps.iter().filter(|step| !step.singles.is_empty()).map(found).min().unwrap_or(0);
    let singles = steps.iter().flat_map(|step| &step.singles);
    let by_value = singles.filter(|found| found.single.kind == SingleKind::Naked).count() as f64;
    let answers = (0..model.root.var_count()).filter(|var| model.is_answer[*var as usize]);
    let width = f64::from(answers.map(|var| model.root.size(var)).max().unwrap_or(1));
    let choices: u64 = path.choices.iter().map(|number| u64::from(*number)).sum();
    [
        ("found_at_once", steps.first().map_or(0, found) as f64 / open),
        ("narrowest", narrowest as f64 / open),
        ("by_value", by_value / open),
        ("choices", choices as f64 / open / width),
    ]
}

/// Returns 1 where all open variables were found.
fn enough(share: f64) -> f64 {
    f64::from(u8::from(share >= 1.0))
}

/// Returns what the hardest step is. It is the same for symmetric copies, so it names no place.
fn hardest(path: &SolvePath, largest: u32) -> String {
    let hardest = path.steps.iter().map(|step| step.kind).max();
    match hardest {
        _ if !path.is_solved => {
            "search: no step leads on within the work that is allowed".to_owned()
        }
        None => "nothing is open".to_owned(),
        Some(StepKind::Simple) => match largest {
            1 => "one rule and one fact at a time".to_owned(),
            _ => format!("one rule at a time, with up to {largest} facts"),
        },
        Some(kind) => kind.words(),
    }
}
