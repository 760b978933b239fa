//! `textDocument/definition`: where a name is declared.

use lsp_types::{
    DefinitionParams, DefinitionProvider, DefinitionRequest, DefinitionResponse, ServerCapabilities,
};

use super::answer::{Answer, Answered};
use super::names::declaration_at;
use super::workspace::Workspace;

/// Finds where a name is declared, also in files that are used; what is built in has no place.
pub(super) struct Definition;

impl Answer for Definition {
    type Request = DefinitionRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        capabilities.definition_provider = Some(DefinitionProvider::Bool(true));
    }

    fn answer(
        workspace: &mut Workspace<'_>,
        params: DefinitionParams,
    ) -> Answered<DefinitionRequest> {
        let at = params.text_document_position_params;
        let Some(known) = workspace.known(&at.text_document.uri) else { return Ok(None) };
        let Some(id) = declaration_at(&known, at.position) else { return Ok(None) };
        let place = known.found.knowledge.declaration(id).name_span;
        let location = known.location(place).map(lsp_types::Definition::Location);
        Ok(location.map(DefinitionResponse::Definition))
    }
}
