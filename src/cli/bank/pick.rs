//! `puzgen bank pick`: random puzzles among those that fit.

use clap::Args;

use super::Wanted;
use crate::choices::form_help;
use crate::convert::printed;
use crate::input::{drawn_seed, format_named, must_hold};
use crate::output::Console;
use crate::{DefinitionArgs, ExitStatus, Failure};
use puzgen_bank::Bank;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::FileId;
use puzgen_board::position::PreparedBoard;
use puzgen_board::read::BoardText;
use puzgen_board::shelf::Shelf;
use puzgen_model::counting::MAX_SIZE;

/// Pick random puzzles of a definition from a bank
#[derive(Debug, Args)]
pub(super) struct Pick {
    /// The bank: a SQLite file, or a `postgres://` address
    bank: String,
    /// A definition: a path, or the name of a built-in puzzle
    file: String,
    #[command(flatten)]
    wanted: Wanted,
    /// Not these, by their numbers
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    exclude: Vec<u64>,
    /// How many different ones
    #[arg(long, short = 'n', default_value_t = 1)]
    count: u64,
    /// The seed: the same one gives the same puzzles as long as the bank stays as it is; without one it is drawn
    #[arg(long)]
    seed: Option<u64>,
    /// Give the solutions, too
    #[arg(long)]
    answers: bool,
    #[arg(long, short, help = form_help(), value_name = "NAME", default_value = "text")]
    format: String,
}

impl Pick {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let format = format_named(&self.format)?;
        must_hold(format, self.count == 1)?;
        let arguments = DefinitionArgs {
            file: self.file.clone(),
            puzzle: None,
            settings: Vec::new(),
            max_size: MAX_SIZE,
        };
        let definition = arguments.load(console)?;
        let mut query = self.wanted.query(&definition.name)?;
        query.exclude.clone_from(&self.exclude);
        let mut bank = Bank::open(&self.bank)?;
        let seed = self.seed.unwrap_or_else(drawn_seed);
        let shelf = Shelf::new(&definition);
        let file = console.sources.add("the bank", "");
        for number in 0..self.count {
            let Some(entry) = bank.pick(&query, seed.wrapping_add(number))? else {
                return Err(Failure::Problems(
                    nothing_fits(&mut bank, &query.puzzle, number)?.into(),
                    1,
                ));
            };
            if number > 0 {
                console.print(format.separator())?;
            }
            let text = if self.answers { entry.solved() } else { entry.object.clone() };
            if format.name() == "json" {
                console.print(&format!("{text}\n"))?;
            } else {
                let position = read(console, file, &shelf, &text)?;
                console.print_bytes(&printed(&position, Some(entry.seed), entry.index, format)?)?;
            }
            query.exclude.push(entry.id);
        }
        Ok(0)
    }
}

/// Reads a puzzle of a bank, which is what `file` shows then; `text` is its object, with or without solutions.
pub(super) fn read<'s, 'd>(
    console: &mut Console,
    file: FileId,
    shelf: &'s Shelf<'d>,
    text: &str,
) -> Result<PreparedBoard<'s, 'd>, Diagnostics> {
    console.sources.show_part(file, text, 0);
    PreparedBoard::read(shelf, &[], BoardText { text, file, offset: 0 })
}

fn nothing_fits(bank: &mut Bank, puzzle: &str, found: u64) -> Result<Problem, Problem> {
    let all: u64 = bank.counts(Some(puzzle))?.iter().map(|bucket| bucket.puzzles).sum();
    let (name, other) = (bank.name(), if found > 0 { "other " } else { "" });
    let message = format!("`{name}` has no {other}`{puzzle}` like that");
    let help = match all {
        0 => "`puzgen bank build` makes some".to_owned(),
        _ => format!("ask for less; `puzgen bank stats` says what there is among its {all}"),
    };
    Ok(Problem::bare(Code::NothingFits, message).help(help))
}
