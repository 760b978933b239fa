//! Tuples that are one of a list: the global constraint `table`.

use std::collections::BTreeMap;

use crate::constraints::auxiliary::Recipe;
use crate::constraints::{Auxiliary, Term};
use crate::csp::{Automaton, BoolExpr, Transition};
use crate::model::function::Fault;

/// The output that says 1 for a tuple of the list, else 0.
const IS_LISTED: u32 = 0;

/// Returns "these numbers or truths are one of the tuples": what the automaton of the tuples' common
/// beginnings says, where all have values.
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
    let beginnings = tuples.len().saturating_mul(items.len()) + 2;
    aux.must_fit("steps of a table's automaton", beginnings.saturating_mul(alphabet.len()))?;
    let make = |recipe: &Recipe| match recipe {
        Recipe::Table(tuples, alphabet) => Ok(tree(tuples, items.len(), alphabet)),
        other => crate::bug!("{other:?} is no table"),
    };
    let recipe = Recipe::Table(tuples, alphabet);
    let is_listed = BoolExpr::var(aux.read(recipe, make, inputs, IS_LISTED)?);
    let defined = items.iter().filter_map(Term::is_defined);
    Ok(BoolExpr::and(defined.chain([is_listed])))
}

/// Returns the automaton that has a state for each beginning of a tuple, and one, the last, for what
/// is no beginning.
fn tree(tuples: &[Vec<i64>], length: usize, alphabet: &[i64]) -> Automaton {
    let mut numbers: BTreeMap<&[i64], u32> = BTreeMap::new();
    let mut beginnings: Vec<&[i64]> = vec![&[]];
    for depth in 1..=length {
        beginnings.extend(tuples.iter().map(|tuple| &tuple[..depth]));
    }
    beginnings.dedup();
    for (number, beginning) in beginnings.iter().enumerate() {
        numbers.insert(beginning, number as u32);
    }
    let lost = beginnings.len() as u32;
    let nowhere = |value: &i64| Transition { read: *value, to: lost, says: None };
    let nowhere: Vec<Transition> = alphabet.iter().map(nowhere).collect();
    let mut automaton = Automaton { transitions: Vec::new(), ends: Vec::new() };
    for beginning in &beginnings {
        automaton.transitions.push(nowhere.clone());
        let is_listed = beginning.len() == length && !tuples.is_empty();
        automaton.ends.push(vec![(IS_LISTED, i64::from(is_listed))]);
    }
    for (beginning, number) in &numbers {
        let Some((value, before)) = beginning.split_last() else { continue };
        if let (Some(before), Ok(at)) = (numbers.get(before), alphabet.binary_search(value)) {
            automaton.transitions[*before as usize][at].to = *number;
        }
    }
    automaton.transitions.push(nowhere);
    automaton.ends.push(vec![(IS_LISTED, 0)]);
    automaton
}
