//! What has to be known so that one statement by itself excludes values of a variable: no more than is needed, so that
//! nothing is told that does not matter.

use std::collections::BTreeSet;

use super::deduction::Fact;
use super::model::StepwiseModel;
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
        let is_narrow = |other: &u32| before.domain(*other) != self.root.domain(*other);
        let others = vars.iter().copied().filter(|other| *other != var && is_narrow(other));
        let mut others: Vec<u32> = others.collect::<BTreeSet<u32>>().into_iter().collect();
        let mut scratch = RoundScratch::new(self);
        let mut state = self.root.clone();
        others.iter().for_each(|other| state.restore(*other, before));
        let mut excludes = |state: &mut SolveState| {
            gone.iter().all(|value| {
                state.keep_only(var, *value);
                let cannot_hold = self.cannot_hold(statement, &mut scratch, state);
                state.restore(var, &self.root);
                cannot_hold
            })
        };
        if !excludes(&mut state) {
            return self.known(before, others.into_iter());
        }
        // What is found is seen anyway; but where the clue is enough, nothing else is said.
        let (clues, answers): (Vec<u32>, Vec<u32>) =
            others.iter().copied().partition(|other| !self.is_answer[*other as usize]);
        answers.iter().for_each(|other| state.restore(*other, &self.root));
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
            state.restore(other, &self.root);
            if !excludes(&mut state) {
                state.restore(other, before);
            }
        }
        let is_used = |other: &u32| state.domain(*other) != self.root.domain(*other);
        let mut used = vec![false; before.var_count() as usize];
        others.iter().filter(|other| is_used(other)).for_each(|other| used[*other as usize] = true);
        for (other, value) in self.lost_by(before, &used) {
            state.allow(other, value);
            if !excludes(&mut state) {
                state.remove(other, value);
            }
        }
        others.retain(|other| state.domain(*other) != self.root.domain(*other));
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
}
