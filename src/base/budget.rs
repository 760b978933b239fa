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

/// How much work makes a step: some 50 µs. A unit of work is a look at one variable, node or literal.
const UNITS: u64 = 10_000;

/// Returns how many steps so many units of work are, one at least.
pub fn steps_of(work: usize) -> u64 {
    1 + work as u64 / UNITS
}

/// The work that is left for one puzzle.
///
/// # Units
/// A step is one unit of the engine that answers (a conflict, or a node of a search), or so much other
/// [work](Budget::work) that it takes as long. All counts are deterministic, unlike time.
///
/// # Parts
/// A [part](Budget::part) bounds one question, in steps of its own; work that is no step of a question
/// counts for the whole alone. So how far a question goes depends on the whole only where that is spent.
#[derive(Debug, Clone)]
pub struct Budget {
    /// The steps at first.
    steps: u64,
    /// What is left of these.
    steps_left: u64,
    /// The steps that are left of the whole of which this is a part.
    whole_left: u64,
    /// Units of work that were done.
    worked: u64,
    stop: StopFlag,
}

impl Budget {
    /// Returns a budget without a bound on steps that never stops.
    pub fn unlimited() -> Self {
        Self::new(None, StopFlag::new())
    }

    /// Returns a budget of `steps` that also ends when `stop` is set.
    pub fn new(steps: Option<u64>, stop: StopFlag) -> Self {
        let steps = steps.unwrap_or(u64::MAX);
        Self { steps, steps_left: steps, whole_left: steps, worked: 0, stop }
    }

    /// Returns the steps left, or `None` where they are not bounded.
    pub fn steps_left(&self) -> Option<u64> {
        let left = self.steps_left.min(self.whole_left);
        (left != u64::MAX).then_some(left)
    }

    /// Takes `steps` off what is left.
    pub fn spend(&mut self, steps: u64) {
        self.spend_here(steps);
        if self.whole_left != u64::MAX {
            self.whole_left = self.whole_left.saturating_sub(steps);
        }
    }

    /// Takes `steps` off what is left of this part, where what they cost the whole is counted as work.
    pub fn spend_here(&mut self, steps: u64) {
        if self.steps_left != u64::MAX {
            self.steps_left = self.steps_left.saturating_sub(steps);
        }
    }

    /// Takes so many units of work off what is left of the whole.
    pub fn work(&mut self, units: u64) {
        let before = self.worked / UNITS;
        self.worked = self.worked.saturating_add(units);
        if self.whole_left != u64::MAX {
            let steps = self.worked / UNITS - before;
            self.whole_left = self.whole_left.saturating_sub(steps);
        }
    }

    /// Returns how many units of work were done so far.
    pub fn worked(&self) -> u64 {
        self.worked
    }

    /// Returns why work must end now, if it must.
    pub fn is_spent(&self) -> Option<GaveUp> {
        if self.stop.is_set() {
            Some(GaveUp::Stopped)
        } else if self.steps_left == 0 || self.whole_left == 0 {
            Some(GaveUp::Steps)
        } else {
            None
        }
    }

    /// Returns a budget of at most `steps` of what is left. What it took is to be
    /// [taken off](Self::spend_part) in the end.
    #[must_use]
    pub fn part(&self, steps: u64) -> Self {
        let steps = self.steps_left.min(steps);
        Self { steps, steps_left: steps, ..self.clone() }
    }

    /// Returns a budget of as many steps as this one had at first, and of `least` at least.
    #[must_use]
    pub fn refilled(&self, least: u64) -> Self {
        Self::new(Some(self.steps.max(least)), self.stop.clone())
    }

    /// Returns a budget of `steps` that are counted for themselves: what they cost the whole is counted
    /// as work, which is to be [taken off](Self::spend_work_of) in the end.
    #[must_use]
    pub fn apart(&self, steps: u64) -> Self {
        Self { steps, steps_left: steps, ..self.clone() }
    }

    /// Returns how many steps of its own were taken.
    pub fn taken(&self) -> u64 {
        self.steps - self.steps_left
    }

    /// Takes off what was spent of a [part](Self::part).
    pub fn spend_part(&mut self, part: &Self) {
        self.spend_here(part.taken());
        (self.whole_left, self.worked) = (part.whole_left, part.worked);
    }

    /// Takes off what a budget [apart](Self::apart) cost the whole.
    pub fn spend_work_of(&mut self, part: &Self) {
        (self.whole_left, self.worked) = (part.whole_left, part.worked);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_counts_for_the_whole_and_not_for_a_part() {
        let mut budget = Budget::new(Some(10), StopFlag::new());
        let mut part = budget.part(3);
        part.work(4 * UNITS + UNITS / 2);
        assert_eq!((part.is_spent(), part.steps_left()), (None, Some(3)));
        part.spend(2);
        budget.spend_part(&part);
        assert_eq!(budget.steps_left(), Some(4));
        // Half a step is not lost.
        budget.work(UNITS / 2);
        assert_eq!(budget.steps_left(), Some(3));
        let mut part = budget.part(100);
        part.work(3 * UNITS);
        assert_eq!(part.is_spent(), Some(GaveUp::Steps));
        budget.spend_part(&part);
        assert_eq!(budget.is_spent(), Some(GaveUp::Steps));
    }

    #[test]
    fn no_work_ends_what_is_not_bounded() {
        let mut budget = Budget::unlimited();
        let mut part = budget.part(5);
        part.work(u64::MAX);
        part.spend_here(4);
        assert_eq!((part.is_spent(), part.steps_left()), (None, Some(1)));
        part.spend_here(1);
        assert_eq!(part.is_spent(), Some(GaveUp::Steps));
        budget.spend_part(&part);
        assert_eq!(budget.steps_left(), None);
    }
}
