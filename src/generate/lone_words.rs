//! Words of programs that nothing is asked about: those that no other word can stand for are never left blank, and a
//! program in which no word can be left blank is no puzzle.

use crate::Generator;
use crate::ended::RemovalResult;
use puzgen_model::instance::Instance;
use puzgen_model::value::Key;
use puzgen_program::ProgramSet;

/// Returns the programs of the board, where it is one of programs.
fn programs<'i>(instance: &'i Instance<'_>) -> Option<&'i ProgramSet> {
    instance.grid.as_ref()?.as_graph()?.programs.as_deref()
}

/// Returns the facts about tokens that have no other word.
pub(super) fn lone_words(instance: &Instance<'_>) -> Vec<usize> {
    let Some(programs) = programs(instance) else { return Vec::new() };
    let is_lone = |key: &Key| match key {
        Key::Place(place) => {
            let blank = programs.blanks.get(place.index as usize);
            blank.is_some_and(|blank| blank.words.len() == 1)
        }
        _ => false,
    };
    let of_clue = |clue: &puzgen_model::instance::ClueInstance| {
        let keys = clue.index.keys().iter().enumerate();
        let lone = keys.filter(|(_, key)| is_lone(key)).map(|(position, _)| clue.offset + position);
        lone.collect::<Vec<usize>>()
    };
    instance.clues.iter().flat_map(of_clue).collect()
}

impl Generator<'_> {
    /// Returns how many programs there are, where what removal left is one without a blank.
    pub(super) fn programs_of_blankless(&self, removed: &RemovalResult) -> Option<usize> {
        let programs = programs(self.instance)?;
        let has_blank = removed.results.last()?.shown.iter().any(|is_shown| !is_shown);
        let is_removed = !self.instance.definition.remove.clues.is_empty();
        (is_removed && !has_blank).then_some(programs.tasks.len())
    }
}
