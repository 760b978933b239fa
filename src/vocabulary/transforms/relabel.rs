//! `relabel x`: any permutation of the values of an answer.

use puzgen_model::grid::Grid;
use puzgen_model::transform::{ArgumentValue, Asks, Move, TransformFamily};

#[derive(Debug)]
pub(super) struct Relabel;

/// More values than this have no symbols that people would exchange, and would take long to prove.
const MOST: u64 = 1_000;

impl TransformFamily for Relabel {
    fn name(&self) -> &'static str {
        "relabel"
    }

    fn about(&self) -> &'static str {
        "Any permutation of the values of an answer."
    }

    fn asks(&self) -> Asks {
        Asks::Answer
    }

    fn moves(
        &self,
        _: Option<&Grid>,
        _: Option<&Grid>,
        given: ArgumentValue<'_>,
    ) -> Result<Vec<Move>, String> {
        let ArgumentValue::Answer { family, name, domains, .. } = given else {
            return Err("no answer is named".to_owned());
        };
        let Some(first) = domains.first() else { return Ok(Vec::new()) };
        if domains.iter().any(|domain| domain != first) {
            return Err(format!("the elements of `{name}` do not have the same values"));
        }
        if first.size() > MOST {
            return Err(format!("`{name}` has more than {MOST} values"));
        }
        let values: Vec<i64> = first.iter().collect();
        Ok(values.windows(2).map(|pair| Move::Swap(family, pair[0], pair[1])).collect())
    }
}
