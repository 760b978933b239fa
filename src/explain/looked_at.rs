//! What a reason points at beside its words: facts that its text does not name.

use puzgen_csp::VarId;
use puzgen_stepwise::{Deduction, Fact};

use super::because::Because;
use super::names::Words;
use super::source::Source;

/// How many values of a place are told that are left, and of how many places.
const MOST_MARKS: usize = 3;
const MOST_MARKED: usize = 4;

/// Returns whether a text names a place: `r1c1` is no part of `r1c12`.
fn names(text: &str, place: &str) -> bool {
    let mut pieces = text.split(place).skip(1);
    pieces.any(|piece| !piece.starts_with(|next: char| next.is_ascii_digit()))
}

impl Words<'_> {
    /// Returns the facts to look at; what the place itself has lost was told before, and that there is no
    /// clue is to be seen.
    pub(super) fn shown(&self, facts: &[Fact], own: VarId) -> Vec<String> {
        let is_other = |fact: &&Fact| {
            let (Fact::Is(var, _) | Fact::IsNot(var, _) | Fact::OneOf(var, _)) = fact;
            let is_at_once = match self.told(fact) {
                Some((var, value)) => self.is_at_once(var, value),
                None => self.is_narrow_at_once(fact),
            };
            // The words of a program are there to be read.
            let is_read = self.given.contains_key(var) && self.is_blank(*var);
            *var != own && !is_at_once && !is_read && !self.is_absence(fact)
        };
        let mut facts: Vec<&Fact> = facts.iter().filter(is_other).collect();
        facts.sort_by_key(|fact| self.rank(fact));
        let mut said: Vec<String> = Vec::new();
        for fact in facts.into_iter().map(|fact| self.fact(fact)) {
            // A clue and that there is one are said in the same words.
            if !said.contains(&fact) {
                said.push(fact);
            }
        }
        said
    }

    /// Returns where a fact stands among others: what the board shows first, then what was found, then what is
    /// left at a place. A long list is cut at its end.
    pub(super) fn rank(&self, fact: &Fact) -> u8 {
        match self.told(fact) {
            Some((var, value)) if self.clue(var, value).is_some() => 0,
            Some(_) => 1,
            None => 2,
        }
    }

    /// Returns the reason that a rule without words of its own would be broken. Places that its sentence names are not
    /// pointed at again.
    pub(super) fn one_broken(
        &self,
        deduction: &Deduction,
        source: &Source,
        template: String,
    ) -> Because {
        let facts = &deduction.facts;
        let is_named = |fact: &&Fact| {
            let value = self.told(fact).map_or(0, |(_, value)| value);
            value != 0 && names(&template, &self.spoken(fact.var()))
        };
        let unnamed: Vec<Fact> = facts.iter().filter(|fact| !is_named(fact)).cloned().collect();
        let kind = match source {
            Source::Rule { rule, part: None, .. } => {
                Some(format!("{rule} {}", self.shown(facts, deduction.var).join(", ")))
            }
            _ => None,
        };
        let facts = self.shown(&unnamed, deduction.var);
        Because { template, facts, kind, ..Because::default() }
    }

    /// Returns the facts that tell of a few values that are left at a place, or that are not.
    pub(super) fn marks(&self, facts: &[Fact], own: VarId, most_gone: usize) -> Vec<String> {
        let is_mark = |fact: &&Fact| match fact {
            Fact::OneOf(var, values) => {
                let mut gone = self.lowered.csp.domain(*var).iter();
                (2..=MOST_MARKS).contains(&values.len())
                    || gone.by_ref().filter(|value| !values.contains(value)).count() <= most_gone
            }
            _ => false,
        };
        let marks: Vec<Fact> = facts.iter().filter(is_mark).cloned().collect();
        // Of more, a person looks at the row.
        if marks.len() > MOST_MARKED { Vec::new() } else { self.shown(&marks, own) }
    }
}
