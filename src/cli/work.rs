//! The writing side of a run: one thread takes the results of all workers and writes them in order.

use std::ops::ControlFlow;

use indicatif::ProgressBar;

use crate::Failure;
use crate::journal::{EarlierRun, JournalEntry};
use crate::output::Console;
use crate::sink::OutputSink;
use crate::stop::StopWatcher;
use puzgen_api::batch::{IndexEnd, IndexResult, RunTotals};
use puzgen_base::diagnostics::Diagnostics;

/// Takes the results in order: the only one that writes.
pub(super) struct RunWriter<'a> {
    pub(super) console: &'a mut Console,
    pub(super) sink: OutputSink,
    /// What stands between two puzzles.
    pub(super) separator: &'static str,
    /// Whether it stands between puzzles of different indexes, too.
    pub(super) is_one_file: bool,
    pub(super) stop: &'a StopWatcher,
    pub(super) totals: RunTotals,
    pub(super) done: u64,
    pub(super) count: u64,
    pub(super) bar: Option<ProgressBar>,
}

impl RunWriter<'_> {
    /// Takes the result of an index; breaks with the reason where it is the last.
    pub(super) fn take(
        &mut self,
        index: u64,
        made: IndexResult<Vec<u8>>,
    ) -> ControlFlow<Result<(), Failure>> {
        let IndexResult { puzzles, totals, end } = made;
        let mut bytes = puzzles.join(self.separator.as_bytes());
        if index > 0 && self.is_one_file && !puzzles.is_empty() {
            bytes.splice(0..0, self.separator.bytes());
        }
        let (is_finished, remarks) = match end {
            IndexEnd::Fault(problems) => return self.fail(problems.into()),
            IndexEnd::Finished(remarks) => (true, remarks),
            IndexEnd::Unfinished(remarks) => (false, remarks),
        };
        if !is_finished && self.stop.was_interrupted() {
            return ControlFlow::Break(Ok(()));
        }
        let mut gate = self.stop.gate();
        let written = if is_finished {
            let entry = JournalEntry::new(index, &bytes, totals);
            let written = self.sink.write(self.console, &bytes, &entry);
            if written.is_ok() {
                self.totals.add(&entry.totals);
                self.done += 1;
            }
            written
        } else {
            self.sink.write_unfinished(self.console, &bytes)
        };
        gate.last_words = self.stopped();
        drop(gate);
        if let Err(failure) = written {
            return self.fail(failure);
        }
        if !remarks.is_empty() {
            self.console.problems(remarks);
        }
        if !is_finished {
            return ControlFlow::Break(Ok(()));
        }
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
        ControlFlow::Continue(())
    }

    /// Ends everything. The reason is reported now, because other workers may take a while to end.
    fn fail(&mut self, failure: Failure) -> ControlFlow<Result<(), Failure>> {
        let (failure, status) = match failure {
            Failure::Closed => (Failure::Closed, 0),
            Failure::Problems(problems, status) => {
                self.console.problems(problems);
                (Failure::Problems(Diagnostics::new(), status), status)
            }
        };
        self.stop.abandon(status);
        ControlFlow::Break(Err(failure))
    }

    /// Returns what is said where not everything is finished.
    pub(super) fn stopped(&self) -> String {
        let (done, count) = (self.done, self.count);
        let hint = if self.sink.can_resume() { "; `--resume` goes on" } else { "" };
        format!("stopped: {done} of {count} puzzles are finished{hint}")
    }

    /// Goes on after what an earlier run finished.
    pub(super) fn go_on(&mut self, past: &EarlierRun) {
        let lost = past.lost();
        self.totals = past.totals();
        self.done = past.entries.len() as u64;
        let (done, count, seed) = (self.done, self.count, past.identity.seed);
        if lost > 0 {
            self.console.remark(&format!("{lost} finished puzzles were changed since: made again"));
        }
        self.console.remark(&format!("{done} of {count} puzzles are finished, seed {seed}"));
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
    }

    /// Ends the run; returns the exit status and what all of it took.
    pub(super) fn end(
        self,
        broken: Option<Result<(), Failure>>,
    ) -> Result<(u8, RunTotals), Failure> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if let Some(Err(failure)) = broken {
            // A run of which nothing is finished leaves no files.
            if self.done == 0 {
                self.sink.discard()?;
            }
            return Err(failure);
        }
        let mut status = self.totals.status;
        if self.done == self.count {
            self.sink.finish(self.count)?;
        } else {
            status = 3;
            self.console.remark(&self.stopped());
        }
        Ok((status, self.totals))
    }
}
