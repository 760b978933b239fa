//! Conflict analysis: the learnt clause of a conflict, and the level to backjump to.
//!
//! # Source
//! Zhang, Madigan, Moskewicz and Malik, "Efficient conflict driven learning in a Boolean
//! satisfiability solver" (ICCAD 2001): the first unique implication point. Audemard and Simon,
//! "Predicting Learnt Clauses Quality in Modern SAT Solvers" (IJCAI 2009): the literal block distance
//! (LBD). Sörensson and Biere, "Minimizing Learned Clauses" (SAT 2009).

use super::{ClauseLearner, ConflictSet, Reason};
use crate::trail::{BitLit, NamedLiterals};

/// Memory that is reused from one analysis to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Scratch {
    /// For each position on the trail, whether its literal was met in this analysis.
    is_seen: Vec<bool>,
    reason: Vec<BitLit>,
    minimization: Minimization,
}

/// What clause minimization has found out: for positions on the trail, whether the literals seen imply
/// the literal there.
#[derive(Debug, Clone, Default)]
struct Minimization {
    /// A stack of the reasons that the recursion is looking at.
    reasons: Vec<BitLit>,
    is_implied: Vec<Option<bool>>,
    positions: Vec<usize>,
}

/// The depth of recursion of clause minimization.
const MAX_DEPTH: u32 = 20;

/// A learnt clause.
pub(super) struct LearntClause {
    /// The literals: the first is asserted after the backjump, the second is of the level jumped to.
    pub(super) literals: Vec<BitLit>,
    /// The level to backjump to.
    pub(super) level: usize,
    /// The literal block distance: the number of decision levels among its literals.
    pub(super) lbd: u32,
}

impl ClauseLearner {
    /// Returns the position of a literal that holds on the trail.
    fn trail_position(&self, literal: BitLit) -> usize {
        self.trail.since[literal.id()] as usize
    }

    pub(super) fn level_of(&self, literal: BitLit) -> usize {
        self.reasons[self.trail_position(literal)].1 as usize
    }

    /// Returns the highest level of a conflict; 0 where it depends on no decision.
    pub(super) fn conflict_level(&self, conflict: &ConflictSet) -> usize {
        conflict.iter().map(|literal| self.level_of(*literal)).max().unwrap_or(0)
    }

    /// Resolves a conflict at the current level, which is above 0, with reasons, back to the first unique
    /// implication point (UIP). Increases the activity of every variable met.
    pub(super) fn analyze(&mut self, conflict: ConflictSet) -> LearntClause {
        let level = self.level();
        let mut scratch = std::mem::take(&mut self.scratch);
        let named = NamedLiterals::default();
        scratch.is_seen.resize(self.trail.literals.len(), false);
        let mut unresolved = 0;
        let mut learnt = Vec::new();
        let mut touched = Vec::new();
        let mut at = self.trail.literals.len();
        scratch.reason.clear();
        scratch.reason.extend(conflict);
        let uip = loop {
            for literal in scratch.reason.drain(..) {
                let position = self.trail_position(literal);
                let literal_level = self.reasons[position].1 as usize;
                if literal_level > self.ignored_level
                    && !std::mem::replace(&mut scratch.is_seen[position], true)
                {
                    touched.push(position);
                    self.chooser.bump(self.trail.owners[literal.id()]);
                    if literal_level == level {
                        unresolved += 1;
                    } else {
                        learnt.push(literal);
                    }
                }
            }
            loop {
                at -= 1;
                if scratch.is_seen[at] && self.reasons[at].1 as usize == level {
                    break;
                }
            }
            if unresolved == 1 {
                break self.trail.literals[at];
            }
            unresolved -= 1;
            let mut reason = std::mem::take(&mut scratch.reason);
            self.explain_further(at as u32, Some(&named), &mut reason);
            scratch.reason = reason;
        };
        self.minimize(&mut learnt, &scratch.is_seen, &mut scratch.minimization);
        for position in touched {
            scratch.is_seen[position] = false;
        }
        self.scratch = scratch;
        self.chooser.decay();
        learnt.sort_by_key(|literal| {
            std::cmp::Reverse((self.level_of(*literal), literal.position()))
        });
        let mut lbd = 1;
        for (number, literal) in learnt.iter().enumerate() {
            let is_new =
                number == 0 || self.level_of(learnt[number - 1]) != self.level_of(*literal);
            lbd += u32::from(is_new);
        }
        let level = learnt.first().map_or(self.ignored_level, |literal| self.level_of(*literal));
        let literals = std::iter::once(uip).chain(learnt).map(|literal| !literal).collect();
        LearntClause { literals, level, lbd }
    }

    /// Recursive clause minimization: leaves out the literals that the others imply, as far as clauses and domains
    /// tell, and propagators where these are [asked](ClauseLearner::explains_to_minimize).
    fn minimize(
        &mut self,
        learnt: &mut Vec<BitLit>,
        is_seen: &[bool],
        minimization: &mut Minimization,
    ) {
        minimization.is_implied.resize(self.trail.literals.len(), None);
        learnt.retain(|literal| {
            !self.is_implied(self.trail_position(*literal), is_seen, minimization, 0)
        });
        for position in minimization.positions.drain(..) {
            minimization.is_implied[position] = None;
        }
    }

    /// Returns whether the literals seen imply the one at a position.
    fn is_implied(
        &mut self,
        position: usize,
        is_seen: &[bool],
        minimization: &mut Minimization,
        depth: u32,
    ) -> bool {
        let is_looked_at = match self.reasons[position].0 {
            Reason::None => false,
            Reason::Clause(_) | Reason::Domain => true,
            Reason::Propagator(_) => self.explains_to_minimize,
        };
        if !is_looked_at || depth > MAX_DEPTH {
            return false;
        }
        let start = minimization.reasons.len();
        self.explain(position as u32, &mut minimization.reasons);
        let end = minimization.reasons.len();
        let is_implied = (start..end).all(|at| {
            let position = self.trail_position(minimization.reasons[at]);
            if self.reasons[position].1 as usize <= self.ignored_level || is_seen[position] {
                return true;
            }
            if let Some(is_implied) = minimization.is_implied[position] {
                return is_implied;
            }
            let is_implied = self.is_implied(position, is_seen, minimization, depth + 1);
            minimization.is_implied[position] = Some(is_implied);
            minimization.positions.push(position);
            is_implied
        });
        minimization.reasons.truncate(start);
        is_implied
    }

    /// Final conflict analysis: returns the assumptions that imply these literals, an unsatisfiable core. No
    /// literal may be decided but the assumptions: every literal without a reason is taken for one.
    pub(super) fn assumptions_behind(&mut self, literals: &ConflictSet) -> Vec<BitLit> {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.is_seen.resize(self.trail.literals.len(), false);
        scratch.reason.clear();
        scratch.reason.extend(literals);
        let named = NamedLiterals::default();
        let (mut found, mut unresolved) = (Vec::new(), 0);
        let mut at = self.trail.literals.len();
        loop {
            for literal in scratch.reason.drain(..) {
                let position = self.trail_position(literal);
                let is_new = self.reasons[position].1 > 0
                    && !std::mem::replace(&mut scratch.is_seen[position], true);
                unresolved += usize::from(is_new);
            }
            if unresolved == 0 {
                break;
            }
            loop {
                at -= 1;
                if std::mem::take(&mut scratch.is_seen[at]) {
                    break;
                }
            }
            unresolved -= 1;
            if self.reasons[at].0 == Reason::None {
                found.push(self.trail.literals[at]);
            } else {
                let mut reason = std::mem::take(&mut scratch.reason);
                self.explain_further(at as u32, Some(&named), &mut reason);
                scratch.reason = reason;
            }
        }
        self.scratch = scratch;
        found
    }
}
