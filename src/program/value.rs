//! Values outside of a run: arguments as they are read, printed as Python prints them, and compared.

use std::fmt;

use num_bigint::BigInt;

/// A value of the subset, as an argument of a call. `Display` is Python's `repr`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value(pub(super) Inner);

/// What a value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Inner {
    None,
    Bool(bool),
    Integer(BigInt),
    Text(String),
    List(Vec<Value>),
    Tuple(Vec<Value>),
    Dict(Vec<(Value, Value)>),
}

impl Value {
    /// Returns an integer.
    #[must_use]
    pub(crate) fn integer(number: i64) -> Self {
        Self(Inner::Integer(BigInt::from(number)))
    }

    pub(super) fn is_hashable(&self) -> bool {
        match &self.0 {
            Inner::List(_) | Inner::Dict(_) => false,
            Inner::Tuple(items) => items.iter().all(Self::is_hashable),
            _ => true,
        }
    }

    /// Returns whether `==` of Python holds, of values that can be keys.
    pub(super) fn equals(&self, other: &Self) -> bool {
        let number = |inner: &Inner| match inner {
            Inner::Bool(truth) => Some(BigInt::from(i64::from(*truth))),
            Inner::Integer(number) => Some(number.clone()),
            _ => None,
        };
        match (&self.0, &other.0) {
            (Inner::Tuple(a), Inner::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals(b))
            }
            (a, b) => match (number(a), number(b)) {
                (Some(a), Some(b)) => a == b,
                _ => a == b,
            },
        }
    }
}

/// Writes a text as Python's `repr` does.
pub(super) fn quote(text: &str, out: &mut String) {
    let mark = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(mark);
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            _ if letter == mark => out.extend(['\\', letter]),
            _ if letter.is_control() => out.push_str(&format!("\\x{:02x}", u32::from(letter))),
            _ => out.push(letter),
        }
    }
    out.push(mark);
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = |f: &mut fmt::Formatter<'_>, items: &[Self]| {
            for (place, item) in items.iter().enumerate() {
                write!(f, "{}{item}", if place > 0 { ", " } else { "" })?;
            }
            Ok(())
        };
        match &self.0 {
            Inner::None => f.write_str("None"),
            Inner::Bool(truth) => f.write_str(if *truth { "True" } else { "False" }),
            Inner::Integer(number) => write!(f, "{number}"),
            Inner::Text(text) => {
                let mut out = String::new();
                quote(text, &mut out);
                f.write_str(&out)
            }
            Inner::List(items) => {
                f.write_str("[")?;
                all(f, items)?;
                f.write_str("]")
            }
            Inner::Tuple(items) => {
                f.write_str("(")?;
                all(f, items)?;
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
            Inner::Dict(items) => {
                f.write_str("{")?;
                for (place, (key, value)) in items.iter().enumerate() {
                    write!(f, "{}{key}: {value}", if place > 0 { ", " } else { "" })?;
                }
                f.write_str("}")
            }
        }
    }
}
