//! Which function of the language a reason is of, and what it says of a deduction.

use puzgen_csp::VarId;
use puzgen_model::definition::{Role, Shown};
use puzgen_model::expr::{CompareOp, Expr, ExprKind, FamilyId};
use puzgen_model::ty::Ty;
use puzgen_model::value::{Key, Value};
use puzgen_stepwise::{Deduction, Fact};

use super::names::{VarMeaning, Words};
use super::sentences::Reason;
use super::source::Source;

/// How deep expressions are searched.
const DEEPEST: usize = 8;

impl Words<'_> {
    /// Returns the function in a rule or clue that has words of its own, and its call.
    pub(super) fn reason_at(&self, source: &Source) -> Option<(Reason, &Expr)> {
        let definition = self.instance.definition;
        let expr = match source {
            Source::Rule { rule, .. } => &definition.rules[*rule].body,
            Source::Clue { var, .. } => match self.roles[var.index()] {
                Some(VarMeaning::Value(Shown::Clue(id), _)) => &definition.clue(id).value,
                _ => return None,
            },
        };
        self.reason_of(expr, 0)
    }

    /// Returns the first function of an expression that has words of its own, and its call.
    pub(super) fn reason_of<'e>(
        &'e self,
        expr: &'e Expr,
        depth: usize,
    ) -> Option<(Reason, &'e Expr)> {
        if depth > DEEPEST {
            return None;
        }
        let next = |inner: &'e Expr| self.reason_of(inner, depth + 1);
        match &expr.kind {
            ExprKind::Call(function, arguments) => {
                let is_count = function.name() == "count";
                let own = match is_count && arguments.iter().any(Self::is_of_group) {
                    // What is counted in a group changes with the group.
                    true => Some(self.sentences.count_in_group),
                    false => self.sentences.of(function.name()),
                };
                own.map(|reason| (reason, expr)).or_else(|| arguments.iter().find_map(next))
            }
            ExprKind::GroupSize(..) => Some((Reason::Groups, expr)),
            ExprKind::Compare(first, rest) if Self::are_one(first, rest) => {
                Some((self.sentences.one_of, expr))
            }
            ExprKind::Compare(first, rest) => {
                next(first).or_else(|| rest.iter().find_map(|(_, other)| next(other)))
            }
            ExprKind::Sum(terms) => match terms.as_slice() {
                [(false, only)] => next(only),
                terms => {
                    // Of a difference, what is said of numbers is said of all of it.
                    let mut parts = terms.iter().filter_map(|(_, term)| next(term));
                    parts.next().filter(|(reason, _)| {
                        matches!(reason, Reason::Values { .. } | Reason::Order { .. })
                    })
                }
            },
            ExprKind::If(_, one, other) => next(one).or_else(|| next(other)),
            ExprKind::Element { family, .. } => {
                match &self.instance.definition.family(*family).role {
                    Role::Determined(value) => next(value),
                    Role::Answer(_) | Role::Free(_) => None,
                }
            }
            _ => None,
        }
    }

    /// Returns whether a list has an element for each member of a group.
    fn is_of_group(list: &Expr) -> bool {
        let ExprKind::ListOf { binders, .. } = &list.kind else { return false };
        binders.parts().any(|part| matches!(part.kind, ExprKind::Group(..)))
    }

    /// Returns whether a comparison says that several counts are one together.
    fn are_one(first: &Expr, rest: &[(CompareOp, Expr)]) -> bool {
        let ([(CompareOp::Eq, one)], ExprKind::Sum(counts)) = (rest, &first.kind) else {
            return false;
        };
        let is_count = |(is_subtracted, term): &(bool, Expr)| {
            let is_count =
                matches!(&term.kind, ExprKind::Call(function, _) if function.name() == "count");
            !is_subtracted && is_count
        };
        matches!(one.kind, ExprKind::Const(Value::Int(1))) && counts.iter().all(is_count)
    }

    /// Returns what a function says of a deduction.
    pub(super) fn reason_words(
        &self,
        reason: Reason,
        call: &Expr,
        deduction: &Deduction,
    ) -> Option<String> {
        let Deduction { var, value, is, facts, .. } = deduction;
        let own = if *is { self.value(*var, *value) } else { "{value}".to_owned() };
        let holds = || match &call.kind {
            ExprKind::Call(_, arguments) => self.holds(arguments, deduction),
            _ => None,
        };
        let text = match reason {
            Reason::Values { needed, excluded }
            | Reason::Order { needed, excluded, .. }
            | Reason::Distinct { needed, excluded } => {
                if *is {
                    needed
                } else {
                    excluded
                }
            }
            Reason::Truths { .. } | Reason::Lines { .. } if !self.is_about(call, *var) => {
                return None;
            }
            Reason::Truths { needed, excluded } => {
                if holds()? {
                    needed
                } else {
                    excluded
                }
            }
            Reason::Lines { needed, crossing, ends, closes, spoils, .. } => match holds()? {
                true => needed,
                false if self.meets(*var, facts, true) => crossing,
                false if self.meets(*var, facts, false) => ends,
                false if self.closes_loop(*var, facts) => closes,
                false => spoils,
            },
            Reason::OneOf { needed, excluded } => {
                let holds = |fact: &Fact| self.told(fact).is_some_and(|(_, value)| value != 0);
                if facts.iter().any(holds) { excluded } else { needed }
            }
            // Where one group is what forbids it, that is told ([`How::Group`](puzgen_stepwise::How::Group)).
            // Of a border that is there or not, the sentence of the rule says more.
            Reason::Groups if *is && self.truth(*var).is_none() => {
                let words = self.by_other_sizes(deduction);
                return Some(words.unwrap_or(self.sentences.groups.no_other_fits.to_owned()));
            }
            Reason::Groups => return None,
        };
        Some(text.replace("{value}", &own))
    }

    /// Returns whether a function is given values of the family that a variable is of, as far as that is to
    /// be seen.
    pub(super) fn is_about(&self, call: &Expr, var: VarId) -> bool {
        let Some(VarMeaning::Value(Shown::Answer(own), _)) = self.roles[var.index()] else {
            return true;
        };
        let mut answers = Vec::new();
        self.answers_in(call, &mut answers, 0);
        answers.is_empty() || answers.contains(&own)
    }

    /// Adds the families of the answer that an expression takes values of.
    fn answers_in(&self, expr: &Expr, answers: &mut Vec<FamilyId>, depth: usize) {
        let mut all = |inner: &[&Expr]| {
            inner.iter().for_each(|expr| self.answers_in(expr, answers, depth + 1));
        };
        match &expr.kind {
            _ if depth > DEEPEST => {}
            ExprKind::Call(_, inner)
            | ExprKind::List(inner)
            | ExprKind::And(inner)
            | ExprKind::Or(inner) => all(&inner.iter().collect::<Vec<_>>()),
            ExprKind::ListOf { body, .. } | ExprKind::Not(body) => all(&[body]),
            ExprKind::Compare(first, rest) => {
                all(&std::iter::once(&**first)
                    .chain(rest.iter().map(|(_, e)| e))
                    .collect::<Vec<_>>());
            }
            ExprKind::Element { family, .. } | ExprKind::Family(family) => {
                if matches!(self.instance.definition.family(*family).role, Role::Answer(_)) {
                    answers.push(*family);
                }
            }
            _ => {}
        }
    }

    /// Returns whether a deduction makes an element of a list of truths hold, where that is to be seen.
    pub(super) fn holds(&self, arguments: &[Expr], deduction: &Deduction) -> Option<bool> {
        let Deduction { value, is, .. } = deduction;
        // `count(list, value)`.
        if let [_, wanted] = arguments
            && let ExprKind::Const(Value::Int(wanted)) = &wanted.kind
        {
            return Self::equals(*wanted, *value, *is);
        }
        let is_truths = |ty: &Ty| ty.element().is_some_and(|element| *element.value() == Ty::Bool);
        let list = arguments.iter().find(|argument| is_truths(&argument.ty))?;
        let body = match &list.kind {
            ExprKind::ListOf { body, .. } => body,
            _ => list,
        };
        self.is_made_true(body, *value, *is)
    }

    fn equals(wanted: i64, value: i64, is: bool) -> Option<bool> {
        match (is, value == wanted) {
            (true, same) => Some(same),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }

    fn is_made_true(&self, expr: &Expr, value: i64, is: bool) -> Option<bool> {
        match &expr.kind {
            ExprKind::Element { .. } | ExprKind::Family(_) => Some((value != 0) == is),
            ExprKind::Not(inner) => self.is_made_true(inner, value, is).map(|holds| !holds),
            ExprKind::Compare(first, rest) => match (&first.kind, rest.as_slice()) {
                (ExprKind::Element { .. }, [(op, other)]) => {
                    let ExprKind::Const(Value::Int(wanted)) = &other.kind else { return None };
                    let same = Self::equals(*wanted, value, is);
                    match op {
                        CompareOp::Eq => same,
                        CompareOp::Ne => same.map(|same| !same),
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns an end of a line where there are two others that are drawn, or all others are known not to be drawn, by the
    /// facts.
    pub(super) fn meeting(&self, var: VarId, facts: &[Fact], is_drawn: bool) -> Option<Key> {
        let told: Vec<(VarId, i64)> = facts.iter().filter_map(|fact| self.told(fact)).collect();
        self.ends(var).into_iter().find(|end| {
            let at = |other: VarId| other != var && self.ends(other).contains(end);
            let here = told.iter().filter(|(other, _)| at(*other));
            match is_drawn {
                true => here.filter(|(_, value)| *value != 0).count() >= 2,
                false => {
                    let all = self.lowered.csp.answers.iter().filter(|other| at(**other)).count();
                    here.filter(|(_, value)| *value == 0).count() >= all
                }
            }
        })
    }

    /// Returns whether there is such an end.
    pub(super) fn meets(&self, var: VarId, facts: &[Fact], is_drawn: bool) -> bool {
        self.meeting(var, facts, is_drawn).is_some()
    }

    /// Returns whether the ends of a line are joined by lines that the facts tell.
    fn closes_loop(&self, var: VarId, facts: &[Fact]) -> bool {
        let ends = self.ends(var);
        let [start, end] = ends.as_slice() else { return false };
        let told = facts.iter().filter_map(|fact| self.told(fact));
        let drawn: Vec<Vec<Key>> =
            told.filter(|(_, value)| *value != 0).map(|(line, _)| self.ends(line)).collect();
        let (mut reached, mut at) = (vec![start.clone()], 0);
        while at < reached.len() {
            let here = drawn.iter().filter(|line| line.contains(&reached[at]));
            let beyond: Vec<Key> = here.flatten().cloned().collect();
            beyond.into_iter().for_each(|key| {
                if !reached.contains(&key) {
                    reached.push(key);
                }
            });
            at += 1;
        }
        reached.contains(end)
    }

    /// Returns the places that a line connects.
    pub(super) fn ends(&self, var: VarId) -> Vec<Key> {
        match (self.key(var), &self.instance.grid) {
            (Some(Key::Tuple(parts)), _) => parts.clone(),
            (Some(Key::Place(place)), Some(grid))
                if place.kind == puzgen_model::grid::PlaceKind::Edge =>
            {
                grid.ends(*place).into_iter().map(Key::Place).collect()
            }
            _ => Vec::new(),
        }
    }
}
