//! Where puzzles go: standard output, a pipe or device, a file, or a folder with a file for each index.
//!
//! # Invariants
//! * A file has another name until it is complete: `NAME.part`.
//! * A file and a folder have a journal beside them. An entry of it is written after the puzzles that
//!   it is about, so what it says is finished is there; what is there beyond it is made again. It stays when the
//!   run is complete, for a run that asks for more.
//! * One run at a time writes: it holds a lock on the file that says that a run was begun (`NAME.part`
//!   itself, the journal of a folder).
//! * What is replaced, and what is made beside it, are regular files (`target.rs`).

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use crate::Failure;
use crate::files::open_regular;
use crate::journal::{EarlierRun, Identity, Journal, JournalEntry, must_be_journal};
use crate::output::Console;
use crate::target::{
    OutputPath, io_problem, made, must_not_be_read, open_alone, open_own, open_stream, take_place,
    with_ending, write_through,
};
use puzgen_base::diagnostics::{Code, Problem};

/// The journal of a folder.
const FOLDER_JOURNAL: &str = "puzgen.journal";

/// Where a run writes to.
#[derive(Debug, Clone)]
pub(super) enum Destination {
    Console,
    /// A pipe or a device.
    Stream(PathBuf),
    File(PathBuf),
    Folder(PathBuf),
}

/// What an earlier run left at a destination.
#[derive(Debug)]
pub(super) enum LeftBehind {
    Nothing,
    /// All that was asked for, with the journal where there is one.
    Complete(Option<Box<EarlierRun>>),
    /// A run that was begun.
    Begun(Box<EarlierRun>),
}

/// A destination that no other run writes to, with what an earlier one left. Dropped without being opened,
/// it removes the file that it has made.
#[derive(Debug)]
pub(super) struct ClaimedDestination {
    place: Destination,
    /// The locked file that says that a run was begun.
    mark: Option<File>,
    /// Removes it again where nothing is begun.
    fresh: Option<Fresh>,
    pub(super) left: LeftBehind,
}

/// A file that goes away unless it is kept.
#[derive(Debug)]
struct Fresh(Option<PathBuf>);

impl Fresh {
    fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        // If it cannot be removed, a later run reports it.
        let _ = self.0.as_ref().map(std::fs::remove_file);
    }
}

/// How the files of a folder are called: `sudoku-7-000012.txt`, the number being the index.
#[derive(Debug, Clone)]
pub(super) struct FileNames {
    pub(super) puzzle: String,
    pub(super) seed: u64,
    pub(super) extension: &'static str,
}

impl FileNames {
    /// Six digits whatever the count, so that the names of a million sort and none depends on how
    /// many were asked for.
    fn of(&self, index: u64) -> String {
        let Self { puzzle, seed, extension } = self;
        format!("{puzzle}-{seed}-{index:06}.{extension}")
    }
}

impl Destination {
    /// Returns what `--out` means.
    ///
    /// # Errors
    /// `io` where it leads to what cannot be written; `usage` where that is one of the files `read`.
    pub(super) fn of(out: Option<&Path>, read: &[PathBuf]) -> Result<Self, Problem> {
        let Some(path) = out else { return Ok(Self::Console) };
        Ok(match OutputPath::of(path)? {
            OutputPath::Console => Self::Console,
            OutputPath::Stream(place) => Self::Stream(place),
            OutputPath::Folder(place) => Self::Folder(place),
            OutputPath::File(place) => {
                must_not_be_read(&place, read)?;
                Self::File(place)
            }
        })
    }

    pub(super) fn is_folder(&self) -> bool {
        matches!(self, Self::Folder(_))
    }

    /// Returns the file that says that a run was begun, and the journal.
    fn files(&self) -> Option<(PathBuf, PathBuf)> {
        match self {
            Self::Console | Self::Stream(_) => None,
            Self::File(path) => Some((with_ending(path, ".part"), with_ending(path, ".journal"))),
            Self::Folder(folder) => {
                let journal = folder.join(FOLDER_JOURNAL);
                Some((journal.clone(), journal))
            }
        }
    }

    /// Claims the destination for this run, and looks for what an earlier run left if this one
    /// `resumes`.
    ///
    /// # Errors
    /// `io` where nothing can be written, another run is at it, or an earlier one left something
    /// and this one does not resume.
    pub(super) fn claim(self, resumes: bool) -> Result<ClaimedDestination, Problem> {
        let Some((mark, journal)) = self.files() else {
            if resumes {
                let message = "a run that goes to no file or folder cannot be gone on with";
                return Err(Problem::bare(Code::Usage, message).help("leave `--resume` out"));
            }
            return Ok(ClaimedDestination {
                place: self,
                mark: None,
                fresh: None,
                left: LeftBehind::Nothing,
            });
        };
        if let Self::Folder(folder) = &self {
            std::fs::create_dir_all(folder).map_err(|error| io_problem(folder, &error))?;
        }
        must_be_journal(&journal)?;
        let is_begun = std::fs::symlink_metadata(&mark).is_ok();
        if let (true, Self::File(path)) = (resumes && !is_begun, &self) {
            let past = EarlierRun::read(&journal)?.filter(|past| past.is_complete).map(Box::new);
            if path.exists() {
                let left = LeftBehind::Complete(past);
                return Ok(ClaimedDestination { place: self, mark: None, fresh: None, left });
            }
            // A journal without its puzzles is overwritten once the file is locked; until then it may be that
            // of a run which begins at the same time.
        }
        let (file, is_new) = open_alone(&mark)?;
        let is_empty = file.metadata().is_ok_and(|data| data.len() == 0);
        // Two runs may begin at once: one has made the file, the other one has locked it.
        let past = if is_new { None } else { EarlierRun::read(&journal)?.map(Box::new) };
        let ended = past.as_ref().is_some_and(|past| past.is_complete);
        if ended && self.is_folder() {
            let left = if resumes { LeftBehind::Complete(past) } else { LeftBehind::Nothing };
            return Ok(ClaimedDestination { place: self, mark: Some(file), fresh: None, left });
        }
        // A journal with an ending belongs to an earlier, complete run.
        let is_free = is_empty && (self.is_folder() || ended || !journal.exists());
        if is_new || is_free {
            let (mark, fresh) = (Some(file), Some(Fresh(Some(mark))));
            return Ok(ClaimedDestination { place: self, mark, fresh, left: LeftBehind::Nothing });
        }
        if !resumes {
            let message = format!("`{}` is left from a run that was stopped", mark.display());
            return Err(Problem::bare(Code::Io, message)
                .help("go on with it by `--resume`, or rename or remove it"));
        }
        let left = match past {
            Some(past) => LeftBehind::Begun(past),
            None if self.is_folder() || is_empty => LeftBehind::Nothing,
            None => {
                let message = format!("`{}` has no journal to go on from", mark.display());
                return Err(Problem::bare(Code::OtherRun, message)
                    .help("its complete puzzles are good: rename or remove it"));
            }
        };
        Ok(ClaimedDestination { place: self, mark: Some(file), fresh: None, left })
    }
}

fn remove_if_there(path: &Path) -> Result<(), Problem> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(io_problem(path, &error)),
        _ => Ok(()),
    }
}

/// A destination that is being written to.
#[derive(Debug)]
pub(super) enum OutputSink {
    Console,
    Stream { file: File, path: PathBuf },
    File { file: File, part: PathBuf, path: PathBuf, journal: Journal },
    Folder { folder: PathBuf, names: FileNames, journal: Journal },
}

impl ClaimedDestination {
    /// Returns whether a folder has all files of so many indexes.
    pub(super) fn has_all(&self, names: &FileNames, count: u64) -> bool {
        let Destination::Folder(folder) = &self.place else { return false };
        count > 0 && (0..count).all(|index| folder.join(names.of(index)).exists())
    }

    /// Returns whether an earlier run was complete with so many indexes, and all that it wrote is there.
    pub(super) fn is_complete(&self, names: &FileNames, count: u64) -> bool {
        let LeftBehind::Complete(Some(past)) = &self.left else { return false };
        let is_there = |entry: &JournalEntry| match &self.place {
            Destination::Folder(folder) => {
                entry.bytes == 0 || folder.join(names.of(entry.index)).exists()
            }
            _ => true,
        };
        past.entries.len() as u64 == count && past.entries.iter().all(is_there)
    }

    /// Returns whether an earlier run was begun and not ended.
    pub(super) fn is_begun(&self) -> bool {
        matches!(self.left, LeftBehind::Begun(_))
    }

    /// Forgets what a complete run wrote to a folder if it is another one: both have files of their own.
    pub(super) fn leave_others_alone(&mut self, identity: &Identity) {
        if let (LeftBehind::Complete(Some(past)), true) = (&self.left, self.place.is_folder())
            && !identity.differences(&past.identity).is_empty()
        {
            self.left = LeftBehind::Nothing;
        }
    }

    /// Refuses what an earlier run left if it is not of the run that is asked for.
    pub(super) fn must_agree(&self, identity: &Identity, count: u64) -> Result<(), Problem> {
        let (LeftBehind::Begun(past) | LeftBehind::Complete(Some(past)), Some((mark, _))) =
            (&self.left, self.place.files())
        else {
            return Ok(());
        };
        let mark = match &self.place {
            Destination::File(path) if past.is_complete => path.clone(),
            _ => mark,
        };
        let other = identity.differences(&past.identity);
        if !other.is_empty() {
            let (mark, other) = (mark.display(), other.join(", "));
            let message = format!("`{mark}` is left from a run that differs in {other}");
            return Err(Problem::bare(Code::OtherRun, message)
                .help("repeat that run's options to go on with it, or rename or remove it"));
        }
        let done = past.entries.len();
        if count < done as u64 {
            let message = format!("{done} puzzles are finished, and {count} are asked for");
            return Err(Problem::bare(Code::OtherRun, message)
                .help(format!("ask for `--count {done}` at least")));
        }
        Ok(())
    }

    /// Begins to write, or goes on. Returns what of the earlier run was found to be whole.
    pub(super) fn open(
        self,
        identity: &Identity,
        names: FileNames,
    ) -> Result<(OutputSink, Option<EarlierRun>), Problem> {
        let mut past = match self.left {
            LeftBehind::Begun(past) | LeftBehind::Complete(Some(past)) => Some(*past),
            LeftBehind::Nothing | LeftBehind::Complete(None) => None,
        };
        let files = self.place.files();
        let file = match (&self.place, &files, self.mark) {
            (Destination::File(path), Some((mark, _)), None) => Some(reopened(path, mark)?),
            (_, _, mark) => mark,
        };
        let (Some((mark, journal)), Some(mut file)) = (files, file) else {
            let sink = match self.place {
                Destination::Stream(path) => OutputSink::Stream { file: open_stream(&path)?, path },
                _ => OutputSink::Console,
            };
            return Ok((sink, None));
        };
        let sink = match self.place {
            Destination::Console | Destination::Stream(_) => {
                puzgen_base::bug!("a stream has no journal")
            }
            Destination::File(path) => {
                let length = past.as_mut().map_or(Ok(0), |past| keep_whole(&mut file, past));
                length
                    .and_then(|length| file.set_len(length))
                    .and_then(|()| file.seek(SeekFrom::End(0)))
                    .map_err(|error| io_problem(&mark, &error))?;
                let (log, _) = open_own(&journal)?;
                let journal = Journal::new(log, journal, identity, past.as_ref())?;
                OutputSink::File { file, part: mark, path, journal }
            }
            Destination::Folder(folder) => {
                if let Some(past) = &mut past {
                    let is_whole = |entry: &&JournalEntry| {
                        let path = folder.join(names.of(entry.index));
                        match entry.bytes {
                            0 => entry.is_of(&[]),
                            _ => text_of(&path, entry.bytes).is_some_and(|text| entry.is_of(&text)),
                        }
                    };
                    past.truncate(past.entries.iter().take_while(is_whole).count());
                }
                let journal = Journal::new(file, journal, identity, past.as_ref())?;
                OutputSink::Folder { folder, names, journal }
            }
        };
        if let Some(fresh) = self.fresh {
            fresh.keep();
        }
        Ok((sink, past))
    }
}

/// Gives a complete file the name of one that was begun, and opens it.
fn reopened(path: &Path, mark: &Path) -> Result<File, Problem> {
    // Another run may have renamed it already; then that run holds the lock.
    if std::fs::symlink_metadata(mark).is_err() {
        std::fs::rename(path, mark).map_err(|error| io_problem(path, &error))?;
    }
    open_alone(mark).map(|(file, _)| file)
}

/// Returns what a regular file says, if it is as long as it must be.
fn text_of(path: &Path, length: u64) -> Option<Vec<u8>> {
    let mut file = open_regular(path).ok()?;
    let mut text = Vec::new();
    if file.metadata().ok()?.len() == length {
        file.read_to_end(&mut text).ok()?;
    }
    Some(text)
}

/// Forgets the entries from the first that is not what the file says; returns how long the file is
/// up to there.
fn keep_whole(file: &mut File, past: &mut EarlierRun) -> std::io::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::new(file);
    let (mut length, mut whole) = (0, 0);
    let mut text = Vec::new();
    for entry in &past.entries {
        text.clear();
        reader.by_ref().take(entry.bytes).read_to_end(&mut text)?;
        if !entry.is_of(&text) {
            break;
        }
        length += entry.bytes;
        whole += 1;
    }
    past.truncate(whole);
    Ok(length)
}

impl OutputSink {
    /// Writes the puzzles of a finished index.
    pub(super) fn write(
        &mut self,
        console: &mut Console,
        bytes: &[u8],
        entry: &JournalEntry,
    ) -> Result<(), Failure> {
        match self {
            Self::Console => console.print_bytes(bytes)?,
            Self::Stream { file, path } => write_through(file, path, bytes)?,
            Self::File { file, part, journal, .. } => {
                file.write_all(bytes).map_err(|error| io_problem(part, &error))?;
                journal.append(entry)?;
            }
            Self::Folder { folder, names, journal } => {
                // An index may have no puzzle.
                if !bytes.is_empty() {
                    let path = folder.join(names.of(entry.index));
                    let part = with_ending(&path, ".part");
                    made(&part, bytes)?;
                    take_place(&part, &path)?;
                }
                journal.append(entry)?;
            }
        }
        Ok(())
    }

    /// Writes what was reached of an index when time was over: valid, but to be made again by a
    /// run that goes on. A folder has finished ones only.
    pub(super) fn write_unfinished(
        &mut self,
        console: &mut Console,
        bytes: &[u8],
    ) -> Result<(), Failure> {
        match self {
            Self::Console => console.print_bytes(bytes)?,
            Self::Stream { file, path } => write_through(file, path, bytes)?,
            Self::File { file, part, .. } => {
                file.write_all(bytes).map_err(|error| io_problem(part, &error))?;
            }
            Self::Folder { .. } => {}
        }
        Ok(())
    }

    /// Returns whether a later run can go on.
    pub(super) fn can_resume(&self) -> bool {
        !matches!(self, Self::Console | Self::Stream { .. })
    }

    /// Gives everything its final name, `count` indexes being all.
    pub(super) fn finish(self, count: u64) -> Result<(), Problem> {
        match self {
            Self::Console | Self::Stream { .. } => Ok(()),
            Self::File { file, part, path, mut journal } => {
                file.sync_all().map_err(|error| io_problem(&part, &error))?;
                journal.end(count)?;
                take_place(&part, &path)
            }
            Self::Folder { mut journal, .. } => journal.end(count),
        }
    }

    /// Removes what tells of a run of which nothing is finished.
    pub(super) fn discard(self) -> Result<(), Problem> {
        match self {
            Self::Console | Self::Stream { .. } => Ok(()),
            Self::File { part, journal, .. } => {
                remove_if_there(&part)?;
                journal.remove()
            }
            Self::Folder { journal, .. } => journal.remove(),
        }
    }
}
