//! The engines against each other, on random problems over the whole vocabulary.
//!
//! Problems are drawn from numbered seeds; a failure prints its seed and the problem.

use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::ENGINES;
use puzgen_base::budget::{Budget, GaveUp, StopFlag};
use puzgen_base::ops::CompareOp;
use puzgen_base::rng::Rng;
use puzgen_csp::samples::{
    TEST, lit, of_counts, of_definitions, of_formulas, of_groups, of_readings, of_simulations,
    of_sizes,
};
use puzgen_csp::{BoolExpr, Components, Csp, Domain, IntExpr, Lit, VarId, eval};
use puzgen_engine::{Engine, Session, Verdict};

mod graphs;
mod sums;

/// Returns the answers of all solutions under `assumptions`, each blocked by a clause that a
/// activation literal switches on, so that the session stays as it was.
fn answers(csp: &Csp, session: &mut dyn Session, assumptions: &[Lit]) -> BTreeSet<Vec<i64>> {
    let guard = session.new_activation_literal();
    let mut assumptions = assumptions.to_vec();
    assumptions.push(guard);
    let mut found = BTreeSet::new();
    loop {
        match session.solve(&assumptions, &mut Budget::unlimited()) {
            Verdict::Sat(assignment) => {
                assert!(eval::holds(csp, &assignment), "not a solution: {assignment:?}");
                let answer = csp.project(&assignment);
                let mut clause = vec![!guard];
                clause.extend(
                    csp.answers.iter().zip(&answer).map(|(var, value)| Lit::is_not(*var, *value)),
                );
                session.add_clause(&clause);
                assert!(found.insert(answer), "a blocked answer came back");
            }
            Verdict::Unsat(_) => return found,
            Verdict::GaveUp(reason) => panic!("{reason}"),
        }
    }
}

#[test]
fn sessions_under_literals_agree_with_others() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..600 {
        let csp = [of_formulas, of_counts, of_sizes][seed as usize % 3](seed);
        let mut rng = Rng::from_seed(seed);
        let given: Vec<Lit> = (0..2).map(|_| lit(&csp, &mut rng)).collect();
        let batsat = ENGINES.by_name("batsat").unwrap();
        let mut session = batsat.open_under(&csp, &given).unwrap();
        let expected = answers(&csp, &mut *batsat.open(&csp), &given);
        let found = answers(&csp, &mut *session, &given);
        assert_eq!(found, expected, "seed {seed}: {given:?}\n{csp}");
        yes += usize::from(!found.is_empty());
        no += usize::from(found.is_empty());
    }
    assert!(yes > 50 && no > 50, "{yes} {no}");
}

/// Compares engines with `brute` on the problems of these seeds; a failure names its seed.
fn agree_on(seeds: Range<u64>, problem: fn(u64) -> Csp, engine: &dyn Engine) {
    let count = seeds.end - seeds.start;
    let mut accepted = 0;
    for seed in seeds {
        let csp = problem(seed);
        accepted += u64::from(engine.accepts(&csp));
        let result = catch_unwind(AssertUnwindSafe(|| agree_on_one(seed, &csp, engine)));
        assert!(result.is_ok(), "{} fails on seed {seed}\n{csp}", engine.name());
    }
    assert!(accepted * 100 >= count * 98, "{} takes {accepted} of {count}", engine.name());
}

fn agree_on_one(seed: u64, csp: &Csp, engine: &dyn Engine) {
    let brute = ENGINES.by_name("brute").unwrap();
    assert!(brute.accepts(csp));
    if !engine.accepts(csp) {
        return;
    }
    let mut rng = Rng::from_seed(!seed);
    let (mut reference, mut session) = (brute.open(csp), engine.open(csp));
    for round in 0..3 {
        let assumptions: Vec<Lit> = (0..round).map(|_| lit(csp, &mut rng)).collect();
        let expected = answers(csp, &mut *reference, &assumptions);
        let found = answers(csp, &mut *session, &assumptions);
        assert_eq!(found, expected, "{assumptions:?}");
        let many: Vec<Lit> = (0..5).map(|_| lit(csp, &mut rng)).collect();
        let some: Vec<Lit> = (0..rng.below(4)).map(|_| lit(csp, &mut rng)).collect();
        for (kind, ask) in QUESTIONS.iter().enumerate() {
            let verdict = ask(&mut *session, &many, &some);
            let expected = ask(&mut *reference, &many, &some);
            match (verdict, expected) {
                (Verdict::Sat(_), Verdict::Sat(_)) => {}
                (Verdict::Unsat(core), Verdict::Unsat(_)) => {
                    assert!(core.iter().all(|lit| many.contains(lit)), "{core:?}");
                    let again = ask(&mut *reference, &core, &some);
                    assert!(matches!(again, Verdict::Unsat(_)), "{core:?} is no core of {many:?}");
                }
                (verdict, expected) => {
                    panic!(
                        "{kind}: {verdict:?}, not {expected:?}, under {many:?} and one of {some:?}"
                    )
                }
            }
        }
        // What is said for good is nothing for quick answers, so that the rest is tested, too.
        let fact = [lit(csp, &mut rng), lit(csp, &mut rng)];
        reference.add_clause(&fact);
        session.add_clause(&fact);
    }
}

type Question = fn(&mut dyn Session, &[Lit], &[Lit]) -> Verdict;

/// The ways to ask something.
const QUESTIONS: [Question; 4] = [
    |session, lits, _| session.solve(lits, &mut Budget::unlimited()),
    |session, lits, some| session.solve_once(lits, some, &mut Budget::unlimited()),
    |session, lits, some| session.solve_some(lits, some, &mut Budget::unlimited()),
    |session, lits, some| {
        let by_strong = ["sat", "batsat"]
            .into_iter()
            .find_map(|name| session.solve_by(name, lits, some, &mut Budget::unlimited()));
        by_strong.unwrap_or_else(|| session.solve_once(lits, some, &mut Budget::unlimited()))
    },
];

/// Compares those of these engines that are in this build with brute force, on so many problems each.
fn agree_with_brute_force(problem: fn(u64) -> Csp, engines: &[(&str, u64)]) {
    for (name, count) in engines {
        if let Some(engine) = ENGINES.by_name(name) {
            agree_on(0..*count, problem, engine);
        }
    }
}

#[test]
fn agrees_with_brute_force_on_literals() {
    agree_with_brute_force(of_formulas, &[("auto", 300), ("batsat", 300), ("z3:booleans", 1_000)]);
}

#[test]
fn agrees_with_brute_force_on_integers() {
    agree_with_brute_force(of_formulas, &[("z3:integers", 100)]);
}

#[test]
fn agrees_with_brute_force_on_counts() {
    agree_with_brute_force(of_counts, &[("auto", 200), ("search", 500), ("batsat", 50)]);
}

#[test]
fn agrees_with_brute_force_on_definitions() {
    agree_with_brute_force(of_definitions, &[("search", 1_500), ("auto", 100), ("sat", 100)]);
}

#[test]
fn agrees_with_brute_force_on_groups() {
    let engines = [("auto", 100), ("sat", 200), ("batsat", 50), ("search", 700)];
    agree_with_brute_force(of_groups, &engines);
    agree_with_brute_force(of_groups, &[("z3:booleans", 40), ("z3:integers", 20)]);
}

#[test]
fn agrees_with_brute_force_on_sizes() {
    let engines = [("auto", 50), ("sat", 100), ("batsat", 50), ("search", 300)];
    agree_with_brute_force(of_sizes, &engines);
}

#[test]
fn agrees_with_brute_force_on_readings() {
    let engines = [("auto", 50), ("sat", 100), ("batsat", 50), ("search", 200)];
    agree_with_brute_force(of_readings, &engines);
    agree_with_brute_force(of_readings, &[("z3:booleans", 30), ("z3:integers", 15)]);
}

#[test]
fn agrees_with_brute_force_on_simulations() {
    let engines = [("auto", 50), ("sat", 100), ("batsat", 100), ("search", 300)];
    agree_with_brute_force(of_simulations, &engines);
    agree_with_brute_force(of_simulations, &[("z3:booleans", 30)]);
}

/// Returns the puzzle "label the cells with the sizes of their groups".
fn fillomino(rows: usize, cols: usize, largest: i64) -> Csp {
    let mut csp = Csp::new();
    let count = rows * cols;
    let labels: Vec<VarId> =
        (0..count).map(|cell| csp.var(format!("x{cell}"), Domain::Range(1, largest))).collect();
    let mut neighbours = vec![Vec::new(); count];
    for cell in 0..count {
        if cell % cols + 1 < cols {
            neighbours[cell].push(cell as u32 + 1);
            neighbours[cell + 1].push(cell as u32);
        }
        if cell + cols < count {
            neighbours[cell].push((cell + cols) as u32);
            neighbours[cell + cols].push(cell as u32);
        }
    }
    neighbours.iter_mut().for_each(|list| list.sort_unstable());
    let size = labels.iter().copied().map(Some).collect();
    csp.answers = labels.clone();
    let groups = Components { size, ..Components::equal(labels, neighbours) };
    csp.stmts.push((groups.into(), TEST));
    csp
}

#[test]
fn counts_fillominoes() {
    let csp = fillomino(2, 4, 4);
    let sets: Vec<_> = ENGINES
        .all()
        .map(|engine| {
            assert!(engine.accepts(&csp), "{}", engine.name());
            answers(&csp, &mut *engine.open(&csp), &[])
        })
        .collect();
    assert!(sets[0].len() > 10);
    assert!(sets.iter().all(|set| *set == sets[0]));
}

/// Returns `holes + 1` pigeons with one hole each: hard for clauses, without a solution.
fn pigeons(holes: usize) -> Csp {
    let mut csp = Csp::new();
    let homes: Vec<VarId> = (0..=holes)
        .map(|pigeon| csp.var(format!("p{pigeon}"), Domain::Range(1, holes as i64)))
        .collect();
    for (position, a) in homes.iter().enumerate() {
        for b in &homes[position + 1..] {
            let unequal = BoolExpr::Compare(CompareOp::Ne, IntExpr::Var(*a), IntExpr::Var(*b));
            csp.hold(unequal, TEST);
        }
    }
    csp
}

/// Returns whether a session was interrupted while it took in its problem: it is not asked again then.
fn is_broken(reason: &GaveUp) -> bool {
    matches!(reason, GaveUp::Solver(reason) if reason.contains("while it took in the problem"))
}

#[test]
fn never_takes_a_spent_budget_for_no() {
    let hard = pigeons(8);
    let easy = fillomino(3, 3, 4);
    for engine in ENGINES.all() {
        for (csp, is_sat) in [(&hard, false), (&easy, true)] {
            if !engine.accepts(csp) || (engine.name() == "z3:integers" && !is_sat) {
                continue;
            }
            let mut session = engine.open(csp);
            for steps in [0, 1, 2, 5, 10] {
                let mut budget = Budget::new(Some(steps), StopFlag::new());
                match session.solve(&[], &mut budget) {
                    Verdict::GaveUp(reason) if is_broken(&reason) => session = engine.open(csp),
                    Verdict::GaveUp(reason) => assert_eq!(reason, GaveUp::Steps),
                    Verdict::Sat(_) => assert!(is_sat),
                    Verdict::Unsat(_) => assert!(!is_sat),
                }
                assert!(steps > 0 || budget.is_spent() == Some(GaveUp::Steps));
            }
            let verdict = match session.solve(&[], &mut Budget::unlimited()) {
                Verdict::GaveUp(reason) if is_broken(&reason) => {
                    engine.open(csp).solve(&[], &mut Budget::unlimited())
                }
                verdict => verdict,
            };
            assert_eq!(matches!(verdict, Verdict::Sat(_)), is_sat, "{}", engine.name());
            assert!(!matches!(verdict, Verdict::GaveUp(_)));
        }
    }
}

#[test]
fn says_who_alone_answered_with_no() {
    // Too hard for quick answers.
    let csp = pigeons(9);
    let mut session = ENGINES.by_name("auto").unwrap().open(&csp);
    let easy = [Lit::is(VarId(0), 1), Lit::is(VarId(1), 1)];
    let mut ask = |lits: &[Lit]| {
        assert!(matches!(session.solve(lits, &mut Budget::unlimited()), Verdict::Unsat(_)));
        session.take_sole_prover()
    };
    assert_eq!(ask(&easy), Some("search"));
    assert_eq!(ask(&[]), None);
    assert_eq!(ask(&easy), Some("search"));
    // Of engines that are asked directly nobody keeps count.
    assert_eq!(ENGINES.by_name("batsat").unwrap().open(&csp).take_sole_prover(), None);
}

#[test]
fn spends_the_same_steps_each_time() {
    let csp = pigeons(6);
    let names = ["batsat", "z3:booleans"];
    for engine in names.into_iter().filter_map(|name| ENGINES.by_name(name)) {
        let spent = || {
            let mut budget = Budget::new(Some(1_000_000), StopFlag::new());
            let mut session = engine.open(&csp);
            assert!(matches!(session.solve(&[], &mut budget), Verdict::Unsat(_)));
            1_000_000 - budget.steps_left().unwrap()
        };
        let first = spent();
        assert!(first > 0);
        assert_eq!(spent(), first);
    }
}

#[test]
fn stops_a_hard_question_and_answers_the_next() {
    let names = ["batsat", "z3:booleans", "z3:integers"];
    for name in names.into_iter().filter(|name| ENGINES.by_name(name).is_some()) {
        let stop = StopFlag::new();
        let (say, hear) = mpsc::channel();
        let flag = stop.clone();
        let worker = thread::spawn(move || {
            let csp = pigeons(40);
            let mut session = ENGINES.by_name(name).unwrap().open(&csp);
            let one = [Lit::is(VarId(0), 1)];
            let two = [Lit::is(VarId(0), 1), Lit::is(VarId(1), 1)];
            let mut check = |lits: &[Lit], flag: StopFlag| {
                say.send(session.solve(lits, &mut Budget::new(None, flag))).unwrap();
            };
            check(&two, StopFlag::new());
            check(&one, flag.clone());
            check(&one, flag);
            check(&two, StopFlag::new());
        });
        let next = |what: &str| {
            let verdict = hear.recv_timeout(Duration::from_secs(5));
            verdict.unwrap_or_else(|_| panic!("{name} does not end: {what}"))
        };
        assert!(matches!(next("easy"), Verdict::Unsat(core) if core.len() == 2));
        thread::sleep(Duration::from_millis(300));
        stop.set();
        assert_eq!(next("stopped"), Verdict::GaveUp(GaveUp::Stopped));
        assert_eq!(next("stopped before"), Verdict::GaveUp(GaveUp::Stopped));
        assert!(matches!(next("easy again"), Verdict::Unsat(core) if core.len() == 2));
        worker.join().unwrap();
    }
}

#[test]
fn knows_no_value_outside_a_domain() {
    let csp = fillomino(1, 2, 2);
    for engine in ENGINES.all() {
        let mut session = engine.open(&csp);
        let outside = Lit::is(VarId(0), 7);
        let check =
            |session: &mut dyn Session, lits: &[Lit]| session.solve(lits, &mut Budget::unlimited());
        assert_eq!(check(&mut *session, &[outside]), Verdict::Unsat(vec![outside]));
        assert!(matches!(check(&mut *session, &[!outside]), Verdict::Sat(_)));
        session.add_clause(&[outside, Lit::is(VarId(0), 1)]);
        assert_eq!(check(&mut *session, &[]), Verdict::Unsat(vec![]), "{}", engine.name());
    }
}
