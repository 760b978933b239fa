//! Statements.

use ruff_python_ast::{
    Expr as Node, Operator as Sign, Stmt as Statement, StmtAugAssign, StmtIf, StmtRaise,
};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::{Compiler, Kind, Result, outside};
use crate::tree::{Augment, Choice, Expr, For, NO_TOKEN, Operator, Stmt, Target, TokenId};
use crate::words::Context;

/// The exceptions that a program may raise.
const EXCEPTIONS: &[&str] =
    &["ValueError", "TypeError", "IndexError", "KeyError", "ZeroDivisionError", "RuntimeError"];

const RAISE: &str = "write `raise ValueError(\"…\")`, or another of the usual classes";

impl Compiler<'_> {
    /// Reads a block.
    pub(super) fn block(&mut self, body: &[Statement]) -> Result<Vec<Stmt>> {
        body.iter().map(|one| self.deeper(one.range(), |own| own.statement(one))).collect()
    }

    fn statement(&mut self, node: &Statement) -> Result<Stmt> {
        match node {
            Statement::Expr(one) => Ok(Stmt::Expr(self.expression(&one.value)?)),
            Statement::Assign(one) => {
                let value = self.expression(&one.value)?;
                let targets = one.targets.iter().map(|target| self.target(target));
                Ok(Stmt::Assign(targets.collect::<Result<Vec<Target>>>()?, value))
            }
            Statement::AnnAssign(one) => {
                let Some(value) = &one.value else {
                    return outside(one.range, "an annotation without a value", "leave it out");
                };
                if !one.target.is_name_expr() {
                    return outside(one.range, "an annotated item", "leave the annotation out");
                }
                let value = self.expression(value)?;
                Ok(Stmt::Assign(vec![self.target(&one.target)?], value))
            }
            Statement::AugAssign(one) => self.augmented(one),
            Statement::Return(one) => {
                let value = one.value.as_deref().map(|value| self.expression(value));
                Ok(Stmt::Return(value.transpose()?))
            }
            Statement::If(one) => self.condition(one),
            Statement::While(one) => {
                let test = self.expression(&one.test)?;
                let body = self.looped(&one.body)?;
                let otherwise = self.within(1, |own| own.block(&one.orelse))?;
                Ok(Stmt::While(test, body, otherwise))
            }
            Statement::For(one) if !one.is_async => {
                let over = self.expression(&one.iter)?;
                let target = self.target(&one.target)?;
                let body = self.looped(&one.body)?;
                let otherwise = self.within(1, |own| own.block(&one.orelse))?;
                Ok(Stmt::For(Box::new(For { target, over, body, otherwise })))
            }
            Statement::Break(one) => Ok(Stmt::Break(self.leaves(one.range)?)),
            Statement::Continue(one) => Ok(Stmt::Continue(self.leaves(one.range)?)),
            Statement::Pass(_) => Ok(Stmt::Pass),
            Statement::Delete(one) => self.deletes(&one.targets),
            Statement::Assert(one) => Ok(Stmt::Assert(self.expression(&one.test)?)),
            Statement::Raise(one) => self.raises(one),
            other => outside(other.range(), "this statement", "see the statements of the subset"),
        }
    }

    fn looped(&mut self, body: &[Statement]) -> Result<Vec<Stmt>> {
        self.loops += 1;
        let body = self.within(1, |own| own.block(body));
        self.loops -= 1;
        body
    }

    fn leaves(&mut self, range: TextRange) -> Result<u32> {
        if self.loops == 0 {
            return outside(range, "leaving a loop where none is", "put it into a loop");
        }
        let token = self.token(range, Kind::Keyword, Context::None);
        self.choose(token, |_, word| Some(word == "break"), Choice::Leaving);
        Ok(token)
    }

    fn condition(&mut self, node: &StmtIf) -> Result<Stmt> {
        let test = self.expression(&node.test)?;
        let mut tests = vec![(test, self.within(1, |own| own.block(&node.body))?)];
        let mut otherwise = Vec::new();
        // What stands behind `elif` and `else` is reached when the tests before it have failed.
        for clause in &node.elif_else_clauses {
            let failed = tests.len();
            match &clause.test {
                Some(test) => {
                    let test = self.within(failed, |own| own.expression(test))?;
                    tests.push((test, self.within(failed + 1, |own| own.block(&clause.body))?));
                }
                None => otherwise = self.within(failed, |own| own.block(&clause.body))?,
            }
        }
        Ok(Stmt::If(tests, otherwise))
    }

    fn augmented(&mut self, node: &StmtAugAssign) -> Result<Stmt> {
        let sign = self.source.operator(node.target.range());
        let operator = operator(node.op, sign)?;
        match &*node.target {
            Node::Name(name) => {
                let target = self.target(&node.target)?;
                // The same token is read and assigned.
                let known = self.found.len();
                let read = self.name(name, Kind::Target, Context::None)?;
                self.found.truncate(known);
                let token = self.augments(operator, sign);
                let value = self.expression(&node.value)?;
                Ok(Stmt::AugmentName(read, target, Augment { operator, token, value }))
            }
            Node::Subscript(item) if !item.slice.is_slice_expr() => {
                let base = self.expression(&item.value)?;
                let index = self.expression(&item.slice)?;
                let token = self.augments(operator, sign);
                let value = self.expression(&node.value)?;
                Ok(Stmt::AugmentItem(base, index, Augment { operator, token, value }))
            }
            other => outside(other.range(), "changing this in place", "use a name or `a[i]`"),
        }
    }

    /// Returns the token of a sign; that of a power is none, as no other sign stands where one does.
    fn augments(&mut self, operator: Operator, sign: TextRange) -> TokenId {
        if operator == Operator::Power {
            return NO_TOKEN;
        }
        let token = self.token(sign, Kind::Augmented, Context::None);
        let meaning = |_: &Self, word: &str| Operator::of_sign(word.strip_suffix('=')?);
        self.choose(token, meaning, Choice::Operators);
        token
    }

    fn deletes(&mut self, targets: &[Node]) -> Result<Stmt> {
        let mut items = Vec::new();
        for target in targets {
            match target {
                Node::Subscript(item) if !item.slice.is_slice_expr() => {
                    items.push((self.expression(&item.value)?, self.expression(&item.slice)?));
                }
                other => return outside(other.range(), "deleting this", "delete items `a[i]`"),
            }
        }
        Ok(Stmt::Delete(items))
    }

    fn raises(&mut self, node: &StmtRaise) -> Result<Stmt> {
        let (class, arguments) = match node.exc.as_deref() {
            Some(Node::Name(name)) => (name, &[] as &[Node]),
            Some(Node::Call(call)) if call.arguments.keywords.is_empty() => match &*call.func {
                Node::Name(name) => (name, &*call.arguments.args),
                _ => return outside(node.range, "raising this", RAISE),
            },
            _ => return outside(node.range, "raising this", RAISE),
        };
        let known = EXCEPTIONS.iter().find(|known| **known == class.id.as_str());
        match known {
            Some(class) if node.cause.is_none() => {
                let values = arguments.iter().map(|one| self.expression(one));
                Ok(Stmt::Raise(class, values.collect::<Result<Vec<Expr>>>()?))
            }
            _ => outside(node.range, "raising this", RAISE),
        }
    }
}

/// Returns the operator of a sign.
pub(super) fn operator(sign: Sign, range: TextRange) -> Result<Operator> {
    Ok(match sign {
        Sign::Add => Operator::Add,
        Sign::Sub => Operator::Subtract,
        Sign::Mult => Operator::Multiply,
        Sign::FloorDiv => Operator::FloorDivide,
        Sign::Mod => Operator::Modulo,
        Sign::Pow => Operator::Power,
        Sign::Div => {
            return outside(range, "`/`, which gives floating numbers,", "divide with `//`");
        }
        _ => {
            let range = TextRange::new(range.start(), range.end().max(TextSize::default()));
            return outside(range, "this operator", "use `+`, `-`, `*`, `//`, `%`, `**`");
        }
    })
}
