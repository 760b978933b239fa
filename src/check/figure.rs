//! `show point` and `show figure`: the points of a figure and what is drawn between them.

use crate::Checker;
use crate::typed::used_as;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::expr::Expr;
use puzgen_model::figure::{Argument, CONSTRUCTIONS, FIGURE_MARKS, argument, takes};
use puzgen_model::placed_figure::{Figure, PlacedMark, PlacedPoint};
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast::{self, ExprKind as Ast, Ident, TextLiteral};

impl Checker<'_> {
    /// Checks `point name = construction(…)`.
    pub(super) fn figure_point(&mut self, name: &Ident, at: &ast::Expr, figure: &mut Figure) {
        if let Some(before) = figure.points.iter().find(|point| point.name == name.name) {
            let message = format!("there are two points `{}`", name.name);
            let problem = Problem::error(Code::Duplicate, message, name.span, "again here");
            self.problems.push(problem.label(before.span, "first here").help("rename one of them"));
            return;
        }
        let known = || CONSTRUCTIONS.iter().map(|it| (it.name, it.signature));
        let Some((function, arguments)) = self.called_of("point", at, known) else { return };
        let Some(construction) = CONSTRUCTIONS.iter().find(|it| it.name == function) else {
            return;
        };
        let found = self.figure_arguments(construction.takes, arguments, figure);
        if found.is_some() && !takes(construction.takes, arguments.len()) {
            self.figure_takes(function, construction.signature, arguments, at);
        }
        // A point that is wrong is there all the same, so that others are not missed for it.
        let (points, numbers) = found.unwrap_or_default();
        let (name, span) = (name.name.clone(), name.span);
        figure.points.push(PlacedPoint { name, construction, points, numbers, span });
    }

    /// Checks `figure mark(…) "label"`.
    pub(super) fn figure_mark(
        &mut self,
        mark: &ast::Expr,
        label: Option<&TextLiteral>,
        figure: &mut Figure,
    ) {
        let known = || FIGURE_MARKS.iter().map(|it| (it.name, it.signature));
        let span = mark.span;
        let Some((function, arguments)) = self.called_of("figure", mark, known) else { return };
        let Some(kind) = FIGURE_MARKS.iter().find(|it| it.name == function) else { return };
        let found = self.figure_arguments(kind.takes, arguments, figure);
        let Some((points, numbers)) = found else { return };
        if !takes(kind.takes, arguments.len()) {
            return self.figure_takes(function, kind.signature, arguments, mark);
        }
        self.phase = Phase::Decided;
        let label = match label {
            Some(text) => match self.sentence_with_formulas(text) {
                Some(label) => Some(label),
                None => return,
            },
            None => None,
        };
        figure.marks.push(PlacedMark { mark: kind, points, numbers, label, span });
    }

    /// Returns the name and the arguments of a call of one of the functions that a registry has.
    fn called_of<'e, N: Iterator<Item = (&'static str, &'static str)>>(
        &mut self,
        what: &str,
        expr: &'e ast::Expr,
        known: impl Fn() -> N,
    ) -> Option<(&'e str, &'e [ast::Expr])> {
        let list: Vec<String> = known().map(|(_, signature)| format!("`{signature}`")).collect();
        let help = format!("there are {}", list.join(", "));
        let Ast::Call(function, arguments) = &expr.kind else {
            let message = format!("`{what}` is followed by a call");
            let problem = Problem::error(Code::WrongArguments, message, expr.span, "no call");
            self.problems.push(problem.help(help));
            return None;
        };
        if known().all(|(name, _)| name != function.name) {
            let message = format!("there is no `{}` of figures", function.name);
            let problem = Problem::error(Code::UnknownName, message, function.span, "unknown");
            let names = known().map(|(name, _)| name);
            self.problems.push(problem.help(help).did_you_mean(&function.name, names));
            return None;
        }
        Some((&function.name, arguments))
    }

    fn figure_takes(
        &mut self,
        name: &str,
        signature: &'static str,
        arguments: &[ast::Expr],
        at: &ast::Expr,
    ) {
        let found = match arguments.len() {
            1 => "1 argument".to_owned(),
            count => format!("{count} arguments"),
        };
        self.wrong_arguments(name, used_as(signature), &found, at.span);
    }

    /// Returns the points and the numbers among arguments.
    fn figure_arguments(
        &mut self,
        takes: &[Argument],
        arguments: &[ast::Expr],
        figure: &Figure,
    ) -> Option<(Vec<usize>, Vec<Expr>)> {
        self.phase = Phase::Decided;
        let (mut points, mut numbers) = (Vec::new(), Vec::new());
        for (position, given) in arguments.iter().enumerate() {
            match argument(takes, position) {
                Argument::Number => numbers.push(self.expect(given, &Ty::Int)?),
                _ => points.push(self.figure_point_named(given, figure)?),
            }
        }
        Some((points, numbers))
    }

    fn figure_point_named(&mut self, given: &ast::Expr, figure: &Figure) -> Option<usize> {
        let name = match &given.kind {
            Ast::Name(name) => name.as_str(),
            _ => "",
        };
        let found = figure.points.iter().position(|point| point.name == name);
        if found.is_none() {
            let names = || figure.points.iter().map(|point| point.name.as_str());
            let message = match name {
                "" => "here stands the name of a point".to_owned(),
                name => format!("there is no point `{name}`"),
            };
            let problem = Problem::error(Code::UnknownName, message, given.span, "no point");
            let known: Vec<&str> = names().collect();
            let help = match known.as_slice() {
                [] => "declare points first: `point a = at(0, 0)`".to_owned(),
                known => format!("the points before it are {}", known.join(", ")),
            };
            self.problems.push(problem.help(help).did_you_mean(name, names()));
        }
        found
    }
}
