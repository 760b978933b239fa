//! Mistakes in definitions whose names and types are right: rules without effect, since every answer keeps them,
//! and ranges that leave out a value that a rule gives.
//!
//! Nothing is said that was not proved of the instance at hand, and what was proved of one instance
//! is not said of others ([`HoldsOn`]).

use std::collections::BTreeMap;

use crate::examine::Examiner;
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::domain::Domain;
use puzgen_base::ops::CompareOp;
use puzgen_base::rng::{Rng, Stream};
use puzgen_csp::bounds::bounds;
use puzgen_csp::{BoolExpr, IntExpr, Lit, Origin, Stmt, VarId};
use puzgen_engine::Verdict;
use puzgen_model::counting::most_elements;
use puzgen_model::definition::{Definition, Role, Rule};
use puzgen_model::expr::FamilyId;
use puzgen_model::instance::{Instance, describe_domain};
use puzgen_model::rules::break_rule;
use puzgen_model::ty::Phase;
use puzgen_solve::Solver;
use puzgen_vocabulary::lower::{Lowered, Purpose, lower};

/// Steps for the question whether a rule can be broken; most take none. Where it takes more, the rule is
/// taken for one that can be broken: the check is for simple mistakes.
const STEPS: u64 = 1_000;

/// Steps for the question whether there is a board with an answer outside of its range. Where no rule
/// but this one is in the way, it takes few; a proof that there is none may take very many.
const STEPS_OUTSIDE: u64 = 200;

/// How many random values of all answers are looked at before an engine is asked.
const BOARDS: usize = 5;

/// How many cases of a rule are asked whether they give values outside of a range, each with
/// [`STEPS_OUTSIDE`].
const CASES: usize = 5;

/// For which instances a finding of one instance holds.
#[derive(Debug, Clone, Copy)]
pub(super) enum HoldsOn {
    /// There is no other instance.
    Everywhere,
    /// With these parameters.
    Parameters,
    /// On this layout.
    Layout,
}

impl HoldsOn {
    /// Returns how far what was found of a rule at one instance holds.
    fn of(definition: &Definition, rule: &Rule) -> Self {
        let rests = rule.mentions_layouts() || definition.values_rest_on_layouts();
        match () {
            () if rests && !definition.layouts.is_empty() => Self::Layout,
            () if definition.has_params() => Self::Parameters,
            () => Self::Everywhere,
        }
    }

    /// Returns what is said behind a statement.
    fn words(self) -> &'static str {
        match self {
            Self::Everywhere => "",
            Self::Parameters => " with these parameters",
            Self::Layout => " on the layout that was drawn",
        }
    }

    /// Returns the way out for a rule that rules nothing out.
    fn help(self, look: &str, rule: &Rule) -> String {
        match self {
            // Dropping the rule changes what boards say: with it, they also say where clues are not shown.
            Self::Everywhere if rule.body.asks_for_clues() => look.to_owned(),
            Self::Everywhere if rule.is_own => format!("{look}, or drop it"),
            Self::Everywhere => format!("leave it out here: `without rule {}`", rule.name),
            Self::Parameters => format!("{look}, unless it is for other parameters"),
            Self::Layout => format!("{look}, unless it is for other layouts"),
        }
    }
}

impl Examiner<'_> {
    /// Says which rules hold whatever the answer is: looks for values, in their ranges but under no
    /// rule, that break one of its cases. Nearly any values do; for the other rules an engine is asked.
    pub(super) fn rules_without_effect(&mut self, instance: &Instance<'_>, budget: &mut Budget) {
        let definition = instance.definition;
        let mut asked: Vec<bool> = definition.rules.iter().map(may_be_without_effect).collect();
        let mut rng = Stream::RuleBoards.keyed(&[]);
        for _ in 0..BOARDS {
            if !asked.contains(&true) {
                return;
            }
            let values = random_values(instance, &mut rng);
            for (asked, rule) in asked.iter_mut().zip(&definition.rules).filter(|(it, _)| **it) {
                *asked = !matches!(break_rule(instance, &values, rule), Ok(true));
            }
        }
        let Ok(reified) = lower(instance, Purpose::Reify) else { return };
        let mut cases: BTreeMap<u32, Vec<Lit>> = BTreeMap::new();
        for (holds, origin) in &reified.csp.guards {
            if let Origin::Rule { rule, .. } = origin {
                cases.entry(*rule).or_default().push(Lit::is_not(*holds, 1));
            }
        }
        cases.retain(|rule, _| asked[*rule as usize]);
        let mut solver = Solver::new(&reified, self.engine);
        for (rule, broken) in cases {
            let mut steps = budget.part(STEPS);
            let verdict = solver.solve_some(&[], &broken, &mut steps);
            budget.spend_part(&steps);
            if matches!(verdict, Verdict::Unsat(_)) {
                let rule = &definition.rules[rule as usize];
                let reach = HoldsOn::of(definition, rule);
                let text =
                    format!("rule `{}` holds whatever the answer is{}", rule.name, reach.words());
                let problem =
                    Problem::error(Code::RuleNeverBinds, text, rule.body.span, "is always true");
                let help = reach.help("it rules nothing out: correct it", rule);
                self.problems.push(problem.warning().help(help));
            }
        }
    }

    /// Says which rule has no case.
    pub(super) fn no_case(&mut self, definition: &Definition, rule: &Rule) {
        let Some(binders) = &rule.binders else { return };
        let reach = HoldsOn::of(definition, rule);
        let text = format!("rule `{}` has no case{}", rule.name, reach.words());
        let problem = Problem::error(Code::RuleNeverBinds, text, binders.span, "covers nothing");
        let help = reach.help("look at what it runs over", rule);
        self.problems.push(problem.warning().help(help));
    }

    /// Says where a rule gives an answer values outside of its range, which is a rule, too: boards
    /// that were meant may not be there.
    pub(super) fn narrow_ranges(
        &mut self,
        instance: &Instance<'_>,
        lowered: &Lowered,
        budget: &Budget,
    ) {
        let families = elements_of_answers(instance, lowered);
        let mut told = Vec::new();
        let mut asked: BTreeMap<u32, usize> = BTreeMap::new();
        for (stmt, origin) in &lowered.csp.stmts {
            let (Stmt::Hold(BoolExpr::Compare(CompareOp::Eq, a, b)), Origin::Rule { rule, .. }) =
                (stmt, origin)
            else {
                continue;
            };
            for (side, value) in [(a, b), (b, a)] {
                let IntExpr::Var(var) = side else { continue };
                let Some(&(id, at)) = families.get(var).filter(|_| !told.contains(rule)) else {
                    continue;
                };
                // "One more than its neighbour" mentions the same range on both sides.
                let vars = value.vars();
                let is_same =
                    |other: &VarId| families.get(other).is_some_and(|(family, _)| *family == id);
                if vars.is_empty() || vars.iter().any(is_same) {
                    continue;
                }
                let domain = lowered.csp.domain(*var);
                let Some((low, high)) = bounds(&lowered.csp, value) else { continue };
                if low >= domain.min() && high <= domain.max() {
                    continue;
                }
                // Bounds take no other rule into account: only a board proves something.
                let asked = asked.entry(*rule).or_default();
                *asked += 1;
                let wide = Domain::Range(low.min(domain.min()), high.max(domain.max()));
                if *asked > CASES || !self.has_board_outside(instance, (id, at), wide, budget) {
                    continue;
                }
                told.push(*rule);
                let family = instance.definition.family(id);
                let rule = &instance.definition.rules[*rule as usize];
                let (name, range) = (&family.name, describe_domain(domain));
                let text = format!(
                    "`{name}` is in {range}, and rule `{}` may give {low} to {high}",
                    rule.name
                );
                let problem =
                    Problem::error(Code::NarrowRange, text, family.span, "leaves values out");
                self.problems.push(problem.warning().help(
                    "a range is a rule, too: make it wider, unless these values are not wanted",
                ));
            }
        }
    }

    /// Returns whether a board that keeps all rules was found with an answer outside of its range, and
    /// all others in theirs.
    fn has_board_outside(
        &self,
        instance: &Instance<'_>,
        (family, at): (FamilyId, usize),
        wide: Domain,
        budget: &Budget,
    ) -> bool {
        if wide.size() > most_elements(instance.definition.max_size) {
            return false;
        }
        let found = instance.frame().and_then(|frame| frame.complete(&instance.layout_values()));
        let Ok(mut wider) = found else { return false };
        let place = &mut wider.families[family.0 as usize];
        let position = place.offset + at;
        let narrow = std::mem::replace(&mut place.domains[at], wide);
        let Ok(mut lowered) = lower(&wider, Purpose::Solve) else { return false };
        let var = || IntExpr::Var(lowered.value_vars[position]);
        let beyond = |op, end| BoolExpr::compare(op, var(), IntExpr::Const(end));
        let outside = BoolExpr::or([
            beyond(CompareOp::Lt, narrow.min()),
            beyond(CompareOp::Gt, narrow.max()),
        ]);
        lowered.csp.hold(outside, Origin::Introduced("outside of the range"));
        let mut steps = Budget::new(Some(STEPS_OUTSIDE), budget.stop_flag().clone());
        // Encoding all of it, as others do, takes longer than all else that is checked.
        let engine = self.engines.quick();
        engine.accepts(&lowered.csp)
            && matches!(Solver::new(&lowered, engine).solve(&[], &mut steps), Verdict::Sat(_))
    }
}

/// Returns whether it is a mistake where a rule holds whatever the answer is. Rules about layouts alone decide which
/// layouts are drawn; a rule that asks where clues are shown has an effect in any case: boards say where they are.
fn may_be_without_effect(rule: &Rule) -> bool {
    let is_of_layout = rule.body.phase == Phase::Known && rule.mentions_layouts();
    !is_of_layout && !rule.body.asks_for_clues()
}

/// Draws each value, whatever the rules say.
fn random_values(instance: &Instance<'_>, rng: &mut Rng) -> Vec<i64> {
    let mut values = vec![0; instance.value_count];
    for family in &instance.families {
        for (value, domain) in values.iter_mut().skip(family.offset).zip(&family.domains) {
            let rank = rng.below_u64(domain.size());
            *value = domain.nth(rank).unwrap_or(domain.min());
        }
    }
    values
}

/// Returns of which answer, and which element of it, each variable of an answer is.
fn elements_of_answers(
    instance: &Instance<'_>,
    lowered: &Lowered,
) -> BTreeMap<VarId, (FamilyId, usize)> {
    let mut elements = BTreeMap::new();
    for (position, family) in instance.families.iter().enumerate() {
        let id = FamilyId(position as u32);
        if matches!(instance.definition.family(id).role, Role::Answer(_)) {
            let values = family.offset..family.offset + family.index.len();
            let vars = lowered.value_vars[values].iter().enumerate();
            elements.extend(vars.map(|(at, var)| (*var, (id, at))));
        }
    }
    elements
}
