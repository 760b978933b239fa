//! What forms of other programs share: the `export` of a definition that fits, and what its parts say.

use crate::context::Context;
use crate::family_block::{CellContent, FamilyBlock};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::definition::Shown;
use puzgen_model::export::{Export, ExportArgument, ExportPart};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::grid::Grid;
use puzgen_model::instance::Instance;
use puzgen_model::link::{Arguments, Content};

/// Returns the export of this form with what the puzzle shows, all of which it says.
///
/// # Errors
/// `export::no_link` where there is none, or where it leaves something out.
pub(super) fn said<'a>(
    context: &Context<'a>,
    puzzle: &GeneratedPuzzle,
    form: &str,
) -> Result<(&'a Export, Vec<FamilyBlock<'a>>), Problem> {
    let export = export_of(context.instance, form)?;
    let blocks: Vec<FamilyBlock<'_>> =
        context.clue_blocks(puzzle).into_iter().chain(context.layout_blocks()).collect();
    everything_is_said(context.instance, export, &blocks)?;
    Ok((export, blocks))
}

/// Returns the problem of a puzzle that a form cannot say.
pub(super) fn not_said(form: &str, export: &Export, why: &str) -> Problem {
    let genre = &export.genre;
    no_link(format!("`{form}` cannot say this puzzle of `{genre}`: {why}"))
}

/// Returns the problem of a genre that a form does not have, though there is an address; `what` names what the form
/// consists of.
pub(super) fn no_genre(form: &str, what: &str, export: &Export) -> Problem {
    let message = format!("`{form}` has no {what} of `{}`", export.genre);
    Problem::bare(Code::NoLink, message).help("`--format puzzlink` has an address")
}

/// Returns the board of a form that draws boards of squares.
///
/// # Errors
/// `export::no_link` where it is no such board.
pub(super) fn squares<'a>(context: &Context<'a>, form: &str) -> Result<&'a Grid, Problem> {
    let grid = context.instance.grid.as_ref().filter(|grid| grid.is_of_squares());
    let name = &context.instance.definition.name;
    grid.ok_or_else(|| no_link(format!("`{form}` has boards of squares, and `{name}` has none")))
}

fn no_link(message: String) -> Problem {
    Problem::bare(Code::NoLink, message).help("`--format json` says every puzzle")
}

/// Returns the arguments of a part as codes see them.
///
/// # Errors
/// Where a value cannot be computed, as a clause.
pub(super) fn arguments<'a>(
    instance: &'a Instance<'_>,
    grid: &'a Grid,
    part: &ExportPart,
    blocks: &[FamilyBlock<'_>],
) -> Result<Arguments<'a>, String> {
    let contents = |shown: Shown| {
        let block = blocks.iter().find(|block| block.family == shown);
        let values = block.map(|block| block.values.as_slice()).unwrap_or_default();
        values.iter().copied().map(content).collect()
    };
    let seen = |argument: &ExportArgument| argument.seen(instance, |_| None, contents);
    let list = part.arguments.iter().map(seen).collect::<Result<_, String>>()?;
    Ok(Arguments { grid, list })
}

/// Returns what a definition says of a form, with the parameters of an instance.
fn export_of<'d>(instance: &Instance<'d>, form: &str) -> Result<&'d Export, Problem> {
    let definition = instance.definition;
    let of_form: Vec<&Export> =
        definition.exports.iter().filter(|export| export.form == form).collect();
    let holds = |export: &&&Export| {
        let condition = export.condition.as_ref();
        condition.is_none_or(|condition| instance.scope().eval_bool(condition) == Ok(true))
    };
    of_form.iter().find(holds).copied().ok_or_else(|| {
        let name = &definition.name;
        match of_form.is_empty() {
            true => {
                Problem::bare(Code::NoLink, format!("`{name}` says nothing of `export {form}`"))
                    .help(format!("a definition says with `export {form} \"genre\": …` what it is for other programs; \
                                   `--format json` says every puzzle"))
            }
            false => {
                let message =
                    format!("`{name}` has no `export {form}` for these parameters");
                Problem::bare(Code::NoLink, message)
                    .help("`puzgen show` prints the definition, whose `export` says with which")
            }
        }
    })
}

/// Checks that nothing is shown that the link would leave out.
fn everything_is_said(
    instance: &Instance<'_>,
    export: &Export,
    blocks: &[FamilyBlock<'_>],
) -> Result<(), Problem> {
    let arguments = export.parts.iter().flat_map(|part| &part.arguments);
    let named: Vec<Shown> = arguments
        .filter_map(|argument| match argument {
            ExportArgument::Family(shown, _) => Some(*shown),
            ExportArgument::Value(_) => None,
        })
        .collect();
    let is_lost = |block: &&FamilyBlock<'_>| {
        let is_told = (0..block.values.len()).any(|position| block.is_told(position));
        // What never changes says nothing.
        let fixed = |shown: Shown| match shown {
            Shown::Clue(id) => instance.definition.clue(id).says_nothing_new(),
            _ => false,
        };
        is_told && !named.contains(&block.family) && !fixed(block.family)
    };
    match blocks.iter().find(is_lost) {
        None => Ok(()),
        Some(block) => {
            let (name, form, genre) = (block.name, export.form, &export.genre);
            Err(no_link(format!(
                "`export {form} \"{genre}\"` does not say `{name}`, and this puzzle shows it"
            )))
        }
    }
}

fn content(content: CellContent) -> Content {
    match content {
        CellContent::Empty => Content::Empty,
        CellContent::Untold => Content::Untold,
        CellContent::Value(value) => Content::Value(value),
    }
}
