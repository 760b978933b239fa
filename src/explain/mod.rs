//! Solutions, or that there is none, in words made of the definition's own sentences.

mod because;
mod conflict;
mod names;
mod steps;

pub use conflict::{Conflict, sentence_of};
pub use names::{Words, listed};
pub use steps::StepWords;
