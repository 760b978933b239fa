//! `textDocument/documentSymbol`: the outline of a file.

use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolProvider, DocumentSymbolRequest,
    DocumentSymbolResponse, ServerCapabilities, SymbolKind,
};

use super::answer::{Answer, Answered};
use super::workspace::{Known, Workspace};
use puzgen_base::source::Span;
use puzgen_syntax::ast::{Ident, Item, ItemKind, TransformKind};

/// Lists the puzzles of a file, and the items in each.
pub(super) struct Outline;

impl Answer for Outline {
    type Request = DocumentSymbolRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        capabilities.document_symbol_provider = Some(DocumentSymbolProvider::Bool(true));
    }

    fn answer(
        workspace: &mut Workspace<'_>,
        params: DocumentSymbolParams,
    ) -> Answered<DocumentSymbolRequest> {
        let Some(known) = workspace.known(&params.text_document.uri) else { return Ok(None) };
        let Some(source) = known.source() else { return Ok(None) };
        let puzzles = source.file.puzzles.iter().map(|puzzle| {
            let items = puzzle.items.iter().flat_map(|item| of_item(&known, item)).collect();
            let title = puzzle.title.as_ref().map(|title| title.text.clone());
            let name = (puzzle.name.name.clone(), puzzle.name.span);
            symbol(&known, name, puzzle.span, SymbolKind::Class, title, items)
        });
        Ok(Some(DocumentSymbolResponse::DocumentSymbolList(puzzles.collect())))
    }
}

/// Returns the symbols of an item: one for each name that it declares.
fn of_item(known: &Known, item: &Item) -> Vec<DocumentSymbol> {
    let (kind, names): (SymbolKind, Vec<&Ident>) = match &item.kind {
        ItemKind::Param { name, .. } => (SymbolKind::Constant, vec![name]),
        ItemKind::Let { name, .. } => (SymbolKind::Constant, vec![name]),
        ItemKind::Layout { name, .. } => (SymbolKind::Variable, vec![name]),
        ItemKind::Answer { names, .. } => (SymbolKind::Variable, names.iter().collect()),
        ItemKind::Aux { name, .. } => (SymbolKind::Variable, vec![name]),
        ItemKind::Rule { name, .. } | ItemKind::Working { name, .. } => {
            (SymbolKind::Function, vec![name])
        }
        ItemKind::Clue { name, .. } => (SymbolKind::Field, vec![name]),
        ItemKind::Feature(entries) => {
            (SymbolKind::Property, entries.iter().map(|entry| &entry.name).collect())
        }
        ItemKind::FeatureSet { name, .. } => (SymbolKind::Property, vec![name]),
        ItemKind::Levels { names, .. } => (SymbolKind::EnumMember, names.iter().collect()),
        ItemKind::Transform { kind: TransformKind::Map { name, .. }, .. } => {
            (SymbolKind::Operator, vec![name])
        }
        ItemKind::Export { form, genre, .. } => {
            let name = (format!("export {} {}", form.name, genre.text), genre.span);
            return vec![symbol(known, name, item.span, SymbolKind::Key, None, Vec::new())];
        }
        ItemKind::Example { title, .. } => {
            let name = (format!("example {}", title.text.trim()), title.span);
            return vec![symbol(known, name, item.span, SymbolKind::Event, None, Vec::new())];
        }
        _ => (SymbolKind::Key, Vec::new()),
    };
    let keyword = item.kind.facts().keyword;
    if names.is_empty() {
        let name = (keyword.to_owned(), Span { end: item.span.start, ..item.span });
        return vec![symbol(known, name, item.span, kind, None, Vec::new())];
    }
    let of_name = |name: &&Ident| {
        let detail = Some(keyword.to_owned());
        let place = (name.name.clone(), name.span);
        symbol(known, place, item.span, kind, detail, Vec::new())
    };
    names.iter().map(of_name).collect()
}

fn symbol(
    known: &Known,
    (name, name_span): (String, Span),
    span: Span,
    kind: SymbolKind,
    detail: Option<String>,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    // Editors refuse a symbol without a name, which a puzzle that is being written has.
    let name = if name.trim().is_empty() { "(no name)".to_owned() } else { name };
    let is_inside = span.start <= name_span.start && name_span.end <= span.end;
    let name_span = if is_inside { name_span } else { Span { end: span.start, ..span } };
    #[expect(deprecated, reason = "the type has a field that is not used any more")]
    DocumentSymbol {
        name,
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: known.range(span),
        selection_range: known.range(name_span),
        children: (!children.is_empty()).then_some(children),
    }
}
