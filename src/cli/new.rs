//! `puzgen new`: a definition to start from.

use std::io::Write as _;

use clap::Args;

use crate::ExitStatus;
use crate::output::Console;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_check::script;

/// Write a commented definition to start from
#[derive(Debug, Args)]
#[command(after_help = about_kinds())]
pub(super) struct New {
    /// The puzzle's name: small letters, digits and `_`; the file is NAME.pz, that of a script NAME.rhai
    name: String,
    /// What kind of puzzle
    #[arg(long, default_value = KINDS[0].name)]
    kind: String,
}

/// A kind of puzzle to start from.
struct Kind {
    name: &'static str,
    about: &'static str,
    /// What the name of the file ends in.
    ending: &'static str,
    /// A complete puzzle that runs.
    skeleton: &'static str,
}

macro_rules! kind {
    ($name:literal, $ending:expr, $about:literal, $file:literal) => {
        Kind { name: $name, about: $about, ending: $ending, skeleton: include_str!($file) }
    };
}

/// What the names of definitions end in that are no scripts.
const PLAIN: &str = ".pz";

/// All kinds, the default first.
const KINDS: &[Kind] = &[
    kind!("placement", PLAIN, "numbers in squares", "skeletons/placement.pz"),
    kind!("loop", PLAIN, "a closed line along the sides of squares", "skeletons/loop.pz"),
    kind!("shading", PLAIN, "squares to be shaded", "skeletons/shading.pz"),
    kind!("equation", PLAIN, "loose variables and a sentence", "skeletons/equation.pz"),
    kind!("script", script::ENDING, "numbers in squares, by a script", "skeletons/script.rhai"),
];

/// Returns the names of all kinds, the default first.
pub(super) fn kinds() -> Vec<&'static str> {
    KINDS.iter().map(|kind| kind.name).collect()
}

/// Returns what `--help` says of the kinds.
fn about_kinds() -> String {
    let width = KINDS.iter().map(|kind| kind.name.len()).max().unwrap_or(0);
    let lines = KINDS.iter().map(|kind| format!("\n  {:width$}  {}", kind.name, kind.about));
    format!("Kinds:{}", lines.collect::<String>())
}

impl New {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let Some(kind) = KINDS.iter().find(|kind| kind.name == self.kind) else {
            let names = kinds();
            return Err(Problem::bare(Code::Usage, format!("there is no kind `{}`", self.kind))
                .help(format!("the kinds are {}", names.join(", ")))
                .did_you_mean(&self.kind, names)
                .into());
        };
        let name = self.name.strip_suffix(kind.ending).unwrap_or(&self.name);
        let is_name = name.starts_with(|char: char| char.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        if !is_name {
            let message = format!("`{name}` is no name for a puzzle");
            return Err(Problem::bare(Code::Usage, message)
                .help("use small letters, digits and `_`, such as `my_puzzle`")
                .into());
        }
        let path = format!("{name}{}", kind.ending);
        let title: String = name.replace('_', " ");
        let mut letters = title.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        let title: String = first.into_iter().chain(letters).collect();
        let text = kind.skeleton.replace("my_puzzle", name).replace("My puzzle", &title);
        let written = std::fs::File::create_new(&path).and_then(|mut file| {
            file.write_all(text.as_bytes()).inspect_err(|_| {
                // A part of it would be in the way of the next attempt.
                let _ = std::fs::remove_file(&path);
            })
        });
        if let Err(error) = written {
            let message = format!("`{path}` cannot be written: {error}");
            let help = match error.kind() {
                std::io::ErrorKind::AlreadyExists => {
                    "choose another name, or remove the file first"
                }
                _ => "go to a folder where you may write",
            };
            return Err(Problem::bare(Code::Io, message).help(help).into());
        }
        console.print(&format!("{path}\n"))?;
        console.remark(&format!("try `puzgen check {path}` and `puzgen run {path}`"));
        Ok(0)
    }
}
