//! Names at a place, and where else the same ones stand: in all files of the workspace.

use std::rc::Rc;

use lsp_types::{Location, Position};

use super::workspace::{Known, Workspace};
use puzgen_base::source::Span;
use puzgen_check::{Declaration, DeclarationId, DeclarationKind, Name, NameMeaning};
use puzgen_model::ty::Phase;

/// Returns the name that stands at a position.
pub(super) fn name_at(known: &Known, position: Position) -> Option<&Name> {
    known.found.knowledge.at(known.file, known.offset(position)).name
}

/// Returns the declaration of the name at a position.
pub(super) fn declaration_at(known: &Known, position: Position) -> Option<DeclarationId> {
    match name_at(known, position)?.meaning {
        NameMeaning::Declared(id) => Some(id),
        NameMeaning::BuiltIn(_) => None,
    }
}

/// A place where a declared name stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mention {
    /// Where it stands.
    pub(super) location: Location,
    /// Where it stands, in the texts of the file from which it was found.
    pub(super) span: Span,
    /// The name of its file.
    pub(super) file: String,
    /// Whether it is declared here.
    pub(super) is_declaration: bool,
    /// The text that stands there: for the only answer, also `answer`.
    pub(super) text: String,
}

/// Returns the declaration in another file's knowledge that is the same as this one.
pub(super) fn same_in(known: &Known, id: DeclarationId, other: &Known) -> Option<DeclarationId> {
    let place = known.found.knowledge.declaration(id).name_span;
    let (name, start) = (known.sources.name(place.file), place.start);
    let mut all = other.found.knowledge.declarations();
    let is_same = |it: &Declaration| {
        it.name_span.start == start && other.sources.name(it.name_span.file) == name
    };
    all.find(|(_, it)| is_same(it)).map(|(id, _)| id)
}

/// Returns what is known of all files of the workspace that may name a declaration.
pub(super) fn known_around(
    workspace: &mut Workspace<'_>,
    known: &Known,
    id: DeclarationId,
) -> Vec<Rc<Known>> {
    let declared = known.found.knowledge.declaration(id).name_span;
    workspace.known_around(known.sources.name(declared.file))
}

/// Returns all places in texts with addresses where a declared name stands, as far as these files name or
/// use it; the declaration first.
pub(super) fn mentions(around: &[Rc<Known>], known: &Known, id: DeclarationId) -> Vec<Mention> {
    let mut found: Vec<Mention> = Vec::new();
    for other in around {
        let Some(same) = same_in(known, id, other) else { continue };
        let declared = other.found.knowledge.declaration(same).name_span;
        let uses = other.found.knowledge.uses_of(same).map(|span| (span, false));
        for (span, is_declaration) in [(declared, true)].into_iter().chain(uses) {
            let Some(location) = other.location(span) else { continue };
            if found.iter().any(|mention| mention.location == location) {
                continue;
            }
            let file = other.sources.name(span.file).to_owned();
            let text = other.sources.slice(span).to_owned();
            found.push(Mention { location, span, file, is_declaration, text });
        }
    }
    found.sort_by_key(|mention| !mention.is_declaration);
    found
}

/// Returns what a declaration declares, in words.
pub(super) fn kind_in_words(kind: DeclarationKind) -> &'static str {
    match kind {
        DeclarationKind::Puzzle => "puzzle",
        DeclarationKind::Param => "parameter",
        DeclarationKind::Choice => "word of a parameter",
        DeclarationKind::Let => "let",
        DeclarationKind::Layout => "layout",
        DeclarationKind::Answer => "answer",
        DeclarationKind::Aux => "aux",
        DeclarationKind::Rule => "rule",
        DeclarationKind::Working => "working",
        DeclarationKind::Clue => "clue",
        DeclarationKind::Feature => "feature",
        DeclarationKind::FeatureSet => "set of features",
        DeclarationKind::Level => "level",
        DeclarationKind::Transform => "transform",
        DeclarationKind::Bound => "bound name",
    }
}

/// Returns when values are known, in words.
pub(super) fn phase_in_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Known => "known before solving",
        Phase::Decided => "decided by solving",
        Phase::Measured => "known of a finished puzzle",
    }
}
