//! Questions about small boards: how many solutions, which, why none; and that a spent budget is no answer.

mod verify;

use insta::assert_snapshot;
use puzgen_base::budget::{Budget, GaveUp, StopFlag};
use puzgen_base::source::Sources;
use puzgen_board::read::{BoardReader, BoardText};
use puzgen_check::{load::load, reach::no_files};
use puzgen_csp::Lit;
use puzgen_engine::Engine;
use puzgen_engines::ENGINES;
use puzgen_model::instance::Instance;
use puzgen_vocabulary::lower::{Lowered, Purpose, lower};

use crate::{Conflict, InOrder, Listing, Solver, candidates, conflict};

/// A board of 2×3 with the numbers from 1 to 3, none twice in a row or a column.
const SQUARE: &str = "board grid(2, 3) answer x[cells]: 1..3
    rule row(r in rows) \"{r} repeats a number\": distinct(x[r])
    rule column(c in columns) \"{c} repeats a number\": distinct(x[c])
    clue given[c in cells] = x[c]";

/// What a question is about.
struct Case<'a> {
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    /// The clues that the board shows.
    given: Vec<(usize, i64)>,
}

impl Case<'_> {
    fn lits(&self) -> Vec<Lit> {
        self.given.iter().map(|(fact, value)| self.lowered.fact_lit(*fact, *value)).collect()
    }
}

/// Returns what `ask` says of a board of a definition with these items.
fn with<T>(items: &str, board: &str, purpose: Purpose, ask: impl FnOnce(&Case<'_>) -> T) -> T {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", format!("puzzle p {{ {items} }}"));
    let loaded = load(file, &mut sources, &mut no_files).expect("it is legal");
    let definition = loaded.check(&loaded.own[0], &sources).expect("it is legal").definition;
    let instance = Instance::new(&definition, &[]).expect("it is legal");
    let lowered = lower(&instance, purpose).expect("it is legal");
    let file = sources.add("board", board);
    let text = BoardText { text: board, file, offset: 0 };
    let given = match board {
        "" => Vec::new(),
        _ => {
            let domains = lower(&instance, Purpose::Solve).expect("it is legal").fact_domains;
            let input = BoardReader::new(&instance, &domains).board(text).expect("a board");
            let given = input.board.givens(&instance).into_iter();
            given.map(|(fact, value, _)| (fact, value)).collect()
        }
    };
    ask(&Case { instance: &instance, lowered: &lowered, given })
}

/// Returns what every engine says, which must be the same.
fn agreed(case: &Case<'_>, ask: impl Fn(&dyn Engine) -> String) -> String {
    let mut said = ENGINES.all().filter(|engine| engine.accepts(&case.lowered.csp)).map(ask);
    let first = said.next().expect("an engine that takes it");
    assert!(said.all(|other| other == first), "engines disagree");
    first
}

fn shown(solution: &[i64]) -> String {
    solution.iter().map(i64::to_string).collect()
}

/// Returns up to `limit` solutions of a board in order, and whether there are more; or why that is not known.
fn check(items: &str, board: &str, limit: usize) -> String {
    let list = |case: &Case<'_>, engine: &dyn Engine| -> Result<String, GaveUp> {
        let budget = &mut Budget::unlimited();
        let mut solver = Solver::new(case.lowered, engine);
        let found = match solver.list(&case.lits(), limit, budget)? {
            Listing::All(solutions) => {
                solutions.iter().map(|it| shown(it)).chain(["all".to_owned()]).collect()
            }
            Listing::More(_, mut rest) => first_of(&mut rest, limit, budget)?,
        };
        Ok(found.join(" "))
    };
    with(items, board, Purpose::Solve, |case| {
        agreed(case, |engine| list(case, engine).unwrap_or_else(|reason| format!("{reason:?}")))
    })
}

fn first_of(
    rest: &mut InOrder<'_, '_>,
    limit: usize,
    budget: &mut Budget,
) -> Result<Vec<String>, GaveUp> {
    let mut found = Vec::new();
    while found.len() < limit
        && let Some(solution) = rest.next(budget)?
    {
        found.push(shown(&solution));
    }
    found.push("and perhaps more".to_owned());
    Ok(found)
}

#[test]
fn solutions_come_in_the_order_of_their_values() {
    assert_snapshot!(check(SQUARE, "1 2 3\n2 . .", 10), @"123231 all");
    assert_snapshot!(check(SQUARE, "1 2 3\n. . .", 10), @"123231 123312 all");
    assert_snapshot!(check(SQUARE, "1 2 3\n. . .", 1), @"123231 and perhaps more");
    assert_snapshot!(check(SQUARE, ". . .\n. . .", 3), @"123231 123312 132213 and perhaps more");
    assert_snapshot!(check(SQUARE, "1 2 3\n1 . .", 10), @"all");
    assert_snapshot!(check("answer a: 1..2 aux f: 1..2", "", 10), @"1 2 all");
}

#[test]
fn free_helpers_do_not_make_solutions_several() {
    assert_snapshot!(check("answer a: 1..2 aux f: 1..3 rule r: f >= a", "", 10), @"1 2 all");
    assert_snapshot!(check("answer a: 1..2 aux f: 2..3 rule r: f == a", "", 10), @"2 all");
}

#[test]
fn counting_ends_at_its_limit() {
    let count = |limit: usize| {
        with(SQUARE, ". . .\n. . .", Purpose::Solve, |case| {
            agreed(case, |engine| {
                let mut solver = Solver::new(case.lowered, engine);
                format!("{:?}", solver.count(&case.lits(), limit, &mut Budget::unlimited()))
            })
        })
    };
    // Six rows, and two that have no number of it in its place.
    assert_snapshot!(count(11), @"Ok(11)");
    assert_snapshot!(count(12), @"Ok(12)");
    assert_snapshot!(count(13), @"Ok(12)");
    assert_snapshot!(count(0), @"Ok(0)");
}

#[test]
fn another_solution_is_found_or_excluded() {
    let other = |board: &str, solution: &[i64]| {
        with(SQUARE, board, Purpose::Solve, |case| {
            agreed(case, |engine| {
                let mut solver = Solver::new(case.lowered, engine);
                let verdict =
                    solver.solve_other_than(&case.lits(), solution, &mut Budget::unlimited());
                match verdict {
                    puzgen_engine::Verdict::Sat(found) => shown(&case.lowered.csp.project(&found)),
                    puzgen_engine::Verdict::Unsat(_) => "no other".to_owned(),
                    puzgen_engine::Verdict::GaveUp(reason) => format!("{reason:?}"),
                }
            })
        })
    };
    assert_snapshot!(other("1 2 3\n2 . .", &[1, 2, 3, 2, 3, 1]), @"no other");
    assert_snapshot!(other("1 2 3\n. . .", &[1, 2, 3, 2, 3, 1]), @"123312");
}

/// Returns the rules and givens of a smallest conflict, and what to change.
fn conflicting(items: &str, board: &str) -> String {
    with(items, board, Purpose::Explain, |case| {
        let engine = ENGINES.default_engine();
        let mut sources = Sources::new();
        let file = sources.add("", "");
        let span = puzgen_base::source::Span::new(file, 0, 0);
        let givens: Vec<_> = case.given.iter().map(|(fact, value)| (*fact, *value, span)).collect();
        let found = conflict(case.lowered, engine, &case.lits(), &mut Budget::unlimited());
        let Some(culprits) = found.expect("no bound") else { return "none".to_owned() };
        let domains = &case.lowered.fact_domains;
        let told = Conflict::new(case.instance, domains, &culprits, &givens).expect("legal");
        let rules = told.rules.iter().map(|(name, sentence)| format!("{name}: {sentence}"));
        rules.chain(told.givens.clone()).collect::<Vec<_>>().join("\n")
    })
}

#[test]
fn conflicts_leave_out_what_is_not_needed() {
    assert_snapshot!(conflicting(SQUARE, "1 2 3\n1 . ."), @"
    column: column 1 repeats a number
    given at r1c1 = 1
    given at r2c1 = 1
    ");
    assert_snapshot!(conflicting(SQUARE, "1 1 .\n. . 2"), @"
    row: row 1 repeats a number
    given at r1c1 = 1
    given at r1c2 = 1
    ");
    assert_snapshot!(conflicting(SQUARE, "1 2 3\n. . ."), @"none");
    assert_snapshot!(conflicting("answer a, b: 1..2 rule r: a < b rule s: b < a rule t: a == 1", ""), @"
    r: rule `r`
    s: rule `s`
    ");
    // Rules that others imply are named only where the others do not suffice.
    assert_snapshot!(conflicting("answer a, b: 1..2 implied rule t: a == 1 rule r: a < b rule s: b < a", ""), @"
    r: rule `r`
    s: rule `s`
    ");
}

#[test]
fn candidates_are_the_values_of_some_solution() {
    let of = |board: &str| {
        with(SQUARE, board, Purpose::Solve, |case| {
            agreed(case, |engine| {
                let found =
                    candidates(case.lowered, engine, &case.lits(), &mut Budget::unlimited());
                match found.expect("no bound") {
                    None => "no solution".to_owned(),
                    Some(found) => {
                        assert!(found.unknown.iter().all(Vec::is_empty));
                        let values: Vec<String> = found.values.iter().map(|it| shown(it)).collect();
                        values.join(" ")
                    }
                }
            })
        })
    };
    assert_snapshot!(of("1 2 3\n. . ."), @"1 2 3 23 13 12");
    assert_snapshot!(of("1 . .\n. 1 ."), @"1 23 23 23 1 23");
    assert_snapshot!(of("1 2 3\n2 . ."), @"1 2 3 2 3 1");
    assert_snapshot!(of("1 2 3\n1 . ."), @"no solution");
}

/// A puzzle that no engine answers at once: nine numbers from 1 to 8, none twice.
const HARD: &str =
    "answer x[i in 1..9]: 1..8 rule r(i in 1..9, j in 1..9 where i < j): x[i] != x[j]";

#[test]
fn a_spent_budget_is_no_answer() {
    let stopped = StopFlag::new();
    stopped.set();
    with(HARD, "", Purpose::Solve, |case| {
        for engine in ENGINES.all().filter(|engine| engine.accepts(&case.lowered.csp)) {
            for (steps, stop, why) in [
                (Some(0), StopFlag::new(), GaveUp::Steps),
                (None, stopped.clone(), GaveUp::Stopped),
            ] {
                let budget = || Budget::new(steps, stop.clone());
                let name = engine.name();
                let mut solver = Solver::new(case.lowered, engine);
                assert_eq!(solver.find(&[], 2, &mut budget()).unwrap_err(), why, "{name}");
                assert_eq!(solver.count(&[], 2, &mut budget()).unwrap_err(), why, "{name}");
                assert_eq!(solver.list(&[], 2, &mut budget()).unwrap_err(), why, "{name}");
                let found = candidates(case.lowered, engine, &[], &mut budget());
                assert_eq!(found.unwrap_err(), why, "{name}");
            }
        }
    });
    with(HARD, "", Purpose::Explain, |case| {
        let mut budget = Budget::new(Some(0), StopFlag::new());
        let found = conflict(case.lowered, ENGINES.default_engine(), &[], &mut budget);
        assert_eq!(found.unwrap_err(), GaveUp::Steps);
    });
}

#[test]
fn one_step_gives_the_right_answer_or_none() {
    for (items, is_solvable) in [(HARD, false), (SQUARE, true)] {
        with(items, "", Purpose::Solve, |case| {
            for engine in ENGINES.all().filter(|engine| engine.accepts(&case.lowered.csp)) {
                let mut budget = Budget::new(Some(1), StopFlag::new());
                let found = Solver::new(case.lowered, engine).find(&[], 1, &mut budget);
                if let Ok(found) = found {
                    assert_eq!(!found.solutions.is_empty(), is_solvable, "{}", engine.name());
                }
            }
        });
    }
}

#[test]
fn candidates_are_unknown_where_the_budget_ends() {
    with(SQUARE, "", Purpose::Solve, |case| {
        let engine = ENGINES.by_name("brute").expect("it is in every build");
        let whole = candidates(case.lowered, engine, &[], &mut Budget::unlimited());
        let whole = whole.expect("no bound").expect("solutions");
        for steps in 1..50 {
            let mut budget = Budget::new(Some(steps), StopFlag::new());
            let Ok(found) = candidates(case.lowered, engine, &[], &mut budget) else { continue };
            let found = found.expect("there are solutions");
            for ((values, unknown), all) in
                found.values.iter().zip(&found.unknown).zip(&whole.values)
            {
                let mut both = [values.as_slice(), unknown].concat();
                both.sort_unstable();
                assert!(all.iter().all(|value| both.contains(value)), "{steps}");
                assert!(found.gave_up.is_some() || unknown.is_empty(), "{steps}");
            }
        }
    });
}

#[test]
fn a_clue_can_go_or_is_needed() {
    let needs = |board: &str, solution: &[i64]| {
        with(SQUARE, board, Purpose::Solve, |case| {
            let mut solver = Solver::new(case.lowered, ENGINES.default_engine());
            let removals = puzgen_model::givens::single_removals(case.instance, &case.given);
            let need = |removal: puzgen_model::givens::Removal| {
                let budget = &mut Budget::unlimited();
                let need = solver.need_of(case.instance, &removal, solution, budget);
                let place = case.instance.describe_fact(removal.fact);
                match need.expect("no such rule") {
                    crate::Need::CanGo => format!("{place} can go"),
                    crate::Need::Needed(_) => format!("{place} is needed"),
                    other => format!("{place}: {other:?}"),
                }
            };
            removals.map(need).collect::<Vec<_>>().join("\n")
        })
    };
    assert_snapshot!(needs("1 2 3\n2 . .", &[1, 2, 3, 2, 3, 1]), @"
    given at r1c1 can go
    given at r1c2 can go
    given at r1c3 can go
    given at r2c1 is needed
    ");
}
