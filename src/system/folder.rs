//! Folders that definitions are confined to.
//!
//! Nothing here opens a file by itself: the folder is handed over by the caller, and what is read is
//! below it, whatever paths and links say.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use cap_fs_ext::{FileTypeExt as _, OpenOptionsSyncExt as _};
use cap_std::fs::{Dir, FileType, OpenOptions};
use puzgen_check::reach::{IN_FOLDER, MAX_BYTES, Unread, text};

/// Returns what to say of a file that is no regular one; nothing of one that is.
pub fn other_kind(kind: &FileType) -> Option<&'static str> {
    match kind {
        kind if kind.is_file() => None,
        kind if kind.is_dir() => Some("it is a folder"),
        kind if kind.is_symlink() => Some("it is a symbolic link"),
        kind if kind.is_fifo() => Some("it is a named pipe"),
        kind if kind.is_socket() => Some("it is a socket"),
        _ => Some("it is a device"),
    }
}

/// Returns how a file is opened to be read: one that gives no bytes yet, such as a named pipe, must not
/// keep the program waiting before it is refused.
pub fn to_read() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).nonblock(true);
    options
}

/// A folder that a definition is confined to.
#[derive(Debug)]
pub struct Folder {
    folder: Dir,
    /// How messages call the folder.
    name: PathBuf,
    /// Where in the folder the files are that were read, by the names that messages have for them.
    places: BTreeMap<String, PathBuf>,
}

impl Folder {
    /// Returns a folder that was opened, which messages call `name`.
    pub fn new(folder: Dir, name: impl Into<PathBuf>) -> Self {
        Self { folder, name: name.into(), places: BTreeMap::new() }
    }

    /// Returns the names of the files that were read.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    /// Opens a regular file by its path in the folder.
    ///
    /// # Errors
    /// What is outside, or no regular file.
    pub fn open(&self, path: &Path) -> Result<impl Read + use<>, Unread> {
        let file = self.folder.open_with(path, &to_read()).map_err(unread)?;
        match other_kind(&file.metadata()?.file_type()) {
            None => Ok(file),
            Some(kind) => Err(Unread::Failed(kind.to_owned())),
        }
    }

    /// Returns the paths of regular files with this ending, in the folder and in those below it, in their
    /// order: `most` at most, from as many folders at most, the nearest ones. Hidden folders are passed over,
    /// and so are links.
    pub fn files(&self, ending: &str, most: usize) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let (mut folders, mut next) = (vec![PathBuf::from(".")], 0);
        while next < folders.len() && next < most && found.len() < most {
            let folder = folders[next].clone();
            next += 1;
            let Ok(entries) = self.folder.read_dir(&folder) else { continue };
            for entry in entries.flatten() {
                let name = entry.file_name();
                let path = folder.join(&name);
                let is_hidden = name.to_string_lossy().starts_with('.');
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() && !is_hidden => folders.push(path),
                    Ok(kind) if kind.is_file() && name.to_string_lossy().ends_with(ending) => {
                        found.push(path);
                    }
                    _ => {}
                }
            }
        }
        found.sort();
        found.truncate(most);
        found
    }

    /// Reads a used file: given the name of the file that uses it and the path as written, returns the
    /// name to show and the text. The path is relative to the file, or to the folder where the file is
    /// not of the folder.
    ///
    /// # Errors
    /// What is outside, cannot be read, or is too large.
    pub fn read(&mut self, from: &str, path: &str) -> Result<(String, String), Unread> {
        let beside = self.places.get(from).and_then(|place| place.parent());
        let place = beside.unwrap_or(Path::new("")).join(path);
        let is_folder = self.folder.metadata(&place).map_err(unread)?.is_dir();
        let place = if is_folder { place.join(IN_FOLDER) } else { place };
        let text = text(self.open(&place)?, MAX_BYTES)?;
        // One name for one file, however it is reached, so that a circle is seen as one.
        let place = self.folder.canonicalize(&place).map_err(unread)?;
        let name = self.name.join(&place).display().to_string();
        self.places.insert(name.clone(), place);
        Ok((name, text))
    }
}

/// Tells what the operating system refused from what leads out of the folder, which has no number.
fn unread(error: io::Error) -> Unread {
    match (error.kind(), error.raw_os_error()) {
        (ErrorKind::PermissionDenied, None) => Unread::Outside,
        _ => error.into(),
    }
}
