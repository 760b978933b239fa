//! `show`: symbols, regions, sentences, and how families are drawn.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::ast::{self, Item, ItemKind, Text};
use crate::check::names::Symbol;
use crate::check::{Checker, Parts};
use crate::diagnostics::{Code, Problem};
use crate::model::definition::{Look, Role, Show, Shown, Symbols};
use crate::model::function::ScriptFunction;
use crate::model::ty::{Phase, Ty};

impl Checker<'_> {
    /// Checks all of `show`.
    pub(super) fn show(&mut self, items: &[Item], parts: &Parts) -> Show {
        let mut show = Show::default();
        for item in items {
            let ItemKind::Show(shown) = &item.kind else { continue };
            for part in shown {
                match part {
                    ast::ShowPart::Symbols { family, symbols, vertical } => {
                        self.symbols(family, symbols, vertical.as_ref(), parts, &mut show);
                    }
                    ast::ShowPart::Thick(regions) => {
                        self.phase = Phase::Known;
                        let regions = self.expect(regions, &Ty::cell().list().list());
                        show.thick.extend(regions);
                    }
                    ast::ShowPart::Text(text) => {
                        self.phase = Phase::Decided;
                        show.text = self.template(text);
                    }
                    ast::ShowPart::Script(name) => {
                        let found = self.drawing_function(name);
                        show.script = found.map(|found| (found, name.span)).or(show.script);
                    }
                    ast::ShowPart::DrawnAs { look, families } => {
                        let known = Look::ALL.iter().find(|(name, _)| *name == look.name);
                        let (_, look) =
                            known.unwrap_or_else(|| crate::bug!("no look `{}`", look.name));
                        for family in families {
                            let drawn = self.drawable(family, parts);
                            show.looks.extend(drawn.map(|drawn| (drawn, *look)));
                        }
                    }
                }
            }
        }
        show
    }

    /// Returns the function of a script that draws puzzles.
    fn drawing_function(&mut self, name: &ast::Ident) -> Option<Arc<dyn ScriptFunction>> {
        let found = self.script_function(&name.name, 1);
        if found.is_none() && !self.lacks_script {
            let message = format!("there is no function `{}` of a puzzle and a truth", name.name);
            let help = format!(
                "write it in a `script`: `fn {}(puzzle, solution)` gives an array of marks",
                name.name
            );
            let known: Vec<&str> = self.script_names().collect();
            let problem = Problem::error(Code::UnknownName, message, name.span, "cannot draw");
            let is_known = known.contains(&name.name.as_str());
            let problem = problem.help(help);
            let problem = if is_known { problem } else { problem.did_you_mean(&name.name, known) };
            self.problems.push(problem);
        }
        found
    }

    /// Returns the clue or answer of this name.
    fn drawable(&mut self, family: &ast::Ident, parts: &Parts) -> Option<Shown> {
        match self.names.symbol(&family.name) {
            Some(Symbol::Clue(clue)) => Some(Shown::Clue(*clue)),
            Some(Symbol::Layout(layout)) if !parts.layouts[layout.0 as usize].is_rooms() => {
                Some(Shown::Layout(*layout))
            }
            Some(Symbol::Family(id))
                if matches!(parts.families[id.0 as usize].role, Role::Answer(_)) =>
            {
                Some(Shown::Answer(*id))
            }
            Some(_) => {
                self.problems.push(Problem::error(
                    Code::BadShow,
                    format!("`{}` is neither a clue nor an answer", family.name),
                    family.span,
                    "cannot be drawn",
                ));
                None
            }
            None => {
                self.unknown(&family.name, family.span);
                None
            }
        }
    }

    fn symbols(
        &mut self,
        family: &ast::Ident,
        symbols: &Text,
        vertical: Option<&Text>,
        parts: &Parts,
        show: &mut Show,
    ) {
        let Some(id) = self.drawable(family, parts) else { return };
        for text in std::iter::once(symbols).chain(vertical) {
            let mut seen = BTreeSet::new();
            let has_meaning = |char: char| {
                char.is_whitespace()
                    || matches!(char, '.' | '?' | '/' | '#' | '-' | '_' | '|' | ';' | '=')
            };
            let wrong = text.text.chars().find_map(|char| {
                if has_meaning(char) {
                    let help = "blanks and `.?/#-_|;=` have a meaning in board texts";
                    Some((format!("`{char}` cannot be a symbol"), help))
                } else if !seen.insert(char) {
                    Some((format!("`{char}` is there twice"), "give each value its own character"))
                } else {
                    None
                }
            });
            if let Some((message, help)) = wrong {
                self.problems.push(
                    Problem::error(Code::BadShow, message, text.span, "one character a value")
                        .help(help),
                );
                return;
            }
        }
        show.symbols.push(Symbols {
            family: id,
            symbols: symbols.text.chars().collect(),
            vertical: vertical.map(|text| text.text.chars().collect()),
            span: symbols.span,
        });
    }
}
