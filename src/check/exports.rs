//! `export`: what other programs call the genre, and how their links say its clues.

use crate::Checker;
use crate::names::Symbol;
use crate::typed::used_as;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::definition::Shown;
use puzgen_model::export::{Export, ExportArgument, ExportCode, ExportPart};
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast::{self, ExprKind as Ast, Ident, Item, ItemKind};
use puzgen_vocabulary::links;

impl Checker<'_> {
    /// Checks all `export` items.
    pub(super) fn exports(&mut self, items: &[Item]) -> Vec<Export> {
        items.iter().filter_map(|item| self.export(item)).collect()
    }

    fn export(&mut self, item: &Item) -> Option<Export> {
        let ItemKind::Export { form, genre, size, condition, parts } = &item.kind else {
            return None;
        };
        self.phase = Phase::Known;
        let form = self.export_form(form)?;
        let codes = links::codes_of(form);
        let size = match size {
            Some([rows, columns]) => {
                let (rows, columns) = (self.expect(rows, &Ty::Int), self.expect(columns, &Ty::Int));
                Some([rows?, columns?])
            }
            None => None,
        };
        let condition = match condition {
            Some(condition) => Some(self.expect(condition, &Ty::Bool)?),
            None => None,
        };
        let parts: Vec<Option<ExportPart>> =
            parts.iter().map(|part| self.export_part(part, &codes)).collect();
        let parts = parts.into_iter().collect::<Option<_>>()?;
        Some(Export { form, genre: genre.text.clone(), size, condition, parts })
    }

    fn export_form(&mut self, name: &Ident) -> Option<&'static str> {
        let found = links::FORMS.iter().find(|form| **form == name.name).copied();
        if found.is_none() {
            let message = format!("there is no form `{}` that a definition speaks of", name.name);
            self.problems.push(
                Problem::error(Code::UnknownName, message, name.span, "unknown form")
                    .help(format!("the forms are {}", links::FORMS.join(", ")))
                    .did_you_mean(&name.name, links::FORMS.iter().copied()),
            );
        }
        found
    }

    fn export_part(&mut self, part: &ast::Expr, codes: &[ExportCode]) -> Option<ExportPart> {
        let names = || codes.iter().map(|code| code.name());
        let Ast::Call(function, arguments) = &part.kind else {
            let message = "an export is written by codes";
            let list: Vec<String> =
                codes.iter().map(|code| format!("`{}`", code.signature())).collect();
            self.problems.push(
                Problem::error(Code::WrongArguments, message, part.span, "no code")
                    .help(format!("the codes are {}", list.join(", "))),
            );
            return None;
        };
        let found = codes.iter().find(|code| code.name() == function.name).copied();
        let Some(code) = found else {
            let message = format!("there is no code `{}`", function.name);
            let list: Vec<&str> = names().collect();
            self.problems.push(
                Problem::error(Code::UnknownName, message, function.span, "unknown code")
                    .help(format!("the codes are {}", list.join(", ")))
                    .did_you_mean(&function.name, names()),
            );
            return None;
        };
        let found: Vec<Option<ExportArgument>> =
            arguments.iter().map(|argument| self.export_argument(argument)).collect();
        let arguments: Vec<ExportArgument> = found.into_iter().collect::<Option<_>>()?;
        let is_family = |it: &&ExportArgument| matches!(it, ExportArgument::Family(..));
        let families = arguments.iter().filter(is_family).count();
        if !code.takes(families, arguments.len() - families) {
            let found = match arguments.len() {
                1 => "1 argument of another kind".to_owned(),
                count => format!("{count} arguments"),
            };
            self.wrong_arguments(code.name(), used_as(code.signature()), &found, part.span);
            return None;
        }
        Some(ExportPart { code, arguments })
    }

    fn export_argument(&mut self, argument: &ast::Expr) -> Option<ExportArgument> {
        match &argument.kind {
            Ast::Name(name) => {
                if let Some(family) = self.exported(name) {
                    return Some(ExportArgument::Family(family, None));
                }
            }
            Ast::Index(base, keys) => {
                if let (Ast::Name(name), [key]) = (&base.kind, keys.as_slice())
                    && let Some(family) = self.exported(name)
                {
                    return Some(ExportArgument::Family(family, Some(self.expr(key)?)));
                }
            }
            _ => {}
        }
        Some(ExportArgument::Value(self.expect(argument, &Ty::Int)?))
    }

    /// Returns the clue or layout of this name.
    fn exported(&self, name: &str) -> Option<Shown> {
        match self.names.symbol(name) {
            Some(Symbol::Clue(clue)) => Some(Shown::Clue(*clue)),
            Some(Symbol::Layout(layout)) => Some(Shown::Layout(*layout)),
            _ => None,
        }
    }
}
