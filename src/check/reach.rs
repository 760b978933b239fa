//! What a definition may read beside itself and what is built in, and how much of it.
//!
//! Nothing here opens a file: the embedding program reads what a definition names.

use std::io::{self, Read};

/// The most that is read for one definition, in bytes: itself and all files that it names.
pub const MAX_BYTES: usize = 16 << 20;

/// The most files that a definition may use, one through another.
pub const MAX_FILES: usize = 1_000;

/// The file in it that a folder stands for.
pub const IN_FOLDER: &str = "mod.rhai";

/// Why a file that a definition names is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// It cannot be, in words.
    Failed(String),
    /// It is outside of the folder that this definition may read.
    Outside,
    /// This definition may read no file at all.
    NoFiles,
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// Reads nothing: for a definition that may use what is built in, and nothing else.
///
/// # Errors
/// Always.
pub fn no_files(_from: &str, _path: &str) -> Result<(String, String), Unread> {
    Err(Unread::NoFiles)
}

/// Reads a text of at most `most` bytes.
///
/// # Errors
/// What cannot be read, is larger, or is not UTF-8.
pub fn text(source: impl Read, most: usize) -> Result<String, Unread> {
    match String::from_utf8(bytes(source, most)?) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(_) => Err(Unread::Failed("it is not UTF-8 text".to_owned())),
    }
}

/// Reads at most `most` bytes.
///
/// # Errors
/// What cannot be read, or is larger.
pub fn bytes(source: impl Read, most: usize) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    source.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(Unread::Failed(format!("it has more than {} MiB", most >> 20)));
    }
    Ok(bytes)
}
