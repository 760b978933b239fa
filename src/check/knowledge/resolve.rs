//! Names and what they stand for, by scopes alone: the walk over puzzles and expressions.
//!
//! Knows the order of scopes as the checker does: what binders bind, what the puzzle declares or
//! inherits, words of choices, the language, the graph that is the board. It resolves as much as it
//! can and says nothing where it cannot.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::built_in::{self, BuiltIn};
use super::{Call, Declaration, DeclarationId, DeclarationKind, Knowledge, NameMeaning};
use crate::Graphs;
use crate::scripts::Scripts;
use crate::templates::{Piece, pieces, words};
use puzgen_base::source::{FileId, Sources, Span};
use puzgen_model::grid::Graph;
use puzgen_syntax::ast::{Binders, Expr, ExprKind, Ident, Item, ItemKind, Puzzle, TextLiteral};
use puzgen_syntax::{self as syntax, ParsedSource, TokenKind};

/// The texts that are known.
#[derive(Debug)]
pub struct KnownTexts<'a> {
    /// All puzzles as they are written; of two with one name, the first is meant.
    pub puzzles: Vec<&'a Puzzle>,
    /// What was read of each file.
    pub files: &'a BTreeMap<FileId, ParsedSource>,
    /// The graphs that are boards.
    pub graphs: &'a Graphs,
    /// The scripts whose functions are called.
    pub scripts: &'a Scripts,
    /// All texts.
    pub sources: &'a Sources,
}

/// What can be named in a puzzle.
#[derive(Debug, Clone, Default)]
pub(super) struct PuzzleScope {
    /// What expressions can name.
    pub(super) items: BTreeMap<String, DeclarationId>,
    pub(super) rules: BTreeMap<String, DeclarationId>,
    pub(super) working: BTreeMap<String, DeclarationId>,
    pub(super) sets: BTreeMap<String, DeclarationId>,
    pub(super) levels: BTreeMap<String, DeclarationId>,
    words: BTreeMap<String, DeclarationId>,
    graph: Option<Arc<Graph>>,
    /// The names of the functions of scripts.
    functions: BTreeSet<String>,
}

/// The state of the walk.
pub(super) struct Resolver<'a> {
    texts: &'a KnownTexts<'a>,
    pub(super) known: Knowledge,
    /// The scopes of the puzzles that have been walked, by the places of their names.
    scopes: BTreeMap<Span, PuzzleScope>,
    /// The puzzles whose walk has begun.
    begun: BTreeSet<Span>,
    puzzles: BTreeMap<String, DeclarationId>,
    /// The scope of the puzzle that is walked.
    pub(super) scope: PuzzleScope,
    /// What the puzzle inherits.
    pub(super) base: PuzzleScope,
    locals: Vec<(String, DeclarationId)>,
    /// The names that the index of a clue binds.
    indexes: BTreeMap<DeclarationId, Vec<(String, DeclarationId)>>,
    /// How far the names of binders reach.
    extent: Span,
}

/// Resolves all names of the puzzles.
pub fn resolve(texts: &KnownTexts<'_>, uses: &[&puzgen_syntax::ast::Use]) -> Knowledge {
    let Some(first) = texts.puzzles.first() else { return Knowledge::default() };
    let mut resolver = Resolver {
        texts,
        known: Knowledge::default(),
        scopes: BTreeMap::new(),
        begun: BTreeSet::new(),
        puzzles: BTreeMap::new(),
        scope: PuzzleScope::default(),
        base: PuzzleScope::default(),
        locals: Vec::new(),
        indexes: BTreeMap::new(),
        extent: first.span,
    };
    for puzzle in texts.puzzles.iter().filter(|puzzle| !puzzle.name.name.is_empty()) {
        let id = resolver.declare(&puzzle.name, DeclarationKind::Puzzle, puzzle.span, puzzle.span);
        resolver.puzzles.entry(puzzle.name.name.clone()).or_insert(id);
    }
    for used in uses {
        if let puzgen_syntax::ast::UseTarget::BuiltIn(name) = &used.target {
            resolver.puzzle_named(name);
        }
    }
    for puzzle in &texts.puzzles {
        resolver.puzzle(puzzle);
    }
    for file in texts.files.values() {
        resolver.damaged(file);
    }
    resolver.known
}

impl Resolver<'_> {
    /// Walks a puzzle after the one that it extends.
    fn puzzle(&mut self, puzzle: &Puzzle) {
        if !self.begun.insert(puzzle.name.span) {
            return;
        }
        let texts = self.texts;
        let base = puzzle.extends.as_ref().and_then(|name| {
            self.puzzle_named(name);
            texts.puzzles.iter().copied().find(|other| other.name.name == name.name)
        });
        // Chains are short: `check` bounds them, and each puzzle is walked once.
        if let Some(base) = base.filter(|_| self.begun.len() <= super::super::LONGEST_CHAIN) {
            self.puzzle(base);
        }
        let inherited = base.and_then(|base| self.scopes.get(&base.name.span)).cloned();
        self.base = inherited.unwrap_or_default();
        self.scope = self.base.clone();
        let mut items = puzzle.items.clone();
        self.without(&items);
        for item in &items {
            self.resources(item);
            self.declare_item(item, puzzle.span);
        }
        // The names that clues bind are used elsewhere, and those of rules in translations.
        items.sort_by_key(|item| match item.kind {
            ItemKind::Clue { .. } => 0,
            ItemKind::Translation { .. } => 2,
            _ => 1,
        });
        for item in &mut items {
            self.extent = item.span;
            self.item(item);
            self.locals.clear();
        }
        let scope = std::mem::take(&mut self.scope);
        let PuzzleScope { items, rules, working, sets, levels, words, .. } = &scope;
        let maps = [items, rules, working, sets, levels, words];
        let names = maps.into_iter().flat_map(|map| map.values().copied()).collect();
        self.known.scopes.insert(puzzle.span, names);
        self.scopes.insert(puzzle.name.span, scope);
    }

    /// Drops what the puzzle does not inherit.
    fn without(&mut self, items: &[Item]) {
        for item in items {
            let ItemKind::Without { kind, names } = &item.kind else { continue };
            for name in names {
                let map = match kind.name.as_str() {
                    "rule" => &mut self.scope.rules,
                    "working" => &mut self.scope.working,
                    "features" => &mut self.scope.sets,
                    _ => &mut self.scope.items,
                };
                map.remove(&name.name);
            }
        }
    }

    /// Takes the graph or script that an item names.
    fn resources(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Board(board) => {
                self.scope.graph = match &board.shape {
                    puzgen_syntax::ast::BoardShape::Graph(path)
                    | puzgen_syntax::ast::BoardShape::Programs(path) => {
                        self.texts.graphs.get(&path.span).and_then(|it| it.as_ref().ok()).cloned()
                    }
                    puzgen_syntax::ast::BoardShape::Sides(..) => None,
                };
            }
            ItemKind::Script(path) => {
                if let Some(Ok(script)) = self.texts.scripts.get(&path.span) {
                    self.scope.functions.extend(script.names().map(str::to_owned));
                }
            }
            _ => {}
        }
    }

    /// Declares a name.
    pub(super) fn declare(
        &mut self,
        name: &Ident,
        kind: DeclarationKind,
        item: Span,
        scope: Span,
    ) -> DeclarationId {
        let source = self.texts.files.get(&item.file);
        let comment = match kind {
            DeclarationKind::Bound | DeclarationKind::Choice | DeclarationKind::Level => None,
            _ => source.and_then(|source| source.comment_above(item)),
        };
        let name_span = name.span;
        let name = name.name.clone();
        let (ty, phase) = (None, None);
        let declaration = Declaration { name, kind, name_span, item, scope, comment, ty, phase };
        self.known.declare(declaration)
    }

    /// Declares the words of a choice.
    pub(super) fn declare_word(&mut self, word: &Ident, item: Span, scope: Span) {
        let id = self.declare(word, DeclarationKind::Choice, item, scope);
        self.scope.words.insert(word.name.clone(), id);
    }

    pub(super) fn mention(&mut self, span: Span, id: DeclarationId) {
        self.known.mention(span, NameMeaning::Declared(id));
    }

    pub(super) fn mention_built_in(&mut self, span: Span, what: Option<BuiltIn>) {
        if let Some(what) = what {
            self.known.mention(span, NameMeaning::BuiltIn(what));
        }
    }

    pub(super) fn puzzle_named(&mut self, name: &Ident) {
        if let Some(id) = self.puzzles.get(&name.name) {
            self.mention(name.span, *id);
        }
    }

    /// Resolves the name of an item.
    pub(super) fn item_named(&mut self, name: &Ident) {
        if let Some(id) = self.scope.items.get(&name.name).copied() {
            self.mention(name.span, id);
        }
    }

    /// Resolves a name in an expression.
    pub(super) fn name(&mut self, name: &str, span: Span) {
        let local = self.locals.iter().rev().find(|(local, _)| local == name).map(|(_, id)| *id);
        let declared = local
            .or_else(|| self.scope.items.get(name).copied())
            .or_else(|| self.scope.words.get(name).copied());
        if let Some(id) = declared {
            return self.mention(span, id);
        }
        let is_of_graph = self.scope.graph.as_ref().is_some_and(|graph| graph.is_name(name));
        let of_graph = is_of_graph.then(|| BuiltIn::bare("node or group of the graph", name));
        self.mention_built_in(span, built_in::value(name).or(of_graph));
    }

    /// Resolves the name of a function, and notes the call.
    fn function(&mut self, name: &Ident, call: Span, arguments: Vec<Span>) {
        let script = || {
            let is_known = self.scope.functions.contains(&name.name);
            is_known.then(|| BuiltIn::bare("function of a script", &name.name))
        };
        if let Some(what) = built_in::function(&name.name).or_else(script) {
            self.called(name.span, call, arguments, what);
        }
    }

    /// Notes the call of a function.
    pub(super) fn called(
        &mut self,
        function: Span,
        span: Span,
        arguments: Vec<Span>,
        what: BuiltIn,
    ) {
        self.known.mention(function, NameMeaning::BuiltIn(what.clone()));
        self.known.calls.push(Call { function, span, arguments, what });
    }

    pub(super) fn expr(&mut self, expr: &mut Expr) {
        let span = expr.span;
        match &mut expr.kind {
            ExprKind::Name(name) => {
                let at = self.word_in(span);
                self.name(name, at);
            }
            ExprKind::Call(name, arguments) => {
                let spans = arguments.iter().map(|argument| argument.span).collect();
                self.function(name, span, spans);
                arguments.iter_mut().for_each(|argument| self.expr(argument));
            }
            ExprKind::Comprehension { function, body, binders } => {
                self.function(function, span, vec![body.span.to(binders.span)]);
                self.comprehension(body, binders, span);
            }
            ExprKind::ListOf { body, binders } => self.comprehension(body, binders, span),
            ExprKind::Field(base, field) => {
                let part = ["row", "column", "size", "count"].contains(&field.name.as_str());
                let what = part.then(|| BuiltIn::bare("part of a place or of groups", &field.name));
                self.mention_built_in(field.span, what);
                self.expr(base);
            }
            _ => expr.for_each_child_mut(&mut |child| self.expr(child)),
        }
    }

    fn comprehension(&mut self, body: &mut Expr, binders: &mut Binders, span: Span) {
        let extent = std::mem::replace(&mut self.extent, span);
        let mark = self.mark();
        self.binders(binders);
        self.expr(body);
        self.release(mark);
        self.extent = extent;
    }

    /// Returns the word that stands in a span, without the parentheses around it.
    fn word_in(&self, span: Span) -> Span {
        let Some(source) = self.texts.files.get(&span.file) else { return span };
        let from = source.tokens.partition_point(|token| token.span.start < span.start);
        let word = source.tokens[from..].iter().find(|token| token.kind == TokenKind::Word);
        word.filter(|word| word.span.end <= span.end).map_or(span, |word| word.span)
    }

    /// Returns a mark of what is bound now.
    pub(super) fn mark(&self) -> usize {
        self.locals.len()
    }

    /// Unbinds all names bound since the mark.
    pub(super) fn release(&mut self, mark: usize) {
        self.locals.truncate(mark);
    }

    /// Binds names until they are released.
    pub(super) fn binders(&mut self, binders: &mut Binders) {
        for generator in &mut binders.generators {
            self.expr(&mut generator.source);
            for name in &generator.names {
                let id = self.declare(name, DeclarationKind::Bound, binders.span, self.extent);
                self.locals.push((name.name.clone(), id));
            }
        }
        if let Some(condition) = &mut binders.condition {
            self.expr(condition);
        }
    }

    /// Remembers what is bound now as what a clue or rule binds.
    pub(super) fn keep_binders(&mut self, of: Option<DeclarationId>) {
        if let Some(id) = of {
            self.indexes.insert(id, self.locals.clone());
        }
    }

    /// Binds the names that a clue or rule binds.
    pub(super) fn bind_again(&mut self, of: Option<DeclarationId>) {
        let bound = of.and_then(|id| self.indexes.get(&id)).cloned();
        self.locals.extend(bound.unwrap_or_default());
    }

    /// Resolves what stands between the braces of a text.
    pub(super) fn template(&mut self, text: &TextLiteral) {
        let source = self.texts.sources.slice(text.inner);
        let Ok(pieces) = pieces(text, source) else { return };
        for piece in pieces {
            let Piece::Filled(mut at) = piece else { continue };
            at.end = words(source, at.start, at.end).0;
            at.start += usize::from(source[at.clone()].starts_with('+'));
            let start = text.inner.start as usize;
            let span = Span::new(text.inner.file, start + at.start, start + at.end);
            if let Ok(mut expr) = syntax::parse_expr(span, self.texts.sources) {
                match &expr.kind {
                    // No token is in a text.
                    ExprKind::Name(name) => self.name(&name.clone(), expr.span),
                    _ => self.expr(&mut expr),
                }
            }
        }
    }

    /// Resolves the words of what is damaged by the names of the puzzle around it, as far as they go,
    /// and notes the calls that are being written.
    fn damaged(&mut self, source: &ParsedSource) {
        for damage in &source.damage {
            let around = |puzzle: &&&Puzzle| {
                let span = puzzle.span;
                span.file == damage.span.file
                    && span.start <= damage.span.start
                    && damage.span.start < span.end.max(span.start + 1)
            };
            let puzzle = self.texts.puzzles.iter().find(around);
            let scope = puzzle.and_then(|puzzle| self.scopes.get(&puzzle.name.span));
            self.scope = scope.cloned().unwrap_or_default();
            let tokens = source.tokens.iter().enumerate();
            let inside = tokens.filter(|(_, token)| {
                token.span.start >= damage.span.start && token.span.end <= damage.span.end
            });
            for (index, token) in inside.filter(|(_, token)| token.kind == TokenKind::Word) {
                let word = Ident { name: source.slice(token.span).to_owned(), span: token.span };
                let next = source.tokens.get(index + 1).map(|next| source.slice(next.span));
                if next == Some("(") {
                    let rest = Span { end: damage.span.end, ..token.span };
                    self.function(&word, rest, Vec::new());
                } else {
                    self.name(&word.name, word.span);
                }
            }
        }
    }
}
