//! Puzzles of a definition made one after the other in this process, and the CPU time of each.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::diagnostics::Diagnostics;
use puzgen_engines::auto::Auto;
use puzgen_generate::{GenerationOutcome, Generator, Layouts, Options, Task, TaskHook};
use puzgen_model::definition::Definition;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;
use puzgen_vocabulary::lower::{Purpose, lower};

use crate::clues::{self, Counted};
use crate::measure::own_cpu_ms;

const SEED: u64 = 1;
/// The stack of the thread that generates, as the program's workers have it.
pub(crate) const STACK: usize = 16 << 20;

/// How many puzzles are made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Puzzles are made until they took so many CPU milliseconds, and are this many.
    pub(crate) enough_ms: f64,
    pub(crate) enough: u64,
    /// The CPU milliseconds that they may take at most, and the most of them.
    pub(crate) limit_ms: f64,
    pub(crate) most: u64,
}

/// A puzzle with what it shows.
pub(crate) type Made = (GeneratedPuzzle, Vec<Counted>);

/// Makes the puzzle of an index.
type One<'o> =
    dyn FnMut(u64, &mut Budget) -> Result<(GenerationOutcome, Vec<Made>), Diagnostics> + 'o;

/// Makes puzzles; `take` gets the CPU milliseconds of each index and what came of it. `begin` is called once
/// what is opened only once is open.
pub(crate) fn make(
    definition: &Definition,
    options: Options,
    limits: Limits,
    begin: &mut dyn FnMut(),
    take: &mut dyn FnMut(f64, &GenerationOutcome, &[Made]),
) -> Result<(), Diagnostics> {
    let mut make = |one: &mut One<'_>| {
        // The first one opens the sessions; it is made again and counts then.
        one(0, &mut Budget::new(None, after(limits.limit_ms)))?;
        let is_over = after(limits.limit_ms);
        begin();
        let start = own_cpu_ms();
        for index in 0..limits.most {
            let before = own_cpu_ms();
            if index >= limits.enough && before - start > limits.enough_ms {
                break;
            }
            let (outcome, puzzles) = one(index, &mut Budget::new(None, is_over.clone()))?;
            // What was stopped is no puzzle, so its time says nothing.
            if is_over.is_set() {
                break;
            }
            take(own_cpu_ms() - before, &outcome, &puzzles);
        }
        is_over.set();
        Ok::<_, Diagnostics>(())
    };
    if definition.layouts.is_empty() {
        let instance = Instance::new(definition, &[])?;
        let lowered = lower(&instance, Purpose::Solve)?;
        let mut generator = Generator::new(&instance, &lowered, &Auto, options)?;
        return make(&mut |index, budget| {
            let mut found = Vec::new();
            let mut take = |made: GeneratedPuzzle| {
                let shown = clues::count(&instance, &made);
                found.push((made, shown));
            };
            let outcome = generator.generate(SEED, index, budget, &mut take)?;
            Ok((outcome, found))
        });
    }
    let layouts = Layouts::new(definition, &[])?;
    make(&mut |index, budget| {
        let mut found = Vec::new();
        let mut take = |generator: &mut Generator<'_>, puzzles: Vec<GeneratedPuzzle>| {
            let instance = generator.problem().instance;
            found.extend(puzzles.into_iter().map(|made| {
                let shown = clues::count(instance, &made);
                (made, shown)
            }));
            Ok(())
        };
        let outcome = layouts.generate(&Auto, &options, (SEED, index), budget, &mut take)?;
        Ok((outcome, found))
    })
}

/// Returns a flag that is set once this process has taken so many more CPU milliseconds.
fn after(ms: f64) -> StopFlag {
    let (flag, end) = (StopFlag::new(), own_cpu_ms() + ms);
    let watched = flag.clone();
    std::thread::spawn(move || {
        while !watched.is_set() && own_cpu_ms() < end {
            std::thread::sleep(Duration::from_millis(20));
        }
        watched.set();
    });
    flag
}

/// The CPU milliseconds of each task in making puzzles.
#[derive(Debug, Clone, Default)]
pub(crate) struct TaskTimes(Arc<Mutex<Times>>);

#[derive(Debug, Default)]
struct Times {
    /// The present task, and when it began.
    present: Option<(Task, f64)>,
    spent: BTreeMap<Task, f64>,
}

impl Times {
    fn turn_to(&mut self, task: Option<Task>) {
        let now = own_cpu_ms();
        if let Some((before, since)) = self.present.take() {
            *self.spent.entry(before).or_default() += now - since;
        }
        self.present = task.map(|task| (task, now));
    }
}

impl TaskTimes {
    /// Returns what tells it of tasks.
    pub(crate) fn hook(&self) -> TaskHook {
        let times = Arc::clone(&self.0);
        TaskHook::new(move |task| {
            times.lock().unwrap_or_else(PoisonError::into_inner).turn_to(Some(task));
        })
    }

    /// Begins anew.
    pub(crate) fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Times::default();
    }

    /// Ends the present task.
    pub(crate) fn pause(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).turn_to(None);
    }

    /// Returns the share of each task.
    pub(crate) fn shares(&self) -> BTreeMap<Task, f64> {
        let times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let whole: f64 = times.spent.values().sum();
        times.spent.iter().map(|(task, ms)| (*task, ms / whole)).collect()
    }
}
