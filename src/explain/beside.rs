//! Reasons that are seen beside a place: what touches it, and what would be cut off behind it.

use std::collections::BTreeSet;

use crate::csp::{Components, Global, Lit, Stmt, VarId};
use crate::grid::PlaceKind;
use crate::model::expr::ExprKind;
use crate::model::value::Key;
use crate::stepwise::{Deduction, Fact};

use super::because::Because;
use super::counted::excludes;
use super::names::Words;
use super::sentences::fill;
use super::source::Source;

/// How many places are named that would be cut off.
const MOST_CUT_OFF: usize = 2;

impl Words<'_> {
    /// Returns that a place cannot have a value since one that touches it has the same.
    pub(super) fn by_touching(&self, source: &Source, deduction: &Deduction) -> Option<Because> {
        let own = self.assumed_of(deduction).filter(|own| own.value != 0)?;
        let Source::Rule { part: None, .. } = source else { return None };
        let stmts = self.stmts_of(source);
        let [stmt] = stmts.as_slice() else { return None };
        let told = deduction.facts.iter().filter_map(|fact| self.told(fact));
        let mut told = told.map(|(var, value)| Lit::is(var, value));
        let (Some(other), None) = (told.next(), told.next()) else { return None };
        let is_same = other.value == own.value && self.is_answer(other.var);
        if !is_same || !self.touch(own.var, other.var) {
            return None;
        }
        let mut vars = stmt.vars();
        vars.sort_unstable();
        vars.dedup();
        let mut both = [own.var, other.var];
        both.sort_unstable();
        if vars != both || !excludes(&self.lowered.csp, stmt, own, other) {
            return None;
        }
        let place = self.spoken(other.var);
        let table = self.sentences;
        Some(Because::plain(match self.truth(other.var) {
            Some(name) => {
                let name = self.called(name);
                fill(table.next_to_which, &[("place", &place), ("name", &name)])
            }
            None => {
                let value = self.value(other.var, other.value);
                let what = fill(table.value_at[0], &[("value", &value), ("places", &place)]);
                fill(table.next_to, &[("what", &what)])
            }
        }))
    }

    /// Returns whether two cells have a side or a corner in common.
    fn touch(&self, a: VarId, b: VarId) -> bool {
        match (self.key(a), self.key(b), &self.instance.grid) {
            (Some(Key::Place(a)), Some(Key::Place(b)), Some(grid)) => {
                let are_cells = [a, b].iter().all(|place| place.kind == PlaceKind::Cell);
                are_cells && grid.around(*a).contains(b)
            }
            _ => false,
        }
    }

    /// Returns that some places would be cut off from the others, which are to be one group with them.
    pub(super) fn by_cut(&self, source: &Source, deduction: &Deduction) -> Option<Because> {
        let assumed = self.assumed_of(deduction)?;
        let value = self.other_of_two(assumed.var, assumed.value)?;
        match self.reason_at(source)?.1.kind {
            ExprKind::Call(ref function, _) if function.name() == "connected" => {}
            _ => return None,
        }
        let mut forms = self.lowered.csp.stmts.iter().filter_map(|(stmt, _)| match stmt {
            Stmt::Global(Global::Components(groups)) => Some((groups, groups.labels()?)),
            _ => None,
        });
        let (groups, labels) = forms.find(|(_, labels)| labels.contains(&assumed.var))?;
        let known = |label: &VarId| {
            let told = deduction.facts.iter().filter_map(|fact| self.told(fact));
            let mut told =
                told.chain([(assumed.var, assumed.value)]).filter(|(var, _)| var == label);
            let mut values = self.lowered.csp.domain(*label).iter();
            told.next()
                .map(|(_, value)| value)
                .or_else(|| values.find(|it| self.is_at_once(*label, *it)))
        };
        let known: Vec<Option<i64>> = labels.iter().map(known).collect();
        let cut = cut_off(groups, &known, value)?;
        let places: Vec<String> = cut.into_iter().map(|node| self.spoken(labels[node])).collect();
        let table = &self.sentences;
        let text = table.cut_off[usize::from(places.len() > 1)];
        let places = table.some(&places, MOST_CUT_OFF, table.and);
        let end = fill(text, &[("places", &places)]);
        let template = fill(table.otherwise, &[("end", &end)]);
        Some(Because { template, kind: Some(text.to_owned()), ..Because::default() })
    }
}

/// Returns the places that are known to have a value and are cut off from others that are: of the smallest part.
fn cut_off(groups: &Components, known: &[Option<i64>], value: i64) -> Option<Vec<usize>> {
    let fits = |node: usize| known[node].is_none_or(|known| known == value);
    let is_known = |node: &usize| known[*node] == Some(value);
    let reached = |start: usize| {
        let mut seen = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            for beside in groups.neighbours[node].iter().map(|node| *node as usize) {
                if fits(beside) && seen.insert(beside) {
                    open.push(beside);
                }
            }
        }
        seen
    };
    let all: Vec<usize> = (0..known.len()).filter(is_known).collect();
    let parts = all.iter().map(|start| reached(*start));
    let smallest = parts.min_by_key(BTreeSet::len)?;
    let own: Vec<usize> = smallest.into_iter().filter(is_known).collect();
    (own.len() < all.len()).then_some(own)
}
