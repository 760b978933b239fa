//! What has to be known so that one statement by itself excludes values of a variable: no more than is needed, so that
//! nothing is told that does not matter.

use std::collections::BTreeSet;

use super::deduction::Fact;
use super::model::StepwiseModel;
use super::reason::each_left_out;
use super::round::RoundScratch;
use super::state::SolveState;

impl StepwiseModel {
    /// Returns facts of the other variables of a statement by which it excludes these values of one of them, and of which
    /// none can be left out, beside what is found: no variable, the ones of which least is seen at once first, and no value that
    /// one has lost.
    pub(super) fn enough_alone(
        &self,
        before: &SolveState,
        var: u32,
        gone: &[u32],
        statement: u32,
    ) -> Vec<Fact> {
        let vars = &self.statements[statement as usize].vars;
        let is_narrow = |other: &u32| before.domain(*other) != self.seen.domain(*other);
        let others = vars.iter().copied().filter(|other| *other != var && is_narrow(other));
        let mut others: Vec<u32> = others.collect::<BTreeSet<u32>>().into_iter().collect();
        let mut scratch = RoundScratch::new(self);
        let mut state = self.seen.clone();
        others.iter().for_each(|other| state.restore(*other, before));
        let mut last = None;
        let mut excludes = |state: &mut SolveState| {
            let mut excludes = |values: &[u32]| {
                state.keep_all(var, values);
                let cannot_hold = self.cannot_hold(statement, &mut scratch, state);
                state.restore(var, &self.seen);
                cannot_hold
            };
            // What could be before can be here, too, more often than not.
            if last.is_some_and(|value| !excludes(&[value])) {
                return false;
            }
            last = first_left(gone, &mut excludes);
            last.is_none()
        };
        if !excludes(&mut state) {
            return self.known(before, others.into_iter());
        }
        // What is found is seen anyway; but where the clue is enough, nothing else is said.
        let (clues, answers): (Vec<u32>, Vec<u32>) =
            others.iter().copied().partition(|other| !self.is_answer[*other as usize]);
        answers.iter().for_each(|other| state.restore(*other, &self.seen));
        if excludes(&mut state) {
            return self.known(&state, clues.into_iter());
        }
        answers.iter().for_each(|other| state.restore(*other, before));
        let hidden = |other: u32| {
            let lost = self.root.values(other).filter(|value| !before.can(other, *value));
            lost.filter(|value| !self.is_seen(before, other, *value)).count()
        };
        let mut open: Vec<u32> =
            answers.into_iter().filter(|other| !before.is_found(*other)).collect();
        open.sort_by_key(|other| std::cmp::Reverse(hidden(*other)));
        for other in open {
            state.restore(other, &self.seen);
            if !excludes(&mut state) {
                state.restore(other, before);
            }
        }
        let is_used = |other: &u32| state.domain(*other) != self.seen.domain(*other);
        let mut used = vec![false; before.var_count() as usize];
        others.iter().filter(|other| is_used(other)).for_each(|other| used[*other as usize] = true);
        each_left_out(&self.lost_by(before, &used), |piece| {
            piece.iter().for_each(|(other, value)| state.allow(*other, *value));
            let is_enough = excludes(&mut state);
            if !is_enough {
                piece.iter().for_each(|(other, value)| _ = state.remove(*other, *value));
            }
            is_enough
        });
        others.retain(|other| state.domain(*other) != self.seen.domain(*other));
        others.sort_unstable();
        self.known(&state, others.into_iter())
    }

    /// Returns the values that variables have lost that are used and not found, with those that are seen at once last: the
    /// others have to be told.
    pub(super) fn lost_by(&self, before: &SolveState, used: &[bool]) -> Vec<(u32, u32)> {
        let open = (0..before.var_count()).filter(|var| used[*var as usize]);
        let open = open.filter(|var| !before.is_found(*var) && self.root.size(*var) > 2);
        let lost = open.flat_map(|var| {
            let lost = self.root.values(var).filter(move |value| !before.can(var, *value));
            lost.map(move |value| (var, value))
        });
        let mut lost: Vec<(u32, u32)> = lost.collect();
        lost.sort_by_key(|(var, value)| self.is_seen(before, *var, *value));
        lost
    }

    /// Returns whether a value that was found must differ from this one.
    fn is_seen(&self, before: &SolveState, var: u32, value: u32) -> bool {
        self.peers[var as usize]
            .iter()
            .any(|peer| before.found(peer.var).map(i64::from) == Some(i64::from(value) + peer.add))
    }

    /// Ignores the statements that eliminated nothing in the last replay, and the variables that only these are about.
    pub(super) fn leave_idle_out(&self, scratch: &mut RoundScratch, used: &mut [bool]) {
        let mut idle = vec![false; self.sources.len()];
        let statements = self.statements.iter().map(|statement| statement.source);
        statements.for_each(|source| idle[source as usize] = true);
        // Of what says that values differ, a replay does not tell what it did.
        self.groups.iter().for_each(|group| idle[group.source as usize] = false);
        let peers = || self.peers.iter().chain(&self.doubles);
        peers().flatten().for_each(|peer| idle[peer.source as usize] = false);
        scratch.eliminating.iter().for_each(|source| idle[*source as usize] = false);
        let mut matters = vec![false; used.len()];
        let mut matter = |vars: &[u32]| vars.iter().for_each(|var| matters[*var as usize] = true);
        let busy = self.statements.iter().filter(|statement| !idle[statement.source as usize]);
        busy.for_each(|statement| matter(&statement.vars));
        self.groups.iter().for_each(|group| matter(&group.vars));
        for (var, peers) in peers().enumerate() {
            peers.iter().for_each(|peer| matter(&[peer.var, (var % used.len()) as u32]));
        }
        scratch.ignored.iter_mut().zip(&idle).for_each(|(ignored, idle)| *ignored |= idle);
        used.iter_mut().zip(&matters).for_each(|(used, matters)| *used &= matters);
    }
}

/// Returns the first value that is not excluded, where `excludes` says whether several are for the same reason: what excludes
/// all of some values at once excludes each.
fn first_left(values: &[u32], excludes: &mut impl FnMut(&[u32]) -> bool) -> Option<u32> {
    if values.is_empty() || excludes(values) {
        return None;
    }
    let (first, second) = values.split_at(values.len() / 2);
    match first.is_empty() {
        true => second.first().copied(),
        false => first_left(first, excludes).or_else(|| first_left(second, excludes)),
    }
}
