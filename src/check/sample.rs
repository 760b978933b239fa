//! How full boards are drawn.

use crate::names::Symbol;
use crate::{Checker, Parts};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::definition::{Family, Joining, Role, Sample, Sampler};
use puzgen_model::expr::FamilyId;
use puzgen_model::grid::PlaceKind;
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast::{self, ExprKind as Ast, Item, ItemKind};

impl Checker<'_> {
    pub(super) fn sample(&mut self, items: &[Item], parts: &Parts) -> Sample {
        let found = items.iter().find_map(|item| match &item.kind {
            ItemKind::Sample { sampler, condition, sizes } => Some((sampler, condition, sizes)),
            _ => None,
        });
        let Some((sampler, condition, sizes)) = found else { return Sample::default() };
        let sampler = self.sampler(sampler, parts);
        self.phase = Phase::Decided;
        let condition = condition.as_ref().and_then(|expr| self.expect(expr, &Ty::Bool));
        if let Some(condition) = &condition {
            self.must_be_determined(condition, "a condition of `sample`");
        }
        self.phase = Phase::Known;
        let sizes = sizes.as_ref().and_then(|expr| {
            let text = self.sources.slice(expr.span).to_owned();
            Some((self.expect(expr, &Ty::Bool)?, text))
        });
        Sample { sampler, condition, sizes }
    }

    fn sampler(&mut self, expr: &ast::Expr, parts: &Parts) -> Sampler {
        match &expr.kind {
            Ast::Name(name) if name == "solver" => return Sampler::Search,
            Ast::Call(function, arguments)
                if arguments.is_empty() && self.script_names().any(|n| n == function.name) =>
            {
                // The random numbers are the argument that the caller does not write.
                if let Some(sampler) = self.script_function(&function.name, 1) {
                    return Sampler::Script(sampler);
                }
                self.problems.push(
                    Problem::error(
                        Code::WrongArguments,
                        format!("`{}` of the script is no sampler", function.name),
                        function.span,
                        "takes other arguments",
                    )
                    .help("write `fn name(puzzle, rng)`"),
                );
            }
            Ast::Call(function, arguments) if function.name == "grow" => {
                return self.grow(arguments, expr, parts);
            }
            _ if self.lacks_script => {}
            _ => self.problems.push(
                Problem::error(
                    Code::UnknownName,
                    "this is no sampler that puzgen knows",
                    expr.span,
                    "unknown sampler",
                )
                .help(
                    "use `solver`, `grow(group)` for groups made by `components`, `grow(line)` for one \
                     loop, or a function of a `script`",
                ),
            ),
        }
        Sampler::Search
    }

    /// Returns what `grow` fills: groups, or the lines of a loop.
    fn grow(&mut self, arguments: &[ast::Expr], expr: &ast::Expr, parts: &Parts) -> Sampler {
        if let [ast::Expr { kind: Ast::Name(name), .. }] = arguments {
            match self.names.symbol(name) {
                Some(Symbol::Groups(groups, _)) => {
                    if parts.groups[groups.0 as usize].joining == Joining::Equal {
                        return Sampler::Groups(*groups);
                    }
                    self.problems.push(
                        Problem::error(
                            Code::NotSupported,
                            "`grow` fills groups with their sizes",
                            expr.span,
                            "these groups have no numbers",
                        )
                        .help("leave `sample` out: then the solver draws the board"),
                    );
                    return Sampler::Search;
                }
                Some(Symbol::Family(id)) if self.are_lines(*id, &parts.families) => {
                    return Sampler::Loop(*id);
                }
                _ if self.broken.contains(name) => return Sampler::Search,
                _ => {}
            }
        }
        self.problems.push(
            Problem::error(
                Code::WrongArguments,
                "`grow` asks for groups or for the lines of a loop",
                expr.span,
                "neither of these",
            )
            .help("name an `aux` made by `components`, or an `answer` such as `line[edges]: bool`"),
        );
        Sampler::Search
    }

    /// Returns whether a family is an answer that says of each edge, or of each pair of cells,
    /// whether there is a line.
    fn are_lines(&self, id: FamilyId, families: &[Family]) -> bool {
        let info = &self.families[id.0 as usize];
        let key_fits = match &info.key {
            Some(Ty::Place(kind)) => *kind == PlaceKind::Edge,
            Some(Ty::Tuple(parts)) => matches!(&parts[..], [a, b] if *a == Ty::cell() && a == b),
            _ => false,
        };
        let is_answer = |family: &Family| matches!(family.role, Role::Answer(_));
        key_fits && info.ty == Ty::Bool && families.get(id.0 as usize).is_some_and(is_answer)
    }
}
