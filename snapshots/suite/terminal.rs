//! What people see: commands whose standard output is a terminal.

use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};

use nix::pty::{Winsize, openpty};

/// Escapes of what is given, of what is entered, and of their ends.
const GIVEN: &str = "\u{1b}[1m\u{1b}[36m";
const ENTERED: &str = "\u{1b}[32m";

/// Runs a command on a terminal of so many columns; returns what is on it.
fn seen(line: &[&str], columns: u16, env: &[(&str, &str)]) -> String {
    let size = Winsize { ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    let terminal = openpty(Some(&size), None).unwrap();
    let output = |end: &OwnedFd| Stdio::from(end.try_clone().unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzgen"));
    command.args(line).env_remove("NO_COLOR").envs(env.iter().copied());
    command.stdin(Stdio::null()).stdout(output(&terminal.slave)).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    // The terminal is at its end when nobody can write to it any more.
    drop(command);
    drop(terminal.slave);
    let (mut bytes, mut some) = (Vec::new(), [0; 4096]);
    let mut screen = File::from(terminal.master);
    while let Ok(count @ 1..) = screen.read(&mut some) {
        bytes.extend_from_slice(&some[..count]);
    }
    assert!(child.wait().unwrap().success());
    String::from_utf8(bytes).unwrap().replace("\r\n", "\n")
}

/// Returns a text without its escapes.
fn plain(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('m').expect("a colour").1)
}

const SUDOKU: [&str; 6] = ["run", "sudoku", "--set", "box_rows=2", "--seed", "1"];

/// What the command prints in this form where it is no terminal.
fn piped(form: &str) -> String {
    let line = SUDOKU.into_iter().chain(["--format", form]);
    let ran = Command::new(env!("CARGO_BIN_EXE_puzgen")).args(line).output().unwrap();
    String::from_utf8(ran.stdout).unwrap()
}

#[test]
fn a_terminal_shows_a_drawing_in_colour() {
    let colored = seen(&SUDOKU, 80, &[]);
    assert!(colored.contains(GIVEN), "{colored}");
    assert!(!colored.contains(ENTERED), "{colored}");
    assert_eq!(plain(&colored), piped("drawing"));
}

#[test]
fn no_color_is_heeded() {
    assert_eq!(seen(&SUDOKU, 80, &[("NO_COLOR", "1")]), piped("drawing"));
}

#[test]
fn a_narrow_terminal_shows_text() {
    let narrow = seen(&SUDOKU, 20, &[]);
    let remark = "# as text: a drawing takes 25 columns, the terminal has 20\n";
    assert_eq!(narrow, format!("{remark}{}", piped("text")));
}

#[test]
fn the_form_that_is_asked_for_is_printed() {
    let line: Vec<&str> = SUDOKU.into_iter().chain(["--format", "text"]).collect();
    assert_eq!(seen(&line, 80, &[]), piped("text"));
}

#[test]
fn a_solution_is_drawn_into_its_puzzle() {
    let line =
        ["solve", "sudoku", "..62.3/.1.5../....../.....5/.2...4/35...2", "--set", "box_rows=2"];
    let colored = seen(&line, 80, &[]);
    assert!(colored.contains(GIVEN) && colored.contains(ENTERED), "{colored}");
    assert!(colored.contains("┏"), "{colored}");
    assert!(seen(&line, 20, &[]).contains("answer x\n"));
}

#[test]
fn a_jumbled_puzzle_is_drawn() {
    let board = "..62.3/.1.5../....../.....5/.2...4/35...2";
    let line = ["jumble", "sudoku", board, "--set", "box_rows=2", "--seed", "1"];
    let colored = seen(&line, 80, &[]);
    assert!(colored.contains(GIVEN) && colored.contains("┏"), "{colored}");
}
