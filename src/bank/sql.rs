//! What the two databases have in common: statements with values in, rows of values out.
//!
//! Statements are written once. Their parameters are `?1`, `?2` and so on; what differs otherwise stands in
//! [`Dialect`].

use std::fmt;

/// A value of a column.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SqlValue {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

/// What a database says went wrong.
#[derive(Debug)]
pub(super) struct SqlError(pub(super) String);

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SqlError {}

/// A row of values, taken one after the other.
pub(super) type Row = Vec<SqlValue>;

/// Where the two databases call one thing differently.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dialect {
    /// The column of a table's own numbers.
    pub(super) id: &'static str,
    /// The type of bytes.
    pub(super) bytes: &'static str,
    /// Whether a table of this name is there: the statement that counts them.
    pub(super) has_table: &'static str,
    /// How many tables there are that are none of a bank and must not be mixed with it; nothing where they may.
    pub(super) other_tables: Option<&'static str>,
    /// What a connection is told before it writes to a database that is a bank, or is to become one.
    pub(super) writing: &'static str,
    /// Statements that begin a transaction that writes: one at a time in the whole database.
    pub(super) begin: &'static [&'static str],
    /// How many bytes the database takes.
    pub(super) size: &'static str,
    /// What the database says of itself: `ok` where nothing is wrong.
    pub(super) check: Option<&'static str>,
    /// What gives room back to the system.
    pub(super) vacuum: &'static [&'static str],
}

/// A connection to a database.
pub(super) trait Database: fmt::Debug + Send {
    /// Returns what it calls differently.
    fn dialect(&self) -> &'static Dialect;

    /// Runs statements without parameters, one or several.
    fn batch(&mut self, sql: &str) -> Result<(), SqlError>;

    /// Runs a statement; returns how many rows it changed.
    fn execute(&mut self, sql: &str, values: &[SqlValue]) -> Result<u64, SqlError>;

    /// Runs a query and calls `take` with each row.
    fn each(
        &mut self,
        sql: &str,
        values: &[SqlValue],
        take: &mut dyn FnMut(Row) -> Result<(), SqlError>,
    ) -> Result<(), SqlError>;

    /// Returns the rows of a query.
    fn rows(&mut self, sql: &str, values: &[SqlValue]) -> Result<Vec<Row>, SqlError> {
        let mut rows = Vec::new();
        self.each(sql, values, &mut |row| {
            rows.push(row);
            Ok(())
        })?;
        Ok(rows)
    }

    /// Returns the number that a query has for its only row; 0 where there is none.
    fn number(&mut self, sql: &str, values: &[SqlValue]) -> Result<i64, SqlError> {
        let rows = self.rows(sql, values)?;
        rows.into_iter().next().map_or(Ok(0), |row| Columns::of(row).int())
    }
}

/// Takes the columns of a row from left to right.
pub(super) struct Columns(std::vec::IntoIter<SqlValue>);

impl Columns {
    pub(super) fn of(row: Row) -> Self {
        Self(row.into_iter())
    }

    fn next(&mut self) -> SqlValue {
        self.0.next().unwrap_or(SqlValue::Null)
    }

    pub(super) fn int(&mut self) -> Result<i64, SqlError> {
        match self.next() {
            SqlValue::Int(value) => Ok(value),
            SqlValue::Null => Ok(0),
            other => Err(unexpected("a number", &other)),
        }
    }

    pub(super) fn real(&mut self) -> Result<Option<f64>, SqlError> {
        match self.next() {
            SqlValue::Real(value) => Ok(Some(value)),
            SqlValue::Null => Ok(None),
            other => Err(unexpected("a real number", &other)),
        }
    }

    pub(super) fn text(&mut self) -> Result<String, SqlError> {
        match self.next() {
            SqlValue::Text(value) => Ok(value),
            other => Err(unexpected("text", &other)),
        }
    }

    pub(super) fn bytes(&mut self) -> Result<Vec<u8>, SqlError> {
        match self.next() {
            SqlValue::Bytes(value) => Ok(value),
            other => Err(unexpected("bytes", &other)),
        }
    }
}

fn unexpected(what: &str, found: &SqlValue) -> SqlError {
    SqlError(format!("the bank is damaged: {found:?} in the place of {what}"))
}
