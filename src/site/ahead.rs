//! New puzzles that wait for who asks next: where one of a kind was asked for, the next one is made while the first
//! is played.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value as Json;

use super::Site;
use super::ask::Question;
use super::reply::Refusal;

/// How many kinds of puzzles there is one of: a genre with parameters, a level and a language.
const MOST: usize = 300;

/// The puzzles that wait, by kind; none for one that is being made.
#[derive(Debug, Default)]
pub(super) struct Ahead(Mutex<BTreeMap<String, Option<Json>>>);

impl Ahead {
    fn with<T>(&self, body: impl FnOnce(&mut BTreeMap<String, Option<Json>>) -> T) -> T {
        body(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes the puzzle of a kind, if one waits.
    fn take(&self, kind: &str) -> Option<Json> {
        self.with(|made| match made.get(kind) {
            Some(Some(_)) => made.remove(kind).flatten(),
            _ => None,
        })
    }

    /// Returns whether one of a kind is to be made, and notes that it is.
    fn begins(&self, kind: &str) -> bool {
        self.with(|made| {
            let is_new = made.len() < MOST && !made.contains_key(kind);
            if is_new {
                made.insert(kind.to_owned(), None);
            }
            is_new
        })
    }

    fn ends(&self, kind: &str, puzzle: Option<Json>) {
        self.with(|made| match puzzle {
            Some(puzzle) => drop(made.insert(kind.to_owned(), Some(puzzle))),
            None => drop(made.remove(kind)),
        });
    }
}

/// Answers a question for a new puzzle. Where it names no seed, chance decides, and the next one of its kind is made
/// ahead.
pub(super) async fn generated(site: &Arc<Site>, mut question: Question) -> Result<Json, Refusal> {
    if question.seed.is_some() || question.definition.is_some() {
        return site.workers.ask("generate", question).await;
    }
    let kind = serde_json::to_string(&question).unwrap_or_default();
    let made = match site.ahead.take(&kind) {
        Some(made) => made,
        None => {
            question.seed = Some(site.draw());
            site.workers.ask("generate", question.clone()).await?
        }
    };
    // Who waits comes first.
    if site.workers.has_room() && site.ahead.begins(&kind) {
        question.seed = Some(site.draw());
        let site = Arc::clone(site);
        drop(tokio::spawn(async move {
            let made = site.workers.ask("generate", question).await.ok();
            site.ahead.ends(&kind, made);
        }));
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_kind_waits() {
        let ahead = Ahead::default();
        assert_eq!(ahead.take("easy"), None);
        assert!(ahead.begins("easy"));
        assert!(!ahead.begins("easy"), "it is being made");
        assert_eq!(ahead.take("easy"), None);
        ahead.ends("easy", Some(Json::from(1)));
        assert_eq!(ahead.take("easy"), Some(Json::from(1)));
        assert_eq!(ahead.take("easy"), None);
        assert!(ahead.begins("easy"));
        ahead.ends("easy", None);
        assert!(ahead.begins("easy"), "what failed is made again");
    }
}
