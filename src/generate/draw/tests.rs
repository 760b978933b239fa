//! What drawing promises: only solutions, all of them, equally often where that is promised.

use std::collections::BTreeMap;

use super::*;
use crate::goodness;
use puzgen_base::budget::StopFlag;
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, Components, Domain, IntExpr, Lit, Origin, VarId};

const HERE: Origin = Origin::Introduced("test");

fn vars(csp: &mut Csp, count: usize, lo: i64, hi: i64) -> Vec<VarId> {
    let vars: Vec<VarId> =
        (0..count).map(|i| csp.var(format!("x{i}"), Domain::Range(lo, hi))).collect();
    csp.answers.extend(&vars);
    vars
}

fn distinct(csp: &mut Csp, vars: impl Iterator<Item = VarId>) {
    csp.hold(BoolExpr::Distinct(vars.map(IntExpr::Var).collect()), HERE);
}

/// A latin square; with `box_rows` above 1, a sudoku.
fn square(side: usize, box_rows: usize) -> Csp {
    let mut csp = Csp::new();
    let x = vars(&mut csp, side * side, 1, side as i64);
    for i in 0..side {
        distinct(&mut csp, (0..side).map(|j| x[i * side + j]));
        distinct(&mut csp, (0..side).map(|j| x[j * side + i]));
        if box_rows > 1 {
            let box_cols = side / box_rows;
            let (top, left) = (i / box_rows * box_rows, i % box_rows * box_cols);
            let cell = |k: usize| x[(top + k / box_cols) * side + left + k % box_cols];
            distinct(&mut csp, (0..side).map(cell));
        }
    }
    csp
}

fn draw(search: &RandomSearch, rng: &mut Rng) -> Option<Assignment> {
    match search.draw(rng, &mut Budget::unlimited()) {
        DrawOutcome::Found(assignment) => Some(assignment),
        DrawOutcome::Impossible => None,
        DrawOutcome::GaveUp(reason) => panic!("gave up: {reason}"),
    }
}

fn counts(search: &RandomSearch, draws: usize) -> BTreeMap<Assignment, usize> {
    let mut rng = Rng::from_seed(1);
    let mut counts = BTreeMap::new();
    for _ in 0..draws {
        *counts.entry(draw(search, &mut rng).unwrap()).or_default() += 1;
    }
    counts
}

fn chi_square(counts: &BTreeMap<Assignment, usize>, kinds: usize) -> f64 {
    let missing = std::iter::repeat_n(0, kinds - counts.len());
    goodness::chi_square(&counts.values().copied().chain(missing).collect::<Vec<_>>())
}

/// The same problem without the correction by weights.
fn uncorrected(csp: &Csp) -> RandomSearch {
    let mut search = RandomSearch::new(csp);
    if let Preparation::Ready(ready) = &mut search.state {
        ready.known = Some(Known { manner: Manner::StepsBack, work: 0 }).into();
    }
    search
}

#[test]
fn draws_the_288_small_sudokus_equally_often() {
    let counts = counts(&RandomSearch::new(&square(4, 2)), 57_600);
    assert_eq!(counts.len(), 288);
    // 0.999 quantile of the distribution with 287 degrees of freedom.
    let chi_square = chi_square(&counts, 288);
    assert!(chi_square < 365.0, "{chi_square}");
}

#[test]
fn would_be_biased_without_the_weights() {
    let counts = counts(&uncorrected(&square(4, 2)), 14_400);
    let chi_square = chi_square(&counts, 288);
    assert!(chi_square > 365.0, "{chi_square}");
}

#[test]
fn draws_every_latin_square_of_order_3() {
    let counts = counts(&RandomSearch::new(&square(3, 1)), 2400);
    assert_eq!(counts.len(), 12);
    // 0.999 quantile of the distribution with 11 degrees of freedom.
    assert!(chi_square(&counts, 12) < 31.3);
}

#[test]
fn draws_valid_sudokus_of_all_shapes() {
    for (side, box_rows) in [(6, 2), (9, 3), (12, 3), (16, 4), (25, 5)] {
        let search = RandomSearch::new(&square(side, box_rows));
        let x = draw(&search, &mut Rng::from_seed(3)).unwrap();
        let all = (1_u32 << side) - 1;
        let seen = |cells: &mut dyn Iterator<Item = usize>| {
            cells.fold(0, |seen, at| seen | 1 << (x[at] - 1))
        };
        let box_cols = side / box_rows;
        for i in 0..side {
            assert_eq!(seen(&mut (0..side).map(|j| i * side + j)), all);
            assert_eq!(seen(&mut (0..side).map(|j| j * side + i)), all);
            let (top, left) = (i / box_rows * box_rows, i % box_rows * box_cols);
            assert_eq!(
                seen(&mut (0..side).map(|k| (top + k / box_cols) * side + left + k % box_cols)),
                all
            );
        }
    }
}

#[test]
fn repeats_with_the_same_seed() {
    let search = RandomSearch::new(&square(9, 3));
    let again = RandomSearch::new(&square(9, 3));
    let board = |search, seed| draw(search, &mut Rng::from_seed(seed));
    assert_eq!(board(&search, 7), board(&again, 7));
    assert_ne!(board(&search, 7), board(&search, 8));
}

#[test]
fn proves_that_there_is_none() {
    let mut crowded = Csp::new();
    let x = vars(&mut crowded, 3, 1, 2);
    distinct(&mut crowded, x.into_iter());
    assert_eq!(draw(&RandomSearch::new(&crowded), &mut Rng::from_seed(1)), None);
    // No single propagator sees that an odd ring has no two-colouring.
    let mut ring = Csp::new();
    let x = vars(&mut ring, 7, 0, 1);
    for i in 0..7 {
        distinct(&mut ring, [x[i], x[(i + 1) % 7]].into_iter());
    }
    assert_eq!(draw(&RandomSearch::new(&ring), &mut Rng::from_seed(1)), None);
}

#[test]
fn keeps_within_the_budget() {
    let search = RandomSearch::new(&square(9, 3));
    let mut budget = Budget::new(Some(10), StopFlag::new());
    assert_eq!(
        search.draw(&mut Rng::from_seed(1), &mut budget),
        DrawOutcome::GaveUp(GaveUp::Steps)
    );
    assert_eq!(budget.steps_left(), Some(0));
    let stop = StopFlag::new();
    stop.set();
    let mut budget = Budget::new(None, stop);
    assert_eq!(
        search.draw(&mut Rng::from_seed(1), &mut budget),
        DrawOutcome::GaveUp(GaveUp::Stopped)
    );
    let mut wide = Csp::new();
    vars(&mut wide, 1, 0, i64::MAX);
    let outcome = RandomSearch::new(&wide).draw(&mut Rng::from_seed(1), &mut Budget::unlimited());
    assert!(matches!(outcome, DrawOutcome::GaveUp(GaveUp::Solver(_))));
}

#[test]
fn takes_guards_to_hold() {
    let mut csp = Csp::new();
    let x = vars(&mut csp, 1, 1, 3)[0];
    let guard = csp.bool_var("guard");
    csp.guards.push((guard, HERE));
    csp.hold(
        BoolExpr::Or(vec![BoolExpr::Lit(Lit::is(guard, 0)), BoolExpr::Lit(Lit::is(x, 2))]),
        HERE,
    );
    assert_eq!(draw(&RandomSearch::new(&csp), &mut Rng::from_seed(1)), Some(vec![2, 1]));
}

/// Gives every assignment of a small problem that `holds` accepts.
fn brute(csp: &Csp, holds: &dyn Fn(&[i64]) -> bool) -> Vec<Assignment> {
    let mut all = vec![Vec::new()];
    for var in &csp.vars {
        let longer = |x: &Vec<i64>| {
            var.domain.iter().map(|v| [x.as_slice(), &[v]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|x| holds(x));
    all
}

fn assert_same(csp: &Csp, holds: &dyn Fn(&[i64]) -> bool, what: &str) {
    let solutions = brute(csp, holds);
    let search = RandomSearch::new(csp);
    let mut rng = Rng::from_seed(9);
    let mut missing = solutions.clone();
    for _ in 0..solutions.len() * 40 + 1 {
        match draw(&search, &mut rng) {
            None => assert!(solutions.is_empty(), "{what}: says impossible"),
            Some(x) => {
                assert!(solutions.contains(&x), "{what}: {x:?} is wrong");
                missing.retain(|other| *other != x);
            }
        }
        if missing.is_empty() && !solutions.is_empty() {
            return;
        }
    }
    assert!(missing.is_empty(), "{what}: {missing:?} never drawn of {}", solutions.len());
}

fn int_value(e: &IntExpr, x: &[i64]) -> Option<i64> {
    let values =
        |terms: &[IntExpr]| terms.iter().map(|t| int_value(t, x)).collect::<Option<Vec<_>>>();
    let floor = |a: i64, b: i64| {
        if a % b != 0 && (a < 0) != (b < 0) { a / b - 1 } else { a / b }
    };
    Some(match e {
        IntExpr::Const(v) => *v,
        IntExpr::Var(v) => x[v.index()],
        IntExpr::Linear(terms, add) => {
            terms.iter().try_fold(*add, |sum, (f, t)| Some(sum + f * int_value(t, x)?))?
        }
        IntExpr::Product(a, b) => int_value(a, x)? * int_value(b, x)?,
        IntExpr::Div(a, b) => match int_value(b, x)? {
            0 => return None,
            by => floor(int_value(a, x)?, by),
        },
        IntExpr::Mod(a, b) => match (int_value(a, x)?, int_value(b, x)?) {
            (_, 0) => return None,
            (a, b) => a - b * floor(a, b),
        },
        IntExpr::Abs(a) => int_value(a, x)?.abs(),
        IntExpr::Min(terms) => *values(terms)?.iter().min()?,
        IntExpr::Max(terms) => *values(terms)?.iter().max()?,
        IntExpr::If(c, a, b) => int_value(if truth(c, x) { a } else { b }, x)?,
        IntExpr::FromBool(c) => i64::from(truth(c, x)),
    })
}

fn truth(e: &BoolExpr, x: &[i64]) -> bool {
    match e {
        BoolExpr::Const(t) => *t,
        BoolExpr::Lit(lit) => lit.holds_for(x[lit.var.index()]),
        BoolExpr::Not(a) => !truth(a, x),
        BoolExpr::And(parts) => parts.iter().all(|p| truth(p, x)),
        BoolExpr::Or(parts) => parts.iter().any(|p| truth(p, x)),
        BoolExpr::Iff(a, b) => truth(a, x) == truth(b, x),
        BoolExpr::Compare(op, a, b) => match (int_value(a, x), int_value(b, x)) {
            (Some(a), Some(b)) => op.holds(a, b),
            _ => false,
        },
        BoolExpr::Distinct(terms) => {
            let values: Option<Vec<i64>> = terms.iter().map(|t| int_value(t, x)).collect();
            values.is_some_and(|v| (0..v.len()).all(|i| !v[..i].contains(&v[i])))
        }
        BoolExpr::Graph(_) => panic!("no graph is drawn here"),
    }
}

fn random_int(rng: &mut Rng, depth: usize) -> IntExpr {
    let sub = |rng: &mut Rng| random_int(rng, depth - 1);
    match if depth == 0 { rng.below(3) } else { rng.below(12) } {
        0 => IntExpr::Const(rng.below(7) as i64 - 2),
        1 | 2 => IntExpr::Var(VarId(rng.below(3) as u32)),
        3 | 4 => {
            let terms =
                (0..1 + rng.below(3)).map(|_| (rng.below(5) as i64 - 2, sub(rng))).collect();
            IntExpr::Linear(terms, rng.below(5) as i64 - 2)
        }
        5 => IntExpr::Product(sub(rng).into(), sub(rng).into()),
        6 => IntExpr::Div(sub(rng).into(), sub(rng).into()),
        7 => IntExpr::Mod(sub(rng).into(), sub(rng).into()),
        8 => IntExpr::Abs(sub(rng).into()),
        9 => IntExpr::Min(vec![sub(rng), sub(rng)]),
        10 => IntExpr::Max(vec![sub(rng), sub(rng), sub(rng)]),
        _ if rng.below(3) == 0 => IntExpr::FromBool(random_bool(rng, depth - 1).into()),
        _ => IntExpr::If(random_bool(rng, depth - 1).into(), sub(rng).into(), sub(rng).into()),
    }
}

fn random_bool(rng: &mut Rng, depth: usize) -> BoolExpr {
    const OPS: [CompareOp; 6] =
        [CompareOp::Eq, CompareOp::Ne, CompareOp::Lt, CompareOp::Le, CompareOp::Gt, CompareOp::Ge];
    let sub = |rng: &mut Rng| random_bool(rng, depth - 1);
    let lit = |rng: &mut Rng| Lit {
        var: VarId(rng.below(3) as u32),
        value: rng.below(6) as i64 - 2,
        is: rng.below(2) == 0,
    };
    match if depth == 0 { 0 } else { rng.below(10) } {
        0 => BoolExpr::Lit(lit(rng)),
        1 => BoolExpr::Not(sub(rng).into()),
        2 => BoolExpr::And(vec![sub(rng), sub(rng)]),
        3 => BoolExpr::Or(vec![sub(rng), sub(rng), sub(rng)]),
        4 => BoolExpr::Iff(sub(rng).into(), sub(rng).into()),
        5 => {
            let terms = (0..3).map(|_| random_int(rng, depth - 1)).collect();
            BoolExpr::Distinct(terms)
        }
        _ => BoolExpr::Compare(
            OPS[rng.below(6)],
            random_int(rng, depth - 1),
            random_int(rng, depth - 1),
        ),
    }
}

#[test]
fn agrees_with_trying_everything() {
    for seed in 0..600 {
        let mut rng = Rng::from_seed(seed);
        let mut csp = Csp::new();
        vars(&mut csp, 2, -2, 3);
        csp.var("gap", Domain::from_values([-60, 0, 2, 75]).unwrap());
        let rules: Vec<BoolExpr> =
            (0..1 + rng.below(3)).map(|_| random_bool(&mut rng, 3)).collect();
        rules.iter().for_each(|rule| csp.hold(rule.clone(), HERE));
        let holds = |x: &[i64]| rules.iter().all(|rule| truth(rule, x));
        assert_same(&csp, &holds, &format!("seed {seed}: {rules:?}"));
    }
}

#[test]
fn agrees_on_groups() {
    let neighbours =
        vec![vec![1, 3], vec![0, 2, 4], vec![1, 5], vec![0, 4], vec![1, 3, 5], vec![2, 4]];
    let group = |x: &[i64], node: usize| {
        let (mut group, mut next) = (vec![node], 0);
        while next < group.len() {
            let beside: &Vec<u32> = &neighbours[group[next]];
            for &other in beside {
                if x[other as usize] == x[node] && !group.contains(&(other as usize)) {
                    group.push(other as usize);
                }
            }
            next += 1;
        }
        group
    };
    // The labels are the sizes.
    let mut csp = Csp::new();
    let x = vars(&mut csp, 6, 1, 4);
    let size = x.iter().copied().map(Some).collect();
    let stmt = Components { size, ..Components::equal(x, neighbours.clone()) };
    csp.stmts.push((stmt.into(), HERE));
    let holds = |x: &[i64]| (0..6).all(|node| group(x, node).len() as i64 == x[node]);
    assert_same(&csp, &holds, "labels as sizes");
    // Sizes and first nodes of their own.
    let mut csp = Csp::new();
    let x = vars(&mut csp, 6, 0, 1);
    let sizes = [csp.var("s1", Domain::Range(1, 6)), csp.var("s4", Domain::Range(2, 4))];
    let firsts = [csp.bool_var("f0"), csp.bool_var("f2"), csp.bool_var("f3")];
    let stmt = Components {
        size: vec![None, Some(sizes[0]), None, None, Some(sizes[1]), None],
        first: vec![Some(firsts[0]), None, Some(firsts[1]), Some(firsts[2]), None, None],
        ..Components::equal(x, neighbours.clone())
    };
    csp.stmts.push((stmt.into(), HERE));
    let holds = |x: &[i64]| {
        let size = |node| group(x, node).len() as i64;
        let first = |node| i64::from(group(x, node).into_iter().min() == Some(node));
        x[6] == size(1)
            && x[7] == size(4)
            && x[8] == first(0)
            && x[9] == first(2)
            && x[10] == first(3)
    };
    assert_same(&csp, &holds, "sizes and first nodes");
}

/// Clauses of three literals, drawn at random of those that hold in a random assignment: about 4.25 for each variable, where
/// a search meets the most conflicts.
fn clauses(count: usize, seed: u64) -> Csp {
    let mut csp = Csp::new();
    let x = vars(&mut csp, count, 0, 1);
    let mut rng = Rng::from_seed(seed);
    let planted: Vec<bool> = x.iter().map(|_| rng.below(2) == 1).collect();
    let mut left = count * 17 / 4;
    while left > 0 {
        let mut lit = || {
            let (at, is) = (rng.below(count), rng.below(2) == 1);
            (Lit { is, ..Lit::is(x[at], 1) }, planted[at] == is)
        };
        let lits = [lit(), lit(), lit()];
        if lits.iter().any(|(_, holds)| *holds) {
            csp.hold(BoolExpr::or(lits.map(|(lit, _)| BoolExpr::Lit(lit))), HERE);
            left -= 1;
        }
    }
    csp
}

fn manner(search: &RandomSearch) -> Manner {
    let Preparation::Ready(ready) = &search.state else { panic!() };
    ready.manner(&mut Budget::unlimited()).unwrap()
}

#[test]
fn learns_at_once_where_a_search_with_steps_back_finds_nothing() {
    let mut learning = 0;
    for seed in 0..6 {
        let csp = clauses(110, seed);
        let (many, one) = (RandomSearch::new(&csp), RandomSearch::for_one_board(&csp));
        learning += usize::from(matches!(manner(&many), Manner::Learning));
        assert!(matches!(manner(&one), Manner::StepsBack));
        for search in [many, one] {
            let drawn = draw(&search, &mut Rng::from_seed(seed)).unwrap();
            assert!(puzgen_csp::eval::holds(&csp, &drawn), "seed {seed}");
        }
    }
    assert!(learning > 0);
    assert!(matches!(manner(&RandomSearch::new(&square(9, 3))), Manner::Dives(_)));
}
