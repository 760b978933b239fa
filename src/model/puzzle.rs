//! Solutions, puzzles and boards of an instance, as data.

use crate::function::{PuzzleView, Steps};
use crate::grid::PlaceKind;
use crate::instance::Instance;
use crate::value::Value;
use puzgen_base::source::Span;

/// The values of the answer, by storage position. Two solutions differ iff these differ.
pub type Solution = Vec<i64>;

/// What a clue fact says: a number, or 0 and 1 for a truth; `None` where a partial clue is not
/// defined.
pub type FactValue = Option<i64>;

/// A puzzle at some step: which facts there are, which are shown, and what was found out.
#[derive(Debug, Clone, Copy)]
pub struct PuzzleState<'a> {
    /// The instance.
    pub instance: &'a Instance<'a>,
    /// The facts of the solution.
    pub facts: &'a [FactValue],
    /// Which of them are shown.
    pub shown: &'a [bool],
    /// Of which of these the value is told.
    pub told: &'a [bool],
    /// The number of solutions, if counted.
    pub solutions: Option<u64>,
    /// Whether no single clue can go, if that was found out.
    pub is_minimal: Option<bool>,
    /// How it is solved step by step, if that was found out.
    pub steps: Option<&'a Steps>,
}

impl PuzzleView for PuzzleState<'_> {
    fn shown_among(&self, places: &[Value]) -> (usize, usize) {
        let (mut total, mut shown) = (0, 0);
        let mut count = |fact: u32| {
            if self.facts[fact as usize].is_some() {
                total += 1;
                shown += usize::from(self.shown[fact as usize]);
            }
        };
        for value in places {
            match value {
                Value::Place(place) if place.kind == PlaceKind::Cell => {
                    let facts = &self.instance.facts_at_cell[place.index as usize];
                    facts.iter().for_each(|fact| count(*fact));
                }
                _ => {}
            }
        }
        for (fact, keys) in &self.instance.other_facts {
            let is_within = |key| places.iter().any(|place| place.as_place() == Some(key));
            if !keys.is_empty() && keys.iter().copied().all(is_within) {
                count(*fact);
            }
        }
        (total, shown)
    }

    fn shown_in_all(&self) -> (usize, usize) {
        let droppable = (0..self.facts.len()).filter(|fact| {
            let (clue, _) = self.instance.fact(*fact);
            self.facts[*fact].is_some() && self.instance.clues[clue.0 as usize].is_droppable
        });
        let (mut total, mut shown) = (0, 0);
        for fact in droppable {
            total += 1;
            shown += usize::from(self.shown[fact]);
        }
        (total, shown)
    }

    fn untold(&self) -> usize {
        let facts = self.shown.iter().zip(self.told);
        facts.filter(|(is_shown, is_told)| **is_shown && !**is_told).count()
    }

    fn solutions(&self) -> Option<u64> {
        self.solutions
    }

    fn is_minimal(&self) -> Option<bool> {
        self.is_minimal
    }

    fn place_count(&self) -> usize {
        self.instance.answer_count
    }

    fn most_values(&self) -> u64 {
        let families = self.instance.definition.answers();
        let domains = families.flat_map(|id| &self.instance.families[id.0 as usize].domains);
        domains.map(puzgen_base::domain::Domain::size).max().unwrap_or(1)
    }

    fn steps(&self) -> Option<&Steps> {
        self.steps
    }
}

/// A board as it was read: values of clue facts, each with the place of its token.
#[derive(Debug, Clone)]
pub struct ParsedBoard {
    /// The facts that are shown, by number.
    pub facts: Vec<Option<(i64, Span)>>,
    /// Where it says that a clue is there but not its value (`?`), by fact.
    pub untold: Vec<Option<Span>>,
    /// The whole text of the board.
    pub span: Span,
}

impl ParsedBoard {
    /// Returns a board that shows nothing.
    pub fn empty(instance: &Instance<'_>, span: Span) -> Self {
        let count = instance.fact_count;
        Self { facts: vec![None; count], untold: vec![None; count], span }
    }

    /// Returns what it says, as [`Instance::given`], each with the place where it says so.
    pub fn givens(&self, instance: &Instance<'_>) -> Vec<(usize, i64, Span)> {
        let given = instance.given(&self.told(), &self.shown());
        let span = |given: usize| {
            let (fact, _) = instance.fact_of(given);
            self.facts[fact].map(|(_, span)| span).or(self.untold[fact]).unwrap_or(self.span)
        };
        given.into_iter().map(|(number, value)| (number, value, span(number))).collect()
    }

    /// Returns the values that are told, by fact.
    pub fn told(&self) -> Vec<FactValue> {
        self.facts.iter().map(|given| given.map(|(value, _)| value)).collect()
    }

    /// Returns which clues are shown, with or without their value.
    pub fn shown(&self) -> Vec<bool> {
        let facts = self.facts.iter().zip(&self.untold);
        facts.map(|(told, untold)| told.is_some() || untold.is_some()).collect()
    }
}
