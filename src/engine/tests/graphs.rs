//! Truths about graphs: every engine against brute force, on random small graphs.

use super::*;
use crate::csp::{GraphKind, GraphTruth, Link};

const KINDS: [GraphKind; 4] =
    [GraphKind::Connected, GraphKind::Acyclic, GraphKind::Cycle, GraphKind::Divided];

/// Returns a graph over random literals of the problem, some used twice, some parts always there.
fn graph(csp: &Csp, rng: &mut Rng) -> BoolExpr {
    let kind = KINDS[rng.below(KINDS.len())];
    let count = 2 + rng.below(5);
    let lit = |rng: &mut Rng| {
        let var = var(csp, rng);
        let value = csp.domain(var).iter().nth(rng.below(2)).unwrap_or(0);
        Lit { var, value, is: rng.below(4) > 0 }
    };
    // In some graphs it is the nodes that come and go, in others the links, in others both.
    let (nodes_vary, links_vary) = [(4, 0), (0, 4), (2, 2)][rng.below(3)];
    let mut when = |share: usize| (rng.below(5) < share).then(|| lit(rng));
    let nodes = (0..count).map(|_| when(nodes_vary)).collect();
    let mut links = Vec::new();
    for b in 1..count as u32 {
        for a in 0..b {
            let when = when(links_vary);
            links.push(Link { ends: [a, b], when });
        }
    }
    rng.shuffle(&mut links);
    links.truncate(1 + rng.below(9));
    if rng.below(6) == 0 {
        links.push(links[0]);
    }
    BoolExpr::Graph(Box::new(GraphTruth { kind, nodes, links }))
}

/// Returns a problem with one graph or two, bare or within other truths.
fn problem(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let rng = &mut rng;
    let mut csp = Csp::new();
    for number in 0..4 + rng.below(4) {
        let domain = if rng.below(5) == 0 { Domain::Range(1, 3) } else { Domain::Range(0, 1) };
        csp.var(format!("x{number}"), domain);
    }
    for _ in 0..1 + rng.below(2) {
        let graph = graph(&csp, rng);
        let truth = match rng.below(6) {
            0..=2 => graph,
            3 => BoolExpr::Not(Box::new(graph)),
            4 => BoolExpr::Iff(Box::new(BoolExpr::Lit(lit(&csp, rng))), Box::new(graph)),
            _ => BoolExpr::Or(vec![BoolExpr::Lit(lit(&csp, rng)), graph]),
        };
        csp.hold(truth, TEST);
    }
    csp.answers = (0..csp.vars.len() as u32).map(VarId).collect();
    csp
}

fn agree(seeds: Range<u64>, engine: &dyn Engine) {
    let mut solved = 0;
    for seed in seeds.clone() {
        let csp = problem(seed);
        assert!(engine.accepts(&csp), "seed {seed}");
        let result = catch_unwind(AssertUnwindSafe(|| agree_on_one(seed, &csp, engine)));
        assert!(result.is_ok(), "{} fails on seed {seed}\n{csp}", engine.name());
        solved += u64::from(matches!(
            engine.open(&csp).check(&[], &mut Budget::unlimited()),
            Verdict::Sat(_)
        ));
    }
    // Most have solutions, so that their number says something.
    assert!(solved * 2 > seeds.end - seeds.start, "{solved}");
}

#[test]
fn search_agrees_on_graphs() {
    agree(0..1_500, &crate::engine::search::Search);
}

#[test]
fn clauses_agree_on_graphs() {
    agree(0..600, &crate::engine::sat::Sat);
    agree(600..1_000, &crate::engine::z3::Booleans);
}

#[test]
fn integers_agree_on_graphs() {
    agree(0..60, &crate::engine::z3::Integers);
}

/// Returns "one loop of the grid's edges": nothing but the graph.
fn loops(rows: u32, columns: u32) -> Csp {
    let mut csp = Csp::new();
    let mut links = Vec::new();
    let at = |row: u32, column: u32| row * (columns + 1) + column;
    for row in 0..=rows {
        for column in 0..=columns {
            for (next_row, next_column) in [(row, column + 1), (row + 1, column)] {
                if next_row <= rows && next_column <= columns {
                    let var = csp.bool_var(format!("l{}", links.len()));
                    let ends = [at(row, column), at(next_row, next_column)];
                    links.push(Link { ends, when: Some(Lit::is(var, 1)) });
                }
            }
        }
    }
    let nodes = vec![None; at(rows, columns) as usize + 1];
    let graph = GraphTruth { kind: GraphKind::Cycle, nodes, links };
    csp.hold(BoolExpr::Graph(Box::new(graph)), TEST);
    csp.answers = (0..csp.vars.len() as u32).map(VarId).collect();
    csp
}

#[test]
fn counts_the_loops_of_a_grid() {
    // The number of cycles of grid graphs: 2, 3 and 4 vertices by 3 and 4 (OEIS A140517, A231829).
    for (rows, columns, number) in [(1, 2, 3), (2, 2, 13), (2, 3, 40), (3, 3, 213)] {
        let csp = loops(rows, columns);
        for name in ["search", "sat", "z3:booleans"] {
            let engine = by_name(name).unwrap();
            let found = answers(&csp, &mut *engine.open(&csp), &[]);
            assert_eq!(found.len(), number, "{name}: {rows} × {columns}");
        }
    }
}
