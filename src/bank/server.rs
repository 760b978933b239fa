//! Banks on a PostgreSQL server.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use postgres::fallible_iterator::FallibleIterator as _;
use postgres::types::private::BytesMut;
use postgres::types::{FromSql, IsNull, ToSql, Type, accepts, to_sql_checked};
use postgres::{Client, NoTls, Statement};

use super::sql::{Database, Dialect, Row, SqlError, SqlValue};

const DIALECT: Dialect = Dialect {
    id: "BIGINT PRIMARY KEY",
    bytes: "BYTEA",
    has_table: "SELECT count(*) FROM information_schema.tables \
                WHERE table_schema = current_schema() AND table_name::text = ?1",
    other_tables: None,
    writing: "",
    // The number is that of this program; whoever else writes to the bank waits for it.
    begin: &["BEGIN", "SELECT pg_advisory_xact_lock(8824211)"],
    size: "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c \
           WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace \
           AND c.relname LIKE 'bank\\_%'",
    check: None,
    vacuum: &["VACUUM FULL ANALYZE bank_puzzles"],
};

/// An open connection.
pub(super) struct Server {
    client: Client,
    statements: BTreeMap<String, Statement>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Server")
    }
}

impl Server {
    /// Connects to a server.
    pub(super) fn open(url: &str) -> Result<Self, SqlError> {
        Ok(Self { client: Client::connect(url, NoTls)?, statements: BTreeMap::new() })
    }

    fn statement(&mut self, sql: &str) -> Result<Statement, SqlError> {
        if let Some(known) = self.statements.get(sql) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(&sql.replace('?', "$"))?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

impl Database for Server {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn batch(&mut self, sql: &str) -> Result<(), SqlError> {
        Ok(self.client.batch_execute(sql)?)
    }

    fn execute(&mut self, sql: &str, values: &[SqlValue]) -> Result<u64, SqlError> {
        let statement = self.statement(sql)?;
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|it| it as _).collect();
        Ok(self.client.execute(&statement, &values)?)
    }

    fn each(
        &mut self,
        sql: &str,
        values: &[SqlValue],
        take: &mut dyn FnMut(Row) -> Result<(), SqlError>,
    ) -> Result<(), SqlError> {
        let statement = self.statement(sql)?;
        let mut rows = self.client.query_raw(&statement, values)?;
        while let Some(row) = rows.next()? {
            let row = (0..row.len()).map(|column| Ok(row.try_get::<_, SqlValue>(column)?));
            take(row.collect::<Result<_, SqlError>>()?)?;
        }
        Ok(())
    }
}

impl ToSql for SqlValue {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Int(value) => value.to_sql(ty, out),
            Self::Real(value) => value.to_sql(ty, out),
            Self::Text(value) => value.to_sql(ty, out),
            Self::Bytes(value) => value.to_sql(ty, out),
        }
    }

    accepts!(INT8, FLOAT8, TEXT, BYTEA);

    to_sql_checked!();
}

impl<'a> FromSql<'a> for SqlValue {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(match *ty {
            Type::INT8 => Self::Int(i64::from_sql(ty, raw)?),
            Type::FLOAT8 => Self::Real(f64::from_sql(ty, raw)?),
            Type::BYTEA => Self::Bytes(Vec::from_sql(ty, raw)?),
            _ => Self::Text(String::from_sql(ty, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self::Null)
    }

    accepts!(INT8, FLOAT8, TEXT, BYTEA);
}

impl From<postgres::Error> for SqlError {
    fn from(error: postgres::Error) -> Self {
        // What the server itself says is the source of what the client says.
        Self(match error.as_db_error() {
            Some(told) => told.message().to_owned(),
            None => match error.source() {
                Some(source) => format!("{error}: {source}"),
                None => error.to_string(),
            },
        })
    }
}
