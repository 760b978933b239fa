//! Work split by index over threads, its results taken one by one in the order of the indexes.
//!
//! Given a range of indexes and a way to make a worker, [`in_order`] lets each thread make a worker
//! of its own and calls back, on the thread that called it, with one result after the other. It
//! knows nothing of puzzles and writes nothing.
//!
//! # Invariants
//! * Indexes are handed out in order, so the one that is waited for is always being worked on.
//! * What is finished but not taken is bounded, in number and in bytes: workers wait instead.
//! * After a result that is the last one (`is_last`), nothing later is handed out; what was handed
//!   out before is still finished, and taken first.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::budget::StopFlag;
use crate::diagnostics::{Code, Problem};

/// How many results a worker may be ahead of the one that is waited for.
const AHEAD: u64 = 64;

/// How many bytes of results may wait; where it is more, nothing new is begun.
const MAX_WAITING: usize = 64 << 20;

/// How often a waiting worker looks at the flag that stops it.
const POLL: Duration = Duration::from_millis(20);

/// The stack of a worker, in bytes: more than a main thread has, for deep expressions.
pub const STACK: usize = 16 << 20;

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
struct Leaving<'q, 'a, T: Finished>(&'q ResultQueue<'a, T>);

impl<T: Finished> Drop for Leaving<'_, '_, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
        self.0.state().workers -= 1;
        self.0.news.notify_one();
    }
}

/// Runs a worker, made by `start`, on each of up to `jobs` threads, and calls `take` with the
/// results of `indexes` in order, until one is the last, `take` breaks, or `stop` is set and what
/// is wanted will not come.
///
/// Returns what `take` broke with once all workers have ended; whoever breaks sets `stop` if the
/// workers should not finish what they are at.
///
/// # Errors
/// `io` where not a single thread can be had.
pub fn in_order<T: Finished, W: FnMut(u64) -> T, B>(
    indexes: Range<u64>,
    jobs: usize,
    stop: &StopFlag,
    start: impl Fn() -> W + Sync,
    mut take: impl FnMut(u64, T) -> ControlFlow<B>,
) -> Result<Option<B>, Problem> {
    let count = indexes.end.saturating_sub(indexes.start);
    let jobs = usize::try_from(count).unwrap_or(usize::MAX).min(jobs);
    let queue = ResultQueue {
        state: Mutex::new(QueueState {
            next: indexes.start,
            end: indexes.end,
            wanted: indexes.start,
            waiting: BTreeMap::new(),
            waiting_bytes: 0,
            workers: 0,
        }),
        news: Condvar::new(),
        room: Condvar::new(),
        ahead: AHEAD.saturating_mul(jobs as u64),
        stop,
    };
    let work = || {
        let _leaving = Leaving(&queue);
        let mut worker = start();
        while let Some(index) = queue.next() {
            queue.deliver(index, worker(index));
        }
    };
    thread::scope(|scope| {
        let closing = Closing(&queue);
        let mut workers = Vec::new();
        for number in 0..jobs {
            queue.state().workers += 1;
            let builder = thread::Builder::new().name(format!("worker {number}")).stack_size(STACK);
            match builder.spawn_scoped(scope, work) {
                Ok(worker) => workers.push(worker),
                Err(error) => {
                    queue.state().workers -= 1;
                    if workers.is_empty() {
                        let message = format!("no thread can be started: {error}");
                        return Err(Problem::bare(Code::Io, message).help("make room in memory"));
                    }
                    // Fewer threads give the same results later.
                    break;
                }
            }
        }
        let mut broken = None;
        while let Some((index, result)) = queue.take() {
            if let ControlFlow::Break(with) = take(index, result) {
                broken = Some(with);
                break;
            }
        }
        drop(closing);
        for worker in workers {
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
        }
        Ok(broken)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::{AtomicU64, Ordering};

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

    /// Work of very different length, the same in every run.
    fn work(index: u64) -> u64 {
        (0..(index * 7919) % 5000).fold(index, |sum, step| std::hint::black_box(sum ^ step ^ step))
    }

    #[test]
    fn results_come_in_order_with_any_number_of_workers() {
        for jobs in [1, 2, 3, 8, 500] {
            let mut seen = Vec::new();
            let start = || |index| Number(work(index), false);
            let broken = in_order(3..200, jobs, &StopFlag::new(), start, |index, number| {
                assert_eq!(index, number.0);
                seen.push(index);
                ControlFlow::<()>::Continue(())
            });
            assert_eq!((broken, seen), (Ok(None), (3..200).collect::<Vec<u64>>()));
        }
    }

    #[test]
    fn there_are_no_more_workers_than_indexes() {
        let workers = AtomicU64::new(0);
        let start = || {
            workers.fetch_add(1, Ordering::SeqCst);
            |index| Number(index, false)
        };
        let take = |_, _| ControlFlow::<()>::Continue(());
        assert_eq!(in_order(0..2, 50, &StopFlag::new(), start, take), Ok(None));
        assert!(workers.into_inner() <= 2);
        let nobody = || |_| -> Number { panic!("nothing was to be done") };
        assert_eq!(in_order(5..5, 4, &StopFlag::new(), nobody, take), Ok(None));
    }

    #[test]
    fn all_before_the_last_are_taken_and_none_after() {
        for jobs in [1, 2, 5] {
            let mut seen = BTreeSet::new();
            let start = || |index| Number(work(index), index % 10 == 7);
            let broken = in_order(0..1000, jobs, &StopFlag::new(), start, |index, _| {
                assert!(seen.insert(index));
                ControlFlow::<()>::Continue(())
            });
            assert_eq!((broken, seen), (Ok(None), (0..=7).collect()));
        }
    }

    #[test]
    fn whoever_breaks_gets_nothing_more() {
        let mut taken = 0;
        let start = || |index| Number(index, false);
        let broken = in_order(0..u64::MAX, 3, &StopFlag::new(), start, |index, _| {
            taken += 1;
            if index == 20 { ControlFlow::Break(index) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((broken, taken), (Ok(Some(20)), 21));
    }

    #[test]
    fn workers_do_not_run_far_ahead() {
        let furthest = AtomicU64::new(0);
        let start = || {
            |index| {
                furthest.fetch_max(index, Ordering::SeqCst);
                Number(index, false)
            }
        };
        let broken = in_order(0..100_000, 4, &StopFlag::new(), start, |index, _| {
            assert!(furthest.load(Ordering::SeqCst) <= index + 4 * AHEAD);
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(broken, Ok(None));
    }

    #[test]
    fn a_flag_ends_it() {
        let stop = StopFlag::new();
        let start = || |index| Number(index, false);
        let mut taken = 0;
        let broken = in_order(0..u64::MAX, 3, &stop, start, |index, _| {
            taken += 1;
            if index == 100 {
                stop.set();
            }
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(broken, Ok(None));
        assert!(taken > 100);
    }

    #[test]
    fn a_worker_that_fails_takes_all_along() {
        let start =
            || |index| if index == 50 { panic!("as planned") } else { Number(index, false) };
        let run =
            || {
                in_order(0..u64::MAX, 3, &StopFlag::new(), start, |_, _| {
                    ControlFlow::<()>::Continue(())
                })
            };
        assert!(std::panic::catch_unwind(run).is_err());
    }
}
