//! Steps with their reasons: facts and rules that are enough, and of which none can be left out.

use crate::csp::{Origin, VarId};

use super::board::Board;
use super::cover;
use super::deduction::{Assumed, Deduction, End, Fact, How, Stage};
use super::looks::Clash;
use super::news::{News, Note};
use super::round::{Desk, Round, Way};
use super::stall::Removal;
use super::state::{Bits, State};
use super::told::Audience;
use super::walk::{Found, Kind, Step, Walk};

impl Board {
    fn number(&self, value: u32) -> i64 {
        i64::from(value) + self.base
    }

    /// Puts a walk into steps with reasons, one after the other as they are asked for. A step that only
    /// notes what helpers are is left out.
    pub(super) fn stages<'w>(
        &'w self,
        walk: &'w Walk,
        audience: &'w Audience,
    ) -> impl Iterator<Item = Stage> + 'w {
        walk.steps.iter().filter_map(move |step| {
            let deductions = self.deductions(step, walk, audience)?;
            (!deductions.is_empty()).then(|| Stage { kind: step.kind.words(), deductions })
        })
    }

    fn deductions(&self, step: &Step, walk: &Walk, audience: &Audience) -> Option<Vec<Deduction>> {
        let before = step.before.as_ref()?;
        let mut found: Vec<(u32, Deduction)> = Vec::new();
        for place in &step.places {
            let same = |(_, other): &&mut (u32, Deduction)| other.var.0 == place.place.var;
            match found.iter_mut().find(same) {
                Some((size, other)) if place.size < *size => {
                    *size = place.size;
                    *other = self.placed(before, place, &step.notes, walk);
                }
                Some(_) => {}
                None => found.push((place.size, self.placed(before, place, &step.notes, walk))),
            }
        }
        // What a statement takes away is told unless the value is found in the same step.
        let mut last = None;
        for (note, look) in &step.notes {
            // That two things differ is seen without a word.
            if self.is_taken(before, note.var, note.value) {
                continue;
            }
            let this = Some((*look, note.deduction));
            let is_placed = step.places.iter().any(|place| place.place.var == note.var);
            if std::mem::replace(&mut last, this) != this || !is_placed {
                let deduction = self.noted(before, note.var, note.value, *look);
                if !is_placed {
                    found.push((note.size, deduction));
                }
            }
        }
        found.sort_by_key(|(size, deduction)| (*size, deduction.var, deduction.value));
        let mut deductions: Vec<Deduction> =
            found.into_iter().map(|(_, deduction)| deduction).collect();
        for removal in &step.removals {
            deductions.push(self.removed(before, removal, step.kind));
        }
        let mut seen = std::collections::BTreeSet::new();
        deductions.retain(|Deduction { var, value, is, .. }| {
            self.is_answer[var.index()] && seen.insert((*var, *value, *is))
        });
        let rounds = match step.kind {
            Kind::Refuted(rounds) => rounds,
            Kind::Single | Kind::Set(_) | Kind::Nested => 1,
        };
        let deductions = deductions.into_iter();
        Some(deductions.map(|d| self.unfolded(audience, before, d, rounds)).collect())
    }

    /// Returns whether something that must differ was found to have the value.
    fn is_taken(&self, before: &State, var: u32, value: u32) -> bool {
        self.peers[var as usize]
            .iter()
            .any(|peer| before.found(peer.var).map(i64::from) == Some(i64::from(value) + peer.add))
    }

    fn placed(
        &self,
        before: &State,
        found: &Found,
        notes: &[(Note, u32)],
        walk: &Walk,
    ) -> Deduction {
        let place = found.place;
        // The values that have to be ruled out, and the group that must have the value.
        let (elements, group): (Vec<(u32, u32)>, _) = match place.way {
            Way::Only => {
                let values = self.root.values(place.var).filter(|value| *value != place.value);
                (values.map(|value| (place.var, value)).collect(), None)
            }
            Way::In(group) => {
                let group = &self.groups[group as usize];
                let others = group.vars.iter().filter(|var| **var != place.var);
                (others.map(|var| (*var, place.value)).collect(), Some(group.source))
            }
        };
        let mut facts = Vec::new();
        let mut known: Vec<(u32, u32)> = Vec::new();
        for fact in &found.facts {
            match fact.checked_sub(before.var_count()) {
                None => {
                    let value = before.found(*fact).unwrap_or_default();
                    facts.push(Fact::Is(VarId(*fact), self.number(value)));
                    known.push((*fact, value));
                }
                Some(deduction) => {
                    // A deduction may take several values away: the one that matters is told.
                    let told = walk.deductions[deduction as usize];
                    let same = elements.iter().find(|element| element.0 == told.0);
                    let told = same.filter(|_| !elements.contains(&told)).unwrap_or(&told);
                    facts.push(Fact::IsNot(VarId(told.0), self.number(told.1)));
                }
            }
        }
        // A smallest set of statements that let the facts rule out all of them.
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
        let rules = group.into_iter().chain(sources);
        let rules = rules.map(|source| self.sources[source as usize]).collect();
        // All else went at one stroke: the statement says so.
        let stroke = notes.iter().find(|(note, _)| note.var == place.var);
        let is_own = |fact: &Fact| matches!(fact, Fact::IsNot(var, _) if *var == VarId(place.var));
        if let ([fact], Some((_, look))) = (facts.as_slice(), stroke)
            && is_own(fact)
        {
            let assumed = Assumed::IsNot(place.var, place.value);
            let (facts, rules) = self.enough_for(before, assumed, *look);
            let (var, value) = (VarId(place.var), self.number(place.value));
            return Deduction { var, value, is: true, how: How::Statement, facts, rules };
        }
        // A deduction that took several values away stands in `facts` for one of them.
        if !unsaid.is_empty() {
            facts.retain(|fact| match fact {
                Fact::IsNot(_, value) if is_own(fact) => {
                    before.can(place.var, (value - self.base) as u32)
                }
                _ => true,
            });
            facts.extend(self.known(before, std::iter::once(place.var)));
            let news = unsaid.into_iter().filter(|(var, value)| before.can(*var, *value));
            facts.extend(news.map(|(var, value)| Fact::IsNot(VarId(var), self.number(value))));
        }
        let how = match place.way {
            Way::Only => How::OnlyValue,
            Way::In(_) => How::OnlyPlace,
        };
        let (var, value) = (VarId(place.var), self.number(place.value));
        Deduction { var, value, is: true, how, facts, rules }
    }

    /// Returns what is known of variables: of those that are narrowed at all.
    fn known(&self, state: &State, vars: impl Iterator<Item = u32>) -> Vec<Fact> {
        vars.filter(|var| state.domain(*var) != self.root.domain(*var))
            .map(|var| match state.found(var) {
                Some(value) => Fact::Is(VarId(var), self.number(value)),
                None => {
                    Fact::OneOf(VarId(var), state.values(var).map(|v| self.number(v)).collect())
                }
            })
            .collect()
    }

    fn noted(&self, before: &State, var: u32, value: u32, look: u32) -> Deduction {
        let stmt = &self.looks[look as usize];
        let (facts, rules) = match stmt.vars.len() {
            ..=12 => {
                let others = stmt.vars.iter().copied().filter(|other| *other != var);
                (self.known(before, others), vec![self.sources[stmt.source as usize]])
            }
            // A statement about the whole board: what it saw has to be found.
            _ => self.enough_for(before, Assumed::Is(var, value), look),
        };
        let (var, value) = (VarId(var), self.number(value));
        Deduction { var, value, is: false, how: How::Statement, facts, rules }
    }

    /// Returns facts and statements that are enough for what a look says: perhaps not its own, where
    /// another says it, too.
    fn enough_for(&self, before: &State, assumed: Assumed, look: u32) -> (Vec<Fact>, Vec<Origin>) {
        let (facts, muted) = self.enough(before, assumed, 1);
        let own = self.sources[self.looks[look as usize].source as usize];
        let is_found = muted.iter().any(|muted| *muted);
        let rules = self.sources.iter().zip(&muted).filter(|(_, muted)| !**muted);
        let rules = rules.map(|(origin, _)| *origin).collect();
        (facts, if is_found { rules } else { vec![own] })
    }

    fn removed(&self, before: &State, removal: &Removal, kind: Kind) -> Deduction {
        let (var, value) = (removal.var, removal.value);
        let (how, facts, rules) = match (removal.set, kind) {
            (Some((group, set)), _) => {
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
                    let own = own.map(|value| self.number(value)).collect();
                    let open = others.filter(|var| !before.is_found(*var));
                    (How::Places(vars, own), self.known(before, open), rules)
                }
            }
            (None, Kind::Refuted(rounds)) => {
                let (facts, muted) = self.enough(before, Assumed::Is(var, value), rounds);
                let sources = self.sources.iter().zip(&muted).filter(|(_, muted)| !**muted);
                let rules = sources.map(|(origin, _)| *origin).collect();
                let assumed = Assumed::Is(var, value);
                let (chain, end) = self.chain(before, &facts, muted, assumed, rounds);
                (How::Otherwise(chain, end), facts, rules)
            }
            (None, _) => (How::Nested, Vec::new(), Vec::new()),
        };
        Deduction { var: VarId(var), value: self.number(value), is: false, how, facts, rules }
    }

    /// Returns facts and rules that are enough for a contradiction within so many rounds of assuming a
    /// value, and of which none can be left out: what is known, and which sources are muted.
    fn enough(&self, before: &State, assumed: Assumed, rounds: u32) -> (Vec<Fact>, Vec<bool>) {
        let (Assumed::Is(var, _) | Assumed::IsNot(var, _)) = assumed;
        let mut desk = Desk::new(self);
        desk.muted = vec![false; self.sources.len()];
        let mut used: Vec<bool> = (0..before.var_count())
            .map(|other| other != var && before.domain(other) != self.root.domain(other))
            .collect();
        let fails = |used: &[bool], desk: &mut Desk| {
            self.replay(desk, before, used, assumed, rounds, None).is_some()
        };
        // What cannot be seen again with the target's own values free is left as it is.
        if !fails(&used, &mut desk) {
            used[var as usize] = true;
        }
        let facts = self.least(&mut desk, before, used, assumed, rounds);
        (facts, desk.muted)
    }

    /// Leaves out of facts and statements that are enough what is not needed, and returns the facts.
    pub(super) fn least(
        &self,
        desk: &mut Desk,
        before: &State,
        mut used: Vec<bool>,
        assumed: Assumed,
        rounds: u32,
    ) -> Vec<Fact> {
        let fails = |used: &[bool], desk: &mut Desk| {
            self.replay(desk, before, used, assumed, rounds, None).is_some()
        };
        for width in [32, 8, 1] {
            for start in (0..desk.muted.len()).step_by(width) {
                let end = (start + width).min(desk.muted.len());
                let kept = desk.muted[start..end].to_vec();
                if kept.iter().all(|muted| *muted) {
                    continue;
                }
                desk.muted[start..end].fill(true);
                if !fails(&used, desk) {
                    desk.muted[start..end].copy_from_slice(&kept);
                }
            }
            for start in (0..used.len()).step_by(width) {
                let end = (start + width).min(used.len());
                let kept = used[start..end].to_vec();
                if kept.iter().any(|used| *used) {
                    used[start..end].fill(false);
                    if !fails(&used, desk) {
                        used[start..end].copy_from_slice(&kept);
                    }
                }
            }
        }
        let vars = (0..before.var_count()).filter(|other| used[*other as usize]);
        self.known(before, vars)
    }

    /// Assumes a value where only some of what is known is used. Returns where the contradiction shows and
    /// after how many rounds, and puts the values found on the way into `chain`.
    pub(super) fn replay(
        &self,
        desk: &mut Desk,
        before: &State,
        used: &[bool],
        assumed: Assumed,
        rounds: u32,
        mut chain: Option<&mut Vec<(u32, u32)>>,
    ) -> Option<(Clash, u32)> {
        let mut state = self.root.clone();
        let mut news = News { is_all: true, ..News::default() };
        for other in (0..before.var_count()).filter(|other| used[*other as usize]) {
            match before.found(other) {
                Some(value) => self.assign(&mut state, &mut news, other, value).err(),
                None => {
                    let gone: Vec<u32> =
                        state.values(other).filter(|value| !before.can(other, *value)).collect();
                    gone.iter().for_each(|value| {
                        state.remove(other, *value);
                        news.lost(other, *value);
                    });
                    None
                }
            };
        }
        match assumed {
            Assumed::Is(var, value) => {
                if let Err(clash) = self.assign(&mut state, &mut news, var, value) {
                    return Some((clash, 1));
                }
            }
            Assumed::IsNot(var, value) => {
                state.remove(var, value);
            }
        }
        news.narrowed = (0..state.var_count()).collect();
        let mut round = Round::default();
        for number in 1..=rounds {
            let outcome = self.round(desk, &mut state, &mut news, false, &mut round);
            for (_, look) in &round.notes {
                desk.spoke.insert(self.looks[*look as usize].source);
            }
            if let Err(clash) = outcome {
                if let Clash::Statement(source) = clash {
                    desk.spoke.insert(source);
                }
                return Some((clash, number));
            }
            if let Some(chain) = &mut chain {
                let new = round.places.iter().map(|place| (place.var, place.value));
                let new: Vec<(u32, u32)> =
                    new.filter(|(var, _)| !chain.iter().any(|(other, _)| other == var)).collect();
                chain.extend(new);
            }
            if let Err(clash) = self.place(&mut state, &mut news, &round.places) {
                return Some((clash, number));
            }
            if news.is_empty() {
                return None;
            }
        }
        None
    }

    /// Returns the values of the answer that are found on the way to a contradiction, and where it shows.
    pub(super) fn chain(
        &self,
        before: &State,
        facts: &[Fact],
        muted: Vec<bool>,
        assumed: Assumed,
        rounds: u32,
    ) -> (Vec<(VarId, i64)>, End) {
        let mut desk = Desk::new(self);
        desk.muted = muted;
        let mut used = vec![false; before.var_count() as usize];
        for fact in facts {
            let (Fact::Is(var, _) | Fact::IsNot(var, _) | Fact::OneOf(var, _)) = fact;
            used[var.index()] = true;
        }
        let mut chain = Vec::new();
        let clash = self.replay(&mut desk, before, &used, assumed, rounds, Some(&mut chain));
        let clash = clash.map(|(clash, _)| clash);
        // The last values found for one variable can be the contradiction.
        let both = match clash {
            Some(Clash::NoValue(var)) => {
                let mut values: Vec<u32> =
                    chain.iter().filter(|(other, _)| *other == var).map(|(_, v)| *v).collect();
                values.sort_unstable();
                values.dedup();
                Some((var, values)).filter(|(_, values)| values.len() > 1)
            }
            _ => None,
        };
        let end = match (clash, both) {
            (_, Some((var, values))) => {
                chain.retain(|(other, _)| *other != var);
                End::Both(VarId(var), self.number(values[0]), self.number(values[1]))
            }
            (Some(Clash::NoValue(var)), _) => End::NoValue(VarId(var)),
            (Some(Clash::NoPlace(group, value)), _) => {
                let vars = &self.groups[group as usize].vars;
                let first = vars.first().map_or(VarId(0), |var| VarId(*var));
                End::NoPlace(first, self.number(value))
            }
            (Some(Clash::Statement(_)) | None, _) => End::Broken,
        };
        let mut seen = std::collections::BTreeSet::new();
        chain.retain(|found| seen.insert(*found));
        let is_told = |var: u32| self.is_answer[var as usize];
        let chain = chain.into_iter().filter(|(var, _)| is_told(*var));
        (chain.map(|(var, value)| (VarId(var), self.number(value))).collect(), end)
    }
}
