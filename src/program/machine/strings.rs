//! Methods of texts. Letters outside of ASCII are left to Python where their case or kind matters.

use std::sync::Arc;

use super::calls::Named;
use super::lists::limit;
use super::{Machine, Result, Stop, TYPE, VALUE};
use crate::val::Val;

/// What Python strips where nothing else is said.
fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c' | '\x1c'..='\x1f')
}

impl Machine<'_> {
    /// Calls a method of a text.
    pub(super) fn text_method(
        &mut self,
        text: &Arc<str>,
        name: &str,
        plain: &[Val],
        named: &Named<'_>,
    ) -> Result<Val> {
        if !named.is_empty() {
            return match name {
                "split" => Err(Stop::Unknown("an argument given by name")),
                _ => Err(TYPE),
            };
        }
        self.work(text.len() as u64 / 4)?;
        match plain {
            [] => self.text_alone(text, name),
            [one] if name == "join" => self.join(text, one),
            _ if name == "join" => Err(TYPE),
            _ => match name {
                "strip" | "lstrip" | "rstrip" => self.stripped(text, name, plain),
                "split" => self.split(text, plain),
                "replace" => self.replace(text, plain),
                "find" | "rfind" | "index" | "rindex" | "count" => self.find(text, name, plain),
                "startswith" | "endswith" => starts(text, name, plain),
                "zfill" | "ljust" | "rjust" => self.padded(text, name, plain),
                _ => Err(TYPE),
            },
        }
    }

    fn text_alone(&mut self, text: &Arc<str>, name: &str) -> Result<Val> {
        match name {
            "strip" | "lstrip" | "rstrip" => return self.stripped(text, name, &[]),
            "split" => return self.split(text, &[]),
            _ => {}
        }
        let of_letters = [
            "capitalize",
            "isalnum",
            "isalpha",
            "isdigit",
            "islower",
            "isspace",
            "isupper",
            "lower",
            "swapcase",
            "title",
            "upper",
        ];
        if !of_letters.contains(&name) {
            return Err(TYPE);
        }
        if !text.is_ascii() {
            return Err(Stop::Unknown("the case of letters outside of ASCII"));
        }
        let all = |is: fn(char) -> bool| Val::Bool(!text.is_empty() && text.chars().all(is));
        let made = match name {
            "upper" => text.to_ascii_uppercase(),
            "lower" => text.to_ascii_lowercase(),
            "capitalize" => words(text, false),
            "title" => words(text, true),
            "swapcase" => text
                .chars()
                .map(|letter| match letter.is_ascii_uppercase() {
                    true => letter.to_ascii_lowercase(),
                    false => letter.to_ascii_uppercase(),
                })
                .collect(),
            "isdigit" => return Ok(all(|letter| letter.is_ascii_digit())),
            "isalpha" => return Ok(all(|letter| letter.is_ascii_alphabetic())),
            "isalnum" => return Ok(all(|letter| letter.is_ascii_alphanumeric())),
            "isspace" => return Ok(all(is_space)),
            _ => {
                let is_upper = name == "isupper";
                let has = |upper: bool| {
                    text.chars().any(|letter| match upper {
                        true => letter.is_ascii_uppercase(),
                        false => letter.is_ascii_lowercase(),
                    })
                };
                return Ok(Val::Bool(has(is_upper) && !has(!is_upper)));
            }
        };
        self.text(&made)
    }

    fn join(&mut self, between: &Arc<str>, items: &Val) -> Result<Val> {
        let items = self.collected(items)?;
        let mut text = String::new();
        for (place, item) in items.iter().enumerate() {
            let Val::Text(item) = item else { return Err(TYPE) };
            self.grow(between.len() + item.len())?;
            text.push_str(if place > 0 { between } else { "" });
            text.push_str(item);
        }
        self.text(&text)
    }

    fn stripped(&mut self, text: &Arc<str>, name: &str, plain: &[Val]) -> Result<Val> {
        let letters = match plain {
            [] | [Val::None] => None,
            [Val::Text(letters)] => Some(Arc::clone(letters)),
            _ => return Err(TYPE),
        };
        if letters.is_none() && !text.is_ascii() {
            return Err(Stop::Unknown("spaces outside of ASCII"));
        }
        let goes = |letter: char| match &letters {
            None => is_space(letter),
            Some(letters) => letters.contains(letter),
        };
        let stripped = match name {
            "lstrip" => text.trim_start_matches(goes),
            "rstrip" => text.trim_end_matches(goes),
            _ => text.trim_matches(goes),
        };
        let stripped = stripped.to_owned();
        self.text(&stripped)
    }

    fn split(&mut self, text: &Arc<str>, plain: &[Val]) -> Result<Val> {
        let (separator, most) = match plain {
            [] => (&Val::None, None),
            [separator] => (separator, None),
            [separator, most] => (separator, Some(most)),
            _ => return Err(TYPE),
        };
        let most = match most {
            None => usize::MAX,
            Some(Val::Big(_)) => return super::raise("OverflowError"),
            Some(most) => usize::try_from(most.small().ok_or(TYPE)?).unwrap_or(usize::MAX),
        };
        let parts: Vec<String> = match separator {
            Val::None if !text.is_ascii() => return Err(Stop::Unknown("spaces outside of ASCII")),
            Val::None => by_spaces(text, most),
            Val::Text(separator) if separator.is_empty() => return Err(VALUE),
            Val::Text(separator) => {
                text.splitn(most.saturating_add(1), &**separator).map(str::to_owned).collect()
            }
            _ => return Err(TYPE),
        };
        let mut items = Vec::with_capacity(parts.len());
        for part in parts {
            items.push(self.text(&part)?);
        }
        self.list(items)
    }

    fn replace(&mut self, text: &Arc<str>, plain: &[Val]) -> Result<Val> {
        let (Some(Val::Text(old)), Some(Val::Text(new))) = (plain.first(), plain.get(1)) else {
            return Err(TYPE);
        };
        let most = match plain.get(2) {
            None => usize::MAX,
            Some(Val::Big(_)) => return super::raise("OverflowError"),
            Some(most) => usize::try_from(most.small().ok_or(TYPE)?).unwrap_or(usize::MAX),
        };
        if plain.len() > 3 {
            return Err(TYPE);
        }
        let times = text.matches(&**old).count().min(most);
        self.grow(times.saturating_mul(new.len()) + text.len())?;
        let replaced = text.replacen(&**old, new, most);
        Ok(Val::text(&replaced))
    }

    fn find(&mut self, text: &Arc<str>, name: &str, plain: &[Val]) -> Result<Val> {
        let Some(Val::Text(part)) = plain.first() else { return Err(TYPE) };
        if plain.len() > 3 {
            return Err(TYPE);
        }
        let letters: Vec<char> = text.chars().collect();
        let bound = |place: usize, other: usize| match plain.get(place) {
            None | Some(Val::None) => Ok(other),
            Some(bound) => limit(bound, letters.len()),
        };
        let (start, stop) = (bound(1, 0)?, bound(2, letters.len())?.min(letters.len()));
        let part: Vec<char> = part.chars().collect();
        let fits = |place: usize| {
            let end = place.saturating_add(part.len());
            end <= stop && letters.get(place..end).is_some_and(|there| there == part)
        };
        self.work((letters.len() + part.len()) as u64)?;
        if name == "count" {
            return Ok(Val::Int(occurrences(start, stop, part.len(), fits)));
        }
        let mut places = start..=stop;
        let found = match start <= stop {
            false => None,
            true if name.starts_with('r') => places.rev().find(|place| fits(*place)),
            true => places.find(|place| fits(*place)),
        };
        match found {
            Some(place) => Ok(Val::Int(i64::try_from(place).map_err(|_| Stop::TooLong)?)),
            None if name.ends_with("index") => Err(VALUE),
            None => Ok(Val::Int(-1)),
        }
    }

    fn padded(&mut self, text: &Arc<str>, name: &str, plain: &[Val]) -> Result<Val> {
        let width = match plain.first() {
            Some(Val::Big(_)) => return super::raise("OverflowError"),
            Some(width) => width.small().ok_or(TYPE)?,
            None => return Err(TYPE),
        };
        let fill = match plain.get(1) {
            None if name == "zfill" => "0",
            None => " ",
            Some(Val::Text(fill)) if name != "zfill" && fill.chars().count() == 1 => fill,
            Some(_) => return Err(TYPE),
        };
        if plain.len() > 2 {
            return Err(TYPE);
        }
        let missing = width.saturating_sub(i64::try_from(text.chars().count()).unwrap_or(0));
        let missing = usize::try_from(missing.max(0)).unwrap_or(usize::MAX);
        self.grow(missing.saturating_mul(fill.len()).saturating_add(text.len()))?;
        let fill = fill.repeat(missing);
        let made = match (name, text.strip_prefix(['+', '-'])) {
            ("ljust", _) => format!("{text}{fill}"),
            ("zfill", Some(rest)) => format!("{}{fill}{rest}", &text[..1]),
            _ => format!("{fill}{text}"),
        };
        Ok(Val::text(&made))
    }
}

/// Returns how often something fits without overlap.
fn occurrences(start: usize, stop: usize, length: usize, fits: impl Fn(usize) -> bool) -> i64 {
    let (mut count, mut place) = (0, start);
    while place <= stop {
        let step = if fits(place) {
            count += 1;
            length.max(1)
        } else {
            1
        };
        place += step;
    }
    count
}

/// Returns a text with capital letters where words begin, or at its beginning alone.
fn words(text: &str, is_each: bool) -> String {
    let mut is_start = true;
    let turned = text.chars().map(|letter| {
        let turned =
            if is_start { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        is_start = is_each && !letter.is_ascii_alphabetic();
        turned
    });
    turned.collect()
}

fn by_spaces(text: &str, most: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text.trim_start_matches(is_space);
    while !rest.is_empty() && parts.len() < most {
        let end = rest.find(is_space).unwrap_or(rest.len());
        parts.push(rest[..end].to_owned());
        rest = rest[end..].trim_start_matches(is_space);
    }
    if !rest.is_empty() {
        parts.push(rest.trim_end_matches(is_space).to_owned());
    }
    parts
}

fn starts(text: &str, name: &str, plain: &[Val]) -> Result<Val> {
    match plain {
        [Val::Text(part)] if name == "startswith" => Ok(Val::Bool(text.starts_with(&**part))),
        [Val::Text(part)] => Ok(Val::Bool(text.ends_with(&**part))),
        [Val::Tuple(_)] | [_, _] | [_, _, _] => Err(Stop::Unknown("so many ways to start")),
        _ => Err(TYPE),
    }
}
