//! What names mean in a definition, and which are bound where.

use std::collections::BTreeMap;

use puzgen_base::source::Span;
use puzgen_model::expr::{ClueId, FamilyId, GroupsId, LayoutId};
use puzgen_model::grid::PlaceKind;
use puzgen_model::ty::Ty;

/// What a declared name stands for.
#[derive(Debug, Clone)]
pub(super) enum Symbol {
    /// A parameter or `let`.
    Constant(u32, Ty),
    /// An answer or auxiliary family, or loose variable.
    Family(FamilyId),
    /// What is drawn with a puzzle.
    Layout(LayoutId),
    /// Groups of joined neighbours, and what places these are.
    Groups(GroupsId, PlaceKind),
    /// A `let` that stands for its expression wherever it is used.
    Named(usize),
    /// A clue family.
    Clue(ClueId),
    /// A feature.
    Feature(u32, Ty),
    /// A word of some parameter's choices.
    Word,
}

/// The declared names of a puzzle.
#[derive(Debug, Default)]
pub(super) struct Names {
    symbols: BTreeMap<String, (Symbol, Span)>,
    locals: Vec<(String, u32, Ty, bool)>,
    /// How many of the locals cannot be seen now.
    hidden: usize,
}

impl Names {
    /// Declares a name; returns where it was declared before, if it was.
    pub(super) fn declare(&mut self, name: &str, symbol: Symbol, span: Span) -> Option<Span> {
        if let Some((Symbol::Word, _)) | None = self.symbols.get(name) {
            self.symbols.insert(name.to_owned(), (symbol, span));
            return None;
        }
        self.symbols.get(name).map(|(_, before)| *before)
    }

    /// Declares a word of a choice where nothing else has the name.
    pub(super) fn declare_word(&mut self, word: &str, span: Span) {
        self.symbols.entry(word.to_owned()).or_insert((Symbol::Word, span));
    }

    /// Returns what a declared name stands for.
    pub(super) fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.symbols.get(name).map(|(symbol, _)| symbol)
    }

    /// Binds a name to a slot until [`Names::release`].
    pub(super) fn bind(&mut self, name: &str, slot: u32, ty: Ty, is_decided: bool) {
        self.locals.push((name.to_owned(), slot, ty, is_decided));
    }

    /// Returns a mark of what is bound now.
    pub(super) fn mark(&self) -> usize {
        self.locals.len()
    }

    /// Unbinds all names bound since the mark.
    pub(super) fn release(&mut self, mark: usize) {
        self.locals.truncate(mark);
    }

    /// Returns slot and type of a bound name, and whether its value is decided by solving.
    pub(super) fn local(&self, name: &str) -> Option<(u32, Ty, bool)> {
        let found = self.locals[self.hidden..].iter().rev().find(|(local, ..)| local == name);
        found.map(|(_, slot, ty, is_decided)| (*slot, ty.clone(), *is_decided))
    }

    /// Hides what is bound now; returns what [`Names::show`] is to be given.
    pub(super) fn hide(&mut self) -> usize {
        std::mem::replace(&mut self.hidden, self.locals.len())
    }

    /// Shows again what was hidden.
    pub(super) fn show(&mut self, hidden: usize) {
        self.hidden = hidden;
    }

    /// Returns the first slot that is free.
    pub(super) fn next_slot(&self) -> u32 {
        self.locals.iter().map(|(_, slot, ..)| slot + 1).max().unwrap_or(0)
    }

    /// Returns all names that can be used here.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        let locals = self.locals[self.hidden..].iter().map(|(name, ..)| name.as_str());
        locals.chain(self.symbols.keys().map(String::as_str))
    }
}
