//! Other solutions: what a puzzle with one solution allows without each of its givens, and where several differ.

use crate::reports::steps::words_of;
use puzgen_board::position::PreparedBoard;
use puzgen_board::shelf::Prepared;
use puzgen_export::{Context, answer_object, marked_text};
use puzgen_model::puzzle::Solution;
use puzgen_solve::verify::{SolutionCount, Unproved, Verifier, WithoutGiven};
use puzgen_wire::{self as wire, Left};

/// The other solutions of a puzzle.
#[derive(Debug)]
pub struct OtherSolutions {
    objects: Vec<wire::OtherSolution>,
    text: String,
}

impl OtherSolutions {
    /// Finds them for a puzzle that was counted; nothing where it has no solution.
    ///
    /// # Errors
    /// Where an engine gave up, or they disagree.
    pub(crate) fn of(
        verifier: &mut Verifier<'_>,
        position: &PreparedBoard<'_, '_>,
        count: &SolutionCount,
    ) -> Result<Self, Unproved> {
        let givens = position.givens();
        let mut others = Self { objects: Vec::new(), text: String::new() };
        match count.solutions.as_slice() {
            [only] => {
                for (fact, left) in verifier.without_each(&givens, only)? {
                    others.without(position, only, fact, left);
                }
            }
            _ => {
                if let [first, second] = verifier.first(&givens, 2)?.as_slice() {
                    others.differing(position, first, second);
                }
            }
        }
        Ok(others)
    }

    /// Notes what is left without a given.
    fn without(
        &mut self,
        position: &PreparedBoard<'_, '_>,
        only: &Solution,
        fact: usize,
        without: WithoutGiven,
    ) {
        let name = position.prepared.instance.describe_fact(fact);
        let (left, answer) = match &without {
            WithoutGiven::Same => (Left::Same, None),
            WithoutGiven::Other(other) => (Left::Other, Some(other)),
            WithoutGiven::None => (Left::None, None),
        };
        let differs = answer.map_or(Vec::new(), |other| differing(only, other));
        self.text.push_str(&format!("  without {name}: "));
        self.text.push_str(&match (left, answer) {
            (_, Some(other)) => {
                let board = board(position, other, &differs);
                format!("another solution, {}\n{board}", describe(&differs))
            }
            (Left::None, None) => "no solution, as rules ask for it\n".to_owned(),
            _ => "no other solution, so it can go\n".to_owned(),
        });
        self.objects.push(wire::OtherSolution {
            without: Some(name),
            left,
            answer: answer.map(|other| answer_object(&context(position), other)),
            differs: places(position, &differs),
        });
    }

    /// Notes two solutions of the puzzle itself.
    fn differing(&mut self, position: &PreparedBoard<'_, '_>, first: &Solution, second: &Solution) {
        let differs = differing(first, second);
        self.text.push_str(&format!("  the first two solutions, {}\n", describe(&differs)));
        for solution in [first, second] {
            self.text.push_str(&board(position, solution, &differs));
            self.objects.push(wire::OtherSolution {
                without: None,
                left: Left::Other,
                answer: Some(answer_object(&context(position), solution)),
                differs: places(position, &differs),
            });
        }
    }

    /// Returns lines for people, each with an indent.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns them as objects.
    pub(crate) fn objects(&self) -> Vec<wire::OtherSolution> {
        self.objects.clone()
    }
}

fn context<'p>(position: &'p PreparedBoard<'_, '_>) -> Context<'p> {
    let Prepared { instance, lowered, .. } = position.prepared;
    Context::new(instance, &lowered.fact_domains, true)
}

/// Returns the numbers of the answers that differ.
fn differing(one: &Solution, other: &Solution) -> Vec<usize> {
    let both = one.iter().zip(other).enumerate();
    both.filter(|(_, (a, b))| a != b).map(|(at, _)| at).collect()
}

fn describe(differs: &[usize]) -> String {
    match differs.len() {
        1 => "1 place differs".to_owned(),
        several => format!("{several} places differ"),
    }
}

fn places(position: &PreparedBoard<'_, '_>, differs: &[usize]) -> Vec<String> {
    let lowered = &position.prepared.lowered;
    let words = words_of(position);
    differs.iter().map(|at| words.place(lowered.csp.answers[*at])).collect()
}

/// Returns a solution with these answers marked, with an indent.
fn board(position: &PreparedBoard<'_, '_>, solution: &Solution, differs: &[usize]) -> String {
    let text = marked_text(&context(position), solution, differs);
    text.lines().map(|line| format!("    {line}\n")).collect()
}
