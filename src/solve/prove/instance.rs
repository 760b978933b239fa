//! One end of a map: an instance with all that a proof looks up, and what a map leaves unmatched there.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::prove::{BrokenCase, Proof, Unknown, UnmappedCase};
use puzgen_csp::{Csp, Global, Origin, Stmt};
use puzgen_engine::Engines;
use puzgen_model::instance::Instance;
use puzgen_model::rules::{broken_rules, describe_case};
use puzgen_symmetry::action::{Action, FactTable, MapEnd};
use puzgen_symmetry::form::{Forms, Images, NormalForm, Rewriter};
use puzgen_symmetry::generators::Moves;
use puzgen_symmetry::images::IntroducedVars;
use puzgen_symmetry::points::Points;
use puzgen_symmetry::sets::{PointSets, sets};
use puzgen_vocabulary::lower::Lowered;

/// An instance and what is to be known of it.
#[derive(Debug)]
pub(super) struct ProofInstance<'a> {
    pub(super) instance: &'a Instance<'a>,
    pub(super) lowered: &'a Lowered,
    pub(super) engines: Engines,
    pub(super) points: Points,
    pub(super) facts: FactTable,
    pub(super) introduced: IntroducedVars<'a>,
    pub(super) rules: Vec<Option<NormalForm>>,
    /// Where its forms are kept, with those of all instances that it is compared with.
    forms: SharedForms,
    /// The rules as sets of points, where they are no more than that.
    pub(super) sets: Option<PointSets>,
}

impl<'a> ProofInstance<'a> {
    /// Returns an end; `None` where the answers have too many values. It may be compared with others whose forms are
    /// kept at the same place.
    pub(super) fn new(
        instance: &'a Instance<'a>,
        lowered: &'a Lowered,
        engines: Engines,
        kept: &SharedForms,
    ) -> Option<Self> {
        let points = Points::new(instance)?;
        let csp = &lowered.csp;
        let forms = kept.lock();
        let introduced = IntroducedVars::new(instance, lowered, &forms);
        Some(Self {
            instance,
            lowered,
            engines,
            facts: FactTable::new(instance, lowered),
            rules: rule_forms([csp, csp], introduced.firsts(), &forms),
            forms: kept.clone(),
            introduced,
            sets: sets(csp, &points),
            points,
        })
    }

    /// Returns where its forms are kept.
    pub(super) fn forms(&self) -> &SharedForms {
        &self.forms
    }

    pub(super) fn side(&self) -> MapEnd<'_> {
        MapEnd { points: &self.points, facts: &self.facts }
    }
}

/// Forms that several instances share.
#[derive(Debug, Clone, Default)]
pub(super) struct SharedForms(Arc<Mutex<Forms>>);

impl SharedForms {
    pub(super) fn lock(&self) -> MutexGuard<'_, Forms> {
        // What another thread left is whole: forms are only added.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    pub(super) fn of(
        csp: &Csp,
        forms: &[Option<NormalForm>],
        others: &[Option<NormalForm>],
    ) -> Self {
        let others: BTreeSet<&NormalForm> = others.iter().flatten().collect();
        let is_there =
            |form: &Option<NormalForm>| form.as_ref().is_some_and(|form| others.contains(form));
        let mut cases = Vec::new();
        for ((_, origin), _) in rules(csp).zip(forms).filter(|(_, form)| !is_there(form)) {
            match origin {
                Origin::Rule { rule, case, .. } => cases.push((*rule, *case)),
                // Other rules may rest on groups.
                Origin::Introduced(_) => return Self::Unknown,
            }
        }
        cases.sort_unstable();
        cases.dedup();
        Self::Cases(cases)
    }

    pub(super) fn is_none(&self) -> bool {
        *self == Self::Cases(Vec::new())
    }

    /// Returns whether a case is to be asked about.
    pub(super) fn contains(&self, origin: Origin) -> bool {
        match (self, origin) {
            (Self::Cases(cases), Origin::Rule { rule, case, .. }) => {
                cases.binary_search(&(rule, case)).is_ok()
            }
            _ => true,
        }
    }

    /// Returns the first case.
    pub(super) fn unmapped(&self, of: &ProofInstance<'_>) -> Option<UnmappedCase> {
        let Self::Cases(cases) = self else { return None };
        let (rule, case) = *cases.first()?;
        let (rule, case) = (rule as usize, case as usize);
        let described = describe_case(of.instance, rule, case).ok()?;
        let span = of.instance.definition.rules[rule].body.span;
        Some(UnmappedCase { described, span, more: cases.len() - 1 })
    }
}

impl ProofInstance<'_> {
    /// Returns what is wrong with the image of a board, if anything is. Of free helpers another value
    /// might do for the image, so then there is nothing to say.
    pub(super) fn broken_image(
        &self,
        to: &ProofInstance<'_>,
        moves: &Moves,
        board: &[i64],
    ) -> Option<BrokenImage> {
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
                None => describe_case(to.instance, found.rule, found.case).ok()?,
            };
            broken = Some(BrokenCase { described, span: rule.body.span });
        }
        Some(BrokenImage { board: board.to_vec(), image, broken })
    }
}

/// A board that keeps the rules while its image does not.
#[derive(Debug)]
pub(super) struct BrokenImage {
    pub(super) board: Vec<i64>,
    pub(super) image: Option<Vec<i64>>,
    pub(super) broken: Option<BrokenCase>,
}

impl<'d> Proof<'d> {
    pub(super) fn unknown(why: &str) -> Self {
        Self::Unknown(Box::new(Unknown { why: why.to_owned(), unmapped: None }))
    }
}

/// Returns the forms of all rules; of those that cannot be rewritten there is none.
pub(super) fn rule_forms(
    [csp, to]: [&Csp; 2],
    images: &Images,
    forms: &Forms,
) -> Vec<Option<NormalForm>> {
    let rewriter = Rewriter { csp, to, images, forms };
    rules(csp).map(|(stmt, _)| rewriter.stmt(stmt)).collect()
}

/// Returns the statements that are rules: groups are, because rules may be part of their meaning.
fn rules(csp: &Csp) -> impl Iterator<Item = &(Stmt, Origin)> {
    csp.stmts.iter().filter(|(stmt, origin)| {
        matches!(origin, Origin::Rule { .. }) || matches!(stmt, Stmt::Global(Global::Components(_)))
    })
}
