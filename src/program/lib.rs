//! Programs of a subset of Python, whose words may become blanks: read, completed with other words, and run with
//! CPython's meaning within bounds. Knows nothing of puzzles.
//!
//! A [`ProgramSet`] is given texts; it returns their blanks with the words that may stand there. A [`Completed`] program is
//! given arguments and [`Limits`], and returns a [`Run`]. No Python is called: programs are read and followed here.
//!
//! A run says on which tokens its outcome depends: with any other words at the other tokens, taken from
//! [`Program::alternatives`], the same input has the same outcome.

mod compile;
mod completed;
mod fault;
mod inputs;
mod limits;
mod literal;
mod machine;
mod members;
mod open;
mod program;
mod python_names;
mod read;
mod reader;
mod run;
mod set;
mod spread;
mod task;
mod telling;
#[cfg(test)]
mod tests;
mod token;
mod tree;
mod val;
mod value;
mod words;

pub use completed::Completed;
pub use fault::Fault;
pub use limits::Limits;
pub use members::InputSets;
pub use open::{Ended, OpenProgram};
pub use program::Program;
pub use run::{End, Outcome, Run};
pub use set::{BadPrograms, Blank, ProgramSet};
pub use task::{Difference, Listing, Piece, Task};
pub use token::{Kind, Token};
pub use value::Value;
