//! Calls: of the program's own functions, of methods, and which built-in is meant.

use super::evaluate::Collected;
use super::execute::Flow;
use super::{ATTRIBUTE, Machine, Result, Stop, TYPE};
use crate::tree::{Arguments, Call, Comprehension, Method};
use crate::val::{Builtin, Val};

/// Arguments given by name.
pub(super) type Named<'p> = Vec<(&'p str, Val)>;

impl<'p> Machine<'p> {
    /// Evaluates a call of a function.
    pub(super) fn call(&mut self, call: &'p Call) -> Result<Val> {
        self.touch(call.callee.token)?;
        let callee = self.read(&call.callee)?;
        if call.arguments.generator.is_some() {
            return self.call_with_generator(&callee, &call.arguments);
        }
        let plain = self.evaluate_all(&call.arguments.plain)?;
        let named = self.named(&call.arguments)?;
        match callee {
            Val::Own(index) => self.call_own(index as usize, plain, named),
            Val::Builtin(builtin) => self.builtin(builtin, plain, named),
            _ => Err(TYPE),
        }
    }

    fn named(&mut self, arguments: &'p Arguments) -> Result<Named<'p>> {
        let mut named = Vec::with_capacity(arguments.named.len());
        for (name, node) in &arguments.named {
            named.push((name.as_str(), self.evaluate(node)?));
        }
        Ok(named)
    }

    fn call_with_generator(&mut self, callee: &Val, arguments: &'p Arguments) -> Result<Val> {
        let Some(generator) = &arguments.generator else { return Err(TYPE) };
        let Val::Builtin(builtin) = callee else {
            self.first_of(generator)?;
            return match callee {
                Val::Own(_) => Err(Stop::Unknown("a generator as an argument")),
                _ => Err(TYPE),
            };
        };
        match builtin {
            Builtin::List | Builtin::Tuple | Builtin::Sorted => {
                let mut items = Collected(Vec::new());
                self.generate(generator, &mut items)?;
                let list = self.list(items.0)?;
                match builtin {
                    Builtin::List => Ok(list),
                    _ => self.builtin(*builtin, vec![list], Vec::new()),
                }
            }
            Builtin::Sum | Builtin::Any | Builtin::All | Builtin::Min | Builtin::Max => {
                self.fold(*builtin, generator)
            }
            Builtin::Len | Builtin::Abs | Builtin::Ord | Builtin::Chr => {
                self.first_of(generator)?;
                Err(TYPE)
            }
            _ => {
                self.first_of(generator)?;
                Err(Stop::Unknown("a generator as an argument"))
            }
        }
    }

    /// Does what making a generator does: what it loops over first is looked up.
    fn first_of(&mut self, generator: &'p Comprehension) -> Result<()> {
        let Some(first) = generator.parts.first() else { return Ok(()) };
        let over = self.evaluate(&first.over)?;
        self.iterator(&over).map(|_| ())
    }

    /// Calls a function of the program.
    pub(super) fn call_own(
        &mut self,
        index: usize,
        plain: Vec<Val>,
        named: Named<'_>,
    ) -> Result<Val> {
        let tree = self.tree;
        let Some(function) = tree.functions.get(index) else { return Err(TYPE) };
        if plain.len() > function.parameters.len() {
            return Err(TYPE);
        }
        let mut given: Vec<Option<Val>> = plain.into_iter().map(Some).collect();
        given.resize(function.parameters.len(), None);
        for (name, value) in named {
            let place = function.parameters.iter().position(|known| known.name == name);
            match place.and_then(|place| given.get_mut(place)) {
                Some(free) if free.is_none() => *free = Some(value),
                _ => return Err(TYPE),
            }
        }
        for (value, parameter) in given.iter_mut().zip(&function.parameters) {
            if value.is_none() {
                *value = Some(parameter.default.clone().ok_or(TYPE)?);
            }
        }
        if self.calls >= self.limits.calls {
            return Err(Stop::TooLong);
        }
        let (base, top) = (self.base, self.variables.len());
        self.base = top;
        self.variables.extend(given);
        self.variables.resize(top + function.slots, None);
        self.calls += 1;
        let flow = self.block(&function.body);
        self.calls -= 1;
        self.variables.truncate(top);
        self.base = base;
        Ok(if let Flow::Return(value) = flow? { value } else { Val::None })
    }

    /// Evaluates a call of a method.
    pub(super) fn method(&mut self, method: &'p Method) -> Result<Val> {
        let receiver = self.evaluate(&method.receiver)?;
        self.touch(method.token)?;
        let name = self.method_at(method.token, &method.name)?;
        if !has_method(&receiver, name)? {
            return Err(ATTRIBUTE);
        }
        let arguments = &method.arguments;
        let mut plain = self.evaluate_all(&arguments.plain)?;
        if let Some(generator) = &arguments.generator {
            if !takes_items(&receiver, name) {
                return Err(Stop::Unknown("a generator as an argument"));
            }
            let mut items = Collected(Vec::new());
            self.generate(generator, &mut items)?;
            plain.push(self.list(items.0)?);
        }
        let named = self.named(arguments)?;
        match receiver {
            Val::List(list) => self.list_method(list, name, &plain, &named),
            Val::Text(text) => self.text_method(&text, name, &plain, &named),
            Val::Dict(dict) => self.dict_method(dict, name, &plain, &named),
            other => self.search_method(&other, name, &plain, &named),
        }
    }
}

/// Returns whether a method takes a whole generator before it does anything.
fn takes_items(receiver: &Val, name: &str) -> bool {
    matches!((receiver, name), (Val::Text(_), "join"))
}

/// Returns whether a value has one of the methods of the subset.
fn has_method(value: &Val, name: &str) -> Result<bool> {
    let both = ["count", "index"];
    Ok(match value {
        Val::List(_) => {
            let own =
                ["append", "clear", "copy", "extend", "insert", "pop", "remove", "reverse", "sort"];
            own.contains(&name) || both.contains(&name)
        }
        Val::Dict(_) => [
            "clear",
            "copy",
            "get",
            "items",
            "keys",
            "pop",
            "popitem",
            "setdefault",
            "update",
            "values",
        ]
        .contains(&name),
        Val::Text(_) => {
            let others = [
                "append",
                "clear",
                "copy",
                "extend",
                "get",
                "insert",
                "items",
                "keys",
                "pop",
                "popitem",
                "remove",
                "reverse",
                "setdefault",
                "sort",
                "update",
                "values",
            ];
            !others.contains(&name)
        }
        Val::Tuple(_) | Val::Range(_) => both.contains(&name),
        Val::Builtin(builtin) if builtin.is_class() => {
            return Err(Stop::Unknown("a method of a class"));
        }
        _ => false,
    })
}
