//! One end of a map: an instance with all that a proof looks up, and the proof of one map.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::budget::Budget;
use crate::csp::{Csp, Origin, Stmt};
use crate::lower::{Lowered, Ready};
use crate::model::instance::Instance;
use crate::model::rules::{broken_rules, describe_case};
use crate::prove::question::{Answer, Asked};
use crate::prove::{BrokenCase, Counterexample, Culprit, Open, Proof};
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
        let [there, back] = match &images {
            Some(images) => self.unmatched(to, images, is_own),
            None if is_own
                && self.sets.as_ref().is_some_and(|sets| are_kept(sets, &moves.points)) =>
            {
                [const { Unmatched::Cases(Vec::new()) }; 2]
            }
            None => [Unmatched::Unknown, Unmatched::Unknown],
        };
        let is_proved = there.is_none() && back.is_none();
        let culprit = || there.culprit(to).or_else(|| back.culprit(self));
        let facts = self.introduced.facts(&to.introduced, images.as_ref());
        let mut engine = None;
        if !is_proved {
            if self.instance.clues.iter().any(|clue| clue.is_asked_for) {
                let why = "its rules ask where clues are shown, and are not mapped onto themselves";
                return Err(Proof::Open(Box::new(Open {
                    why: why.to_owned(),
                    culprit: culprit(),
                })));
            }
            let asked = [Asked { ends: [self, to], moves, unmatched: &there }];
            let inverse = (!is_own).then(|| inverse(moves, self.instance.answer_count));
            // A map onto itself can be repeated until it comes back; any other is to be asked.
            let asked_back = inverse.as_ref();
            let asked_back =
                asked_back.map(|moves| Asked { ends: [to, self], moves, unmatched: &back });
            let asked = || asked.iter().chain(&asked_back);
            let refuted = |asked: &Asked<'_, '_>, found| match std::ptr::eq(asked.moves, moves) {
                true => Proof::refuted(found, None, other),
                false => Proof::refuted(found, other, None),
            };
            for asked in asked() {
                if let Some(found) = asked.try_boards(budget) {
                    return Err(refuted(asked, found));
                }
            }
            // What no clue of the image says need not be asked.
            if let Err(fact) = facts {
                return Err(Proof::LosesFact { fact, keeps_rules: false });
            }
            for asked in asked() {
                engine = Some(match asked.ask(images.is_none(), budget) {
                    Answer::None(engine) => engine,
                    Answer::Open(why) => {
                        return Err(Proof::Open(Box::new(Open { why, culprit: culprit() })));
                    }
                    Answer::Board(found) => return Err(refuted(asked, found)),
                });
            }
        }
        let facts = facts.map_err(|fact| Proof::LosesFact { fact, keeps_rules: true })?;
        let action = Action { points: moves.points.clone(), facts };
        if let Some(fact) = self.side().lost(to.side(), &action) {
            return Err(Proof::LosesFact { fact, keeps_rules: true });
        }
        if self.instance.fact_count != to.instance.fact_count {
            return Err(Proof::open("its image has more clues"));
        }
        Ok((engine, action))
    }

    /// Returns which rule cases of `to` are the image of none of these rules, and, where that is another
    /// instance, of which of these the image is no rule of `to`. Of its own rules, every one must be the
    /// image of one: as the map is one-to-one and can be repeated until it comes back to the start, its
    /// images of solutions then are solutions, and all of them.
    fn unmatched(&self, to: &End<'_>, images: &Images, is_own: bool) -> [Unmatched; 2] {
        let mapped = rule_forms([&self.lowered.csp, &to.lowered.csp], images);
        let there = Unmatched::of(&to.lowered.csp, &to.rules, &mapped);
        let back = match is_own {
            true => Unmatched::Cases(Vec::new()),
            false => Unmatched::of(&self.lowered.csp, &mapped, &to.rules),
        };
        [there, back]
    }
}

/// What is the image of no rule.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unmatched {
    /// These cases of rules; perhaps none. All others are images.
    Cases(Vec<(u32, u32)>),
    /// Nothing can be said of single cases.
    Unknown,
}

impl Unmatched {
    /// Returns the rules of `csp`, whose forms these are, that are not among `others`.
    fn of(csp: &Csp, forms: &[Option<Form>], others: &[Option<Form>]) -> Self {
        let others: BTreeSet<&Form> = others.iter().flatten().collect();
        let is_there =
            |form: &Option<Form>| form.as_ref().is_some_and(|form| others.contains(form));
        let mut cases = Vec::new();
        for ((_, origin), _) in rules(csp).zip(forms).filter(|(_, form)| !is_there(form)) {
            match origin {
                Origin::Rule { rule, instance, .. } => cases.push((*rule, *instance)),
                // Other rules may rest on groups.
                Origin::Introduced(_) => return Self::Unknown,
            }
        }
        cases.sort_unstable();
        cases.dedup();
        Self::Cases(cases)
    }

    fn is_none(&self) -> bool {
        *self == Self::Cases(Vec::new())
    }

    /// Returns whether a case is to be asked about.
    pub(super) fn contains(&self, origin: Origin) -> bool {
        match (self, origin) {
            (Self::Cases(cases), Origin::Rule { rule, instance, .. }) => {
                cases.binary_search(&(rule, instance)).is_ok()
            }
            _ => true,
        }
    }

    /// Returns the first case.
    fn culprit(&self, of: &End<'_>) -> Option<Culprit> {
        let Self::Cases(cases) = self else { return None };
        let (rule, case) = *cases.first()?;
        let (rule, case) = (rule as usize, case as usize);
        let described = describe_case(of.instance, rule, case).ok()?;
        let span = of.instance.definition.rules[rule].body.span;
        Some(Culprit { described, span, more: cases.len() - 1 })
    }
}

impl End<'_> {
    /// Returns what is wrong with the image of a board, if anything is. Of free helpers another value
    /// might do for the image, so then there is nothing to say.
    pub(super) fn broken_image(&self, to: &End<'_>, moves: &Moves, board: &[i64]) -> Option<Found> {
        if self.instance.value_count > self.instance.answer_count {
            return None;
        }
        let action = Action { points: moves.points.clone(), facts: Vec::new() };
        let image = self.side().answer(to.side(), &action, board);
        let mut broken = None;
        if let Some(image) = &image {
            let found = broken_rules(to.instance, image).ok()?.into_iter().next()?;
            let rule = &to.instance.definition.rules[found.rule];
            let described = match rule.sentence {
                Some(_) => format!("`{}`: {}", rule.name, found.sentence),
                None => describe_case(to.instance, found.rule, found.instance).ok()?,
            };
            broken = Some(BrokenCase { described, span: rule.body.span });
        }
        Some(Found { board: board.to_vec(), image, broken })
    }
}

/// A board that keeps the rules while its image does not.
#[derive(Debug)]
pub(super) struct Found {
    board: Vec<i64>,
    image: Option<Vec<i64>>,
    broken: Option<BrokenCase>,
}

impl<'d> Proof<'d> {
    pub(super) fn open(why: &str) -> Self {
        Self::Open(Box::new(Open { why: why.to_owned(), culprit: None }))
    }

    fn refuted(
        found: Found,
        board_on: Option<&Arc<Ready<'d>>>,
        image_on: Option<&Arc<Ready<'d>>>,
    ) -> Self {
        let Found { board, image, broken } = found;
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

/// Returns the forms of all rules; of those that cannot be rewritten there is none.
fn rule_forms([csp, to]: [&Csp; 2], images: &Images) -> Vec<Option<Form>> {
    let rewriter = Rewriter { csp, to, images };
    rules(csp).map(|(stmt, _)| rewriter.stmt(stmt)).collect()
}

/// Returns the statements that are rules: groups are, because rules may be part of their meaning.
fn rules(csp: &Csp) -> impl Iterator<Item = &(Stmt, Origin)> {
    csp.stmts.iter().filter(|(stmt, origin)| {
        matches!(origin, Origin::Rule { .. }) || matches!(stmt, Stmt::Components(_))
    })
}
