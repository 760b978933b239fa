//! The reason that a person would give for a deduction, from what its rule or clue says.
//!
//! Each function of the language has its own words ([`Constraint::because`]); which of them fit is found
//! from the expression and from what follows. Where nothing fits, the rule's own sentence is said.

use crate::constraints::{Reason, by_name};
use crate::csp::VarId;
use crate::model::definition::{Role, Shown};
use crate::model::eval::{FaultAt, Scope};
use crate::model::expr::{CompareOp, Expr, ExprKind};
use crate::model::ty::Ty;
use crate::model::value::{Key, Value};
use crate::stepwise::{ContradictionKind, Deduction, Fact, How};

use super::names::{VarMeaning, Words, listed};

/// What says that something follows.
#[derive(Debug, Clone)]
pub(super) enum Source {
    /// A case of a rule.
    Rule {
        /// Its position.
        rule: usize,
        /// The case in words, where the rule has cases.
        case: Option<String>,
        /// What is said where it is broken.
        sentence: String,
    },
    /// A clue.
    Clue {
        /// Its variable.
        var: VarId,
        /// The clue in words.
        words: String,
    },
}

/// A reason in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Because {
    /// The text, with `{value}` where the value stands.
    pub(super) template: String,
    /// What to look at, where the text does not say it.
    pub(super) facts: Vec<String>,
}

/// How many of the values that follow from an assumption are told.
const MOST_LINKS: usize = 6;
/// How many rules or clues are named at once.
const MOST_SOURCES: usize = 3;
/// How deep expressions are searched.
const DEEPEST: usize = 8;

impl Because {
    fn plain(template: impl Into<String>) -> Self {
        Self { template: template.into(), facts: Vec::new() }
    }

    /// Returns the text.
    pub(super) fn text(&self, value: &str) -> String {
        self.template.replace("{value}", value)
    }
}

impl Source {
    /// Returns what is wrong where it does not hold.
    fn broken(&self) -> String {
        match self {
            Self::Rule { sentence, .. } => sentence.clone(),
            Self::Clue { words, .. } => format!("{words} is wrong"),
        }
    }

    /// Returns the case or clue.
    fn label(&self) -> Option<&str> {
        match self {
            Self::Rule { case, .. } => case.as_deref(),
            Self::Clue { words, .. } => Some(words),
        }
    }
}

/// Returns what is wrong where not all sources hold.
fn broken(sources: &[Source]) -> String {
    let mut all: Vec<String> = sources.iter().map(Source::broken).collect();
    let more = all.len().saturating_sub(MOST_SOURCES);
    all.truncate(MOST_SOURCES);
    if more > 0 {
        all.push("something like that".to_owned());
    }
    match all.as_slice() {
        [] => "the clues contradict each other".to_owned(),
        all => listed(all, "or"),
    }
}

impl Words<'_> {
    /// Returns the case of a rule in words, such as `row 3`, where it has cases.
    pub(super) fn case_words(&self, rule: usize, case: usize) -> Result<Option<String>, FaultAt> {
        let Some(binders) = &self.instance.definition.rules[rule].binders else { return Ok(None) };
        let (mut number, mut found) = (0, None);
        Scope::new(self.instance).for_each(binders, &mut |scope| {
            if number == case {
                found = Some(scope.key_of(binders));
            }
            number += 1;
            Ok(())
        })?;
        let words = found.map(|key| match key {
            Value::Tuple(parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|part| self.instance.describe(part)).collect();
                listed(&parts, "and")
            }
            key => self.instance.describe(&key),
        });
        Ok(words)
    }

    /// Returns why a deduction follows.
    pub(super) fn because(&self, deduction: &Deduction, sources: &[Source]) -> Because {
        let Deduction { var, value, is, how, facts, .. } = deduction;
        let has_two = self.other_of_two(*var, *value).is_some();
        match how {
            How::OnlyValue if !has_two => self.only_value(deduction, sources),
            How::OnlyPlace => self.only_place(deduction, sources),
            How::OnlyValue | How::Statement => self.statement(deduction, sources),
            How::Values(vars, values) => {
                let (vars, values) = self.set(vars, values);
                let case = sources.first().and_then(Source::label).unwrap_or("one rule");
                Because::plain(format!("{vars} take {values} of {case}"))
            }
            How::Places(vars, values) => {
                let (vars, values) = self.set(vars, values);
                let case = sources.first().and_then(Source::label).unwrap_or("one rule");
                Because::plain(format!("in {case}, {values} fit only into {vars}"))
            }
            How::Otherwise(chain, end) => {
                let assumed = match (is, self.other_of_two(*var, *value)) {
                    (true, Some(other)) => self.is(*var, other),
                    (true, None) => self.says(*var, *value, false),
                    (false, _) => self.is(*var, *value),
                };
                let mut links: Vec<String> =
                    chain.iter().map(|(var, value)| self.is(*var, *value)).collect();
                let more = links.len().saturating_sub(MOST_LINKS);
                links.truncate(MOST_LINKS);
                if more > 0 {
                    links.push("and so on".to_owned());
                }
                let end = match end {
                    ContradictionKind::NoValue(_) if chain.is_empty() && has_two => broken(sources),
                    end => self.end(*var, end, sources),
                };
                let template = match links.as_slice() {
                    [] => format!("otherwise {end}"),
                    links => format!("if {assumed}, then {}, and {end}", links.join(", ")),
                };
                Because { template, facts: self.shown(facts, *var) }
            }
            How::Nested => Because::plain("otherwise one contradiction after the other follows"),
        }
    }

    /// Returns how a contradiction shows.
    fn end(&self, own: VarId, end: &ContradictionKind, sources: &[Source]) -> String {
        match end {
            ContradictionKind::NoValue(place) if *place == own => broken(sources),
            ContradictionKind::NoValue(place) if self.lowered.csp.domain(*place).size() == 2 => {
                format!("nothing fits {}", self.spoken(*place))
            }
            ContradictionKind::NoValue(place) => {
                format!("nothing is left for {}", self.spoken(*place))
            }
            ContradictionKind::Both(place, a, b) => {
                let (a, b) = (self.value(*place, *a), self.value(*place, *b));
                format!("{} would have to be both {a} and {b}", self.spoken(*place))
            }
            ContradictionKind::NoPlace(var, value) => {
                let value = self.value(*var, *value);
                match sources {
                    [only] if only.label().is_some() => {
                        format!("{} has no room for {value}", only.label().unwrap_or_default())
                    }
                    _ => format!("{value} has no place left"),
                }
            }
            ContradictionKind::Broken => broken(sources),
        }
    }

    /// Returns the facts to look at; what the place itself has lost was told before.
    fn shown(&self, facts: &[Fact], own: VarId) -> Vec<String> {
        let is_other = |fact: &&Fact| {
            let (Fact::Is(var, _) | Fact::IsNot(var, _) | Fact::OneOf(var, _)) = fact;
            *var != own
        };
        facts.iter().filter(is_other).map(|fact| self.fact(fact)).collect()
    }

    fn only_value(&self, deduction: &Deduction, sources: &[Source]) -> Because {
        let Deduction { var, value, facts, .. } = deduction;
        let value = self.value(*var, *value);
        let cases: Option<Vec<String>> = sources
            .iter()
            .map(|source| match source {
                Source::Rule { rule, case, .. } => {
                    let body = &self.instance.definition.rules[*rule].body;
                    let is_distinct =
                        matches!(self.reason_of(body, 0), Some((Reason::Distinct { .. }, _)));
                    case.clone().filter(|_| is_distinct)
                }
                Source::Clue { .. } => None,
            })
            .collect();
        let rests_on_itself = facts
            .iter()
            .any(|fact| matches!(fact, Fact::IsNot(own, _) | Fact::OneOf(own, _) if own == var));
        match cases.filter(|cases| !cases.is_empty()) {
            Some(cases) if !rests_on_itself => {
                let has = if cases.len() == 1 { "has" } else { "have" };
                let cases = listed(&cases, "and");
                Because::plain(format!("only {value} is left there, as {cases} {has} the others"))
            }
            _ => {
                let facts = self.shown(facts, *var);
                Because { template: format!("only {value} is left there"), facts }
            }
        }
    }

    fn only_place(&self, deduction: &Deduction, sources: &[Source]) -> Because {
        let Deduction { var, value, facts, .. } = deduction;
        let own = self.value(*var, *value);
        let case = sources.first().and_then(Source::label);
        let (clues, facts): (Vec<&Fact>, Vec<&Fact>) =
            facts.iter().partition(|fact| self.is_clue_alone(fact));
        let (same, others): (Vec<&Fact>, Vec<&Fact>) = facts
            .into_iter()
            .partition(|fact| self.told(fact).is_some_and(|(_, told)| told == *value));
        let places: Vec<String> = same
            .iter()
            .filter_map(|fact| self.told(fact))
            .map(|(var, _)| self.spoken(var))
            .collect();
        let mut facts: Vec<String> = Vec::new();
        if !places.is_empty() {
            facts.push(format!("the {own} at {}", listed(&places, "and")));
        }
        let excluded =
            others.iter().filter(|fact| matches!(fact, Fact::IsNot(..) | Fact::OneOf(..)));
        facts.extend(excluded.chain(&clues).map(|fact| self.fact(fact)));
        let template = match case {
            Some(case) => format!("the only place for {own} in {case}"),
            None => format!("the only place for {own}"),
        };
        Because { template, facts }
    }

    fn statement(&self, deduction: &Deduction, sources: &[Source]) -> Because {
        let facts = || self.shown(&deduction.facts, deduction.var);
        let [only] = sources else {
            let labels: Option<Vec<String>> =
                sources.iter().map(|source| source.label().map(str::to_owned)).collect();
            let template = match labels.filter(|l| (2..=MOST_SOURCES).contains(&l.len())) {
                Some(labels) => format!("{} leave nothing else", listed(&labels, "and")),
                None => format!("otherwise {}", broken(sources)),
            };
            return Because { template, facts: facts() };
        };
        let definition = self.instance.definition;
        let expr = match only {
            Source::Rule { rule, .. } => &definition.rules[*rule].body,
            Source::Clue { var, .. } => match self.roles[var.index()] {
                Some(VarMeaning::Value(Shown::Clue(id), _)) => &definition.clue(id).value,
                _ => {
                    return Because {
                        template: format!("otherwise {}", only.broken()),
                        facts: facts(),
                    };
                }
            },
        };
        let said = self.reason_of(expr, 0).and_then(|(reason, call)| {
            let case = only.label().unwrap_or("the board");
            Some(self.reason_words(reason, call, deduction)?.replace("{case}", case))
        });
        match said {
            Some(template) => Because::plain(template),
            None => Because { template: format!("otherwise {}", only.broken()), facts: facts() },
        }
    }

    /// Returns the first function of an expression that has words of its own, and its call.
    fn reason_of<'e>(&'e self, expr: &'e Expr, depth: usize) -> Option<(Reason, &'e Expr)> {
        if depth > DEEPEST {
            return None;
        }
        let next = |inner: &'e Expr| self.reason_of(inner, depth + 1);
        match &expr.kind {
            ExprKind::Call(function, arguments) => {
                let own = by_name(function.name()).and_then(|constraint| constraint.because());
                own.map(|reason| (reason, expr)).or_else(|| arguments.iter().find_map(next))
            }
            ExprKind::GroupSize(..) => Some((Reason::Groups, expr)),
            ExprKind::Compare(first, rest) => {
                next(first).or_else(|| rest.iter().find_map(|(_, other)| next(other)))
            }
            ExprKind::Sum(terms) => match terms.as_slice() {
                [(false, only)] => next(only),
                _ => None,
            },
            ExprKind::Element { family, .. } => {
                match &self.instance.definition.family(*family).role {
                    Role::Determined(value) => next(value),
                    Role::Answer(_) | Role::Free(_) => None,
                }
            }
            _ => None,
        }
    }

    /// Returns what a function says of a deduction.
    fn reason_words(&self, reason: Reason, call: &Expr, deduction: &Deduction) -> Option<String> {
        let Deduction { var, value, is, facts, .. } = deduction;
        let own = if *is { self.value(*var, *value) } else { "{value}".to_owned() };
        let holds = || match &call.kind {
            ExprKind::Call(_, arguments) => self.holds(arguments, deduction),
            _ => None,
        };
        let text = match reason {
            Reason::Values { needed, excluded } | Reason::Distinct { needed, excluded } => {
                if *is {
                    needed
                } else {
                    excluded
                }
            }
            Reason::Truths { needed, excluded } => {
                if holds()? {
                    needed
                } else {
                    excluded
                }
            }
            Reason::Lines { needed, crossing, ends, closes } => match holds()? {
                true => needed,
                false if self.meets(*var, facts, true) => crossing,
                false if self.meets(*var, facts, false) => ends,
                false => closes,
            },
            Reason::Groups => {
                // Which facts are needed tells why: squares of the group itself, or what is around it.
                let wanted = *value;
                let told: Vec<i64> =
                    facts.iter().filter_map(|fact| Some(self.told(fact)?.1)).collect();
                let same = told.iter().filter(|told| **told == wanted).count();
                match (*is, same) {
                    (true, 0) => "no other group has room there",
                    (true, _) => "the group of {value} beside it cannot grow elsewhere",
                    (false, 0) => "a group of {value} has no room there",
                    (false, same) if same < facts.len() => "a group of {value} has no room there",
                    (false, same) if same as i64 >= wanted => {
                        "the group of {value} beside it is complete"
                    }
                    (false, _) => "the group of {value} would become too large",
                }
            }
        };
        Some(text.replace("{value}", &own))
    }

    /// Returns whether a deduction makes an element of a list of truths hold, where that is to be seen.
    fn holds(&self, arguments: &[Expr], deduction: &Deduction) -> Option<bool> {
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

    /// Returns whether at one end of a line there are two others that are drawn, or all others are known not
    /// to be drawn, by the facts.
    fn meets(&self, var: VarId, facts: &[Fact], is_drawn: bool) -> bool {
        let told: Vec<(VarId, i64)> = facts.iter().filter_map(|fact| self.told(fact)).collect();
        self.ends(var).iter().any(|end| {
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

    /// Returns the places that a line connects.
    fn ends(&self, var: VarId) -> Vec<Key> {
        match (self.key(var), &self.instance.grid) {
            (Some(Key::Tuple(parts)), _) => parts.clone(),
            (Some(Key::Place(place)), Some(grid)) if place.kind == crate::grid::PlaceKind::Edge => {
                grid.ends(*place).into_iter().map(Key::Place).collect()
            }
            _ => Vec::new(),
        }
    }
}
