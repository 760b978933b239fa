//! What a board says: the values of clue facts, and *marks*, that a clue is shown.
//!
//! Both have numbers: first all facts, behind them the marks. A mark says that its clue is shown, with
//! or without its value (`?`), so that its condition holds; with 0, that it is not, which is known of
//! clues that rules ask for. Everything that works on a board is given such numbers with values.

use crate::domain::Domain;
use crate::model::definition::{Shown, Takes};
use crate::model::instance::Instance;
use crate::model::tokens::describe_value;

impl Instance<'_> {
    /// Returns what removal would first take of a fact that is shown: its value where that is told and
    /// may go, otherwise its clue; none where neither may go.
    pub fn first_taken(&self, fact: usize, is_told: bool) -> Option<Takes> {
        let (clue, _) = self.fact(fact);
        let clue = &self.clues[clue.0 as usize];
        let takes_clues = self.phases.iter().any(|phase| phase.takes == Takes::Clue);
        match (clue.is_droppable, clue.can_be_untold && is_told) {
            (true, true) => Some(Takes::Value),
            (true, false) if takes_clues || !clue.can_be_untold => Some(Takes::Clue),
            _ => None,
        }
    }

    /// Returns the number of the mark of a fact, where its clue has marks.
    pub fn mark(&self, fact: usize) -> Option<usize> {
        let (clue, position) = self.fact(fact);
        self.clues[clue.0 as usize].marks.map(|first| first + position)
    }

    /// Returns the fact that something given is of, and whether it is its mark.
    pub fn fact_of(&self, given: usize) -> (usize, bool) {
        if given < self.fact_count {
            return (given, false);
        }
        let clue = self
            .clues
            .iter()
            .find(|clue| clue.marks.is_some_and(|m| (m..m + clue.index.len()).contains(&given)))
            .unwrap_or_else(|| crate::bug!("there is no mark {given}"));
        (clue.offset + given - clue.marks.unwrap_or_default(), true)
    }

    /// Returns what a board says: the values that are told, that there are clues where they are not,
    /// and of clues that rules ask for, where they are.
    pub fn given(&self, told: &[Option<i64>], shown: &[bool]) -> Vec<(usize, i64)> {
        let values = told.iter().enumerate();
        let mut given: Vec<(usize, i64)> =
            values.filter_map(|(fact, value)| Some((fact, (*value)?))).collect();
        for clue in &self.clues {
            let Some(first) = clue.marks else { continue };
            for position in 0..clue.index.len() {
                let fact = clue.offset + position;
                if clue.is_asked_for || (shown[fact] && told[fact].is_none()) {
                    given.push((first + position, i64::from(shown[fact])));
                }
            }
        }
        given
    }

    /// Returns where clues are shown on a board that says this.
    pub fn shown_by(&self, given: &[(usize, i64)]) -> Vec<bool> {
        let mut shown = vec![false; self.fact_count];
        for (given, value) in given {
            let (fact, is_mark) = self.fact_of(*given);
            shown[fact] |= !is_mark || *value != 0;
        }
        shown
    }

    /// Returns something given as people read it, such as `given at r2c5 = 7`. `domains` are the values
    /// of each fact.
    pub fn describe_given(&self, domains: &[Domain], given: usize, value: i64) -> String {
        let (fact, is_mark) = self.fact_of(given);
        if !is_mark && let Some(sentence) = self.sentence(domains, fact, value) {
            return format!("“{sentence}”");
        }
        let what = self.describe_fact(fact);
        match (is_mark, value) {
            (true, 0) => format!("no {what}"),
            (true, _) => format!("{what} = ?"),
            (false, _) => format!("{what} = {}", self.describe_fact_value(domains, fact, value)),
        }
    }

    /// Returns a value of a fact as people read it. `domains` are the values of each fact.
    pub fn describe_fact_value(&self, domains: &[Domain], fact: usize, value: i64) -> String {
        let (id, position) = self.fact(fact);
        let clue = &self.clues[id.0 as usize];
        let own = domains.get(clue.offset..clue.offset + clue.index.len()).unwrap_or_default();
        describe_value(self, Shown::Clue(id), position, own, value)
    }
}

/// What is left of a puzzle without one thing that is given.
#[derive(Debug, Clone)]
pub struct Taken {
    /// The fact that lost its clue, or its value.
    pub fact: usize,
    /// Whether only the value went.
    pub takes: Takes,
    /// What is still given.
    pub left: Vec<(usize, i64)>,
    /// What is given no more, where the rest is given as before: a further solution would contradict
    /// it. There is none where rules ask for the clue: then the board says that it is not there.
    pub contrary: Option<(usize, i64)>,
}

/// Returns what is left of a puzzle without each thing that can go, alone: of a clue whose value
/// removal may take, that value; otherwise the clue, where removal takes clues.
pub fn taken_alone(instance: &Instance<'_>, given: &[(usize, i64)]) -> impl Iterator<Item = Taken> {
    let shown = instance.shown_by(given);
    let count = instance.fact_count;
    let mut told = vec![None; count];
    for (fact, value) in given.iter().filter(|(given, _)| *given < count) {
        told[*fact] = Some(*value);
    }
    let facts: Vec<usize> = (0..count).filter(|fact| shown[*fact]).collect();
    facts.into_iter().filter_map(move |fact| {
        let takes = instance.first_taken(fact, told[fact].is_some())?;
        let (mut told, mut shown) = (told.clone(), shown.clone());
        let (clue, _) = instance.fact(fact);
        let is_asked_for = instance.clues[clue.0 as usize].is_asked_for;
        let lost = match told[fact].take() {
            Some(value) => Some((fact, value)),
            None => instance.mark(fact).map(|mark| (mark, 1)),
        };
        shown[fact] = takes == Takes::Value;
        let contrary = lost.filter(|_| takes == Takes::Value || !is_asked_for);
        Some(Taken { fact, takes, left: instance.given(&told, &shown), contrary })
    })
}
