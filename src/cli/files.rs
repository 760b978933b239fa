//! Files that a definition is in or uses: opened here, and only what is meant to be read.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use cap_fs_ext::FileTypeExt as _;
use cap_std::ambient_authority;
use cap_std::fs::Dir;

use puzgen_check::reach::{self, MAX_BYTES, Unread, no_files};
use puzgen_system::{Folder, other_kind, to_read};

/// What a definition may read.
#[derive(Debug)]
pub(super) enum ReadAccess {
    /// Nothing but what is built in.
    BuiltIns,
    /// What is below a folder.
    Below(Folder),
    /// Every file, by the names that messages have for them.
    Anywhere(BTreeMap<String, PathBuf>),
}

impl ReadAccess {
    /// Returns what a definition may read that has no folder of its own.
    pub(super) fn without_folder(is_confined: bool) -> Self {
        if is_confined { Self::BuiltIns } else { Self::Anywhere(BTreeMap::new()) }
    }

    /// Reads a definition; returns its bytes and what it may read.
    pub(super) fn of(path: &Path, is_confined: bool) -> Result<(Vec<u8>, Self), Unread> {
        if !is_confined {
            let bytes = reach::bytes(open_given(path)?, MAX_BYTES)?;
            return Ok((bytes, Self::without_folder(false)));
        }
        let Some(name) = path.file_name() else {
            return Err(Unread::Failed("it is a folder".to_owned()));
        };
        let parent = path.parent().unwrap_or(Path::new(""));
        let place = if parent == Path::new("") { Path::new(".") } else { parent };
        let folder = Folder::new(Dir::open_ambient_dir(place, ambient_authority())?, parent);
        let bytes = reach::bytes(folder.open(Path::new(name))?, MAX_BYTES)?;
        Ok((bytes, Self::Below(folder)))
    }

    /// Returns the files that were read for the definition.
    pub(super) fn paths(self) -> Vec<PathBuf> {
        match self {
            Self::BuiltIns => Vec::new(),
            Self::Below(folder) => folder.names().map(PathBuf::from).collect(),
            Self::Anywhere(places) => places.into_values().collect(),
        }
    }

    /// Reads a file that a definition uses, relative to the file that uses it.
    pub(super) fn read(&mut self, from: &str, path: &str) -> Result<(String, String), Unread> {
        match self {
            Self::BuiltIns => no_files(from, path),
            Self::Below(folder) => folder.read(from, path),
            Self::Anywhere(places) => anywhere(places, from, path),
        }
    }
}

fn anywhere(
    places: &mut BTreeMap<String, PathBuf>,
    from: &str,
    path: &str,
) -> Result<(String, String), Unread> {
    // Where a path is not UTF-8, the name that messages show is not the path.
    let from = places.get(from).map_or(Path::new(from), PathBuf::as_path);
    let place = from.parent().unwrap_or(Path::new("")).join(path);
    let place = if place.is_dir() { place.join(reach::IN_FOLDER) } else { place };
    let text = reach::text(open_regular(&place)?, MAX_BYTES)?;
    // One name for one file, however it is reached, so that a circle is seen as one.
    let whole = place.canonicalize().unwrap_or(place);
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
    let name = whole.strip_prefix(&here).unwrap_or(&whole).display().to_string();
    places.insert(name.clone(), whole);
    Ok((name, text))
}

/// Opens a regular file to be read, and nothing else.
pub(super) fn open_regular(path: &Path) -> Result<File, Unread> {
    let file = cap_std::fs::File::open_ambient_with(path, &to_read(), ambient_authority())?;
    match other_kind(&file.metadata()?.file_type()) {
        None => Ok(file.into_std()),
        Some(kind) => Err(Unread::Failed(kind.to_owned())),
    }
}

/// Opens a file that the command line names as a definition: also what a shell puts in place of
/// `<(command)`, which is a pipe.
fn open_given(path: &Path) -> Result<File, Unread> {
    let is_pipe = std::fs::metadata(path)?.file_type().is_fifo();
    if is_pipe { Ok(File::open(path)?) } else { open_regular(path) }
}

/// Returns whether there is something at a path that is no folder.
///
/// # Errors
/// Where that cannot be said.
pub(super) fn is_there(path: &Path) -> std::io::Result<bool> {
    match std::fs::metadata(path) {
        Ok(data) => Ok(!data.is_dir()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
