//! Expressions: names, types and phases.
//!
//! A long file, as it is one case for each form of expression, and few of them share anything.

use std::sync::Arc;

use crate::ast;
use crate::check::Checker;
use crate::check::groups::{decided_where, gathered_by};
use crate::check::names::Symbol;
use crate::constraints::{self, Gathered};
use crate::diagnostics::{Code, Problem};
use crate::features;
use crate::grid::{Graph, Place};
use crate::model::expr::{BinaryOp, Binders, CompareOp, Expr, ExprKind, FamilyId, Generator};
use crate::model::function::Function;
use crate::model::ty::{Phase, Ty};
use crate::model::value::Value;
use crate::places;
use crate::source::Span;
use crate::syntax;

/// What a function without its arguments was given.
const NO_ARGUMENT: &str = "no argument";

impl Checker<'_> {
    /// Returns the checked expression; reports and returns `None` where it has a mistake.
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Option<Expr> {
        let checked = self.expr_of_any_phase(expr)?;
        self.note(expr.span, &checked.ty);
        if checked.phase > self.phase {
            self.report_phase(&checked);
            return None;
        }
        Some(checked)
    }

    /// Notes the type of what stands at a place, for those who ask for types.
    pub(super) fn note(&mut self, span: Span, ty: &Ty) {
        if let Some(types) = &mut self.types {
            types.entry(span).or_insert_with(|| ty.clone());
        }
    }

    pub(super) fn report_phase(&mut self, expr: &Expr) {
        let problem = match (expr.phase, self.phase) {
            (Phase::Measured, _) => Problem::error(
                Code::NotKnown,
                "what is shown is not known here",
                expr.span,
                "known only of a finished puzzle",
            )
            .help("measures belong in `remove`, `feature` and `levels`"),
            _ if self.is_shape => Problem::error(
                Code::NotKnown,
                "this decides how the layout is drawn, so the layout is not known yet",
                expr.span,
                "depends on the layout",
            )
            .help("a rule about a layout alone must not choose its cases by it"),
            _ => Problem::error(
                Code::NotKnown,
                "this value is decided by solving, but must be known before",
                expr.span,
                "depends on the answer",
            )
            .help(match self.is_condition {
                true => {
                    "after `where`, use parameters, numbers and the board only; the rest belongs \
                     into what is said of each: `a implies b`, `if a then b else 0`"
                }
                false => "use parameters, numbers and the board only",
            }),
        };
        self.problems.push(problem);
    }

    /// Returns the checked expression if its type fits `expected`; a variable becomes its value.
    pub(super) fn expect(&mut self, expr: &ast::Expr, expected: &Ty) -> Option<Expr> {
        // What a function of a script gives is what is asked for: a truth, or else a number.
        let call = if *expected == Ty::Bool { self.script_call(expr, expected) } else { None };
        let checked = match call {
            Some(call) => call?,
            None => self.expr(expr)?,
        };
        self.coerce(checked, expected)
    }

    pub(super) fn coerce(&mut self, expr: Expr, expected: &Ty) -> Option<Expr> {
        if !expr.ty.fits(expected) {
            self.mismatch(expr.span, &expected.to_string(), &expr.ty);
            return None;
        }
        let expr = if matches!(expected, Ty::Variable(_)) { expr } else { value_of(expr) };
        if expr.phase > self.phase {
            self.report_phase(&expr);
            return None;
        }
        Some(expr)
    }

    /// Returns the checked expression if it is a list, with its element type.
    pub(super) fn expect_list(&mut self, expr: &ast::Expr) -> Option<(Expr, Ty)> {
        let checked = self.expr(expr)?;
        match checked.ty.element().cloned() {
            Some(element) => Some((checked, element)),
            None => {
                self.mismatch(checked.span, "a list", &checked.ty);
                None
            }
        }
    }

    pub(super) fn mismatch(&mut self, span: Span, expected: &str, found: &Ty) {
        self.mismatch_of(span, expected, &found.to_string());
    }

    pub(super) fn mismatch_of(&mut self, span: Span, expected: &str, found: &str) {
        self.problems.push(Problem::error(
            Code::TypeMismatch,
            format!("expected {expected}, found {found}"),
            span,
            found,
        ));
    }

    fn number(&mut self, expr: &ast::Expr) -> Option<Expr> {
        let checked = self.expr(expr)?;
        if checked.ty.is_number() {
            return Some(value_of(checked));
        }
        self.mismatch(checked.span, "a number", &checked.ty);
        None
    }

    fn expr_of_any_phase(&mut self, expr: &ast::Expr) -> Option<Expr> {
        use ast::ExprKind as Ast;
        let span = expr.span;
        match &expr.kind {
            Ast::Int(value) => Some(known(Value::Int(*value), Ty::Int, span)),
            Ast::Bool(value) => Some(known(Value::Bool(*value), Ty::Bool, span)),
            Ast::Text(text) => Some(known(Value::Word(Arc::from(&*text.text)), Ty::Text, span)),
            Ast::Name(name) => self.name(name, span),
            Ast::Tuple(parts) => {
                let outer = self.limit_phase_for_structure();
                let tuple = self.tuple(parts, span);
                self.phase = outer;
                tuple
            }
            Ast::List(items) => self.list(items, span),
            Ast::Range(lo, hi) => {
                let outer = self.limit_phase_for_structure();
                let (lo, hi) = (self.expect(lo, &Ty::Int), self.expect(hi, &Ty::Int));
                self.phase = outer;
                Some(range(lo?, hi?, span))
            }
            Ast::Index(base, keys) => match self.group_written(expr) {
                Some(written) => self.group_as_list(&written),
                None => self.index(base, keys, span),
            },
            Ast::Field(base, field) => self.field(base, field, span),
            Ast::Call(function, arguments) => match self.script_call(expr, &Ty::Int) {
                Some(call) => call,
                None => self.call(function, arguments, span),
            },
            Ast::Comprehension { function, body, binders } => {
                let list_span = body.span.to(binders.span);
                let gathered = gathered_by(function);
                let list = self.list_of(body, binders, gathered.as_ref(), list_span)?;
                self.apply(function, vec![list], span)
            }
            Ast::ListOf { body, binders } => self.list_of(body, binders, None, span),
            Ast::Neg(inner) => {
                let inner = self.number(inner)?;
                let (ty, phase) = (inner.ty.clone(), inner.phase);
                Some(Expr { kind: ExprKind::Neg(Box::new(inner)), ty, phase, span })
            }
            Ast::Not(inner) => {
                let inner = self.expect(inner, &Ty::Bool)?;
                let phase = inner.phase;
                Some(truth(ExprKind::Not(Box::new(inner)), phase, span))
            }
            Ast::Sum(terms) => {
                let terms: Vec<Option<(bool, Expr)>> =
                    terms.iter().map(|(minus, term)| Some((*minus, self.number(term)?))).collect();
                let terms: Vec<(bool, Expr)> = terms.into_iter().collect::<Option<_>>()?;
                let phase = terms.iter().map(|(_, term)| term.phase).max()?;
                let is_real = terms.iter().any(|(_, term)| term.ty == Ty::Real);
                let ty = if is_real { Ty::Real } else { Ty::Int };
                Some(Expr { kind: ExprKind::Sum(terms), ty, phase, span })
            }
            Ast::Binary(op, left, right) => self.binary(*op, left, right, span),
            Ast::And(items) => self.connective(items, ExprKind::And, span),
            Ast::Or(items) => self.connective(items, ExprKind::Or, span),
            Ast::Implies(left, right) => self.two_truths(left, right, ExprKind::Implies, span),
            Ast::Iff(left, right) => self.two_truths(left, right, ExprKind::Iff, span),
            Ast::Compare(first, rest) => self.compare(first, rest, span),
            Ast::In { item, list, negated } => self.member(item, list, *negated, span),
            Ast::If(condition, then, otherwise) => {
                let condition = self.expect(condition, &Ty::Bool);
                let (then, otherwise) = (self.expr(then), self.expr(otherwise));
                let (condition, then, otherwise) = (condition?, then?, otherwise?);
                let ty = if then.ty.value().fits(otherwise.ty.value()) {
                    otherwise.ty.value().clone()
                } else if otherwise.ty.value().fits(then.ty.value()) {
                    then.ty.value().clone()
                } else {
                    self.mismatch(otherwise.span, &then.ty.to_string(), &otherwise.ty);
                    return None;
                };
                let (then, otherwise) = (value_of(then), value_of(otherwise));
                if condition.phase == Phase::Decided
                    && self.phase == Phase::Decided
                    && !matches!(ty, Ty::Int | Ty::Bool)
                {
                    self.mismatch(then.span, "a number or a truth", &ty);
                    return None;
                }
                let phase = condition.phase.max(then.phase).max(otherwise.phase);
                let kind = ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise));
                Some(Expr { kind, ty, phase, span })
            }
        }
    }

    /// While rules are checked, what decides how many things there are must be known.
    pub(super) fn limit_phase_for_structure(&mut self) -> Phase {
        let outer = self.phase;
        if self.phase == Phase::Decided {
            self.phase = Phase::Known;
        }
        outer
    }

    pub(super) fn name(&mut self, name: &str, span: Span) -> Option<Expr> {
        if let Some((slot, ty, is_decided)) = self.names.local(name) {
            let phase = if is_decided { Phase::Decided } else { Phase::Known };
            return Some(Expr { kind: ExprKind::Local(slot), ty, phase, span });
        }
        match self.names.symbol(name).cloned() {
            Some(Symbol::Constant(position, ty)) => {
                let kind = ExprKind::Constant(position);
                return Some(Expr { kind, ty, phase: Phase::Known, span });
            }
            Some(Symbol::Family(family)) => {
                let info = &self.families[family.0 as usize];
                let ty = if info.key.is_some() { info.ty.clone().list() } else { info.ty.clone() };
                let kind = ExprKind::Family(family);
                return Some(Expr { kind, ty, phase: Phase::Decided, span });
            }
            Some(Symbol::Layout(layout)) => return Some(self.layout_value(layout, span)),
            Some(Symbol::Named(at)) => return self.named(at, span),
            Some(Symbol::Groups(groups, place)) => {
                if self.phase != Phase::Measured {
                    self.problems.push(
                        Problem::error(
                            Code::NotKnown,
                            format!("the groups of `{name}` are decided by solving"),
                            span,
                            "not known before",
                        )
                        .help(format!(
                            "in rules, use `{name}.size[c]`, `{name}.count` or `for d in {name}[c]`"
                        )),
                    );
                    return None;
                }
                let kind = ExprKind::Groups(groups);
                return Some(Expr {
                    kind,
                    ty: Ty::Place(place).list().list(),
                    phase: Phase::Decided,
                    span,
                });
            }
            Some(Symbol::Feature(position, ty)) => {
                let kind = ExprKind::Feature(position);
                return Some(Expr { kind, ty, phase: Phase::Measured, span });
            }
            Some(Symbol::Clue(clue)) => {
                let key = if self.clues[clue.0 as usize].index.is_some() { "[…]" } else { "" };
                self.problems.push(
                    Problem::error(
                        Code::TypeMismatch,
                        format!("`{name}` is a clue, not a value"),
                        span,
                        "a clue",
                    )
                    .help(format!(
                        "for its value write the expression that the clue states; `shown({name}{key})` asks whether it is shown"
                    )),
                );
                return None;
            }
            Some(Symbol::Word) => return Some(known(Value::Word(Arc::from(name)), Ty::Word, span)),
            None => {}
        }
        if places::is_word(name) {
            return Some(known(Value::Word(Arc::from(name)), Ty::Word, span));
        }
        if let Some(function) = places::by_name(name) {
            if let Some(ty) = function.result_type(&[]) {
                self.needs_board(name, span)?;
                let kind = ExprKind::Call(function, Vec::new());
                return Some(Expr { kind, ty, phase: Phase::Known, span });
            }
            self.wrong_arguments(function.name(), used_as(function.signature()), NO_ARGUMENT, span);
            return None;
        }
        if let Some(measure) = features::measure(name) {
            if let Some(ty) = measure.result_type(&[]) {
                let kind = ExprKind::Measure(measure, Vec::new());
                return Some(Expr { kind, ty, phase: Phase::Measured, span });
            }
            self.wrong_arguments(measure.name(), used_as(measure.signature()), NO_ARGUMENT, span);
            return None;
        }
        if let Some(found) = self.graph.as_deref().and_then(|graph| named(graph, name, span)) {
            return Some(found);
        }
        self.unknown(name, span);
        None
    }

    fn needs_board(&mut self, name: &str, span: Span) -> Option<()> {
        if self.has_board {
            return Some(());
        }
        self.problems.push(
            Problem::error(
                Code::MissingItem,
                format!("`{name}` needs a board, and there is none"),
                span,
                "a part of the board",
            )
            .help("declare one before the first use: `board grid(rows, columns)`"),
        );
        None
    }

    pub(super) fn unknown(&mut self, name: &str, span: Span) {
        if self.lacks_items || self.broken.iter().any(|broken| broken == name) {
            return;
        }
        let problem = Problem::error(
            Code::UnknownName,
            format!("there is nothing called `{name}` here"),
            span,
            "unknown name",
        );
        let builtin = places::PLACES.iter().map(|place| place.name());
        let functions = constraints::CONSTRAINTS.iter().map(|function| function.name());
        let measures: Vec<&str> = self.measures();
        let known: Vec<&str> =
            self.names.all().chain(builtin).chain(measures).chain(functions).collect();
        let problem = match (self.later.get(name), syntax::foreign_function(name)) {
            (Some(later), _) => problem.help(later.help(name, self.kind, span)),
            (None, Some(ours)) => problem.help(format!("puzgen writes `{ours}`")),
            (None, None) => problem.did_you_mean(name, known),
        };
        self.problems.push(problem);
    }

    fn list(&mut self, items: &[ast::Expr], span: Span) -> Option<Expr> {
        let checked: Vec<Option<Expr>> = items
            .iter()
            .map(|item| match &item.kind {
                // A loose variable in braces is a name for itself, so that it can be a key.
                ast::ExprKind::Name(name) if self.names.local(name).is_none() => {
                    match self.names.symbol(name) {
                        Some(Symbol::Family(family))
                            if self.families[family.0 as usize].key.is_none() =>
                        {
                            let ty = self.families[family.0 as usize].ty.clone();
                            Some(Expr {
                                kind: ExprKind::Variable(*family),
                                ty: Ty::Variable(Box::new(ty)),
                                phase: Phase::Known,
                                span: item.span,
                            })
                        }
                        _ => self.expr(item),
                    }
                }
                _ => self.expr(item),
            })
            .collect();
        let mut checked: Vec<Expr> = checked.into_iter().collect::<Option<_>>()?;
        let Some(first) = checked.first().map(|item| item.ty.clone()) else {
            self.problems.push(
                Problem::error(Code::TypeMismatch, "an empty list has no type", span, "no element")
                    .help("list at least one element"),
            );
            return None;
        };
        let mut ty = first.clone();
        if checked.iter().any(|item| item.ty != first) {
            // Variables and plain values mixed: the values count.
            checked = checked.into_iter().map(value_of).collect();
            ty = checked[0].ty.clone();
            for item in &checked {
                if item.ty.fits(&ty) {
                    continue;
                } else if ty.fits(&item.ty) {
                    ty = item.ty.clone();
                } else {
                    self.mismatch(item.span, &ty.to_string(), &item.ty);
                    return None;
                }
            }
        }
        let phase = checked.iter().map(|item| item.phase).max().unwrap_or(Phase::Known);
        Some(Expr { kind: ExprKind::List(checked), ty: ty.list(), phase, span })
    }

    pub(super) fn no_index(&mut self, span: Span, name: &str) {
        self.problems.push(
            Problem::error(
                Code::TypeMismatch,
                format!("`{name}` is a single variable and has no index"),
                span,
                "not a family",
            )
            .help(format!("write `{name}` alone")),
        );
    }

    fn field(&mut self, base: &ast::Expr, field: &ast::Ident, span: Span) -> Option<Expr> {
        if let Some((groups, _)) = self.groups_named(base) {
            if field.name == "count" {
                let kind = ExprKind::GroupCount(groups);
                return Some(Expr { kind, ty: Ty::Int, phase: Phase::Decided, span });
            }
            let problem = Problem::error(
                Code::UnknownName,
                format!("groups have no `{}` of this form", field.name),
                field.span,
                "unknown part",
            );
            self.problems.push(problem.help("groups have `size[c]` and `count`"));
            return None;
        }
        let base = self.expr(base)?;
        let is_place = matches!(base.ty, Ty::Place(_));
        let phase = base.phase;
        let kind = match (field.name.as_str(), is_place) {
            ("row", true) => ExprKind::Row(Box::new(base)),
            ("column", true) => ExprKind::Column(Box::new(base)),
            _ => {
                self.unknown_part(&base.ty, field);
                return None;
            }
        };
        Some(Expr { kind, ty: Ty::Int, phase, span })
    }

    fn unknown_part(&mut self, ty: &Ty, field: &ast::Ident) {
        let part = &field.name;
        let message = format!("{ty} has no `{part}`");
        let problem = Problem::error(Code::UnknownName, message, field.span, "unknown part");
        let of_each = matches!(ty, Ty::List(element) if matches!(**element, Ty::Place(_)));
        self.problems.push(match ty {
            Ty::Place(_) => problem
                .help(match part.as_str() {
                    way @ ("left" | "right" | "up" | "down") => {
                        format!("the next one there, where there is one, is in `next_to(c, {way})`")
                    }
                    _ => "places have `row` and `column`".to_owned(),
                })
                .did_you_mean(part, ["row", "column"]),
            _ if of_each && ["row", "column"].contains(&part.as_str()) => problem.help(format!(
                "each of its places has one: `[c.{part} for c in list]`, or `list[1].{part}` of the first"
            )),
            _ => problem.help("only places have parts: `row` and `column`"),
        });
    }

    fn call(&mut self, function: &ast::Ident, arguments: &[ast::Expr], span: Span) -> Option<Expr> {
        if function.name == "shown" {
            return self.shown(arguments, span);
        }
        if function.name == "components" {
            self.problems.push(
                Problem::error(
                    Code::WrongArguments,
                    "`components` stands alone in an `aux`",
                    function.span,
                    "not here",
                )
                .help("declare `aux group = components(cells where equal x)`"),
            );
            return None;
        }
        let checked: Vec<Option<Expr>> =
            arguments.iter().map(|argument| self.expr(argument)).collect();
        let checked = checked.into_iter().collect::<Option<Vec<_>>>()?;
        self.apply(function, checked, span)
    }

    fn apply(&mut self, name: &ast::Ident, arguments: Vec<Expr>, span: Span) -> Option<Expr> {
        let types: Vec<Ty> = arguments.iter().map(|argument| argument.ty.clone()).collect();
        let phase = arguments.iter().map(phase_of_value).max().unwrap_or(Phase::Known);
        let found = || match types.as_slice() {
            [] => NO_ARGUMENT.to_owned(),
            [only] => only.to_string(),
            [first, second] => format!("{first} and {second}"),
            many => format!("{} arguments", many.len()),
        };
        if let Some(measure) = features::measure(&name.name) {
            let Some(ty) = measure.result_type(&types) else {
                self.wrong_arguments(
                    measure.name(),
                    used_as(measure.signature()),
                    &found(),
                    name.span,
                );
                return None;
            };
            let kind = ExprKind::Measure(measure, arguments);
            return Some(Expr { kind, ty, phase: Phase::Measured, span });
        }
        let decided = constraints::by_name(&name.name);
        let place = places::by_name(&name.name);
        let function: &'static dyn Function = match (decided, place) {
            (Some(constraint), _) => constraint,
            (None, Some(place)) => {
                self.needs_board(&name.name, name.span)?;
                place
            }
            (None, None) => match features::statistic(&name.name) {
                Some(statistic) => statistic,
                None => {
                    self.unknown_function(name);
                    return None;
                }
            },
        };
        let mut arguments = arguments;
        let mut types_with_keys = types.clone();
        if function.takes_keys() {
            let Some(keys) = arguments.first().and_then(|first| self.keys_of(first)) else {
                self.wrong_arguments(
                    function.name(),
                    used_as(function.signature()),
                    &found(),
                    name.span,
                );
                return None;
            };
            types_with_keys.insert(0, keys.ty.clone());
            arguments.insert(0, keys);
        }
        let Some(ty) = function.result_type(&types_with_keys) else {
            let how = match function.instead(&types) {
                Some(instead) => instead.to_owned(),
                None => used_as(function.signature()),
            };
            self.wrong_arguments(function.name(), how, &found(), name.span);
            return None;
        };
        if decided.is_none() && phase == Phase::Decided && self.phase == Phase::Decided {
            self.problems.push(Problem::error(
                Code::NotKnown,
                format!("`{}` cannot be decided by solving", name.name),
                span,
                "depends on the answer",
            ));
            return None;
        }
        let arguments = arguments.into_iter().map(value_of).collect();
        Some(Expr { kind: ExprKind::Call(function, arguments), ty, phase, span })
    }

    /// Returns the list of what the elements of a list are of: the keys of a family, or what the
    /// names after `for` are bound to.
    fn keys_of(&self, list: &Expr) -> Option<Expr> {
        let (kind, ty) = match &list.kind {
            ExprKind::Family(family) => {
                let key = self.families[family.0 as usize].key.clone()?;
                (ExprKind::Keys(*family), key)
            }
            ExprKind::Element { key, many: true, .. } => return Some((**key).clone()),
            ExprKind::ListOf { binders, .. } => {
                let is_known = |generator: &Generator| generator.source.phase == Phase::Known;
                if !binders.generators.iter().all(is_known) {
                    return None;
                }
                let local = |(slot, ty): (u32, &Ty)| Expr {
                    kind: ExprKind::Local(slot),
                    ty: ty.clone(),
                    phase: Phase::Known,
                    span: list.span,
                };
                let mut parts: Vec<Expr> = binders.slots().map(local).collect();
                let ty = binders.key_type();
                let body = if parts.len() == 1 {
                    parts.remove(0)
                } else {
                    let (kind, ty) = (ExprKind::Tuple(parts), ty.clone());
                    Expr { kind, ty, phase: Phase::Known, span: list.span }
                };
                (ExprKind::ListOf { body: Box::new(body), binders: binders.clone() }, ty)
            }
            _ => return None,
        };
        Some(Expr { kind, ty: ty.list(), phase: Phase::Known, span: list.span })
    }

    fn unknown_function(&mut self, name: &ast::Ident) {
        if self.lacks_script {
            return;
        }
        let problem = Problem::error(
            Code::UnknownName,
            format!("there is no function `{}`", name.name),
            name.span,
            "unknown function",
        );
        let measures: Vec<&str> = self.measures();
        let known: Vec<&str> = constraints::CONSTRAINTS
            .iter()
            .map(|function| function.name())
            .chain(places::PLACES.iter().map(|place| place.name()))
            .chain(measures)
            .chain(["shown"])
            .chain(self.script_names())
            .collect();
        let problem = match syntax::foreign_function(&name.name) {
            Some(ours) => problem.help(format!("puzgen writes `{ours}`")),
            None => problem.did_you_mean(&name.name, known),
        };
        self.problems.push(problem);
    }

    /// Returns the names of what only a finished puzzle has, where that can be asked for.
    fn measures(&self) -> Vec<&'static str> {
        let measures = features::MEASURES.iter().map(|measure| measure.name());
        let statistics = features::STATISTICS.iter().map(|statistic| statistic.name());
        let is_asked = self.phase == Phase::Measured;
        measures.chain(statistics).filter(|_| is_asked).collect()
    }

    pub(super) fn wrong_arguments(&mut self, name: &str, help: String, found: &str, span: Span) {
        let message = if found == NO_ARGUMENT {
            format!("`{name}` is a function and needs arguments")
        } else {
            format!("`{name}` does not take {found}")
        };
        self.problems.push(
            Problem::error(Code::WrongArguments, message, span, format!("given {found}"))
                .help(help),
        );
    }

    fn shown(&mut self, arguments: &[ast::Expr], span: Span) -> Option<Expr> {
        let (name, keys, at) = match arguments {
            [ast::Expr { kind: ast::ExprKind::Index(base, keys), .. }] => match &base.kind {
                ast::ExprKind::Name(name) => (name.as_str(), keys.as_slice(), base.span),
                _ => ("", keys.as_slice(), base.span),
            },
            [ast::Expr { kind: ast::ExprKind::Name(name), span }] => {
                (name.as_str(), [].as_slice(), *span)
            }
            _ => ("", [].as_slice(), span),
        };
        let Some(Symbol::Clue(clue)) = self.names.symbol(name).cloned() else {
            if self.broken.iter().any(|broken| broken == name) {
                return None;
            }
            let problem =
                Problem::error(Code::WrongArguments, "`shown` asks for a clue", at, "not a clue");
            let known: Vec<String> = self.clues.iter().map(|clue| clue.name.clone()).collect();
            let problem = problem.help("write `shown(given[c])` with the name of a `clue`");
            self.problems.push(problem.did_you_mean(name, known.iter().map(String::as_str)));
            return None;
        };
        let expected = self.clues[clue.0 as usize].index.as_ref().map(Binders::key_type);
        let key = match (expected, keys) {
            (None, []) => None,
            (Some(expected), keys) if !keys.is_empty() => {
                let (key, many) = self.key(keys, &expected, name, span)?;
                if many {
                    self.mismatch(key.span, &expected.to_string(), &key.ty);
                    return None;
                }
                Some(Box::new(key))
            }
            (expected, _) => {
                let wanted = match expected {
                    Some(_) => format!("`{name}` has an index: write `shown({name}[…])`"),
                    None => format!("`{name}` has no index: write `shown({name})`"),
                };
                self.problems.push(
                    Problem::error(Code::WrongArguments, "`shown` asks for one clue", at, "")
                        .help(wanted),
                );
                return None;
            }
        };
        let phase = if self.may_ask_for_clues {
            self.clues[clue.0 as usize].is_asked_for = true;
            Phase::Decided
        } else {
            Phase::Measured
        };
        Some(truth(ExprKind::Shown(clue, key), phase, span))
    }

    /// Returns a checked comprehension; one of a function that gathers may run over places of which
    /// solving decides which they are.
    fn list_of(
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
                    let expected = match other {
                        Ty::Tuple(types) => format!("{} names", types.len()),
                        _ => "one name".to_owned(),
                    };
                    let span = names[0].span.to(names[names.len() - 1].span);
                    let mut problem = Problem::error(
                        Code::TypeMismatch,
                        format!("expected {expected} for {other}, found {}", names.len()),
                        span,
                        "the names",
                    );
                    if !matches!(other, Ty::Tuple(_)) {
                        let each: Vec<String> =
                            names.iter().map(|name| format!("{} in …", name.name)).collect();
                        problem = problem.help(format!("write `{}`", each.join(", ")));
                    }
                    self.problems.push(problem);
                    return None;
                }
            };
            let mut slots = Vec::with_capacity(types.len());
            for (position, ty) in types.iter().enumerate() {
                let slot = self.names.next_slot();
                let name = names.get(position).map_or("", |name| name.name.as_str());
                self.names.bind(name, slot, ty.clone(), is_decided);
                if let Some(name) = names.get(position) {
                    self.note(name.span, ty);
                }
                slots.push(slot);
            }
            generators.push(Generator { slots, types, source });
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

    fn binary(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let (left, right) = (self.number(left), self.number(right));
        let (left, right) = (left?, right?);
        let phase = left.phase.max(right.phase);
        let both_whole = left.ty == Ty::Int && right.ty == Ty::Int;
        let ty = match op {
            BinaryOp::Mul if both_whole => Ty::Int,
            BinaryOp::Mul => Ty::Real,
            BinaryOp::Divide => {
                if self.phase == Phase::Decided {
                    self.problems.push(
                        Problem::error(
                            Code::TypeMismatch,
                            "`/` makes fractions, which rules cannot have",
                            span,
                            "a number with a fraction",
                        )
                        .help("use `div`, or multiply the other side"),
                    );
                    return None;
                }
                Ty::Real
            }
            BinaryOp::Div | BinaryOp::Mod if both_whole => Ty::Int,
            BinaryOp::Div | BinaryOp::Mod => {
                let wrong = if left.ty == Ty::Int { &right } else { &left };
                self.mismatch(wrong.span, "a whole number", &wrong.ty.clone());
                return None;
            }
        };
        let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        Some(Expr { kind, ty, phase, span })
    }

    fn connective(
        &mut self,
        items: &[ast::Expr],
        make: fn(Vec<Expr>) -> ExprKind,
        span: Span,
    ) -> Option<Expr> {
        let items: Vec<Option<Expr>> =
            items.iter().map(|item| self.expect(item, &Ty::Bool)).collect();
        let items: Vec<Expr> = items.into_iter().collect::<Option<_>>()?;
        let phase = items.iter().map(|item| item.phase).max()?;
        Some(truth(make(items), phase, span))
    }

    fn two_truths(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        make: fn(Box<Expr>, Box<Expr>) -> ExprKind,
        span: Span,
    ) -> Option<Expr> {
        let (left, right) = (self.expect(left, &Ty::Bool), self.expect(right, &Ty::Bool));
        let (left, right) = (left?, right?);
        let phase = left.phase.max(right.phase);
        Some(truth(make(Box::new(left), Box::new(right)), phase, span))
    }

    fn compare(
        &mut self,
        first: &ast::Expr,
        rest: &[(CompareOp, ast::Expr)],
        span: Span,
    ) -> Option<Expr> {
        let first = self.expr(first);
        let rest: Vec<Option<(CompareOp, Expr)>> =
            rest.iter().map(|(op, item)| Some((*op, value_of(self.expr(item)?)))).collect();
        let first = value_of(first?);
        let rest: Vec<(CompareOp, Expr)> = rest.into_iter().collect::<Option<_>>()?;
        let mut left = &first;
        for (op, right) in &rest {
            let (a, b) = (left.ty.value(), right.ty.value());
            let both_numbers = a.is_number() && b.is_number();
            let is_order = !matches!(op, CompareOp::Eq | CompareOp::Ne);
            let comparable = both_numbers
                || (a.fits(b) || b.fits(a))
                    && match a {
                        Ty::Place(_) => true,
                        Ty::Bool | Ty::Word => !is_order,
                        other => !is_order && other.is_region(),
                    };
            if !comparable {
                let list = [a, b].into_iter().find(|ty| ty.element().is_some());
                let message = match (list, a == b) {
                    (Some(list), true) if list.is_region() => format!("{list} has no order"),
                    (Some(list), _) => format!("{list} cannot be compared"),
                    (None, true) => format!("{a} has no order"),
                    (None, false) if is_order => format!("{a} and {b} have no order"),
                    (None, false) => format!("{a} and {b} cannot be equal"),
                };
                let problem = Problem::error(Code::TypeMismatch, message, left.span, a.to_string())
                    .label(right.span, b.to_string());
                self.problems.push(match list {
                    Some(list) if list.is_region() && a == b => {
                        problem.help("lists of places are equal or not: `==`, `!=`")
                    }
                    Some(_) => problem.help("compare elements: `forall(x[c] == 1 for c in cells)`"),
                    None => problem,
                });
                return None;
            }
            left = right;
        }
        let phase = rest.iter().map(|(_, item)| item.phase).fold(first.phase, Phase::max);
        Some(truth(ExprKind::Compare(Box::new(first), rest), phase, span))
    }

    /// Returns the family that a name stands for.
    pub(super) fn family_named(&mut self, name: &ast::Ident) -> Option<FamilyId> {
        match self.names.symbol(&name.name) {
            Some(Symbol::Family(family)) => Some(*family),
            _ => {
                self.unknown(&name.name, name.span);
                None
            }
        }
    }
}

/// Returns whether the list's elements are known although its phase is "decided": groups.
fn is_structure(list: &Expr) -> bool {
    matches!(list.kind, ExprKind::Groups(_)) || list.is_group()
}

pub(super) fn used_as(signature: &str) -> String {
    format!("it is used as `{signature}`")
}

pub(super) fn range(lo: Expr, hi: Expr, span: Span) -> Expr {
    let phase = lo.phase.max(hi.phase);
    let kind = ExprKind::Range(Box::new(lo), Box::new(hi));
    Expr { kind, ty: Ty::Int.list(), phase, span }
}

pub(super) fn known(value: Value, ty: Ty, span: Span) -> Expr {
    Expr { kind: ExprKind::Const(value), ty, phase: Phase::Known, span }
}

/// Returns the node or the group of this name.
fn named(graph: &Graph, name: &str, span: Span) -> Option<Expr> {
    if let Some(node) = graph.node(name) {
        return Some(known(Value::Place(Place::cell(node)), Ty::cell(), span));
    }
    let (name, nodes) = graph.groups.iter().find(|(other, _)| other == name)?;
    let nodes = nodes.iter().map(|node| Value::Place(Place::cell(*node as usize))).collect();
    Some(known(Value::labelled(nodes, name.clone()), Ty::cell().list(), span))
}

pub(super) fn truth(kind: ExprKind, phase: Phase, span: Span) -> Expr {
    Expr { kind, ty: Ty::Bool, phase, span }
}

/// Returns the type of what an expression is read as, with variables replaced by their values.
pub(super) fn type_of_value(ty: &Ty) -> Ty {
    match ty {
        Ty::List(element) => type_of_value(element).list(),
        other => other.value().clone(),
    }
}

/// Returns the phase of an argument when it is read as a value.
fn phase_of_value(expr: &Expr) -> Phase {
    if type_of_value(&expr.ty) == expr.ty { expr.phase } else { expr.phase.max(Phase::Decided) }
}

/// Returns the expression with variables, alone or in lists, replaced by their values.
pub(super) fn value_of(expr: Expr) -> Expr {
    let ty = type_of_value(&expr.ty);
    if ty == expr.ty {
        return expr;
    }
    let (phase, span) = (phase_of_value(&expr), expr.span);
    Expr { kind: ExprKind::Deref(Box::new(expr)), ty, phase, span }
}
