//! Threads with deep stacks.

use std::thread::{self, ScopedJoinHandle};

use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::jobs::Threads;
use puzgen_base::stack::STACK;

/// The threads of the operating system.
#[derive(Debug)]
pub struct SystemThreads;

impl Threads for SystemThreads {
    fn beside(
        &self,
        count: usize,
        work: &(dyn Fn() + Sync),
        lead: &mut dyn FnMut(usize),
    ) -> Result<(), Problem> {
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for number in 0..count {
                let builder =
                    thread::Builder::new().name(format!("worker {number}")).stack_size(STACK);
                match builder.spawn_scoped(scope, work) {
                    Ok(worker) => workers.push(worker),
                    Err(error) if workers.is_empty() => {
                        return Err(no_thread(&error).help("make room in memory"));
                    }
                    Err(_) => break,
                }
            }
            lead(workers.len());
            workers.into_iter().for_each(wait);
            Ok(())
        })
    }

    fn apart(&self, body: &mut (dyn FnMut() + Send)) -> Result<(), Problem> {
        thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, body);
            thread.map(wait).map_err(|error| no_thread(&error).help("use fewer `--jobs`"))
        })
    }
}

/// Waits for a thread, and panics as it did.
fn wait(thread: ScopedJoinHandle<'_, ()>) {
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

fn no_thread(error: &std::io::Error) -> Problem {
    Problem::bare(Code::Io, format!("no thread can be started: {error}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU64, Ordering};

    use puzgen_base::budget::StopFlag;
    use puzgen_base::jobs::{AHEAD, Finished, Jobs};
    use puzgen_base::stack::{supply, with_room};

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
            let broken = Jobs::new(jobs, &SystemThreads).in_order(
                3..200,
                &StopFlag::new(),
                start,
                |index, number| {
                    assert_eq!(index, number.0);
                    seen.push(index);
                    ControlFlow::<()>::Continue(())
                },
            );
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
        assert_eq!(
            Jobs::new(50, &SystemThreads).in_order(0..2, &StopFlag::new(), start, take),
            Ok(None)
        );
        assert!(workers.into_inner() <= 2);
        let nobody = || |_| -> Number { panic!("nothing was to be done") };
        assert_eq!(
            Jobs::new(4, &SystemThreads).in_order(5..5, &StopFlag::new(), nobody, take),
            Ok(None)
        );
    }

    #[test]
    fn all_before_the_last_are_taken_and_none_after() {
        for jobs in [1, 2, 5] {
            let mut seen = BTreeSet::new();
            let start = || |index| Number(work(index), index % 10 == 7);
            let broken = Jobs::new(jobs, &SystemThreads).in_order(
                0..1000,
                &StopFlag::new(),
                start,
                |index, _| {
                    assert!(seen.insert(index));
                    ControlFlow::<()>::Continue(())
                },
            );
            assert_eq!((broken, seen), (Ok(None), (0..=7).collect()));
        }
    }

    #[test]
    fn whoever_breaks_gets_nothing_more() {
        let mut taken = 0;
        let start = || |index| Number(index, false);
        let broken = Jobs::new(3, &SystemThreads).in_order(
            0..u64::MAX,
            &StopFlag::new(),
            start,
            |index, _| {
                taken += 1;
                if index == 20 { ControlFlow::Break(index) } else { ControlFlow::Continue(()) }
            },
        );
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
        let broken = Jobs::new(4, &SystemThreads).in_order(
            0..100_000,
            &StopFlag::new(),
            start,
            |index, _| {
                assert!(furthest.load(Ordering::SeqCst) <= index + 4 * AHEAD);
                ControlFlow::<()>::Continue(())
            },
        );
        assert_eq!(broken, Ok(None));
    }

    #[test]
    fn a_flag_ends_it() {
        let stop = StopFlag::new();
        let start = || |index| Number(index, false);
        let mut taken = 0;
        let broken =
            Jobs::new(3, &SystemThreads).in_order(0..u64::MAX, &stop, start, |index, _| {
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
        let run = || {
            Jobs::new(3, &SystemThreads).in_order(0..u64::MAX, &StopFlag::new(), start, |_, _| {
                ControlFlow::<()>::Continue(())
            })
        };
        assert!(std::panic::catch_unwind(run).is_err());
    }

    /// Uses a kilobyte and more of the stack for each step.
    fn sum(depth: u64) -> u64 {
        let room = std::hint::black_box([depth; 128]);
        if depth == 0 { 0 } else { room[7] + with_room(|| sum(depth - 1)) }
    }

    #[test]
    fn goes_on_where_a_stack_would_end() {
        supply(&SystemThreads);
        let deep = || assert_eq!(sum(100_000), 5_000_050_000);
        thread::Builder::new().stack_size(2 << 20).spawn(deep).unwrap().join().unwrap();
    }

    #[test]
    fn passes_panics_on() {
        supply(&SystemThreads);
        fn fail(depth: u64) -> u64 {
            let room = std::hint::black_box([depth; 128]);
            assert!(depth > 0, "the end");
            room[7] + with_room(|| fail(depth - 1))
        }
        let panic = thread::spawn(|| fail(10_000)).join().unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"the end"));
    }
}
