//! `textDocument/codeAction`: what a problem says to do about it, done.

use std::collections::BTreeMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProvider,
    CodeActionRequest, CodeActionResponse, ServerCapabilities, TextEdit, WorkspaceEdit,
};

use super::answer::{Answer, Answered};
use super::problems::diagnostic;
use super::workspace::{Known, Workspace};
use puzgen_base::diagnostics::{Code, Problem, Severity, closest};
use puzgen_base::source::Span;
use puzgen_syntax::TokenKind;

/// Offers what "did you mean" and the like say.
pub(super) struct Fixes;

impl Answer for Fixes {
    type Request = CodeActionRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        capabilities.code_action_provider =
            Some(CodeActionProvider::CodeActionOptions(CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QuickFix]),
                ..CodeActionOptions::default()
            }));
    }

    fn answer(
        workspace: &mut Workspace<'_>,
        params: CodeActionParams,
    ) -> Answered<CodeActionRequest> {
        let uri = params.text_document.uri;
        let Some(known) = workspace.known(&uri) else { return Ok(None) };
        let mut actions = Vec::new();
        for problem in known.found.problems.clone().sorted() {
            let told = diagnostic(&known, &problem);
            let is_here =
                told.range.start <= params.range.end && params.range.start <= told.range.end;
            let Some((span, new)) = fix(&known, &problem).filter(|_| is_here) else { continue };
            if !helps(workspace, (&known, &problem), span, &new) {
                continue;
            }
            let old = known.sources.slice(span);
            let title = format!("Replace `{old}` by `{new}`");
            let edit = TextEdit { range: known.range(span), new_text: new };
            let changes = [(uri.clone(), vec![edit])];
            actions.push(CodeActionResponse::CodeAction(CodeAction {
                title,
                kind: Some(CodeActionKind::QuickFix),
                diagnostics: Some(vec![told]),
                is_preferred: Some(true),
                edit: Some(WorkspaceEdit {
                    changes: Some(changes.into_iter().collect()),
                    ..WorkspaceEdit::default()
                }),
                ..CodeAction::default()
            }));
        }
        Ok(Some(actions))
    }
}

/// Returns what is to be replaced, and by what, where the help says so.
fn fix(known: &Known, problem: &Problem) -> Option<(Span, String)> {
    let help = problem.help_text()?;
    let place = problem.labels().first().map(|label| label.span)?;
    if place.file != known.file {
        return None;
    }
    if let Some(near) = help.strip_prefix("did you mean `").and_then(|it| it.strip_suffix("`?")) {
        return Some((word_like(known, place, near)?, near.to_owned()));
    }
    // A sign or word of another language, or a name in capitals.
    if !matches!(problem.code(), Code::ForeignTerm | Code::Syntax) {
        return None;
    }
    let behind = help.strip_prefix("write `").or_else(|| Some(help.split_once(" is written `")?.1));
    let (new, rest) = behind?.split_once('`')?;
    let is_all = rest.is_empty() || rest.starts_with(": names are");
    is_all.then(|| (place, new.to_owned()))
}

/// Returns the word of a place that a near one is to replace.
fn word_like(known: &Known, place: Span, near: &str) -> Option<Span> {
    let source = known.source()?;
    let tokens = source.tokens.iter().filter(|token| {
        matches!(token.kind, TokenKind::Word | TokenKind::Foreign)
            && place.start <= token.span.start
            && token.span.end <= place.end
    });
    let words: Vec<Span> = tokens.map(|token| token.span).collect();
    match words.as_slice() {
        // A name in the sentence of a rule is no token.
        [] => closest(known.sources.slice(place), [near]).map(|_| place),
        [only] => Some(*only),
        several => {
            let is_near = |span: &&Span| closest(near, [known.sources.slice(**span)]).is_some();
            several.iter().find(is_near).copied()
        }
    }
}

/// Returns whether a problem is gone after a change, and no other one is new.
fn helps(
    workspace: &Workspace<'_>,
    (known, problem): (&Known, &Problem),
    span: Span,
    new: &str,
) -> bool {
    let mut text = known.text.to_string();
    let range = span.start as usize..span.end as usize;
    if text.get(range.clone()).is_none() {
        return false;
    }
    text.replace_range(range, new);
    let texts = BTreeMap::from([(known.sources.name(known.file).to_owned(), text)]);
    let after = workspace.known_with(known, &texts);
    let count = |known: &Known| {
        let severe = |problem: &&Problem| problem.severity() == Severity::Error;
        known.found.problems.iter().filter(severe).count()
    };
    let same = |known: &Known| {
        let all = known.found.problems.iter();
        all.filter(|other| other.message() == problem.message()).count()
    };
    count(&after) <= count(known) && same(&after) < same(known)
}
