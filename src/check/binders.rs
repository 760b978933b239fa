//! Binders and the lists that they make: `c in cells where …`, `[body for binders]`.

use crate::Checker;
use crate::groups::decided_where;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::expr::{Binders, Expr, ExprKind, Generator};
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast;
use puzgen_vocabulary::constraints::Gathered;

impl Checker<'_> {
    /// Returns a checked comprehension; one of a function that gathers may run over places of which
    /// solving decides which they are.
    pub(super) fn list_of(
        &mut self,
        body: &ast::Expr,
        binders: &ast::Binders,
        function: Option<&Gathered>,
        span: Span,
    ) -> Option<Expr> {
        let mark = self.names.mark();
        let binders = self.binders_over(binders, function.is_some());
        let body = binders.as_ref().and_then(|_| self.expr(body));
        self.names.release(mark);
        let (mut binders, mut body) = (binders?, body?);
        if let Some(function) = function.filter(|_| self.phase == Phase::Decided) {
            body = decided_where(function, &mut binders, body);
        }
        let source_phase = binders.generators.iter().map(|g| g.source.phase);
        let condition = binders.condition.as_ref().map(|condition| condition.phase);
        let phase = source_phase.chain(condition).fold(body.phase, Phase::max);
        let ty = body.ty.clone().list();
        Some(Expr { kind: ExprKind::ListOf { body: Box::new(body), binders }, ty, phase, span })
    }

    /// Returns the checked binders; their names stay bound until released.
    pub(super) fn binders(&mut self, binders: &ast::Binders) -> Option<Binders> {
        self.binders_over(binders, false)
    }

    fn binders_over(&mut self, binders: &ast::Binders, may_gather: bool) -> Option<Binders> {
        let mut generators: Vec<Generator> = Vec::with_capacity(binders.generators.len());
        for generator in &binders.generators {
            generators.push(self.generator(generator, may_gather)?);
        }
        let condition = match &binders.condition {
            Some(condition) => {
                let outer = self.phase;
                // Where a function gathers, what does not fulfil the condition adds nothing.
                if !may_gather {
                    self.limit_phase_for_structure();
                }
                let was_condition = std::mem::replace(&mut self.is_condition, true);
                let condition = self.expect(condition, &Ty::Bool);
                (self.phase, self.is_condition) = (outer, was_condition);
                Some(Box::new(condition?))
            }
            None => None,
        };
        Some(Binders { generators, condition, span: binders.span })
    }

    /// Returns a generator; its names stay bound until released.
    fn generator(&mut self, generator: &ast::Generator, may_gather: bool) -> Option<Generator> {
        let written = self.group_written(&generator.source).filter(|_| may_gather);
        let (source, element) = match written {
            Some(written) => {
                let group = self.group(&written)?;
                let element = group.ty.element().cloned()?;
                (group, element)
            }
            None => self.expect_list(&generator.source)?,
        };
        let is_decided = source.phase == Phase::Decided && !is_structure(&source);
        let names = &generator.names;
        let types = match &element {
            Ty::Tuple(types) if names.len() == types.len() || names.is_empty() => types.clone(),
            _ if names.len() <= 1 => vec![element.clone()],
            other => {
                self.wrong_names(names, other);
                return None;
            }
        };
        let mut slots = Vec::with_capacity(types.len());
        for (position, ty) in types.iter().enumerate() {
            let slot = self.names.next_slot();
            let name = names.get(position).map_or("", |name| name.name.as_str());
            self.names.bind(name, slot, ty.clone(), is_decided);
            if let Some(name) = names.get(position) {
                let phase = if is_decided { Phase::Decided } else { Phase::Known };
                self.note(name.span, ty, phase);
            }
            slots.push(slot);
        }
        Some(Generator { slots, types, source })
    }

    /// Reports names of which there are more or fewer than an element has parts.
    fn wrong_names(&mut self, names: &[ast::Ident], element: &Ty) {
        let expected = match element {
            Ty::Tuple(types) => format!("{} names", types.len()),
            _ => "one name".to_owned(),
        };
        let span = names[0].span.to(names[names.len() - 1].span);
        let message = format!("expected {expected} for {element}, found {}", names.len());
        let mut problem = Problem::error(Code::TypeMismatch, message, span, "the names");
        if !matches!(element, Ty::Tuple(_)) {
            let each: Vec<String> =
                names.iter().map(|name| format!("{} in …", name.name)).collect();
            problem = problem.help(format!("write `{}`", each.join(", ")));
        }
        self.problems.push(problem);
    }
}

/// Returns whether the list's elements are known although its phase is "decided": groups.
fn is_structure(list: &Expr) -> bool {
    matches!(list.kind, ExprKind::Groups(_)) || list.is_group()
}
