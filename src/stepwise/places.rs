//! Where the values of full groups still have places, kept up to date through a trial: so hidden singles are seen where
//! values go, and no group is gone through anew in each round.

use super::delta::Places;
use super::model::StepwiseModel;
use super::propagation::Contradiction;
use super::round::{Single, SingleKind};
use super::state::{Bits, SolveState};

impl StepwiseModel {
    /// Returns the places of all values of full groups in a state; none where values are too far apart for this.
    pub(super) fn places(&self, state: &SolveState) -> Places {
        let mut places = Places::default();
        if state.words() > 1 || self.group_words == 0 {
            return places;
        }
        places.words.resize(self.groups.len() * self.width(), 0);
        let full = self.groups.iter().enumerate().filter(|(_, group)| group.is_full);
        for (number, group) in full {
            let own = &mut places.words[number * self.width()..];
            for (at, var) in group.vars.iter().enumerate() {
                state.values(*var).for_each(|value| own[value as usize] |= 1 << at);
            }
        }
        places
    }

    /// Returns how many values there are room for in each group.
    fn width(&self) -> usize {
        self.widest as usize
    }

    /// Records that a variable lost a value.
    pub(super) fn lose_place(&self, places: &mut Places, var: u32, value: u32) {
        for (group, place) in &self.places_of[var as usize] {
            places.lose(*group as usize * self.width() + value as usize, *place);
        }
    }

    /// Adds the hidden singles that there are since these were looked for last.
    pub(super) fn seen_in(
        &self,
        places: &mut Places,
        state: &SolveState,
        singles: &mut Vec<Single>,
    ) -> Result<(), Contradiction> {
        for at in places.few.drain(..) {
            let (group, value) = (at / self.widest, at % self.widest);
            match Bits(places.words[at as usize]).next() {
                None => return Err(Contradiction::NoPlace(group, value)),
                Some(place) => {
                    let var = self.groups[group as usize].vars[place as usize];
                    if !state.is_found(var) {
                        singles.push(Single { var, value, kind: SingleKind::Hidden(group) });
                    }
                }
            }
        }
        Ok(())
    }
}
