//! What a bank counts: the puzzles of each kind, and how far each build has come.

/// How many puzzles of a kind there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bucket {
    /// The name of the definition.
    pub puzzle: String,
    /// The values of all parameters, as a JSON object.
    pub params: String,
    /// The level, where there is one.
    pub level: Option<String>,
    /// How many clues are left out.
    pub empties: u64,
    /// How many solutions each has.
    pub solutions: u64,
    /// How many puzzles there are.
    pub puzzles: u64,
}

/// How far a build has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildProgress {
    /// All that decides what it makes, as JSON.
    pub identity: String,
    /// The first number whose puzzles are not in the bank.
    pub next: u64,
    /// How many puzzles it has added.
    pub added: u64,
    /// The number behind the last one that had something new.
    pub last: u64,
}
