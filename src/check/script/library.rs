//! Functions on texts, comparisons of arrays, and sorting.
//!
//! rhai's own library of texts can make a long one out of a short one before any bound is looked at;
//! it compares arrays by a call for each element, which nobody counts, and its `sort` trusts the
//! comparison. These are what scripts need, and each is paid for.

use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, INT, Map, NativeCallContext, Position};

use super::account::{MAX_ELEMENTS, MAX_TEXT, charge_bytes, charge_elements};
use super::view::PlaceView;

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

/// Adds the functions to an engine.
pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("len", |text: &str| paid(text).chars().count() as INT);
    engine
        .register_get("len", |text: &mut rhai::ImmutableString| paid(text).chars().count() as INT);
    engine.register_fn("is_empty", |text: &str| text.is_empty());
    engine.register_fn("contains", |text: &str, part: &str| paid(text).contains(part));
    engine.register_fn("contains", |text: &str, part: char| paid(text).contains(part));
    engine.register_fn("starts_with", |text: &str, part: &str| text.starts_with(part));
    engine.register_fn("ends_with", |text: &str, part: &str| text.ends_with(part));
    engine.register_fn("trimmed", |text: &str| paid(text).trim().to_owned());
    engine.register_fn("to_upper", |text: &str| paid(text).to_uppercase());
    engine.register_fn("to_lower", |text: &str| paid(text).to_lowercase());
    engine.register_fn("index_of", |text: &str, part: &str| -> INT {
        paid(text).find(part).map_or(-1, |at| text[..at].chars().count() as INT)
    });
    engine.register_fn("sub_string", |text: &str, start: INT, count: INT| -> String {
        let (start, count) = (size_of(start), size_of(count));
        paid(text).chars().skip(start).take(count).collect()
    });
    engine.register_fn("split", |text: &str, by: &str| listed(paid(text).split(by)));
    engine.register_fn("split", |text: &str| listed(paid(text).split_whitespace()));
    engine.register_fn("chars", |text: &str| listed(paid(text).chars()));
    engine.register_fn("replaced", replaced);
    engine.register_fn("repeat", repeat);
    engine.register_fn("join", join);
    engine.register_fn("+", |text: &str, number: INT| format!("{}{number}", paid(text)));
    engine.register_fn("+", |number: INT, text: &str| format!("{number}{}", paid(text)));
    engine.register_fn("sort", sort);
    engine.register_fn("sort", sort_plain);
    engine.register_fn("==", |a: Array, b: Array| all_same(&a, &b));
    engine.register_fn("!=", |a: Array, b: Array| !all_same(&a, &b));
    engine.register_fn("==", |a: Map, b: Map| maps_same(&a, &b));
    engine.register_fn("!=", |a: Map, b: Map| !maps_same(&a, &b));
    engine.register_fn("contains", |list: &mut Array, item: Dynamic| position(list, &item) >= 0);
    engine.register_fn("index_of", |list: &mut Array, item: Dynamic| position(list, &item));
    for other in ["dedup", "sort_by", "sort_desc", "order", "order_by", "order_desc"] {
        engine.disable_symbol(other);
    }
}

/// Returns the text, charged for.
fn paid(text: &str) -> &str {
    charge_bytes(text.len());
    text
}

fn too_large(what: &str) -> Box<EvalAltResult> {
    EvalAltResult::ErrorDataTooLarge(what.to_owned(), Position::NONE).into()
}

fn listed<T: Into<Dynamic>>(parts: impl Iterator<Item = T>) -> Result<Array> {
    let list: Array = parts.take(MAX_ELEMENTS + 1).map(Into::into).collect();
    charge_elements(8 * list.len());
    if list.len() > MAX_ELEMENTS { Err(too_large("Size of array")) } else { Ok(list) }
}

fn replaced(text: &str, from: &str, to: &str) -> Result<String> {
    let count = paid(text).matches(from).count();
    if text.len() + count.saturating_mul(to.len()) > 2 * MAX_TEXT {
        return Err(too_large("Length of string"));
    }
    Ok(text.replace(from, to))
}

/// Returns a number as a size: negative ones are 0, and ones beyond all sizes the largest.
fn size_of(number: INT) -> usize {
    usize::try_from(number.max(0)).unwrap_or(usize::MAX)
}

fn repeat(text: &str, count: INT) -> Result<String> {
    let count = size_of(count);
    let length = text.len().saturating_mul(count);
    if length > MAX_TEXT {
        return Err(too_large("Length of string"));
    }
    charge_bytes(length);
    Ok(text.repeat(count))
}

/// Returns the elements with a text between them.
fn join(list: Array, between: &str) -> Result<String> {
    let mut out = String::new();
    for (position, item) in list.iter().enumerate() {
        if position > 0 {
            out.push_str(between);
        }
        out.push_str(&item.to_string());
        if out.len() > MAX_TEXT {
            return Err(too_large("Length of string"));
        }
    }
    charge_bytes(out.len());
    Ok(out)
}

/// Returns whether two values are equal; functions never are.
fn same(a: &Dynamic, b: &Dynamic) -> bool {
    if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        return a == b;
    }
    if let (Ok(a), Ok(b)) = (a.as_bool(), b.as_bool()) {
        return a == b;
    }
    if let (Ok(a), Ok(b)) = (a.as_char(), b.as_char()) {
        return a == b;
    }
    if let (Ok(a), Ok(b)) = (a.as_immutable_string_ref(), b.as_immutable_string_ref()) {
        charge_bytes(a.len().min(b.len()));
        return *a == *b;
    }
    if let (Some(a), Some(b)) = (a.read_lock::<PlaceView>(), b.read_lock::<PlaceView>()) {
        return *a == *b;
    }
    if let (Some(a), Some(b)) = (a.read_lock::<Array>(), b.read_lock::<Array>()) {
        return all_same(&a, &b);
    }
    if let (Some(a), Some(b)) = (a.read_lock::<Map>(), b.read_lock::<Map>()) {
        return maps_same(&a, &b);
    }
    a.is_unit() && b.is_unit()
}

fn all_same(a: &Array, b: &Array) -> bool {
    charge_elements(8 * a.len());
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

fn maps_same(a: &Map, b: &Map) -> bool {
    charge_elements(8 * a.len());
    let is_same = |((a, x), (b, y)): ((&_, &_), (&_, &_))| a == b && same(x, y);
    a.len() == b.len() && a.iter().zip(b).all(is_same)
}

/// Returns where an element is, from 0; -1 for nowhere.
fn position(list: &Array, item: &Dynamic) -> INT {
    charge_elements(8 * list.len());
    list.iter().position(|other| same(other, item)).map_or(-1, |at| at as INT)
}

/// Sorts by a comparison that gives a number below, at or above 0. Whatever it gives, this ends.
fn sort(context: NativeCallContext<'_>, list: &mut Array, compare: FnPtr) -> Result<()> {
    let mut width = 1;
    while width < list.len() {
        let mut merged = Array::with_capacity(list.len());
        for run in list.chunks(2 * width) {
            let (left, right) = run.split_at(width.min(run.len()));
            let (mut a, mut b) = (0, 0);
            while a < left.len() && b < right.len() {
                let sign: INT =
                    compare.call_within_context(&context, (left[a].clone(), right[b].clone()))?;
                let next = if sign <= 0 { &mut a } else { &mut b };
                merged.push(if sign <= 0 { left[*next].clone() } else { right[*next].clone() });
                *next += 1;
            }
            merged.extend_from_slice(&left[a..]);
            merged.extend_from_slice(&right[b..]);
        }
        charge_elements(merged.len());
        *list = merged;
        width *= 2;
    }
    Ok(())
}

/// Sorts numbers, or texts.
fn sort_plain(list: &mut Array) -> Result<()> {
    charge_elements(8 * list.len());
    let mixed = || {
        let what = "numbers only, or texts only".to_owned();
        let found = "a mixed array".to_owned();
        Box::new(EvalAltResult::ErrorMismatchDataType(what, found, Position::NONE))
    };
    if list.iter().all(Dynamic::is_int) {
        list.sort_by_key(|item| item.as_int().unwrap_or_default());
    } else if list.iter().all(Dynamic::is_string) {
        list.sort_by_cached_key(|item| item.clone().into_string().unwrap_or_default());
    } else {
        return Err(mixed());
    }
    Ok(())
}
