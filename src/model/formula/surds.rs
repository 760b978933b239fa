//! Exact values: fractions in lowest terms, roots as simple as they can be written, and the values that sine, cosine
//! and tangent have at multiples of 15°, each by its place in their order.

use crate::formula::Node;

/// Returns the whole number that these nodes are.
fn whole(nodes: &[Node]) -> Option<i64> {
    match nodes {
        [Node::Number(number)] => number.parse().ok(),
        [Node::Sign(sign), Node::Number(number)] if sign == "−" => {
            number.parse::<i64>().ok().map(|number| -number)
        }
        _ => None,
    }
}

fn number(value: i64) -> Vec<Node> {
    let sign = (value < 0).then(|| Node::Sign("−".to_owned()));
    sign.into_iter().chain([Node::Number(value.unsigned_abs().to_string())]).collect()
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs().max(1) } else { gcd(b, a % b) }
}

/// Returns `above/below` with its sign before it, and without a line where `below` is 1.
fn fraction(is_negative: bool, above: Vec<Node>, below: i64) -> Vec<Node> {
    let mut nodes: Vec<Node> =
        is_negative.then(|| Node::Sign("−".to_owned())).into_iter().collect();
    match below {
        1 => nodes.extend(above),
        _ => nodes.push(Node::Fraction(above, number(below))),
    }
    nodes
}

/// Returns a quotient in lowest terms, where both are numbers.
pub(super) fn ratio(above: &[Node], below: &[Node]) -> Vec<Node> {
    match (whole(above), whole(below)) {
        (Some(p), Some(q)) if q != 0 => {
            let common = gcd(p, q);
            let is_negative = (p < 0) != (q < 0) && p != 0;
            let (p, q) = ((p / common).abs(), (q / common).abs());
            fraction(is_negative, number(p), q)
        }
        _ => vec![Node::Fraction(above.to_vec(), below.to_vec())],
    }
}

/// Returns the root of a number, over another one, with what can be drawn in front of it.
pub(super) fn surd(inner: &[Node], below: Option<&[Node]>) -> Vec<Node> {
    let under = below.map_or(Some(1), whole);
    match (whole(inner), under) {
        (Some(inner @ 0..=1_000_000), Some(under @ 1..)) => {
            let (mut factor, mut rest) = (1, inner.max(1));
            for candidate in 2..=1_000 {
                while rest % (candidate * candidate) == 0 {
                    (factor, rest) = (factor * candidate, rest / (candidate * candidate));
                }
            }
            if inner == 0 {
                factor = 0;
            }
            let common = gcd(factor, under);
            fraction(false, multiple(factor / common, rest), under / common)
        }
        _ => match below {
            None => vec![Node::Root(inner.to_vec())],
            Some(below) => vec![Node::Fraction(vec![Node::Root(inner.to_vec())], below.to_vec())],
        },
    }
}

/// Returns `factor·√rest`.
fn multiple(factor: i64, rest: i64) -> Vec<Node> {
    let mut nodes = if factor == 1 && rest > 1 { Vec::new() } else { number(factor) };
    if rest > 1 {
        nodes.push(Node::Root(number(rest)));
    }
    nodes
}

/// The values from 0 on, each by the terms of its numerator, as a factor and what stands under the root, and its
/// denominator. `constraints/angles.rs` has the order, and the tests there compare the two.
const EXACT: [(&[(i64, i64)], i64); 11] = [
    (&[(0, 1)], 1),
    (&[(1, 6), (-1, 2)], 4),
    (&[(2, 1), (-1, 3)], 1),
    (&[(1, 1)], 2),
    (&[(1, 3)], 3),
    (&[(1, 2)], 2),
    (&[(1, 3)], 2),
    (&[(1, 6), (1, 2)], 4),
    (&[(1, 1)], 1),
    (&[(1, 3)], 1),
    (&[(2, 1), (1, 3)], 1),
];

/// Returns the value with this place in the order, -10 to 10.
pub(super) fn exact(inner: &[Node]) -> Vec<Node> {
    let place = whole(inner);
    let found = place.and_then(|place| EXACT.get(usize::try_from(place.unsigned_abs()).ok()?));
    let (Some(place), Some((terms, below))) = (place, found) else { return inner.to_vec() };
    let mut above = Vec::new();
    for (number, (factor, under)) in terms.iter().enumerate() {
        if number > 0 {
            let sign = if *factor < 0 { "−" } else { "+" };
            above.push(Node::Operator(sign.to_owned()));
        }
        above.extend(multiple(factor.abs(), *under));
    }
    match (place < 0, terms.len() > 1 && *below == 1) {
        (true, true) => vec![Node::Sign("−".to_owned()), Node::Brackets(above)],
        (is_negative, _) => fraction(is_negative, above, *below),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_values_are_those_of_the_functions_in_order() {
        let value = |(terms, below): &(&[(i64, i64)], i64)| {
            let term = |(factor, under): &(i64, i64)| *factor as f64 * libm::sqrt(*under as f64);
            terms.iter().map(term).sum::<f64>() / *below as f64
        };
        let values: Vec<f64> = EXACT.iter().map(value).collect();
        let at = |degrees: i64| degrees as f64 * std::f64::consts::PI / 180.0;
        let sines = [0, 15, 30, 45, 60, 75, 90].map(|degrees| libm::sin(at(degrees)));
        let tangents = [0, 15, 30, 45, 60, 75].map(|degrees| libm::tan(at(degrees)));
        let mut expected: Vec<f64> = sines.into_iter().chain(tangents).collect();
        expected.sort_by(f64::total_cmp);
        expected.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
        assert_eq!(values.len(), expected.len());
        assert!(values.iter().zip(&expected).all(|(own, other)| (own - other).abs() < 1e-9));
    }
}
