//! `textDocument/prepareRename`: whether the name at a place can be changed.

use lsp_types::{
    PrepareRenameParams, PrepareRenameRequest, PrepareRenameResult, ServerCapabilities,
};

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
        params: PrepareRenameParams,
    ) -> Answered<PrepareRenameRequest> {
        let at = params.text_document_position_params;
        let Some(known) = workspace.known(&at.text_document.uri) else { return Ok(None) };
        let Some(name) = name_at(&known, at.position) else { return Ok(None) };
        renamable(&known, &name.meaning)?;
        Ok(Some(PrepareRenameResult::Range(known.range(name.span))))
    }
}
