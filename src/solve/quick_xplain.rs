//! Minimal conflicts by QuickXplain: which rules and givens cannot hold together.

use puzgen_base::budget::{Budget, GaveUp};
use puzgen_csp::{Lit, Origin};
use puzgen_engine::{Engine, Verdict};
use puzgen_vocabulary::lower::Lowered;

use crate::solver::Solver;

/// One member of a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Culprit {
    /// A case of a rule.
    Rule(Origin),
    /// A given, by its position in the list asked about.
    Given(usize),
}

/// Returns a minimal conflict: a set of rule cases and givens that cannot hold together and of which none can be
/// left out; earlier ones are preferred to later ones. `lowered` must have been lowered to explain.
///
/// # Source
/// Junker, "QuickXplain: Preferred Explanations and Relaxations for Over-Constrained Problems",
/// AAAI 2004.
///
/// # Errors
/// Where the budget is spent first; `Ok(None)` where all can hold together.
pub fn conflict(
    lowered: &Lowered,
    engine: &dyn Engine,
    given: &[Lit],
    budget: &mut Budget,
) -> Result<Option<Vec<Culprit>>, GaveUp> {
    let mut solver = Solver::new(lowered, engine);
    let mut members: Vec<(Culprit, Lit)> = lowered
        .csp
        .guards
        .iter()
        .map(|(var, origin)| (Culprit::Rule(*origin), Lit::is(*var, 1)))
        .collect();
    members.extend(given.iter().enumerate().map(|(at, lit)| (Culprit::Given(at), *lit)));
    // Rules that are implied by others come last, so that they are named only where the others do not suffice.
    let is_implied = |culprit: &Culprit| match culprit {
        Culprit::Rule(origin) => lowered.is_implied(origin),
        Culprit::Given(_) => false,
    };
    members.sort_by_key(|(culprit, _)| (is_implied(culprit), *culprit));
    let all: Vec<Lit> = members.iter().map(|(_, lit)| *lit).collect();
    match solver.solve(&all, budget) {
        Verdict::Sat(_) => return Ok(None),
        Verdict::GaveUp(reason) => return Err(reason),
        Verdict::Unsat(_) => {}
    }
    let mut chosen = Vec::new();
    quick_xplain(&mut solver, &mut Vec::new(), false, &members, &mut chosen, budget)?;
    chosen.sort_unstable();
    Ok(Some(chosen))
}

fn quick_xplain(
    solver: &mut Solver<'_>,
    background: &mut Vec<Lit>,
    has_news: bool,
    members: &[(Culprit, Lit)],
    chosen: &mut Vec<Culprit>,
    budget: &mut Budget,
) -> Result<Vec<Lit>, GaveUp> {
    if has_news {
        match solver.solve(background, budget) {
            Verdict::Unsat(_) => return Ok(Vec::new()),
            Verdict::GaveUp(reason) => return Err(reason),
            Verdict::Sat(_) => {}
        }
    }
    if let [(culprit, lit)] = members {
        chosen.push(*culprit);
        return Ok(vec![*lit]);
    }
    if members.is_empty() {
        return Ok(Vec::new());
    }
    let (earlier, later) = members.split_at(members.len() / 2);
    let base = background.len();
    background.extend(earlier.iter().map(|(_, lit)| *lit));
    let from_later = quick_xplain(solver, background, true, later, chosen, budget)?;
    background.truncate(base);
    background.extend(&from_later);
    let from_earlier =
        quick_xplain(solver, background, !from_later.is_empty(), earlier, chosen, budget)?;
    background.truncate(base);
    Ok(from_later.into_iter().chain(from_earlier).collect())
}
