//! A board as a list of assignments: the values of clue facts, and *presences*.
//!
//! A presence is a Boolean: 1 if a clue is shown at all, with or without its value (`?`), so that the
//! condition of the clue holds; 0 if it is not shown, which a board states only of clues that a rule asks
//! for with `shown`.
//! Facts and presences are numbered together, all facts first. A *given* is such a number with its value;
//! whatever works on a board gets a list of givens. A shown clue is *told* if its value is given, too,
//! and *untold* if it is shown as `?`.

use crate::definition::{Shown, Takes};
use crate::instance::Instance;
use crate::tokens::describe_value;
use puzgen_base::domain::Domain;

impl Instance<'_> {
    /// Returns what the first removal at a shown fact removes: the value, if it is told and may be untold;
    /// otherwise the clue, if removal may remove it; otherwise `None`.
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

    /// Returns the number of the presence of a fact, or `None` where its clue has no presences.
    pub fn presence(&self, fact: usize) -> Option<usize> {
        let (clue, position) = self.fact(fact);
        self.clues[clue.0 as usize].presences.map(|first| first + position)
    }

    /// Returns the fact of a given number, and whether the number is that of its presence.
    pub fn fact_of(&self, given: usize) -> (usize, bool) {
        if given < self.fact_count {
            return (given, false);
        }
        let clue = self
            .clues
            .iter()
            .find(|clue| clue.presences.is_some_and(|m| (m..m + clue.index.len()).contains(&given)))
            .unwrap_or_else(|| puzgen_base::bug!("there is no presence {given}"));
        (clue.offset + given - clue.presences.unwrap_or_default(), true)
    }

    /// Returns the givens of a board: the values that are told; a presence of 1 for each clue that is shown
    /// untold; and the presence, 0 or 1, of every clue that a rule asks for with `shown`.
    pub fn given(&self, told: &[Option<i64>], shown: &[bool]) -> Vec<(usize, i64)> {
        let values = told.iter().enumerate();
        let mut given: Vec<(usize, i64)> =
            values.filter_map(|(fact, value)| Some((fact, (*value)?))).collect();
        for clue in &self.clues {
            let Some(first) = clue.presences else { continue };
            for position in 0..clue.index.len() {
                let fact = clue.offset + position;
                if clue.is_asked_for || (shown[fact] && told[fact].is_none()) {
                    given.push((first + position, i64::from(shown[fact])));
                }
            }
        }
        given
    }

    /// Returns for each fact whether its clue is shown on the board with these givens.
    pub fn shown_by(&self, given: &[(usize, i64)]) -> Vec<bool> {
        let mut shown = vec![false; self.fact_count];
        for (given, value) in given {
            let (fact, is_presence) = self.fact_of(*given);
            shown[fact] |= !is_presence || *value != 0;
        }
        shown
    }

    /// Returns a given in words, such as `given at r2c5 = 7`. `domains` are the values of each fact.
    pub fn describe_given(&self, domains: &[Domain], given: usize, value: i64) -> String {
        let (fact, is_presence) = self.fact_of(given);
        if !is_presence && let Some(sentence) = self.sentence(domains, fact, value) {
            return format!("“{sentence}”");
        }
        let what = self.describe_fact(fact);
        match (is_presence, value) {
            (true, 0) => format!("no {what}"),
            (true, _) => format!("{what} = ?"),
            (false, _) => format!("{what} = {}", self.describe_fact_value(domains, fact, value)),
        }
    }

    /// Returns a value of a fact in words. `domains` are the values of each fact.
    pub fn describe_fact_value(&self, domains: &[Domain], fact: usize, value: i64) -> String {
        let (id, position) = self.fact(fact);
        let clue = &self.clues[id.0 as usize];
        let own = domains.get(clue.offset..clue.offset + clue.index.len()).unwrap_or_default();
        describe_value(self, Shown::Clue(id), position, own, value).into_text()
    }
}

/// One removal, and the puzzle that is left.
#[derive(Debug, Clone)]
pub struct Removal {
    /// The fact whose clue, or value, was removed.
    pub fact: usize,
    /// Whether the clue was removed, or only its value.
    pub takes: Takes,
    /// The givens that are left.
    pub left: Vec<(usize, i64)>,
    /// The given that was removed, if the others are unchanged: then every additional solution contradicts
    /// it. `None` where a rule asks whether the clue is shown: then its presence of 0 is given instead.
    pub removed: Option<(usize, i64)>,
}

/// Returns the puzzle after each single removal that is allowed, one for each shown fact at most
/// ([`Instance::first_taken`]).
pub fn single_removals(
    instance: &Instance<'_>,
    given: &[(usize, i64)],
) -> impl Iterator<Item = Removal> {
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
            None => instance.presence(fact).map(|presence| (presence, 1)),
        };
        shown[fact] = takes == Takes::Value;
        let removed = lost.filter(|_| takes == Takes::Value || !is_asked_for);
        Some(Removal { fact, takes, left: instance.given(&told, &shown), removed })
    })
}
