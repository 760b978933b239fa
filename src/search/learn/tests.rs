//! Tests of all propagators: what they remove is in no solution, and each reason alone implies the removal.
//!
//! Random decisions are made in random small problems of every form, and each conclusion is held
//! against all solutions.

use std::sync::Arc;

use super::*;
use crate::{settled, supposed};
use puzgen_base::budget::Budget;
use puzgen_base::rng::Rng;
use puzgen_csp::samples::{
    of_counts, of_definitions, of_formulas, of_graphs, of_groups, of_readings, of_simulations,
    of_sizes, of_sums,
};
use puzgen_csp::{Assignment, Csp, eval};

/// Problems with more assignments than this are left out.
const MOST: u64 = 20_000;

/// Returns all solutions, or `None` where there are too many assignments to try.
fn solutions(csp: &Csp) -> Option<Vec<Assignment>> {
    let sizes = csp.vars.iter().map(|var| var.domain.size());
    let count = sizes.fold(1, u64::saturating_mul);
    (count <= MOST).then(|| {
        let assignment = |mut rank: u64| -> Assignment {
            let value = |domain: &puzgen_csp::Domain| {
                let at = rank % domain.size();
                rank /= domain.size();
                domain.iter().nth(at as usize).unwrap()
            };
            csp.vars.iter().map(|var| &var.domain).map(value).collect()
        };
        (0..count).map(assignment).filter(|all| eval::holds(csp, all)).collect()
    })
}

struct PropagatorChecker {
    learner: ClauseLearner,
    solutions: Vec<Assignment>,
    /// How many reasons were looked at.
    reasons: usize,
}

impl PropagatorChecker {
    fn lit(&self, literal: BitLit) -> Lit {
        let (var, value) = self.learner.trail.pair(literal);
        Lit { var, value, is: literal.is_positive() }
    }

    fn is_possible(&self, literals: &[BitLit]) -> bool {
        let lits: Vec<Lit> = literals.iter().map(|literal| self.lit(*literal)).collect();
        let holds = |all: &&Assignment| lits.iter().all(|lit| lit.holds_for(all[lit.var.index()]));
        self.solutions.iter().any(|all| holds(&all))
    }

    /// Looks at what was concluded from `start` of the trail on.
    fn check_trail(&mut self, start: usize) {
        for position in start..self.learner.trail.literals.len() {
            let literal = self.learner.trail.literals[position];
            let (by, _) = self.learner.reasons[position];
            if by == Reason::None {
                continue;
            }
            let mut reason = Vec::new();
            self.learner.explain(position as u32, &mut reason);
            for part in &reason {
                let since = self.learner.trail.since[part.id()];
                let is_so = self.learner.trail.truth(*part) == Some(true);
                assert!(is_so && (since as usize) < position, "{:?} is no reason", self.lit(*part));
            }
            reason.push(!literal);
            let lits: Vec<Lit> = reason.iter().map(|literal| self.lit(*literal)).collect();
            assert!(!self.is_possible(&reason), "a solution has {lits:?}, by {by:?}");
            self.reasons += 1;
        }
    }

    /// Decides until all is fixed, or nothing can be.
    fn decide(&mut self, rng: &mut Rng) {
        while !self.learner.is_contradictory {
            let open = (0..self.learner.trail.since.len() as u32)
                .filter(|id| self.learner.trail.since[*id as usize] == OPEN);
            let open: Vec<u32> = open.collect();
            if open.is_empty() {
                return;
            }
            let id = open[rng.below(open.len())];
            let literal = if rng.below(3) == 0 { BitLit::is(id) } else { BitLit::is_not(id) };
            let start = self.learner.trail.literals.len();
            self.learner.open_level();
            if self.learner.set(literal, Reason::None).is_err() {
                return;
            }
            match self.learner.propagate() {
                Ok(()) => self.check_trail(start),
                Err(conflict) => {
                    let lits: Vec<Lit> =
                        conflict.iter().map(|literal| self.lit(*literal)).collect();
                    let is_so = |literal: &BitLit| self.learner.trail.truth(*literal) == Some(true);
                    assert!(conflict.iter().all(is_so), "{lits:?} does not hold");
                    assert!(!self.is_possible(&conflict), "a solution has {lits:?}");
                    return;
                }
            }
        }
    }
}

/// Checks problems of a kind, each twice.
fn check(problem: fn(u64) -> Csp, seeds: u64) {
    let mut reasons = 0;
    for seed in 0..seeds {
        let csp = problem(seed);
        let Some(solutions) = solutions(&csp) else { continue };
        let network = Arc::new(Network::new(&csp).unwrap());
        let Some(network) = settled(&network).map(|network| supposed(&network)) else {
            assert!(solutions.is_empty(), "seed {seed}: there is a solution\n{csp}");
            continue;
        };
        let mut rng = Rng::from_seed(seed);
        for _ in 0..2 {
            let learner = ClauseLearner::new(Arc::clone(&network));
            let mut checker =
                PropagatorChecker { learner, solutions: solutions.clone(), reasons: 0 };
            checker.decide(&mut rng);
            reasons += checker.reasons;
        }
    }
    assert!(reasons as u64 > seeds, "only {reasons} reasons");
}

#[test]
fn what_goes_has_to_and_every_reason_is_one() {
    for problem in [
        of_formulas,
        of_counts,
        of_definitions,
        of_groups,
        of_sizes,
        of_graphs,
        of_readings,
        of_simulations,
        of_sums,
    ] {
        check(problem, 200);
    }
}

#[test]
fn what_is_left_of_earlier_questions_changes_no_answer() {
    let (mut yes, mut no, mut again) = (0, 0, 0);
    for (seed, problem) in (0..150).flat_map(|seed| {
        [of_formulas, of_counts, of_definitions, of_groups, of_sums]
            .map(|problem: fn(u64) -> Csp| (seed, problem))
    }) {
        let csp = problem(seed);
        let Some(solutions) = solutions(&csp) else { continue };
        let Some(network) = settled(&Arc::new(Network::new(&csp).unwrap())) else { continue };
        let mut learner = ClauseLearner::new(network);
        let mut rng = Rng::from_seed(seed);
        let mut lits = |learner: &ClauseLearner, most: usize| -> Vec<Lit> {
            let lit = |_| {
                let var = VarId(rng.below(csp.vars.len()) as u32);
                let nth = rng.below(csp.domain(var).size() as usize);
                let value = csp.domain(var).iter().nth(nth).unwrap();
                Lit { var, value, is: rng.below(2) == 0 }
            };
            let known = |lit: &Lit| learner.number_of(*lit).is_ok();
            (0..most).map(lit).filter(known).collect()
        };
        for _ in 0..4 {
            let assumed = lits(&learner, 3);
            let numbers: Vec<BitLit> =
                assumed.iter().map(|lit| learner.number_of(*lit).unwrap()).collect();
            for _ in 0..4 {
                let some = lits(&learner, 4);
                let has = |all: &Assignment, lit: &Lit| lit.holds_for(all[lit.var.index()]);
                let is_meant = |all: &Assignment| some.iter().any(|lit| has(all, lit));
                again += u32::from(learner.level() == 1);
                match learner.solve_some(&numbers, &some, &mut Budget::unlimited()) {
                    Answer::Yes(all) => {
                        let all = all[..csp.vars.len()].to_vec();
                        assert!(solutions.contains(&all), "seed {seed}\n{csp}");
                        assert!(is_meant(&all) && assumed.iter().all(|lit| has(&all, lit)));
                        yes += 1;
                    }
                    Answer::No(core) => {
                        let core: Vec<&Lit> = (numbers.iter().zip(&assumed))
                            .filter(|(number, _)| core.contains(number))
                            .map(|(_, lit)| lit)
                            .collect();
                        let is_one = |all: &&Assignment| {
                            is_meant(all) && core.iter().all(|lit| has(all, lit))
                        };
                        let found = solutions.iter().find(is_one);
                        assert!(found.is_none(), "seed {seed}: {core:?} of {assumed:?}\n{csp}");
                        no += 1;
                    }
                    Answer::GaveUp(reason) => panic!("{reason:?}"),
                }
            }
        }
    }
    assert!(yes > 1_000 && no > 1_000 && again > 1_000, "{yes} {no} {again}");
}
