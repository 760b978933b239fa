//! Solutions, or that there is none, in words made of the definition's own sentences.

mod because;
mod beside;
mod clues;
mod counted;
mod ending;
mod english;
mod fitting;
mod forced;
mod gathered;
mod german;
mod islands;
mod languages;
mod lines;
mod looked_at;
mod loops;
mod marked;
mod names;
mod passing;
mod points;
mod programs;
mod reasons;
mod sentences;
mod sets;
mod sizes;
mod source;
mod steps;
#[cfg(test)]
mod tests;
mod together;
mod working;

pub use languages::{endings, languages, marks};
pub use names::Words;
pub use points::Part;
pub use sentences::{Hints, Marks, fill, listed};
pub use steps::StepWords;
