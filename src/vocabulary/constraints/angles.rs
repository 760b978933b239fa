//! Sine, cosine and tangent of the multiples of 15°, without fractions: each value by its place among all values that
//! they have, from -10 to 10. Two of them are equal, or the one is smaller, exactly where their places are.

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, IntExpr};
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `sin`, `cos` or `tan` of a number of degrees.
#[derive(Debug)]
pub(super) struct Angle {
    head: Head,
    /// The place of the value at so many times 15°, 0 to 23.
    place: fn(i64) -> Option<i64>,
}

/// The places of the sines from 0° to 90°: 0, (√6 − √2)/4, 1/2, √2/2, √3/2, (√6 + √2)/4, 1.
const SINES: [i64; 7] = [0, 1, 3, 5, 6, 7, 8];
/// The places of the tangents from 0° to 75°: 0, 2 − √3, √3/3, 1, √3, 2 + √3.
const TANGENTS: [i64; 6] = [0, 2, 4, 8, 9, 10];

fn sine(step: i64) -> Option<i64> {
    let half = step % 12;
    let place = SINES.get(half.min(12 - half) as usize).copied();
    if step < 12 { place } else { place.map(|place| -place) }
}

fn cosine(step: i64) -> Option<i64> {
    sine((step + 6) % 24)
}

fn tangent(step: i64) -> Option<i64> {
    match step % 12 {
        step @ 0..=5 => TANGENTS.get(step as usize).copied(),
        step => TANGENTS.get((12 - step) as usize).map(|place| -place),
    }
}

pub(super) const SIN: Angle = Angle {
    head: Head {
        name: "sin",
        signature: "sin(degrees)",
        about: "The [place](#special-angles) of the sine of a multiple of 15°; none for other angles.",
        example: "sin(15 * x[first]) >= 1",
    },
    place: sine,
};

pub(super) const COS: Angle = Angle {
    head: Head {
        name: "cos",
        signature: "cos(degrees)",
        about: "The [place](#special-angles) of the cosine of a multiple of 15°; none for other angles.",
        example: "cos(15 * x[first]) < 7",
    },
    place: cosine,
};

pub(super) const TAN: Angle = Angle {
    head: Head {
        name: "tan",
        signature: "tan(degrees)",
        about: "The [place](#special-angles) of the tangent of a multiple of 15°; none for other angles, and for 90°.",
        example: "tan(30 * x[first]) != 9",
    },
    place: tangent,
};

impl Function for Angle {
    fn head(&self) -> Head {
        self.head
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [ty] if *ty.value() == Ty::Int => Some(Ty::Int),
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let [Value::Int(degrees)] = arguments else { puzgen_base::bug!("one argument") };
        let degrees = degrees.rem_euclid(360);
        let place = if degrees % 15 == 0 { (self.place)(degrees / 15) } else { None };
        place.map(Value::Int).ok_or(Fault::NoElement)
    }
}

impl Constraint for Angle {
    /// `if a mod 360 ∈ {angles of the first place} then that place else if …`.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let [degrees] = Term::exactly(arguments);
        let turn = Box::new(IntExpr::Const(360));
        let degrees = aux.number(IntExpr::Mod(Box::new(degrees.into_int()), turn))?;
        let mut found = IntExpr::without_value();
        for place in -10..=10 {
            let steps = (0..24).filter(|step| (self.place)(*step) == Some(place));
            let is = |step: i64| {
                BoolExpr::compare(CompareOp::Eq, degrees.clone(), IntExpr::Const(15 * step))
            };
            let any: Vec<BoolExpr> = steps.map(is).collect();
            if any.is_empty() {
                continue;
            }
            let rest = Box::new(aux.small(found)?);
            let here = Box::new(IntExpr::Const(place));
            found = IntExpr::If(Box::new(BoolExpr::or(any)), here, rest);
        }
        Ok(Term::Int(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Real = fn(f64) -> f64;

    #[test]
    fn places_are_in_the_order_of_the_values() {
        let functions: [(Angle, Real); 3] = [(SIN, libm::sin), (COS, libm::cos), (TAN, libm::tan)];
        let mut values = Vec::new();
        for (function, real) in &functions {
            for degrees in (-720..=720).step_by(15) {
                let found = function.eval(&[Value::Int(degrees)], None);
                let is_pole = function.name() == "tan" && degrees.rem_euclid(180) == 90;
                assert_eq!(found.is_err(), is_pole, "{} {degrees}", function.name());
                let value = real(degrees as f64 * std::f64::consts::PI / 180.0);
                values.extend(found.ok().and_then(|place| place.as_int()).map(|it| (it, value)));
            }
        }
        for (place, value) in &values {
            for (other_place, other) in &values {
                let is_equal = (value - other).abs() < 1e-9;
                assert_eq!(place == other_place, is_equal, "{place} {other_place}");
                assert!(is_equal || (place < other_place) == (value < other));
            }
        }
        assert_eq!(SIN.eval(&[Value::Int(20)], None), Err(Fault::NoElement));
    }
}
