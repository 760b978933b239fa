//! `puzgen test`: what is seen of definitions, held against what was seen before.
//!
//! Beside a definition `NAME.pz` stands `NAME.seen`: what `check` says of each of its puzzles, and the
//! puzzles of the first seeds. It is text, to be read and to be kept under version control.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::check::{CheckedPuzzle, Checks, Figures, own_names};
use crate::difference::print_difference;
use crate::files::{ReadAccess, is_there};
use crate::host::host;
use crate::input::{Loaded, load_or_survey, read_text};
use crate::output::Console;
use crate::stop::StopWatcher;
use crate::target::OutputPath;
use crate::{EngineArgs, ExitStatus, Failure};
use puzgen_api::facade::{Family, Files, Limits, Plugins, Request};
use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem, Severity};
use puzgen_base::source::Sources;
use puzgen_check::reach::Unread;
use puzgen_check::script;
use puzgen_model::counting::MAX_SIZE;
use puzgen_vocabulary::lower::gave_up_problem;

/// How many seeds are looked at, from 0.
const SEEDS: u64 = 5;

/// What the names of files end in that hold what was seen.
const ENDING: &str = "seen";

/// Test definitions: what is seen of them must be what was seen before
#[derive(Debug, Args)]
pub(super) struct Test {
    /// The definitions; without any, all of the current folder
    files: Vec<String>,
    /// Take what is seen now: write NAME.seen beside each definition
    #[arg(long)]
    accept: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// The files that a definition uses, for the facade.
struct Used(ReadAccess);

impl Files for Used {
    fn read(&mut self, from: &str, path: &str) -> Result<(String, String), Unread> {
        self.0.read(from, path)
    }
}

/// How a definition compares.
#[derive(PartialEq, Eq)]
enum Compared {
    AsBefore,
    Differs,
    Taken,
}

impl Test {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let stop = StopWatcher::watch(self.engine.timeout)?;
        let files = if self.files.is_empty() { in_folder()? } else { self.files.clone() };
        let mut differing = 0;
        for file in &files {
            let compared = self.one(console, file, &stop.flag)?;
            differing += usize::from(compared == Compared::Differs);
        }
        if differing > 0 {
            console.remark("`puzgen test --accept` takes what is seen now");
        }
        Ok(u8::from(differing > 0))
    }

    /// Compares what is seen of a file with what was seen before.
    fn one(&self, console: &mut Console, file: &str, stop: &StopFlag) -> Result<Compared, Failure> {
        let path = Path::new(file);
        if !is_there(path).unwrap_or(true) {
            return Err(Problem::bare(Code::Usage, format!("there is no file `{file}`"))
                .help("give paths of definitions; what is built in is tested already")
                .into());
        }
        let now = self.seen(console, file, stop)?;
        let kept = path.with_extension(ENDING);
        let kept_name = kept.display().to_string();
        let is_new = !is_there(&kept).unwrap_or(true);
        let before = if is_new { String::new() } else { read_text(console, &kept_name)?.1 };
        if now == before {
            console.print(&format!("{file}: as before\n"))?;
            return Ok(Compared::AsBefore);
        }
        if self.accept {
            OutputPath::of(&kept)?.write(console, now.as_bytes())?;
            console.print(&format!("{file}: taken, {kept_name}\n"))?;
            return Ok(Compared::Taken);
        }
        let what = if is_new { "nothing was seen before" } else { "what is seen differs" };
        console.print(&format!("{file}: {what}\n"))?;
        print_difference(console, &kept_name, &before, &now)?;
        Ok(Compared::Differs)
    }

    /// Returns what is seen of a file.
    fn seen(&self, console: &mut Console, file: &str, stop: &StopFlag) -> Result<String, Failure> {
        let loaded = match load_or_survey(console, file) {
            Ok(loaded) => loaded,
            Err(Failure::Problems(problems, _)) => {
                return Ok(problem_lines(problems, &console.sources));
            }
            Err(closed) => return Err(closed),
        };
        let mut seen = String::new();
        for name in own_names(&loaded) {
            let gap = if seen.is_empty() { "" } else { "\n" };
            let puzzle = self.puzzle(console, (file, &loaded), name.as_deref(), stop)?;
            seen.push_str(gap);
            seen.push_str(&puzzle);
        }
        Ok(seen)
    }

    /// Returns what is seen of one puzzle.
    fn puzzle(
        &self,
        console: &mut Console,
        (file, loaded): (&str, &Loaded),
        name: Option<&str>,
        stop: &StopFlag,
    ) -> Result<String, Failure> {
        let engine = &self.engine;
        let checks =
            Checks { settings: &[], max_size: MAX_SIZE, engine, stop, figures: Figures::default() };
        let CheckedPuzzle { problems, report, .. } = checks.one(console, loaded, name)?;
        must_go_on(stop)?;
        let has_errors = problems.has_errors();
        let mut seen =
            report.unwrap_or_else(|| format!("{}: wrong\n", name.unwrap_or("no puzzle")));
        seen += &problem_lines(problems, &console.sources);
        if has_errors {
            return Ok(seen);
        }
        let text = console.sources.text(loaded.file);
        let (_, access) = ReadAccess::of(Path::new(file), console.is_confined)
            .map_err(|_| Problem::bare(Code::Io, format!("`{file}` cannot be read again")))?;
        let family = Family::load(host(), file, &text, name, &mut Used(access), Plugins::new());
        for seed in 0..SEEDS {
            let request = Request {
                seed,
                engine: engine.engine.clone(),
                limits: Limits { steps: engine.budget, stop: stop.clone() },
                ..Request::default()
            };
            let made = family.as_ref().map_err(Clone::clone).and_then(|family| {
                let puzzle = family.generate_one(&request)?;
                let params =
                    puzzle.object().params.iter().map(|(name, value)| format!("{name} = {value}"));
                let params: Vec<String> = params.collect();
                Ok((params.join(", "), puzzle.print("text")?))
            });
            must_go_on(stop)?;
            let _ = match made {
                Ok((params, text)) if params.is_empty() => write!(seen, "\n{text}"),
                Ok((params, text)) => write!(seen, "\n# {params}\n{text}"),
                Err(error) => writeln!(seen, "\nseed {seed}: {}: {error}", error.code()),
            };
        }
        Ok(seen)
    }
}

/// Ends the command where it was interrupted: what was seen so far is not all.
fn must_go_on(stop: &StopFlag) -> Result<(), Failure> {
    match Budget::new(None, stop.clone()).is_spent() {
        Some(reason) => Err(gave_up_problem(&reason).into()),
        None => Ok(()),
    }
}

/// Returns the definitions of the current folder.
fn in_folder() -> Result<Vec<String>, Problem> {
    let unread = |error: std::io::Error| {
        Problem::bare(Code::Io, format!("the current folder cannot be read: {error}"))
            .help("name the definitions")
    };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(".").map_err(unread)? {
        let path = PathBuf::from(entry.map_err(unread)?.file_name());
        let name = path.display().to_string();
        if (name.ends_with(".pz") || name.ends_with(script::ENDING)) && path.is_file() {
            names.push(name);
        }
    }
    names.sort_unstable();
    match names.is_empty() {
        true => Err(Problem::bare(Code::Usage, "there is no definition in this folder")
            .help("name the definitions, or write one: `puzgen new NAME`")),
        false => Ok(names),
    }
}

/// Returns a line for each problem.
fn problem_lines(problems: Diagnostics, sources: &Sources) -> String {
    let line = |problem: &Problem| {
        let place = problem.labels().first().map_or(String::new(), |label| {
            let (line, column) = sources.line_column(label.span);
            format!("{line}:{column}: ")
        });
        let kind = match problem.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        format!("  {place}{kind}: {}: {}\n", problem.code().as_str(), problem.message())
    };
    problems.sorted().iter().map(line).collect()
}
