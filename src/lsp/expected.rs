//! Which type a value is to have at a place, as far as what stands before it tells.
//!
//! Given the tokens before a place, looks at the sign or word there and at the name before that. The item is
//! being written, so nothing of it was checked: names have types, other expressions have none here.

use super::workspace::Known;
use puzgen_base::source::Span;
use puzgen_check::Declaration;
use puzgen_model::function::Function;
use puzgen_model::ty::Ty;
use puzgen_syntax::{ParsedSource, Token, TokenKind};
use puzgen_vocabulary::constraints::CONSTRAINTS;
use puzgen_vocabulary::places::PLACES;

/// What is asked for.
#[derive(Debug, Clone)]
pub(super) enum Wanted {
    /// Values of this type.
    Type(Ty),
    /// Any list.
    List,
    /// The only argument of this function.
    Argument(&'static str),
    /// Nobody knows.
    Anything,
}

/// Returns all functions that are called with arguments, or stand for a list.
pub(super) fn functions() -> impl Iterator<Item = &'static dyn Function> {
    let constraints = CONSTRAINTS.iter().map(|it| *it as &dyn Function);
    constraints.chain(PLACES.iter().map(|it| *it as &dyn Function))
}

impl Wanted {
    /// Looks at what stands before a byte.
    pub(super) fn at(known: &Known, source: &ParsedSource, start: u32) -> Self {
        let before = &source.tokens[..source.tokens.partition_point(|it| it.span.end <= start)];
        let Some((last, earlier)) = before.split_last() else { return Self::Anything };
        match source.slice(last.span) {
            "==" | "!=" => match type_before(known, source, earlier) {
                Some(ty) => Self::Type(ty.value().clone()),
                None => Self::Anything,
            },
            "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "/" | ".." | "mod" | "div" => {
                Self::Type(Ty::Int)
            }
            "and" | "or" | "not" | "implies" | "iff" | "where" | "when" | "if" | "keep"
            | "accept" | "until" | ":" => Self::Type(Ty::Bool),
            "in" => Self::List,
            "(" => {
                let called = earlier.last().map(|token| source.slice(token.span));
                let named = functions().find(|it| Some(it.name()) == called);
                let only = named.filter(|it| !it.signature().contains(','));
                only.map_or(Self::Anything, |it| Self::Argument(it.name()))
            }
            _ => Self::Anything,
        }
    }

    /// Returns how well values of a type fit: 0 as they are, 1 by an element, 2 not.
    pub(super) fn rank(&self, ty: Option<&Ty>) -> u8 {
        let Some(ty) = ty else { return 2 };
        let fits = |ty: &Ty| match self {
            Self::Type(wanted) => ty.value().fits(wanted),
            Self::List => matches!(ty, Ty::List(_)),
            Self::Argument(name) => functions()
                .any(|it| it.name() == *name && it.result_type(std::slice::from_ref(ty)).is_some()),
            Self::Anything => false,
        };
        match ty.element() {
            _ if matches!(self, Self::Anything) => 0,
            _ if fits(ty) => 0,
            Some(element) if fits(element) => 1,
            _ => 2,
        }
    }
}

/// Returns the type of what a function gives, for the first of some usual arguments that it takes.
pub(super) fn result_of(function: &dyn Function) -> Option<Ty> {
    let (int, cell) = (Ty::Int, Ty::cell());
    let list = |ty: &Ty| ty.clone().list();
    let usual = [
        vec![],
        vec![list(&int)],
        vec![list(&Ty::Bool)],
        vec![int.clone()],
        vec![int.clone(), int.clone()],
        vec![list(&int), int.clone()],
        vec![list(&int), list(&int)],
        vec![cell.clone()],
        vec![cell.clone(), cell],
    ];
    usual.iter().find_map(|arguments| function.result_type(arguments))
}

/// Returns the type of the name at the end of these tokens, perhaps with an index.
fn type_before(known: &Known, source: &ParsedSource, before: &[Token]) -> Option<Ty> {
    let (last, earlier) = before.split_last()?;
    if last.kind == TokenKind::Word {
        return declared(known, last.span, source.slice(last.span))?.ty.clone();
    }
    if source.slice(last.span) != "]" {
        return None;
    }
    let mut depth = 1;
    let open = earlier.iter().rposition(|token| {
        match token.kind {
            TokenKind::Close => depth += 1,
            TokenKind::Open => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let family = earlier[..open].last()?;
    declared(known, family.span, source.slice(family.span))?.ty.as_ref()?.element().cloned()
}

/// Returns what declares a name that can be used at a place.
fn declared<'k>(known: &'k Known, at: Span, name: &str) -> Option<&'k Declaration> {
    let knowledge = &known.found.knowledge;
    let visible = knowledge.visible(known.file, at.start).into_iter();
    visible.map(|id| knowledge.declaration(id)).find(|declared| declared.name == name)
}
