//! `show`: symbols, regions, sentences, and how families are drawn.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::names::Symbol;
use crate::templates::Piece;
use crate::{Checker, Parts};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::definition::{DrawnAs, FamilyLabel, LabelPart, Look, Role, Show, Shown, Symbols};
use puzgen_model::function::ScriptFunction;
use puzgen_model::layout::LayoutKind;
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast::{self, Ident, Item, ItemKind, TextLiteral};

impl Checker<'_> {
    /// Checks all of `show`.
    pub(super) fn show(&mut self, items: &[Item], parts: &Parts) -> Show {
        let mut show = Show::default();
        let mut texts = None;
        for item in items {
            let ItemKind::Show(shown) = &item.kind else { continue };
            for part in shown {
                match part {
                    ast::ShowPart::Symbols { families, symbols, vertical } => {
                        self.symbols(families, symbols, vertical.as_ref(), parts, &mut show);
                    }
                    ast::ShowPart::Regions { border, regions } => {
                        self.phase = Phase::Known;
                        let regions = self.expect(regions, &Ty::cell().list().list());
                        match border {
                            ast::RegionBorder::Thick => show.thick.extend(regions),
                            ast::RegionBorder::Cage => show.cages.extend(regions),
                        }
                    }
                    ast::ShowPart::Text(text) => {
                        self.phase = Phase::Decided;
                        let before = texts.replace(text.span);
                        self.only_once("text", text.span, before);
                        show.text = self.sentence_with_formulas(text);
                    }
                    ast::ShowPart::Script(name) => {
                        let before = show.script.as_ref().map(|(_, span)| *span);
                        self.only_once("script", name.span, before);
                        let found = self.drawing_function(name);
                        show.script = found.map(|found| (found, name.span)).or(show.script);
                    }
                    ast::ShowPart::Label { family, text } => {
                        let label = self.family_label(family, text, parts);
                        show.labels.extend(label);
                    }
                    ast::ShowPart::Sentence { family, text, otherwise } => {
                        let found = self.clue_sentence(family, text, otherwise.as_ref(), items);
                        show.sentences.extend(found);
                    }
                    ast::ShowPart::Point { name, at } => {
                        self.figure_point(name, at, &mut show.figure);
                    }
                    ast::ShowPart::Figure { mark, label } => {
                        self.figure_mark(mark, label.as_ref(), &mut show.figure);
                    }
                    ast::ShowPart::DrawnAs { look, families } => {
                        let known = Look::ALL.iter().find(|(name, _)| *name == look.name);
                        let (_, look) =
                            known.unwrap_or_else(|| puzgen_base::bug!("no look `{}`", look.name));
                        for name in families {
                            let Some(family) = self.drawable(name, parts) else { continue };
                            let (look, span) = (*look, name.span);
                            show.looks.push(DrawnAs { family, look, span });
                        }
                    }
                }
            }
        }
        self.drawn_in_one_way(&show);
        show
    }

    /// Reports what is given twice.
    fn only_once(&mut self, what: &str, span: Span, before: Option<Span>) {
        let Some(before) = before else { return };
        let message = format!("`show {what}` is given twice");
        let problem = Problem::error(Code::Duplicate, message, span, "again here");
        self.problems.push(problem.label(before, "first here").help("leave one of them out"));
    }

    /// Reports what would not be seen because a family is drawn in another way already.
    fn drawn_in_one_way(&mut self, show: &Show) {
        let symbols: Vec<_> = show.symbols.iter().map(|it| (it.family, it.span)).collect();
        let labels: Vec<_> = show.labels.iter().map(|it| (it.family, it.span)).collect();
        let looks: Vec<_> = show.looks.iter().map(|it| (it.family, it.span)).collect();
        let sentences = show.sentences.iter().map(|it| (Shown::Clue(it.clue), it.span)).collect();
        for all in [&symbols, &labels, &looks, &sentences] {
            for (number, (family, span)) in all.iter().enumerate() {
                let Some((_, before)) = all[..number].iter().find(|it| it.0 == *family) else {
                    continue;
                };
                let message = "this family is drawn in one way already";
                let problem = Problem::error(Code::BadShow, message, *span, "not drawn like this");
                self.problems
                    .push(problem.label(*before, "drawn like this").help("leave one of them out"));
            }
        }
        for label in &show.labels {
            let told = label.parts.iter().filter_map(|part| match part {
                LabelPart::Value(family) if *family != label.family => Some(*family),
                LabelPart::Value(_) | LabelPart::Text(_) => None,
            });
            for family in told {
                let other = looks.iter().chain(&labels).find(|(drawn, _)| *drawn == family);
                let Some((_, span)) = other else { continue };
                let message = "this family is drawn in the label of another one, and nowhere else";
                let problem = Problem::error(Code::BadShow, message, *span, "not drawn like this");
                self.problems
                    .push(problem.label(label.span, "drawn here").help("leave one of them out"));
            }
        }
        if let Some((_, script)) = &show.script {
            for (_, span) in looks.iter().chain(&labels) {
                let message = "a script draws all families";
                let problem = Problem::error(Code::BadShow, message, *span, "not drawn like this");
                self.problems
                    .push(problem.label(*script, "this draws them").help("leave one of them out"));
            }
        }
    }

    /// Returns the function of a script that draws puzzles.
    fn drawing_function(&mut self, name: &Ident) -> Option<Arc<dyn ScriptFunction>> {
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
    fn drawable(&mut self, family: &Ident, parts: &Parts) -> Option<Shown> {
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
                    format!("`{}` is no clue, answer or layout of values", family.name),
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

    /// Returns what is written for a family: a text in which families stand between braces.
    fn family_label(
        &mut self,
        family: &Ident,
        text: &TextLiteral,
        parts: &Parts,
    ) -> Option<FamilyLabel> {
        let id = self.drawable(family, parts)?;
        let source = self.sources.slice(text.inner).to_owned();
        let start = text.inner.start as usize;
        let mut written = Vec::new();
        for piece in self.pieces(text, &source)? {
            written.push(match piece {
                Piece::Plain(text) => LabelPart::Text(text),
                Piece::Filled(at) => {
                    let span = Span::new(text.inner.file, start + at.start, start + at.end);
                    let name = Ident { name: source[at].trim().to_owned(), span };
                    let value = self.drawable(&name, parts)?;
                    if self.index_of(value, parts) != self.index_of(id, parts) {
                        let message =
                            format!("`{}` has another index than `{}`", name.name, family.name);
                        self.problems.push(Problem::error(
                            Code::BadShow,
                            message,
                            span,
                            "no value at the same place",
                        ));
                        return None;
                    }
                    LabelPart::Value(value)
                }
            });
        }
        if !written.iter().any(|part| matches!(part, LabelPart::Value(value) if *value == id)) {
            let message = format!("this label does not say the value of `{}`", family.name);
            let help = format!("write `{{{}}}` where the value stands", family.name);
            let problem = Problem::error(Code::BadShow, message, text.span, "one text for all");
            self.problems.push(problem.help(help));
            return None;
        }
        Some(FamilyLabel { family: id, parts: written, span: text.span })
    }

    /// Returns the types of what a family is indexed by.
    fn index_of(&self, family: Shown, parts: &Parts) -> Vec<Ty> {
        let index = match family {
            Shown::Clue(id) => self.clues[id.0 as usize].index.as_ref(),
            Shown::Answer(id) => parts.families[id.0 as usize].index.as_ref(),
            Shown::Layout(id) => match &parts.layouts[id.0 as usize].kind {
                LayoutKind::Drawn { index, .. } => index.as_ref(),
                LayoutKind::Rooms { .. } => None,
            },
        };
        let slots = index.iter().flat_map(|index| index.slots());
        slots.map(|(_, ty)| ty.clone()).collect()
    }

    fn symbols(
        &mut self,
        families: &[Ident],
        symbols: &TextLiteral,
        vertical: Option<&TextLiteral>,
        parts: &Parts,
        show: &mut Show,
    ) {
        let text_span = symbols.span;
        let mut written = Vec::new();
        let mut numbers_follow = false;
        for text in std::iter::once(symbols).chain(vertical) {
            if let Some((message, help)) = wrong_symbol(&text.text) {
                let problem =
                    Problem::error(Code::BadShow, message, text.span, "one character a value");
                self.problems.push(problem.help(help));
                return;
            }
            let told = text.text.strip_suffix(Symbols::NUMBERS_FOLLOW);
            numbers_follow |= told.is_some();
            written.push(told.unwrap_or(&text.text).chars().collect::<Vec<_>>());
        }
        let mut written = written.into_iter();
        let (symbols, vertical) = (written.next().unwrap_or_default(), written.next());
        let mut first = None;
        for name in families {
            let Some(family) = self.drawable(name, parts) else { return };
            if families.len() > 1 && first.is_none() && self.has_open_values(family) {
                let message = format!("which values `{}` has is not known before", name.name);
                let help = "name an answer or a layout first: the others share its characters";
                let label = "a clue of numbers cannot be the first";
                self.problems
                    .push(Problem::error(Code::BadShow, message, name.span, label).help(help));
                return;
            }
            if first.is_none() && !self.layouts.is_empty() && self.has_open_values(family) {
                let message = format!("which values `{}` has depends on the layouts", name.name);
                let help = "name a layout or an answer that has all these values first: the others share \
                            its characters";
                let label = "a character would stand for other values on other layouts";
                self.problems
                    .push(Problem::error(Code::BadShow, message, name.span, label).help(help));
                return;
            }
            show.symbols.push(Symbols {
                family,
                symbols: symbols.clone(),
                vertical: vertical.clone(),
                numbers_follow,
                shared_with: first,
                span: text_span,
            });
            first = first.or(Some(family));
        }
    }

    /// Returns whether only lowering knows which values a family has: one of clues that are numbers.
    fn has_open_values(&self, family: Shown) -> bool {
        matches!(family, Shown::Clue(id) if !self.clues[id.0 as usize].is_truth)
    }
}

/// Returns what is wrong with a text of symbols, and the way out.
fn wrong_symbol(text: &str) -> Option<(String, &'static str)> {
    let has_meaning = |char: char| {
        char.is_whitespace()
            || matches!(char, '.' | '?' | '/' | '#' | '-' | '_' | '|' | ';' | '=' | ',')
    };
    let has_blank = text.contains(Symbols::BLANK);
    let told = text.strip_suffix(Symbols::NUMBERS_FOLLOW);
    let mut seen = BTreeSet::new();
    told.unwrap_or(text).chars().filter(|char| *char != Symbols::BLANK).find_map(|char| {
        let (message, help) = if has_meaning(char) {
            let help = "tabs, line ends and `.,?/#-_|;=` have a meaning in board texts";
            (format!("`{char}` cannot be a symbol"), help)
        } else if has_blank && char.is_ascii_digit() {
            let help = "texts write values whose symbol is a blank as numbers";
            (format!("`{char}` and a blank cannot both be symbols"), help)
        } else if told.is_some() && char.is_ascii_digit() {
            let help = "where `…` stands at the end, the values after the symbols are numbers";
            (format!("`{char}` cannot be a symbol beside numbers"), help)
        } else if !seen.insert(char) {
            (format!("`{char}` is there twice"), "give each value its own character")
        } else {
            return None;
        };
        Some((message, help))
    })
}
