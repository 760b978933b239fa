//! The address under which puzz.link and pzpr open a puzzle; what each genre writes into it is said by the
//! definition's `export`.

use crate::diagnostics::{Code, Problem};
use crate::export::{CellContent, Context, FamilyBlock, Format};
use crate::generate::GeneratedPuzzle;
use crate::model::definition::Shown;
use crate::model::instance::Instance;
use crate::model::link::{Content, Export, ExportArgument};

pub(super) struct Puzzlink;

/// What stands before the genre.
const BEFORE: &str = "https://puzz.link/p?";

impl Format for Puzzlink {
    fn name(&self) -> &'static str {
        "puzzlink"
    }

    fn about(&self) -> &'static str {
        "the address of the puzzle at puzz.link, which pzpr knows as well"
    }

    fn extension(&self) -> &'static str {
        "txt"
    }

    fn is_link(&self) -> bool {
        true
    }

    fn shows_rating(&self) -> bool {
        false
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        let instance = context.instance;
        let export = export_of(instance, self.name())?;
        let blocks: Vec<FamilyBlock<'_>> =
            context.clue_blocks(puzzle).into_iter().chain(context.layout_blocks()).collect();
        everything_is_said(instance, export, &blocks)?;
        let text = write(instance, export, &blocks).map_err(|why| {
            let genre = &export.genre;
            Problem::bare(Code::NoLink, format!("no link of `{genre}` says this puzzle: {why}"))
                .help("`--format json` says every puzzle")
        })?;
        Ok(format!("{BEFORE}{text}\n"))
    }
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
                Problem::bare(Code::NoLink, format!("`{name}` has no links of the form `{form}`"))
                    .help(format!("a definition says them with `export {form} \"genre\": …`"))
            }
            false => {
                let message =
                    format!("`{name}` has no links of the form `{form}` with these parameters");
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
            let (name, genre) = (block.name, &export.genre);
            let message =
                format!("a link of `{genre}` cannot say `{name}`, and this puzzle shows it");
            Err(Problem::bare(Code::NoLink, message).help("`--format json` says every puzzle"))
        }
    }
}

fn write(
    instance: &Instance<'_>,
    export: &Export,
    blocks: &[FamilyBlock<'_>],
) -> Result<String, String> {
    let grid = instance.grid.as_ref().ok_or("it has no board")?;
    let side = |expr| instance.scope().eval_int(expr).map_err(|at| at.fault.to_string());
    let (rows, columns) = match &export.size {
        Some([rows, columns]) => (side(rows)?, side(columns)?),
        None => (grid.rows as i64, grid.columns as i64),
    };
    let contents = |shown: Shown| {
        let block = blocks.iter().find(|block| block.family == shown);
        let values = block.map(|block| block.values.as_slice()).unwrap_or_default();
        values.iter().copied().map(content).collect()
    };
    let mut text = format!("{}/{columns}/{rows}/", export.genre);
    for part in &export.parts {
        let mut arguments = Vec::new();
        for argument in &part.arguments {
            arguments.push(argument.seen(instance, |_| None, contents)?);
        }
        text.push_str(&part.code.write(grid, &arguments)?);
    }
    Ok(text)
}

fn content(content: CellContent) -> Content {
    match content {
        CellContent::Empty => Content::Empty,
        CellContent::Untold => Content::Untold,
        CellContent::Value(value) => Content::Value(value),
    }
}
