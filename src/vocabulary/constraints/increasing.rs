//! Lists that rise from each element to the next.

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_base::ops::CompareOp;
use puzgen_csp::BoolExpr;
use puzgen_model::function::{Fault, Function};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `increasing(list)` and `strictly_increasing(list)`.
#[derive(Debug)]
pub(super) struct Increasing {
    is_strict: bool,
}

/// `increasing`.
pub(super) const INCREASING: Increasing = Increasing { is_strict: false };
/// `strictly_increasing`.
pub(super) const STRICTLY_INCREASING: Increasing = Increasing { is_strict: true };

impl Increasing {
    fn pick(&self, weak: &'static str, strict: &'static str) -> &'static str {
        if self.is_strict { strict } else { weak }
    }

    fn op(&self) -> CompareOp {
        if self.is_strict { CompareOp::Lt } else { CompareOp::Le }
    }
}

impl Function for Increasing {
    fn name(&self) -> &'static str {
        self.pick("increasing", "strictly_increasing")
    }

    fn signature(&self) -> &'static str {
        self.pick("increasing(list)", "strictly_increasing(list)")
    }

    fn about(&self) -> &'static str {
        self.pick(
            "No element is smaller than the one before it.",
            "Each element is larger than the one before it.",
        )
    }

    fn example(&self) -> &'static str {
        self.pick("increasing(x[row(first)])", "strictly_increasing(x[row(first)])")
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [Ty::List(element)] if *element.value() == Ty::Int => Some(Ty::Bool),
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let list = arguments.first().and_then(Value::as_list).unwrap_or_default();
        let numbers: Vec<Option<i64>> = list.iter().map(Value::as_int).collect();
        Ok(Value::Bool(numbers.windows(2).all(|pair| self.op().holds(&pair[0], &pair[1]))))
    }
}

impl Constraint for Increasing {
    /// `⋀ aᵢ ≤ aᵢ₊₁`, or with `<`.
    fn lower(&self, arguments: Vec<Term>, _: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let items = Term::ints_of(arguments);
        if let [only] = items.as_slice() {
            return Ok(Term::Bool(BoolExpr::and(Term::Int(only.clone()).is_defined())));
        }
        let pairs = items
            .windows(2)
            .map(|pair| BoolExpr::compare(self.op(), pair[0].clone(), pair[1].clone()));
        Ok(Term::Bool(BoolExpr::and(pairs)))
    }
}
