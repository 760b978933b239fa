//! From a proved puzzle to what is stored of it.

use super::write::NewEntry;
use puzgen_api::batch::{Presented, definition_hash, puzzle_form};
use puzgen_engine::Engines;
use puzgen_export::{Context, answer_object, params_object, puzzle_object};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_solve::prove::Equivalents;
use puzgen_vocabulary::lower::ReadyRef;
use puzgen_wire as wire;

impl Presented for NewEntry {
    fn bytes(&self) -> usize {
        self.object.len() + self.answers.len() + size_of::<Self>()
    }
}

/// Returns what is stored of a proved puzzle. `known` are the equivalents under the transforms of its instance;
/// without them, those of its own layout are looked for.
pub fn new_entry(
    ready: ReadyRef<'_>,
    engines: Engines,
    known: Option<&Equivalents<'_>>,
    puzzle: &GeneratedPuzzle,
) -> NewEntry {
    let ReadyRef { instance, lowered } = ready;
    let context = Context::new(instance, &lowered.fact_domains, true);
    let object = puzzle_object(&context, puzzle);
    let answers: Vec<wire::Object> =
        puzzle.solutions.iter().map(|solution| answer_object(&context, solution)).collect();
    let (level, score, solutions) = (object.level.clone(), object.score, object.solutions as u64);
    let object = wire::Puzzle { answer: None, answers: None, ..object };
    let text = |line: String| line.trim_end().to_owned();
    NewEntry {
        puzzle: object.puzzle.clone(),
        params: text(wire::line(&params_object(instance))),
        definition: definition_hash(instance.definition),
        object: text(wire::line(&object)),
        answers: text(match answers.as_slice() {
            [only] => wire::line(only),
            all => wire::line(&all),
        }),
        seed: puzzle.seed,
        index: puzzle.index,
        level,
        score,
        empties: instance.left_out(&puzzle.shown) as u64,
        solutions,
        form: puzzle_form(ready, engines, known, puzzle),
    }
}
