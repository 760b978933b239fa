//! Which files are watched, and what the system says of them.
//!
//! Folders are watched, not files: editors that save by renaming put another file in the place of the old
//! one. Files that a definition uses are known once it was read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::SystemTime;

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::watch::News;
use puzgen_base::diagnostics::{Code, Problem};

/// The files that are waited for.
#[derive(Debug)]
pub(super) struct WatchedFiles {
    watcher: RecommendedWatcher,
    folders: BTreeSet<PathBuf>,
    files: BTreeSet<PathBuf>,
    /// Whether any file in the folders counts.
    takes_any: bool,
}

impl WatchedFiles {
    /// Watches no file yet; what changes later goes to `news`.
    pub(super) fn new(news: Sender<News>) -> Result<Self, Problem> {
        let tell = move |event: notify::Result<Event>| {
            // What was missed may have been anything; that a file was read is no change.
            let paths = match event {
                Ok(event) if event.need_rescan() => None,
                Ok(Event { kind: EventKind::Access(_), .. }) => return,
                Ok(event) => Some(event.paths),
                Err(_) => None,
            };
            // At the end nobody listens any more.
            let _ = news.send(News::Changed(paths));
        };
        let watcher = notify::recommended_watcher(tell).map_err(|error| unwatched(None, &error))?;
        Ok(Self { watcher, folders: BTreeSet::new(), files: BTreeSet::new(), takes_any: false })
    }

    /// Watches these files instead of those before. Returns whether one that was not watched before was
    /// changed after `since`, so that what was read of it may be old.
    pub(super) fn set(
        &mut self,
        files: &[PathBuf],
        takes_any: bool,
        since: SystemTime,
    ) -> Result<bool, Problem> {
        let places: BTreeSet<PathBuf> = files.iter().flat_map(|file| places(file)).collect();
        let folders: BTreeSet<PathBuf> =
            places.iter().filter_map(|place| place.parent()).map(Path::to_path_buf).collect();
        for folder in self.folders.difference(&folders) {
            // A folder that is gone is watched no longer anyway.
            let _ = self.watcher.unwatch(folder);
        }
        for folder in folders.difference(&self.folders) {
            let watched = self.watcher.watch(folder, RecursiveMode::NonRecursive);
            watched.map_err(|error| unwatched(Some(folder), &error))?;
        }
        let is_later = |place: &&PathBuf| {
            let changed = std::fs::metadata(place).and_then(|data| data.modified());
            changed.is_ok_and(|changed| changed > since)
        };
        let is_old = places.difference(&self.files).any(|place| is_later(&place));
        (self.folders, self.files, self.takes_any) = (folders, places, takes_any);
        Ok(is_old)
    }

    /// Returns whether a change of these paths, or of anything, counts.
    pub(super) fn concern(&self, changed: Option<&[PathBuf]>) -> bool {
        let Some(changed) = changed else { return true };
        self.takes_any || changed.iter().any(|path| self.files.contains(path))
    }

    /// Returns how many files are watched.
    pub(super) fn count(&self) -> usize {
        self.files.len()
    }
}

/// Returns the names under which a file may change: its own, and where it is a link that of what it leads
/// to. The folder's name is the one that changes are told with.
fn places(file: &Path) -> impl Iterator<Item = PathBuf> {
    let parent = match file.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let own =
        parent.canonicalize().ok().zip(file.file_name()).map(|(folder, name)| folder.join(name));
    own.into_iter().chain(file.canonicalize().ok())
}

fn unwatched(folder: Option<&Path>, error: &notify::Error) -> Problem {
    let what = folder.map_or("files".to_owned(), |folder| format!("`{}`", folder.display()));
    let message = format!("{what} cannot be watched: {error}");
    let help = match error.kind {
        notify::ErrorKind::MaxFilesWatch => "end other programs that watch files",
        _ => "run `puzgen check` after each save",
    };
    Problem::bare(Code::Io, message).help(help)
}
