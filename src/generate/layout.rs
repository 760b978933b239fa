//! Puzzles whose layout is drawn with them: an instance for each, or for each attempt.
//!
//! Rooms come first, from their samplers; then the other layouts, as the full board of a puzzle of
//! their own whose rules are those that mention layouts only; then the board. All of it follows the
//! puzzle's own stream. Where a layout has no board that can be drawn soon, or no valid start, the next
//! attempt draws the layout anew, too.

use std::sync::OnceLock;

use crate::attempts::{Attempts, MAX_DRAWS, Next};
use crate::blueprint::Blueprint;
use crate::ended::{RemovalResult, StartFailure};
use crate::fit::{FreeBoards, RoomFitter};
use crate::full::{BoardSampler, DrawnBoard, FullBoard, FullBoards};
use crate::generator::Generator;
use crate::options::Options;
use crate::outcome::GenerationOutcome;
use crate::removal::Provenance;
use crate::tasks::Task;
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::rng::{Rng, Stream};
use puzgen_base::source::Span;
use puzgen_engine::Engine;
use puzgen_model::definition::Definition;
use puzgen_model::frame::Frame;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::{Instance, Setting};
use puzgen_model::layout::{LayoutKind, LayoutValues, NoRooms, RoomPlan};
use puzgen_vocabulary::lower::{Ready, work_of};

/// The puzzle of drawing layouts that are not rooms, where no rooms decide what it is.
struct LayoutPuzzle<'d> {
    ready: Ready<'d>,
    sampler: BoardSampler,
}

impl<'d> LayoutPuzzle<'d> {
    fn new(instance: Instance<'d>) -> Result<Self, Diagnostics> {
        let ready = Ready::new(instance)?;
        let sampler = BoardSampler::new(&ready.instance, &ready.lowered)?;
        Ok(Self { ready, sampler })
    }
}

/// Takes the puzzles of an index, with the generator of their instance.
pub type TakePuzzles<'t> =
    dyn FnMut(&mut Generator<'_>, Vec<GeneratedPuzzle>) -> Result<(), Diagnostics> + 't;

/// Draws layouts of a definition with these parameters, and puzzles on them.
pub struct Layouts<'d> {
    frame: Frame<'d>,
    shape: Option<Frame<'d>>,
    /// Made once where it is always the same.
    fixed_shape: Option<LayoutPuzzle<'d>>,
    free_boards: OnceLock<FreeBoards>,
}

impl std::fmt::Debug for Layouts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Layouts").field("frame", &self.frame).finish_non_exhaustive()
    }
}

/// The result of drawing all layouts.
pub(super) enum DrawnLayout {
    /// Their values.
    Layout(LayoutValues),
    /// None was found this time: why.
    None(Box<Problem>),
    /// The budget ran out.
    GaveUp(GaveUp),
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
                Some(LayoutPuzzle::new(shape.complete(&Vec::new())?)?)
            }
            _ => None,
        };
        Ok(Self { frame, shape, fixed_shape, free_boards: OnceLock::new() })
    }

    /// Returns the parameters, the board and the places of layouts.
    pub(super) fn frame(&self) -> &Frame<'d> {
        &self.frame
    }

    /// Returns what makes rooms fit boards, where that applies.
    pub(super) fn fitter(&self) -> Option<RoomFitter<'_, 'd>> {
        RoomFitter::new(&self.frame, &self.free_boards)
    }

    /// Draws all layouts.
    ///
    /// # Errors
    /// Where there are none.
    pub(super) fn draw(
        &self,
        engine: &dyn Engine,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<DrawnLayout, Diagnostics> {
        let mut rooms = Vec::new();
        let known = self.frame.known();
        for (declared, layout) in known.definition.layouts.iter().zip(&known.layouts) {
            let (LayoutKind::Rooms { sampler, sizes, count, .. }, Some(plan), Some(grid)) =
                (&declared.kind, &layout.plan, &known.grid)
            else {
                continue;
            };
            let parts = (sizes.span, count.as_ref().map(|count| count.span));
            let drawn = sampler.draw(grid, plan, rng, budget);
            if let Some(reason) = budget.is_spent() {
                return Ok(DrawnLayout::GaveUp(reason));
            }
            match drawn {
                Ok(drawn) => rooms.push(drawn),
                Err(NoRooms::Impossible) => {
                    return Err(no_rooms(&declared.name, plan, parts).into());
                }
                Err(NoRooms::NotFound) => {
                    let message =
                        format!("no rooms of these sizes were found for `{}`", declared.name);
                    let problem =
                        Problem::error(Code::NoFullBoard, message, sizes.span, "these sizes");
                    return Ok(DrawnLayout::None(Box::new(problem.help("allow more sizes"))));
                }
            }
        }
        let values = match self.draw_values(&rooms, engine, rng, budget)? {
            Ok(values) => values,
            Err(drawing) => return Ok(drawing),
        };
        let (mut rooms, mut values) = (rooms.into_iter(), values.into_iter());
        let layouts = known.definition.layouts.iter().zip(&known.layouts);
        let all = layouts.map(|(declared, layout)| match declared.is_rooms() {
            true => rooms.next().unwrap_or_default(),
            false => values.by_ref().take(layout.index.len()).collect(),
        });
        Ok(DrawnLayout::Layout(all.collect()))
    }

    /// Draws the values of the layouts that are not rooms, as the full board of their own puzzle.
    fn draw_values(
        &self,
        rooms: &LayoutValues,
        engine: &dyn Engine,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Result<Vec<i64>, DrawnLayout>, Diagnostics> {
        let Some(frame) = &self.shape else { return Ok(Ok(Vec::new())) };
        let made;
        let shape = match &self.fixed_shape {
            Some(shape) => shape,
            None => {
                made = LayoutPuzzle::new(frame.complete(rooms)?)?;
                &made
            }
        };
        let Ready { instance, lowered } = &shape.ready;
        let mut boards = FullBoards::new(instance, lowered, engine, shape.sampler.clone());
        Ok(match boards.draw(rng, budget)? {
            DrawnBoard::Board(drawn) => Ok(drawn.values),
            DrawnBoard::GaveUp(reason) => Err(DrawnLayout::GaveUp(reason)),
            DrawnBoard::Impossible(_) if self.fixed_shape.is_some() => {
                return Err(no_shape(instance.definition, "").into());
            }
            // Other rooms may let them hold.
            DrawnBoard::Impossible(_) => {
                let problem = no_shape(instance.definition, " on the rooms that were drawn");
                Err(DrawnLayout::None(Box::new(problem)))
            }
        })
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
        take: &mut TakePuzzles<'_>,
    ) -> Result<GenerationOutcome, Diagnostics> {
        let mut rng = self.frame.known().stream(Stream::Puzzle, seed, &[&index.to_le_bytes()]);
        let mut attempts = Attempts::default();
        let fit = self.fitter();
        let definition = self.frame.known().definition;
        let mut ended = None;
        // What it took to see that layouts have no board, which does not depend on the engine.
        let mut wasted = 0;
        let mut redraws = 0;
        while redraws < MAX_DRAWS || wasted < attempts.may_waste(redraws) {
            redraws += 1;
            options.tasks.begin(Task::Layout);
            let drawn = match budget.is_spent() {
                None => self.draw(engine, &mut rng, budget)?,
                Some(reason) => DrawnLayout::GaveUp(reason),
            };
            let layout = match drawn {
                DrawnLayout::Layout(layout) => layout,
                DrawnLayout::GaveUp(reason) => {
                    ended = Some(reason);
                    break;
                }
                DrawnLayout::None(problem) => match attempts.count_missing_layout(*problem) {
                    Next::Again => continue,
                    _ => break,
                },
            };
            let before = budget.worked();
            let (layout, board) = match fitted(fit.as_ref(), layout, options, &mut rng, budget)? {
                Ok(Some(found)) => found,
                Ok(None) => {
                    wasted += budget.worked() - before;
                    attempts.count_failure(StartFailure::Fit);
                    continue;
                }
                Err(reason) => {
                    ended = Some(reason);
                    break;
                }
            };
            options.tasks.begin(Task::Instance);
            let ready = Ready::new(self.frame.complete(&layout)?)?;
            budget.work(work_of(&ready.lowered));
            let mut generator = generator(&ready, engine, options)?;
            options.tasks.begin(Task::Board);
            let (board, repairs) = match first_board(&mut generator, board, &mut rng, budget)? {
                Ok(found) => found,
                Err(failure) => {
                    wasted += budget.worked() - before;
                    attempts.count_failure(failure);
                    continue;
                }
            };
            let origin = Provenance { seed, index, redraws: redraws - 1, repairs };
            let removed = generator.remove_clues(board, origin, &mut rng, budget)?;
            let next = match generator.programs_of_blankless(&removed) {
                Some(programs) => attempts.take_blankless(removed, Some(&layout), programs),
                None => attempts.take(removed, Some(&layout), options.level.is_some()),
            };
            match next {
                Next::Finish(removed) => {
                    return finish(&mut generator, index, removed, budget, take);
                }
                Next::Again => {}
                Next::Enough => break,
            }
        }
        let ended = ended.or_else(|| budget.is_spent());
        let (best, outcome) = attempts.give_up(index, definition, options, ended);
        let Some((removed, Some(layout))) = best else { return Ok(outcome) };
        let ready = Ready::new(self.frame.complete(&layout)?)?;
        let finished =
            finish(&mut generator(&ready, engine, options)?, index, removed, budget, take)?;
        Ok(if matches!(finished, GenerationOutcome::OutOfBudget(_)) { finished } else { outcome })
    }
}

/// The stored values of a board that rooms were made to fit, and how often they were changed for it.
type FittedBoard = Option<(Vec<i64>, u32)>;

/// Returns a layout with the board that it fits, where rooms are made to fit one; `None` where they were not.
fn fitted(
    fit: Option<&RoomFitter<'_, '_>>,
    layout: LayoutValues,
    options: &Options,
    rng: &mut Rng,
    budget: &mut Budget,
) -> Result<Result<Option<(LayoutValues, FittedBoard)>, GaveUp>, Diagnostics> {
    let Some(fit) = fit else { return Ok(Ok(Some((layout, None)))) };
    let fitted = fit.fit(layout, options, rng, budget)?;
    Ok(fitted.map(|found| found.map(|it| (it.layout, Some((it.values, it.repairs))))))
}

/// Returns a board on the layout of this generator, and how often a part of it was drawn anew: the one
/// that the layout was fitted to, or one that is drawn soon.
fn first_board(
    generator: &mut Generator<'_>,
    fitted: FittedBoard,
    rng: &mut Rng,
    budget: &mut Budget,
) -> Result<Result<(FullBoard, u32), StartFailure>, Diagnostics> {
    if let Some((values, repairs)) = fitted {
        return Ok(Ok((generator.boards.board(values)?, repairs)));
    }
    Ok(match generator.boards.draw_soon(rng, budget)? {
        DrawnBoard::Board(board) => Ok((board, 0)),
        DrawnBoard::Impossible(_) => Err(StartFailure::Board),
        DrawnBoard::GaveUp(_) => Err(StartFailure::BoardSoon),
    })
}

/// Returns the problem of sizes that fill the places in no way.
fn no_rooms(name: &str, plan: &RoomPlan, (sizes, count): (Span, Option<Span>)) -> Problem {
    let total = plan.places.len();
    // The least and the most rooms that fill so many places.
    let mut rooms: Vec<Option<(usize, usize)>> = vec![Some((0, 0))];
    for places in 1..=total {
        let fitting = plan.sizes.iter().take_while(|size| *size as usize <= places);
        let before = fitting.filter_map(|size| rooms[places - size as usize]);
        let both = |a: (usize, usize), b: (usize, usize)| (a.0.min(b.0), a.1.max(b.1));
        rooms.push(before.reduce(both).map(|(least, most)| (least + 1, most + 1)));
    }
    let message = |what: &str| format!("no {what} of these sizes fill the places of `{name}`");
    match (plan.count, count, rooms[total]) {
        (Some(number), Some(span), Some((least, most))) => {
            let message = message(&format!("{number} rooms"));
            Problem::error(Code::BadDomain, message, span, "this number").help(
                match least == most {
                    true => format!("{total} places are {least} rooms of these sizes"),
                    false => format!("{total} places are {least} to {most} rooms of these sizes"),
                },
            )
        }
        _ => Problem::error(Code::BadDomain, message("rooms"), sizes, "these sizes")
            .help(format!("allow sizes that make up {total} places")),
    }
}

/// Returns the problem of layouts that their rules leave no values for.
fn no_shape(shape: &Definition, on: &str) -> Problem {
    let names: Vec<String> = shape.rules.iter().map(|rule| format!("`{}`", rule.name)).collect();
    let message = format!("the rules about layouts of `{}` cannot hold together{on}", shape.name);
    let problem = Problem::error(Code::Unsatisfiable, message, shape.span, "no layout exists");
    let rules = shape.rules.iter();
    rules
        .fold(problem, |problem, rule| problem.label(rule.body.span, "decides how it is drawn"))
        .help(format!("loosen one of {}", names.join(", ")))
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
    removed: RemovalResult,
    budget: &Budget,
    take: &mut TakePuzzles<'_>,
) -> Result<GenerationOutcome, Diagnostics> {
    let mut puzzles = Vec::new();
    let outcome = generator.finish(index, removed, budget, &mut |puzzle| puzzles.push(puzzle));
    take(generator, puzzles)?;
    Ok(outcome)
}
