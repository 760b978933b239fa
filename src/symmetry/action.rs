//! What a map does to points and clue facts, and how maps are put together.

use std::collections::BTreeSet;

use crate::lower::Lowered;
use crate::model::instance::Instance;
use crate::model::puzzle::FactValue;
use crate::symmetry::form::Values;
use crate::symmetry::images::FactImage;
use crate::symmetry::points::Points;

/// A map of points together with what becomes of facts that are more than an answer's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// The image of each point.
    pub points: Vec<u32>,
    /// The image of each fact; `None` for one that follows its points.
    pub facts: Vec<Option<FactImage>>,
}

impl Action {
    /// Returns the map that moves nothing.
    pub fn unmoved(points: &Points, plain: &[bool]) -> Self {
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

    /// Returns the way back.
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

/// How facts and points of an instance hang together.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The answer whose value a plain fact is, by fact.
    answers: Vec<Option<u32>>,
    /// The plain fact of each clue family for each answer, by clue and answer.
    plain: Vec<Vec<Option<u32>>>,
    /// The clue of each fact.
    clues: Vec<u32>,
}

impl Facts {
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
    pub fn is_plain(&self) -> Vec<bool> {
        self.answers.iter().map(Option::is_some).collect()
    }

    /// Returns the answer whose value a fact is.
    pub fn answer(&self, fact: usize) -> Option<usize> {
        self.answers[fact].map(|answer| answer as usize)
    }

    /// Returns the clue of a fact.
    pub fn clue(&self, fact: usize) -> u32 {
        self.clues[fact]
    }

    /// Returns the fact of a clue that is the value of an answer.
    pub fn plain_fact(&self, clue: u32, answer: usize) -> Option<usize> {
        self.plain[clue as usize][answer].map(|fact| fact as usize)
    }

    /// Returns what "this fact has this value" becomes.
    pub fn image(
        &self,
        points: &Points,
        action: &Action,
        fact: usize,
        value: i64,
    ) -> Option<(usize, i64)> {
        match self.answers[fact] {
            Some(answer) => {
                let point = points.point(answer as usize, value)?;
                let (answer, value) = points.value(action.points[point as usize]);
                let fact = self.plain[self.clues[fact] as usize][answer]?;
                Some((fact as usize, value))
            }
            None => {
                let (target, values) = action.facts[fact].as_ref()?;
                Some((*target as usize, values.image(value)?))
            }
        }
    }

    /// Returns which fact a fact becomes; `None` where that depends on its value.
    pub fn target(&self, points: &Points, action: &Action, fact: usize) -> Option<usize> {
        let Some(answer) = self.answers[fact] else {
            return action.facts[fact].as_ref().map(|(target, _)| *target as usize);
        };
        let targets = points.of(answer as usize).map(|point| {
            let (answer, _) = points.value(action.points[point as usize]);
            self.plain[self.clues[fact] as usize][answer]
        });
        let targets: BTreeSet<Option<u32>> = targets.collect();
        match targets.into_iter().collect::<Vec<_>>().as_slice() {
            [Some(only)] => Some(*only as usize),
            _ => None,
        }
    }

    /// Returns the first fact that a map takes to where its clue has none.
    pub fn lost(&self, points: &Points, action: &Action) -> Option<usize> {
        (0..self.answers.len()).find(|fact| {
            let Some(answer) = self.answers[*fact] else { return false };
            points.of(answer as usize).any(|point| {
                let (answer, _) = points.value(action.points[point as usize]);
                self.plain[self.clues[*fact] as usize][answer].is_none()
            })
        })
    }

    /// Returns what the shown facts of a board become.
    pub fn board(
        &self,
        points: &Points,
        action: &Action,
        board: &[FactValue],
    ) -> Option<Vec<FactValue>> {
        let mut image = vec![None; board.len()];
        for (fact, value) in board.iter().enumerate() {
            let Some(value) = value else { continue };
            let (fact, value) = self.image(points, action, fact, *value)?;
            image[fact] = Some(value);
        }
        Some(image)
    }
}

/// Returns what an answer becomes; `None` where two of its values would meet in one place.
pub fn answer_image(points: &Points, action: &Action, answer: &[i64]) -> Option<Vec<i64>> {
    let mut image = vec![None; answer.len()];
    for (position, value) in answer.iter().enumerate() {
        let point = points.point(position, *value)?;
        let (target, value) = points.value(action.points[point as usize]);
        if image[target].replace(value).is_some() {
            return None;
        }
    }
    image.into_iter().collect()
}
