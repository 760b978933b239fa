//! What the crate offers to other programs; its documentation is that of the crate.
//!
//! Everything here goes to the modules below, and turns problems and panics into [`Error`].

mod board;
mod error;
mod family;
mod play;
mod plugins;
mod request;
mod text;
mod train;

pub use board::{Board, Explanation};
pub use error::Error;
pub use family::{Family, Files, NoFiles, Parameter};
pub use play::PicturedStep;
pub use plugins::{Form, Plugins};
pub use request::{Limits, Puzzle, Request, Until};
pub use text::{format, problems};
pub use train::Labelled;

pub use crate::budget::StopFlag;
pub use crate::ops::CompareOp as Comparison;
pub use crate::reach::Unread;
pub use crate::reports::hint::Tell;

/// What engines, learners and their problems are made of.
pub mod plugin {
    pub use crate::budget::{Budget, GaveUp};
    pub use crate::csp::*;
    pub use crate::engine::{Engine, Session, Verdict, by_name as engine};
    pub use crate::learn::{Classifier, Learner, Row, Settings};
}
