//! Truths about graphs: every engine against brute force, on random small graphs.

use super::*;
use puzgen_csp::samples::of_graphs;
use puzgen_csp::{GraphKind, GraphLink, GraphTruth};

fn agree(seeds: Range<u64>, engine: &dyn Engine) {
    let mut solved = 0;
    for seed in seeds.clone() {
        let csp = of_graphs(seed);
        assert!(engine.accepts(&csp), "seed {seed}");
        let result = catch_unwind(AssertUnwindSafe(|| agree_on_one(seed, &csp, engine)));
        assert!(result.is_ok(), "{} fails on seed {seed}\n{csp}", engine.name());
        solved += u64::from(matches!(
            engine.open(&csp).solve(&[], &mut Budget::unlimited()),
            Verdict::Sat(_)
        ));
    }
    // Most have solutions, so that their number says something.
    assert!(solved * 2 > seeds.end - seeds.start, "{solved}");
}

#[test]
fn search_agrees_on_graphs() {
    agree(0..500, &crate::search::SearchEngine);
}

#[test]
fn clauses_agree_on_graphs() {
    let engines = [("sat", 0..200), ("batsat", 0..60), ("z3:booleans", 600..700)];
    for (name, seeds) in engines {
        ENGINES.by_name(name).into_iter().for_each(|engine| agree(seeds.clone(), engine));
    }
}

#[test]
fn integers_agree_on_graphs() {
    ENGINES.by_name("z3:integers").into_iter().for_each(|engine| agree(0..60, engine));
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
                    links.push(GraphLink { ends, when: Some(Lit::is(var, 1)) });
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
        for engine in ["search", "sat", "batsat", "z3:booleans"]
            .into_iter()
            .filter_map(|name| ENGINES.by_name(name))
        {
            let name = engine.name();
            let found = answers(&csp, &mut *engine.open(&csp), &[]);
            assert_eq!(found.len(), number, "{name}: {rows} × {columns}");
        }
    }
}
