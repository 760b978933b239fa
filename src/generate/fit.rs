//! Rooms that are made to fit a board, where a puzzle shows nothing else.
//!
//! Given random rooms, this changes them until they have a board, and no more solutions than allowed. Hardly
//! any random rooms have a board with, say, two stars in each room, and hardly ever only one.
//!
//! This is counterexample-guided search. If no board is found soon on the rooms, a board is drawn under the
//! rules that do not mention rooms. Then a local search moves single places from room to room, until the
//! board keeps all rules and no other board found so far does. Its cost is the violation of the rules
//! ([`violation`]) plus the number of other boards that keep them; a move that increases it is undone. Half of the
//! moves are in a room with a violation, or of a place where one of these other boards has another value. Then an
//! engine is asked for more other boards (the counterexamples), and the local search goes on.
//!
//! The result depends on which counterexamples are found, so they do not come from the engine of the user,
//! but always from `search`, in sessions of its own.
//!
//! # Source
//! Solar-Lezama, Tancau, Bodik, Seshia and Saraswat, "Combinatorial sketching for finite programs" (ASPLOS
//! 2006): candidates must withstand all counterexamples found so far; a solver looks for another one.

use std::sync::OnceLock;

use crate::Options;
use crate::draw::{DrawOutcome, RandomSearch};
use crate::policy::Plan;
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::rng::Rng;
use puzgen_model::definition::{self, Role, Rule};
use puzgen_model::frame::Frame;
use puzgen_model::grid::Place;
use puzgen_model::instance::Instance;
use puzgen_model::layout::{Layout, LayoutKind, LayoutValues, RoomPlan, Sampler, in_order};
use puzgen_model::rules::{CaseNumbers, KnownCases, Violation, broken_rules, violation};
use puzgen_model::value::Key;
use puzgen_solve::Solver;
use puzgen_vocabulary::lower::{Lowered, Purpose, Ready, lower, work_of};

/// Steps of the random search for a board on the given rooms.
const FIRST_STEPS: u64 = 5_000;

/// Steps of the random search for a board under the rules that do not mention rooms.
const SEARCH_STEPS: u64 = 20_000;

/// So many such boards are drawn; the one with the least violation is taken.
const BOARDS_DRAWN: u32 = 20;

/// The most moves before rooms are given up.
const MAX_MOVES: usize = 20_000;

/// The most moves without a lower cost, for each place.
const MAX_IDLE_MOVES: usize = 20;

/// The most questions to the engine for other boards.
const MAX_QUESTIONS: u32 = 300;

/// The number of other boards that one question asks for.
const OTHERS: usize = 4;

/// The steps that `search` may take for one question.
const STEPS: u64 = 20_000;

/// Rooms and their board.
pub(super) struct FittedRooms {
    pub(super) layout: LayoutValues,
    /// The stored values.
    pub(super) values: Vec<i64>,
    /// The rounds of local search after the first: how often other boards were found.
    pub(super) repairs: u32,
}

/// Makes rooms fit boards.
pub(super) struct RoomFitter<'f, 'd> {
    frame: &'f Frame<'d>,
    free_boards: &'f OnceLock<FreeBoards>,
    samplers: Vec<&'static dyn Sampler>,
    /// The rules that mention rooms and do not follow from others.
    rules: Vec<usize>,
}

/// Draws boards under the rules that do not mention rooms: the same for all rooms, and made once.
#[derive(Debug)]
pub(super) struct FreeBoards {
    lowered: Lowered,
    search: RandomSearch,
}

/// The board to be kept, and the counterexamples: other boards that must break a rule.
struct KnownBoards {
    own: BoardValues,
    others: Vec<OtherBoard>,
    /// The rule cases of all layouts that were tried, numbered.
    numbers: CaseNumbers,
}

impl KnownBoards {
    /// Returns a board without others.
    fn of(values: Vec<i64>) -> Self {
        Self { own: values.into(), others: Vec::new(), numbers: CaseNumbers::default() }
    }
}

/// A counterexample.
struct OtherBoard {
    board: BoardValues,
    /// Where it has another value than the board to be kept.
    places: Vec<Place>,
}

/// What is wrong with rooms.
struct Cost {
    sum: u64,
    /// First places of what is broken by the board to be kept.
    violations: Vec<Place>,
    /// The counterexamples that keep the rules, by position.
    kept: Vec<usize>,
}

/// The values of a board, and a cache of the violation of rule cases by it.
struct BoardValues {
    values: Vec<i64>,
    known: KnownCases,
}

impl From<Vec<i64>> for BoardValues {
    fn from(values: Vec<i64>) -> Self {
        Self { values, known: KnownCases::default() }
    }
}

impl<'f, 'd> RoomFitter<'f, 'd> {
    /// Returns the search for a definition; `None` where it does not apply: where there are clues, layouts
    /// other than rooms, boards by another sampler, or free helpers (a counterexample has values of
    /// answers only).
    pub(super) fn new(frame: &'f Frame<'d>, free_boards: &'f OnceLock<FreeBoards>) -> Option<Self> {
        let definition = frame.known().definition;
        let sampler = |layout: &Layout| match layout.kind {
            LayoutKind::Rooms { sampler, .. } if sampler.can_vary() => Some(sampler),
            _ => None,
        };
        let samplers: Option<Vec<_>> = definition.layouts.iter().map(sampler).collect();
        let is_searched = matches!(definition.sample.sampler, definition::Sampler::Search);
        let condition = definition.sample.condition.as_ref();
        let is_about_rooms = condition.is_some_and(|condition| condition.mentions_layouts());
        let is_all_shown = definition.clues.is_empty() && !definition.answers_rest_on_layouts();
        let is_drawn = is_searched && !is_about_rooms;
        let mut families = definition.families.iter();
        let has_helpers = families.any(|family| matches!(family.role, Role::Free(_)));
        let is_meant = is_all_shown && is_drawn && !has_helpers;
        let samplers = samplers.filter(|samplers| is_meant && !samplers.is_empty())?;
        // Where the others hold, so do implied ones.
        let counts = |rule: &Rule| rule.mentions_layouts() && !rule.is_implied;
        let rules = definition.rules.iter().enumerate();
        let rules = rules.filter(|(_, rule)| counts(rule)).map(|(at, _)| at).collect();
        Some(Self { frame, free_boards, samplers, rules })
    }

    /// Changes rooms until they have a board and no more solutions than allowed; `None` where a limit is
    /// reached.
    ///
    /// # Errors
    /// As [`Frame::complete`].
    pub(super) fn fit(
        &self,
        mut layout: LayoutValues,
        options: &Options,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Result<Option<FittedRooms>, GaveUp>, Diagnostics> {
        let mut instance = self.frame.complete(&layout)?;
        let at_most = Plan::new(&instance, options)?.solutions.at_most;
        let values = self.board(&instance, rng, budget)?;
        if let Some(reason) = budget.is_spent() {
            return Ok(Err(reason));
        }
        let Some(values) = values else { return Ok(Ok(None)) };
        let mut boards = KnownBoards::of(values);
        let mut left = MAX_MOVES;
        for repairs in 0..MAX_QUESTIONS {
            let fits =
                self.walk(&mut instance, &mut layout, &mut boards, (&mut left, budget), rng)?;
            if let Some(reason) = budget.is_spent() {
                return Ok(Err(reason));
            }
            if !fits {
                return Ok(Ok(None));
            }
            let ready = Ready::new(self.frame.complete(&layout)?)?;
            budget.work(work_of(&ready.lowered));
            let answer_count = ready.instance.answer_count;
            let broken = broken_rules(&ready.instance, &boards.own.values);
            if !broken?.is_empty() {
                return Ok(Ok(None));
            }
            let mut part = budget.part(STEPS);
            let limit = at_most.saturating_add(OTHERS);
            let found =
                Solver::new(&ready.lowered, options.engines.quick()).find(&[], limit, &mut part);
            budget.spend_part(&part);
            let found = match found {
                Ok(found) => found,
                Err(reason) => {
                    return Ok(budget.is_spent().map_or(Ok(None), |_| Err(reason)));
                }
            };
            if found.is_complete && found.solutions.len() <= at_most {
                return Ok(Ok(Some(FittedRooms { layout, values: boards.own.values, repairs })));
            }
            let own = boards.own.values[..answer_count].to_vec();
            let others = found.solutions.into_iter().filter(|other| *other != own);
            boards.others.extend(others.map(|other| OtherBoard {
                places: differing_places(&instance, &own, &other),
                board: other.into(),
            }));
        }
        Ok(Ok(None))
    }

    /// Changes rooms until they have a board, however many solutions; returns whether they have.
    ///
    /// # Errors
    /// As [`Frame::complete`].
    pub(super) fn fit_any(
        &self,
        layout: &mut LayoutValues,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<bool, Diagnostics> {
        let mut instance = self.frame.complete(layout)?;
        let Some(own) = self.board(&instance, rng, budget)? else { return Ok(false) };
        let mut boards = KnownBoards::of(own);
        self.walk(&mut instance, layout, &mut boards, (&mut { MAX_MOVES }, budget), rng)
    }

    /// Draws a board on these rooms. If none is found soon, draws boards under the rules that do not mention
    /// rooms, and returns the one with the least violation.
    fn board(
        &self,
        instance: &Instance<'_>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<Vec<i64>>, Diagnostics> {
        let lowered = lower(instance, Purpose::Draw)?;
        budget.work(work_of(&lowered));
        let mut steps = budget.apart(FIRST_STEPS);
        let drawn = RandomSearch::for_one_board(&lowered.csp).draw(rng, &mut steps);
        budget.spend_work_of(&steps);
        if let DrawOutcome::Found(assignment) = drawn {
            return Ok(Some(lowered.values(&assignment)));
        }
        let FreeBoards { lowered, search } = self.free_boards(instance)?;
        let mut numbers = CaseNumbers::default();
        let cases = numbers.cases(instance, &self.rules)?;
        let mut best: Option<(u64, Vec<i64>)> = None;
        for _ in 0..BOARDS_DRAWN {
            let mut steps = budget.apart(SEARCH_STEPS);
            let drawn = search.draw(rng, &mut steps);
            budget.spend_work_of(&steps);
            let DrawOutcome::Found(assignment) = drawn else { break };
            let values = lowered.values(&assignment);
            let enough = best.as_ref().map_or(u64::MAX, |(violation, _)| *violation);
            let found = violation(instance, cases, &values, &mut KnownCases::default(), enough);
            let found = found?.sum;
            if best.is_none() || found < enough {
                best = Some((found, values));
            }
        }
        Ok(best.map(|(_, values)| values))
    }

    /// Returns what draws boards without rooms.
    fn free_boards(&self, instance: &Instance<'_>) -> Result<&FreeBoards, Diagnostics> {
        if let Some(known) = self.free_boards.get() {
            return Ok(known);
        }
        let lowered = lower(instance, Purpose::WithoutRooms)?;
        let search = RandomSearch::new(&lowered.csp);
        Ok(self.free_boards.get_or_init(|| FreeBoards { lowered, search }))
    }

    /// Local search: moves places between rooms until the board keeps the rules and no counterexample does.
    /// Returns whether that was reached with `left` moves and within the budget, of which a move takes one
    /// step.
    fn walk(
        &self,
        instance: &mut Instance<'_>,
        layout: &mut LayoutValues,
        boards: &mut KnownBoards,
        (left, budget): (&mut usize, &mut Budget),
        rng: &mut Rng,
    ) -> Result<bool, Diagnostics> {
        let mut cost = self.cost(instance, layout, boards, u64::MAX)?;
        let mut best = cost.sum;
        let most_idle = MAX_IDLE_MOVES * layout.iter().map(Vec::len).sum::<usize>();
        let mut idle = 0;
        while cost.sum > 0 {
            if *left == 0 || idle == most_idle || budget.is_spent().is_some() {
                return Ok(false);
            }
            *left -= 1;
            budget.spend(1);
            idle += 1;
            let number = rng.below(layout.len());
            let Some(plan) = &self.frame.known().layouts[number].plan else { return Ok(false) };
            let before = layout[number].clone();
            let at = place_to_vary(plan, &before, &cost, &boards.others, rng);
            self.samplers[number].vary(plan, &mut layout[number], at, rng);
            if layout[number] == before {
                continue;
            }
            layout[number] = in_order(&layout[number]);
            let next = self.cost(instance, layout, boards, cost.sum)?;
            if next.sum > cost.sum {
                layout[number] = before;
                continue;
            }
            if next.sum < best {
                (idle, best) = (0, next.sum);
            }
            cost = next;
        }
        Ok(true)
    }

    /// Returns the cost of rooms: the violation of the rules by the board, plus the number of counterexamples
    /// that keep them; any number above `enough` where the cost is above it.
    fn cost(
        &self,
        instance: &mut Instance<'_>,
        layout: &LayoutValues,
        boards: &mut KnownBoards,
        enough: u64,
    ) -> Result<Cost, Diagnostics> {
        instance.lay(layout)?;
        let cases = boards.numbers.cases(instance, &self.rules);
        let cases = cases?;
        let violation = |BoardValues { values, known }: &mut BoardValues, enough: u64| {
            let found = violation(instance, cases, values, known, enough);
            found.map_err(Diagnostics::from)
        };
        let Violation { sum, places: violations } = violation(&mut boards.own, enough)?;
        let mut cost = Cost { sum, violations, kept: Vec::new() };
        // Those found last are the most likely to keep the rules.
        for (number, other) in boards.others.iter_mut().enumerate().rev() {
            if cost.sum > enough {
                break;
            }
            if violation(&mut other.board, 0)?.sum == 0 {
                cost.sum += 1;
                cost.kept.push(number);
            }
        }
        Ok(cost)
    }
}

/// Returns where two boards have different values.
fn differing_places(instance: &Instance<'_>, one: &[i64], other: &[i64]) -> Vec<Place> {
    let mut places = Vec::new();
    for family in &instance.families {
        let values = (family.offset..).take(family.domains.len());
        for (at, key) in values.zip(family.index.keys()) {
            if let Key::Place(place) = key
                && one.get(at) != other.get(at)
            {
                places.push(*place);
            }
        }
    }
    places
}

/// Returns the position of a place to move: with probability 1/2 in a room with a violation, or where a counterexample that
/// keeps the rules has another value, if there is one, and otherwise anywhere.
fn place_to_vary(
    plan: &RoomPlan,
    rooms: &[i64],
    cost: &Cost,
    others: &[OtherBoard],
    rng: &mut Rng,
) -> usize {
    let position = |place: &Place| plan.places.binary_search(place).ok();
    let wrong = rng.below(2 * (cost.violations.len() + cost.kept.len()).max(1));
    let chosen = match wrong.checked_sub(cost.violations.len()) {
        None => position(&cost.violations[wrong]).map(|first| {
            let own: Vec<usize> =
                (0..rooms.len()).filter(|at| rooms[*at] == rooms[first]).collect();
            own[rng.below(own.len())]
        }),
        Some(number) => cost.kept.get(number).and_then(|kept| {
            let places = &others[*kept].places;
            (!places.is_empty()).then(|| position(&places[rng.below(places.len())])).flatten()
        }),
    };
    chosen.unwrap_or_else(|| rng.below(rooms.len()))
}
