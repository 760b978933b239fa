//! The proof of one map: that it takes the solutions of one instance onto those of another, or of itself.

use std::sync::Arc;

use crate::prove::instance::{BrokenImage, ProofInstance, Unmatched, rule_forms};
use crate::prove::question::{ImageQuestion, ImageVerdict};
use crate::prove::{Counterexample, Proof, Unknown};
use puzgen_base::budget::Budget;
use puzgen_symmetry::action::Action;
use puzgen_symmetry::form::{Forms, Images};
use puzgen_symmetry::generators::Moves;
use puzgen_symmetry::images::BothEnds;
use puzgen_symmetry::sets::are_kept;
use puzgen_vocabulary::lower::Ready;

impl ProofInstance<'_> {
    /// Proves that a map takes the solutions of this instance onto those of another, or of itself, and
    /// clues to clues. Returns the engine where one was needed. `other` is the other instance where it
    /// is made for the proof.
    pub(super) fn prove<'d>(
        &self,
        to: &ProofInstance<'_>,
        moves: &Moves,
        other: Option<&Arc<Ready<'d>>>,
        budget: &mut Budget,
    ) -> Result<(Option<&'static str>, Action), Proof<'d>> {
        let forms = self.forms().lock();
        let ends = BothEnds { from: &self.introduced, to: &to.introduced, forms: &forms };
        let images = ends.images([&self.points, &to.points], moves);
        let is_own = std::ptr::eq(self.lowered, to.lowered);
        let [there, back] = match &images {
            Some(images) => self.unmatched(to, images, &forms),
            None if is_own
                && self.sets.as_ref().is_some_and(|sets| are_kept(sets, &moves.points)) =>
            {
                [const { Unmatched::Cases(Vec::new()) }; 2]
            }
            None => [Unmatched::Unknown, Unmatched::Unknown],
        };
        let is_proved = there.is_none() && back.is_none();
        let facts = ends.facts(images.as_ref());
        drop(forms);
        let engine = match is_proved {
            true => None,
            false => self.ask(
                to,
                moves,
                [&there, &back],
                (images.is_none(), facts.as_ref().err()),
                other,
                budget,
            )?,
        };
        let facts = facts.map_err(|fact| Proof::LosesFact { fact, keeps_rules: true })?;
        let action = Action { points: moves.points.clone(), facts };
        if let Some(fact) = self.side().lost(to.side(), &action) {
            return Err(Proof::LosesFact { fact, keeps_rules: true });
        }
        if self.instance.fact_count != to.instance.fact_count {
            return Err(Proof::unknown("its image has more clues"));
        }
        Ok((engine, action))
    }

    /// Asks an engine for a board that keeps the rules while its image does not; in both directions
    /// where the instances differ. Returns the engine that says that there is none. There may be boards
    /// without an image, where `may_have_gaps`, and a clue whose image is none may be `lost`.
    fn ask<'d>(
        &self,
        to: &ProofInstance<'_>,
        moves: &Moves,
        [there, back]: [&Unmatched; 2],
        (may_have_gaps, lost): (bool, Option<&usize>),
        other: Option<&Arc<Ready<'d>>>,
        budget: &mut Budget,
    ) -> Result<Option<&'static str>, Proof<'d>> {
        let is_own = std::ptr::eq(self.lowered, to.lowered);
        let unmapped = || there.unmapped(to).or_else(|| back.unmapped(self));
        let mut engine = None;
        if self.instance.clues.iter().any(|clue| clue.is_asked_for) {
            let why = "its rules ask where clues are shown, and are not mapped onto themselves";
            return Err(Proof::Unknown(Box::new(Unknown {
                why: why.to_owned(),
                unmapped: unmapped(),
            })));
        }
        let asked = [ImageQuestion { ends: [self, to], moves, unmatched: there }];
        let inverse = (!is_own).then(|| inverse(moves, self.instance.answer_count));
        // A map onto itself can be repeated until it comes back; any other is to be asked.
        let asked_back = inverse.as_ref();
        let asked_back =
            asked_back.map(|moves| ImageQuestion { ends: [to, self], moves, unmatched: back });
        let asked = || asked.iter().chain(&asked_back);
        let refuted = |asked: &ImageQuestion<'_, '_>, found| match std::ptr::eq(asked.moves, moves)
        {
            true => Proof::refuted(found, None, other),
            false => Proof::refuted(found, other, None),
        };
        for asked in asked() {
            if let Some(found) = asked.try_boards(budget) {
                return Err(refuted(asked, found));
            }
        }
        // What no clue of the image says need not be asked.
        if let Some(&fact) = lost {
            return Err(Proof::LosesFact { fact, keeps_rules: false });
        }
        for asked in asked() {
            engine = Some(match asked.ask(may_have_gaps, budget) {
                ImageVerdict::Kept(engine) => engine,
                ImageVerdict::Unknown(why) => {
                    return Err(Proof::Unknown(Box::new(Unknown { why, unmapped: unmapped() })));
                }
                ImageVerdict::Broken(found) => return Err(refuted(asked, found)),
            });
        }
        Ok(engine)
    }

    /// Returns which rule cases of `to` are the image of none of these rules, and, where that is another
    /// instance, of which of these the image is no rule of `to`. Of its own rules, every one must be the
    /// image of one: as the map is one-to-one and can be repeated until it comes back to the start, its
    /// images of solutions then are solutions, and all of them.
    fn unmatched(&self, to: &ProofInstance<'_>, images: &Images, forms: &Forms) -> [Unmatched; 2] {
        let is_own = std::ptr::eq(self.lowered, to.lowered);
        let mapped = rule_forms([&self.lowered.csp, &to.lowered.csp], images, forms);
        let there = Unmatched::of(&to.lowered.csp, &to.rules, &mapped);
        let back = match is_own {
            true => Unmatched::Cases(Vec::new()),
            false => Unmatched::of(&self.lowered.csp, &mapped, &to.rules),
        };
        [there, back]
    }
}

impl<'d> Proof<'d> {
    fn refuted(
        found: BrokenImage,
        board_on: Option<&Arc<Ready<'d>>>,
        image_on: Option<&Arc<Ready<'d>>>,
    ) -> Self {
        let BrokenImage { board, image, broken } = found;
        let (board_on, image_on) = (board_on.cloned(), image_on.cloned());
        Self::Refuted(Box::new(Counterexample { board, board_on, image, image_on, broken }))
    }
}

/// Returns the way back of a map between two instances.
fn inverse(moves: &Moves, answers: usize) -> Moves {
    let mut points = vec![0; moves.points.len()];
    for (from, to) in moves.points.iter().enumerate() {
        points[*to as usize] = from as u32;
    }
    let mut free = vec![0; moves.free.len()];
    for (from, to) in moves.free.iter().enumerate() {
        free[*to as usize - answers] = (from + answers) as u32;
    }
    Moves { points, free }
}
