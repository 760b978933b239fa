//! The form for people: one row a line, tokens in columns, named blocks where there is more than
//! one family. Lines with `#` are remarks; everything else is read back by `board/`.

use std::collections::BTreeSet;

use crate::drawing::Ink;
use crate::listing::Printed;
use crate::{Context, FamilyBlock, Format, FormatHead};
use puzgen_base::diagnostics::Problem;
use puzgen_model::definition::{Constant, Template, TemplatePart};
use puzgen_model::eval::Scope;
use puzgen_model::expr::{Expr, ExprKind, FamilyId};
use puzgen_model::formula::{self, Piece};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;
use puzgen_model::value::{Key, Value};
use puzgen_vocabulary::lower::Lowered;

/// Stands behind a value that is marked.
const MARK: char = '*';

/// Stands behind the others, so that columns stay columns.
const NO_MARK: char = ' ';

/// Stands between sentences that say all and the board that says it again.
const BELOW_SENTENCES: &str = "# The same for solve, hint, mark and other commands:\n";

pub(super) struct TextFormat;

impl Format for TextFormat {
    fn head(&self) -> FormatHead {
        FormatHead {
            separator: "\n",
            ..FormatHead::new("text", "rows of tokens under a remark, for people", "txt")
        }
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        let mut out = remark(context, puzzle);
        let begun = out.len();
        if let Some(sentence) = sentence(context, puzzle) {
            for line in formula::plain(&sentence).lines() {
                out.push_str(&format!("# {line}\n"));
            }
        }
        for sentence in clue_sentences(context, puzzle) {
            out.push_str(&format!("# {sentence}\n"));
        }
        // A sentence cannot be read back, so what it says stands below it once more. On a board, it says other things.
        let is_said_twice = out.len() > begun && context.instance.grid.is_none();
        if let Some(listing) = Printed::new(context, puzzle) {
            out.push_str(&listing.text());
            if context.with_answers {
                puzzle.solutions.iter().for_each(|it| out.push_str(&listing.answer(context, it)));
            }
            return Ok(out);
        }
        if is_said_twice {
            out.push_str(BELOW_SENTENCES);
        }
        let blocks = context.clue_blocks(puzzle);
        let layouts = context.layout_blocks();
        write_blocks(&mut out, context.instance, &layouts, Some("layout"));
        let with_headers = blocks.len() > 1 || !layouts.is_empty();
        write_blocks(&mut out, context.instance, &blocks, with_headers.then_some("clue"));
        if context.with_answers {
            for solution in &puzzle.solutions {
                out.push_str(&answer_text(context, solution));
            }
        }
        Ok(out)
    }
}

/// Returns the sentence of a puzzle without a board.
pub(super) fn sentence(context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Option<Vec<Piece>> {
    let text = context.instance.definition.show.text.as_ref()?;
    let own = puzzle.solutions.first().map(Vec::as_slice).unwrap_or_default();
    let told = Told::of(context, puzzle);
    let mut scope = Scope::new(context.instance).with_values(own);
    let filled = scope.fill_where(text, &|expr| told.may_tell(expr));
    // What stands for a hidden value may be no part of a formula.
    Some(formula::read(&filled).unwrap_or_else(|_| vec![Piece::Text(filled)]))
}

/// What of a puzzle may be read off: what is shown; hidden values stand by their names.
pub(super) struct Told<'a> {
    instance: &'a Instance<'a>,
    /// The variables whose own values a shown clue gives, by their positions in their families.
    variables: BTreeSet<(FamilyId, usize)>,
    with_answers: bool,
}

impl<'a> Told<'a> {
    pub(super) fn of(context: &Context<'a>, puzzle: &GeneratedPuzzle) -> Self {
        let instance = context.instance;
        let mut scope = Scope::new(instance);
        let mut variables = BTreeSet::new();
        for (declared, clue) in instance.definition.clues.iter().zip(&instance.clues) {
            for (position, key) in clue.index.keys().iter().enumerate() {
                let fact = clue.offset + position;
                if !puzzle.told[fact] || puzzle.facts[fact].is_none() {
                    continue;
                }
                if let Some(binders) = &declared.index {
                    scope.bind_key(binders, &key.to_value());
                }
                match (&declared.value.kind, key) {
                    (ExprKind::Deref(inner), Key::Variable(family))
                        if matches!(inner.kind, ExprKind::Local(_)) =>
                    {
                        variables.insert((*family, 0));
                    }
                    (kind, _) => variables.extend(element(instance, kind, &mut scope)),
                }
            }
        }
        Self { instance, variables, with_answers: context.with_answers }
    }

    fn may_tell(&self, expr: &Expr) -> bool {
        self.with_answers || self.uses_only_told(expr)
    }

    /// Returns whether the value of `expr` follows from what is told.
    fn uses_only_told(&self, expr: &Expr) -> bool {
        let mut is_told = match &expr.kind {
            ExprKind::Variable(family) => self.variables.contains(&(*family, 0)),
            ExprKind::Family(_) | ExprKind::Element { .. } => {
                let found = element(self.instance, &expr.kind, &mut Scope::new(self.instance));
                return found.is_some_and(|found| self.variables.contains(&found));
            }
            ExprKind::Group(..) | ExprKind::GroupSize(..) | ExprKind::GroupCount(_) => false,
            _ => true,
        };
        expr.for_each_child(&mut |child| is_told = is_told && self.uses_only_told(child));
        is_told
    }

    /// Returns what stands at a part of a figure, and by whom: where a value is not told, its name alone.
    pub(super) fn label(&self, scope: &mut Scope<'_>, template: &Template) -> (String, Ink) {
        let hidden = template.parts.iter().find_map(|part| match part {
            TemplatePart::Expr { expr, text, .. } if !self.uses_only_told(expr) => Some(text),
            _ => None,
        });
        match hidden {
            None => (scope.fill(template), Ink::Given),
            Some(_) if self.with_answers => (scope.fill(template), Ink::Entered),
            Some(name) => (format!("${name}$"), Ink::Given),
        }
    }
}

/// Returns the variable that an expression is: of its family, at which position.
fn element(
    instance: &Instance<'_>,
    kind: &ExprKind,
    scope: &mut Scope<'_>,
) -> Option<(FamilyId, usize)> {
    match kind {
        ExprKind::Family(family) if instance.families[family.0 as usize].index.len() == 1 => {
            Some((*family, 0))
        }
        ExprKind::Element { family, key, many: false } => {
            let key = scope.eval(key).ok()?;
            let position = instance.families[family.0 as usize].index.position(&key)?;
            Some((*family, position))
        }
        _ => None,
    }
}

/// Returns what the clues say of which the values are told, where they say it in words.
pub(super) fn clue_sentences(context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Vec<String> {
    let told = puzzle.facts.iter().enumerate().filter(|(fact, _)| puzzle.told[*fact]);
    told.filter_map(|(fact, value)| {
        context.instance.sentence(context.fact_domains, fact, (*value)?)
    })
    .collect()
}

pub(super) fn remark(context: &Context<'_>, puzzle: &GeneratedPuzzle) -> String {
    let definition = context.instance.definition;
    let mut words = vec![
        definition.name.clone(),
        format!("seed {}", puzzle.seed),
        format!("puzzle {}", puzzle.index),
    ];
    words.extend(puzzle.step.map(|step| format!("step {step}")));
    if let Some(variant) = &puzzle.transform {
        words.push(format!("variant {}", variant.number));
    }
    // A transform that exchanges rows and columns has other parameters than the puzzle that it was given.
    let own = puzzle.transform.as_ref().map_or(&[][..], |variant| &variant.params);
    let changed = changed_params(context.instance).into_iter().filter(|(name, _)| {
        own.iter().all(|param| param.split_once('=').is_none_or(|(other, _)| other != *name))
    });
    words.extend(changed.map(|(name, value)| format!("{name}={value}")));
    words.extend(own.iter().cloned());
    match puzzle.solutions.len() {
        0 | 1 => {}
        several => words.push(format!("{several} solutions")),
    }
    if let Some(steps) = &puzzle.steps {
        words.push(format!("score {}, tier {}", steps.score, steps.tier));
    }
    if let (Some(level), Some(levels)) = (puzzle.level, &definition.levels) {
        words.push(levels.names[level].clone());
    }
    format!("# {}\n", words.join(", "))
}

/// Returns the parameters that do not have the value that they have by default, with the others as they are.
fn changed_params<'i>(instance: &'i Instance<'_>) -> Vec<(&'i str, &'i Value)> {
    let mut scope = instance.scope();
    let params = instance.definition.constants.iter().filter(|constant| constant.domain.is_some());
    let mut is_default = |constant: &Constant, value: &Value| {
        scope.eval(&constant.value).is_ok_and(|default| default == *value)
    };
    let both = params.zip(instance.params());
    both.filter(|(constant, (_, value))| !is_default(constant, value)).map(|(_, it)| it).collect()
}

/// Returns the answer as named blocks.
pub fn answer_text(context: &Context<'_>, solution: &[i64]) -> String {
    let mut out = String::new();
    let blocks = context.answer_blocks(solution);
    match Printed::of_answer(context, &blocks) {
        Some(listing) => out.push_str(&listing.code()),
        None => write_blocks(&mut out, context.instance, &blocks, Some("answer")),
    }
    out
}

/// Returns an answer as named blocks, with `*` behind the values of these answers.
pub fn marked_text(context: &Context<'_>, solution: &[i64], marked: &[usize]) -> String {
    let mut out = String::new();
    let instance = context.instance;
    let mut first = 0;
    for block in context.answer_blocks(solution) {
        let token = |at: usize| {
            let mark = if marked.contains(&(first + at)) { MARK } else { NO_MARK };
            format!("{}{mark}", block.token(instance, at).unwrap_or_default())
        };
        let mut rows = block.rows_of(instance, &token);
        for token in rows.iter_mut().flatten() {
            if block.is_named(instance) {
                token.truncate(token.trim_end().len());
            } else if !token.ends_with([MARK, NO_MARK]) {
                // A place without a value has no mark.
                token.push(NO_MARK);
            }
        }
        write_block(&mut out, instance, &block, rows, Some("answer"));
        first += block.len();
    }
    out
}

/// Returns an answer as named blocks, behind the layouts that it is on.
pub fn solved_text(instance: &Instance<'_>, lowered: &Lowered, solution: &[i64]) -> String {
    let fact_domains = lowered.fact_domains.as_slice();
    let context = Context::new(instance, fact_domains, true);
    let mut out = String::new();
    write_blocks(&mut out, instance, &context.layout_blocks(), Some("layout"));
    out.push_str(&answer_text(&context, solution));
    out
}

/// Writes blocks, each with a header of this kind where one is given.
pub(super) fn write_blocks(
    out: &mut String,
    instance: &Instance<'_>,
    blocks: &[FamilyBlock<'_>],
    header: Option<&str>,
) {
    for block in blocks {
        write_block(out, instance, block, block.rows(instance), header);
    }
}

/// Writes a block with these tokens.
pub(super) fn write_block(
    out: &mut String,
    instance: &Instance<'_>,
    block: &FamilyBlock<'_>,
    rows: Vec<Vec<String>>,
    header: Option<&str>,
) {
    if block.is_one_value(instance, header.is_some()) {
        let value = rows.concat().concat();
        out.push_str(&format!("{} = {value}\n", block.name));
        return;
    }
    if let Some(header) = header {
        out.push_str(&format!("{header} {}\n", block.name));
    }
    let width = rows.iter().flatten().map(|token| token.chars().count()).max().unwrap_or(1);
    let width = if block.is_named(instance) { 0 } else { width };
    for row in rows {
        let tokens: Vec<String> = row.iter().map(|token| format!("{token:>width$}")).collect();
        out.push_str(tokens.join(" ").trim_end());
        out.push('\n');
    }
}
