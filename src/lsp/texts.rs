//! `workspace/textDocumentContent`: texts that are no files: what is built in, the pages about codes, and
//! what commands gave. Their scheme is `puzgen`; editors that do not ask for them are told of none.
//! The protocol has the request from 3.18 on.

use lsp_types::{
    ServerCapabilities, TextDocumentContent, TextDocumentContentOptions, TextDocumentContentParams,
    TextDocumentContentRequest, TextDocumentContentResult, WorkspaceOptions,
};

use super::addresses::{BUILT_IN, PAGE};
use super::answer::{Answer, Answered, Refusal};
use super::workspace::Workspace;
use puzgen_base::diagnostics::Code;
use puzgen_puzzles as library;

/// Gives texts that are no files.
pub(super) struct Texts;

impl Answer for Texts {
    type Request = TextDocumentContentRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        let options = TextDocumentContentOptions { schemes: vec!["puzgen".to_owned()] };
        capabilities.workspace = Some(WorkspaceOptions {
            text_document_content: Some(TextDocumentContent::Options(options)),
            ..WorkspaceOptions::default()
        });
    }

    fn answer(
        workspace: &mut Workspace<'_>,
        params: TextDocumentContentParams,
    ) -> Answered<TextDocumentContentRequest> {
        let uri = params.uri.0.as_str();
        let named = |begin: &str, end: &str| uri.strip_prefix(begin)?.strip_suffix(end);
        let built_in = || library::text(named(BUILT_IN, ".pz")?).map(str::to_owned);
        let page = || {
            let name = named(PAGE, ".md")?.replace('/', "::");
            let code = Code::ALL.iter().find(|code| code.short() == name)?;
            Some(format!("# `{}`\n\n{}\n", code.as_str(), code.page()?))
        };
        let text = built_in().or_else(page).or_else(|| workspace.results().text(uri));
        let text = text.ok_or_else(|| Refusal::because(format!("there is no text `{uri}`")))?;
        Ok(TextDocumentContentResult { text })
    }
}
