//! `transform`: from words to maps, and maps that are written out.

use crate::names::Symbol;
use crate::{Checker, Parts};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::definition::Role;
use puzgen_model::expr::{CompareOp, Expr, ExprKind, FamilyId};
use puzgen_model::transform::{AnswerPoint, ArgumentExpr, Asks, Transform, TransformMap, Written};
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast::{self, ExprKind as Ast, Item, ItemKind, TransformKind};
use puzgen_vocabulary::transforms;

impl Checker<'_> {
    /// Checks all transforms. An inherited one that mentions what is not there any more is dropped
    /// with a note.
    pub(super) fn transforms(&mut self, items: &[Item], parts: &Parts) -> Vec<Transform> {
        let mut checked = Vec::new();
        for item in items.iter().filter(|item| matches!(item.kind, ItemKind::Transform { .. })) {
            let is_own = self.is_own(item.span);
            let before = std::mem::take(&mut self.problems);
            let found = self.transform(item, items, parts, is_own);
            let problems = std::mem::replace(&mut self.problems, before);
            let reason = problems.iter().map(|problem| problem.message().to_owned()).next();
            match reason {
                Some(reason) if !is_own => self.problems.push(
                    Problem::error(
                        Code::DroppedTransform,
                        format!("inherited: {reason}"),
                        item.span,
                        "not used here",
                    )
                    .note()
                    .help("`without transform` leaves inherited ones out"),
                ),
                _ => {
                    self.problems.extend(problems);
                    checked.extend(found);
                }
            }
        }
        checked
    }

    fn transform(
        &mut self,
        item: &Item,
        items: &[Item],
        parts: &Parts,
        is_own: bool,
    ) -> Vec<Transform> {
        let ItemKind::Transform { kind, params, condition } = &item.kind else {
            return Vec::new();
        };
        self.phase = Phase::Known;
        let maps: Vec<(String, Span, TransformMap)> = match kind {
            TransformKind::OfAnswers(known, names) => names
                .iter()
                .filter_map(|name| {
                    let family = ArgumentExpr::Answer(self.answer_named(name, parts)?);
                    let map = TransformMap::Known(transforms::by_name(known)?, family);
                    Some((format!("{known} {}", name.name), name.span, map))
                })
                .collect(),
            TransformKind::Turns(names) => {
                names.iter().filter_map(|name| self.turn(name)).collect()
            }
            TransformKind::Permute { lines, blocks } => lines
                .iter()
                .filter_map(|(what, within)| {
                    self.permutation(what, within.as_ref(), blocks.as_ref(), item, items)
                })
                .collect(),
            TransformKind::Map { name, binders, pairs } => {
                let written = self.written(binders.as_ref(), pairs, parts);
                let map = written.map(TransformMap::Written);
                map.map(|map| (name.name.clone(), name.span, map)).into_iter().collect()
            }
        };
        let mut checked = Vec::new();
        for (name, span, map) in maps {
            self.phase = Phase::Known;
            let condition = match condition {
                Some(condition) => match self.expect(condition, &Ty::Bool) {
                    Some(condition) => Some(condition),
                    None => break,
                },
                None => None,
            };
            let Some(params) = self.new_values(params, &map, parts) else { break };
            checked.push(Transform { name, span, is_own, condition, params, map });
        }
        checked
    }

    /// Returns the parameters that a transform changes, with their new values.
    fn new_values(
        &mut self,
        params: &[(ast::Ident, ast::Expr)],
        map: &TransformMap,
        parts: &Parts,
    ) -> Option<Vec<(usize, Expr)>> {
        let moves_places = match map {
            TransformMap::Known(family, _) => family.asks() != Asks::Answer,
            TransformMap::Written(_) => false,
        };
        let mut checked: Vec<(usize, Expr)> = Vec::with_capacity(params.len());
        for (name, value) in params {
            if !moves_places {
                self.problems.push(
                    Problem::error(
                        Code::WrongArguments,
                        "only what moves places can change parameters",
                        name.span,
                        "stays as it is",
                    )
                    .help("leave `with …` out, or use a turn such as `rotate`"),
                );
                return None;
            }
            let Some((position, ty)) = self.param_named(name, parts) else {
                if self.broken.contains(&name.name) {
                    return None;
                }
                let known = parts.constants.iter().filter(|constant| constant.domain.is_some());
                let known: Vec<&str> = known.map(|constant| constant.name.as_str()).collect();
                self.problems.push(
                    Problem::error(
                        Code::UnknownName,
                        format!("there is no parameter `{}`", name.name),
                        name.span,
                        "unknown parameter",
                    )
                    .help("`with` gives parameters the values that they have afterwards")
                    .did_you_mean(&name.name, known),
                );
                return None;
            };
            if checked.iter().any(|(other, _)| *other == position) {
                self.problems.push(
                    Problem::error(
                        Code::Duplicate,
                        format!("`{}` has two new values", name.name),
                        name.span,
                        "again",
                    )
                    .help("give it one"),
                );
                return None;
            }
            checked.push((position, self.expect(value, &ty)?));
        }
        Some(checked)
    }

    fn turn(&mut self, name: &ast::Ident) -> Option<(String, Span, TransformMap)> {
        let found = transforms::by_name(&name.name).filter(|family| family.asks() == Asks::Nothing);
        let Some(family) = found else {
            let known = transforms::TRANSFORMS.iter().map(|family| family.name());
            let list: Vec<String> = known.clone().map(|name| format!("`{name}`")).collect();
            let message = format!("there is no transform `{}`", name.name);
            self.problems.push(
                Problem::error(Code::UnknownName, message, name.span, "unknown transform")
                    .help(format!("use one of {}, or write a map out", list.join(", ")))
                    .did_you_mean(&name.name, known),
            );
            return None;
        };
        Some((name.name.clone(), name.span, TransformMap::Known(family, ArgumentExpr::Nothing)))
    }

    fn permutation(
        &mut self,
        what: &ast::Ident,
        within: Option<&ast::Ident>,
        blocks: Option<&ast::Expr>,
        item: &Item,
        items: &[Item],
    ) -> Option<(String, Span, TransformMap)> {
        let span = within.map_or(what.span, |within| what.span.to(within.span));
        let words = match within {
            Some(within) => format!("{} in {}", what.name, within.name),
            None => what.name.clone(),
        };
        let Some(family) = transforms::by_name(&format!("permute {words}")) else {
            let known = transforms::TRANSFORMS.iter().map(|family| family.name());
            let known: Vec<&str> = known.filter_map(|name| name.strip_prefix("permute ")).collect();
            let list: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            self.problems.push(
                Problem::error(
                    Code::UnknownName,
                    format!("`{words}` cannot be permuted"),
                    span,
                    "unknown lines",
                )
                .help(format!("use one of {}", list.join(", ")))
                .did_you_mean(&words, known),
            );
            return None;
        };
        let argument = match (family.asks(), blocks) {
            (Asks::Blocks, Some(blocks)) => {
                ArgumentExpr::Blocks(Box::new(self.block_sides(blocks, true)?))
            }
            (Asks::Blocks, None) => {
                let named = blocks_of_rules(items);
                let [blocks] = named.as_slice() else {
                    let (what, label) = if named.is_empty() {
                        ("no rule names blocks, so", "of which blocks?")
                    } else {
                        ("rules name several kinds of blocks, so", "of which ones?")
                    };
                    let message = format!("{what} it is not known which `{words}` are meant");
                    self.problems.push(
                        Problem::error(Code::WrongArguments, message, item.span, label)
                            .help(format!("say so: `permute {words} of blocks(3, 3)`")),
                    );
                    return None;
                };
                ArgumentExpr::Blocks(Box::new(self.block_sides(blocks, false)?))
            }
            _ => ArgumentExpr::Nothing,
        };
        Some((format!("permute {words}"), span, TransformMap::Known(family, argument)))
    }

    /// Returns height and width of `blocks(height, width)`.
    fn block_sides(&mut self, blocks: &ast::Expr, is_written: bool) -> Option<[Expr; 2]> {
        if let Ast::Call(function, sides) = &blocks.kind
            && let ("blocks", [height, width]) = (function.name.as_str(), sides.as_slice())
        {
            let sides = [self.expect(height, &Ty::Int), self.expect(width, &Ty::Int)];
            let [height, width] = sides;
            return Some([height?, width?]);
        }
        debug_assert!(is_written, "only `blocks(…)` is collected from rules");
        self.problems.push(
            Problem::error(
                Code::WrongArguments,
                "these are no blocks",
                blocks.span,
                "expected `blocks(height, width)`",
            )
            .help("write `of blocks(3, 3)`"),
        );
        None
    }

    fn answer_named(&mut self, name: &ast::Ident, parts: &Parts) -> Option<FamilyId> {
        match self.names.symbol(&name.name) {
            Some(Symbol::Family(id))
                if matches!(parts.families[id.0 as usize].role, Role::Answer(_)) =>
            {
                Some(*id)
            }
            _ if self.broken.contains(&name.name) => None,
            _ => {
                let answers = parts.families.iter();
                let answers = answers.filter(|family| matches!(family.role, Role::Answer(_)));
                let known: Vec<&str> = answers.map(|family| family.name.as_str()).collect();
                self.problems.push(
                    Problem::error(
                        Code::UnknownName,
                        format!("there is no answer `{}`", name.name),
                        name.span,
                        "unknown answer",
                    )
                    .help("transforms move answers")
                    .did_you_mean(&name.name, known),
                );
                None
            }
        }
    }

    fn written(
        &mut self,
        binders: Option<&ast::Binders>,
        pairs: &[(ast::Expr, ast::Expr)],
        parts: &Parts,
    ) -> Option<Written> {
        let mark = self.names.mark();
        self.phase = Phase::Known;
        let binders = match binders {
            Some(binders) => self.binders(binders).map(Some),
            None => Some(None),
        };
        let checked = binders.is_some().then(|| {
            let pairs = pairs.iter().map(|(from, to)| {
                let (from, to) = (self.point(from, parts), self.point(to, parts));
                let (from, to) = (from?, to?);
                if from.value.is_some() != to.value.is_some() {
                    let with = if from.value.is_some() { &from } else { &to };
                    let message = "one side names a value, the other does not";
                    self.problems.push(
                        Problem::error(Code::TypeMismatch, message, with.span, "with a value")
                            .help("name the value on both sides, or on none: then it stays"),
                    );
                    return None;
                }
                Some([from, to])
            });
            let pairs: Vec<Option<[AnswerPoint; 2]>> = pairs.collect();
            pairs.into_iter().collect::<Option<Vec<_>>>()
        });
        self.names.release(mark);
        Some(Written { binders: binders?, pairs: checked?? })
    }

    /// Returns `x[key] == value`, or `x[key]` alone.
    fn point(&mut self, expr: &ast::Expr, parts: &Parts) -> Option<AnswerPoint> {
        let (place, value) = match &expr.kind {
            Ast::Compare(place, rest) => match rest.as_slice() {
                [(CompareOp::Eq, value)] => (&**place, Some(value)),
                _ => (expr, None),
            },
            _ => (expr, None),
        };
        self.phase = Phase::Decided;
        let checked = self.expr(place)?;
        self.phase = Phase::Known;
        let (family, key) = match checked.kind {
            ExprKind::Element { family, key, many: false } => (family, Some(*key)),
            ExprKind::Family(family) if self.families[family.0 as usize].key.is_none() => {
                (family, None)
            }
            _ => {
                self.problems.push(
                    Problem::error(
                        Code::TypeMismatch,
                        "a map takes an answer to an answer",
                        place.span,
                        "expected a single answer",
                    )
                    .help("write `x[c] becomes x[d]`, or `x[c] == v becomes x[d] == w`"),
                );
                return None;
            }
        };
        if !matches!(parts.families[family.0 as usize].role, Role::Answer(_)) {
            let name = &parts.families[family.0 as usize].name;
            let message = format!("`{name}` is not an answer");
            self.problems.push(
                Problem::error(Code::TypeMismatch, message, place.span, "follows from the answer")
                    .help("transforms move answers; the rest follows"),
            );
            return None;
        }
        let ty = if parts.families[family.0 as usize].is_truth { Ty::Bool } else { Ty::Int };
        let value = match value {
            Some(value) => Some(self.expect(value, &ty)?),
            None => None,
        };
        Some(AnswerPoint { family, key, value, span: expr.span })
    }
}

/// Returns each `blocks(h, w)` that rules run over, once.
fn blocks_of_rules(items: &[Item]) -> Vec<ast::Expr> {
    let mut found: Vec<ast::Expr> = Vec::new();
    for item in items {
        let ItemKind::Rule { binders: Some(binders), .. } = &item.kind else { continue };
        for generator in &binders.generators {
            let source = &generator.source;
            let is_blocks = matches!(&source.kind, Ast::Call(function, sides)
                if function.name == "blocks" && sides.len() == 2);
            if is_blocks && !found.iter().any(|other| other.to_string() == source.to_string()) {
                found.push(source.clone());
            }
        }
    }
    found
}
