//! Solutions, or that there is none, in words made of the definition's own sentences.

mod conflict;
mod steps;

pub use conflict::{Conflict, sentence_of};
pub use steps::{StepWords, Words};
