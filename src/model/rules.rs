//! What solutions say by direct evaluation: the facts of their clues, and which rules they break.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::definition::Rule;
use crate::eval::Scope;
use crate::fault::{Fault, FaultAt};
use crate::grid::Place;
use crate::instance::Instance;
use crate::puzzle::FactValue;
use crate::value::Value;

/// Returns all clue facts of a solution. Where a clue's expression has no value, such as a division
/// by zero, there is no fact.
///
/// # Errors
/// Where a clue looks at something that is not at hand.
pub fn facts_of(instance: &Instance<'_>, values: &[i64]) -> Result<Vec<FactValue>, FaultAt> {
    facts_where(instance, values, |_| true)
}

/// Returns what those clues say on this assignment whose facts are meant, and nothing for the others.
///
/// # Errors
/// As [`facts_of`].
pub fn facts_where(
    instance: &Instance<'_>,
    values: &[i64],
    is_meant: impl Fn(usize) -> bool,
) -> Result<Vec<FactValue>, FaultAt> {
    let mut scope = Scope::new(instance).with_values(values).relational();
    let mut facts = Vec::with_capacity(instance.fact_count);
    for (declared, clue) in instance.definition.clues.iter().zip(&instance.clues) {
        for key in clue.index.keys() {
            if !is_meant(facts.len()) {
                facts.push(None);
                continue;
            }
            if let Some(binders) = &declared.index {
                scope.bind_key(binders, &key.to_value());
            }
            let is_defined = match &declared.condition {
                Some(condition) => scope.eval_bool(condition)?,
                None => true,
            };
            facts.push(if is_defined {
                match scope.eval(&declared.value) {
                    Ok(Value::Int(value)) => Some(value),
                    Ok(Value::Bool(value)) => Some(i64::from(value)),
                    Ok(other) => puzgen_base::bug!("a clue with the value {other:?}"),
                    Err(at) if at.fault.is_undefined() => None,
                    Err(at) => return Err(at),
                }
            } else {
                None
            });
        }
    }
    Ok(facts)
}

/// A case of a rule that a solution breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenRuleCase {
    /// Position of the rule.
    pub rule: usize,
    /// Position of the case among the rule's bindings.
    pub case: usize,
    /// The rule's sentence for this case, or its name.
    pub sentence: String,
}

/// Returns a rule by its name, and what the names of this case of it stand for.
///
/// # Errors
/// Where the cases of the rule cannot be listed.
pub fn describe_case(instance: &Instance<'_>, rule: usize, case: usize) -> Result<String, FaultAt> {
    let rule = &instance.definition.rules[rule];
    let mut described = format!("`{}`", rule.name);
    let Some(binders) = &rule.binders else { return Ok(described) };
    let mut number = 0;
    Scope::new(instance).for_each(binders, &mut |scope| {
        if number == case {
            described = format!("{described} at {}", instance.describe(&scope.key_of(binders)));
        }
        number += 1;
        Ok(())
    })?;
    Ok(described)
}

/// Returns every case of every rule that the values break, by direct evaluation. Where a case has
/// no value (a division by zero), it counts as broken.
///
/// # Errors
/// Where a rule looks at something that is not at hand.
pub fn broken_rules(
    instance: &Instance<'_>,
    values: &[i64],
) -> Result<Vec<BrokenRuleCase>, FaultAt> {
    broken_among(Scope::new(instance).with_values(values), usize::MAX, |_| true)
}

/// As [`broken_rules`], with what rules may ask for: which clues are shown.
///
/// # Errors
/// As [`broken_rules`].
pub fn broken_rules_where(
    instance: &Instance<'_>,
    values: &[i64],
    shown: &[bool],
) -> Result<Vec<BrokenRuleCase>, FaultAt> {
    let scope = Scope::new(instance).with_values(values).with_shown(shown);
    broken_among(scope, usize::MAX, |_| true)
}

/// Returns whether values break a rule.
///
/// # Errors
/// As [`broken_rules`].
pub fn break_rule(instance: &Instance<'_>, values: &[i64], rule: &Rule) -> Result<bool, FaultAt> {
    let scope = Scope::new(instance).with_values(values);
    Ok(!broken_among(scope, 1, |other| std::ptr::eq(other, rule))?.is_empty())
}

/// Returns whether the rules about which clues are shown are kept; [`CluesCases`] does so for one set of clues after the
/// other.
///
/// # Errors
/// As [`broken_rules`].
pub fn keeps_rules_about_clues(
    instance: &Instance<'_>,
    values: &[i64],
    shown: &[bool],
) -> Result<bool, FaultAt> {
    let scope = Scope::new(instance).with_values(values).with_shown(shown);
    Ok(broken_among(scope, 1, |rule| rule.body.asks_for_clues())?.is_empty())
}

/// How far values are from keeping rules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Violation {
    /// Of a comparison of numbers what they are apart, of any other case that is broken 1; together.
    pub sum: u64,
    /// The first places of the cases that are broken.
    pub places: Vec<Place>,
}

/// A case of a rule.
#[derive(Debug)]
pub struct Case {
    rule: usize,
    /// What the rule's names stand for.
    key: Option<Value>,
    /// The first place that it is of, where it is of places.
    first: Option<Place>,
    /// Its number, where these say all.
    number: Option<usize>,
}

impl Case {
    /// Returns whether it is of this rule and of the very same list.
    fn is_of(&self, rule: usize, list: &Value) -> bool {
        let is_same = matches!(
            (&self.key, list),
            (Some(Value::List(own)), Value::List(other)) if Arc::ptr_eq(own, other)
        );
        self.rule == rule && is_same
    }
}

/// Numbers of cases by the places that a case is of: most of them are there in many layouts.
#[derive(Debug, Default)]
pub struct CaseNumbers {
    numbers: BTreeMap<(usize, Vec<Place>), usize>,
    /// The cases that were asked for last: most of their lists are there again.
    last: Vec<Case>,
}

impl CaseNumbers {
    /// Returns the cases of these rules, and numbers those that have no number yet.
    ///
    /// # Errors
    /// As [`broken_rules`].
    pub fn cases(&mut self, instance: &Instance<'_>, rules: &[usize]) -> Result<&[Case], FaultAt> {
        let mut scope = Scope::new(instance);
        let mut cases = Vec::new();
        for &rule in rules {
            let Rule { binders, body, .. } = &instance.definition.rules[rule];
            let Some(binders) = binders else {
                cases.push(Case { rule, key: None, first: None, number: None });
                continue;
            };
            let is_of_places = !body.mentions_layouts();
            scope.for_each(binders, &mut |scope| {
                let key = scope.key_of(binders);
                // Only lists are handed on from one layout to the next.
                let last = if key.as_list().is_some() { &self.last[..] } else { &[] };
                let before = last.iter().find(|case| case.is_of(rule, &key));
                let (first, number) = match before {
                    Some(case) => (case.first, case.number),
                    None => {
                        let places = places_of(&key);
                        let first = places.as_ref().and_then(|places| places.first().copied());
                        let next = self.numbers.len();
                        let mut number = |of| *self.numbers.entry((rule, of)).or_insert(next);
                        (first, places.filter(|_| is_of_places).map(&mut number))
                    }
                };
                cases.push(Case { rule, key: Some(key), first, number });
                Ok(())
            })?;
        }
        self.last = cases;
        Ok(&self.last)
    }
}

/// Returns the places that a case is of; none where it is of anything else.
fn places_of(key: &Value) -> Option<Vec<Place>> {
    match key {
        Value::List(list) => list.items.iter().map(Value::as_place).collect(),
        Value::Tuple(parts) => parts.iter().map(Value::as_place).collect(),
        other => other.as_place().map(|place| vec![place]),
    }
}

/// What cases add to the violation of the same values, by their numbers.
#[derive(Debug, Default)]
pub struct KnownCases(Vec<Option<u64>>);

/// Returns how far the values are from keeping rules, of which these are the cases. It does not go
/// on above `enough`, and does not begin where what is known is above it. What is `known` must be of
/// the same values; the layout may be another one.
///
/// # Errors
/// As [`broken_rules`].
pub fn violation(
    instance: &Instance<'_>,
    cases: &[Case],
    values: &[i64],
    known: &mut KnownCases,
    enough: u64,
) -> Result<Violation, FaultAt> {
    let before = |case: &Case, known: &KnownCases| {
        case.number.and_then(|number| known.0.get(number).copied().flatten())
    };
    let sure = cases.iter().filter_map(|case| before(case, known)).fold(0, u64::saturating_add);
    if sure > enough {
        return Ok(Violation { sum: sure, places: Vec::new() });
    }
    let mut scope = Scope::new(instance).with_values(values).relational();
    let mut found = Violation::default();
    for case in cases {
        if found.sum > enough {
            break;
        }
        let violation = match before(case, known) {
            Some(violation) => violation,
            None => {
                let rule = &instance.definition.rules[case.rule];
                if let (Some(binders), Some(key)) = (&rule.binders, &case.key) {
                    scope.bind_key(binders, key);
                }
                let violation = scope.violation(&rule.body)?;
                if let Some(number) = case.number {
                    known.0.resize(known.0.len().max(number + 1), None);
                    known.0[number] = Some(violation);
                }
                violation
            }
        };
        found.sum = found.sum.saturating_add(violation);
        found.places.extend(case.first.filter(|_| violation > 0));
    }
    Ok(found)
}

/// The cases of rules that ask for clues, while clues of one board are shown or hidden one after the other: a case is looked
/// at again only where a clue that it asked for changed.
#[derive(Debug)]
pub struct CluesCases {
    /// Those that were broken last come first.
    cases: Vec<CluesCase>,
    /// The key of each fact.
    keys: Vec<Value>,
}

#[derive(Debug)]
struct CluesCase {
    rule: usize,
    /// What the rule's names stand for.
    key: Option<Value>,
    /// The facts that it asked for, and whether they were shown, when it held.
    held_with: Option<Vec<(usize, bool)>>,
}

impl CluesCase {
    /// Returns whether it is known that it holds with these clues.
    fn is_known(&self, shown: &[bool]) -> bool {
        let is_so =
            |asked: &Vec<(usize, bool)>| asked.iter().all(|(fact, was)| shown[*fact] == *was);
        self.held_with.as_ref().is_some_and(is_so)
    }
}

impl CluesCases {
    /// Returns the cases.
    ///
    /// # Errors
    /// As [`broken_rules`].
    pub fn of(instance: &Instance<'_>) -> Result<Self, FaultAt> {
        let mut scope = Scope::new(instance);
        let mut cases = Vec::new();
        for (rule, declared) in instance.definition.rules.iter().enumerate() {
            match &declared.binders {
                _ if !declared.body.asks_for_clues() => {}
                None => cases.push(CluesCase { rule, key: None, held_with: None }),
                Some(binders) => scope.for_each(binders, &mut |scope| {
                    let key = Some(scope.key_of(binders));
                    cases.push(CluesCase { rule, key, held_with: None });
                    Ok(())
                })?,
            }
        }
        // A case that says something of the whole board takes longest to evaluate.
        cases.sort_by_key(|case| case.key.is_none());
        let keys = instance.clues.iter().flat_map(|clue| clue.index.keys());
        Ok(Self { cases, keys: keys.map(|key| key.to_value()).collect() })
    }

    /// Returns whether the rules are kept where these clues are shown, this one of them being the last that changed: what has
    /// its key is looked at first, then what others broke. The values must be the same each time.
    ///
    /// # Errors
    /// As [`broken_rules`].
    pub fn keep(
        &mut self,
        instance: &Instance<'_>,
        values: &[i64],
        shown: &[bool],
        fact: usize,
    ) -> Result<bool, FaultAt> {
        let own = self.cases.iter().position(|case| case.key.as_ref() == self.keys.get(fact));
        self.cases[..own.map_or(0, |own| own + 1)].rotate_right(own.map_or(0, |_| 1));
        let mut scope = None;
        for number in 0..self.cases.len() {
            let case = &mut self.cases[number];
            if case.is_known(shown) {
                continue;
            }
            let scope = scope.get_or_insert_with(|| {
                Scope::new(instance).with_values(values).with_noted(shown).relational()
            });
            let rule = &instance.definition.rules[case.rule];
            if let (Some(binders), Some(key)) = (&rule.binders, &case.key) {
                scope.bind_key(binders, key);
            }
            let holds = holds(scope, rule)?;
            let asked = scope.take_asked();
            if !holds {
                self.cases[..=number].rotate_right(1);
                return Ok(false);
            }
            case.held_with = Some(asked.into_iter().map(|fact| (fact, shown[fact])).collect());
        }
        Ok(true)
    }
}

/// Returns whether a case of a rule holds, whose names have their values.
fn holds(scope: &mut Scope<'_>, rule: &Rule) -> Result<bool, FaultAt> {
    match scope.eval_bool(&rule.body) {
        Err(at) if at.fault == Fault::NotAtHand => Err(at),
        holds => Ok(holds.unwrap_or(false)),
    }
}

/// Returns broken cases of rules, `most` at most.
fn broken_among(
    scope: Scope<'_>,
    most: usize,
    is_meant: impl Fn(&Rule) -> bool,
) -> Result<Vec<BrokenRuleCase>, FaultAt> {
    let instance = scope.instance;
    let mut scope = scope.relational();
    let mut broken = Vec::new();
    let rules = instance.definition.rules.iter().enumerate();
    for (position, rule) in rules.filter(|(_, rule)| is_meant(rule)) {
        let mut case = 0;
        let mut check = |scope: &mut Scope<'_>| {
            if broken.len() == most {
                return Ok(());
            }
            if !holds(scope, rule)? {
                let sentence = match &rule.sentence {
                    Some(sentence) => scope.fill(sentence),
                    None => format!("rule `{}`", rule.name),
                };
                broken.push(BrokenRuleCase { rule: position, case, sentence });
            }
            case += 1;
            Ok(())
        };
        match &rule.binders {
            Some(binders) => scope.for_each(binders, &mut check)?,
            None => check(&mut scope)?,
        }
    }
    Ok(broken)
}

/// Returns what is said where this case of a rule is broken, with the values that `scope` has.
///
/// # Errors
/// Where the cases of the rule cannot be listed.
pub fn sentence_of(mut scope: Scope<'_>, rule: &Rule, case: usize) -> Result<String, FaultAt> {
    let fill = |scope: &mut Scope<'_>| match &rule.sentence {
        Some(sentence) => scope.fill(sentence),
        None => unnamed(&rule.name),
    };
    let Some(binders) = &rule.binders else { return Ok(fill(&mut scope)) };
    let mut number = 0;
    let mut sentence = None;
    scope.for_each(binders, &mut |scope| {
        if number == case {
            sentence = Some(fill(scope));
        }
        number += 1;
        Ok(())
    })?;
    Ok(sentence.unwrap_or_else(|| unnamed(&rule.name)))
}

/// Returns what is said of a rule without a sentence.
pub fn unnamed(rule: &str) -> String {
    format!("rule `{rule}`")
}
