//! Puzzles whose layout is drawn with them: an instance for each, or for each attempt.
//!
//! Rooms come first, from their samplers; then the other layouts, as the full board of a puzzle of
//! their own whose rules are those that speak of layouts only; then the board. All of it follows the
//! puzzle's own stream. Where a layout has no board that can be drawn soon, or no valid start, the next
//! attempt draws the layout anew, too.

use crate::budget::Budget;
use crate::diagnostics::{Code, Diagnostics, Problem};
use crate::engine::{Engine, Verdict, auto};
use crate::generate::dig::Origin;
use crate::generate::fit::Fit;
use crate::generate::full::{Drawn, FullBoards, Sampler};
use crate::generate::tries::{Dug, Next, Tries};
use crate::generate::{
    Blueprint, Generator, MAX_DRAWS, Options, Outcome, Puzzle, no_board, stream,
};
use crate::lower::Ready;
use crate::model::definition::Definition;
use crate::model::instance::{Instance, Setting};
use crate::model::layout::{Frame, LayoutKind, LayoutValues};
use crate::rng::Rng;
use crate::solve::Solver;

/// Layouts of which one with a full board is looked for where just any will do.
const SAMPLES: u32 = 20;

/// The steps for the question whether a layout has a full board.
const STEPS: u64 = 20_000;

/// The puzzle of drawing layouts that are not rooms, where no rooms decide what it is.
struct Shape<'d> {
    ready: Ready<'d>,
    sampler: Sampler,
}

impl<'d> Shape<'d> {
    fn new(instance: Instance<'d>) -> Result<Self, Diagnostics> {
        let ready = Ready::new(instance)?;
        let sampler = Sampler::new(&ready.instance, &ready.lowered)?;
        Ok(Self { ready, sampler })
    }
}

/// Takes the puzzles of an index, with the generator of their instance.
pub type Take<'t> = dyn FnMut(&mut Generator<'_>, Vec<Puzzle>) -> Result<(), Diagnostics> + 't;

/// Draws layouts of a definition with these parameters, and puzzles on them.
pub struct Layouts<'d> {
    frame: Frame<'d>,
    shape: Option<Frame<'d>>,
    /// Made once where it is always the same.
    fixed_shape: Option<Shape<'d>>,
}

impl std::fmt::Debug for Layouts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Layouts").field("frame", &self.frame).finish_non_exhaustive()
    }
}

/// Returns an instance: on a layout that has a full board, where layouts are drawn and one is found.
///
/// # Errors
/// Those of [`Instance::new`], and where no layout can be drawn.
pub fn any_instance<'d>(
    definition: &'d Definition,
    settings: &[Setting],
) -> Result<Ready<'d>, Diagnostics> {
    if definition.layouts.is_empty() {
        return Ready::new(Instance::new(definition, settings)?);
    }
    let layouts = Layouts::new(definition, settings)?;
    let mut rng = stream(layouts.frame.known(), b"puzgen/1 layout", 0, 0);
    let mut last = None;
    for _ in 0..SAMPLES {
        let mut budget = Budget::new(Some(STEPS), crate::budget::StopFlag::new());
        let Ok(mut drawn) = layouts.draw(&auto::Auto, &mut rng, &mut budget)? else { continue };
        if let Some(fit) = Fit::new(&layouts.frame) {
            fit.fit_any(&mut drawn, &mut rng)?;
        }
        let ready = Ready::new(layouts.frame.complete(&drawn)?)?;
        if !auto::Auto.accepts(&ready.lowered.csp) {
            return Ok(ready);
        }
        let verdict = Solver::new(&ready.lowered, &auto::Auto).check(&[], &mut budget);
        if matches!(verdict, Verdict::Sat(_)) {
            return Ok(ready);
        }
        last = Some(ready);
    }
    last.ok_or_else(|| {
        let message = format!("no layout of `{}` was found", definition.name);
        Problem::error(Code::Unsatisfiable, message, definition.span, "no layout")
            .help("loosen the rules about it")
            .into()
    })
}

impl<'d> Layouts<'d> {
    /// Returns what draws layouts of a definition.
    ///
    /// # Errors
    /// Those of [`Instance::new`].
    pub fn new(definition: &'d Definition, settings: &[Setting]) -> Result<Self, Diagnostics> {
        let frame = Frame::new(definition, settings)?;
        let shape = frame.shape()?;
        let fixed_shape = match &shape {
            Some(shape) if shape.known().layouts.is_empty() => {
                Some(Shape::new(shape.complete(&Vec::new())?)?)
            }
            _ => None,
        };
        Ok(Self { frame, shape, fixed_shape })
    }

    /// Draws all layouts, or gives up for lack of budget.
    fn draw(
        &self,
        engine: &dyn Engine,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Result<LayoutValues, crate::budget::GaveUp>, Diagnostics> {
        let mut rooms = Vec::new();
        let known = self.frame.known();
        for (declared, layout) in known.definition.layouts.iter().zip(&known.layouts) {
            let (LayoutKind::Rooms { sampler, sizes, .. }, Some(plan), Some(grid)) =
                (&declared.kind, &layout.plan, &known.grid)
            else {
                continue;
            };
            rooms.push(sampler.draw(grid, plan, rng).ok_or_else(|| {
                let message =
                    format!("no rooms of these sizes fill the places of `{}`", declared.name);
                Problem::error(Code::BadDomain, message, sizes.span, "these sizes")
                    .help("allow more sizes")
            })?);
        }
        let mut values = Vec::new();
        if let Some(frame) = &self.shape {
            let made;
            let shape = match &self.fixed_shape {
                Some(shape) => shape,
                None => {
                    made = Shape::new(frame.complete(&rooms)?)?;
                    &made
                }
            };
            let Ready { instance, lowered } = &shape.ready;
            let mut boards = FullBoards::new(instance, lowered, engine, shape.sampler.clone());
            match boards.draw(rng, budget)? {
                Drawn::Board(drawn) => values = drawn.values,
                Drawn::GaveUp(reason) => return Ok(Err(reason)),
                Drawn::Impossible(problem) => return Err((*problem).into()),
            }
        }
        let (mut rooms, mut values) = (rooms.into_iter(), values.into_iter());
        let layouts = known.definition.layouts.iter().zip(&known.layouts);
        let all = layouts.map(|(declared, layout)| match declared.is_rooms() {
            true => rooms.next().unwrap_or_default(),
            false => values.by_ref().take(layout.index.len()).collect(),
        });
        Ok(Ok(all.collect()))
    }

    /// Generates puzzle `index` of the run with this seed, each attempt on a layout of its own.
    /// `take` gets the results with the generator of their instance.
    ///
    /// # Errors
    /// Where the definition has a fault that shows only here.
    pub fn generate(
        &self,
        engine: &dyn Engine,
        options: &Options,
        (seed, index): (u64, u64),
        budget: &mut Budget,
        take: &mut Take<'_>,
    ) -> Result<Outcome, Diagnostics> {
        let mut rng = stream(self.frame.known(), b"puzgen/1", seed, index);
        let mut tries = Tries::default();
        let fit = Fit::new(&self.frame);
        for redraws in 0..MAX_DRAWS {
            let layout = match self.draw(engine, &mut rng, budget)? {
                Ok(layout) => layout,
                Err(reason) => return Ok(no_board(&reason)),
            };
            let (layout, fitted) = match &fit {
                None => (layout, None),
                Some(fit) => match fit.fit(layout, options, &mut rng, budget)? {
                    Ok(Some(fitted)) => (fitted.layout, Some((fitted.values, fitted.repairs))),
                    Ok(None) => {
                        tries.without_board();
                        continue;
                    }
                    Err(reason) => return Ok(no_board(&reason)),
                },
            };
            let ready = Ready::new(self.frame.complete(&layout)?)?;
            let mut generator = generator(&ready, engine, options)?;
            let (board, repairs) = match fitted {
                Some((values, repairs)) => (generator.boards.board(values)?, repairs),
                None => match generator.boards.draw_soon(&mut rng, budget)? {
                    Drawn::Board(board) => (board, 0),
                    Drawn::Impossible(_) | Drawn::GaveUp(_) => {
                        if let Some(reason) = budget.is_spent() {
                            return Ok(no_board(&reason));
                        }
                        tries.without_board();
                        continue;
                    }
                },
            };
            let origin = Origin { seed, index, redraws, repairs };
            let dug = generator.dig(board, origin, &mut rng, budget)?;
            match tries.take(dug, Some(&layout), options.level.is_some()) {
                Next::Finish(dug) => return finish(&mut generator, index, dug, budget, take),
                Next::Again => {}
                Next::Enough => break,
            }
        }
        let (best, problem) = tries.give_up(index);
        if let Some((dug, Some(layout))) = best {
            let ready = Ready::new(self.frame.complete(&layout)?)?;
            let mut generator = generator(&ready, engine, options)?;
            let outcome = finish(&mut generator, index, dug, budget, take)?;
            if matches!(outcome, Outcome::OutOfBudget(_)) {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Missed(problem))
    }
}

/// Returns a generator for an instance that is used once.
pub(super) fn generator<'a>(
    ready: &'a Ready<'_>,
    engine: &'a dyn Engine,
    options: &Options,
) -> Result<Generator<'a>, Diagnostics> {
    Blueprint::new(&ready.instance, &ready.lowered, engine, options.clone())?.generator()
}

fn finish(
    generator: &mut Generator<'_>,
    index: u64,
    dug: Dug,
    budget: &Budget,
    take: &mut Take<'_>,
) -> Result<Outcome, Diagnostics> {
    let mut puzzles = Vec::new();
    let outcome = generator.finish(index, dug, budget, &mut |puzzle| puzzles.push(puzzle));
    take(generator, puzzles)?;
    Ok(outcome)
}
