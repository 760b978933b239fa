//! Weighted sums of literals with an upper bound.

use std::collections::BTreeMap;

use super::{Backend, Literal, Sink};

/// `Σ weight · [literal] ≤ bound`, with positive weights, a truth at most once, and a bound that
/// some choices keep and some do not.
#[derive(Debug, Clone)]
pub(crate) struct Weighed {
    /// The literals with their weights, the heaviest first.
    pub(crate) terms: Vec<(Literal, i64)>,
    pub(crate) bound: i64,
}

impl Weighed {
    /// Returns the sum, or a constant where it is always, or never, within its bound.
    ///
    /// Weights of the same truth are joined, and those below 0 turned to its negation.
    pub(crate) fn new(terms: &[(Literal, i64)], bound: i64) -> Result<Self, Literal> {
        let mut weights: BTreeMap<Literal, i64> = BTreeMap::new();
        let mut bound = bound;
        for (literal, weight) in terms {
            if literal.is_negated() {
                bound -= weight;
                *weights.entry(!*literal).or_default() -= weight;
            } else {
                *weights.entry(*literal).or_default() += weight;
            }
        }
        bound -= weights.remove(&Literal::TRUE).unwrap_or(0);
        let mut terms: Vec<(Literal, i64)> = Vec::with_capacity(weights.len());
        for (literal, weight) in weights {
            match weight.signum() {
                1 => terms.push((literal, weight)),
                -1 => {
                    bound -= weight;
                    terms.push((!literal, -weight));
                }
                _ => {}
            }
        }
        let sum: i64 = terms.iter().map(|term| term.1).sum();
        if bound < 0 {
            return Err(Literal::FALSE);
        }
        if sum <= bound {
            return Err(Literal::TRUE);
        }
        terms.sort_by_key(|term| std::cmp::Reverse(term.1));
        Ok(Self { terms, bound })
    }

    /// Returns whether it says that at most one literal holds.
    pub(super) fn is_at_most_one(&self) -> bool {
        self.bound == 1 && self.terms.iter().all(|(_, weight)| *weight == 1)
    }

    /// Asserts that at most one literal holds, or one of `unless`, by a truth `sᵢ` for "one of the literals up to the
    /// `i`-th does":
    ///
    /// ```text
    /// lᵢ → sᵢ    sᵢ → sᵢ₊₁    lᵢ₊₁ → ¬sᵢ
    /// ```
    ///
    /// # Source
    /// Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005, section 2.
    pub(super) fn chain(&self, sink: &mut Sink<impl Backend>, unless: &[Literal]) {
        let mut before: Option<Literal> = None;
        let clause = |sink: &mut Sink<_>, a, b| sink.clause(&[unless, &[a, b]].concat());
        for (literal, _) in &self.terms {
            let so_far = sink.fresh();
            clause(sink, !*literal, so_far);
            if let Some(before) = before {
                clause(sink, !before, so_far);
                clause(sink, !before, !*literal);
            }
            before = Some(so_far);
        }
    }

    /// Asserts that the sum is within the bound, or one of `unless` holds, by a decision diagram: node `n(i, r)`, "the
    /// terms from `i` on stay within `r`", is needed in one direction only.
    ///
    /// ```text
    /// n(i, r) → n(i+1, r)    n(i, r) ∧ lᵢ → n(i+1, r − wᵢ)
    /// ```
    ///
    /// # Source
    /// As [`within`](Self::within); Plaisted and Greenbaum, "A Structure-preserving Clause Form Translation", Journal of
    /// Symbolic Computation 1986, for the direction.
    pub(super) fn assert(&self, sink: &mut Sink<impl Backend>, unless: &[Literal]) {
        let node = self.diagram(|literal, without, with| {
            if (without, with) == (Literal::TRUE, Literal::FALSE) {
                return !literal;
            }
            let node = sink.fresh();
            sink.clause(&[!node, without]);
            sink.clause(&[!node, !literal, with]);
            node
        });
        sink.clause(&[unless, &[node]].concat());
    }

    /// Returns a truth that holds exactly where the sum is within the bound, by a decision diagram:
    /// node `n(i, r)`, "the terms from `i` on stay within `r`", is
    ///
    /// ```text
    /// n(i, r) ↔ n(i+1, r) ∧ (¬lᵢ ∨ n(i+1, r − wᵢ))
    /// ```
    ///
    /// # Source
    /// Eén and Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2006, section 5.3.
    pub(super) fn within(&self, sink: &mut Sink<impl Backend>) -> Literal {
        self.diagram(|literal, without, with| {
            let allowed = sink.any(&[!literal, with]);
            sink.all(&[without, allowed])
        })
    }

    /// Returns the first node of the diagram, each node of which is made by `node` of the literal of its term and the nodes
    /// without and with it.
    fn diagram(&self, mut node: impl FnMut(Literal, Literal, Literal) -> Literal) -> Literal {
        let mut rest = 0;
        let mut rests: Vec<i64> = self
            .terms
            .iter()
            .rev()
            .map(|term| {
                rest += term.1;
                rest
            })
            .collect();
        rests.reverse();
        rests.push(0);
        // Layer by layer from the end, so that long sums need no deep stack.
        let mut wanted: Vec<Vec<i64>> = vec![Vec::new(); self.terms.len() + 1];
        wanted[0].push(self.bound);
        for (at, (_, weight)) in self.terms.iter().enumerate() {
            let mut next: Vec<i64> = wanted[at]
                .iter()
                .flat_map(|left| [*left, left - weight])
                .filter(|left| (0..rests[at + 1]).contains(left))
                .collect();
            next.sort_unstable();
            next.dedup();
            wanted[at + 1] = next;
        }
        let mut below: BTreeMap<i64, Literal> = BTreeMap::new();
        for (at, (literal, weight)) in self.terms.iter().enumerate().rev() {
            let look = |left: i64, below: &BTreeMap<i64, Literal>| match left {
                _ if left < 0 => Literal::FALSE,
                _ if left >= rests[at + 1] => Literal::TRUE,
                _ => below[&left],
            };
            let mut layer = BTreeMap::new();
            for left in &wanted[at] {
                let (without, with) = (look(*left, &below), look(left - weight, &below));
                layer.insert(*left, node(*literal, without, with));
            }
            below = layer;
        }
        below[&self.bound]
    }
}
