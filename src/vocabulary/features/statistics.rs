//! Statistics of lists of numbers. Only `+ - * /` and the square root are used, which IEEE 754
//! fixes to the last bit, and sums run in list order: the same value on every machine.

use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

struct Statistic {
    head: Head,
    eval: fn(&[f64]) -> f64,
}

impl Function for Statistic {
    fn head(&self) -> Head {
        self.head
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [Ty::List(element)] if element.is_number() => Some(Ty::Real),
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let list = arguments.first().and_then(Value::as_list).unwrap_or_default();
        let numbers: Vec<f64> = list.iter().filter_map(Value::as_real).collect();
        if numbers.is_empty() {
            return Err(Fault::Empty);
        }
        Ok(Value::Real((self.eval)(&numbers)))
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn stddev(numbers: &[f64]) -> f64 {
    let mean = mean(numbers);
    let squares: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
    (squares / numbers.len() as f64).sqrt()
}

/// All statistics.
pub const STATISTICS: &[&dyn Function] = &[
    &Statistic {
        head: Head {
            name: "mean",
            signature: "mean(list)",
            about: "The arithmetic mean of at least one number.",
            example: "mean(x[row(first)])",
        },
        eval: mean,
    },
    &Statistic {
        head: Head {
            name: "stddev",
            signature: "stddev(list)",
            about: "The standard deviation of at least one number, as of a whole population.",
            example: "stddev(x[row(first)])",
        },
        eval: stddev,
    },
];
