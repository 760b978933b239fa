//! Inputs of a program: written ones from its docstring, generated ones from the annotations of its parameters.

use num_traits::ToPrimitive;
use ruff_python_ast::{Expr, Operator, Parameters, Stmt, StmtFunctionDef};
use ruff_text_size::Ranged;

use super::fault::Fault;
use super::literal;
use super::members::{InputSets, Type, nth, size};
use super::read::{Source, span};
use super::spread::Spread;
use super::value::{Inner, Value};

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
