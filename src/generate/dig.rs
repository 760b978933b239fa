//! Hole removal: one clue (or region) after the other, while what must be kept holds.

use crate::budget::{Budget, GaveUp};
use crate::csp::Lit;
use crate::diagnostics::Diagnostics;
use crate::generate::full::FullBoard;
use crate::generate::reach::{Saved, is_too_hard};
use crate::generate::tries::{Lack, Missed};
use crate::generate::{Generator, Puzzle, is_bound};
use crate::model::definition::{Choose, Takes};
use crate::model::eval::{FaultAt, Scope};
use crate::model::instance::{Regions, Units};
use crate::model::puzzle::{FactValue, PuzzleState};
use crate::rng::Rng;
use crate::solve::Found;

/// How removal from one board ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// What is asked for holds.
    Accepted,
    /// It does not: why.
    Missed(Missed),
    /// It does not even with every clue shown: why.
    NoStart(Lack),
    /// The budget ran out.
    OutOfBudget(GaveUp),
}

/// What became of one removal.
pub(super) enum Tried {
    Dropped,
    Refused,
    /// Refused because the number of solutions would be too large; later steps cannot change that.
    RefusedForGood,
    Stopped(GaveUp),
}

/// That a clue is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    /// As an assumption.
    pub(super) lit: Lit,
    /// Whether rules ask for it, so that the opposite is known where it is not.
    pub(super) is_asked_for: bool,
}

/// A solution that was found.
pub(super) struct Other {
    /// Its answer, with the switch that excludes it.
    pub(super) found: Found,
    /// Its stored values, free helpers included: without these no rule that has some can be evaluated.
    pub(super) values: Vec<i64>,
}

/// Removal from one full board.
pub(super) struct Dig<'g, 'a, 'r> {
    pub(super) generator: &'g mut Generator<'a>,
    pub(super) rng: &'r mut Rng,
    pub(super) values: Vec<i64>,
    pub(super) facts: Vec<FactValue>,
    pub(super) shown: Vec<bool>,
    /// Of which of the clues shown the value is told.
    pub(super) told: Vec<bool>,
    /// What each clue that is there says, as an assumption.
    pub(super) lits: Vec<Option<Lit>>,
    /// That each clue is shown, where that says something.
    pub(super) marks: Vec<Option<Mark>>,
    /// Clues that are known to be enough: one outside of them goes without a question.
    pub(super) enough: Vec<bool>,
    /// The facts in the order in which they should rather stay, for the present phase.
    pub(super) last_first: Vec<usize>,
    /// The facts in the order in which questions name them: those that are likely to stay first, for
    /// an engine may keep what consecutive questions begin with.
    pub(super) lasting: Vec<usize>,
    /// For guided removal: the answer must differ from the board.
    pub(super) differs: Option<Lit>,
    /// Clues that cannot go because of the number of solutions.
    pub(super) is_needed: Vec<bool>,
    /// Whether the session is told of them for good, until some clue comes back: later questions need
    /// not assume them, and what is learnt need not name them.
    pub(super) holds_needed: bool,
    /// Of other solutions that were found, the facts that each contradicts, if several were in question.
    pub(super) contradicted: Vec<Vec<u32>>,
    /// Solutions that were found, the board's own first, each with its switch.
    pub(super) others: Vec<Other>,
    /// How many of them the clues shown allow.
    pub(super) solutions: usize,
    pub(super) refused: u32,
    pub(super) gave_up: u32,
    pub(super) results: Vec<Puzzle>,
    origin: Origin,
    /// Whether it is a given puzzle, not a full board.
    pub(super) is_given: bool,
    /// The state that came nearest to the level that is asked for.
    pub(super) best: Option<Saved>,
}

/// Which puzzle of which run a board is for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    pub(super) seed: u64,
    pub(super) index: u64,
    /// How many boards were drawn for it before.
    pub(super) redraws: u32,
    /// How often a part of the board was drawn anew.
    pub(super) repairs: u32,
}

impl<'g, 'a, 'r> Dig<'g, 'a, 'r> {
    pub(super) fn new(
        generator: &'g mut Generator<'a>,
        board: FullBoard,
        origin: Origin,
        rng: &'r mut Rng,
    ) -> Self {
        let FullBoard { values, facts, shown } = board;
        let lowered = generator.lowered;
        let lit =
            |(fact, value): (usize, &FactValue)| value.map(|value| lowered.fact_lit(fact, value));
        let lits = facts.iter().enumerate().map(lit).collect();
        let instance = generator.instance;
        let mark = |fact: usize| {
            let (clue, _) = instance.fact(fact);
            let is_asked_for = instance.clues[clue.0 as usize].is_asked_for;
            Some(Mark { lit: lowered.fact_lit(instance.mark(fact)?, 1), is_asked_for })
        };
        let marks: Vec<Option<Mark>> = (0..facts.len()).map(mark).collect();
        // Elsewhere the session outlives the board, or a clue may become superfluous later.
        let holds_needed = matches!(instance.choose, Choose::Guided)
            && generator.plan.solutions.at_most == 1
            && !marks.iter().flatten().any(|mark| mark.is_asked_for);
        generator.begin();
        Self {
            generator,
            rng,
            lits,
            differs: None,
            last_first: Vec::new(),
            lasting: (0..facts.len()).collect(),
            enough: shown.clone(),
            told: shown.clone(),
            marks,
            is_needed: vec![false; facts.len()],
            holds_needed,
            contradicted: Vec::new(),
            values,
            facts,
            shown,
            others: Vec::new(),
            solutions: 1,
            refused: 0,
            gave_up: 0,
            results: Vec::new(),
            origin,
            is_given: false,
            best: None,
        }
    }

    /// Begins with a given puzzle, which is proved to have one solution, instead of the full board.
    pub(super) fn give(&mut self, told: &[FactValue], shown: &[bool]) {
        self.is_given = true;
        for (fact, value) in told.iter().enumerate() {
            let (clue, _) = self.generator.instance.fact(fact);
            let clue = &self.generator.instance.clues[clue.0 as usize];
            // What never goes is part of every puzzle, also where the text left it out; but not where
            // it is said that it is not there.
            let stays = !clue.is_droppable && !clue.is_asked_for;
            self.shown[fact] &= shown[fact] || stays;
            self.told[fact] = self.shown[fact] && (value.is_some() || stays);
        }
        self.enough.clone_from(&self.shown);
    }

    /// Returns how far the nearest state was from the level that is asked for; 0 without one.
    pub(super) fn distance(&self) -> f64 {
        self.best.as_ref().map_or(0.0, |best| best.point.distance)
    }

    pub(super) fn into_results(self) -> Vec<Puzzle> {
        self.results
    }

    pub(super) fn state<'s>(
        &'s self,
        shown: &'s [bool],
        told: &'s [bool],
        is_minimal: Option<bool>,
    ) -> PuzzleState<'s> {
        PuzzleState {
            instance: self.generator.instance,
            facts: &self.facts,
            shown,
            told,
            solutions: Some(self.solutions as u64),
            is_minimal,
            steps: None,
        }
    }

    /// Drops clues until nothing more can go or the target is reached.
    pub(super) fn run(&mut self, budget: &mut Budget) -> Result<Ended, Diagnostics> {
        if let Some(ended) = self.start(budget)? {
            // Nothing is proved of this board, so it is no result.
            self.retire_others();
            return Ok(ended);
        }
        let guide = self.generator.guide.clone();
        let ended = match (self.removed(budget)?, &guide) {
            (Ended::Accepted, Some(guide)) => self.reach(guide, budget)?,
            (Ended::Accepted, None) if self.is_given => Ended::Accepted,
            (Ended::Accepted, None) => match self.missing(budget)? {
                Some(missed) => Ended::Missed(missed),
                None => Ended::Accepted,
            },
            (other, _) => other,
        };
        if !matches!(ended, Ended::OutOfBudget(GaveUp::Stopped)) || self.results.is_empty() {
            let is_last_step = self.generator.options.all_steps && !self.results.is_empty();
            if !is_last_step {
                self.emit(budget)?;
            }
        }
        self.retire_others();
        Ok(ended)
    }

    fn retire_others(&mut self) {
        let others = std::mem::take(&mut self.others).into_iter().map(|other| other.found.differs);
        for switch in others.chain(self.differs.take()) {
            self.generator.solver.retire(switch);
        }
    }

    /// Checks that what must be kept holds at the start. That there are not too many solutions was
    /// seen to before.
    fn start(&mut self, budget: &mut Budget) -> Result<Option<Ended>, Diagnostics> {
        if self.generator.plan.solutions.at_most > 1 && !self.is_given {
            // Which ones there are is needed from now on.
            match self.count(&[], Takes::Clue, budget) {
                Ok(true) => {}
                Ok(false) => crate::bug!("too many solutions, which were not too many before"),
                Err(reason) => return Ok(Some(Ended::OutOfBudget(reason))),
            }
        }
        let broken = match self.broken_keep(&self.shown, &self.told)? {
            Some(broken) => Some(broken),
            None => self.broken_keep_of_steps()?,
        };
        if let Some(condition) = broken {
            let lack = match self.is_given {
                true => Lack::KeepOfGiven(condition),
                false => Lack::Keep(condition),
            };
            return Ok(Some(Ended::NoStart(lack)));
        }
        Ok(None)
    }

    /// Removes what is to be removed before the level is looked at. A puzzle that was given is dug
    /// further only where it is too easy.
    fn removed(&mut self, budget: &mut Budget) -> Result<Ended, Diagnostics> {
        if self.is_given {
            let Some(guide) = self.generator.guide.clone() else { return Ok(Ended::Accepted) };
            let point = self.look(&guide, budget)?.point;
            if point.distance == 0.0 || is_too_hard(&guide, point) {
                return Ok(Ended::Accepted);
            }
        }
        self.phases(budget)
    }

    fn phases(&mut self, budget: &mut Budget) -> Result<Ended, Diagnostics> {
        let mut gave_up = None;
        for phase in 0..self.generator.instance.phases.len() {
            let takes = self.generator.instance.phases[phase].takes;
            let units = self.units(phase)?;
            let mut order: Vec<usize> = (0..units.len()).collect();
            if matches!(self.generator.instance.choose, Choose::Random) {
                self.rng.shuffle(&mut order);
            }
            if let Some(ended) = self.pass(&units, &order, takes, &mut gave_up, budget)? {
                return Ok(ended);
            }
        }
        Ok(gave_up.map_or(Ended::Accepted, Ended::OutOfBudget))
    }

    /// Tries to drop the units of `order`; returns how removal ended where it is over.
    pub(super) fn pass(
        &mut self,
        units: &[Vec<u32>],
        order: &[usize],
        takes: Takes,
        gave_up: &mut Option<GaveUp>,
        budget: &mut Budget,
    ) -> Result<Option<Ended>, Diagnostics> {
        let mut is_open = vec![true; units.len()];
        self.last_first = self.last_first(units, order);
        // What a guided choice takes next depends on what a proof used, and that on the order.
        let is_guided = matches!(self.generator.instance.choose, Choose::Guided);
        if !is_guided {
            self.lasting.clone_from(&self.last_first);
        }
        self.find_enough();
        // What was refused for other reasons than the number of solutions may be allowed later on.
        let mut refused_by_keep: Vec<usize> = Vec::new();
        let mut has_news = false;
        loop {
            if self.is_at_target()? {
                return Ok(Some(Ended::Accepted));
            }
            let Some(chosen) = self.choose(units, order, &is_open)? else {
                if !std::mem::take(&mut has_news) || refused_by_keep.is_empty() {
                    return Ok(None);
                }
                for unit in refused_by_keep.drain(..) {
                    is_open[unit] = true;
                }
                continue;
            };
            is_open[chosen] = false;
            let can_go = |fact: &u32| self.can_take(*fact as usize, takes);
            let dropped: Vec<u32> = units[chosen].iter().copied().filter(can_go).collect();
            if dropped.is_empty() {
                continue;
            }
            let effort = self.generator.instance.effort;
            let tried = match effort {
                None => self.try_drop(&dropped, takes, budget),
                Some(steps) => {
                    let mut part = budget.part(steps);
                    let tried = self.try_drop(&dropped, takes, &mut part);
                    budget.spend_part(&part);
                    tried
                }
            };
            let tried = tried?;
            if !is_guided && !matches!(tried, Tried::Dropped) {
                let stays = |fact: &usize| dropped.contains(&(*fact as u32));
                let (staying, others): (Vec<usize>, Vec<usize>) =
                    self.lasting.iter().partition(|fact| stays(fact));
                self.lasting = [staying, others].concat();
            }
            match tried {
                Tried::Dropped => {
                    has_news = true;
                    let is_result = self.solutions >= self.generator.plan.solutions.at_least;
                    if self.generator.options.all_steps && is_result {
                        self.emit(budget)?;
                    }
                }
                Tried::Refused => {
                    self.refused += 1;
                    refused_by_keep.push(chosen);
                }
                Tried::RefusedForGood => {
                    self.refused += 1;
                    if let [fact] = dropped.as_slice()
                        && self.first_taken(*fact as usize) == Some(takes)
                    {
                        self.mark_needed(*fact as usize);
                    }
                }
                Tried::Stopped(GaveUp::Stopped) => {
                    return Ok(Some(Ended::OutOfBudget(GaveUp::Stopped)));
                }
                Tried::Stopped(reason) => {
                    self.refused += 1;
                    self.gave_up += 1;
                    // An effort that is spent is what the definition wants.
                    if effort.is_none() || budget.is_spent().is_some() {
                        *gave_up = Some(reason);
                    }
                }
            }
        }
    }

    /// Returns the facts of each unit of a phase.
    pub(super) fn units(&self, phase: usize) -> Result<Vec<Vec<u32>>, FaultAt> {
        let instance = self.generator.instance;
        match &instance.phases[phase].units {
            Units::Regions(lists) => {
                let mut units = Vec::new();
                for list in lists {
                    match list {
                        Regions::Known(regions) => units.extend(self.whole(regions).cloned()),
                        Regions::Groups(expr) => {
                            let groups =
                                Scope::new(instance).with_values(&self.values).eval_list(expr)?;
                            let groups = groups.items.iter();
                            units.extend(groups.map(|group| instance.facts_within(group)));
                        }
                    }
                }
                Ok(units)
            }
            Units::Cell => Ok((0..self.facts.len())
                .filter(|fact| {
                    let (clue, _) = instance.fact(*fact);
                    instance.clues[clue.0 as usize].is_droppable && self.facts[*fact].is_some()
                })
                .map(|fact| vec![fact as u32])
                .collect()),
        }
    }

    /// Returns the regions with those left out of which one clue is not there, where all go together.
    fn whole<'u>(&self, regions: &'u [Vec<u32>]) -> impl Iterator<Item = &'u Vec<u32>> {
        let are_together = !self.generator.instance.together.is_empty();
        let is_there = |fact: &u32| self.facts[*fact as usize].is_some();
        regions.iter().filter(move |region| !are_together || region.iter().all(is_there))
    }

    /// Chooses one of the open units, as the definition says.
    fn choose(
        &mut self,
        units: &[Vec<u32>],
        order: &[usize],
        is_open: &[bool],
    ) -> Result<Option<usize>, FaultAt> {
        let mut open = order.iter().copied().filter(|unit| is_open[*unit]);
        let choose = self.generator.instance.choose;
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
                let is_idle =
                    |unit: &usize| units[*unit].iter().all(|fact| !self.enough[*fact as usize]);
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
        let instance = self.generator.instance;
        let remove = &instance.definition.remove;
        let Choose::Weight(weights) = instance.choose else { return Ok(1.0) };
        let state = self.state(&self.shown, &self.told, None);
        let mut scope = Scope::new(instance).with_values(&self.values).with_puzzle(&state);
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

    /// Returns whether there is something to take of a fact.
    pub(super) fn can_take(&self, fact: usize, takes: Takes) -> bool {
        let (clue, _) = self.generator.instance.fact(fact);
        match takes {
            Takes::Clue => self.shown[fact],
            Takes::Value => {
                self.told[fact] && self.generator.instance.clues[clue.0 as usize].can_be_untold
            }
        }
    }

    /// Returns what would first be taken of a fact that is shown.
    pub(super) fn first_taken(&self, fact: usize) -> Option<Takes> {
        self.generator.instance.first_taken(fact, self.told[fact]).filter(|_| self.shown[fact])
    }

    /// Takes clues, or their values, where what must be kept still holds.
    pub(super) fn try_drop(
        &mut self,
        dropped: &[u32],
        takes: Takes,
        budget: &mut Budget,
    ) -> Result<Tried, FaultAt> {
        let before = (self.shown.clone(), self.told.clone(), self.enough.clone());
        let (mut shown, mut told) = (self.shown.clone(), self.told.clone());
        for fact in dropped {
            told[*fact as usize] = false;
            shown[*fact as usize] = takes == Takes::Value;
        }
        budget.work(self.generator.work.take());
        if self.broken_keep(&shown, &told)?.is_some() || self.overshoots(&shown, &told)? {
            return Ok(Tried::Refused);
        }
        let is_allowed = if self.generator.plan.solutions.at_most == 1 {
            self.stays_unique(dropped, takes, budget)
        } else {
            self.count(dropped, takes, budget)
        };
        Ok(match is_allowed {
            Ok(true) => {
                (self.shown, self.told) = (shown, told);
                if self.broken_keep_of_steps()?.is_some() {
                    (self.shown, self.told, self.enough) = before;
                    return Ok(Tried::Refused);
                }
                Tried::Dropped
            }
            // Where a board says that a clue is not there, more may go later.
            Ok(false) if takes == Takes::Clue && self.changes_rules(dropped) => Tried::Refused,
            Ok(false) => Tried::RefusedForGood,
            Err(reason) => Tried::Stopped(reason),
        })
    }

    /// Returns whether rules ask for one of these clues.
    pub(super) fn changes_rules(&self, facts: &[u32]) -> bool {
        let is_asked_for =
            |fact: &u32| self.marks[*fact as usize].is_some_and(|mark| mark.is_asked_for);
        facts.iter().any(is_asked_for)
    }

    /// Makes a result of the board as it is now.
    fn emit(&mut self, budget: &mut Budget) -> Result<(), Diagnostics> {
        let Origin { seed, index, redraws, repairs } = self.origin;
        let is_minimal = self.minimal(budget);
        let own = self.values[..self.generator.instance.answer_count].to_vec();
        let mut solutions = vec![own.clone()];
        let found = self.agreeing(&[], Takes::Clue).into_iter().map(|found| found.solution.clone());
        solutions.extend(found.filter(|solution| *solution != own));
        solutions.sort_unstable();
        let step = self.generator.options.all_steps.then_some(self.results.len() as u32 + 1);
        let mut puzzle = Puzzle {
            seed,
            index,
            step,
            facts: self.facts.clone(),
            shown: self.shown.clone(),
            told: self.told.clone(),
            solutions,
            features: Vec::new(),
            is_minimal,
            level: None,
            steps: None,
            transform: None,
            bank_line: None,
            refused: self.refused,
            gave_up: self.gave_up,
            redraws,
            repairs,
            verified: Vec::new(),
            removed_by: is_bound(self.generator.instance).then(|| self.generator.engine.name()),
        };
        self.generator.rate(&mut puzzle, &self.values)?;
        self.results.push(puzzle);
        Ok(())
    }
}
