//! Inputs of a program: written ones from its docstring, generated ones from the annotations of its parameters. A
//! generated set is never listed as a whole: its members are numbered, the smallest first, and taken by number.

use std::ops::RangeInclusive;

use num_traits::ToPrimitive;
use ruff_python_ast::{Expr, Operator, Parameters, Stmt, StmtFunctionDef};
use ruff_text_size::Ranged;

use super::fault::Fault;
use super::literal;
use super::read::{Source, span};
use super::spread::Spread;
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

/// Returns the inputs of the last function of a text.
pub(super) fn inputs(text: &str, sets: &InputSets) -> Result<Vec<Vec<Value>>, Fault> {
    let source = Source::read(text)?;
    let last = source.statements().iter().rev().find_map(Stmt::as_function_def_stmt);
    let Some(function) = last else { return Ok(Vec::new()) };
    let mut inputs = written(function)?;
    let types = function.parameters.args.iter().map(|one| {
        let annotation = one.parameter.annotation.as_deref();
        annotation.and_then(annotated).ok_or_else(|| Fault {
            span: span(annotation.map_or(one.range, Ranged::range)),
            what: format!("no inputs are known for the parameter `{}`", one.parameter.name),
            help: "annotate it with `int`, `bool`, `str`, `list[int]`, `dict[str, int]` or the \
                   like, or write lines `>>> name(…)` in a docstring"
                .to_owned(),
        })
    });
    match types.collect::<Result<Vec<Type>, Fault>>() {
        Err(_) if !inputs.is_empty() => {}
        Err(fault) if sets.most > 0 => return Err(fault),
        Err(_) => {}
        Ok(types) => {
            for input in generated(&Type::Tuple(types), sets) {
                if !inputs.contains(&input) {
                    inputs.push(input);
                }
            }
        }
    }
    Ok(inputs)
}

fn annotated(node: &Expr) -> Option<Type> {
    match node {
        Expr::NoneLiteral(_) => Some(Type::None),
        Expr::Name(name) => match name.id.as_str() {
            "int" => Some(Type::Int),
            "bool" => Some(Type::Bool),
            "str" => Some(Type::Text),
            "list" => Some(Type::List(Box::new(Type::Int))),
            _ => None,
        },
        Expr::BinOp(either) if either.op == Operator::BitOr => {
            let (left, right) = (annotated(&either.left)?, annotated(&either.right)?);
            Some(Type::Either(Box::new(left), Box::new(right)))
        }
        Expr::Subscript(one) => {
            let parts = match &*one.slice {
                Expr::Tuple(tuple) => tuple.elts.iter().map(annotated).collect::<Option<_>>()?,
                single => vec![annotated(single)?],
            };
            match (one.value.as_name_expr()?.id.as_str(), parts.as_slice()) {
                ("list", [item]) => Some(Type::List(Box::new(item.clone()))),
                ("tuple", _) => Some(Type::Tuple(parts)),
                ("dict", [key, value]) if !matches!(key, Type::List(_) | Type::Dict(..)) => {
                    Some(Type::Dict(Box::new(key.clone()), Box::new(value.clone())))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Returns the arguments of the lines `>>> f(…)` of the docstring of the last function of a text.
pub(super) fn written_in(text: &str) -> Result<Vec<Vec<Value>>, Fault> {
    let source = Source::read(text)?;
    let last = source.statements().iter().rev().find_map(Stmt::as_function_def_stmt);
    last.map_or_else(|| Ok(Vec::new()), written)
}

/// Returns the arguments of the lines `>>> f(…)` of a docstring.
fn written(function: &StmtFunctionDef) -> Result<Vec<Vec<Value>>, Fault> {
    let Some(Stmt::Expr(first)) = function.body.first() else { return Ok(Vec::new()) };
    let Expr::StringLiteral(docstring) = &*first.value else { return Ok(Vec::new()) };
    let mut inputs = Vec::new();
    for line in docstring.value.to_str().lines() {
        let Some(call) = line.trim().strip_prefix(">>>") else { continue };
        let Some(input) = called(call.trim(), function) else {
            return Err(Fault {
                span: span(docstring.range),
                what: format!("`{}` is no call of `{}` with literals", call.trim(), function.name),
                help: format!("write `>>> {}(…)` with one literal a parameter", function.name),
            });
        };
        inputs.push(input);
    }
    Ok(inputs)
}

fn called(line: &str, function: &StmtFunctionDef) -> Option<Vec<Value>> {
    let source = Source::read(line).ok()?;
    let [Stmt::Expr(one)] = source.statements() else { return None };
    let Expr::Call(call) = &*one.value else { return None };
    if call.func.as_name_expr()?.id.as_str() != function.name.as_str() {
        return None;
    }
    let parameters: &Parameters = &function.parameters;
    let plain = call.arguments.args.iter().map(literal::value);
    let mut values: Vec<Option<Value>> =
        plain.map(|value| value.map(Some)).collect::<Option<_>>()?;
    if values.len() > parameters.args.len() {
        return None;
    }
    values.resize(parameters.args.len(), None);
    for keyword in &call.arguments.keywords {
        let place = parameters.index(keyword.arg.as_ref()?.as_str())?;
        let free = values.get_mut(place).filter(|value| value.is_none())?;
        *free = Some(literal::value(&keyword.value)?);
    }
    // What has a default and is not given is given by its default.
    let defaults = parameters.args.iter().map(|one| one.default.as_deref());
    let filled = values.into_iter().zip(defaults);
    filled.map(|(value, default)| value.or_else(|| literal::value(default?))).collect()
}

/// How many members are drawn for each that is taken, as some are drawn twice.
const MOST_DRAWN: usize = 8;

/// Returns at most as many members as are asked for: all, or the smallest and others from all over, the short ones first.
fn generated(of: &Type, sets: &InputSets) -> Vec<Vec<Value>> {
    let count = size(of, sets);
    if count <= u128::try_from(sets.most).unwrap_or(u128::MAX) {
        return (0..count).map(|number| parts(nth(of, sets, number))).collect();
    }
    let mut members: Vec<Vec<Value>> = Vec::new();
    let mut spread = Spread::new(sets);
    let drawn = (0..MOST_DRAWN * sets.most).map(|place| spread.member(of, place, 0));
    for member in std::iter::once(nth(of, sets, 0)).chain(drawn).map(parts) {
        if members.len() < sets.most && !members.contains(&member) {
            members.push(member);
        }
    }
    members.sort_by_cached_key(|member| {
        let (mut length, mut numbers) = (0, Vec::new());
        member.iter().for_each(|value| measure(value, &mut length, &mut numbers));
        (length, numbers)
    });
    members
}

fn parts(value: Value) -> Vec<Value> {
    match value.0 {
        Inner::Tuple(values) => values,
        _ => Vec::new(),
    }
}

/// Adds up how long a value is, and lists what is in it.
fn measure(value: &Value, length: &mut usize, numbers: &mut Vec<i64>) {
    match &value.0 {
        Inner::List(items) | Inner::Tuple(items) => {
            *length += items.len();
            items.iter().for_each(|item| measure(item, length, numbers));
        }
        Inner::Dict(items) => {
            *length += items.len();
            for (key, item) in items {
                measure(key, length, numbers);
                measure(item, length, numbers);
            }
        }
        Inner::Text(text) => {
            *length += text.chars().count();
            numbers.extend(text.chars().map(|letter| i64::from(u32::from(letter))));
        }
        Inner::Bool(truth) => numbers.push(i64::from(*truth)),
        Inner::Integer(number) => numbers.extend(number.to_i64()),
        Inner::None => {}
    }
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
