//! Rows as columns, in Parquet: the only user of that crate.
//!
//! Features, whose names a definition decides, follow the columns that are fixed as `feature_NAME`: numbers
//! as floating-point numbers, truths as such, everything else as JSON. Their types are those of the first
//! values in the first rows. Rows are kept until there are [`ROWS`] of them: that bounds the memory.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use serde_json::Value as Json;

use crate::target::{io_problem, made, take_place, with_ending};
use puzgen_base::diagnostics::Problem;
use puzgen_wire::Object;

/// How many rows are written together.
const ROWS: usize = 2_000;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Json,
    Natural,
    Small,
    Real,
    Truth,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Column {
    name: String,
    kind: Kind,
    is_always: bool,
}

/// A column that does not depend on the definition: name, kind, and whether every row has a value.
pub(super) type Fixed = (&'static str, Kind, bool);

impl Column {
    /// Returns the column of a feature with this first value.
    fn of_feature(name: &str, first: Option<&Json>) -> Self {
        let kind = match first {
            Some(Json::Number(_)) => Kind::Real,
            Some(Json::Bool(_)) => Kind::Truth,
            _ => Kind::Json,
        };
        Self { name: format!("feature_{name}"), kind, is_always: false }
    }

    /// Returns its line in the schema.
    fn declared(&self) -> String {
        let (kind, meaning) = match self.kind {
            Kind::Text => ("BYTE_ARRAY", " (UTF8)"),
            Kind::Json => ("BYTE_ARRAY", " (JSON)"),
            Kind::Natural => ("INT64", " (INTEGER(64,false))"),
            Kind::Small => ("INT32", " (INTEGER(32,false))"),
            Kind::Real => ("DOUBLE", ""),
            Kind::Truth => ("BOOLEAN", ""),
        };
        let is_always = if self.is_always { "REQUIRED" } else { "OPTIONAL" };
        format!("{is_always} {kind} {}{meaning};", self.name)
    }

    /// Returns the value of a row; nothing where it has none, or another one than the column can hold.
    fn value<'r>(&self, row: &'r Object) -> Option<&'r Json> {
        let value = match self.name.strip_prefix("feature_") {
            Some(name) => row.get("features")?.get(name)?,
            None => row.get(&self.name)?,
        };
        Some(value).filter(|value| !value.is_null())
    }

    /// Writes the values of some rows.
    fn write(
        &self,
        writer: &mut SerializedColumnWriter<'_>,
        rows: &[Object],
    ) -> Result<(), ParquetError> {
        let values = || rows.iter().map(|row| self.value(row));
        let text = |value: &Json| match (self.kind, value) {
            (Kind::Text, Json::String(text)) => ByteArray::from(text.as_str()),
            (_, value) => ByteArray::from(value.to_string().as_str()),
        };
        let levels = self.is_always;
        match writer.untyped() {
            ColumnWriter::ByteArrayColumnWriter(typed) => {
                let (values, defined) = split(values().map(|value| value.map(text)), levels);
                typed.write_batch(&values, defined.as_deref(), None)?;
            }
            ColumnWriter::Int64ColumnWriter(typed) => {
                let number = |value: &Json| value.as_u64().map(u64::cast_signed);
                let (values, defined) = split(values().map(|value| value.and_then(number)), levels);
                typed.write_batch(&values, defined.as_deref(), None)?;
            }
            ColumnWriter::Int32ColumnWriter(typed) => {
                let number =
                    |value: &Json| value.as_u64().and_then(|number| i32::try_from(number).ok());
                let (values, defined) = split(values().map(|value| value.and_then(number)), levels);
                typed.write_batch(&values, defined.as_deref(), None)?;
            }
            ColumnWriter::DoubleColumnWriter(typed) => {
                let (values, defined) =
                    split(values().map(|value| value.and_then(Json::as_f64)), levels);
                typed.write_batch(&values, defined.as_deref(), None)?;
            }
            ColumnWriter::BoolColumnWriter(typed) => {
                let (values, defined) =
                    split(values().map(|value| value.and_then(Json::as_bool)), levels);
                typed.write_batch(&values, defined.as_deref(), None)?;
            }
            _ => return Err(ParquetError::General("a column of another type".to_owned())),
        }
        Ok(())
    }
}

/// Returns the values that are there, and which rows have one, unless all have.
fn split<T>(
    values: impl Iterator<Item = Option<T>>,
    is_always: bool,
) -> (Vec<T>, Option<Vec<i16>>) {
    let (mut there, mut defined) = (Vec::new(), Vec::new());
    for value in values {
        defined.push(i16::from(value.is_some()));
        there.extend(value);
    }
    (there, (!is_always).then_some(defined))
}

/// A file that has another name until it is complete.
pub(super) struct ColumnsFile {
    fixed: &'static [Fixed],
    path: PathBuf,
    part: PathBuf,
    waiting: Vec<Object>,
    puzzles: u64,
    /// Once the first rows have shown what features are like.
    writer: Option<(SerializedFileWriter<File>, Vec<Column>)>,
}

impl std::fmt::Debug for ColumnsFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ColumnsFile").field("path", &self.path).finish_non_exhaustive()
    }
}

impl ColumnsFile {
    /// Returns a file that gets its name when it is complete.
    pub(super) fn open(path: PathBuf, fixed: &'static [Fixed]) -> Self {
        let part = with_ending(&path, ".part");
        Self { fixed, path, part, waiting: Vec::new(), puzzles: 0, writer: None }
    }

    /// Adds a row; nothing where it lacks what a column needs.
    pub(super) fn add(&mut self, row: Object) -> Result<bool, Problem> {
        let is_whole = |(name, _, is_always): &Fixed| {
            !is_always || row.get(*name).is_some_and(|value| !value.is_null())
        };
        if !self.fixed.iter().all(is_whole) {
            return Ok(false);
        }
        self.puzzles += 1;
        self.waiting.push(row);
        if self.waiting.len() >= ROWS {
            self.write()?;
        }
        Ok(true)
    }

    /// Writes what waits.
    fn write(&mut self) -> Result<(), Problem> {
        let rows = std::mem::take(&mut self.waiting);
        let (writer, columns) = match &mut self.writer {
            Some(open) => open,
            none => none.insert(opened(&self.part, self.fixed, &rows)?),
        };
        if rows.is_empty() {
            return Ok(());
        }
        let mut write = || -> Result<(), ParquetError> {
            let mut group = writer.next_row_group()?;
            for column in columns.iter() {
                if let Some(mut writer) = group.next_column()? {
                    column.write(&mut writer, &rows)?;
                    writer.close()?;
                }
            }
            group.close()?;
            Ok(())
        };
        write().map_err(|error| failed(&self.part, error))
    }

    /// Completes the file; returns how many rows it has.
    pub(super) fn finish(mut self) -> Result<u64, Problem> {
        self.write()?;
        if let Some((writer, _)) = self.writer {
            let file = writer.into_inner().map_err(|error| failed(&self.part, error))?;
            file.sync_all().map_err(|error| io_problem(&self.part, &error))?;
            take_place(&self.part, &self.path)?;
        }
        Ok(self.puzzles)
    }
}

/// Opens a file with the columns of these first rows.
fn opened(
    part: &Path,
    fixed: &[Fixed],
    rows: &[Object],
) -> Result<(SerializedFileWriter<File>, Vec<Column>), Problem> {
    let fixed = fixed.iter().map(|(name, kind, is_always)| Column {
        name: (*name).to_owned(),
        kind: *kind,
        is_always: *is_always,
    });
    let mut columns: Vec<Column> = fixed.collect();
    let features = rows.first().and_then(|row| row.get("features")).and_then(Json::as_object);
    for name in features.into_iter().flat_map(Object::keys) {
        let values = rows.iter().filter_map(|row| row.get("features")?.get(name));
        let first = values.into_iter().find(|value| !value.is_null());
        columns.push(Column::of_feature(name, first));
    }
    let declared: Vec<String> = columns.iter().map(Column::declared).collect();
    let schema = format!("message puzzles {{ {} }}", declared.join(" "));
    let schema = parse_message_type(&schema).map_err(|error| failed(part, error))?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let file = made(part, &[])?;
    let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties));
    Ok((writer.map_err(|error| failed(part, error))?, columns))
}

fn failed(path: &Path, error: ParquetError) -> Problem {
    io_problem(path, &std::io::Error::other(error))
}
