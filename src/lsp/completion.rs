//! `textDocument/completion`: what can be written at a place.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTextEdit, CompletionOptions,
    CompletionParams, CompletionRequest, CompletionResponse, Documentation, MarkupContent,
    MarkupKind, Range, ServerCapabilities, TextEdit,
};

use super::answer::{Answer, Answered};
use super::context::{Context, Expected, context};
use super::expected::{Wanted, functions, result_of};
use super::names::kind_in_words;
use super::workspace::{Known, Workspace};
use puzgen_check::{Declaration, DeclarationKind};
use puzgen_model::grid::DIRECTIONS;
use puzgen_model::ty::Ty;
use puzgen_puzzles as library;
use puzgen_syntax::ast::FIRST_WORDS;
use puzgen_syntax::{LINES_OF_REMOVE, LINES_OF_TRANSLATION, OPERATORS, PARTS};
use puzgen_vocabulary::constraints::CONSTRAINTS;
use puzgen_vocabulary::features::{MEASURES, STATISTICS};
use puzgen_vocabulary::layouts::SAMPLERS;
use puzgen_vocabulary::places::PLACES;
use puzgen_vocabulary::transforms::TRANSFORMS;

/// Offers what can be written at a place.
pub(super) struct Offers;

impl Answer for Offers {
    type Request = CompletionRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        let options = CompletionOptions::default();
        capabilities.completion_provider = Some(options);
    }

    fn answer(
        workspace: &mut Workspace<'_>,
        params: CompletionParams,
    ) -> Answered<CompletionRequest> {
        let at = params.text_document_position_params;
        let Some(known) = workspace.known(&at.text_document.uri) else { return Ok(None) };
        let Some(source) = known.source() else { return Ok(None) };
        let offset = known.offset(at.position);
        let context = context(source, offset);
        let mut found = Found { items: Vec::new() };
        found.look(&known, &context, offset);
        let start = known.lines.position(&known.text, context.start as usize);
        let range = Range::new(start, known.lines.position(&known.text, offset as usize));
        for item in &mut found.items {
            let new_text = item.label.clone();
            item.text_edit = Some(CompletionItemTextEdit::TextEdit(TextEdit { range, new_text }));
        }
        Ok(Some(CompletionResponse::CompletionItemList(found.items)))
    }
}

struct Found {
    items: Vec<CompletionItem>,
}

impl Found {
    fn look(&mut self, known: &Known, context: &Context, offset: u32) {
        let of_kind = |kinds: &'static [DeclarationKind]| {
            move |declared: &Declaration| kinds.contains(&declared.kind)
        };
        match &context.expected {
            Expected::TopLevel => self.words(["puzzle", "use"]),
            Expected::Item => self.words(FIRST_WORDS.iter().map(|first| first.word)),
            Expected::Line("remove") => self.words(LINES_OF_REMOVE.iter().copied()),
            Expected::Line("show") => self.words(PARTS[1].1.iter().copied()),
            Expected::Line("translation") => self.words(LINES_OF_TRANSLATION.iter().copied()),
            Expected::Line("example") => {
                self.words(PARTS[2].1.iter().copied());
                self.names(
                    known,
                    offset,
                    of_kind(&[
                        DeclarationKind::Answer,
                        DeclarationKind::Clue,
                        DeclarationKind::Layout,
                    ]),
                );
            }
            Expected::Line("levels") => {
                self.names(known, offset, of_kind(&[DeclarationKind::Level]));
            }
            Expected::Behind(word) => self.behind(known, word, offset),
            Expected::Operator => {
                self.words(OPERATORS.iter().copied());
                self.words(["for", "where", "then", "else", "when", "if"]);
            }
            Expected::Operand(word) => self.operand(known, word.as_deref(), context, offset),
            Expected::Line(_) | Expected::NewName | Expected::Nothing => {}
        }
    }

    /// Offers what stands behind a word of items, and is no expression.
    fn behind(&mut self, known: &Known, word: &str, offset: u32) {
        match word {
            "puzzle" => self.words(["extends"]),
            "use" => {
                let names = library::names();
                names.into_iter().for_each(|name| self.name(name, "built-in puzzle"));
            }
            "extends" => {
                let mut all: Vec<&str> = known
                    .found
                    .knowledge
                    .declarations()
                    .filter(|(_, it)| it.kind == DeclarationKind::Puzzle)
                    .map(|(_, it)| it.name.as_str())
                    .collect();
                all.sort_unstable();
                all.dedup();
                all.into_iter().for_each(|name| self.name(name, "puzzle"));
            }
            "without" => self.words(FIRST_WORDS.iter().map(|first| first.word)),
            "fixed" => self.words(["clue"]),
            "implied" => self.words(["rule"]),
            "choose" => self.words(["random", "first", "guided", "weight"]),
            "sample" => self.words(["solver", "grow"]),
            "board" => self.words(["grid", "hexagon", "hex", "graph", "programs"]),
            "transform" => {
                for family in TRANSFORMS {
                    let kind = CompletionItemKind::Function;
                    self.push(family.name(), kind, "transform", Some(family.about()));
                }
            }
            _ => self.names(known, offset, |_| true),
        }
    }

    /// Offers values: names in scope first, then functions.
    fn operand(&mut self, known: &Known, word: Option<&str>, context: &Context, offset: u32) {
        let item = context.item.as_deref();
        if word == Some("=") && item == Some("layout") {
            for sampler in SAMPLERS {
                let kind = CompletionItemKind::Function;
                self.push(sampler.name(), kind, sampler.signature(), Some(sampler.about()));
            }
            return;
        }
        self.names(known, offset, |declared| {
            !matches!(
                declared.kind,
                DeclarationKind::Puzzle
                    | DeclarationKind::Rule
                    | DeclarationKind::Working
                    | DeclarationKind::FeatureSet
            )
        });
        for name in &context.bound {
            self.push(name, CompletionItemKind::Variable, "bound name", None);
        }
        let functions = CONSTRAINTS.iter().map(|it| (it.name(), it.signature(), it.about()));
        let places = PLACES.iter().map(|it| {
            let function: &dyn puzgen_model::function::Function = *it;
            (function.name(), function.signature(), function.about())
        });
        let is_measured = matches!(item, Some("feature" | "levels" | "remove" | "features"));
        let measures = MEASURES.iter().map(|it| (it.name, it.signature, it.about));
        let statistics = STATISTICS.iter().map(|it| (it.name(), it.signature(), it.about()));
        let measured = measures.chain(statistics).filter(|_| is_measured);
        for (name, signature, about) in functions.chain(places).chain(measured) {
            self.push(name, CompletionItemKind::Function, signature, Some(about));
        }
        self.words(["not", "if", "true", "false"]);
        for (name, _) in DIRECTIONS {
            self.push(name, CompletionItemKind::Constant, "direction", None);
        }
        self.rank(known, context, offset);
    }

    /// Puts first what has the type that is asked for, then families of such values, then the rest; names
    /// that a definition declares before functions.
    fn rank(&mut self, known: &Known, context: &Context, offset: u32) {
        let Some(source) = known.source() else { return };
        let wanted = Wanted::at(known, source, context.start);
        let knowledge = &known.found.knowledge;
        let visible = knowledge.visible(known.file, offset).into_iter();
        let declared: Vec<&Declaration> = visible.map(|id| knowledge.declaration(id)).collect();
        for item in &mut self.items {
            let label = item.label.as_str();
            let is_bound = context.bound.iter().any(|name| name == label);
            let own = declared.iter().find(|it| it.name == label);
            let function = || functions().find(|it| it.name() == label);
            let rank = match own {
                Some(own) => wanted.rank(own.ty.as_ref()),
                // What binders in the item bind has no type yet.
                None if is_bound => 0,
                None if ["true", "false", "not"].contains(&label) => wanted.rank(Some(&Ty::Bool)),
                None => wanted.rank(function().and_then(result_of).as_ref()),
            };
            let is_own = own.is_some() || is_bound;
            item.sort_text = Some(format!("{rank}{}{label}", u8::from(!is_own)));
        }
    }

    fn words<'w>(&mut self, words: impl IntoIterator<Item = &'w str>) {
        for word in words {
            self.push(word, CompletionItemKind::Keyword, "", None);
        }
    }

    fn name(&mut self, name: &str, what: &str) {
        self.push(name, CompletionItemKind::Module, what, None);
    }

    /// Offers names in scope.
    fn names(&mut self, known: &Known, offset: u32, fits: impl Fn(&Declaration) -> bool) {
        for id in known.found.knowledge.visible(known.file, offset) {
            let declared = known.found.knowledge.declaration(id);
            if declared.name.is_empty() || !fits(declared) {
                continue;
            }
            let kind = match declared.kind {
                DeclarationKind::Param | DeclarationKind::Let => CompletionItemKind::Constant,
                DeclarationKind::Choice | DeclarationKind::Level => CompletionItemKind::EnumMember,
                DeclarationKind::Clue | DeclarationKind::Feature => CompletionItemKind::Field,
                DeclarationKind::Rule | DeclarationKind::Working | DeclarationKind::Transform => {
                    CompletionItemKind::Function
                }
                _ => CompletionItemKind::Variable,
            };
            let ty = declared.ty.as_ref().map(|ty| format!(", {}", ty.in_full()));
            let detail = format!("{}{}", kind_in_words(declared.kind), ty.unwrap_or_default());
            self.push(&declared.name, kind, &detail, declared.comment.as_deref());
        }
    }

    fn push(&mut self, label: &str, kind: CompletionItemKind, detail: &str, about: Option<&str>) {
        // The innermost of a name is meant, and what is declared rather than what is built in.
        if self.items.iter().any(|item| item.label == label) {
            return;
        }
        let markup = |about: &str| {
            let value = about.to_owned();
            Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
        };
        self.items.push(CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            detail: (!detail.is_empty()).then(|| detail.to_owned()),
            documentation: about.map(markup),
            ..CompletionItem::default()
        });
    }
}
