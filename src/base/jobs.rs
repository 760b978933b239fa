//! Work split by index, its results taken one by one in the order of the indexes.
//!
//! Given a range of indexes and a way to make a worker, [`Jobs::in_order`] lets each thread make a worker
//! of its own and calls back, on the thread that called it, with one result after the other. It
//! knows nothing of puzzles and writes nothing. It starts no thread itself: the embedding program supplies
//! [`Threads`], or there are none and one worker makes all results on the calling thread.
//!
//! # Invariants
//! * Indexes are handed out in order, so the one that is waited for is always being worked on.
//! * What is finished but not taken is bounded, in number and in bytes: workers wait instead.
//! * After a result that is the last one (`is_last`), nothing later is handed out; what was handed
//!   out before is still finished, and taken first.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::budget::StopFlag;
use crate::diagnostics::Problem;

/// How many results a worker may be ahead of the one that is waited for.
pub const AHEAD: u64 = 64;

/// How many bytes of results may wait; where it is more, nothing new is begun.
const MAX_WAITING: usize = 64 << 20;

/// How often a waiting worker looks at the flag that stops it.
const POLL: Duration = Duration::from_millis(20);

/// The threads of the embedding program.
pub trait Threads: Sync {
    /// Starts up to `count` threads that each call `work` once, calls `lead` on this thread with the number of them, and
    /// returns when all have ended. A panic of `work` goes on here.
    ///
    /// # Errors
    /// `io` where not a single thread can be had.
    fn beside(
        &self,
        count: usize,
        work: &(dyn Fn() + Sync),
        lead: &mut dyn FnMut(usize),
    ) -> Result<(), Problem>;

    /// Calls `body` on a thread of its own, with an unused stack and none of the state that libraries keep by thread,
    /// and returns when it has ended. A panic goes on here.
    ///
    /// # Errors
    /// `io` where no thread can be had; then `body` was not called.
    fn apart(&self, body: &mut (dyn FnMut() + Send)) -> Result<(), Problem>;
}

impl fmt::Debug for dyn Threads + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Threads")
    }
}

/// How many threads work, and whose they are.
#[derive(Debug, Clone, Copy)]
pub struct Jobs {
    count: usize,
    threads: Option<&'static dyn Threads>,
}

/// A result that knows its size and whether anything may follow.
pub trait Finished: Send {
    /// Returns about how many bytes it takes to keep it.
    fn bytes(&self) -> usize;

    /// Returns whether no later result is wanted.
    fn is_last(&self) -> bool;
}

struct QueueState<T> {
    /// The next index to hand out, and where to stop.
    next: u64,
    end: u64,
    /// The index that is waited for.
    wanted: u64,
    waiting: BTreeMap<u64, T>,
    waiting_bytes: usize,
    workers: usize,
}

struct ResultQueue<'a, T> {
    state: Mutex<QueueState<T>>,
    /// Something was finished, or a worker ended.
    news: Condvar,
    /// Something was taken.
    room: Condvar,
    ahead: u64,
    stop: &'a StopFlag,
}

impl<T: Finished> ResultQueue<'_, T> {
    fn state(&self) -> MutexGuard<'_, QueueState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands out an index, once there is room for its result; `None` where there is no more to do.
    fn next(&self) -> Option<u64> {
        let mut state = self.state();
        loop {
            if self.stop.is_set() || state.next >= state.end {
                return None;
            }
            let is_wanted = state.next == state.wanted;
            let has_room = state.next < state.wanted.saturating_add(self.ahead)
                && state.waiting_bytes < MAX_WAITING;
            if is_wanted || has_room {
                let index = state.next;
                state.next += 1;
                return Some(index);
            }
            let waited = self.room.wait_timeout(state, POLL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn deliver(&self, index: u64, result: T) {
        let mut state = self.state();
        if result.is_last() {
            state.end = state.end.min(index + 1);
        }
        state.waiting_bytes = state.waiting_bytes.saturating_add(result.bytes());
        state.waiting.insert(index, result);
        self.news.notify_one();
    }

    /// Takes the result that is waited for; `None` where it will not come.
    fn take(&self) -> Option<(u64, T)> {
        let mut state = self.state();
        loop {
            let index = state.wanted;
            if index >= state.end {
                return None;
            }
            if let Some(result) = state.waiting.remove(&index) {
                state.wanted += 1;
                state.waiting_bytes = state.waiting_bytes.saturating_sub(result.bytes());
                self.room.notify_all();
                return Some((index, result));
            }
            if state.workers == 0 {
                return None;
            }
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Hands nothing out and gives nothing back any more.
    fn close(&self) {
        self.state().end = 0;
        self.room.notify_all();
        self.news.notify_all();
    }
}

/// Closes the queue in any case, so that no worker waits for a caller that has returned.
struct Closing<'q, 'a, T: Finished>(&'q ResultQueue<'a, T>);

impl<T: Finished> Drop for Closing<'_, '_, T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Counts its worker out, also where that one panics. Then it closes the queue, because the result
/// will never come.
struct Leaving<'q, 'a, T: Finished> {
    queue: &'q ResultQueue<'a, T>,
    has_ended: bool,
}

impl<T: Finished> Drop for Leaving<'_, '_, T> {
    fn drop(&mut self) {
        if !self.has_ended {
            self.queue.close();
        }
        self.queue.state().workers -= 1;
        self.queue.news.notify_one();
    }
}

impl Jobs {
    /// Returns up to `count` threads, one at least.
    pub fn new(count: usize, threads: &'static dyn Threads) -> Self {
        Self { count: count.max(1), threads: Some(threads) }
    }

    /// Returns no threads: all work is done by the one that asks.
    pub const fn sequential() -> Self {
        Self { count: 1, threads: None }
    }

    /// Calls `body` on a thread of its own where there are threads, and returns what it gives.
    ///
    /// # Errors
    /// `io` where no thread can be had.
    pub fn apart<T: Send>(self, body: impl FnOnce() -> T + Send) -> Result<T, Problem> {
        let Some(threads) = self.threads else { return Ok(body()) };
        apart(threads, body)
    }

    /// Runs a worker, made by `start`, on each thread, and calls `take` with the
    /// results of `indexes` in order, until one is the last, `take` breaks, or `stop` is set and what
    /// is wanted will not come.
    ///
    /// Returns what `take` broke with once all workers have ended; whoever breaks sets `stop` if the
    /// workers should not finish what they are at.
    ///
    /// # Errors
    /// `io` where not a single thread can be had.
    pub fn in_order<T: Finished, W: FnMut(u64) -> T, B>(
        self,
        indexes: Range<u64>,
        stop: &StopFlag,
        start: impl Fn() -> W + Sync,
        mut take: impl FnMut(u64, T) -> ControlFlow<B>,
    ) -> Result<Option<B>, Problem> {
        let count = indexes.end.saturating_sub(indexes.start);
        let Some(threads) = self.threads else { return Ok(one_by_one(indexes, stop, start, take)) };
        let count = usize::try_from(count).unwrap_or(usize::MAX).min(self.count);
        if count == 0 {
            return Ok(None);
        }
        let queue = ResultQueue {
            state: Mutex::new(QueueState {
                next: indexes.start,
                end: indexes.end,
                wanted: indexes.start,
                waiting: BTreeMap::new(),
                waiting_bytes: 0,
                workers: count,
            }),
            news: Condvar::new(),
            room: Condvar::new(),
            ahead: AHEAD.saturating_mul(count as u64),
            stop,
        };
        let work = || {
            let mut leaving = Leaving { queue: &queue, has_ended: false };
            let mut worker = start();
            while let Some(index) = queue.next() {
                queue.deliver(index, worker(index));
            }
            leaving.has_ended = true;
        };
        let mut broken = None;
        // Fewer threads than asked for give the same results later.
        let mut lead = |started: usize| {
            queue.state().workers -= count - started;
            let _closing = Closing(&queue);
            while let Some((index, result)) = queue.take() {
                if let ControlFlow::Break(with) = take(index, result) {
                    broken = Some(with);
                    break;
                }
            }
        };
        threads.beside(count, &work, &mut lead)?;
        Ok(broken)
    }
}

/// Calls `body` on a thread of its own and returns what it gives.
///
/// # Errors
/// `io` where no thread can be had.
pub(crate) fn apart<T: Send>(
    threads: &dyn Threads,
    body: impl FnOnce() -> T + Send,
) -> Result<T, Problem> {
    let (mut body, mut result) = (Some(body), None);
    threads.apart(&mut || result = body.take().map(|body| body()))?;
    Ok(result.unwrap_or_else(|| crate::bug!("a thread ended without its result")))
}

/// Does the work of [`Jobs::in_order`] on this thread.
fn one_by_one<T: Finished, W: FnMut(u64) -> T, B>(
    indexes: Range<u64>,
    stop: &StopFlag,
    start: impl Fn() -> W,
    mut take: impl FnMut(u64, T) -> ControlFlow<B>,
) -> Option<B> {
    let mut worker = None;
    for index in indexes {
        if stop.is_set() {
            break;
        }
        let result = worker.get_or_insert_with(&start)(index);
        let is_last = result.is_last();
        if let ControlFlow::Break(with) = take(index, result) {
            return Some(with);
        }
        if is_last {
            break;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Number(u64, bool);

    impl Finished for Number {
        fn bytes(&self) -> usize {
            8
        }

        fn is_last(&self) -> bool {
            self.1
        }
    }

    #[test]
    fn without_threads_all_is_done_here() {
        let mut seen = Vec::new();
        let start = || |index| Number(index, index == 7);
        let take = |_, number: Number| {
            seen.push(number.0);
            ControlFlow::<()>::Continue(())
        };
        assert_eq!(Jobs::sequential().in_order(3..200, &StopFlag::new(), start, take), Ok(None));
        assert_eq!(seen, [3, 4, 5, 6, 7]);
    }

    #[test]
    fn without_threads_a_flag_or_a_break_ends_it() {
        let (stop, start) = (StopFlag::new(), || |index| Number(index, false));
        let take = |index, _| {
            if index == 4 { ControlFlow::Break(index) } else { ControlFlow::Continue(()) }
        };
        assert_eq!(Jobs::sequential().in_order(0..9, &stop, start, take), Ok(Some(4)));
        stop.set();
        assert_eq!(Jobs::sequential().in_order(0..9, &stop, start, take), Ok(None));
    }
}
