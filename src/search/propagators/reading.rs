//! The propagator of a regular constraint with outputs: a value is removed where no path of the automaton through
//! the list reads or outputs it.
//!
//! The paths that the domains allow are a layered graph, with a layer of states for each input. Forwards, it is
//! built from the first state on; backwards, states that lead to no accepting end are left out. A value stays where
//! a transition that is left reads or outputs it. With the outputs known this is domain consistency.
//!
//! # Source
//! Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004;
//! reasons: Gange, Stuckey and Szymanek, "MDD propagators with explanation", Constraints 2011.

use std::ops::Range;

use crate::csp::{Reading, Transition, VarId};

use super::Propagate;
use crate::search::store::{Consistency, Inconsistent, Store, event};
use crate::search::trail::{BitLit, TrailPrefix};

/// A step between two nodes of the graph.
#[derive(Debug, Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    read: i64,
    says: Option<(u32, i64)>,
}

/// The graph of all ways, before what does not lead to an end is left out.
struct Ways {
    /// The state of each node, layer after layer.
    nodes: Vec<u32>,
    edges: Vec<Edge>,
    /// Where the edges of each layer start.
    starts: Vec<usize>,
    /// The nodes of the last layer.
    last: Range<usize>,
}

/// The propagator of a [`Reading`].
#[derive(Debug, Clone)]
pub(crate) struct ReadingPropagator {
    reading: Reading,
}

impl ReadingPropagator {
    /// Returns the propagator.
    pub(crate) fn new(reading: &Reading) -> Self {
        Self { reading: reading.clone() }
    }

    fn may_say(&self, store: &Store, output: u32, value: i64) -> bool {
        self.reading.output(output).is_none_or(|var| store.contains(var, value))
    }

    /// Follows all ways that the domains allow from the first state on.
    fn ways(&self, store: &Store) -> Ways {
        let automaton = &*self.reading.automaton;
        let mut nodes: Vec<u32> = vec![0];
        let mut edges: Vec<Edge> = Vec::new();
        let mut starts = Vec::with_capacity(self.reading.inputs.len() + 1);
        let mut node_of = vec![(usize::MAX, 0); automaton.transitions.len()];
        let mut layer = 0..1;
        for (position, input) in self.reading.inputs.iter().enumerate() {
            starts.push(edges.len());
            for node in layer.clone() {
                for step in &automaton.transitions[nodes[node] as usize] {
                    let may_say = |(output, value)| self.may_say(store, output, value);
                    if !store.contains(*input, step.read) || !step.says.is_none_or(may_say) {
                        continue;
                    }
                    let entry = &mut node_of[step.to as usize];
                    if entry.0 != position {
                        *entry = (position, nodes.len() as u32);
                        nodes.push(step.to);
                    }
                    let (from, to) = (node as u32, entry.1);
                    edges.push(Edge { from, to, read: step.read, says: step.says });
                }
            }
            layer = layer.end..nodes.len();
        }
        starts.push(edges.len());
        Ways { nodes, edges, starts, last: layer }
    }

    /// Adds the reason why no way through reads or says `value` as `wanted`; without one, why there is
    /// no way at all.
    fn why(&self, past: TrailPrefix<'_>, wanted: Option<(VarId, i64)>, reason: &mut Vec<BitLit>) {
        let automaton = &*self.reading.automaton;
        let is_other =
            |var: VarId, value: i64| wanted.is_some_and(|(own, it)| own == var && value != it);
        let says_other = |output: u32, value: i64| {
            self.reading.output(output).is_some_and(|var| is_other(var, value))
        };
        let cannot_say = |output: u32, value: i64| {
            self.reading.output(output).filter(|var| past.is_not(*var, value))
        };
        let is_beside = |input: VarId, step: &Transition| {
            is_other(input, step.read) || step.says.is_some_and(|(o, v)| says_other(o, v))
        };
        let is_blocked = |input: VarId, step: &Transition| {
            past.is_not(input, step.read)
                || step.says.is_some_and(|(o, v)| cannot_say(o, v).is_some())
        };
        // What led to an end then.
        let states = automaton.transitions.len();
        let ends_beside =
            |state: usize| automaton.ends[state].iter().any(|(o, v)| says_other(*o, *v));
        let end_block = |state: usize| {
            let mut ends = automaton.ends[state].iter();
            ends.find_map(|(o, v)| cannot_say(*o, *v).map(|var| (var, *v)))
        };
        let last: Vec<bool> =
            (0..states).map(|state| !ends_beside(state) && end_block(state).is_none()).collect();
        let mut leads_on = vec![last];
        for input in self.reading.inputs.iter().rev() {
            let next = &leads_on[leads_on.len() - 1];
            let leads = |state: usize| {
                automaton.transitions[state].iter().any(|step| {
                    next[step.to as usize] && !is_beside(*input, step) && !is_blocked(*input, step)
                })
            };
            let layer = (0..states).map(leads).collect();
            leads_on.push(layer);
        }
        leads_on.reverse();
        // Every step from what is reached to what leads on was blocked; the others may stay open.
        let mut reached = vec![false; states];
        reached[0] = true;
        for (position, input) in self.reading.inputs.iter().enumerate() {
            let mut next = vec![false; states];
            for state in (0..states).filter(|state| reached[*state]) {
                for step in
                    automaton.transitions[state].iter().filter(|step| !is_beside(*input, step))
                {
                    if !leads_on[position + 1][step.to as usize] {
                        next[step.to as usize] = true;
                    } else if past.is_not(*input, step.read) {
                        past.because_not(*input, step.read, reason);
                    } else if let Some((output, value)) = step.says
                        && let Some(var) = cannot_say(output, value)
                    {
                        past.because_not(var, value, reason);
                    }
                }
            }
            reached = next;
        }
        for state in (0..states).filter(|state| reached[*state] && !ends_beside(*state)) {
            if let Some((var, value)) = end_block(state) {
                past.because_not(var, value, reason);
            }
        }
    }
}

impl Propagate for ReadingPropagator {
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8)) {
        self.reading.vars().for_each(|var| watch(var, event::DOMAIN));
    }

    /// Takes away the values that no way reads or says.
    fn propagate(&self, store: &mut Store) -> Consistency {
        let automaton = &*self.reading.automaton;
        let Ways { nodes, edges, starts, last } = self.ways(store);
        let mut leads_on = vec![false; nodes.len()];
        let mut said: Vec<Vec<i64>> = vec![Vec::new(); self.reading.outputs.len()];
        let mut say = |output: u32, value: i64| {
            if let Some(said) = said.get_mut(output as usize).filter(|said| !said.contains(&value))
            {
                said.push(value);
            }
        };
        for node in last {
            let ends = &automaton.ends[nodes[node] as usize];
            if ends.iter().all(|(output, value)| self.may_say(store, *output, *value)) {
                leads_on[node] = true;
                ends.iter().for_each(|(output, value)| say(*output, *value));
            }
        }
        let mut read = Vec::new();
        for (position, input) in self.reading.inputs.iter().enumerate().rev() {
            read.clear();
            for edge in &edges[starts[position]..starts[position + 1]] {
                if leads_on[edge.to as usize] {
                    leads_on[edge.from as usize] = true;
                    if !read.contains(&edge.read) {
                        read.push(edge.read);
                    }
                    if let Some((output, value)) = edge.says {
                        say(output, value);
                    }
                }
            }
            if !leads_on[0] && read.is_empty() {
                return Err(Inconsistent);
            }
            keep(store, *input, &read)?;
        }
        if !leads_on[0] {
            return Err(Inconsistent);
        }
        for (var, said) in self.reading.outputs.iter().zip(&said) {
            if let Some(var) = var {
                keep(store, *var, said)?;
            }
        }
        Ok(())
    }

    fn explain(
        &self,
        past: TrailPrefix<'_>,
        gone: Option<(VarId, i64)>,
        reason: &mut Vec<BitLit>,
    ) -> bool {
        self.why(past, gone, reason);
        true
    }

    fn is_of_several(&self) -> bool {
        true
    }

    /// Returns how many steps are looked at, if all values are left.
    fn cost(&self) -> usize {
        let steps = self.reading.automaton.transitions.iter().map(Vec::len).sum::<usize>();
        steps.saturating_mul(self.reading.inputs.len())
    }
}

/// Leaves a variable the values of `kept`.
fn keep(store: &mut Store, var: VarId, kept: &[i64]) -> Consistency {
    if kept.len() == store.size(var) {
        return Ok(());
    }
    let gone: Vec<i64> = store.values(var).filter(|value| !kept.contains(value)).collect();
    gone.into_iter().try_for_each(|value| store.remove(var, value))
}
