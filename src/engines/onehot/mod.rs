//! A problem as a SAT problem in the direct encoding: one Boolean variable, here a *truth*, for each value of
//! each variable.
//!
//! ```text
//! Csp ─ Encoder (truths, numbers, sums) ─▶ Sink ─▶ Backend: a SAT solver
//!                Components, graphs ─ cuts, where a model breaks them ─▶ clauses
//! ```
//!
//! The clauses and their order are the same for every solver; only a [`Backend`] knows which one it is.
//! Engines that are built on this share their lowering, and a proof must not count them as two: their
//! [`EngineFamily`](puzgen_engine::EngineFamily) says so.

mod definitions;
mod encoder;
mod equations;
mod fits;
mod forms;
mod numbers;
mod plain;
mod session;
mod sums;
mod truths;
mod weights;

use puzgen_base::budget::{Budget, GaveUp};

pub(crate) use fits::fits;
pub(crate) use session::OneHotSession;
pub(crate) use weights::Weighed;

/// A truth of the SAT problem or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Literal(u32);

impl Literal {
    /// Always holds.
    pub(crate) const TRUE: Self = Self(0);
    /// Never holds.
    pub(crate) const FALSE: Self = Self(1);

    /// Returns the `number`-th truth, from 1.
    pub(crate) fn new(number: u32) -> Self {
        Self(number * 2)
    }

    /// Returns the number of its truth; 0 is the constant.
    pub(crate) fn number(self) -> usize {
        (self.0 / 2) as usize
    }

    /// Returns whether it is the negation of its truth.
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns a different position for every literal; a literal and its negation are side by side.
    pub(crate) fn position(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A SAT solver. The clauses that reach it contain no constant ([`Literal::TRUE`], [`Literal::FALSE`]), no
/// literal twice, and no literal beside its negation.
pub(crate) trait Backend: Sized {
    /// The engine's name.
    const NAME: &'static str;

    /// Adds a truth that no clause constrains yet, and returns it.
    fn fresh(&mut self) -> Literal;

    /// Asserts "one of these holds"; without any literal, the problem is unsatisfiable.
    fn clause(&mut self, literals: &[Literal]);

    /// Asserts that a sum is within its bound, or that one of `unless` holds.
    fn at_most(sink: &mut Sink<Self>, sum: &Weighed, unless: &[Literal]) {
        if sum.is_at_most_one() {
            return sum.chain(sink, unless);
        }
        sum.assert(sink, unless);
    }

    /// Returns a truth that holds exactly where a sum is within its bound.
    fn is_at_most(sink: &mut Sink<Self>, sum: &Weighed) -> Literal {
        sum.within(sink)
    }

    /// Returns whether all clauses and `assumptions` can hold together.
    fn solve(&mut self, assumptions: &[Literal], budget: &mut Budget) -> Result<bool, GaveUp>;

    /// After `Ok(false)`: returns for each of these assumptions whether it is in the unsatisfiable core.
    fn core(&mut self, assumptions: &[Literal]) -> Vec<bool>;

    /// After `Ok(true)`: returns whether it holds in the model.
    fn holds(&self, literal: Literal) -> bool;
}

/// Units of work that a solver needs to store one literal of a clause.
pub(crate) const PER_LITERAL: u64 = 20;

/// Up to so many literals, "at most one" is one clause for each pair; above, it is a sum, which solvers that take
/// clauses alone are told as a chain.
///
/// Pairs make every question faster, at 16 values by a fifth, and at 25 still by half; chains and
/// products with auxiliary literals are slower than either (Z3 5.3.3).
const PAIRWISE_UP_TO: usize = 30;

/// Simplifies constraints into the form that a [`Backend`] takes.
#[derive(Debug)]
pub(crate) struct Sink<B> {
    pub(crate) backend: B,
}

impl<B: Backend> Sink<B> {
    /// Returns a truth that is unconstrained.
    pub(crate) fn fresh(&mut self) -> Literal {
        self.backend.fresh()
    }

    /// Asserts "one of these holds".
    pub(crate) fn clause(&mut self, literals: &[Literal]) {
        if let Some(kept) = reduced(literals) {
            self.backend.clause(&kept);
        }
    }

    /// Asserts that not both of these hold.
    pub(crate) fn not_both(&mut self, a: Literal, b: Literal) {
        let is_plain = a.number() != b.number() && a.number() != 0 && b.number() != 0;
        match is_plain {
            true => self.backend.clause(&[!a, !b]),
            false => self.clause(&[!a, !b]),
        }
    }

    /// Asserts that at most one of `literals` holds, or one of `unless`.
    pub(crate) fn at_most_one(&mut self, literals: &[Literal], unless: &[Literal]) {
        let mut literals: Vec<Literal> =
            literals.iter().copied().filter(|literal| *literal != Literal::FALSE).collect();
        literals.sort_unstable();
        for twice in literals.windows(2).filter(|pair| pair[0] == pair[1]) {
            let mut clause = unless.to_vec();
            clause.push(!twice[0]);
            self.clause(&clause);
        }
        literals.dedup();
        let is_plain = unless.is_empty() && !literals.contains(&Literal::TRUE);
        let has_negations = literals.windows(2).any(|pair| pair[0] == !pair[1]);
        if literals.len() <= PAIRWISE_UP_TO && is_plain && !has_negations {
            // Most clauses of a problem: nothing is left to reduce.
            for (position, a) in literals.iter().enumerate() {
                for b in &literals[position + 1..] {
                    self.backend.clause(&[!*a, !*b]);
                }
            }
        } else if literals.len() <= PAIRWISE_UP_TO {
            for (position, a) in literals.iter().enumerate() {
                for b in &literals[position + 1..] {
                    let mut clause = unless.to_vec();
                    clause.extend([!*a, !*b]);
                    self.clause(&clause);
                }
            }
        } else {
            let weights: Vec<(Literal, i64)> = literals.iter().map(|l| (*l, 1)).collect();
            match Weighed::new(&weights, 1) {
                Ok(sum) => self.at_most(&sum, unless),
                Err(constant) => {
                    let clause: Vec<Literal> = unless.iter().copied().chain([constant]).collect();
                    self.clause(&clause);
                }
            }
        }
    }

    /// Asserts that a sum is within its bound, or that one of `unless` holds.
    pub(crate) fn at_most(&mut self, sum: &Weighed, unless: &[Literal]) {
        if !unless.contains(&Literal::TRUE) {
            let unless: Vec<Literal> =
                unless.iter().copied().filter(|literal| *literal != Literal::FALSE).collect();
            B::at_most(self, sum, &unless);
        }
    }

    /// Returns a truth that holds exactly where a sum is within its bound.
    pub(crate) fn is_at_most(&mut self, sum: &Weighed) -> Literal {
        B::is_at_most(self, sum)
    }

    /// Returns a truth that holds exactly where one of `literals` does.
    pub(crate) fn any(&mut self, literals: &[Literal]) -> Literal {
        let Some(mut kept) = reduced(literals) else { return Literal::TRUE };
        match kept.as_slice() {
            [] => Literal::FALSE,
            [only] => *only,
            _ => {
                let result = self.fresh();
                for part in &kept {
                    self.backend.clause(&[!*part, result]);
                }
                kept.push(!result);
                self.backend.clause(&kept);
                result
            }
        }
    }

    /// Returns a truth that holds exactly where all of `literals` do.
    pub(crate) fn all(&mut self, literals: &[Literal]) -> Literal {
        let negations: Vec<Literal> = literals.iter().map(|literal| !*literal).collect();
        !self.any(&negations)
    }
}

/// Returns the literals of a clause without constants and duplicates; `None` where it always holds.
fn reduced(literals: &[Literal]) -> Option<Vec<Literal>> {
    if literals.contains(&Literal::TRUE) {
        return None;
    }
    let mut kept: Vec<Literal> =
        literals.iter().copied().filter(|literal| *literal != Literal::FALSE).collect();
    kept.sort_unstable();
    kept.dedup();
    let is_always = kept.windows(2).any(|pair| pair[0] == !pair[1]);
    (!is_always).then_some(kept)
}
