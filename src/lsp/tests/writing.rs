//! What helps to write: completion, signatures, renaming, fixes, hints, colours.

use serde_json::{Value, json};

use super::TEXT;
use super::session::{Session, at};

/// Returns the words offered where `|` stands in a text.
fn offered(session: &mut Session, text: &str) -> Vec<String> {
    let place = at(text, "|");
    session.open("some.pz", &text.replacen('|', "", 1));
    let found = session.at("textDocument/completion", "some.pz", place);
    let items = found.as_array().cloned().unwrap_or_default();
    items.iter().filter_map(|item| item["label"].as_str().map(str::to_owned)).collect()
}

#[test]
fn what_fits_is_offered() {
    let mut session = Session::new();
    let begin = "use sudoku\npuzzle p \"P\" {\n  param n: 2..9 = 4\n  answer x[cells]: 1..n\n";
    // What is written, what is offered among others, and what is not.
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("|", &["rule", "clue", "board", "implied"], &["x", "distinct"]),
        ("ru|", &["rule"], &["x"]),
        ("rule a: |", &["x", "n", "distinct", "cells", "not"], &["rule", "implies", "score"]),
        ("rule a: dist|", &["distinct"], &["rule"]),
        ("rule a: x[1] |", &["implies", "and", "mod"], &["x", "distinct"]),
        ("rule a: sum(x[c] for c in |)", &["cells", "rows", "x"], &["rule"]),
        ("rule a: sum(x[c] for c in cells where |)", &["c", "x", "n"], &["rule"]),
        ("rule |", &[], &["x", "rule"]),
        ("remove given {\n    |\n  }", &["keep", "choose", "by"], &["rule", "x"]),
        ("show {\n    |\n  }", &["symbols", "label"], &["rule", "x"]),
        ("show |", &["symbols", "thick"], &["rule"]),
        ("example \"e\" {\n    |\n  }", &["breaks", "solutions", "x"], &["rule", "n"]),
        ("layout room = |", &["rooms"], &["x"]),
        ("feature f = |", &["score", "x", "n"], &["rule"]),
        ("transform |", &["rotate", "reflect"], &["x"]),
        ("without |", &["rule", "levels"], &["x"]),
        ("fixed |", &["clue"], &["rule"]),
        ("about \"n |\"", &[], &["x", "rule"]),
        ("# some |", &[], &["x", "rule"]),
    ];
    for (written, expected, others) in cases {
        let text = format!("{begin}  {written}\n}}\n");
        let found = offered(&mut session, &text);
        for word in *expected {
            assert!(found.iter().any(|it| it == word), "`{written}` offers no `{word}`: {found:?}");
        }
        for word in *others {
            assert!(found.iter().all(|it| it != word), "`{written}` offers `{word}`");
        }
    }
    assert!(offered(&mut session, "use sud|").contains(&"sudoku".to_owned()));
    assert_eq!(offered(&mut session, "|"), ["puzzle", "use"]);
    let found = offered(&mut session, "use sudoku\npuzzle p \"P\" extends | {\n}\n");
    assert_eq!(found, ["p", "sudoku"]);
}

/// What fits by its type comes first.
#[test]
fn what_fits_best_is_offered_first() {
    let mut session = Session::new();
    let begin = "puzzle p \"P\" {\n  param n: 2..9 = 4\n  board grid(3, 5)\n  answer x[cells]: 1..n\n  \
                 answer black[cells]: bool\n  let first = cell(1, 1)\n";
    // What is written, and pairs of which the first comes before the second.
    let cases: &[(&str, &[(&str, &str)])] = &[
        ("rule a: x[first] == |", &[("n", "black"), ("n", "distinct"), ("x", "black"), ("n", "x")]),
        ("rule a: |", &[("black", "x"), ("distinct", "cell"), ("black", "n")]),
        ("rule a: n + |", &[("n", "first"), ("sum", "distinct")]),
        ("rule a: sum(x[c] for c in |)", &[("cells", "n"), ("rows", "distinct"), ("x", "n")]),
        ("rule a: distinct(|)", &[("x", "first"), ("x", "n")]),
        ("rule a: first == |", &[("first", "n"), ("first", "black")]),
    ];
    for (written, pairs) in cases {
        let text = format!("{begin}  {written}\n}}\n");
        let place = at(&text, "|");
        session.open("some.pz", &text.replacen('|', "", 1));
        let found = session.at("textDocument/completion", "some.pz", place);
        let rank = |word: &str| {
            let item = found.as_array().expect("items").iter().find(|item| item["label"] == word);
            let item = item.unwrap_or_else(|| panic!("`{written}` offers no `{word}`"));
            item["sortText"].as_str().expect("a text").to_owned()
        };
        for (first, second) in *pairs {
            assert!(rank(first) < rank(second), "`{written}`: `{first}` is behind `{second}`");
        }
    }
}

#[test]
fn an_offer_replaces_the_word_that_is_written() {
    let mut session = Session::new();
    let text = "puzzle p \"😀\" { answer xyz: 1..2 rule r: xy < 2 }";
    session.open("p.pz", text);
    let (line, column) = at(text, "xy <");
    let found = session.at("textDocument/completion", "p.pz", (line, column + 2));
    let item = found.as_array().expect("items").iter().find(|item| item["label"] == "xyz");
    let range = &item.expect("the name")["textEdit"]["range"];
    assert_eq!(range["start"], json!({ "line": line, "character": column }));
    assert_eq!(range["end"], json!({ "line": line, "character": column + 2 }));
}

#[test]
fn a_call_says_what_it_takes() {
    let mut session = Session::new();
    let begin = "puzzle p \"P\" {\n  board grid(2, 2)\n  answer x[cells]: 1..2\n";
    let mut active = |written: &str| {
        let text = format!("{begin}  {written}\n}}\n");
        let place = at(&text, "|");
        session.open("p.pz", &text.replacen('|', "", 1));
        let found = session.at("textDocument/signatureHelp", "p.pz", place);
        let label = found["signatures"][0]["label"].as_str().unwrap_or_default().to_owned();
        (label, found["activeParameter"].as_u64())
    };
    assert_eq!(active("rule a: distinct(|x)"), ("distinct(list)".to_owned(), Some(0)));
    let (label, at) = active("rule a: cell(1, |2) == cell(1, 2)");
    assert!(label.starts_with("cell("), "{label}");
    assert_eq!(at, Some(1));
    // While it is written, without its closing bracket.
    let (label, at) = active("rule a: cell(1, |\n  rule b: true");
    assert!(label.starts_with("cell("), "{label}");
    assert_eq!(at, Some(1));
    assert_eq!(active("rule a: |distinct(x)").0, "");
    assert_eq!(active("rule a: distinct(x)|").0, "");
}

/// Returns a text after the edits of an answer to it.
fn edited(text: &str, edits: &Value) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let offset = |place: &Value| {
        let line = place["line"].as_u64().unwrap() as usize;
        let mut left = place["character"].as_u64().unwrap() as usize;
        let mut at: usize = lines[..line].iter().map(|line| line.len()).sum();
        for letter in lines[line].chars() {
            if left == 0 {
                break;
            }
            left -= letter.len_utf16();
            at += letter.len_utf8();
        }
        at
    };
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .expect("edits")
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            let new = edit["newText"].as_str().unwrap();
            (offset(&range["start"]), offset(&range["end"]), new)
        })
        .collect();
    edits.sort_unstable();
    let mut text = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    text
}

#[test]
fn a_name_is_changed_everywhere() {
    let mut session = Session::new();
    session.open("line.pz", TEXT);
    let uri = session.uri("line.pz");
    let rename = |session: &mut Session, word: &str, new: &str| {
        let mut params = session.place("line.pz", at(TEXT, word));
        params["newName"] = json!(new);
        session.ask("textDocument/rename", params)
    };
    let found = rename(&mut session, "first =", "begin");
    let text = edited(TEXT, &found["result"]["changes"][&uri]);
    assert_eq!(text, TEXT.replace("first", "begin"));
    let found = rename(&mut session, "x[c] <=", "value");
    let text = edited(TEXT, &found["result"]["changes"][&uri]);
    assert_eq!(text, TEXT.replace("x[c", "value[c"));
    // What must not be: words of the language, other forms, names that are there, what is built in.
    for (word, new, reason) in [
        ("first =", "implies", "is a word of the language"),
        ("first =", "First", "cannot be a name"),
        ("first =", "n", "the text would be wrong"),
        ("x[c] <=", "c", "wrong|something else"),
        ("sudoku", "other", "which stays as it is"),
        ("distinct(", "other", "is part of the language"),
    ] {
        let found = rename(&mut session, word, new);
        let told = found["error"]["message"].as_str().unwrap_or_else(|| panic!("{word}: {found}"));
        assert!(reason.split('|').any(|reason| told.contains(reason)), "{word}, {new}: {told}");
    }
    let found = session.at("textDocument/prepareRename", "line.pz", at(TEXT, "first ="));
    assert!(found["start"].is_object(), "{found}");
    // In another file that the editor shows, and in one that it does not.
    session.write("base.pz", "puzzle base \"Base\" {\n  answer x: 1..2\n}\n");
    session.open(
        "top.pz",
        "use \"base.pz\"\npuzzle top \"Top\" extends base {\n  rule r: x == 1\n}\n",
    );
    let mut params = session.place("top.pz", (2, 10));
    params["newName"] = json!("y");
    let found = session.result("textDocument/rename", params);
    for name in ["base.pz", "top.pz"] {
        let uri = session.uri(name);
        assert_eq!(found["changes"][&uri].as_array().map(Vec::len), Some(1), "{found:#}");
    }
}

#[test]
fn what_a_problem_says_can_be_done() {
    let mut session = Session::new();
    // What is wrong, and what is to stand there.
    for (wrong, right) in [
        ("rule a: distnct(x)", "rule a: distinct(x)"),
        ("rule a: sum(x[c] for c in cels) == 4", "rule a: sum(x[c] for c in cells) == 4"),
        ("ruel a: x[cell(1, 1)] == 1", "rule a: x[cell(1, 1)] == 1"),
        ("rule a: x[cell(1, 1)] == 1 && true", "rule a: x[cell(1, 1)] == 1 and true"),
    ] {
        let text =
            format!("puzzle p \"😀\" {{ board grid(2, 2) answer x[cells]: 1..4\n  {wrong}\n}}\n");
        session.open("p.pz", &text);
        let uri = session.uri("p.pz");
        let found = session.of_with("textDocument/codeAction", "p.pz", json!({
            "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } },
            "context": { "diagnostics": [] },
        }));
        let edits = &found[0]["edit"]["changes"][&uri];
        assert!(edits.is_array(), "{wrong}: {found:#}");
        assert_eq!(edited(&text, edits), text.replace(wrong, right));
    }
}

#[test]
fn types_and_cases_are_told_between_the_words() {
    let mut session = Session::new();
    session.open("line.pz", TEXT);
    let found = session.of("textDocument/inlayHint", "line.pz");
    let hints: Vec<(u64, &str)> = found
        .as_array()
        .expect("hints")
        .iter()
        .map(|hint| (hint["position"]["line"].as_u64().unwrap(), hint["label"].as_str().unwrap()))
        .collect();
    assert!(hints.contains(&(9, ": a cell")), "{hints:?}");
    assert!(hints.contains(&(10, " 4 cases")), "{hints:?}");
    assert!(hints.contains(&(8, ": a cell")), "the name that `for` binds: {hints:?}");
}

#[test]
fn each_word_has_its_colour() {
    let mut session = Session::new();
    let legend = session.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    session.open("line.pz", TEXT);
    let found = session.of("textDocument/semanticTokens/full", "line.pz");
    let numbers: Vec<u64> =
        found["data"].as_array().expect("data").iter().filter_map(Value::as_u64).collect();
    let lines: Vec<&str> = TEXT.split('\n').collect();
    let (mut line, mut column, mut told) = (0, 0, Vec::new());
    for token in numbers.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let units: Vec<u16> = lines[line as usize].encode_utf16().collect();
        let piece = &units[column as usize..(column + token[2]) as usize];
        let kind = legend[token[3] as usize].as_str().unwrap().to_owned();
        told.push((String::from_utf16(piece).unwrap(), kind));
    }
    for (text, kind) in [
        ("# Numbers in a row.", "comment"),
        ("puzzle", "keyword"),
        ("line", "class"),
        ("\"Zeile 😀\"", "string"),
        ("n", "parameter"),
        ("x", "variable"),
        ("all", "method"),
        ("\"{", "string"),
        ("first", "variable"),
        ("} repeats 😀 {", "string"),
        ("distinct", "function"),
        ("given", "property"),
        ("9", "number"),
    ] {
        let has = told.iter().any(|(piece, found)| piece == text && found == kind);
        assert!(has, "{text} is no {kind}: {told:?}");
    }
}
