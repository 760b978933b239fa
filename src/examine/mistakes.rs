//! Mistakes that make no sentence wrong: rules that every answer keeps, and ranges that leave out
//! what a rule gives.

use std::collections::BTreeMap;

use crate::budget::Budget;
use crate::csp::bounds::bounds;
use crate::csp::{BoolExpr, IntExpr, Lit, Origin, Stmt, VarId};
use crate::diagnostics::{Code, Problem};
use crate::engine::Verdict;
use crate::examine::Examiner;
use crate::lower::{Lowered, Purpose, lower};
use crate::model::definition::Role;
use crate::model::expr::FamilyId;
use crate::model::instance::{Instance, describe_domain};
use crate::ops::CompareOp;
use crate::search::program::vars_of_int;
use crate::solve::Solver;

/// Steps for the question whether a rule can be broken; most take none. One that takes more is a
/// rule that can, as far as beginners' mistakes go.
const STEPS: u64 = 1_000;

impl Examiner<'_> {
    /// Says which rules hold whatever the answer is: asks for values, in their ranges but under no
    /// rule, that break one of its cases.
    pub(super) fn rules_without_effect(&mut self, instance: &Instance<'_>, budget: &Budget) {
        let Ok(judged) = lower(instance, Purpose::Judge) else { return };
        let mut cases: BTreeMap<u32, Vec<Lit>> = BTreeMap::new();
        for (holds, origin) in &judged.csp.guards {
            if let Origin::Rule { rule, .. } = origin {
                cases.entry(*rule).or_default().push(Lit::is_not(*holds, 1));
            }
        }
        let mut solver = Solver::new(&judged, self.engine);
        // Which layout was drawn was for them to say.
        cases.retain(|rule, _| !instance.definition.decides_layouts(*rule as usize));
        for (rule, broken) in cases {
            let mut steps = Budget::new(Some(STEPS), budget.stop_flag().clone());
            if matches!(solver.check_some(&[], &broken, &mut steps), Verdict::Unsat(_)) {
                let rule = &instance.definition.rules[rule as usize];
                let text = format!("rule `{}` holds whatever the answer is", rule.name);
                let problem =
                    Problem::error(Code::RuleNeverBinds, text, rule.body.span, "is always true");
                let help = "the ranges of the answers say it already: correct it, or drop it";
                self.problems.push(problem.warning().help(help));
            }
        }
    }

    /// Says where a rule gives an answer values outside of its range, which is a rule, too: boards
    /// that were meant may not be there.
    pub(super) fn narrow_ranges(&mut self, instance: &Instance<'_>, lowered: &Lowered) {
        let mut families: BTreeMap<VarId, FamilyId> = BTreeMap::new();
        for (position, family) in instance.families.iter().enumerate() {
            let id = FamilyId(position as u32);
            if matches!(instance.definition.family(id).role, Role::Answer(_)) {
                let values = family.offset..family.offset + family.index.len();
                families.extend(lowered.value_vars[values].iter().map(|var| (*var, id)));
            }
        }
        let mut told = Vec::new();
        for (stmt, origin) in &lowered.csp.stmts {
            let (Stmt::Hold(BoolExpr::Compare(CompareOp::Eq, a, b)), Origin::Rule { rule, .. }) =
                (stmt, origin)
            else {
                continue;
            };
            for (side, value) in [(a, b), (b, a)] {
                let IntExpr::Var(var) = side else { continue };
                let Some(id) = families.get(var).filter(|_| !told.contains(rule)) else { continue };
                // "One more than its neighbour" speaks of the same range on both sides.
                let mut vars = Vec::new();
                vars_of_int(value, &mut vars);
                if vars.is_empty() || vars.iter().any(|other| families.get(other) == Some(id)) {
                    continue;
                }
                let domain = lowered.csp.domain(*var);
                let Some((low, high)) = bounds(&lowered.csp, value) else { continue };
                if low >= domain.min() && high <= domain.max() {
                    continue;
                }
                told.push(*rule);
                let family = instance.definition.family(*id);
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
}
