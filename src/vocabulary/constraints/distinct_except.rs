//! All different except for one value, which may be there more than once.

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_base::ops::CompareOp;
use puzgen_csp::BoolExpr;
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `distinct_except(list, value)`, the global constraint `alldifferent_except_0` for any value.
#[derive(Debug)]
pub(super) struct DistinctExcept;

impl Function for DistinctExcept {
    fn head(&self) -> Head {
        Head {
            name: "distinct_except",
            signature: "distinct_except(list, value)",
            about: "No two elements are equal, but for those that have the value.",
            example: "distinct_except(x[row(first)], 1)",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [Ty::List(element), value]
                if *element.value() == Ty::Int && *value.value() == Ty::Int =>
            {
                Some(Ty::Bool)
            }
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let [list, except] = arguments else { puzgen_base::bug!("two arguments") };
        let list = list.as_list().unwrap_or_default().iter().filter(|item| *item != except);
        let mut numbers: Vec<Option<i64>> = list.map(Value::as_int).collect();
        numbers.sort_unstable();
        Ok(Value::Bool(numbers.windows(2).all(|pair| pair[0] != pair[1])))
    }
}

impl Constraint for DistinctExcept {
    /// `aᵢ ≠ aⱼ ∨ aᵢ = v` for each pair, and all have values and names.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let [list, except] = Term::exactly(arguments);
        let defined = except.is_defined();
        let except = aux.number(except.into_int())?;
        let items = list.into_list();
        let mut parts: Vec<BoolExpr> =
            items.iter().filter_map(Term::is_defined).chain(defined).collect();
        let pairs = items.len() * items.len().saturating_sub(1) / 2;
        aux.must_fit("pairs that differ", pairs)?;
        let items = items.into_iter().map(|item| aux.number(item.into_int()));
        let items = items.collect::<Result<Vec<_>, Fault>>()?;
        for (position, a) in items.iter().enumerate() {
            for b in &items[position + 1..] {
                parts.push(BoolExpr::or([
                    BoolExpr::compare(CompareOp::Ne, a.clone(), b.clone()),
                    BoolExpr::compare(CompareOp::Eq, a.clone(), except.clone()),
                ]));
            }
        }
        Ok(Term::Bool(BoolExpr::and(parts)))
    }
}
