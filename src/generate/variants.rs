//! Variants of a generated puzzle: what members of the group of proved transforms make of it.
//!
//! A variant has as many solutions as the original and is minimal exactly where that is, because its
//! maps are one-to-one on solutions and clues. Its other features and its level are measured anew,
//! and it is verified by two engines as every puzzle is. Choices follow a random stream of their
//! own, so that the original does not depend on how many variants are asked for.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::conditions::{broken_condition, target_value, until_holds};
use crate::generator::{Generator, MIN_VERIFICATION};
use crate::layout::generator;
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::rng::Stream;
use puzgen_model::eval::FaultAt;
use puzgen_model::generated::{GeneratedPuzzle, Variant};
use puzgen_model::puzzle::FactValue;
use puzgen_model::rules::facts_of;
use puzgen_solve::prove::{Equivalents, ProvedInstance};

/// How many members are tried for one variant, where the group is too large to be listed.
const MAX_MEMBERS: usize = 100;

/// A puzzle, and the instance that it is of, where that is another than that of the generator.
pub type PuzzleWithInstance<'o> = (GeneratedPuzzle, Option<Arc<ProvedInstance<'o>>>);

/// Returns what is said where the budget ran out.
fn unverified(puzzle: &GeneratedPuzzle, reason: &GaveUp) -> Problem {
    let index = puzzle.index;
    let message =
        format!("a variant of puzzle {index} was not confirmed by a second engine: {reason}");
    Problem::bare(Code::GaveUp, message).help("raise `--budget` or `--timeout`")
}

/// Returns what is said where there are fewer variants than are asked for.
fn too_few(puzzle: &GeneratedPuzzle, found: usize, count: usize) -> Problem {
    let index = puzzle.index;
    let are = if found == 1 { "is" } else { "are" };
    let message = format!("puzzle {index}: {count} variants are asked for, there {are} {found}");
    Problem::bare(Code::TargetNotReached, message).help("ask for fewer, or declare more transforms")
}

/// What a map makes of a puzzle.
pub(super) struct Image {
    pub(super) told: Vec<FactValue>,
    pub(super) shown: Vec<bool>,
    pub(super) solutions: Vec<Vec<i64>>,
    /// The solution that the facts are read off.
    pub(super) values: Vec<i64>,
    pub(super) transform: Variant,
}

/// Returns the images of a puzzle's solutions, and of that which its facts are read off; `None` where
/// one has none, which a proved map rules out.
pub(super) fn images(
    puzzle: &GeneratedPuzzle,
    own: &[i64],
    answer: &dyn Fn(&[i64]) -> Option<Vec<i64>>,
) -> Option<(Vec<Vec<i64>>, Vec<i64>)> {
    let moved = puzzle.solutions.iter().map(|solution| answer(solution));
    let mut solutions = moved.collect::<Option<Vec<_>>>()?;
    solutions.sort_unstable();
    Some((solutions, answer(own)?))
}

impl Generator<'_> {
    /// Returns up to `count` variants of a puzzle, all different from it and from each other, each with
    /// the instance that it is of where that is another, and a problem where there are fewer or one
    /// was not verified.
    ///
    /// # Errors
    /// Where a feature or condition has no value.
    pub fn variants<'o>(
        &mut self,
        puzzle: &GeneratedPuzzle,
        equivalents: &Equivalents<'o>,
        count: usize,
        budget: &Budget,
    ) -> Result<(Vec<PuzzleWithInstance<'o>>, Option<Problem>), Diagnostics> {
        let Some(own) = self.own_solution(puzzle)? else {
            puzgen_base::bug!("a puzzle whose facts are those of no solution of it");
        };
        let must_hold = self.keeps_conditions(puzzle, &own)?;
        let board = puzzle.values_told();
        let mut seen =
            BTreeSet::from([(equivalents.key(None), board.clone(), puzzle.shown.clone())]);
        let mut variants: Vec<PuzzleWithInstance<'o>> = Vec::new();
        let (index, step) = (puzzle.index.to_le_bytes(), puzzle.step.unwrap_or(0).to_le_bytes());
        let mut rng = self.instance.stream(Stream::Variants, puzzle.seed, &[&index, &step]);
        for (attempts, member) in equivalents.draw(&mut rng, budget).enumerate() {
            if variants.len() == count || attempts == MAX_MEMBERS * (count + 1) {
                break;
            }
            if let Some(reason @ GaveUp::Stopped) = budget.is_spent() {
                return Ok((variants, Some(unverified(puzzle, &reason))));
            }
            let told = equivalents
                .board(&member, &board)
                .unwrap_or_else(|| puzgen_base::bug!("a proved map has no image of a clue"));
            let Some(shown) = equivalents.shown(&member, &puzzle.shown, &board) else { continue };
            let proved = member.proved.clone();
            if !seen.insert((equivalents.key(proved.as_deref()), told.clone(), shown.clone())) {
                continue;
            }
            let answer = |answer: &[i64]| equivalents.answer(&member, answer);
            let Some((solutions, values)) = images(puzzle, &own, &answer) else { continue };
            let number = variants.len() as u32 + 1;
            let (map, params) =
                (equivalents.describe(&member), equivalents.new_params(proved.as_deref()));
            let transform = Variant { number, map, params };
            let image = Image { told, shown, solutions, values, transform };
            let budget = budget.refilled(MIN_VERIFICATION);
            let found = match &proved {
                None => self.verified_variant(puzzle, image, must_hold, budget)?,
                Some(proved) => {
                    let mut there = generator(&proved.ready, self.session.engine(), &self.options)?;
                    there.verified_variant(puzzle, image, must_hold, budget)?
                }
            };
            match found {
                Ok(None) => {}
                Ok(Some(variant)) => variants.push((variant, proved)),
                Err(reason) => return Ok((variants, Some(unverified(puzzle, &reason)))),
            }
        }
        let missing = (variants.len() < count).then(|| too_few(puzzle, variants.len(), count));
        Ok((variants, missing))
    }

    /// Returns the solution that the puzzle's facts were read off.
    pub(super) fn own_solution(
        &self,
        puzzle: &GeneratedPuzzle,
    ) -> Result<Option<Vec<i64>>, FaultAt> {
        for solution in &puzzle.solutions {
            if facts_of(self.instance, solution)? == puzzle.facts {
                return Ok(Some(solution.clone()));
            }
        }
        Ok(None)
    }

    /// Returns whether all that is asked of a puzzle holds: `keep`, `accept`, `until`, the target.
    pub(super) fn keeps_conditions(
        &self,
        puzzle: &GeneratedPuzzle,
        values: &[i64],
    ) -> Result<bool, FaultAt> {
        let remove = &self.instance.definition.remove;
        let state = self.measurer.state(puzzle);
        for conditions in [&remove.keep, &remove.accept] {
            if broken_condition(conditions, &state, values)?.is_some() {
                return Ok(false);
            }
        }
        match target_value(&self.plan, &state, values)? {
            Some((value, op, number)) => Ok(op.holds(value, number)),
            None if self.instance.until.is_empty() => Ok(true),
            None => until_holds(&state, values),
        }
    }

    /// Returns the image of a puzzle, measured anew and verified; nothing where the conditions must
    /// hold and do not.
    fn verified_variant(
        &mut self,
        puzzle: &GeneratedPuzzle,
        image: Image,
        must_hold: bool,
        mut budget: Budget,
    ) -> Result<Result<Option<GeneratedPuzzle>, GaveUp>, Diagnostics> {
        let (mut variant, values) = self.variant(puzzle, image)?;
        if must_hold && !self.keeps_conditions(&variant, &values)? {
            return Ok(Ok(None));
        }
        Ok(self.verifier.verify(&variant, &values, self.session.solver(), &mut budget).map(
            |names| {
                variant.verified = names;
                Some(variant)
            },
        ))
    }

    /// Returns the image of a puzzle with its own answer, measured anew.
    pub(super) fn variant(
        &mut self,
        puzzle: &GeneratedPuzzle,
        image: Image,
    ) -> Result<(GeneratedPuzzle, Vec<i64>), FaultAt> {
        let Image { told, shown, solutions, values, transform } = image;
        let facts = facts_of(self.instance, &values)?;
        let agrees = told.iter().zip(&facts).all(|(shown, fact)| shown.is_none() || shown == fact);
        if !agrees {
            puzgen_base::bug!("a clue of a variant says something else than its answer");
        }
        let mut variant = GeneratedPuzzle {
            facts,
            shown,
            told: told.iter().map(Option::is_some).collect(),
            solutions,
            transform: Some(transform),
            verified: Vec::new(),
            ..puzzle.clone()
        };
        self.measurer.rate(&mut variant, &values)?;
        Ok((variant, values))
    }
}
