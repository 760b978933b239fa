//! The policy of removal.

use crate::Checker;
use crate::names::Symbol;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::definition::{Choose, Condition, RemovalPhase, Remove, Takes, Unit};
use puzgen_model::expr::{ClueId, CompareOp, Expr, ExprKind};
use puzgen_model::function::Needs;
use puzgen_model::ty::{Phase, Ty};
use puzgen_model::value::Value;
use puzgen_syntax::ast::{self, ExprKind as Ast, Item, ItemKind, RemovePart};
use puzgen_vocabulary::features;

impl Checker<'_> {
    pub(super) fn remove(&mut self, items: &[Item], puzzle: Span) -> Option<Remove> {
        let item = items.iter().find(|item| matches!(item.kind, ItemKind::Remove { .. }));
        let mut remove = Remove {
            clues: Vec::new(),
            phases: Vec::new(),
            choose: Vec::new(),
            keep: Vec::new(),
            accept: Vec::new(),
            until: Vec::new(),
            effort: Vec::new(),
            symmetry: Vec::new(),
            span: item.map_or(puzzle, |item| item.span),
        };
        if let Some(Item { kind: ItemKind::Remove { clues, parts }, .. }) = item {
            self.removed_clues(clues, &mut remove);
            for part in parts {
                self.remove_part(part, items, &mut remove);
            }
        } else {
            // Without a policy, every clue that is not fixed may go while the solution is unique.
            remove.clues = (0..self.clues.len())
                .filter(|position| !self.clues[*position].is_fixed)
                .map(|position| ClueId(position as u32))
                .collect();
        }
        if remove.phases.is_empty() {
            remove.phases.push(RemovalPhase {
                unit: Unit::Cell,
                takes: Takes::Clue,
                condition: None,
            });
        }
        let bounds_solutions = remove.keep.iter().any(|condition| condition.counts_solutions);
        if !bounds_solutions {
            remove.keep.insert(0, unique(remove.span));
        }
        Some(remove)
    }

    fn removed_clues(&mut self, clues: &[ast::Ident], remove: &mut Remove) {
        for name in clues {
            match self.names.symbol(&name.name) {
                Some(Symbol::Clue(clue)) => {
                    if self.clues[clue.0 as usize].is_fixed {
                        self.problems.push(
                            Problem::error(
                                Code::TypeMismatch,
                                format!("`{}` is fixed, so it cannot be removed", name.name),
                                name.span,
                                "a fixed clue",
                            )
                            .help("drop `fixed` from its declaration, or leave it out here"),
                        );
                    } else if remove.clues.contains(clue) {
                        self.problems.push(
                            Problem::error(
                                Code::Duplicate,
                                format!("`{}` is named twice", name.name),
                                name.span,
                                "again here",
                            )
                            .help("name each clue once"),
                        );
                    } else {
                        remove.clues.push(*clue);
                    }
                }
                _ => {
                    let known: Vec<String> =
                        self.clues.iter().map(|clue| clue.name.clone()).collect();
                    if !self.broken.contains(&name.name) {
                        self.problems.push(
                            Problem::error(
                                Code::UnknownName,
                                format!("there is no clue `{}`", name.name),
                                name.span,
                                "unknown clue",
                            )
                            .did_you_mean(&name.name, known.iter().map(String::as_str)),
                        );
                    }
                }
            }
        }
    }

    fn remove_part(&mut self, part: &RemovePart, items: &[Item], remove: &mut Remove) {
        match part {
            RemovePart::By(phases) => {
                phases.iter().for_each(|phase| self.removal_phase(phase, remove));
            }
            RemovePart::Choose(choose, condition, _) => {
                let Some(condition) = self.phase_condition(condition.as_ref()) else { return };
                let Some(choose) = self.choose(choose, items, remove) else { return };
                remove.choose.push((choose, condition));
            }
            RemovePart::Effort(effort, condition) => {
                let Some(condition) = self.phase_condition(condition.as_ref()) else { return };
                self.phase = Phase::Known;
                if let Some(effort) = self.expect(effort, &Ty::Int) {
                    remove.effort.push((effort, condition));
                }
            }
            RemovePart::Keep(expr, binders) => {
                remove.keep.extend(self.condition(expr, binders.as_ref(), false));
            }
            RemovePart::Accept(expr, binders) => {
                remove.accept.extend(self.condition(expr, binders.as_ref(), true));
            }
            RemovePart::Until(until, condition) => {
                let Some(condition) = self.phase_condition(condition.as_ref()) else { return };
                let Some(until) = self.until(until) else { return };
                remove.until.push((until, condition));
            }
        }
    }

    fn removal_phase(&mut self, phase: &ast::RemovalPhase, remove: &mut Remove) {
        let Some(condition) = self.phase_condition(phase.condition.as_ref()) else { return };
        let (unit, takes) = part_of_clue(&phase.unit);
        let unit = match unit {
            Some(unit) => self.unit(unit),
            None => Some(Unit::Cell),
        };
        let Some(unit) = unit else { return };
        remove.phases.push(RemovalPhase { unit, takes, condition });
        if takes == Takes::Value {
            self.values_can_go(remove, phase.unit.span);
        }
    }

    fn choose(&mut self, choose: &ast::Choose, items: &[Item], remove: &Remove) -> Option<Choose> {
        Some(match choose {
            ast::Choose::Random => Choose::Random,
            ast::Choose::First => Choose::First,
            ast::Choose::Guided => Choose::Guided,
            ast::Choose::Weight(weight) => {
                let weights = remove.clues.iter().map(|clue| self.weight(weight, *clue, items));
                Choose::Weight(weights.collect::<Option<_>>()?)
            }
        })
    }

    /// Returns where removal stops: what each step finds out without counting solutions.
    fn until(&mut self, until: &ast::Expr) -> Option<Expr> {
        self.phase = Phase::Measured;
        let until = self.expect(until, &Ty::Bool)?;
        let uses = self.needs_in(&until);
        if uses.contains(&Needs::Solutions) || uses.contains(&Needs::Minimality) {
            self.problems.push(
                Problem::error(
                    Code::NotSupported,
                    "removal cannot stop at a number of solutions",
                    until.span,
                    "not known step by step",
                )
                .help("bound it: `keep solutions <= 5` and `accept solutions >= 2`"),
            );
            return None;
        }
        Some(until)
    }

    /// Returns the checked `when` of a line; `None` where it has a mistake.
    fn phase_condition(&mut self, condition: Option<&ast::Expr>) -> Option<Option<Expr>> {
        self.phase = Phase::Known;
        match condition {
            Some(condition) => self.expect(condition, &Ty::Bool).map(Some),
            None => Some(None),
        }
    }

    fn unit(&mut self, unit: &ast::Expr) -> Option<Unit> {
        match &unit.kind {
            Ast::Name(name) if name == "cell" => Some(Unit::Cell),
            Ast::Or(lists) => {
                let lists: Vec<Option<Expr>> =
                    lists.iter().map(|list| self.regions(list)).collect();
                lists.into_iter().collect::<Option<_>>().map(Unit::Regions)
            }
            _ => self.regions(unit).map(|list| Unit::Regions(vec![list])),
        }
    }

    /// Warns where taking values leaves nothing that is said of any clue.
    fn values_can_go(&mut self, remove: &Remove, span: Span) {
        let says_something = |clue: &ClueId| {
            let clue = &self.clues[clue.0 as usize];
            clue.condition.is_some() || clue.is_asked_for
        };
        if !remove.clues.iter().any(says_something) {
            self.problems.push(
                Problem::error(
                    Code::VacuousRemoval,
                    "there is a clue in every place, so without its value it says nothing",
                    span,
                    "takes nothing",
                )
                .warning()
                .help(
                    "use `by cell`, or a clue with a condition: `clue number[c in cells] = … if …`",
                ),
            );
        }
    }

    fn regions(&mut self, unit: &ast::Expr) -> Option<Expr> {
        self.phase = Phase::Measured;
        let (expr, element) = self.expect_list(unit)?;
        let is_regions = matches!(&element, Ty::List(inner) if matches!(**inner, Ty::Place(_)));
        if !is_regions || expr.phase == Phase::Measured {
            self.problems.push(
                Problem::error(
                    Code::TypeMismatch,
                    format!("expected regions to drop, found {}", expr.ty),
                    expr.span,
                    expr.ty.to_string(),
                )
                .help("use `cell`, lists of cells such as `rows`, groups, or `orbits(half_turn)`"),
            );
            return None;
        }
        if expr.phase == Phase::Decided && !matches!(expr.kind, ExprKind::Groups(_)) {
            self.problems.push(Problem::error(
                Code::NotKnown,
                "these regions are decided by solving",
                expr.span,
                "only groups may be",
            ));
            return None;
        }
        Some(expr)
    }

    /// Returns the weight checked with the index names of a clue bound.
    fn weight(&mut self, weight: &ast::Expr, clue: ClueId, items: &[Item]) -> Option<Expr> {
        let name = self.clues[clue.0 as usize].name.clone();
        let index = items.iter().find_map(|item| match &item.kind {
            ItemKind::Clue { name: other, index, .. } if other.name == name => index.as_ref(),
            _ => None,
        });
        let mark = self.names.mark();
        self.phase = Phase::Known;
        let bound = index.map(|index| self.binders(index));
        self.phase = Phase::Measured;
        let checked = match bound {
            Some(None) => None,
            _ => self.expect(weight, &Ty::Real),
        };
        self.names.release(mark);
        checked
    }

    fn condition(
        &mut self,
        expr: &ast::Expr,
        binders: Option<&ast::Binders>,
        is_at_the_end: bool,
    ) -> Option<Condition> {
        self.phase = Phase::Measured;
        let mark = self.names.mark();
        let checked = binders.map(|binders| self.binders(binders));
        let body = match &checked {
            Some(None) => None,
            _ => self.expect(expr, &Ty::Bool),
        };
        self.names.release(mark);
        let (expr, binders) = (body?, checked.flatten());
        let uses = self.needs_in(&expr);
        let counts_solutions = uses.contains(&Needs::Solutions);
        let is_mixed = uses.iter().any(|need| *need != Needs::Solutions) || binders.is_some();
        if uses.contains(&Needs::Minimality) && !is_at_the_end {
            self.problems.push(
                Problem::error(
                    Code::NotSupported,
                    "whether a puzzle is minimal cannot be asked for here",
                    expr.span,
                    "known only at the end",
                )
                .help("ask for it at the end: `accept minimal`"),
            );
            return None;
        }
        if counts_solutions && is_mixed {
            self.problems.push(
                Problem::error(
                    Code::NotSupported,
                    "the number of solutions is asked for together with something else",
                    expr.span,
                    "cannot be checked after every step",
                )
                .help("write one line such as `keep solutions == 1`, and another for the rest"),
            );
            return None;
        }
        let text = self.sources.slice(expr.span).to_owned();
        Some(Condition { expr, binders, counts_solutions, text })
    }

    /// Returns what is needed for whatever in an expression depends on the clues shown, features looked
    /// through.
    fn needs_in(&self, expr: &Expr) -> Vec<Needs> {
        let mut needs = match &expr.kind {
            ExprKind::Measure(measure, _) => vec![measure.needs],
            ExprKind::Script(..) | ExprKind::Shown(..) => vec![Needs::Nothing],
            ExprKind::Feature(position) => {
                let mut needs = self.needs_in(&self.features[*position as usize].value);
                needs.push(Needs::Nothing);
                needs
            }
            _ => Vec::new(),
        };
        expr.for_each_child(&mut |child| needs.extend(self.needs_in(child)));
        needs
    }
}

/// Returns `solutions == 1`, written at `span`.
fn unique(span: Span) -> Condition {
    let solutions = features::measure("solutions")
        .unwrap_or_else(|| puzgen_base::bug!("the measure `solutions` is gone"));
    let expr = |kind, ty, phase| Expr { kind, ty, phase, span };
    let left = expr(ExprKind::Measure(solutions, Vec::new()), Ty::Int, Phase::Measured);
    let one = expr(ExprKind::Const(Value::Int(1)), Ty::Int, Phase::Known);
    let kind = ExprKind::Compare(Box::new(left), vec![(CompareOp::Eq, one)]);
    Condition {
        expr: expr(kind, Ty::Bool, Phase::Measured),
        binders: None,
        counts_solutions: true,
        text: "solutions == 1".to_owned(),
    }
}

/// Returns what `by` names and what is taken of it: `value` and `value(rows)` are values only.
fn part_of_clue(unit: &ast::Expr) -> (Option<&ast::Expr>, Takes) {
    match &unit.kind {
        Ast::Name(name) if name == "value" => (None, Takes::Value),
        Ast::Call(name, arguments) if name.name == "value" => match arguments.as_slice() {
            [of] => (Some(of), Takes::Value),
            _ => (Some(unit), Takes::Clue),
        },
        _ => (Some(unit), Takes::Clue),
    }
}
