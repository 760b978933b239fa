//! Some instance of a definition, where it does not matter which: on a layout that is drawn for it, where
//! layouts are drawn.
//!
//! The random stream does not depend on the definition, so renamed rules get the same layouts. What is
//! found on drawn layouts proves nothing of others, so it is reported as a warning, unless the rules that
//! do not mention layouts cannot hold together.

use crate::attempts::{self, MAX_DRAWS};
use crate::draw::{DrawOutcome, RandomSearch};
use crate::full::{BoardSampler, DrawnBoard, FullBoards};
use crate::layout::{DrawnLayout, Layouts};
use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::rng::{Rng, Stream};
use puzgen_csp::Origin;
use puzgen_engine::{Engine, Engines, Verdict};
use puzgen_model::definition::Definition;
use puzgen_model::instance::{Instance, Setting};
use puzgen_solve::Conflict;
use puzgen_solve::{Solver, conflict};
use puzgen_vocabulary::lower::{Lowered, Purpose, Ready, lower, work_of};

/// How many layouts are drawn to find one with a full board, where any instance will do.
const FEW: u32 = 20;

/// The steps for the question whether a layout has a full board.
const STEPS: u64 = 20_000;

/// The steps for drawing a board where an engine is asked otherwise: those of the first draw and, where that took little
/// work, of a second one.
const FEW_STEPS: [u64; 2] = [150, 600];

/// The work of a first draw behind which there is no second one.
const WORK_OF_A_DRAW: u64 = 3_000_000;

/// An instance, and what there is to say of the layouts that were drawn for it.
#[derive(Debug)]
pub struct Sampled<'d> {
    /// The instance: on a layout with a full board, where one was found.
    pub ready: Ready<'d>,
    /// Why no layout with a full board was found: an error where there is none, else a warning.
    pub problem: Option<Problem>,
}

/// Whether a layout has a full board.
enum HasBoard {
    Yes,
    No,
    Unknown,
}

/// Returns an instance: on a layout that has a full board, where layouts are drawn and one is found
/// soon, before the budget is spent; then on any.
///
/// # Errors
/// As [`sampled`].
pub fn any_instance<'d>(
    definition: &'d Definition,
    settings: &[Setting],
    engines: Engines,
    budget: &Budget,
) -> Result<Ready<'d>, Diagnostics> {
    Ok(draw(definition, settings, engines, FEW, budget)?.ready)
}

/// Returns an instance for all that can be said of a definition: of as many layouts as are drawn for a
/// puzzle the first one that has a full board.
///
/// # Errors
/// Those of [`Instance::new`], and where no layout can be drawn; a warning where none was found.
pub fn sampled<'d>(
    definition: &'d Definition,
    settings: &[Setting],
    engines: Engines,
    stop: &StopFlag,
) -> Result<Sampled<'d>, Diagnostics> {
    draw(definition, settings, engines, MAX_DRAWS, &Budget::new(None, stop.clone()))
}

fn draw<'d>(
    definition: &'d Definition,
    settings: &[Setting],
    engines: Engines,
    draws: u32,
    budget: &Budget,
) -> Result<Sampled<'d>, Diagnostics> {
    if definition.layouts.is_empty() {
        let ready = Ready::new(Instance::new(definition, settings)?)?;
        return Ok(Sampled { ready, problem: None });
    }
    let engine = engines.default_engine();
    let layouts = Layouts::new(definition, settings)?;
    let fit = layouts.fitter();
    let mut rng = Stream::AnyLayout.keyed(&[]);
    let (mut last, mut unlaid, mut is_open) = (None, None, false);
    let (mut without_board, mut without_layout) = (0, 0);
    let mut budget = budget.clone();
    let stop = budget.stop_flag().clone();
    for _ in 0..draws {
        let is_spent = budget.is_spent().is_some();
        let is_enough = is_spent && last.is_some();
        if stop.is_set() || is_enough || without_layout == attempts::MAX_WITHOUT_LAYOUT {
            break;
        }
        // The caller needs one layout, even when the budget is spent.
        let whole = if is_spent { Budget::new(None, stop.clone()) } else { budget.clone() };
        let mut steps = whole.apart(STEPS);
        let drawn = layouts.draw(engine, &mut rng, &mut steps)?;
        if !is_spent {
            budget.spend_work_of(&steps);
        }
        let mut drawn = match drawn {
            DrawnLayout::Layout(drawn) => drawn,
            DrawnLayout::None(problem) => {
                without_layout += 1;
                unlaid = Some(problem);
                continue;
            }
            DrawnLayout::GaveUp(_) => {
                is_open = true;
                continue;
            }
        };
        if let Some(fit) = fit.as_ref().filter(|_| !is_spent) {
            fit.fit_any(&mut drawn, &mut rng, &mut budget)?;
        }
        let ready = Ready::new(layouts.frame().complete(&drawn)?)?;
        budget.work(work_of(&ready.lowered));
        match has_board(&ready, engine, &mut rng, &mut budget)? {
            HasBoard::Yes => return Ok(Sampled { ready, problem: None }),
            HasBoard::No if without_board == 0 => {
                let problem = conflict_on_any_layout(&ready, engine);
                if problem.is_some() {
                    return Ok(Sampled { ready, problem });
                }
            }
            HasBoard::No => {}
            HasBoard::Unknown => is_open = true,
        }
        without_board += 1;
        last = Some(ready);
    }
    let Some(ready) = last else { return Err(no_layout(definition, unlaid).into()) };
    let problem = Some(none_found(&ready, engine, without_board, is_open || stop.is_set()));
    Ok(Sampled { ready, problem })
}

/// Returns whether a board that keeps the rules is drawn soon.
pub fn draws_board(lowered: &Lowered, budget: &mut Budget) -> bool {
    let search = RandomSearch::for_one_board(&lowered.csp);
    let (mut rng, before) = (Stream::AnyLayout.keyed(&[]), budget.worked());
    for steps in FEW_STEPS {
        let mut steps = budget.apart(steps);
        let drawn = search.draw_with(&[], &mut rng, &mut steps);
        budget.spend_work_of(&steps);
        let is_dear = budget.worked() - before > WORK_OF_A_DRAW;
        if is_dear || !matches!(drawn, DrawOutcome::GaveUp(_)) {
            return matches!(drawn, DrawOutcome::Found(_));
        }
    }
    false
}

fn has_board(
    ready: &Ready<'_>,
    engine: &dyn Engine,
    rng: &mut Rng,
    budget: &mut Budget,
) -> Result<HasBoard, Diagnostics> {
    let Ready { instance, lowered } = ready;
    let sampler = BoardSampler::new(instance, lowered)?;
    // What the definition says of drawn boards may leave hardly anything to look for.
    if let Some(drawn) = sampler.drawn().filter(|drawn| engine.accepts(&drawn.csp)) {
        let mut steps = budget.apart(STEPS);
        let verdict = Solver::new(drawn, engine).solve(&[], &mut steps);
        budget.spend_work_of(&steps);
        if matches!(verdict, Verdict::Sat(_)) {
            return Ok(HasBoard::Yes);
        }
    }
    if engine.accepts(&lowered.csp) {
        let mut steps = budget.apart(STEPS);
        let verdict = Solver::new(lowered, engine).solve(&[], &mut steps);
        budget.spend_work_of(&steps);
        match verdict {
            Verdict::Sat(_) => return Ok(HasBoard::Yes),
            Verdict::Unsat(_) => return Ok(HasBoard::No),
            Verdict::GaveUp(_) => {}
        }
    }
    // Otherwise a board is searched for as the generator does it.
    let mut boards = FullBoards::new(instance, lowered, engine, sampler);
    let mut steps = budget.apart(STEPS);
    let drawn = boards.draw_soon(rng, &mut steps)?;
    budget.spend_work_of(&steps);
    Ok(match drawn {
        DrawnBoard::Board(_) => HasBoard::Yes,
        DrawnBoard::Impossible(_) | DrawnBoard::GaveUp(_) => HasBoard::Unknown,
    })
}

/// Returns the rules that conflict on a layout: of all rules, or of those that do not mention layouts.
fn culprits(ready: &Ready<'_>, engine: &dyn Engine, with_layout: bool) -> Option<Conflict> {
    let instance = &ready.instance;
    let mut lowered = lower(instance, Purpose::Explain).ok()?;
    if !with_layout {
        let rules = &instance.definition.rules;
        let knows_none = |origin: &Origin| match origin {
            Origin::Rule { rule, .. } => !rules[*rule as usize].mentions_layouts(),
            Origin::Introduced(_) => true,
        };
        lowered.csp.guards.retain(|(_, origin)| knows_none(origin));
    }
    let mut budget = Budget::new(Some(STEPS), StopFlag::new());
    let found = conflict(&lowered, engine, &[], &mut budget).ok().flatten()?;
    Conflict::new(instance, &lowered.fact_domains, &found, &[]).ok()
}

/// Returns the problem of rules that cannot hold together on any layout, where they mention none.
fn conflict_on_any_layout(ready: &Ready<'_>, engine: &dyn Engine) -> Option<Problem> {
    let definition = ready.instance.definition;
    if definition.values_rest_on_layouts() {
        return None;
    }
    let conflict = culprits(ready, engine, false)?;
    Some(conflict.problem().label(definition.span, "no layout has a board"))
}

/// Returns the warning that none of the drawn layouts has a board, or none was found on it.
fn none_found(ready: &Ready<'_>, engine: &dyn Engine, draws: u32, is_open: bool) -> Problem {
    let definition = ready.instance.definition;
    let layouts = match draws {
        1 => "the layout that was drawn".to_owned(),
        _ => format!("any of {draws} layouts that were drawn"),
    };
    let message = match is_open {
        true => format!("no full board was found on {layouts}"),
        false => format!("there is no full board on {layouts}"),
    };
    let label = "others may have one";
    let problem = Problem::error(Code::NoFullBoard, message, definition.span, label).warning();
    match culprits(ready, engine, true) {
        Some(conflict) => conflict
            .label(problem)
            .help("loosen one of these rules, which cannot hold together on the last one, or let layouts be others"),
        None => problem.help("loosen a rule, or let layouts be others"),
    }
}

/// Returns the problem that no layout was drawn.
fn no_layout(definition: &Definition, why: Option<Box<Problem>>) -> Problem {
    why.map_or_else(
        || {
            let message = format!("no layout of `{}` was found", definition.name);
            Problem::error(Code::NoFullBoard, message, definition.span, "no layout")
                .help("loosen the rules about it")
        },
        |why| *why,
    )
    .warning()
}
