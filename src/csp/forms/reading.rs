//! Finite automata with outputs (transducers) that read variables: the constraint `regular` with results.
//!
//! An [`Automaton`] is the same for many lists; a [`Reading`] is one list with the variables that equal the
//! outputs of the automaton for it. Lengths of runs, words of a regular language and tables of
//! tuples are all of this kind, so that engines need one form for them.
//!
//! # Source
//! Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004;
//! Beldiceanu, Carlsson and Petit, "Deriving filtering algorithms from constraint checkers", CP 2004.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use super::{FlatForm, Global};
use crate::print::{name, separated};
use crate::{BoolExpr, Csp, Domain, Lit, Stmt, VarId};

/// A transition of an automaton.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transition {
    /// The number that is read.
    pub read: i64,
    /// The next state.
    pub to: u32,
    /// The output that it sets, and the value.
    pub says: Option<(u32, i64)>,
}

/// A deterministic automaton with outputs. State 0 is the first.
///
/// # Invariants
/// Every run on a list that it is used for sets each output exactly once, and every state that is reached
/// has a transition for each value that may come next.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Automaton {
    /// The transitions from each state, by rising `read`.
    pub transitions: Vec<Vec<Transition>>,
    /// The outputs that each state sets when all is read.
    pub ends: Vec<Vec<(u32, i64)>>,
}

/// A list that an automaton reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The automaton.
    pub automaton: Arc<Automaton>,
    /// What it reads, in this order.
    pub inputs: Vec<VarId>,
    /// For each output, the variable that equals it, if there is one.
    pub outputs: Vec<Option<VarId>>,
}

impl Reading {
    /// Returns the variable of an output, if there is one.
    pub fn output(&self, output: u32) -> Option<VarId> {
        self.outputs.get(output as usize).copied().flatten()
    }

    /// Returns all its variables.
    pub fn vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.inputs.iter().chain(self.outputs.iter().flatten()).copied()
    }

    /// Returns the states that can be reached before each input and at the end, sorted.
    pub(crate) fn layers(&self, csp: &Csp) -> Vec<Vec<u32>> {
        layers(&self.automaton, self.inputs.iter().map(|var| csp.domain(*var)))
    }
}

/// Returns the states that can be reached before each input of these domains and at the end, sorted.
fn layers<'d>(
    automaton: &Automaton,
    domains: impl IntoIterator<Item = &'d Domain>,
) -> Vec<Vec<u32>> {
    let mut layers = vec![vec![0]];
    for domain in domains {
        let last = &layers[layers.len() - 1];
        let mut next: Vec<u32> = last
            .iter()
            .flat_map(|state| &automaton.transitions[*state as usize])
            .filter(|step| domain.contains(step.read))
            .map(|step| step.to)
            .collect();
        next.sort_unstable();
        next.dedup();
        layers.push(next);
    }
    layers
}

impl Automaton {
    /// The most values of a variable that an automaton reads.
    pub const MOST_VALUES: u64 = 4_096;

    /// Returns what it says of a list as this output; `None` where it does not read such a list.
    pub fn said(&self, list: impl IntoIterator<Item = i64>, output: u32) -> Option<i64> {
        let mut state = 0;
        let mut found = None;
        for read in list {
            let steps: &Vec<Transition> = &self.transitions[state as usize];
            let step = &steps[steps.binary_search_by_key(&read, |step| step.read).ok()?];
            found = step.says.filter(|(said, _)| *said == output).map(|said| said.1).or(found);
            state = step.to;
        }
        let end = self.ends[state as usize].iter().find(|(said, _)| *said == output);
        end.map(|said| said.1).or(found)
    }

    /// Returns all values that it may say as this output of lists of these domains, sorted.
    pub fn values<'d>(
        &self,
        domains: impl Iterator<Item = &'d Domain> + Clone,
        output: u32,
    ) -> Vec<i64> {
        let layers = layers(self, domains.clone());
        let mut values = Vec::new();
        for (layer, domain) in layers.iter().zip(domains) {
            let steps = layer.iter().flat_map(|state| &self.transitions[*state as usize]);
            let said = steps.filter(|step| domain.contains(step.read)).filter_map(|s| s.says);
            values.extend(said.filter(|(said, _)| *said == output).map(|said| said.1));
        }
        let last = layers.last().into_iter().flatten();
        let said = last.flat_map(|state| &self.ends[*state as usize]);
        values.extend(said.filter(|(said, _)| *said == output).map(|said| said.1));
        values.sort_unstable();
        values.dedup();
        values
    }
}

impl FlatForm for Reading {
    fn for_each_var(&self, visit: &mut dyn FnMut(VarId)) {
        self.vars().for_each(visit);
    }

    fn rename(&mut self, rename: &mut dyn FnMut(VarId) -> VarId) {
        for var in self.inputs.iter_mut().chain(self.outputs.iter_mut().flatten()) {
            *var = rename(*var);
        }
    }

    fn holds(&self, assignment: &[i64]) -> bool {
        self.outputs.iter().enumerate().all(|(output, var)| {
            var.is_none_or(|var| {
                let list = self.inputs.iter().map(|input| assignment[input.index()]);
                self.automaton.said(list, output as u32) == Some(assignment[var.index()])
            })
        })
    }

    /// Returns how many steps it may take in all, the parts that engines make of it.
    fn size(&self, csp: &Csp, most: u64) -> u64 {
        let mut size = 0;
        let mut layer = vec![0];
        for input in &self.inputs {
            let domain = csp.domain(*input);
            let mut next: Vec<u32> = Vec::new();
            for state in &layer {
                let steps = self.automaton.transitions[*state as usize].iter();
                next.extend(steps.filter(|step| domain.contains(step.read)).map(|step| step.to));
            }
            size += next.len() as u64;
            if size > most {
                return size;
            }
            next.sort_unstable();
            next.dedup();
            layer = next;
        }
        size
    }

    /// Writes what is read, then each output by its number.
    fn write(&self, f: &mut Formatter<'_>, csp: &Csp) -> fmt::Result {
        write!(f, "read(")?;
        separated(f, &self.inputs, |f, var| name(f, csp, *var))?;
        write!(f, "; {} states", self.automaton.transitions.len())?;
        for (output, var) in self.outputs.iter().enumerate() {
            if let Some(var) = var {
                write!(f, "; {output}: ")?;
                name(f, csp, *var)?;
            }
        }
        f.write_str(")")
    }

    /// With a number for the state before each input and at the end:
    ///
    /// ```text
    /// state[0] = 0
    /// state[i] = q ∧ x[i] = a → state[i+1] = q' ∧ y = v     for each step from q that reads a
    /// state[n] = q → y = v                                  for each end
    /// ```
    fn formulas(&self, csp: &Csp, fresh: &mut dyn FnMut(Domain) -> VarId) -> Vec<BoolExpr> {
        let layers = self.layers(csp);
        let domain = |layer: &Vec<u32>| {
            let ends = layer.first().zip(layer.last());
            ends.map_or(Domain::Range(0, 0), |(a, b)| Domain::Range(i64::from(*a), i64::from(*b)))
        };
        let states: Vec<VarId> = layers.iter().map(|layer| fresh(domain(layer))).collect();
        let is_in = |layer: usize, state: u32| Lit::is(states[layer], i64::from(state));
        let says = |(output, value): &(u32, i64)| {
            self.output(*output).map(|var| BoolExpr::Lit(Lit::is(var, *value)))
        };
        let mut formulas = Vec::new();
        for (position, input) in self.inputs.iter().enumerate() {
            for state in &layers[position] {
                let steps = self.automaton.transitions[*state as usize].iter();
                for step in steps.filter(|step| csp.domain(*input).contains(step.read)) {
                    let is_elsewhere = BoolExpr::Lit(!is_in(position, *state));
                    let is_other = BoolExpr::Lit(!Lit::is(*input, step.read));
                    let next = BoolExpr::Lit(is_in(position + 1, step.to));
                    let said = step.says.as_ref().and_then(says);
                    let both = BoolExpr::and([next].into_iter().chain(said));
                    formulas.push(BoolExpr::or([is_elsewhere, is_other, both]));
                }
            }
        }
        let end = self.inputs.len();
        for state in &layers[end] {
            let said = self.automaton.ends[*state as usize].iter().filter_map(says);
            formulas.extend(said.map(|s| BoolExpr::or([BoolExpr::Lit(!is_in(end, *state)), s])));
        }
        formulas
    }

    /// Returns the number of steps from all states that can be reached.
    fn truth_count(&self, csp: &Csp) -> u64 {
        let states = self.layers(csp).into_iter().flatten();
        states.map(|state| self.automaton.transitions[state as usize].len() as u64).sum()
    }
}

impl From<Reading> for Stmt {
    fn from(reading: Reading) -> Self {
        Self::Global(Global::Reading(reading))
    }
}
