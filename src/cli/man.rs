//! `puzgen man`: the manual pages, made from what `--help` says.

use std::path::PathBuf;

use clap::{Args, CommandFactory as _};

use crate::output::Console;
use crate::{Cli, ExitStatus};
use puzgen_base::diagnostics::{Code, Problem};

/// Write the manual pages, one for each command, into a folder
#[derive(Debug, Args)]
#[command(hide = true)]
pub(super) struct Man {
    /// A folder that is there; files of the same names are replaced
    folder: PathBuf,
}

impl Man {
    pub(super) fn run(&self, _: &mut Console) -> ExitStatus {
        clap_mangen::generate_to(Cli::command(), &self.folder).map_err(|error| {
            let message =
                format!("no pages can be written into `{}`: {error}", self.folder.display());
            Problem::bare(Code::Io, message).help("name a folder that is there")
        })?;
        Ok(0)
    }
}
