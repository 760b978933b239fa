//! Hole removal: one clue (or region) after the other, while what must be kept holds.
//!
//! # Order of one step
//! Conditions that are evaluated directly come first, because they are the cheapest; then the engine says
//! whether there are too many solutions; then come the conditions about the steps of a solution, which
//! only a puzzle with one solution has. What is refused because of the number of solutions stays
//! refused: with fewer clues there are never fewer solutions. Other conditions may hold again later, so
//! units that they refused are tried again as long as something else was removed since.

use crate::conditions::Conditions;
use crate::ended::{RemovalEnd, RemovalResult, StartFailure, TargetMissed};
use crate::full::FullBoard;
use crate::guide::Guide;
use crate::questions::Questions;
use crate::removal_state::{ClueState, RemovalState};
use crate::{Generator, Task, TaskHook};
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::rng::Rng;
use puzgen_model::definition::{Choose, Takes};
use puzgen_model::eval::{FaultAt, Scope};
use puzgen_model::function::Steps;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::FactValue;

/// What became of one removal.
pub(super) enum DropOutcome {
    Dropped,
    Refused,
    /// Refused because the number of solutions would be too large; later steps cannot change that.
    RefusedForGood,
    Stopped(GaveUp),
}

/// Which puzzle of which run a board is for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Provenance {
    pub(super) seed: u64,
    pub(super) index: u64,
    /// How many boards were drawn for it before.
    pub(super) redraws: u32,
    /// How often a part of the board was drawn anew.
    pub(super) repairs: u32,
}

/// What was counted during removal, and the puzzles that it gave.
#[derive(Default)]
struct Tally {
    refused: u32,
    /// How many of these because the budget ran out or the engine gave up.
    gave_up: u32,
    results: Vec<GeneratedPuzzle>,
}

/// Removal of clues from one board.
pub(super) struct ClueRemoval<'g, 'a, 'r> {
    instance: &'a Instance<'a>,
    board: RemovalState<'a>,
    questions: Questions<'g, 'a>,
    conditions: Conditions<'g, 'a>,
    guide: Option<&'g Guide>,
    rng: &'r mut Rng,
    tally: Tally,
    origin: Provenance,
    /// Whether it began with a given puzzle, not with a full board.
    is_given: bool,
    /// Whether every board on the way is a result.
    all_steps: bool,
    /// The least and the most clues left out of a board that is a result, where that is asked for.
    on_the_way: Option<(usize, usize)>,
    tasks: TaskHook,
}

impl<'g, 'a, 'r> ClueRemoval<'g, 'a, 'r> {
    pub(super) fn new(
        generator: &'g mut Generator<'a>,
        full: FullBoard,
        origin: Provenance,
        rng: &'r mut Rng,
    ) -> Self {
        let Generator { instance, lowered, session, plan, guide, measurer, options, .. } =
            generator;
        options.tasks.begin(Task::Removal);
        let board = RemovalState::new(instance, lowered, full);
        Self {
            questions: Questions::new(session, lowered, plan.solutions.at_most, board.fixed()),
            conditions: Conditions::new(instance, plan, measurer),
            instance,
            board,
            guide: guide.as_ref(),
            rng,
            tally: Tally::default(),
            origin,
            is_given: false,
            all_steps: options.all_steps || options.on_the_way.is_some(),
            on_the_way: options.on_the_way,
            tasks: options.tasks.clone(),
        }
    }

    /// Begins with a given puzzle (one of a bank), which is proved to have one solution, instead of the full board.
    pub(super) fn give(&mut self, told: &[FactValue], shown: &[bool]) {
        self.is_given = true;
        self.board.give(told, shown);
    }

    /// Returns whether it began with a given puzzle.
    pub(super) fn is_given(&self) -> bool {
        self.is_given
    }

    /// Returns how many boards were drawn before.
    pub(super) fn redraws(&self) -> u32 {
        self.origin.redraws
    }

    /// Returns the board.
    pub(super) fn board(&self) -> &RemovalState<'a> {
        &self.board
    }

    /// Returns the guide to the level that is asked for.
    pub(super) fn guide(&self) -> Option<&'g Guide> {
        self.guide
    }

    /// Returns the random stream of the puzzle.
    pub(super) fn rng(&mut self) -> &mut Rng {
        self.rng
    }

    /// Returns to a state of the board that was before.
    pub(super) fn restore(&mut self, state: &ClueState) {
        self.board.restore(state);
    }

    /// Shows units again.
    pub(super) fn add_back<'u>(&mut self, units: impl IntoIterator<Item = &'u Vec<u32>>) {
        self.board.state_mut().add_back(units);
    }

    /// Begins a session without asserted clues: after some were added back, others may go.
    pub(super) fn forget_needed(&mut self) {
        self.questions.forget_needed();
    }

    /// Returns the steps of a solution of the puzzle as it is now.
    pub(super) fn steps(&self) -> Option<Steps> {
        let showing = self.board.showing();
        let fixed = self.board.fixed();
        let (shown, told) = (showing.shown(), showing.told());
        self.conditions.measurer().steps(fixed.facts(), fixed.values(), shown, told)
    }

    /// Charges a budget with the work of solving step by step since this was called last.
    pub(super) fn charge(&self, budget: &mut Budget) {
        budget.work(self.conditions.measurer().take_work());
    }

    /// Returns whether no single clue can go, where something asks for that.
    pub(super) fn minimal(&mut self, budget: &mut Budget) -> Option<bool> {
        let asks = self.conditions.plan().asks_minimal;
        asks.then(|| self.questions.is_minimal(&mut self.board, budget))
    }

    /// Returns what is asked for at the end and does not hold.
    fn missing(&mut self, budget: &mut Budget) -> Result<Option<TargetMissed>, FaultAt> {
        let asks = self.conditions.plan().accepts_minimal;
        let is_minimal = if asks { self.minimal(budget) } else { None };
        self.conditions.missing(&self.board, is_minimal)
    }

    /// Ends without a result, because nothing is proved of this board.
    pub(super) fn abandon(mut self, ended: RemovalEnd) -> RemovalResult {
        self.questions.retire();
        let values = self.board.into_fixed().into_values();
        RemovalResult { ended, results: Vec::new(), values, distance: 0.0 }
    }

    /// Ends with what removal came to, at this distance from the level that is asked for.
    pub(super) fn finish(
        mut self,
        ended: RemovalEnd,
        distance: f64,
        budget: &mut Budget,
    ) -> Result<RemovalResult, Diagnostics> {
        let is_stopped = matches!(ended, RemovalEnd::OutOfBudget(GaveUp::Stopped));
        let is_last_step = (self.all_steps || is_stopped) && !self.tally.results.is_empty();
        if !is_last_step {
            self.emit(budget)?;
        }
        self.questions.retire();
        let (results, values) = (self.tally.results, self.board.into_fixed().into_values());
        Ok(RemovalResult { ended, results, values, distance })
    }

    /// Checks that what must be kept holds at the start. That there are not too many solutions is made sure
    /// of before (`repair.rs`).
    pub(super) fn start(&mut self, budget: &mut Budget) -> Result<Option<RemovalEnd>, Diagnostics> {
        if self.conditions.plan().solutions.at_most > 1 && !self.is_given {
            // Later counts need the solutions themselves.
            match self.questions.count(&mut self.board, &[], Takes::Clue, budget) {
                Ok(true) => {}
                Ok(false) => {
                    puzgen_base::bug!("too many solutions, which were not too many before")
                }
                Err(reason) => return Ok(Some(RemovalEnd::OutOfBudget(reason))),
            }
        }
        let broken = match self.conditions.broken_keep(&self.board, self.board.showing())? {
            Some(broken) => Some(broken),
            None => self.conditions.broken_keep_of_steps(&self.board)?,
        };
        Ok(broken.map(|condition| {
            RemovalEnd::NoStart(match self.is_given {
                true => StartFailure::KeepOfGiven(condition),
                false => StartFailure::Keep(condition),
            })
        }))
    }

    /// Removes what all phases take, and says whether all that is asked for holds then.
    pub(super) fn remove(&mut self, budget: &mut Budget) -> Result<RemovalEnd, Diagnostics> {
        Ok(match self.phases(budget)? {
            RemovalEnd::Accepted if self.on_the_way.is_none() => {
                self.missing(budget)?.map_or(RemovalEnd::Accepted, RemovalEnd::TargetMissed)
            }
            ended => ended,
        })
    }

    /// Removes what all phases take.
    pub(super) fn phases(&mut self, budget: &mut Budget) -> Result<RemovalEnd, Diagnostics> {
        let mut gave_up = None;
        for phase in 0..self.instance.phases.len() {
            let takes = self.instance.phases[phase].takes;
            let units = self.board.fixed().units(phase)?;
            let mut order: Vec<usize> = (0..units.len()).collect();
            if matches!(self.instance.choose, Choose::Random) {
                self.rng.shuffle(&mut order);
            }
            if let Some(ended) = self.pass(&units, &order, takes, &mut gave_up, budget)? {
                return Ok(ended);
            }
        }
        Ok(gave_up.map_or(RemovalEnd::Accepted, RemovalEnd::OutOfBudget))
    }

    /// Tries to drop the units of `order`; returns how removal ended where it is over. `gave_up` is why a
    /// question was not answered, where that is not what the definition wants.
    pub(super) fn pass(
        &mut self,
        units: &[Vec<u32>],
        order: &[usize],
        takes: Takes,
        gave_up: &mut Option<GaveUp>,
        budget: &mut Budget,
    ) -> Result<Option<RemovalEnd>, Diagnostics> {
        let mut is_open = vec![true; units.len()];
        self.questions.begin_pass(&mut self.board, units, order);
        // What was refused for other reasons than the number of solutions may be allowed later on.
        let mut refused_by_keep: Vec<usize> = Vec::new();
        let mut has_removed = false;
        loop {
            let is_at_end = match self.on_the_way {
                Some((_, most)) => self.left_out() >= most,
                None => self.conditions.is_at_target(&self.board)?,
            };
            if is_at_end {
                return Ok(Some(RemovalEnd::Accepted));
            }
            let Some(chosen) = self.choose(units, order, &is_open)? else {
                if !std::mem::take(&mut has_removed) || refused_by_keep.is_empty() {
                    return Ok(None);
                }
                for unit in refused_by_keep.drain(..) {
                    is_open[unit] = true;
                }
                continue;
            };
            is_open[chosen] = false;
            let can_go = |fact: &u32| self.board.can_take(*fact as usize, takes);
            let dropped: Vec<u32> = units[chosen].iter().copied().filter(can_go).collect();
            if dropped.is_empty() {
                continue;
            }
            let tried = self.try_within_effort(&dropped, takes, budget)?;
            if !matches!(tried, DropOutcome::Dropped) {
                self.questions.assume_first(&dropped);
            }
            match tried {
                DropOutcome::Dropped => {
                    has_removed = true;
                    let at_least = self.conditions.plan().solutions.at_least;
                    if self.all_steps && self.board.solutions() >= at_least {
                        self.emit(budget)?;
                    }
                    continue;
                }
                DropOutcome::Stopped(GaveUp::Stopped) => {
                    return Ok(Some(RemovalEnd::OutOfBudget(GaveUp::Stopped)));
                }
                DropOutcome::Refused => refused_by_keep.push(chosen),
                DropOutcome::RefusedForGood => self.note_needed(&dropped, takes),
                DropOutcome::Stopped(reason) => {
                    self.tally.gave_up += 1;
                    // A question beyond the effort that the definition allows is no failure.
                    if self.instance.effort.is_none() || budget.is_spent().is_some() {
                        *gave_up = Some(reason);
                    }
                }
            }
            self.tally.refused += 1;
        }
    }

    /// Notes that a single clue cannot go, where `takes` is what would be removed of it first.
    fn note_needed(&mut self, dropped: &[u32], takes: Takes) {
        if let [fact] = dropped
            && self.board.first_taken(*fact as usize) == Some(takes)
        {
            self.questions.mark_needed(&mut self.board, *fact as usize);
        }
    }

    /// Takes clues where that is found to be allowed within the effort that the definition names.
    fn try_within_effort(
        &mut self,
        dropped: &[u32],
        takes: Takes,
        budget: &mut Budget,
    ) -> Result<DropOutcome, FaultAt> {
        let Some(steps) = self.instance.effort else {
            return self.try_drop(dropped, takes, budget);
        };
        let mut part = budget.part(steps);
        let tried = self.try_drop(dropped, takes, &mut part);
        budget.spend_part(&part);
        tried
    }

    /// Chooses one of the open units, as the definition says.
    fn choose(
        &mut self,
        units: &[Vec<u32>],
        order: &[usize],
        is_open: &[bool],
    ) -> Result<Option<usize>, FaultAt> {
        let mut open = order.iter().copied().filter(|unit| is_open[*unit]);
        let choose = self.instance.choose;
        if matches!(choose, Choose::First | Choose::Random) {
            return Ok(open.next());
        }
        let open: Vec<usize> = open.collect();
        if open.is_empty() {
            return Ok(None);
        }
        Ok(match choose {
            Choose::First | Choose::Random => open.first().copied(),
            Choose::Guided => {
                let state = self.board.state();
                let is_idle = |unit: &usize| state.is_enough_without(&units[*unit]);
                let idle: Vec<usize> = open.iter().copied().filter(is_idle).collect();
                let open = if idle.is_empty() { open } else { idle };
                Some(open[self.rng.below(open.len())])
            }
            Choose::Weight(_) => {
                let weights: Result<Vec<f64>, FaultAt> =
                    open.iter().map(|unit| self.weight(&units[*unit])).collect();
                // Where all weights are 0, none is preferred.
                let chosen = match self.rng.weighted(&weights?) {
                    Some(chosen) => chosen,
                    None => self.rng.below(open.len()),
                };
                Some(open[chosen])
            }
        })
    }

    /// Returns the mean weight of the facts of a unit.
    fn weight(&self, unit: &[u32]) -> Result<f64, FaultAt> {
        let instance = self.instance;
        let remove = &instance.definition.remove;
        let Choose::Weight(weights) = instance.choose else { return Ok(1.0) };
        let (values, state) =
            (self.board.fixed().values(), self.board.puzzle(self.board.showing()));
        let mut scope = Scope::new(instance).with_values(values).with_puzzle(&state);
        let mut total = 0.0;
        for fact in unit {
            let (clue, position) = instance.fact(*fact as usize);
            let number = remove.clues.iter().position(|other| *other == clue).unwrap_or_default();
            if let Some(binders) = &instance.definition.clue(clue).index {
                let key = &instance.clues[clue.0 as usize].index.keys()[position];
                scope.bind_key(binders, &key.to_value());
            }
            total += scope.eval(&weights[number])?.as_real().unwrap_or_default();
        }
        Ok(total / unit.len().max(1) as f64)
    }

    /// Takes clues, or their values, where what must be kept still holds.
    pub(super) fn try_drop(
        &mut self,
        dropped: &[u32],
        takes: Takes,
        budget: &mut Budget,
    ) -> Result<DropOutcome, FaultAt> {
        let before = self.board.state().clone();
        let showing = before.showing().without(dropped, takes);
        self.charge(budget);
        if self.conditions.broken_keep(&self.board, &showing)?.is_some()
            || self.conditions.overshoots(&self.board, &showing)?
        {
            return Ok(DropOutcome::Refused);
        }
        Ok(match self.questions.can_go(&mut self.board, dropped, takes, budget) {
            Ok(true) => {
                self.board.state_mut().take(dropped, takes);
                if self.conditions.broken_keep_of_steps(&self.board)?.is_some() {
                    self.board.restore(&before);
                    return Ok(DropOutcome::Refused);
                }
                DropOutcome::Dropped
            }
            // A board that says that a clue is not shown excludes solutions, so more may go later.
            Ok(false) if takes == Takes::Clue && self.board.fixed().changes_rules(dropped) => {
                DropOutcome::Refused
            }
            Ok(false) => DropOutcome::RefusedForGood,
            Err(reason) => DropOutcome::Stopped(reason),
        })
    }

    /// Returns how many clues are left out.
    fn left_out(&self) -> usize {
        self.instance.left_out(self.board.showing().shown())
    }

    /// Makes a result of the board as it is now, where such a board can be one.
    fn emit(&mut self, budget: &mut Budget) -> Result<(), Diagnostics> {
        if let Some((least, most)) = self.on_the_way
            && !(least..=most).contains(&self.left_out())
        {
            return Ok(());
        }
        let Provenance { seed, index, redraws, repairs } = self.origin;
        let is_minimal = self.minimal(budget);
        let (fixed, showing) = (self.board.fixed(), self.board.showing());
        let mut puzzle = GeneratedPuzzle {
            seed,
            index,
            is_of_run: true,
            step: self.all_steps.then_some(self.tally.results.len() as u32 + 1),
            facts: fixed.facts().to_vec(),
            shown: showing.shown().to_vec(),
            told: showing.told().to_vec(),
            solutions: self.questions.all_solutions(&self.board),
            features: Vec::new(),
            is_minimal,
            level: None,
            steps: None,
            transform: None,
            bank_line: None,
            refused: self.tally.refused,
            gave_up: self.tally.gave_up,
            redraws,
            repairs,
            verified: Vec::new(),
            removed_by: self.questions.removed_by(),
        };
        // Of boards on the way few are kept, and measured then.
        if self.on_the_way.is_none() {
            self.tasks.begin(Task::Rating);
            self.conditions.measurer().rate(&mut puzzle, fixed.values())?;
            self.tasks.begin(Task::Removal);
        }
        self.tally.results.push(puzzle);
        Ok(())
    }
}
