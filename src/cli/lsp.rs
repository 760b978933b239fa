//! `puzgen lsp`: the language server on standard input and output.

use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use clap::Args;

use crate::host::host;
use crate::output::Console;
use crate::{ExitStatus, Failure};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_system::Folder;

/// Serve an editor by the Language Server Protocol
#[derive(Debug, Args)]
pub(super) struct Lsp {
    /// What some editors add; there is no other way
    #[arg(long, hide = true)]
    stdio: bool,
}

impl Lsp {
    pub(super) fn run(&self, _console: &mut Console) -> ExitStatus {
        let is_shut_down = puzgen_lsp::serve_stdio(&open_folder, host()).map_err(|reason| {
            let problem = Problem::bare(Code::Io, format!("the editor cannot be served: {reason}"));
            Failure::from(problem.help("`puzgen lsp` is started by an editor, see docs/editors.md"))
        })?;
        Ok(if is_shut_down { 0 } else { 1 })
    }
}

/// Opens the folder of a file that the editor shows.
fn open_folder(path: &Path) -> Option<Folder> {
    let folder = Dir::open_ambient_dir(path, ambient_authority()).ok()?;
    Some(Folder::new(folder, path))
}
