//! What everything uses: texts, problems, finite sets, budgets, the random stream.

pub mod budget;
pub mod diagnostics;
pub mod domain;
pub mod heads;
pub mod jobs;
pub mod ops;
pub mod rng;
pub mod source;
pub mod stack;
pub mod yaml;
