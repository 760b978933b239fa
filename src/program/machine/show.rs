//! Values as text: `repr`, `str`, `print`.

use super::calls::Named;
use super::{Machine, Result, Stop, TYPE};
use crate::val::{Part, Val};
use crate::value::quote;

impl Machine<'_> {
    /// `repr(value)`.
    pub(super) fn repr(&mut self, value: &Val) -> Result<String> {
        let mut out = String::new();
        self.write(value, &mut out, &mut Vec::new())?;
        Ok(out)
    }

    /// `str(value)`.
    pub(super) fn display(&mut self, value: &Val) -> Result<String> {
        match value {
            Val::Text(text) => {
                self.grow(text.len())?;
                Ok(text.to_string())
            }
            other => self.repr(other),
        }
    }

    /// Writes a value; `open` are the containers it stands in.
    fn write(&mut self, value: &Val, out: &mut String, open: &mut Vec<(bool, u32)>) -> Result<()> {
        self.work(1)?;
        let before = out.len();
        match value {
            Val::None => out.push_str("None"),
            Val::Bool(truth) => out.push_str(if *truth { "True" } else { "False" }),
            Val::Int(number) => out.push_str(&number.to_string()),
            Val::Big(number) => {
                self.work(number.bits() / 16)?;
                out.push_str(&number.to_string());
            }
            Val::Text(text) => {
                let is_strange =
                    text.chars().any(|letter| !letter.is_ascii() && !letter.is_alphanumeric());
                if is_strange {
                    return Err(Stop::Unknown("how a strange letter is shown"));
                }
                quote(text, out);
            }
            Val::List(list) | Val::Tuple(list) => {
                let is_list = matches!(value, Val::List(_));
                let items = self.items(*list).to_vec();
                let ends = if is_list { ["[", "]", "[...]"] } else { ["(", ")", "(...)"] };
                self.enclosed(ends, (true, *list), out, open, |own, out, open| {
                    for (place, item) in items.iter().enumerate() {
                        out.push_str(if place > 0 { ", " } else { "" });
                        own.write(item, out, open)?;
                    }
                    out.push_str(if !is_list && items.len() == 1 { "," } else { "" });
                    Ok(())
                })?;
            }
            Val::Dict(dict) => self.write_dict(*dict, out, open)?,
            Val::Range(steps) => {
                out.push_str(&format!("range({}, {}", steps.start, steps.stop));
                if steps.step != 1 {
                    out.push_str(&format!(", {}", steps.step));
                }
                out.push(')');
            }
            Val::View(dict, part) => self.write_view(*dict, *part, out, open)?,
            Val::Builtin(builtin) if builtin.is_class() => {
                out.push_str(&format!("<class '{}'>", builtin.name()));
            }
            Val::Builtin(builtin) => {
                out.push_str(&format!("<built-in function {}>", builtin.name()));
            }
            Val::Iterator(_) | Val::Own(_) => {
                return Err(Stop::Unknown("how a function or an iterator is shown"));
            }
        }
        self.grow(out.len().saturating_sub(before) / 4)
    }

    fn enclosed(
        &mut self,
        [first, last, again]: [&str; 3],
        own: (bool, u32),
        out: &mut String,
        open: &mut Vec<(bool, u32)>,
        body: impl FnOnce(&mut Self, &mut String, &mut Vec<(bool, u32)>) -> Result<()>,
    ) -> Result<()> {
        if open.contains(&own) {
            out.push_str(again);
            return Ok(());
        }
        out.push_str(first);
        open.push(own);
        self.deeper(|machine| body(machine, out, open))?;
        open.pop();
        out.push_str(last);
        Ok(())
    }

    fn write_dict(
        &mut self,
        dict: u32,
        out: &mut String,
        open: &mut Vec<(bool, u32)>,
    ) -> Result<()> {
        let pairs = self.pairs(dict);
        self.enclosed(["{", "}", "{...}"], (false, dict), out, open, |own, out, open| {
            for (place, (key, value)) in pairs.iter().enumerate() {
                out.push_str(if place > 0 { ", " } else { "" });
                own.write(key, out, open)?;
                out.push_str(": ");
                own.write(value, out, open)?;
            }
            Ok(())
        })
    }

    fn write_view(
        &mut self,
        dict: u32,
        part: Part,
        out: &mut String,
        open: &mut Vec<(bool, u32)>,
    ) -> Result<()> {
        if !open.is_empty() {
            return Err(Stop::Unknown("how a view within something is shown"));
        }
        let mut items = Vec::new();
        for (key, value) in self.pairs(dict) {
            items.push(match part {
                Part::Keys => key,
                Part::Values => value,
                Part::Items => self.tuple(vec![key, value])?,
            });
        }
        out.push_str(match part {
            Part::Keys => "dict_keys(",
            Part::Values => "dict_values(",
            Part::Items => "dict_items(",
        });
        // A dictionary that contains its own view is shown otherwise.
        let list = self.list(items)?;
        open.push((false, dict));
        let shown = self.deeper(|own| own.write(&list, out, open));
        open.pop();
        shown?;
        out.push(')');
        Ok(())
    }

    /// `print(…)`.
    pub(super) fn print(&mut self, plain: &[Val], named: &Named<'_>) -> Result<Val> {
        let (mut between, mut end) = (String::from(" "), String::from("\n"));
        for (name, value) in named {
            let place = match *name {
                "sep" => &mut between,
                "end" => &mut end,
                "file" | "flush" => return Err(Stop::Unknown("printing elsewhere")),
                _ => return Err(TYPE),
            };
            match value {
                Val::None => {}
                Val::Text(text) => *place = text.to_string(),
                _ => return Err(TYPE),
            }
        }
        for (place, value) in plain.iter().enumerate() {
            if place > 0 {
                self.grow(between.len())?;
                self.printed.push_str(&between);
            }
            let text = self.display(value)?;
            self.grow(text.len())?;
            self.printed.push_str(&text);
        }
        self.grow(end.len())?;
        self.printed.push_str(&end);
        Ok(Val::None)
    }
}
