//! Which values of a board are drawn anew when it is repaired: large neighbourhood search.
//!
//! Some unforced values are, and others around them: values that stand in small statements together. How many of these,
//! is adapted to what became of the last boards. With too few, the same board is drawn again, or another one that has
//! the same clues; with too many, the new board has little to do with the old one, and is rarely better.
//!
//! # Source
//! Shaw, "Using constraint programming and local search methods to solve vehicle routing problems" (CP 1998), for
//! values that are related; Ropke and Pisinger, "An adaptive large neighborhood search heuristic for the pickup and
//! delivery problem with time windows" (Transportation Science, 2006), for what is adapted.

use puzgen_base::rng::Rng;
use puzgen_csp::{BoolExpr, Csp, Stmt, VarId};

/// The most answers of a statement that are neighbours of each other.
const MOST_IN_STATEMENT: usize = 12;

/// How often all unforced values are drawn anew; otherwise a random number of them.
const SHARE_OF_ALL: f64 = 0.5;

/// How often another value is taken from anywhere, not from the neighbours of those that were chosen.
const SHARE_OF_ANY: f64 = 0.12;

/// The answers that stand in small statements together.
#[derive(Debug)]
pub(super) struct Neighbours {
    /// For each answer, the positions of others.
    near: Vec<Vec<u32>>,
}

impl Neighbours {
    /// Returns the neighbours in a problem.
    pub(super) fn new(csp: &Csp) -> Self {
        let mut positions = vec![None; csp.vars.len()];
        for (at, var) in csp.answers.iter().enumerate() {
            positions[var.index()] = Some(at as u32);
        }
        let mut near = vec![Vec::new(); csp.answers.len()];
        let mut add = |vars: Vec<VarId>| {
            let mut together: Vec<u32> =
                vars.iter().filter_map(|var| positions[var.index()]).collect();
            together.sort_unstable();
            together.dedup();
            if together.len() <= MOST_IN_STATEMENT {
                for one in &together {
                    near[*one as usize].extend(together.iter().filter(|other| *other != one));
                }
            }
        };
        for (stmt, _) in &csp.stmts {
            match stmt {
                Stmt::Hold(truth) => each_conjunct(truth, &mut |part| add(part.vars())),
                Stmt::Global(_) => add(stmt.vars()),
            }
        }
        for others in &mut near {
            others.sort_unstable();
            others.dedup();
        }
        Self { near }
    }

    /// Chooses which answers are drawn anew: some unforced ones, and others around them, `more` at most.
    pub(super) fn choose(&self, unforced: &[usize], more: usize, rng: &mut Rng) -> Vec<bool> {
        let mut chosen = unforced.to_vec();
        rng.shuffle(&mut chosen);
        if rng.unit() >= SHARE_OF_ALL {
            chosen.truncate(1 + rng.below(unforced.len()));
        }
        let mut is_chosen = vec![false; self.near.len()];
        chosen.iter().for_each(|at| is_chosen[*at] = true);
        for _ in 0..more {
            let near = &self.near[chosen[rng.below(chosen.len())]];
            let next = match near.is_empty() || rng.unit() < SHARE_OF_ANY {
                true => rng.below(is_chosen.len()),
                false => near[rng.below(near.len())] as usize,
            };
            if !std::mem::replace(&mut is_chosen[next], true) {
                chosen.push(next);
            }
        }
        is_chosen
    }
}

/// Calls `visit` for each part of a conjunction.
fn each_conjunct(truth: &BoolExpr, visit: &mut dyn FnMut(&BoolExpr)) {
    match truth {
        BoolExpr::And(parts) => parts.iter().for_each(|part| each_conjunct(part, visit)),
        other => visit(other),
    }
}

/// How many values are drawn anew beside unforced ones.
#[derive(Debug)]
pub(super) struct Radius {
    /// The mean.
    mean: f64,
    most: f64,
}

impl Radius {
    /// Begins with few of so many answers.
    pub(super) fn of(answers: usize) -> Self {
        Self { mean: 2.0, most: answers as f64 / 4.0 }
    }

    /// Draws a number.
    pub(super) fn draw(&self, rng: &mut Rng) -> usize {
        (rng.unit() * 2.0 * self.mean) as usize
    }

    /// Notes that the board has the same clues as before.
    pub(super) fn widen(&mut self) {
        self.mean = (self.mean * 1.6 + 0.5).min(self.most);
    }

    /// Notes that the board is worse than before, or that none was found soon.
    pub(super) fn narrow(&mut self) {
        self.mean *= 0.8;
    }
}

#[cfg(test)]
mod tests {
    use super::{Neighbours, Radius};
    use puzgen_base::rng::Rng;
    use puzgen_csp::{BoolExpr, Csp, Domain, IntExpr, Origin};

    /// Answers in a row, each of which differs from the next.
    fn row(count: usize) -> Csp {
        let mut csp = Csp::new();
        let vars: Vec<_> =
            (0..count).map(|at| csp.var(format!("x{at}"), Domain::Range(1, 3))).collect();
        let pairs = vars
            .windows(2)
            .map(|pair| BoolExpr::Distinct(pair.iter().map(|var| IntExpr::Var(*var)).collect()));
        let all = vars.iter().map(|var| IntExpr::Var(*var)).collect();
        csp.hold(BoolExpr::And(pairs.collect()), Origin::Introduced("test"));
        csp.hold(BoolExpr::Distinct(all).negated(), Origin::Introduced("test"));
        csp.answers = vars;
        csp
    }

    #[test]
    fn parts_of_a_conjunction_are_looked_at_alone_and_large_statements_not_at_all() {
        let neighbours = Neighbours::new(&row(20));
        assert_eq!(neighbours.near[0], [1]);
        assert_eq!(neighbours.near[7], [6, 8]);
    }

    #[test]
    fn unforced_values_are_chosen_and_no_more_others_than_asked_for() {
        let neighbours = Neighbours::new(&row(20));
        let mut rng = Rng::from_seed(1);
        for more in 0..12 {
            let chosen = neighbours.choose(&[3, 9], more, &mut rng);
            assert!(chosen[3] || chosen[9]);
            assert!(chosen.iter().filter(|is_chosen| **is_chosen).count() <= more + 2);
        }
    }

    #[test]
    fn a_radius_grows_up_to_a_quarter_and_shrinks_to_nothing() {
        let mut radius = Radius::of(40);
        (0..20).for_each(|_| radius.widen());
        assert_eq!(radius.mean, 10.0);
        (0..20).for_each(|_| radius.narrow());
        assert_eq!(radius.draw(&mut Rng::from_seed(1)), 0);
    }
}
