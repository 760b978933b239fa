//! Merged puzzles as columns, in Parquet. What the format fixes has typed columns; features follow.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::Merged;
use super::lines::counted;
use super::shards::ShardPuzzle;
use super::split::{Split, files};
use crate::columns::{ColumnsFile, Fixed, Kind};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_wire::{Manifest, Object};

/// The columns that do not depend on the definition.
const FIXED: &[Fixed] = &[
    ("puzzle", Kind::Text, true),
    ("version", Kind::Text, true),
    ("definition", Kind::Text, true),
    ("params", Kind::Json, true),
    ("seed", Kind::Natural, true),
    ("index", Kind::Natural, true),
    ("step", Kind::Small, false),
    ("form", Kind::Text, true),
    ("layout", Kind::Json, true),
    ("clues", Kind::Json, true),
    ("answers", Kind::Json, true),
    ("solutions", Kind::Natural, true),
    ("left_out", Kind::Natural, true),
    ("score", Kind::Real, false),
    ("tier", Kind::Small, false),
    ("level", Kind::Text, false),
    ("hardest", Kind::Text, false),
    ("refused", Kind::Small, true),
    ("gave_up", Kind::Small, true),
    ("repairs", Kind::Small, false),
    ("redraws", Kind::Small, false),
    ("verified", Kind::Json, true),
    ("removed_by", Kind::Text, false),
];

/// A file of columns, or one for each part.
#[derive(Debug)]
pub(super) struct Columns {
    split: Option<Split>,
    files: Vec<ColumnsFile>,
    version: String,
    definition: String,
}

impl Columns {
    pub(super) fn open(out: &Path, split: Option<Split>, of: &Manifest) -> Self {
        let open = |path: PathBuf| ColumnsFile::open(path, FIXED);
        let files = files(out, split).into_iter().map(open).collect();
        Self { split, files, version: of.version.clone(), definition: of.definition.clone() }
    }

    /// Returns the row of a line.
    fn row(&self, puzzle: &ShardPuzzle) -> Option<Object> {
        let mut row: Object = serde_json::from_slice(&puzzle.line).ok()?;
        row.insert("version".to_owned(), self.version.clone().into());
        row.insert("definition".to_owned(), self.definition.clone().into());
        if let Some(only) = row.shift_remove("answer") {
            row.insert("answers".to_owned(), Json::Array(vec![only]));
        }
        Some(row)
    }
}

impl Merged for Columns {
    fn add(&mut self, puzzle: &ShardPuzzle) -> Result<(), Problem> {
        let row = self.row(puzzle).unwrap_or_default();
        let file = &mut self.files[self.split.map_or(0, |split| split.part(&puzzle.form))];
        if file.add(row)? {
            return Ok(());
        }
        let message = "a line of a shard lacks what a column needs";
        let problem = Problem::bare(Code::DamagedShard, message);
        Err(problem.help("make the shards again with this version"))
    }

    fn finish(self: Box<Self>) -> Result<String, Problem> {
        let written = self.files.into_iter().map(ColumnsFile::finish);
        Ok(counted(&written.collect::<Result<Vec<u64>, Problem>>()?))
    }
}
