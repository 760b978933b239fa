//! `textDocument/references`: all places where a name stands.

use lsp_types::{ReferenceParams, ReferencesProvider, ReferencesRequest, ServerCapabilities};

use super::answer::{Answer, Answered};
use super::names::{declaration_at, known_around, mentions};
use super::workspace::Workspace;

/// Finds all places where a name stands: in the files that the editor shows, in those that they use, and in
/// those of the workspace that use the one that declares it.
pub(super) struct References;

impl Answer for References {
    type Request = ReferencesRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        capabilities.references_provider = Some(ReferencesProvider::Bool(true));
    }

    fn answer(
        workspace: &mut Workspace<'_>,
        params: ReferenceParams,
    ) -> Answered<ReferencesRequest> {
        let at = params.text_document_position_params;
        let Some(known) = workspace.known(&at.text_document.uri) else { return Ok(None) };
        let Some(id) = declaration_at(&known, at.position) else { return Ok(None) };
        let found = mentions(&known_around(workspace, &known, id), &known, id);
        let wanted = |is_declaration: bool| params.context.include_declaration || !is_declaration;
        let found = found.into_iter().filter(|mention| wanted(mention.is_declaration));
        Ok(Some(found.map(|mention| mention.location).collect()))
    }
}
