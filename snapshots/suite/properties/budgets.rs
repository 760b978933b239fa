//! What a budget of steps bounds: all built-in puzzles, as they are and larger.

use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::diagnostics::Code;
use puzgen_base::source::Sources;
use puzgen_engine::Verdict;
use puzgen_engines::ENGINES;
use puzgen_engines::auto::Auto;
use puzgen_generate::{GenerationOutcome, Generator, Layouts, Options};
use puzgen_model::definition::Definition;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::{Instance, Setting};
use puzgen_model::rules::broken_rules;
use puzgen_puzzles as library;
use puzgen_solve::Solver;
use puzgen_vocabulary::lower::Ready;

use crate::case::root;
use crate::command::{Setup, run, words};
use crate::define::settings;
use crate::properties::built_in::built_in;
use crate::properties::is_soak;

/// Units of work in a step.
const UNITS: u64 = 10_000;

/// Steps that may be taken before somebody looks whether any are left: a question is propagated, a layout
/// is made ready.
const SLACK: u64 = 1_000;

/// Sizes at which drawing takes long.
const LARGE: &[(&str, &[&str])] = &[
    ("numberlink", &["height=8", "width=8"]),
    ("battleships", &["height=12", "width=12"]),
    ("palisade", &["height=9", "width=9"]),
    ("detour", &["height=9", "width=10"]),
    ("hashi", &["height=10", "width=10"]),
    ("hidato", &["height=7", "width=7"]),
];

/// Makes a puzzle under a budget.
fn made(
    definition: &Definition,
    settings: &[Setting],
    budget: &mut Budget,
) -> (usize, GenerationOutcome) {
    let mut count = 0;
    let options = Options::new(ENGINES);
    if !definition.layouts.is_empty() {
        let layouts = Layouts::new(definition, settings).unwrap();
        let mut take = |_: &mut Generator<'_>, found: Vec<GeneratedPuzzle>| {
            count += found.len();
            Ok(())
        };
        let outcome = layouts.generate(&Auto, &options, (1, 0), budget, &mut take);
        return (count, outcome.unwrap());
    }
    let Ready { instance, lowered } =
        Ready::new(Instance::new(definition, settings).unwrap()).unwrap();
    let mut generator = Generator::new(&instance, &lowered, &Auto, options).unwrap();
    let outcome = generator.generate(1, 0, budget, &mut |_| count += 1).unwrap();
    (count, outcome)
}

#[test]
fn a_budget_bounds_the_work_of_every_built_in_puzzle() {
    let own = library::names().into_iter().map(|name| (name, &[] as &[&str]));
    for (name, params) in own.chain(LARGE.iter().copied()) {
        let mut sources = Sources::new();
        let definition = built_in(&mut sources, name);
        let settings = settings(&mut sources, params);
        let budgets: &[u64] = if is_soak() { &[0, 100, 1_000, 10_000] } else { &[0, 100] };
        for steps in budgets {
            let mut budget = Budget::new(Some(*steps), StopFlag::new());
            let (count, outcome) = made(&definition, &settings, &mut budget);
            let (what, taken) =
                (format!("{name} {params:?} with {steps}"), budget.worked() / UNITS);
            assert!(taken <= steps + SLACK, "{what}: {taken} steps");
            // That there was no board, or no start, is for those to say who have looked.
            match outcome {
                GenerationOutcome::Done => assert!(count > 0, "{what}"),
                GenerationOutcome::OutOfBudget(problem) => {
                    let is_meant = matches!(problem.code(), Code::GaveUp | Code::NoFullBoard);
                    assert!(is_meant, "{what}: {problem:?}");
                }
                GenerationOutcome::TargetMissed(problem) => panic!("{what}: {problem:?}"),
            }
            if *steps == 0 {
                assert_eq!(count, 0, "{what}");
            }
        }
    }
}

#[test]
fn an_engine_that_was_interrupted_is_never_wrong() {
    let mut sources = Sources::new();
    let definition = built_in(&mut sources, "battleships");
    let ready = Ready::new(Instance::new(&definition, &[]).unwrap()).unwrap();
    let mut answered = 0;
    for engine in ["z3:booleans", "sat", "batsat", "search"]
        .into_iter()
        .filter_map(|name| ENGINES.by_name(name))
    {
        for steps in [10, 100, 472, 1_000] {
            let mut solver = Solver::new(&ready.lowered, engine);
            let asked = |solver: &mut Solver<'_>, steps| {
                solver.solve(&[], &mut Budget::new(Some(steps), StopFlag::new()))
            };
            asked(&mut solver, steps);
            match asked(&mut solver, 20_000) {
                Verdict::Sat(model) => {
                    answered += 1;
                    let values = ready.lowered.values(&model);
                    assert_eq!(broken_rules(&ready.instance, &values).unwrap().len(), 0);
                }
                Verdict::GaveUp(_) => {}
                Verdict::Unsat(_) => panic!("{} after {steps}", engine.name()),
            }
        }
    }
    assert!(answered > 3, "{answered}");
}

#[test]
fn a_budget_gives_the_same_with_any_number_of_threads() {
    let some = ["battleships", "dominosa", "fillomino", "jigsaw", "kakuro", "sudoku", "tents"];
    let names = if is_soak() { library::names() } else { some.to_vec() };
    let budgets: &[u64] = if is_soak() { &[0, 100, 10_000] } else { &[100] };
    for name in names {
        for steps in budgets {
            let line =
                format!("run {name} --seed 5 --count 3 --budget {steps} --format json --quiet");
            let with = |jobs| {
                let ran = run(&root(), &words(&format!("{line} --jobs {jobs}")), &Setup::default());
                (ran.stdout, ran.stderr, ran.status.code())
            };
            let one = with(1);
            assert_eq!(one, with(2), "{line}");
            assert!(matches!(one.2, Some(0 | 3)), "{line}: {one:?}");
        }
    }
}
