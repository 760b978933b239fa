//! Automata with outputs as clauses: a literal for each state that can be reached before each input, and one for
//! each transition.
//!
//! ```text
//! t ↔ s ∧ x=a                 for the transition t from state s that reads a
//! s → ⋁ t from s              x=a → ⋁ t that read a
//! s' ↔ ⋁ t to s'              s' in the next layer
//! t → y=v                     for a transition that outputs v;  s → y=v  for an end that does
//! y=v → ⋁ all that output v
//! ```
//!
//! Unit propagation finds what `search/propagators/reading.rs` finds. `O(inputs · steps)` literals.
//!
//! # Source
//! Bacchus, "GAC via unit propagation", CP 2007.

use std::collections::BTreeMap;

use crate::onehot::encoder::Encoder;
use crate::onehot::{Backend, Literal};
use puzgen_csp::{Csp, Reading};

impl<B: Backend> Encoder<B> {
    /// Asserts that the outputs of a reading are what its automaton says.
    pub(super) fn read(&mut self, csp: &Csp, reading: &Reading) {
        let automaton = &*reading.automaton;
        let mut states: BTreeMap<u32, Literal> = BTreeMap::from([(0, Literal::TRUE)]);
        let mut said: BTreeMap<(u32, i64), Vec<Literal>> = BTreeMap::new();
        for input in &reading.inputs {
            let mut into: BTreeMap<u32, Vec<Literal>> = BTreeMap::new();
            let mut reads: BTreeMap<i64, Vec<Literal>> = BTreeMap::new();
            for (state, literal) in &states {
                let steps = automaton.transitions[*state as usize].iter();
                let mut from = vec![!*literal];
                for step in steps.filter(|step| csp.domain(*input).contains(step.read)) {
                    let is_read = self.vars[input.index()].at(step.read);
                    let taken = self.sink.all(&[*literal, is_read]);
                    from.push(taken);
                    into.entry(step.to).or_default().push(taken);
                    reads.entry(step.read).or_default().push(taken);
                    if let Some(says) = step.says {
                        said.entry(says).or_default().push(taken);
                    }
                }
                self.sink.clause(&from);
            }
            for (value, mut taken) in reads {
                taken.push(!self.vars[input.index()].at(value));
                self.sink.clause(&taken);
            }
            states = into.into_iter().map(|(state, into)| (state, self.sink.any(&into))).collect();
        }
        for (state, literal) in states {
            for says in &automaton.ends[state as usize] {
                said.entry(*says).or_default().push(literal);
            }
        }
        for ((output, value), literals) in said {
            let Some(var) = reading.output(output) else { continue };
            let is_said = self.vars[var.index()].at(value);
            for literal in &literals {
                self.sink.clause(&[!*literal, is_said]);
            }
            let clause: Vec<Literal> = literals.into_iter().chain([!is_said]).collect();
            self.sink.clause(&clause);
        }
    }
}
