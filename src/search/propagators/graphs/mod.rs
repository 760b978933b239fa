//! Truths about graphs: what is there, what can be, and what follows.
//!
//! Each kind has two functions over a [`PartialGraph`], which says of every node and link whether it is
//! there: one draws conclusions, one finds facts that cannot hold together. Reasons are found
//! afterwards: why something is so is why the opposite cannot be.

mod connected;
mod cycle;
mod forest;
mod partial_graph;
mod reduced;
#[cfg(test)]
mod tests;

use puzgen_csp::{GraphKind, GraphTruth, Lit, VarId};

use super::{PER_NODE, Propagate};
use crate::lit_place::LitPlace;
use crate::store::{Consistency, Inconsistent, Store, event};
use crate::trail::{ReasonWriter, TrailPrefix};
use crate::view::View;
use partial_graph::{LitPlaces, NodeOrLink, PartialGraph};

/// The statement, ready to be looked at.
#[derive(Debug, Clone)]
pub struct GraphPropagator {
    stmt: GraphTruth,
    /// The links at all nodes, each with its other end, one node after the other; and where those of each node end.
    around: Vec<(u32, u32)>,
    ends: Vec<u32>,
    /// The nodes and links that depend on each variable, sorted.
    uses: Vec<(VarId, NodeOrLink)>,
    /// Whether a link depends on a literal.
    has_marks: bool,
    /// Where its literals are in the store that it is run on, if that is told.
    places: Option<LitPlaces>,
    memory: Option<RunMemory>,
}

/// What lets a run end early: where nothing is known that matters and was not known at the end of the last run.
#[derive(Debug, Clone)]
struct RunMemory {
    /// Literals, each with whether it matters that the variable cannot have the value, and that it has it.
    facts: Vec<(LitPlace, [bool; 2])>,
    /// The reversible word with the number of facts that were known at the end of the last run, and 1 more.
    last: u32,
}

impl RunMemory {
    /// Returns the memory of runs that draw conclusions from these literals, each with whether it matters that it
    /// holds, and that it does not.
    fn new(store: &mut Store, lits: impl Iterator<Item = (Lit, bool, bool)>) -> Self {
        let fact = |(lit, if_so, if_not): (Lit, bool, bool)| {
            let matters = if lit.is { [if_not, if_so] } else { [if_so, if_not] };
            (LitPlace::new(store, lit), matters)
        };
        let facts = lits.map(fact).collect();
        Self { facts, last: store.add_words(1) }
    }

    /// Returns how many facts are known, and 1 more. In one branch of a search facts only come to what is known, so the
    /// same number stands for the same facts.
    fn count(&self, store: &Store) -> u64 {
        let is_known = |(place, matters): &&(LitPlace, [bool; 2])| {
            place.is_value(store).is_some_and(|is_value| matters[usize::from(is_value)])
        };
        self.facts.iter().filter(is_known).count() as u64 + 1
    }
}

/// Something that may be known of a literal.
pub(super) trait Valuation {
    /// Returns whether it holds; `None` where that is open.
    fn truth(&self, lit: Lit) -> Option<bool>;
}

impl Valuation for View<'_> {
    fn truth(&self, lit: Lit) -> Option<bool> {
        self.truth_of_lit(lit)
    }
}

impl Valuation for TrailPrefix<'_> {
    fn truth(&self, lit: Lit) -> Option<bool> {
        if self.is(lit.var, lit.value) {
            Some(lit.is)
        } else {
            self.is_not(lit.var, lit.value).then_some(!lit.is)
        }
    }
}

/// What a look at a partial brings.
#[derive(Debug, Default)]
struct Conclusions {
    /// What must be there, or must not.
    items: Vec<(NodeOrLink, bool)>,
}

impl Conclusions {
    fn comes_in(&mut self, item: NodeOrLink) {
        self.items.push((item, true));
    }

    fn goes_out(&mut self, item: NodeOrLink) {
        self.items.push((item, false));
    }
}

fn conclude(partial: &PartialGraph<'_>) -> Result<Conclusions, Inconsistent> {
    let mut conclusions = Conclusions::default();
    match partial.graph.stmt.kind {
        GraphKind::Connected => connected::conclude(partial, &mut conclusions),
        GraphKind::Acyclic => forest::conclude_acyclic(partial, &mut conclusions),
        GraphKind::Cycle => cycle::conclude(partial, &mut conclusions),
        GraphKind::Divided => forest::conclude_divided(partial, &mut conclusions),
    }?;
    Ok(conclusions)
}

/// Returns facts that cannot hold together with what is supposed, if this can be seen. Where all is
/// known it is seen whenever the statement does not hold.
fn conflict(partial: &PartialGraph<'_>) -> Option<Vec<Lit>> {
    match partial.graph.stmt.kind {
        GraphKind::Connected => connected::conflict(partial),
        GraphKind::Acyclic => forest::conflict_of_cycle(partial),
        GraphKind::Cycle => cycle::conflict(partial),
        GraphKind::Divided => forest::conflict_of_gap(partial),
    }
}

/// Returns the links at all nodes, each with its other end, and where those of each node end.
fn around(stmt: &GraphTruth) -> (Vec<(u32, u32)>, Vec<u32>) {
    let mut at: Vec<(u32, (u32, u32))> = Vec::with_capacity(2 * stmt.links.len());
    for (number, link) in (0..).zip(&stmt.links) {
        let [a, b] = link.ends;
        at.extend([(a, (number, b)), (b, (number, a))]);
    }
    at.sort_by_key(|(node, _)| *node);
    let ends = (0..stmt.nodes.len() as u32).map(|node| at.partition_point(|(n, _)| *n <= node));
    let ends = ends.map(|end| end as u32).collect();
    (at.into_iter().map(|(_, link)| link).collect(), ends)
}

impl GraphPropagator {
    /// Returns the statement made ready.
    pub(crate) fn new(stmt: &GraphTruth) -> Self {
        let mut uses = Vec::new();
        for (node, when) in stmt.nodes.iter().enumerate() {
            uses.extend(when.map(|lit| (lit.var, NodeOrLink::Node(node as u32))));
        }
        for (number, link) in stmt.links.iter().enumerate() {
            uses.extend(link.when.map(|lit| (lit.var, NodeOrLink::Link(number as u32))));
        }
        uses.sort_unstable();
        let has_marks = stmt.links.iter().any(|link| link.when.is_some());
        let (around, ends) = around(stmt);
        Self { stmt: stmt.clone(), around, ends, uses, has_marks, places: None, memory: None }
    }

    /// Is told the store that it will be run on.
    fn on(mut self, store: &Store) -> Self {
        self.places = Some(LitPlaces::new(&self.stmt, self.has_marks, store));
        self
    }

    /// Returns the links at a node with their other ends.
    #[inline]
    fn around(&self, node: u32) -> &[(u32, u32)] {
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.around[start as usize..self.ends[node as usize] as usize]
    }

    /// Makes runs end early where they would conclude nothing. A run for connectedness, or against cycles, concludes all
    /// that follows at once, where no two parts depend on one variable; the other kinds may conclude more in a second run.
    pub(super) fn with_memory(self, store: &mut Store) -> Self {
        let mut this = self.on(store);
        let is_connected = match this.stmt.kind {
            GraphKind::Connected => true,
            GraphKind::Acyclic => false,
            GraphKind::Cycle | GraphKind::Divided => return this,
        };
        if this.has_shared_variables() {
            return this;
        }
        // For a way, it matters what is not there, and which nodes must be joined; for a cycle, what is there.
        let links = this.stmt.links.iter().filter_map(|link| link.when);
        let links = links.map(|lit| (lit, !is_connected, is_connected));
        let nodes = this.stmt.nodes.iter().filter_map(|node| *node);
        let nodes = nodes.map(|lit| (lit, true, is_connected));
        this.memory = Some(RunMemory::new(store, links.chain(nodes)));
        this
    }

    fn lit(&self, item: NodeOrLink) -> Option<Lit> {
        match item {
            NodeOrLink::Node(node) => self.stmt.nodes[node as usize],
            NodeOrLink::Link(link) => self.stmt.links[link as usize].when,
        }
    }

    /// Returns the truth where it no longer depends on what is open.
    pub fn truth(&self, view: View<'_>) -> Option<bool> {
        let partial = PartialGraph::new(self, &view, None);
        if conflict(&partial).is_some() {
            return Some(false);
        }
        // Where everything is known, a truth that nothing contradicts holds.
        self.stmt.lits().all(|lit| view.truth(lit).is_some()).then_some(true)
    }

    /// Adds the reason why `var` cannot be `value`; returns whether one was found.
    fn why_gone(&self, var: VarId, value: i64, why: &mut ReasonWriter<'_>) -> bool {
        let from = self.uses.partition_point(|(other, _)| *other < var);
        let uses = self.uses[from..].iter().take_while(|(other, _)| *other == var);
        for (_, item) in uses {
            let Some(lit) = self.lit(*item) else { continue };
            for holds in [true, false] {
                // Which of the two, once it is concluded, takes this value?
                let takes = (lit.value == value) != (lit.is == holds);
                if takes && self.why(Some((*item, !holds)), why) {
                    return true;
                }
            }
        }
        false
    }

    fn why(&self, supposed: Option<(NodeOrLink, bool)>, why: &mut ReasonWriter<'_>) -> bool {
        let partial = PartialGraph::new(self, &why.past, supposed);
        let Some(lits) = conflict(&partial) else { return false };
        lits.into_iter().for_each(|lit| why.lit(lit));
        true
    }
}

impl Propagate for GraphPropagator {
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8)) {
        self.uses.iter().for_each(|(var, _)| watch(*var, event::DOMAIN));
    }

    /// Makes it hold as far as can be seen.
    fn propagate(&self, store: &mut Store) -> Consistency {
        let is_seen = |memory: &RunMemory| store.word(memory.last) == memory.count(store);
        if self.memory.as_ref().is_some_and(is_seen) {
            return Ok(());
        }
        let partial = match &self.places {
            Some(places) => PartialGraph::at(self, places, store),
            None => PartialGraph::new(self, &View::of(store), None),
        };
        let conclusions = conclude(&partial)?;
        for (item, is_there) in conclusions.items {
            let Some(lit) = self.lit(item) else { return Err(Inconsistent) };
            if lit.is == is_there {
                store.assign(lit.var, lit.value)?;
            } else {
                store.remove(lit.var, lit.value)?;
            }
        }
        if let Some(memory) = &self.memory {
            store.set_word_at(memory.last, memory.count(store));
        }
        Ok(())
    }

    fn explain(&self, why: &mut ReasonWriter<'_>) -> bool {
        match why.gone {
            Some((var, value)) => self.why_gone(var, value, why),
            None => self.why(None, why),
        }
    }

    fn is_slow_to_explain(&self) -> bool {
        true
    }

    fn cost(&self) -> usize {
        PER_NODE * self.uses.len()
    }
}
