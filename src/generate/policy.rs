//! What the definition's `remove` and the command line ask for, worked out for one instance.

use crate::Options;
use crate::lone_words::lone_words;
use crate::rate;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::ops::CompareOp;
use puzgen_base::source::Span;
use puzgen_model::definition::{Condition, Remove};
use puzgen_model::eval::Scope;
use puzgen_model::expr::{Expr, ExprKind};
use puzgen_model::function::{Needs, PuzzleView as _};
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::PuzzleState;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;
use puzgen_vocabulary::features;

/// How many solutions a puzzle may have: from the first to the second number, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// At least so many.
    pub at_least: usize,
    /// At most so many.
    pub at_most: usize,
}

/// A number of solutions up to which `keep` is looked at.
const MOST_SOLUTIONS: usize = 10_000;

/// `--until name=number`.
#[derive(Debug, Clone)]
pub struct UntilTarget {
    /// The feature or measure.
    pub name: String,
    /// How it compares with the number where removal stops.
    pub op: CompareOp,
    /// The number.
    pub number: f64,
    /// Where it was asked for.
    pub span: Span,
}

/// Where a target's value comes from.
#[derive(Debug, Clone)]
pub(super) enum TargetSource {
    /// The feature at this position.
    Feature(usize),
    /// The built-in measure of this name.
    Measure,
}

/// When a condition of `keep` is to be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// Before the engine is asked.
    First,
    /// At the end: it looks at the steps of a solution.
    Last,
    /// Never: it asks that a count is at least 0, which always holds.
    Never,
}

impl Keep {
    fn of(instance: &Instance<'_>, condition: &Condition) -> Self {
        let is_idle = match &condition.expr.kind {
            ExprKind::Compare(count, bounds) => {
                matches!(count.kind, ExprKind::Measure(..))
                    && count.ty == Ty::Int
                    && matches!(&bounds[..], [(CompareOp::Ge, bound)] if is_never_positive(instance, bound))
            }
            _ => false,
        };
        if is_idle {
            Self::Never
        } else if rate::asks_steps(instance.definition, &condition.expr) {
            Self::Last
        } else {
            Self::First
        }
    }
}

/// Returns whether a number that is known from the start is 0 or less.
fn is_never_positive(instance: &Instance<'_>, number: &Expr) -> bool {
    matches!(number.kind, ExprKind::Const(_) | ExprKind::Constant(_))
        && matches!(Scope::new(instance).eval(number), Ok(Value::Int(..=0)))
}

/// The policy of one run.
#[derive(Debug)]
pub(super) struct Plan {
    /// How many solutions the puzzle may have after every step, and must have at the end.
    pub(super) solutions: Bounds,
    /// The target of the command line.
    pub(super) target: Option<(UntilTarget, TargetSource)>,
    /// Whether some feature, level or `accept` asks whether the puzzle is minimal.
    pub(super) asks_minimal: bool,
    /// Whether an `accept` does.
    pub(super) accepts_minimal: bool,
    /// When each of the conditions of `keep` is to be looked at.
    pub(super) keep: Vec<Keep>,
    /// The facts about words of programs that have no other word: they are always shown.
    pub(super) lone_words: Vec<usize>,
    /// Whether one of `accept` does.
    pub(super) accept_asks_steps: bool,
    /// Whether the target looks at the steps of a solution.
    pub(super) target_asks_steps: bool,
}

impl Plan {
    pub(super) fn new(instance: &Instance<'_>, options: &Options) -> Result<Self, Diagnostics> {
        let remove = &instance.definition.remove;
        let solutions = solutions(instance, options)?;
        let target = match &options.until {
            Some(target) => Some((target.clone(), source(instance, target)?)),
            None => None,
        };
        let definition = instance.definition;
        let need = Needs::Minimality;
        let accepts_minimal =
            remove.accept.iter().any(|accept| rate::asks_in(definition, &accept.expr, need));
        let asks_minimal = accepts_minimal || rate::asks(definition, None, need);
        let asks_steps = |condition: &Condition| rate::asks_steps(definition, &condition.expr);
        let keep = remove.keep.iter().map(|condition| Keep::of(instance, condition)).collect();
        let accept_asks_steps = remove.accept.iter().any(asks_steps);
        let target_asks_steps = target.as_ref().is_some_and(|(target, source)| match source {
            TargetSource::Feature(position) => {
                rate::asks_steps(definition, &definition.features[*position].value)
            }
            TargetSource::Measure => {
                features::measure(&target.name).is_some_and(|it| it.needs == Needs::Steps)
            }
        });
        Ok(Self {
            solutions,
            target,
            asks_minimal,
            accepts_minimal,
            keep,
            lone_words: lone_words(instance),
            accept_asks_steps,
            target_asks_steps,
        })
    }
}

/// Returns the condition that counts solutions, or the whole item.
fn counting_span(remove: &Remove, conditions: &[Condition]) -> Span {
    let condition = conditions.iter().find(|condition| condition.counts_solutions);
    condition.map_or(remove.span, |condition| condition.expr.span)
}

/// Returns how many solutions there may be, and must be at the end.
fn solutions(instance: &Instance<'_>, options: &Options) -> Result<Bounds, Diagnostics> {
    let solutions = match options.solutions {
        Some(bounds) => bounds,
        None => by_definition(instance)?,
    };
    let solutions = match options.level.is_some() || options.is_unique {
        true if solutions.at_least > 1 => {
            let message = format!(
                "puzzles with a level, or of a bank, have one solution, but {} are asked for",
                solutions.at_least
            );
            let asked = if options.solutions.is_some() { "`--solutions`" } else { "`accept`" };
            let help = format!("change {asked}, or leave `--level` and `--from` out");
            return Err(Problem::bare(Code::Usage, message).help(help).into());
        }
        true => Bounds { at_least: 1, at_most: 1 },
        false => solutions,
    };
    if solutions.at_most > MOST_SOLUTIONS {
        let message = format!("more than {MOST_SOLUTIONS} solutions would have to be counted");
        let keep = &instance.definition.remove.keep;
        let condition = keep.iter().find(|keep| keep.counts_solutions);
        return Err(match (options.solutions, condition) {
            (None, Some(condition)) => {
                let span = condition.expr.span;
                Problem::error(Code::NoValidStart, message, span, "no useful upper bound")
                    .help("bound them, such as `solutions <= 10`")
            }
            _ => {
                Problem::bare(Code::Usage, message).help("bound them, such as `--solutions 1..10`")
            }
        }
        .into());
    }
    Ok(solutions)
}

/// Returns how many solutions `remove` allows and asks for.
fn by_definition(instance: &Instance<'_>) -> Result<Bounds, Diagnostics> {
    let remove = &instance.definition.remove;
    let keep = allowed(instance, &remove.keep)?;
    let accept = allowed(instance, &remove.accept)?;
    if keep.at_least > 1 {
        return Err(Problem::error(
            Code::NoValidStart,
            "with every clue shown there is one solution, which this does not allow",
            counting_span(remove, &remove.keep),
            "must hold after every step",
        )
        .help(format!(
            "write `keep solutions <= {}` and `accept solutions >= {}`",
            if keep.at_most == usize::MAX { keep.at_least } else { keep.at_most },
            keep.at_least
        ))
        .into());
    }
    let at_most = keep.at_most.min(accept.at_most);
    if accept.at_least > at_most {
        let wanted = accept.at_least;
        return Err(Problem::error(
            Code::NoValidStart,
            format!("{wanted} solutions are asked for, but {at_most} allowed"),
            counting_span(remove, &remove.accept),
            "can never be reached",
        )
        .help(match accept.at_least > accept.at_most {
            true => "ask for one range, such as `accept solutions in 2..5`".to_owned(),
            false => format!("allow them after every step: `keep solutions <= {wanted}`"),
        })
        .into());
    }
    Ok(Bounds { at_least: accept.at_least, at_most })
}

fn source(instance: &Instance<'_>, target: &UntilTarget) -> Result<TargetSource, Problem> {
    let features = &instance.definition.features;
    let refused = |why: &str, help: &str| {
        Err(Problem::error(
            Code::Usage,
            format!("`{}` {why}", target.name),
            target.span,
            "no target",
        )
        .help(help))
    };
    match features::measure(&target.name).map(|measure| measure.needs) {
        Some(Needs::Solutions) => return refused("is no target for removal", "use `--solutions`"),
        Some(Needs::Minimality) => {
            return refused("is no target for removal", "write `accept minimal` in `remove`");
        }
        _ => {}
    }
    let is_of_removal = ["empties", "givens"].contains(&target.name.as_str());
    if is_of_removal && instance.definition.remove.clues.is_empty() {
        return refused(
            "is no target, as no clue is removed",
            "all clues of this puzzle are fixed; `--set` makes it larger or smaller",
        );
    }
    if let Some(position) = features.iter().position(|feature| feature.name == target.name) {
        let feature = &features[position];
        if feature.index.is_some() || !feature.value.ty.is_number() {
            return refused("is not a single number", "name a feature such as `empties`");
        }
        return Ok(TargetSource::Feature(position));
    }
    let is_number = |ty: Option<Ty>| ty.is_some_and(|ty| ty.is_number());
    if features::measure(&target.name).is_some_and(|m| is_number(m.result_type(&[]))) {
        return Ok(TargetSource::Measure);
    }
    let known = features.iter().map(|feature| feature.name.as_str()).chain(["empties", "givens"]);
    Err(Problem::error(
        Code::UnknownName,
        format!("there is no feature `{}`", target.name),
        target.span,
        "unknown feature",
    )
    .help("name a feature of the definition, such as `empties`")
    .did_you_mean(&target.name, known))
}

/// Returns the numbers of solutions, from 1, that the conditions allow without a gap.
fn allowed(instance: &Instance<'_>, conditions: &[Condition]) -> Result<Bounds, Diagnostics> {
    let mut bounds = Bounds { at_least: 1, at_most: usize::MAX };
    for condition in conditions.iter().filter(|condition| condition.counts_solutions) {
        let holds = |number: usize| {
            let state = PuzzleState {
                instance,
                facts: &[],
                shown: &[],
                told: &[],
                solutions: Some(number as u64),
                is_minimal: None,
                steps: None,
            };
            debug_assert_eq!(state.solutions(), Some(number as u64));
            Scope::new(instance)
                .with_puzzle(&state)
                .eval_bool(&condition.expr)
                .map_err(Problem::from)
        };
        let mut first = None;
        let mut last = None;
        for number in 1..=MOST_SOLUTIONS {
            match (holds(number)?, first) {
                (true, None) => (first, last) = (Some(number), Some(number)),
                (true, Some(_)) => last = Some(number),
                (false, None) => {}
                (false, Some(_)) => break,
            }
        }
        let (Some(first), Some(last)) = (first, last) else {
            return Err(Problem::error(
                Code::NoValidStart,
                "no number of solutions satisfies this",
                condition.expr.span,
                "never holds",
            )
            .help("a puzzle has at least one solution: `solutions == 1`")
            .into());
        };
        bounds.at_least = bounds.at_least.max(first);
        if last < MOST_SOLUTIONS {
            bounds.at_most = bounds.at_most.min(last);
        }
    }
    Ok(bounds)
}
