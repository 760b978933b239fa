//! The board that clues are removed from: what is fixed about it, and what is shown of it by now.

use crate::full::FullBoard;
use puzgen_csp::Lit;
use puzgen_model::definition::Takes;
use puzgen_model::eval::{FaultAt, Scope};
use puzgen_model::generated::values_told;
use puzgen_model::instance::{ClueInstance, Instance, Regions, Units};
use puzgen_model::puzzle::{FactValue, PuzzleState, Solution};
use puzgen_model::rules::CluesCases;
use puzgen_vocabulary::lower::Lowered;

/// That a clue is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct CluePresence {
    /// As an assumption.
    pub(super) lit: Lit,
    /// Whether rules ask whether it is shown: then also that it is not shown is assumed.
    pub(super) is_asked_for: bool,
}

/// What is fixed about a board while clues go.
pub(super) struct Fixed<'a> {
    instance: &'a Instance<'a>,
    /// The stored values of the solution.
    values: Vec<i64>,
    /// What each clue says.
    facts: Vec<FactValue>,
    /// The same as an assumption, for clues that are there.
    lits: Vec<Option<Lit>>,
    /// That each clue is shown, where that says something.
    presences: Vec<Option<CluePresence>>,
}

impl<'a> Fixed<'a> {
    fn new(
        instance: &'a Instance<'a>,
        lowered: &Lowered,
        values: Vec<i64>,
        facts: Vec<FactValue>,
    ) -> Self {
        let lit =
            |(fact, value): (usize, &FactValue)| value.map(|value| lowered.fact_lit(fact, value));
        let lits = facts.iter().enumerate().map(lit).collect();
        let presence = |fact: usize| {
            let is_asked_for = clue_of(instance, fact).is_asked_for;
            Some(CluePresence { lit: lowered.fact_lit(instance.presence(fact)?, 1), is_asked_for })
        };
        let presences = (0..facts.len()).map(presence).collect();
        Self { instance, values, facts, lits, presences }
    }

    /// Returns the instance.
    pub(super) fn instance(&self) -> &'a Instance<'a> {
        self.instance
    }

    /// Returns the stored values of the solution.
    pub(super) fn values(&self) -> &[i64] {
        &self.values
    }

    /// Gives the stored values back at the end.
    pub(super) fn into_values(self) -> Vec<i64> {
        self.values
    }

    /// Returns the answer of the solution.
    pub(super) fn answer(&self) -> Solution {
        self.values[..self.instance.answer_count].to_vec()
    }

    /// Returns what each clue says.
    pub(super) fn facts(&self) -> &[FactValue] {
        &self.facts
    }

    /// Returns the number of clue facts.
    pub(super) fn count(&self) -> usize {
        self.facts.len()
    }

    /// Returns what a clue says, as an assumption, where it is there.
    pub(super) fn lit(&self, fact: usize) -> Option<Lit> {
        self.lits[fact]
    }

    /// Returns the presence of a clue, where that a clue is shown says something.
    pub(super) fn presence(&self, fact: usize) -> Option<CluePresence> {
        self.presences[fact]
    }

    /// Returns whether there is a clue of which it says something that it is shown.
    pub(super) fn has_presences(&self) -> bool {
        self.presences.iter().any(Option::is_some)
    }

    /// Returns whether rules ask of one of these clues whether it is shown.
    pub(super) fn changes_rules(&self, facts: &[u32]) -> bool {
        facts.iter().any(|fact| {
            self.presences[*fact as usize].is_some_and(|presence| presence.is_asked_for)
        })
    }

    /// Returns whether rules ask of some clue whether it is shown.
    pub(super) fn rules_ask_for_clues(&self) -> bool {
        self.presences.iter().flatten().any(|presence| presence.is_asked_for)
    }

    /// Returns the family of a clue.
    pub(super) fn clue(&self, fact: usize) -> &'a ClueInstance {
        clue_of(self.instance, fact)
    }

    /// Returns the facts of each unit of a removal phase.
    pub(super) fn units(&self, phase: usize) -> Result<Vec<Vec<u32>>, FaultAt> {
        let instance = self.instance;
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
            Units::Cell => Ok((0..self.count())
                .filter(|fact| self.clue(*fact).is_droppable && self.facts[*fact].is_some())
                .map(|fact| vec![fact as u32])
                .collect()),
        }
    }

    /// Returns the regions with those left out of which one clue is not there, where all go together.
    fn whole<'u>(&self, regions: &'u [Vec<u32>]) -> impl Iterator<Item = &'u Vec<u32>> {
        let are_together = !self.instance.together.is_empty();
        let is_there = |fact: &u32| self.facts[*fact as usize].is_some();
        regions.iter().filter(move |region| !are_together || region.iter().all(is_there))
    }
}

fn clue_of<'a>(instance: &'a Instance<'a>, fact: usize) -> &'a ClueInstance {
    let (clue, _) = instance.fact(fact);
    &instance.clues[clue.0 as usize]
}

/// Which clues are shown.
#[derive(Debug, Clone)]
pub(super) struct Showing {
    shown: Vec<bool>,
    /// Of which of them the value is told.
    told: Vec<bool>,
}

impl Showing {
    /// Returns which clues are shown, with or without their value.
    pub(super) fn shown(&self) -> &[bool] {
        &self.shown
    }

    /// Returns of which clues the value is told.
    pub(super) fn told(&self) -> &[bool] {
        &self.told
    }

    /// Returns whether a clue is shown.
    pub(super) fn is_shown(&self, fact: usize) -> bool {
        self.shown[fact]
    }

    /// Returns whether the value of a clue is told.
    pub(super) fn is_told(&self, fact: usize) -> bool {
        self.told[fact]
    }

    /// Takes clues, or their values.
    pub(super) fn take(&mut self, dropped: &[u32], takes: Takes) {
        for fact in dropped {
            self.told[*fact as usize] = false;
            self.shown[*fact as usize] = takes == Takes::Value;
        }
    }

    /// Returns what is shown without these clues, or without their values.
    pub(super) fn without(&self, dropped: &[u32], takes: Takes) -> Self {
        let mut showing = self.clone();
        showing.take(dropped, takes);
        showing
    }

    fn show(&mut self, fact: usize) {
        self.shown[fact] = true;
        self.told[fact] = true;
    }
}

/// What of a board changes while clues go, and can be returned to.
#[derive(Debug, Clone)]
pub(super) struct ClueState {
    showing: Showing,
    /// Clues that are known to be enough for a unique solution: one outside of them can go without a question.
    enough: Vec<bool>,
    /// Clues that cannot go because of the number of solutions.
    is_needed: Vec<bool>,
}

impl ClueState {
    /// Returns which clues are shown.
    pub(super) fn showing(&self) -> &Showing {
        &self.showing
    }

    /// Returns whether a clue is known to be needed.
    pub(super) fn is_needed(&self, fact: usize) -> bool {
        self.is_needed[fact]
    }

    /// Notes that a clue is needed.
    pub(super) fn need(&mut self, fact: usize) {
        self.is_needed[fact] = true;
    }

    /// Returns whether the clues without these are known to be enough.
    pub(super) fn is_enough_without(&self, facts: &[u32]) -> bool {
        facts.iter().all(|fact| !self.enough[*fact as usize])
    }

    /// Says that one more clue is, or is not, among those that are enough.
    pub(super) fn set_enough(&mut self, fact: usize, is_enough: bool) {
        self.enough[fact] = is_enough;
    }

    /// Says of all clues whether they are among those that are enough.
    pub(super) fn replace_enough(&mut self, enough: Vec<bool>) {
        self.enough = enough;
    }

    /// Takes clues, or their values.
    pub(super) fn take(&mut self, dropped: &[u32], takes: Takes) {
        self.showing.take(dropped, takes);
    }

    /// Takes clues, or their values, which is proved to leave one solution; the proof used the clues
    /// of which `used` is true then.
    pub(super) fn take_proved(
        &mut self,
        dropped: &[u32],
        takes: Takes,
        used: impl FnOnce(&Self) -> Option<Vec<bool>>,
    ) {
        // What was enough, without the removed clues, and with what implies them, is enough again.
        for fact in dropped {
            self.enough[*fact as usize] = takes == Takes::Value;
        }
        self.showing.take(dropped, takes);
        match used(self) {
            Some(used) => {
                self.enough.iter_mut().zip(used).for_each(|(enough, is_used)| *enough |= is_used);
            }
            None => self.enough.clone_from(&self.showing.shown),
        }
    }

    /// Shows units again. What was enough still is; a clue that was needed may be superfluous now.
    pub(super) fn add_back<'u>(&mut self, units: impl IntoIterator<Item = &'u Vec<u32>>) {
        for fact in units.into_iter().flatten() {
            self.showing.show(*fact as usize);
        }
        self.is_needed.fill(false);
    }
}

/// A board that clues are removed from.
pub(super) struct RemovalState<'a> {
    fixed: Fixed<'a>,
    state: ClueState,
    /// How many solutions the clues shown were found to allow.
    solutions: usize,
    /// The cases of rules that ask for clues, once they were looked at.
    cases: Option<CluesCases>,
}

impl<'a> RemovalState<'a> {
    /// Returns a full board, with all shown that is shown at first.
    pub(super) fn new(instance: &'a Instance<'a>, lowered: &Lowered, full: FullBoard) -> Self {
        let FullBoard { values, facts, shown } = full;
        let state = ClueState {
            enough: shown.clone(),
            is_needed: vec![false; facts.len()],
            showing: Showing { told: shown.clone(), shown },
        };
        let fixed = Fixed::new(instance, lowered, values, facts);
        Self { fixed, state, solutions: 1, cases: None }
    }

    /// Shows of the full board what a given puzzle shows.
    pub(super) fn give(&mut self, told: &[FactValue], shown: &[bool]) {
        let showing = &mut self.state.showing;
        for (fact, value) in told.iter().enumerate() {
            let clue = self.fixed.clue(fact);
            // What never goes is part of every puzzle, also where the text left it out; but not where
            // it is said that it is not there.
            let stays = !clue.is_droppable && !clue.is_asked_for;
            showing.shown[fact] &= shown[fact] || stays;
            showing.told[fact] = showing.shown[fact] && (value.is_some() || stays);
        }
        self.state.enough.clone_from(&showing.shown);
    }

    /// Returns what is fixed.
    pub(super) fn fixed(&self) -> &Fixed<'a> {
        &self.fixed
    }

    /// Gives it back at the end.
    pub(super) fn into_fixed(self) -> Fixed<'a> {
        self.fixed
    }

    /// Returns what changes.
    pub(super) fn state(&self) -> &ClueState {
        &self.state
    }

    /// Returns what changes, to be changed.
    pub(super) fn state_mut(&mut self) -> &mut ClueState {
        &mut self.state
    }

    /// Returns what is fixed and what changes.
    pub(super) fn parts(&mut self) -> (&Fixed<'a>, &mut ClueState) {
        (&self.fixed, &mut self.state)
    }

    /// Returns how many solutions the clues shown allow.
    pub(super) fn solutions(&self) -> usize {
        self.solutions
    }

    /// Sets how many solutions the clues shown allow.
    pub(super) fn set_solutions(&mut self, solutions: usize) {
        self.solutions = solutions;
    }

    /// Returns to a state that was before; the number of solutions stays.
    pub(super) fn restore(&mut self, state: &ClueState) {
        self.state.clone_from(state);
    }

    /// Returns which clues are shown.
    pub(super) fn showing(&self) -> &Showing {
        &self.state.showing
    }

    /// Returns the puzzle that shows this, with as many solutions.
    pub(super) fn puzzle<'s>(&'s self, showing: &'s Showing) -> PuzzleState<'s> {
        PuzzleState {
            instance: self.fixed.instance,
            facts: &self.fixed.facts,
            shown: &showing.shown,
            told: &showing.told,
            solutions: Some(self.solutions as u64),
            is_minimal: None,
            steps: None,
        }
    }

    /// Returns what a puzzle that shows this gives, as engines are told of it.
    pub(super) fn given(&self, showing: &Showing) -> Vec<(usize, i64)> {
        let told = values_told(&self.fixed.facts, &showing.told);
        self.fixed.instance.given(&told, &showing.shown)
    }

    /// Returns whether there is something to take of a fact.
    pub(super) fn can_take(&self, fact: usize, takes: Takes) -> bool {
        match takes {
            Takes::Clue => self.showing().is_shown(fact),
            Takes::Value => self.showing().is_told(fact) && self.fixed.clue(fact).can_be_untold,
        }
    }

    /// Returns what would first be taken of a fact that is shown.
    pub(super) fn first_taken(&self, fact: usize) -> Option<Takes> {
        let showing = self.showing();
        let taken = self.fixed.instance.first_taken(fact, showing.is_told(fact));
        taken.filter(|_| showing.is_shown(fact))
    }

    /// Returns whether the board is a solution without these clues.
    pub(super) fn keeps_rules(&mut self, dropped: &[u32]) -> bool {
        let Self { fixed: Fixed { instance, values, .. }, state, cases, .. } = self;
        let mut shown = state.showing.shown.clone();
        dropped.iter().for_each(|fact| shown[*fact as usize] = false);
        let cases = match cases {
            Some(cases) => cases,
            None => match CluesCases::of(instance) {
                Ok(new) => cases.insert(new),
                Err(_) => return false,
            },
        };
        let last = dropped.last().map_or(0, |fact| *fact as usize);
        cases.keep(instance, values, &shown, last).unwrap_or(false)
    }
}
