//! Built-in functions.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::Signed;

use super::calls::Named;
use super::evaluate::Sink;
use super::iterate::Iter;
use super::{Machine, Result, Stop, TYPE, VALUE, raise};
use crate::tree::{Comparator, Comprehension, Operator};
use crate::val::{Builtin, Steps, Val};

/// What takes items one by one and keeps a single value.
struct Fold {
    builtin: Builtin,
    value: Option<Val>,
}

impl Fold {
    fn new(builtin: Builtin) -> Self {
        let value = match builtin {
            Builtin::Sum => Some(Val::Int(0)),
            Builtin::Any => Some(Val::Bool(false)),
            Builtin::All => Some(Val::Bool(true)),
            _ => None,
        };
        Self { builtin, value }
    }
}

impl Sink for Fold {
    fn take(&mut self, machine: &mut Machine<'_>, item: Val) -> Result<bool> {
        match (self.builtin, self.value.take()) {
            (Builtin::Sum, Some(sum)) => {
                self.value = Some(machine.binary(Operator::Add, &sum, &item)?);
            }
            (Builtin::Any | Builtin::All, Some(Val::Bool(so_far))) => {
                let truth = machine.truth(&item)?;
                self.value = Some(Val::Bool(truth));
                return Ok(truth == so_far);
            }
            (builtin, Some(best)) => {
                let how =
                    if builtin == Builtin::Min { Comparator::Less } else { Comparator::Greater };
                let is_better = machine.ordered(how, &item, &best)?;
                self.value = Some(if is_better { item } else { best });
            }
            (_, None) => self.value = Some(item),
        }
        Ok(true)
    }
}

impl<'p> Machine<'p> {
    /// Calls a built-in function with a generator, item by item.
    pub(super) fn fold(&mut self, builtin: Builtin, one: &'p Comprehension) -> Result<Val> {
        let mut fold = Fold::new(builtin);
        self.generate(one, &mut fold)?;
        fold.value.ok_or(VALUE)
    }

    fn fold_over(&mut self, mut fold: Fold, over: &Val) -> Result<Option<Val>> {
        let mut iterator = self.iterator(over)?;
        while let Some(item) = self.next(&mut iterator)? {
            self.work(1)?;
            if !fold.take(self, item)? {
                break;
            }
        }
        Ok(fold.value)
    }

    /// Calls a built-in function.
    pub(super) fn builtin(
        &mut self,
        builtin: Builtin,
        plain: Vec<Val>,
        named: Named<'_>,
    ) -> Result<Val> {
        match builtin {
            Builtin::Print => return self.print(&plain, &named),
            Builtin::Sorted => return self.sorted(&plain, &named),
            Builtin::Min | Builtin::Max => return self.extreme(builtin, &plain, &named),
            _ if named.is_empty() => {}
            Builtin::Sum | Builtin::Enumerate => return self.with_start(builtin, plain, &named),
            Builtin::Dict | Builtin::Int | Builtin::Str | Builtin::Zip => {
                return Err(Stop::Unknown("an argument given by name"));
            }
            _ => return Err(TYPE),
        }
        match builtin {
            Builtin::Range => range(&plain),
            Builtin::Zip => {
                let mut inner = Vec::with_capacity(plain.len());
                for one in &plain {
                    let iterator = self.iterator(one)?;
                    inner.push(self.kept(iterator)?);
                }
                Ok(Val::Iterator(self.kept(Iter::Together(inner))?))
            }
            _ => match plain.as_slice() {
                [] => self.of_none(builtin),
                [one] => self.of_one(builtin, one),
                [one, two] => self.of_two(builtin, one, two),
                _ => Err(TYPE),
            },
        }
    }

    fn with_start(
        &mut self,
        builtin: Builtin,
        mut plain: Vec<Val>,
        named: &Named<'_>,
    ) -> Result<Val> {
        match (plain.len(), named.as_slice()) {
            (1, [("start", start)]) => plain.push(start.clone()),
            _ => return Err(TYPE),
        }
        self.builtin(builtin, plain, Vec::new())
    }

    fn of_none(&mut self, builtin: Builtin) -> Result<Val> {
        match builtin {
            Builtin::Int => Ok(Val::Int(0)),
            Builtin::Bool => Ok(Val::Bool(false)),
            Builtin::Str => self.text(""),
            Builtin::List => self.list(Vec::new()),
            Builtin::Tuple => self.tuple(Vec::new()),
            Builtin::Dict => self.dict_of(None),
            _ => Err(TYPE),
        }
    }

    fn of_one(&mut self, builtin: Builtin, one: &Val) -> Result<Val> {
        match builtin {
            Builtin::Len => self.length(one),
            Builtin::Abs => match one {
                Val::Big(number) => Ok(Val::integer(number.abs())),
                other => match other.small().ok_or(TYPE)?.checked_abs() {
                    Some(number) => Ok(Val::Int(number)),
                    None => Ok(Val::integer(other.big().ok_or(TYPE)?.abs())),
                },
            },
            Builtin::Sum | Builtin::Any | Builtin::All => {
                self.fold_over(Fold::new(builtin), one)?.ok_or(TYPE)
            }
            Builtin::Int => self.integer(one),
            Builtin::Bool => Ok(Val::Bool(self.truth(one)?)),
            Builtin::Str => {
                let text = self.display(one)?;
                self.text(&text)
            }
            Builtin::List => {
                let items = self.collected(one)?;
                Ok(Val::List(self.keep(items)))
            }
            Builtin::Tuple => match one {
                Val::Tuple(_) => Ok(one.clone()),
                _ => {
                    let items = self.collected(one)?;
                    Ok(Val::Tuple(self.keep(items)))
                }
            },
            Builtin::Dict => self.dict_of(Some(one)),
            Builtin::Enumerate => self.of_two(builtin, one, &Val::Int(0)),
            Builtin::Reversed => self.reversed(one),
            Builtin::Ord => match one {
                Val::Text(text) => match text.chars().collect::<Vec<char>>().as_slice() {
                    [letter] => Ok(Val::Int(i64::from(u32::from(*letter)))),
                    _ => Err(TYPE),
                },
                _ => Err(TYPE),
            },
            Builtin::Chr => match one {
                Val::Big(_) => raise("OverflowError"),
                other => {
                    let code = other.small().ok_or(TYPE)?;
                    if i32::try_from(code).is_err() {
                        return raise("OverflowError");
                    }
                    let code = u32::try_from(code).map_err(|_| VALUE)?;
                    match char::from_u32(code) {
                        Some(letter) => self.text(letter.encode_utf8(&mut [0; 4])),
                        None if code > 0x10_ffff => Err(VALUE),
                        None => Err(Stop::Unknown("half a letter")),
                    }
                }
            },
            _ => Err(TYPE),
        }
    }

    fn of_two(&mut self, builtin: Builtin, one: &Val, two: &Val) -> Result<Val> {
        match builtin {
            Builtin::Sum => {
                let iterable = self.iterator(one)?;
                if matches!(two, Val::Text(_)) {
                    return Err(TYPE);
                }
                drop(iterable);
                let fold = Fold { builtin, value: Some(two.clone()) };
                self.fold_over(fold, one)?.ok_or(TYPE)
            }
            Builtin::Enumerate => {
                if !two.is_number() {
                    return Err(TYPE);
                }
                let count = two.small().ok_or(Stop::Unknown("so big a count"))?;
                let inner = self.iterator(one)?;
                let inner = self.kept(inner)?;
                Ok(Val::Iterator(self.kept(Iter::Counted { inner, count })?))
            }
            Builtin::Divmod => {
                let whole = self.binary(Operator::FloorDivide, one, two)?;
                let Ok(rest) = self.binary(Operator::Modulo, one, two) else { return Err(TYPE) };
                self.tuple(vec![whole, rest])
            }
            Builtin::Isinstance => Ok(Val::Bool(self.is_instance(one, two, true)?)),
            Builtin::Int | Builtin::Str => Err(Stop::Unknown("a conversion with two arguments")),
            _ => Err(TYPE),
        }
    }

    fn is_instance(&mut self, one: &Val, class: &Val, is_outer: bool) -> Result<bool> {
        match (class, one) {
            (Val::Tuple(classes), _) if is_outer => {
                for class in self.items(*classes).to_vec() {
                    if self.is_instance(one, &class, false)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            (Val::Tuple(_), _) => Err(Stop::Unknown("classes within classes")),
            (Val::Builtin(class), one) if class.is_class() => Ok(match class {
                Builtin::Bool => matches!(one, Val::Bool(_)),
                Builtin::Int => one.is_number(),
                Builtin::Str => matches!(one, Val::Text(_)),
                Builtin::List => matches!(one, Val::List(_)),
                Builtin::Tuple => matches!(one, Val::Tuple(_)),
                Builtin::Dict => matches!(one, Val::Dict(_)),
                Builtin::Range => matches!(one, Val::Range(_)),
                _ => return Err(Stop::Unknown("the class of an iterator")),
            }),
            _ => Err(TYPE),
        }
    }

    fn length(&mut self, one: &Val) -> Result<Val> {
        let length = match one {
            Val::Text(text) => text.chars().count(),
            Val::List(items) | Val::Tuple(items) => self.items(*items).len(),
            Val::Dict(dict) | Val::View(dict, _) => self.count(*dict),
            Val::Range(steps) => return Ok(Val::Int(steps.count())),
            _ => return Err(TYPE),
        };
        Ok(Val::Int(i64::try_from(length).map_err(|_| Stop::TooLong)?))
    }

    fn reversed(&mut self, one: &Val) -> Result<Val> {
        let iterator = match one {
            Val::List(list) | Val::Tuple(list) => {
                Iter::Backwards { of: one.clone(), place: self.items(*list).len() }
            }
            Val::Text(text) => Iter::Backwards { of: one.clone(), place: text.chars().count() },
            Val::Range(steps) => {
                let count = steps.count();
                let start = if count == 0 { steps.start } else { steps.at(count - 1) };
                let stop = start.checked_sub(steps.step.saturating_mul(count));
                let stop = stop.ok_or(Stop::Unknown("so big a range"))?;
                let step = steps.step.checked_neg().ok_or(Stop::Unknown("so big a step"))?;
                Iter::Numbers { steps: Arc::new(Steps { start, stop, step }), place: 0 }
            }
            Val::Dict(_) | Val::View(..) => {
                return Err(Stop::Unknown("a dictionary from its end"));
            }
            _ => return Err(TYPE),
        };
        Ok(Val::Iterator(self.kept(iterator)?))
    }

    fn extreme(&mut self, builtin: Builtin, plain: &[Val], named: &Named<'_>) -> Result<Val> {
        let mut default = None;
        for (name, value) in named {
            match (*name, value) {
                ("default", value) => default = Some(value.clone()),
                ("key", Val::None) => {}
                ("key", _) => return Err(Stop::Unknown("a key")),
                _ => return Err(TYPE),
            }
        }
        match plain {
            [] => Err(TYPE),
            [over] => match self.fold_over(Fold::new(builtin), over)? {
                Some(value) => Ok(value),
                None => default.ok_or(VALUE),
            },
            _ if default.is_some() => Err(TYPE),
            several => {
                let mut fold = Fold::new(builtin);
                for one in several {
                    fold.take(self, one.clone())?;
                }
                fold.value.ok_or(VALUE)
            }
        }
    }

    fn integer(&mut self, one: &Val) -> Result<Val> {
        let text = match one {
            Val::Text(text) => text,
            Val::Bool(truth) => return Ok(Val::Int(i64::from(*truth))),
            other if other.is_number() => return Ok(other.clone()),
            _ => return Err(TYPE),
        };
        if !text.is_ascii() {
            return Err(Stop::Unknown("digits of other scripts"));
        }
        let trimmed = text.trim_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
        let digits = trimmed.strip_prefix(['+', '-']).unwrap_or(trimmed);
        let well_formed = !digits.is_empty()
            && digits
                .split('_')
                .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
        if !well_formed {
            return Err(VALUE);
        }
        let plain: String = digits.chars().filter(|digit| *digit != '_').collect();
        self.work(plain.len() as u64)?;
        let number = BigInt::parse_bytes(plain.as_bytes(), 10).ok_or(VALUE)?;
        self.fitting(if trimmed.starts_with('-') { -number } else { number })
    }
}

/// `range(…)`.
fn range(plain: &[Val]) -> Result<Val> {
    if plain.is_empty() || plain.len() > 3 {
        return Err(TYPE);
    }
    let mut numbers = [0i64; 3];
    let mut is_big = false;
    for (number, value) in numbers.iter_mut().zip(plain) {
        if !value.is_number() {
            return Err(TYPE);
        }
        // Far below what would overflow.
        let small = value.small().filter(|small| small.unsigned_abs() < 1 << 60);
        is_big |= small.is_none();
        *number = small.unwrap_or(1);
    }
    let (start, stop, step) = match plain.len() {
        1 => (0, numbers[0], 1),
        2 => (numbers[0], numbers[1], 1),
        _ => (numbers[0], numbers[1], numbers[2]),
    };
    if step == 0 {
        return Err(VALUE);
    }
    if is_big {
        return Err(Stop::Unknown("so big a range"));
    }
    Ok(Val::Range(Arc::new(Steps { start, stop, step })))
}
