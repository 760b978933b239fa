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

pub use crate::request::{Limits, Request, Until};
pub use board::{Board, Explanation};
pub use error::Error;
pub use family::{Family, Files, NoFiles, Parameter};
pub use play::PicturedStep;
pub use plugins::{Form, Plugins};
pub use request::Puzzle;
pub use text::{format, problems};
pub use train::Labelled;

pub use crate::reports::hint::Tell;
pub use puzgen_base::budget::StopFlag;
pub use puzgen_base::ops::CompareOp as Comparison;
pub use puzgen_check::reach::Unread;

/// What engines, learners and their problems are made of.
pub mod plugin {
    pub use puzgen_base::budget::{Budget, GaveUp};
    pub use puzgen_csp::*;
    pub use puzgen_engine::{Engine, Session, Verdict};
    pub use puzgen_model::learn::{Classifier, Learner, Row, Settings};
}
