//! Transforms: maps of a puzzle onto another of the same kind.
//!
//! A definition declares them; what they move at an instance is said in terms of the board and of
//! values, by a [`TransformFamily`] or point by point. Whether they keep the rules is not known here.

use std::fmt;

use crate::expr::{Binders, Expr, FamilyId};
use crate::grid::{Grid, PlaceMap};
use crate::value::Key;
use puzgen_base::domain::Domain;
use puzgen_base::source::Span;

/// A declared transform.
#[derive(Debug)]
pub struct Transform {
    /// What it is called, such as `rows in band` or `relabel x`.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// Whether the definition itself declares it, and not one that it extends.
    pub is_own: bool,
    /// With which parameters it is there; none for always.
    pub condition: Option<Expr>,
    /// Parameters by position, with the values that they have afterwards; the others stay.
    pub params: Vec<(usize, Expr)>,
    /// What it moves.
    pub map: TransformMap,
}

/// What a transform moves.
#[derive(Debug)]
pub enum TransformMap {
    /// A family of maps that puzgen knows, with what it was given.
    Known(&'static dyn TransformFamily, ArgumentExpr),
    /// A map that is written out.
    Written(Written),
}

/// What a family of maps was given.
#[derive(Debug)]
pub enum ArgumentExpr {
    /// Nothing.
    Nothing,
    /// The answer whose values it moves.
    Answer(FamilyId),
    /// Height and width of the blocks whose bands and stacks it moves.
    Blocks(Box<[Expr; 2]>),
}

/// A map that is written out: each pair for every binding. What is not named stays.
#[derive(Debug)]
pub struct Written {
    /// What it runs over.
    pub binders: Option<Binders>,
    /// What becomes what.
    pub pairs: Vec<[AnswerPoint; 2]>,
}

/// An answer, and perhaps one of its values.
#[derive(Debug)]
pub struct AnswerPoint {
    /// The answer.
    pub family: FamilyId,
    /// Its key; none for a loose variable.
    pub key: Option<Expr>,
    /// The value; none for all of them.
    pub value: Option<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// What a family of maps asks for after its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// Nothing.
    Nothing,
    /// An answer.
    Answer,
    /// Blocks: `of blocks(h, w)`, or those that the rules name.
    Blocks,
}

/// What a family of maps is given at an instance.
#[derive(Debug, Clone, Copy)]
pub enum ArgumentValue<'i> {
    /// Nothing.
    Nothing,
    /// An answer.
    Answer {
        /// The family of the answer.
        family: FamilyId,
        /// Its name.
        name: &'i str,
        /// What its elements are of.
        keys: &'i [Key],
        /// The values that each of its elements may have.
        domains: &'i [Domain],
    },
    /// Height and width of blocks.
    Blocks(usize, usize),
}

/// One map: where it takes places or values. Maps of a family generate all others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    /// Places go to places; what stands there goes with them, layouts, too.
    Places(PlaceMap),
    /// These two values of an answer change places.
    Swap(FamilyId, i64, i64),
}

/// A family of maps that definitions can name.
pub trait TransformFamily: fmt::Debug + Sync {
    /// Returns the name in the language, such as `permute bands`.
    fn name(&self) -> &'static str;

    /// Returns what it does, in one sentence.
    fn about(&self) -> &'static str;

    /// Returns what must be named after it.
    fn asks(&self) -> Asks;

    /// Returns maps that generate the family, each of them from an instance with the one board to an
    /// instance with the other, which is mostly the same.
    ///
    /// # Errors
    /// Why there are none: the board has the wrong shape, say.
    fn moves(
        &self,
        from: Option<&Grid>,
        to: Option<&Grid>,
        given: ArgumentValue<'_>,
    ) -> Result<Vec<Move>, String>;
}
