//! Programs with blanks, as puzzles show them.

use schemars::JsonSchema;
use serde::Serialize;

/// A program with blanks, and what it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Program {
    /// What it does, in words; may be empty.
    pub title: String,
    /// Its text, with `__1__`, `__2__` and so on in the places of the blanks.
    pub text: String,
    /// The blanks, in the order of their numbers.
    pub blanks: Vec<ProgramBlank>,
    /// The calls that it is told by.
    pub calls: Vec<ProgramCall>,
}

/// A blank of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProgramBlank {
    /// Its number, from 1.
    pub number: usize,
    /// Its name among the clues and in the answer.
    pub place: String,
    /// The words that may stand there.
    pub words: Vec<String>,
}

/// A call of a program, and what comes out. Where it neither returns nor raises, it does not end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProgramCall {
    /// The call, as it is written in Python.
    pub call: String,
    /// What it returns, as Python's `repr` writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returns: Option<String>,
    /// The class of the exception that it raises.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raises: Option<String>,
    /// What it prints, where it prints something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prints: Option<String>,
    /// The arguments that it changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub changes: Vec<ProgramChange>,
}

/// An argument that a call changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProgramChange {
    /// Its position, from 1.
    pub argument: usize,
    /// What it is after the call, as Python's `repr` writes it.
    pub becomes: String,
}
