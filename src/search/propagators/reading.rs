//! The propagator of a regular constraint with outputs: a value is removed where no path of the automaton through
//! the list reads or outputs it.
//!
//! The paths that the domains allow are a layered graph, with a layer of states before each input and at the end.
//! Forwards, the states are found that can be reached from the first one; backwards, those of them that lead to an
//! accepting end. A value stays where a transition between states that are left reads or outputs it. With the
//! outputs known this is domain consistency. The states that are left are kept with the domains: later runs look at
//! no others.
//!
//! # Source
//! Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004;
//! reasons: Gange, Stuckey and Szymanek, "MDD propagators with explanation", Constraints 2011.

use std::sync::Arc;

use puzgen_csp::{Automaton, Reading, Transition, VarId};

use super::Propagate;
use crate::nodes::{bits, members};
use crate::store::{Consistency, Inconsistent, Store, event};
use crate::trail::ReasonWriter;

/// The propagator of a [`Reading`].
#[derive(Debug, Clone)]
pub struct ReadingPropagator {
    reading: Reading,
    /// The states that there may be before each input and at the end, whatever is read.
    layers: Arc<Vec<Vec<u32>>>,
    /// How many words a set of states has.
    width: usize,
    /// For each input, and for each output with a variable, where its values stand in [`Ways::kept`].
    inputs: Vec<Values>,
    outputs: Vec<Option<Values>>,
    /// The steps as inputs read them, once for inputs whose domains are laid out alike; and which of them each input has.
    steps: Arc<Vec<Steps>>,
    steps_of: Vec<usize>,
    /// For each state what it sets at the end; none where no list ends there.
    ends: Arc<Vec<Option<Vec<Said>>>>,
    /// How many words [`Ways::kept`] has.
    kept: usize,
    /// The place of the sets of states that are left, a set for each layer; all 0 before the first run.
    memory: Option<u32>,
}

/// Where a set of values of a variable stands: bit `i` from the first word on is the value `min + i`.
#[derive(Debug, Clone, Copy)]
struct Values {
    var: VarId,
    first: usize,
    min: i64,
    /// Where the words of its domain stand in the store, and how many they are.
    at: u32,
    words: u32,
}

/// The transitions from each state. Those with the same end and output are one step, of each word of the domain.
#[derive(Debug, Clone)]
struct Steps {
    /// Where the values of the domain begin, and how many words it has.
    layout: (i64, u32),
    from: Vec<Vec<Step>>,
}

/// A step: what is read as a set of values in one word of the domain, where it ends, and what it sets.
#[derive(Debug, Clone)]
struct Step {
    reads: u64,
    word: u32,
    to: u32,
    says: Said,
}

/// A value of an output: where its bit stands in the store, and in [`Ways::kept`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Said {
    /// No bit where nothing is set, or an output that has no variable.
    bit: u64,
    at: u32,
    kept: u32,
}

impl Said {
    const NOTHING: Self = Self { bit: 0, at: 0, kept: 0 };

    /// Returns the place of a value; `None` where the output never has it.
    fn new(outputs: &[Option<Values>], (output, value): (u32, i64)) -> Option<Self> {
        let Some(of) = outputs.get(output as usize).copied().flatten() else {
            return Some(Self::NOTHING);
        };
        let bit = u32::try_from(value.checked_sub(of.min)?).ok()?;
        let word = bit / 64;
        let place = |first: u32| first + word;
        (word < of.words).then(|| Self {
            bit: 1 << (bit % 64),
            at: place(of.at),
            kept: place(of.first as u32),
        })
    }

    /// Returns whether the output may have the value.
    #[inline]
    fn is_possible(self, store: &Store) -> bool {
        self.bit == 0 || store.word(self.at) & self.bit != 0
    }

    #[inline]
    fn note(self, kept: &mut [u64]) {
        if self.bit != 0 {
            kept[self.kept as usize] |= self.bit;
        }
    }
}

impl Steps {
    fn new(automaton: &Automaton, outputs: &[Option<Values>], (min, words): (i64, u32)) -> Self {
        let from = automaton.transitions.iter().map(|transitions| {
            let mut steps: Vec<Step> = Vec::new();
            for Transition { read, to, says } in transitions {
                let said = says.map_or(Some(Said::NOTHING), |said| Said::new(outputs, said));
                let bit = u32::try_from(read.saturating_sub(min));
                let (Ok(bit), Some(says)) = (bit, said) else { continue };
                let (word, read) = (bit / 64, 1 << (bit % 64));
                let mut known = steps.iter_mut();
                match known.find(|step| (step.word, step.to, step.says) == (word, *to, says)) {
                    Some(step) => step.reads |= read,
                    None if word < words => {
                        steps.push(Step { reads: read, word, to: *to, says });
                    }
                    None => {}
                }
            }
            steps
        });
        Self { layout: (min, words), from: from.collect() }
    }
}

impl Values {
    /// Returns the words of its domain.
    fn domain(self, store: &Store) -> &[u64] {
        store.words(self.at, self.words as usize)
    }

    /// Leaves its variable the values of its set.
    fn keep(self, store: &mut Store, kept: &[u64]) -> Consistency {
        match store.single_word(self.var) {
            Some((at, _)) => store.set_word(self.var, store.word(at) & kept[self.first]),
            None => store.keep_words(self.var, |word| kept[self.first + word]),
        }
    }
}

/// What a run finds.
struct Ways {
    /// Sets of states, a set for each layer.
    layers: Vec<u64>,
    /// What can be read and said: sets of values.
    kept: Vec<u64>,
}

impl ReadingPropagator {
    /// Returns the propagator.
    pub(crate) fn new(reading: &Reading, store: &Store) -> Self {
        let mut kept = 0;
        let mut values = |var: VarId| {
            let (at, words, min) = store.place(var);
            let first = kept;
            kept += words as usize;
            Values { var, first, min, at, words }
        };
        let inputs: Vec<Values> = reading.inputs.iter().map(|var| values(*var)).collect();
        let outputs: Vec<Option<Values>> =
            reading.outputs.iter().map(|var| var.map(&mut values)).collect();
        let mut steps: Vec<Steps> = Vec::new();
        let steps_of = inputs.iter().map(|input| {
            let layout = (input.min, input.words);
            let known = steps.iter().position(|steps| steps.layout == layout);
            known.unwrap_or_else(|| {
                steps.push(Steps::new(&reading.automaton, &outputs, layout));
                steps.len() - 1
            })
        });
        let steps_of = steps_of.collect();
        let end = |says: &Vec<(u32, i64)>| says.iter().map(|of| Said::new(&outputs, *of)).collect();
        let ends = Arc::new(reading.automaton.ends.iter().map(end).collect());
        let width = reading.automaton.transitions.len().div_ceil(64);
        let layers = Arc::new(layers(reading));
        let steps = Arc::new(steps);
        let reading = reading.clone();
        Self { reading, layers, width, inputs, outputs, steps, steps_of, ends, kept, memory: None }
    }

    /// Makes runs look only at states that were left by the run before, in this store.
    pub(crate) fn with_memory(mut self, store: &mut Store) -> Self {
        self.memory = Some(store.add_words(self.state_words()));
        self
    }

    /// Returns how many words the sets of all layers have.
    fn state_words(&self) -> usize {
        self.width * (self.inputs.len() + 1)
    }

    /// Returns the steps at an input and the words of its domain.
    fn steps<'s>(&'s self, store: &'s Store, number: usize) -> (&'s Steps, &'s [u64]) {
        (&self.steps[self.steps_of[number]], self.inputs[number].domain(store))
    }

    /// Finds the states that are reached from the first one, of those that were left by the run before.
    fn reached(&self, store: &Store) -> Vec<u64> {
        let mut layers = vec![0; self.state_words()];
        layers[0] = 1;
        let left = self.memory.map(|first| store.words(first, self.state_words()));
        let left = left.filter(|left| left[0] != 0);
        for number in 0..self.inputs.len() {
            let start = (number + 1) * self.width;
            let (before, after) = layers.split_at_mut(start);
            let (steps, domain) = self.steps(store, number);
            for state in members(&before[start - self.width..]) {
                for Step { reads, word, to, says } in &steps.from[state] {
                    let is_read = reads & domain[*word as usize] != 0;
                    if is_read && says.is_possible(store) {
                        after[*to as usize / 64] |= 1 << (to % 64);
                    }
                }
            }
            if let Some(left) = left {
                let left = &left[start..start + self.width];
                after.iter_mut().zip(left).for_each(|(own, left)| *own &= left);
            }
        }
        layers
    }

    /// Leaves out the states that lead to no end, and notes what the others read and say.
    fn leading(&self, store: &Store, mut layers: Vec<u64>) -> Ways {
        let mut kept = vec![0; self.kept];
        let last = self.inputs.len() * self.width;
        leave_out(&mut layers[last..], |state| {
            let end = self.ends[state].as_ref();
            let Some(end) = end.filter(|end| end.iter().all(|said| said.is_possible(store))) else {
                return false;
            };
            end.iter().for_each(|said| said.note(&mut kept));
            true
        });
        for (number, input) in self.inputs.iter().enumerate().rev() {
            let start = (number + 1) * self.width;
            let (before, after) = layers.split_at_mut(start);
            let (steps, domain) = self.steps(store, number);
            leave_out(&mut before[start - self.width..], |state| {
                let mut leads_on = false;
                for Step { reads, word, to, says } in &steps.from[state] {
                    let is_left = after[*to as usize / 64] >> (to % 64) & 1 == 1;
                    let read = reads & domain[*word as usize];
                    if is_left && read != 0 && says.is_possible(store) {
                        leads_on = true;
                        kept[input.first + *word as usize] |= read;
                        says.note(&mut kept);
                    }
                }
                leads_on
            });
        }
        Ways { layers, kept }
    }

    /// Keeps the states that are left.
    fn remember(&self, store: &mut Store, layers: &[u64]) {
        let Some(first) = self.memory else { return };
        for (at, word) in (first..).zip(layers) {
            if store.word(at) != *word {
                store.set_word_at(at, *word);
            }
        }
    }

    /// Adds the reason why no way through reads or says `value` as `wanted`; without one, why there is
    /// no way at all.
    fn why(&self, why: &mut ReasonWriter<'_>) {
        let (past, wanted) = (why.past, why.gone);
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
        let [layers @ .., last] = self.layers.as_slice() else { return };
        let mut leads_on = vec![vec![false; states]; self.layers.len()];
        for state in last.iter().map(|state| *state as usize) {
            leads_on[layers.len()][state] = !ends_beside(state) && end_block(state).is_none();
        }
        for (number, (input, layer)) in self.reading.inputs.iter().zip(layers).enumerate().rev() {
            let (before, next) = leads_on.split_at_mut(number + 1);
            for state in layer.iter().map(|state| *state as usize) {
                before[number][state] = automaton.transitions[state].iter().any(|step| {
                    next[0][step.to as usize]
                        && !is_beside(*input, step)
                        && !is_blocked(*input, step)
                });
            }
        }
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
                        why.is_not(*input, step.read);
                    } else if let Some((output, value)) = step.says
                        && let Some(var) = cannot_say(output, value)
                    {
                        why.is_not(var, value);
                    }
                }
            }
            reached = next;
        }
        for state in (0..states).filter(|state| reached[*state] && !ends_beside(*state)) {
            if let Some((var, value)) = end_block(state) {
                why.is_not(var, value);
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
        let Ways { layers, kept } = self.leading(store, self.reached(store));
        if layers[0] == 0 {
            return Err(Inconsistent);
        }
        self.remember(store, &layers);
        let inputs = self.inputs.iter().rev();
        inputs.chain(self.outputs.iter().flatten()).try_for_each(|it| it.keep(store, &kept))
    }

    fn explain(&self, why: &mut ReasonWriter<'_>) -> bool {
        self.why(why);
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

/// Returns the states that a reading may be in before each input and at the end, whatever is read.
fn layers(reading: &Reading) -> Vec<Vec<u32>> {
    let mut layers = vec![vec![0]];
    for number in 0..reading.inputs.len() {
        let steps = layers[number].iter().flat_map(|state: &u32| {
            reading.automaton.transitions[*state as usize].iter().map(|step| step.to)
        });
        let mut next: Vec<u32> = steps.collect();
        next.sort_unstable();
        next.dedup();
        layers.push(next);
    }
    layers
}

/// Leaves those states in a set of which this is true.
fn leave_out(set: &mut [u64], mut stays: impl FnMut(usize) -> bool) {
    for (at, word) in set.iter_mut().enumerate() {
        for bit in bits(*word) {
            if !stays(at * 64 + bit) {
                *word &= !(1 << bit);
            }
        }
    }
}
