//! Sessions with the server over a connection in memory, as editors have them.

mod every_request;
mod session;
mod texts;
mod transcript;
mod workspace;
mod writing;

use serde_json::json;

use session::{Session, at};

const TEXT: &str = "use sudoku\n\n# Numbers in a row.\npuzzle line \"Zeile 😀\" {\n  # How many.\n  param n: 2..9 = 4\n  board grid(1, n)\n  answer x[cells]: 1..n\n  rule all \"{first} repeats 😀 {first}\": distinct(x[c] for c in cells)\n  let first = cell(1, 1)\n  rule each(c in cells): x[c] <= n\n  clue given[c in cells] = x[c]\n  remove given\n}\n";

#[test]
fn a_session_begins_and_ends() {
    let mut session = Session::new();
    let found = session.ask("textDocument/notThere", json!({}));
    assert_eq!(found["error"]["code"], -32601, "{found}");
    let found = session.ask("textDocument/hover", json!({ "no": 1 }));
    assert_eq!(found["error"]["code"], -32602, "{found}");
    assert!(session.end());
}

#[test]
fn problems_are_told_while_a_text_is_written() {
    let mut session = Session::new();
    session.open("line.pz", TEXT);
    assert_eq!(session.problems("line.pz"), json!([]));
    // The first change inserts behind a character of two units, the second one looks at the result.
    let (line, column) = at(TEXT, "distinct(");
    session.change(
        "line.pz",
        &[
            ((line, column, line, column + 8), "distnct"),
            ((line, column + 22, line, column + 27), "cels"),
        ],
    );
    let problems = session.problems("line.pz");
    let first = &problems[0];
    assert_eq!(first["code"], "puzgen::check::unknown_name", "{problems:#}");
    let message = first["message"].as_str().expect("a text");
    assert!(message.contains("\nhelp: did you mean `cells`?"), "{message}");
    let range = &first["range"];
    assert_eq!(range["start"], json!({ "line": line, "character": column + 22 }), "{problems:#}");
    assert_eq!(range["end"], json!({ "line": line, "character": column + 26 }));
    session.open("line.pz", "puzzle a \"A\" { answer x: 1..2 answer x: 1..2 }\n");
    let problems = session.problems("line.pz");
    let related = &problems[0]["relatedInformation"][0]["location"]["range"]["start"];
    assert!(related.is_object(), "{problems:#}");
}

#[test]
fn names_lead_to_their_declarations() {
    let mut session = Session::new();
    session.open("line.pz", TEXT);
    // In a sentence, behind a character of two units.
    let (line, column) = at(TEXT, "first}\": ");
    let found = session.at("textDocument/definition", "line.pz", (line, column + 2));
    let (declared, start) = at(TEXT, "first =");
    assert_eq!(found["range"]["start"], json!({ "line": declared, "character": start }));
    let place = session.place("line.pz", (line, column));
    let mut params = place;
    params["context"] = json!({ "includeDeclaration": true });
    let found = session.result("textDocument/references", params);
    assert_eq!(found.as_array().map(Vec::len), Some(3), "{found:#}");
    assert_eq!(found[0]["range"]["start"]["line"], declared);
    let found = session.at("textDocument/documentHighlight", "line.pz", (line, column));
    assert_eq!(found.as_array().map(Vec::len), Some(3), "{found:#}");
    // What is built in has no place.
    let found = session.at("textDocument/definition", "line.pz", at(TEXT, "sudoku"));
    assert!(found.is_null(), "{found}");
}

#[test]
fn what_stands_at_a_place_is_told() {
    let mut session = Session::new();
    session.open("line.pz", TEXT);
    let mut hover = |word: &str| {
        let found = session.at("textDocument/hover", "line.pz", at(TEXT, word));
        found["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let value = hover("n: 2");
    assert!(value.contains("param n: 2..9 = 4"), "{value}");
    assert!(value.contains("parameter, a number, known before solving\n\nHow many."), "{value}");
    let value = hover("distinct(");
    assert!(value.contains("distinct(list)") && value.contains("constraint"), "{value}");
    let value = hover("x[c] <=");
    assert!(value.contains("answer, a list of numbers, decided by solving"), "{value}");
    assert!(hover("<=").contains("a truth, decided by solving"));
    assert!(hover("sudoku").contains("puzzle, built-in sudoku"));
    assert_eq!(hover("puzzle"), "");
}

#[test]
fn the_outline_names_puzzles_and_items() {
    let mut session = Session::new();
    session.open("line.pz", TEXT);
    let found = session.of("textDocument/documentSymbol", "line.pz");
    assert_eq!(found[0]["name"], "line");
    assert_eq!(found[0]["detail"], "Zeile 😀");
    let items = found[0]["children"].as_array().expect("items");
    let names: Vec<&str> = items.iter().filter_map(|item| item["name"].as_str()).collect();
    assert_eq!(names, ["n", "board", "x", "all", "first", "each", "given", "remove"]);
}

#[test]
fn files_are_read_below_the_folder_alone() {
    let mut session = Session::new();
    session.write("base.pz", "puzzle base \"Base\" {\n  answer x: 1..2\n  rule low: x < 2\n}\n");
    let text = "use \"base.pz\"\npuzzle top \"Top\" extends base {\n  rule same: x == 1\n}\n";
    session.open("sub/top.pz", text);
    let problems = session.problems("sub/top.pz");
    assert_eq!(problems[0]["code"], "puzgen::check::unknown_file", "{problems:#}");
    let outside = text.replace("base.pz", "../base.pz");
    session.open("sub/top.pz", &outside);
    let problems = session.problems("sub/top.pz");
    assert_eq!(problems[0]["code"], "puzgen::check::outside", "{problems:#}");
    session.open("top.pz", text);
    assert_eq!(session.problems("top.pz"), json!([]));
    let found = session.at("textDocument/definition", "top.pz", at(text, "x =="));
    assert_eq!(found["uri"], session.uri("base.pz"));
    assert_eq!(found["range"]["start"], json!({ "line": 1, "character": 9 }));
    // What the editor shows counts, not what is on the disk.
    session.open("base.pz", "puzzle base \"Base\" {\n  answer y: 1..2\n}\n");
    let problems = session.problems("top.pz");
    assert_eq!(problems[0]["code"], "puzgen::check::unknown_name", "{problems:#}");
}

#[test]
fn a_text_is_laid_out() {
    let mut session = Session::new();
    let text = "puzzle p \"😀\" {\n  answer x: 1..2 # ä\n      rule r:x==1\n}\n";
    session.open("p.pz", text);
    let found = session.of_with(
        "textDocument/formatting",
        "p.pz",
        json!({ "options": { "tabSize": 2, "insertSpaces": true } }),
    );
    let edits = found.as_array().expect("edits");
    assert_eq!(edits.len(), 1, "{found:#}");
    let place = |end: &str| {
        let position = &edits[0]["range"][end];
        (position["line"].as_u64().unwrap(), position["character"].as_u64().unwrap())
    };
    let ((line, column), (last, end)) = (place("start"), place("end"));
    assert!(line > 0, "{found:#}");
    session.change("p.pz", &[((line, column, last, end), edits[0]["newText"].as_str().unwrap())]);
    let again = session.of_with(
        "textDocument/formatting",
        "p.pz",
        json!({ "options": { "tabSize": 2, "insertSpaces": true } }),
    );
    assert_eq!(again, json!([]));
    session.open("p.pz", "puzzle p {");
    let mut params = json!({ "options": { "tabSize": 2, "insertSpaces": true } });
    params["textDocument"] = json!({ "uri": session.uri("p.pz") });
    let refused = session.ask("textDocument/formatting", params);
    assert_eq!(refused["error"]["code"], -32803, "{refused}");
}

#[test]
fn lenses_make_and_check_puzzles() {
    let mut session = Session::new();
    session.open("line.pz", TEXT);
    let found = session.of("textDocument/codeLens", "line.pz");
    let run = |session: &mut Session, index: usize| {
        let command = &found[index]["command"];
        let params = json!({ "command": command["command"], "arguments": command["arguments"] });
        session.ask("workspace/executeCommand", params)
    };
    assert_eq!(found[0]["command"]["title"], "generate");
    let made = run(&mut session, 0);
    let text = made["result"].as_str().unwrap_or_else(|| panic!("{made:#}"));
    assert!(text.starts_with("# line, seed 0"), "{text}");
    assert_eq!(found[1]["command"]["title"], "check");
    let checked = run(&mut session, 1);
    let told = checked["result"].as_str().unwrap_or_default();
    assert!(told.starts_with("puzgen::check::vacuous_rule\n"), "{checked:#}");
    session.problems("line.pz");
    assert_eq!(session.messages.len(), 2);
}
