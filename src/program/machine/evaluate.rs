//! Expressions.

use super::{Machine, Result, Stop, TYPE};
use crate::tree::{
    Binary, Comparator, Comparison, Comprehension, Expr, Global, Loop, Name, Operator, Piece,
};
use crate::val::Val;

/// What takes the values of a comprehension, one after the other.
pub(super) trait Sink {
    /// Takes a value, and returns whether it wants more.
    fn take(&mut self, machine: &mut Machine<'_>, value: Val) -> Result<bool>;
}

/// Keeps all values.
pub(super) struct Collected(pub(super) Vec<Val>);

impl Sink for Collected {
    fn take(&mut self, machine: &mut Machine<'_>, value: Val) -> Result<bool> {
        machine.grow(1)?;
        self.0.push(value);
        Ok(true)
    }
}

impl<'p> Machine<'p> {
    /// Evaluates an expression.
    pub(super) fn evaluate(&mut self, node: &'p Expr) -> Result<Val> {
        match node {
            // How these are grouped must not show in what is counted before they touch their operators.
            Expr::Binary(one) => return self.operation(one),
            Expr::Boolean(is_and, group, values) => return self.junction(*is_and, *group, values),
            _ => self.work(1)?,
        }
        match node {
            Expr::Constant(value, token) => {
                self.touch(*token)?;
                self.constant_at(*token, value).cloned()
            }
            Expr::Name(name) => {
                self.touch(name.token)?;
                self.read(name)
            }
            _ => {
                self.enter()?;
                let value = self.composed(node);
                self.depth -= 1;
                value
            }
        }
    }

    fn composed(&mut self, node: &'p Expr) -> Result<Val> {
        match node {
            Expr::Binary(one) => self.operation(one),
            Expr::Compare(one) => self.chain(&one.0, &one.1),
            Expr::Boolean(is_and, group, values) => self.junction(*is_and, *group, values),
            Expr::Item(one) => {
                let (base, index) = (self.evaluate(&one.0)?, self.evaluate(&one.1)?);
                self.item(&base, &index)
            }
            Expr::Call(call) => self.call(call),
            Expr::Method(method) => self.method(method),
            Expr::Not(one) => Ok(Val::Bool(!self.holds(one)?)),
            Expr::Minus(one) => {
                let value = self.evaluate(one)?;
                self.negated(&value)
            }
            Expr::Plus(one) => match self.evaluate(one)? {
                Val::Bool(truth) => Ok(Val::Int(i64::from(truth))),
                value if value.is_number() => Ok(value),
                _ => Err(TYPE),
            },
            Expr::If(one) => {
                let (test, body, otherwise) = &**one;
                let chosen = if self.holds(test)? { body } else { otherwise };
                self.evaluate(chosen)
            }
            Expr::List(nodes) => {
                let items = self.evaluate_all(nodes)?;
                self.list(items)
            }
            Expr::Tuple(nodes) => {
                let items = self.evaluate_all(nodes)?;
                self.tuple(items)
            }
            Expr::Dict(nodes) => {
                let Val::Dict(dict) = self.dict(Vec::new())? else { return Err(TYPE) };
                for (key, value) in nodes {
                    let (key, value) = (self.evaluate(key)?, self.evaluate(value)?);
                    self.set_key(dict, key, value)?;
                }
                Ok(Val::Dict(dict))
            }
            Expr::Slice(one) => {
                let base = self.evaluate(&one.base)?;
                let mut bounds = [Val::None, Val::None, Val::None];
                for (bound, node) in bounds.iter_mut().zip(&one.bounds) {
                    if let Some(node) = node {
                        *bound = self.evaluate(node)?;
                    }
                }
                self.slice(&base, &bounds)
            }
            Expr::Comprehension(one) => self.comprehend(one),
            Expr::Format(pieces) => self.format(pieces),
            Expr::Constant(value, _) => Ok(value.clone()),
            Expr::Name(name) => self.read(name),
        }
    }

    /// Evaluates several.
    pub(super) fn evaluate_all(&mut self, nodes: &'p [Expr]) -> Result<Vec<Val>> {
        nodes.iter().map(|node| self.evaluate(node)).collect()
    }

    /// Returns what a name stands for.
    pub(super) fn read(&mut self, name: &'p Name) -> Result<Val> {
        let name = self.name_at(name)?;
        for token in &name.always {
            self.touch(*token)?;
        }
        if let Some(slot) = name.slot {
            if let Some(Some(value)) = self.variables.get(self.base + slot) {
                return Ok(value.clone());
            }
            self.touch(name.unbound)?;
            return Err(Stop::Raise("NameError"));
        }
        match name.global {
            Global::Nothing => Err(Stop::Raise("NameError")),
            Global::Builtin(builtin) => Ok(Val::Builtin(builtin)),
            Global::Own(index) => Ok(Val::Own(index)),
        }
    }

    fn operation(&mut self, one: &'p Binary) -> Result<Val> {
        let left = self.evaluate(&one.left)?;
        // However the operators group, what stands leftmost is evaluated first.
        self.touch_group(one.group)?;
        self.work(1)?;
        let right = self.evaluate(&one.right)?;
        // The sign of a power is no token.
        let operator = match one.operator {
            Operator::Power => Operator::Power,
            own => {
                let token = self.tree.only_of_group(one.group);
                self.operator_at(token, own, [&left, &right])?
            }
        };
        self.binary(operator, &left, &right)
    }

    fn junction(&mut self, is_and: bool, group: u32, nodes: &'p [Expr]) -> Result<Val> {
        let mut last = Val::None;
        for (place, node) in nodes.iter().enumerate() {
            last = self.evaluate(node)?;
            self.touch_group(group)?;
            self.work(1)?;
            if place + 1 == nodes.len() {
                break;
            }
            let is_and = self.junction_at(self.tree.only_of_group(group), is_and)?;
            if self.truth(&last)? != is_and {
                break;
            }
        }
        Ok(last)
    }

    fn chain(&mut self, first: &'p Expr, links: &'p [Comparison]) -> Result<Val> {
        let mut left = self.evaluate(first)?;
        let mut holds = true;
        for link in links {
            if !holds {
                break;
            }
            let right = self.evaluate(&link.right)?;
            self.touch(link.token)?;
            let operator = self.comparator_at(link.token, link.operator, [&left, &right])?;
            holds = self.compared(operator, &left, &right)?;
            left = right;
        }
        Ok(Val::Bool(holds))
    }

    fn compared(&mut self, operator: Comparator, left: &Val, right: &Val) -> Result<bool> {
        match operator {
            Comparator::Equal => self.equal(left, right),
            Comparator::NotEqual => Ok(!self.equal(left, right)?),
            Comparator::In => self.contains(right, left),
            Comparator::NotIn => Ok(!self.contains(right, left)?),
            Comparator::Is => Ok(is_same(left, right)),
            Comparator::IsNot => Ok(!is_same(left, right)),
            _ => self.ordered(operator, left, right),
        }
    }

    fn comprehend(&mut self, one: &'p Comprehension) -> Result<Val> {
        if let Some(value) = &one.value {
            let Val::Dict(dict) = self.dict(Vec::new())? else { return Err(TYPE) };
            self.loops(one, &mut |own: &mut Self| {
                let key = own.evaluate(&one.element)?;
                let value = own.evaluate(value)?;
                own.set_key(dict, key, value)?;
                Ok(true)
            })?;
            return Ok(Val::Dict(dict));
        }
        let mut items = Collected(Vec::new());
        self.generate(one, &mut items)?;
        self.grow(1)?;
        Ok(Val::List(self.keep(items.0)))
    }

    /// Gives the values of a comprehension to what takes them, until it wants no more.
    pub(super) fn generate(&mut self, one: &'p Comprehension, sink: &mut dyn Sink) -> Result<()> {
        self.loops(one, &mut |own: &mut Self| {
            let value = own.evaluate(&one.element)?;
            sink.take(own, value)
        })
    }

    fn loops(
        &mut self,
        one: &'p Comprehension,
        each: &mut dyn FnMut(&mut Self) -> Result<bool>,
    ) -> Result<()> {
        let Some(first) = one.parts.first() else { return Ok(()) };
        let over = self.evaluate(&first.over)?;
        for slot in one.slots.clone() {
            if let Some(variable) = self.variables.get_mut(self.base + slot) {
                *variable = None;
            }
        }
        self.part(&one.parts, over, each).map(|_| ())
    }

    fn part(
        &mut self,
        parts: &'p [Loop],
        over: Val,
        each: &mut dyn FnMut(&mut Self) -> Result<bool>,
    ) -> Result<bool> {
        let Some((part, rest)) = parts.split_first() else { return Ok(true) };
        let mut iterator = self.iterator(&over)?;
        'items: while let Some(item) = self.next(&mut iterator)? {
            self.work(1)?;
            self.assign(&part.target, item)?;
            for test in &part.tests {
                if !self.holds(test)? {
                    continue 'items;
                }
            }
            let goes_on = match rest.first() {
                None => each(self)?,
                Some(inner) => {
                    let over = self.evaluate(&inner.over)?;
                    self.part(rest, over, each)?
                }
            };
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn format(&mut self, pieces: &'p [Piece]) -> Result<Val> {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Value(node, is_repr) => {
                    let value = self.evaluate(node)?;
                    let piece = if *is_repr { self.repr(&value) } else { self.display(&value) }?;
                    text.push_str(&piece);
                }
            }
        }
        self.text(&text)
    }

    fn negated(&mut self, value: &Val) -> Result<Val> {
        if !value.is_number() {
            return Err(TYPE);
        }
        self.binary(Operator::Subtract, &Val::Int(0), value)
    }
}

/// Returns whether two are one, where one of them is `None`, `True` or `False`.
fn is_same(left: &Val, right: &Val) -> bool {
    match (left, right) {
        (Val::None, Val::None) => true,
        (Val::Bool(a), Val::Bool(b)) => a == b,
        _ => false,
    }
}
