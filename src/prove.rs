//! Proves that declared transforms keep the rules, at one instance.
//!
//! A transform maps answers to answers. Where the rules are mapped onto themselves as a set, that is
//! the proof. Otherwise an engine looks for a board that keeps the rules while its image does not:
//! one board is a counter-example, none is a proof, and an engine that gives up leaves it unproved.
//! Every clue must follow, too: what a shown fact says of a board, one fact must say of its image.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::budget::Budget;
use crate::csp::{BoolExpr, Csp, IntExpr, Lit, Origin, Reading, Stmt, VarId};
use crate::diagnostics::{Code, Diagnostics, Problem};
use crate::engine::{ENGINES, Engine, Verdict};
use crate::lower::{Lowered, Purpose, lower};
use crate::model::instance::Instance;
use crate::model::puzzle::broken_rules;
use crate::model::transform::Transform;
use crate::symmetry::Symmetry;
use crate::symmetry::action::{Action, Facts, answer_image};
use crate::symmetry::form::{Form, Images, Rewriter, unmoved};
use crate::symmetry::generators::{Moves, generators};
use crate::symmetry::images::Introduced;
use crate::symmetry::points::Points;
use crate::symmetry::sets::{Sets, are_kept, sets};

/// Steps that an engine may take for one map.
const STEPS: u64 = 100_000;

/// How the question about a transform ended.
#[derive(Debug)]
pub enum Proof {
    /// It keeps the rules. The engine is named where one was needed.
    Holds(Option<&'static str>),
    /// With these parameters there is no such transform, or nothing that it moves.
    Absent,
    /// It does not: a board, its image, and the rule that the image breaks.
    Refuted(Box<Counterexample>),
    /// It keeps the rules, but this fact says nothing of the image.
    LosesFact(usize),
    /// It is not known: why.
    Open(String),
    /// It cannot be made here.
    Impossible(Box<Problem>),
}

/// A board that keeps the rules while its image does not.
#[derive(Debug, Clone)]
pub struct Counterexample {
    /// The answer.
    pub board: Vec<i64>,
    /// Its image; none where two values meet in one place.
    pub image: Option<Vec<i64>>,
    /// The name of the broken rule and its sentence.
    pub broken: Option<(String, String)>,
}

/// The transforms of an instance, each with its proof, and the group of those that hold.
#[derive(Debug)]
pub struct Transforms {
    /// One for each declared transform, in order.
    pub proofs: Vec<Proof>,
    /// The group; none where nothing holds or nothing is declared.
    pub symmetry: Option<Symmetry>,
}

impl Transforms {
    /// Returns how many transforms hold and move something.
    pub fn held(&self) -> usize {
        self.proofs.iter().filter(|proof| matches!(proof, Proof::Holds(_))).count()
    }
}

/// Proves every declared transform. Its engine is the same whatever engine answers other
/// questions, so that which ones hold does not depend on that.
pub fn transforms(instance: &Instance<'_>, lowered: &Lowered, budget: &mut Budget) -> Transforms {
    let declared = &instance.definition.transforms;
    if declared.is_empty() {
        return Transforms { proofs: Vec::new(), symmetry: None };
    }
    let Some(points) = Points::new(instance) else {
        let open = || Proof::Open("the answers have too many values".to_owned());
        return Transforms { proofs: declared.iter().map(|_| open()).collect(), symmetry: None };
    };
    let introduced = Introduced::new(instance, lowered);
    let facts = Facts::new(instance, lowered);
    let mut prover = Prover {
        instance,
        lowered,
        points: &points,
        introduced,
        facts: &facts,
        rules: rule_forms(lowered, &unmoved(&lowered.csp)),
        sets: sets(&lowered.csp, &points),
        budget,
    };
    let mut maps = Vec::new();
    let mut proofs = Vec::new();
    for transform in declared {
        let proof = match prover.prove(transform) {
            Ok((proof, found)) => {
                maps.extend(found);
                proof
            }
            Err(proof) => proof,
        };
        proofs.push(proof);
    }
    let supports = prover.introduced.supports().to_vec();
    let symmetry = (!maps.is_empty())
        .then(|| Symmetry::new(instance, points.clone(), facts.clone(), maps, &supports));
    Transforms { proofs, symmetry }
}

/// Returns the forms of all rules; of those that cannot be rewritten there is none.
fn rule_forms(lowered: &Lowered, images: &Images) -> Vec<Option<Form>> {
    let rewriter = Rewriter { csp: &lowered.csp, images };
    rules(&lowered.csp).map(|stmt| rewriter.stmt(stmt)).collect()
}

/// Returns the statements that are rules: groups are, because rules may be part of their meaning.
fn rules(csp: &Csp) -> impl Iterator<Item = &Stmt> {
    let is_rule = |(stmt, origin): &&(Stmt, Origin)| {
        matches!(origin, Origin::Rule { .. }) || matches!(stmt, Stmt::Components(_))
    };
    csp.stmts.iter().filter(is_rule).map(|(stmt, _)| stmt)
}

struct Prover<'a, 'b> {
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    points: &'b Points,
    introduced: Introduced<'a>,
    facts: &'b Facts,
    rules: Vec<Option<Form>>,
    /// The rules as sets of points, where they are no more than that.
    sets: Option<Sets>,
    budget: &'b mut Budget,
}

impl Prover<'_, '_> {
    fn prove(&mut self, transform: &Transform) -> Result<(Proof, Vec<Action>), Proof> {
        let moves = generators(self.instance, self.points, transform)
            .map_err(|problem| Proof::Impossible(Box::new(problem)))?;
        let is_unmoved = |one: &Moves| one.points.iter().enumerate().all(|(a, b)| a as u32 == *b);
        let moves: Vec<Moves> = moves.into_iter().filter(|one| !is_unmoved(one)).collect();
        if moves.is_empty() {
            return Err(Proof::Absent);
        }
        let mut engine = None;
        let mut maps = Vec::new();
        for one in &moves {
            let images = self.introduced.images(self.points, one);
            let is_proved = match &images {
                Some(images) => self.maps_rules_onto_rules(images),
                None => self.sets.as_ref().is_some_and(|sets| are_kept(sets, &one.points)),
            };
            if !is_proved && self.instance.clues.iter().any(|clue| clue.is_asked_for) {
                let why = "its rules ask where clues are shown, and are not mapped onto themselves";
                return Err(Proof::Open(why.to_owned()));
            }
            if !is_proved {
                engine = Some(self.ask(one, images.as_ref())?);
            }
            let facts = self.introduced.facts(images.as_ref()).map_err(Proof::LosesFact)?;
            let action = Action { points: one.points.clone(), facts };
            if let Some(fact) = self.facts.lost(self.points, &action) {
                return Err(Proof::LosesFact(fact));
            }
            maps.push(action);
        }
        Ok((Proof::Holds(engine), maps))
    }

    /// Returns whether every rule is the image of a rule. As a map is one-to-one and can be repeated
    /// until it comes back to the start, its images of solutions then are solutions, and all of them.
    fn maps_rules_onto_rules(&self, images: &Images) -> bool {
        let mapped: BTreeSet<Form> =
            rule_forms(self.lowered, images).into_iter().flatten().collect();
        self.rules.iter().all(|rule| rule.as_ref().is_some_and(|rule| mapped.contains(rule)))
    }

    /// Asks an engine for a counter-example; returns its name where there is none.
    fn ask(&mut self, moves: &Moves, images: Option<&Images>) -> Result<&'static str, Proof> {
        let open = |why: &str| Proof::Open(why.to_owned());
        let judged = lower(self.instance, Purpose::Judge)
            .map_err(|_| open("its rules cannot be judged one by one"))?;
        let mut answered = None;
        // A map that mixes places and values might not even give one value to each answer.
        let questions = if images.is_none() { vec![true, false] } else { vec![false] };
        for asks_for_gap in questions {
            let csp = self.two_boards(&judged, moves, asks_for_gap);
            let engine = engine_for(&csp).ok_or_else(|| open("no engine can take the question"))?;
            let mut part = self.budget.part(STEPS);
            let verdict = engine.open(&csp).check(&[], &mut part);
            self.budget.spend_part(STEPS, &part);
            match verdict {
                Verdict::Unsat(_) => answered = Some(engine.name()),
                Verdict::GaveUp(reason) => return Err(Proof::Open(format!("no answer: {reason}"))),
                Verdict::Sat(assignment) => return Err(self.counterexample(moves, &assignment)),
            }
        }
        answered.ok_or_else(|| open("nothing was asked"))
    }

    fn counterexample(&self, moves: &Moves, assignment: &[i64]) -> Proof {
        if self.instance.value_count > self.instance.answer_count {
            // Another value of the helpers might do for the image.
            return Proof::Open("the rules have free helpers".to_owned());
        }
        let board = self.lowered.values(assignment);
        let action = Action { points: moves.points.clone(), facts: Vec::new() };
        let image = answer_image(self.points, &action, &board);
        let broken = image.as_ref().and_then(|image| {
            let found = broken_rules(self.instance, image).ok()?.into_iter().next()?;
            let rule = &self.instance.definition.rules[found.rule];
            Some((rule.name.clone(), found.sentence))
        });
        if image.is_some() && broken.is_none() {
            crate::bug!("a counter-example whose image keeps the rules");
        }
        Proof::Refuted(Box::new(Counterexample { board, image, broken }))
    }

    /// Returns "there is a board that keeps the rules, and its image breaks one", or, where
    /// `asks_for_gap`, "and in its image an answer has no value". The board's variables come first.
    fn two_boards(&self, judged: &Lowered, moves: &Moves, asks_for_gap: bool) -> Csp {
        let why = Origin::Introduced("the image of a board");
        let mut csp = self.lowered.csp.clone();
        let answers = &self.lowered.csp.answers;
        let points = self.points;
        let mut sources: Vec<Vec<(Lit, i64)>> = vec![Vec::new(); answers.len()];
        for (from, to) in moves.points.iter().enumerate() {
            let (answer, value) = points.value(from as u32);
            let (target, image) = points.value(*to);
            sources[target].push((Lit::is(answers[answer], value), image));
        }
        if asks_for_gap {
            let gaps = sources
                .iter()
                .map(|sources| BoolExpr::and(sources.iter().map(|(lit, _)| BoolExpr::Lit(!*lit))));
            csp.hold(BoolExpr::or(gaps), why);
            return csp;
        }
        let offset = csp.vars.len() as u32;
        csp.vars.extend(judged.csp.vars.iter().cloned());
        let shift = |var: VarId| VarId(var.0 + offset);
        for (stmt, origin) in &judged.csp.stmts {
            csp.stmts.push((shifted(stmt, &shift), *origin));
        }
        for (target, sources) in sources.iter().enumerate() {
            let var = shift(judged.csp.answers[target]);
            for (lit, image) in sources {
                let same = BoolExpr::iff(BoolExpr::Lit(Lit::is(var, *image)), BoolExpr::Lit(*lit));
                csp.hold(same, why);
            }
        }
        let answers = self.instance.answer_count;
        for (position, to) in moves.free.iter().enumerate() {
            let from = self.lowered.value_vars[answers + position];
            let image = shift(judged.value_vars[*to as usize]);
            let equal = BoolExpr::compare(
                crate::ops::CompareOp::Eq,
                IntExpr::Var(image),
                IntExpr::Var(from),
            );
            csp.hold(equal, why);
        }
        let broken = judged.csp.guards.iter();
        let broken = broken.map(|(guard, _)| BoolExpr::Lit(Lit::is_not(shift(*guard), 1)));
        csp.hold(BoolExpr::or(broken), why);
        csp
    }
}

/// Returns the engine for questions about transforms: `auto`, or the first that takes it.
fn engine_for(csp: &Csp) -> Option<&'static dyn Engine> {
    let takes = |engine: &&&dyn Engine| engine.accepts(csp) && engine.name() != "brute";
    let auto = ENGINES.iter().filter(|engine| engine.name() == "auto").find(takes);
    auto.or_else(|| ENGINES.iter().find(takes)).copied()
}

fn shifted(stmt: &Stmt, shift: &dyn Fn(VarId) -> VarId) -> Stmt {
    match stmt {
        Stmt::Hold(truth) => Stmt::Hold(shifted_truth(truth, shift)),
        Stmt::Components(components) => {
            let mut components = components.clone();
            components.rename(&mut |var| shift(var));
            Stmt::Components(components)
        }
        Stmt::Reading(reading) => Stmt::Reading(Reading {
            automaton: Arc::clone(&reading.automaton),
            inputs: reading.inputs.iter().map(|var| shift(*var)).collect(),
            outputs: reading.outputs.iter().map(|var| var.map(shift)).collect(),
        }),
    }
}

fn shifted_truth(truth: &BoolExpr, shift: &dyn Fn(VarId) -> VarId) -> BoolExpr {
    let all = |parts: &[BoolExpr]| parts.iter().map(|part| shifted_truth(part, shift)).collect();
    let number = |number: &IntExpr| shifted_number(number, shift);
    match truth {
        BoolExpr::Const(value) => BoolExpr::Const(*value),
        BoolExpr::Lit(lit) => BoolExpr::Lit(Lit { var: shift(lit.var), ..*lit }),
        BoolExpr::Not(inner) => BoolExpr::Not(Box::new(shifted_truth(inner, shift))),
        BoolExpr::And(parts) => BoolExpr::And(all(parts)),
        BoolExpr::Or(parts) => BoolExpr::Or(all(parts)),
        BoolExpr::Iff(a, b) => {
            BoolExpr::Iff(Box::new(shifted_truth(a, shift)), Box::new(shifted_truth(b, shift)))
        }
        BoolExpr::Compare(op, a, b) => BoolExpr::Compare(*op, number(a), number(b)),
        BoolExpr::Distinct(terms) => BoolExpr::Distinct(terms.iter().map(number).collect()),
        BoolExpr::Graph(graph) => {
            BoolExpr::Graph(Box::new(graph.map(|lit| Lit { var: shift(lit.var), ..lit })))
        }
    }
}

fn shifted_number(number: &IntExpr, shift: &dyn Fn(VarId) -> VarId) -> IntExpr {
    let one = |part: &IntExpr| Box::new(shifted_number(part, shift));
    let all = |parts: &[IntExpr]| parts.iter().map(|part| shifted_number(part, shift)).collect();
    match number {
        IntExpr::Const(value) => IntExpr::Const(*value),
        IntExpr::Var(var) => IntExpr::Var(shift(*var)),
        IntExpr::Linear(terms, constant) => IntExpr::Linear(
            terms.iter().map(|(factor, term)| (*factor, shifted_number(term, shift))).collect(),
            *constant,
        ),
        IntExpr::Product(a, b) => IntExpr::Product(one(a), one(b)),
        IntExpr::Div(a, b) => IntExpr::Div(one(a), one(b)),
        IntExpr::Mod(a, b) => IntExpr::Mod(one(a), one(b)),
        IntExpr::Abs(inner) => IntExpr::Abs(one(inner)),
        IntExpr::Min(parts) => IntExpr::Min(all(parts)),
        IntExpr::Max(parts) => IntExpr::Max(all(parts)),
        IntExpr::If(condition, then, otherwise) => {
            IntExpr::If(Box::new(shifted_truth(condition, shift)), one(then), one(otherwise))
        }
        IntExpr::FromBool(truth) => IntExpr::FromBool(Box::new(shifted_truth(truth, shift))),
    }
}

/// Returns what there is to say about transforms that cannot be used: errors for those of the
/// definition itself, notes for inherited ones. `show` prints a board.
pub fn problems(
    instance: &Instance<'_>,
    proofs: &[Proof],
    show: &dyn Fn(&[i64]) -> String,
) -> Diagnostics {
    let mut problems = Diagnostics::new();
    for (transform, proof) in instance.definition.transforms.iter().zip(proofs) {
        let name = &transform.name;
        let reason = match proof {
            Proof::Holds(_) | Proof::Absent => continue,
            Proof::Open(why) => {
                let message = format!("`{name}` is not proved, so it is not used: {why}");
                let problem =
                    Problem::error(Code::UnprovedTransform, message, transform.span, "not proved");
                problems.push(problem.warning().help("leave it out, or try a smaller board"));
                continue;
            }
            Proof::Impossible(problem) => problem.message().to_owned(),
            Proof::LosesFact(fact) => {
                let fact = instance.describe_fact(*fact);
                format!("`{name}` keeps the rules, but {fact} would have no meaning in the image")
            }
            Proof::Refuted(found) => match &found.broken {
                Some((rule, sentence)) => {
                    format!("`{name}` does not keep rule `{rule}`: {sentence}")
                }
                None => format!("`{name}` does not give every answer one value"),
            },
        };
        let inherited = format!("inherited: {reason}");
        let problem = if transform.is_own {
            Problem::error(Code::BadTransform, reason, transform.span, "does not hold")
        } else {
            let problem =
                Problem::error(Code::DroppedTransform, inherited, transform.span, "not used here");
            problem.note()
        };
        problems.push(match proof {
            Proof::Refuted(found) if transform.is_own => {
                let image = match &found.image {
                    Some(image) => format!("becomes\n{}", show(image)),
                    None => "has no image".to_owned(),
                };
                problem.help(format!("this board\n{}{image}", show(&found.board)))
            }
            Proof::LosesFact(_) => problem.help("leave the transform out, or declare the clue"),
            _ if transform.is_own => {
                problem.help("correct it, give it a condition (`when …`), or leave it out")
            }
            _ => problem.help("`without transform` leaves inherited ones out"),
        });
    }
    problems
}
