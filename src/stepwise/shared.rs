//! What two statements exclude together: a value with which one of them takes others away at places that it
//! shares with a second one, which cannot hold then. The 4 of a block has to be in the part of it that is in row 1, so
//! no other square of row 1 is 4.
//!
//! Only values that lead to a contradiction within two rounds are looked at, because two statements by themselves
//! need no more. Which of several pairs is named depends on the order of statements; that there is one does not.

use puzgen_csp::{Origin, VarId};

use super::deduction::{Assumed, Fact, How, LockedBy};
use super::delta::Elimination;
use super::first_round::{Concluded, FirstRounds};
use super::model::{StatementKind, StepwiseModel};
use super::round::RoundScratch;
use super::stall::{Excluded, StallElimination};
use super::state::SolveState;

/// The rounds within which two statements contradict each other.
pub(super) const MOST_ROUNDS: u32 = 2;

/// What a value is tried for with pairs of statements.
struct Pair<'s> {
    state: &'s SolveState,
    /// A copy of the state, and again one at the end.
    tried: SolveState,
    /// What statements conclude from the value, as far as its trial saw.
    seen: Concluded<'s>,
    /// What the first statement excludes, and the other variables that lost something by that, rising.
    gone: Vec<Elimination>,
    changed: Vec<u32>,
}

impl StepwiseModel {
    /// Returns whether two statements may show only in the second round, as groups that lack a place for a value do not. A
    /// rule about the whole board takes no part, as nobody sees at once what it and another one say together.
    pub(super) fn can_share_late(&self) -> bool {
        self.statements.iter().any(|statement| !statement.is_of_board())
    }

    /// Returns those of the refuted values that two statements exclude. `first` are the first rounds of their trials in this
    /// state, as far as there were any.
    pub(super) fn by_two<'s>(
        &self,
        scratch: &mut RoundScratch,
        state: &'s SolveState,
        refuted: &[StallElimination],
        first: &'s FirstRounds,
    ) -> Vec<StallElimination> {
        let (tried, seen) = (state.clone(), Concluded::default());
        let mut pair = Pair { state, tried, seen, gone: Vec::new(), changed: Vec::new() };
        let of_two = |gone: &StallElimination| {
            pair.seen = first.of((gone.var, gone.value));
            let by = self.two_for(scratch, &mut pair, gone.var, gone.value)?;
            Some(StallElimination { by, ..*gone })
        };
        refuted.iter().filter_map(of_two).collect()
    }

    /// Returns two statements of which the second cannot hold after what the first says with a value.
    fn two_for(
        &self,
        scratch: &mut RoundScratch,
        pair: &mut Pair<'_>,
        var: u32,
        value: u32,
    ) -> Option<Excluded> {
        let mut sources: Vec<u32> = self.peers_of(var).map(|peer| peer.source).collect();
        let own = self.statements_of[var as usize].iter();
        let own = own.map(|statement| &self.statements[*statement as usize]);
        sources.extend(own.filter(|own| !own.is_of_board()).map(|statement| statement.source));
        sources.sort_unstable();
        sources.dedup();
        scratch.work += sources.len() as u64;
        pair.tried.keep_only(var, value);
        let second = sources.into_iter().find_map(|first| {
            self.exclude_by(scratch, pair, first, var, value);
            let second = self.failing(scratch, pair, first, var);
            pair.changed.iter().for_each(|other| pair.tried.restore(*other, pair.state));
            second.map(|second| Excluded::Two(first, second))
        });
        pair.tried.restore(var, pair.state);
        second
    }

    /// Takes from other variables what a statement does where a variable has a value.
    fn exclude_by(
        &self,
        scratch: &mut RoundScratch,
        pair: &mut Pair<'_>,
        source: u32,
        var: u32,
        value: u32,
    ) {
        let Pair { tried, seen, gone, changed, .. } = pair;
        gone.clear();
        for peer in self.peers_of(var).filter(|peer| peer.source == source) {
            let Ok(value) = u32::try_from(i64::from(value) + peer.add) else { continue };
            if tried.can(peer.var, value) && !tried.is_found(peer.var) {
                gone.push(Elimination::of_value(peer.var, value));
            }
        }
        for statement in &self.statements_of[var as usize] {
            if self.statements[*statement as usize].source == source {
                match seen.by(*statement) {
                    Some(own) => gone.extend(own),
                    None => self.eliminated_by(*statement, scratch, tried, gone),
                }
            }
        }
        changed.clear();
        for Elimination { var: other, first, bits, .. } in
            gone.iter().filter(|gone| gone.var != var)
        {
            if tried.remove_bits(*other, *first, *bits) != 0 {
                changed.push(*other);
            }
        }
        changed.sort_unstable();
        changed.dedup();
    }

    /// Returns a statement that shares at least two of the changed places, the one in question included, with the first one
    /// and cannot hold.
    fn failing(
        &self,
        scratch: &mut RoundScratch,
        pair: &Pair<'_>,
        first: u32,
        var: u32,
    ) -> Option<u32> {
        let Pair { state, tried, seen, changed, .. } = pair;
        let is_shared = |other: &u32| *other == var || changed.binary_search(other).is_ok();
        let shares = |vars: &[u32]| vars.iter().filter(|other| is_shared(other)).nth(1).is_some();
        let is_without_place = |group: &u32, value: u32| {
            let group = &self.groups[*group as usize];
            group.is_full
                && group.source != first
                && !group.vars.iter().any(|other| tried.can(*other, value))
                && shares(&group.vars)
        };
        for other in changed.iter().filter(|other| !self.groups_of[**other as usize].is_empty()) {
            for value in state.values(*other).filter(|value| !tried.can(*other, *value)) {
                let mut groups = self.groups_of[*other as usize].iter();
                if let Some(group) = groups.find(|group| is_without_place(group, value)) {
                    return Some(self.groups[*group as usize].source);
                }
            }
        }
        let others = changed.iter().flat_map(|other| &self.statements_of[*other as usize]);
        let mut statements: Vec<u32> = others.copied().collect();
        statements.sort_unstable();
        statements.dedup();
        let is_failing = |statement: &u32| {
            let stmt = &self.statements[*statement as usize];
            stmt.source != first
                && !stmt.is_of_board()
                && shares(&stmt.vars)
                && (seen.is_failing(*statement) || self.cannot_hold(*statement, scratch, tried))
        };
        let second = statements.into_iter().find(is_failing)?;
        Some(self.statements[second as usize].source)
    }
}

impl StepwiseModel {
    /// Returns how two statements exclude a value, with what has to be known for that, the statement that cannot hold first.
    pub(super) fn shared(
        &self,
        before: &SolveState,
        gone: &StallElimination,
        (first, second): (u32, u32),
    ) -> (How, Vec<Fact>, Vec<Origin>) {
        let rules = [second, first].map(|source| self.sources[source as usize]).to_vec();
        let mut scratch = RoundScratch::new(self);
        scratch.ignored = vec![true; self.sources.len()];
        [first, second].iter().for_each(|source| scratch.ignored[*source as usize] = false);
        let assumed = Assumed::Is(gone.var, gone.value);
        let mut used = self.narrowed_but(before, gone.var);
        if self.replay(&mut scratch, before, &used, assumed, MOST_ROUNDS, None).is_none() {
            used[gone.var as usize] = true;
        }
        let facts = self.least(&mut scratch, before, used, assumed, MOST_ROUNDS);
        if let Some((places, by)) = self.locked(before, gone, (first, second)) {
            let value = self.number(gone.value);
            return (How::Locked(places, value, by), facts, rules);
        }
        let story = self.story(before, facts, scratch.ignored, assumed, MOST_ROUNDS);
        (How::Otherwise(story.chain, story.end), story.facts, rules)
    }

    /// Returns the places at one of which the second statement needs a value, where the first says just that places differ.
    fn locked(
        &self,
        before: &SolveState,
        gone: &StallElimination,
        (first, second): (u32, u32),
    ) -> Option<(Vec<VarId>, LockedBy)> {
        let is_taken = |other: &u32| {
            let mut peers = self.peers_of(gone.var).filter(|peer| peer.source == first);
            peers.any(|peer| (peer.var, peer.add) == (*other, 0))
        };
        let group = self.groups.iter().find(|group| group.source == second && group.is_full);
        let statement = || self.statements.iter().find(|statement| statement.source == second);
        let (vars, by) = match group {
            Some(group) => (&group.vars, LockedBy::Group),
            None => (&statement()?.vars, LockedBy::Statement),
        };
        let can = vars.iter().copied().filter(|other| before.can(*other, gone.value));
        let places: Vec<u32> = can.filter(is_taken).collect();
        let is_apart = !vars.contains(&gone.var) && !places.is_empty();
        is_apart.then(|| (places.into_iter().map(VarId).collect(), by))
    }
}

impl super::model::ModelStatement {
    /// Returns whether it is about so much of the board that it is looked at by itself only.
    pub(super) fn is_of_board(&self) -> bool {
        matches!(self.kind, StatementKind::Sizes(_)) || self.is_long()
    }
}
