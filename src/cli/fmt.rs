//! `puzgen fmt`: definitions in the project's format.

use std::path::Path;

use clap::Args;

use crate::difference::print_difference;
use crate::input::read_text;
use crate::output::Console;
use crate::target::OutputPath;
use crate::{ExitStatus, Failure, display_name};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_check::script;
use puzgen_syntax::fmt;

/// Lay out definitions: nothing changes but blanks and line breaks
#[derive(Debug, Args)]
pub(super) struct Fmt {
    /// The definitions; `-`, or none, for standard input, which is printed laid out
    files: Vec<String>,
    /// Change nothing; print what would change, and exit with 1 if anything would
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let input = ["-".to_owned()];
        let files = if self.files.is_empty() { &input } else { &self.files[..] };
        let mut status = 0;
        for file in files {
            match self.one(console, file) {
                Ok(is_as_is) => status = status.max(u8::from(!is_as_is && self.check)),
                // One file that cannot be read is no reason to leave the others.
                Err(Failure::Problems(problems, _)) => {
                    console.problems(problems);
                    status = 2;
                }
                Err(closed) => return Err(closed),
            }
        }
        Ok(status)
    }

    /// Lays out one file; returns whether it was already.
    fn one(&self, console: &mut Console, file: &str) -> Result<bool, Failure> {
        if file.ends_with(script::ENDING) {
            let message =
                format!("`{file}` is a script, not a definition in the language of `.pz`");
            let help = "leave it out: scripts have the format that you give them";
            return Err(Problem::bare(Code::Usage, message).help(help).into());
        }
        let (id, text) = read_text(console, file)?;
        let laid_out = fmt::format(id, &console.sources)?;
        let is_as_is = laid_out == text;
        if self.check {
            if !is_as_is {
                print_difference(console, &display_name(file), &text, &laid_out)?;
            }
        } else if file == "-" {
            console.print(&laid_out)?;
        } else if !is_as_is {
            OutputPath::of(Path::new(file))?.write(console, laid_out.as_bytes())?;
            console.remark(&format!("{file}: laid out"));
        }
        Ok(is_as_is)
    }
}
