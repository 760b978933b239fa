//! Checked expressions: names are resolved to ids, types and phases are known.

use std::sync::Arc;

use crate::function::{Function, Measure, ScriptFunction};
pub use crate::ids::{ClueId, FamilyId, GroupsId, LayoutId};
use crate::ty::{Phase, Ty};
use crate::value::Value;
pub use puzgen_base::ops::CompareOp;
use puzgen_base::source::Span;
pub use puzgen_syntax::ast::BinaryOp;

/// A checked expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Ty,
    /// When its value is known.
    pub phase: Phase,
    /// Where it stands.
    pub span: Span,
}

/// What a checked expression is.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A fixed value.
    Const(Value),
    /// A parameter or `let`.
    Constant(u32),
    /// A bound name, by its slot.
    Local(u32),
    /// All of a layout: its rooms, or its values.
    Layout(LayoutId),
    /// `cage[key]`, `wall[key]`: the room of a place, or a value of a layout; where `many`, one for
    /// each key of a list.
    LayoutAt {
        /// The layout.
        layout: LayoutId,
        /// The key or list of keys.
        key: Box<Expr>,
        /// Whether `key` is a list of keys.
        many: bool,
    },
    /// A loose variable, or all values of an indexed family.
    Family(FamilyId),
    /// The keys of an indexed family.
    Keys(FamilyId),
    /// A loose variable as a key.
    Variable(FamilyId),
    /// The value of the loose variable that the expression names.
    Deref(Box<Expr>),
    /// `x[key]`; where `many`, one value for each key of a list. One key may be decided by solving.
    Element {
        /// The family.
        family: FamilyId,
        /// The key or list of keys.
        key: Box<Expr>,
        /// Whether `key` is a list of keys.
        many: bool,
    },
    /// `list[position]`, from 1.
    At(Box<Expr>, Box<Expr>),
    /// `group[c]`: the places of the group of a place.
    Group(GroupsId, Box<Expr>),
    /// `group.size[c]`.
    GroupSize(GroupsId, Box<Expr>),
    /// `group.count`.
    GroupCount(GroupsId),
    /// `group`: the list of groups, known only with the answer.
    Groups(GroupsId),
    /// `shown(clue[key])`.
    Shown(ClueId, Option<Box<Expr>>),
    /// A feature declared earlier.
    Feature(u32),
    /// A built-in measure of a puzzle.
    Measure(&'static Measure, Vec<Expr>),
    /// A function of a script, which is given the puzzle, too.
    Script(Arc<dyn ScriptFunction>, Vec<Expr>),
    /// A function.
    Call(&'static dyn Function, Vec<Expr>),
    /// `{a, b}`.
    List(Vec<Expr>),
    /// `(a, b)`, or the key `[a, b]`.
    Tuple(Vec<Expr>),
    /// `lo..hi`.
    Range(Box<Expr>, Box<Expr>),
    /// A list of `body` over all bindings.
    ListOf {
        /// The element.
        body: Box<Expr>,
        /// What it runs over.
        binders: Binders,
    },
    /// `c.row`.
    Row(Box<Expr>),
    /// `c.column`.
    Column(Box<Expr>),
    /// `-a`.
    Neg(Box<Expr>),
    /// `not a`.
    Not(Box<Expr>),
    /// Terms with "is subtracted".
    Sum(Vec<(bool, Expr)>),
    /// `*`, `/`, `div`, `mod`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// All.
    And(Vec<Expr>),
    /// One at least.
    Or(Vec<Expr>),
    /// `a implies b`.
    Implies(Box<Expr>, Box<Expr>),
    /// `a iff b`.
    Iff(Box<Expr>, Box<Expr>),
    /// `a < b <= c`.
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `a in list`.
    In(Box<Expr>, Box<Expr>),
    /// `if c then a else b`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Checked generators with their condition.
#[derive(Debug, Clone)]
pub struct Binders {
    /// The generators, from left to right.
    pub generators: Vec<Generator>,
    /// The condition behind `where`.
    pub condition: Option<Box<Expr>>,
    /// Where generators and condition stand.
    pub span: Span,
}

impl Binders {
    /// Returns what the cases are taken from, and which of them count.
    pub fn parts(&self) -> impl Iterator<Item = &Expr> {
        let sources = self.generators.iter().map(|generator| &generator.source);
        sources.chain(self.condition.as_deref())
    }
}

/// One checked generator.
#[derive(Debug, Clone)]
pub struct Generator {
    /// The slots that an element (or the parts of a tuple) goes to.
    pub slots: Vec<u32>,
    /// The type of each slot.
    pub types: Vec<Ty>,
    /// The list.
    pub source: Expr,
}

impl Binders {
    /// Returns all slots with their types, from left to right: together they are the key.
    pub fn slots(&self) -> impl Iterator<Item = (u32, &Ty)> {
        self.generators
            .iter()
            .flat_map(|generator| generator.slots.iter().copied().zip(generator.types.iter()))
    }

    /// Returns the type of the key.
    pub fn key_type(&self) -> Ty {
        let mut types: Vec<Ty> = self.slots().map(|(_, ty)| ty.clone()).collect();
        if types.len() == 1 { types.remove(0) } else { Ty::Tuple(types) }
    }
}

impl Expr {
    /// Returns whether it says something of values: a comparison, a membership, a constraint, or a
    /// truth at a position that is decided.
    pub fn is_relation(&self) -> bool {
        let is_kind = match &self.kind {
            ExprKind::Compare(..) | ExprKind::In(..) | ExprKind::Call(..) | ExprKind::At(..) => {
                true
            }
            ExprKind::Element { key, .. } => key.phase != Phase::Known,
            _ => false,
        };
        is_kind && self.ty == Ty::Bool
    }

    /// Returns whether it asks where a clue is shown.
    pub fn asks_for_clues(&self) -> bool {
        let mut asks = matches!(self.kind, ExprKind::Shown(..));
        self.for_each_child(&mut |child| asks = asks || child.asks_for_clues());
        asks
    }

    /// Returns whether it mentions a layout.
    pub fn mentions_layouts(&self) -> bool {
        let mut mentions = matches!(self.kind, ExprKind::Layout(_) | ExprKind::LayoutAt { .. });
        self.for_each_child(&mut |child| mentions = mentions || child.mentions_layouts());
        mentions
    }

    /// Returns whether it is a list of places of which solving decides which they are.
    pub fn is_group(&self) -> bool {
        matches!(self.kind, ExprKind::Group(..))
    }

    /// Calls `visit` for every direct part.
    pub fn for_each_child(&self, visit: &mut dyn FnMut(&Self)) {
        match &self.kind {
            ExprKind::Const(_)
            | ExprKind::Constant(_)
            | ExprKind::Local(_)
            | ExprKind::Layout(_)
            | ExprKind::Family(_)
            | ExprKind::Keys(_)
            | ExprKind::Variable(_)
            | ExprKind::GroupCount(_)
            | ExprKind::Groups(_)
            | ExprKind::Shown(_, None)
            | ExprKind::Feature(_) => {}
            ExprKind::Element { key: inner, .. }
            | ExprKind::LayoutAt { key: inner, .. }
            | ExprKind::Deref(inner)
            | ExprKind::Group(_, inner)
            | ExprKind::GroupSize(_, inner)
            | ExprKind::Shown(_, Some(inner))
            | ExprKind::Row(inner)
            | ExprKind::Column(inner)
            | ExprKind::Neg(inner)
            | ExprKind::Not(inner) => visit(inner),
            ExprKind::Measure(_, items)
            | ExprKind::Script(_, items)
            | ExprKind::Call(_, items)
            | ExprKind::List(items)
            | ExprKind::Tuple(items)
            | ExprKind::And(items)
            | ExprKind::Or(items) => items.iter().for_each(visit),
            ExprKind::Range(left, right)
            | ExprKind::Binary(_, left, right)
            | ExprKind::Implies(left, right)
            | ExprKind::Iff(left, right)
            | ExprKind::At(left, right)
            | ExprKind::In(left, right) => {
                visit(left);
                visit(right);
            }
            ExprKind::ListOf { body, binders } => {
                for generator in &binders.generators {
                    visit(&generator.source);
                }
                if let Some(condition) = &binders.condition {
                    visit(condition);
                }
                visit(body);
            }
            ExprKind::Sum(terms) => terms.iter().for_each(|(_, term)| visit(term)),
            ExprKind::Compare(first, rest) => {
                visit(first);
                rest.iter().for_each(|(_, item)| visit(item));
            }
            ExprKind::If(condition, then, otherwise) => {
                visit(condition);
                visit(then);
                visit(otherwise);
            }
        }
    }
}
