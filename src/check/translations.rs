//! `translation`: what a definition says to people in another language.

use std::collections::BTreeSet;

use crate::Checker;
use crate::items::rule_name;
use crate::working::working_name;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::definition::{Show, Translation};
use puzgen_model::ty::Phase;
use puzgen_syntax::ast::{Binders, Ident, Item, ItemKind, ShowPart, TextLiteral, TranslationPart};

/// What a line of a translation is of: no two are of the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Said<'a> {
    About,
    Text,
    Rule(&'a str),
    Working(&'a str),
    Name(&'a str),
    Clue(&'a str),
}

impl<'a> Said<'a> {
    fn of(part: &'a TranslationPart) -> Self {
        match part {
            TranslationPart::About(_) => Self::About,
            TranslationPart::Text(_) => Self::Text,
            TranslationPart::Rule(name, _) => Self::Rule(&name.name),
            TranslationPart::Working(name, _) => Self::Working(&name.name),
            TranslationPart::Name { name, .. } => Self::Name(&name.name),
            TranslationPart::Sentence { family, .. } => Self::Clue(&family.name),
        }
    }
}

impl Checker<'_> {
    /// Checks all translations, against what the definition says in its own language.
    pub(super) fn translations(&mut self, items: &[Item], show: &Show) -> Vec<Translation> {
        let mut all = Vec::new();
        for item in items {
            let ItemKind::Translation { language, title, parts } = &item.kind else { continue };
            let mut translation = Translation {
                language: language.name.clone(),
                title: title.as_ref().map(|title| title.text.clone()),
                ..Translation::default()
            };
            let mut said = BTreeSet::new();
            for part in parts {
                if said.insert(Said::of(part)) {
                    self.translated(part, items, show, &mut translation);
                } else {
                    self.said_twice(part);
                }
            }
            all.push(translation);
        }
        all
    }

    fn translated(
        &mut self,
        part: &TranslationPart,
        items: &[Item],
        show: &Show,
        translation: &mut Translation,
    ) {
        match part {
            TranslationPart::About(text) => {
                self.phase = Phase::Known;
                translation.about = self.template(text);
            }
            TranslationPart::Rule(name, text) => self.rule_said(name, text, items, translation),
            TranslationPart::Working(name, text) => {
                self.working_said(name, text, items, translation);
            }
            TranslationPart::Text(text) if show.text.is_none() => {
                let message = "the puzzle has no text that this would translate";
                let problem = Problem::error(Code::BadShow, message, text.span, "no `show text`");
                self.problems.push(problem.help("add `text \"…\"` to `show`, or leave this out"));
            }
            TranslationPart::Text(text) => {
                self.phase = Phase::Decided;
                translation.text = self.sentence_with_formulas(text);
            }
            TranslationPart::Name { name, text, otherwise } => {
                if self.names.symbol(&name.name).is_none() {
                    return self.unknown(&name.name, name.span);
                }
                let otherwise = otherwise.as_ref().map(|otherwise| otherwise.text.clone());
                translation.names.insert(name.name.clone(), (text.text.clone(), otherwise));
            }
            TranslationPart::Sentence { family, text, otherwise } => {
                let said = self.clue_sentence(family, text, otherwise.as_ref(), items);
                translation.sentences.extend(said);
            }
        }
    }

    /// Checks the sentence of a rule, which may name what the rule binds.
    fn rule_said(
        &mut self,
        name: &Ident,
        text: &TextLiteral,
        items: &[Item],
        translation: &mut Translation,
    ) {
        let rules = items.iter().filter_map(|item| match &item.kind {
            ItemKind::Rule { name, binders, .. } => Some((name, binders.as_ref())),
            _ => None,
        });
        let Some(binders) = self.declared("rule", name, rules) else { return };
        // What the rule binds has been reported where it is wrong.
        if self.broken.contains(&rule_name(name)) {
            return;
        }
        let said =
            self.within(binders, Phase::Known, Phase::Decided, |checker| checker.template(text));
        translation.rules.extend(said.map(|(_, sentence)| (name.name.clone(), sentence)));
    }

    /// Checks the sentence of a line of the worked solution, which may name what the line binds.
    fn working_said(
        &mut self,
        name: &Ident,
        text: &TextLiteral,
        items: &[Item],
        translation: &mut Translation,
    ) {
        let lines = items.iter().filter_map(|item| match &item.kind {
            ItemKind::Working { name, binders, .. } => Some((name, binders.as_ref())),
            _ => None,
        });
        let Some(binders) = self.declared("working", name, lines) else { return };
        if self.broken.contains(&working_name(name)) {
            return;
        }
        let said = self.within(binders, Phase::Known, Phase::Measured, |checker| {
            checker.sentence_with_formulas(text)
        });
        translation.working.extend(said.map(|(_, sentence)| (name.name.clone(), sentence)));
    }

    /// Returns what the item of a name binds, of these items with one keyword.
    fn declared<'i>(
        &mut self,
        keyword: &str,
        name: &Ident,
        items: impl Iterator<Item = (&'i Ident, Option<&'i Binders>)> + Clone,
    ) -> Option<Option<&'i Binders>> {
        if let Some((_, binders)) = items.clone().find(|(item, _)| item.name == name.name) {
            return Some(binders);
        }
        let message = format!("there is no {keyword} `{}`", name.name);
        let problem =
            Problem::error(Code::UnknownName, message, name.span, format!("unknown {keyword}"));
        let known: Vec<&str> = items.map(|(item, _)| item.name.as_str()).collect();
        let help = match known.as_slice() {
            [] => format!("the puzzle has no item `{keyword}`"),
            known => format!("those that there are: {}", known.join(", ")),
        };
        self.problems.push(problem.help(help).did_you_mean(&name.name, known));
        None
    }

    fn said_twice(&mut self, part: &TranslationPart) {
        let (what, span) = match part {
            TranslationPart::About(text) => ("`about`".to_owned(), text.span),
            TranslationPart::Text(text) => ("`text`".to_owned(), text.span),
            TranslationPart::Rule(name, _) => (format!("rule `{}`", name.name), name.span),
            TranslationPart::Working(name, _) => (format!("working `{}`", name.name), name.span),
            TranslationPart::Name { name, .. } => (format!("`{}`", name.name), name.span),
            TranslationPart::Sentence { family, .. } => {
                (format!("`sentence {}`", family.name), family.span)
            }
        };
        let message = format!("{what} is translated twice");
        let problem = Problem::error(Code::Duplicate, message, span, "again here");
        self.problems.push(problem.help("leave one of them out"));
    }
}

/// Takes from inherited translations what the items of a puzzle say anew or leave out.
pub(super) fn inherited(items: &mut [Item], own: &[Item]) {
    let mut anew = BTreeSet::from([Said::About]);
    for item in own {
        match &item.kind {
            ItemKind::Rule { name, .. } => drop(anew.insert(Said::Rule(&name.name))),
            ItemKind::Working { name, .. } => drop(anew.insert(Said::Working(&name.name))),
            ItemKind::Clue { name, .. } => drop(anew.insert(Said::Clue(&name.name))),
            ItemKind::Without { kind, names } if names.is_empty() && kind.name == "show" => {
                anew.insert(Said::Text);
            }
            ItemKind::Without { kind, names }
                if !["rule", "working"].contains(&kind.name.as_str()) =>
            {
                // What is said of a clue goes with it, and so does its name.
                let names = || names.iter().map(|name| name.name.as_str());
                anew.extend(names().map(Said::Clue).chain(names().map(Said::Name)));
            }
            ItemKind::Without { kind, names } => {
                anew.extend(names.iter().filter_map(|name| match kind.name.as_str() {
                    "rule" => Some(Said::Rule(name.name.as_str())),
                    "working" => Some(Said::Working(name.name.as_str())),
                    _ => None,
                }))
            }
            ItemKind::Show(parts) => anew.extend(parts.iter().filter_map(|part| match part {
                ShowPart::Text(_) => Some(Said::Text),
                ShowPart::Sentence { family, .. } => Some(Said::Clue(&family.name)),
                _ => None,
            })),
            _ => {}
        }
    }
    for item in items {
        if let ItemKind::Translation { title, parts, .. } = &mut item.kind {
            *title = None;
            parts.retain(|part| !anew.contains(&Said::of(part)));
        }
    }
}

/// Adds to a translation what an inherited one into the same language says beside it.
pub(super) fn merged(inherited: &Item, mut own: Item) -> Item {
    let (ItemKind::Translation { parts: before, .. }, ItemKind::Translation { parts, .. }) =
        (&inherited.kind, &mut own.kind)
    else {
        return own;
    };
    let said: BTreeSet<Said<'_>> = parts.iter().map(Said::of).collect();
    let more: Vec<_> =
        before.iter().filter(|part| !said.contains(&Said::of(part))).cloned().collect();
    parts.extend(more);
    own
}
