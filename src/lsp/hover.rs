//! `textDocument/hover`: what a name or an expression is.

use lsp_types::{
    Contents, Hover, HoverParams, HoverProvider, HoverRequest, MarkupContent, MarkupKind,
    ServerCapabilities,
};

use super::answer::{Answer, Answered};
use super::names::{kind_in_words, phase_in_words};
use super::workspace::{Known, Workspace};
use puzgen_check::load::built_in_name;
use puzgen_check::{BuiltIn, Declaration, DeclarationKind, NameMeaning};

/// The most lines of an item that are shown.
const MOST_LINES: usize = 12;

/// Tells what stands at a place.
pub(super) struct AtPlace;

impl Answer for AtPlace {
    type Request = HoverRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        capabilities.hover_provider = Some(HoverProvider::Bool(true));
    }

    fn answer(workspace: &mut Workspace<'_>, params: HoverParams) -> Answered<HoverRequest> {
        let at = params.text_document_position_params;
        let Some(known) = workspace.known(&at.text_document.uri) else { return Ok(None) };
        let found = known.found.knowledge.at(known.file, known.offset(at.position));
        // A name is meant rather than the expression around it.
        let value = match found.name {
            Some(name) => match &name.meaning {
                NameMeaning::Declared(id) => {
                    (name.span, of_declaration(&known, known.found.knowledge.declaration(*id)))
                }
                NameMeaning::BuiltIn(what) => (name.span, of_built_in(what)),
            },
            None => {
                let Some((span, ty)) = found.ty else { return Ok(None) };
                let phase = found
                    .phase
                    .map_or_else(String::new, |phase| format!(", {}", phase_in_words(phase)));
                (span, format!("{}{phase}", ty.in_full()))
            }
        };
        let (span, value) = value;
        let contents = Contents::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value });
        Ok(Some(Hover { contents, range: Some(known.range(span)) }))
    }
}

fn of_declaration(known: &Known, declared: &Declaration) -> String {
    let text = known.sources.slice(declared.item);
    let lines: Vec<&str> = text.lines().collect();
    let item = match (declared.kind, lines.as_slice()) {
        // The first line has the name and the title.
        (DeclarationKind::Puzzle, [first, ..]) => first.trim_end_matches(['{', ' ']).to_owned(),
        (_, lines) if lines.len() > MOST_LINES => format!("{}\n…", lines[..MOST_LINES].join("\n")),
        (_, lines) => lines.join("\n"),
    };
    let mut facts = vec![kind_in_words(declared.kind).to_owned()];
    let is_said = !matches!(
        declared.kind,
        DeclarationKind::Rule | DeclarationKind::Working | DeclarationKind::Choice
    );
    facts.extend(declared.ty.as_ref().filter(|_| is_said).map(|ty| ty.in_full()));
    facts.extend(declared.phase.filter(|_| is_said).map(|it| phase_in_words(it).to_owned()));
    let name = known.sources.name(declared.name_span.file);
    if name.starts_with(&built_in_name("")) {
        facts.push(name.to_owned());
    }
    let comment =
        declared.comment.as_ref().map_or_else(String::new, |comment| format!("\n\n{comment}"));
    format!("```pz\n{item}\n```\n{}{comment}", facts.join(", "))
}

fn of_built_in(what: &BuiltIn) -> String {
    let about = what.about.map_or_else(String::new, |about| format!("\n\n{about}"));
    format!("```pz\n{}\n```\n{}{about}", what.signature.unwrap_or(&what.name), what.what)
}
