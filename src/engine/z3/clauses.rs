//! Truths of a SAT problem and clauses over them, in Z3.
//!
//! Everything that `z3:booleans` says to Z3 passes through a [`Sink`]. Each truth is made once
//! and kept with its negation, so that a clause costs no more than its list of pointers.

use std::collections::BTreeMap;
use std::sync::Once;

use z3::ast::{Ast as _, Bool, atmost};
use z3::{FuncDecl, Interp, Model, Solver};

use super::numbers::Number;
use crate::bug;

/// A truth of the SAT problem or its opposite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Literal(u32);

impl Literal {
    /// Always holds.
    pub(super) const TRUE: Self = Self(0);
    /// Never holds.
    pub(super) const FALSE: Self = Self(1);
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Up to so many literals, "at most one" is one clause a pair; above, it is Z3's own `at-most`.
///
/// Pairs make every check faster, at 16 values by a fifth, and at 25 still by half; chains and
/// products with auxiliary literals are slower than either (Z3 5.3.3).
const PAIRWISE_UP_TO: usize = 30;

/// A Z3 solver for clauses.
#[derive(Debug)]
pub(super) struct Sink {
    pub(super) solver: Solver,
    /// The formula of each literal, by number.
    formulas: Vec<Bool>,
    /// The name of each truth, by half of its number; none for the constant.
    names: Vec<Option<FuncDecl>>,
}

impl Sink {
    /// Opens an empty solver for finite domains.
    ///
    /// `core.minimize` stays off: it makes a check of a sudoku eight times as dear. Compacting
    /// models is switched off for the whole process: it costs Z3 more than finding the model. So
    /// is simplifying between questions: on large fillominos it took most of the time.
    pub(super) fn new() -> Self {
        static SETTINGS: Once = Once::new();
        SETTINGS.call_once(|| {
            z3::set_global_param("model.compact", "false");
            z3::set_global_param("sat.simplify.delay", "1000000000");
        });
        let solver =
            Solver::new_for_logic("QF_FD").unwrap_or_else(|| bug!("Z3 does not know QF_FD"));
        let formulas = vec![Bool::from_bool(true), Bool::from_bool(false)];
        Self { solver, formulas, names: vec![None] }
    }

    /// Returns a truth that nothing is said of yet.
    pub(super) fn fresh(&mut self) -> Literal {
        let number = self.formulas.len() as u32;
        let formula = Bool::new_const(number);
        let opposite = formula.not();
        self.names.push(Some(formula.decl()));
        self.formulas.push(formula);
        self.formulas.push(opposite);
        Literal(number)
    }

    /// Returns the formula of a literal.
    pub(super) fn formula(&self, literal: Literal) -> &Bool {
        &self.formulas[literal.0 as usize]
    }

    /// Says "one of these holds".
    pub(super) fn clause(&mut self, literals: &[Literal]) {
        if literals.contains(&Literal::TRUE) {
            return;
        }
        let mut kept: Vec<Literal> =
            literals.iter().copied().filter(|literal| *literal != Literal::FALSE).collect();
        kept.sort_unstable();
        kept.dedup();
        if kept.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        match kept.as_slice() {
            [only] => self.solver.assert(self.formula(*only)),
            _ => self.solver.assert(self.any_formula(&kept)),
        }
    }

    /// Says that `formula`, or one of `unless`, holds.
    pub(super) fn formula_unless(&mut self, formula: Bool, unless: &[Literal]) {
        if unless.contains(&Literal::TRUE) {
            return;
        }
        if unless.is_empty() {
            self.solver.assert(formula);
        } else {
            let mut parts: Vec<&Bool> = unless.iter().map(|part| self.formula(*part)).collect();
            parts.push(&formula);
            self.solver.assert(Bool::or(&parts));
        }
    }

    /// Says that at most one of `literals` holds, or one of `unless`.
    pub(super) fn at_most_one(&mut self, literals: &[Literal], unless: &[Literal]) {
        let mut literals: Vec<Literal> =
            literals.iter().copied().filter(|literal| *literal != Literal::FALSE).collect();
        literals.sort_unstable();
        for twice in literals.windows(2).filter(|pair| pair[0] == pair[1]) {
            let mut clause = unless.to_vec();
            clause.push(!twice[0]);
            self.clause(&clause);
        }
        literals.dedup();
        if literals.len() <= PAIRWISE_UP_TO {
            for (position, a) in literals.iter().enumerate() {
                for b in &literals[position + 1..] {
                    let mut clause = unless.to_vec();
                    clause.extend([!*a, !*b]);
                    self.clause(&clause);
                }
            }
        } else {
            let formula = atmost(literals.iter().map(|literal| self.formula(*literal)), 1);
            self.formula_unless(formula, unless);
        }
    }

    /// Returns `Σ weight · [literal] ≤ bound` as a formula, or as a constant where it is one.
    ///
    /// Weights of the same truth are joined, and those below 0 turned to its opposite, so that
    /// Z3 sees positive weights only.
    pub(super) fn weighed(&self, terms: &[(Literal, i64)], bound: i64) -> Result<Bool, Literal> {
        let mut weights: BTreeMap<Literal, i64> = BTreeMap::new();
        let mut bound = bound;
        for (literal, weight) in terms {
            if literal.0 & 1 == 0 {
                *weights.entry(*literal).or_default() += weight;
            } else {
                bound -= weight;
                *weights.entry(!*literal).or_default() -= weight;
            }
        }
        bound -= weights.remove(&Literal::TRUE).unwrap_or(0);
        let mut positive: Vec<(Literal, i64)> = Vec::with_capacity(weights.len());
        for (literal, weight) in weights {
            match weight.signum() {
                1 => positive.push((literal, weight)),
                -1 => {
                    bound -= weight;
                    positive.push((!literal, -weight));
                }
                _ => {}
            }
        }
        let sum: i64 = positive.iter().map(|term| term.1).sum();
        if bound < 0 {
            return Err(Literal::FALSE);
        }
        if sum <= bound {
            return Err(Literal::TRUE);
        }
        let fit = |weight: i64| {
            i32::try_from(weight).unwrap_or_else(|_| bug!("weight {weight} is too large for Z3"))
        };
        let terms: Vec<(&Bool, i32)> = positive
            .iter()
            .map(|(literal, weight)| (self.formula(*literal), fit(*weight)))
            .collect();
        Ok(Bool::pb_le(&terms, fit(bound)))
    }

    /// Returns a truth that holds exactly where `formula` does.
    pub(super) fn name(&mut self, formula: &Bool) -> Literal {
        let result = self.fresh();
        let same = self.formula(result).iff(formula);
        self.solver.assert(same);
        result
    }

    /// Returns a truth that holds exactly where one of `literals` does.
    pub(super) fn any(&mut self, literals: &[Literal]) -> Literal {
        if literals.contains(&Literal::TRUE) {
            return Literal::TRUE;
        }
        let mut kept: Vec<Literal> =
            literals.iter().copied().filter(|literal| *literal != Literal::FALSE).collect();
        kept.sort_unstable();
        kept.dedup();
        if kept.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Literal::TRUE;
        }
        match kept.as_slice() {
            [] => Literal::FALSE,
            [only] => *only,
            _ => {
                let result = self.fresh();
                for part in &kept {
                    self.clause(&[!*part, result]);
                }
                kept.push(!result);
                self.clause(&kept);
                result
            }
        }
    }

    /// Returns a truth that holds exactly where all of `literals` do.
    pub(super) fn all(&mut self, literals: &[Literal]) -> Literal {
        let opposites: Vec<Literal> = literals.iter().map(|literal| !*literal).collect();
        !self.any(&opposites)
    }

    /// Returns the value of `number` in a model; `guess` is tried first.
    pub(super) fn value(&self, model: &Model, number: &Number, guess: i64) -> Option<i64> {
        if self.holds_in(model, number.at(guess)) {
            return Some(guess);
        }
        number.cases.iter().find(|case| self.holds_in(model, case.1)).map(|case| case.0)
    }

    fn holds_in(&self, model: &Model, literal: Literal) -> bool {
        let is_positive = literal.0 & 1 == 0;
        match &self.names[literal.0 as usize / 2] {
            None => is_positive,
            Some(name) => {
                let value = match model.get_interp(name) {
                    Some(Interp::Const(value)) => Some(value.get_z3_ast()),
                    _ => None,
                };
                (value == Some(self.formulas[0].get_z3_ast())) == is_positive
            }
        }
    }

    fn any_formula(&self, literals: &[Literal]) -> Bool {
        let parts: Vec<&Bool> = literals.iter().map(|literal| self.formula(*literal)).collect();
        Bool::or(&parts)
    }
}
