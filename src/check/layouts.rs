//! Layouts: what is drawn with a puzzle, and the puzzle of drawing it.

use crate::names::Symbol;
use crate::typed::used_as;
use crate::{Checker, Parts};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::definition::{Definition, Rule};
use puzgen_model::expr::{Binders, Expr, ExprKind, LayoutId};
use puzgen_model::layout::{Layout, LayoutKind, Sampler};
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast::{self, ExprKind as Ast, Item, ItemKind, LayoutValue};
use puzgen_vocabulary::layouts;

/// What expressions need to know of a layout.
#[derive(Debug)]
pub(super) struct LayoutInfo {
    /// The type of its key; none for a single value.
    key: Option<Ty>,
    /// The type of an element: the room of a place, or a value.
    ty: Ty,
    is_rooms: bool,
}

impl Checker<'_> {
    pub(super) fn layout(&mut self, item: &Item, parts: &mut Parts) {
        let ItemKind::Layout { name, value } = &item.kind else { return };
        let checked = match value {
            LayoutValue::Rooms(rooms) => self.rooms(rooms).map(|kind| {
                let ty = Ty::cell().list();
                (kind, LayoutInfo { key: Some(Ty::cell()), ty, is_rooms: true })
            }),
            LayoutValue::Drawn { index, domain } => {
                let checked = self.within(index.as_ref(), Phase::Known, Phase::Known, |checker| {
                    checker.values(domain)
                });
                checked.map(|(index, domain)| {
                    let ty = if domain.is_some() { Ty::Int } else { Ty::Bool };
                    let key = index.as_ref().map(Binders::key_type);
                    let info = LayoutInfo { key, ty, is_rooms: false };
                    (LayoutKind::Drawn { index, domain }, info)
                })
            }
        };
        let Some((kind, info)) = checked else {
            self.broken.push(name.name.clone());
            return;
        };
        self.declare(name, Symbol::Layout(LayoutId(self.layouts.len() as u32)));
        self.note(
            name.span,
            &if info.key.is_some() { info.ty.clone().list() } else { info.ty.clone() },
            Phase::Known,
        );
        self.layouts.push(info);
        parts.layouts.push(Layout { name: name.name.clone(), span: name.span, kind });
    }

    /// Returns `rooms(places, sizes)`, perhaps with the number of rooms.
    fn rooms(&mut self, rooms: &ast::Expr) -> Option<LayoutKind> {
        self.phase = Phase::Known;
        let (sampler, arguments) = self.sampler_of_rooms(rooms)?;
        let most = if sampler.takes_count() { 3 } else { 2 };
        if !(2..=most).contains(&arguments.len()) {
            let found = arguments.len();
            self.wrong_arguments(
                sampler.name(),
                used_as(sampler.signature()),
                &format!("{found} arguments"),
                rooms.span,
            );
            return None;
        }
        let places = self.expect(&arguments[0], &Ty::cell().list());
        let sizes = self.expect(&arguments[1], &Ty::Int.list());
        let count = match arguments.get(2) {
            Some(count) => Some(self.expect(count, &Ty::Int)?),
            None => None,
        };
        let (places, sizes) = (places?, sizes?);
        let parts = [Some(&places), Some(&sizes), count.as_ref()];
        if let Some(drawn) = parts.into_iter().flatten().find_map(|part| self.drawn_in(part)) {
            self.problems.push(
                Problem::error(
                    Code::NotKnown,
                    "rooms are drawn before all other layouts",
                    drawn,
                    "not known yet",
                )
                .help("use parameters, numbers and the board only"),
            );
            return None;
        }
        Some(LayoutKind::Rooms { sampler, places, sizes, count })
    }

    /// Returns the sampler that an expression names, and what it is given.
    fn sampler_of_rooms<'e>(
        &mut self,
        rooms: &'e ast::Expr,
    ) -> Option<(&'static dyn Sampler, &'e [ast::Expr])> {
        let Ast::Call(function, arguments) = &rooms.kind else {
            let list: Vec<String> =
                layouts::SAMPLERS.iter().map(|s| format!("`{}`", s.signature())).collect();
            let list = list.join(", ");
            let message = "a layout is drawn by a sampler";
            self.problems.push(
                Problem::error(Code::WrongArguments, message, rooms.span, "no sampler").help(
                    format!("write one of {list}, or values as in `layout wall[cells]: bool`"),
                ),
            );
            return None;
        };
        let sampler = layouts::by_name(&function.name);
        if sampler.is_none() {
            let known: Vec<&str> = layouts::SAMPLERS.iter().map(|sampler| sampler.name()).collect();
            let message = format!("there is no sampler `{}`", function.name);
            self.problems.push(
                Problem::error(Code::UnknownName, message, function.span, "unknown sampler")
                    .help(format!("the samplers of layouts are {}", known.join(", ")))
                    .did_you_mean(&function.name, known),
            );
        }
        Some((sampler?, arguments))
    }

    /// Returns the layout itself, as a value.
    pub(super) fn layout_value(&self, layout: LayoutId, span: Span) -> Expr {
        let info = &self.layouts[layout.0 as usize];
        let ty = if info.key.is_some() { info.ty.clone().list() } else { info.ty.clone() };
        Expr { kind: ExprKind::Layout(layout), ty, phase: Phase::Known, span }
    }

    /// Returns `cage[key]`.
    pub(super) fn layout_at(
        &mut self,
        layout: LayoutId,
        (base, name): (Span, &str),
        keys: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let info = &self.layouts[layout.0 as usize];
        let (expected, element) = (info.key.clone(), info.ty.clone());
        let Some(expected) = expected else {
            self.no_index(base, name);
            return None;
        };
        let (key, many) = self.key(keys, &expected, name, span)?;
        let ty = if many { element.list() } else { element };
        let phase = key.phase;
        let kind = ExprKind::LayoutAt { layout, key: Box::new(key), many };
        Some(Expr { kind, ty, phase, span })
    }

    /// Returns where an expression mentions a layout that is not rooms.
    fn drawn_in(&self, expr: &Expr) -> Option<Span> {
        let layout = match &expr.kind {
            ExprKind::Layout(layout) | ExprKind::LayoutAt { layout, .. } => Some(layout),
            _ => None,
        };
        let mut found =
            layout.filter(|layout| !self.layouts[layout.0 as usize].is_rooms).map(|_| expr.span);
        expr.for_each_child(&mut |child| found = found.or_else(|| self.drawn_in(child)));
        found
    }

    /// Returns whether a rule mentions layouts that are not rooms, and nothing else that is not
    /// known: then it decides how they are drawn.
    pub(super) fn is_about_layout(&self, rule: &Rule) -> bool {
        let is_known = rule.body.phase == Phase::Known;
        is_known && rule.parts().any(|part| self.drawn_in(part).is_some())
    }

    /// Returns the items of the puzzle of drawing the layouts that are not rooms, if there are any:
    /// they are its answer.
    pub(super) fn shape_items(&self, items: &[Item], definition: &Definition) -> Option<Vec<Item>> {
        if definition.layouts.iter().all(Layout::is_rooms) {
            return None;
        }
        let mut rules = definition.rules.iter();
        let mut shape = Vec::new();
        for item in items {
            let kind = match &item.kind {
                ItemKind::Layout { name, value: LayoutValue::Drawn { index, domain } } => {
                    let (names, index) = (vec![name.clone()], index.clone());
                    ItemKind::Answer { names, index, domain: domain.clone() }
                }
                ItemKind::Rule { .. } => {
                    match rules.next().is_some_and(|rule| self.is_about_layout(rule)) {
                        true => item.kind.clone(),
                        false => continue,
                    }
                }
                ItemKind::Let { name, .. } if self.is_named_of_answer(name) => continue,
                ItemKind::Param { .. }
                | ItemKind::Let { .. }
                | ItemKind::Board(_)
                | ItemKind::Layout { .. } => item.kind.clone(),
                _ => continue,
            };
            shape.push(Item { kind, span: item.span });
        }
        Some(shape)
    }
}
