//! The command line: the built program, run as a person runs it.
//!
//! # Cases
//! A case `x.cli` is read line by line:
//!
//! - `# …` is a remark, for readers of the case;
//! - `file: name` puts a copy of `snapshots/cli/files/name` into the folder that commands run in;
//! - `env: NAME=value` sets a variable for the commands below;
//! - `input: text` adds a line to the standard input of the next command;
//! - `input file: name` makes the file the standard input of the next command;
//! - `lines: 1` closes the next command's standard output after so many lines;
//! - `$ puzgen …` runs a command (words may be in quotes) in a folder of the case's own;
//! - `show: name` prints a file of that folder.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use crate::case::{root, stage};

/// What a command wrote, and how it ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) status: ExitStatus,
}

/// How a command is run.
#[derive(Debug, Default)]
pub(crate) struct Setup {
    pub(crate) env: Vec<(String, String)>,
    pub(crate) input: Vec<u8>,
    /// Standard output is closed after so many lines.
    pub(crate) lines: Option<usize>,
}

/// Returns an empty folder with this name; another one in a release build, which may run at the
/// same time.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(profile).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Splits a line into words; those in double or single quotes may hold blanks.
pub(crate) fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for char in line.chars() {
        match (quote, char) {
            (Some(open), _) if char == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(char);
                word.get_or_insert_default();
            }
            (None, _) if char.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(char),
        }
    }
    assert!(quote.is_none(), "an open quote in `{line}`");
    words.extend(word);
    words
}

/// Runs the program.
pub(crate) fn run(folder: &Path, arguments: &[String], setup: &Setup) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzgen"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env("COLUMNS", "80")
        .envs(setup.env.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = setup.input.clone();
    // A command that reads nothing closes its end: that is no failure of the test.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let mut errors = child.stderr.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        errors.read_to_string(&mut text).unwrap();
        text
    });
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut stdout = String::new();
    match setup.lines {
        None => {
            output.read_to_string(&mut stdout).unwrap();
        }
        Some(lines) => (0..lines).for_each(|_| {
            output.read_line(&mut stdout).unwrap();
        }),
    }
    drop(output);
    let status = child.wait().unwrap();
    writer.join().unwrap();
    Ran { stdout, stderr: reader.join().unwrap(), status }
}

fn section(out: &mut String, name: &str, text: &str) {
    if !text.is_empty() {
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        out.push_str(&format!("--- {name}\n{}\n", lines.join("\n")));
    }
}

#[test]
fn cli() {
    stage("cli", "cli", &[], |case| {
        let folder = scratch(&format!("cli_{}", case.file.trim_end_matches(".cli")));
        let files = root().join("snapshots/cli/files");
        let mut setup = Setup::default();
        let mut out = String::new();
        for line in case.text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(command) = line.strip_prefix("$ puzgen") {
                let ran = run(&folder, &words(command), &setup);
                let status = ran.status.code().map_or("killed".to_owned(), |code| code.to_string());
                out.push_str(&format!("{line}\n--- status {status}\n"));
                section(&mut out, "stdout", &ran.stdout);
                section(&mut out, "stderr", &ran.stderr);
                out.push('\n');
                setup = Setup { env: setup.env, ..Setup::default() };
                continue;
            }
            let (name, value) = line.split_once(':').expect("`name: value`");
            let value = value.strip_prefix(' ').unwrap_or(value);
            match name {
                "file" => drop(fs::copy(files.join(value), folder.join(value)).unwrap()),
                "env" => {
                    let (name, value) = value.split_once('=').expect("NAME=value");
                    setup.env.push((name.to_owned(), value.to_owned()));
                }
                "input" => setup.input.extend(format!("{value}\n").bytes()),
                "input file" => setup.input = fs::read(files.join(value)).unwrap(),
                "lines" => setup.lines = Some(value.parse().unwrap()),
                "show" => {
                    let text = fs::read_to_string(folder.join(value)).unwrap();
                    section(&mut out, value, &text);
                    out.push('\n');
                }
                other => panic!("{}: unknown line `{other}:`", case.file),
            }
        }
        out
    });
}
