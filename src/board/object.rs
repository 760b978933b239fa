//! Reading boards that are written as JSON or YAML: `{"clues":{"given":[[…]]},"answer":{…}}`, as
//! `--format json` and `--format yaml` print them.

use serde_json::Value as Json;

use crate::family_format::{FamilyFormat, family_format};
use crate::lenient::NO_WORD;
use crate::many::printed_params;
use crate::read::BoardReader;
pub use crate::text::is_object;
use crate::text::{BoardInput, BoardText, Read};
use crate::tree::{Tree, TreeNode, bad};
use puzgen_base::diagnostics::{Diagnostics, Problem};
use puzgen_base::source::Span;
use puzgen_model::definition::{Definition, Shown};
use puzgen_model::instance::{Setting, describe_domain};
use puzgen_model::tokens::{UNTOLD, is_rooms, room_number};

/// Adds the parameters that come with a puzzle where `settings` has no value for them.
pub fn add_settings(definition: &Definition, text: BoardText<'_>, settings: &mut Vec<Setting>) {
    if !is_object(text.text) {
        let params = definition.constants.iter().filter(|constant| constant.domain.is_some());
        let params: Vec<&str> = params.map(|constant| constant.name.as_str()).collect();
        for (name, value) in printed_params(&definition.name, text.text) {
            if params.contains(&name) && settings.iter().all(|setting| setting.name != *name) {
                let at = text.offset + (value.as_ptr() as usize - text.text.as_ptr() as usize);
                let span = Span::new(text.file, at, at + value.len());
                settings.push(Setting { name: name.to_owned(), text: value.to_owned(), span });
            }
        }
        return;
    }
    // Mistakes in the text are reported when the board is read.
    let Ok(tree) = Tree::read(text) else { return };
    for (name, value) in tree.field("params").into_iter().flat_map(Tree::fields) {
        if settings.iter().all(|setting| setting.name != *name) {
            let text = match &value.node {
                TreeNode::Leaf(Json::String(word)) => word.clone(),
                TreeNode::Leaf(other) => other.to_string(),
                TreeNode::Object(_) | TreeNode::List(_) => value.to_string(),
            };
            settings.push(Setting { name: name.to_owned(), text, span: value.span });
        }
    }
}

/// Reports what is no object; returns whether it is one.
pub(super) fn must_be_object(tree: &Tree, name: &str, problems: &mut Diagnostics) -> bool {
    let is_object = matches!(tree.node, TreeNode::Object(_));
    if !is_object {
        problems.push(bad(tree.span, format!("`{name}` is {tree}"), "expected an object"));
    }
    is_object
}

impl BoardReader<'_> {
    /// Reads an object; that of a puzzle has clues.
    pub(super) fn object(
        &self,
        text: BoardText<'_>,
        is_puzzle: bool,
        input: &mut BoardInput,
    ) -> Result<(), Diagnostics> {
        let tree = Tree::read(text)?;
        let mut problems = Diagnostics::new();
        match tree.field("clues") {
            Some(clues) => self.blocks_of(clues, "clues", input, &mut problems),
            None if is_puzzle => {
                problems.push(bad(tree.span, "this is no puzzle".to_owned(), "no `clues`"));
            }
            None if tree.field("answer").or(tree.field("answers")).is_none() => {
                let message = "this is no attempt".to_owned();
                problems.push(bad(tree.span, message, "neither `clues` nor `answer`"));
            }
            None => {}
        }
        if let Some(params) = tree.field("params") {
            must_be_object(params, "params", &mut problems);
        }
        if let Some(answer) = tree.field("answer").filter(|answer| !answer.is_null()) {
            self.blocks_of(answer, "answer", input, &mut problems);
        }
        match tree.field("answers").map(|answers| (answers, &answers.node)) {
            Some((_, TreeNode::List(answers))) => {
                for answer in answers {
                    self.blocks_of(answer, "answers", input, &mut problems);
                }
            }
            Some((answers, _)) if !answers.is_null() => {
                let message = format!("`answers` is {answers}");
                problems.push(bad(answers.span, message, "expected a list of objects"));
            }
            _ => {}
        }
        if let Some(solutions) = tree.field("solutions") {
            match &solutions.node {
                TreeNode::Leaf(Json::Null) => {}
                TreeNode::Leaf(Json::Number(number)) if number.is_u64() => {
                    input.solutions = number.as_u64();
                }
                _ => problems.push(bad(
                    solutions.span,
                    format!("{solutions} is no number of solutions"),
                    "expected a number",
                )),
            }
        }
        if problems.has_errors() { Err(problems) } else { Ok(()) }
    }

    fn blocks_of(
        &self,
        object: &Tree,
        part: &str,
        input: &mut BoardInput,
        problems: &mut Diagnostics,
    ) {
        if !must_be_object(object, part, problems) {
            return;
        }
        for (name, matrix) in object.fields() {
            let found = self.families().into_iter().find(|(other, family)| {
                *other == name
                    && match family {
                        Shown::Clue(_) => part == "clues",
                        Shown::Answer(_) => part != "clues",
                        Shown::Layout(_) => false,
                    }
            });
            let Some((_, family)) = found else {
                let message = format!("this puzzle has no `{name}` in `{part}`");
                problems.push(bad(matrix.span, message, "unknown block"));
                continue;
            };
            match self.matrix(name, family, matrix, problems) {
                Ok(values) => self.store(family, values, input),
                Err(problem) => problems.push(problem),
            }
        }
    }

    pub(super) fn matrix(
        &self,
        name: &str,
        family: Shown,
        matrix: &Tree,
        problems: &mut Diagnostics,
    ) -> Result<Vec<Read>, Problem> {
        let keys = self.keys(family);
        let format = family_format(self.instance.grid.as_ref(), keys);
        let positions: Vec<Option<usize>>;
        let leaves: Vec<&Tree>;
        if let (FamilyFormat::Named(names), TreeNode::Object(fields)) = (&format, &matrix.node) {
            if let Some((other, value)) = fields.iter().find(|(name, _)| !names.contains(name)) {
                let message = format!("`{name}` has no element `{other}`");
                let known = names.iter().map(String::as_str);
                return Err(bad(value.span, message, "unknown").did_you_mean(other, known));
            }
            let at = |name: &String| names.iter().position(|other| other == name);
            positions = fields.keys().map(at).collect();
            leaves = fields.values().collect();
        } else {
            let lines = format.lines();
            has_rows(name, matrix, &lines)?;
            positions = lines.into_iter().flatten().collect();
            leaves = matrix.leaves();
        }
        has_values(name, matrix, (leaves.len(), positions.len()))?;
        let is_rooms = is_rooms(self.instance, family);
        let mut values = vec![None; keys.len()];
        for (leaf, position) in leaves.into_iter().zip(positions) {
            let Some(position) = position else { continue };
            let number = match &leaf.node {
                TreeNode::Leaf(Json::Null) => continue,
                TreeNode::Leaf(Json::Bool(value)) => Some(i64::from(*value)),
                TreeNode::Leaf(Json::Number(number)) => number.as_i64(),
                TreeNode::Leaf(Json::String(text)) if is_rooms => room_number(text),
                TreeNode::Leaf(Json::String(text)) if self.tokens(family, position).are_words() => {
                    let tokens = self.tokens(family, position);
                    tokens.read(text).or(self.takes_any.then_some(NO_WORD))
                }
                TreeNode::Leaf(Json::String(text)) if text == UNTOLD => {
                    values[position] = Some((None, leaf.span));
                    continue;
                }
                TreeNode::Leaf(_) | TreeNode::Object(_) | TreeNode::List(_) => None,
            };
            let domain = self.domain(family, position);
            let takes_any = is_rooms || self.takes_any;
            match number.filter(|number| takes_any || domain.contains(*number)) {
                Some(number) => values[position] = Some((Some(number), leaf.span)),
                None => problems.push(bad(
                    leaf.span,
                    format!("{leaf} is no value of `{name}`"),
                    &format!("expected {} or `null`", describe_domain(domain)),
                )),
            }
        }
        Ok(values)
    }
}

/// Checks that as many values are found as are expected.
fn has_values(name: &str, matrix: &Tree, (found, expected): (usize, usize)) -> Result<(), Problem> {
    if found == expected {
        return Ok(());
    }
    if !matches!(matrix.node, TreeNode::List(_)) {
        let message = format!("`{name}` is {matrix}");
        return Err(bad(matrix.span, message, &format!("expected a list with {expected} values")));
    }
    let message = format!("`{name}` has {found} values where {expected} are expected");
    Err(bad(matrix.span, message, if found > expected { "too many" } else { "too few" }))
}

/// Checks that a list of lists has the rows that a family has: the right number of values alone may be
/// that of a board with rows and columns exchanged.
fn has_rows(name: &str, matrix: &Tree, lines: &[Vec<Option<usize>>]) -> Result<(), Problem> {
    let TreeNode::List(rows) = &matrix.node else { return Ok(()) };
    if !rows.iter().any(|row| matches!(row.node, TreeNode::List(_))) {
        return Ok(());
    }
    if rows.len() != lines.len() {
        let (expected, found) = (lines.len(), rows.len());
        let message = format!("`{name}` has {found} rows where {expected} are expected");
        let label = if found > expected { "too many" } else { "too few" };
        return Err(bad(matrix.span, message, label));
    }
    for (row, line) in rows.iter().zip(lines) {
        let (expected, found) = (line.len(), row.leaves().len());
        if expected != found {
            let message =
                format!("a row of `{name}` has {found} values where {expected} are expected");
            let label = if found > expected { "too many" } else { "too few" };
            return Err(bad(row.span, message, label));
        }
    }
    Ok(())
}
