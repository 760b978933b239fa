//! `puzgen lsp`: the language server on standard input and output.

use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use clap::Args;
use lsp_server::Connection;

use crate::host::host;
use crate::output::Console;
use crate::{ExitStatus, Failure};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_lsp as lsp;
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
        let (connection, threads) = Connection::stdio();
        let ended = lsp::serve(&connection, &open_folder, host());
        // The thread that writes ends when nothing can be sent any more.
        drop(connection);
        let failed = |reason: String| {
            let problem = Problem::bare(Code::Io, format!("the editor cannot be served: {reason}"));
            Failure::from(problem.help("`puzgen lsp` is started by an editor, see docs/editors.md"))
        };
        let is_shut_down = ended.map_err(|error| failed(error.to_string()))?;
        if !is_shut_down {
            // The editor is gone without a word: what it still sends is not waited for.
            return Ok(1);
        }
        threads.join().map_err(|error| failed(error.to_string()))?;
        Ok(0)
    }
}

/// Opens the folder of a file that the editor shows.
fn open_folder(path: &Path) -> Option<Folder> {
    let folder = Dir::open_ambient_dir(path, ambient_authority()).ok()?;
    Some(Folder::new(folder, path))
}
