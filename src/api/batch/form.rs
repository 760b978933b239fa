//! What tells puzzles apart: a hash that equivalent puzzles share.
//!
//! Equivalent puzzles share a canonical form under the proved transforms of their instance. Where there is none
//! (no transform, or a board with too many symmetries of its own), what is shown tells them apart.

use sha2::{Digest as _, Sha256};

use puzgen_base::budget::{Budget, StopFlag};
use puzgen_engine::Engines;
use puzgen_model::definition::Definition;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;
use puzgen_model::layout::InstanceKey;
use puzgen_model::puzzle::FactValue;
use puzgen_solve::prove::{self, Equivalents};
use puzgen_vocabulary::lower::ReadyRef;

/// How many bytes tell puzzles apart.
pub const FORM_BYTES: usize = 16;

/// The steps in which the transforms of a layout of a puzzle's own are proved.
const LAYOUT_STEPS: u64 = 2_000;

/// Returns a hash of what decides which puzzles a definition has.
pub fn definition_hash(definition: &Definition) -> String {
    let hash = Sha256::digest(definition.identity.as_bytes());
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a hash that a puzzle shares with its equivalents and with no other. `known` are the equivalents under
/// the transforms of its instance; without them, those of its own layout are looked for.
pub fn puzzle_form(
    ReadyRef { instance, lowered }: ReadyRef<'_>,
    engines: Engines,
    known: Option<&Equivalents<'_>>,
    puzzle: &GeneratedPuzzle,
) -> [u8; FORM_BYTES] {
    if known.is_some() || instance.definition.layouts.is_empty() {
        return form(instance, known, puzzle);
    }
    let mut budget = Budget::new(Some(LAYOUT_STEPS), StopFlag::new());
    let own = prove::transforms(instance, lowered, engines, &mut budget).equivalents;
    form(instance, own.as_ref(), puzzle)
}

fn form(
    instance: &Instance<'_>,
    equivalents: Option<&Equivalents<'_>>,
    puzzle: &GeneratedPuzzle,
) -> [u8; FORM_BYTES] {
    let told = puzzle.values_told();
    let shows: Vec<FactValue> =
        told.iter().zip(&puzzle.shown).map(|(value, shown)| value.filter(|_| *shown)).collect();
    let untold = puzzle.shown.iter().zip(&told).any(|(shown, told)| *shown && told.is_none());
    let canonical = equivalents
        .filter(|_| !untold)
        .and_then(|equivalents| equivalents.canonical(&shows, &Budget::unlimited()));
    let definition = &instance.definition.identity;
    match canonical {
        Some((Some(proved), form)) => hash(definition, &proved.ready.instance.key(), &form, &[]),
        Some((None, form)) => hash(definition, &instance.key(), &form, &[]),
        None => hash(definition, &instance.key(), &shows, &puzzle.shown),
    }
}

/// Hashes a form in a notation of its own, the same on every machine and with every version.
fn hash(
    definition: &str,
    (params, layouts): &InstanceKey,
    facts: &[FactValue],
    shown: &[bool],
) -> [u8; FORM_BYTES] {
    let mut hash = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    part(b"puzgen/bank/form/1");
    part(definition.as_bytes());
    params.iter().for_each(|param| part(param.as_bytes()));
    for layout in layouts {
        let values: Vec<u8> = layout.iter().flat_map(|value| value.to_le_bytes()).collect();
        part(&values);
    }
    let bytes = facts.iter().flat_map(|fact| match fact {
        None => vec![0],
        Some(value) => [&[1], value.to_le_bytes().as_slice()].concat(),
    });
    part(&bytes.collect::<Vec<u8>>());
    part(&shown.iter().map(|shown| u8::from(*shown)).collect::<Vec<u8>>());
    let whole = hash.finalize();
    std::array::from_fn(|at| whole[at])
}
