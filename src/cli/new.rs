//! `puzgen new`: a definition to start from.

use std::io::Write as _;

use clap::Args;

use crate::cli::Ended;
use crate::cli::output::Console;
use crate::diagnostics::{Code, Problem};

/// Write a commented definition to start from
#[derive(Debug, Args)]
pub(super) struct New {
    /// The puzzle's name: small letters, digits and `_`; the file is NAME.pz
    name: String,
}

/// The skeleton: a complete puzzle that runs.
const SKELETON: &str = include_str!("new.pz");

impl New {
    pub(super) fn run(&self, console: &mut Console) -> Ended {
        let name = self.name.strip_suffix(".pz").unwrap_or(&self.name);
        let is_name = name.starts_with(|char: char| char.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        if !is_name {
            let message = format!("`{name}` is no name for a puzzle");
            return Err(Problem::bare(Code::Usage, message)
                .help("use small letters, digits and `_`, such as `my_puzzle`")
                .into());
        }
        let path = format!("{name}.pz");
        let title: String = name.replace('_', " ");
        let mut letters = title.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        let title: String = first.into_iter().chain(letters).collect();
        let text = SKELETON.replace("my_puzzle", name).replace("My puzzle", &title);
        let written =
            std::fs::File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes()));
        if let Err(error) = written {
            let message = format!("`{path}` cannot be written: {error}");
            return Err(Problem::bare(Code::Io, message)
                .help("choose another name, or remove the file first")
                .into());
        }
        console.print(&format!("{path}\n"))?;
        console.remark(&format!("try `puzgen check {path}` and `puzgen run {path}`"));
        Ok(0)
    }
}
