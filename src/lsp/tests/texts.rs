//! Texts that are no files, and what commands give.

use serde_json::{Value, json};

use super::TEXT;
use super::session::{Session, at};

/// Starts a session with an editor that shows such texts.
fn session() -> Session {
    Session::with_editor(json!({
        "workspace": { "textDocumentContent": {} },
        "window": { "showDocument": { "support": true }, "workDoneProgress": true },
    }))
}

fn content(session: &mut Session, uri: &Value) -> String {
    let found = session.result("workspace/textDocumentContent", json!({ "uri": uri }));
    found["text"].as_str().expect("a text").to_owned()
}

#[test]
fn what_is_built_in_is_shown() {
    let mut session = session();
    let schemes = &session.capabilities["workspace"]["textDocumentContent"]["schemes"];
    assert_eq!(*schemes, json!(["puzgen"]));
    session.open("line.pz", TEXT);
    let found = session.at("textDocument/definition", "line.pz", at(TEXT, "sudoku"));
    assert_eq!(found["uri"], "puzgen://built-in/sudoku.pz", "{found:#}");
    let text = content(&mut session, &found["uri"]);
    let (line, column) = at(&text, "sudoku \"");
    assert_eq!(found["range"]["start"], json!({ "line": line, "character": column }));
    // It is read like any file, and has no problems though its model is no file here.
    let uri = found["uri"].clone();
    let item = json!({ "uri": uri, "languageId": "pz", "version": 1, "text": text });
    session.tell("textDocument/didOpen", json!({ "textDocument": item }));
    let (line, column) = at(&text, "x[r]");
    let place = json!({ "line": line, "character": column });
    let params = json!({ "textDocument": { "uri": uri }, "position": place });
    let found = session.result("textDocument/hover", params.clone());
    assert!(found["contents"]["value"].as_str().unwrap().contains("answer x[cells]"), "{found}");
    session.problems("line.pz");
    assert_eq!(session.told(uri.as_str().unwrap()), json!([]));
    // It stays as it is.
    let mut params = params;
    params["newName"] = json!("y");
    let found = session.ask("textDocument/rename", params);
    let told = found["error"]["message"].as_str().unwrap_or_else(|| panic!("{found}"));
    assert!(told.contains("which stays as it is"), "{told}");
    let nothing = json!({ "uri": "puzgen://built-in/nothing.pz" });
    assert!(session.ask("workspace/textDocumentContent", nothing)["error"].is_object());
}

#[test]
fn a_code_leads_to_its_page() {
    let mut session = session();
    session.open("p.pz", "puzzle p \"P\" { answer x: 1..2 rule r: x < y }\n");
    let problems = session.problems("p.pz");
    let page = &problems[0]["codeDescription"]["href"];
    assert_eq!(*page, "puzgen://problems/check/unknown_name.md", "{problems:#}");
    let text = content(&mut session, page);
    assert!(text.starts_with("# `puzgen::check::unknown_name`\n\n"), "{text}");
}

#[test]
fn a_lens_shows_a_document() {
    let mut session = session();
    session.open("line.pz", TEXT);
    let found = session.of("textDocument/codeLens", "line.pz");
    let command = &found[0]["command"];
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    let made = session.result("workspace/executeCommand", params);
    session.problems("line.pz");
    let methods: Vec<&str> = session.asked.iter().map(|(method, _)| method.as_str()).collect();
    assert_eq!(methods, ["window/workDoneProgress/create", "window/showDocument"]);
    let uri = session.asked[1].1["uri"].clone();
    assert_eq!(uri, "puzgen://results/1/line.txt");
    assert_eq!(json!(content(&mut session, &uri)), made);
    assert!(session.messages.is_empty(), "{:?}", session.messages);
}

/// Work that would take very long is ended; meanwhile other questions are answered.
#[test]
fn a_command_can_be_ended() {
    let mut session = session();
    session.open("large.pz", "use sudoku\npuzzle large \"L\" extends sudoku {\n  param box_rows: 1..6 = 4\n  param box_columns: 1..6 = 4\n}\n");
    assert_eq!(session.problems("large.pz"), json!([]));
    for method in ["$/cancelRequest", "window/workDoneProgress/cancel"] {
        let arguments = json!([session.uri("large.pz"), "large"]);
        let params = json!({ "command": "puzgen.generate", "arguments": arguments });
        let id = session.begin("workspace/executeCommand", params);
        let lenses = session.of("textDocument/codeLens", "large.pz");
        assert_eq!(lenses.as_array().map(Vec::len), Some(2));
        let token = session.asked.last().map(|(_, params)| params["token"].clone());
        let ended = match method {
            "$/cancelRequest" => json!({ "id": id }),
            _ => json!({ "token": token }),
        };
        session.tell(method, ended);
        let found = session.answer_to(id);
        assert_eq!(found["error"]["code"], -32800, "{method}: {found}");
    }
    assert!(session.end());
}
