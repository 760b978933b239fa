//! How an assumption leads to a contradiction: by which values, and where it shows.

use std::collections::BTreeSet;

use puzgen_csp::VarId;

use super::deduction::{Assumed, ContradictionKind, Fact, FoundValue, Pull};
use super::delta::{Delta, Elimination};
use super::model::{Group, ModelStatement, StatementKind, StepwiseModel};
use super::propagation::Contradiction;
use super::round::{Round, RoundScratch, Single, SingleKind};
use super::state::{SolveState, in_words};

/// How often a story is told anew so that it has no value that was known before.
const MOST_TIMES: usize = 3;

/// A contradiction with what it rests on.
pub(super) struct Story {
    /// What has to be known.
    pub(super) facts: Vec<Fact>,
    /// Which sources are of no use.
    pub(super) ignored: Vec<bool>,
    /// The values that follow before it shows.
    pub(super) chain: Vec<(VarId, i64)>,
    /// How it shows.
    pub(super) end: ContradictionKind,
}

impl StepwiseModel {
    /// Propagates an assumption from the root domains, narrowed only by the facts that are `used` and without
    /// ignored statements. Returns the contradiction and after how many rounds it shows, and puts the values
    /// found before it into `chain`.
    pub(super) fn replay(
        &self,
        scratch: &mut RoundScratch,
        before: &SolveState,
        used: &[bool],
        assumed: Assumed,
        rounds: u32,
        chain: Option<&mut Vec<(u32, u32)>>,
    ) -> Option<(Contradiction, u32)> {
        let mut state = std::mem::take(&mut scratch.replayed);
        let mut delta = Delta { is_all: true, ..Delta::default() };
        let found =
            match self.start_replay(scratch, (&mut state, &mut delta), before, used, assumed) {
                Ok(()) => self.go_on_replaying(scratch, (&mut state, &mut delta), rounds, chain),
                Err(contradiction) => Some((contradiction, 1)),
            };
        scratch.replayed = state;
        found
    }

    /// Puts what is known and what is assumed into the state of a replay.
    fn start_replay(
        &self,
        scratch: &mut RoundScratch,
        (state, delta): (&mut SolveState, &mut Delta),
        before: &SolveState,
        used: &[bool],
        assumed: Assumed,
    ) -> Result<(), Contradiction> {
        state.copy(&self.seen);
        scratch.pulls.clear();
        scratch.singles.clear();
        scratch.sizes.wrong = None;
        for other in (0..before.var_count()).filter(|other| used[*other as usize]) {
            match before.found(other) {
                // A value that is not left there is no contradiction yet.
                Some(value) => _ = self.assign(state, delta, other, value),
                None => state.keep_those_of(other, before, &scratch.allowed),
            }
        }
        match assumed {
            Assumed::Is(var, value) => self.assign(state, delta, var, value)?,
            Assumed::IsNot(var, value) => _ = state.remove(var, value),
        }
        delta.narrowed = (0..state.var_count()).collect();
        Ok(())
    }

    /// Propagates what a replay started with, for so many rounds or until there is a contradiction.
    fn go_on_replaying(
        &self,
        scratch: &mut RoundScratch,
        (state, delta): (&mut SolveState, &mut Delta),
        rounds: u32,
        mut chain: Option<&mut Vec<(u32, u32)>>,
    ) -> Option<(Contradiction, u32)> {
        let mut round = Round::default();
        let start = (!scratch.frozen.is_empty()).then(|| state.clone());
        for number in 1..=rounds {
            let outcome = self.round(scratch, state, delta, false, &mut round);
            if let Some(start) = &start {
                let is_free = |var: u32| !scratch.frozen.contains(&var);
                scratch.frozen.iter().for_each(|var| state.restore(*var, start));
                round.singles.retain(|single| is_free(single.var));
                delta.narrowed.retain(|var| is_free(*var));
                delta.gone.retain(|(var, _)| is_free(*var));
            }
            for (_, statement) in &round.eliminations {
                scratch.eliminating.insert(self.statements[*statement as usize].source);
            }
            if let Err(contradiction) = outcome {
                let contradiction = self.at_statement(contradiction, &round);
                match contradiction {
                    Contradiction::Statement(source) => _ = scratch.eliminating.insert(source),
                    Contradiction::NoValue(var) => scratch.pulls = self.pulls(var, state, &round),
                    Contradiction::NoPlace(..) => {}
                }
                return Some((contradiction, number));
            }
            if let Some(chain) = &mut chain {
                scratch.singles.extend(&round.singles);
                let new = round.singles.iter().map(|single| (single.var, single.value));
                let new: Vec<(u32, u32)> =
                    new.filter(|(var, _)| !chain.iter().any(|(other, _)| other == var)).collect();
                chain.extend(new);
            }
            if let Err(contradiction) = self.assign_singles(state, delta, &round.singles) {
                return Some((contradiction, number));
            }
            if delta.is_empty() {
                return None;
            }
        }
        None
    }

    /// Returns the statement that cannot hold where it excludes by itself all values that a variable had left. The
    /// statement of the sizes of groups is one of all of them, so that the place tells more.
    fn at_statement(&self, contradiction: Contradiction, round: &Round) -> Contradiction {
        let Contradiction::NoValue(var) = contradiction else { return contradiction };
        let own = || round.eliminations.iter().filter(|(gone, _)| gone.var == var);
        let is_peer = round.peers.iter().any(|(other, _)| *other == var);
        let values = self.bits_of(own().map(|(gone, _)| gone));
        let count: u32 = values.iter().map(|word| word.count_ones()).sum();
        // Of a variable with two values, it is told what speaks for each.
        if is_peer || (self.root.size(var) == 2 && count == 1) {
            return contradiction;
        }
        let has_all = |statement: &u32| {
            let gone = own().filter(|(_, other)| other == statement);
            self.bits_of(gone.map(|(gone, _)| gone)) == values
        };
        let is_of_all = |statement: &u32| {
            matches!(self.statements[*statement as usize].kind, StatementKind::Sizes(_))
        };
        let mut statements: Vec<u32> = own().map(|(_, statement)| *statement).collect();
        statements.dedup();
        let mut statements = statements.into_iter();
        let statement = statements.find(|statement| !is_of_all(statement) && has_all(statement));
        statement.map_or(contradiction, |statement| {
            Contradiction::Statement(self.statements[statement as usize].source)
        })
    }

    /// Returns the values of eliminations as bits.
    fn bits_of<'e>(&self, gone: impl Iterator<Item = &'e Elimination>) -> Vec<u64> {
        let mut bits = vec![0; self.root.words() + 1];
        for Elimination { first, bits: own, .. } in gone {
            in_words(*first, *own).into_iter().for_each(|(at, own)| bits[at] |= own);
        }
        bits
    }

    /// Returns for each value of a variable that has just two, the smaller one first, the shortest statement that left
    /// that value alone in a round.
    fn pulls(&self, var: u32, state: &SolveState, round: &Round) -> Vec<Pull> {
        if self.root.size(var) != 2 {
            return Vec::new();
        }
        let pull = |left: u32| {
            let others = round.eliminations.iter();
            let others_of = |gone: &Elimination| gone.values().any(|value| value != left);
            let gone = others.filter(|(gone, _)| gone.var == var && others_of(gone));
            let short =
                |statement: &u32| (self.statements[*statement as usize].vars.len(), *statement);
            let statement = gone.map(|(_, statement)| *statement).min_by_key(short)?;
            let ModelStatement { vars, source, defined_clue, .. } =
                &self.statements[statement as usize];
            let known = vars.iter().copied().filter(|var| state.is_found(*var));
            Some(Pull {
                value: self.number(left),
                origin: self.sources[*source as usize],
                clue: defined_clue.map(VarId),
                facts: self.known(state, known),
            })
        };
        self.root.values(var).filter_map(pull).collect()
    }

    /// Returns how an assumption leads to a contradiction, from facts and statements that are enough for it. A value that
    /// was known before is a fact, and not found again.
    pub(super) fn story(
        &self,
        before: &SolveState,
        facts: Vec<Fact>,
        ignored: Vec<bool>,
        assumed: Assumed,
        rounds: u32,
    ) -> Story {
        let mut story = self.told_with(before, facts, ignored, assumed, rounds);
        // With other facts, other values may be found on the way.
        for _ in 0..MOST_TIMES {
            let is_known = |(var, value): &&(VarId, i64)| {
                var.0 != assumed.var()
                    && before.found(var.0).map(|found| self.number(found)) == Some(*value)
            };
            let known: Vec<u32> = story.chain.iter().filter(is_known).map(|it| it.0.0).collect();
            if known.is_empty() {
                break;
            }
            let Story { facts, ignored, .. } = story;
            let mut used = self.used_by(&facts);
            known.iter().for_each(|var| used[*var as usize] = true);
            let mut scratch = RoundScratch::new(self);
            (scratch.ignored, scratch.kept) = (ignored, known);
            scratch.allowed = self.allowed_by(before, &facts);
            let facts = self.least(&mut scratch, before, used, assumed, rounds);
            story = self.told_with(before, facts, scratch.ignored, assumed, rounds);
        }
        story
    }

    /// Returns how an assumption leads to a contradiction from just these facts and statements.
    fn told_with(
        &self,
        before: &SolveState,
        facts: Vec<Fact>,
        ignored: Vec<bool>,
        assumed: Assumed,
        rounds: u32,
    ) -> Story {
        let (chain, end) = self.chain(before, &facts, ignored.clone(), assumed, rounds);
        Story { facts, ignored, chain, end }
    }

    /// Returns the values of the answer that are found before a contradiction, and where it shows.
    fn chain(
        &self,
        before: &SolveState,
        facts: &[Fact],
        ignored: Vec<bool>,
        assumed: Assumed,
        rounds: u32,
    ) -> (Vec<(VarId, i64)>, ContradictionKind) {
        let mut scratch = RoundScratch::new(self);
        scratch.ignored.clone_from(&ignored);
        scratch.allowed = self.allowed_by(before, facts);
        let used = self.used_by(facts);
        let mut chain = Vec::new();
        let contradiction =
            self.replay(&mut scratch, before, &used, assumed, rounds, Some(&mut chain));
        let contradiction = contradiction.map(|(contradiction, _)| contradiction);
        let mut pulls = std::mem::take(&mut scratch.pulls);
        let mut singles = std::mem::take(&mut scratch.singles);
        let mut group = self.wrong_group(&scratch, facts);
        // A value that the same contradiction shows without is left out, the last one first.
        let (all, mut end) = (chain.clone(), contradiction);
        for (var, _) in all.into_iter().rev() {
            if var == assumed.var()
                || !self.is_answer[var as usize]
                || scratch.frozen.contains(&var)
            {
                continue;
            }
            scratch.frozen.push(var);
            let mut shorter = Vec::new();
            let again =
                self.replay(&mut scratch, before, &used, assumed, rounds, Some(&mut shorter));
            match again.map(|(again, _)| again) {
                Some(again) if contradiction == Some(again) => {
                    (chain, end) = (shorter, Some(again));
                    pulls = std::mem::take(&mut scratch.pulls);
                    singles = std::mem::take(&mut scratch.singles);
                    group = self.wrong_group(&scratch, facts);
                }
                _ => _ = scratch.frozen.pop(),
            }
        }
        let contradiction = end;
        // Two values found for one variable are the contradiction.
        let both = match contradiction {
            Some(Contradiction::NoValue(var)) => {
                let mut values: Vec<u32> =
                    chain.iter().filter(|(other, _)| *other == var).map(|(_, v)| *v).collect();
                values.sort_unstable();
                values.dedup();
                Some((var, values)).filter(|(_, values)| values.len() > 1)
            }
            _ => None,
        };
        let end = match (contradiction, both) {
            (_, Some((var, values))) => {
                chain.retain(|(other, _)| *other != var);
                let found = |value: u32| self.found_value(&singles, var, value);
                ContradictionKind::Both(VarId(var), [found(values[0]), found(values[1])])
            }
            (Some(Contradiction::NoValue(var)), _) => match <[Pull; 2]>::try_from(pulls) {
                Ok(pulls) => ContradictionKind::Pulled(VarId(var), Box::new(pulls)),
                Err(mut pulls) => match pulls.pop() {
                    Some(only) => ContradictionKind::Refused(VarId(var), Box::new(only)),
                    None => ContradictionKind::NoValue(VarId(var)),
                },
            },
            (Some(Contradiction::NoPlace(group, value)), _) => {
                let Group { vars, source, .. } = &self.groups[group as usize];
                let first = vars.first().map_or(VarId(0), |var| VarId(*var));
                let origin = self.sources[*source as usize];
                ContradictionKind::NoPlace(first, self.number(value), origin)
            }
            (Some(Contradiction::Statement(source)), _) => {
                let broken = ContradictionKind::Broken(Some(self.sources[source as usize]));
                group.map_or(broken, ContradictionKind::Group)
            }
            (None, _) => group.map_or(ContradictionKind::Broken(None), ContradictionKind::Group),
        };
        let mut seen = BTreeSet::new();
        chain.retain(|found| seen.insert(*found));
        let is_named = |var: u32| self.is_answer[var as usize];
        let chain = self.not_seen(assumed, chain, &ignored);
        let chain = chain.into_iter().filter(|(var, _)| is_named(*var));
        (chain.map(|(var, value)| (VarId(var), self.number(value))).collect(), end)
    }

    /// Returns a value that was found for a variable, as one of these singles.
    fn found_value(&self, singles: &[Single], var: u32, value: u32) -> FoundValue {
        let mut own = singles.iter().filter(|single| (single.var, single.value) == (var, value));
        let group = own.find_map(|single| match single.kind {
            SingleKind::Hidden(group) => {
                Some(self.sources[self.groups[group as usize].source as usize])
            }
            SingleKind::Naked => None,
        });
        FoundValue { value: self.number(value), group }
    }

    /// Returns values that are found on the way without the truths that a statement about two places excludes at once, once
    /// the other one is known: that goes without saying.
    fn not_seen(
        &self,
        assumed: Assumed,
        chain: Vec<(u32, u32)>,
        ignored: &[bool],
    ) -> Vec<(u32, u32)> {
        let mut scratch = RoundScratch::new(self);
        let mut state = self.root.clone();
        let mut known: Vec<(u32, u32)> = match assumed {
            Assumed::Is(var, value) => vec![(var, value)],
            Assumed::IsNot(var, value) if self.root.size(var) == 2 => {
                self.root.values(var).filter(|other| *other != value).map(|v| (var, v)).collect()
            }
            Assumed::IsNot(..) => Vec::new(),
        };
        let mut told = Vec::new();
        for (var, value) in chain {
            let other = self.root.values(var).find(|other| *other > value);
            let is_seen = self.root.size(var) == 2
                && other.is_some_and(|other| {
                    known.iter().any(|from| {
                        self.are_apart(*from, (var, other), ignored, &mut scratch, &mut state)
                    })
                });
            if !is_seen {
                known.push((var, value));
                told.push((var, value));
            }
        }
        told
    }

    /// Returns whether a statement about two variables, that is not ignored, does not allow both of these values. `state` is
    /// the one in which nothing is known.
    fn are_apart(
        &self,
        (a, a_value): (u32, u32),
        (b, b_value): (u32, u32),
        ignored: &[bool],
        scratch: &mut RoundScratch,
        state: &mut SolveState,
    ) -> bool {
        let is_of_both = |statement: &&u32| {
            let ModelStatement { vars, source, .. } = &self.statements[**statement as usize];
            vars.len() == 2 && vars.contains(&b) && !ignored[*source as usize]
        };
        let is_peer = self.peers[a as usize].iter().any(|peer| {
            let wanted = i64::from(a_value) + peer.add;
            peer.var == b && wanted == i64::from(b_value) && !ignored[peer.source as usize]
        });
        is_peer
            || self.statements_of[a as usize].iter().filter(is_of_both).any(|statement| {
                state.keep_only(a, a_value);
                state.keep_only(b, b_value);
                let cannot_hold = self.cannot_hold(*statement, scratch, state);
                state.restore(a, &self.root);
                state.restore(b, &self.root);
                cannot_hold
            })
    }
}
