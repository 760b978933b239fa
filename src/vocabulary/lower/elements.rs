//! Elements at positions that are decided by solving, and tuples looked for in lists.

use crate::constraints::{Term, lower_table};
use crate::lower::Lowering;
use crate::lower::exprs::Lower;
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, IntExpr};
use puzgen_model::eval::FaultAt;
use puzgen_model::expr::{Expr, ExprKind, FamilyId};
use puzgen_model::function::Fault;
use puzgen_model::value::{Key, Value};

impl Lowering<'_> {
    /// Returns the element of a family at a decided key.
    pub(super) fn element_decided(&mut self, id: FamilyId, index: IntExpr, expr: &Expr) -> Lower {
        let keys: Vec<i64> = self.instance.families[id.0 as usize]
            .index
            .keys()
            .iter()
            .filter_map(|key| match key {
                Key::Int(key) => Some(*key),
                _ => None,
            })
            .collect();
        let mut cases = Vec::with_capacity(keys.len());
        for (position, key) in keys.into_iter().enumerate() {
            cases.push((key, self.element(id, position)?));
        }
        let is_truth = self.instance.definition.family(id).is_truth;
        let chosen = self.chosen(cases, &index, is_truth);
        chosen.map_err(|fault| FaultAt { fault, span: expr.span })
    }

    /// Returns the element of a list at a decided position; no value where one of the list has none.
    pub(super) fn at_decided(
        &mut self,
        list: Vec<Term>,
        index: IntExpr,
        is_truth: bool,
    ) -> Result<Term, Fault> {
        let partial: Vec<BoolExpr> = list.iter().filter_map(Term::is_defined).collect();
        let cases = (1..).zip(list).collect();
        let chosen = self.chosen(cases, &index, is_truth)?;
        if partial.is_empty() {
            return Ok(chosen);
        }
        let is_defined = Box::new(BoolExpr::and(partial));
        let chosen = Box::new(chosen.into_int());
        Ok(Term::Int(IntExpr::If(is_defined, chosen, Box::new(IntExpr::without_value()))))
    }

    /// Returns `if i = k₁ then t₁ else if i = k₂ then …`, of truths `⋁ (i = k ∧ t)`. Where `i` is none of
    /// the keys there is no value, and no truth.
    fn chosen(
        &mut self,
        cases: Vec<(i64, Term)>,
        index: &IntExpr,
        is_truth: bool,
    ) -> Result<Term, Fault> {
        let is = |key: i64| BoolExpr::compare(CompareOp::Eq, index.clone(), IntExpr::Const(key));
        if is_truth {
            let cases = cases.into_iter();
            let cases = cases.map(|(key, term)| BoolExpr::and([is(key), term.into_bool()]));
            return Ok(Term::Bool(BoolExpr::or(cases)));
        }
        let (low, high) = self.auxiliary().bounds(index)?;
        let has = |key: &i64| cases.iter().any(|(known, _)| known == key);
        let is_covered = index.is_total()
            && high.abs_diff(low) < cases.len() as u64
            && (low..=high).all(|key| has(&key));
        let mut cases = cases.into_iter().rev().filter(|(key, _)| (low..=high).contains(key));
        let mut chosen = match cases.next() {
            Some((_, last)) if is_covered => last.into_int(),
            Some((key, last)) => {
                let last = Box::new(last.into_int());
                IntExpr::If(Box::new(is(key)), last, Box::new(IntExpr::without_value()))
            }
            None => IntExpr::without_value(),
        };
        for (key, term) in cases {
            let chosen_else = self.auxiliary().small(chosen)?;
            chosen =
                IntExpr::If(Box::new(is(key)), Box::new(term.into_int()), Box::new(chosen_else));
        }
        Ok(Term::Int(chosen))
    }

    /// Returns "the tuple is one of the list": known parts are compared, the others are a table.
    pub(super) fn in_table(&mut self, item: &Expr, list: &Expr) -> Lower {
        let ExprKind::Tuple(parts) = &item.kind else {
            puzgen_base::bug!("{:?} is no tuple", item.kind)
        };
        let parts = self.terms(parts)?;
        let list = self.scope.eval_list(list)?;
        let mut tuples = Vec::new();
        for tuple in &list.items {
            let Value::Tuple(values) = tuple else { puzgen_base::bug!("{tuple:?} is no tuple") };
            let fits = parts.iter().zip(values.iter()).all(|(part, value)| match part {
                Term::Known(part) => part == value,
                _ => true,
            });
            if fits {
                let decided = parts.iter().zip(values.iter()).filter(|(part, _)| part.is_decided());
                tuples.push(decided.filter_map(|(_, value)| number(value)).collect());
            }
        }
        let decided: Vec<Term> = parts.into_iter().filter(Term::is_decided).collect();
        let found = lower_table(&decided, tuples, &mut self.auxiliary());
        let found = found.map_err(|fault| FaultAt { fault, span: item.span })?;
        Ok(Term::Bool(found).folded())
    }
}

fn number(value: &Value) -> Option<i64> {
    value.as_int().or(value.as_bool().map(i64::from))
}
