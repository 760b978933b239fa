//! Tuples that are one of a list: the global constraint `table`.

use std::collections::BTreeMap;

use crate::constraints::auxiliary::Recipe;
use crate::constraints::{Auxiliary, Term};
use puzgen_csp::{Automaton, BoolExpr, Transition};
use puzgen_model::function::{Excess, Fault};

/// The output that says 1 for a tuple of the list, else 0.
const IS_LISTED: u32 = 0;

/// Returns "these numbers or truths are one of the tuples": what the least automaton of the tuples
/// says, where all have values.
///
/// # Errors
/// Where a number has too many values.
pub fn lower_table(
    items: &[Term],
    mut tuples: Vec<Vec<i64>>,
    aux: &mut Auxiliary<'_>,
) -> Result<BoolExpr, Fault> {
    tuples.sort_unstable();
    let inputs = aux.inputs(items)?;
    let alphabet = aux.alphabet(&inputs)?;
    let beginnings = tuples.len().saturating_mul(items.len());
    aux.must_fit("beginnings of a table's tuples", beginnings)?;
    let most = aux.most_parts();
    let make = |recipe: &Recipe| match recipe {
        Recipe::Table(tuples, alphabet) => least_automaton(tuples, items.len(), alphabet, most),
        other => puzgen_base::bug!("{other:?} is no table"),
    };
    let recipe = Recipe::Table(tuples, alphabet);
    let is_listed = BoolExpr::var(aux.read(recipe, make, inputs, IS_LISTED)?);
    let defined = items.iter().filter_map(Term::is_defined);
    Ok(BoolExpr::and(defined.chain([is_listed])))
}

/// The state after a whole tuple, while an automaton is made.
const COMPLETE: u32 = 0;

/// Returns the automaton with fewest states that says whether a list is one of these sorted tuples. Its last
/// state is that after what no tuple begins with.
///
/// # Errors
/// Where it has more than so many transitions.
fn least_automaton(
    tuples: &[Vec<i64>],
    length: usize,
    alphabet: &[i64],
    most: u64,
) -> Result<Automaton, Fault> {
    let states = least_states(tuples, length, alphabet);
    let lost = states.len() as u32;
    let transitions = (states.len() + 1).saturating_mul(alphabet.len());
    Excess::check("steps of a table's automaton", transitions as u64, most)?;
    let nowhere = |value: &i64| Transition { read: *value, to: lost, says: None };
    let nowhere: Vec<Transition> = alphabet.iter().map(nowhere).collect();
    let mut automaton = Automaton { transitions: Vec::new(), ends: Vec::new() };
    // The first state is the one that was made last.
    for (state, steps) in states.iter().enumerate().rev() {
        let mut transitions = nowhere.clone();
        for (at, to) in steps {
            transitions[*at].to = lost - 1 - to;
        }
        automaton.transitions.push(transitions);
        let is_listed = state as u32 == COMPLETE && !tuples.is_empty();
        automaton.ends.push(vec![(IS_LISTED, i64::from(is_listed))]);
    }
    automaton.transitions.push(nowhere);
    automaton.ends.push(vec![(IS_LISTED, 0)]);
    Ok(automaton)
}

/// Returns, for each state, which values of the alphabet lead to which states: [`COMPLETE`] first, the state
/// before all values last. Beginnings that the same values can follow have one state.
fn least_states(tuples: &[Vec<i64>], length: usize, alphabet: &[i64]) -> Vec<Vec<(usize, u32)>> {
    let mut states = vec![Vec::new()];
    // Each beginning, longest first, with its state.
    let mut beginnings: Vec<(&[i64], u32)> =
        tuples.iter().map(|tuple| (&tuple[..], COMPLETE)).collect();
    for depth in (0..length).rev() {
        let mut known: BTreeMap<Vec<(usize, u32)>, u32> = BTreeMap::new();
        let same_beginning =
            |(a, _): &(&[i64], u32), (b, _): &(&[i64], u32)| a[..depth] == b[..depth];
        let mut shorter = Vec::new();
        for ends in beginnings.chunk_by(same_beginning) {
            let mut steps: Vec<(usize, u32)> = Vec::with_capacity(ends.len());
            for (tuple, to) in ends {
                let Ok(at) = alphabet.binary_search(&tuple[depth]) else { continue };
                steps.push((at, *to));
            }
            steps.dedup();
            // Values that are not read lead nowhere, and so do beginnings that only such can follow.
            if steps.is_empty() {
                continue;
            }
            let state = *known.entry(steps).or_insert_with_key(|steps| {
                states.push(steps.clone());
                states.len() as u32 - 1
            });
            shorter.push((&ends[0].0[..depth], state));
        }
        beginnings = shorter;
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(automaton: &Automaton, list: &[i64]) -> bool {
        automaton.said(list.iter().copied(), IS_LISTED) == Some(1)
    }

    #[test]
    fn the_automaton_says_which_lists_are_in_the_table() {
        let alphabet: Vec<i64> = (0..4).collect();
        let all = |length: u32| {
            let digits = move |number: u32| {
                (0..length).map(|at| i64::from(number >> (2 * at) & 3)).collect()
            };
            (0..1 << (2 * length)).map(digits)
        };
        let tables: [fn(&[i64]) -> bool; 4] = [
            |_| false,
            |_| true,
            |list| list.iter().sum::<i64>() % 3 == 0,
            |list| list.windows(2).all(|pair| pair[0] < pair[1]),
        ];
        for is_listed in tables {
            let mut tuples: Vec<Vec<i64>> =
                all(3).filter(|list: &Vec<i64>| is_listed(list)).collect();
            // A value that is never read.
            tuples.push(vec![1, 9, 1]);
            tuples.sort_unstable();
            let automaton = least_automaton(&tuples, 3, &alphabet, 1_000).unwrap();
            for list in all(3) {
                let list: Vec<i64> = list;
                assert_eq!(says(&automaton, &list), is_listed(&list), "{list:?}");
            }
        }
    }

    #[test]
    fn beginnings_with_the_same_ends_are_one_state() {
        let tuples: Vec<Vec<i64>> =
            (0..10).flat_map(|a| (0..10).map(move |b| vec![a, b])).collect();
        let alphabet: Vec<i64> = (0..10).collect();
        // Before all, after one, after both, and lost.
        assert_eq!(least_automaton(&tuples, 2, &alphabet, 40).unwrap().transitions.len(), 4);
        assert!(least_automaton(&tuples, 2, &alphabet, 39).is_err());
    }
}
