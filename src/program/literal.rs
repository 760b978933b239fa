//! Literals of the parser's tree as values.

use num_bigint::BigInt;
use ruff_python_ast::{Expr, Number, Stmt, UnaryOp};

use super::read::Source;
use super::val::Val;
use super::value::{Inner, Value};

/// Returns the constant that an expression is: a number, text, truth value or `None`.
pub(super) fn constant(node: &Expr) -> Option<Val> {
    match node {
        Expr::NoneLiteral(_) => Some(Val::None),
        Expr::BooleanLiteral(truth) => Some(Val::Bool(truth.value)),
        Expr::StringLiteral(text) => Some(Val::text(text.value.to_str())),
        Expr::NumberLiteral(number) => match &number.value {
            Number::Int(int) => integer(&int.to_string()).map(Val::integer),
            Number::Float(_) | Number::Complex { .. } => None,
        },
        Expr::UnaryOp(unary) if unary.op == UnaryOp::USub => {
            let Expr::NumberLiteral(_) = &*unary.operand else { return None };
            constant(&unary.operand)?.big().map(|number| Val::integer(-number))
        }
        _ => None,
    }
}

/// Returns the constant of a word that a blank may hold.
pub(super) fn of_word(word: &str) -> Option<Val> {
    let source = Source::read(word).ok()?;
    match source.statements() {
        [Stmt::Expr(one)] => constant(&one.value),
        _ => None,
    }
}

fn integer(text: &str) -> Option<BigInt> {
    let (digits, radix) = match text.get(..2) {
        Some("0x" | "0X") => (&text[2..], 16),
        Some("0b" | "0B") => (&text[2..], 2),
        Some("0o" | "0O") => (&text[2..], 8),
        _ => (text, 10),
    };
    BigInt::parse_bytes(digits.as_bytes(), radix)
}

/// Returns the value of an expression that is a literal all through.
pub(super) fn value(node: &Expr) -> Option<Value> {
    let all = |nodes: &[Expr]| nodes.iter().map(value).collect::<Option<Vec<Value>>>();
    let inner = match node {
        Expr::List(list) => Inner::List(all(&list.elts)?),
        Expr::Tuple(tuple) => Inner::Tuple(all(&tuple.elts)?),
        Expr::Dict(dict) => {
            let mut items: Vec<(Value, Value)> = Vec::new();
            for item in &dict.items {
                let key = value(item.key.as_ref()?)?;
                let worth = value(&item.value)?;
                if !key.is_hashable() {
                    return None;
                }
                match items.iter_mut().find(|(known, _)| known.equals(&key)) {
                    Some(found) => found.1 = worth,
                    None => items.push((key, worth)),
                }
            }
            Inner::Dict(items)
        }
        other => match constant(other)? {
            Val::None => Inner::None,
            Val::Bool(truth) => Inner::Bool(truth),
            Val::Text(text) => Inner::Text(text.to_string()),
            number => Inner::Integer(number.big()?),
        },
    };
    Some(Value(inner))
}
