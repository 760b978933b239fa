//! The stages whose cases are definitions: parse, check, lower, solve, generate, render.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use puzgen_api::examine::examine;
use puzgen_base::budget::StopFlag;
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::ops::CompareOp;
use puzgen_base::source::{Sources, Span};
use puzgen_csp::Lit;
use puzgen_engine::Engine;
use puzgen_engines::ENGINES;
use puzgen_export::{self as export, Context, answer_text, solved_text};
use puzgen_generate::{Bounds, GenerationOutcome, Generator, Options, UntilTarget, sampled};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::givens::{Removal, single_removals};
use puzgen_model::instance::Instance;
use puzgen_solve::Conflict;
use puzgen_solve::{Listing, Solver, conflict};
use puzgen_syntax as syntax;
use puzgen_vocabulary::lower::{Lowered, Purpose, ReadyRef, lower};

use crate::case::{Case, stage};
use crate::define::{
    agreed, budget, engines, program, read_board, report, report_one, settings, solutions,
    with_case,
};

/// The tree as text that parses again to the same text, or the problems.
#[test]
fn parse() {
    stage("parse", "pz", &[], |case| {
        let mut sources = Sources::new();
        let file = sources.add(case.file.clone(), case.text.clone());
        let printed = match syntax::parse(file, &sources) {
            Err(problems) => return report(problems, &sources),
            Ok(tree) => tree.to_string(),
        };
        let again = sources.add("printed", printed.clone());
        let tree = syntax::parse(again, &sources).expect("printed text parses");
        assert_eq!(printed, tree.to_string(), "printing a printed tree changes it");
        printed
    });
}

/// What a script says as `.pz` text, which is read as the same tree; or the problems of its puzzles.
#[test]
fn script() {
    stage("script", "rhai", &[], |case| {
        let mut sources = Sources::new();
        let file = sources.add(case.file.clone(), case.text.clone());
        let printed = match puzgen_check::script::define(file, &mut sources) {
            Err(problems) => return report(problems, &sources),
            Ok(tree) => tree.to_string(),
        };
        let again = sources.add("printed", printed.clone());
        let tree = syntax::parse(again, &sources).expect("printed text parses");
        assert_eq!(printed, tree.to_string(), "the two front ends give two trees");
        let mut sources = Sources::new();
        let Ok((_, program)) = program(&mut sources, "check", &case.file, &case.text) else {
            return printed;
        };
        let mut out = printed;
        for puzzle in &program.own {
            if let Err(problems) = program.check(puzzle, &sources) {
                let _ = write!(out, "\n{}", report(problems, &sources));
            }
        }
        out
    });
}

/// All that can be said of a definition, as `puzgen check` does.
#[test]
fn check() {
    stage("check", "pz", &["set"], |case| {
        let mut sources = Sources::new();
        let (_, program) = match program(&mut sources, "check", &case.file, &case.text) {
            Ok(found) => found,
            Err(problems) => return report(problems, &sources),
        };
        let mut out = String::new();
        for puzzle in &program.own {
            let mut problems = Diagnostics::new();
            match program.check(puzzle, &sources) {
                Err(found) => problems.extend(found),
                Ok(checked) => {
                    problems.extend(checked.warnings);
                    let settings = settings(&mut sources, &case.all("set"));
                    let examined =
                        sampled(&checked.definition, &settings, ENGINES, &StopFlag::new())
                            .and_then(|found| {
                                let mut problems = examined(&found.ready.instance)?;
                                found
                                    .problem
                                    .into_iter()
                                    .for_each(|problem| problems.push(problem));
                                Ok(problems)
                            });
                    problems.extend(examined.unwrap_or_else(|problems| problems));
                }
            }
            let verdict = if problems.has_errors() { "errors" } else { "ok" };
            let _ = writeln!(out, "{}: {verdict}\n", puzzle.name.name);
            if !problems.is_empty() {
                let _ = writeln!(out, "{}", report(problems, &sources));
            }
        }
        out
    });
}

fn examined(instance: &Instance<'_>) -> Result<Diagnostics, Diagnostics> {
    let lowered = lower(instance, Purpose::Solve)?;
    let engine = engines(&lowered).next().expect("an engine for every problem");
    let (mut problems, is_complete) =
        examine(instance, &lowered, (engine, ENGINES), &solved_text, &mut budget());
    assert!(is_complete, "a test must be examined to the end");
    let proofs = puzgen_solve::prove::transforms(instance, &lowered, ENGINES, &mut budget()).proofs;
    let ready = ReadyRef { instance, lowered: &lowered };
    problems.extend(puzgen_solve::prove::problems(ready, &proofs, &solved_text));
    Ok(problems)
}

/// The flat constraints, to solve and, where a case asks for it, to explain.
#[test]
fn lowering() {
    stage("lower", "pz", &["set", "purpose"], |case| {
        let mut sources = Sources::new();
        with_case(case, &mut sources, |sources, instance, lowered| match case.one("purpose") {
            None => lowered.csp.to_string(),
            Some("explain") => match lower(instance, Purpose::Explain) {
                Ok(lowered) => lowered.csp.to_string(),
                Err(problems) => report(problems, sources),
            },
            Some(other) => panic!("unknown purpose `{other}`"),
        })
    });
}

/// The answer to a board, or why there is none: the same by every engine.
#[test]
fn solve() {
    stage("solve", "pz", &["set", "puzzle", "board"], |case| {
        let mut sources = Sources::new();
        with_case(case, &mut sources, |sources, instance, lowered| {
            let text = case.all("board").join("\n");
            let input = match read_board(sources, instance, &lowered.fact_domains, &text) {
                Ok(input) => input,
                Err(problems) => return report(problems, sources),
            };
            let givens = input.board.givens(instance);
            let context = Context::new(instance, &lowered.fact_domains, true);
            let solve = |engine: &'static dyn Engine| {
                let result = solved(sources, &context, lowered, &givens, engine);
                (engine.name(), result)
            };
            let results: BTreeMap<&str, String> = engines(lowered).map(solve).collect();
            assert!(results.len() > 1, "{}: only one engine takes this", case.file);
            agreed(results)
        })
    });
}

fn solved(
    sources: &Sources,
    context: &Context<'_>,
    lowered: &Lowered,
    givens: &[(usize, i64, Span)],
    engine: &dyn Engine,
) -> String {
    let lits = |lowered: &Lowered| -> Vec<Lit> {
        givens.iter().map(|(fact, value, _)| lowered.fact_lit(*fact, *value)).collect()
    };
    let mut solver = Solver::new(lowered, engine);
    let mut budget = budget();
    let (solutions, is_complete) = match solver.list(&lits(lowered), 2, &mut budget).unwrap() {
        Listing::All(solutions) => (solutions, true),
        Listing::More(_, mut rest) => {
            let next = |_| rest.next(&mut budget).unwrap();
            ((0..2).filter_map(next).collect(), false)
        }
    };
    if solutions.is_empty() {
        let explained = lower(context.instance, Purpose::Explain).unwrap();
        let culprits = conflict(&explained, engine, &lits(&explained), &mut budget).unwrap();
        let culprits = culprits.expect("no solution has a conflict");
        let conflict =
            Conflict::new(context.instance, &explained.fact_domains, &culprits, givens).unwrap();
        return format!("no solution\n\n{}", report_one(conflict.problem(), sources));
    }
    let mut out = String::from(match (solutions.len(), is_complete) {
        (1, true) => "unique\n",
        (_, true) => "two solutions\n",
        (_, false) => "more than two solutions; the first are\n",
    });
    for solution in &solutions {
        let _ = write!(out, "\n{}", answer_text(context, solution));
    }
    out
}

const GENERATING: &[&str] =
    &["set", "puzzle", "seed", "count", "solutions", "until", "all_steps", "answers", "format"];

fn yes(case: &Case, name: &str) -> bool {
    match case.one(name) {
        None => false,
        Some("yes") => true,
        Some(other) => panic!("{}: `{name}: {other}`", case.file),
    }
}

fn number(case: &Case, name: &str, default: u64) -> u64 {
    case.one(name).map_or(default, |text| text.parse().unwrap())
}

fn options(case: &Case, sources: &mut Sources) -> Options {
    let solutions = case.one("solutions").map(|text| {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        Bounds { at_least: from.parse().unwrap(), at_most: to.parse().unwrap() }
    });
    let until = case.one("until").map(|text| {
        let signs = [("<=", CompareOp::Le), (">=", CompareOp::Ge), ("=", CompareOp::Eq)];
        let (sign, op) = *signs.iter().find(|(sign, _)| text.contains(sign)).unwrap();
        let (name, number) = text.split_once(sign).unwrap();
        let file = sources.add("until", text);
        let span = Span::new(file, 0, text.len());
        UntilTarget { name: name.to_owned(), op, number: number.parse().unwrap(), span }
    });
    Options { solutions, until, all_steps: yes(case, "all_steps"), ..Options::new(ENGINES) }
}

/// Returns the puzzles of a run and how each ended, from a generator of its own.
pub(crate) fn puzzles(
    instance: &Instance<'_>,
    lowered: &Lowered,
    engine: &dyn Engine,
    options: &Options,
    seed: u64,
    indexes: std::ops::Range<u64>,
) -> Result<Vec<(Vec<GeneratedPuzzle>, GenerationOutcome)>, Diagnostics> {
    let mut generator = Generator::new(instance, lowered, engine, options.clone())?;
    let mut all = Vec::new();
    for index in indexes {
        let mut found = Vec::new();
        let outcome =
            generator.generate(seed, index, &mut budget(), &mut |puzzle| found.push(puzzle))?;
        all.push((found, outcome));
    }
    Ok(all)
}

/// Generated puzzles, each counted again; the same bytes by every engine and whatever the count.
#[test]
fn generate() {
    stage("generate", "pz", GENERATING, |case| {
        let mut sources = Sources::new();
        let options = options(case, &mut sources);
        with_case(case, &mut sources, |sources, instance, lowered| {
            let with_answers = yes(case, "answers");
            let context = Context::new(instance, &lowered.fact_domains, with_answers);
            let format = export::by_name(case.one("format").unwrap_or("text")).unwrap();
            let (seed, count) = (number(case, "seed", 1), number(case, "count", 1));
            let print = |run: Result<
                Vec<(Vec<GeneratedPuzzle>, GenerationOutcome)>,
                Diagnostics,
            >| match run {
                Err(problems) => report(problems, sources),
                Ok(run) => {
                    let print = |(puzzles, outcome): (Vec<GeneratedPuzzle>, GenerationOutcome)| {
                        printed(sources, &context, format, puzzles, outcome)
                    };
                    let texts: Vec<String> = run.into_iter().map(print).collect();
                    texts.join(if format.name() == "text" { "\n" } else { "" })
                }
            };
            let engine = engines(lowered).next().unwrap();
            let run = puzzles(instance, lowered, engine, &options, seed, 0..count);
            for (puzzles, _) in run.iter().flatten() {
                puzzles.iter().for_each(|puzzle| recount(instance, lowered, puzzle));
            }
            let expected = print(run);
            let again = print(puzzles(instance, lowered, engine, &options, seed, 0..count));
            assert_eq!(expected, again, "the same seed gave two results");
            if count > 1 {
                let last =
                    print(puzzles(instance, lowered, engine, &options, seed, count - 1..count));
                assert!(expected.ends_with(&last), "a puzzle depends on those before it");
            }
            let mut results = BTreeMap::from([(engine.name(), expected)]);
            // `brute` is for small questions.
            for other in ENGINES.all().filter(|e| e.name() != "brute" && e.accepts(&lowered.csp)) {
                let run = puzzles(instance, lowered, other, &options, seed, 0..count);
                let bound_to = run.iter().flatten().flat_map(|(found, _)| found);
                let bound_to = bound_to.filter_map(|puzzle| puzzle.removed_by).next();
                if let Some(engine) = bound_to {
                    // Its choices are its own; what it makes must be right all the same.
                    assert!(*engine == *other.name() || other.name() == "auto");
                    let made = run.iter().flatten().flat_map(|(found, _)| found);
                    made.for_each(|puzzle| recount(instance, lowered, puzzle));
                    continue;
                }
                results.insert(other.name(), print(run));
            }
            agreed(results)
        })
    });
}

fn printed(
    sources: &Sources,
    context: &Context<'_>,
    format: &dyn export::Format,
    puzzles: Vec<GeneratedPuzzle>,
    outcome: GenerationOutcome,
) -> String {
    let mut out: Vec<String> =
        puzzles.iter().map(|puzzle| format.puzzle(context, puzzle).unwrap()).collect();
    match outcome {
        GenerationOutcome::Done => {}
        GenerationOutcome::TargetMissed(problem) | GenerationOutcome::OutOfBudget(problem) => {
            out.push(report_one(problem, sources));
        }
    }
    out.join(if format.name() == "text" { "\n" } else { "" })
}

fn lits(lowered: &Lowered, given: &[(usize, i64)]) -> Vec<Lit> {
    given.iter().map(|(given, value)| lowered.fact_lit(*given, *value)).collect()
}

/// Counts the solutions of a puzzle by the engines that did not make it, and proves what it claims
/// to be minimal.
pub(crate) fn recount(instance: &Instance<'_>, lowered: &Lowered, puzzle: &GeneratedPuzzle) {
    let claim = instance.definition.features.iter().position(|feature| feature.name == "minimal");
    let is_minimal = claim.and_then(|at| puzzle.features[at].as_ref()?.as_bool());
    let others: Vec<&dyn Engine> = engines(lowered).skip(1).collect();
    let engine = others.first().expect("a second engine");
    let wanted = puzzle.solutions.len();
    let given = instance.given(&puzzle.values_told(), &puzzle.shown);
    let (found, is_complete) = solutions(lowered, *engine, &lits(lowered, &given), wanted + 1);
    assert!(is_complete && found == puzzle.solutions, "`{}` counts otherwise", engine.name());
    let Some(is_minimal) = is_minimal else { return };
    // Minimality takes a question for each clue: on large boards the default engine answers, but in
    // a session of its own.
    let is_small = lowered.csp.vars.len() <= 60;
    let engine = if is_small { *engine } else { engines(lowered).next().unwrap() };
    let mut solver = Solver::new(lowered, engine);
    let mut is_needed = |removal: Removal| {
        let given = lits(lowered, &removal.left);
        // What rules ask for may also take the solution away.
        solver.find(&given, wanted + 1, &mut budget()).unwrap().solutions != puzzle.solutions
    };
    let proved = single_removals(instance, &given).all(&mut is_needed);
    if puzzle.solutions.len() == 1 {
        assert_eq!(is_minimal, proved, "wrong claim about `minimal`");
    }
}

/// Every form of the same puzzles; what can be read is read back.
#[test]
fn render() {
    stage("render", "pz", GENERATING, |case| {
        let mut sources = Sources::new();
        let options = options(case, &mut sources);
        with_case(case, &mut sources, |sources, instance, lowered| {
            let engine = engines(lowered).next().unwrap();
            let (seed, count) = (number(case, "seed", 1), number(case, "count", 1));
            let run = puzzles(instance, lowered, engine, &options, seed, 0..count).unwrap();
            let puzzles: Vec<GeneratedPuzzle> =
                run.into_iter().flat_map(|(puzzles, _)| puzzles).collect();
            let mut out = String::new();
            for format in export::FORMATS.iter().filter(|format| format.says_all()) {
                for with_answers in [false, true] {
                    let context = Context::new(instance, &lowered.fact_domains, with_answers);
                    let header = if with_answers { " with answers" } else { "" };
                    let texts: Vec<String> = puzzles
                        .iter()
                        .map(|puzzle| format.puzzle(&context, puzzle).unwrap())
                        .collect();
                    for (puzzle, text) in puzzles.iter().zip(&texts) {
                        crate::properties::boards::reads_back(
                            sources,
                            &context,
                            puzzle,
                            format.name(),
                            text,
                        );
                    }
                    if with_answers && matches!(format.name(), "json" | "yaml") {
                        continue;
                    }
                    let _ = write!(out, "=== {}{header}\n{}\n", format.name(), texts.concat());
                }
            }
            out
        })
    });
}
