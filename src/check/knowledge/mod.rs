//! What `check` knows of a text for tools: declarations, uses, types and calls, by place.
//!
//! Given the trees of a file and of all that it uses, right or wrong, gives a [`Knowledge`]. Names are
//! resolved here by scopes alone ([`resolve`]), so that a rule with a wrong type still has its uses;
//! types come from the checker, which notes them on its way. Nothing here reports a problem.

mod built_in;
mod items;
mod resolve;

use std::collections::BTreeMap;

pub use built_in::BuiltIn;
use puzgen_base::source::{FileId, Span};
use puzgen_model::ty::{Phase, Ty};
pub use resolve::{KnownTexts, resolve};

/// The types of expressions and declared names, and when their values are known, by their places.
pub type Types = BTreeMap<Span, (Ty, Phase)>;

/// Names one [`Declaration`] of a [`Knowledge`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeclarationId(u32);

/// What a declaration declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeclarationKind {
    /// `puzzle name`.
    Puzzle,
    /// `param name`.
    Param,
    /// A word among the values of a parameter.
    Choice,
    /// `let name`.
    Let,
    /// `layout name`.
    Layout,
    /// `answer name`.
    Answer,
    /// `aux name`.
    Aux,
    /// `rule name`.
    Rule,
    /// `working name`.
    Working,
    /// `clue name`.
    Clue,
    /// An entry of `feature`.
    Feature,
    /// `features name`.
    FeatureSet,
    /// A name among `levels`.
    Level,
    /// A `transform` that is written out.
    Transform,
    /// A name that binders bind.
    Bound,
}

/// A name that a text declares.
#[derive(Debug, Clone)]
pub struct Declaration {
    /// The name.
    pub name: String,
    /// What it names.
    pub kind: DeclarationKind,
    /// Where the name stands.
    pub name_span: Span,
    /// The whole item, or the binders.
    pub item: Span,
    /// Where the name can be used: the puzzle, or what the binders are for.
    pub scope: Span,
    /// The comment directly above the item.
    pub comment: Option<String>,
    /// The type of its values, where it has a type that is known.
    pub ty: Option<Ty>,
    /// When its values are known, where it has a type.
    pub phase: Option<Phase>,
}

/// What a name stands for.
#[derive(Debug, Clone, PartialEq)]
pub enum NameMeaning {
    /// Something that a text declares.
    Declared(DeclarationId),
    /// Something of the language, or of a file that is no definition.
    BuiltIn(BuiltIn),
}

/// A name in a text.
#[derive(Debug, Clone)]
pub struct Name {
    /// Where it stands.
    pub span: Span,
    /// What it stands for.
    pub meaning: NameMeaning,
    /// Whether it is declared here.
    pub is_declaration: bool,
}

/// A call of a function of the language or of a script.
#[derive(Debug, Clone)]
pub struct Call {
    /// The name of the function.
    pub function: Span,
    /// From the name to the closing bracket; of a damaged call, to the end of what is damaged.
    pub span: Span,
    /// The arguments that could be read.
    pub arguments: Vec<Span>,
    /// What is called.
    pub what: BuiltIn,
}

/// All that is known of a file and of what it uses.
#[derive(Debug, Default)]
pub struct Knowledge {
    declarations: Vec<Declaration>,
    /// By place.
    names: BTreeMap<Span, Name>,
    calls: Vec<Call>,
    types: Types,
    /// What can be named anywhere in a puzzle, by the place of the puzzle: also what it inherits.
    scopes: BTreeMap<Span, Vec<DeclarationId>>,
}

/// What is known of one place.
#[derive(Debug, Clone, Copy)]
pub struct KnownAt<'k> {
    /// The name that stands there.
    pub name: Option<&'k Name>,
    /// The smallest expression there that has a type, and its type.
    pub ty: Option<(Span, &'k Ty)>,
    /// When the value of that expression is known.
    pub phase: Option<Phase>,
    /// The innermost call around it.
    pub call: Option<&'k Call>,
}

impl Knowledge {
    /// Returns what is known of a byte of a file.
    pub fn at(&self, file: FileId, offset: u32) -> KnownAt<'_> {
        let holds = |span: Span| span.file == file && span.start <= offset && offset <= span.end;
        // A name that begins here is meant rather than one that ends here.
        let near = |span: &Span| (span.start < offset && span.end == offset, span.len());
        let smallest = |spans: &mut dyn Iterator<Item = Span>| {
            spans.filter(|span| holds(*span)).min_by_key(near)
        };
        let name = smallest(&mut self.names.keys().copied());
        let ty = smallest(&mut self.types.keys().copied());
        let calls = self.calls.iter().filter(|call| holds(call.span));
        KnownAt {
            name: name.and_then(|span| self.names.get(&span)),
            ty: ty.and_then(|span| Some((span, &self.types.get(&span)?.0))),
            phase: ty.and_then(|span| Some(self.types.get(&span)?.1)),
            call: calls.min_by_key(|call| call.span.len()),
        }
    }

    /// Returns a declaration.
    pub fn declaration(&self, id: DeclarationId) -> &Declaration {
        &self.declarations[id.0 as usize]
    }

    /// Returns all declarations.
    pub fn declarations(&self) -> impl Iterator<Item = (DeclarationId, &Declaration)> {
        (0..).map(DeclarationId).zip(&self.declarations)
    }

    /// Returns all names by place.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.names.values()
    }

    /// Returns all calls.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.calls.iter()
    }

    /// Returns where a declaration is used, in all files; its own place is not among them.
    pub fn uses_of(&self, id: DeclarationId) -> impl Iterator<Item = Span> {
        let uses =
            self.names.values().filter(move |name| name.meaning == NameMeaning::Declared(id));
        uses.filter(|name| !name.is_declaration).map(|name| name.span)
    }

    /// Returns what can be named at a byte of a file: what binders around it bind, the innermost first,
    /// then what its puzzle declares or inherits.
    pub fn visible(&self, file: FileId, offset: u32) -> Vec<DeclarationId> {
        let holds = |span: Span| span.file == file && span.start <= offset && offset <= span.end;
        let all = self.declarations();
        let bound = all.filter(|(_, it)| it.kind == DeclarationKind::Bound && holds(it.scope));
        let mut visible: Vec<DeclarationId> = bound.map(|(id, _)| id).collect();
        visible.sort_by_key(|id| self.declaration(*id).scope.len());
        let puzzle = self.scopes.iter().find(|(puzzle, _)| holds(**puzzle));
        visible.extend(puzzle.into_iter().flat_map(|(_, names)| names));
        visible
    }

    fn declare(&mut self, declaration: Declaration) -> DeclarationId {
        let id = DeclarationId(u32::try_from(self.declarations.len()).unwrap_or(u32::MAX));
        let span = declaration.name_span;
        let name = Name { span, meaning: NameMeaning::Declared(id), is_declaration: true };
        self.names.insert(span, name);
        self.declarations.push(declaration);
        id
    }

    fn mention(&mut self, span: Span, meaning: NameMeaning) {
        self.names.entry(span).or_insert(Name { span, meaning, is_declaration: false });
    }

    /// Takes the types that the checker noted; earlier ones stay.
    pub(crate) fn add_types(&mut self, types: Types) {
        for (span, ty) in types {
            self.types.entry(span).or_insert(ty);
        }
        for declaration in &mut self.declarations {
            let known = self.types.get(&declaration.name_span).cloned();
            (declaration.ty, declaration.phase) = known.unzip();
        }
    }
}
