//! Rules as sets of points, for maps that mix places and values.
//!
//! Where every rule says that some answers differ, a board is a set of points of which each answer's
//! set holds exactly one, and, for each value, each rule's set exactly one (where there are as many
//! values as answers) or at most one. A map of points that takes these sets onto each other takes
//! boards to boards, whether or not it keeps the values of an answer together.

use std::collections::{BTreeMap, BTreeSet};

use crate::points::Points;
use puzgen_csp::{BoolExpr, Csp, IntExpr, Origin, Stmt, VarId};

/// Sets of points, each with whether it holds exactly one, and not only at most one.
pub type PointSets = BTreeSet<(bool, Vec<u32>)>;

/// Returns the sets that are equivalent to the rules; `None` where rules cannot be written so.
pub fn sets(csp: &Csp, points: &Points) -> Option<PointSets> {
    let mut sets: PointSets =
        (0..points.answer_count()).map(|answer| (true, points.of(answer).collect())).collect();
    let numbers: BTreeMap<VarId, usize> =
        csp.answers.iter().enumerate().map(|(answer, var)| (*var, answer)).collect();
    for (stmt, origin) in &csp.stmts {
        let terms = match (stmt, origin) {
            (Stmt::Hold(BoolExpr::Distinct(terms)), Origin::Rule { .. }) => terms,
            (Stmt::Hold(_), Origin::Introduced(_)) => continue,
            _ => return None,
        };
        let mut answers = Vec::with_capacity(terms.len());
        for term in terms {
            let IntExpr::Var(var) = term else { return None };
            answers.push(*numbers.get(var)?);
        }
        let values: BTreeSet<i64> =
            answers.iter().flat_map(|answer| points.domain(*answer).iter()).collect();
        let is_exact = values.len() == answers.len();
        for value in values {
            let set = answers.iter().filter_map(|answer| points.point(*answer, value));
            let mut set: Vec<u32> = set.collect();
            set.sort_unstable();
            sets.insert((is_exact, set));
        }
    }
    Some(sets)
}

/// Returns whether a map takes the sets onto each other.
pub fn are_kept(sets: &PointSets, map: &[u32]) -> bool {
    sets.iter().all(|(is_exact, set)| {
        let mut image: Vec<u32> = set.iter().map(|point| map[*point as usize]).collect();
        image.sort_unstable();
        sets.contains(&(*is_exact, image))
    })
}
