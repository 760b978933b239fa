//! `textDocument/signatureHelp`: what the call takes that is being written.

use lsp_types::{
    ActiveParameter, Documentation, ParameterInformation, ParameterInformationLabel,
    ServerCapabilities, SignatureHelp, SignatureHelpOptions, SignatureHelpParams,
    SignatureHelpRequest, SignatureInformation,
};

use super::answer::{Answer, Answered};
use super::positions::number;
use super::workspace::Workspace;
use puzgen_check::Call;
use puzgen_syntax::{ParsedSource, TokenKind};

/// Tells what a call takes.
pub(super) struct Signatures;

impl Answer for Signatures {
    type Request = SignatureHelpRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        capabilities.signature_help_provider = Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            ..SignatureHelpOptions::default()
        });
    }

    fn answer(
        workspace: &mut Workspace<'_>,
        params: SignatureHelpParams,
    ) -> Answered<SignatureHelpRequest> {
        let at = params.text_document_position_params;
        let Some(known) = workspace.known(&at.text_document.uri) else { return Ok(None) };
        let Some(source) = known.source() else { return Ok(None) };
        let offset = known.offset(at.position);
        let calls = known.found.knowledge.calls();
        let inside = calls.filter(|call| call.function.file == known.file);
        let inside = inside.filter_map(|call| Some((call, argument_at(source, call, offset)?)));
        // Of calls in calls, the one that begins last is the innermost.
        let innermost = inside.max_by_key(|(call, _)| call.function.start);
        let Some((call, argument)) = innermost else { return Ok(None) };
        let Some(label) = call.what.signature else { return Ok(None) };
        let parameters: Vec<ParameterInformation> = parameters(label)
            .into_iter()
            .map(|label| ParameterInformation { label, documentation: None })
            .collect();
        let last = parameters.len().saturating_sub(1);
        let active =
            (!parameters.is_empty()).then(|| number(argument.min(last))).map(ActiveParameter::Int);
        let signature = SignatureInformation {
            label: label.to_owned(),
            documentation: call.what.about.map(|about| Documentation::String(about.to_owned())),
            parameters: Some(parameters),
            active_parameter: active,
        };
        Ok(Some(SignatureHelp {
            signatures: vec![signature],
            active_signature: Some(0),
            active_parameter: active,
        }))
    }
}

/// Returns in which argument of a call a byte is; none where it is outside of its brackets.
fn argument_at(source: &ParsedSource, call: &Call, offset: u32) -> Option<usize> {
    if offset <= call.function.end {
        return None;
    }
    let from = source.tokens.partition_point(|token| token.span.start < call.function.end);
    let (mut depth, mut commas) = (0_usize, 0);
    for token in source.tokens[from..].iter().take_while(|token| token.span.start < offset) {
        match (token.kind, source.slice(token.span)) {
            (TokenKind::Open, _) => depth += 1,
            (TokenKind::Close, _) => {
                // The byte behind the closing bracket is outside.
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return None;
                }
            }
            (_, ",") if depth == 1 => commas += 1,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    (depth > 0).then_some(commas)
}

/// Returns the parts of a signature between its brackets, as places in units of UTF-16.
fn parameters(label: &str) -> Vec<ParameterInformationLabel> {
    let Some(open) = label.find('(') else { return Vec::new() };
    let Some(close) = label.rfind(')') else { return Vec::new() };
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_i32, open + 1);
    for (at, letter) in label.char_indices().skip_while(|(at, _)| *at <= open) {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if at < close => depth -= 1,
            _ => {}
        }
        if (letter == ',' && depth == 0) || at == close {
            let part = &label[start..at];
            let skipped = part.len() - part.trim_start().len();
            if !part.trim().is_empty() {
                parts.push((start + skipped, start + skipped + part.trim().len()));
            }
            start = at + 1;
        }
        if at == close {
            break;
        }
    }
    let units = |at: usize| number(label[..at].encode_utf16().count());
    let offsets = |(start, end)| ParameterInformationLabel::Tuple((units(start), units(end)));
    parts.into_iter().map(offsets).collect()
}
