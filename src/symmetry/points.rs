//! The points that transforms move: every answer with every one of its values.

use puzgen_base::domain::Domain;
use puzgen_model::instance::Instance;

/// The most points of an instance whose transforms are proved.
const MOST_POINTS: u64 = 1_000_000;

/// The points of an instance: `(answer, value)`, numbered answer by answer.
#[derive(Debug, Clone)]
pub struct Points {
    domains: Vec<Domain>,
    /// The first point of each answer, and the number of all.
    offsets: Vec<u32>,
}

impl Points {
    /// Returns the points; `None` where there are too many.
    pub fn new(instance: &Instance<'_>) -> Option<Self> {
        let mut domains = vec![Domain::Range(0, 0); instance.answer_count];
        for id in instance.definition.answers() {
            let family = &instance.families[id.0 as usize];
            for (position, domain) in family.domains.iter().enumerate() {
                domains[family.offset + position] = domain.clone();
            }
        }
        let mut offsets = vec![0];
        let mut total = 0_u64;
        for domain in &domains {
            total = total.saturating_add(domain.size());
            if total > MOST_POINTS {
                return None;
            }
            offsets.push(total as u32);
        }
        Some(Self { domains, offsets })
    }

    /// Returns the number of points.
    pub(crate) fn count(&self) -> usize {
        self.offsets[self.domains.len()] as usize
    }

    /// Returns the number of answers.
    pub(crate) fn answer_count(&self) -> usize {
        self.domains.len()
    }

    /// Returns the values of an answer.
    pub(crate) fn domain(&self, answer: usize) -> &Domain {
        &self.domains[answer]
    }

    /// Returns the points of an answer, in the order of its values.
    pub(crate) fn of(&self, answer: usize) -> std::ops::Range<u32> {
        self.offsets[answer]..self.offsets[answer + 1]
    }

    /// Returns the point of an answer and its value.
    pub(crate) fn point(&self, answer: usize, value: i64) -> Option<u32> {
        let number = match &self.domains[answer] {
            Domain::Range(lo, hi) => (*lo..=*hi).contains(&value).then(|| (value - lo) as u32),
            Domain::Values(values) => values.binary_search(&value).ok().map(|at| at as u32),
        };
        Some(self.offsets[answer] + number?)
    }

    /// Returns the answer and the value of a point.
    pub fn value(&self, point: u32) -> (usize, i64) {
        let answer = self.offsets.partition_point(|offset| *offset <= point) - 1;
        let number = (point - self.offsets[answer]) as usize;
        let value = match &self.domains[answer] {
            Domain::Range(lo, _) => lo + number as i64,
            Domain::Values(values) => values[number],
        };
        (answer, value)
    }
}
