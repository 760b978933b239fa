//! A running site: what all requests share.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::options::Options;
use crate::{ahead, ask, reply, workers};

/// A running site.
pub(crate) struct Site {
    pub(crate) options: Options,
    pub(crate) families: ask::Families,
    pub(crate) workers: workers::Workers,
    /// Questions that this process answers.
    pub(crate) questions: workers::Turns,
    pub(crate) pictures: reply::Kept,
    draws: AtomicU64,
    pub(crate) counted: reply::Counted,
    pub(crate) ahead: ahead::Ahead,
}

impl Site {
    pub(crate) fn new(options: Options) -> Self {
        Self {
            families: ask::Families::new(options.host),
            workers: workers::Workers::new(options.worker.clone(), options.workers),
            questions: workers::Turns::new(options.workers + 1, 64),
            pictures: reply::Kept::new(4_000),
            draws: AtomicU64::new(options.seed),
            counted: reply::Counted::default(),
            ahead: ahead::Ahead::default(),
            options,
        }
    }

    /// Returns a number that stands for chance.
    pub(crate) fn draw(&self) -> u64 {
        self.draws.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns a path of the site as pages write it.
    pub(crate) fn path(&self, path: &str) -> String {
        format!("{}{path}", self.options.base)
    }
}
