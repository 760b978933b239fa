//! From the tree to a checked definition: names, types, phases. Collects all problems.
//!
//! Given every puzzle that is in sight, [`load`] flattens `extends`, resolves names and gives a
//! [`Definition`] whose parameters are still open. What depends on parameters (index ranges,
//! domains, boards) is checked when an `Instance` is made. Nothing here opens a file by itself, looks for
//! solutions or lowers a rule. The passes stand at the end, in their order: each item has a file that checks it.

mod binders;
mod calls;
mod checked;
mod checker;
mod constants;
mod examples;
mod exports;
mod exprs;
mod figure;
mod flatten;
mod groups;
mod indexes;
mod inputs;
mod items;
mod knowledge;
mod layouts;
mod levels;
pub mod load;
mod mentions;
mod named;
mod names;
mod operators;
mod policy;
pub mod reach;
mod sample;
pub mod script;
mod scripts;
mod sentences;
mod show;
mod survey;
mod templates;
#[cfg(test)]
mod tests;
mod transforms;
mod translations;
mod typed;
mod working;

use std::collections::BTreeMap;

pub use checked::Checked;
pub use checker::Checker;
pub use flatten::LONGEST_CHAIN;
pub use inputs::{Graphs, Models};
pub use knowledge::{
    BuiltIn, Call, Declaration, DeclarationId, DeclarationKind, Knowledge, KnownAt, KnownTexts,
    Name, NameMeaning, Types, resolve,
};
pub use levels::STEPS;
pub use scripts::{Scripts, is_own};
pub use survey::{Lacks, Survey, survey};

use checker::{FamilyInfo, Parts};
use puzgen_model::counting::MAX_SIZE;
use puzgen_model::definition::Definition;
use puzgen_model::ty::Phase;
use puzgen_syntax::ast;

impl Checker<'_> {
    /// Calls the check of every item, in order, and puts the definition together.
    pub(crate) fn definition(
        &mut self,
        puzzle: &ast::Puzzle,
        items: &[ast::Item],
    ) -> Option<Definition> {
        let mut parts = Parts::default();
        self.declare_words(items);
        // Each pass knows the names of those before it: constants, then what is drawn, what is decided,
        // what is shown, what must hold, what is measured. `flatten::ORDER` says so to messages.
        self.pass(items, |checker, item| checker.constant_or_board(item, &mut parts));
        self.pass(items, |checker, item| checker.layout(item, &mut parts));
        self.pass(items, |checker, item| checker.family(item, &mut parts));
        self.check_named();
        self.pass(items, |checker, item| checker.clue(item));
        self.pass(items, |checker, item| checker.rule(item, &mut parts));
        self.pass(items, |checker, item| checker.feature(item));
        let mut working = Vec::new();
        self.pass(items, |checker, item| checker.working(item, &mut working));
        let remove = self.remove(items, puzzle.name.span);
        let sample = self.sample(items, &parts);
        let transforms = self.transforms(items, &parts);
        let sets = items.iter().filter_map(|item| self.feature_set(item)).collect();
        let levels = self.levels(items);
        let show = self.show(items, &parts);
        let translations = self.translations(items, &show);
        let exports = self.exports(items);
        let examples = self.examples(items, &parts);
        for item in items {
            if let ast::ItemKind::About(text) = &item.kind {
                self.phase = Phase::Known;
                parts.about = self.template(text);
            }
        }
        self.must_have_answer(puzzle, &parts);
        Some(Definition {
            name: puzzle.name.name.clone(),
            title: puzzle.title.as_ref().map(|title| title.text.clone()),
            about: parts.about,
            identity: self.identity(items),
            constants: parts.constants,
            board: parts.board,
            layouts: parts.layouts,
            shape: None,
            families: parts.families,
            groups: parts.groups,
            rules: parts.rules,
            working,
            clues: std::mem::take(&mut self.clues),
            remove: remove?,
            sample,
            transforms,
            features: std::mem::take(&mut self.features),
            sets,
            levels,
            show,
            translations,
            language: None,
            spoken: BTreeMap::new(),
            exports,
            examples,
            span: puzzle.name.span,
            max_size: MAX_SIZE,
        })
    }
}
