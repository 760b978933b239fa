//! Banks: many proved puzzles in one SQLite file or on a PostgreSQL server, to be picked from in microseconds.
//!
//! [`Bank::open`] is given the path of a file or a `postgres://` address, [`Bank::pick`] a [`Query`] and a
//! number that stands for chance; it returns an [`Entry`], each that fits as likely as any other. [`Writer`] adds
//! puzzles, which must have been proved before, in transactions. Nothing here generates, solves or prints, and
//! no file but the bank is opened.

mod address;
mod catalogue;
mod check;
mod counts;
mod entry;
mod pack;
mod proof;
mod query;
mod schema;
#[cfg(feature = "postgres")]
mod server;
mod sql;
mod sqlite;
mod store;
mod stored;
#[cfg(test)]
mod tests;
mod write;

pub use address::is_server;
pub use counts::{Bucket, BuildProgress};
pub use entry::Entry;
pub use proof::Prover;
pub use query::Query;
pub use store::Bank;
pub use stored::new_entry;
pub use write::{NewEntry, Stored, Writer};
