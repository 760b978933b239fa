//! Rules and clues that count places, and contradictions that come from too few of them being left: a person
//! names the places that are left and what each of them does, and not one value after the other.

use std::collections::BTreeSet;

use puzgen_base::ops::CompareOp;
use puzgen_csp::eval::eval_stmt;
use puzgen_csp::{BoolExpr, Csp, IntExpr, Lit, Origin, Stmt, VarId};
use puzgen_model::definition::Shown;
use puzgen_model::expr::ExprKind;
use puzgen_stepwise::{Deduction, Fact};

use super::because::Because;
use super::names::{VarMeaning, Words};
use super::sentences::{Reason, fill};
use super::source::Source;

/// Where the values of clues come from.
const OF_CLUE: &str = "a clue's value";
/// How many places are listed.
const MOST_PLACES: usize = 6;

/// What a rule or clue counts.
pub(super) struct Counted {
    /// What is counted at each place.
    pub(super) members: Vec<Lit>,
    /// The rule's case, or the clue.
    pub(super) case: String,
}

/// How the other rules and clues of a reason bear on what one of them counts.
#[derive(Default)]
struct Others<'s> {
    /// What cannot be counted any more.
    lost: BTreeSet<VarId>,
    /// What excludes that two of the places are counted.
    pairs: Vec<(&'s Source, [VarId; 2])>,
}

impl Words<'_> {
    /// Returns the reason for a deduction where a rule or clue that counts would have too few places left: where
    /// one source counts, and each of the others is about two places.
    pub(super) fn too_few(&self, deduction: &Deduction, sources: &[Source]) -> Option<Because> {
        let found = sources.iter().map(|source| self.counted(source));
        let found: Vec<Option<Counted>> = found.collect();
        let mut counting = found.iter().flatten();
        let (Some(counted), None) = (counting.next(), counting.next()) else { return None };
        let others = sources.iter().zip(&found).filter(|(_, counted)| counted.is_none());
        let others = self.bearing(deduction, counted, others.map(|(source, _)| source))?;
        let own = self.assumed_of(deduction)?;
        if others.lost.is_empty() && others.pairs.is_empty() {
            return None;
        }
        let is_open = |lit: &&Lit| !self.cannot_hold(**lit, &deduction.facts);
        let open = counted.members.iter().filter(is_open).map(|lit| lit.var);
        let open: Vec<VarId> = open.filter(|var| *var != own.var).collect();
        // The smallest reason may need no more than some of what the place in question excludes.
        let is_left = |var: &VarId| {
            let lit = counted.members.iter().find(|lit| lit.var == *var);
            !others.lost.contains(var) && !lit.is_some_and(|lit| self.is_excluded(own, *lit))
        };
        let left: Vec<VarId> = open.iter().copied().filter(is_left).collect();
        // A place that may be counted and is assumed to be is one more.
        let has_own = counted.members.iter().any(|lit| lit.var == own.var && *lit == own);
        let template = self.few_left(counted, (&open, &left), &others, (own, has_own))?;
        let is_member = |fact: &&Fact| counted.members.iter().any(|lit| lit.var == fact.var());
        let facts: Vec<Fact> =
            deduction.facts.iter().filter(|fact| !is_member(fact)).cloned().collect();
        let facts = self.shown(&facts, deduction.var);
        Some(Because { template, facts, ..Because::default() })
    }

    /// Returns what is said of a count: in other words than these where it has no other place left, or is of none.
    pub(super) fn counted_words(
        &self,
        said: String,
        reason: Reason,
        deduction: &Deduction,
        source: &Source,
    ) -> String {
        let (Reason::Truths { excluded, .. }, Some(case)) = (reason, source.case()) else {
            return said;
        };
        let is_needed = said != fill(excluded, &[("case", case)]);
        self.of_last_place(deduction, source, is_needed).unwrap_or(said)
    }

    fn of_last_place(
        &self,
        deduction: &Deduction,
        source: &Source,
        is_needed: bool,
    ) -> Option<String> {
        match &self.reason_at(source)?.1.kind {
            ExprKind::Call(function, _) if function.name() == "count" => {}
            _ => return None,
        }
        let case = ("case", source.case()?);
        if !is_needed {
            let Source::Clue { var, .. } = source else { return None };
            let is_none = self.given.get(var) == Some(&0);
            return is_none.then(|| fill(self.sentences.allows_none, &[case]));
        }
        self.is_last_place(deduction, source)?.then(|| fill(self.sentences.few.lacks[0], &[case]))
    }

    /// Returns whether all other places that a source counts are known.
    fn is_last_place(&self, deduction: &Deduction, source: &Source) -> Option<bool> {
        let is_told = |var: VarId| {
            let mut own = deduction.facts.iter().filter(|fact| fact.var() == var);
            own.any(|fact| self.told(fact).is_some())
        };
        let open: Vec<VarId> = match self.counted(source) {
            Some(Counted { members, .. }) => {
                let is_open =
                    |lit: &Lit| !is_told(lit.var) && !self.cannot_hold(*lit, &deduction.facts);
                members.into_iter().filter(is_open).map(|lit| lit.var).collect()
            }
            None => {
                let vars = self.stmts_of(source).into_iter().flat_map(Stmt::vars);
                let (_, places) = self.seen_through(vars)?;
                if !places.iter().all(|var| self.is_truth(*var)) {
                    return None;
                }
                let is_known = |var: VarId| [0, 1].into_iter().any(|it| self.is_at_once(var, it));
                places.into_iter().filter(|var| !is_told(*var) && !is_known(*var)).collect()
            }
        };
        Some(open == [deduction.var])
    }

    /// Returns what is wrong with a count where the opposite of a deduction leads to these values: too many places hold it, or
    /// too few are left.
    pub(super) fn count_end(
        &self,
        deduction: &Deduction,
        source: &Source,
        chain: &[(VarId, i64)],
    ) -> Option<String> {
        let counted = self.counted(source)?;
        let wanted = usize::try_from(self.wanted(source)?).ok()?;
        let own = self.assumed_of(deduction)?;
        let told = deduction.facts.iter().filter_map(|fact| self.told(fact));
        let told = told.chain(chain.iter().copied()).map(|(var, value)| Lit::is(var, value));
        let told: Vec<Lit> = told.chain([own]).collect();
        let is_told = |lit: &Lit, holds: bool| {
            told.iter().any(|told| told.var == lit.var && lit.holds_for(told.value) == holds)
        };
        let own_ones = || told.iter().filter(|lit| lit.value != 0);
        let holding = counted.members.iter().filter(|lit| is_told(lit, true));
        let holding: Vec<Lit> = holding.copied().collect();
        let is_open = |lit: &&Lit| {
            !is_told(lit, true)
                && !is_told(lit, false)
                && !self.cannot_hold(**lit, &deduction.facts)
                && !own_ones().any(|other| self.is_excluded(*other, **lit))
        };
        let left: Vec<Lit> = counted.members.iter().filter(is_open).copied().collect();
        let table = &self.sentences.few;
        let (text, places) = match (holding.len() > wanted, holding.len() + left.len() < wanted) {
            (true, _) => (table.too_many, &holding),
            (_, true) if left.is_empty() => (table.lacks[0], &left),
            (_, true) => (table.lacks[1], &left),
            _ => return None,
        };
        let places: Vec<String> = places.iter().map(|lit| self.spoken(lit.var)).collect();
        let places = self.sentences.some(&places, MOST_PLACES, self.sentences.and);
        Some(fill(text, &[("case", counted.case.as_str()), ("places", &places)]))
    }

    /// Returns what is said where these places are left, of those that were open.
    fn few_left(
        &self,
        counted: &Counted,
        (open, left): (&[VarId], &[VarId]),
        others: &Others<'_>,
        (own, has_own): (Lit, bool),
    ) -> Option<String> {
        let table = &self.sentences.few;
        let spoken = |vars: &[VarId], word: &str| {
            let places: Vec<String> = vars.iter().map(|var| self.spoken(*var)).collect();
            self.sentences.some(&places, MOST_PLACES, word)
        };
        let case = ("case", counted.case.as_str());
        let and = self.sentences.and;
        let is_left =
            |(_, pair): &&(&Source, [VarId; 2])| pair.iter().all(|var| left.contains(var));
        let pairs: Vec<&Source> =
            others.pairs.iter().filter(is_left).map(|(source, _)| *source).collect();
        if others.pairs.len() > pairs.len() && left.len() > 1 {
            return None;
        }
        Some(match (pairs.as_slice(), left, open) {
            (_, _, []) => return None,
            ([], [], _) if has_own => fill(table.alone, &[case]),
            ([], [], _) if own.value == 0 => fill(table.none_left, &[case]),
            ([], [], [_]) => fill(table.last, &[case, ("places", &spoken(open, and))]),
            ([], [], _) => fill(table.each, &[case, ("places", &spoken(open, and))]),
            ([], left, _) if !has_own => {
                fill(table.only_left, &[case, ("places", &spoken(left, and))])
            }
            ([], left, _) => fill(table.only_with, &[case, ("places", &spoken(left, and))]),
            ([pair], left, _) if left.len() > 1 && left.len() <= MOST_PLACES => {
                let sentence = self.broken_one(pair);
                let parts = [case, ("places", &spoken(left, and)), ("not", &sentence)];
                fill(table.needs, &parts)
            }
            (pairs, left, _) if pairs.len() > 1 && left.len() > 1 && left.len() <= MOST_PLACES => {
                fill(table.crowded, &[case, ("places", &spoken(left, and))])
            }
            _ => return None,
        })
    }

    /// Returns what a source counts, where it says how many there are.
    pub(super) fn counted(&self, source: &Source) -> Option<Counted> {
        let case = source.label()?.to_owned();
        let csp = &self.lowered.csp;
        let mut members: Vec<Lit> = Vec::new();
        for stmt in self.stmts_of(source) {
            let Stmt::Hold(BoolExpr::Compare(CompareOp::Eq, a, b)) = stmt else { return None };
            members.extend(terms(csp, a)?);
            members.extend(terms(csp, b)?);
        }
        members.retain(|lit| self.is_answer(lit.var));
        (members.len() > 1).then_some(Counted { members, case })
    }

    /// Returns the statements of a source.
    pub(super) fn stmts_of(&self, source: &Source) -> Vec<&Stmt> {
        let is_of = |(stmt, origin): &&(Stmt, Origin)| match (source, origin) {
            (Source::Rule { rule, number, .. }, Origin::Rule { rule: other, case, .. }) => {
                *rule == *other as usize && *number == *case as usize
            }
            (Source::Clue { var, .. }, Origin::Introduced(why)) => {
                *why == OF_CLUE && stmt.vars().contains(var)
            }
            _ => false,
        };
        self.lowered.csp.stmts.iter().filter(is_of).map(|(stmt, _)| stmt).collect()
    }

    pub(super) fn is_answer(&self, var: VarId) -> bool {
        matches!(self.roles[var.index()], Some(VarMeaning::Value(Shown::Answer(_), _)))
    }

    /// Returns what is assumed to be led to a contradiction.
    pub(super) fn assumed_of(&self, deduction: &Deduction) -> Option<Lit> {
        let Deduction { var, value, is, .. } = deduction;
        match is {
            true => Some(Lit::is(*var, self.other_of_two(*var, *value)?)),
            false => Some(Lit::is(*var, *value)),
        }
    }

    /// Returns whether facts, or what the board shows by itself, exclude a literal.
    pub(super) fn cannot_hold(&self, lit: Lit, facts: &[Fact]) -> bool {
        let mut values = self.lowered.csp.domain(lit.var).iter();
        values.all(|value| !self.may_be(lit.var, value, facts) || !lit.holds_for(value))
    }

    /// Returns what other sources say of the places that are counted; `None` where one of them is not of two
    /// places.
    fn bearing<'s>(
        &self,
        deduction: &Deduction,
        counted: &Counted,
        others: impl Iterator<Item = &'s Source>,
    ) -> Option<Others<'s>> {
        let own = self.assumed_of(deduction)?;
        let mut bearing = Others::default();
        let is_member = |var: VarId| counted.members.iter().any(|lit| lit.var == var);
        for source in others {
            let stmts = self.stmts_of(source);
            let mut vars: Vec<VarId> = stmts.iter().flat_map(|stmt| stmt.vars()).collect();
            vars.sort_unstable();
            vars.dedup();
            match (vars.as_slice(), stmts.as_slice()) {
                ([a, b], [stmt]) if [a, b].contains(&&own.var) => {
                    let other = if *a == own.var { *b } else { *a };
                    let lit = counted.members.iter().find(|lit| lit.var == other)?;
                    if !excludes(&self.lowered.csp, stmt, own, *lit) {
                        return None;
                    }
                    bearing.lost.insert(other);
                }
                ([a, b], [stmt])
                    if self.excluded_by(stmt, [*a, *b], deduction, counted).is_some() =>
                {
                    bearing.lost.extend(self.excluded_by(stmt, [*a, *b], deduction, counted));
                }
                ([a, b], [_]) if is_member(*a) && is_member(*b) => {
                    bearing.pairs.push((source, [*a, *b]))
                }
                _ => return None,
            }
        }
        Some(bearing)
    }

    /// Returns the place that cannot be counted by a statement about two places, of which a fact tells the other one.
    fn excluded_by(
        &self,
        stmt: &Stmt,
        pair: [VarId; 2],
        deduction: &Deduction,
        counted: &Counted,
    ) -> Option<VarId> {
        let [a, b] = pair;
        let told = |var: VarId| {
            let mut told = deduction.facts.iter().filter_map(|fact| self.told(fact));
            told.find(|(other, _)| *other == var).map(|(_, value)| Lit::is(var, value))
        };
        [(a, b), (b, a)].into_iter().find_map(|(known, other)| {
            let lit = counted.members.iter().find(|lit| lit.var == other)?;
            excludes(&self.lowered.csp, stmt, told(known)?, *lit).then_some(other)
        })
    }

    /// Returns whether some statement about two places does not allow both of these.
    fn is_excluded(&self, a: Lit, b: Lit) -> bool {
        let stmts = self.lowered.csp.stmts.iter().map(|(stmt, _)| stmt);
        let mut both = stmts.filter(|stmt| {
            let mut vars = stmt.vars();
            vars.sort_unstable();
            vars.dedup();
            vars.len() == 2 && vars.contains(&a.var) && vars.contains(&b.var)
        });
        both.any(|stmt| excludes(&self.lowered.csp, stmt, a, b))
    }
}

/// Returns whether a statement about two variables does not allow two literals together.
pub(super) fn excludes(csp: &Csp, stmt: &Stmt, a: Lit, b: Lit) -> bool {
    let mut assignment = vec![0; csp.vars.len()];
    let mut values = csp.domain(a.var).iter().filter(|value| a.holds_for(*value));
    values.all(|value| {
        assignment[a.var.index()] = value;
        let mut others = csp.domain(b.var).iter().filter(|value| b.holds_for(*value));
        others.all(|other| {
            assignment[b.var.index()] = other;
            !eval_stmt(stmt, &assignment)
        })
    })
}

/// Returns the literals that are counted in a number, where it is no more than a count.
fn terms(csp: &Csp, number: &IntExpr) -> Option<Vec<Lit>> {
    let mut found = Vec::new();
    let mut add = |term: &IntExpr| {
        let lit = match term {
            IntExpr::FromBool(truth) => match &**truth {
                BoolExpr::Lit(lit) => *lit,
                _ => return None,
            },
            IntExpr::Var(var) if csp.domain(*var).iter().eq([0, 1]) => Lit::is(*var, 1),
            _ => return None,
        };
        found.push(lit);
        Some(())
    };
    match number {
        IntExpr::Const(_) | IntExpr::Var(_) => {}
        IntExpr::Linear(terms, _) => {
            terms.iter().try_for_each(
                |(factor, term)| {
                    if *factor == 1 { add(term) } else { None }
                },
            )?;
        }
        term => add(term)?,
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use puzgen_csp::Domain;

    use super::*;

    /// Returns a problem with three truths and a number up to 3.
    fn problem() -> (Csp, Vec<VarId>) {
        let mut csp = Csp::new();
        let mut vars: Vec<VarId> =
            (0..3).map(|_| csp.var("truth".to_owned(), Domain::Range(0, 1))).collect();
        vars.push(csp.var("number".to_owned(), Domain::Range(1, 3)));
        (csp, vars)
    }

    fn sum(terms: &[(i64, IntExpr)]) -> IntExpr {
        IntExpr::Linear(terms.to_vec(), 0)
    }

    #[test]
    fn what_is_counted_are_truths_and_values_of_places() {
        let (csp, vars) = problem();
        let is_two = IntExpr::from_bool(BoolExpr::Lit(Lit::is(vars[3], 2)));
        let count = sum(&[(1, IntExpr::Var(vars[0])), (1, is_two)]);
        assert_eq!(terms(&csp, &count), Some(vec![Lit::is(vars[0], 1), Lit::is(vars[3], 2)]));
        // What it is compared with counts nothing.
        assert_eq!(terms(&csp, &IntExpr::Const(2)), Some(Vec::new()));
    }

    #[test]
    fn sums_of_numbers_and_of_multiples_are_no_counts() {
        let (csp, vars) = problem();
        assert_eq!(terms(&csp, &sum(&[(2, IntExpr::Var(vars[0]))])), None);
        assert_eq!(terms(&csp, &sum(&[(1, IntExpr::Var(vars[3]))])), None);
        let either = BoolExpr::Or(vec![BoolExpr::Lit(Lit::is(vars[0], 1))]);
        assert_eq!(terms(&csp, &sum(&[(1, IntExpr::FromBool(Box::new(either)))])), None);
    }

    #[test]
    fn two_places_exclude_each_other_where_no_values_of_both_fit() {
        let (csp, vars) = problem();
        let both = |a: Lit, b: Lit| BoolExpr::And(vec![BoolExpr::Lit(a), BoolExpr::Lit(b)]);
        let [a, b] = [Lit::is(vars[0], 1), Lit::is(vars[3], 2)];
        let stmt = Stmt::Hold(BoolExpr::Not(Box::new(both(a, b))));
        assert!(excludes(&csp, &stmt, a, b));
        assert!(excludes(&csp, &stmt, b, a));
        assert!(!excludes(&csp, &stmt, !a, b));
        // Of "not 1", only one value does not fit.
        assert!(!excludes(&csp, &stmt, a, Lit::is_not(vars[3], 1)));
        assert!(!excludes(&csp, &stmt, a, !b));
    }
}
