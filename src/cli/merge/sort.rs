//! Sorts more records than fit into memory: sorted runs in files, merged as they are read.
//!
//! Records are arrays of bytes, compared as such. At most `capacity` of them are in memory while they come in, and as
//! many runs as [`FAN`] are read at once.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::target::io_problem;
use puzgen_base::diagnostics::Problem;

/// How many runs are merged at once.
const FAN: usize = 128;

/// The buffer of a run that is read, in bytes.
const BUFFER: usize = 1 << 16;

/// A folder for files of its own, which goes away with what is in it.
#[derive(Debug)]
pub(super) struct ScratchFolder(PathBuf);

impl ScratchFolder {
    /// Makes the folder, which must not be there.
    pub(super) fn new(path: PathBuf) -> Result<Self, Problem> {
        std::fs::create_dir(&path).map_err(|error| {
            io_problem(&path, &error).help("remove it if no other `merge` is writing there")
        })?;
        Ok(Self(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // If it cannot be removed, the next `merge` reports it.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Takes records and gives them back in order.
#[derive(Debug)]
pub(super) struct Sorter<'f, const N: usize> {
    folder: &'f Path,
    name: &'static str,
    capacity: usize,
    records: Vec<[u8; N]>,
    runs: Vec<PathBuf>,
    made: usize,
}

impl<'f, const N: usize> Sorter<'f, N> {
    /// Returns an empty one that keeps so many records in memory and writes files of this name.
    pub(super) fn new(folder: &'f Path, name: &'static str, capacity: usize) -> Self {
        let capacity = capacity.max(1);
        Self { folder, name, capacity, records: Vec::new(), runs: Vec::new(), made: 0 }
    }

    /// Adds a record.
    pub(super) fn add(&mut self, record: [u8; N]) -> Result<(), Problem> {
        self.records.push(record);
        if self.records.len() >= self.capacity { self.spill() } else { Ok(()) }
    }

    fn next_path(&mut self) -> PathBuf {
        self.made += 1;
        self.folder.join(format!("{}-{}", self.name, self.made))
    }

    /// Writes what is in memory as a run.
    fn spill(&mut self) -> Result<(), Problem> {
        self.records.sort_unstable();
        let path = self.next_path();
        let problem = |error| io_problem(&path, &error);
        let mut file = BufWriter::new(File::create(&path).map_err(problem)?);
        for record in self.records.drain(..) {
            file.write_all(&record).map_err(problem)?;
        }
        file.flush().map_err(problem)?;
        self.runs.push(path);
        Ok(())
    }

    /// Returns the records in order.
    pub(super) fn sorted(mut self) -> Result<Sorted<N>, Problem> {
        while self.runs.len() > FAN {
            let some: Vec<PathBuf> = self.runs.drain(..FAN).collect();
            let path = self.next_path();
            let problem = |error| io_problem(&path, &error);
            let mut file = BufWriter::new(File::create(&path).map_err(problem)?);
            let mut merged: Sorted<N> = Sorted::new(&some, Vec::new())?;
            while let Some(record) = merged.next()? {
                file.write_all(&record).map_err(problem)?;
            }
            file.flush().map_err(problem)?;
            for path in &some {
                std::fs::remove_file(path).map_err(|error| io_problem(path, &error))?;
            }
            self.runs.push(path);
        }
        self.records.sort_unstable();
        Sorted::new(&self.runs, std::mem::take(&mut self.records))
    }
}

/// A run that is read.
#[derive(Debug)]
struct Run {
    file: BufReader<File>,
    path: PathBuf,
}

impl Run {
    fn next<const N: usize>(&mut self) -> Result<Option<[u8; N]>, Problem> {
        let mut record = [0; N];
        match self.file.read_exact(&mut record) {
            Ok(()) => Ok(Some(record)),
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(io_problem(&self.path, &error)),
        }
    }
}

/// Sorted records, one after the other.
#[derive(Debug)]
pub(super) struct Sorted<const N: usize> {
    runs: Vec<Run>,
    /// Those that were never written.
    rest: std::vec::IntoIter<[u8; N]>,
    /// The next record of each run; the last number stands for the rest.
    heap: BinaryHeap<Reverse<([u8; N], usize)>>,
}

impl<const N: usize> Sorted<N> {
    fn new(paths: &[PathBuf], rest: Vec<[u8; N]>) -> Result<Self, Problem> {
        let open = |path: &PathBuf| {
            let file = File::open(path).map_err(|error| io_problem(path, &error))?;
            Ok(Run { file: BufReader::with_capacity(BUFFER, file), path: path.clone() })
        };
        let runs = paths.iter().map(open).collect::<Result<Vec<Run>, Problem>>()?;
        let mut sorted = Self { runs, rest: rest.into_iter(), heap: BinaryHeap::new() };
        for number in 0..=sorted.runs.len() {
            sorted.refill(number)?;
        }
        Ok(sorted)
    }

    fn refill(&mut self, number: usize) -> Result<(), Problem> {
        let next = match self.runs.get_mut(number) {
            Some(run) => run.next()?,
            None => self.rest.next(),
        };
        self.heap.extend(next.map(|record| Reverse((record, number))));
        Ok(())
    }

    /// Returns the next record.
    pub(super) fn next(&mut self) -> Result<Option<[u8; N]>, Problem> {
        let Some(Reverse((record, number))) = self.heap.pop() else { return Ok(None) };
        self.refill(number)?;
        Ok(Some(record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzgen_base::rng::Stream;

    #[test]
    fn records_come_in_order_whatever_fits_into_memory() {
        let mut rng = Stream::Test("external sort").keyed(&[]);
        let records: Vec<[u8; 3]> = (0..1_000)
            .map(|_| [rng.below(4), rng.below(256), rng.below(3)].map(|n| n as u8))
            .collect();
        let mut expected = records.clone();
        expected.sort_unstable();
        // With three in memory there are more runs than are merged at once.
        for capacity in [1, 3, 7, 999, 1_000, 5_000] {
            let path =
                std::env::temp_dir().join(format!("puzgen-sort-{}-{capacity}", std::process::id()));
            let folder = ScratchFolder::new(path.clone()).unwrap();
            let mut sorter = Sorter::new(folder.path(), "run", capacity);
            records.iter().for_each(|record| sorter.add(*record).unwrap());
            let mut sorted = sorter.sorted().unwrap();
            let mut found = Vec::new();
            while let Some(record) = sorted.next().unwrap() {
                found.push(record);
            }
            assert!(found == expected, "with {capacity} in memory");
            drop(folder);
            assert!(!path.exists());
        }
    }
}
