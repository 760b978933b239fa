//! Boards as text: where each value of a family stands, which token is which value, and reading.
//!
//! Writing is in `export/`; both use [`family_format`] and [`tokens`](puzgen_model::tokens), so that every form round-trips.

pub mod foreign;

mod exported;
pub use exported::shaped;
pub mod family_format;
pub mod foreign_text;
pub mod layouts;
mod lenient;
pub mod link;
pub mod listing;
pub mod many;
mod named;
pub mod object;
pub mod position;
pub mod read;
pub mod shelf;
pub mod sides;
pub mod spots;
#[cfg(test)]
mod tests;
mod text;
pub mod tree;
