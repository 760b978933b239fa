//! What is asked for on top of the definition: targets, engines, and what becomes a result.

use crate::policy::{Bounds, UntilTarget};
use crate::tasks::TaskHook;
use puzgen_engine::{Engine, Engines};

/// What is asked for on top of the definition.
#[derive(Debug, Clone)]
pub struct Options {
    /// The engines of the program.
    pub engines: Engines,
    /// The number of solutions, instead of what `remove` says.
    pub solutions: Option<Bounds>,
    /// Where removal stops, instead of the definition's `until`.
    pub until: Option<UntilTarget>,
    /// The level to reach, by position.
    pub level: Option<usize>,
    /// Whether there must be exactly one solution, whatever `remove` says: puzzles of a bank have.
    pub is_unique: bool,
    /// Whether every board on the way is a result.
    pub all_steps: bool,
    /// The least and the most number of clues left out of a board on the way that is a result instead of the last
    /// one: of those, one for each number of solutions, drawn at random.
    pub on_the_way: Option<(usize, usize)>,
    /// Whether puzzles go without features, score, tier and level: forms that show none of them need
    /// none, and solving a sudoku step by step takes longer than all questions about it.
    pub is_unrated: bool,
    /// The two engines that verify every puzzle; those that suit the problem, where none are named.
    pub verify: Vec<&'static dyn Engine>,
    /// Is told which task in making a puzzle begins.
    pub tasks: TaskHook,
}

impl Options {
    /// Returns the options that ask for nothing but what the definition says.
    pub fn new(engines: Engines) -> Self {
        Self {
            engines,
            solutions: None,
            until: None,
            level: None,
            is_unique: false,
            all_steps: false,
            on_the_way: None,
            is_unrated: false,
            verify: Vec::new(),
            tasks: TaskHook::default(),
        }
    }
}
