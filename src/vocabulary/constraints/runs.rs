//! The maximal runs of truths in a list: how many there are, and how long each is.

use std::collections::BTreeMap;

use crate::constraints::auxiliary::Recipe;
use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_base::ops::CompareOp;
use puzgen_csp::{Automaton, BoolExpr, IntExpr, Transition};
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// The output that says how many runs there are; output `k` says how long the `k`-th is.
const NUMBER: u32 = 0;

/// Returns the most runs that a list of this length has.
fn most_runs(length: usize) -> usize {
    length.div_ceil(2)
}

/// Returns the lengths of the runs.
fn lengths(list: &[Value]) -> Vec<i64> {
    let is_true = |item: &Value| *item == Value::Bool(true);
    let runs = list.split(|item| !is_true(item)).map(|run| run.len() as i64);
    runs.filter(|length| *length > 0).collect()
}

/// Returns the automaton that reads lists of this length and says how many runs they have and how long
/// these are. A state is how many runs began and how long the current one is, 0 between runs.
fn automaton(length: usize) -> Automaton {
    let most = most_runs(length) as u32;
    let mut numbers = BTreeMap::from([((0, 0), 0)]);
    let mut states = vec![(0, 0)];
    let mut automaton = Automaton { transitions: Vec::new(), ends: Vec::new() };
    for _ in 0..length {
        for position in automaton.transitions.len()..states.len() {
            let (run, so_far) = states[position];
            let mut number = |state: (u32, i64)| {
                *numbers.entry(state).or_insert_with(|| {
                    states.push(state);
                    states.len() as u32 - 1
                })
            };
            let says = (so_far > 0).then_some((run, so_far));
            let to_white = number((run, 0));
            let to_black = number(if so_far > 0 { (run, so_far + 1) } else { (run + 1, 1) });
            automaton.transitions.push(vec![
                Transition { read: 0, to: to_white, says },
                Transition { read: 1, to: to_black, says: None },
            ]);
        }
    }
    automaton.transitions.resize(states.len(), Vec::new());
    for (run, so_far) in states {
        let number = [(NUMBER, i64::from(run))];
        let current = (so_far > 0).then_some((run, so_far));
        let missing = (run + 1..=most).map(|run| (run, 0));
        automaton.ends.push(number.into_iter().chain(current).chain(missing).collect());
    }
    automaton
}

/// Returns what is said of truths as this output.
fn read(truths: &[Term], output: u32, aux: &mut Auxiliary<'_>) -> Result<IntExpr, Fault> {
    let inputs = aux.inputs(truths)?;
    let make = |_: &Recipe| Ok(automaton(truths.len()));
    let steps = most_runs(truths.len()).saturating_mul(truths.len());
    aux.must_fit("steps of an automaton of runs", steps)?;
    Ok(IntExpr::Var(aux.read(Recipe::Runs(truths.len()), make, inputs, output)?))
}

/// `runs(truths)`.
#[derive(Debug)]
pub(super) struct Runs;

impl Function for Runs {
    fn head(&self) -> Head {
        Head {
            name: "runs",
            signature: "runs(truths)",
            about: "How many maximal runs of neighbouring truths hold.",
            example: "runs(x[c] != 2 for c in row(first)) == 2",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [Ty::List(element)] if *element.value() == Ty::Bool => Some(Ty::Int),
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let list = arguments.first().and_then(Value::as_list).unwrap_or_default();
        Ok(Value::Int(lengths(list).len() as i64))
    }
}

impl Constraint for Runs {
    /// The output `NUMBER` of the automaton of runs.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let [list] = Term::exactly(arguments);
        Ok(Term::Int(read(&list.into_list(), NUMBER, aux)?))
    }
}

/// `run_length(truths, number)`.
#[derive(Debug)]
pub(super) struct RunLength;

impl Function for RunLength {
    fn head(&self) -> Head {
        Head {
            name: "run_length",
            signature: "run_length(truths, number)",
            about: "How long the run of this number is, from 1; 0 where there are fewer.",
            example: "run_length([x[c] != 2 for c in row(first)], 2) == 2",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        of_truths_and_number(arguments)
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let [list, number] = arguments else { puzgen_base::bug!("two arguments") };
        let number = number.as_int().and_then(|number| usize::try_from(number).ok());
        let lengths = lengths(list.as_list().unwrap_or_default());
        let found = number.and_then(|number| lengths.get(number.checked_sub(1)?));
        Ok(Value::Int(found.copied().unwrap_or(0)))
    }
}

impl Constraint for RunLength {
    /// The output `k` of the automaton of runs; where `k` is decided, `if k = 1 then y₁ else … 0`.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let [list, number] = Term::exactly(arguments);
        let truths = list.into_list();
        chosen(number.into_int(), most_runs(truths.len()), aux, |run, aux| read(&truths, run, aux))
    }
}

/// Returns the type of a number that depends on truths and a number.
pub(super) fn of_truths_and_number(arguments: &[Ty]) -> Option<Ty> {
    match arguments {
        [Ty::List(element), number]
            if *element.value() == Ty::Bool && *number.value() == Ty::Int =>
        {
            Some(Ty::Int)
        }
        _ => None,
    }
}

/// Returns the length of the run of a number, of which there are `most`; `read` gives that of each.
pub(super) fn chosen<'a>(
    number: IntExpr,
    most: usize,
    aux: &mut Auxiliary<'a>,
    mut read: impl FnMut(u32, &mut Auxiliary<'a>) -> Result<IntExpr, Fault>,
) -> Result<Term, Fault> {
    let mut length = IntExpr::Const(0);
    for run in (1..=most as u32).rev() {
        length = aux.small(length)?;
        let is_it = BoolExpr::compare(CompareOp::Eq, number.clone(), IntExpr::Const(run.into()));
        length = match is_it {
            BoolExpr::Const(false) => length,
            BoolExpr::Const(true) => read(run, aux)?,
            is_it => {
                let own = Box::new(read(run, aux)?);
                IntExpr::If(Box::new(is_it), own, Box::new(length))
            }
        };
    }
    let mut terms = Term::partial([&number]);
    terms.push((1, length));
    IntExpr::linear(terms, 0).map(Term::Int).ok_or(Fault::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_automaton_says_what_is_counted() {
        for length in 0..9_u32 {
            let automaton = automaton(length as usize);
            for pattern in 0..1_u32 << length {
                let bits = (0..length).map(|bit| i64::from(pattern >> bit & 1));
                let list: Vec<Value> = bits.clone().map(|bit| Value::Bool(bit == 1)).collect();
                let found = lengths(&list);
                assert_eq!(automaton.said(bits.clone(), NUMBER), Some(found.len() as i64));
                for run in 1..=most_runs(length as usize) {
                    let expected = found.get(run - 1).copied().unwrap_or(0);
                    assert_eq!(automaton.said(bits.clone(), run as u32), Some(expected));
                }
            }
        }
    }
}
