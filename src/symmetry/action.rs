//! The action of a map on points and clue facts; composition and inverse.

use std::collections::BTreeSet;

use crate::images::FactImage;
use crate::points::Points;
use crate::values::Values;
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::FactValue;
use puzgen_vocabulary::lower::Lowered;

/// A map of points together with the images of the facts that are more than an answer's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// The image of each point.
    pub points: Vec<u32>,
    /// The image of each fact; `None` for one that follows its points.
    pub facts: Vec<Option<FactImage>>,
}

impl Action {
    /// Returns the map that moves nothing.
    pub(crate) fn identity(points: &Points, plain: &[bool]) -> Self {
        let fact =
            |(fact, is_plain): (usize, &bool)| (!is_plain).then_some((fact as u32, Values::Same));
        Self {
            points: (0..points.count() as u32).collect(),
            facts: plain.iter().enumerate().map(fact).collect(),
        }
    }

    /// Returns this map and then another.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let fact = |image: &Option<FactImage>| {
            let (fact, values) = image.as_ref()?;
            let (next, changed) = next.facts[*fact as usize].as_ref()?;
            Some((*next, values.then(changed)))
        };
        Self {
            points: self.points.iter().map(|point| next.points[*point as usize]).collect(),
            facts: self.facts.iter().map(fact).collect(),
        }
    }

    /// Returns the inverse map.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut points = vec![0; self.points.len()];
        for (from, to) in self.points.iter().enumerate() {
            points[*to as usize] = from as u32;
        }
        let mut facts = vec![None; self.facts.len()];
        for (from, image) in self.facts.iter().enumerate() {
            if let Some((to, values)) = image {
                facts[*to as usize] = Some((from as u32, values.inverse()));
            }
        }
        Self { points, facts }
    }
}

/// Which facts of an instance are points, and which clue each is of.
#[derive(Debug, Clone)]
pub struct FactTable {
    /// The answer whose value a plain fact is, by fact.
    answers: Vec<Option<u32>>,
    /// The plain fact of each clue family for each answer, by clue and answer.
    plain: Vec<Vec<Option<u32>>>,
    /// The clue of each fact.
    clues: Vec<u32>,
}

impl FactTable {
    /// Returns the facts of a lowered instance.
    pub fn new(instance: &Instance<'_>, lowered: &Lowered) -> Self {
        let mut plain = vec![vec![None; instance.answer_count]; instance.clues.len()];
        let (mut answers, mut clues) = (Vec::new(), Vec::new());
        for (fact, var) in lowered.fact_vars.iter().enumerate() {
            let (clue, _) = instance.fact(fact);
            clues.push(clue.0);
            let answer = Some(var.index()).filter(|answer| *answer < instance.answer_count);
            answers.push(answer.map(|answer| answer as u32));
            if let Some(answer) = answer {
                plain[clue.0 as usize][answer].get_or_insert(fact as u32);
            }
        }
        Self { answers, plain, clues }
    }

    /// Returns whether each fact is just an answer's value.
    pub(crate) fn is_plain(&self) -> Vec<bool> {
        self.answers.iter().map(Option::is_some).collect()
    }

    /// Returns the answer whose value a fact is.
    pub(crate) fn answer(&self, fact: usize) -> Option<usize> {
        self.answers[fact].map(|answer| answer as usize)
    }

    /// Returns the clue of a fact.
    pub(crate) fn clue(&self, fact: usize) -> u32 {
        self.clues[fact]
    }

    /// Returns the fact of a clue that is the value of an answer.
    pub(crate) fn plain_fact(&self, clue: u32, answer: usize) -> Option<usize> {
        self.plain[clue as usize][answer].map(|fact| fact as usize)
    }
}

/// Where a map begins or ends: the points and facts of an instance.
#[derive(Debug, Clone, Copy)]
pub struct MapEnd<'a> {
    /// The points.
    pub points: &'a Points,
    /// The facts.
    pub facts: &'a FactTable,
}

impl MapEnd<'_> {
    /// Returns what "this fact has this value" becomes.
    fn image(
        self,
        to: MapEnd<'_>,
        action: &Action,
        fact: usize,
        value: i64,
    ) -> Option<(usize, i64)> {
        match self.facts.answer(fact) {
            Some(answer) => {
                let point = self.points.point(answer, value)?;
                let (answer, value) = to.points.value(action.points[point as usize]);
                Some((to.facts.plain_fact(self.facts.clue(fact), answer)?, value))
            }
            None => {
                let (target, values) = action.facts[fact].as_ref()?;
                Some((*target as usize, values.image(value)?))
            }
        }
    }

    /// Returns which fact a fact becomes; `None` where that depends on its value.
    fn target(self, to: MapEnd<'_>, action: &Action, fact: usize) -> Option<usize> {
        let Some(answer) = self.facts.answer(fact) else {
            return action.facts[fact].as_ref().map(|(target, _)| *target as usize);
        };
        let targets = self.points.of(answer).map(|point| {
            let (answer, _) = to.points.value(action.points[point as usize]);
            to.facts.plain_fact(self.facts.clue(fact), answer)
        });
        let targets: BTreeSet<Option<usize>> = targets.collect();
        match targets.into_iter().collect::<Vec<_>>().as_slice() {
            [only] => *only,
            _ => None,
        }
    }

    /// Returns the first fact that a map takes to where its clue has none.
    pub fn lost(self, to: MapEnd<'_>, action: &Action) -> Option<usize> {
        (0..self.facts.answers.len()).find(|fact| {
            let Some(answer) = self.facts.answer(*fact) else { return false };
            self.points.of(answer).any(|point| {
                let (answer, _) = to.points.value(action.points[point as usize]);
                to.facts.plain_fact(self.facts.clue(*fact), answer).is_none()
            })
        })
    }

    /// Returns what the shown facts of a board become; `None` where one has a value that it has in no
    /// solution.
    pub fn board(
        self,
        to: MapEnd<'_>,
        action: &Action,
        board: &[FactValue],
    ) -> Option<Vec<FactValue>> {
        let mut image = vec![None; to.facts.answers.len()];
        for (fact, value) in board.iter().enumerate() {
            let Some(value) = value else { continue };
            let (fact, value) = self.image(to, action, fact, *value)?;
            image[fact] = Some(value);
        }
        Some(image)
    }

    /// Returns where clues are shown on the image of a board that tells these values; `None` where the
    /// place of a clue that is shown without its value depends on the value.
    pub fn shown(
        self,
        to: MapEnd<'_>,
        action: &Action,
        shown: &[bool],
        told: &[FactValue],
    ) -> Option<Vec<bool>> {
        let image = self.board(to, action, told)?;
        let mut moved: Vec<bool> = image.iter().map(Option::is_some).collect();
        for fact in (0..shown.len()).filter(|fact| shown[*fact] && told[*fact].is_none()) {
            moved[self.target(to, action, fact)?] = true;
        }
        Some(moved)
    }

    /// Returns what an answer becomes; `None` where the values are no answer, or two of them would
    /// meet in one place.
    pub fn answer(self, to: MapEnd<'_>, action: &Action, answer: &[i64]) -> Option<Vec<i64>> {
        let mut image = vec![None; to.points.answer_count()];
        for (position, value) in answer.iter().enumerate() {
            let point = self.points.point(position, *value)?;
            let (target, value) = to.points.value(action.points[point as usize]);
            if image[target].replace(value).is_some() {
                return None;
            }
        }
        image.into_iter().collect()
    }
}
