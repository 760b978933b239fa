//! Statements.

use super::{Machine, Result, Stop, TYPE, VALUE};
use crate::tree::{Augment, Expr, For, Name, Operator, Stmt, Target, TokenId};
use crate::val::Val;

/// What comes after a statement.
pub(super) enum Flow {
    Next,
    Break,
    Continue,
    Return(Val),
}

impl<'p> Machine<'p> {
    /// Runs a block.
    pub(super) fn block(&mut self, body: &'p [Stmt]) -> Result<Flow> {
        self.deeper(|own| {
            for statement in body {
                match own.statement(statement)? {
                    Flow::Next => {}
                    flow => return Ok(flow),
                }
            }
            Ok(Flow::Next)
        })
    }

    fn statement(&mut self, statement: &'p Stmt) -> Result<Flow> {
        self.work(1)?;
        match statement {
            Stmt::Expr(value) => drop(self.evaluate(value)?),
            Stmt::Assign(targets, value) => {
                let value = self.evaluate(value)?;
                for target in targets {
                    self.assign(target, value.clone())?;
                }
            }
            Stmt::AugmentName(name, target, augment) => self.augment_name(name, target, augment)?,
            Stmt::AugmentItem(base, index, augment) => self.augment_item(base, index, augment)?,
            Stmt::Return(None) => return Ok(Flow::Return(Val::None)),
            Stmt::Return(Some(value)) => return Ok(Flow::Return(self.evaluate(value)?)),
            Stmt::If(tests, otherwise) => return self.condition(tests, otherwise),
            Stmt::While(test, body, otherwise) => return self.repeat(test, body, otherwise),
            Stmt::For(one) => return self.walk(one),
            Stmt::Break(token) => return self.leaving(*token, true),
            Stmt::Continue(token) => return self.leaving(*token, false),
            Stmt::Pass => {}
            Stmt::Delete(items) => {
                for (base, index) in items {
                    let (base, index) = (self.evaluate(base)?, self.evaluate(index)?);
                    self.delete_item(&base, &index)?;
                }
            }
            Stmt::Assert(test) => {
                let value = self.evaluate(test)?;
                if !self.truth(&value)? {
                    return Err(Stop::Raise("AssertionError"));
                }
            }
            Stmt::Raise(class, values) => {
                for value in values {
                    self.evaluate(value)?;
                }
                return Err(Stop::Raise(class));
            }
        }
        Ok(Flow::Next)
    }

    fn leaving(&mut self, token: TokenId, is_break: bool) -> Result<Flow> {
        self.touch(token)?;
        Ok(if self.leaving_at(token, is_break)? { Flow::Break } else { Flow::Continue })
    }

    fn condition(&mut self, tests: &'p [(Expr, Vec<Stmt>)], otherwise: &'p [Stmt]) -> Result<Flow> {
        for (test, body) in tests {
            if self.holds(test)? {
                return self.block(body);
            }
        }
        self.block(otherwise)
    }

    /// Evaluates a test.
    pub(super) fn holds(&mut self, test: &'p Expr) -> Result<bool> {
        let value = self.evaluate(test)?;
        self.truth(&value)
    }

    fn repeat(&mut self, test: &'p Expr, body: &'p [Stmt], otherwise: &'p [Stmt]) -> Result<Flow> {
        while self.holds(test)? {
            self.work(1)?;
            match self.block(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                Flow::Return(value) => return Ok(Flow::Return(value)),
            }
        }
        self.block(otherwise)
    }

    fn walk(&mut self, one: &'p For) -> Result<Flow> {
        let over = self.evaluate(&one.over)?;
        let mut iterator = self.iterator(&over)?;
        while let Some(item) = self.next(&mut iterator)? {
            self.work(1)?;
            self.assign(&one.target, item)?;
            match self.block(&one.body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                Flow::Return(value) => return Ok(Flow::Return(value)),
            }
        }
        self.block(&one.otherwise)
    }

    /// Assigns a value.
    pub(super) fn assign(&mut self, target: &'p Target, value: Val) -> Result<()> {
        match target {
            Target::Name(slot, token) => {
                self.touch(*token)?;
                let Some(slot) = self.target_at(*token, *slot, &value)? else { return Ok(()) };
                if let Some(variable) = self.variables.get_mut(self.base + slot) {
                    *variable = Some(value);
                }
                Ok(())
            }
            Target::Item(item) => {
                let (base, index) = (self.evaluate(&item.0)?, self.evaluate(&item.1)?);
                self.set_item(&base, &index, value)
            }
            Target::Many(targets) => {
                let parts = self.unpacked(&value, targets.len())?;
                for (target, part) in targets.iter().zip(parts) {
                    self.assign(target, part)?;
                }
                Ok(())
            }
        }
    }

    /// Returns as many items as are wanted, and no more are there.
    fn unpacked(&mut self, value: &Val, count: usize) -> Result<Vec<Val>> {
        if matches!(value, Val::None | Val::Bool(_) | Val::Int(_) | Val::Big(_)) {
            return Err(TYPE);
        }
        let mut iterator = self.iterator(value)?;
        let mut parts = Vec::with_capacity(count);
        while let Some(item) = self.next(&mut iterator)? {
            if parts.len() == count {
                return Err(VALUE);
            }
            parts.push(item);
        }
        if parts.len() < count { Err(VALUE) } else { Ok(parts) }
    }

    fn augment_name(&mut self, name: &'p Name, target: &'p Target, by: &'p Augment) -> Result<()> {
        if let Target::Name(_, token) = target {
            self.touch(*token)?;
        }
        let old = self.read(name)?;
        let new = self.augmented(old, by)?;
        self.assign(target, new)
    }

    fn augment_item(&mut self, base: &'p Expr, index: &'p Expr, by: &'p Augment) -> Result<()> {
        let (base, index) = (self.evaluate(base)?, self.evaluate(index)?);
        let old = self.item(&base, &index)?;
        let new = self.augmented(old, by)?;
        self.set_item(&base, &index, new)
    }

    /// Returns what an augmented assignment assigns; lists change in place.
    fn augmented(&mut self, old: Val, by: &'p Augment) -> Result<Val> {
        let value = self.evaluate(&by.value)?;
        self.touch(by.token)?;
        let operator = self.operator_at(by.token, by.operator, [&old, &value])?;
        match (operator, &old) {
            (Operator::Add, Val::List(list)) => {
                self.extend(*list, &value)?;
                Ok(old)
            }
            (Operator::Multiply, Val::List(list)) => {
                let list = *list;
                let Val::List(made) = self.binary(Operator::Multiply, &old, &value)? else {
                    return Err(TYPE);
                };
                let items = self.items(made).to_vec();
                self.set_items(list, items);
                Ok(old)
            }
            _ => self.binary(operator, &old, &value),
        }
    }
}
