//! Reasons in terms of what a person can see: values of the answer, and clues that are shown.
//!
//! A reason that uses helpers, clues that are not shown, or what the same step finds elsewhere is replaced by
//! one that does not, found by a replay with more statements and more rounds. So no explanation is circular.

use puzgen_csp::VarId;

use super::deduction::{Assumed, ContradictionKind, Deduction, Fact, How};
use super::model::StepwiseModel;
use super::replay::Story;
use super::round::RoundScratch;
use super::state::SolveState;

/// The most rounds of such a replay, beside those of the step itself.
const MOST_ROUNDS: u32 = 24;

/// Which variables an explanation may name, and which statements are about which variables.
#[derive(Debug)]
pub(super) struct Vocabulary {
    /// For each variable, whether explanations may name it: those of the answer, and what is given.
    can_name: Vec<bool>,
    vars_of: Vec<Vec<u32>>,
    sources_of: Vec<Vec<u32>>,
    /// Which sources are statements that are propagated by themselves: only of these a replay tells whether they
    /// eliminated anything.
    are_statements: Vec<bool>,
}

/// Facts and statements that are enough for a contradiction.
pub(super) struct SufficientReason {
    facts: Vec<Fact>,
    ignored: Vec<bool>,
    rounds: u32,
}

impl Vocabulary {
    /// Returns the vocabulary of a path from these givens.
    pub(super) fn new(model: &StepwiseModel, given: &[(u32, u32)]) -> Self {
        let mut can_name = model.is_answer.clone();
        given.iter().for_each(|(var, _)| can_name[*var as usize] = true);
        let mut vars_of = vec![Vec::new(); model.sources.len()];
        let mut are_statements = vec![false; model.sources.len()];
        for statement in &model.statements {
            vars_of[statement.source as usize].extend(&statement.vars);
            are_statements[statement.source as usize] = true;
        }
        for group in &model.groups {
            vars_of[group.source as usize].extend(&group.vars);
            are_statements[group.source as usize] = false;
        }
        for (var, peers) in model.peers.iter().zip(&model.doubles).enumerate() {
            for peer in peers.0.iter().chain(peers.1) {
                vars_of[peer.source as usize].extend([var as u32, peer.var]);
                are_statements[peer.source as usize] = false;
            }
        }
        let mut sources_of = vec![Vec::new(); can_name.len()];
        for (source, vars) in vars_of.iter_mut().enumerate() {
            vars.sort_unstable();
            vars.dedup();
            vars.iter().for_each(|var| sources_of[*var as usize].push(source as u32));
        }
        Self { can_name, vars_of, sources_of, are_statements }
    }

    /// Returns whether explanations may name a variable, by number.
    pub(super) fn names(&self, var: u32) -> bool {
        self.can_name[var as usize]
    }

    fn can_be_named(&self, var: VarId) -> bool {
        self.can_name[var.index()]
    }

    /// Returns whether all facts of a deduction may be named and hold before it.
    fn follows(&self, model: &StepwiseModel, before: &SolveState, deduction: &Deduction) -> bool {
        let is_known = |fact: &Fact| match fact {
            // A variable having its value is no reason for that value.
            Fact::OneOf(var, values) if *var == deduction.var && values.len() == 1 => false,
            Fact::Is(var, _) | Fact::OneOf(var, _) => self.can_be_named(*var),
            Fact::IsNot(var, value) => {
                self.can_be_named(*var) && !before.can(var.0, (value - model.base) as u32)
            }
        };
        let vars = match &deduction.how {
            How::Values(vars, _) | How::Places(vars, _) | How::Locked(vars, ..) => vars.as_slice(),
            _ => &[],
        };
        let end = match &deduction.how {
            How::Otherwise(_, end) => end.at(),
            How::Group(group) => Some(group.member),
            _ => None,
        };
        deduction.facts.iter().all(is_known)
            && vars.iter().copied().chain(end).all(|var| self.can_be_named(var))
    }
}

impl StepwiseModel {
    /// Returns a deduction with a reason in terms of what may be named.
    pub(super) fn unfolded(
        &self,
        vocabulary: &Vocabulary,
        before: &SolveState,
        deduction: Deduction,
        rounds: u32,
    ) -> Deduction {
        if vocabulary.follows(self, before, &deduction) {
            return deduction;
        }
        let Deduction { var, value, is, how, rules: first, .. } = deduction;
        if how == How::OnlyValue && before.size(var.0) == 1 {
            // Its other values were excluded one by one; by what else it follows may rest on itself.
            let facts = self.without_itself(var, vec![Fact::OneOf(var, vec![value])]);
            return Deduction {
                var,
                value,
                is,
                how,
                facts,
                rules: Vec::new(),
                left: Vec::new(),
                is_aside: false,
                seen: Vec::new(),
            };
        }
        let number = (value - self.base) as u32;
        let assumed = if is { Assumed::IsNot(var.0, number) } else { Assumed::Is(var.0, number) };
        let Some(enough) = self.minimal_reason(vocabulary, before, assumed, rounds) else {
            // No replay ends in a contradiction: earlier refutations are needed.
            return Deduction {
                var,
                value,
                is,
                how: How::Nested,
                facts: Vec::new(),
                rules: Vec::new(),
                left: Vec::new(),
                is_aside: false,
                seen: Vec::new(),
            };
        };
        let SufficientReason { facts, ignored, rounds } = enough;
        let Story { facts, ignored, mut chain, end } =
            self.story(before, facts, ignored, assumed, rounds);
        let facts = self.without_itself(var, facts);
        let mut rules = self.not_ignored(&ignored);
        if let (How::OnlyPlace, Some(group)) = (&how, first.first()) {
            rules.sort_by_key(|rule| rule != group);
        }
        chain.retain(|(other, _)| *other != var);
        let end = match end.at() {
            Some(at) if !vocabulary.can_be_named(at) => ContradictionKind::Broken(None),
            _ => end,
        };
        let has_group = first.first().is_none_or(|group| rules.contains(group));
        let how = match how {
            How::OnlyValue | How::Statement | How::Group(_)
                if chain.is_empty()
                    && let ContradictionKind::Group(group) = end =>
            {
                How::Group(group)
            }
            // The reason that was found is another one than that a group has one place left.
            How::OnlyPlace if !has_group && chain.is_empty() => How::Statement,
            How::OnlyValue | How::OnlyPlace | How::Statement if chain.is_empty() => how,
            How::Values(..) | How::Places(..) | How::Group(_) if chain.is_empty() => How::Statement,
            _ => How::Otherwise(chain, end),
        };
        Deduction {
            var,
            value,
            is,
            how,
            facts,
            rules,
            left: Vec::new(),
            is_aside: false,
            seen: Vec::new(),
        }
    }

    /// Replaces "the variable has one value left" by the values that it lost.
    fn without_itself(&self, var: VarId, facts: Vec<Fact>) -> Vec<Fact> {
        let replaced = |fact: Fact| match fact {
            Fact::OneOf(own, values) if own == var && values.len() == 1 => {
                let all = self.root.values(var.0).map(|value| i64::from(value) + self.base);
                let gone = all.filter(|value| !values.contains(value));
                gone.map(|value| Fact::IsNot(var, value)).collect()
            }
            other => vec![other],
        };
        facts.into_iter().flat_map(replaced).collect()
    }

    /// Returns a minimal sufficient reason for a contradiction in terms of what may be named: from the
    /// statements as near to the variable as possible, and in as few rounds.
    ///
    /// Statements are added by breadth-first search from the variable until a replay ends in a contradiction.
    fn minimal_reason(
        &self,
        vocabulary: &Vocabulary,
        before: &SolveState,
        assumed: Assumed,
        rounds: u32,
    ) -> Option<SufficientReason> {
        let (Assumed::Is(target, _) | Assumed::IsNot(target, _)) = assumed;
        let mut scratch = RoundScratch::new(self);
        scratch.ignored = vec![true; self.sources.len()];
        let mut used = vec![false; before.var_count() as usize];
        let mut edge = vec![target];
        let mut is_near = vec![false; used.len()];
        is_near[target as usize] = true;
        while !edge.is_empty() {
            let mut next = Vec::new();
            for source in edge.iter().flat_map(|var| &vocabulary.sources_of[*var as usize]) {
                if !std::mem::replace(&mut scratch.ignored[*source as usize], false) {
                    continue;
                }
                for var in &vocabulary.vars_of[*source as usize] {
                    if !std::mem::replace(&mut is_near[*var as usize], true) {
                        next.push(*var);
                        used[*var as usize] = vocabulary.can_name[*var as usize]
                            && before.domain(*var) != self.root.domain(*var);
                    }
                }
            }
            edge = next;
            let limit = rounds + MOST_ROUNDS;
            scratch.eliminating.clear();
            let mut found = self.replay(&mut scratch, before, &used, assumed, limit, None);
            // The values that the variable itself has lost may be needed, too.
            if found.is_none() && before.domain(target) != self.root.domain(target) {
                used[target as usize] = true;
                found = self.replay(&mut scratch, before, &used, assumed, limit, None);
                used[target as usize] = found.is_some();
            }
            let Some((_, rounds)) = found else { continue };
            // Statements that eliminated nothing in the replay are not needed.
            let mut is_of_use = vec![false; used.len()];
            for (source, ignored) in scratch.ignored.iter_mut().enumerate() {
                *ignored |= vocabulary.are_statements[source]
                    && !scratch.eliminating.contains(&(source as u32));
                if !*ignored {
                    vocabulary.vars_of[source].iter().for_each(|v| is_of_use[*v as usize] = true);
                }
            }
            used.iter_mut().zip(&is_of_use).for_each(|(used, is_of_use)| *used &= is_of_use);
            let facts = self.least(&mut scratch, before, used, assumed, rounds);
            return Some(SufficientReason { facts, ignored: scratch.ignored, rounds });
        }
        None
    }
}
