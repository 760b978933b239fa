//! "One of these holds": literals, or parts of which no two depend on one variable.
//!
//! Where two parts are open, nothing follows. So a run looks first at the two that were open last, and at the others only
//! where one of these is decided.

use crate::store::{Inconsistent, Store};
use puzgen_csp::{BoolExpr, ExprPart, Lit, VarId};

use super::range::truth_of;

/// Fewer parts are looked at as quickly without a memory.
const FEWEST: usize = 3;

/// Returns the literals of which one must hold, where that is all a truth says and their variables differ.
pub(super) fn clause_of(truth: &BoolExpr) -> Option<Vec<Lit>> {
    let (parts, wanted) = parts_of(truth)?;
    are_apart(parts).then(|| as_wanted(parts, wanted)).flatten()
}

/// Returns literals of which one holds where a truth does or, where the second is false, where it does not.
pub(super) fn literals(truth: &BoolExpr) -> Option<(Vec<Lit>, bool)> {
    match truth {
        BoolExpr::Or(parts) => Some((as_wanted(parts, true)?, true)),
        BoolExpr::And(parts) => Some((as_wanted(parts, false)?, false)),
        BoolExpr::Not(inner) => literals(inner).map(|(lits, is_wanted)| (lits, !is_wanted)),
        _ => None,
    }
}

/// Returns a truth as a literal, if it is one.
pub(super) fn literal(truth: &BoolExpr) -> Option<Lit> {
    match truth {
        BoolExpr::Lit(lit) => Some(*lit),
        BoolExpr::Not(inner) => literal(inner).map(|lit| !lit),
        _ => None,
    }
}

/// Returns parts, or their opposites, as literals.
fn as_wanted(parts: &[BoolExpr], wanted: bool) -> Option<Vec<Lit>> {
    parts.iter().map(|part| literal(part).map(|lit| if wanted { lit } else { !lit })).collect()
}

/// Makes one of these literals hold, whose variables differ. Returns whether one does.
pub(super) fn enforce_clause(store: &mut Store, lits: &[Lit]) -> Result<bool, Inconsistent> {
    let (mut open, mut is_open_twice) = (None, false);
    for lit in lits {
        match store.truth_of_lit(*lit) {
            Some(true) => return Ok(true),
            Some(false) => {}
            None => is_open_twice |= open.replace(*lit).is_some(),
        }
    }
    match open.ok_or(Inconsistent)? {
        _ if is_open_twice => Ok(false),
        lit => store.set(lit).map(|()| true),
    }
}

/// Returns the parts of a truth of which one must be true, or one must not.
pub(super) fn parts_of(truth: &BoolExpr) -> Option<(&[BoolExpr], bool)> {
    match truth {
        BoolExpr::Or(parts) => Some((parts, true)),
        BoolExpr::Not(inner) => match &**inner {
            BoolExpr::And(parts) => Some((parts, false)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether no two parts depend on one variable.
fn are_apart(parts: &[BoolExpr]) -> bool {
    let mut vars: Vec<VarId> = Vec::new();
    for part in parts {
        let mut own = Vec::new();
        ExprPart::Truth(part).for_each_var(&mut |var| own.push(var));
        own.sort_unstable();
        own.dedup();
        vars.append(&mut own);
    }
    vars.sort_unstable();
    vars.windows(2).all(|pair| pair[0] != pair[1])
}

/// Parts of which one must be true, or one must not.
#[derive(Debug, Clone)]
pub(super) struct OneOf {
    parts: Vec<BoolExpr>,
    wanted: bool,
    /// The reversible word with the numbers of the two parts that were open last.
    last: u32,
}

impl OneOf {
    /// Returns a truth as parts; `None` where it is none, or they are few or depend on one variable.
    pub(super) fn new(truth: &BoolExpr, store: &mut Store) -> Option<Self> {
        let (parts, wanted) = parts_of(truth)?;
        let is_meant = parts.len() >= FEWEST && are_apart(parts);
        is_meant.then(|| Self { parts: parts.to_vec(), wanted, last: store.add_words(1) })
    }

    /// Returns whether it is known to hold; `None` where all but one part are decided and none is as wanted.
    ///
    /// # Errors
    /// Where no part can be as wanted.
    pub(super) fn look(&self, store: &mut Store) -> Result<Option<bool>, Inconsistent> {
        let truth = |at: usize| truth_of(&self.parts[at], &*store);
        let last = store.word(self.last);
        let (first, second) = ((last & 0xFFFF_FFFF) as usize, (last >> 32) as usize);
        if first != second && truth(first).is_none() && truth(second).is_none() {
            return Ok(Some(false));
        }
        let (mut open, mut count) = ([0, 0], 0);
        for at in 0..self.parts.len() {
            match truth(at) {
                Some(truth) if truth == self.wanted => return Ok(Some(true)),
                Some(_) => {}
                None => {
                    open[count.min(1)] = at;
                    count += 1;
                }
            }
        }
        if count < 2 {
            return if count == 0 { Err(Inconsistent) } else { Ok(None) };
        }
        store.set_word_at(self.last, open[0] as u64 | (open[1] as u64) << 32);
        Ok(Some(false))
    }
}
