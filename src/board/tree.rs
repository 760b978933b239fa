//! JSON and YAML as a tree whose parts know where they stand.
//!
//! In JSON every part has its own place. The YAML reader keeps no places: there every part stands
//! for the whole document.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use serde_json::value::RawValue;

use crate::text::BoardText;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_base::yaml;

/// The deepest nesting that is read; a puzzle has four levels.
const MAX_DEPTH: usize = 16;

/// A value and where it stands.
#[derive(Debug, Clone)]
pub struct Tree {
    /// Where it stands.
    pub span: Span,
    /// The value.
    pub node: TreeNode,
}

/// A value.
#[derive(Debug, Clone)]
pub enum TreeNode {
    /// Fields by name.
    Object(BTreeMap<String, Tree>),
    /// Values in order.
    List(Vec<Tree>),
    /// A number, text, truth or null; a list or an object only where it is nested too deeply.
    Leaf(Json),
}

impl Tree {
    /// Reads an object.
    ///
    /// # Errors
    /// `board::block`, at the character that is wrong where that is known.
    pub(crate) fn read(text: BoardText<'_>) -> Result<Self, Problem> {
        let start = text.text.len() - text.text.trim_start().len();
        let trimmed = text.text.trim();
        let at = text.offset + start;
        let whole = Span::new(text.file, at, at + trimmed.len());
        let tree = if trimmed.starts_with('{') {
            let raw: &RawValue = serde_json::from_str(trimmed)
                .map_err(|error| bad_json(text, trimmed, at, &error))?;
            let base = Base { text, start: trimmed.as_ptr() as usize, at };
            base.tree(raw, 0)
        } else {
            let json = yaml::read(text.text).map_err(|error| {
                bad(whole, format!("this is no YAML document: {error}"), "in this document")
            })?;
            from_json(json, whole)
        };
        match tree.node {
            TreeNode::Object(_) => Ok(tree),
            TreeNode::List(_) | TreeNode::Leaf(_) => {
                Err(bad(whole, "this is no puzzle".to_owned(), "expected an object"))
            }
        }
    }

    /// Returns whether it is `null`.
    pub(crate) fn is_null(&self) -> bool {
        matches!(self.node, TreeNode::Leaf(Json::Null))
    }

    /// Returns a field of an object.
    pub(crate) fn field(&self, name: &str) -> Option<&Self> {
        match &self.node {
            TreeNode::Object(fields) => fields.get(name),
            TreeNode::List(_) | TreeNode::Leaf(_) => None,
        }
    }

    /// Returns the fields of an object; none where it is something else.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, &Self)> {
        let fields = match &self.node {
            TreeNode::Object(fields) => Some(fields),
            TreeNode::List(_) | TreeNode::Leaf(_) => None,
        };
        fields.into_iter().flatten().map(|(name, tree)| (name.as_str(), tree))
    }

    /// Returns the values that are no lists, in order.
    pub(crate) fn leaves(&self) -> Vec<&Self> {
        let mut leaves = Vec::new();
        self.add_leaves(&mut leaves);
        leaves
    }

    fn add_leaves<'t>(&'t self, leaves: &mut Vec<&'t Self>) {
        match &self.node {
            TreeNode::List(items) => items.iter().for_each(|item| item.add_leaves(leaves)),
            TreeNode::Object(_) | TreeNode::Leaf(_) => leaves.push(self),
        }
    }
}

impl std::fmt::Display for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.node {
            TreeNode::Object(_) => write!(f, "an object"),
            TreeNode::List(_) => write!(f, "a list"),
            TreeNode::Leaf(value) => write!(f, "`{value}`"),
        }
    }
}

/// Returns a problem of an object.
pub(super) fn bad(span: Span, message: String, label: &str) -> Problem {
    Problem::error(Code::BoardBlock, message, span, label)
        .help("the form is the one that `puzgen run --format json` prints")
}

/// Returns the problem at the character where the JSON reader stopped.
fn bad_json(text: BoardText<'_>, json: &str, at: usize, error: &serde_json::Error) -> Problem {
    let before: usize =
        json.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut found = (before + error.column().saturating_sub(1)).min(json.len());
    while !json.is_char_boundary(found) {
        found -= 1;
    }
    let length = json[found..].chars().next().map_or(0, char::len_utf8);
    let label = if error.is_eof() { "ends here" } else { "here" };
    let words = error.to_string();
    let words = words.split(" at line ").next().unwrap_or_default();
    let span = Span::new(text.file, at + found, at + found + length);
    bad(span, format!("this is no JSON object: {words}"), label)
}

/// What spans are computed from: the text, the address where it starts, and the byte of the file there.
struct Base<'t> {
    text: BoardText<'t>,
    start: usize,
    at: usize,
}

impl Base<'_> {
    fn tree(&self, raw: &RawValue, depth: usize) -> Tree {
        let text = raw.get();
        let start = self.at + (text.as_ptr() as usize - self.start);
        let span = Span::new(self.text.file, start, start + text.len());
        let node = match text.chars().next() {
            Some('{') if depth < MAX_DEPTH => {
                serde_json::from_str(text).ok().map(|fields: BTreeMap<String, &RawValue>| {
                    let fields = fields.into_iter();
                    TreeNode::Object(
                        fields.map(|(n, raw)| (n, self.tree(raw, depth + 1))).collect(),
                    )
                })
            }
            Some('[') if depth < MAX_DEPTH => {
                serde_json::from_str(text).ok().map(|items: Vec<&RawValue>| {
                    TreeNode::List(items.into_iter().map(|raw| self.tree(raw, depth + 1)).collect())
                })
            }
            Some('{' | '[') => None,
            _ => serde_json::from_str(text).ok().map(TreeNode::Leaf),
        };
        let node = node.unwrap_or_else(|| TreeNode::Leaf(Json::Array(Vec::new())));
        Tree { span, node }
    }
}

fn from_json(json: Json, span: Span) -> Tree {
    let node = match json {
        Json::Object(fields) => TreeNode::Object(
            fields.into_iter().map(|(name, json)| (name, from_json(json, span))).collect(),
        ),
        Json::Array(items) => {
            TreeNode::List(items.into_iter().map(|json| from_json(json, span)).collect())
        }
        leaf => TreeNode::Leaf(leaf),
    };
    Tree { span, node }
}
