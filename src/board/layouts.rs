//! Reading layouts: they must be known before anything else of a board can be read.
//!
//! Rooms may be named by any letters or numbers: the same token is the same room.

use std::collections::BTreeMap;

use crate::object::{is_object, must_be_object};
use crate::read::BoardReader;
use crate::text::{BoardText, Read};
use crate::tree::{Tree, bad};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::Span;
use puzgen_model::definition::Shown;
use puzgen_model::expr::LayoutId;
use puzgen_model::frame::Frame;
use puzgen_model::instance::Instance;
use puzgen_model::layout::{LayoutKind, LayoutValues, in_order};
use puzgen_vocabulary::layouts;

/// Returns the layouts that a board comes with; none where the definition has none.
///
/// # Errors
/// `board::block` where one is missing, `board::layout` where one is none of this puzzle, and what
/// is wrong with the text.
pub fn in_board(frame: &Frame<'_>, text: BoardText<'_>) -> Result<LayoutValues, Diagnostics> {
    let count = frame.known().definition.layouts.len();
    if count == 0 {
        return Ok(Vec::new());
    }
    let reader = BoardReader::new(frame.known(), &[]);
    let mut problems = Diagnostics::new();
    let mut given: Vec<Option<Vec<Read>>> = vec![None; count];
    if is_object(text.text) {
        reader.layouts_of(&Tree::read(text)?, &mut given, &mut problems);
    } else {
        for (family, values) in reader.layout_blocks(text, &mut problems) {
            given[family.0 as usize] = Some(values);
        }
    }
    if problems.has_errors() {
        return Err(problems);
    }
    let start = text.text.len() - text.text.trim_start().len();
    let first = text.text[start..].split_whitespace().next().unwrap_or_default();
    let start = text.offset + start;
    checked(frame, given, Span::new(text.file, start, start + first.len()))?.by_rules(frame)
}

/// Returns the names of the layouts that a text gives otherwise than the instance has them. What it does
/// not say of them is as the instance has it.
///
/// # Errors
/// What is wrong with the text.
pub fn other_than<'i>(
    instance: &'i Instance<'_>,
    text: BoardText<'_>,
) -> Result<Vec<&'i str>, Diagnostics> {
    let declared = &instance.definition.layouts;
    let reader = BoardReader::new(instance, &[]);
    let mut problems = Diagnostics::new();
    let mut given: Vec<Option<Vec<Read>>> = vec![None; declared.len()];
    if declared.is_empty() {
        return Ok(Vec::new());
    }
    if is_object(text.text) {
        reader.layouts_of(&Tree::read(text)?, &mut given, &mut problems);
    } else {
        for (family, values) in reader.layout_blocks(text, &mut problems) {
            given[family.0 as usize] = Some(values);
        }
    }
    if problems.has_errors() {
        return Err(problems);
    }
    let layouts = declared.iter().zip(&instance.layouts).zip(given);
    let others = layouts.filter(|((declared, layout), reads)| {
        let told = reads.iter().flatten().zip(&layout.values);
        let told = told.filter_map(|(read, own)| Some(((*read)?.0?, *own)));
        match declared.is_rooms() {
            true => !is_renaming(told),
            false => told.into_iter().any(|(told, own)| told != own),
        }
    });
    Ok(others.map(|((declared, _), _)| declared.name.as_str()).collect())
}

/// Returns whether each first number stands for one second number, and the other way round.
fn is_renaming(pairs: impl Iterator<Item = (i64, i64)>) -> bool {
    let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
    pairs
        .into_iter()
        .all(|(a, b)| *there.entry(a).or_insert(b) == b && *back.entry(b).or_insert(a) == a)
}

/// Layouts that are whole, with rooms that are right, and whose rules are still to be looked at.
#[derive(Debug)]
pub struct WholeLayouts {
    /// The values.
    pub values: LayoutValues,
    /// Where those begin that rules are about.
    pub span: Span,
}

impl WholeLayouts {
    /// Returns the layouts where they keep the rules about layouts.
    ///
    /// # Errors
    /// `board::layout` where they break one.
    pub fn by_rules(self, frame: &Frame<'_>) -> Result<LayoutValues, Diagnostics> {
        match layouts::rule_faults(frame, &self.values)?.into_iter().next() {
            None => Ok(self.values),
            Some(fault) => {
                let problem =
                    Problem::error(Code::BoardLayout, fault.message, self.span, "this layout");
                Err(problem.help("correct the layout").into())
            }
        }
    }
}

/// Returns the layouts that these texts give, each without a header; `whole` has them all.
///
/// # Errors
/// As [`in_board`], but for rules about layouts.
pub fn in_blocks(
    frame: &Frame<'_>,
    blocks: &[(LayoutId, BoardText<'_>)],
    whole: Span,
) -> Result<WholeLayouts, Diagnostics> {
    let count = frame.known().definition.layouts.len();
    let reader = BoardReader::new(frame.known(), &[]);
    let mut problems = Diagnostics::new();
    let mut given: Vec<Option<Vec<Read>>> = vec![None; count];
    for (layout, text) in blocks {
        let values = reader.rows(Shown::Layout(*layout), *text, &mut problems);
        given[layout.0 as usize] = Some(values);
    }
    if problems.has_errors() {
        return Err(problems);
    }
    checked(frame, given, whole)
}

/// Returns whether a text has a header of a layout, or is an object.
pub fn has_header(text: &str) -> bool {
    let begins = |line: &str| line.split_whitespace().next() == Some("layout");
    is_object(text) || text.lines().any(begins)
}

/// Returns the values where they are complete and their rooms right.
fn checked(
    frame: &Frame<'_>,
    given: Vec<Option<Vec<Read>>>,
    whole: Span,
) -> Result<WholeLayouts, Diagnostics> {
    let known = frame.known();
    let definition = known.definition;
    let mut problems = Diagnostics::new();
    let mut layouts: LayoutValues = Vec::with_capacity(given.len());
    let mut spans: Vec<Vec<Span>> = Vec::with_capacity(given.len());
    for (declared, reads) in definition.layouts.iter().zip(given) {
        let name = &declared.name;
        let Some(reads) = reads else {
            let message = format!("`{}` has a layout `{name}`, and none is given", definition.name);
            let help = format!("write a line `layout {name}`, and below it the rows of the layout");
            problems.push(
                Problem::error(Code::BoardBlock, message, whole, "without its layout").help(help),
            );
            continue;
        };
        let first = reads.iter().flatten().next().map_or(whole, |(_, span)| *span);
        let told: Option<Vec<(i64, Span)>> =
            reads.into_iter().map(|read| read.and_then(|(v, span)| Some((v?, span)))).collect();
        let Some(told) = told else {
            let message = format!("the layout `{name}` has gaps");
            let help = "a layout is always shown whole";
            problems.push(Problem::error(Code::BoardLayout, message, first, "this one").help(help));
            continue;
        };
        let (values, own): (Vec<i64>, Vec<Span>) = told.into_iter().unzip();
        layouts.push(if declared.is_rooms() { in_order(&values) } else { values });
        spans.push(own);
    }
    if problems.has_errors() {
        return Err(problems);
    }
    for found in layouts::room_faults(frame, &layouts) {
        let own = &spans[found.layout];
        let (span, label) = match found.at.and_then(|at| own.get(at)) {
            Some(span) => (*span, "this room"),
            None => (own.first().copied().unwrap_or(whole), "this layout"),
        };
        let declared = &definition.layouts[found.layout];
        let help = match (&declared.kind, found.at) {
            (LayoutKind::Rooms { sampler, .. }, Some(_)) => {
                format!("`{}` is `{}`", declared.name, sampler.signature())
            }
            _ => "join or split rooms".to_owned(),
        };
        problems.push(Problem::error(Code::BoardLayout, found.message, span, label).help(help));
    }
    if problems.has_errors() {
        return Err(problems);
    }
    let drawn = definition.layouts.iter().position(|layout| !layout.is_rooms());
    let span = drawn.and_then(|position| spans[position].first().copied()).unwrap_or(whole);
    Ok(WholeLayouts { values: layouts, span })
}

impl BoardReader<'_> {
    /// Reads the layouts of an object.
    fn layouts_of(&self, tree: &Tree, given: &mut [Option<Vec<Read>>], problems: &mut Diagnostics) {
        let Some(object) = tree.field("layout") else { return };
        if !must_be_object(object, "layout", problems) {
            return;
        }
        for (name, matrix) in object.fields() {
            let declared = &self.instance.definition.layouts;
            let Some(position) = declared.iter().position(|layout| layout.name == *name) else {
                let message = format!("this puzzle has no `{name}` in `layout`");
                problems.push(bad(matrix.span, message, "unknown block"));
                continue;
            };
            let family = Shown::Layout(LayoutId(position as u32));
            match self.matrix(name, family, matrix, problems) {
                Ok(values) => given[position] = Some(values),
                Err(problem) => problems.push(problem),
            }
        }
    }
}
