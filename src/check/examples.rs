//! Examples: what they give, by name, and what they are said to break.

use crate::items::rule_name;
use crate::names::Symbol;
use crate::{Checker, Parts};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::Span;
use puzgen_model::definition::{Example, ExampleText, Role};
use puzgen_model::expr::FamilyId;
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast::{self, Item, ItemKind, TextLiteral};

impl Checker<'_> {
    pub(super) fn examples(&mut self, items: &[Item], parts: &Parts) -> Vec<Example> {
        let mut examples = Vec::new();
        for item in items {
            if let ItemKind::Example { title, parts: lines } = &item.kind {
                examples.extend(self.example(title, lines, parts));
            }
        }
        examples
    }

    fn example(
        &mut self,
        title: &TextLiteral,
        lines: &[ast::ExamplePart],
        parts: &Parts,
    ) -> Option<Example> {
        self.phase = Phase::Known;
        let mut example = Example {
            title: title.text.clone(),
            span: title.span,
            settings: Vec::new(),
            clues: Vec::new(),
            layouts: Vec::new(),
            answers: Vec::new(),
            breaks: Vec::new(),
            contradicts: Vec::new(),
            solutions: None,
        };
        let mut broken = Vec::new();
        for line in lines {
            self.example_line(line, parts, &mut example, &mut broken)?;
        }
        let blocks =
            lines.iter().filter(|line| matches!(line, ast::ExamplePart::Block(..))).count();
        let known = example.clues.len() + example.layouts.len() + example.answers.len();
        for name in broken {
            self.breaks(name, parts, blocks > 0 && blocks == known, &mut example);
        }
        if known == 0 {
            if blocks > 0 {
                return None;
            }
            self.problems.push(
                Problem::error(
                    Code::BadExample,
                    "an example without a board",
                    title.span,
                    "nothing to check",
                )
                .help("give the clues, the `answer`, or both; or a layout"),
            );
            return None;
        }
        Some(example)
    }

    /// Takes a line; names after `breaks` wait until all boards are known.
    fn example_line<'l>(
        &mut self,
        line: &'l ast::ExamplePart,
        parts: &Parts,
        example: &mut Example,
        broken: &mut Vec<&'l ast::Ident>,
    ) -> Option<()> {
        match line {
            ast::ExamplePart::Set(name, value) => match self.param_named(name, parts) {
                Some((position, ty)) => {
                    example.settings.push((position, self.expect(value, &ty)?));
                }
                None => self.unknown_param(name, parts),
            },
            ast::ExamplePart::Solutions(number) => {
                example.solutions = self.expect(number, &Ty::Int);
            }
            ast::ExamplePart::Breaks(names) => broken.extend(names),
            ast::ExamplePart::Block(name, text) => {
                let block = ExampleText {
                    text: text.text.clone(),
                    span: text.inner,
                    is_verbatim: text.is_block,
                };
                self.block(name, block, parts, example);
            }
        }
        Some(())
    }

    /// Returns the parameter of a name, by its position among the constants, and its type.
    pub(super) fn param_named(&self, name: &ast::Ident, parts: &Parts) -> Option<(usize, Ty)> {
        let Some(Symbol::Constant(position, ty)) = self.names.symbol(&name.name) else {
            return None;
        };
        let constant = parts.constants.get(*position as usize)?;
        constant.domain.as_ref().map(|_| (*position as usize, ty.clone()))
    }

    /// Takes a name of `breaks`: of a rule, or else of a clue that the answer contradicts. The example
    /// must show what breaks it, as far as all its boards are known.
    fn breaks(&mut self, name: &ast::Ident, parts: &Parts, is_known: bool, example: &mut Example) {
        let lacks = |problems: &mut Diagnostics, what: String, help: &str| {
            if is_known {
                let problem = Problem::error(Code::BadExample, what, name.span, "cannot be judged");
                problems.push(problem.help(help));
            }
        };
        let rule = parts.rules.iter().position(|rule| rule.name == name.name);
        let has_answer = !example.answers.is_empty();
        match (rule, self.names.symbol(&name.name)) {
            (Some(rule), _) if has_answer || self.is_about_layout(&parts.rules[rule]) => {
                example.breaks.push(rule);
            }
            (Some(_), _) => lacks(
                &mut self.problems,
                format!("rule `{}` speaks of the answer, which is not given", name.name),
                "give the `answer` that breaks it",
            ),
            (None, Some(Symbol::Clue(clue))) => {
                if has_answer && example.clues.iter().any(|(given, _)| given == clue) {
                    example.contradicts.push(*clue);
                } else {
                    let what =
                        format!("the values of `{}` and an answer are not both given", name.name);
                    lacks(&mut self.problems, what, "give the clue, and the `answer` that differs");
                }
            }
            (None, _) if self.is_broken(name) => {}
            (None, _) => {
                let rules = parts.rules.iter().map(|rule| rule.name.as_str());
                let clues = self.clues.iter().map(|clue| clue.name.as_str());
                let problem = Problem::error(
                    Code::UnknownName,
                    format!("there is no rule or clue `{}`", name.name),
                    name.span,
                    "unknown name",
                )
                .did_you_mean(&name.name, rules.chain(clues));
                self.problems.push(problem);
            }
        }
    }

    /// Returns whether the declaration of a rule or clue of this name had a mistake.
    fn is_broken(&self, name: &ast::Ident) -> bool {
        self.broken.iter().any(|broken| *broken == rule_name(name) || *broken == name.name)
    }

    fn unknown_param(&mut self, name: &ast::Ident, parts: &Parts) {
        if self.broken.contains(&name.name) {
            return;
        }
        let params = parts.constants.iter().filter(|constant| constant.domain.is_some());
        let known: Vec<&str> = params.map(|constant| constant.name.as_str()).collect();
        let help = match known.as_slice() {
            [] => "it has no parameters at all".to_owned(),
            known => format!("its parameters are {}", known.join(", ")),
        };
        self.problems.push(
            Problem::error(
                Code::UnknownName,
                format!("there is no parameter `{}`", name.name),
                name.span,
                "unknown parameter",
            )
            .help(help)
            .did_you_mean(&name.name, known),
        );
    }

    fn block(
        &mut self,
        name: &ast::Ident,
        text: ExampleText,
        parts: &Parts,
        example: &mut Example,
    ) {
        let answers: Vec<FamilyId> = parts
            .families
            .iter()
            .enumerate()
            .filter(|(_, family)| matches!(family.role, Role::Answer(_)))
            .map(|(position, _)| FamilyId(position as u32))
            .collect();
        match self.names.symbol(&name.name) {
            Some(Symbol::Clue(clue)) => example.clues.push((*clue, text)),
            Some(Symbol::Layout(layout)) => example.layouts.push((*layout, text)),
            Some(Symbol::Family(id)) if answers.contains(id) => example.answers.push((*id, text)),
            _ if name.name == "answer" && answers.len() == 1 => {
                example.answers.push((answers[0], text));
            }
            _ if self.is_broken(name) => {}
            // The answer that is meant may be the one that has a mistake.
            _ if name.name == "answer" && !self.broken.is_empty() => {}
            _ => {
                let span: Span = name.span;
                let known: Vec<&str> = self
                    .clues
                    .iter()
                    .map(|clue| clue.name.as_str())
                    .chain(parts.layouts.iter().map(|layout| layout.name.as_str()))
                    .chain(answers.iter().map(|id| parts.families[id.0 as usize].name.as_str()))
                    .collect();
                self.problems.push(
                    Problem::error(
                        Code::UnknownName,
                        format!("`{}` is no clue, layout or answer", name.name),
                        span,
                        "no such board",
                    )
                    .help(format!("boards can be given for {}", known.join(", ")))
                    .did_you_mean(&name.name, known),
                );
            }
        }
    }
}
