//! A level on request: clues are added back where a puzzle is too hard, and exchanged where it is too
//! easy, until the level is met. No board is given up for its level before all this was tried.
//!
//! Removal ends as always. From a puzzle that is too hard, clues go back in random order: the fewest
//! after which it is not too hard any more are found by steps of doubling length and halving. Where
//! that jumps over the level, other clues are dropped while it stays reachable. From a puzzle that is
//! too easy, some clues are added back and others dropped, and simulated annealing decides whether to
//! go on from there; the best state is kept and returned to.
//!
//! Every state on the way has one solution: it shows more than one that has, or is proved. Choices
//! follow the puzzle's own random stream and verdicts; trials are counted, never timed.
//!
//! # Source
//! Adding clues back and tuned masking with annealing as last resort: team 3780, MCM 2008.

use crate::ended::{RemovalEnd, RemovalResult, TargetMissed};
use crate::guide::{Guide, Standing};
use crate::removal::{ClueRemoval, DropOutcome};
use crate::removal_state::ClueState;
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::diagnostics::Diagnostics;
use puzgen_model::definition::Takes;
use puzgen_model::eval::FaultAt;
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::PuzzleState;

/// How often clues are exchanged on one board.
const MAX_EXCHANGES: u32 = 200;

/// The most exchanges without anything better after which a board that was drawn is given up: as many as boards were
/// drawn before, since another board often has the level and costs no more than a few exchanges.
const MAX_IDLE_ON_BOARD: u32 = 20;
/// So many for each unit that can be exchanged, as there are few puzzles on a small board.
const IDLE_FOR_EACH_UNIT: u32 = 2;

/// The most puzzles that are rated while clues are dropped from one that became too easy.
const MAX_RATED_DROPS: u32 = 12;

/// Exchanges without anything better after which the best state is returned to.
const MAX_IDLE_EXCHANGES: u32 = 15;

/// The temperature of the annealing at first, as a share of the first distance: conditions and models
/// measure in different units.
const START_TEMPERATURE: f64 = 0.3;

/// The most units that are added back for an exchange.
const MOST_ADDED: usize = 4;

/// A state of the board, and how far the puzzle is from the level there.
#[derive(Debug, Clone)]
struct SavedState {
    state: ClueState,
    standing: Standing,
}

/// How a step towards the level ended.
enum ReachOutcome {
    /// The level is met.
    Met,
    /// It is not.
    NotMet,
    /// The budget ran out.
    Stopped(GaveUp),
}

/// Removes clues from a board, and goes on to the level that is asked for.
pub(super) fn run(
    mut removal: ClueRemoval<'_, '_, '_>,
    budget: &mut Budget,
) -> Result<RemovalResult, Diagnostics> {
    if let Some(ended) = removal.start(budget)? {
        return Ok(removal.abandon(ended));
    }
    let Some(guide) = removal.guide() else {
        let ended =
            if removal.is_given() { RemovalEnd::Accepted } else { removal.remove(budget)? };
        return removal.finish(ended, 0.0, budget);
    };
    let mut search = LevelSearch { removal: &mut removal, guide, best: None };
    let ended = match search.remove_first(budget)? {
        RemovalEnd::Accepted => search.search(budget)?,
        ended => ended,
    };
    // Where removal was stopped, nothing was evaluated.
    let distance = search.best.map_or(0.0, |best| best.standing.distance);
    removal.finish(ended, distance, budget)
}

/// The search from a board for one of a level.
struct LevelSearch<'d, 'g, 'a, 'r> {
    removal: &'d mut ClueRemoval<'g, 'a, 'r>,
    guide: &'g Guide,
    /// The state that came nearest to the level.
    best: Option<SavedState>,
}

impl LevelSearch<'_, '_, '_, '_> {
    /// Removes what is to be removed before the level is looked at. A given puzzle loses more clues only
    /// where it is too easy.
    fn remove_first(&mut self, budget: &mut Budget) -> Result<RemovalEnd, Diagnostics> {
        if self.removal.is_given() {
            let standing = self.evaluate(budget)?.standing;
            if standing.distance == 0.0 || self.guide.is_too_hard(standing) {
                return Ok(RemovalEnd::Accepted);
            }
        }
        self.removal.phases(budget)
    }

    /// Goes from a board whose removal has ended to one that has the level.
    fn search(&mut self, budget: &mut Budget) -> Result<RemovalEnd, Diagnostics> {
        let units = self.exchangeable()?;
        let mut here = self.evaluate(budget)?;
        if here.standing.level.is_none() {
            let why = "no level can be told of it".to_owned();
            let help = "look at what `levels` asks: it has no value for such puzzles";
            return Ok(RemovalEnd::TargetMissed(TargetMissed { why, help, exchanges: 0 }));
        }
        let (mut best, mut since_best, mut has_moved) = (here.clone(), 0, true);
        let mut idle = 0;
        let max_idle = match self.removal.is_given() {
            true => MAX_EXCHANGES,
            false => (IDLE_FOR_EACH_UNIT * units.len() as u32)
                .min(self.removal.redraws())
                .min(MAX_IDLE_ON_BOARD),
        };
        let start_temperature = START_TEMPERATURE * here.standing.distance;
        for exchange in 0..MAX_EXCHANGES {
            if here.standing.distance == 0.0 {
                self.restore(&here);
                return Ok(RemovalEnd::Accepted);
            }
            self.removal.forget_needed();
            if std::mem::take(&mut has_moved) && self.guide.is_too_hard(here.standing) {
                match self.ease(&here, &units, budget)? {
                    ReachOutcome::Met => return Ok(RemovalEnd::Accepted),
                    ReachOutcome::NotMet => {}
                    ReachOutcome::Stopped(reason) => {
                        return Ok(self.best_of(exchange, Some(reason)));
                    }
                }
            }
            if idle >= max_idle {
                return Ok(self.best_of(exchange, None));
            }
            self.restore(&here);
            if let Some(reason) = self.exchange(&units, budget)? {
                return Ok(self.best_of(exchange, Some(reason)));
            }
            let there = self.evaluate(budget)?;
            (since_best, idle) = (since_best + 1, idle + 1);
            let left = f64::from(MAX_EXCHANGES - exchange) / f64::from(MAX_EXCHANGES);
            let temperature = start_temperature * left;
            let worse = there.standing.distance - here.standing.distance;
            // The number is drawn in any case, so that a stream does not depend on rounding.
            let drawn = self.removal.rng().unit();
            if worse <= 0.0 || drawn < libm::exp(-worse / temperature) {
                (here, has_moved) = (there, true);
            }
            if here.standing.distance < best.standing.distance {
                (best, since_best, idle) = (here.clone(), 0, 0);
            } else if since_best >= MAX_IDLE_EXCHANGES {
                (here, since_best, has_moved) = (best.clone(), 0, true);
            }
        }
        Ok(self.best_of(MAX_EXCHANGES, None))
    }

    /// Ends with the best state that was seen in so many exchanges.
    fn best_of(&mut self, exchanges: u32, gave_up: Option<GaveUp>) -> RemovalEnd {
        let best = self.best.clone();
        if let Some(best) = &best {
            self.restore(best);
        }
        if let Some(reason) = gave_up {
            return RemovalEnd::OutOfBudget(reason);
        }
        let levels = self.instance().definition.levels.as_ref();
        let name = |level: usize| levels.map_or("", |levels| levels.names[level].as_str());
        let wanted = name(self.guide.level);
        let nearest = best.as_ref().and_then(|best| best.standing.level);
        let other = "ask for another level, or other parameters";
        let (why, help) = match nearest {
            Some(level) if level == self.guide.level => (
                format!("level `{wanted}` was reached only where `keep` or `accept` does not hold"),
                "loosen `keep` or `accept`, or ask for another level",
            ),
            Some(level) => {
                let nearest = name(level);
                (format!("level `{wanted}` was not reached (the nearest is `{nearest}`)"), other)
            }
            None => (format!("level `{wanted}` was not reached"), other),
        };
        RemovalEnd::TargetMissed(TargetMissed { why, help, exchanges })
    }

    fn instance(&self) -> &Instance<'_> {
        self.removal.board().fixed().instance()
    }

    /// Evaluates the puzzle as it is now, and keeps the best state.
    fn evaluate(&mut self, budget: &mut Budget) -> Result<SavedState, FaultAt> {
        let is_minimal = if self.guide.asks_minimal { self.removal.minimal(budget) } else { None };
        let steps = if self.guide.asks_steps { self.removal.steps() } else { None };
        self.removal.charge(budget);
        let board = self.removal.board();
        let puzzle =
            PuzzleState { is_minimal, steps: steps.as_ref(), ..board.puzzle(board.showing()) };
        let standing = self.guide.evaluate(&puzzle, board.fixed().values())?;
        let saved = SavedState { state: board.state().clone(), standing };
        let is_best =
            self.best.as_ref().is_none_or(|best| standing.distance < best.standing.distance);
        if is_best {
            self.best = Some(saved.clone());
        }
        Ok(saved)
    }

    fn restore(&mut self, saved: &SavedState) {
        self.removal.restore(&saved.state);
    }

    /// Returns what is added back and dropped at once: the units of the last phase, so that patterns
    /// stay, and single clues that are in none of them. Of clues that rules ask for only the values
    /// are: without the one or with the other the board might not be a solution.
    fn exchangeable(&self) -> Result<Vec<Vec<u32>>, FaultAt> {
        let fixed = self.removal.board().fixed();
        let last = fixed.instance().phases.len().checked_sub(1);
        let mut units = last.map_or_else(|| Ok(Vec::new()), |phase| fixed.units(phase))?;
        let mut is_listed = vec![false; fixed.count()];
        for unit in &mut units {
            unit.retain(|fact| {
                fixed.facts()[*fact as usize].is_some() && self.can_come_back(*fact)
            });
            unit.iter().for_each(|fact| is_listed[*fact as usize] = true);
        }
        let single = |fact: &usize| {
            let is_there = fixed.facts()[*fact].is_some() && self.can_come_back(*fact as u32);
            is_there && !is_listed[*fact] && !self.removal.board().showing().is_told(*fact)
        };
        let may_stand_alone = fixed.instance().together.is_empty();
        let hidden = (0..fixed.count()).filter(|_| may_stand_alone).filter(single);
        units.extend(hidden.map(|fact| vec![fact as u32]));
        units.retain(|unit| !unit.is_empty());
        Ok(units)
    }

    fn can_come_back(&self, fact: u32) -> bool {
        let board = self.removal.board();
        board.showing().is_shown(fact as usize) || !board.fixed().changes_rules(&[fact])
    }

    fn is_hidden(&self, unit: &[u32]) -> bool {
        let showing = self.removal.board().showing();
        unit.iter().any(|fact| !showing.is_told(*fact as usize))
    }

    /// Returns the units that are hidden, or shown, in random order.
    fn shuffled(&mut self, units: &[Vec<u32>], are_hidden: bool) -> Vec<usize> {
        let is_meant = |unit: &usize| self.is_hidden(&units[*unit]) == are_hidden;
        let mut found: Vec<usize> = (0..units.len()).filter(is_meant).collect();
        self.removal.rng().shuffle(&mut found);
        found
    }

    /// Makes a puzzle that is too hard easier: adds units back in random order, as few as are found.
    ///
    /// The number doubles until the puzzle is not too hard, then the bounds are halved. Where more clues do
    /// not always make a puzzle easier, the number may not be the least; but the state that is kept was
    /// evaluated, so it is not too hard.
    fn ease(
        &mut self,
        from: &SavedState,
        units: &[Vec<u32>],
        budget: &mut Budget,
    ) -> Result<ReachOutcome, Diagnostics> {
        self.restore(from);
        let order = self.shuffled(units, true);
        let (mut hard, mut step) = (0, 1);
        let mut easy: Option<(usize, SavedState)> = None;
        loop {
            if let Some(reason) = budget.is_spent() {
                return Ok(ReachOutcome::Stopped(reason));
            }
            let at = match &easy {
                Some((easy, _)) if easy - hard <= 1 => break,
                Some((easy, _)) => usize::midpoint(hard, *easy),
                None if hard == order.len() => return Ok(ReachOutcome::NotMet),
                None => (hard + step).min(order.len()),
            };
            self.restore(from);
            self.removal.add_back(order[..at].iter().map(|unit| &units[*unit]));
            let saved = self.evaluate(budget)?;
            if self.guide.is_too_hard(saved.standing) {
                (hard, step) = (at, step * 2);
            } else {
                easy = Some((at, saved));
            }
        }
        let Some((_, easy)) = easy else { return Ok(ReachOutcome::NotMet) };
        self.restore(&easy);
        if easy.standing.distance == 0.0 {
            return Ok(ReachOutcome::Met);
        }
        self.drop_others(easy, units, budget)
    }

    /// From a puzzle that is not too hard, drops clues as long as it does not become too hard.
    fn drop_others(
        &mut self,
        mut here: SavedState,
        units: &[Vec<u32>],
        budget: &mut Budget,
    ) -> Result<ReachOutcome, Diagnostics> {
        let mut rated = 0;
        for unit in self.shuffled(units, false) {
            if rated == MAX_RATED_DROPS {
                break;
            }
            if !self.is_droppable(&units[unit]) {
                continue;
            }
            let (facts, takes) = self.exchanged(&units[unit]);
            match self.removal.try_drop(&facts, takes, budget)? {
                DropOutcome::Dropped => {}
                DropOutcome::Refused | DropOutcome::RefusedForGood => continue,
                DropOutcome::Stopped(reason) => match budget.is_spent() {
                    Some(_) => return Ok(ReachOutcome::Stopped(reason)),
                    None => continue,
                },
            }
            let there = self.evaluate(budget)?;
            rated += 1;
            if there.standing.distance == 0.0 {
                return Ok(ReachOutcome::Met);
            }
            if self.guide.is_too_hard(there.standing) {
                self.restore(&here);
            } else {
                here = there;
            }
        }
        Ok(ReachOutcome::NotMet)
    }

    /// Adds some clues back and drops others until nothing more can go. Returns why it stopped early.
    fn exchange(
        &mut self,
        units: &[Vec<u32>],
        budget: &mut Budget,
    ) -> Result<Option<GaveUp>, Diagnostics> {
        let mut added = self.shuffled(units, true);
        added.truncate(1 + self.removal.rng().below(MOST_ADDED));
        // Units that were shown are tried first: otherwise those just added would go again.
        let order: Vec<usize> =
            self.shuffled(units, false).into_iter().chain(added.clone()).collect();
        self.removal.add_back(added.iter().map(|unit| &units[*unit]));
        let order: Vec<usize> =
            order.into_iter().filter(|unit| self.is_droppable(&units[*unit])).collect();
        let mut gave_up = None;
        let takes = self.exchanged(&[]).1;
        match self.removal.pass(units, &order, takes, &mut gave_up, budget)? {
            Some(RemovalEnd::OutOfBudget(reason)) => Ok(Some(reason)),
            _ => Ok(gave_up.filter(|_| budget.is_spent().is_some())),
        }
    }

    fn is_droppable(&self, unit: &[u32]) -> bool {
        let fixed = self.removal.board().fixed();
        unit.iter().all(|fact| fixed.clue(*fact as usize).is_droppable)
    }

    /// Returns what is taken of a unit in an exchange: what the last phase takes, of those clues that
    /// have it.
    fn exchanged(&self, unit: &[u32]) -> (Vec<u32>, Takes) {
        let takes = self.instance().phases.last().map_or(Takes::Clue, |last| last.takes);
        let can_go = |fact: &u32| self.removal.board().can_take(*fact as usize, takes);
        (unit.iter().copied().filter(can_go).collect(), takes)
    }
}
