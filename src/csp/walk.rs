//! The one walk through flat expressions: what an expression is made of, its variables, and the
//! same expression with other variables.
//!
//! Rooms to which the kind of an expression does not matter ask here, so that a new kind is a line
//! in [`ExprPart::for_each_child`] and one in [`BoolExpr::rename`] or [`IntExpr::rename`].

use super::{BoolExpr, FlatForm, IntExpr, Stmt, VarId};

/// An expression, or a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExprPart<'a> {
    /// A truth.
    Truth(&'a BoolExpr),
    /// A number.
    Number(&'a IntExpr),
}

impl<'a> ExprPart<'a> {
    /// Calls `visit` for each expression that this one is directly made of, from left to right.
    pub fn for_each_child(self, visit: &mut impl FnMut(Self)) {
        match self {
            Self::Truth(truth) => match truth {
                BoolExpr::Const(_) | BoolExpr::Lit(_) | BoolExpr::Graph(_) => {}
                BoolExpr::Not(inner) => visit(Self::Truth(inner)),
                BoolExpr::And(parts) | BoolExpr::Or(parts) => {
                    parts.iter().for_each(|part| visit(Self::Truth(part)));
                }
                BoolExpr::Iff(a, b) => [a, b].into_iter().for_each(|part| visit(Self::Truth(part))),
                BoolExpr::Compare(_, a, b) => {
                    [a, b].into_iter().for_each(|part| visit(Self::Number(part)));
                }
                BoolExpr::Distinct(terms) => {
                    terms.iter().for_each(|term| visit(Self::Number(term)));
                }
            },
            Self::Number(number) => match number {
                IntExpr::Const(_) | IntExpr::Var(_) => {}
                IntExpr::Linear(terms, _) => {
                    terms.iter().for_each(|(_, term)| visit(Self::Number(term)));
                }
                IntExpr::Product(a, b) | IntExpr::Div(a, b) | IntExpr::Mod(a, b) => {
                    [a, b].into_iter().for_each(|part| visit(Self::Number(part)));
                }
                IntExpr::Abs(inner) => visit(Self::Number(inner)),
                IntExpr::Min(terms) | IntExpr::Max(terms) => {
                    terms.iter().for_each(|term| visit(Self::Number(term)));
                }
                IntExpr::If(truth, yes, no) => {
                    visit(Self::Truth(truth));
                    [yes, no].into_iter().for_each(|part| visit(Self::Number(part)));
                }
                IntExpr::FromBool(truth) => visit(Self::Truth(truth)),
            },
        }
    }

    /// Calls `visit` for each variable, from left to right, as often as it occurs.
    pub fn for_each_var(self, visit: &mut dyn FnMut(VarId)) {
        match self {
            Self::Truth(BoolExpr::Lit(lit)) => visit(lit.var),
            Self::Truth(BoolExpr::Graph(graph)) => graph.for_each_var(visit),
            Self::Number(IntExpr::Var(var)) => visit(*var),
            other => other.for_each_child(&mut |child| child.for_each_var(visit)),
        }
    }

    /// Returns whether this and all that it is made of, however deep, are like that.
    pub fn is_throughout(self, is_like: &dyn Fn(Self) -> bool) -> bool {
        let mut open = vec![self];
        while let Some(part) = open.pop() {
            if !is_like(part) {
                return false;
            }
            part.for_each_child(&mut |child| open.push(child));
        }
        true
    }
}

impl BoolExpr {
    /// Returns its variables, sorted, each once.
    pub fn vars(&self) -> Vec<VarId> {
        vars_of(ExprPart::Truth(self))
    }

    /// Replaces every variable.
    pub fn rename(&mut self, rename: &mut dyn FnMut(VarId) -> VarId) {
        match self {
            Self::Const(_) => {}
            Self::Lit(lit) => lit.var = rename(lit.var),
            Self::Graph(graph) => graph.rename(rename),
            Self::Not(inner) => inner.rename(rename),
            Self::And(parts) | Self::Or(parts) => {
                parts.iter_mut().for_each(|part| part.rename(rename));
            }
            Self::Iff(a, b) => [a, b].into_iter().for_each(|part| part.rename(rename)),
            Self::Compare(_, a, b) => [a, b].into_iter().for_each(|part| part.rename(rename)),
            Self::Distinct(terms) => terms.iter_mut().for_each(|term| term.rename(rename)),
        }
    }
}

impl IntExpr {
    /// Returns its variables, sorted, each once.
    pub fn vars(&self) -> Vec<VarId> {
        vars_of(ExprPart::Number(self))
    }

    /// Replaces every variable.
    pub(crate) fn rename(&mut self, rename: &mut dyn FnMut(VarId) -> VarId) {
        match self {
            Self::Const(_) => {}
            Self::Var(var) => *var = rename(*var),
            Self::Linear(terms, _) => terms.iter_mut().for_each(|(_, term)| term.rename(rename)),
            Self::Product(a, b) | Self::Div(a, b) | Self::Mod(a, b) => {
                [a, b].into_iter().for_each(|part| part.rename(rename));
            }
            Self::Abs(inner) => inner.rename(rename),
            Self::Min(terms) | Self::Max(terms) => {
                terms.iter_mut().for_each(|term| term.rename(rename));
            }
            Self::If(truth, yes, no) => {
                truth.rename(rename);
                [yes, no].into_iter().for_each(|part| part.rename(rename));
            }
            Self::FromBool(truth) => truth.rename(rename),
        }
    }
}

impl Stmt {
    /// Calls `visit` for each variable, as often as it occurs.
    pub fn for_each_var(&self, visit: &mut dyn FnMut(VarId)) {
        match self {
            Self::Hold(truth) => ExprPart::Truth(truth).for_each_var(visit),
            Self::Global(global) => global.form().for_each_var(visit),
        }
    }

    /// Replaces every variable.
    pub fn rename(&mut self, rename: &mut dyn FnMut(VarId) -> VarId) {
        match self {
            Self::Hold(truth) => truth.rename(rename),
            Self::Global(global) => global.form_mut().rename(rename),
        }
    }

    /// Returns its variables, sorted, each once.
    pub fn vars(&self) -> Vec<VarId> {
        let mut vars = Vec::new();
        self.for_each_var(&mut |var| vars.push(var));
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// Returns whether all truths and numbers that it is made of are like that.
    pub fn is_throughout(&self, is_like: &dyn Fn(ExprPart<'_>) -> bool) -> bool {
        match self {
            Self::Hold(truth) => ExprPart::Truth(truth).is_throughout(is_like),
            Self::Global(_) => true,
        }
    }
}

fn vars_of(part: ExprPart<'_>) -> Vec<VarId> {
    let mut vars = Vec::new();
    part.for_each_var(&mut |var| vars.push(var));
    vars.sort_unstable();
    vars.dedup();
    vars
}
