//! Names: which variables a function and its comprehensions have, and on which tokens that depends.

use ruff_python_ast::{Comprehension as Node, Expr, ExprName, Stmt};
use ruff_text_size::{Ranged, TextRange};

use super::{Compiler, Kind, Result, outside};
use crate::python_names;
use crate::tree::{Choice, Global, NO_TOKEN, Name, Parameter, Target, TokenId};
use crate::val::Builtin;
use crate::words::Context;

/// A variable.
#[derive(Debug, Clone)]
struct Variable {
    name: String,
    slot: usize,
    /// A token that assigns to it; none for a parameter.
    token: TokenId,
}

/// The variables in sight.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    parameters: usize,
    variables: Vec<Variable>,
    /// All tokens of the function that assign outside of comprehensions.
    targets: Vec<TokenId>,
    comprehensions: Vec<Comprehension>,
    pub(super) slots: usize,
}

/// The scope of a comprehension.
#[derive(Debug, Default)]
struct Comprehension {
    /// Where it begins, which names it.
    id: usize,
    variables: Vec<Variable>,
    targets: Vec<TokenId>,
}

impl Compiler<'_> {
    /// Begins a function.
    pub(super) fn open_function(&mut self, parameters: &[Parameter], body: &[Stmt]) -> Result<()> {
        self.scopes = Scopes { parameters: parameters.len(), ..Scopes::default() };
        for parameter in parameters {
            self.scopes.add(&parameter.name, NO_TOKEN);
        }
        let mut bound = Vec::new();
        in_block(body, &mut bound)?;
        for name in bound {
            let token = self.known(name.range);
            self.scopes.add(name.id.as_str(), token);
            self.scopes.targets.push(token);
        }
        Ok(())
    }

    /// Begins the scope of a comprehension and returns its variables.
    pub(super) fn open_comprehension(
        &mut self,
        range: TextRange,
        loops: &[Node],
    ) -> Result<std::ops::Range<usize>> {
        let mut bound = Vec::new();
        for part in loops {
            in_target(&part.target, &mut bound)?;
        }
        let first = self.scopes.slots;
        let mut scope = Comprehension { id: range.start().to_usize(), ..Comprehension::default() };
        for name in bound {
            let token = self.known(name.range);
            scope.targets.push(token);
            if scope.variables.iter().all(|known| known.name != name.id.as_str()) {
                let slot = self.scopes.slots;
                self.scopes.slots += 1;
                scope.variables.push(Variable { name: name.id.to_string(), slot, token });
            }
        }
        self.scopes.comprehensions.push(scope);
        Ok(first..self.scopes.slots)
    }

    /// Ends the scope of a comprehension.
    pub(super) fn close_comprehension(&mut self) {
        self.scopes.comprehensions.pop();
    }

    /// Returns the comprehensions in sight.
    pub(super) fn sight(&self) -> Vec<usize> {
        self.scopes.comprehensions.iter().map(|scope| scope.id).collect()
    }

    /// Resolves a name that is read.
    pub(super) fn name(&mut self, node: &ExprName, kind: Kind, context: Context) -> Result<Name> {
        let token = self.token(node.range, kind, context);
        self.choose(token, |own, word| Some(own.named(word, token)), Choice::Names);
        let name = self.named(node.id.as_str(), token);
        let is_nothing = name.slot.is_none() && name.global == Global::Nothing;
        if is_nothing && python_names::is_left_out(node.id.as_str()) {
            return outside(node.range, &format!("`{}`", node.id), FUNCTIONS);
        }
        Ok(name)
    }

    /// Returns what a name means that stands at a token.
    fn named(&self, name: &str, token: TokenId) -> Name {
        let is_held = self.may_be_held(name);
        let global = self.global(name);
        let mut always = Vec::new();
        for scope in self.scopes.comprehensions.iter().rev() {
            if let Some(known) = scope.variables.iter().find(|known| known.name == name) {
                let unbound = known.token;
                return Name { slot: Some(known.slot), global, token, always, unbound };
            }
            if is_held {
                always.extend(scope.targets.iter().copied());
            }
        }
        let known = self.scopes.variables.iter().find(|known| known.name == name);
        let (mut slot, mut unbound) = (None, NO_TOKEN);
        if let Some(known) = known {
            slot = Some(known.slot);
            // Unassigned, it is a `NameError` in any case, unless something outside has its name.
            if global != Global::Nothing {
                unbound = known.token;
            }
        } else if is_held && global != Global::Nothing {
            always.extend(self.scopes.targets.iter().copied());
        }
        always.retain(|token| *token != NO_TOKEN);
        Name { slot, global, token, always, unbound }
    }

    fn global(&self, name: &str) -> Global {
        let own = self.signatures.iter().position(|known| known.name == name);
        match own.and_then(|index| u32::try_from(index).ok()) {
            Some(index) => Global::Own(index),
            None => Builtin::named(name).map_or(Global::Nothing, Global::Builtin),
        }
    }

    /// Reads what is assigned to.
    pub(super) fn target(&mut self, node: &Expr) -> Result<Target> {
        match node {
            Expr::Name(name) => {
                let context = Context::Name(self.sight());
                let token = self.token(name.range, Kind::Target, context);
                self.choose(token, |own, word| Some(own.named(word, token)), Choice::Names);
                Ok(Target::Name(self.slot(name.id.as_str()), token))
            }
            Expr::Subscript(item) if !item.slice.is_slice_expr() => {
                let base = self.expression(&item.value)?;
                let index = self.expression(&item.slice)?;
                Ok(Target::Item(Box::new((base, index))))
            }
            Expr::Tuple(_) | Expr::List(_) => {
                let parts = parts(node);
                let targets = parts.iter().map(|part| self.target(part));
                Ok(Target::Many(targets.collect::<Result<Vec<Target>>>()?))
            }
            other => outside(other.range(), "assigning to this", ASSIGN),
        }
    }

    fn slot(&self, name: &str) -> usize {
        let inner = self.scopes.comprehensions.last().map(|scope| &scope.variables);
        let of = |variables: &[Variable]| {
            variables.iter().find(|known| known.name == name).map(|known| known.slot)
        };
        inner.and_then(|inner| of(inner)).or_else(|| of(&self.scopes.variables)).unwrap_or(0)
    }
}

const FUNCTIONS: &str =
    "use the functions of the subset, such as `len`, `sum`, `sorted`, or write one";
const ASSIGN: &str = "assign to names, to items `a[i]`, or to several at once";

impl Scopes {
    fn add(&mut self, name: &str, token: TokenId) {
        if self.variables.iter().all(|known| known.name != name) {
            self.variables.push(Variable { name: name.to_owned(), slot: self.slots, token });
            self.slots += 1;
        }
        debug_assert!(self.parameters <= self.slots || token == NO_TOKEN);
    }
}

fn parts(node: &Expr) -> &[Expr] {
    match node {
        Expr::Tuple(tuple) => &tuple.elts,
        Expr::List(list) => &list.elts,
        _ => &[],
    }
}

/// Collects the names that a target binds.
fn in_target<'n>(node: &'n Expr, bound: &mut Vec<&'n ExprName>) -> Result<()> {
    match node {
        Expr::Name(name) => bound.push(name),
        Expr::Tuple(_) | Expr::List(_) => {
            for part in parts(node) {
                in_target(part, bound)?;
            }
        }
        Expr::Starred(star) => return outside(star.range, "`*` in a target", ASSIGN),
        _ => {}
    }
    Ok(())
}

/// Collects the names that statements bind, those of comprehensions aside.
fn in_block<'n>(body: &'n [Stmt], bound: &mut Vec<&'n ExprName>) -> Result<()> {
    for statement in body {
        match statement {
            Stmt::Assign(node) => {
                for target in &node.targets {
                    in_target(target, bound)?;
                }
            }
            Stmt::AugAssign(node) => in_target(&node.target, bound)?,
            Stmt::AnnAssign(node) => in_target(&node.target, bound)?,
            Stmt::For(node) => {
                in_target(&node.target, bound)?;
                in_block(&node.body, bound)?;
                in_block(&node.orelse, bound)?;
            }
            Stmt::While(node) => {
                in_block(&node.body, bound)?;
                in_block(&node.orelse, bound)?;
            }
            Stmt::If(node) => {
                in_block(&node.body, bound)?;
                for clause in &node.elif_else_clauses {
                    in_block(&clause.body, bound)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}
