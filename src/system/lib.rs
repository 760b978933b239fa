//! What the operating system supplies to the programs that embed puzgen: threads, and folders that definitions are
//! confined to.

mod folder;
mod threads;

pub use folder::{Folder, other_kind, to_read};
pub use threads::SystemThreads;
