//! What shells are told: the scripts that complete command lines, and the manual pages.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::command::{Ran, Setup, run, scratch};

/// What bash asks, with each word as readline cuts it, and what it is to be told at least.
const ASKED: &[(&[&str], &[&str])] = &[
    (&["puzgen", "ru"], &["run"]),
    (&["puzgen", "run", "sud"], &["sudoku"]),
    (&["puzgen", "run", "sudoku", "--set", ""], &["box_rows=", "box_columns="]),
    (&["puzgen", "run", "sudoku", "--level", "e"], &["easy", "evil"]),
    (&["puzgen", "run", "sudoku", "--until", "em"], &["empties="]),
    (&["puzgen", "run", "sudoku", "--format", "=", "dr"], &["drawing"]),
    (&["puzgen", "solve", "sudoku", "-f", "j"], &["json"]),
    (&["puzgen", "run", "sudoku", "--verify", "search,br"], &["search,brute"]),
    (&["puzgen", "schema", "hi"], &["hint"]),
];

fn words(line: &[&str]) -> Vec<String> {
    line.iter().map(|word| (*word).to_owned()).collect()
}

/// Runs the program as the script of a shell does.
fn asked(shell: &str, line: &[&str]) -> Ran {
    let env = [("PUZGEN_COMPLETE", shell), ("_CLAP_IFS", "\n")];
    let index = (line.len() - 1).to_string();
    let mut env: Vec<(String, String)> =
        env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    env.push(("_CLAP_COMPLETE_INDEX".to_owned(), index));
    let line: Vec<&str> = std::iter::once("--").chain(line.iter().copied()).collect();
    run(&scratch(&format!("asked_{shell}")), &words(&line), &Setup { env, ..Setup::default() })
}

/// The names of all commands, as the help prints them.
fn commands() -> Vec<String> {
    let help = run(&scratch("shell_help"), &words(&["--help"]), &Setup::default()).stdout;
    let list = help.split("Commands:\n").nth(1).and_then(|it| it.split("\n\n").next());
    let lines = list.expect("a list of commands").lines();
    // Other lines go on with what a command does.
    let first = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    first.map(|line| line.split_whitespace().next().expect("a word").to_owned()).collect()
}

#[test]
fn shells_are_told_every_command() {
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let folder = scratch(&format!("completions_{shell}"));
        let script = run(&folder, &words(&["completions", shell]), &Setup::default());
        assert!(script.status.success(), "{}", script.stderr);
        assert!(script.stdout.contains("PUZGEN_COMPLETE"), "{}", script.stdout);
        let told = asked(shell, &["puzgen", ""]).stdout;
        let names: Vec<&str> =
            told.lines().filter_map(|line| line.split([':', '\t']).next()).collect();
        let missing: Vec<&String> =
            commands.iter().filter(|name| !names.contains(&name.as_str())).collect();
        assert!(missing.is_empty(), "{shell} is not told of {missing:?}: {told}");
    }
    let unknown = asked("csh", &["puzgen", ""]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(unknown.stderr.contains("unknown shell `csh`"), "{}", unknown.stderr);
}

#[test]
fn bash_completes() {
    let has_bash = Command::new("bash").arg("--version").stdout(Stdio::null()).status();
    if !has_bash.is_ok_and(|status| status.success()) {
        return;
    }
    let folder = scratch("bash_completes");
    let script = run(&folder, &words(&["completions", "bash"]), &Setup::default()).stdout;
    let program = Path::new(env!("CARGO_BIN_EXE_puzgen")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let ask = r#"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) last=${@: -1}
        [[ $last == [=:]* ]] && last=
        _puzgen puzgen "$last" "" 2>/dev/null
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let file = folder.join("ask.bash");
    fs::write(&file, format!("{script}{ask}")).unwrap();
    for (line, expected) in ASKED {
        let told = Command::new("bash")
            .arg("--norc")
            .arg(&file)
            .args(*line)
            .env("PATH", &path)
            .current_dir(&folder)
            .output()
            .unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        let told: Vec<&str> = told.lines().collect();
        assert_eq!(told, *expected, "{line:?}");
    }
}

#[test]
fn every_command_has_a_page() {
    let folder = scratch("pages");
    let ran = run(&folder, &words(&["man", "."]), &Setup::default());
    assert!(ran.status.success(), "{}", ran.stderr);
    for name in commands().into_iter().filter(|name| name != "help") {
        let page = fs::read_to_string(folder.join(format!("puzgen-{name}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
    }
    assert!(folder.join("puzgen.1").exists());
}
