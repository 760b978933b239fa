//! Whether a bank is whole: what the database says of itself, dense ranks, and texts that can be read.

use serde_json::Value as Json;

use super::sql::{Columns, SqlError};
use crate::{Bank, Entry};
use puzgen_base::diagnostics::Problem;

/// Buckets that hold another number of puzzles than they say, or ranks with gaps.
const UNEVEN: &str = "SELECT count(*) FROM bank_buckets b LEFT JOIN \
    (SELECT bucket, count(*) AS number, min(pick) AS least, max(pick) AS most \
     FROM bank_puzzles GROUP BY bucket) p ON p.bucket = b.id \
    WHERE b.puzzles <> coalesce(p.number, 0) OR p.least <> 0 OR p.most <> p.number - 1";

impl Bank {
    /// Returns what is wrong with the bank as a whole, in words.
    ///
    /// # Errors
    /// That it cannot be read at all.
    pub fn faults(&mut self) -> Result<Vec<String>, Problem> {
        self.find_faults().map_err(|error| self.failed(&error))
    }

    fn find_faults(&mut self) -> Result<Vec<String>, SqlError> {
        let mut faults = Vec::new();
        if let Some(sql) = self.database.dialect().check {
            for row in self.database.rows(sql, &[])? {
                let text = Columns::of(row).text()?;
                faults.extend((text != "ok").then_some(text));
            }
        }
        match self.database.number(UNEVEN, &[])? {
            0 => {}
            uneven => faults.push(format!("{uneven} of its counts are wrong")),
        }
        Ok(faults)
    }
}

impl Entry {
    /// Returns whether its object says the same of it as its columns.
    pub fn is_consistent(&self) -> bool {
        let Ok(object) = serde_json::from_str::<Json>(&self.solved()) else {
            return false;
        };
        let answers = match self.solutions {
            1 => object["answer"].as_object().map(|_| 1),
            _ => object["answers"].as_array().map(|all| all.len() as u64),
        };
        object["puzzle"] == self.puzzle.as_str()
            && serde_json::from_str(&self.params).is_ok_and(|it: Json| it == object["params"])
            && object["seed"] == self.seed
            && object["index"] == self.index
            && object["solutions"] == self.solutions
            && object["level"].as_str() == self.level.as_deref()
            && object["score"].as_f64() == self.score
            && answers == Some(self.solutions)
    }
}
