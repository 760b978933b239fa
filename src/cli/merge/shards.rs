//! The shards of a run: their manifests compared, and their puzzles read in the order of the run.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::shard::{MANIFEST, hex, read_manifest};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_wire::Manifest;

/// How many numbers of shards a message names.
const MOST_NAMED: usize = 20;

/// How much memory the buffers of all shards may take, in bytes, and the least and the most of one.
const BUFFERS: usize = 32 << 20;
const LEAST_BUFFER: usize = 1 << 12;
const MOST_BUFFER: usize = 1 << 20;

/// All shards of a run, by number.
#[derive(Debug)]
pub(super) struct Shards {
    pub(super) folder: PathBuf,
    pub(super) manifests: Vec<Manifest>,
}

/// What is read of every line.
#[derive(Debug, Deserialize)]
struct Head {
    index: u64,
    form: String,
}

/// A puzzle as it stands in its shard.
#[derive(Debug)]
pub(super) struct ShardPuzzle {
    /// The line, with its end.
    pub(super) line: Vec<u8>,
    /// What equivalent puzzles share.
    pub(super) form: [u8; 16],
}

impl Shards {
    /// Reads all manifests of a folder.
    ///
    /// # Errors
    /// `missing_shard`, `foreign_shard`: all that are not as they must be.
    pub(super) fn read(folder: &Path) -> Result<Self, Diagnostics> {
        let mut found = manifests(folder)?;
        found.sort_by(|(_, a), (_, b)| {
            (a.shards, a.shard, &a.file).cmp(&(b.shards, b.shard, &b.file))
        });
        let Some((_, first)) = found.first() else {
            let message = format!("there is no complete shard in `{}`", folder.display());
            return Err(missing(message, "`puzgen run --shard 0/8 --out FOLDER` makes one").into());
        };
        let first = usual(&found).unwrap_or(first).clone();
        let mut problems = Diagnostics::new();
        for (path, manifest) in &found {
            let differing = differences(&first, manifest);
            if !differing.is_empty() {
                problems.push(foreign(path, &format!("it differs in {}", differing.join(", "))));
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        for pair in found.windows(2).filter(|pair| pair[0].1.shard == pair[1].1.shard) {
            problems.push(foreign(&pair[1].0, "that shard is there twice"));
        }
        let is_there = |number: &u64| found.iter().any(|(_, it)| it.shard == *number);
        let absent: Vec<u64> = (0..first.shards).filter(|number| !is_there(number)).collect();
        if !absent.is_empty() {
            problems.push(absent_shards(&absent, &first));
        }
        match problems.is_empty() {
            true => Ok(Self {
                folder: folder.to_owned(),
                manifests: found.into_iter().map(|(_, manifest)| manifest).collect(),
            }),
            false => Err(problems),
        }
    }

    /// Returns how many puzzles the run asks for.
    pub(super) fn count(&self) -> u64 {
        self.manifests.first().map_or(0, |manifest| manifest.count)
    }

    /// Returns the files with the puzzles.
    pub(super) fn files(&self) -> impl Iterator<Item = PathBuf> + '_ {
        self.manifests.iter().map(|manifest| self.folder.join(&manifest.file))
    }

    /// Reads the puzzles in the order of their indexes.
    pub(super) fn puzzles(&self) -> Sequence<'_> {
        let room = (BUFFERS / self.manifests.len().max(1)).clamp(LEAST_BUFFER, MOST_BUFFER);
        let reader = |manifest: &Manifest| ShardReader {
            path: self.folder.join(&manifest.file),
            offset: 0,
            buffer: Vec::new(),
            at: 0,
            room,
            hash: Sha256::new(),
            puzzles: 0,
        };
        let readers = self.manifests.iter().map(reader).collect();
        let heads = self.manifests.iter().map(|_| None).collect();
        Sequence { shards: self, readers, heads, index: 0, is_begun: false }
    }
}

/// Returns the manifests of a folder with their paths.
fn manifests(folder: &Path) -> Result<Vec<(PathBuf, Manifest)>, Diagnostics> {
    let unreadable = |error: std::io::Error| {
        let message = format!("`{}` cannot be read: {error}", folder.display());
        Problem::bare(Code::Io, message).help("name the folder with the shards of a run")
    };
    let mut found = Vec::new();
    let mut problems = Diagnostics::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if !path.to_string_lossy().ends_with(MANIFEST) {
            continue;
        }
        match read_manifest(&path) {
            // A name leads to no other folder.
            Ok(manifest)
                if !manifest.file.contains(std::path::is_separator)
                    && manifest.shard < manifest.shards =>
            {
                found.push((path, manifest));
            }
            Ok(_) => problems.push(foreign(&path, "it names no file of this folder, or no shard")),
            Err(why) => problems.push(foreign(&path, &format!("it cannot be read: {why}"))),
        }
    }
    if problems.is_empty() { Ok(found) } else { Err(problems) }
}

/// Returns a manifest of the run that most of them are of.
fn usual(found: &[(PathBuf, Manifest)]) -> Option<&Manifest> {
    let alike =
        |one: &Manifest| found.iter().filter(|(_, it)| differences(one, it).is_empty()).count();
    // The first of the most frequent ones, whatever their order in the folder was.
    let mut best: Option<(usize, &Manifest)> = None;
    for (_, manifest) in found {
        let count = alike(manifest);
        if best.is_none_or(|(most, _)| count > most) {
            best = Some((count, manifest));
        }
        if count * 2 > found.len() {
            break;
        }
    }
    best.map(|(_, manifest)| manifest)
}

/// Returns in what a shard is not of the same run as another.
fn differences(one: &Manifest, other: &Manifest) -> Vec<&'static str> {
    let named = [
        ("the version", one.version == other.version),
        ("the puzzle", one.puzzle == other.puzzle),
        ("the definition", one.definition == other.definition),
        ("the parameters", one.params == other.params),
        ("the seed", one.seed == other.seed),
        ("how many puzzles there are", one.count == other.count),
        ("how many shards there are", one.shards == other.shards),
    ];
    let mut differing: Vec<&str> =
        named.into_iter().filter(|(_, is_same)| !is_same).map(|(name, _)| name).collect();
    if differing.is_empty() && one.run != other.run {
        differing.push("the options of `run`, or what is written in the definition");
    }
    differing
}

fn foreign(path: &Path, why: &str) -> Problem {
    let message = format!("`{}` is no shard of the run: {why}", path.display());
    Problem::bare(Code::ForeignShard, message)
        .help("move it elsewhere: a run has a folder of its own")
}

fn missing(message: String, help: &str) -> Problem {
    Problem::bare(Code::MissingShard, message).help(help)
}

fn absent_shards(absent: &[u64], first: &Manifest) -> Problem {
    let named: Vec<String> = absent.iter().take(MOST_NAMED).map(u64::to_string).collect();
    let more = absent.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let (count, shards, named) = (absent.len(), first.shards, named.join(", "));
    let message = format!("{count} of {shards} shards are not complete: {named}{more}");
    let help = format!(
        "make them: `--seed {} --count {} --shard {}/{shards}`, as the others were made",
        first.seed, first.count, absent[0]
    );
    missing(message, &help)
}

/// The file of a shard, read line by line. It is open while its buffer is filled, and no longer: there may be more
/// shards than a process may open files.
#[derive(Debug)]
struct ShardReader {
    path: PathBuf,
    offset: u64,
    buffer: Vec<u8>,
    at: usize,
    room: usize,
    hash: Sha256,
    puzzles: u64,
}

impl ShardReader {
    fn damaged(&self, why: &str) -> Problem {
        let message = format!("`{}` is not what its manifest says: {why}", self.path.display());
        Problem::bare(Code::DamagedShard, message)
            .help("make the shard again by its command: it keeps what is good")
    }

    /// Returns the next line with its end.
    fn line(&mut self) -> Result<Option<Vec<u8>>, Problem> {
        let mut searched = self.at;
        loop {
            if let Some(end) = self.buffer[searched..].iter().position(|byte| *byte == b'\n') {
                let end = searched + end + 1;
                let line = self.buffer[self.at..end].to_vec();
                self.at = end;
                self.puzzles += 1;
                return Ok(Some(line));
            }
            searched = self.buffer.len() - self.at;
            self.buffer.drain(..self.at);
            self.at = 0;
            if self.fill()? == 0 {
                return match self.buffer.is_empty() {
                    true => Ok(None),
                    false => Err(self.damaged("its last line has no end")),
                };
            }
        }
    }

    /// Reads more of the file; returns how much.
    fn fill(&mut self) -> Result<usize, Problem> {
        let before = self.buffer.len();
        let read = File::open(&self.path).and_then(|mut file| {
            file.seek(SeekFrom::Start(self.offset))?;
            file.take(self.room as u64).read_to_end(&mut self.buffer)
        });
        let read = read.map_err(|error| self.damaged(&error.to_string()))?;
        self.hash.update(&self.buffer[before..]);
        self.offset += read as u64;
        Ok(read)
    }

    fn puzzle(&mut self) -> Result<Option<(u64, ShardPuzzle)>, Problem> {
        let Some(line) = self.line()? else { return Ok(None) };
        let head = serde_json::from_slice::<Head>(&line).ok();
        let form = head.as_ref().and_then(|head| bytes_of(&head.form));
        match (head, form) {
            (Some(head), Some(form)) => Ok(Some((head.index, ShardPuzzle { line, form }))),
            _ => {
                let number = self.puzzles;
                Err(self.damaged(&format!("line {number} is no puzzle of a shard")))
            }
        }
    }

    /// Compares what was read, when all was, with the manifest.
    fn must_be(&mut self, manifest: &Manifest) -> Result<(), Problem> {
        let hash = hex(&std::mem::take(&mut self.hash).finalize());
        match (self.offset, self.puzzles, hash)
            == (manifest.bytes, manifest.puzzles, manifest.sha256.clone())
        {
            true => Ok(()),
            false => Err(self.damaged("it has another length, hash or number of puzzles")),
        }
    }
}

fn bytes_of(text: &str) -> Option<[u8; 16]> {
    let mut bytes = [0; 16];
    let is_right = text.len() == 32 && text.is_ascii();
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    is_right.then_some(bytes)
}

/// The puzzles of all shards in the order of their indexes.
#[derive(Debug)]
pub(super) struct Sequence<'s> {
    shards: &'s Shards,
    readers: Vec<ShardReader>,
    heads: Vec<Option<(u64, ShardPuzzle)>>,
    index: u64,
    is_begun: bool,
}

impl Sequence<'_> {
    /// Returns the next puzzle. After the last one, all files were found to be what their manifests say.
    pub(super) fn next(&mut self) -> Result<Option<ShardPuzzle>, Problem> {
        if !std::mem::replace(&mut self.is_begun, true) {
            for at in 0..self.readers.len() {
                self.heads[at] = self.readers[at].puzzle()?;
            }
        }
        while self.index < self.shards.count() {
            let at = (self.index % self.readers.len() as u64) as usize;
            match &self.heads[at] {
                Some((index, _)) if *index < self.index => {
                    return Err(self.readers[at].damaged("its puzzles are not in order"));
                }
                // An index may have several puzzles, or none.
                Some((index, _)) if *index == self.index => {
                    let next = self.readers[at].puzzle()?;
                    return Ok(
                        std::mem::replace(&mut self.heads[at], next).map(|(_, puzzle)| puzzle)
                    );
                }
                _ => self.index += 1,
            }
        }
        for (at, manifest) in self.shards.manifests.iter().enumerate() {
            if self.heads[at].is_some() {
                return Err(self.readers[at].damaged("it has puzzles of other shards"));
            }
            self.readers[at].must_be(manifest)?;
        }
        Ok(None)
    }
}
