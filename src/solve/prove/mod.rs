//! Proves that declared transforms keep the rules, at one instance.
//!
//! A transform is a candidate symmetry: a map of solutions to solutions. Syntactic proof: the set of rule cases
//! is mapped onto itself. Otherwise semantic proof: an engine looks for a board that keeps the rules
//! while its image does not. Such a board is a counterexample; if there is none, that is the proof; if the
//! engine gives up, the transform stays unproved. Clues must be mapped, too: for each fact there must be
//! one fact that holds for the image exactly where it holds for the board.
//!
//! A transform that moves the layout, or changes parameters, maps the puzzles of one instance to those of
//! another. Then the rules of the first must be mapped onto the rules of the second.

mod equivalents;
mod instance;
mod map;
mod question;
mod report;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use equivalents::{Equivalents, ProvedInstance, ProvedMap};
use instance::{ProofInstance, SharedForms};
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::Problem;
use puzgen_base::source::Span;
use puzgen_engine::Engines;
use puzgen_model::grid::PlaceMap;
use puzgen_model::instance::Instance;
use puzgen_model::transform::Transform;
use puzgen_symmetry::Symmetry;
use puzgen_symmetry::action::Action;
use puzgen_symmetry::generators::{
    GeneratorMap, Moves, TargetFrame, bad, generators, of_places, target,
};
use puzgen_symmetry::reachable::{ReachableInstance, ReachableInstances};
use puzgen_vocabulary::lower::{Lowered, Ready};
pub use report::problems;

/// The steps that an engine may take for one map, and for one where groups or graphs are part of the question:
/// there a step takes ten times as long.
const STEPS: u64 = 100_000;
const STEPS_WITH_GRAPHS: u64 = 20_000;

/// So many random boards are tested as counterexamples before an engine is asked; the steps to draw each.
const BOARDS: usize = 10;
const BOARD_STEPS: u64 = 300;

/// The result for one transform.
#[derive(Debug)]
pub enum Proof<'a> {
    /// It keeps the rules. The engine is named where one was needed.
    Holds(Option<&'static str>),
    /// With these parameters there is no such transform, or it is the identity.
    Absent,
    /// It does not keep the rules: a board, its image, and the rule that the image breaks.
    Refuted(Box<Counterexample<'a>>),
    /// No fact of the image corresponds to this fact.
    LosesFact {
        /// The fact.
        fact: usize,
        /// Whether it is known that the rules are kept.
        keeps_rules: bool,
    },
    /// It is not known whether it keeps the rules.
    Unknown(Box<Unknown>),
    /// The map cannot be formed on this instance.
    Impossible(Box<Problem>),
}

/// Why it is not known whether a transform keeps the rules.
#[derive(Debug, Clone)]
pub struct Unknown {
    /// In words.
    pub why: String,
    /// The first rule case that is the image of no rule case, if the syntactic proof failed at one.
    pub unmapped: Option<UnmappedCase>,
}

/// A rule case that is the image of no other.
#[derive(Debug, Clone)]
pub struct UnmappedCase {
    /// The rule and its case in words.
    pub described: String,
    /// What the rule asks for.
    pub span: Span,
    /// The number of further such cases.
    pub more: usize,
}

/// A rule case that the image of a board breaks.
#[derive(Debug, Clone)]
pub struct BrokenCase {
    /// The rule, and its sentence for this case, or what its names stand for.
    pub described: String,
    /// What the rule asks for.
    pub span: Span,
}

/// A board that keeps the rules while its image does not.
#[derive(Debug, Clone)]
pub struct Counterexample<'a> {
    /// The answer.
    pub board: Vec<i64>,
    /// Its instance, if that is not the one at hand.
    pub board_on: Option<Arc<Ready<'a>>>,
    /// Its image; none where the map gives one answer two values.
    pub image: Option<Vec<i64>>,
    /// The instance of the image, if that is not the one at hand.
    pub image_on: Option<Arc<Ready<'a>>>,
    /// The rule case that the image breaks.
    pub broken: Option<BrokenCase>,
}

/// The transforms of an instance, each with its result, and what the proved ones generate.
#[derive(Debug)]
pub struct Transforms<'a> {
    /// One for each declared transform, in order.
    pub proofs: Vec<Proof<'a>>,
    /// The group, and the other instances, that the proved ones generate; none where none is proved.
    pub equivalents: Option<Equivalents<'a>>,
}

impl Transforms<'_> {
    /// Returns the number of proved transforms.
    pub fn held(&self) -> usize {
        self.proofs.iter().filter(|proof| matches!(proof, Proof::Holds(_))).count()
    }
}

/// Proves every declared transform. It asks the default engine, so the results do not depend on the engine that
/// answers other questions.
pub fn transforms<'a>(
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    engines: Engines,
    budget: &mut Budget,
) -> Transforms<'a> {
    let declared = &instance.definition.transforms;
    if declared.is_empty() {
        return Transforms { proofs: Vec::new(), equivalents: None };
    }
    let Some(start) = ProofInstance::new(instance, lowered, engines, &SharedForms::default())
    else {
        let open = || Proof::unknown("the answers have too many values");
        return Transforms { proofs: declared.iter().map(|_| open()).collect(), equivalents: None };
    };
    let first = ReachableInstance::first(instance);
    let (maps, other_instances) = (Vec::new(), Vec::new());
    let mut prover =
        TransformProver { start: &start, first: first.as_ref(), maps, other_instances, budget };
    let mut proofs = Vec::new();
    let (mut of_places, mut leads_away) = (Vec::new(), false);
    for (number, transform) in declared.iter().enumerate() {
        proofs.push(match prover.prove(number, transform) {
            Ok((proof, moved)) => {
                of_places.extend((moved != Moved::Points).then_some(transform));
                leads_away |= moved == Moved::Instance;
                proof
            }
            Err(proof) => proof,
        });
    }
    let reachable = first.clone().filter(|_| leads_away);
    let reachable = reachable.map(|first| ReachableInstances::list(first, &of_places));
    for (number, proved) in &prover.other_instances {
        let key = proved.key();
        let is_found = |reachable: &ReachableInstances<'_>| {
            !reachable.is_complete || reachable.found.iter().any(|reached| reached.key() == key)
        };
        if !reachable.as_ref().is_some_and(is_found) {
            let why = "repeated, it does not lead back to these parameters";
            proofs[*number] = Proof::Impossible(Box::new(bad(&declared[*number], why)));
        }
    }
    let mut is_exact = true;
    for places in reachable.iter().flat_map(|reachable| &reachable.loops) {
        is_exact &= prover.add_loop(places);
    }
    let reachable = reachable.filter(|found| !found.is_complete || found.found.len() > 1);
    let TransformProver { maps, other_instances, .. } = prover;
    let is_empty = maps.is_empty() && reachable.is_none();
    let equivalents = (!is_empty).then(|| {
        let supports = start.introduced.supports().to_vec();
        let (points, facts) = (start.points.clone(), start.facts.clone());
        let symmetry = Symmetry::new(instance, points, facts, maps, &supports);
        let proved_instances = other_instances.into_iter().map(|(_, proved)| proved).collect();
        Equivalents::new(start, symmetry, reachable, proved_instances, (of_places, is_exact))
    });
    Transforms { proofs, equivalents }
}

/// What a transform moves; later variants include the earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Moved {
    /// Points (pairs of an answer and a value), without moving places.
    Points,
    /// Places, and the instance is mapped onto itself.
    Places,
    /// Places, and the instance is mapped to another one.
    Instance,
}

struct TransformProver<'a, 'b> {
    start: &'b ProofInstance<'a>,
    first: Option<&'b ReachableInstance<'a>>,
    /// The proved maps of the instance onto itself.
    maps: Vec<Action>,
    /// The other instances that transforms map to, each with the number of the transform.
    other_instances: Vec<(usize, ProvedInstance<'a>)>,
    budget: &'b mut Budget,
}

impl<'a> TransformProver<'a, '_> {
    /// Proves all maps of a transform.
    fn prove(
        &mut self,
        number: usize,
        transform: &Transform,
    ) -> Result<(Proof<'a>, Moved), Proof<'a>> {
        let start = self.start;
        let impossible = |problem| Proof::Impossible(Box::new(problem));
        // A map of places that is impossible on this layout may be possible on another one: a warning.
        let has_layout = !start.instance.definition.layouts.is_empty();
        let cannot = |why: String| {
            let problem = bad(transform, &why);
            impossible(if has_layout { problem.warning() } else { problem })
        };
        let target = target(start.instance, transform).map_err(impossible)?;
        let target = target.ok_or(Proof::Absent)?;
        let to = match &target {
            TargetFrame::Same => start.instance,
            TargetFrame::Other(frame) => frame.known(),
        };
        let generators = generators([start.instance, to], &start.points, transform);
        let generators = generators.map_err(impossible)?;
        let (mut engine, mut moved) = (None, Moved::Points);
        let (mut maps, mut other_instances) = (Vec::new(), Vec::new());
        for generator in generators {
            let moves = match (generator, self.first) {
                (GeneratorMap::Points(moves), _) => moves,
                (GeneratorMap::Places(_), None) => return Err(Proof::Absent),
                (GeneratorMap::Places(places), Some(first)) => {
                    let reached = first.after(&places, &target).map_err(cannot)?;
                    if reached.key() == first.key() {
                        moved = moved.max(Moved::Places);
                        self.onto_itself(&places).map_err(cannot)?
                    } else {
                        moved = Moved::Instance;
                        if let Some(fault) = reached.fault() {
                            return Err(cannot(format!("it leads to no such layout: {fault}")));
                        }
                        let (proved, found) =
                            ProvedInstance::prove(start, &reached, self.budget, &cannot)?;
                        other_instances.push((number, proved));
                        engine = found.or(engine);
                        continue;
                    }
                }
            };
            if is_identity(&moves) {
                continue;
            }
            let (found, action) = start.prove(start, &moves, None, self.budget)?;
            engine = found.or(engine);
            maps.push(action);
        }
        if maps.is_empty() && moved != Moved::Instance {
            return Err(Proof::Absent);
        }
        self.maps.extend(maps);
        self.other_instances.extend(other_instances);
        Ok((Proof::Holds(engine), moved))
    }

    fn onto_itself(&self, places: &PlaceMap) -> Result<Moves, String> {
        let ProofInstance { instance, points, .. } = self.start;
        of_places([instance, instance], [points, points], places)
    }

    /// Adds a map that is composed of maps to other instances and back; returns whether it is proved.
    fn add_loop(&mut self, places: &PlaceMap) -> bool {
        let Ok(moves) = self.onto_itself(places) else { return false };
        if is_identity(&moves) || self.maps.iter().any(|map| map.points == moves.points) {
            return true;
        }
        let proved = self.start.prove(self.start, &moves, None, self.budget);
        let is_proved = proved.is_ok();
        self.maps.extend(proved.ok().map(|(_, action)| action));
        is_proved
    }
}

fn is_identity(moves: &Moves) -> bool {
    moves.points.iter().enumerate().all(|(a, b)| a as u32 == *b)
}
