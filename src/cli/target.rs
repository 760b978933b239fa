//! What a path that is to be written leads to, and how files are made there.
//!
//! A file is made under another name beside its place and renamed when it is complete, so only a regular
//! file, or none, may be there. A link stays: what it leads to is written. Pipes and devices are written through, and
//! nothing is made beside them.

use std::fs::{File, Metadata, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use cap_fs_ext::OpenOptionsSyncExt as _;
use cap_fs_ext::{FileTypeExt as _, FollowSymlinks, OpenOptionsFollowExt as _};
use cap_std::ambient_authority;
use cap_std::fs::OpenOptions;

use crate::Failure;
use crate::output::Console;
use puzgen_base::diagnostics::{Code, Problem};

/// How many links are followed, as the system does.
const MOST_LINKS: usize = 40;

/// What a path leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OutputPath {
    /// A regular file or none yet, where the path itself leads to.
    File(PathBuf),
    Folder(PathBuf),
    /// A pipe or a device, or what is open already.
    Stream(PathBuf),
    /// What standard output is.
    Console,
}

impl OutputPath {
    /// Finds out what a path leads to; `-` is standard output.
    ///
    /// # Errors
    /// What cannot be written to, or told.
    pub(super) fn of(path: &Path) -> Result<Self, Problem> {
        if path == Path::new("-") {
            return Ok(Self::Console);
        }
        let place = resolved(path).map_err(|error| io_problem(path, &error))?;
        let data = match std::fs::metadata(&place) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return match path.file_name() {
                    _ if ends_as_folder(path) => Ok(Self::Folder(place)),
                    Some(_) => Ok(Self::File(place)),
                    None => Err(refused(path, "it is no name of a file")),
                };
            }
            data => data.map_err(|error| io_problem(path, &error))?,
        };
        let kind = data.file_type();
        if is_standard_output(&data) {
            return Ok(Self::Console);
        }
        if kind.is_file() && !is_link(&place) {
            return Ok(Self::File(place));
        }
        if kind.is_dir() {
            return Ok(Self::Folder(place));
        }
        if kind.is_file() || kind.is_fifo() || kind.is_char_device() {
            return Ok(Self::Stream(place));
        }
        Err(refused(path, other_kind(&data)))
    }

    /// Writes a whole file: all of it is there, or nothing has changed.
    pub(super) fn write(&self, console: &mut Console, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Console => console.print_bytes(bytes)?,
            Self::Folder(path) => return Err(refused(path, "it is a folder").into()),
            Self::Stream(path) => write_through(&mut open_stream(path)?, path, bytes)?,
            Self::File(path) => {
                let part = with_ending(path, ".part");
                let file = made(&part, bytes)?;
                if let Ok(data) = std::fs::metadata(path) {
                    let kept = file.set_permissions(data.permissions());
                    kept.map_err(|error| io_problem(&part, &error))?;
                }
                file.sync_all().map_err(|error| io_problem(&part, &error))?;
                take_place(&part, path)?;
            }
        }
        Ok(())
    }
}

/// Makes a file of the program's own with this text, or none.
pub(super) fn made(path: &Path, bytes: &[u8]) -> Result<File, Problem> {
    let (mut file, _) = open_alone(path)?;
    let written = file.set_len(0).and_then(|()| file.write_all(bytes));
    written.map_err(|error| {
        // The error of the write is reported; that the file cannot be removed either adds nothing.
        let _ = std::fs::remove_file(path);
        io_problem(path, &error)
    })?;
    Ok(file)
}

/// Gives a complete file its name.
pub(super) fn take_place(part: &Path, path: &Path) -> Result<(), Problem> {
    match std::fs::symlink_metadata(path) {
        Ok(data) if !data.is_file() => return Err(in_the_way(path, &data)),
        _ => {}
    }
    std::fs::rename(part, path).map_err(|error| io_problem(path, &error))
}

/// Opens a file of the program's own that no other run writes to. Returns whether it is new.
pub(super) fn open_alone(path: &Path) -> Result<(File, bool), Problem> {
    const ATTEMPTS: usize = 100;
    for _ in 0..ATTEMPTS {
        let (file, is_new) = open_own(path)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            break;
        }
        // A run that ended in between has given the file its final name, or removed it.
        let there = std::fs::symlink_metadata(path);
        let is_gone = match (file.metadata(), there) {
            (Ok(own), Ok(there)) => is_same(&own, &there) == Some(false),
            _ => true,
        };
        if !is_gone {
            return Ok((file, is_new));
        }
    }
    let message = format!("`{}` is being written by another run", path.display());
    let help = "wait for it, or choose another place";
    Err(Problem::bare(Code::Io, message).help(help))
}

/// Opens a file that only this program uses: a regular one and no link. Returns whether
/// it is new.
pub(super) fn open_own(path: &Path) -> Result<(File, bool), Problem> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).follow(FollowSymlinks::No).nonblock(true);
    let open = |options: &OpenOptions| {
        cap_std::fs::File::open_ambient_with(path, options, ambient_authority())
            .map(cap_std::fs::File::into_std)
    };
    match open(options.clone().create_new(true)) {
        Ok(file) => return Ok((file, true)),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(io_problem(path, &error)),
    }
    if let Ok(data) = std::fs::symlink_metadata(path)
        && !data.is_file()
    {
        return Err(in_the_way(path, &data));
    }
    // The open file is looked at again: it may have become another one meanwhile.
    let file = match open(&options) {
        Ok(file) => file,
        // A run that ended in between has given it its final name.
        Err(error) if error.kind() == ErrorKind::NotFound => return open_own(path),
        Err(error) => return Err(io_problem(path, &error)),
    };
    match file.metadata() {
        Ok(data) if data.is_file() => Ok((file, false)),
        Ok(data) => Err(in_the_way(path, &data)),
        Err(error) => Err(io_problem(path, &error)),
    }
}

/// Opens a pipe or a device; waits for the reader of a pipe.
pub(super) fn open_stream(path: &Path) -> Result<File, Problem> {
    // What is open already, such as `/dev/fd/3`, may be a file with something in it.
    File::options().append(true).open(path).map_err(|error| io_problem(path, &error))
}

/// Writes to a pipe or a device, whose reader may go away.
pub(super) fn write_through(file: &mut File, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    file.write_all(bytes).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::Closed,
        _ => io_problem(path, &error).into(),
    })
}

/// Follows links, also those that lead to nothing yet. On Linux an open file is such a link below `/proc`,
/// beside whose place no file can be made: it is not followed.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if !is_link(&place) {
            return Ok(place);
        }
        let folder = place.parent().unwrap_or(Path::new("")).to_path_buf();
        let whole = if folder == Path::new("") { Path::new(".") } else { &folder };
        if whole.canonicalize()?.starts_with("/proc") {
            return Ok(place);
        }
        place = folder.join(std::fs::read_link(&place)?);
    }
    // The system's error says that there are too many links.
    std::fs::metadata(path).map(|_| place)
}

fn is_link(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|data| data.is_symlink())
}

fn ends_as_folder(path: &Path) -> bool {
    path.to_string_lossy().ends_with(std::path::is_separator)
}

/// Returns whether two are one file, where that can be told.
fn is_same(one: &Metadata, other: &Metadata) -> Option<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        Some((one.dev(), one.ino()) == (other.dev(), other.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = (one, other);
        None
    }
}

#[cfg(unix)]
fn is_standard_output(data: &Metadata) -> bool {
    use std::os::fd::AsFd as _;
    let own = io::stdout().as_fd().try_clone_to_owned().and_then(|fd| File::from(fd).metadata());
    own.is_ok_and(|own| is_same(&own, data) == Some(true))
}

#[cfg(not(unix))]
fn is_standard_output(_: &Metadata) -> bool {
    false
}

/// Refuses a place that is one of the files that the command reads.
pub(super) fn must_not_be_read(path: &Path, read: &[PathBuf]) -> Result<(), Problem> {
    let Ok(own) = std::fs::metadata(path) else { return Ok(()) };
    let is_own = |other: &&PathBuf| {
        std::fs::metadata(other).is_ok_and(|data| is_same(&own, &data) == Some(true))
    };
    match read.iter().find(is_own) {
        None => Ok(()),
        Some(other) => {
            let (path, other) = (path.display(), other.display());
            let message = format!("`{path}` would take the place of `{other}`, which is read");
            Err(Problem::bare(Code::Usage, message).help("choose another place"))
        }
    }
}

/// Returns the problem of a path where writing failed.
pub(super) fn io_problem(path: &Path, error: &io::Error) -> Problem {
    let problem = refused(path, &error.to_string());
    match error.kind() {
        ErrorKind::NotFound => problem.help("make the folder first"),
        ErrorKind::StorageFull | ErrorKind::FileTooLarge | ErrorKind::QuotaExceeded => {
            problem.help("make room, or choose another place")
        }
        _ => problem,
    }
}

fn refused(path: &Path, reason: &str) -> Problem {
    let message = format!("`{}` cannot be written: {reason}", path.display());
    Problem::bare(Code::Io, message).help("choose another place")
}

/// Returns the problem of what is where the program would have a file of its own.
pub(super) fn in_the_way(path: &Path, data: &Metadata) -> Problem {
    let message = format!("`{}` is in the way: {}", path.display(), other_kind(data));
    Problem::bare(Code::Io, message).help("rename or remove it")
}

fn other_kind(data: &Metadata) -> &'static str {
    let kind = cap_std::fs::Metadata::from_just_metadata(data.clone()).file_type();
    puzgen_system::other_kind(&kind).unwrap_or("it is a regular file")
}

pub(super) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
