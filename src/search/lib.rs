//! A search over finite domains: bit sets, a trail, and propagators that remove values.
//!
//! ```text
//! Csp ─ Network ─▶ propagators + domains at the start ─ Search ─▶ decisions, propagation, undo
//! ```
//!
//! A [`Search`] makes no decisions: its users (`generate/draw/`, `quick`) choose variables and values. It reads
//! no clock and draws no random number. A network of disequalities alone has an implementation of its own
//! ([`colouring`]), which deduces the same faster. [`learn`] is another search in the same networks, which learns
//! a clause from each conflict.
//!
//! **Invariant:** a propagator never removes a value that some solution under the present
//! decisions has; and where all variables are fixed and no propagator objects, the statements
//! hold. So a conflict at level 0 is a proof that there is no solution.

mod builder;
mod colouring;
mod definitions;
mod general;
mod implied_sums;
pub mod learn;
pub mod lists;
mod lit_place;
mod network;
pub mod nodes;
pub mod propagators;
mod queue;
pub mod quick;
mod state;
pub mod store;
mod trail;
mod view;

pub use builder::{distinct_sum, plain};
pub use network::Network;
pub use state::{Search, settled, supposed};
pub use store::{Consistency, Inconsistent};
