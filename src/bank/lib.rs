//! Banks: many proved puzzles in one SQLite file or on a PostgreSQL server, to be picked from in microseconds.
//!
//! [`Bank::open`] is given the path of a file or a `postgres://` address, [`Bank::pick`] a [`Query`] and a
//! number that stands for chance; it returns an [`Entry`], each that fits as likely as any other. [`Writer`] adds
//! puzzles, which must have been proved before, in transactions. Nothing here generates, solves or prints, and
//! no file but the bank is opened.

mod catalogue;
mod check;
mod pack;
mod proof;
mod schema;
#[cfg(feature = "postgres")]
mod server;
mod sql;
mod sqlite;
mod stored;
mod write;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use proof::Prover;
pub use stored::new_entry;
pub use write::{NewEntry, Stored, Writer};

use catalogue::{Catalogue, Fitting, some_level};
use puzgen_api::batch::FORM_BYTES;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::rng::{Rng, Stream};
use schema::{Contents, VERSION};
use sql::{Columns, Database, SqlError, SqlValue};

/// How often a puzzle is drawn anew before all that fit are counted: draws are quick, and most queries fit most.
const MOST_DRAWS: usize = 50;

/// What a puzzle is to be like. Only the puzzle must be said.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Query {
    /// The name of the definition.
    pub puzzle: String,
    /// Values of parameters, as they are typed.
    pub params: Vec<(String, String)>,
    /// The level.
    pub level: Option<String>,
    /// The least and the most score.
    pub score: Option<(f64, f64)>,
    /// The least and the most number of clues that are left out.
    pub empties: Option<(u64, u64)>,
    /// The least and the most number of solutions.
    pub solutions: Option<(u64, u64)>,
    /// The numbers of puzzles that are not wanted.
    pub exclude: Vec<u64>,
}

impl Query {
    /// Returns the query for any puzzle of a definition.
    pub fn of(puzzle: &str) -> Self {
        Self { puzzle: puzzle.to_owned(), ..Self::default() }
    }
}

/// A puzzle of a bank.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its number in the bank, from 1: it stays.
    pub id: u64,
    /// The name of the definition.
    pub puzzle: String,
    /// The values of all parameters, as a JSON object.
    pub params: String,
    /// The seed of its run.
    pub seed: u64,
    /// Its number in the run.
    pub index: u64,
    /// The level, where it has one.
    pub level: Option<String>,
    /// The score, where it has one.
    pub score: Option<f64>,
    /// How many clues are left out.
    pub empties: u64,
    /// How many solutions it has.
    pub solutions: u64,
    /// Its `puzgen.puzzle/1` without solutions, in one line.
    pub object: String,
    /// All its solutions, in the order of their values: one object, or a list of several.
    pub answers: String,
    /// A hash of what decided which puzzles the definition had when it was made.
    pub definition: String,
    /// A hash of its canonical form: what is equivalent to it, in any bank, has the same.
    pub form: [u8; FORM_BYTES],
}

impl Entry {
    /// Returns its `puzgen.puzzle/1` with its solutions, in one line.
    pub fn solved(&self) -> String {
        let name = if self.answers.starts_with('[') { "answers" } else { "answer" };
        // The field stands before the number of solutions; no name of a clue can hold quotation marks.
        match self.object.rsplit_once(SOLUTIONS) {
            Some((before, behind)) => {
                format!("{before},\"{name}\":{}{SOLUTIONS}{behind}", self.answers)
            }
            None => self.object.clone(),
        }
    }
}

impl From<Entry> for NewEntry {
    fn from(entry: Entry) -> Self {
        let Entry { puzzle, params, seed, index, level, score, empties, solutions, .. } = entry;
        let Entry { object, answers, definition, form, .. } = entry;
        Self {
            puzzle,
            params,
            definition,
            object,
            answers,
            seed,
            index,
            level,
            score,
            empties,
            solutions,
            form,
        }
    }
}

/// What follows the solutions in an object.
const SOLUTIONS: &str = ",\"solutions\":";

/// How many puzzles of a kind there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bucket {
    /// The name of the definition.
    pub puzzle: String,
    /// The values of all parameters, as a JSON object.
    pub params: String,
    /// The level, where there is one.
    pub level: Option<String>,
    /// How many clues are left out.
    pub empties: u64,
    /// How many solutions each has.
    pub solutions: u64,
    /// How many puzzles there are.
    pub puzzles: u64,
}

/// How far a build has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildProgress {
    /// All that decides what it makes, as JSON.
    pub identity: String,
    /// The first number whose puzzles are not in the bank.
    pub next: u64,
    /// How many puzzles it has added.
    pub added: u64,
    /// The number behind the last one that had something new.
    pub last: u64,
}

/// An open bank. A connection is used by one thread at a time; each may open its own.
#[derive(Debug)]
pub struct Bank {
    database: Box<dyn Database>,
    /// Its name in messages.
    name: String,
    catalogue: Catalogue,
    shapes: BTreeMap<i64, Arc<str>>,
}

/// The columns of a puzzle, as [`Bank::entry_of`] takes them.
const COLUMNS: &str = "p.id, p.bucket, p.seed, p.number, p.score, p.shape, p.object, p.answers_shape, p.answers, p.form";

impl Bank {
    /// Opens a bank that is there: the path of a SQLite file, or a `postgres://` address.
    ///
    /// # Errors
    /// `bank::no_bank` where it cannot be opened, or is none.
    pub fn open(url: &str) -> Result<Self, Problem> {
        Self::at(url, false)
    }

    /// Opens a bank, and makes it where there is none.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_or_make(url: &str) -> Result<Self, Problem> {
        Self::at(url, true)
    }

    fn at(url: &str, is_made: bool) -> Result<Self, Problem> {
        let name = shown_name(url);
        let open = || -> Result<Result<Self, Problem>, SqlError> {
            let mut database = opened(url, is_made)?;
            let contents = schema::contents(&mut *database)?;
            if is_made && contents != Contents::Other {
                database.batch(database.dialect().writing)?;
            }
            match contents {
                Contents::Bank(VERSION) => {}
                Contents::Bank(version) if version > VERSION => return Ok(Err(newer(&name))),
                Contents::Nothing if !is_made => return Ok(Err(no_bank(&name, "it is empty"))),
                Contents::Other => {
                    return Ok(Err(no_bank(&name, "it is a database of something else")));
                }
                Contents::Bank(_) | Contents::Nothing => schema::migrate(&mut *database)?,
            }
            let (catalogue, name) = (Catalogue::read(&mut *database)?, name.clone());
            Ok(Ok(Self { database, name, catalogue, shapes: BTreeMap::new() }))
        };
        open().unwrap_or_else(|error| Err(no_bank(&name, &error.to_string())))
    }

    /// Returns its name in messages: the path, or the address without a password.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the problem of a database that failed.
    fn failed(&self, error: &SqlError) -> Problem {
        let message = format!("the bank `{}` cannot be used: {error}", self.name);
        Problem::bare(Code::BankFailed, message)
            .help("try again; `puzgen bank verify` says whether it is damaged")
    }

    /// Returns a puzzle that fits, each as likely as any other, or none where there is none. The same number gives
    /// the same puzzle as long as the bank does not change.
    ///
    /// # Errors
    /// That the bank cannot be read.
    pub fn pick(&mut self, query: &Query, draw: u64) -> Result<Option<Entry>, Problem> {
        self.draw(query, draw).map_err(|error| self.failed(&error))
    }

    fn draw(&mut self, query: &Query, draw: u64) -> Result<Option<Entry>, SqlError> {
        let mut rng = Stream::Pick.keyed(&[&draw.to_le_bytes()]);
        for _ in 0..MOST_DRAWS {
            let fitting = self.catalogue.fitting(query);
            let drawn = match fitting.last() {
                None => None,
                Some((sum, _)) => {
                    let number = rng.below(*sum as usize) as u64;
                    self.at_rank(&fitting, number)?
                }
            };
            let Some((entry, revision)) = drawn else {
                if self.refresh()? {
                    continue;
                }
                return Ok(None);
            };
            if revision != self.catalogue.revision && self.refresh()? {
                continue;
            }
            if query.takes(&entry) {
                return Ok(Some(entry));
            }
        }
        self.draw_among_counted(query, &mut rng)
    }

    /// Returns the puzzle of this number among those of some buckets, and the state of the bank that it was
    /// read at.
    fn at_rank(
        &mut self,
        fitting: &Fitting,
        number: u64,
    ) -> Result<Option<(Entry, i64)>, SqlError> {
        let at = fitting.partition_point(|(sum, _)| *sum <= number);
        let before = at.checked_sub(1).map_or(0, |before| fitting[before].0);
        let bucket = self.catalogue.buckets[fitting[at].1].id;
        let sql = format!(
            "SELECT s.revision, {COLUMNS} FROM bank_puzzles p, bank_state s \
             WHERE p.bucket = ?1 AND p.pick = ?2 AND s.id = 1"
        );
        let values = [SqlValue::Int(bucket), SqlValue::Int((number - before) as i64)];
        let Some(row) = self.database.rows(&sql, &values)?.into_iter().next() else {
            return Ok(None);
        };
        let mut row = Columns::of(row);
        let revision = row.int()?;
        Ok(self.entry_of(row)?.map(|entry| (entry, revision)))
    }

    /// Reads again what there is, where that has changed; returns whether it has.
    fn refresh(&mut self) -> Result<bool, SqlError> {
        if catalogue::revision(&mut *self.database)? == self.catalogue.revision {
            return Ok(false);
        }
        self.catalogue = Catalogue::read(&mut *self.database)?;
        Ok(true)
    }

    /// Draws where little fits: all that does is counted.
    fn draw_among_counted(
        &mut self,
        query: &Query,
        rng: &mut Rng,
    ) -> Result<Option<Entry>, SqlError> {
        let fitting = self.catalogue.fitting(query);
        let buckets = fitting.iter().map(|(_, at)| self.catalogue.buckets[*at].id);
        let buckets = list(buckets);
        let without = match query.exclude.as_slice() {
            [] => String::new(),
            ids => format!("AND p.id NOT IN ({})", list(ids.iter().map(|id| *id as i64))),
        };
        let (scored, range) = match query.score {
            None => ("", Vec::new()),
            Some((least, most)) => {
                ("AND p.score BETWEEN ?1 AND ?2", vec![SqlValue::Real(least), SqlValue::Real(most)])
            }
        };
        let from = format!("FROM bank_puzzles p WHERE p.bucket IN ({buckets}) {scored} {without}");
        let count = self.database.number(&format!("SELECT count(*) {from}"), &range)?;
        if count == 0 {
            return Ok(None);
        }
        let number = rng.below(count as usize);
        let sql = format!("SELECT {COLUMNS} {from} ORDER BY p.id LIMIT 1 OFFSET {number}");
        match self.database.rows(&sql, &range)?.into_iter().next() {
            Some(row) => self.entry_of(Columns::of(row)),
            None => Ok(None),
        }
    }

    /// Returns the puzzle with this number.
    ///
    /// # Errors
    /// That the bank cannot be read.
    pub fn entry(&mut self, id: u64) -> Result<Option<Entry>, Problem> {
        let sql = format!("SELECT {COLUMNS} FROM bank_puzzles p WHERE p.id = ?1");
        let found = self.database.rows(&sql, &[SqlValue::Int(id as i64)]);
        let found = found.and_then(|rows| match rows.into_iter().next() {
            Some(row) => self.entry_of(Columns::of(row)),
            None => Ok(None),
        });
        found.map_err(|error| self.failed(&error))
    }

    /// Calls `take` with each puzzle that fits, in the order of their numbers; all where `query` is none.
    ///
    /// # Errors
    /// Those of `take`, and that the bank cannot be read.
    pub fn each<E: From<Problem>>(
        &mut self,
        query: Option<&Query>,
        mut take: impl FnMut(Entry) -> Result<(), E>,
    ) -> Result<(), E> {
        const BATCH: usize = 500;
        let buckets = match query {
            None => None,
            Some(query) => {
                self.refresh().map_err(|error| self.failed(&error))?;
                let fitting = self.catalogue.fitting(query);
                let buckets = fitting.iter().map(|(_, at)| self.catalogue.buckets[*at].id);
                Some(list(buckets))
            }
        };
        let mut last = 0;
        loop {
            let batch = self.after(last, buckets.as_deref(), BATCH);
            let batch = batch.map_err(|error| self.failed(&error))?;
            let count = batch.len();
            for entry in batch {
                last = entry.id;
                if query.is_none_or(|query| query.takes(&entry)) {
                    take(entry)?;
                }
            }
            if count < BATCH {
                return Ok(());
            }
        }
    }

    /// Returns the puzzles with the next numbers, of these buckets where some are named.
    fn after(
        &mut self,
        id: u64,
        buckets: Option<&str>,
        count: usize,
    ) -> Result<Vec<Entry>, SqlError> {
        let within = buckets.map(|list| format!("AND p.bucket IN ({list})")).unwrap_or_default();
        let sql = format!(
            "SELECT {COLUMNS} FROM bank_puzzles p WHERE p.id > ?1 {within} ORDER BY p.id LIMIT {count}"
        );
        let rows = self.database.rows(&sql, &[SqlValue::Int(id as i64)])?;
        let entries = rows.into_iter().map(|row| self.entry_of(Columns::of(row)));
        Ok(entries.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    /// Returns what there is of a puzzle, or of all: each kind that has some, in order.
    ///
    /// # Errors
    /// That the bank cannot be read.
    pub fn counts(&mut self, puzzle: Option<&str>) -> Result<Vec<Bucket>, Problem> {
        self.refresh().map_err(|error| self.failed(&error))?;
        let buckets = self.catalogue.buckets.iter().filter(|bucket| bucket.puzzles > 0);
        let mut counts: Vec<Bucket> = buckets.map(|bucket| self.catalogue.told(bucket)).collect();
        counts.retain(|bucket| puzzle.is_none_or(|name| bucket.puzzle == name));
        counts.sort_by(|a, b| (&a.puzzle, &a.params).cmp(&(&b.puzzle, &b.params)));
        Ok(counts)
    }

    /// Returns how far a build has come; none where it has not begun.
    ///
    /// # Errors
    /// That the bank cannot be read.
    pub fn progress(&mut self, identity: &str) -> Result<Option<BuildProgress>, Problem> {
        let sql = "SELECT next, added, last FROM bank_builds WHERE identity = ?1";
        let rows = self.database.rows(sql, &[SqlValue::Text(identity.to_owned())]);
        let read = rows.and_then(|rows| {
            let Some(row) = rows.into_iter().next() else { return Ok(None) };
            let (mut row, identity) = (Columns::of(row), identity.to_owned());
            let (next, added, last) = (row.int()? as u64, row.int()? as u64, row.int()? as u64);
            Ok(Some(BuildProgress { identity, next, added, last }))
        });
        read.map_err(|error| self.failed(&error))
    }

    /// Returns how many bytes it takes.
    ///
    /// # Errors
    /// That the bank cannot be read.
    pub fn size(&mut self) -> Result<u64, Problem> {
        let size = self.database.number(self.database.dialect().size, &[]);
        size.map(|size| size as u64).map_err(|error| self.failed(&error))
    }

    /// Gives unused room back to the system.
    ///
    /// # Errors
    /// That the bank cannot be written.
    pub fn vacuum(&mut self) -> Result<(), Problem> {
        for statement in self.database.dialect().vacuum {
            self.database.batch(statement).map_err(|error| self.failed(&error))?;
        }
        Ok(())
    }

    /// Begins a transaction that adds puzzles.
    ///
    /// # Errors
    /// That the bank cannot be written.
    pub fn write(&mut self) -> Result<Writer<'_>, Problem> {
        let name = self.name.clone();
        let (bank, failed) = (self, move |error: &SqlError| {
            let message = format!("the bank `{name}` cannot be written: {error}");
            Problem::bare(Code::BankFailed, message)
                .help("wait for who else writes to it, or choose another place")
        });
        Writer::begin(bank).map_err(|error| failed(&error))
    }

    fn entry_of(&mut self, mut row: Columns) -> Result<Option<Entry>, SqlError> {
        let (id, bucket) = (row.int()?, row.int()?);
        let (seed, number, score) = (row.int()?, row.int()?, row.real()?);
        let (shape, object) = (row.int()?, row.bytes()?);
        let (answers_shape, answers) = (row.int()?, row.bytes()?);
        let form = row.bytes()?.try_into();
        let form =
            form.map_err(|_| SqlError("the bank is damaged: a form of another length".to_owned()))?;
        if self.catalogue.bucket(bucket).is_none() {
            self.refresh()?;
        }
        let object = self.text(shape, &object)?;
        let answers = self.text(answers_shape, &answers)?;
        let Some(bucket) = self.catalogue.bucket(bucket) else { return Ok(None) };
        let family = &self.catalogue.families[bucket.family];
        Ok(Some(Entry {
            id: id as u64,
            puzzle: family.puzzle.clone(),
            params: family.params.clone(),
            seed: seed as u64,
            index: number as u64,
            level: some_level(&bucket.level),
            score,
            empties: bucket.empties as u64,
            solutions: bucket.solutions as u64,
            object,
            answers,
            definition: family.definition.clone(),
            form,
        }))
    }

    fn text(&mut self, shape: i64, packed: &[u8]) -> Result<String, SqlError> {
        let shape = match self.shapes.get(&shape) {
            Some(known) => Arc::clone(known),
            None => {
                let sql = "SELECT shape FROM bank_shapes WHERE id = ?1";
                let row = self.database.rows(sql, &[SqlValue::Int(shape)])?.into_iter().next();
                let text: Arc<str> = Columns::of(row.unwrap_or_default()).text()?.into();
                self.shapes.insert(shape, Arc::clone(&text));
                text
            }
        };
        let damaged = || SqlError("the bank is damaged: a puzzle cannot be unpacked".to_owned());
        pack::join(&shape, packed).ok_or_else(damaged)
    }
}

impl Query {
    /// Returns whether a puzzle of a fitting bucket fits.
    fn takes(&self, entry: &Entry) -> bool {
        let is_scored = match (self.score, entry.score) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some((least, most)), Some(score)) => (least..=most).contains(&score),
        };
        is_scored && !self.exclude.contains(&entry.id)
    }
}

/// Returns numbers as SQL lists them.
fn list(numbers: impl Iterator<Item = i64>) -> String {
    let texts: Vec<String> = numbers.map(|number| number.to_string()).collect();
    texts.join(",")
}

/// Returns whether this is the address of a bank on a server.
pub fn is_server(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

#[cfg(feature = "postgres")]
fn opened(url: &str, is_made: bool) -> Result<Box<dyn Database>, SqlError> {
    Ok(match is_server(url) {
        true => Box::new(server::Server::open(url)?),
        false => Box::new(sqlite::SqliteFile::open(url, is_made)?),
    })
}

#[cfg(not(feature = "postgres"))]
fn opened(url: &str, is_made: bool) -> Result<Box<dyn Database>, SqlError> {
    match is_server(url) {
        true => Err(SqlError("this program was built without PostgreSQL".to_owned())),
        false => Ok(Box::new(sqlite::SqliteFile::open(url, is_made)?)),
    }
}

/// Returns an address without its password; a path as it is.
fn shown_name(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://").filter(|_| is_server(url)) else {
        return url.to_owned();
    };
    match rest.rsplit_once('@') {
        Some((user, host)) => {
            let user = user.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{host}")
        }
        None => url.to_owned(),
    }
}

fn no_bank(name: &str, reason: &str) -> Problem {
    let message = format!("`{name}` is no bank that can be used: {reason}");
    Problem::bare(Code::NoBank, message).help("`puzgen bank build` makes one")
}

fn newer(name: &str) -> Problem {
    let message = format!("the bank `{name}` was made by a later version of puzgen");
    Problem::bare(Code::NoBank, message).help("use that version, or a later one")
}

#[cfg(test)]
mod tests;
