//! Calls: functions of the language with their arguments, and `shown`.

use crate::Checker;
use crate::names::Symbol;
use crate::typed::{phase_of_value, truth, used_as, value_of};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::expr::{Binders, Expr, ExprKind, Generator};
use puzgen_model::function::Function;
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax as syntax;
use puzgen_syntax::ast;
use puzgen_vocabulary::constraints;
use puzgen_vocabulary::features;
use puzgen_vocabulary::places;

/// What a function without its arguments was given.
pub(super) const NO_ARGUMENT: &str = "no argument";

impl Checker<'_> {
    pub(super) fn call(
        &mut self,
        function: &ast::Ident,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
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

    /// Returns the call of a function with checked arguments: of a measure, or of a function of values.
    pub(super) fn apply(
        &mut self,
        name: &ast::Ident,
        arguments: Vec<Expr>,
        span: Span,
    ) -> Option<Expr> {
        let types: Vec<Ty> = arguments.iter().map(|argument| argument.ty.clone()).collect();
        if let Some(measure) = features::measure(&name.name) {
            let Some(ty) = measure.result_type(&types) else {
                let how = used_as(measure.signature);
                self.wrong_arguments(measure.name, how, &listed(&types), name.span);
                return None;
            };
            let kind = ExprKind::Measure(measure, arguments);
            return Some(Expr { kind, ty, phase: Phase::Measured, span });
        }
        let phase = arguments.iter().map(phase_of_value).max().unwrap_or(Phase::Known);
        let (function, can_be_decided) = self.function(name)?;
        let (arguments, ty) = self.typed_call(function, arguments, &types, name.span)?;
        if !can_be_decided && phase == Phase::Decided && self.phase == Phase::Decided {
            let message = format!("`{}` cannot be decided by solving", name.name);
            let problem = Problem::error(Code::NotKnown, message, span, "depends on the answer");
            self.problems.push(problem.help(match name.name.as_str() {
                "mean" => "compare the sum: `sum(list) == mean * length(list)`",
                _ => "it is for features, and for what parameters and layouts decide",
            }));
            return None;
        }
        let arguments = arguments.into_iter().map(value_of).collect();
        Some(Expr { kind: ExprKind::Call(function, arguments), ty, phase, span })
    }

    /// Returns the function of a name, and whether solving can decide its value.
    fn function(&mut self, name: &ast::Ident) -> Option<(&'static dyn Function, bool)> {
        if let Some(constraint) = constraints::by_name(&name.name) {
            return Some((constraint, true));
        }
        if let Some(place) = places::by_name(&name.name) {
            self.needs_board(&name.name, name.span)?;
            return Some((place, false));
        }
        if let Some(statistic) = features::statistic(&name.name) {
            return Some((statistic, false));
        }
        self.unknown_function(name);
        None
    }

    /// Returns the arguments of a call, with the keys where the function takes them, and its type.
    fn typed_call(
        &mut self,
        function: &dyn Function,
        mut arguments: Vec<Expr>,
        types: &[Ty],
        at: Span,
    ) -> Option<(Vec<Expr>, Ty)> {
        let mut types_with_keys = types.to_vec();
        if function.takes_keys() {
            let Some(keys) = arguments.first().and_then(|first| self.keys_of(first)) else {
                let how = used_as(function.signature());
                self.wrong_arguments(function.name(), how, &listed(types), at);
                return None;
            };
            types_with_keys.insert(0, keys.ty.clone());
            arguments.insert(0, keys);
        }
        let Some(ty) = function.result_type(&types_with_keys) else {
            let how = match function.instead(types) {
                Some(instead) => instead.to_owned(),
                None => used_as(function.signature()),
            };
            self.wrong_arguments(function.name(), how, &listed(types), at);
            return None;
        };
        Some((arguments, ty))
    }

    /// Returns the list of what the elements of a list are of: the keys of a family, or what the
    /// names after `for` are bound to.
    pub(super) fn keys_of(&self, list: &Expr) -> Option<Expr> {
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
    pub(super) fn measures(&self) -> Vec<&'static str> {
        let measures = features::MEASURES.iter().map(|measure| measure.name);
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
        let is_of_places =
            ["cells", "edges", "vertices"].iter().any(|kind| found == format!("a list of {kind}"));
        let help = match is_of_places {
            true => {
                format!("{help}; places have no values: take those of the answer, as in `x[row]`")
            }
            false => help,
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
}

/// Returns arguments as messages say them.
fn listed(types: &[Ty]) -> String {
    match types {
        [] => NO_ARGUMENT.to_owned(),
        [only] => only.to_string(),
        [first, second] => format!("{first} and {second}"),
        many => format!("{} arguments", many.len()),
    }
}
