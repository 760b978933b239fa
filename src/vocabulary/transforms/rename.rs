//! `rename word`: the variables of a program change names, everywhere at once.

use std::collections::BTreeMap;

use puzgen_model::grid::Grid;
use puzgen_model::transform::{ArgumentValue, Asks, Move, TransformFamily};
use puzgen_model::value::Key;

#[derive(Debug)]
pub(super) struct Rename;

impl TransformFamily for Rename {
    fn name(&self) -> &'static str {
        "rename"
    }

    fn about(&self) -> &'static str {
        "The variables of a program exchange their names, those that stand in its blanks only."
    }

    fn asks(&self) -> Asks {
        Asks::Answer
    }

    fn moves(
        &self,
        grid: Option<&Grid>,
        _: Option<&Grid>,
        given: ArgumentValue<'_>,
    ) -> Result<Vec<Move>, String> {
        let ArgumentValue::Answer { family, keys, domains, .. } = given else {
            return Err("no answer is named".to_owned());
        };
        let programs = grid.and_then(Grid::as_graph).and_then(|graph| graph.programs.as_ref());
        let programs = programs.ok_or_else(|| "the board has no programs".to_owned())?;
        let blank = |key: &Key| match key {
            Key::Place(place) => Some(place.index as usize),
            _ => None,
        };
        let blanks: Vec<usize> = keys.iter().filter_map(blank).collect();
        // Names that may stand in the same blanks change places.
        let mut places: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for (at, domain) in domains.iter().enumerate() {
            domain.iter().for_each(|word| places.entry(word).or_default().push(at));
        }
        let mut alike: BTreeMap<Vec<usize>, Vec<i64>> = BTreeMap::new();
        for (word, places) in places {
            if programs.is_free_name(&blanks, word) {
                alike.entry(places).or_default().push(word);
            }
        }
        let pairs = alike.values().flat_map(|words| words.windows(2));
        Ok(pairs.map(|pair| Move::Swap(family, pair[0], pair[1])).collect())
    }
}
