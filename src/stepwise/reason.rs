//! Steps with their reasons: facts and rules that are sufficient, and minimal by inclusion.
//!
//! Small reasons are found directly: for singles by the cover that gave the size, for narrow statements as what
//! is known of their other variables. Otherwise the deduction is replayed from its negation, and facts and
//! statements are left out as long as the replay still ends in a contradiction (deletion-based minimization).

use puzgen_csp::{Origin, VarId};

use super::cover;
use super::deduction::{Assumed, Deduction, Fact, How, WrongGroup, WrongSize};
use super::delta::Elimination;
use super::model::{ModelStatement, StatementKind, StepwiseModel};
use super::path::{MeasuredSingle, SolvePath, StepKind};
use super::replay::Story;
use super::round::{RoundScratch, Single, SingleKind};
use super::stall::{Excluded, StallElimination};
use super::state::{Bits, SolveState};

/// Of statements about so many variables, all that is known of these is a reason.
const MOST_KNOWN: usize = 12;

/// Of stories with more links, another way is looked for.
pub(super) const SHORT: usize = 3;

/// Leaves out one item after the other where what is left is enough: what `leave_out` says of a piece, which it puts back
/// otherwise. As less is never more, pieces grow as long as they can be left out, with the same result.
pub(super) fn each_left_out<T>(items: &[T], mut leave_out: impl FnMut(&[T]) -> bool) {
    let (mut at, mut width) = (0, 1);
    while at < items.len() {
        let end = (at + width).min(items.len());
        match leave_out(&items[at..end]) {
            true => (at, width) = (end, 2 * width),
            false if end - at == 1 => at = end,
            false => width = (end - at) / 2,
        }
    }
}

/// Returns where pieces of so many begin.
fn starts(count: usize, width: usize, backward: bool) -> Vec<usize> {
    let mut starts: Vec<usize> = (0..count).step_by(width).collect();
    if backward {
        starts.reverse();
    }
    starts
}

impl StepwiseModel {
    /// Returns the number that a value stands for.
    pub(super) fn number(&self, value: u32) -> i64 {
        i64::from(value) + self.base
    }

    /// Returns the deduction of a single, with the facts and statements of its smallest reason.
    pub(super) fn placed(
        &self,
        before: &SolveState,
        found: &MeasuredSingle,
        eliminations: &[(Elimination, u32)],
        path: &SolvePath,
    ) -> Deduction {
        let single = found.single;
        let by_one = self
            .filled_but_for(before, single)
            .map(|(source, facts)| (source, How::OnlyPlace, facts))
            .or_else(|| self.needed_by_group(before, single))
            .or_else(|| {
                let (source, facts) = self.left_by_one(before, single)?;
                Some((source, How::OnlyValue, facts))
            });
        if let Some((source, how, facts)) = by_one {
            return Deduction {
                var: VarId(single.var),
                value: self.number(single.value),
                is: true,
                how,
                facts,
                rules: vec![self.sources[source as usize]],
                left: Vec::new(),
                is_aside: false,
                seen: Vec::new(),
            };
        }
        let (elements, group) = self.ruled_out(single);
        let (mut facts, known) = self.facts_of(before, found, &elements, path);
        let (sources, unsaid) = self.sources_of(before, elements, group, &known, &facts);
        let rules = group.into_iter().chain(sources);
        let rules = rules.map(|source| self.sources[source as usize]).collect();
        let (var, value) = (VarId(single.var), self.number(single.value));
        // One statement eliminated all other values at once: its own reason is given.
        let stroke = eliminations.iter().find(|(elimination, _)| elimination.var == single.var);
        let is_own = |fact: &Fact| matches!(fact, Fact::IsNot(own, _) if *own == var);
        if let ([fact], Some((_, statement))) = (facts.as_slice(), stroke)
            && is_own(fact)
        {
            let assumed = Assumed::IsNot(single.var, single.value);
            let (how, facts, rules) = self.enough_for(before, assumed, *statement);
            return Deduction {
                var,
                value,
                is: true,
                how,
                facts,
                rules,
                left: Vec::new(),
                is_aside: false,
                seen: Vec::new(),
            };
        }
        // A deduction that eliminated several values stands in `facts` for one of them only.
        if !unsaid.is_empty() {
            facts.retain(|fact| match fact {
                Fact::IsNot(_, value) if is_own(fact) => {
                    before.can(single.var, (value - self.base) as u32)
                }
                _ => true,
            });
            facts.extend(self.known(before, std::iter::once(single.var)));
            let new = unsaid.into_iter().filter(|(var, value)| before.can(*var, *value));
            facts.extend(new.map(|(var, value)| Fact::IsNot(VarId(var), self.number(value))));
        }
        let how = match single.kind {
            SingleKind::Naked => How::OnlyValue,
            SingleKind::Hidden(_) => How::OnlyPlace,
        };
        Deduction {
            var,
            value,
            is: true,
            how,
            facts,
            rules,
            left: Vec::new(),
            is_aside: false,
            seen: Vec::new(),
        }
    }

    /// Returns the statement of the group that must have a value, and what is known of its other variables,
    /// where all of these are found: then nothing else has to be looked at.
    fn filled_but_for(&self, before: &SolveState, single: Single) -> Option<(u32, Vec<Fact>)> {
        let own = self.groups_of[single.var as usize].iter();
        let mut groups = own.map(|group| &self.groups[*group as usize]).filter(|it| it.is_full);
        groups.find_map(|group| {
            let others = group.vars.iter().copied().filter(|var| *var != single.var);
            let is_filled = others.clone().all(|var| before.is_found(var));
            is_filled.then(|| (group.source, self.known(before, others)))
        })
    }

    /// Returns the statement that by itself leaves one value where the found values of its other variables are known, and
    /// these: the one with the fewest variables.
    fn left_by_one(&self, before: &SolveState, single: Single) -> Option<(u32, Vec<Fact>)> {
        if single.kind != SingleKind::Naked {
            return None;
        }
        let assumed = Assumed::IsNot(single.var, single.value);
        let mut scratch = RoundScratch::new(self);
        let own = self.statements_of[single.var as usize].iter();
        let own = own.map(|statement| &self.statements[*statement as usize]);
        let mut own: Vec<&ModelStatement> =
            own.filter(|own| own.vars.len() <= MOST_KNOWN).collect();
        own.sort_by_key(|statement| statement.vars.len());
        own.into_iter().find_map(|ModelStatement { vars, source, .. }| {
            let others = vars.iter().copied();
            let found: Vec<u32> =
                others.filter(|var| *var != single.var && before.is_found(*var)).collect();
            scratch.ignored = vec![true; self.sources.len()];
            scratch.ignored[*source as usize] = false;
            let mut is_enough = |facts: &Vec<Fact>| {
                let used = self.used_by(facts);
                self.replay(&mut scratch, before, &used, assumed, 1, None).is_some()
            };
            // Of all that is found, only the clue where that is enough.
            let clues = found.iter().copied().filter(|var| !self.is_answer[*var as usize]);
            let clues = self.known(before, clues);
            let all = || self.known(before, found.iter().copied());
            let enough = if is_enough(&clues) { clues } else { Some(all()).filter(is_enough)? };
            Some((*source, enough))
        })
    }

    /// Returns the statement about sizes of groups by which one of them cannot have its size without a value, with
    /// what has to be known for that.
    fn needed_by_group(
        &self,
        before: &SolveState,
        single: Single,
    ) -> Option<(u32, How, Vec<Fact>)> {
        let is_of_sizes =
            |statement: &&ModelStatement| matches!(statement.kind, StatementKind::Sizes(_));
        let source = self.statements.iter().find(is_of_sizes)?.source;
        let assumed = Assumed::IsNot(single.var, single.value);
        let (how, facts) = self.by_size(before, assumed, source)?;
        Some((source, how, facts))
    }

    /// Returns what has to be ruled out for a single, as pairs of a variable and a value, and the statement
    /// of the group that must have the value.
    fn ruled_out(&self, single: Single) -> (Vec<(u32, u32)>, Option<u32>) {
        match single.kind {
            SingleKind::Naked => {
                let values = self.root.values(single.var).filter(|value| *value != single.value);
                (values.map(|value| (single.var, value)).collect(), None)
            }
            SingleKind::Hidden(group) => {
                let group = &self.groups[group as usize];
                let others = group.vars.iter().filter(|var| **var != single.var);
                (others.map(|var| (*var, single.value)).collect(), Some(group.source))
            }
        }
    }

    /// Returns the facts of the smallest reason of a single, and which of them are found values.
    fn facts_of(
        &self,
        before: &SolveState,
        found: &MeasuredSingle,
        elements: &[(u32, u32)],
        path: &SolvePath,
    ) -> (Vec<Fact>, Vec<(u32, u32)>) {
        let (mut facts, mut known) = (Vec::new(), Vec::new());
        for fact in &found.facts {
            match fact.checked_sub(before.var_count()) {
                None => {
                    let value = before.found(*fact).unwrap_or_default();
                    facts.push(Fact::Is(VarId(*fact), self.number(value)));
                    known.push((*fact, value));
                }
                Some(deduction) => {
                    // A deduction may have eliminated several values: one that this single needs is named.
                    let first = path.deductions[deduction as usize];
                    let same = elements.iter().find(|element| element.0 == first.0);
                    let named = same.filter(|_| !elements.contains(&first)).unwrap_or(&first);
                    facts.push(Fact::IsNot(VarId(named.0), self.number(named.1)));
                }
            }
        }
        (facts, known)
    }

    /// Returns a smallest set of statements by which the found values `known` rule out as many elements as
    /// they can, and for a naked single the elements that neither these nor `facts` rule out.
    fn sources_of(
        &self,
        before: &SolveState,
        elements: Vec<(u32, u32)>,
        group: Option<u32>,
        known: &[(u32, u32)],
        facts: &[Fact],
    ) -> (Vec<u32>, Vec<(u32, u32)>) {
        let mut hits: Vec<(u32, u32)> = Vec::new();
        let mut open = 0;
        let mut unsaid: Vec<(u32, u32)> = Vec::new();
        for (var, value) in elements {
            let peers = self.peers[var as usize].iter().chain(&self.doubles[var as usize]);
            let mine: Vec<u32> = peers
                .filter(|peer| {
                    let wanted = i64::from(value) + peer.add;
                    known.iter().any(|(k, v)| *k == peer.var && i64::from(*v) == wanted)
                })
                .map(|peer| peer.source)
                .collect();
            let is_seen = before.is_found(var) || group.is_some_and(|group| mine.contains(&group));
            if !is_seen && !mine.is_empty() {
                hits.extend(mine.into_iter().map(|source| (open, source)));
                open += 1;
            } else if group.is_none() {
                let fact = Fact::IsNot(VarId(var), self.number(value));
                unsaid.extend(Some((var, value)).filter(|_| !facts.contains(&fact)));
            }
        }
        let mut sources = Vec::new();
        cover::smallest(open, &hits, Some(&mut sources));
        (sources, unsaid)
    }

    /// Returns the domains of variables as facts; variables that have lost no value are left out.
    pub(super) fn known(&self, state: &SolveState, vars: impl Iterator<Item = u32>) -> Vec<Fact> {
        self.known_but(state, vars, None)
    }

    /// Returns the same without that some values are excluded.
    fn known_but(
        &self,
        state: &SolveState,
        vars: impl Iterator<Item = u32>,
        allowed: Option<&SolveState>,
    ) -> Vec<Fact> {
        let fact = |var: u32| match state.found(var) {
            Some(value) => Fact::Is(VarId(var), self.number(value)),
            None => {
                let is_allowed = |value: u32| allowed.is_some_and(|some| some.can(var, value));
                let is_left = |value: &u32| state.can(var, *value) || is_allowed(*value);
                let left = self.root.values(var).filter(is_left);
                Fact::OneOf(VarId(var), left.map(|value| self.number(value)).collect())
            }
        };
        vars.filter(|var| state.domain(*var) != self.seen.domain(*var)).map(fact).collect()
    }

    /// Returns the values that a state excludes and facts do not, of the variables that they tell of.
    pub(super) fn allowed_by(&self, before: &SolveState, facts: &[Fact]) -> SolveState {
        let mut allowed = SolveState::new(before.var_count() as usize, before.words());
        for fact in facts {
            let Fact::OneOf(VarId(var), values) = fact else { continue };
            let values = values.iter().map(|value| (value - self.base) as u32);
            values
                .filter(|value| !before.can(*var, *value))
                .for_each(|value| allowed.allow(*var, value));
        }
        allowed
    }

    /// Returns whether all that a statement eliminates of a variable has the same reason.
    pub(super) fn is_noted_at_once(&self, statement: u32) -> bool {
        let ModelStatement { kind, vars, .. } = &self.statements[statement as usize];
        !matches!(kind, StatementKind::Sizes(_)) && vars.len() <= MOST_KNOWN
    }

    /// Returns that a statement eliminates a value, with facts that are enough for it and some others of the same
    /// variable that it eliminates.
    pub(super) fn noted(
        &self,
        before: &SolveState,
        var: u32,
        value: u32,
        (statement, all): (u32, &[u32]),
    ) -> Deduction {
        let (how, facts, rules) = match self.is_noted_at_once(statement) {
            true => {
                let source = self.statements[statement as usize].source;
                let facts = self.enough_alone(before, var, all, statement);
                (How::Statement, facts, vec![self.sources[source as usize]])
            }
            // A statement about many variables: only a few of their domains matter, which a replay finds.
            false => self.enough_for(before, Assumed::Is(var, value), statement),
        };
        let (var, value) = (VarId(var), self.number(value));
        Deduction {
            var,
            value,
            is: false,
            how,
            facts,
            rules,
            left: Vec::new(),
            is_aside: false,
            seen: Vec::new(),
        }
    }

    /// Returns how a statement deduced something, and facts and statements that are enough for it. They may leave
    /// that statement out where others imply the same.
    fn enough_for(
        &self,
        before: &SolveState,
        assumed: Assumed,
        statement: u32,
    ) -> (How, Vec<Fact>, Vec<Origin>) {
        let ModelStatement { kind, source, .. } = &self.statements[statement as usize];
        let own = self.sources[*source as usize];
        if let StatementKind::Sizes(_) = kind
            && let Some((how, facts)) = self.by_size(before, assumed, *source)
        {
            return (how, facts, vec![own]);
        }
        let (facts, ignored) = self.enough(before, assumed, 1, false);
        let is_found = ignored.iter().any(|ignored| *ignored);
        let rules = if is_found { self.not_ignored(&ignored) } else { vec![own] };
        (How::Statement, facts, rules)
    }

    /// Returns the sources that are not ignored.
    pub(super) fn not_ignored(&self, ignored: &[bool]) -> Vec<Origin> {
        let sources = self.sources.iter().zip(ignored).filter(|(_, ignored)| !**ignored);
        sources.map(|(origin, _)| *origin).collect()
    }

    /// Returns how the sizes of groups exclude an assumption by themselves, and the facts that are enough for it.
    fn by_size(
        &self,
        before: &SolveState,
        assumed: Assumed,
        source: u32,
    ) -> Option<(How, Vec<Fact>)> {
        let mut scratch = RoundScratch::new(self);
        scratch.ignored = vec![true; self.sources.len()];
        scratch.ignored[source as usize] = false;
        scratch.is_by_size = true;
        let used = self.narrowed_but(before, assumed.var());
        self.replay(&mut scratch, before, &used, assumed, 1, None)?;
        scratch.sizes.wrong?;
        let facts = self.least(&mut scratch, before, used, assumed, 1);
        self.replay(&mut scratch, before, &self.used_by(&facts), assumed, 1, None)?;
        let how = How::Group(self.wrong_group(&scratch, &facts)?);
        Some((how, facts))
    }

    /// Returns the group that could not have its size at the end of a replay with these facts.
    pub(super) fn wrong_group(&self, scratch: &RoundScratch, facts: &[Fact]) -> Option<WrongGroup> {
        let wrong = scratch.sizes.wrong?;
        let rule = self.statements.iter().find_map(|statement| match &statement.kind {
            StatementKind::Sizes(rule) => Some(rule),
            _ => None,
        })?;
        let value = self.number(wrong.value);
        let is_same = |fact: &&Fact| matches!(fact, Fact::Is(_, told) if *told == value);
        let same: Vec<u32> = facts.iter().filter(is_same).map(|fact| fact.var().0).collect();
        let fault = match wrong.is_large {
            false => WrongSize::Small,
            true if same.len() as i64 == value && rule.is_one_group(&same) => WrongSize::Complete,
            true => WrongSize::Large,
        };
        Some(WrongGroup { member: VarId(wrong.label), value, fault })
    }

    /// Returns for each variable whether facts tell of it.
    pub(super) fn used_by(&self, facts: &[Fact]) -> Vec<bool> {
        let mut used = vec![false; self.root.var_count() as usize];
        facts.iter().for_each(|fact| used[fact.var().index()] = true);
        used
    }

    /// Returns what a set or a refutation eliminates.
    pub(super) fn removed(
        &self,
        before: &SolveState,
        removal: &StallElimination,
        kind: StepKind,
    ) -> Deduction {
        let (var, value) = (removal.var, removal.value);
        let (how, facts, rules) = match (removal.by, kind) {
            (Excluded::Two(first, second), _) => self.shared(before, removal, (first, second)),
            (Excluded::Set(group, set), _) => {
                let group = &self.groups[group as usize];
                let members = Bits(set).map(|at| group.vars[at as usize]);
                let members: Vec<u32> = members.collect();
                let values = |vars: &mut dyn Iterator<Item = u32>| {
                    let mut values: Vec<u32> = vars.flat_map(|var| before.values(var)).collect();
                    values.sort_unstable();
                    values.dedup();
                    values
                };
                let own = values(&mut members.iter().copied());
                let rules = vec![self.sources[group.source as usize]];
                let vars = members.iter().copied().map(VarId).collect();
                if own.len() == members.len() {
                    let own = own.into_iter().map(|value| self.number(value)).collect();
                    (How::Values(vars, own), self.known(before, members.into_iter()), rules)
                } else {
                    let others = group.vars.iter().copied().filter(|var| !members.contains(var));
                    let taken = values(&mut others.clone());
                    let own = own.into_iter().filter(|value| !taken.contains(value));
                    let own: Vec<i64> = own.map(|value| self.number(value)).collect();
                    let open = others.filter(|var| !before.is_found(*var));
                    let lost = open.map(|var| {
                        let left = self.root.values(var).map(|value| self.number(value));
                        let left = left.filter(|value| !own.contains(value));
                        Fact::OneOf(VarId(var), left.collect())
                    });
                    let lost = lost.collect();
                    (How::Places(vars, own), lost, rules)
                }
            }
            (Excluded::Contradiction, StepKind::Refuted(rounds)) => {
                let Story { facts, ignored, chain, end } =
                    self.short_story(before, Assumed::Is(var, value), rounds);
                (How::Otherwise(chain, end), facts, self.not_ignored(&ignored))
            }
            (Excluded::Contradiction, _) => (How::Nested, Vec::new(), Vec::new()),
        };
        Deduction {
            var: VarId(var),
            value: self.number(value),
            is: false,
            how,
            facts,
            rules,
            left: Vec::new(),
            is_aside: false,
            seen: Vec::new(),
        }
    }

    /// Returns how an assumption leads to a contradiction: where that takes long, the shorter one of two ways.
    fn short_story(&self, before: &SolveState, assumed: Assumed, rounds: u32) -> Story {
        let story = |backward: bool| {
            let (facts, ignored) = self.enough(before, assumed, rounds, backward);
            self.story(before, facts, ignored, assumed, rounds)
        };
        let first = story(false);
        if first.chain.len() <= SHORT {
            return first;
        }
        let second = story(true);
        if second.chain.len() < first.chain.len() { second } else { first }
    }

    /// Returns facts and rules that are enough for a contradiction within so many rounds of assuming a
    /// value, and of which none can be left out: what is known, and which sources are ignored.
    fn enough(
        &self,
        before: &SolveState,
        assumed: Assumed,
        rounds: u32,
        backward: bool,
    ) -> (Vec<Fact>, Vec<bool>) {
        let var = assumed.var();
        let mut scratch = RoundScratch::new(self);
        scratch.is_backward = backward;
        scratch.ignored = vec![false; self.sources.len()];
        let mut used = self.narrowed_but(before, var);
        let fails = |used: &[bool], scratch: &mut RoundScratch| {
            self.replay(scratch, before, used, assumed, rounds, None).is_some()
        };
        // Where the replay does not fail with the full domain of the target, the values that it lost are needed.
        if !fails(&used, &mut scratch) {
            used[var as usize] = true;
            scratch.eliminating.clear();
            fails(&used, &mut scratch);
        }
        // What did nothing in it is not looked at one by one.
        let (all_ignored, all_used) = (scratch.ignored.clone(), used.clone());
        self.leave_idle_out(&mut scratch, &mut used);
        if !fails(&used, &mut scratch) {
            (scratch.ignored, used) = (all_ignored, all_used);
        }
        let facts = self.least(&mut scratch, before, used, assumed, rounds);
        (facts, scratch.ignored)
    }

    /// Returns for each variable whether something is known of it; nothing is of the one in question.
    pub(super) fn narrowed_but(&self, before: &SolveState, var: u32) -> Vec<bool> {
        let is_narrow = |other: u32| before.domain(other) != self.seen.domain(other);
        (0..before.var_count()).map(|other| other != var && is_narrow(other)).collect()
    }

    /// Minimizes sufficient facts and statements: pieces of 32, 8 and 1 are left out where the replay still
    /// fails without them. Returns the facts; `scratch.ignored` says which statements are left out.
    pub(super) fn least(
        &self,
        scratch: &mut RoundScratch,
        before: &SolveState,
        mut used: Vec<bool>,
        assumed: Assumed,
        rounds: u32,
    ) -> Vec<Fact> {
        let fails = |used: &[bool], scratch: &mut RoundScratch| {
            let contradiction = self.replay(scratch, before, used, assumed, rounds, None);
            contradiction.is_some() && (!scratch.is_by_size || scratch.sizes.wrong.is_some())
        };
        for width in [32, 8, 1] {
            for start in starts(scratch.ignored.len(), width, scratch.is_backward) {
                let end = (start + width).min(scratch.ignored.len());
                let kept = scratch.ignored[start..end].to_vec();
                if kept.iter().all(|ignored| *ignored) {
                    continue;
                }
                scratch.ignored[start..end].fill(true);
                if !fails(&used, scratch) {
                    scratch.ignored[start..end].copy_from_slice(&kept);
                }
            }
        }
        // Facts only then: what is known already is not derived anew by more rules.
        for width in [32, 8, 1] {
            for start in starts(used.len(), width, scratch.is_backward) {
                let end = (start + width).min(used.len());
                let kept = used[start..end].to_vec();
                if kept.iter().any(|used| *used) {
                    used[start..end].fill(false);
                    scratch.kept.iter().for_each(|var| used[*var as usize] = true);
                    if !fails(&used, scratch) {
                        used[start..end].copy_from_slice(&kept);
                    }
                }
            }
        }
        // And of what a place has lost, only what is needed.
        each_left_out(&self.lost_by(before, &used), |piece| {
            let new = piece.iter().filter(|(var, value)| !scratch.allowed.can(*var, *value));
            let new: Vec<(u32, u32)> = new.copied().collect();
            new.iter().for_each(|(var, value)| scratch.allowed.allow(*var, *value));
            let is_enough = new.is_empty() || fails(&used, scratch);
            if !is_enough {
                new.iter().for_each(|(var, value)| _ = scratch.allowed.remove(*var, *value));
            }
            is_enough
        });
        let vars = (0..before.var_count()).filter(|other| used[*other as usize]);
        self.known_but(before, vars, Some(&scratch.allowed))
    }
}
