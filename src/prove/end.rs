//! One end of a map: an instance with all that a proof looks up, and the proof of one map.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::budget::Budget;
use crate::csp::{Csp, Origin, Stmt};
use crate::lower::{Lowered, Ready};
use crate::model::instance::Instance;
use crate::model::puzzle::broken_rules;
use crate::prove::question::{Answer, ask};
use crate::prove::{Counterexample, Proof};
use crate::symmetry::action::{Action, Facts, Side};
use crate::symmetry::form::{Form, Images, Rewriter, unmoved};
use crate::symmetry::generators::Moves;
use crate::symmetry::images::Introduced;
use crate::symmetry::points::Points;
use crate::symmetry::sets::{Sets, are_kept, sets};

/// An instance and what is to be known of it.
#[derive(Debug)]
pub(super) struct End<'a> {
    pub(super) instance: &'a Instance<'a>,
    pub(super) lowered: &'a Lowered,
    pub(super) points: Points,
    pub(super) facts: Facts,
    pub(super) introduced: Introduced<'a>,
    rules: Vec<Option<Form>>,
    /// The rules as sets of points, where they are no more than that.
    sets: Option<Sets>,
}

impl<'a> End<'a> {
    /// Returns an end; `None` where the answers have too many values.
    pub(super) fn new(instance: &'a Instance<'a>, lowered: &'a Lowered) -> Option<Self> {
        let points = Points::new(instance)?;
        let csp = &lowered.csp;
        Some(Self {
            instance,
            lowered,
            facts: Facts::new(instance, lowered),
            introduced: Introduced::new(instance, lowered),
            rules: rule_forms([csp, csp], &unmoved(csp)),
            sets: sets(csp, &points),
            points,
        })
    }

    pub(super) fn side(&self) -> Side<'_> {
        Side { points: &self.points, facts: &self.facts }
    }

    /// Proves that a map takes the solutions of this instance onto those of another, or of itself, and
    /// clues to clues. Returns the engine where one was needed. `other` is the other instance where it
    /// is made for the proof.
    pub(super) fn prove<'d>(
        &self,
        to: &End<'_>,
        moves: &Moves,
        other: Option<&Arc<Ready<'d>>>,
        budget: &mut Budget,
    ) -> Result<(Option<&'static str>, Action), Proof<'d>> {
        let images = self.introduced.images(&to.introduced, [&self.points, &to.points], moves);
        let is_own = std::ptr::eq(self.lowered, to.lowered);
        let is_proved = match &images {
            Some(images) => self.maps_rules_onto_rules(to, images, is_own),
            None => is_own && self.sets.as_ref().is_some_and(|sets| are_kept(sets, &moves.points)),
        };
        if !is_proved && self.instance.clues.iter().any(|clue| clue.is_asked_for) {
            let why = "its rules ask where clues are shown, and are not mapped onto themselves";
            return Err(Proof::Open(why.to_owned()));
        }
        let mut engine = None;
        if !is_proved {
            engine = Some(match ask([self, to], moves, images.is_none(), budget) {
                Answer::None(engine) => engine,
                Answer::Open(why) => return Err(Proof::Open(why)),
                Answer::Board(board) => {
                    let found = self.counterexample(to, moves, board);
                    return Err(found.on(None, other));
                }
            });
            // A map onto itself can be repeated until it comes back; here it is to be asked.
            if !is_own {
                let back = inverse(moves, self.instance.answer_count);
                match ask([to, self], &back, false, budget) {
                    Answer::None(_) => {}
                    Answer::Open(why) => return Err(Proof::Open(why)),
                    Answer::Board(board) => {
                        let found = to.counterexample(self, &back, board);
                        return Err(found.on(other, None));
                    }
                }
            }
        }
        let facts =
            self.introduced.facts(&to.introduced, images.as_ref()).map_err(Proof::LosesFact)?;
        let action = Action { points: moves.points.clone(), facts };
        if let Some(fact) = self.side().lost(to.side(), &action) {
            return Err(Proof::LosesFact(fact));
        }
        if self.instance.fact_count != to.instance.fact_count {
            return Err(Proof::Open("its image has more clues".to_owned()));
        }
        Ok((engine, action))
    }

    /// Returns whether the rules are mapped onto those of `to`. Of its own rules, every one must be the
    /// image of one: as the map is one-to-one and can be repeated until it comes back to the start, its
    /// images of solutions then are solutions, and all of them.
    fn maps_rules_onto_rules(&self, to: &End<'_>, images: &Images, is_own: bool) -> bool {
        let mapped = rule_forms([&self.lowered.csp, &to.lowered.csp], images);
        let covers = |forms: &[Option<Form>], others: &[Option<Form>]| {
            let forms: BTreeSet<&Form> = forms.iter().flatten().collect();
            others.iter().all(|other| other.as_ref().is_some_and(|other| forms.contains(other)))
        };
        covers(&mapped, &to.rules) && (is_own || covers(&to.rules, &mapped))
    }

    fn counterexample(&self, to: &End<'_>, moves: &Moves, board: Vec<i64>) -> Found {
        if self.instance.value_count > self.instance.answer_count {
            // Another value of the helpers might do for the image.
            return Found::Open("the rules have free helpers".to_owned());
        }
        let action = Action { points: moves.points.clone(), facts: Vec::new() };
        let image = self.side().answer(to.side(), &action, &board);
        let broken = image.as_ref().and_then(|image| {
            let found = broken_rules(to.instance, image).ok()?.into_iter().next()?;
            let rule = &to.instance.definition.rules[found.rule];
            Some((rule.name.clone(), found.sentence))
        });
        if image.is_some() && broken.is_none() {
            crate::bug!("a counter-example whose image keeps the rules");
        }
        Found::Board { board, image, broken }
    }
}

/// A board that keeps the rules while its image does not.
enum Found {
    Board { board: Vec<i64>, image: Option<Vec<i64>>, broken: Option<(String, String)> },
    Open(String),
}

impl Found {
    fn on<'d>(
        self,
        board_on: Option<&Arc<Ready<'d>>>,
        image_on: Option<&Arc<Ready<'d>>>,
    ) -> Proof<'d> {
        match self {
            Self::Open(why) => Proof::Open(why),
            Self::Board { board, image, broken } => {
                let (board_on, image_on) = (board_on.cloned(), image_on.cloned());
                Proof::Refuted(Box::new(Counterexample {
                    board,
                    board_on,
                    image,
                    image_on,
                    broken,
                }))
            }
        }
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

/// Returns the forms of all rules; of those that cannot be rewritten there is none.
fn rule_forms([csp, to]: [&Csp; 2], images: &Images) -> Vec<Option<Form>> {
    let rewriter = Rewriter { csp, to, images };
    rules(csp).map(|stmt| rewriter.stmt(stmt)).collect()
}

/// Returns the statements that are rules: groups are, because rules may be part of their meaning.
fn rules(csp: &Csp) -> impl Iterator<Item = &Stmt> {
    let is_rule = |(stmt, origin): &&(Stmt, Origin)| {
        matches!(origin, Origin::Rule { .. }) || matches!(stmt, Stmt::Components(_))
    };
    csp.stmts.iter().filter(is_rule).map(|(stmt, _)| stmt)
}
