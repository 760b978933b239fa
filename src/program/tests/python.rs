//! The Python of the system, if there is one.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value as Json, json};

use crate::Value;

/// How a run ended, with what value or class; what it printed; the arguments after it.
pub(super) type Seen = (String, String, String, Vec<String>);

/// A Python that runs many programs.
pub(super) struct Python {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Python {
    /// Starts `python3`, or says that there is none.
    pub(super) fn start() -> Option<Self> {
        let child = Command::new("python3")
            .args([
                "-E",
                "-s",
                concat!(env!("CARGO_MANIFEST_DIR"), "/../../snapshots/referees/outcomes.py"),
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Ok(mut child) = child else {
            println!("skipped: there is no python3 to compare with");
            return None;
        };
        let (input, output) = (child.stdin.take()?, child.stdout.take()?);
        Some(Self { child, input, output: BufReader::new(output) })
    }

    /// Runs a program on inputs.
    pub(super) fn run(&mut self, text: &str, inputs: &[Vec<Value>]) -> Vec<Seen> {
        let tuples: Vec<String> = inputs.iter().map(|input| tuple(input)).collect();
        writeln!(self.input, "{}", json!({ "text": text, "inputs": tuples })).unwrap();
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let answer: Json = serde_json::from_str(&line).unwrap();
        let word = |json: &Json| json.as_str().unwrap().to_owned();
        let seen = |one: &Json| {
            let after = one[3].as_array().unwrap().iter().map(word).collect();
            (word(&one[0]), word(&one[1]), word(&one[2]), after)
        };
        answer["outcomes"].as_array().unwrap().iter().map(seen).collect()
    }
}

fn tuple(values: &[Value]) -> String {
    let parts: Vec<String> = values.iter().map(|value| format!("{value},")).collect();
    format!("({})", parts.join(" "))
}

impl Drop for Python {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
