//! Levels and symmetries by the names that a caller gives, or the problem that there is none of this name.

use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::definition::Definition;
use puzgen_model::grid::BoardSymmetry;

/// Returns the names of all symmetries.
pub fn symmetries() -> Vec<&'static str> {
    BoardSymmetry::ALL.iter().map(|(name, _)| *name).collect()
}

/// Returns the position of a level.
///
/// # Errors
/// `usage` where there is none of this name.
pub fn level_named(definition: &Definition, name: &str) -> Result<usize, Problem> {
    let Some(levels) = &definition.levels else {
        let message = format!("`{}` has no levels", definition.name);
        return Err(Problem::bare(Code::Usage, message)
            .help("declare them, such as `levels easy < hard { … }`"));
    };
    levels.names.iter().position(|level| level == name).ok_or_else(|| {
        let names = levels.names.iter().map(String::as_str);
        let (puzzle, all) = (&definition.name, levels.names.join(", "));
        let message = format!("there is no level `{name}`: those of `{puzzle}` are {all}");
        Problem::bare(Code::Usage, message).help("name one of them").did_you_mean(name, names)
    })
}

/// Returns the symmetries of these names.
///
/// # Errors
/// `usage` where there is none of a name.
pub fn symmetries_named(names: &[String]) -> Result<Vec<BoardSymmetry>, Problem> {
    let named = |name: &String| {
        let found = BoardSymmetry::ALL.iter().find(|(other, _)| other == name);
        found.map(|(_, symmetry)| *symmetry).ok_or_else(|| {
            Problem::bare(Code::Usage, format!("there is no symmetry `{name}`"))
                .help(format!("use one of {}", symmetries().join(", ")))
                .did_you_mean(name, symmetries())
        })
    };
    names.iter().map(named).collect()
}
