//! `components`, the groups that it names, and lists of which solving decides what is in them.

use crate::names::Symbol;
use crate::typed::{known, truth, value_of};
use crate::{Checker, Parts};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::definition::{Groups, Joining, Role};
use puzgen_model::expr::{Binders, Expr, ExprKind, FamilyId, GroupsId};
use puzgen_model::grid::PlaceKind;
use puzgen_model::ty::{Phase, Ty};
use puzgen_model::value::Value;
use puzgen_syntax::ast;
use puzgen_vocabulary::constraints::{self, Gathered};

/// What `components(…)` is given.
pub(super) struct Components<'a> {
    pub(super) name: &'a ast::Ident,
    pub(super) places: &'a ast::Expr,
    pub(super) joining: Joining,
    pub(super) family: &'a ast::Ident,
}

/// `group[c]`, as it is written.
pub(super) struct Written<'a> {
    name: &'a str,
    groups: GroupsId,
    kind: PlaceKind,
    keys: &'a [ast::Expr],
    span: Span,
}

impl Written<'_> {
    /// Returns what places are grouped.
    pub(super) fn kind(&self) -> PlaceKind {
        self.kind
    }
}

impl Checker<'_> {
    pub(super) fn components(&mut self, written: &Components<'_>, parts: &mut Parts) {
        let Components { name, places, joining, family } = written;
        self.phase = Phase::Known;
        let places = self.expr(places);
        let id = self.family_named(family);
        let (Some(places), Some(id)) = (places, id) else {
            self.broken.push(name.name.clone());
            return;
        };
        let kind = match &places.ty {
            Ty::List(element) if **element == Ty::cell() => PlaceKind::Cell,
            Ty::List(element)
                if **element == Ty::Place(PlaceKind::Vertex) && *joining != Joining::Equal =>
            {
                PlaceKind::Vertex
            }
            other => {
                let wanted = match joining {
                    Joining::Equal => "a list of cells",
                    Joining::Split | Joining::Joined => "a list of cells or vertices",
                };
                self.mismatch(places.span, wanted, other);
                return;
            }
        };
        let problem = match joining {
            Joining::Equal => self.not_labels(id, family, parts),
            Joining::Split | Joining::Joined => self.not_links(id, family, kind),
        };
        if let Some(problem) = problem {
            self.problems.push(problem);
            return;
        }
        self.declare(name, Symbol::Groups(GroupsId(parts.groups.len() as u32), kind));
        self.note(name.span, &Ty::Place(kind).list().list(), Phase::Decided);
        parts.groups.push(Groups {
            name: name.name.clone(),
            span: name.span,
            places,
            kind,
            joining: *joining,
            family: id,
        });
    }

    /// Returns why the values of a family cannot be the labels of cells.
    fn not_labels(&self, id: FamilyId, family: &ast::Ident, parts: &Parts) -> Option<Problem> {
        if self.families[id.0 as usize].key != Some(Ty::cell()) {
            return Some(Problem::error(
                Code::TypeMismatch,
                format!("`{}` is not indexed by cells", family.name),
                family.span,
                "groups are made of cells",
            ));
        }
        let is_answer = matches!(parts.families[id.0 as usize].role, Role::Answer(_));
        (!is_answer).then(|| {
            Problem::error(
                Code::NotSupported,
                format!("`{}` is not an answer", family.name),
                family.span,
                "groups are made of equal answers",
            )
        })
    }

    /// Returns why the values of a family cannot be links between places.
    fn not_links(&self, id: FamilyId, family: &ast::Ident, kind: PlaceKind) -> Option<Problem> {
        let info = &self.families[id.0 as usize];
        let place = Ty::Place(kind);
        let is_between = match &info.key {
            Some(Ty::Place(PlaceKind::Edge)) => true,
            Some(Ty::Tuple(pair)) => *pair == [place.clone(), place],
            _ => false,
        };
        let problem = |code, message: String, label: &str| {
            Some(Problem::error(code, message, family.span, label))
        };
        if info.ty != Ty::Bool || !is_between {
            return problem(
                Code::TypeMismatch,
                format!("`{}` does not say of edges or pairs whether they join", family.name),
                "not a truth for each edge or pair",
            )
            .map(|problem| {
                problem.help(format!(
                    "declare `answer {}[a, b in adjacent]: bool`, or one with an index over `edges`",
                    family.name
                ))
            });
        }
        if info.is_free {
            return problem(
                Code::NotDetermined,
                format!("`{}` is not determined by the answer", family.name),
                "a free helper",
            );
        }
        None
    }

    pub(super) fn groups_named(&self, expr: &ast::Expr) -> Option<(GroupsId, PlaceKind)> {
        match &expr.kind {
            ast::ExprKind::Name(name) if self.names.local(name).is_none() => {
                match self.names.symbol(name) {
                    Some(Symbol::Groups(groups, kind)) => Some((*groups, *kind)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns the parts of `group[c]`.
    pub(super) fn group_written<'a>(&self, expr: &'a ast::Expr) -> Option<Written<'a>> {
        let ast::ExprKind::Index(base, keys) = &expr.kind else { return None };
        let (groups, kind) = self.groups_named(base)?;
        let ast::ExprKind::Name(name) = &base.kind else { return None };
        Some(Written { name, groups, kind, keys, span: expr.span })
    }

    /// Returns `group[c]` where it may stand although solving decides what is in it.
    pub(super) fn group(&mut self, written: &Written<'_>) -> Option<Expr> {
        let [key] = written.keys else {
            self.problems.push(Problem::error(
                Code::TypeMismatch,
                format!("`{}` is indexed by {}", written.name, Ty::Place(written.kind)),
                written.span,
                "one place is enough",
            ));
            return None;
        };
        let key = self.place_key(key, written.kind)?;
        let phase = key.phase.max(Phase::Decided);
        let kind = ExprKind::Group(written.groups, Box::new(key));
        let ty = Ty::Place(written.kind).list();
        Some(Expr { kind, ty, phase, span: written.span })
    }

    /// Returns `group[c]` as a list like others: only of a finished puzzle.
    pub(super) fn group_as_list(&mut self, written: &Written<'_>) -> Option<Expr> {
        if self.phase == Phase::Measured {
            return self.group(written);
        }
        let name = written.name;
        self.problems.push(
            Problem::error(
                Code::NotKnown,
                format!("which places are in a group of `{name}` is decided by solving"),
                written.span,
                "not known before",
            )
            .help(format!(
                "in rules, write `d in {name}[c]`, or `for d in {name}[c]` within {}",
                gathering().join(", ")
            )),
        );
        None
    }

    pub(super) fn group_size(
        &mut self,
        groups: (GroupsId, PlaceKind),
        key: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let key = self.place_key(key, groups.1)?;
        let phase = key.phase.max(Phase::Decided);
        let kind = ExprKind::GroupSize(groups.0, Box::new(key));
        Some(Expr { kind, ty: Ty::Int, phase, span })
    }

    fn place_key(&mut self, key: &ast::Expr, kind: PlaceKind) -> Option<Expr> {
        let outer = self.limit_phase_for_structure();
        let key = self.expect(key, &Ty::Place(kind));
        self.phase = outer;
        key
    }
}

/// Returns the functions that take lists of which solving decides what is in them.
fn gathering() -> Vec<String> {
    let functions = constraints::CONSTRAINTS.iter();
    let names = functions.filter(|function| function.gathered().is_some());
    names.map(|function| format!("`{}`", function.name())).collect()
}

/// Returns what a function makes of such a list; `None` where it takes none.
pub(super) fn gathered_by(function: &ast::Ident) -> Option<Gathered> {
    constraints::by_name(&function.name).and_then(constraints::Constraint::gathered)
}

/// Moves what solving decides of a `where` into the body: an element that does not fulfil it becomes one
/// that changes nothing. Over groups the whole condition stays, because their places are no elements yet.
pub(super) fn decided_where(function: &Gathered, binders: &mut Binders, body: Expr) -> Expr {
    let is_group = binders.generators.iter().any(|generator| generator.source.is_group());
    let Some(condition) =
        binders.condition.take_if(|condition| condition.phase == Phase::Decided && !is_group)
    else {
        return body;
    };
    let span = condition.span;
    let parts = match condition.kind {
        ExprKind::And(parts) => parts,
        _ => vec![*condition],
    };
    let (before, decided): (Vec<Expr>, Vec<Expr>) =
        parts.into_iter().partition(|part| part.phase == Phase::Known);
    if !before.is_empty() {
        binders.condition = Some(Box::new(truth(ExprKind::And(before), Phase::Known, span)));
    }
    let holds = truth(ExprKind::And(decided), Phase::Decided, span);
    let (ty, at) = (body.ty.value().clone(), body.span);
    let kind = match &function.neutral {
        Value::Bool(true) => ExprKind::Implies(Box::new(holds), Box::new(body)),
        Value::Bool(false) => ExprKind::And(vec![holds, body]),
        other => {
            let otherwise = known(other.clone(), ty.clone(), at);
            ExprKind::If(Box::new(holds), Box::new(value_of(body)), Box::new(otherwise))
        }
    };
    Expr { kind, ty, phase: Phase::Decided, span: at }
}
