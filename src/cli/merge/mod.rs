//! `puzgen merge`: the shards of a run as one file or in a bank.
//!
//! Two passes, both in the order of the run. The first one compares every file with its manifest and sorts the forms on the
//! disk, which tells the puzzles that are equivalent to an earlier one; the second one writes the others. Memory is
//! bounded, however many puzzles there are.

#[cfg(feature = "bank")]
mod bank;
mod lines;
mod shards;
mod sort;
mod split;
#[cfg(feature = "parquet")]
mod table;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::output::Console;
use crate::stop::StopWatcher;
use crate::target::{OutputPath, must_not_be_read, with_ending};
use crate::{ExitStatus, Failure};
use lines::JsonLines;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use shards::{ShardPuzzle, Shards};
use sort::{ScratchFolder, Sorted, Sorter};
use split::Split;

/// Join the shards of a run into one file, or into a bank
#[derive(Debug, Args)]
pub(super) struct Merge {
    /// The folder with the shards, as `puzgen run --shard` has made them
    folder: PathBuf,
    /// Write JSON lines to a file; columns where its name ends in `.parquet`, in builds with that
    #[arg(long, short, value_name = "FILE", required_unless_present = "to")]
    out: Option<PathBuf>,
    /// Put the puzzles into a bank: a SQLite file, which is made where there is none, or a `postgres://` address
    #[arg(long, value_name = "BANK", conflicts_with_all = ["out", "split"])]
    to: Option<String>,
    /// Write two files, for training and for tests, with so many parts of all in each: `90/10`. Equivalent puzzles are
    /// in the same one, whatever else is merged
    #[arg(long, value_name = "A/B")]
    split: Option<String>,
    /// The memory for sorting, in megabytes; the result is the same
    #[arg(long, value_name = "MB", default_value = "256")]
    memory: NonZeroUsize,
}

/// Where merged puzzles go.
trait Merged {
    /// Adds a puzzle.
    fn add(&mut self, puzzle: &ShardPuzzle) -> Result<(), Problem>;

    /// Gives everything its final name; returns what is to be said of it.
    fn finish(self: Box<Self>) -> Result<String, Problem>;
}

/// A form and the number of its puzzle in the order of the run.
type FormRecord = [u8; 24];

impl Merge {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let stop = StopWatcher::watch(None)?;
        let split = self.split.as_deref().map(Split::parse).transpose()?;
        let shards = Shards::read(&self.folder).map_err(not_whole)?;
        let files: Vec<PathBuf> = shards.files().collect();
        let out = self.out.as_deref().map(|out| place(out, &files)).transpose()?;
        let beside = match (&out, &self.to) {
            (Some(out), _) => out.clone(),
            (None, Some(bank)) if !bank.contains("://") => PathBuf::from(bank),
            (None, _) => self.folder.join("merge"),
        };
        let scratch = ScratchFolder::new(with_ending(&beside, ".sort"))?;
        let capacity = self.memory.get().saturating_mul(1 << 20) / size_of::<FormRecord>();
        let (all, mut known) =
            known(&shards, scratch.path(), capacity, &stop).map_err(|it| damaged(it, &stop))?;
        let mut merged = self.merged(out.as_deref(), split, &shards)?;
        let mut puzzles = shards.puzzles();
        let (mut number, mut left_out) = (0_u64, 0_u64);
        let mut next_known = known.next()?;
        while let Some(puzzle) = puzzles.next()? {
            if next_known == Some(number.to_be_bytes()) {
                next_known = known.next()?;
                left_out += 1;
            } else {
                merged.add(&puzzle)?;
            }
            number += 1;
            must_go_on(&stop)?;
        }
        let told = merged.finish()?;
        let (count, name) = (shards.manifests.len(), &shards.manifests[0].puzzle);
        let ending = if count == 1 { "" } else { "s" };
        console.print(&format!(
            "{name}: {all} puzzles in {count} shard{ending}; {left_out} equivalent to an earlier one; {told}\n"
        ))?;
        Ok(0)
    }

    /// Opens what is written to.
    fn merged<'m>(
        &self,
        out: Option<&Path>,
        split: Option<Split>,
        shards: &'m Shards,
    ) -> Result<Box<dyn Merged + 'm>, Problem> {
        let Some(out) = out else {
            let bank = self.to.as_deref().unwrap_or_default();
            #[cfg(feature = "bank")]
            return Ok(Box::new(bank::BankOutput::open(bank, &shards.manifests[0])?));
            #[cfg(not(feature = "bank"))]
            let _ = shards;
            #[cfg(not(feature = "bank"))]
            return Err(without(bank, "banks", "bank"));
        };
        if out.extension().is_some_and(|ending| ending == "parquet") {
            #[cfg(feature = "parquet")]
            return Ok(Box::new(table::Columns::open(out, split, &shards.manifests[0])));
            #[cfg(not(feature = "parquet"))]
            return Err(without(&out.display().to_string(), "Parquet", "parquet"));
        }
        Ok(Box::new(JsonLines::open(out, split)?))
    }
}

/// Returns the problem of a build without a feature.
#[cfg(not(all(feature = "bank", feature = "parquet")))]
fn without(what: &str, name: &str, feature: &str) -> Problem {
    let message = format!("`{what}`: this program was built without {name}");
    Problem::bare(Code::Usage, message).help(format!("build it with `--features {feature}`"))
}

/// Returns the file that `--out` names.
fn place(out: &Path, read: &[PathBuf]) -> Result<PathBuf, Problem> {
    match OutputPath::of(out)? {
        OutputPath::File(path) => {
            must_not_be_read(&path, read)?;
            Ok(path)
        }
        _ => {
            let message = format!("`{}` is no file, which merging writes", out.display());
            Err(Problem::bare(Code::Usage, message).help("name a file, such as `all.jsonl`"))
        }
    }
}

/// Returns how many puzzles there are, and the numbers of those that are equivalent to an earlier one.
fn known(
    shards: &Shards,
    folder: &Path,
    capacity: usize,
    stop: &StopWatcher,
) -> Result<(u64, Sorted<8>), Failure> {
    let mut forms: Sorter<'_, 24> = Sorter::new(folder, "forms", capacity);
    let mut puzzles = shards.puzzles();
    let mut number = 0_u64;
    while let Some(puzzle) = puzzles.next()? {
        let mut record: FormRecord = [0; 24];
        record[..16].copy_from_slice(&puzzle.form);
        record[16..].copy_from_slice(&number.to_be_bytes());
        forms.add(record)?;
        number += 1;
        must_go_on(stop)?;
    }
    let mut sorted = forms.sorted()?;
    let mut known: Sorter<'_, 8> = Sorter::new(folder, "known", capacity);
    let mut last: Option<FormRecord> = None;
    while let Some(record) = sorted.next()? {
        // Of equal forms the lowest number comes first.
        if last.is_some_and(|last| last[..16] == record[..16]) {
            let mut number = [0; 8];
            number.copy_from_slice(&record[16..]);
            known.add(number)?;
        }
        last = Some(record);
    }
    Ok((number, known.sorted()?))
}

fn must_go_on(stop: &StopWatcher) -> Result<(), Failure> {
    match stop.flag.is_set() {
        false => Ok(()),
        true => {
            let problem = Problem::bare(Code::GaveUp, "stopped: nothing is merged");
            Err(problem.help("the same command begins anew").into())
        }
    }
}

/// Returns the end of a command to which the shards are no whole run: that is a negative answer.
fn not_whole(problems: Diagnostics) -> Failure {
    let is_answer =
        problems.iter().any(|it| matches!(it.code(), Code::MissingShard | Code::ForeignShard));
    Failure::Problems(problems, if is_answer { 1 } else { 2 })
}

/// The same for what is found in their files.
fn damaged(failure: Failure, stop: &StopWatcher) -> Failure {
    match failure {
        Failure::Problems(problems, _)
            if !stop.flag.is_set() && problems.iter().any(|it| it.code() == Code::DamagedShard) =>
        {
            Failure::Problems(problems, 1)
        }
        failure => failure,
    }
}
