//! `textDocument/inlayHint`: types of names that do not say them, and how many cases a rule has.

use lsp_types::{
    InlayHint, InlayHintKind, InlayHintParams, InlayHintProvider, InlayHintRequest, Label,
    ServerCapabilities,
};

use super::answer::{Answer, Answered};
use super::workspace::{Known, Workspace};
use puzgen_base::source::{Sources, Span};
use puzgen_check::DeclarationKind;
use puzgen_check::load::load;
use puzgen_model::instance::Instance;
use puzgen_model::rules::CaseNumbers;

/// The most parts that a definition may have whose cases are counted while somebody types.
const MOST_PARTS: u64 = 20_000;

/// Tells types and numbers of cases between the words.
pub(super) struct Hints;

impl Answer for Hints {
    type Request = InlayHintRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        capabilities.inlay_hint_provider = Some(InlayHintProvider::Bool(true));
    }

    fn answer(
        workspace: &mut Workspace<'_>,
        params: InlayHintParams,
    ) -> Answered<InlayHintRequest> {
        let uri = params.text_document.uri;
        let Some(known) = workspace.known(&uri) else { return Ok(None) };
        let mut hints = Vec::new();
        for (_, declared) in known.found.knowledge.declarations() {
            let says_no_type = matches!(
                declared.kind,
                DeclarationKind::Let | DeclarationKind::Aux | DeclarationKind::Bound
            );
            if let Some(ty) = declared.ty.as_ref().filter(|_| says_no_type) {
                hints.extend(hint(&known, declared.name_span, format!(": {}", ty.in_full())));
            }
        }
        if !known.found.problems.has_errors() {
            let counted = workspace.with_files(&uri, cases).unwrap_or_default();
            for ((start, end), count) in counted {
                let span = Span { start, end, file: known.file };
                let ending = if count == 1 { "" } else { "s" };
                hints.extend(hint(&known, span, format!(" {count} case{ending}")));
            }
        }
        let asked = params.range;
        hints.retain(|hint| asked.start <= hint.position && hint.position <= asked.end);
        hints.sort_by_key(|hint| hint.position);
        Ok(Some(hints))
    }
}

fn hint(known: &Known, span: Span, label: String) -> Option<InlayHint> {
    (span.file == known.file).then(|| InlayHint {
        position: known.range(span).end,
        label: Label::String(label),
        kind: Some(InlayHintKind::Type),
        text_edits: None,
        tooltip: None,
        padding_left: Some(false),
        padding_right: Some(false),
        data: None,
    })
}

/// Returns how many cases the rules of a text have with the parameters' defaults, by the places of their
/// names. Puzzles that are large, or whose layouts are drawn, are left out.
fn cases(
    name: &str,
    text: &str,
    files: &mut puzgen_check::load::FileReader<'_>,
) -> Vec<((u32, u32), usize)> {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let mut found = Vec::new();
    let Ok(program) = load(file, &mut sources, files) else { return found };
    for puzzle in &program.own {
        let Ok(checked) = program.check(puzzle, &sources) else { continue };
        let mut definition = checked.definition;
        definition.allow_size(MOST_PARTS);
        let Ok(instance) = Instance::new(&definition, &[]) else { continue };
        let mut numbers = CaseNumbers::default();
        for (index, rule) in definition.rules.iter().enumerate() {
            if rule.span.file != file || rule.binders.is_none() {
                continue;
            }
            if let Ok(cases) = numbers.cases(&instance, &[index]) {
                found.push(((rule.span.start, rule.span.end), cases.len()));
            }
        }
    }
    found
}
