//! What help, completion and the reference say of an entry: one value beside each entry.

/// The head of a function.
#[derive(Debug, Clone, Copy)]
pub struct Head {
    /// The name.
    pub name: &'static str,
    /// How it is called, such as `distinct(list)`.
    pub signature: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// A use of it, as an expression.
    pub example: &'static str,
}

/// The head of an entry that is called like a function but is no expression.
#[derive(Debug, Clone, Copy)]
pub struct Signed {
    /// The name.
    pub name: &'static str,
    /// How it is called, such as `numbers(clue, …)`.
    pub signature: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
}

/// The head of a form of files.
#[derive(Debug, Clone, Copy)]
pub struct FileHead {
    /// The name.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// The ending of files in this form, without the dot.
    pub extension: &'static str,
}

impl FileHead {
    /// Returns the head with these parts.
    pub const fn new(name: &'static str, about: &'static str, extension: &'static str) -> Self {
        Self { name, about, extension }
    }
}
