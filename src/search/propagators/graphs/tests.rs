//! Tests that every conclusion has a reason, and that the reason alone implies it.

use super::*;
use puzgen_base::rng::Rng;
use puzgen_csp::{BoolExpr, GraphLink, eval::eval_bool};

/// What is known of each truth.
struct KnownTruths(Vec<Option<bool>>);

impl Valuation for KnownTruths {
    fn truth(&self, lit: Lit) -> Option<bool> {
        self.0[lit.var.index()].map(|value| lit.holds_for(i64::from(value)))
    }
}

const KINDS: [GraphKind; 4] =
    [GraphKind::Connected, GraphKind::Acyclic, GraphKind::Cycle, GraphKind::Divided];

/// Returns a graph with a truth of its own for each part that is not always there.
fn graph(kind: GraphKind, rng: &mut Rng) -> (GraphTruth, usize) {
    let mut count = 0;
    let mut when = |share: usize, rng: &mut Rng| {
        let is_open = rng.below(5) < share;
        count += usize::from(is_open);
        is_open.then(|| Lit::is(VarId(count as u32 - 1), rng.below(2) as i64))
    };
    let (of_nodes, of_links) = [(5, 0), (0, 5), (2, 3)][rng.below(3)];
    let nodes: Vec<Option<Lit>> = (0..2 + rng.below(5)).map(|_| when(of_nodes, rng)).collect();
    let mut links = Vec::new();
    for b in 1..nodes.len() as u32 {
        for a in 0..b {
            if rng.below(3) > 0 && links.len() < 8 {
                links.push(GraphLink { ends: [a, b], when: when(of_links, rng) });
            }
        }
    }
    (GraphTruth { kind, nodes, links }, count)
}

/// Returns whether no assignment with these literals makes the graph hold.
fn is_reason(stmt: &GraphTruth, count: usize, lits: &[Lit]) -> bool {
    let truth = BoolExpr::Graph(Box::new(stmt.clone()));
    (0..1_u32 << count).all(|bits| {
        let values: Vec<i64> = (0..count).map(|var| i64::from(bits >> var & 1)).collect();
        let fits = lits.iter().all(|lit| lit.holds_for(values[lit.var.index()]));
        !fits || !eval_bool(&truth, &values)
    })
}

#[test]
fn explains_every_conclusion() {
    let mut concluded = [0; 4];
    for seed in 0..4_000 {
        let mut rng = Rng::from_seed(seed);
        let at = rng.below(4);
        let (stmt, count) = graph(KINDS[at], &mut rng);
        let known = (0..count).map(|_| [None, Some(true), Some(false)][rng.below(3)]);
        let table = KnownTruths(known.collect());
        let graph = GraphPropagator::new(&stmt);
        let holds = |lit: &Lit| table.truth(*lit) == Some(true);
        let Ok(conclusions) = conclude(&PartialGraph::new(&graph, &table, None)) else {
            let reason = conflict(&PartialGraph::new(&graph, &table, None));
            let reason = reason.unwrap_or_else(|| panic!("seed {seed}: no reason, {stmt:?}"));
            assert!(reason.iter().all(holds), "seed {seed}");
            assert!(is_reason(&stmt, count, &reason), "seed {seed}: {reason:?} of {stmt:?}");
            concluded[at] += 1;
            continue;
        };
        for (item, is_there) in conclusions.items {
            let lit = graph.lit(item).unwrap();
            assert_eq!(table.truth(lit), None, "seed {seed}");
            let reason = conflict(&PartialGraph::new(&graph, &table, Some((item, !is_there))));
            let mut reason =
                reason.unwrap_or_else(|| panic!("seed {seed}: no reason for {item:?}, {stmt:?}"));
            assert!(reason.iter().all(holds), "seed {seed}");
            reason.push(if is_there { !lit } else { lit });
            assert!(is_reason(&stmt, count, &reason), "seed {seed}: {reason:?} of {stmt:?}");
            concluded[at] += 1;
        }
    }
    assert!(concluded.iter().all(|count| *count > 100), "{concluded:?}");
}
