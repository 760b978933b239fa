//! `puzgen hint`: the next step, and no more of it than is asked for.

use std::collections::BTreeSet;

use clap::{Args, ValueEnum};
use serde_json::json;

use crate::board::shelf::{Prepared, Shelf};
use crate::cli::choices::{REPORTS, report_help};
use crate::cli::explain::{explained, no_step, stepwise};
use crate::cli::output::Console;
use crate::cli::position::{is_json, positions};
use crate::cli::{DefinitionArgs, Ended};
use crate::diagnostics::Problem;
use crate::explain::{Told, Words};
use crate::stepwise::How;

/// Give a hint for a board, without giving more away than asked for
#[derive(Debug, Args)]
pub(super) struct Hint {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The board as far as it is filled: a path, `-` for standard input, or the board itself
    board: String,
    /// How much to tell
    #[arg(long, value_enum, default_value = "place", value_name = "WHAT")]
    tell: Tell,
    #[arg(long, short, help = report_help(), default_value = REPORTS[0], value_name = "NAME")]
    format: String,
}

/// How much a hint tells; each tells what the ones before it tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Tell {
    /// Where to look
    Place,
    /// Which rule to use, too
    Rule,
    /// What follows, too
    Value,
}

impl Hint {
    pub(super) fn run(&self, console: &mut Console) -> Ended {
        let as_json = is_json("hint", &self.format)?;
        let definition = self.definition.load(console)?;
        let shelf = Shelf::new(&definition);
        let positions = positions(console, &self.definition, &shelf, &[&self.board])?;
        let [position] = positions.as_slice() else { crate::bug!("one board was asked for") };
        let stepwise = stepwise(position)?;
        let explained = explained(&stepwise, position)?;
        let Prepared { instance, lowered, .. } = position.prepared;
        let words = Words::new(instance, lowered);
        let Some((kind, deduction)) = words.next(&explained, &position.givens()) else {
            console.remark(no_step(explained.is_solved()));
            return Ok(1);
        };
        let told = words.tell(&deduction).map_err(Problem::from)?;
        let rules = told.rules.iter().map(|(name, _)| name.clone());
        let names: BTreeSet<String> = match deduction.how {
            How::OnlyPlace => rules.take(1).collect(),
            _ => rules.collect(),
        };
        let names = Vec::from_iter(names);
        let tells = |what: Tell| self.tell >= what;
        console.print(&if as_json {
            let object = json!({
                "schema": "puzgen.hint/1",
                "place": told.place,
                "kind": kind,
                "rules": tells(Tell::Rule).then_some(&names),
                "what": tells(Tell::Value).then_some(&told.what),
                "how": tells(Tell::Value).then_some(&told.how),
                "given": tells(Tell::Value).then_some(&told.facts),
            });
            format!("{object}\n")
        } else {
            let mut text = format!("look at {}\n", told.place);
            if tells(Tell::Rule) {
                text = match names.as_slice() {
                    [] => format!("look at {}: {}\n", told.place, kind),
                    names => {
                        let rules = names.join("`, `");
                        format!("look at {}: {}, with `{rules}`\n", told.place, kind)
                    }
                };
            }
            if tells(Tell::Value) {
                text.push_str(&Told::lines(&[told]));
            }
            text
        })?;
        Ok(0)
    }
}
