//! Lists that rise from each element to the next.

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_base::ops::CompareOp;
use puzgen_csp::BoolExpr;
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `increasing(list)` and `strictly_increasing(list)`.
#[derive(Debug)]
pub(super) struct Increasing {
    head: Head,
    op: CompareOp,
}

pub(super) const INCREASING: Increasing = Increasing {
    head: Head {
        name: "increasing",
        signature: "increasing(list)",
        about: "No element is smaller than the one before it.",
        example: "increasing(x[row(first)])",
    },
    op: CompareOp::Le,
};

pub(super) const STRICTLY_INCREASING: Increasing = Increasing {
    head: Head {
        name: "strictly_increasing",
        signature: "strictly_increasing(list)",
        about: "Each element is larger than the one before it.",
        example: "strictly_increasing(x[row(first)])",
    },
    op: CompareOp::Lt,
};

impl Function for Increasing {
    fn head(&self) -> Head {
        self.head
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
        Ok(Value::Bool(numbers.windows(2).all(|pair| self.op.holds(&pair[0], &pair[1]))))
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
            .map(|pair| BoolExpr::compare(self.op, pair[0].clone(), pair[1].clone()));
        Ok(Term::Bool(BoolExpr::and(pairs)))
    }
}
