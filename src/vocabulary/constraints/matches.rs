//! Lists that fit a regular expression.

use crate::constraints::auxiliary::Recipe;
use crate::constraints::regular::{FITS, Pattern};
use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_csp::BoolExpr;
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `matches(list, "pattern")`, the global constraint `regular`.
#[derive(Debug)]
pub(super) struct Matches;

/// Returns the pattern of an argument.
fn pattern(argument: &Value) -> Result<Pattern, Fault> {
    match argument {
        Value::Word(text) => Pattern::new(text).map_err(Fault::Argument),
        other => puzgen_base::bug!("{other:?} is no text"),
    }
}

impl Function for Matches {
    fn head(&self) -> Head {
        Head {
            name: "matches",
            signature: "matches(list, \"pattern\")",
            about: "The list of numbers, or of truths as 0 and 1, fits the [pattern](#patterns).",
            example: "matches(x[row(first)], \"1 [23]* 4\")",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [Ty::List(element), Ty::Text] if matches!(element.value(), Ty::Int | Ty::Bool) => {
                Some(Ty::Bool)
            }
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let [list, text] = arguments else { puzgen_base::bug!("two arguments") };
        let number = |item: &Value| item.as_int().or(item.as_bool().map(i64::from));
        let list = list.as_list().unwrap_or_default().iter().filter_map(number);
        Ok(Value::Bool(pattern(text)?.fits(list)))
    }
}

impl Constraint for Matches {
    /// What the deterministic automaton of the pattern says, where all elements have values.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let [list, text] = Term::exactly(arguments);
        let Term::Known(text) = text else { puzgen_base::bug!("a text that is decided") };
        let items = list.into_list();
        let inputs = aux.inputs(&items)?;
        let alphabet = aux.alphabet(&inputs)?;
        let Value::Word(word) = &text else { puzgen_base::bug!("{text:?} is no text") };
        let recipe = Recipe::Pattern(word.to_string(), alphabet);
        let most = aux.most();
        let make = |recipe: &Recipe| match recipe {
            Recipe::Pattern(_, alphabet) => pattern(&text)?.automaton(alphabet, most),
            other => puzgen_base::bug!("{other:?} is no pattern"),
        };
        let fits = BoolExpr::var(aux.read(recipe, make, inputs, FITS)?);
        let defined = items.iter().filter_map(Term::is_defined);
        Ok(Term::Bool(BoolExpr::and(defined.chain([fits]))))
    }
}
