//! Every request at many places of right and of damaged texts: none fails, whatever the text is.

use serde_json::{Value, json};

use super::session::Session;
use crate::handlers::HANDLERS;
use puzgen_puzzles as library;

/// Puzzles that have much of the language, and few lines each.
const PUZZLES: &[&str] = &["sudoku", "slitherlink", "zebra", "nonogram"];

/// Every so many bytes there is a question.
const STEP: usize = 37;

/// Returns damaged versions of a text.
fn damaged(text: &str) -> Vec<String> {
    let half = text.floor_char_boundary(text.len() / 2);
    let third = text.floor_char_boundary(text.len() / 3);
    vec![
        text.to_owned(),
        text[..half].to_owned(),
        text[third..].to_owned(),
        text.replace(')', ""),
        text.replace('\n', "\r\n").replace("rule", "rule 😀"),
        text.replace('"', ""),
        text.replace("in ", "i "),
        String::new(),
    ]
}

/// Asks everything about a place.
fn ask_all(session: &mut Session, name: &str, place: (u64, u64)) {
    let mut params = session.place(name, place);
    let here = params["position"].clone();
    let more = json!({
        "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false },
        "range": { "start": here, "end": here },
        "newName": "renamed",
        "options": { "tabSize": 2, "insertSpaces": true },
        "uri": "puzgen://built-in/nothing.pz",
        "command": "puzgen.nothing",
        "arguments": [],
    });
    for (key, value) in more.as_object().expect("an object") {
        params[key] = value.clone();
    }
    for handler in HANDLERS {
        let found = session.ask(handler.method, params.clone());
        let code = found["error"]["code"].as_i64();
        // -32803: the request cannot be fulfilled, and it says why.
        assert!(matches!(code, None | Some(-32803)), "{} at {place:?}: {found}", handler.method);
    }
}

#[test]
fn no_request_fails_anywhere() {
    let is_soak = std::env::var_os("PUZGEN_SOAK").is_some();
    let mut session = Session::new();
    let mut count = 0;
    for (index, name) in PUZZLES.iter().enumerate() {
        let text = library::text(name).expect("a built-in puzzle");
        for (way, text) in damaged(text).iter().enumerate() {
            // A part of them each time, so that it is quick.
            if !is_soak && !(index * 5 + way).is_multiple_of(8) {
                continue;
            }
            session.open("some.pz", text);
            for start in (0..=text.len()).step_by(STEP) {
                let start = text.floor_char_boundary(start);
                let before = &text[..start];
                let line = before.matches('\n').count() as u64;
                let column = before.rsplit('\n').next().unwrap_or_default();
                ask_all(&mut session, "some.pz", (line, column.encode_utf16().count() as u64));
                count += 1;
            }
            ask_all(&mut session, "some.pz", (99_999, 99_999));
        }
    }
    assert!(count > 100, "{count} places");
    let params = json!({ "textDocument": { "uri": "untitled:none" } });
    let found = session.ask("textDocument/documentSymbol", params);
    assert_eq!(found["result"], Value::Null);
    assert!(session.end());
}
