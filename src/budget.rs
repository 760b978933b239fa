//! How much work a question may cost, and the way to stop one from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that ends running work soon: set by an interrupt or by a clock that lives in `cli/`.
#[derive(Debug, Clone, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Returns a flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks all work that watches this flag to end.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Returns whether work is asked to end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// The work that is left for one puzzle.
///
/// # Units
/// A step is one unit of the engine that answers (a conflict or a decision); the count is
/// deterministic, unlike time.
#[derive(Debug, Clone)]
pub struct Budget {
    steps: u64,
    steps_left: u64,
    stop: StopFlag,
}

impl Budget {
    /// Returns a budget without a bound on steps that never stops.
    pub fn unlimited() -> Self {
        Self { steps: u64::MAX, steps_left: u64::MAX, stop: StopFlag::new() }
    }

    /// Returns a budget of `steps` that also ends when `stop` is set.
    pub fn new(steps: Option<u64>, stop: StopFlag) -> Self {
        let steps = steps.unwrap_or(u64::MAX);
        Self { steps, steps_left: steps, stop }
    }

    /// Returns the steps left, or `None` where they are not bounded.
    pub fn steps_left(&self) -> Option<u64> {
        (self.steps_left != u64::MAX).then_some(self.steps_left)
    }

    /// Takes `steps` off what is left.
    pub fn spend(&mut self, steps: u64) {
        if self.steps_left != u64::MAX {
            self.steps_left = self.steps_left.saturating_sub(steps);
        }
    }

    /// Returns why work must end now, if it must.
    pub fn is_spent(&self) -> Option<GaveUp> {
        if self.stop.is_set() {
            Some(GaveUp::Stopped)
        } else if self.steps_left == 0 {
            Some(GaveUp::Steps)
        } else {
            None
        }
    }

    /// Returns a budget of at most `steps` of what is left.
    #[must_use]
    pub fn part(&self, steps: u64) -> Self {
        Self::new(Some(self.steps_left.min(steps)), self.stop.clone())
    }

    /// Returns a budget of as many steps as this one had at first, and of `least` at least.
    #[must_use]
    pub fn refilled(&self, least: u64) -> Self {
        Self::new(Some(self.steps.max(least)), self.stop.clone())
    }

    /// Takes off what was spent of a [part](Self::part) of `steps`.
    pub fn spend_part(&mut self, steps: u64, part: &Self) {
        self.spend(self.steps_left.min(steps) - part.steps_left);
    }

    /// Returns the flag that ends work under this budget.
    pub fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }
}

/// Why a question was left without an answer. Never the same as "no solution".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GaveUp {
    /// The steps of the budget are spent.
    Steps,
    /// The stop flag was set: an interrupt or the wall clock.
    Stopped,
    /// The solver answered `unknown` for a reason of its own.
    Solver(String),
}

impl GaveUp {
    /// Returns the way out.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Steps => "raise `--budget`",
            Self::Stopped => "let it go on, or raise `--timeout`",
            Self::Solver(_) => "name another `--engine`",
        }
    }
}

impl std::fmt::Display for GaveUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Steps => write!(f, "the budget of steps is spent"),
            Self::Stopped => write!(f, "it was stopped"),
            Self::Solver(reason) => write!(f, "the solver gave up: {reason}"),
        }
    }
}
