//! One question to a Z3 solver under a budget: limits, counting, and stopping from outside.
//!
//! # Units
//! Z3 counts its work deterministically in units of `rlimit`. A step of a [`Budget`] is
//! [`UNITS_PER_STEP`] of them: a check of a 9×9 sudoku takes about 5 steps, of a 16×16 about 30.
//! The first question of a session also pays for taking in the problem (some thousand steps).
//!
//! # Stopping
//! After the first question of a session, each starts with a limit of [`SHORT_SLICE`] units, a
//! tenth of a second of hard search, so that the thousands of small questions of a generator need
//! no watcher. Only where that was not enough does it go on with one: a thread that lives as long
//! as this one call, polls the flag and interrupts Z3 once the flag is set. It is scoped, so it
//! can neither leak nor outlive the session. Z3 keeps what it learnt when it goes on.

use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use z3::ast::Bool;
use z3::{ContextHandle, Params, SatResult, Solver, StatisticsValue};

use puzgen_base::budget::{Budget, GaveUp, StopFlag};

/// How many units of Z3's `rlimit` are one step.
const UNITS_PER_STEP: u64 = 100;

/// How many units a question may take before a watcher is started for it.
const SHORT_SLICE: u32 = 30_000;

/// How often a watcher looks at the flag.
const WATCH_PERIOD: Duration = Duration::from_millis(10);

/// Asks one solver, and remembers which limit it has.
#[derive(Debug, Default)]
pub(super) struct Asker {
    /// Whether the problem was taken in.
    has_answered: bool,
    /// Whether it was interrupted before.
    is_broken: bool,
    limit: Option<u32>,
}

/// Z3 takes terms for translated that it was translating when it was interrupted, so their meaning would
/// be lost: a session like that is not asked again.
const BROKEN: &str = "it was interrupted while it took in the problem";

impl Asker {
    /// Returns whether what `solver` holds and `assumptions` can hold together.
    pub(super) fn ask(
        &mut self,
        solver: &Solver,
        assumptions: &[Bool],
        budget: &mut Budget,
    ) -> Result<bool, GaveUp> {
        let mut is_short = self.has_answered;
        loop {
            if let Some(reason) = budget.is_spent() {
                return Err(reason);
            }
            if self.is_broken {
                return Err(GaveUp::Solver(BROKEN.to_owned()));
            }
            let affordable = budget.steps_left().map(|steps| {
                u32::try_from(steps.saturating_mul(UNITS_PER_STEP)).unwrap_or(u32::MAX)
            });
            let slice = if is_short {
                affordable.unwrap_or(u32::MAX).min(SHORT_SLICE)
            } else {
                affordable.unwrap_or(0)
            };
            self.set_limit(solver, slice);
            let before = affordable.map(|_| units(solver));
            let answer = if is_short {
                solver.check_assumptions(assumptions)
            } else {
                watched(solver, budget.stop_flag(), || solver.check_assumptions(assumptions))
            };
            let mut used = 0;
            if let Some(before) = before {
                used = units(solver).wrapping_sub(before);
                budget.spend(u64::from(used).div_ceil(UNITS_PER_STEP));
            }
            self.has_answered |= answer != SatResult::Unknown;
            match answer {
                SatResult::Sat => return Ok(true),
                SatResult::Unsat => return Ok(false),
                SatResult::Unknown => {}
            }
            let reason = solver.get_reason_unknown().unwrap_or_default();
            self.is_broken = !self.has_answered && is_limit(&reason);
            if let Some(reason) = budget.is_spent() {
                return Err(reason);
            }
            if !is_limit(&reason) {
                return Err(GaveUp::Solver(reason));
            }
            if !is_short && used < slice {
                return Err(GaveUp::Steps);
            }
            is_short = false;
        }
    }

    fn set_limit(&mut self, solver: &Solver, units: u32) {
        if self.limit != Some(units) {
            let mut params = Params::new();
            params.set_u32("rlimit", units);
            // An interrupt is the program's business: Z3 would take it for one question's end.
            params.set_bool("ctrl_c", false);
            solver.set_params(&params);
            self.limit = Some(units);
        }
    }
}

/// Returns whether Z3 names a limit or an interrupt as its reason to give up.
fn is_limit(reason: &str) -> bool {
    ["cancel", "resource", "interrupt", "rlimit"].iter().any(|word| reason.contains(word))
}

/// Returns the work that this thread's Z3 has done so far; it wraps around.
fn units(solver: &Solver) -> u32 {
    match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(units)) => units,
        Some(StatisticsValue::Double(units)) => units as u64 as u32,
        None => 0,
    }
}

/// Runs `work`, and interrupts Z3 for as long as it runs while `stop` is set.
fn watched<T>(solver: &Solver, stop: &StopFlag, work: impl FnOnce() -> T) -> T {
    let is_done = Mutex::new(false);
    let handle: ContextHandle<'_> = solver.get_context().handle();
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let handle = &handle;
            loop {
                thread::park_timeout(WATCH_PERIOD);
                let done = is_done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                if *done {
                    break;
                }
                if stop.is_set() {
                    handle.interrupt();
                }
            }
        });
        let answer = work();
        *is_done.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = true;
        watcher.thread().unpark();
        answer
    })
}
