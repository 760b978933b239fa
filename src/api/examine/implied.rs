//! Rules that are said to follow from the others: an engine is asked for a board that keeps the others
//! and breaks one of their cases.
//!
//! A rule that was shown to follow is asserted for the questions about later ones.

use std::collections::{BTreeMap, BTreeSet};

use crate::examine::Examiner;
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_csp::{Lit, Origin};
use puzgen_engine::Verdict;
use puzgen_model::definition::Rule;
use puzgen_model::instance::Instance;
use puzgen_model::rules::{BrokenRuleCase, broken_rules};
use puzgen_solve::Solver;
use puzgen_vocabulary::lower::{Lowered, Purpose, lower};

/// Steps for each rule.
const STEPS: u64 = 3_000;

/// What was found of rules that are said to be implied, by name.
#[derive(Debug, Default)]
pub(super) struct Implied {
    /// Follow from the others, with some parameters.
    proved: BTreeSet<String>,
    /// Do not, and that was told.
    refuted: BTreeSet<String>,
    /// It is not known with some parameters.
    open: BTreeMap<String, Problem>,
}

impl Examiner<'_> {
    /// Says which rules nothing is known of, with any parameters that were looked at.
    pub(super) fn unproved_rules(&mut self) {
        let Implied { proved, refuted, open } = std::mem::take(&mut self.implied);
        let is_known = |name: &String| proved.contains(name) || refuted.contains(name);
        open.into_iter()
            .filter(|(name, _)| !is_known(name))
            .for_each(|(_, problem)| self.problems.push(problem));
    }

    /// Says which rules do not follow from the others, although they are said to, or may not.
    pub(super) fn implied_rules(&mut self, instance: &Instance<'_>, budget: &mut Budget) {
        let definition = instance.definition;
        if !definition.rules.iter().any(|rule| rule.is_implied) {
            return;
        }
        // Rules about layouts are examined in the puzzle of drawing layouts.
        let shape = instance.frame().and_then(|frame| {
            let Some(shape) = frame.shape()? else { return Ok(None) };
            let all = definition.layouts.iter().zip(instance.layout_values());
            let rooms = all.filter(|(layout, _)| layout.is_rooms()).map(|(_, values)| values);
            shape.complete(&rooms.collect()).map(Some)
        });
        if let Ok(Some(shape)) = shape {
            self.implied_in(&shape, budget);
        }
        self.implied_in(instance, budget);
    }

    fn implied_in(&mut self, instance: &Instance<'_>, budget: &mut Budget) {
        let Ok(judged) = lower(instance, Purpose::Implied) else { return };
        if !self.engine.accepts(&judged.csp) {
            return;
        }
        let mut cases: BTreeMap<usize, Vec<Lit>> = BTreeMap::new();
        for (holds, origin) in &judged.csp.guards {
            if let Origin::Rule { rule, .. } = origin {
                cases.entry(*rule as usize).or_default().push(Lit::is(*holds, 1));
            }
        }
        let mut solver = Solver::new(&judged, self.engine);
        for (position, cases) in cases {
            let rule = &instance.definition.rules[position];
            if self.implied.refuted.contains(&rule.name) {
                continue;
            }
            let broken: Vec<Lit> = cases.iter().map(|holds| !*holds).collect();
            let mut steps = budget.part(STEPS);
            let verdict = solver.solve_some(&[], &broken, &mut steps);
            budget.spend_part(&steps);
            match verdict {
                Verdict::Unsat(_) => {
                    cases.into_iter().for_each(|holds| solver.hold(holds));
                    self.implied.proved.insert(rule.name.clone());
                }
                Verdict::Sat(found) => {
                    let board = judged.values(&found);
                    let problem =
                        not_implied(instance, &judged, (position, rule), &board, self.show);
                    self.problems.push(problem);
                    self.implied.refuted.insert(rule.name.clone());
                }
                Verdict::GaveUp(reason) => {
                    let message = format!(
                        "it is not known whether rule `{}` follows from the others: {reason}",
                        rule.name
                    );
                    let label = "said to be implied";
                    let problem = Problem::error(Code::UnprovedRule, message, rule.span, label)
                        .note()
                        .help("give an example with smaller parameters, where it can be proved");
                    self.implied.open.entry(rule.name.clone()).or_insert(problem);
                }
            }
        }
    }

    /// Says that the answer of an example breaks a rule that is said to be implied, and no other.
    pub(super) fn answer_breaks_implied(&mut self, rule: &Rule, sentence: &str, answer: Span) {
        if !self.implied.refuted.insert(rule.name.clone()) {
            return;
        }
        let message = format!("the answer breaks rule `{}`, and no other{sentence}", rule.name);
        let problem = Problem::error(Code::NotImplied, message, rule.span, "said to be implied");
        self.problems.push(problem.label(answer, "this answer").help(way_out(rule)));
    }
}

fn not_implied(
    instance: &Instance<'_>,
    judged: &Lowered,
    (position, rule): (usize, &Rule),
    board: &[i64],
    show: &dyn Fn(&Instance<'_>, &Lowered, &[i64]) -> String,
) -> Problem {
    // Where rules ask for clues, the values alone do not say which case is broken.
    let broken = broken_rules(instance, board).unwrap_or_default();
    let is_other = |case: &&BrokenRuleCase| !instance.definition.rules[case.rule].is_implied;
    if let Some(other) = broken.iter().find(is_other) {
        puzgen_base::bug!("a board that keeps the rules breaks one: {}", other.sentence);
    }
    let case = broken.iter().find(|case| case.rule == position);
    let sentence = case.filter(|_| rule.sentence.is_some());
    let sentence = sentence.map_or(String::new(), |case| format!(": {}", case.sentence));
    let message = format!("rule `{}` does not follow from the others{sentence}", rule.name);
    let board = show(instance, judged, board);
    let help = format!(
        "{}; this board breaks it, and no rule that is not implied\n{board}",
        way_out(rule)
    );
    Problem::error(Code::NotImplied, message, rule.span, "said to be implied").help(help)
}

fn way_out(rule: &Rule) -> String {
    match rule.is_own {
        true => "correct it, or write `rule` without `implied`".to_owned(),
        false => format!("leave it out here: `without rule {}`", rule.name),
    }
}
