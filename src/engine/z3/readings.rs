//! What automata read and say, for `z3:integers`: a number for the state before each input and at
//! the end.
//!
//! ```text
//! state[0] = 0
//! state[i] = q ∧ x[i] = a → state[i+1] = q' ∧ y = v     for each step from q that reads a
//! state[n] = q → y = v                                  for each end
//! ```

use z3::ast::{Bool, Int};

use crate::csp::{Csp, Reading};

/// Returns formulas that together hold exactly where the outputs are what the automaton says.
pub(super) fn formulas(csp: &Csp, reading: &Reading, vars: &[Int]) -> Vec<Bool> {
    let automaton = &*reading.automaton;
    let layers = reading.layers(csp);
    let states: Vec<Int> = layers.iter().map(|_| Int::fresh_const("state")).collect();
    let mut formulas = vec![states[0].eq(0)];
    let says = |(output, value): &(u32, i64)| {
        reading.output(*output).map(|var| vars[var.index()].eq(*value))
    };
    for (position, input) in reading.inputs.iter().enumerate() {
        for state in &layers[position] {
            let is_here = states[position].eq(i64::from(*state));
            let steps = automaton.steps[*state as usize].iter();
            for step in steps.filter(|step| csp.domain(*input).contains(step.read)) {
                let taken = Bool::and(&[&is_here, &vars[input.index()].eq(step.read)]);
                let next = states[position + 1].eq(i64::from(step.to));
                let said = step.says.as_ref().and_then(says);
                let all: Vec<Bool> = [next].into_iter().chain(said).collect();
                formulas.push(taken.implies(Bool::and(&all)));
            }
        }
    }
    let end = reading.inputs.len();
    for state in &layers[end] {
        let is_here = states[end].eq(i64::from(*state));
        let said = automaton.ends[*state as usize].iter().filter_map(says);
        formulas.extend(said.map(|said| is_here.implies(said)));
    }
    formulas
}
