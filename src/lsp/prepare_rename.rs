//! `textDocument/prepareRename`: whether the name at a place can be changed.

use lsp_types::request::PrepareRenameRequest;
use lsp_types::{PrepareRenameResponse, ServerCapabilities, TextDocumentPositionParams};

use super::answer::{Answer, Answered};
use super::names::name_at;
use super::rename::renamable;
use super::workspace::Workspace;

/// Tells what would be renamed.
pub(super) struct Preparing;

impl Answer for Preparing {
    type Request = PrepareRenameRequest;

    /// Renaming says it.
    fn declare(_capabilities: &mut ServerCapabilities) {}

    fn answer(
        workspace: &mut Workspace<'_>,
        params: TextDocumentPositionParams,
    ) -> Answered<PrepareRenameRequest> {
        let Some(known) = workspace.known(&params.text_document.uri) else { return Ok(None) };
        let Some(name) = name_at(&known, params.position) else { return Ok(None) };
        renamable(&known, &name.meaning)?;
        Ok(Some(PrepareRenameResponse::Range(known.range(name.span))))
    }
}
