//! Reasons that are seen beside a place: what touches it, and what would be cut off behind it.

use std::collections::{BTreeMap, BTreeSet};

use puzgen_csp::{Components, Global, Lit, Stmt, VarId};
use puzgen_model::expr::ExprKind;
use puzgen_model::grid::PlaceKind;
use puzgen_model::value::Key;
use puzgen_stepwise::{Deduction, How};

use super::because::Because;
use super::counted::excludes;
use super::names::Words;
use super::sentences::fill;
use super::source::Source;

/// How many places are named that would be cut off.
const MOST_CUT_OFF: usize = 2;

impl Words<'_> {
    /// Returns the reason that is seen beside a place, where one rule says it at once.
    pub(super) fn by_places_beside(
        &self,
        deduction: &Deduction,
        sources: &[Source],
    ) -> Option<Because> {
        let at_once = match &deduction.how {
            How::Otherwise(chain, _) => chain.is_empty(),
            How::OnlyValue | How::Statement => true,
            _ => false,
        };
        let [only] = sources else { return None };
        let because = || self.by_touching(only, deduction).or_else(|| self.by_cut(only, deduction));
        if at_once { because() } else { None }
    }

    /// Returns that a place cannot have a value since one that touches it has the same.
    fn by_touching(&self, source: &Source, deduction: &Deduction) -> Option<Because> {
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
    fn by_cut(&self, source: &Source, deduction: &Deduction) -> Option<Because> {
        let end = self.cut_end(deduction, source, &[])?;
        let template = fill(self.sentences.otherwise, &[("end", &end)]);
        // What is cut off by several places is told of one of them.
        let kind = Some(self.sentences.cut_off.concat());
        Some(Because { template, kind, ..Because::default() })
    }

    /// Returns which places are cut off where the opposite of a deduction leads to these values.
    pub(super) fn cut_end(
        &self,
        deduction: &Deduction,
        source: &Source,
        chain: &[(VarId, i64)],
    ) -> Option<String> {
        let arguments = match &self.reason_at(source)?.1.kind {
            ExprKind::Call(function, arguments) if function.name() == "connected" => arguments,
            _ => return None,
        };
        let assumed = self.assumed_of(deduction)?;
        let mut joined = self.lowered.csp.domain(assumed.var).iter().filter(|value| {
            let with = Deduction { value: *value, is: true, ..deduction.clone() };
            self.holds(arguments, &with) == Some(true)
        });
        let (Some(joined), None) = (joined.next(), joined.next()) else { return None };
        let mut forms = self.lowered.csp.stmts.iter().filter_map(|(stmt, _)| match stmt {
            Stmt::Global(Global::Components(groups)) => Some((groups, groups.labels()?)),
            _ => None,
        });
        let (groups, labels) = forms.find(|(_, labels)| labels.contains(&assumed.var))?;
        let told = deduction.facts.iter().filter_map(|fact| self.told(fact));
        let told = told.chain(chain.iter().copied()).chain([(assumed.var, assumed.value)]);
        let told: BTreeMap<VarId, i64> = told.collect();
        let known = |label: &VarId| {
            let mut values = self.lowered.csp.domain(*label).iter();
            let at_once = || values.find(|value| self.is_at_once(*label, *value));
            told.get(label).copied().or_else(at_once)
        };
        let known: Vec<Option<i64>> = labels.iter().map(known).collect();
        let cut = cut_off(groups, &known, joined)?;
        let places: Vec<String> = cut.into_iter().map(|node| self.spoken(labels[node])).collect();
        let table = &self.sentences;
        let text = table.cut_off[usize::from(places.len() > 1)];
        let places = table.some(&places, MOST_CUT_OFF, table.and);
        Some(fill(text, &[("places", &places)]))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is cut off in a row where `#` has the value, `.` another one, and `?` may have either.
    fn cut(row: &str) -> Option<Vec<usize>> {
        let labels: Vec<VarId> = (0..row.len() as u32).map(VarId).collect();
        let last = row.len() - 1;
        let beside = |at: usize| {
            let beside = [at.checked_sub(1), (at < last).then_some(at + 1)];
            beside.into_iter().flatten().map(|node| node as u32).collect()
        };
        let groups = Components::equal(labels, (0..row.len()).map(beside).collect());
        let known = row.chars().map(|square| match square {
            '#' => Some(1),
            '.' => Some(0),
            _ => None,
        });
        cut_off(&groups, &known.collect::<Vec<_>>(), 1)
    }

    #[test]
    fn the_smallest_part_that_cannot_reach_the_others_is_cut_off() {
        assert_eq!(cut("#?#.#??#?"), Some(vec![0, 2]));
        assert_eq!(cut("##?.#"), Some(vec![4]));
        assert_eq!(cut("#??#."), None);
        assert_eq!(cut("?.?"), None);
    }
}
