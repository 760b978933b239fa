//! `ring_run_length(truths, number)`: the maximal runs of truths in a list that is a ring.

use std::collections::BTreeMap;

use crate::constraints::auxiliary::Recipe;
use crate::constraints::runs::{chosen, of_truths_and_number};
use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_csp::{Automaton, IntExpr, Transition};
use puzgen_model::function::{Excess, Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// Returns the most runs that a ring of this length has.
fn most_runs(length: usize) -> usize {
    (length / 2).max(length.min(1))
}

/// Returns the lengths of the runs, the longest first.
fn lengths(ring: &[bool]) -> Vec<i64> {
    let Some(gap) = ring.iter().position(|is_true| !is_true) else {
        return ring.first().map(|_| ring.len() as i64).into_iter().collect();
    };
    let turned = [&ring[gap..], &ring[..gap]].concat();
    let runs = turned.split(|is_true| !is_true).map(|run| run.len() as i64);
    let mut lengths: Vec<i64> = runs.filter(|length| *length > 0).collect();
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    lengths
}

/// What is known of a ring before its end is read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct RingState {
    /// The truths before the first that does not hold.
    lead: u32,
    /// The truths since the last that does not hold; none before the first.
    current: Option<u32>,
    /// The lengths of the runs between them, the longest first.
    done: Vec<u32>,
}

impl RingState {
    fn after(&self, is_true: bool) -> Self {
        let mut next = self.clone();
        match (is_true, &mut next.current) {
            (true, None) => next.lead += 1,
            (true, Some(current)) => *current += 1,
            (false, current) => {
                let run = current.replace(0).unwrap_or(0);
                next.done.extend((run > 0).then_some(run));
                next.done.sort_unstable_by(|a, b| b.cmp(a));
            }
        }
        next
    }

    /// Returns the lengths of all runs, the longest first.
    fn ended(&self) -> Vec<u32> {
        let joined = self.lead + self.current.unwrap_or(0);
        let mut all: Vec<u32> =
            self.done.iter().copied().chain((joined > 0).then_some(joined)).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        all
    }
}

/// Returns the automaton that reads rings of this length and says at the end how long their runs are;
/// `fits` fails where it has too many states.
fn automaton(length: usize, fits: impl Fn(usize) -> Result<(), Fault>) -> Result<Automaton, Fault> {
    let start = RingState { lead: 0, current: None, done: Vec::new() };
    let mut numbers = BTreeMap::from([(start.clone(), 0)]);
    let mut states = vec![start];
    let mut automaton = Automaton { transitions: Vec::new(), ends: Vec::new() };
    for _ in 0..length {
        for position in automaton.transitions.len()..states.len() {
            let mut to = |is_true| {
                let next = states[position].after(is_true);
                *numbers.entry(next).or_insert_with_key(|next| {
                    states.push(next.clone());
                    states.len() as u32 - 1
                })
            };
            let steps = [(0, to(false)), (1, to(true))];
            automaton
                .transitions
                .push(steps.map(|(read, to)| Transition { read, to, says: None }).to_vec());
        }
        fits(states.len())?;
    }
    automaton.transitions.resize(states.len(), Vec::new());
    for state in &states {
        let ended = state.ended();
        let run_length = |run: usize| ended.get(run).map_or(0, |length| i64::from(*length));
        let said = (0..most_runs(length)).map(|run| (run as u32 + 1, run_length(run)));
        automaton.ends.push(said.collect());
    }
    Ok(automaton)
}

#[derive(Debug)]
pub(super) struct RingRunLength;

impl Function for RingRunLength {
    fn head(&self) -> Head {
        Head {
            name: "ring_run_length",
            signature: "ring_run_length(truths, number)",
            about: "How long the run of this number is in a ring, whose last element is beside its first, the longest run first; 0 where there are fewer.",
            example: "ring_run_length([x[c] != 2 for c in row(first)], 1) >= 2",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        of_truths_and_number(arguments)
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let [list, number] = arguments else { puzgen_base::bug!("two arguments") };
        let number = number.as_int().and_then(|number| usize::try_from(number).ok());
        let list = list.as_list().unwrap_or_default().iter();
        let ring: Vec<bool> = list.map(|item| *item == Value::Bool(true)).collect();
        let found = number.and_then(|number| lengths(&ring).get(number.checked_sub(1)?).copied());
        Ok(Value::Int(found.unwrap_or(0)))
    }
}

impl Constraint for RingRunLength {
    /// The output `k` of the automaton of rings; where `k` is decided, `if k = 1 then y₁ else … 0`.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let [list, number] = Term::exactly(arguments);
        let truths = list.into_list();
        chosen(number.into_int(), most_runs(truths.len()), aux, |run, aux| {
            let inputs = aux.inputs(&truths)?;
            let most = aux.most_parts();
            let fits = |states: usize| {
                Excess::check("states of an automaton of rings", states as u64, most)
            };
            let make = |_: &Recipe| automaton(truths.len(), fits);
            Ok(IntExpr::Var(aux.read(Recipe::RingRuns(truths.len()), make, inputs, run)?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_automaton_says_what_is_counted() {
        for length in 0..9_u32 {
            let automaton = automaton(length as usize, |_| Ok(())).unwrap();
            for pattern in 0..1_u32 << length {
                let bits: Vec<bool> = (0..length).map(|bit| pattern >> bit & 1 == 1).collect();
                let found = lengths(&bits);
                assert!(found.len() <= most_runs(length as usize));
                for run in 1..=most_runs(length as usize) {
                    let expected = found.get(run - 1).copied().unwrap_or(0);
                    let read = bits.iter().map(|bit| i64::from(*bit));
                    assert_eq!(automaton.said(read, run as u32), Some(expected));
                }
            }
        }
    }

    #[test]
    fn runs_go_on_where_the_ring_closes() {
        let ring = |text: &str| lengths(&text.chars().map(|char| char == '#').collect::<Vec<_>>());
        assert_eq!(ring("##..#..#"), [3, 1]);
        assert_eq!(ring("########"), [8]);
        assert_eq!(ring(".#.#.#.#"), [1, 1, 1, 1]);
        assert!(ring("").is_empty());
    }
}
