//! Links of other programs: what is written is read back to the same puzzle, for every built-in puzzle that has
//! an `export`.

use puzgen::export::FORMATS;
use puzgen::library;
use serde_json::Value;

use crate::command::{Setup, run, scratch};
use crate::define::small;
use crate::properties::is_soak;

/// Returns what a command prints.
fn printed(words: &[&str], params: &[String]) -> String {
    let mut line: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    line.extend(params.iter().flat_map(|set| ["--set".to_owned(), set.clone()]));
    let ran = run(&scratch("links"), &line, &Setup::default());
    assert!(ran.status.success(), "`puzgen {}`\n{}", line.join(" "), ran.stderr);
    ran.stdout
}

#[test]
fn what_a_link_says_is_read_back() {
    let is_exported =
        |name: &&str| library::text(name).is_some_and(|it| it.contains("\n  export "));
    let names: Vec<&str> = library::names().into_iter().filter(is_exported).collect();
    assert!(names.len() >= 35, "{} puzzles have links", names.len());
    let count = if is_soak() { "50" } else { "1" };
    for name in names {
        let params = small(name);
        let common = ["run", name, "--quiet", "--seed", "1", "--count", count, "--format"];
        let links = printed(&[&common[..], &["puzzlink"]].concat(), &params);
        let objects = printed(&[&common[..], &["json"]].concat(), &params);
        for (link, object) in links.lines().zip(objects.lines()) {
            let object: Value = serde_json::from_str(object).unwrap();
            let read = printed(&["solve", name, link, "--format", "json"], &params);
            let read: Value = serde_json::from_str(&read).unwrap();
            assert_eq!(read["answer"], object["answer"], "{name}: {link}");
        }
        assert_eq!(links.lines().count(), objects.lines().count());
    }
}

#[test]
fn a_damaged_link_is_refused_or_another_puzzle() {
    let link = printed(
        &["run", "heyawake", "--quiet", "--seed", "1", "--format", "puzzlink"],
        &small("heyawake"),
    );
    let link = link.trim();
    let start = link.find("heyawake").unwrap();
    for end in start..link.len() {
        let line = ["solve", "heyawake", &link[..end], "--quiet"].map(str::to_owned);
        let ran = run(&scratch("links_cut"), &line, &Setup::default());
        assert!(matches!(ran.status.code(), Some(0..=2)), "{}\n{}", &link[..end], ran.stderr);
    }
}

#[test]
fn forms_that_say_everything_are_not_links() {
    let links: Vec<&str> = FORMATS.iter().filter(|it| it.is_link()).map(|it| it.name()).collect();
    assert_eq!(links, puzgen::links::FORMS);
}
