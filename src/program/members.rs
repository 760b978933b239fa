//! The members of the types of parameters. They are never listed as a whole: they are numbered, the smallest first, and
//! made by number.

use std::ops::RangeInclusive;

use super::value::{Inner, Value};

/// Of what inputs are generated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputSets {
    /// The integers, also those in lists.
    pub int: RangeInclusive<i64>,
    /// How long a list may be, and how many items a dictionary may have.
    pub list_length: usize,
    /// The letters of texts.
    pub text_letters: String,
    /// How long a text may be.
    pub text_length: usize,
    /// How many inputs are generated at most: the smallest, and others from all over.
    pub most: usize,
}

/// The type of a parameter.
#[derive(Debug, Clone)]
pub(super) enum Type {
    Int,
    Bool,
    Text,
    None,
    List(Box<Type>),
    Tuple(Vec<Type>),
    Dict(Box<Type>, Box<Type>),
    Either(Box<Type>, Box<Type>),
}

/// More members than this are counted as this many.
const MANY: u128 = 1 << 96;

/// How many of the possible keys generated dictionaries have: the first ones.
const KEYS: u128 = 64;

fn power(base: u128, exponent: usize) -> u128 {
    (0..exponent).fold(1u128, |product, _| product.saturating_mul(base).min(MANY))
}

/// Returns how many ways there are to choose `k` of `n`.
fn choose(n: u128, k: usize) -> u128 {
    let mut ways = 1u128;
    for place in 0..k as u128 {
        if place >= n {
            return 0;
        }
        ways = ways.saturating_mul(n - place).min(MANY) / (place + 1);
    }
    ways
}

pub(super) fn letters(sets: &InputSets) -> Vec<char> {
    let mut letters = Vec::new();
    for letter in sets.text_letters.chars() {
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    }
    letters
}

/// Returns how many members have each length, for what has one.
pub(super) fn by_length(of: &Type, sets: &InputSets) -> Vec<u128> {
    match of {
        Type::Text => {
            let count = letters(sets).len() as u128;
            (0..=sets.text_length).map(|length| power(count, length)).collect()
        }
        Type::List(item) => {
            let count = size(item, sets);
            (0..=sets.list_length).map(|length| power(count, length)).collect()
        }
        Type::Dict(key, value) => {
            let (keys, values) = (size(key, sets).min(KEYS), size(value, sets));
            let of = |length| choose(keys, length).saturating_mul(power(values, length)).min(MANY);
            (0..=sets.list_length).map(of).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns how many members a type has.
pub(super) fn size(of: &Type, sets: &InputSets) -> u128 {
    match of {
        Type::Int => {
            let (first, last) = (*sets.int.start(), *sets.int.end());
            u128::try_from(i128::from(last) - i128::from(first) + 1).unwrap_or(0)
        }
        Type::Bool => 2,
        Type::None => 1,
        Type::Tuple(parts) => {
            parts.iter().fold(1u128, |all, part| all.saturating_mul(size(part, sets)).min(MANY))
        }
        Type::Either(a, b) => size(a, sets).saturating_add(size(b, sets)).min(MANY),
        _ => by_length(of, sets).iter().fold(0u128, |all, one| all.saturating_add(*one)).min(MANY),
    }
}

/// Returns the digits of a number, the first one worth most.
fn digits(mut number: u128, base: u128, length: usize) -> Vec<u128> {
    let mut digits = vec![0; length];
    for digit in digits.iter_mut().rev() {
        *digit = number % base.max(1);
        number /= base.max(1);
    }
    digits
}

/// Returns a member by its number.
pub(super) fn nth(of: &Type, sets: &InputSets, number: u128) -> Value {
    match of {
        Type::Int => {
            let offset = i128::try_from(number).unwrap_or(0);
            let value = i128::from(*sets.int.start()) + offset;
            Value::integer(i64::try_from(value).unwrap_or(i64::MAX))
        }
        Type::Bool => Value(Inner::Bool(number == 1)),
        Type::None => Value(Inner::None),
        Type::Either(a, b) => match number.checked_sub(size(a, sets)) {
            Some(rest) => nth(b, sets, rest),
            None => nth(a, sets, number),
        },
        Type::Tuple(parts) => {
            let mut number = number;
            let mut values = Vec::with_capacity(parts.len());
            for part in parts.iter().rev() {
                let count = size(part, sets).max(1);
                values.push(nth(part, sets, number % count));
                number /= count;
            }
            values.reverse();
            Value(Inner::Tuple(values))
        }
        _ => sized(of, sets, number),
    }
}

/// Returns a member of what has a length: shorter ones first.
pub(super) fn sized(of: &Type, sets: &InputSets, mut number: u128) -> Value {
    let lengths = by_length(of, sets);
    let mut length = 0;
    while let Some(count) = lengths.get(length)
        && number >= *count
        && length + 1 < lengths.len()
    {
        number -= count;
        length += 1;
    }
    match of {
        Type::Text => {
            let letters = letters(sets);
            let places = digits(number, letters.len() as u128, length);
            let letter = |place: &u128| letters.get(usize::try_from(*place).ok()?).copied();
            Value(Inner::Text(places.iter().filter_map(letter).collect()))
        }
        Type::List(item) => {
            let places = digits(number, size(item, sets), length);
            Value(Inner::List(places.iter().map(|place| nth(item, sets, *place)).collect()))
        }
        Type::Dict(key, value) => {
            let worths = power(size(value, sets), length).max(1);
            let keys = chosen(number / worths, size(key, sets).min(KEYS), length);
            let values = digits(number % worths, size(value, sets), length);
            let items = keys.iter().zip(values);
            let item =
                |(place, worth): (&u128, u128)| (nth(key, sets, *place), nth(value, sets, worth));
            Value(Inner::Dict(items.map(item).collect()))
        }
        _ => Value(Inner::None),
    }
}

/// Returns the choice of `length` of `count` that has a number, in lexicographic order.
fn chosen(mut number: u128, count: u128, length: usize) -> Vec<u128> {
    let mut places = Vec::with_capacity(length);
    let mut next = 0u128;
    for left in (0..length).rev() {
        loop {
            let with_this = choose(count.saturating_sub(next + 1), left);
            if number < with_this || next + 1 >= count {
                break;
            }
            number -= with_this;
            next += 1;
        }
        places.push(next);
        next += 1;
    }
    places
}
