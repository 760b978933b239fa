//! Boards as text: where each value of a family stands, which token is which value, and reading.
//!
//! Writing is in `export/`; both use [`layout`] and [`tokens`], so that every form round-trips.

pub mod layout;
pub mod read;
pub mod tokens;
