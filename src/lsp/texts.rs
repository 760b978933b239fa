//! `workspace/textDocumentContent`: texts that are no files: what is built in, the pages about codes, and
//! what commands gave. Their scheme is `puzgen`; editors that do not ask for them are told of none.

use lsp_types::request::Request;
use lsp_types::{ServerCapabilities, Uri};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::addresses::{BUILT_IN, PAGE};
use super::answer::{Answer, Answered, Refusal};
use super::workspace::Workspace;
use puzgen_base::diagnostics::Code;
use puzgen_puzzles as library;

/// The request, which the protocol has from 3.18 on.
#[derive(Debug)]
pub(super) enum TextContent {}

/// The text that is asked for.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct TextContentParams {
    uri: Uri,
}

/// The text.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct TextContentResult {
    text: String,
}

impl Request for TextContent {
    type Params = TextContentParams;
    type Result = TextContentResult;
    const METHOD: &'static str = "workspace/textDocumentContent";
}

/// Gives texts that are no files.
pub(super) struct Texts;

impl Answer for Texts {
    type Request = TextContent;

    /// What the types of the protocol do not have is declared by [`declare`].
    fn declare(_capabilities: &mut ServerCapabilities) {}

    fn answer(workspace: &mut Workspace<'_>, params: TextContentParams) -> Answered<TextContent> {
        let uri = params.uri.as_str();
        let named = |begin: &str, end: &str| uri.strip_prefix(begin)?.strip_suffix(end);
        let built_in = || library::text(named(BUILT_IN, ".pz")?).map(str::to_owned);
        let page = || {
            let name = named(PAGE, ".md")?.replace('/', "::");
            let code = Code::ALL.iter().find(|code| code.short() == name)?;
            Some(format!("# `{}`\n\n{}\n", code.as_str(), code.page()?))
        };
        let text = built_in().or_else(page).or_else(|| workspace.results().text(uri));
        let text = text.ok_or_else(|| Refusal::because(format!("there is no text `{uri}`")))?;
        Ok(TextContentResult { text })
    }
}

/// Says in what the server declares that it has such texts.
pub(super) fn declare(capabilities: &mut Value) {
    capabilities["workspace"]["textDocumentContent"] = json!({ "schemes": ["puzgen"] });
}
