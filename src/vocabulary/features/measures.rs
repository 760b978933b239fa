//! Built-in measures: what can be said of any puzzle from what is shown.

use super::ease;
use puzgen_model::function::{Fault, Measure, Needs};
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

fn region(arguments: &[Value]) -> &[Value] {
    arguments.first().and_then(Value::as_list).unwrap_or_default()
}

fn count(number: usize) -> Result<Value, Fault> {
    Ok(Value::Int(number as i64))
}

/// All measures.
pub const MEASURES: &[Measure] = &[
    Measure {
        name: "solutions",
        signature: "solutions",
        about: "The number of solutions.",
        needs: Needs::Solutions,
        takes_region: false,
        result: || Ty::Int,
        eval: |_, puzzle| {
            puzzle.solutions().map(|number| Value::Int(number as i64)).ok_or(Fault::NotAtHand)
        },
    },
    Measure {
        name: "minimal",
        signature: "minimal",
        about: "Whether no single clue can go; true only when proved.",
        needs: Needs::Minimality,
        takes_region: false,
        result: || Ty::Bool,
        eval: |_, puzzle| puzzle.is_minimal().map(Value::Bool).ok_or(Fault::NotAtHand),
    },
    Measure {
        name: "empties",
        signature: "empties",
        about: "The number of clues that were dropped.",
        needs: Needs::Nothing,
        takes_region: false,
        result: || Ty::Int,
        eval: |_, puzzle| {
            let (total, shown) = puzzle.shown_in_all();
            count(total - shown)
        },
    },
    Measure {
        name: "givens",
        signature: "givens",
        about: "The number of clues that are shown and could be dropped.",
        needs: Needs::Nothing,
        takes_region: false,
        result: || Ty::Int,
        eval: |_, puzzle| count(puzzle.shown_in_all().1),
    },
    Measure {
        name: "untold",
        signature: "untold",
        about: "The number of clues that are shown without their value.",
        needs: Needs::Nothing,
        takes_region: false,
        result: || Ty::Int,
        eval: |_, puzzle| count(puzzle.untold()),
    },
    Measure {
        name: "cells",
        signature: "cells",
        about: "The number of values in the answer.",
        needs: Needs::Nothing,
        takes_region: false,
        result: || Ty::Int,
        eval: |_, puzzle| count(puzzle.place_count()),
    },
    Measure {
        name: "score",
        signature: "score",
        about: "The difficulty on a continuous scale, from the steps of a solution.",
        needs: Needs::Steps,
        takes_region: false,
        result: || Ty::Real,
        eval: |_, puzzle| {
            puzzle.steps().map(|steps| Value::Real(steps.score)).ok_or(Fault::NotAtHand)
        },
    },
    Measure {
        name: "tier",
        signature: "tier",
        about: "The kind of thinking needed: 0 one rule at a time, 1 small sets, 2 short refutations, 3 long ones, 4 search.",
        needs: Needs::Steps,
        takes_region: false,
        result: || Ty::Int,
        eval: |_, puzzle| {
            puzzle.steps().map(|steps| Value::Int(i64::from(steps.tier))).ok_or(Fault::NotAtHand)
        },
    },
    Measure {
        name: "wnef",
        signature: "wnef",
        about: "How easy it looks: the mean of 2^(1-n) over the empty places, n the values that single rules leave there.",
        needs: Needs::Steps,
        takes_region: false,
        result: || Ty::Real,
        eval: |_, puzzle| ease::ease(puzzle, ease::EXPONENTIAL),
    },
    Measure {
        name: "wnef_square",
        signature: "wnef_square",
        about: "As wnef, with the weights ((m+1-n)/m)^2, m the most values that a place can have.",
        needs: Needs::Steps,
        takes_region: false,
        result: || Ty::Real,
        eval: |_, puzzle| ease::ease(puzzle, ease::SQUARE),
    },
    Measure {
        name: "wnef_linear",
        signature: "wnef_linear",
        about: "As wnef, with the weights (m+1-n)/m.",
        needs: Needs::Steps,
        takes_region: false,
        result: || Ty::Real,
        eval: |_, puzzle| ease::ease(puzzle, ease::LINEAR),
    },
    Measure {
        name: "liberties",
        signature: "liberties",
        about: "The square of the share of clues that were dropped, over the square of 64/81: (L/64)^2 for L open squares of a sudoku.",
        needs: Needs::Nothing,
        takes_region: false,
        result: || Ty::Real,
        eval: |_, puzzle| Ok(ease::liberties(puzzle)),
    },
    Measure {
        name: "shown_in",
        signature: "shown_in(places)",
        about: "The number of clues shown at these places.",
        needs: Needs::Nothing,
        takes_region: true,
        result: || Ty::Int,
        eval: |arguments, puzzle| count(puzzle.shown_among(region(arguments)).1),
    },
    Measure {
        name: "share_shown",
        signature: "share_shown(places)",
        about: "The share of the clues at these places that are shown, from 0 to 1.",
        needs: Needs::Nothing,
        takes_region: true,
        result: || Ty::Real,
        eval: |arguments, puzzle| {
            let (total, shown) = puzzle.shown_among(region(arguments));
            Ok(Value::Real(if total == 0 { 0.0 } else { shown as f64 / total as f64 }))
        },
    },
];
