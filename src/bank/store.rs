//! An open bank: opens the file or the server, picks and lists its puzzles, and counts them.
//!
//! [`Bank::pick`] draws in a bucket by the numbers that [`catalogue`] knows; where little fits, all that does
//! is counted. What is written goes through a [`Writer`].

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::address::{opened, shown_name};
use crate::catalogue::{self, Catalogue, Fitting, some_level};
use crate::counts::{Bucket, BuildProgress};
use crate::entry::Entry;
use crate::pack;
use crate::query::Query;
use crate::schema::{self, Contents, VERSION};
use crate::sql::{Columns, Database, SqlError, SqlValue};
use crate::write::Writer;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::rng::{Rng, Stream};

/// How often a puzzle is drawn anew before all that fit are counted: draws are quick, and most queries fit most.
const MOST_DRAWS: usize = 50;

/// An open bank. A connection is used by one thread at a time; each may open its own.
#[derive(Debug)]
pub struct Bank {
    pub(crate) database: Box<dyn Database>,
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
    pub(crate) fn failed(&self, error: &SqlError) -> Problem {
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

/// Returns numbers as SQL lists them.
fn list(numbers: impl Iterator<Item = i64>) -> String {
    let texts: Vec<String> = numbers.map(|number| number.to_string()).collect();
    texts.join(",")
}

fn no_bank(name: &str, reason: &str) -> Problem {
    let message = format!("`{name}` is no bank that can be used: {reason}");
    Problem::bare(Code::NoBank, message).help("`puzgen bank build` makes one")
}

fn newer(name: &str) -> Problem {
    let message = format!("the bank `{name}` was made by a later version of puzgen");
    Problem::bare(Code::NoBank, message).help("use that version, or a later one")
}
