//! `textDocument/documentHighlight`: where in the same file a name stands.

use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, DocumentHighlightProvider,
    DocumentHighlightRequest, ServerCapabilities,
};

use super::answer::{Answer, Answered};
use super::names::name_at;
use super::workspace::Workspace;

/// Finds where in the file the name at a place stands.
pub(super) struct Highlight;

impl Answer for Highlight {
    type Request = DocumentHighlightRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        capabilities.document_highlight_provider = Some(DocumentHighlightProvider::Bool(true));
    }

    fn answer(
        workspace: &mut Workspace<'_>,
        params: DocumentHighlightParams,
    ) -> Answered<DocumentHighlightRequest> {
        let at = params.text_document_position_params;
        let Some(known) = workspace.known(&at.text_document.uri) else { return Ok(None) };
        let Some(name) = name_at(&known, at.position) else { return Ok(None) };
        let same = known
            .found
            .knowledge
            .names()
            .filter(|other| other.span.file == known.file && other.meaning == name.meaning);
        let found = same.map(|other| DocumentHighlight {
            range: known.range(other.span),
            kind: Some(match other.is_declaration {
                true => DocumentHighlightKind::Write,
                false => DocumentHighlightKind::Read,
            }),
        });
        Ok(Some(found.collect()))
    }
}
