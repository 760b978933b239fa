//! What an example breaks: exactly the rules that it names, and the values of the clues that it names.

use std::collections::{BTreeMap, BTreeSet};

use crate::examine::{Examiner, board_text, placed};
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::domain::Domain;
use puzgen_base::source::Span;
use puzgen_board::layouts;
use puzgen_csp::{Lit, Origin};
use puzgen_engine::Verdict;
use puzgen_model::definition::{Definition, Example, Rule};
use puzgen_model::frame::Frame;
use puzgen_model::instance::Instance;
use puzgen_model::layout::LayoutValues;
use puzgen_model::rules::{BrokenRuleCase, broken_rules, broken_rules_where, facts_of};
use puzgen_model::value::Value;
use puzgen_model::worked::WrongLine;
use puzgen_solve::Solver;
use puzgen_vocabulary::layouts::rule_faults;
use puzgen_vocabulary::lower::{Purpose, Ready, gave_up_problem, lower};

/// The instance of an example that has parameters or a layout of its own. Mostly all examples of a definition have
/// the same, so that it is kept for the next one.
pub(super) struct ExampleInstance<'d> {
    /// The parameters that are set, by position.
    values: Vec<(usize, Value)>,
    frame: Frame<'d>,
    ready: Option<(LayoutValues, Ready<'d>)>,
}

impl<'d> ExampleInstance<'d> {
    /// Fixes the parameters.
    pub(super) fn new(
        definition: &'d Definition,
        overrides: &BTreeMap<usize, (Value, Span)>,
    ) -> Result<Self, Diagnostics> {
        let frame = Frame::with_values(definition, overrides)?;
        let values = overrides.iter().map(|(at, (value, _))| (*at, value.clone())).collect();
        Ok(Self { values, frame, ready: None })
    }

    /// Returns whether it is one with these parameters.
    pub(super) fn has_parameters(&self, overrides: &BTreeMap<usize, (Value, Span)>) -> bool {
        let values = overrides.iter().map(|(at, (value, _))| (at, value));
        values.eq(self.values.iter().map(|(at, value)| (at, value)))
    }

    /// Returns what is known of it without its layouts.
    pub(super) fn frame(&self) -> &Frame<'d> {
        &self.frame
    }

    /// Returns it on these layouts, and whether it was made for that.
    pub(super) fn on(&mut self, layouts: LayoutValues) -> Result<(&Ready<'d>, bool), Diagnostics> {
        let is_known = |(known, _): &(LayoutValues, _)| *known == layouts;
        let (known, is_new) = match self.ready.take().filter(is_known) {
            Some(known) => (known, false),
            None => {
                let ready = Ready::new(self.frame.complete(&layouts)?)?;
                ((layouts, ready), true)
            }
        };
        Ok((&self.ready.insert(known).1, is_new))
    }
}

impl Examiner<'_> {
    /// Returns the layouts of an example where they break the rules about layouts that it names, and no
    /// others.
    pub(super) fn layouts(
        &mut self,
        frame: &Frame<'_>,
        example: &Example,
    ) -> Result<Option<LayoutValues>, Diagnostics> {
        let definition = frame.known().definition;
        let texts = example.layouts.iter().map(|(id, text)| (*id, board_text(text)));
        let given = layouts::in_blocks(frame, &texts.collect::<Vec<_>>(), example.span);
        let shifted = example.layouts.iter().map(|(_, text)| text).find(|text| !text.is_verbatim);
        let given = given.map_err(|problems| match shifted {
            Some(text) => placed(text, problems),
            None => problems,
        })?;
        let faults = rule_faults(frame, &given.values)?;
        let other = faults.iter().find(|fault| !example.breaks.contains(&fault.rule));
        if let Some(fault) = other {
            let span = shifted.map_or(given.span, |text| text.span);
            let rule = &definition.rules[fault.rule];
            let message = fault.message.as_str();
            let problem = Problem::error(Code::BoardLayout, message, span, "this layout");
            self.problems.push(breaks_unsaid(problem, rule));
        }
        let mut is_as_said = other.is_none();
        for rule in example.breaks.iter().filter(|rule| definition.decides_layouts(**rule)) {
            if !faults.iter().any(|fault| fault.rule == *rule) {
                self.does_not_break("layout", &definition.rules[*rule], example);
                is_as_said = false;
            }
        }
        Ok(is_as_said.then_some(given.values))
    }

    /// Compares a full answer with the rules. `domains` are the values of each clue fact.
    pub(super) fn answer(
        &mut self,
        instance: &Instance<'_>,
        domains: &[Domain],
        example: &Example,
        answer: &[i64],
        givens: &[(usize, i64, Span)],
        budget: &mut Budget,
    ) -> bool {
        let given: Vec<_> = givens.iter().map(|(given, value, _)| (*given, *value)).collect();
        let rules = &instance.definition.rules;
        let broken = match example.clues.is_empty() {
            true => broken_rules(instance, answer),
            false => broken_rules_where(instance, answer, &instance.shown_by(&given)),
        };
        let broken: Vec<(usize, String)> = match broken {
            Ok(broken) => {
                let sentence = |case: BrokenRuleCase| match &rules[case.rule].sentence {
                    Some(_) => (case.rule, format!(": {}", case.sentence)),
                    None => (case.rule, String::new()),
                };
                broken.into_iter().map(sentence).collect()
            }
            // A rule looks at a free helper, or asks for clues that are not given: only the engine can
            // say.
            Err(_) => match self.broken_whatever_helpers(instance, answer, &given, budget) {
                Some(broken) => broken.into_iter().map(|rule| (rule, String::new())).collect(),
                None => return false,
            },
        };
        let is_implied = |rule: usize| rules[rule].is_implied;
        if let Some((rule, sentence)) = broken.first()
            && broken.iter().all(|(rule, _)| is_implied(*rule))
        {
            let span = example.answers.first().map_or(example.span, |(_, text)| text.span);
            self.answer_breaks_implied(&rules[*rule], sentence, span);
            return false;
        }
        let mut is_right = true;
        let is_said = |rule: usize| is_implied(rule) || example.breaks.contains(&rule);
        if let Some((rule, sentence)) = broken.iter().find(|(rule, _)| !is_said(*rule)) {
            let rule = &instance.definition.rules[*rule];
            let span = example.answers.first().map_or(example.span, |(_, text)| text.span);
            let message = format!("the answer breaks rule `{}`{sentence}", rule.name);
            let problem = Problem::error(Code::BadExample, message, span, "this answer");
            self.problems.push(breaks_unsaid(problem, rule));
            is_right = false;
        }
        for rule in &example.breaks {
            if !broken.iter().any(|(other, _)| other == rule) {
                self.does_not_break("answer", &instance.definition.rules[*rule], example);
                is_right = false;
            }
        }
        if is_right && example.breaks.is_empty() {
            is_right = self.worked_lines(instance, example, answer);
        }
        is_right & self.values_of_clues(instance, domains, example, answer, givens)
    }

    /// Returns whether no line of the worked solution says something wrong of an answer.
    fn worked_lines(&mut self, instance: &Instance<'_>, example: &Example, answer: &[i64]) -> bool {
        let Some(wrong) = instance.wrong_line(answer) else { return true };
        let WrongLine { working, place, given, right } = wrong;
        let message = format!(
            "`{}` says that {place} is {given}, and the answer of an example has {right}",
            working.name
        );
        let span = example.answers.first().map_or(example.span, |(_, text)| text.span);
        let problem = Problem::error(Code::BadWorking, message, working.span, "this line");
        let help =
            "correct the value, or add the condition under which it is right: `… implies x == …`";
        self.problems.push(problem.label(span, "this answer").help(help));
        false
    }

    /// Returns the rules that, each by itself, no values of what is not given let hold. `None` where
    /// that was not found out.
    fn broken_whatever_helpers(
        &mut self,
        instance: &Instance<'_>,
        answer: &[i64],
        given: &[(usize, i64)],
        budget: &mut Budget,
    ) -> Option<Vec<usize>> {
        let lowered = match lower(instance, Purpose::Explain) {
            Ok(lowered) => lowered,
            Err(problems) => {
                self.problems.extend(problems);
                return None;
            }
        };
        let mut cases: BTreeMap<u32, Vec<Lit>> = BTreeMap::new();
        for (guard, origin) in &lowered.csp.guards {
            if let Origin::Rule { rule, .. } = origin {
                cases.entry(*rule).or_default().push(Lit::is(*guard, 1));
            }
        }
        // Of the clues only that they are shown: their values may be what is wrong.
        let presences = given.iter().filter(|(given, _)| instance.fact_of(*given).1);
        let presences = presences.map(|(given, value)| lowered.fact_lit(*given, *value));
        let values = answer.iter().zip(&lowered.value_vars);
        let known: Vec<Lit> =
            values.map(|(value, var)| Lit::is(*var, *value)).chain(presences).collect();
        let mut solver = Solver::new(&lowered, self.engine);
        let mut broken = Vec::new();
        for (rule, cases) in cases {
            let lits: Vec<Lit> = known.iter().copied().chain(cases).collect();
            match solver.solve(&lits, budget) {
                Verdict::Sat(_) => {}
                Verdict::Unsat(_) => broken.push(rule as usize),
                Verdict::GaveUp(reason) => {
                    self.is_complete = false;
                    self.problems.push(gave_up_problem(&reason).warning());
                    return None;
                }
            }
        }
        Some(broken)
    }

    /// Compares the values of clues with the answer, which contradicts the clues that are named, and no
    /// others.
    fn values_of_clues(
        &mut self,
        instance: &Instance<'_>,
        domains: &[Domain],
        example: &Example,
        answer: &[i64],
        givens: &[(usize, i64, Span)],
    ) -> bool {
        let facts = match facts_of(instance, answer) {
            Ok(facts) => facts,
            Err(at) => {
                self.problems.push(Problem::from(at));
                return false;
            }
        };
        let mut is_right = true;
        let mut contradicted = BTreeSet::new();
        for (given, value, span) in givens {
            let (fact, is_presence) = instance.fact_of(*given);
            let agrees = match is_presence {
                true => *value == 0 || facts[fact].is_some(),
                false => facts[fact] == Some(*value),
            };
            let (clue, _) = instance.fact(fact);
            if agrees {
                continue;
            }
            if example.contradicts.contains(&clue) {
                contradicted.insert(clue);
                continue;
            }
            let describe = |value: i64| instance.describe_fact_value(domains, fact, value);
            let says = facts[fact].map_or("nothing".to_owned(), describe);
            let what = instance.describe_fact(fact);
            let value = if is_presence { "?".to_owned() } else { describe(*value) };
            let message = format!("{what} is {value}, but the answer makes it {says}");
            let name = &instance.definition.clue(clue).name;
            // `breaks` with this name would mean the rule.
            let help = match instance.definition.rules.iter().any(|rule| rule.name == *name) {
                true => "correct one of them".to_owned(),
                false => format!("correct one of them, or say so: `breaks {name}`"),
            };
            let label = "differs from the answer";
            self.problems.push(Problem::error(Code::BadExample, message, *span, label).help(help));
            is_right = false;
        }
        for clue in example.contradicts.iter().filter(|clue| !contradicted.contains(clue)) {
            let clue = instance.definition.clue(*clue);
            let message = format!("the answer has the values of clue `{}`", clue.name);
            self.problems.push(
                Problem::error(Code::BadExample, message, example.span, "this example")
                    .label(clue.span, "this clue is right")
                    .help("correct the example, or the clue"),
            );
            is_right = false;
        }
        is_right
    }

    fn does_not_break(&mut self, what: &str, rule: &Rule, example: &Example) {
        let message = format!("the {what} does not break rule `{}`", rule.name);
        self.problems.push(
            Problem::error(Code::BadExample, message, example.span, "this example")
                .label(rule.span, "this rule holds")
                .help("correct the example, or the rule"),
        );
    }
}

/// Completes the problem of an example that breaks a rule which it does not name.
fn breaks_unsaid(problem: Problem, rule: &Rule) -> Problem {
    let help = format!("correct it, or say so: `breaks {}`", rule.name);
    problem.label(rule.span, "this rule").help(help)
}
