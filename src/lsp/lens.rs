//! `textDocument/codeLens`: what can be done with a puzzle, above it.

use lsp_types::{
    CodeLens, CodeLensOptions, CodeLensParams, CodeLensRequest, Command, ServerCapabilities,
};
use serde_json::json;

use super::answer::{Answer, Answered};
use super::commands::{CHECK, GENERATE};
use super::workspace::Workspace;

/// Offers to make a puzzle, and to check the definition.
pub(super) struct Lenses;

impl Answer for Lenses {
    type Request = CodeLensRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        capabilities.code_lens_provider =
            Some(CodeLensOptions { resolve_provider: Some(false), ..CodeLensOptions::default() });
    }

    fn answer(workspace: &mut Workspace<'_>, params: CodeLensParams) -> Answered<CodeLensRequest> {
        let uri = params.text_document.uri;
        let Some(known) = workspace.known(&uri) else { return Ok(None) };
        let Some(source) = known.source() else { return Ok(None) };
        let named = source.file.puzzles.iter().filter(|puzzle| !puzzle.name.name.is_empty());
        let lenses = named.flat_map(|puzzle| {
            let arguments = vec![json!(uri), json!(puzzle.name.name)];
            let range = known.range(puzzle.name.span);
            [("generate", GENERATE), ("check", CHECK)].map(|(title, command)| CodeLens {
                range,
                command: Some(Command {
                    title: title.to_owned(),
                    command: command.to_owned(),
                    arguments: Some(arguments.clone()),
                    ..Command::default()
                }),
                data: None,
            })
        });
        Ok(Some(lenses.collect()))
    }
}
