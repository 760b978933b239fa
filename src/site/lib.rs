//! The site: puzzles of a bank to play in a browser, every genre by one player; definitions to try out; an
//! interface for programs.
//!
//! ```text
//! listen ─▶ routes ─▶ pages, api ─▶ stock (the bank), ask (questions by the facade, in this process)
//!                                └▶ workers (processes that limit themselves: what strangers send)
//! ```
//!
//! Given a listening socket, a bank and how to start a worker; answers HTTP until it is asked to stop. Nothing here
//! reads the clock for what is answered, and no solution leaves with a puzzle. What the pages need lies in `page/`,
//! sentences for people in `words/`, a file a language.

mod ahead;
mod api;
mod ask;
mod assets;
mod listen;
mod openapi;
mod options;
mod pages;
mod preview;
mod reply;
mod routes;
mod serve;
mod sheets;
mod site;
mod stock;
mod stop;
mod words;
mod workers;

pub use options::Options;
pub use preview::{Preview, View};
pub use serve::serve;
pub use stock::{SMALL_BANK, Stock};
pub use stop::{Stopped, Stopper, stopper};
pub use workers::{WorkerLimits, WorkerProgram, answer_one};

use site::Site;
