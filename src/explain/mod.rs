//! Solutions, or that there is none, in words made of the definition's own sentences.

mod because;
mod clues;
mod conflict;
mod english;
mod names;
mod points;
mod programs;
mod reasons;
mod steps;

pub use conflict::{Conflict, sentence_of};
pub use english::listed;
pub use names::Words;
pub use points::Part;
pub use steps::StepWords;
