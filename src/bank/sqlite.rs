//! Banks in a SQLite file.

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql, params_from_iter};

use super::sql::{Database, Dialect, Row, SqlError, SqlValue};

const DIALECT: Dialect = Dialect {
    id: "INTEGER PRIMARY KEY",
    bytes: "BLOB",
    has_table: "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?1",
    other_tables: Some(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'bank\\_%' ESCAPE '\\'",
    ),
    // Readers and one writer at a time; what was committed is on the disk.
    writing: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;",
    begin: &["BEGIN IMMEDIATE"],
    size: "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    check: Some("PRAGMA integrity_check"),
    vacuum: &["VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"],
};

/// How long a connection waits for another one that writes, in milliseconds; and how many KiB of pages it keeps, so
/// that picks from a large bank find most of its index in memory.
const OPENED: &str = "PRAGMA busy_timeout = 30000; PRAGMA cache_size = -32768;";

/// An open file.
#[derive(Debug)]
pub(super) struct SqliteFile(Connection);

impl SqliteFile {
    /// Opens a file; makes it where it is not there and `is_made` says so.
    pub(super) fn open(path: &str, is_made: bool) -> Result<Self, SqlError> {
        let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        if is_made {
            flags |= OpenFlags::SQLITE_OPEN_CREATE;
        }
        let connection = Connection::open_with_flags(path, flags)?;
        connection.set_prepared_statement_cache_capacity(64);
        connection.execute_batch(OPENED)?;
        Ok(Self(connection))
    }
}

impl Database for SqliteFile {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn batch(&mut self, sql: &str) -> Result<(), SqlError> {
        Ok(self.0.execute_batch(sql)?)
    }

    fn execute(&mut self, sql: &str, values: &[SqlValue]) -> Result<u64, SqlError> {
        Ok(self.0.prepare_cached(sql)?.execute(params_from_iter(values))? as u64)
    }

    fn each(
        &mut self,
        sql: &str,
        values: &[SqlValue],
        take: &mut dyn FnMut(Row) -> Result<(), SqlError>,
    ) -> Result<(), SqlError> {
        let mut statement = self.0.prepare_cached(sql)?;
        let columns = statement.column_count();
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            let row = (0..columns).map(|column| Ok(row.get::<_, Value>(column)?.into()));
            take(row.collect::<Result<_, SqlError>>()?)?;
        }
        Ok(())
    }
}

impl ToSql for SqlValue {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(value) => ValueRef::Integer(*value),
            Self::Real(value) => ValueRef::Real(*value),
            Self::Text(value) => ValueRef::Text(value.as_bytes()),
            Self::Bytes(value) => ValueRef::Blob(value),
        }))
    }
}

impl From<Value> for SqlValue {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Integer(value) => Self::Int(value),
            Value::Real(value) => Self::Real(value),
            Value::Text(value) => Self::Text(value),
            Value::Blob(value) => Self::Bytes(value),
        }
    }
}

impl From<rusqlite::Error> for SqlError {
    fn from(error: rusqlite::Error) -> Self {
        Self(error.to_string())
    }
}
