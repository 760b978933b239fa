//! A session that people can read: what the editor sends and what it gets.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::session::{Session, at};

const TEXT: &str = "# Two numbers.\npuzzle pair \"Pair\" {\n  param n: 2..9 = 5\n  answer a, b: 1..n\n  rule order: a < c\n  clue sum = a + b\n  remove sum\n}\n";

/// A transcript: `→` is what the editor sends, `←` what it gets.
struct Transcript {
    session: Session,
    told: String,
}

impl Transcript {
    fn say(&mut self, arrow: &str, what: &str, params: &Value) {
        // Where the folder is changes from run to run.
        let place = self.session.uri("");
        let params = params.to_string();
        let params = params.replace(place.trim_end_matches('/'), "file:///home/me");
        writeln!(self.told, "{arrow} {what}\n  {params}").expect("a text");
    }

    fn ask(&mut self, method: &str, params: Value) {
        self.say("→", method, &params);
        let found = self.session.result(method, params);
        self.say("←", method, &found);
    }

    fn ask_at(&mut self, method: &str, word: &str, text: &str) {
        let params = self.session.place("pair.pz", at(text, word));
        self.ask(method, params);
    }

    fn problems(&mut self) {
        let problems = self.session.problems("pair.pz");
        self.say("←", "textDocument/publishDiagnostics", &problems);
    }
}

#[test]
fn a_session_reads_like_this() {
    let session = Session::new();
    let mut it = Transcript { session, told: String::new() };
    it.told += &format!("pair.pz:\n\n{TEXT}\n");
    it.session.open("pair.pz", TEXT);
    it.problems();
    let (line, column) = at(TEXT, "c\n  clue");
    let place = json!({ "line": line, "character": column });
    let range = json!({ "start": place, "end": { "line": line, "character": column + 1 } });
    let document = json!({ "uri": it.session.uri("pair.pz"), "version": 2 });
    let changes = json!([{ "range": range, "text": "b" }]);
    it.say(
        "→",
        "textDocument/didChange",
        &json!({ "textDocument": document, "contentChanges": changes }),
    );
    it.session.change("pair.pz", &[((line, column, line, column + 1), "b")]);
    it.problems();
    let text = TEXT.replace("a < c", "a < b");
    it.ask_at("textDocument/hover", "a + b", &text);
    it.ask_at("textDocument/definition", "n\n  rule", &text);
    let mut params = it.session.place("pair.pz", at(&text, "sum ="));
    params["newName"] = json!("total_of_both");
    it.ask("textDocument/rename", params);
    let document = json!({ "uri": it.session.uri("pair.pz") });
    it.ask(
        "textDocument/inlayHint",
        json!({ "textDocument": document, "range": {
        "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } } }),
    );
    it.ask("textDocument/codeLens", json!({ "textDocument": document }));
    let arguments = json!([it.session.uri("pair.pz"), "pair", 7]);
    it.ask(
        "workspace/executeCommand",
        json!({ "command": "puzgen.generate", "arguments": arguments }),
    );
    insta::with_settings!({ snapshot_path => "../../../snapshots/lsp", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("session", it.told);
    });
}
