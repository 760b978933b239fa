//! The candidates of a board, in the form of an answer: in the place of each value a list.

use serde_json::Value as Json;

use crate::text::write_block;
use crate::{Context, FamilyBlock};
use puzgen_board::shaped;
use puzgen_model::instance::Instance;
use puzgen_solve::Candidates;
use puzgen_wire::Object;

/// Stands before the values of which it is not known whether some solution has them.
const UNKNOWN: char = '?';

/// From so many numbers in a row on, only the first and the last are written.
const RUN: usize = 3;

/// Returns the candidates as named blocks: in each place all values that it can have, and behind a `?`
/// those of which that is not known.
pub fn candidates_text(context: &Context<'_>, candidates: &Candidates) -> String {
    let mut out = String::new();
    let instance = context.instance;
    let mut first = 0;
    for block in context.open_answer_blocks() {
        let is_compact = block.is_compact(instance);
        let written = |at: usize, values: &[i64]| match is_compact {
            true => values.iter().map(|value| block.written(instance, at, *value)).collect(),
            false => listed(&block, instance, at, values),
        };
        let text = |at: usize| {
            let known = written(at, &candidates.values[first + at]);
            match candidates.unknown[first + at].as_slice() {
                [] => known,
                unknown => format!("{known}{UNKNOWN}{}", written(at, unknown)),
            }
        };
        let mut rows = block.rows_of(instance, &text);
        // Lists begin at the left, one below the other.
        let width = rows.iter().flatten().map(|token| token.chars().count()).max().unwrap_or(0);
        if !block.is_named(instance) {
            let tokens = rows.iter_mut().flatten();
            tokens.for_each(|token| *token = format!("{token:<width$}"));
        }
        write_block(&mut out, instance, &block, rows, Some("candidates"));
        first += block.len();
    }
    out
}

/// Returns values with commas between them, numbers in a row as a range.
fn listed(block: &FamilyBlock<'_>, instance: &Instance<'_>, at: usize, values: &[i64]) -> String {
    let written = |value: &i64| block.written(instance, at, *value);
    let is_number = !block.has_symbols();
    let runs = values.chunk_by(|a, b| is_number && a.checked_add(1) == Some(*b));
    let runs = runs.map(|run| match run {
        [first, .., last] if run.len() >= RUN => format!("{}..{}", written(first), written(last)),
        run => run.iter().map(written).collect::<Vec<_>>().join(","),
    });
    runs.collect::<Vec<_>>().join(",")
}

/// Returns for each answer family lists of values in the form of an answer.
pub fn candidates_object(context: &Context<'_>, values: &[Vec<i64>]) -> Object {
    let mut first = 0;
    let blocks = context.open_answer_blocks().into_iter().map(|block| {
        let list = |at: Option<usize>| match at {
            None => Json::Null,
            Some(at) => values[first + at].iter().map(|value| block.value_json(*value)).collect(),
        };
        let object = shaped(context.instance.grid.as_ref(), block.index, list);
        first += block.len();
        (block.name.to_owned(), object)
    });
    blocks.collect()
}
