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
use crate::generate::dig::{Dig, Ended, Tried};
use crate::generate::guide::{Guide, Point};
use crate::generate::tries::Missed;
use crate::model::definition::Takes;
use crate::model::eval::FaultAt;
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

/// What a state of removal is made of.
#[derive(Debug, Clone)]
pub(super) struct Saved {
    shown: Vec<bool>,
    told: Vec<bool>,
    enough: Vec<bool>,
    is_needed: Vec<bool>,
    pub(super) point: Point,
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

impl Dig<'_, '_, '_> {
    /// Goes from a board whose removal has ended to one that has the level.
    pub(super) fn reach(
        &mut self,
        guide: &Guide,
        budget: &mut Budget,
    ) -> Result<Ended, Diagnostics> {
        let units = self.exchangeable()?;
        let mut here = self.look(guide, budget)?;
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
            self.forget_needed();
            if std::mem::take(&mut has_moved) && is_too_hard(guide, here.point) {
                match self.ease(guide, &here, &units, budget)? {
                    Step::Met => return Ok(Ended::Accepted),
                    Step::NotMet => {}
                    Step::Stopped(reason) => return Ok(self.best_of(guide, Some(reason))),
                }
            }
            self.restore(&here);
            if let Some(reason) = self.exchange(&units, budget)? {
                return Ok(self.best_of(guide, Some(reason)));
            }
            let there = self.look(guide, budget)?;
            since_best += 1;
            let left = f64::from(MAX_EXCHANGES - exchange) / f64::from(MAX_EXCHANGES);
            let warmth = warmest * left;
            let worse = there.point.distance - here.point.distance;
            // The number is drawn in any case, so that a stream does not depend on rounding.
            let drawn = self.rng.unit();
            if worse <= 0.0 || drawn < libm::exp(-worse / warmth) {
                (here, has_moved) = (there, true);
            }
            if here.point.distance < best.point.distance {
                (best, since_best) = (here.clone(), 0);
            } else if since_best >= PATIENCE {
                (here, since_best, has_moved) = (best.clone(), 0, true);
            }
        }
        Ok(self.best_of(guide, None))
    }

    /// Ends with the best state that was seen.
    fn best_of(&mut self, guide: &Guide, gave_up: Option<GaveUp>) -> Ended {
        let best = self.best.clone();
        if let Some(best) = &best {
            self.restore(best);
        }
        if let Some(reason) = gave_up {
            return Ended::OutOfBudget(reason);
        }
        let levels = self.generator.instance.definition.levels.as_ref();
        let name = |level: usize| levels.map_or("", |levels| levels.names[level].as_str());
        let wanted = name(guide.level);
        let nearest = best.as_ref().and_then(|best| best.point.level);
        let other = "ask for another level, or other parameters";
        let (why, help) = match nearest {
            Some(level) if level == guide.level => (
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

    /// Says where the puzzle stands now, and remembers the best.
    pub(super) fn look(&mut self, guide: &Guide, budget: &mut Budget) -> Result<Saved, FaultAt> {
        let is_minimal = if guide.asks_minimal { self.minimal(budget) } else { None };
        let steps = match guide.asks_steps {
            true => self.generator.steps(&self.facts, &self.shown, &self.told),
            false => None,
        };
        budget.work(self.generator.work.take());
        let state = self.state(&self.shown, &self.told, is_minimal);
        let state = PuzzleState { steps: steps.as_ref(), ..state };
        let point = guide.place(&state, &self.values)?;
        let saved = Saved {
            shown: self.shown.clone(),
            told: self.told.clone(),
            enough: self.enough.clone(),
            is_needed: self.is_needed.clone(),
            point,
        };
        let is_best = self.best.as_ref().is_none_or(|best| point.distance < best.point.distance);
        if is_best {
            self.best = Some(saved.clone());
        }
        Ok(saved)
    }

    fn restore(&mut self, saved: &Saved) {
        self.shown.clone_from(&saved.shown);
        self.told.clone_from(&saved.told);
        self.enough.clone_from(&saved.enough);
        self.is_needed.clone_from(&saved.is_needed);
    }

    /// Returns what is added back and dropped at once: the units of the last phase, so that patterns
    /// stay, and single clues that are in none of them. Of clues that rules ask for only the values
    /// are: without the one or with the other the board might not be a solution.
    fn exchangeable(&self) -> Result<Vec<Vec<u32>>, FaultAt> {
        let last = self.generator.instance.phases.len().checked_sub(1);
        let mut units = last.map_or_else(|| Ok(Vec::new()), |phase| self.units(phase))?;
        let mut is_listed = vec![false; self.facts.len()];
        for unit in &mut units {
            unit.retain(|fact| self.facts[*fact as usize].is_some() && self.can_come_back(*fact));
            unit.iter().for_each(|fact| is_listed[*fact as usize] = true);
        }
        let single = |fact: &usize| {
            let is_there = self.facts[*fact].is_some() && self.can_come_back(*fact as u32);
            is_there && !is_listed[*fact] && !self.told[*fact]
        };
        let may_stand_alone = self.generator.instance.together.is_empty();
        let hidden = (0..self.facts.len()).filter(|_| may_stand_alone).filter(single);
        units.extend(hidden.map(|fact| vec![fact as u32]));
        units.retain(|unit| !unit.is_empty());
        Ok(units)
    }

    fn can_come_back(&self, fact: u32) -> bool {
        self.shown[fact as usize] || !self.changes_rules(&[fact])
    }

    fn is_hidden(&self, unit: &[u32]) -> bool {
        unit.iter().any(|fact| !self.told[*fact as usize])
    }

    /// Shows units again. What was enough still is; which clues are needed must be asked anew.
    fn add_back<'u>(&mut self, units: impl IntoIterator<Item = &'u Vec<u32>>) {
        for fact in units.into_iter().flatten() {
            self.shown[*fact as usize] = true;
            self.told[*fact as usize] = true;
        }
        self.is_needed.fill(false);
    }

    /// Returns the units that are hidden, or shown, in random order.
    fn shuffled(&mut self, units: &[Vec<u32>], are_hidden: bool) -> Vec<usize> {
        let is_meant = |unit: &usize| self.is_hidden(&units[*unit]) == are_hidden;
        let mut found: Vec<usize> = (0..units.len()).filter(is_meant).collect();
        self.rng.shuffle(&mut found);
        found
    }

    /// Makes a puzzle that is too hard easier.
    fn ease(
        &mut self,
        guide: &Guide,
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
            self.add_back(order[..at].iter().map(|unit| &units[*unit]));
            let saved = self.look(guide, budget)?;
            if is_too_hard(guide, saved.point) {
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
        self.drop_others(guide, easy, units, budget)
    }

    /// From a puzzle that is not too hard, drops clues while it does not become so.
    fn drop_others(
        &mut self,
        guide: &Guide,
        mut here: Saved,
        units: &[Vec<u32>],
        budget: &mut Budget,
    ) -> Result<Step, Diagnostics> {
        for unit in self.shuffled(units, false) {
            if !self.is_droppable(&units[unit]) {
                continue;
            }
            let (facts, takes) = self.exchanged(&units[unit]);
            match self.try_drop(&facts, takes, budget)? {
                Tried::Dropped => {}
                Tried::Refused | Tried::RefusedForGood => continue,
                Tried::Stopped(reason) => match budget.is_spent() {
                    Some(_) => return Ok(Step::Stopped(reason)),
                    None => continue,
                },
            }
            let there = self.look(guide, budget)?;
            if there.point.distance == 0.0 {
                return Ok(Step::Met);
            }
            if is_too_hard(guide, there.point) {
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
        added.truncate(1 + self.rng.below(MOST_ADDED));
        // Those that were shown go first: else the same clues would go again.
        let order: Vec<usize> =
            self.shuffled(units, false).into_iter().chain(added.clone()).collect();
        self.add_back(added.iter().map(|unit| &units[*unit]));
        let order: Vec<usize> =
            order.into_iter().filter(|unit| self.is_droppable(&units[*unit])).collect();
        let mut gave_up = None;
        let takes = self.exchanged(&[]).1;
        match self.pass(units, &order, takes, &mut gave_up, budget)? {
            Some(Ended::OutOfBudget(reason)) => Ok(Some(reason)),
            _ => Ok(gave_up.filter(|_| budget.is_spent().is_some())),
        }
    }

    fn is_droppable(&self, unit: &[u32]) -> bool {
        let instance = self.generator.instance;
        unit.iter().all(|fact| {
            let (clue, _) = instance.fact(*fact as usize);
            instance.clues[clue.0 as usize].is_droppable
        })
    }

    /// Returns what is taken of a unit in an exchange: what the last phase takes, of those clues that
    /// have it.
    fn exchanged(&self, unit: &[u32]) -> (Vec<u32>, Takes) {
        let takes = self.generator.instance.phases.last().map_or(Takes::Clue, |last| last.takes);
        let can_go = |fact: &u32| self.can_take(*fact as usize, takes);
        (unit.iter().copied().filter(can_go).collect(), takes)
    }
}

/// Returns whether clues have to be added.
pub(super) fn is_too_hard(guide: &Guide, point: Point) -> bool {
    point.level.is_some_and(|level| level > guide.level)
}
