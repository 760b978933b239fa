//! The form for programs: one object a line, fields and their order fixed by the schema's version.

use serde_json::Value as Json;

use crate::context::Context;
use crate::drawing::Elements;
use crate::family_block::{CellContent, FamilyBlock};
use crate::format::{Format, FormatHead};
use crate::listing::Printed;
use puzgen_base::diagnostics::Problem;
use puzgen_board::shaped;
use puzgen_model::generated::{GeneratedPuzzle, OriginalPart, Variant};
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::Solution;
use puzgen_model::value::{Value, format_real};
use puzgen_wire::{self as wire, Object};

pub(super) struct JsonLines;

impl Format for JsonLines {
    fn head(&self) -> FormatHead {
        FormatHead::new("json", "one JSON object a line, with answer and features", "json")
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        Ok(wire::line(&puzzle_object(context, puzzle)))
    }

    fn jumbled(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        Ok(wire::line(&jumbled_object(context, puzzle)))
    }
}

/// Returns the puzzle as an object.
pub fn puzzle_object(context: &Context<'_>, puzzle: &GeneratedPuzzle) -> wire::Puzzle {
    let instance = context.instance;
    let definition = instance.definition;
    let object = |solution: &Solution| answer_object(context, solution);
    let (answer, answers) = match puzzle.solutions.as_slice() {
        [only] => (Some(object(only)), None),
        several => (None, Some(several.iter().map(object).collect())),
    };
    let features = definition.features.iter().zip(&puzzle.features);
    let features = features.map(|(feature, value)| {
        (feature.name.clone(), value.as_ref().map_or(Json::Null, value_json))
    });
    let level = puzzle.level.zip(definition.levels.as_ref());
    let steps = puzzle.steps.as_ref();
    let was_repaired = puzzle.repairs > 0;
    wire::Puzzle {
        schema: wire::Puzzle::SCHEMA,
        puzzle: definition.name.clone(),
        params: params_object(instance),
        seed: puzzle.seed,
        index: puzzle.index,
        step: puzzle.step,
        layout: blocks_object(instance, &context.layout_blocks()),
        clues: blocks_object(instance, &context.clue_blocks(puzzle)),
        answer,
        answers,
        solutions: puzzle.solutions.len(),
        features: features.collect(),
        score: steps.map(|steps| steps.score),
        tier: steps.map(|steps| steps.tier),
        level: level.map(|(level, levels)| levels.names[level].clone()),
        transform: puzzle.transform.as_ref().map(transform_object),
        bank_line: puzzle.bank_line,
        refused: puzzle.refused,
        gave_up: puzzle.gave_up,
        repairs: was_repaired.then_some(puzzle.repairs),
        redraws: was_repaired.then_some(puzzle.redraws),
        verified: puzzle.verified.clone(),
        removed_by: puzzle.removed_by,
        hardest: steps.map(|steps| steps.hardest.clone()),
        left_out: None,
        form: None,
        program: Printed::new(context, puzzle).map(|printed| printed.object()),
    }
}

/// Returns the values of the parameters.
pub fn params_object(instance: &Instance<'_>) -> Object {
    instance.params().map(|(name, value)| (name.to_owned(), value_json(value))).collect()
}

/// Returns how a variant came from its original.
fn transform_object(variant: &Variant) -> wire::Transform {
    let source = |source: &OriginalPart| match source {
        OriginalPart::Value(value) => Json::from(*value),
        OriginalPart::Place(name) => Json::from(name.clone()),
    };
    let sources = variant.map.0.iter();
    let sources =
        sources.map(|(title, sources)| (title.clone(), sources.iter().map(source).collect()));
    wire::Transform { variant: variant.number, sources: sources.collect() }
}

/// Returns a puzzle that was moved and not solved, as an object. Its solutions are those that came
/// with it.
pub(super) fn jumbled_object(context: &Context<'_>, puzzle: &GeneratedPuzzle) -> wire::Jumbled {
    let wire::Puzzle {
        puzzle, params, seed, index, layout, clues, answer, transform, program, ..
    } = puzzle_object(context, puzzle);
    let schema = wire::Jumbled::SCHEMA;
    wire::Jumbled { schema, puzzle, params, seed, index, layout, clues, answer, transform, program }
}

/// Returns a solution: the values of each answer family.
pub fn answer_object(context: &Context<'_>, solution: &[i64]) -> Object {
    blocks_object(context.instance, &context.answer_blocks(solution))
}

/// Returns what was entered, in the order of its elements, as an object that boards are read from: an attempt with an
/// answer, or a puzzle with clues.
pub fn entered_object(context: &Context<'_>, elements: Elements, entered: &[Option<i64>]) -> Json {
    let contents = entered.iter().map(|value| value.map_or(CellContent::Empty, CellContent::Value));
    let contents: Vec<CellContent> = contents.collect();
    let instance = context.instance;
    match elements {
        Elements::Answer => {
            let blocks = context.blocks_of_answer(&contents);
            serde_json::json!({ "answer": blocks_object(instance, &blocks) })
        }
        Elements::Clues => serde_json::json!({
            "puzzle": instance.definition.name,
            "params": params_object(instance),
            "layout": blocks_object(instance, &context.layout_blocks()),
            "clues": blocks_object(instance, &context.blocks_of_clues(&contents)),
        }),
    }
}

fn blocks_object(instance: &Instance<'_>, blocks: &[FamilyBlock<'_>]) -> Object {
    let block = |block: &FamilyBlock<'_>| {
        let value = shaped(instance.grid.as_ref(), block.index, |at| block.json_value(at));
        (block.name.to_owned(), value)
    };
    blocks.iter().map(block).collect()
}

/// Returns a value; a fraction rounded to six places.
pub fn value_json(value: &Value) -> Json {
    match value {
        Value::Int(value) => (*value).into(),
        Value::Bool(value) => (*value).into(),
        Value::Real(value) => {
            format_real(*value).parse::<f64>().map_or(Json::Null, |rounded| rounded.into())
        }
        Value::List(list) => list.items.iter().map(value_json).collect(),
        Value::Word(_) | Value::Place(_) | Value::Variable(_) | Value::Tuple(_) => {
            value.to_string().into()
        }
    }
}
