//! JSON texts in few bytes: puzzles of one family differ in their values alone.
//!
//! A text is taken apart into its shape, which many texts share, and its values: [`split`] and [`join`] are
//! each other's inverse on texts without spaces between tokens. A shape has [`HOLE`] in the place of each value;
//! small numbers and `null` are one byte each. The bytes are deflated where that makes them fewer.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// What stands in a shape for a value: a byte that no JSON text has.
const HOLE: u8 = 1;

const NULL: u8 = 0;
const TRUE: u8 = 1;
const FALSE: u8 = 2;
/// A value as it is written, with its length before it.
const VERBATIM: u8 = 3;
/// A whole number, as bytes of seven bits.
const NUMBER: u8 = 4;
/// The number 0, as one byte; those behind it follow.
const ZERO: u8 = 5;

/// How hard deflating works, of 10.
const EFFORT: u8 = 8;
/// The most bytes of values that are read: no text of a puzzle has so many.
const MOST: usize = 1 << 26;

/// Takes a text apart into its shape and its packed values.
pub(super) fn split(text: &str) -> (String, Vec<u8>) {
    let (mut shape, mut values) = (Vec::new(), Vec::new());
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let end = match bytes[at] {
            b'"' => end_of_string(bytes, at),
            b'{' | b'}' | b'[' | b']' | b',' | b':' => at,
            _ => {
                let is_end = |byte: &u8| matches!(byte, b',' | b'}' | b']');
                bytes[at..].iter().position(is_end).map_or(bytes.len(), |length| at + length)
            }
        };
        if end == at {
            shape.push(bytes[at]);
            at += 1;
            continue;
        }
        if bytes.get(end) == Some(&b':') {
            shape.extend(&bytes[at..end]);
        } else {
            shape.push(HOLE);
            put(&text[at..end], &mut values);
        }
        at = end;
    }
    let shape =
        String::from_utf8(shape).unwrap_or_else(|_| puzgen_base::bug!("a shape of no text"));
    (shape, packed(values))
}

fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// Appends a value.
fn put(token: &str, values: &mut Vec<u8>) {
    let number = token.parse::<u64>().ok().filter(|number| number.to_string() == token);
    match (token, number) {
        ("null", _) => values.push(NULL),
        ("true", _) => values.push(TRUE),
        ("false", _) => values.push(FALSE),
        (_, Some(number)) if number <= u64::from(u8::MAX - ZERO) => {
            values.push(ZERO + number as u8)
        }
        (_, Some(number)) => {
            values.push(NUMBER);
            put_number(number, values);
        }
        _ => {
            values.push(VERBATIM);
            put_number(token.len() as u64, values);
            values.extend(token.as_bytes());
        }
    }
}

fn put_number(mut number: u64, values: &mut Vec<u8>) {
    while number > 0x7f {
        values.push(number as u8 | 0x80);
        number >>= 7;
    }
    values.push(number as u8);
}

/// Deflates where that makes fewer bytes; the first byte says whether it did.
fn packed(values: Vec<u8>) -> Vec<u8> {
    let deflated = compress_to_vec(&values, EFFORT);
    let (first, rest) = if deflated.len() < values.len() { (1, deflated) } else { (0, values) };
    [vec![first], rest].concat()
}

/// Puts a text together from its shape and its packed values; nothing where they do not fit.
pub(super) fn join(shape: &str, packed: &[u8]) -> Option<String> {
    let (first, rest) = packed.split_first()?;
    let inflated;
    let mut values = match first {
        0 => rest,
        _ => {
            inflated = decompress_to_vec_with_limit(rest, MOST).ok()?;
            inflated.as_slice()
        }
    };
    let mut text = Vec::with_capacity(shape.len() * 2);
    for byte in shape.bytes() {
        match byte {
            HOLE => values = take(values, &mut text)?,
            byte => text.push(byte),
        }
    }
    if values.is_empty() { String::from_utf8(text).ok() } else { None }
}

/// Writes the first value; returns the others.
fn take<'v>(values: &'v [u8], text: &mut Vec<u8>) -> Option<&'v [u8]> {
    let (first, mut rest) = values.split_first()?;
    match *first {
        NULL => text.extend(b"null"),
        TRUE => text.extend(b"true"),
        FALSE => text.extend(b"false"),
        VERBATIM => {
            let (length, behind) = take_number(rest)?;
            let (token, behind) = behind.split_at_checked(usize::try_from(length).ok()?)?;
            text.extend(token);
            rest = behind;
        }
        NUMBER => {
            let (number, behind) = take_number(rest)?;
            text.extend(number.to_string().as_bytes());
            rest = behind;
        }
        digit if digit < ZERO + 10 => text.push(b'0' + digit - ZERO),
        small => text.extend((small - ZERO).to_string().as_bytes()),
    }
    Some(rest)
}

fn take_number(values: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0_u64;
    for (place, byte) in values.iter().enumerate().take(10) {
        number |= u64::from(byte & 0x7f).checked_shl(7 * place as u32)?;
        if byte & 0x80 == 0 {
            return Some((number, &values[place + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzgen_base::rng::Rng;

    fn random(rng: &mut Rng, depth: usize) -> serde_json::Value {
        match rng.below(if depth == 0 { 7 } else { 9 }) {
            0 => serde_json::Value::Null,
            1 => (rng.below(2) == 0).into(),
            2 => (rng.below(300) as u64).into(),
            3 => (rng.next_u64() >> rng.below(64)).into(),
            4 => (-(rng.below(400) as i64)).into(),
            5 => (rng.unit() * 100.0).into(),
            6 => ["", "a\"b\\", "x:y", "ä,]}", "\u{1}\n"][rng.below(5)].into(),
            7 => (0..rng.below(5)).map(|_| random(rng, depth - 1)).collect(),
            _ => {
                let names = ["given", "a\"b", "\u{2}", "null"];
                let count = rng.below(5).min(4);
                names[..count]
                    .iter()
                    .map(|name| ((*name).to_owned(), random(rng, depth - 1)))
                    .collect()
            }
        }
    }

    #[test]
    fn texts_come_back() {
        let mut rng = Rng::from_seed(3);
        let mut shapes = std::collections::BTreeSet::new();
        for _ in 0..2000 {
            let text = random(&mut rng, 4).to_string();
            let (shape, values) = split(&text);
            assert_eq!(join(&shape, &values).as_deref(), Some(text.as_str()), "{shape}");
            shapes.insert(shape);
        }
        assert!(shapes.len() > 100);
    }

    #[test]
    fn what_is_damaged_does_not_come_back() {
        let (shape, values) = split("{\"a\":[1,2,null,\"x\"]}");
        assert_eq!(shape, "{\"a\":[\u{1},\u{1},\u{1},\u{1}]}");
        assert_eq!(join(&shape, &values[..values.len() - 1]), None);
        assert_eq!(join(&shape, &[values.as_slice(), &[0]].concat()), None);
        assert_eq!(join(&shape, &[]), None);
        assert_eq!(join(&shape, &[1, 2, 3]), None);
    }
}
