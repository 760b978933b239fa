//! Functions of scripts: which ones a puzzle has, and calls of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Checker;
use crate::script::Script;
use crate::typed::value_of;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::expr::{Expr, ExprKind};
use puzgen_model::function::ScriptFunction;
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast::{self, Item, ItemKind};
use puzgen_vocabulary::constraints;
use puzgen_vocabulary::features;
use puzgen_vocabulary::places;

/// The scripts that `script` items name, or why they cannot be had, by the place of the path.
pub type Scripts = BTreeMap<Span, Result<Arc<Script>, Problem>>;

/// Returns whether the language itself has a function of this name.
pub fn is_own(name: &str) -> bool {
    name == "shown"
        || constraints::by_name(name).is_some()
        || places::by_name(name).is_some()
        || features::measure(name).is_some()
        || features::statistic(name).is_some()
}

impl Checker<'_> {
    /// Takes the scripts of a puzzle, the last first: its functions take the place of namesakes.
    pub(super) fn take_scripts(&mut self, items: &[Item], scripts: &Scripts) {
        for item in items.iter().rev() {
            let ItemKind::Script(path) = &item.kind else { continue };
            match scripts.get(&path.span) {
                Some(Ok(script)) => self.scripts.push(Arc::clone(script)),
                Some(Err(problem)) => {
                    self.problems.push(problem.clone());
                    self.lacks_script = true;
                }
                None => puzgen_base::bug!("the script `{}` was not loaded", path.text),
            }
        }
    }

    /// Returns the names of the functions of its scripts.
    pub(super) fn script_names(&self) -> impl Iterator<Item = &str> {
        self.scripts.iter().flat_map(|script| script.names())
    }

    /// Returns the function of its scripts that takes a puzzle and so many arguments.
    pub(super) fn script_function(
        &self,
        name: &str,
        arguments: usize,
    ) -> Option<Arc<dyn ScriptFunction>> {
        let found = self.scripts.iter().find_map(|script| script.function(name, arguments));
        found.map(|function| Arc::new(function) as Arc<dyn ScriptFunction>)
    }

    /// Returns the checked call of a function of a script that is to give `result`; `None` where the
    /// expression is no such call, and `Some(None)` where it has a mistake.
    pub(super) fn script_call(&mut self, expr: &ast::Expr, result: &Ty) -> Option<Option<Expr>> {
        let ast::ExprKind::Call(name, arguments) = &expr.kind else { return None };
        if is_own(&name.name) || !self.script_names().any(|other| other == name.name) {
            return None;
        }
        Some(self.checked_call(name, arguments, result, expr.span))
    }

    fn checked_call(
        &mut self,
        name: &ast::Ident,
        arguments: &[ast::Expr],
        result: &Ty,
        span: Span,
    ) -> Option<Expr> {
        if self.phase != Phase::Measured {
            self.problems.push(
                Problem::error(
                    Code::NotKnown,
                    format!("`{}` is a function of a script, which is given a puzzle", name.name),
                    name.span,
                    "no puzzle yet",
                )
                .help(format!(
                    "call it in `remove`, `feature` and `levels`; in a rule, `{}` would have to \
                     take {} and no puzzle",
                    name.name,
                    counted(arguments.len())
                )),
            );
            return None;
        }
        let checked: Vec<Option<Expr>> =
            arguments.iter().map(|argument| self.expr(argument)).collect();
        let checked: Vec<Expr> =
            checked.into_iter().map(|argument| argument.map(value_of)).collect::<Option<_>>()?;
        for argument in &checked {
            if has_fractions(&argument.ty) {
                self.problems.push(
                    Problem::error(
                        Code::TypeMismatch,
                        "scripts have whole numbers only",
                        argument.span,
                        argument.ty.to_string(),
                    )
                    .help("pass whole numbers, and divide in the script"),
                );
                return None;
            }
        }
        let count = checked.len();
        let Some(function) = self.script_function(&name.name, count) else {
            let message = format!("`{}` of the script does not take {count} arguments", name.name);
            self.problems.push(
                Problem::error(Code::WrongArguments, message, name.span, "called here")
                    .help("a function of a script is given the puzzle first, then these arguments"),
            );
            return None;
        };
        let kind = ExprKind::Script(function, checked);
        Some(Expr { kind, ty: result.clone(), phase: Phase::Measured, span })
    }
}

fn counted(arguments: usize) -> String {
    match arguments {
        1 => "1 argument".to_owned(),
        count => format!("{count} arguments"),
    }
}

fn has_fractions(ty: &Ty) -> bool {
    match ty {
        Ty::Real => true,
        Ty::List(element) => has_fractions(element),
        Ty::Tuple(items) => items.iter().any(has_fractions),
        Ty::Int | Ty::Bool | Ty::Word | Ty::Text | Ty::Place(_) | Ty::Variable(_) => false,
    }
}
