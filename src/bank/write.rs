//! Writing to a bank: a transaction, all of which is there or nothing.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

use super::pack;
use super::sql::{Columns, Database, Row, SqlError, SqlValue};
use crate::Bank;
use crate::counts::BuildProgress;
use puzgen_api::batch::FORM_BYTES;
use puzgen_base::diagnostics::Problem;

/// A puzzle that is to be stored. It was proved before.
#[derive(Debug, Clone, PartialEq)]
pub struct NewEntry {
    /// The name of the definition.
    pub puzzle: String,
    /// The values of all parameters, as a JSON object.
    pub params: String,
    /// A hash of what decides which puzzles the definition has.
    pub definition: String,
    /// Its `puzgen.puzzle/1` without solutions, in one line.
    pub object: String,
    /// Its solutions as they stand in that object: one object, or a list of several.
    pub answers: String,
    /// The seed of its run.
    pub seed: u64,
    /// Its number in the run.
    pub index: u64,
    /// The level.
    pub level: Option<String>,
    /// The score.
    pub score: Option<f64>,
    /// How many clues are left out.
    pub empties: u64,
    /// How many solutions it has.
    pub solutions: u64,
    /// A hash of its canonical form: equivalent puzzles have the same.
    pub form: [u8; FORM_BYTES],
}

/// What became of a puzzle that was to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    /// It is new, and has this number.
    New(u64),
    /// An equivalent one was there, with this number.
    Known(u64),
}

/// The number and the size of a bucket while it grows.
#[derive(Debug, Clone, Copy)]
struct Growing {
    id: i64,
    puzzles: i64,
    is_changed: bool,
}

/// A transaction. What is not committed is forgotten.
#[derive(Debug)]
pub struct Writer<'b> {
    bank: &'b mut Bank,
    next: i64,
    families: BTreeMap<(String, String, String), i64>,
    shapes: BTreeMap<String, i64>,
    buckets: BTreeMap<(i64, String, i64, i64), Growing>,
    is_changed: bool,
    is_open: bool,
}

impl Drop for Writer<'_> {
    fn drop(&mut self) {
        if self.is_open {
            // Where this fails, too, the connection is gone, and the transaction with it.
            let _ = self.bank.database.batch("ROLLBACK");
        }
    }
}

fn text(value: &str) -> SqlValue {
    SqlValue::Text(value.to_owned())
}

impl<'b> Writer<'b> {
    pub(super) fn begin(bank: &'b mut Bank) -> Result<Self, SqlError> {
        for statement in bank.database.dialect().begin {
            bank.database.batch(statement)?;
        }
        let mut writer = Self {
            bank,
            next: 0,
            families: BTreeMap::new(),
            shapes: BTreeMap::new(),
            buckets: BTreeMap::new(),
            is_changed: false,
            is_open: true,
        };
        writer.next = writer.next_number("bank_puzzles")?;
        Ok(writer)
    }

    fn database(&mut self) -> &mut dyn Database {
        &mut *self.bank.database
    }

    fn next_number(&mut self, table: &str) -> Result<i64, SqlError> {
        let sql = format!("SELECT coalesce(max(id), 0) + 1 FROM {table}");
        self.database().number(&sql, &[])
    }

    fn row(&mut self, sql: &str, values: &[SqlValue]) -> Result<Option<Row>, SqlError> {
        Ok(self.database().rows(sql, values)?.into_iter().next())
    }

    /// Stores a puzzle, unless an equivalent one is there.
    ///
    /// # Errors
    /// `bank::failed`.
    pub fn add(&mut self, entry: &NewEntry) -> Result<Stored, Problem> {
        self.store(entry).map_err(|error| self.bank.failed(&error))
    }

    fn store(&mut self, entry: &NewEntry) -> Result<Stored, SqlError> {
        let form = SqlValue::Bytes(entry.form.to_vec());
        let known = "SELECT id FROM bank_puzzles WHERE form = ?1";
        if let Some(row) = self.row(known, std::slice::from_ref(&form))? {
            return Ok(Stored::Known(Columns::of(row).int()? as u64));
        }
        let family = self.family(entry)?;
        let (object, values) = pack::split(&entry.object);
        let (answers, solutions) = pack::split(&entry.answers);
        let (object, answers) = (self.shape(object)?, self.shape(answers)?);
        let bucket = self.bucket(family, entry)?;
        let id = self.next;
        let row = [
            SqlValue::Int(id),
            SqlValue::Int(bucket.id),
            SqlValue::Int(bucket.puzzles),
            SqlValue::Int(entry.seed as i64),
            SqlValue::Int(entry.index as i64),
            entry.score.map_or(SqlValue::Null, SqlValue::Real),
            SqlValue::Int(object),
            SqlValue::Bytes(values),
            SqlValue::Int(answers),
            SqlValue::Bytes(solutions),
            form,
        ];
        let sql = "INSERT INTO bank_puzzles (id, bucket, pick, seed, number, score, shape, object, \
                   answers_shape, answers, form) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
        self.database().execute(sql, &row)?;
        self.next += 1;
        self.is_changed = true;
        let key = bucket_key(family, entry);
        let grown = Growing { puzzles: bucket.puzzles + 1, is_changed: true, ..bucket };
        self.buckets.insert(key, grown);
        Ok(Stored::New(id as u64))
    }

    fn family(&mut self, entry: &NewEntry) -> Result<i64, SqlError> {
        let key = (entry.puzzle.clone(), entry.params.clone(), entry.definition.clone());
        if let Some(known) = self.families.get(&key) {
            return Ok(*known);
        }
        let values = [text(&entry.puzzle), text(&entry.params), text(&entry.definition)];
        let sql =
            "SELECT id FROM bank_families WHERE puzzle = ?1 AND params = ?2 AND definition = ?3";
        let id = match self.row(sql, &values)? {
            Some(row) => Columns::of(row).int()?,
            None => {
                let id = self.next_number("bank_families")?;
                let [puzzle, params, definition] = values;
                let sql = "INSERT INTO bank_families (id, puzzle, params, definition) \
                           VALUES (?1, ?2, ?3, ?4)";
                self.database().execute(sql, &[SqlValue::Int(id), puzzle, params, definition])?;
                id
            }
        };
        self.families.insert(key, id);
        Ok(id)
    }

    fn shape(&mut self, shape: String) -> Result<i64, SqlError> {
        if let Some(known) = self.shapes.get(&shape) {
            return Ok(*known);
        }
        // A shape may be longer than what PostgreSQL keeps in an index.
        let hash = SqlValue::Bytes(Sha256::digest(shape.as_bytes()).to_vec());
        let sql = "SELECT id FROM bank_shapes WHERE hash = ?1";
        let id = match self.row(sql, std::slice::from_ref(&hash))? {
            Some(row) => Columns::of(row).int()?,
            None => {
                let id = self.next_number("bank_shapes")?;
                let sql = "INSERT INTO bank_shapes (id, hash, shape) VALUES (?1, ?2, ?3)";
                self.database().execute(sql, &[SqlValue::Int(id), hash, text(&shape)])?;
                id
            }
        };
        self.shapes.insert(shape, id);
        Ok(id)
    }

    fn bucket(&mut self, family: i64, entry: &NewEntry) -> Result<Growing, SqlError> {
        let key = bucket_key(family, entry);
        if let Some(known) = self.buckets.get(&key) {
            return Ok(*known);
        }
        let (_, level, empties, solutions) = &key;
        let values = [
            SqlValue::Int(family),
            text(level),
            SqlValue::Int(*empties),
            SqlValue::Int(*solutions),
        ];
        let sql = "SELECT id, puzzles FROM bank_buckets \
                   WHERE family = ?1 AND level = ?2 AND empties = ?3 AND solutions = ?4";
        let growing = match self.row(sql, &values)? {
            Some(row) => {
                let mut row = Columns::of(row);
                Growing { id: row.int()?, puzzles: row.int()?, is_changed: false }
            }
            None => {
                let id = self.next_number("bank_buckets")?;
                let [family, level, empties, solutions] = values;
                let sql = "INSERT INTO bank_buckets (id, family, level, empties, solutions, puzzles) \
                           VALUES (?1, ?2, ?3, ?4, ?5, 0)";
                let values = [SqlValue::Int(id), family, level, empties, solutions];
                self.database().execute(sql, &values)?;
                Growing { id, puzzles: 0, is_changed: false }
            }
        };
        self.buckets.insert(key, growing);
        Ok(growing)
    }

    /// Says how far a build has come, in the same transaction as its puzzles.
    ///
    /// # Errors
    /// `bank::failed`.
    pub fn progress(&mut self, progress: &BuildProgress) -> Result<(), Problem> {
        let BuildProgress { identity, next, added, last } = progress;
        let sql = "INSERT INTO bank_builds (identity, next, added, last) VALUES (?1, ?2, ?3, ?4) \
                   ON CONFLICT (identity) DO UPDATE SET next = excluded.next, \
                   added = excluded.added, last = excluded.last";
        let values = [
            text(identity),
            SqlValue::Int(*next as i64),
            SqlValue::Int(*added as i64),
            SqlValue::Int(*last as i64),
        ];
        let done = self.database().execute(sql, &values);
        done.map(|_| ()).map_err(|error| self.bank.failed(&error))
    }

    /// Makes everything last: once it returns, nothing of it is lost.
    ///
    /// # Errors
    /// `bank::failed`; then nothing of it is there.
    pub fn commit(mut self) -> Result<(), Problem> {
        self.end().map_err(|error| self.bank.failed(&error))
    }

    fn end(&mut self) -> Result<(), SqlError> {
        let sql = "UPDATE bank_buckets SET puzzles = ?2 WHERE id = ?1";
        for bucket in std::mem::take(&mut self.buckets).into_values() {
            if bucket.is_changed {
                let values = [SqlValue::Int(bucket.id), SqlValue::Int(bucket.puzzles)];
                self.database().execute(sql, &values)?;
            }
        }
        if self.is_changed {
            let sql = "UPDATE bank_state SET revision = revision + 1 WHERE id = ?1";
            self.database().execute(sql, &[SqlValue::Int(1)])?;
        }
        self.database().batch("COMMIT")?;
        self.is_open = false;
        Ok(())
    }
}

fn bucket_key(family: i64, entry: &NewEntry) -> (i64, String, i64, i64) {
    let level = entry.level.clone().unwrap_or_default();
    (family, level, entry.empties as i64, entry.solutions as i64)
}
