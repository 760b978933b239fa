//! Truths that a mark on the board excludes at its own place, by a rule about that: a square with a number is neither black nor
//! on the line. Nobody is told that.

use puzgen_csp::eval::eval_stmt;
use puzgen_csp::{Lit, Origin, VarId};
use puzgen_model::value::Key;

use super::names::{VarMeaning, Words};

/// Rules about more truths are not looked at.
const MOST_TRUTHS: usize = 10;

impl Words<'_> {
    /// Returns the truths that are excluded where a rule leaves none of those at a mark.
    pub(super) fn excluded_at_marks(&self) -> Vec<Lit> {
        let rules = self.lowered.csp.stmts.iter();
        let rules = rules.filter(|(_, origin)| matches!(origin, Origin::Rule { .. }));
        let mut found = Vec::new();
        for (stmt, _) in rules {
            let vars = stmt.vars();
            let Some(mark) = vars.iter().find_map(|var| self.mark(*var)) else { continue };
            let others = vars.iter().copied().filter(|var| !self.is_presence(*var));
            let Some((helpers, places)) = self.seen_through(others) else { continue };
            let is_here = |var: &VarId| self.is_truth(*var) && self.is_at(*var, mark);
            if places.is_empty() || places.len() > MOST_TRUTHS || !places.iter().all(is_here) {
                continue;
            }
            let mut assignment = vec![0; self.lowered.csp.vars.len()];
            self.given.iter().for_each(|(var, value)| assignment[var.index()] = *value);
            let mut holds = |truths: usize| {
                for (at, var) in places.iter().enumerate() {
                    assignment[var.index()] = (truths >> at & 1) as i64;
                }
                let values = helpers.iter().map(|helper| {
                    assignment[helper.index()] = self.definitions.eval(*helper, &assignment)?;
                    Some(())
                });
                values.collect::<Option<()>>().is_none() || eval_stmt(stmt, &assignment)
            };
            if holds(0) && (1..1 << places.len()).all(|truths| !holds(truths)) {
                found.extend(places.into_iter().map(|var| Lit::is(var, 0)));
            }
        }
        found
    }

    /// Returns where a clue is that the board shows, for the variable that says that it is there.
    fn mark(&self, var: VarId) -> Option<&Key> {
        let is_there = self.is_presence(var) && self.given.get(&var) == Some(&1);
        is_there.then(|| self.key(var))?
    }

    /// Returns whether a variable says that a clue is there.
    fn is_presence(&self, var: VarId) -> bool {
        matches!(self.roles[var.index()], Some(VarMeaning::Presence(_)))
    }

    /// Returns whether a variable is of a place, or of a way from there.
    fn is_at(&self, var: VarId, place: &Key) -> bool {
        self.key(var).is_some_and(|key| match key {
            Key::Tuple(ends) => ends.contains(place),
            key => key == place,
        })
    }
}
