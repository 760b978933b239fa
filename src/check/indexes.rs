//! Elements and membership: `x[key]`, `list[position]`, `(a, b)`, `a in list`.

use crate::Checker;
use crate::names::Symbol;
use crate::typed::{range, truth, type_of_value, value_of};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::expr::{Expr, ExprKind};
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast;

impl Checker<'_> {
    pub(super) fn tuple(&mut self, parts: &[ast::Expr], span: Span) -> Option<Expr> {
        let parts: Vec<Option<Expr>> = parts.iter().map(|part| self.expr(part)).collect();
        let parts: Vec<Expr> =
            parts.into_iter().map(|part| part.map(value_of)).collect::<Option<_>>()?;
        let ty = Ty::Tuple(parts.iter().map(|part| part.ty.clone()).collect());
        let phase = parts.iter().map(|part| part.phase).max().unwrap_or(Phase::Known);
        Some(Expr { kind: ExprKind::Tuple(parts), ty, phase, span })
    }

    /// Returns the element of a list at a position.
    fn at(&mut self, list: Expr, position: &ast::Expr, element: &Ty, span: Span) -> Option<Expr> {
        let position = self.expect(position, &Ty::Int)?;
        let (list, ty) = match position.phase {
            Phase::Known => (list, element.clone()),
            _ => (value_of(list), type_of_value(element)),
        };
        if position.phase == Phase::Decided
            && self.phase == Phase::Decided
            && !matches!(ty, Ty::Int | Ty::Bool)
        {
            self.report_phase(&position);
            return None;
        }
        let phase = list.phase.max(position.phase);
        Some(Expr { kind: ExprKind::At(Box::new(list), Box::new(position)), ty, phase, span })
    }

    pub(super) fn index(
        &mut self,
        base: &ast::Expr,
        keys: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        if let ast::ExprKind::Field(owner, field) = &base.kind
            && let Some(groups) = self.groups_named(owner)
            && field.name == "size"
            && keys.len() == 1
        {
            return self.group_size(groups, &keys[0], span);
        }
        let name = match &base.kind {
            ast::ExprKind::Name(name) => name.as_str(),
            _ => "",
        };
        let family = match self.names.symbol(name) {
            Some(Symbol::Family(family)) if self.names.local(name).is_none() => *family,
            Some(Symbol::Layout(layout)) if self.names.local(name).is_none() => {
                let layout = *layout;
                return self.layout_at(layout, (base.span, name), keys, span);
            }
            Some(Symbol::Clue(_)) => {
                self.name(name, base.span);
                return None;
            }
            _ => {
                let base = self.expr(base)?;
                if let ([position], Some(element)) = (keys, base.ty.element().cloned()) {
                    return self.at(base, position, &element, span);
                }
                self.problems.push(
                    Problem::error(
                        Code::TypeMismatch,
                        format!("{} cannot be indexed", base.ty),
                        base.span,
                        base.ty.to_string(),
                    )
                    .help("families such as `answer x[cells]` and lists are indexed"),
                );
                return None;
            }
        };
        let Some(expected) = self.families[family.0 as usize].key.clone() else {
            self.no_index(base.span, name);
            return None;
        };
        let (key, many) = self.key(keys, &expected, name, span)?;
        let element = self.families[family.0 as usize].ty.clone();
        let ty = if many { element.list() } else { element };
        let phase = key.phase.max(Phase::Decided);
        Some(Expr { kind: ExprKind::Element { family, key: Box::new(key), many }, ty, phase, span })
    }

    /// Returns the checked key (or list of keys) of an index.
    pub(super) fn key(
        &mut self,
        keys: &[ast::Expr],
        expected: &Ty,
        name: &str,
        span: Span,
    ) -> Option<(Expr, bool)> {
        let outer = self.phase;
        // One number may be decided by solving.
        if *expected != Ty::Int {
            self.limit_phase_for_structure();
        }
        let checked: Option<Vec<Expr>> = keys.iter().map(|key| self.expr(key)).collect();
        self.phase = outer;
        let mut checked = checked?;
        let key = if checked.len() == 1 {
            checked.remove(0)
        } else {
            let ty = Ty::Tuple(checked.iter().map(|key| key.ty.clone()).collect());
            let phase = checked.iter().map(|key| key.phase).max().unwrap_or(Phase::Known);
            Expr { kind: ExprKind::Tuple(checked), ty, phase, span }
        };
        if key.ty.fits(expected) {
            let key = if *expected == Ty::Int { value_of(key) } else { key };
            return Some((key, false));
        }
        if key.ty.element().is_some_and(|element| element.fits(expected)) {
            if key.phase == Phase::Decided && self.phase == Phase::Decided {
                self.report_phase(&key);
                return None;
            }
            return Some((key, true));
        }
        let problem = Problem::error(
            Code::TypeMismatch,
            format!("`{name}` is indexed by {expected}, found {}", key.ty),
            key.span,
            key.ty.to_string(),
        );
        self.problems.push(if *expected == Ty::cell() {
            problem.help(format!("write `{name}[c]` for a cell, such as `{name}[cell(1, 2)]`"))
        } else {
            problem
        });
        None
    }

    pub(super) fn member(
        &mut self,
        item: &ast::Expr,
        list: &ast::Expr,
        negated: bool,
        span: Span,
    ) -> Option<Expr> {
        let is_tuple = matches!(item.kind, ast::ExprKind::Tuple(_));
        let item = match &item.kind {
            ast::ExprKind::Tuple(parts) => self.tuple(parts, item.span),
            _ => self.expr(item),
        };
        let list = match &list.kind {
            // Whether a number lies between two others can be decided; which numbers do, cannot.
            ast::ExprKind::Range(lo, hi) => {
                let (lo, hi) = (self.expect(lo, &Ty::Int), self.expect(hi, &Ty::Int));
                lo.zip(hi).map(|(lo, hi)| (range(lo, hi, list.span), Ty::Int))
            }
            _ => match self.group_written(list) {
                Some(written) => {
                    self.group(&written).map(|group| (group, Ty::Place(written.kind())))
                }
                None => self.expect_list(list),
            },
        };
        let (item, (list, element)) = (item?, list?);
        if !item.ty.fits(&element) && !element.fits(item.ty.value()) {
            let (expected, found) = (element.in_full(), item.ty.in_full());
            self.mismatch_of(item.span, &expected, &found);
            return None;
        }
        if is_tuple && !self.is_table(&item, &list) {
            return None;
        }
        // A variable is looked for by its name among names, and by its value among values.
        let by_name = [&item.ty, &element].iter().all(|ty| matches!(ty, Ty::Variable(_)));
        let (item, list) = if by_name { (item, list) } else { (value_of(item), value_of(list)) };
        let phase = item.phase.max(list.phase);
        let inside = truth(ExprKind::In(Box::new(item), Box::new(list)), phase, span);
        Some(if negated { truth(ExprKind::Not(Box::new(inside)), phase, span) } else { inside })
    }

    /// Returns whether a tuple can be looked for in a list: what of it is decided by solving are numbers
    /// and truths, and the list is known.
    fn is_table(&mut self, item: &Expr, list: &Expr) -> bool {
        if item.phase != Phase::Decided || self.phase != Phase::Decided {
            return true;
        }
        if list.phase != Phase::Known {
            self.report_phase(list);
            return false;
        }
        let ExprKind::Tuple(parts) = &item.kind else { return true };
        let wrong = parts
            .iter()
            .find(|part| part.phase == Phase::Decided && !matches!(part.ty, Ty::Int | Ty::Bool));
        if let Some(wrong) = wrong {
            self.mismatch(wrong.span, "a number or a truth", &wrong.ty);
        }
        wrong.is_none()
    }
}
