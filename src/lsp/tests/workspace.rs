//! Names across the files of a workspace, shown or not.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::session::{Session, at};

const BASE: &str = "puzzle base \"Base\" {\n  answer x: 1..9\n  rule low: x < 8\n}\n";
const MIDDLE: &str =
    "use \"parts/base.pz\"\npuzzle middle \"M\" extends base {\n  rule high: x > 2\n}\n";
const TOP: &str = "use \"middle.pz\"\npuzzle top \"T\" extends middle {\n  rule odd: x mod 2 == 1\n  example \"e\" { breaks low }\n}\n";

/// Starts a session in a folder with a chain of three files and others, of which only the first is shown.
fn session() -> Session {
    let mut session = Session::new();
    session.make_folder("parts");
    session.make_folder(".hidden");
    for (name, text) in [("parts/base.pz", BASE), ("middle.pz", MIDDLE), ("top.pz", TOP)] {
        session.write(name, text);
    }
    session.write("other.pz", &BASE.replace("base", "other"));
    session.write(".hidden/middle.pz", MIDDLE);
    session.open("parts/base.pz", BASE);
    session
}

/// Returns how many places there are in each file, by the last part of its address.
fn counted<'a>(uris: impl Iterator<Item = (&'a str, usize)>) -> BTreeMap<&'a str, usize> {
    let mut found = BTreeMap::new();
    for (uri, count) in uris {
        *found.entry(uri.rsplit('/').next().unwrap_or_default()).or_default() += count;
    }
    found
}

#[test]
fn references_are_found_in_files_that_are_not_shown() {
    let mut session = session();
    let mut params = session.place("parts/base.pz", at(BASE, "x:"));
    params["context"] = json!({ "includeDeclaration": true });
    let found = session.result("textDocument/references", params);
    let found = found.as_array().expect("places").iter();
    let found = counted(found.map(|place| (place["uri"].as_str().unwrap(), 1)));
    assert_eq!(found, BTreeMap::from([("base.pz", 2), ("middle.pz", 1), ("top.pz", 1)]));
}

#[test]
fn a_name_is_changed_in_files_that_are_not_shown() {
    let mut session = session();
    let rename = |session: &mut Session, name: &str, place, new: &str| {
        let mut params = session.place(name, place);
        params["newName"] = json!(new);
        session.ask("textDocument/rename", params)
    };
    let found = rename(&mut session, "parts/base.pz", at(BASE, "low"), "small");
    let changes = found["result"]["changes"].as_object().unwrap_or_else(|| panic!("{found:#}"));
    let edits = |edits: &Value| edits.as_array().map_or(0, Vec::len);
    let counts = counted(changes.iter().map(|(uri, all)| (uri.as_str(), edits(all))));
    assert_eq!(counts, BTreeMap::from([("base.pz", 1), ("top.pz", 1)]));
    // From a file above, whose base is not shown, to one further above.
    session.open("middle.pz", MIDDLE);
    let found = rename(&mut session, "middle.pz", at(MIDDLE, "x >"), "value");
    let changes = found["result"]["changes"].as_object().unwrap_or_else(|| panic!("{found:#}"));
    let counts = counted(changes.iter().map(|(uri, all)| (uri.as_str(), edits(all))));
    assert_eq!(counts, BTreeMap::from([("base.pz", 2), ("middle.pz", 1), ("top.pz", 1)]));
    // What a file that is not shown would no longer mean is refused.
    let found = rename(&mut session, "parts/base.pz", at(BASE, "low"), "odd");
    assert!(found["error"].is_object(), "{found:#}");
}
