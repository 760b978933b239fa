//! Reasons in terms of what a person can see: values of the answer, and clues that are shown. What a step
//! knows of helpers, of clues that are not shown and of what the same step finds elsewhere is unfolded
//! until nothing of it is left, so that no explanation rests on itself.

use crate::csp::VarId;

use super::board::Board;
use super::deduction::{Assumed, Deduction, End, Fact, How};
use super::round::Desk;
use super::state::State;

/// How many rounds are unfolded at most, beside those of the step itself.
const MOST_ROUNDS: u32 = 24;

/// Which variables can be spoken of, and which statements speak of which variables.
#[derive(Debug)]
pub(super) struct Audience {
    /// Values of the answer and what is given.
    told: Vec<bool>,
    vars_of: Vec<Vec<u32>>,
    sources_of: Vec<Vec<u32>>,
    /// Which statements are looked at by themselves: of these it is known whether they said anything.
    are_looks: Vec<bool>,
}

/// Facts and statements that are enough.
pub(super) struct Enough {
    facts: Vec<Fact>,
    muted: Vec<bool>,
    rounds: u32,
}

impl Audience {
    /// Returns who is told of a walk from what is given.
    pub(super) fn new(board: &Board, given: &[(u32, u32)]) -> Self {
        let mut told = board.is_answer.clone();
        given.iter().for_each(|(var, _)| told[*var as usize] = true);
        let mut vars_of = vec![Vec::new(); board.sources.len()];
        let mut are_looks = vec![false; board.sources.len()];
        for look in &board.looks {
            vars_of[look.source as usize].extend(&look.vars);
            are_looks[look.source as usize] = true;
        }
        for group in &board.groups {
            vars_of[group.source as usize].extend(&group.vars);
            are_looks[group.source as usize] = false;
        }
        for (var, peers) in board.peers.iter().zip(&board.doubles).enumerate() {
            for peer in peers.0.iter().chain(peers.1) {
                vars_of[peer.source as usize].extend([var as u32, peer.var]);
                are_looks[peer.source as usize] = false;
            }
        }
        let mut sources_of = vec![Vec::new(); told.len()];
        for (source, vars) in vars_of.iter_mut().enumerate() {
            vars.sort_unstable();
            vars.dedup();
            vars.iter().for_each(|var| sources_of[*var as usize].push(source as u32));
        }
        Self { told, vars_of, sources_of, are_looks }
    }

    fn is_told(&self, var: VarId) -> bool {
        self.told[var.index()]
    }

    /// Returns whether all of a deduction can be told before it.
    fn follows(&self, board: &Board, before: &State, deduction: &Deduction) -> bool {
        let is_known = |fact: &Fact| match fact {
            // That it has its value because it has it.
            Fact::OneOf(var, values) if *var == deduction.var && values.len() == 1 => false,
            Fact::Is(var, _) | Fact::OneOf(var, _) => self.is_told(*var),
            Fact::IsNot(var, value) => {
                self.is_told(*var) && !before.can(var.0, (value - board.base) as u32)
            }
        };
        let vars = match &deduction.how {
            How::Values(vars, _) | How::Places(vars, _) => vars.as_slice(),
            _ => &[],
        };
        let end = match &deduction.how {
            How::Otherwise(_, End::NoValue(var) | End::Both(var, ..) | End::NoPlace(var, _)) => {
                Some(*var)
            }
            _ => None,
        };
        deduction.facts.iter().all(is_known)
            && vars.iter().copied().chain(end).all(|var| self.is_told(var))
    }
}

impl Board {
    /// Returns a deduction in terms of what can be told.
    pub(super) fn unfolded(
        &self,
        audience: &Audience,
        before: &State,
        deduction: Deduction,
        rounds: u32,
    ) -> Deduction {
        if audience.follows(self, before, &deduction) {
            return deduction;
        }
        let Deduction { var, value, is, how, rules: first, .. } = deduction;
        let number = (value - self.base) as u32;
        let assumed = if is { Assumed::IsNot(var.0, number) } else { Assumed::Is(var.0, number) };
        let Some(enough) = self.enough_told(audience, before, assumed, rounds) else {
            // Only what was refuted before led there.
            return Deduction {
                var,
                value,
                is,
                how: How::Nested,
                facts: Vec::new(),
                rules: Vec::new(),
            };
        };
        let Enough { facts, muted, rounds } = enough;
        let facts = self.without_itself(var, facts);
        let sources = self.sources.iter().zip(&muted).filter(|(_, muted)| !**muted);
        let mut rules: Vec<_> = sources.map(|(origin, _)| *origin).collect();
        if let (How::OnlyPlace, Some(group)) = (&how, first.first()) {
            rules.sort_by_key(|rule| rule != group);
        }
        let (mut chain, end) = self.chain(before, &facts, muted, assumed, rounds);
        chain.retain(|(other, _)| *other != var);
        let end = match end {
            End::NoValue(at) | End::Both(at, ..) | End::NoPlace(at, _) if !audience.is_told(at) => {
                End::Broken
            }
            end => end,
        };
        let how = match how {
            How::OnlyValue | How::OnlyPlace | How::Statement if chain.is_empty() => how,
            How::Values(..) | How::Places(..) if chain.is_empty() => How::Statement,
            _ => How::Otherwise(chain, end),
        };
        Deduction { var, value, is, how, facts, rules }
    }

    /// Returns facts in which the variable's only value is told by those that it lost.
    fn without_itself(&self, var: VarId, facts: Vec<Fact>) -> Vec<Fact> {
        let told = |fact: Fact| match fact {
            Fact::OneOf(own, values) if own == var && values.len() == 1 => {
                let all = self.root.values(var.0).map(|value| i64::from(value) + self.base);
                let gone = all.filter(|value| !values.contains(value));
                gone.map(|value| Fact::IsNot(var, value)).collect()
            }
            other => vec![other],
        };
        facts.into_iter().flat_map(told).collect()
    }

    /// Returns what is enough for a contradiction, of which none can be left out: as near to the variable
    /// and in as few rounds as there is one.
    fn enough_told(
        &self,
        audience: &Audience,
        before: &State,
        assumed: Assumed,
        rounds: u32,
    ) -> Option<Enough> {
        let (Assumed::Is(target, _) | Assumed::IsNot(target, _)) = assumed;
        let mut desk = Desk::new(self);
        desk.muted = vec![true; self.sources.len()];
        let mut used = vec![false; before.var_count() as usize];
        let mut edge = vec![target];
        let mut is_near = vec![false; used.len()];
        is_near[target as usize] = true;
        while !edge.is_empty() {
            let mut next = Vec::new();
            for source in edge.iter().flat_map(|var| &audience.sources_of[*var as usize]) {
                if !std::mem::replace(&mut desk.muted[*source as usize], false) {
                    continue;
                }
                for var in &audience.vars_of[*source as usize] {
                    if !std::mem::replace(&mut is_near[*var as usize], true) {
                        next.push(*var);
                        used[*var as usize] = audience.told[*var as usize]
                            && before.domain(*var) != self.root.domain(*var);
                    }
                }
            }
            edge = next;
            let limit = rounds + MOST_ROUNDS;
            desk.spoke.clear();
            let mut found = self.replay(&mut desk, before, &used, assumed, limit, None);
            // The values that the variable itself lost before may be needed, too.
            if found.is_none() && before.domain(target) != self.root.domain(target) {
                used[target as usize] = true;
                found = self.replay(&mut desk, before, &used, assumed, limit, None);
                used[target as usize] = found.is_some();
            }
            let Some((_, rounds)) = found else { continue };
            // What said nothing is not needed.
            let mut is_of_use = vec![false; used.len()];
            for (source, muted) in desk.muted.iter_mut().enumerate() {
                *muted |= audience.are_looks[source] && !desk.spoke.contains(&(source as u32));
                if !*muted {
                    audience.vars_of[source].iter().for_each(|v| is_of_use[*v as usize] = true);
                }
            }
            used.iter_mut().zip(&is_of_use).for_each(|(used, is_of_use)| *used &= is_of_use);
            let facts = self.least(&mut desk, before, used, assumed, rounds);
            return Some(Enough { facts, muted: desk.muted, rounds });
        }
        None
    }
}
