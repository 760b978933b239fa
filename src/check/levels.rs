//! The complexity function, and named sets of features.

use std::sync::Arc;

use crate::Checker;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::definition::{FeatureSet, Inputs, Learned, Levels, Member};
use puzgen_model::learn::Model;
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast::{self, Item, ItemKind, LevelRule, LevelsBy};
use puzgen_vocabulary::features;

/// The set that a model names whose columns are what the steps of a solution measure.
pub const STEPS: &str = "steps";

impl Checker<'_> {
    pub(super) fn levels(&mut self, items: &[Item]) -> Option<Levels> {
        let (names, by, span) = items.iter().find_map(|item| match &item.kind {
            ItemKind::Levels { names, by } => Some((names, by, item.span)),
            _ => None,
        })?;
        let mut levels = Levels {
            names: names.iter().map(|name| name.name.clone()).collect(),
            rules: Vec::new(),
            model: None,
        };
        self.level_names(names);
        match by {
            LevelsBy::Rules(rules) => self.level_rules(names, rules, span, &mut levels),
            LevelsBy::Model(path) => levels.model = self.learned(path, &levels.names, span),
        }
        Some(levels)
    }

    fn level_names(&mut self, names: &[ast::Ident]) {
        for (position, name) in names.iter().enumerate() {
            if let Some(before) = names[..position].iter().find(|other| other.name == name.name) {
                self.problems.push(
                    Problem::error(
                        Code::BadLevels,
                        format!("level `{}` is named twice", name.name),
                        name.span,
                        "again here",
                    )
                    .label(before.span, "first here")
                    .help("give each level its own name"),
                );
            }
        }
    }

    fn level_rules(
        &mut self,
        names: &[ast::Ident],
        rules: &[LevelRule],
        span: Span,
        levels: &mut Levels,
    ) {
        for name in names {
            if !rules.iter().any(|rule| rule.name.name == name.name) {
                self.problems.push(
                    Problem::error(
                        Code::BadLevels,
                        format!("nothing says when a puzzle is `{}`", name.name),
                        name.span,
                        "level without a rule",
                    )
                    .help(format!("add `{} when …` or `{} otherwise`", name.name, name.name)),
                );
            }
        }
        for (number, rule) in rules.iter().enumerate() {
            let Some(level) = names.iter().position(|name| name.name == rule.name.name) else {
                let known = names.iter().map(|name| name.name.as_str());
                self.problems.push(
                    Problem::error(
                        Code::BadLevels,
                        format!("there is no level `{}`", rule.name.name),
                        rule.name.span,
                        "unknown level",
                    )
                    .label(span, "the levels")
                    .did_you_mean(&rule.name.name, known),
                );
                continue;
            };
            self.phase = Phase::Measured;
            let condition = match &rule.condition {
                Some(condition) => match self.expect(condition, &Ty::Bool) {
                    Some(condition) => Some(condition),
                    None => continue,
                },
                None => {
                    if number + 1 < rules.len() {
                        self.problems.push(
                            Problem::error(
                                Code::BadLevels,
                                "`otherwise` leaves nothing for the lines after it",
                                rule.span,
                                "always holds",
                            )
                            .help("move it to the end"),
                        );
                    }
                    None
                }
            };
            levels.rules.push((level, condition));
        }
    }

    /// Returns the model of a file, if it fits the definition.
    fn learned(
        &mut self,
        path: &ast::TextLiteral,
        names: &[String],
        span: Span,
    ) -> Option<Learned> {
        let model = match self.models?.get(&path.span)? {
            Ok(model) => Arc::clone(model),
            Err(problem) => {
                self.problems.push(problem.clone());
                return None;
            }
        };
        if model.levels != names {
            let listed = model.levels.join(" < ");
            self.problems.push(
                Problem::error(
                    Code::ModelMismatch,
                    format!("the model has other levels: {listed}"),
                    path.span,
                    "this model",
                )
                .label(span, "the levels")
                .help(format!("write `levels {listed} by model(…)`, or train it again")),
            );
            return None;
        }
        let inputs = self.inputs(&model, path)?;
        Some(Learned { model, inputs, span: path.span })
    }

    /// Returns where the columns of a model come from.
    fn inputs(&mut self, model: &Model, path: &ast::TextLiteral) -> Option<Inputs> {
        if model.features.is_empty() && model.set == STEPS {
            return Some(Inputs::Steps);
        }
        let mut members = Vec::new();
        for name in &model.features {
            let Some(member) = self.set_member(name) else {
                let problem = Problem::error(
                    Code::ModelMismatch,
                    format!("the model uses `{name}`, which the definition does not have"),
                    path.span,
                    "this model",
                );
                self.problems.push(problem.help(format!(
                    "declare `feature {name} = …` as it was when the model was trained, or train \
                     it again"
                )));
                return None;
            };
            members.push(member);
        }
        Some(Inputs::Members(members))
    }

    /// Returns the feature or measure of this name.
    fn set_member(&self, name: &str) -> Option<Member> {
        let feature = self.features.iter().position(|feature| feature.name == name);
        let measure = || features::measure(name).filter(|m| m.result_type(&[]).is_some());
        feature.map(Member::Feature).or_else(|| measure().map(Member::Measure))
    }

    pub(super) fn feature_set(&mut self, item: &Item) -> Option<FeatureSet> {
        let ItemKind::FeatureSet { name, members: names } = &item.kind else { return None };
        if name.name == STEPS || features::set(&name.name).is_some() {
            let message = format!("`{}` is a built-in set of features", name.name);
            self.problems.push(
                Problem::error(Code::Duplicate, message, name.span, "taken")
                    .help("choose another name"),
            );
            return None;
        }
        let mut members = Vec::new();
        for (position, member) in names.iter().enumerate() {
            if let Some(before) = names[..position].iter().find(|one| one.name == member.name) {
                self.problems.push(
                    Problem::error(
                        Code::Duplicate,
                        format!("`{}` is named twice", member.name),
                        member.span,
                        "again here",
                    )
                    .label(before.span, "first here")
                    .help("name each feature once"),
                );
                continue;
            }
            let Some(found) = self.set_member(&member.name) else {
                if !self.broken.contains(&member.name) {
                    let known: Vec<String> =
                        self.features.iter().map(|feature| feature.name.clone()).collect();
                    let measures = features::MEASURES.iter().map(|measure| measure.name);
                    let known = known.iter().map(String::as_str).chain(measures);
                    let problem = Problem::error(
                        Code::UnknownName,
                        format!("there is no feature `{}`", member.name),
                        member.span,
                        "unknown feature",
                    );
                    self.problems.push(problem.did_you_mean(&member.name, known));
                }
                continue;
            };
            members.push(found);
        }
        Some(FeatureSet { name: name.name.clone(), members })
    }
}
