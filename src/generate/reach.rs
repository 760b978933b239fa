//! A level on request: clues are added back where a puzzle is too hard, and exchanged where it is too
//! easy, until the level is met. No board is thrown away for its level until all this was tried.
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

use crate::budget::{Budget, GaveUp};
use crate::diagnostics::Diagnostics;
use crate::generate::board::State;
use crate::generate::dig::{Dig, Tried};
use crate::generate::ended::{Dug, Ended, Missed};
use crate::generate::guide::{Guide, Point};
use crate::model::definition::Takes;
use crate::model::eval::FaultAt;
use crate::model::instance::Instance;
use crate::model::puzzle::PuzzleState;

/// How often clues are exchanged on one board.
const MAX_EXCHANGES: u32 = 200;

/// Exchanges without anything better after which the best state is returned to.
const PATIENCE: u32 = 15;

/// How much worse a state may be at first, as a share of the first distance: conditions and models
/// measure in different units.
const WARMTH: f64 = 0.3;

/// The most units that are added back for an exchange.
const MOST_ADDED: usize = 4;

/// A state of the board, and where the puzzle stands there.
#[derive(Debug, Clone)]
struct Saved {
    state: State,
    point: Point,
}

/// How a step towards the level ended.
enum Step {
    /// The level is met.
    Met,
    /// It is not.
    NotMet,
    /// The budget ran out.
    Stopped(GaveUp),
}

/// Removes clues from a board, and goes on to the level that is asked for.
pub(super) fn run(mut dig: Dig<'_, '_, '_>, budget: &mut Budget) -> Result<Dug, Diagnostics> {
    if let Some(ended) = dig.start(budget)? {
        return Ok(dig.abandon(ended));
    }
    let Some(guide) = dig.guide() else {
        let ended = if dig.is_given() { Ended::Accepted } else { dig.remove(budget)? };
        return dig.finish(ended, 0.0, budget);
    };
    let mut reach = Reach { dig: &mut dig, guide, best: None };
    let ended = match reach.removed(budget)? {
        Ended::Accepted => reach.reach(budget)?,
        ended => ended,
    };
    // Where removal did not end there was no look.
    let distance = reach.best.map_or(0.0, |best| best.point.distance);
    dig.finish(ended, distance, budget)
}

/// The way from a board to a level.
struct Reach<'d, 'g, 'a, 'r> {
    dig: &'d mut Dig<'g, 'a, 'r>,
    guide: &'g Guide,
    /// The state that came nearest to the level.
    best: Option<Saved>,
}

impl Reach<'_, '_, '_, '_> {
    /// Removes what is to be removed before the level is looked at. A puzzle that was given is dug
    /// further only where it is too easy.
    fn removed(&mut self, budget: &mut Budget) -> Result<Ended, Diagnostics> {
        if self.dig.is_given() {
            let point = self.look(budget)?.point;
            if point.distance == 0.0 || self.guide.is_too_hard(point) {
                return Ok(Ended::Accepted);
            }
        }
        self.dig.phases(budget)
    }

    /// Goes from a board whose removal has ended to one that has the level.
    fn reach(&mut self, budget: &mut Budget) -> Result<Ended, Diagnostics> {
        let units = self.exchangeable()?;
        let mut here = self.look(budget)?;
        if here.point.level.is_none() {
            let why = "no level can be told of it".to_owned();
            let help = "look at what `levels` asks: it has no value for such puzzles";
            return Ok(Ended::Missed(Missed { why, help }));
        }
        let (mut best, mut since_best, mut has_moved) = (here.clone(), 0, true);
        let warmest = WARMTH * here.point.distance;
        for exchange in 0..MAX_EXCHANGES {
            if here.point.distance == 0.0 {
                self.restore(&here);
                return Ok(Ended::Accepted);
            }
            self.dig.forget_needed();
            if std::mem::take(&mut has_moved) && self.guide.is_too_hard(here.point) {
                match self.ease(&here, &units, budget)? {
                    Step::Met => return Ok(Ended::Accepted),
                    Step::NotMet => {}
                    Step::Stopped(reason) => return Ok(self.best_of(Some(reason))),
                }
            }
            self.restore(&here);
            if let Some(reason) = self.exchange(&units, budget)? {
                return Ok(self.best_of(Some(reason)));
            }
            let there = self.look(budget)?;
            since_best += 1;
            let left = f64::from(MAX_EXCHANGES - exchange) / f64::from(MAX_EXCHANGES);
            let warmth = warmest * left;
            let worse = there.point.distance - here.point.distance;
            // The number is drawn in any case, so that a stream does not depend on rounding.
            let drawn = self.dig.rng().unit();
            if worse <= 0.0 || drawn < libm::exp(-worse / warmth) {
                (here, has_moved) = (there, true);
            }
            if here.point.distance < best.point.distance {
                (best, since_best) = (here.clone(), 0);
            } else if since_best >= PATIENCE {
                (here, since_best, has_moved) = (best.clone(), 0, true);
            }
        }
        Ok(self.best_of(None))
    }

    /// Ends with the best state that was seen.
    fn best_of(&mut self, gave_up: Option<GaveUp>) -> Ended {
        let best = self.best.clone();
        if let Some(best) = &best {
            self.restore(best);
        }
        if let Some(reason) = gave_up {
            return Ended::OutOfBudget(reason);
        }
        let levels = self.instance().definition.levels.as_ref();
        let name = |level: usize| levels.map_or("", |levels| levels.names[level].as_str());
        let wanted = name(self.guide.level);
        let nearest = best.as_ref().and_then(|best| best.point.level);
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
        Ended::Missed(Missed { why, help })
    }

    fn instance(&self) -> &Instance<'_> {
        self.dig.board().fixed().instance()
    }

    /// Says where the puzzle stands now, and remembers the best.
    fn look(&mut self, budget: &mut Budget) -> Result<Saved, FaultAt> {
        let is_minimal = if self.guide.asks_minimal { self.dig.minimal(budget) } else { None };
        let steps = if self.guide.asks_steps { self.dig.steps() } else { None };
        self.dig.charge(budget);
        let board = self.dig.board();
        let puzzle =
            PuzzleState { is_minimal, steps: steps.as_ref(), ..board.puzzle(board.showing()) };
        let point = self.guide.place(&puzzle, board.fixed().values())?;
        let saved = Saved { state: board.state().clone(), point };
        let is_best = self.best.as_ref().is_none_or(|best| point.distance < best.point.distance);
        if is_best {
            self.best = Some(saved.clone());
        }
        Ok(saved)
    }

    fn restore(&mut self, saved: &Saved) {
        self.dig.restore(&saved.state);
    }

    /// Returns what is added back and dropped at once: the units of the last phase, so that patterns
    /// stay, and single clues that are in none of them. Of clues that rules ask for only the values
    /// are: without the one or with the other the board might not be a solution.
    fn exchangeable(&self) -> Result<Vec<Vec<u32>>, FaultAt> {
        let fixed = self.dig.board().fixed();
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
            is_there && !is_listed[*fact] && !self.dig.board().showing().is_told(*fact)
        };
        let may_stand_alone = fixed.instance().together.is_empty();
        let hidden = (0..fixed.count()).filter(|_| may_stand_alone).filter(single);
        units.extend(hidden.map(|fact| vec![fact as u32]));
        units.retain(|unit| !unit.is_empty());
        Ok(units)
    }

    fn can_come_back(&self, fact: u32) -> bool {
        let board = self.dig.board();
        board.showing().is_shown(fact as usize) || !board.fixed().changes_rules(&[fact])
    }

    fn is_hidden(&self, unit: &[u32]) -> bool {
        let showing = self.dig.board().showing();
        unit.iter().any(|fact| !showing.is_told(*fact as usize))
    }

    /// Returns the units that are hidden, or shown, in random order.
    fn shuffled(&mut self, units: &[Vec<u32>], are_hidden: bool) -> Vec<usize> {
        let is_meant = |unit: &usize| self.is_hidden(&units[*unit]) == are_hidden;
        let mut found: Vec<usize> = (0..units.len()).filter(is_meant).collect();
        self.dig.rng().shuffle(&mut found);
        found
    }

    /// Makes a puzzle that is too hard easier.
    fn ease(
        &mut self,
        from: &Saved,
        units: &[Vec<u32>],
        budget: &mut Budget,
    ) -> Result<Step, Diagnostics> {
        self.restore(from);
        let order = self.shuffled(units, true);
        let (mut hard, mut step) = (0, 1);
        let mut easy: Option<(usize, Saved)> = None;
        loop {
            if let Some(reason) = budget.is_spent() {
                return Ok(Step::Stopped(reason));
            }
            let at = match &easy {
                Some((easy, _)) if easy - hard <= 1 => break,
                Some((easy, _)) => usize::midpoint(hard, *easy),
                None if hard == order.len() => return Ok(Step::NotMet),
                None => (hard + step).min(order.len()),
            };
            self.restore(from);
            self.dig.add_back(order[..at].iter().map(|unit| &units[*unit]));
            let saved = self.look(budget)?;
            if self.guide.is_too_hard(saved.point) {
                (hard, step) = (at, step * 2);
            } else {
                easy = Some((at, saved));
            }
        }
        let Some((_, easy)) = easy else { return Ok(Step::NotMet) };
        self.restore(&easy);
        if easy.point.distance == 0.0 {
            return Ok(Step::Met);
        }
        self.drop_others(easy, units, budget)
    }

    /// From a puzzle that is not too hard, drops clues while it does not become so.
    fn drop_others(
        &mut self,
        mut here: Saved,
        units: &[Vec<u32>],
        budget: &mut Budget,
    ) -> Result<Step, Diagnostics> {
        for unit in self.shuffled(units, false) {
            if !self.is_droppable(&units[unit]) {
                continue;
            }
            let (facts, takes) = self.exchanged(&units[unit]);
            match self.dig.try_drop(&facts, takes, budget)? {
                Tried::Dropped => {}
                Tried::Refused | Tried::RefusedForGood => continue,
                Tried::Stopped(reason) => match budget.is_spent() {
                    Some(_) => return Ok(Step::Stopped(reason)),
                    None => continue,
                },
            }
            let there = self.look(budget)?;
            if there.point.distance == 0.0 {
                return Ok(Step::Met);
            }
            if self.guide.is_too_hard(there.point) {
                self.restore(&here);
            } else {
                here = there;
            }
        }
        Ok(Step::NotMet)
    }

    /// Adds some clues back and drops others until nothing more can go. Returns why it stopped early.
    fn exchange(
        &mut self,
        units: &[Vec<u32>],
        budget: &mut Budget,
    ) -> Result<Option<GaveUp>, Diagnostics> {
        let mut added = self.shuffled(units, true);
        added.truncate(1 + self.dig.rng().below(MOST_ADDED));
        // Those that were shown go first: else the same clues would go again.
        let order: Vec<usize> =
            self.shuffled(units, false).into_iter().chain(added.clone()).collect();
        self.dig.add_back(added.iter().map(|unit| &units[*unit]));
        let order: Vec<usize> =
            order.into_iter().filter(|unit| self.is_droppable(&units[*unit])).collect();
        let mut gave_up = None;
        let takes = self.exchanged(&[]).1;
        match self.dig.pass(units, &order, takes, &mut gave_up, budget)? {
            Some(Ended::OutOfBudget(reason)) => Ok(Some(reason)),
            _ => Ok(gave_up.filter(|_| budget.is_spent().is_some())),
        }
    }

    fn is_droppable(&self, unit: &[u32]) -> bool {
        let fixed = self.dig.board().fixed();
        unit.iter().all(|fact| fixed.clue(*fact as usize).is_droppable)
    }

    /// Returns what is taken of a unit in an exchange: what the last phase takes, of those clues that
    /// have it.
    fn exchanged(&self, unit: &[u32]) -> (Vec<u32>, Takes) {
        let takes = self.instance().phases.last().map_or(Takes::Clue, |last| last.takes);
        let can_go = |fact: &u32| self.dig.board().can_take(*fact as usize, takes);
        (unit.iter().copied().filter(can_go).collect(), takes)
    }
}
