//! The true candidates of a board: for each answer the values that it has in some solution.
//!
//! One session is asked for solutions in which one of the values that none had so far is taken: a model settles
//! all values that it has, a "no" all values that were asked about. So few questions are enough, and what is found
//! depends on verdicts only.

use crate::solver::Solver;
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_csp::Lit;
use puzgen_engine::{Engine, Verdict};
use puzgen_vocabulary::lower::Lowered;

/// What each answer can be, in the order of [`Csp::answers`](puzgen_csp::Csp::answers).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    /// The values that it has in some solution, in order.
    pub values: Vec<Vec<i64>>,
    /// The values of which that is not known, in order.
    pub unknown: Vec<Vec<i64>>,
    /// Why something is not known.
    pub gave_up: Option<GaveUp>,
}

/// Returns the candidates under these assumptions; `None` where there is no solution.
///
/// # Errors
/// Where the budget is spent before there is a solution. Where it is spent later, the rest is unknown.
pub fn candidates(
    lowered: &Lowered,
    engine: &dyn Engine,
    given: &[Lit],
    budget: &mut Budget,
) -> Result<Option<Candidates>, GaveUp> {
    let answers = &lowered.csp.answers;
    let mut solver = Solver::new(lowered, engine);
    let mut asked = Asked {
        values: vec![Vec::new(); answers.len()],
        unknown: answers.iter().map(|var| lowered.csp.domain(*var).iter().collect()).collect(),
    };
    match solver.solve(given, budget) {
        Verdict::Sat(assignment) => asked.take(&lowered.csp.project(&assignment)),
        Verdict::Unsat(_) => return Ok(None),
        Verdict::GaveUp(reason) => return Err(reason),
    }
    // The first questions are about few answers, so that something is known where the budget is small; later
    // ones are about many at once.
    let (mut first, mut count) = (0, 1);
    let mut gave_up = None;
    while first < answers.len() && gave_up.is_none() {
        let part = first..(first + count).min(answers.len());
        let mut open = asked.open(lowered, part.clone());
        while !open.is_empty() {
            match solver.solve_some(given, &open, budget) {
                Verdict::Sat(assignment) => asked.take(&lowered.csp.project(&assignment)),
                Verdict::Unsat(_) => asked.exclude(part.clone()),
                Verdict::GaveUp(reason) => {
                    gave_up = Some(reason);
                    break;
                }
            }
            open = asked.open(lowered, part.clone());
        }
        (first, count) = (part.end, count * 2);
    }
    let Asked { mut values, unknown } = asked;
    values.iter_mut().for_each(|values| values.sort_unstable());
    Ok(Some(Candidates { values, unknown, gave_up }))
}

/// What is known so far.
struct Asked {
    values: Vec<Vec<i64>>,
    unknown: Vec<Vec<i64>>,
}

impl Asked {
    /// Notes the values of a solution.
    fn take(&mut self, solution: &[i64]) {
        let answers = self.values.iter_mut().zip(&mut self.unknown).zip(solution);
        for ((values, unknown), value) in answers {
            if let Ok(at) = unknown.binary_search(value) {
                values.push(unknown.remove(at));
            }
        }
    }

    /// Notes that these answers have no more values.
    fn exclude(&mut self, part: std::ops::Range<usize>) {
        self.unknown[part].iter_mut().for_each(Vec::clear);
    }

    /// Returns the values of these answers that nothing is known of.
    fn open(&self, lowered: &Lowered, part: std::ops::Range<usize>) -> Vec<Lit> {
        let answers = part.clone().zip(&self.unknown[part]);
        let lits = answers.flat_map(|(at, values)| {
            values.iter().map(move |value| Lit::is(lowered.csp.answers[at], *value))
        });
        lits.collect()
    }
}
