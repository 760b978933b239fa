//! What the checker knows of a puzzle that may be damaged: its problems and the types of its parts.
//!
//! Given a tree of which parts may be missing, gives no definition, so that nothing of it can be run.
//! What only follows from the missing parts is not reported.

use crate::Checker;
use crate::flatten::{self, declared_names};
use crate::inputs::{Graphs, Models};
use crate::knowledge::Types;
use crate::scripts::Scripts;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::Sources;
use puzgen_syntax::ast::Puzzle;
use puzgen_syntax::{Damage, is_keyword};

/// What a tree lacks of what was written.
#[derive(Debug, Clone, Copy)]
pub struct Lacks<'d> {
    /// What could not be read.
    pub damage: &'d [Damage],
    /// Whether a file that is used could not be read.
    pub is_use_missing: bool,
}

/// What is known of a puzzle.
#[derive(Debug)]
pub struct Survey {
    /// What is wrong with what could be read.
    pub problems: Diagnostics,
    /// The types of expressions and declared names.
    pub types: Types,
}

/// Codes about the whole definition: with a damaged item, they may be about what is missing.
const OF_THE_WHOLE: &[Code] = &[
    Code::MissingItem,
    Code::BadExample,
    Code::BadLevels,
    Code::BadShow,
    Code::ModelMismatch,
    Code::DroppedTransform,
    Code::VacuousRemoval,
    Code::BadTransform,
];

/// Checks what could be read of `puzzle`; the rest as for [`check`](crate::checked::check).
pub fn survey(
    puzzle: &Puzzle,
    in_sight: &[&Puzzle],
    sources: &Sources,
    graphs: &Graphs,
    models: &Models,
    scripts: &Scripts,
    lacks: Lacks<'_>,
) -> Survey {
    let mut problems = Diagnostics::new();
    let mut items = flatten::flatten(puzzle, in_sight, &mut problems);
    let broken: Vec<&str> = lacks
        .damage
        .iter()
        .flat_map(|damage| damage.names.iter().map(|name| name.name.as_str()))
        .collect();
    // What is inherited under such a name is not what was meant.
    items.retain(|item| declared_names(item).iter().all(|name| !broken.contains(&name.as_str())));
    let is_damaged = |keyword: &str| {
        let words = lacks.damage.iter().map(|damage| damage.keyword.as_str());
        words.into_iter().any(|word| word == keyword || !is_keyword(word))
    };
    let is_base_missing = problems.iter().any(|problem| problem.code() == Code::UnknownPuzzle);
    let mut checker = Checker::new(sources, puzzle.span, &items, Some(models), graphs);
    checker.types = Some(Types::new());
    checker.problems = problems;
    checker.has_board = is_damaged("board");
    checker.lacks_script = is_damaged("script");
    checker.lacks_items = is_base_missing || is_damaged("extends");
    checker.broken = broken.iter().map(|name| (*name).to_owned()).collect();
    checker.broken.extend(broken.iter().map(|name| format!("rule {name}")));
    checker.take_scripts(&items, scripts);
    checker.definition(puzzle, &items);
    let lacks_items = checker.lacks_items;
    let follows = |problem: &Problem| {
        let place = problem.labels().first().map(|label| sources.slice(label.span));
        let is_of_damaged = place.is_some_and(|name| broken.contains(&name));
        match problem.code() {
            Code::UnknownPuzzle => is_of_damaged || lacks.is_use_missing,
            Code::UnknownName => is_of_damaged || lacks_items,
            code => {
                let is_partial = lacks_items || !lacks.damage.is_empty();
                is_of_damaged || is_partial && OF_THE_WHOLE.contains(&code)
            }
        }
    };
    let mut found = Diagnostics::new();
    checker.problems.iter().filter(|it| !follows(it)).for_each(|it| found.push(it.clone()));
    Survey { problems: found, types: checker.types.unwrap_or_default() }
}
