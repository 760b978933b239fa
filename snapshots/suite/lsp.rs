//! `puzgen lsp` as an editor starts it: messages on standard input and output. What each request gives is
//! tested in `src/lsp/tests`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Server {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_puzgen"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        let text = message.to_string();
        let input = self.child.stdin.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        input.flush().unwrap();
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the end of the output");
            match line.trim().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().unwrap(),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    /// Waits for the end; returns its status and what was written to standard error.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.child.stdin.take());
        let mut told = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        (self.child.wait().unwrap().code(), told)
    }
}

#[test]
fn an_editor_has_a_session() {
    let mut server = Server::start();
    server.send(json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    let found = server.read();
    assert_eq!(found["result"]["serverInfo"]["name"], "puzgen");
    assert_eq!(found["result"]["capabilities"]["textDocumentSync"]["change"], 2);
    server.send(json!({ "method": "initialized", "params": {} }));
    let text = "puzzle p \"P\" { answer x: 1..2 rule r: x < y }";
    let item = json!({ "uri": "untitled:p", "languageId": "pz", "version": 7, "text": text });
    server.send(json!({ "method": "textDocument/didOpen", "params": { "textDocument": item } }));
    let told = server.read();
    assert_eq!(told["method"], "textDocument/publishDiagnostics");
    assert_eq!(told["params"]["version"], 7);
    assert_eq!(told["params"]["diagnostics"][0]["code"], "puzgen::check::unknown_name");
    let place = json!({ "line": 0, "character": text.find("x <").unwrap() });
    let params = json!({ "textDocument": { "uri": "untitled:p" }, "position": place });
    server.send(json!({ "id": 2, "method": "textDocument/hover", "params": params }));
    let found = server.read();
    let value = found["result"]["contents"]["value"].as_str().unwrap();
    assert!(value.contains("answer x: 1..2"), "{value}");
    server.send(json!({ "id": 3, "method": "shutdown" }));
    assert_eq!(server.read()["id"], 3);
    server.send(json!({ "method": "exit" }));
    assert_eq!(server.end(), (Some(0), String::new()));
}

#[test]
fn an_editor_that_is_gone_is_not_waited_for() {
    let mut server = Server::start();
    server.send(json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    server.read();
    server.send(json!({ "method": "initialized", "params": {} }));
    assert_eq!(server.end(), (Some(1), String::new()));
}
