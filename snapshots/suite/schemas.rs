//! The JSON Schemas of `puzgen schema`, held against what the commands print in the cases.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use puzgen::Family;
use puzgen::wire::{SCHEMAS, by_name};
use serde_json::Value;

use crate::case::{files, root};

/// Returns the objects with a schema that the cases of the command line show, by schema.
fn printed() -> BTreeMap<String, Vec<Value>> {
    let mut found: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for path in files(&root().join("snapshots/cli"), "snap") {
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| line.starts_with("{\"schema\":\"puzgen.")) {
            // A list of solutions may end early, where a budget ran out.
            let Ok(object) = serde_json::from_str::<Value>(line) else { continue };
            let name = object["schema"].as_str().unwrap().to_owned();
            found.entry(name).or_default().push(object);
        }
    }
    found
}

/// Returns the fields that a schema knows: its own and those of its alternatives.
fn fields(schema: &Value) -> BTreeSet<&str> {
    let own = schema["properties"].as_object().into_iter().flatten();
    let own = own.map(|(name, _)| name.as_str());
    let others = schema["oneOf"].as_array().into_iter().flatten();
    own.chain(others.flat_map(fields)).collect()
}

#[test]
fn commands_print_what_the_schemas_say() {
    let mut printed = printed();
    // No command prints it: the site and the crate give it.
    let board = Family::built_in("latin_square")
        .and_then(|family| family.with("n", "2")?.board("1 .\n. ."));
    let play = serde_json::to_value(board.unwrap().play().unwrap()).unwrap();
    printed.entry("puzgen.play/1".to_owned()).or_default().push(play);
    // It says how long it took, which is no case.
    let manifest = crate::shards::manifest();
    printed.entry("puzgen.manifest/1".to_owned()).or_default().push(manifest);
    for schema in SCHEMAS {
        let json = schema.json();
        let validator = jsonschema::validator_for(&json).unwrap();
        let objects = printed.get(schema.name).map_or(&[][..], Vec::as_slice);
        assert!(!objects.is_empty(), "no case prints `{}`", schema.name);
        for object in objects {
            let wrong: Vec<String> =
                validator.iter_errors(object).map(|error| error.to_string()).collect();
            assert!(wrong.is_empty(), "{}: {wrong:?}\n{object}", schema.name);
            let known = fields(&json);
            for name in object.as_object().unwrap().keys() {
                assert!(known.contains(name.as_str()), "{}: `{name}` is unknown", schema.name);
            }
        }
        let mut broken = objects[0].clone();
        broken["schema"] = "puzgen.other/1".into();
        assert!(!validator.is_valid(&broken), "{} takes another schema", schema.name);
    }
    let unknown: Vec<&String> = printed.keys().filter(|name| by_name(name).is_none()).collect();
    assert!(unknown.iter().all(|name| name.starts_with("puzgen.journal/")), "{unknown:?}");
}
