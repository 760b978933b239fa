//! A client that speaks with a server of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::Duration;

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use crate::places::uri_of;
use crate::server::serve;
use puzgen_api::Host;
use puzgen_engines::ENGINES;
use puzgen_system::{Folder, SystemThreads};

/// How long an answer may take on a machine with much to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// Line and column where a part of a text begins, and where it ends.
pub(super) type Part = (u64, u64, u64, u64);

/// A session with a server.
pub(super) struct Session {
    connection: Connection,
    server: Option<JoinHandle<bool>>,
    folder: PathBuf,
    next: i32,
    /// The problems that were told last, with the versions of the texts.
    told: BTreeMap<String, (Option<i64>, Value)>,
    versions: BTreeMap<String, i32>,
    /// What the server told people.
    pub(super) messages: Vec<String>,
    /// What the server asked of the editor: methods and parameters.
    pub(super) asked: Vec<(String, Value)>,
    /// What the server said of itself.
    pub(super) capabilities: Value,
}

/// Returns line and column of the first of these letters in a text, in units of UTF-16.
pub(super) fn at(text: &str, letters: &str) -> (u64, u64) {
    let start = text.find(letters).unwrap_or_else(|| panic!("no `{letters}`"));
    let before = &text[..start];
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() as u64, line.encode_utf16().count() as u64)
}

impl Session {
    /// Starts a session in an empty folder.
    pub(super) fn new() -> Self {
        Self::with_editor(json!({}))
    }

    /// Starts a session in an empty folder with an editor that can do this.
    pub(super) fn with_editor(capabilities: Value) -> Self {
        let name = std::thread::current().name().unwrap_or("session").replace("::", "_");
        let folder = std::env::temp_dir().join(format!("puzgen_{}_{name}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir_all(folder.join("sub")).expect("a folder");
        let folder = folder.canonicalize().expect("a path");
        let (connection, other) = Connection::memory();
        let server = std::thread::spawn(move || {
            let open = |path: &Path| {
                let folder = Dir::open_ambient_dir(path, ambient_authority()).ok()?;
                Some(Folder::new(folder, path))
            };
            serve(&other, &open, Host::new(ENGINES, &SystemThreads))
                .expect("a session by the protocol")
        });
        let mut session = Self {
            connection,
            server: Some(server),
            folder,
            next: 0,
            told: BTreeMap::new(),
            versions: BTreeMap::new(),
            messages: Vec::new(),
            asked: Vec::new(),
            capabilities: Value::Null,
        };
        let root = uri_of(&session.folder).expect("an address");
        let params = json!({ "capabilities": capabilities, "rootUri": root });
        let found = session.ask("initialize", params);
        session.capabilities = found["result"]["capabilities"].clone();
        session.tell("initialized", json!({}));
        session
    }

    fn send(&self, message: Message) {
        self.connection.sender.send(message).expect("a server that listens");
    }

    pub(super) fn tell(&self, method: &str, params: Value) {
        self.send(Message::Notification(Notification { method: method.to_owned(), params }));
    }

    /// Asks, and returns the whole answer.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.answer_to(id)
    }

    /// Asks, and waits for no answer.
    pub(super) fn begin(&mut self, method: &str, params: Value) -> i32 {
        self.next += 1;
        let (id, method) = (RequestId::from(self.next), method.to_owned());
        self.send(Message::Request(Request { id, method, params }));
        self.next
    }

    /// Waits for the answer to what was asked.
    pub(super) fn answer_to(&mut self, id: i32) -> Value {
        let id = RequestId::from(id);
        loop {
            match self.connection.receiver.recv_timeout(PATIENCE).expect("an answer") {
                Message::Response(response) => return self.answer(&id, response),
                other => self.take(other),
            }
        }
    }

    fn answer(&self, id: &RequestId, response: Response) -> Value {
        assert_eq!(&response.id, id);
        serde_json::to_value(response).expect("JSON")
    }

    fn take(&mut self, message: Message) {
        let Notification { method, params } = match message {
            Message::Notification(notification) => notification,
            Message::Request(Request { method, params, .. }) => {
                return self.asked.push((method, params));
            }
            Message::Response(_) => return,
        };
        match method.as_str() {
            "textDocument/publishDiagnostics" => {
                let uri = params["uri"].as_str().expect("an address").to_owned();
                let problems = params["diagnostics"].clone();
                self.told.insert(uri, (params["version"].as_i64(), problems));
            }
            "window/showMessage" => {
                self.messages.push(params["message"].as_str().unwrap_or_default().to_owned());
            }
            _ => {}
        }
    }

    /// Asks, and returns what was found.
    pub(super) fn result(&mut self, method: &str, params: Value) -> Value {
        let found = self.ask(method, params);
        assert!(found.get("error").is_none(), "{method}: {found}");
        found["result"].clone()
    }

    pub(super) fn uri(&self, name: &str) -> String {
        uri_of(&self.folder.join(name)).expect("an address").0
    }

    /// Returns the parameters that name a place.
    pub(super) fn place(&self, name: &str, (line, character): (u64, u64)) -> Value {
        json!({
            "textDocument": { "uri": self.uri(name) },
            "position": { "line": line, "character": character },
        })
    }

    /// Asks about a place.
    pub(super) fn at(&mut self, method: &str, name: &str, place: (u64, u64)) -> Value {
        let params = self.place(name, place);
        self.result(method, params)
    }

    /// Asks about a file.
    pub(super) fn of(&mut self, method: &str, name: &str) -> Value {
        let uri = self.uri(name);
        let whole = json!({
            "start": { "line": 0, "character": 0 }, "end": { "line": 99999, "character": 0 },
        });
        self.result(method, json!({ "textDocument": { "uri": uri }, "range": whole }))
    }

    /// Asks about a file, with more parameters.
    pub(super) fn of_with(&mut self, method: &str, name: &str, mut params: Value) -> Value {
        params["textDocument"] = json!({ "uri": self.uri(name) });
        self.result(method, params)
    }

    /// Makes a folder.
    pub(super) fn make_folder(&self, name: &str) {
        std::fs::create_dir_all(self.folder.join(name)).expect("a folder");
    }

    /// Returns the problems that were told last of an address.
    pub(super) fn told(&self, uri: &str) -> Value {
        self.told.get(uri).map_or(Value::Null, |(_, problems)| problems.clone())
    }

    /// Writes a file that the editor does not show.
    pub(super) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.join(name), text).expect("a file");
    }

    /// Opens a file in the editor; it need not be on the disk.
    pub(super) fn open(&mut self, name: &str, text: &str) {
        self.write(name, text);
        let uri = self.uri(name);
        let version = self.versions.entry(uri.clone()).or_default();
        *version += 1;
        let item = json!({ "uri": uri, "languageId": "pz", "version": *version, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Changes parts of a file, each given by its first and last place.
    pub(super) fn change(&mut self, name: &str, parts: &[(Part, &str)]) {
        let uri = self.uri(name);
        let version = self.versions.entry(uri.clone()).or_default();
        *version += 1;
        let changes: Vec<Value> = parts
            .iter()
            .map(|((line, column, last, end), text)| {
                let start = json!({ "line": line, "character": column });
                let end = json!({ "line": last, "character": end });
                json!({ "range": { "start": start, "end": end }, "text": text })
            })
            .collect();
        let document = json!({ "uri": uri, "version": *version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// Returns the problems of a file as it is now.
    pub(super) fn problems(&mut self, name: &str) -> Value {
        let uri = self.uri(name);
        // What was told before the answer is of the text before.
        self.ask("puzgen/nothing", Value::Null);
        let version = self.versions.get(&uri).map(|version| i64::from(*version));
        loop {
            match self.connection.receiver.recv_timeout(Duration::from_millis(300)) {
                Ok(message) => self.take(message),
                Err(_) => match self.told.get(&uri) {
                    Some((told, problems)) if *told == version => return problems.clone(),
                    _ => {}
                },
            }
        }
    }

    /// Ends the session; returns whether the server ended as it should.
    pub(super) fn end(mut self) -> bool {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        let server = self.server.take().expect("a server");
        server.join().expect("no panic")
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.folder));
    }
}
