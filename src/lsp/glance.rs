//! What an editor without the protocol shows of one text: colours, and what can be written at a place. The site's
//! playground is one.

use std::path::Path;

use lsp_types::{
    CompletionItem, CompletionItemTextEdit, CompletionParams, CompletionResponse, LanguageKind,
    PartialResultParams, Position, SemanticToken, SemanticTokensParams, TextDocumentIdentifier,
    TextDocumentItem, TextDocumentPositionParams, Uri, WorkDoneProgressParams,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::answer::Answer;
use super::client::Client;
use super::colours::{Colours, TYPES};
use super::completion::Offers;
use super::workspace::Workspace;

/// What is seen of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Glance {
    /// Pieces with a colour: line and column from 0, length (both in units of UTF-16), and what they are, in the words
    /// of the Language Server Protocol (`keyword`, `variable` …).
    pub pieces: Vec<(u32, u32, u32, String)>,
    /// What can be written where the cursor is.
    pub offers: Vec<Offer>,
}

/// Something that can be written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Offer {
    /// The word.
    pub word: String,
    /// What it is, where that is known.
    pub detail: Option<String>,
    /// The column where the word begins that it takes the place of.
    pub from: u32,
}

/// Looks at a text with the cursor at a line and column, from 0. It reads no files.
pub fn glance(text: &str, (line, character): (u32, u32)) -> Glance {
    let no_folder = |_: &Path| None;
    let mut workspace = Workspace::new(&no_folder, None, Client::default());
    let uri = Uri::from("untitled:definition.pz");
    workspace.open(TextDocumentItem {
        uri: uri.clone(),
        language_id: LanguageKind::new("pz"),
        version: 0,
        text: text.to_owned(),
    });
    let document = TextDocumentIdentifier { uri };
    let pieces = coloured(&mut workspace, document.clone());
    let position = Position { line, character };
    let at = TextDocumentPositionParams { text_document: document, position };
    Glance { pieces, offers: offered(&mut workspace, at) }
}

fn coloured(
    workspace: &mut Workspace<'_>,
    text_document: TextDocumentIdentifier,
) -> Vec<(u32, u32, u32, String)> {
    let params = SemanticTokensParams {
        text_document,
        work_done_progress_params: WorkDoneProgressParams::default(),
        partial_result_params: PartialResultParams::default(),
    };
    let Ok(Some(tokens)) = Colours::answer(workspace, params) else {
        return Vec::new();
    };
    let (mut line, mut column) = (0, 0);
    let piece = |token: SemanticToken| {
        let is_same = token.delta_line == 0;
        line += token.delta_line;
        column = if is_same { column + token.delta_start } else { token.delta_start };
        let kind = TYPES[token.token_type as usize].as_str().to_owned();
        (line, column, token.length, kind)
    };
    tokens.data.into_iter().map(piece).collect()
}

fn offered(workspace: &mut Workspace<'_>, at: TextDocumentPositionParams) -> Vec<Offer> {
    let params = CompletionParams {
        text_document_position_params: at,
        work_done_progress_params: WorkDoneProgressParams::default(),
        partial_result_params: PartialResultParams::default(),
        context: None,
    };
    let Ok(Some(CompletionResponse::CompletionItemList(items))) = Offers::answer(workspace, params)
    else {
        return Vec::new();
    };
    let offer = |item: CompletionItem| {
        let Some(CompletionItemTextEdit::TextEdit(edit)) = item.text_edit else { return None };
        Some(Offer { word: edit.new_text, detail: item.detail, from: edit.range.start.character })
    };
    items.into_iter().filter_map(offer).collect()
}

#[cfg(test)]
mod tests {
    use super::glance;

    #[test]
    fn a_text_is_coloured_and_completed_as_in_editors() {
        let text = "puzzle a \"A\" {\n  board grid(2, 2)\n  answer x[cells]: 1..4\n  ru\n}\n";
        let seen = glance(text, (3, 4));
        assert_eq!(seen.pieces[0], (0, 0, 6, "keyword".to_owned()));
        assert!(seen.pieces.contains(&(2, 9, 1, "variable".to_owned())), "{:?}", seen.pieces);
        let rule = seen.offers.iter().find(|offer| offer.word == "rule").expect("it is offered");
        assert_eq!(rule.from, 2);
    }
}
