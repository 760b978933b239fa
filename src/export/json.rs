//! The form for programs: one object a line, fields and their order fixed by the schema's version.

use serde_json::{Map, Value as Json, json};

use crate::board::layout::Layout;
use crate::diagnostics::Problem;
use crate::export::{Block, Context, Format};
use crate::generate::Puzzle;
use crate::model::instance::Instance;
use crate::model::value::{Value, format_real};
use crate::symmetry::Source;

pub(super) struct JsonLines;

/// The schema of generated puzzles.
const PUZZLE: &str = "puzgen.puzzle/1";
/// The schema of puzzles that were moved by `jumble`.
const JUMBLED: &str = "puzgen.jumbled/1";
/// The schema of answers to `solve`.
const SOLUTION: &str = "puzgen.solution/1";

impl Format for JsonLines {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "one JSON object a line, with answer and features"
    }

    fn extension(&self) -> &'static str {
        "json"
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &Puzzle) -> Result<String, Problem> {
        Ok(format!("{}\n", puzzle_object(context, puzzle)))
    }
}

/// Returns the puzzle as an object.
pub(super) fn puzzle_object(context: &Context<'_>, puzzle: &Puzzle) -> Json {
    let instance = context.instance;
    let definition = instance.definition;
    let mut object = Map::new();
    let mut put = |name: &str, value: Json| {
        object.insert(name.to_owned(), value);
    };
    put("schema", PUZZLE.into());
    put("puzzle", definition.name.clone().into());
    let params = instance.params().map(|(name, value)| (name.to_owned(), value_json(value)));
    put("params", Json::Object(params.collect()));
    put("seed", puzzle.seed.into());
    put("index", puzzle.index.into());
    put("step", puzzle.step.into());
    put("layout", blocks_json(instance, &context.layout_blocks()));
    put("clues", blocks_json(instance, &context.clue_blocks(puzzle)));
    match puzzle.solutions.as_slice() {
        [only] => put("answer", blocks_json(instance, &context.answer_blocks(only))),
        several => {
            let answers = several
                .iter()
                .map(|solution| blocks_json(instance, &context.answer_blocks(solution)));
            put("answers", answers.collect());
        }
    }
    put("solutions", puzzle.solutions.len().into());
    let features = definition.features.iter().zip(&puzzle.features);
    let features = features.map(|(feature, value)| {
        (feature.name.clone(), value.as_ref().map_or(Json::Null, value_json))
    });
    put("features", Json::Object(features.collect()));
    put("score", puzzle.steps.as_ref().map(|steps| steps.score).into());
    put("tier", puzzle.steps.as_ref().map(|steps| steps.tier).into());
    let level = puzzle.level.zip(definition.levels.as_ref());
    put("level", level.map(|(level, levels)| levels.names[level].clone()).into());
    put("transform", transform_json(puzzle));
    if let Some(line) = puzzle.bank_line {
        put("bank_line", line.into());
    }
    put("refused", puzzle.refused.into());
    put("gave_up", puzzle.gave_up.into());
    if puzzle.repairs > 0 {
        put("repairs", puzzle.repairs.into());
        put("redraws", puzzle.redraws.into());
    }
    put("verified", puzzle.verified.clone().into());
    if let Some(engine) = puzzle.removed_by {
        put("removed_by", engine.into());
    }
    if let Some(steps) = &puzzle.steps {
        put("hardest", steps.hardest.clone().into());
    }
    Json::Object(object)
}

/// Returns how a variant came from its original: its number, and for rows, columns, values and the
/// like what each was before; `null` for an original.
fn transform_json(puzzle: &Puzzle) -> Json {
    let Some(variant) = &puzzle.transform else { return Json::Null };
    let mut object = Map::new();
    object.insert("variant".to_owned(), variant.number.into());
    for (title, sources) in &variant.map.0 {
        let source = |source: &Source| match source {
            Source::Value(value) => Json::from(*value),
            Source::Place(name) => Json::from(name.clone()),
        };
        object.insert(title.clone(), sources.iter().map(source).collect());
    }
    Json::Object(object)
}

/// Returns a puzzle that was moved and not solved, as an object. Its solutions are those that came
/// with it.
pub(super) fn jumbled_object(context: &Context<'_>, puzzle: &Puzzle) -> Json {
    let whole = puzzle_object(context, puzzle);
    let mut object = Map::new();
    object.insert("schema".to_owned(), JUMBLED.into());
    let kept = ["puzzle", "params", "seed", "index", "layout", "clues", "answer", "transform"];
    for name in kept {
        if let Some(value) = whole.get(name) {
            object.insert(name.to_owned(), value.clone());
        }
    }
    Json::Object(object)
}

/// Returns the only solution that `solve` found as an object.
pub fn unique_json(context: &Context<'_>, solution: &[i64]) -> Json {
    json!({"schema": SOLUTION, "status": "unique", "answer": answer_json(context, solution)})
}

/// Returns how an object begins that lists several solutions: [answers](answer_json), with commas between
/// them, and the [tail](SEVERAL_JSON_TAIL) come next. They may be too many to be kept.
pub fn several_json_head() -> String {
    format!("{{\"schema\":\"{SOLUTION}\",\"status\":\"several\",\"answers\":[")
}

/// How an object ends that lists several solutions.
pub const SEVERAL_JSON_TAIL: &str = "]}\n";

/// Returns a solution as a member of a list.
pub fn answer_json(context: &Context<'_>, solution: &[i64]) -> Json {
    blocks_json(context.instance, &context.answer_blocks(solution))
}

/// Returns "no solution" with the rules and givens that cannot hold together.
pub fn conflict_json(rules: &[(String, String)], givens: &[String]) -> Json {
    let rules: Vec<Json> =
        rules.iter().map(|(rule, sentence)| json!({"rule": rule, "sentence": sentence})).collect();
    json!({
        "schema": SOLUTION,
        "status": "none",
        "conflict": {"rules": rules, "givens": givens},
    })
}

fn blocks_json(instance: &Instance<'_>, blocks: &[Block<'_>]) -> Json {
    let block = |block: &Block<'_>| {
        let value = match block.layout(instance) {
            Layout::Single => block.json_value(Some(0)),
            Layout::Row(count) => {
                (0..count).map(|position| block.json_value(Some(position))).collect()
            }
            Layout::Named(names) => {
                let values = (0..names.len()).map(|position| block.json_value(Some(position)));
                Json::Object(names.into_iter().zip(values).collect())
            }
            Layout::Lines(lines) | Layout::Lists(lines) => lines
                .iter()
                .map(|line| line.iter().map(|at| block.json_value(*at)).collect::<Json>())
                .collect(),
        };
        (block.name.to_owned(), value)
    };
    Json::Object(blocks.iter().map(block).collect())
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
