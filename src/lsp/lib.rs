//! The language server: what editors ask about definitions, answered by the Language Server Protocol.
//!
//! Given a function that opens the folder of a file, [`serve_stdio`] answers until the editor
//! ends it. A kind of request is a file here and a line in `handlers::HANDLERS`. Texts are the
//! editor's own where it has them; other files are read below the folder of the file that names them, and
//! nothing else is read. Must not write files, and has no clock: problems are told once no message waits.
//!
//! Nothing that an editor sends may end the server: a panic becomes the error of one answer.

mod actions;
mod addresses;
mod answer;
mod client;
mod colours;
mod commands;
mod completion;
mod context;
mod definition;
mod expected;
mod formatting;
mod glance;
mod handlers;
mod highlight;
mod hints;
mod hover;
mod lens;
mod names;
mod places;
mod positions;
mod prepare_rename;
mod problems;
mod references;
mod refusal;
mod rename;
mod server;
mod signature;
mod symbols;
#[cfg(test)]
mod tests;
mod texts;
mod work;
mod workspace;

pub use glance::{Glance, glance};
pub use server::serve_stdio;
pub use workspace::FolderOpener;
