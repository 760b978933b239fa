//! `puzgen watch`: sessions in which files are saved, on a pipe, on a terminal and in a browser.

use std::fs::{self, File};
use std::io::{Read, Write as _};
use std::net::TcpStream;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use nix::pty::{Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::command::scratch;

/// How often it is looked whether there is something new, and how many times: machines may be busy.
const TICK: Duration = Duration::from_millis(20);
const TICKS: usize = 6_000;

const BASE: &str = "puzzle base \"Base\" {
  param n: 1..30 = 3
  board grid(n, n)
  answer x[cells]: 1..n
  rule row(r in rows) \"{r} repeats a number\": distinct(x[r])
  rule column(c in columns) \"{c} repeats a number\": distinct(x[c])
  clue given[c in cells] = x[c]
}
";

/// Returns a definition that uses the other one, with this size.
fn mine(n: usize) -> String {
    format!("use \"base.pz\"\npuzzle mine extends base {{ param n: 1..30 = {n} }}\n")
}

/// A run of the program that goes on.
struct Session {
    child: Child,
    output: Arc<Mutex<String>>,
    /// How much of the output was looked at.
    looked_at: usize,
}

impl Session {
    fn start(folder: &Path, line: &[&str], terminal: bool) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_puzgen"));
        command.arg("watch").args(line).current_dir(folder).env_remove("NO_COLOR");
        // What opens a browser is looked for here first.
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
        command.env("PATH", path).stdin(Stdio::null()).stderr(Stdio::null());
        let (child, from): (Child, Box<dyn Read + Send>) = if terminal {
            let size = Winsize { ws_row: 40, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
            let ends = openpty(Some(&size), None).unwrap();
            let output = |end: &OwnedFd| Stdio::from(end.try_clone().unwrap());
            let child = command.stdout(output(&ends.slave)).spawn().unwrap();
            (child, Box::new(File::from(ends.master)))
        } else {
            let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
            let from = child.stdout.take().unwrap();
            (child, Box::new(from))
        };
        drop(command);
        let output = Arc::new(Mutex::new(String::new()));
        let shared = Arc::clone(&output);
        std::thread::spawn(move || listen(from, &shared));
        Self { child, output, looked_at: 0 }
    }

    /// Waits until there is this text behind what was looked at; returns all up to its end.
    fn wait_for(&mut self, text: &str) -> String {
        for _ in 0..TICKS {
            let output = self.output.lock().unwrap().clone();
            let new = &output[self.looked_at..];
            if let Some(at) = new.find(text) {
                self.looked_at += at + text.len();
                return new[..at + text.len()].to_owned();
            }
            std::thread::sleep(TICK);
        }
        panic!("no `{text}` in\n{}", self.output.lock().unwrap());
    }

    /// Interrupts it, which is its good end.
    fn end(mut self) {
        kill(Pid::from_raw(self.child.id().try_into().unwrap()), Signal::SIGINT).unwrap();
        for _ in 0..TICKS {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert_eq!(status.code(), Some(0));
                return;
            }
            std::thread::sleep(TICK);
        }
        panic!("it goes on");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Where a test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn listen(mut from: impl Read, output: &Mutex<String>) {
    let mut some = [0; 4096];
    let mut bytes = Vec::new();
    while let Ok(count @ 1..) = from.read(&mut some) {
        bytes.extend_from_slice(&some[..count]);
        if let Ok(text) = str::from_utf8(&bytes) {
            output.lock().unwrap().push_str(text);
            bytes.clear();
        }
    }
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).unwrap();
}

#[test]
fn each_save_is_seen() {
    let folder = scratch("watch_saves");
    write(&folder, "base.pz", BASE);
    write(&folder, "mine.pz", &mine(4));
    let mut session = Session::start(&folder, &["mine.pz"], false);
    let first = session.wait_for("score");
    assert!(first.starts_with("mine: ok (16 values, 2 rules, 16 clues, 0 examples)\n"), "{first}");
    assert!(first.contains("\n# mine, seed 0, puzzle 0"), "{first}");

    // Some editors write another file and rename it.
    write(&folder, "mine.pz~", &mine(3));
    fs::rename(folder.join("mine.pz~"), folder.join("mine.pz")).unwrap();
    session.wait_for("mine: ok (9 values");
    session.wait_for("score");
    // A file that is used is watched, also where it is the one that is wrong.
    write(&folder, "base.pz", &BASE.replace("distinct(x[r])", "distinct(x[r]"));
    session.wait_for("puzgen::parse::syntax");
    write(&folder, "base.pz", BASE);
    session.wait_for("mine: ok (9 values");
    session.wait_for("score");
    // So is one that is not there.
    fs::remove_file(folder.join("base.pz")).unwrap();
    session.wait_for("puzgen::check::unknown_file");
    write(&folder, "base.pz", BASE);
    session.wait_for("mine: ok (9 values");
    session.end();
}

#[test]
fn a_save_ends_the_look_that_goes_on() {
    let folder = scratch("watch_slow");
    let slow = mine(30);
    write(&folder, "base.pz", BASE);
    write(&folder, "mine.pz", &slow);
    let mut session = Session::start(&folder, &["mine.pz"], false);
    session.wait_for("mine: ok (900 values");
    write(&folder, "mine.pz", &mine(2));
    let seen = session.wait_for("mine: ok (4 values");
    assert!(!seen.contains("puzzle 0"), "{seen}");
    session.wait_for("score");
    session.end();
}

#[test]
fn time_is_bounded() {
    let folder = scratch("watch_time");
    write(&folder, "base.pz", BASE);
    let mut session = Session::start(&folder, &["base.pz", "--timeout", "0"], false);
    session.wait_for("`--timeout");
    session.end();
}

#[test]
fn a_terminal_is_cleared_and_drawn_on() {
    let folder = scratch("watch_terminal");
    write(&folder, "base.pz", BASE);
    let mut session = Session::start(&folder, &["base.pz"], true);
    session.wait_for("\u{1b}[H");
    session.wait_for("base: ok");
    session.wait_for("┗━━━┷");
    write(&folder, "base.pz", &BASE.replace("= 3", "= y"));
    session.wait_for("\u{1b}[H");
    session.wait_for("puzgen::check::");
    session.end();
}

/// Asks the server; returns the head and the body.
fn ask(port: &str, method: &str, path: &str, host: &str) -> (String, String) {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    let request = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

/// Waits until the page has this text; returns it.
fn page_with(port: &str, text: &str) -> String {
    let host = format!("127.0.0.1:{port}");
    for _ in 0..TICKS {
        let (_, page) = ask(port, "GET", "/", &host);
        if page.contains(text) {
            return page;
        }
        std::thread::sleep(TICK);
    }
    panic!("no `{text}` on the page");
}

#[test]
fn a_page_shows_it() {
    let folder = scratch("watch_page");
    write(&folder, "base.pz", BASE);
    write(&folder, "xdg-open", "#!/bin/sh\necho \"$1\" >opened\n");
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.join("xdg-open"), executable).unwrap();
    let mut session = Session::start(&folder, &["base.pz", "--open"], false);
    let address = session.wait_for("/\n").trim_end().to_owned();
    let port = address.trim_start_matches("http://127.0.0.1:").trim_end_matches('/').to_owned();
    session.wait_for("score");

    let page = page_with(&port, "/drawing.svg?");
    assert!(page.contains("base: ok (9 values") && page.contains("# base, seed 0"), "{page}");
    let host = format!("127.0.0.1:{port}");
    let (head, drawing) = ask(&port, "GET", "/drawing.svg?1", &host);
    assert!(head.contains("image/svg+xml") && drawing.contains("</svg>"), "{head}");
    let (head, number) = ask(&port, "GET", "/number", &format!("localhost:{port}"));
    assert!(head.starts_with("HTTP/1.1 200") && head.contains("no-store"), "{head}");
    assert!(ask(&port, "GET", "/page.js", &host).1.contains("/number"));
    // A name that was made to lead here, another way to ask, another path.
    assert!(ask(&port, "GET", "/", "elsewhere.example").0.starts_with("HTTP/1.1 403"));
    assert!(ask(&port, "POST", "/", &host).0.starts_with("HTTP/1.1 405"));
    assert!(ask(&port, "GET", "/../base.pz", &host).0.starts_with("HTTP/1.1 404"));

    write(&folder, "base.pz", &BASE.replace("= 3", "= <"));
    let page = page_with(&port, "puzgen::parse::syntax");
    assert!(!page.contains("drawing.svg") && page.contains("= &lt;"), "{page}");
    assert_ne!(ask(&port, "GET", "/number", &host).1, number);
    if cfg!(target_os = "linux") {
        assert_eq!(fs::read_to_string(folder.join("opened")).unwrap().trim_end(), address);
    }
    session.end();
}
