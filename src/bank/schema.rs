//! The tables of a bank, and how those of earlier versions become those of this one.
//!
//! A migration is never changed once it was published: a new one follows it.

use super::sql::{Database, Dialect, SqlError, SqlValue};

/// What brings a bank from each version to the next, beginning with nothing.
const MIGRATIONS: &[&str] = &["
CREATE TABLE bank_state (id BIGINT PRIMARY KEY, revision BIGINT NOT NULL);
INSERT INTO bank_state VALUES (1, 0);
CREATE TABLE bank_families (
    id {id},
    puzzle TEXT NOT NULL,
    params TEXT NOT NULL,
    definition TEXT NOT NULL,
    UNIQUE (puzzle, params, definition)
);
CREATE TABLE bank_shapes (id {id}, hash {bytes} NOT NULL UNIQUE, shape TEXT NOT NULL);
CREATE TABLE bank_buckets (
    id {id},
    family BIGINT NOT NULL REFERENCES bank_families (id),
    level TEXT NOT NULL,
    empties BIGINT NOT NULL,
    solutions BIGINT NOT NULL,
    puzzles BIGINT NOT NULL,
    UNIQUE (family, level, empties, solutions)
);
CREATE TABLE bank_puzzles (
    id {id},
    bucket BIGINT NOT NULL REFERENCES bank_buckets (id),
    pick BIGINT NOT NULL,
    seed BIGINT NOT NULL,
    number BIGINT NOT NULL,
    score DOUBLE PRECISION,
    shape BIGINT NOT NULL REFERENCES bank_shapes (id),
    object {bytes} NOT NULL,
    answers_shape BIGINT NOT NULL REFERENCES bank_shapes (id),
    answers {bytes} NOT NULL,
    form {bytes} NOT NULL
);
CREATE UNIQUE INDEX bank_picks ON bank_puzzles (bucket, pick);
CREATE UNIQUE INDEX bank_forms ON bank_puzzles (form);
CREATE TABLE bank_builds (
    identity TEXT PRIMARY KEY,
    next BIGINT NOT NULL,
    added BIGINT NOT NULL,
    last BIGINT NOT NULL
);
"];

/// The version of the tables that this program knows.
pub(super) const VERSION: i64 = MIGRATIONS.len() as i64;

/// What a database holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Contents {
    /// Nothing that a bank would be mixed with.
    Nothing,
    /// Something else.
    Other,
    /// A bank with tables of this version.
    Bank(i64),
}

/// Returns what a database holds.
pub(super) fn contents(database: &mut dyn Database) -> Result<Contents, SqlError> {
    let Dialect { has_table, other_tables, .. } = database.dialect();
    let name = SqlValue::Text("bank_migrations".to_owned());
    if database.number(has_table, &[name])? > 0 {
        let version = database.number("SELECT max(version) FROM bank_migrations", &[])?;
        return Ok(Contents::Bank(version));
    }
    let others = other_tables.map_or(Ok(0), |count| database.number(count, &[]))?;
    Ok(if others > 0 { Contents::Other } else { Contents::Nothing })
}

/// Brings the tables to this version: all of it, or nothing is changed.
pub(super) fn migrate(database: &mut dyn Database) -> Result<(), SqlError> {
    let dialect = database.dialect();
    for statement in dialect.begin {
        database.batch(statement)?;
    }
    let done = migrate_within(database, dialect);
    database.batch(if done.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
    done
}

fn migrate_within(database: &mut dyn Database, dialect: &Dialect) -> Result<(), SqlError> {
    // Another process may have done it while this one waited for its turn.
    let from = match contents(database)? {
        Contents::Bank(version) => version,
        Contents::Nothing | Contents::Other => {
            database.batch("CREATE TABLE bank_migrations (version BIGINT PRIMARY KEY)")?;
            0
        }
    };
    for (version, migration) in (1..).zip(MIGRATIONS).filter(|(version, _)| *version > from) {
        let sql = migration.replace("{id}", dialect.id).replace("{bytes}", dialect.bytes);
        database.batch(&sql)?;
        let version = [SqlValue::Int(version)];
        database.execute("INSERT INTO bank_migrations VALUES (?1)", &version)?;
    }
    Ok(())
}
