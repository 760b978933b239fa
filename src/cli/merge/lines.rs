//! Merged puzzles as JSON lines: those of the shards, unchanged.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::Merged;
use super::shards::ShardPuzzle;
use super::split::{PARTS, Split, files};
use crate::target::{io_problem, made, take_place, with_ending};
use puzgen_base::diagnostics::Problem;

/// A file of JSON lines, or one for each part.
#[derive(Debug)]
pub(super) struct JsonLines {
    split: Option<Split>,
    files: Vec<LinesFile>,
}

/// A file that has another name until it is complete.
#[derive(Debug)]
struct LinesFile {
    path: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
    puzzles: u64,
}

impl JsonLines {
    pub(super) fn open(out: &Path, split: Option<Split>) -> Result<Self, Problem> {
        let open = |path: PathBuf| {
            let part = with_ending(&path, ".part");
            let file = BufWriter::new(made(&part, &[])?);
            Ok(LinesFile { path, part, file, puzzles: 0 })
        };
        let files = files(out, split).into_iter().map(open).collect::<Result<_, Problem>>()?;
        Ok(Self { split, files })
    }
}

impl Merged for JsonLines {
    fn add(&mut self, puzzle: &ShardPuzzle) -> Result<(), Problem> {
        let at = self.split.map_or(0, |split| split.part(&puzzle.form));
        let LinesFile { file, part, puzzles, .. } = &mut self.files[at];
        *puzzles += 1;
        file.write_all(&puzzle.line).map_err(|error| io_problem(part, &error))
    }

    fn finish(self: Box<Self>) -> Result<String, Problem> {
        let mut told = Vec::new();
        for LinesFile { path, part, mut file, puzzles } in self.files {
            let written = file.flush().and_then(|()| file.get_ref().sync_all());
            written.map_err(|error| io_problem(&part, &error))?;
            take_place(&part, &path)?;
            told.push(puzzles);
        }
        Ok(counted(&told))
    }
}

/// Returns how many puzzles were written, by part where there are parts.
pub(super) fn counted(puzzles: &[u64]) -> String {
    match puzzles {
        [train, test] => format!("{train} for {}, {test} for {}", PARTS[0], PARTS[1]),
        all => format!("{} written", all.iter().sum::<u64>()),
    }
}
