//! Truths about graphs: what is there, what can be, and what follows.
//!
//! Each kind has two functions over a [`Picture`], which says of every node and link whether it is
//! there: one draws conclusions, one finds facts that cannot hold together. Reasons are found
//! afterwards: why something is so is why the opposite cannot be.

mod connected;
mod cycle;
mod forest;
mod picture;
#[cfg(test)]
mod tests;

use crate::csp::{GraphKind, GraphTruth, Lit, VarId};

use super::{PER_NODE, Propagate};
use crate::search::past::{Bit, Past};
use crate::search::store::{Conflict, Outcome, Store, event};
use crate::search::view::View;
use picture::{Item, Picture};

/// The statement, ready to be looked at.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    stmt: GraphTruth,
    /// For each node, the links at it, each with its other end.
    around: Vec<Vec<(u32, u32)>>,
    /// The nodes and links that depend on each variable, sorted.
    uses: Vec<(VarId, Item)>,
}

/// Something that may be known of a literal.
pub(crate) trait Known {
    /// Returns whether it holds; `None` where that is open.
    fn truth(&self, lit: Lit) -> Option<bool>;
}

impl Known for View<'_> {
    fn truth(&self, lit: Lit) -> Option<bool> {
        self.truth_of_lit(lit)
    }
}

impl Known for Past<'_> {
    fn truth(&self, lit: Lit) -> Option<bool> {
        if self.is(lit.var, lit.value) {
            Some(lit.is)
        } else {
            self.is_not(lit.var, lit.value).then_some(!lit.is)
        }
    }
}

/// What a look at a picture brings.
#[derive(Debug, Default)]
struct Conclusions {
    /// What must be there, or must not.
    items: Vec<(Item, bool)>,
}

impl Conclusions {
    fn comes_in(&mut self, item: Item) {
        self.items.push((item, true));
    }

    fn goes_out(&mut self, item: Item) {
        self.items.push((item, false));
    }
}

fn conclude(picture: &Picture<'_>) -> Result<Conclusions, Conflict> {
    let mut conclusions = Conclusions::default();
    match picture.graph.stmt.kind {
        GraphKind::Connected => connected::conclude(picture, &mut conclusions),
        GraphKind::Acyclic => forest::conclude_acyclic(picture, &mut conclusions),
        GraphKind::Cycle => cycle::conclude(picture, &mut conclusions),
        GraphKind::Divided => forest::conclude_divided(picture, &mut conclusions),
    }?;
    Ok(conclusions)
}

/// Returns facts that cannot hold together with what is supposed, if this can be seen. Where all is
/// known it is seen whenever the statement does not hold.
fn clash(picture: &Picture<'_>) -> Option<Vec<Lit>> {
    match picture.graph.stmt.kind {
        GraphKind::Connected => connected::clash(picture),
        GraphKind::Acyclic => forest::clash_of_cycle(picture),
        GraphKind::Cycle => cycle::clash(picture),
        GraphKind::Divided => forest::clash_of_gap(picture),
    }
}

impl Graph {
    /// Returns the statement made ready.
    pub(crate) fn new(stmt: &GraphTruth) -> Self {
        let mut around = vec![Vec::new(); stmt.nodes.len()];
        let mut uses = Vec::new();
        for (node, when) in stmt.nodes.iter().enumerate() {
            uses.extend(when.map(|lit| (lit.var, Item::Node(node as u32))));
        }
        for (number, link) in stmt.links.iter().enumerate() {
            let [a, b] = link.ends;
            around[a as usize].push((number as u32, b));
            around[b as usize].push((number as u32, a));
            uses.extend(link.when.map(|lit| (lit.var, Item::Link(number as u32))));
        }
        uses.sort_unstable();
        Self { stmt: stmt.clone(), around, uses }
    }

    fn lit(&self, item: Item) -> Option<Lit> {
        match item {
            Item::Node(node) => self.stmt.nodes[node as usize],
            Item::Link(link) => self.stmt.links[link as usize].when,
        }
    }

    /// Returns the truth where it no longer depends on what is open.
    pub(crate) fn truth(&self, view: View<'_>) -> Option<bool> {
        let picture = Picture::new(self, &view, None);
        if clash(&picture).is_some() {
            return Some(false);
        }
        // Where everything is known, a truth that clashes with nothing holds.
        self.stmt.lits().all(|lit| view.truth(lit).is_some()).then_some(true)
    }

    /// Adds the reason why `var` cannot be `value`; returns whether one was found.
    fn why_gone(&self, past: Past<'_>, var: VarId, value: i64, reason: &mut Vec<Bit>) -> bool {
        let from = self.uses.partition_point(|(other, _)| *other < var);
        let uses = self.uses[from..].iter().take_while(|(other, _)| *other == var);
        for (_, item) in uses {
            let Some(lit) = self.lit(*item) else { continue };
            for holds in [true, false] {
                // Which of the two, once it is concluded, takes this value?
                let takes = (lit.value == value) != (lit.is == holds);
                if takes && self.why(past, Some((*item, !holds)), reason) {
                    return true;
                }
            }
        }
        false
    }

    fn why(&self, past: Past<'_>, supposed: Option<(Item, bool)>, reason: &mut Vec<Bit>) -> bool {
        let Some(lits) = clash(&Picture::new(self, &past, supposed)) else { return false };
        for lit in lits {
            if lit.is {
                past.because_is(lit.var, lit.value, reason);
            } else {
                past.because_not(lit.var, lit.value, reason);
            }
        }
        true
    }
}

impl Propagate for Graph {
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8)) {
        self.uses.iter().for_each(|(var, _)| watch(*var, event::DOMAIN));
    }

    /// Makes it hold as far as can be seen.
    fn propagate(&self, store: &mut Store) -> Outcome {
        let conclusions = conclude(&Picture::new(self, &View::of(store), None))?;
        for (item, is_there) in conclusions.items {
            let Some(lit) = self.lit(item) else { return Err(Conflict) };
            if lit.is == is_there {
                store.assign(lit.var, lit.value)?;
            } else {
                store.remove(lit.var, lit.value)?;
            }
        }
        Ok(())
    }

    fn explain(&self, past: Past<'_>, gone: Option<(VarId, i64)>, reason: &mut Vec<Bit>) -> bool {
        match gone {
            Some((var, value)) => self.why_gone(past, var, value, reason),
            None => self.why(past, None, reason),
        }
    }

    fn is_slow_to_explain(&self) -> bool {
        true
    }

    fn cost(&self) -> usize {
        PER_NODE * self.uses.len()
    }
}
