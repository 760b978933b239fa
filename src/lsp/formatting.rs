//! `textDocument/formatting`: a text in the format of `puzgen fmt`.

use lsp_types::{
    DocumentFormattingParams, DocumentFormattingProvider, DocumentFormattingRequest,
    ServerCapabilities, TextEdit,
};

use super::answer::{Answer, Answered, Refusal};
use super::workspace::Workspace;
use puzgen_base::source::Span;
use puzgen_syntax::fmt::format;

/// Lays a definition out; one with mistakes has no format, and a script has another one.
pub(super) struct Format;

impl Answer for Format {
    type Request = DocumentFormattingRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        capabilities.document_formatting_provider = Some(DocumentFormattingProvider::Bool(true));
    }

    fn answer(
        workspace: &mut Workspace<'_>,
        params: DocumentFormattingParams,
    ) -> Answered<DocumentFormattingRequest> {
        let Some(known) = workspace.known(&params.text_document.uri) else { return Ok(None) };
        if known.source().is_none() {
            return Ok(None);
        }
        let laid_out = format(known.file, &known.sources).map_err(|problems| {
            let first = problems.sorted().into_iter().next();
            let reason = first.map_or_else(String::new, |problem| problem.message().to_owned());
            Refusal::because(format!("a text with mistakes has no format: {reason}"))
        })?;
        let (old, new) = (&*known.text, laid_out.as_str());
        if old == new {
            return Ok(Some(Vec::new()));
        }
        // Only what differs is replaced, so that marks and folds elsewhere stay.
        let start = same(old.char_indices(), new.chars());
        let (old_rest, new_rest) = (&old[start..], &new[start..]);
        let behind = old_rest.chars().rev().zip(new_rest.chars().rev());
        let end: usize =
            behind.take_while(|(old, new)| old == new).map(|(letter, _)| letter.len_utf8()).sum();
        let span = Span::new(known.file, start, old.len() - end);
        let new_text = new[start..new.len() - end].to_owned();
        Ok(Some(vec![TextEdit { range: known.range(span), new_text }]))
    }
}

/// Returns how many bytes two texts have in common at their begin.
fn same(old: impl Iterator<Item = (usize, char)>, new: impl Iterator<Item = char>) -> usize {
    let alike = old.zip(new).take_while(|((_, old), new)| old == new);
    alike.last().map_or(0, |((at, letter), _)| at + letter.len_utf8())
}
