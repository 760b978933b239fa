//! Checked definitions, instances with fixed parameters, puzzles, and the plain meaning of it all.
//!
//! Given what `check/` made of a tree, this says what every expression means by direct evaluation.
//! It knows no solver and no flat constraints.

pub mod figure;
pub mod formula;
pub mod grid;
pub mod learn;

mod board;
mod containing;
pub mod counting;
pub mod definition;
pub mod eval;
pub mod export;
mod exported;
pub mod expr;
pub mod fault;
mod fill;
mod fix;
pub mod frame;
pub mod function;
pub mod generated;
pub mod givens;
pub mod groups;
mod ids;
pub mod instance;
mod keys;
mod labels;
pub mod layout;
pub mod link;
mod lookup;
mod loops;
mod operations;
pub mod outline;
mod phases;
pub mod placed_figure;
pub mod puzzle;
pub mod rules;
mod scope;
mod setting;
pub mod show;
mod speech;
pub mod sudoku;
mod symmetric;
mod template;
pub mod tokens;
pub mod transform;
pub mod translation;
pub mod ty;
pub mod value;
pub mod worked;
pub mod working;
