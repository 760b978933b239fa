//! A part of a run that is made alone: the puzzles whose index leaves a remainder.
//!
//! Puzzle `k` is the same wherever it is made, so shards need not know of each other. A shard is a file of JSON lines
//! with its journal beside it (`sink.rs`), and a manifest once it is complete. The same command again goes on
//! with it, or does nothing.

mod number;

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

pub(super) use number::Shard;

use crate::host::engines;
use crate::journal::{Identity, hash};
use crate::sink::Destination;
use crate::stop::StopWatcher;
use crate::target::{OutputPath, io_problem, made, take_place, with_ending};
use puzgen_api::batch::{RunTotals, definition_hash, puzzle_form};
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_export::{Context, params_object, puzzle_object};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;
use puzgen_solve::prove::{self, Equivalents};
use puzgen_vocabulary::lower::ReadyRef;
use puzgen_wire::{self as wire, Manifest};

/// The ending of the name of a manifest.
pub(super) const MANIFEST: &str = ".manifest.json";

/// The only format of shards.
pub(super) const FORMAT: &str = "json";

/// The largest manifest that is read, in bytes.
const MAX_MANIFEST: u64 = 1 << 20;

/// How much of a file is read at once to hash it.
const BLOCK: usize = 1 << 16;

/// A shard and where it is written.
#[derive(Debug)]
pub(super) struct ShardFile {
    shard: Shard,
    data: PathBuf,
    manifest: PathBuf,
}

/// How much of it there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShardState {
    Complete,
    /// Nothing, or something that the run goes on with.
    Open,
}

/// What a complete run says of its shard.
pub(super) struct Completed<'c> {
    pub(super) instance: &'c Instance<'c>,
    pub(super) identity: &'c Identity,
    pub(super) count: u64,
    pub(super) totals: &'c RunTotals,
    pub(super) made: u64,
}

impl ShardFile {
    /// Returns the file of a shard in the folder that `--out` says.
    pub(super) fn of(
        shard: Shard,
        out: &Path,
        (puzzle, seed): (&str, u64),
    ) -> Result<Self, Problem> {
        let folder = match OutputPath::of(out)? {
            OutputPath::Folder(folder) => folder,
            OutputPath::File(folder) if !folder.exists() => folder,
            _ => {
                let message = format!("`{}` is no folder, which shards need", out.display());
                return Err(Problem::bare(Code::Usage, message).help("name a folder, or a new one"));
            }
        };
        std::fs::create_dir_all(&folder).map_err(|error| io_problem(&folder, &error))?;
        let data = folder.join(format!("{puzzle}-{seed}-{}.jsonl", shard.label()));
        let manifest = with_ending(&data, MANIFEST);
        Ok(Self { shard, data, manifest })
    }

    pub(super) fn destination(&self) -> Destination {
        Destination::File(self.data.clone())
    }

    /// Finds out whether the shard is complete. Where it is not, what there is becomes something to go on with: also
    /// a file that is not what its manifest says, or that has none.
    pub(super) fn state(&self, identity: &Identity, count: u64) -> Result<ShardState, Problem> {
        if let Ok(manifest) = read_manifest(&self.manifest) {
            let is_this = manifest.run == run_hash(identity)
                && manifest.count == count
                && (manifest.shard, manifest.shards) == (self.shard.number, self.shard.count);
            if is_this && is_whole(&manifest, &self.data)? {
                return Ok(ShardState::Complete);
            }
            std::fs::remove_file(&self.manifest)
                .map_err(|error| io_problem(&self.manifest, &error))?;
        }
        let part = with_ending(&self.data, ".part");
        if self.data.exists() && !part.exists() {
            // The journal says what of it is good.
            std::fs::rename(&self.data, &part).map_err(|error| io_problem(&part, &error))?;
        }
        Ok(ShardState::Open)
    }

    /// Says that the shard is complete.
    pub(super) fn complete(&self, completed: &Completed<'_>) -> Result<(), Problem> {
        let Completed { instance, identity, count, totals, made: own } = completed;
        let (bytes, sha256) = file_hash(&self.data)?;
        let name = self.data.file_name().unwrap_or_default();
        let manifest = Manifest {
            schema: Manifest::SCHEMA.to_owned(),
            version: identity.version.clone(),
            puzzle: identity.puzzle.clone(),
            definition: definition_hash(instance.definition),
            params: params_object(instance),
            run: run_hash(identity),
            seed: identity.seed,
            count: *count,
            shard: self.shard.number,
            shards: self.shard.count,
            file: name.to_string_lossy().into_owned(),
            bytes,
            sha256,
            indexes: self.shard.indexes(*count),
            puzzles: totals.puzzles,
            refused: totals.refused,
            gave_up: totals.gave_up,
            redraws: totals.redraws,
            repairs: totals.repairs,
            status: totals.status,
            cpu_seconds: cpu_seconds(),
            made: *own,
        };
        let part = with_ending(&self.manifest, ".part");
        let file = made(&part, wire::line(&manifest).as_bytes())?;
        file.sync_all().map_err(|error| io_problem(&part, &error))?;
        take_place(&part, &self.manifest)
    }
}

/// Returns a hash of all that decides the bytes of a run, but for its shard.
fn run_hash(identity: &Identity) -> String {
    let whole = Identity { shard: None, ..identity.clone() };
    hash([wire::line(&whole).as_bytes()])[..32].to_owned()
}

/// Reads a manifest.
pub(super) fn read_manifest(path: &Path) -> Result<Manifest, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut text = String::new();
    file.take(MAX_MANIFEST).read_to_string(&mut text).map_err(|error| error.to_string())?;
    let manifest: Manifest = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    match manifest.schema == Manifest::SCHEMA {
        true => Ok(manifest),
        false => Err(format!("it is a `{}`", manifest.schema)),
    }
}

/// Returns whether a file is what the manifest says.
fn is_whole(manifest: &Manifest, data: &Path) -> Result<bool, Problem> {
    if std::fs::metadata(data).ok().map(|data| data.len()) != Some(manifest.bytes) {
        return Ok(false);
    }
    Ok(file_hash(data)? == (manifest.bytes, manifest.sha256.clone()))
}

/// Returns the length and the SHA-256 of a file.
fn file_hash(path: &Path) -> Result<(u64, String), Problem> {
    let problem = |error| io_problem(path, &error);
    let mut file = File::open(path).map_err(problem)?;
    let (mut hash, mut length) = (Sha256::new(), 0);
    let mut block = vec![0; BLOCK];
    loop {
        match file.read(&mut block).map_err(problem)? {
            0 => return Ok((length, hex(&hash.finalize()))),
            read => {
                hash.update(&block[..read]);
                length += read as u64;
            }
        }
    }
}

/// Returns bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the seconds of processor time that this process has taken; 0 where the system does not say.
fn cpu_seconds() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        let millis = time.tv_sec * 1_000 + time.tv_nsec / 1_000_000;
        millis as f64 / 1_000.0
    }
    #[cfg(not(unix))]
    {
        0.0
    }
}

/// Writes the lines of a shard: puzzles with what tells them apart.
pub(super) struct ShardLines<'a> {
    known: Option<Equivalents<'a>>,
}

impl<'a> ShardLines<'a> {
    /// Proves the transforms of the instance; where each puzzle has a layout of its own, that is done for each.
    pub(super) fn new(ReadyRef { instance, lowered }: ReadyRef<'a>, stop: &StopWatcher) -> Self {
        let is_drawn = !instance.definition.layouts.is_empty();
        let mut budget = Budget::new(None, stop.flag.clone());
        let known = match is_drawn {
            true => None,
            false => prove::transforms(instance, lowered, engines(), &mut budget).equivalents,
        };
        Self { known }
    }

    /// Returns the line of a puzzle.
    pub(super) fn line(&self, ready: ReadyRef<'_>, puzzle: &GeneratedPuzzle) -> Vec<u8> {
        let ReadyRef { instance, lowered } = ready;
        let context = Context::new(instance, &lowered.fact_domains, true);
        let form = puzzle_form(ready, engines(), self.known.as_ref(), puzzle);
        let object = wire::Puzzle {
            left_out: Some(instance.left_out(&puzzle.shown) as u64),
            form: Some(hex(&form)),
            ..puzzle_object(&context, puzzle)
        };
        wire::line(&object).into_bytes()
    }
}
