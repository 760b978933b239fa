//! What a bank has, kept in memory: families and buckets, and how many puzzles are in each.
//!
//! A bucket holds the puzzles of one family with the same level, number of empty squares and number of
//! solutions. Their ranks in it are dense, so a uniform draw among all that fit a query is one number: the bucket
//! follows from the sums, the rank from what is left.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

use super::sql::{Columns, Database, SqlError, SqlValue};
use crate::counts::Bucket;
use crate::query::Query;

/// How many queries are remembered with what fits them.
const MOST_REMEMBERED: usize = 256;

/// Puzzles of one definition with the same parameters.
#[derive(Debug, Clone)]
pub(super) struct StoredFamily {
    pub(super) id: i64,
    pub(super) puzzle: String,
    /// The parameters as a JSON object.
    pub(super) params: String,
    /// A hash of what decides which puzzles its definition has.
    pub(super) definition: String,
    values: Vec<(String, String)>,
}

/// A bucket with its place in the bank.
#[derive(Debug, Clone)]
pub(super) struct StoredBucket {
    pub(super) id: i64,
    /// The position of its family.
    pub(super) family: usize,
    pub(super) level: String,
    pub(super) empties: i64,
    pub(super) solutions: i64,
    pub(super) puzzles: i64,
}

/// The buckets that fit a query: how many puzzles there are up to and with each, and its position.
pub(super) type Fitting = Arc<[(u64, usize)]>;

/// All that a bank has.
#[derive(Debug, Default)]
pub(super) struct Catalogue {
    /// The state of the bank that it was read at.
    pub(super) revision: i64,
    pub(super) families: Vec<StoredFamily>,
    pub(super) buckets: Vec<StoredBucket>,
    /// The positions of buckets by their numbers.
    positions: BTreeMap<i64, usize>,
    remembered: BTreeMap<Filter, Fitting>,
}

/// The part of a query that buckets decide.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Filter {
    puzzle: String,
    params: Vec<(String, String)>,
    level: Option<String>,
    empties: Option<(u64, u64)>,
    solutions: Option<(u64, u64)>,
}

/// Returns the number of the last change.
pub(super) fn revision(database: &mut dyn Database) -> Result<i64, SqlError> {
    database.number("SELECT revision FROM bank_state WHERE id = ?1", &[SqlValue::Int(1)])
}

impl Catalogue {
    /// Reads what there is.
    pub(super) fn read(database: &mut dyn Database) -> Result<Self, SqlError> {
        // The number is read first: what is changed in between is read again.
        let mut found = Self { revision: revision(database)?, ..Self::default() };
        let families = "SELECT id, puzzle, params, definition FROM bank_families ORDER BY id";
        for row in database.rows(families, &[])? {
            let mut row = Columns::of(row);
            let (id, puzzle, params) = (row.int()?, row.text()?, row.text()?);
            let definition = row.text()?;
            let values = values_of(&params);
            found.families.push(StoredFamily { id, puzzle, params, definition, values });
        }
        let positions: BTreeMap<i64, usize> =
            found.families.iter().enumerate().map(|(at, family)| (family.id, at)).collect();
        let buckets = "SELECT id, family, level, empties, solutions, puzzles FROM bank_buckets \
                       ORDER BY family, level, empties, solutions";
        for row in database.rows(buckets, &[])? {
            let mut row = Columns::of(row);
            let id = row.int()?;
            // A family may have come in between.
            let Some(family) = positions.get(&row.int()?).copied() else { continue };
            let level = row.text()?;
            let (empties, solutions, puzzles) = (row.int()?, row.int()?, row.int()?);
            found.positions.insert(id, found.buckets.len());
            found.buckets.push(StoredBucket { id, family, level, empties, solutions, puzzles });
        }
        Ok(found)
    }

    /// Returns the buckets that fit a query.
    pub(super) fn fitting(&mut self, query: &Query) -> Fitting {
        let Query { puzzle, params, level, empties, solutions, .. } = query.clone();
        let filter = Filter { puzzle, params, level, empties, solutions };
        if let Some(known) = self.remembered.get(&filter) {
            return Arc::clone(known);
        }
        let mut sum = 0;
        let mut fitting = Vec::new();
        for (at, bucket) in self.buckets.iter().enumerate() {
            if bucket.puzzles > 0 && self.fits(&filter, bucket) {
                sum += bucket.puzzles as u64;
                fitting.push((sum, at));
            }
        }
        if self.remembered.len() >= MOST_REMEMBERED {
            self.remembered.clear();
        }
        let fitting: Fitting = fitting.into();
        self.remembered.insert(filter, Arc::clone(&fitting));
        fitting
    }

    fn fits(&self, filter: &Filter, bucket: &StoredBucket) -> bool {
        let family = &self.families[bucket.family];
        let is_within = |range: Option<(u64, u64)>, value: i64| {
            range.is_none_or(|(least, most)| {
                u64::try_from(value).is_ok_and(|value| (least..=most).contains(&value))
            })
        };
        family.puzzle == filter.puzzle
            && filter.level.as_ref().is_none_or(|level| *level == bucket.level)
            && is_within(filter.empties, bucket.empties)
            && is_within(filter.solutions, bucket.solutions)
            && filter.params.iter().all(|param| family.values.contains(param))
    }

    /// Returns a bucket as others see it.
    pub(super) fn told(&self, bucket: &StoredBucket) -> Bucket {
        let family = &self.families[bucket.family];
        Bucket {
            puzzle: family.puzzle.clone(),
            params: family.params.clone(),
            level: some_level(&bucket.level),
            empties: bucket.empties as u64,
            solutions: bucket.solutions as u64,
            puzzles: bucket.puzzles as u64,
        }
    }

    /// Returns the bucket with this number.
    pub(super) fn bucket(&self, id: i64) -> Option<&StoredBucket> {
        self.positions.get(&id).map(|at| &self.buckets[*at])
    }
}

/// Returns a level, which is stored as a text that may be empty.
pub(super) fn some_level(level: &str) -> Option<String> {
    (!level.is_empty()).then(|| level.to_owned())
}

/// Returns the values of parameters as they are typed.
fn values_of(params: &str) -> Vec<(String, String)> {
    let Ok(Json::Object(object)) = serde_json::from_str(params) else { return Vec::new() };
    let text = |value: Json| match value {
        Json::String(text) => text,
        other => other.to_string(),
    };
    object.into_iter().map(|(name, value)| (name, text(value))).collect()
}
