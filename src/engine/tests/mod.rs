//! The engines against each other, on random problems over the whole vocabulary.
//!
//! Problems are drawn from numbered seeds; a failure prints its seed and the problem.

use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::{ENGINES, Engine, Session, Verdict, by_name};
use crate::budget::{Budget, GaveUp, StopFlag};
use crate::csp::{
    BoolExpr, Components, Csp, Domain, IntExpr, Joined, Lit, Origin, Same, Total, VarId, Weight,
    eval,
};
use crate::ops::CompareOp;
use crate::rng::Rng;

mod graphs;
mod sums;

const TEST: Origin = Origin::Introduced("test");
const OPS: [CompareOp; 6] =
    [CompareOp::Eq, CompareOp::Ne, CompareOp::Lt, CompareOp::Le, CompareOp::Gt, CompareOp::Ge];

fn domain(rng: &mut Rng) -> Domain {
    match rng.below(6) {
        0 => Domain::Range(0, 1),
        1 => Domain::Range(-1, 1),
        2 => Domain::from_values([-2, 1, 3]).unwrap(),
        3 => Domain::Range(2, 2),
        4 => Domain::from_values([0, 5]).unwrap(),
        _ => Domain::Range(1, 4),
    }
}

fn var(csp: &Csp, rng: &mut Rng) -> VarId {
    VarId(rng.below(csp.vars.len()) as u32)
}

fn lit(csp: &Csp, rng: &mut Rng) -> Lit {
    Lit { var: var(csp, rng), value: rng.below(7) as i64 - 2, is: rng.below(2) == 0 }
}

fn number(csp: &Csp, rng: &mut Rng, depth: usize) -> IntExpr {
    if depth == 0 {
        return match rng.below(4) {
            0 => IntExpr::Const(rng.below(7) as i64 - 3),
            _ => IntExpr::Var(var(csp, rng)),
        };
    }
    let sub = |rng: &mut Rng| number(csp, rng, depth - 1);
    let boxed = |rng: &mut Rng| Box::new(number(csp, rng, depth - 1));
    let many = |rng: &mut Rng| (0..1 + rng.below(3)).map(|_| sub(rng)).collect();
    match rng.below(10) {
        0 => sub(rng),
        1 | 2 => {
            let terms = (0..1 + rng.below(4)).map(|_| (rng.below(7) as i64 - 3, sub(rng)));
            let terms = terms.collect();
            IntExpr::Linear(terms, rng.below(5) as i64 - 2)
        }
        3 => IntExpr::Product(boxed(rng), boxed(rng)),
        4 => IntExpr::Div(boxed(rng), boxed(rng)),
        5 => IntExpr::Mod(boxed(rng), boxed(rng)),
        6 => IntExpr::Abs(boxed(rng)),
        7 if rng.below(2) == 0 => IntExpr::Min(many(rng)),
        7 => IntExpr::Max(many(rng)),
        8 => IntExpr::If(Box::new(truth(csp, rng, depth - 1)), boxed(rng), boxed(rng)),
        _ => IntExpr::FromBool(Box::new(truth(csp, rng, depth - 1))),
    }
}

fn truth(csp: &Csp, rng: &mut Rng, depth: usize) -> BoolExpr {
    if depth == 0 {
        return match rng.below(8) {
            0 => BoolExpr::Const(rng.below(4) > 0),
            1..=3 => BoolExpr::Lit(lit(csp, rng)),
            _ => {
                let op = OPS[rng.below(OPS.len())];
                BoolExpr::Compare(op, number(csp, rng, 0), number(csp, rng, 0))
            }
        };
    }
    let sub = |rng: &mut Rng| truth(csp, rng, depth - 1);
    match rng.below(9) {
        0 => BoolExpr::Not(Box::new(sub(rng))),
        1 => BoolExpr::And((0..rng.below(4)).map(|_| sub(rng)).collect()),
        2 | 3 => BoolExpr::Or((0..1 + rng.below(3)).map(|_| sub(rng)).collect()),
        4 => BoolExpr::Iff(Box::new(sub(rng)), Box::new(sub(rng))),
        5 | 6 => {
            BoolExpr::Distinct((0..rng.below(5)).map(|_| number(csp, rng, depth - 1)).collect())
        }
        _ => {
            let op = OPS[rng.below(OPS.len())];
            BoolExpr::Compare(op, number(csp, rng, depth), number(csp, rng, depth - 1))
        }
    }
}

/// Returns a random graph over random variables of the problem, some used twice.
fn components(csp: &mut Csp, rng: &mut Rng) -> Components {
    let count = 2 + rng.below(5);
    let labels: Vec<VarId> = (0..count).map(|_| var(csp, rng)).collect();
    let mut neighbours = vec![Vec::new(); count];
    for a in 0..count {
        for b in a + 1..count {
            if rng.below(2) == 0 {
                neighbours[a].push(b as u32);
                neighbours[b].push(a as u32);
            }
        }
    }
    neighbours.iter_mut().for_each(|list| list.sort_unstable());
    let pick = |rng: &mut Rng, chance: usize| -> Vec<Option<VarId>> {
        (0..count).map(|_| (rng.below(chance) == 0).then(|| var(csp, rng))).collect()
    };
    let (size, first) = (pick(rng, 3), pick(rng, 4));
    Components { size, first, ..Components::equal(labels, neighbours) }
}

/// Returns a random graph with labels or links, and claims about its groups of every kind, for each
/// a variable of its own or, now and then, one of something else.
fn grouping(csp: &mut Csp, rng: &mut Rng) -> Components {
    let mut groups = components(csp, rng);
    let count = groups.node_count();
    if rng.below(2) == 0 {
        let links =
            groups.neighbours.iter().map(|near| near.iter().map(|_| lit(csp, rng)).collect());
        let mut links: Vec<Vec<Lit>> = links.collect();
        for node in 0..count {
            for (position, next) in groups.neighbours[node].iter().enumerate() {
                let next = *next as usize;
                if next > node {
                    let back = groups.neighbours[next].binary_search(&(node as u32)).unwrap();
                    links[next][back] = links[node][position];
                }
            }
        }
        groups.joined = Joined::Linked(links);
    }
    let truth = |csp: &mut Csp, rng: &mut Rng| match rng.below(4) {
        0 => var(csp, rng),
        _ => csp.bool_var("truth"),
    };
    for _ in 0..rng.below(3) {
        let weights = (0..count).map(|_| match rng.below(3) {
            0 => Weight::Const(rng.below(4) as i64 - 1),
            _ => Weight::Var(var(csp, rng)),
        });
        let weights = weights.collect();
        let lo = rng.below(4) as i64 - 2;
        let total = (0..count).map(|_| match rng.below(4) {
            0 if csp.vars.len() < 8 => {
                Some(csp.var("total", Domain::Range(lo, lo + 1 + rng.below(5) as i64)))
            }
            1 => Some(var(csp, rng)),
            _ => None,
        });
        let total = total.collect();
        groups.totals.push(Total { weights, total });
    }
    for _ in 0..rng.below(3) {
        let (a, b) = (rng.below(count) as u32, rng.below(count) as u32);
        if a != b {
            let truth = truth(csp, rng);
            groups.same.push(Same { nodes: (a.min(b), a.max(b)), truth });
        }
    }
    groups
}

/// Returns a problem that is mostly about one grouping.
fn grouping_problem(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let rng = &mut rng;
    let mut csp = Csp::new();
    for number in 0..3 + rng.below(3) {
        let domain = if rng.below(2) == 0 { Domain::Range(0, 1) } else { domain(rng) };
        csp.var(format!("x{number}"), domain);
    }
    let groups = grouping(&mut csp, rng);
    csp.stmts.push((groups.into(), TEST));
    if rng.below(3) == 0 {
        let truth = truth(&csp, rng, 1);
        csp.hold(truth, TEST);
    }
    csp.answers = (0..csp.vars.len() as u32).map(VarId).collect();
    csp
}

/// Returns a problem whose labels are the sizes of their groups, in a graph with or without cycles,
/// where some labels cannot have some sizes.
fn sizes_problem(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let mut csp = Csp::new();
    let count = 4 + rng.below(4);
    let labels: Vec<VarId> = (0..count)
        .map(|node| {
            let values: Vec<i64> = (1..=4).filter(|_| rng.below(4) > 0).collect();
            let domain = Domain::from_values(values).unwrap_or(Domain::Range(1, 4));
            csp.var(format!("x{node}"), domain)
        })
        .collect();
    let mut neighbours = vec![Vec::new(); count];
    for a in 1..count {
        for b in 0..a {
            if rng.below(count) < 2 || b + 1 == a {
                neighbours[a].push(b as u32);
                neighbours[b].push(a as u32);
            }
        }
    }
    neighbours.iter_mut().for_each(|list| list.sort_unstable());
    let size = labels.iter().copied().map(Some).collect();
    let groups = Components { size, ..Components::equal(labels.clone(), neighbours) };
    csp.stmts.push((groups.into(), TEST));
    if rng.below(3) == 0 {
        let truth = truth(&csp, &mut rng, 1);
        csp.hold(truth, TEST);
    }
    csp.answers = labels;
    csp
}

fn problem(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let rng = &mut rng;
    let mut csp = Csp::new();
    for number in 0..3 + rng.below(3) {
        let domain = domain(rng);
        csp.var(format!("x{number}"), domain);
    }
    for _ in 0..1 + rng.below(3) {
        let depth = rng.below(3);
        let truth = truth(&csp, rng, depth);
        csp.hold(truth, TEST);
    }
    if rng.below(3) == 0 {
        let groups = components(&mut csp, rng);
        csp.stmts.push((groups.into(), TEST));
    }
    csp.answers = (0..csp.vars.len() as u32 - 1).map(VarId).collect();
    csp
}

/// Returns the answers of all solutions under `assumptions`, each blocked by a clause that a
/// guard switches on, so that the session stays as it was.
fn answers(csp: &Csp, session: &mut dyn Session, assumptions: &[Lit]) -> BTreeSet<Vec<i64>> {
    let guard = session.new_guard();
    let mut assumptions = assumptions.to_vec();
    assumptions.push(guard);
    let mut found = BTreeSet::new();
    loop {
        match session.check(&assumptions, &mut Budget::unlimited()) {
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
    let brute = by_name("brute").unwrap();
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
    |session, lits, _| session.check(lits, &mut Budget::unlimited()),
    |session, lits, some| session.check_once(lits, some, &mut Budget::unlimited()),
    |session, lits, some| session.check_some(lits, some, &mut Budget::unlimited()),
    |session, lits, some| {
        let by_sat = session.check_by("sat", lits, some, &mut Budget::unlimited());
        by_sat.unwrap_or_else(|| session.check_once(lits, some, &mut Budget::unlimited()))
    },
];

#[test]
fn agrees_with_brute_force_on_literals() {
    agree_on(0..1_000, problem, &super::z3::Booleans);
    agree_on(0..300, problem, &super::auto::Auto);
}

#[test]
fn agrees_with_brute_force_on_integers() {
    agree_on(0..100, problem, &super::z3::Integers);
}

#[test]
fn agrees_with_brute_force_on_groups() {
    for (engine, count) in
        [("auto", 300), ("sat", 600), ("search", 2_000), ("z3:booleans", 100), ("z3:integers", 60)]
    {
        agree_on(0..count, grouping_problem, by_name(engine).unwrap());
    }
}

#[test]
fn agrees_with_brute_force_on_sizes() {
    for (engine, count) in [("auto", 50), ("sat", 100), ("search", 300)] {
        agree_on(0..count, sizes_problem, by_name(engine).unwrap());
    }
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
    let csp = fillomino(2, 4, 5);
    let sets: Vec<_> = ENGINES
        .iter()
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
    for engine in ENGINES {
        for (csp, is_sat) in [(&hard, false), (&easy, true)] {
            if !engine.accepts(csp) || (engine.name() == "z3:integers" && !is_sat) {
                continue;
            }
            let mut session = engine.open(csp);
            for steps in [0, 1, 2, 5, 10] {
                let mut budget = Budget::new(Some(steps), StopFlag::new());
                match session.check(&[], &mut budget) {
                    Verdict::GaveUp(reason) if is_broken(&reason) => session = engine.open(csp),
                    Verdict::GaveUp(reason) => assert_eq!(reason, GaveUp::Steps),
                    Verdict::Sat(_) => assert!(is_sat),
                    Verdict::Unsat(_) => assert!(!is_sat),
                }
                assert!(steps > 0 || budget.is_spent() == Some(GaveUp::Steps));
            }
            let verdict = match session.check(&[], &mut Budget::unlimited()) {
                Verdict::GaveUp(reason) if is_broken(&reason) => {
                    engine.open(csp).check(&[], &mut Budget::unlimited())
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
    let mut session = by_name("auto").unwrap().open(&csp);
    let easy = [Lit::is(VarId(0), 1), Lit::is(VarId(1), 1)];
    let mut ask = |lits: &[Lit]| {
        assert!(matches!(session.check(lits, &mut Budget::unlimited()), Verdict::Unsat(_)));
        session.take_sole_prover()
    };
    assert_eq!(ask(&easy), Some("search"));
    assert_eq!(ask(&[]), None);
    assert_eq!(ask(&easy), Some("search"));
    // Of engines that are asked directly nobody keeps count.
    assert_eq!(by_name("sat").unwrap().open(&csp).take_sole_prover(), None);
}

#[test]
fn spends_the_same_steps_each_time() {
    let csp = pigeons(6);
    let spent = || {
        let mut budget = Budget::new(Some(1_000_000), StopFlag::new());
        let mut session = super::z3::Booleans.open(&csp);
        assert!(matches!(session.check(&[], &mut budget), Verdict::Unsat(_)));
        1_000_000 - budget.steps_left().unwrap()
    };
    let first = spent();
    assert!(first > 0);
    assert_eq!(spent(), first);
}

#[test]
fn stops_a_hard_question_and_answers_the_next() {
    for name in ["z3:booleans", "z3:integers"] {
        let stop = StopFlag::new();
        let (say, hear) = mpsc::channel();
        let flag = stop.clone();
        let worker = thread::spawn(move || {
            let csp = pigeons(40);
            let mut session = by_name(name).unwrap().open(&csp);
            let one = [Lit::is(VarId(0), 1)];
            let two = [Lit::is(VarId(0), 1), Lit::is(VarId(1), 1)];
            let mut check = |lits: &[Lit], flag: StopFlag| {
                say.send(session.check(lits, &mut Budget::new(None, flag))).unwrap();
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
    for engine in ENGINES {
        let mut session = engine.open(&csp);
        let outside = Lit::is(VarId(0), 7);
        let check =
            |session: &mut dyn Session, lits: &[Lit]| session.check(lits, &mut Budget::unlimited());
        assert_eq!(check(&mut *session, &[outside]), Verdict::Unsat(vec![outside]));
        assert!(matches!(check(&mut *session, &[!outside]), Verdict::Sat(_)));
        session.add_clause(&[outside, Lit::is(VarId(0), 1)]);
        assert_eq!(check(&mut *session, &[]), Verdict::Unsat(vec![]), "{}", engine.name());
    }
}
