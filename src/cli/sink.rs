//! Where puzzles go: standard output, a file, or a folder with a file for each index.
//!
//! # Invariants
//! * A file has another name until it is complete: `NAME.part`.
//! * A file and a folder have a journal beside them until the run is complete. An entry of it is
//!   written after the puzzles it speaks of, so what it says is finished is there; what is there
//!   beyond it is made again.
//! * One run at a time writes: it holds a lock on the file that says that a run was begun (`NAME.part`
//!   itself, the journal of a folder).

use std::fs::{File, TryLockError};
use std::io::{BufReader, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use crate::cli::Failure;
use crate::cli::journal::{Entry, Identity, Journal, Past};
use crate::cli::output::Console;
use crate::diagnostics::{Code, Problem};

/// The journal of a folder.
const FOLDER_JOURNAL: &str = "puzgen.journal";

/// Where a run writes to.
#[derive(Debug, Clone)]
pub(super) enum Place {
    Console,
    File(PathBuf),
    Folder(PathBuf),
}

/// What an earlier run left at a place.
#[derive(Debug)]
pub(super) enum Left {
    Nothing,
    /// All that was asked for.
    Complete,
    /// A run that was begun.
    Begun(Box<Past>),
}

/// A place that this run alone writes to, with what an earlier one left.
#[derive(Debug)]
pub(super) struct Claim {
    place: Place,
    /// The locked file that says that a run was begun.
    mark: Option<File>,
    pub(super) left: Left,
}

/// How the files of a folder are called: `sudoku-7-000012.txt`, the number being the index.
#[derive(Debug, Clone)]
pub(super) struct Names {
    pub(super) puzzle: String,
    pub(super) seed: u64,
    pub(super) extension: &'static str,
}

impl Names {
    /// Six digits whatever the count, so that the names of a million sort and none depends on how
    /// many were asked for.
    fn of(&self, index: u64) -> String {
        let Self { puzzle, seed, extension } = self;
        format!("{puzzle}-{seed}-{index:06}.{extension}")
    }
}

pub(super) fn io_problem(path: &Path, error: &std::io::Error) -> Problem {
    let message = format!("`{}` cannot be written: {error}", path.display());
    Problem::bare(Code::Io, message).help("choose another place with `--out`")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

impl Place {
    /// Returns what `--out` means.
    pub(super) fn of(out: Option<&Path>) -> Self {
        let Some(path) = out else { return Self::Console };
        if path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator) {
            Self::Folder(path.to_path_buf())
        } else {
            Self::File(path.to_path_buf())
        }
    }

    pub(super) fn is_folder(&self) -> bool {
        matches!(self, Self::Folder(_))
    }

    /// Returns the file that says that a run was begun, and the journal.
    fn files(&self) -> Option<(PathBuf, PathBuf)> {
        match self {
            Self::Console => None,
            Self::File(path) => Some((with_ending(path, ".part"), with_ending(path, ".journal"))),
            Self::Folder(folder) => {
                let journal = folder.join(FOLDER_JOURNAL);
                Some((journal.clone(), journal))
            }
        }
    }

    /// Takes possession of the place, and looks for what an earlier run left if this one
    /// `resumes`.
    ///
    /// # Errors
    /// `io` where nothing can be written, another run is at it, or an earlier one left something
    /// and this one does not resume.
    pub(super) fn claim(self, resumes: bool) -> Result<Claim, Problem> {
        let Some((mark, journal)) = self.files() else {
            return Ok(Claim { place: self, mark: None, left: Left::Nothing });
        };
        if let Self::Folder(folder) = &self {
            std::fs::create_dir_all(folder).map_err(|error| io_problem(folder, &error))?;
        }
        if let (true, Self::File(path)) = (resumes && !mark.exists(), &self) {
            // A run may have been killed between its last two steps.
            remove_if_there(&journal)?;
            if path.exists() {
                return Ok(Claim { place: self, mark: None, left: Left::Complete });
            }
        }
        let mut options = File::options();
        options.read(true).write(true);
        let (file, is_new) = match options.clone().create_new(true).open(&mark) {
            Ok(file) => (file, true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                (options.open(&mark).map_err(|error| io_problem(&mark, &error))?, false)
            }
            Err(error) => return Err(io_problem(&mark, &error)),
        };
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let message = format!("`{}` is being written by another run", mark.display());
            let help = "wait for it, or choose another place with `--out`";
            return Err(Problem::bare(Code::Io, message).help(help));
        }
        if is_new {
            return Ok(Claim { place: self, mark: Some(file), left: Left::Nothing });
        }
        if !resumes {
            let message = format!("`{}` is left from a run that was stopped", mark.display());
            return Err(Problem::bare(Code::Io, message)
                .help("go on with it by `--resume`, or rename or remove it"));
        }
        let left = match Past::read(&journal)? {
            Some(past) => Left::Begun(Box::new(past)),
            None if self.is_folder() || file.metadata().is_ok_and(|data| data.len() == 0) => {
                Left::Nothing
            }
            None => {
                let message = format!("`{}` has no journal to go on from", mark.display());
                return Err(Problem::bare(Code::OtherRun, message)
                    .help("its complete puzzles are good: rename or remove it"));
            }
        };
        Ok(Claim { place: self, mark: Some(file), left })
    }
}

fn remove_if_there(path: &Path) -> Result<(), Problem> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(io_problem(path, &error)),
        _ => Ok(()),
    }
}

/// A place that is being written to.
#[derive(Debug)]
pub(super) enum Sink {
    Console,
    File { file: File, part: PathBuf, path: PathBuf, journal: Journal },
    Folder { folder: PathBuf, names: Names, journal: Journal },
}

impl Claim {
    /// Returns whether a folder has all files of so many indexes.
    pub(super) fn has_all(&self, names: &Names, count: u64) -> bool {
        let Place::Folder(folder) = &self.place else { return false };
        count > 0 && (0..count).all(|index| folder.join(names.of(index)).exists())
    }

    /// Gives the place up again, nothing having been written.
    pub(super) fn release(self) -> Result<(), Problem> {
        match (self.place.files(), self.left) {
            (Some((mark, _)), Left::Nothing) => remove_if_there(&mark),
            _ => Ok(()),
        }
    }

    /// Refuses what an earlier run left if it is not of the run that is asked for.
    pub(super) fn must_agree(&self, identity: &Identity, count: u64) -> Result<(), Problem> {
        let (Left::Begun(past), Some((mark, _))) = (&self.left, self.place.files()) else {
            return Ok(());
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
        names: Names,
    ) -> Result<(Sink, Option<Past>), Problem> {
        let mut past = match self.left {
            Left::Begun(past) => Some(*past),
            Left::Nothing | Left::Complete => None,
        };
        let files = self.place.files();
        let (Some((mark, journal)), Some(mut file)) = (files, self.mark) else {
            return Ok((Sink::Console, None));
        };
        let sink = match self.place {
            Place::Console => Sink::Console,
            Place::File(path) => {
                let length = past.as_mut().map_or(Ok(0), |past| keep_whole(&mut file, past));
                length
                    .and_then(|length| file.set_len(length))
                    .and_then(|()| file.seek(SeekFrom::End(0)))
                    .map_err(|error| io_problem(&mark, &error))?;
                let log = File::options().write(true).create(true).truncate(false).open(&journal);
                let log = log.map_err(|error| io_problem(&journal, &error))?;
                let journal = Journal::new(log, journal, identity, past.as_ref())?;
                Sink::File { file, part: mark, path, journal }
            }
            Place::Folder(folder) => {
                if let Some(past) = &mut past {
                    let is_whole = |entry: &&Entry| {
                        let path = folder.join(names.of(entry.index));
                        entry.bytes == 0 || std::fs::read(path).is_ok_and(|text| entry.is_of(&text))
                    };
                    past.truncate(past.entries.iter().take_while(is_whole).count());
                }
                let journal = Journal::new(file, journal, identity, past.as_ref())?;
                Sink::Folder { folder, names, journal }
            }
        };
        Ok((sink, past))
    }
}

/// Forgets the entries from the first that is not what the file says; returns how long the file is
/// up to there.
fn keep_whole(file: &mut File, past: &mut Past) -> std::io::Result<u64> {
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

impl Sink {
    /// Writes the puzzles of a finished index.
    pub(super) fn write(
        &mut self,
        console: &mut Console,
        text: &str,
        entry: &Entry,
    ) -> Result<(), Failure> {
        match self {
            Self::Console => console.print(text)?,
            Self::File { file, part, journal, .. } => {
                file.write_all(text.as_bytes()).map_err(|error| io_problem(part, &error))?;
                journal.append(entry)?;
            }
            Self::Folder { folder, names, journal } => {
                // An index may have no puzzle.
                if !text.is_empty() {
                    let path = folder.join(names.of(entry.index));
                    let part = with_ending(&path, ".part");
                    std::fs::write(&part, text)
                        .and_then(|()| std::fs::rename(&part, &path))
                        .map_err(|error| io_problem(&path, &error))?;
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
        text: &str,
    ) -> Result<(), Failure> {
        match self {
            Self::Console => console.print(text)?,
            Self::File { file, part, .. } => {
                file.write_all(text.as_bytes()).map_err(|error| io_problem(part, &error))?;
            }
            Self::Folder { .. } => {}
        }
        Ok(())
    }

    /// Returns whether a later run can go on.
    pub(super) fn can_resume(&self) -> bool {
        !matches!(self, Self::Console)
    }

    /// Gives everything its final name.
    pub(super) fn finish(self) -> Result<(), Problem> {
        match self {
            Self::Console => Ok(()),
            Self::File { file, part, path, journal } => {
                file.sync_all()
                    .and_then(|()| std::fs::rename(&part, &path))
                    .map_err(|error| io_problem(&path, &error))?;
                journal.remove()
            }
            Self::Folder { journal, .. } => journal.remove(),
        }
    }

    /// Removes what tells of a run of which nothing is finished.
    pub(super) fn discard(self) -> Result<(), Problem> {
        match self {
            Self::Console => Ok(()),
            Self::File { part, journal, .. } => {
                remove_if_there(&part)?;
                journal.remove()
            }
            Self::Folder { journal, .. } => journal.remove(),
        }
    }
}
