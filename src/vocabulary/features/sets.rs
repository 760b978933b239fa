//! Sets of measures that were published as what difficulty depends on, for any puzzle.

/// A named set of measures.
#[derive(Debug)]
pub struct Set {
    /// The name.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// The names of the measures, in order.
    pub members: &'static [&'static str],
}

/// All sets. Those about one kind of puzzle (rows, boxes, groups) are `features` of its
/// definition: `paper15` of sudoku, `paper4` of fillomino.
pub const SETS: &[Set] = &[
    Set {
        name: "wnef",
        about: "The weighted normalised ease with each of its three weightings.",
        members: &["wnef", "wnef_square", "wnef_linear"],
    },
    Set {
        name: "liberties",
        about: "The square of the share of open places.",
        members: &["liberties"],
    },
];

/// Returns the set of this name.
pub fn set(name: &str) -> Option<&'static Set> {
    SETS.iter().find(|set| set.name == name)
}
