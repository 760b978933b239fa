//! What a definition names: files, built-in puzzles, graphs, models; and which puzzle of a file is meant.

use std::collections::BTreeMap;

use insta::assert_snapshot;
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::source::Sources;

use super::load;
use crate::LONGEST_CHAIN;
use crate::reach::{MAX_BYTES, MAX_FILES, Unread};
use crate::tests::lines;

/// Returns the puzzles of a definition and those of the files that it uses, or what is wrong. The files
/// stand behind it, each after a line `--- its name`.
fn check(text: &str) -> String {
    let mut parts = text.split("\n--- ");
    let definition = parts.next().unwrap_or_default();
    let file = |part: &str| {
        let (name, text) = part.split_once('\n').unwrap_or((part, ""));
        (name.to_owned(), text.to_owned())
    };
    let own = ("main.pz".to_owned(), definition.to_owned());
    let files: BTreeMap<String, String> = parts.map(file).chain([own]).collect();
    loaded(definition, &mut |path| {
        let missing = || Unread::Failed("not found".to_owned());
        files.get(path).cloned().ok_or_else(missing)
    })
}

/// Returns the same where this function has the files.
fn loaded(definition: &str, read: &mut dyn FnMut(&str) -> Result<String, Unread>) -> String {
    let mut sources = Sources::new();
    let file = sources.add("main.pz", definition);
    let mut reader = |_: &str, path: &str| Ok((path.to_owned(), read(path)?));
    let loaded = match load(file, &mut sources, &mut reader) {
        Ok(loaded) => loaded,
        Err(problems) => return lines(problems, &sources),
    };
    let mut problems = Diagnostics::new();
    for puzzle in &loaded.own {
        problems
            .extend(loaded.check(puzzle, &sources).map_or_else(|found| found, |it| it.warnings));
    }
    let names = |puzzles: &[crate::ast::Puzzle]| {
        puzzles.iter().map(|puzzle| puzzle.name.name.as_str()).collect::<Vec<_>>().join(" ")
    };
    format!("{} <- {}: {}", names(&loaded.own), names(&loaded.used), lines(problems, &sources))
}

/// Returns which puzzle of a definition in `stem.pz` is meant.
fn chosen(definition: &str, name: Option<&str>) -> String {
    let mut sources = Sources::new();
    let file = sources.add("stem.pz", definition);
    let loaded = load(file, &mut sources, &mut crate::reach::no_files).expect("it is legal");
    match loaded.choose(name, "stem", file) {
        Ok(puzzle) => puzzle.name.name.clone(),
        Err(problem) => lines(problem.into(), &sources),
    }
}

const OTHER: &str = "--- other.pz\npuzzle other { answer a: 1..2 }";

#[test]
fn files_and_built_in_puzzles_are_used() {
    let using = |head: &str| check(&format!("{head} puzzle p extends other {{ }}\n{OTHER}"));
    assert_snapshot!(using("use \"other.pz\""), @"p <- other: fine");
    assert_snapshot!(using("use \"other.pz\" use \"other.pz\""), @"p <- other: fine");
    assert_snapshot!(using("use \"others.pz\""), @r#"puzgen::check::unknown_file 1:5 ["others.pz"] `others.pz` cannot be read: not found"#);
    assert_snapshot!(using(""), @"p <- : puzgen::check::unknown_puzzle 1:19 [other] there is no puzzle `other` to extend");
    assert_snapshot!(check("use latin_square puzzle p extends latin_square { }"), @"p <- latin_square: fine");
    assert_snapshot!(check("use latin_sqare puzzle p { answer a: 1..2 }"), @"puzgen::check::unknown_puzzle 1:5 [latin_sqare] there is no built-in puzzle `latin_sqare`");
}

#[test]
fn a_circle_of_files_is_read_once() {
    let circle = "use \"a.pz\" puzzle p extends a { }
--- a.pz
use \"b.pz\" puzzle a extends b { }
--- b.pz
use \"a.pz\" use \"main.pz\" puzzle b { answer a: 1..2 }";
    assert_snapshot!(check(circle), @"p <- b a: fine");
}

#[test]
fn mistakes_in_used_files_are_found_there() {
    assert_snapshot!(check("use \"a.pz\" puzzle p { answer a: 1..2 }\n--- a.pz\npuzzle q {\n rul }"), @"puzgen::parse::syntax 2:2 [rul] unknown item `rul`");
    // A mistake that only checking finds counts where the puzzle is extended.
    let broken = "--- a.pz\npuzzle q {\n answer a: 1..z }";
    assert_snapshot!(check(&format!("use \"a.pz\" puzzle p {{ answer a: 1..2 }}\n{broken}")), @"p <- q: fine");
    assert_snapshot!(check(&format!("use \"a.pz\" puzzle p extends q {{ }}\n{broken}")), @"p <- q: puzgen::check::unknown_name 2:15 [z] there is nothing called `z` here");
}

#[test]
fn a_used_puzzle_of_the_same_name_is_hidden() {
    let hidden = "use \"other.pz\" puzzle other { answer b: 1..2 rule r: b == 1 }\n";
    assert_snapshot!(check(&format!("{hidden}{OTHER}")), @"other <- other: fine");
    let extends = "puzzle p extends other { rule s: b == 2 }\n";
    assert_snapshot!(check(&format!("{hidden}{extends}{OTHER}")), @"other p <- other: fine");
}

#[test]
fn confined_definitions_read_no_file_outside() {
    let text = "use \"../a.pz\" puzzle p { answer a: 1..2 }";
    assert_snapshot!(loaded(text, &mut |_| Err(Unread::Outside)), @r#"puzgen::check::outside 1:5 ["../a.pz"] `../a.pz` is outside of the folder of the definition"#);
    assert_snapshot!(loaded(text, &mut |_| Err(Unread::NoFiles)), @r#"puzgen::check::outside 1:5 ["../a.pz"] `../a.pz` is a file, and this definition has no folder"#);
}

#[test]
fn files_are_bounded_in_number() {
    let using = |count: usize| {
        let uses: String = (1..=count).map(|at| format!("use \"{at}.pz\"\n")).collect();
        let mut read = |path: &str| Ok(format!("puzzle p{} {{ }}", path.replace(".pz", "")));
        let found = loaded(&format!("{uses}puzzle p {{ answer a: 1..2 }}"), &mut read);
        found.rsplit(": ").next().map(str::to_owned).unwrap_or_default()
    };
    // The definition itself is one of them.
    assert_snapshot!(using(MAX_FILES - 1), @"fine");
    assert_snapshot!(using(MAX_FILES), @r#"puzgen::check::unknown_file 1000:5 ["1000.pz"] the definition uses more than 1000 files"#);
}

#[test]
fn files_are_bounded_in_a_chain() {
    let chain = |length: usize| {
        let mut read = |path: &str| {
            let at: usize = path.replace(".pz", "").parse().expect("a number");
            let next = if at < length { format!("use \"{}.pz\"", at + 1) } else { String::new() };
            Ok(next)
        };
        loaded("use \"1.pz\" puzzle p { answer a: 1..2 }", &mut read)
    };
    assert_snapshot!(chain(LONGEST_CHAIN), @"p <- : fine");
    assert_snapshot!(chain(LONGEST_CHAIN + 1), @r#"puzgen::check::too_long 1:1 [use "101.pz"] more than 100 files that each use the next"#);
}

#[test]
fn files_are_bounded_in_size() {
    let definition = "use \"a.pz\" puzzle p { answer a: 1..2 }";
    let with = |size: usize| loaded(definition, &mut |_| Ok(" ".repeat(size)));
    assert_snapshot!(with(MAX_BYTES - definition.len() + 1), @r#"puzgen::check::unknown_file 1:5 ["a.pz"] `a.pz` cannot be read: a definition and its files have at most 16 MiB together"#);
    assert_snapshot!(with(MAX_BYTES - definition.len()), @"p <- : fine");
}

#[test]
fn graphs_and_models_and_scripts_are_read_where_they_are_needed() {
    let graph = |text: &str| {
        let puzzle = "puzzle p { board graph(\"g.yaml\") answer x[cells]: 1..2 }";
        check(&format!("{puzzle}\n--- g.yaml\n{text}"))
    };
    assert_snapshot!(graph("nodes: [a, b]\nlinks: [[a, b]]"), @"p <- : fine");
    assert_snapshot!(graph("nodes: [a, b]\nlinks: [[a, c]]"), @r#"p <- : puzgen::check::bad_graph 1:24 ["g.yaml"] `g.yaml` is no graph that can be used: a link speaks of `c`, which is no node"#);
    assert_snapshot!(graph("nodes: []"), @r#"p <- : puzgen::check::bad_graph 1:24 ["g.yaml"] `g.yaml` is no graph that can be used: it has 0 nodes, not 2 to 10000"#);
    assert_snapshot!(check("puzzle p { board graph(\"g.yaml\") answer x[cells]: 1..2 }"), @r#"p <- : puzgen::check::unknown_file 1:24 ["g.yaml"] the graph `g.yaml` cannot be read: not found"#);
    let model = "puzzle p { answer a: 1..2 levels x < y by model(\"m.yaml\") }";
    assert_snapshot!(check(model), @r#"p <- : puzgen::check::unknown_file 1:49 ["m.yaml"] the model `m.yaml` cannot be read: not found"#);
    assert_snapshot!(check(&format!("{model}\n--- m.yaml\nschema: other")), @r#"p <- : puzgen::check::bad_model 1:49 ["m.yaml"] `m.yaml` is no model that can be used: its schema is `other`, expected `puzgen.model/1`"#);
    let script = "puzzle p { answer a: 1..2 script \"s.rhai\" rule r: two() == a }";
    assert_snapshot!(check(&format!("{script}\n--- s.rhai\nfn two() {{ 2 }}")), @"p <- : fine");
    assert_snapshot!(check(&format!("{script}\n--- s.rhai\nfn two() {{ 2 ")), @"p <- : puzgen::script::syntax 1:14 [] expecting ';' to terminate this statement");
    assert_snapshot!(check(script), @r#"p <- : puzgen::check::unknown_file 1:34 ["s.rhai"] the script `s.rhai` cannot be read: not found"#);
}

#[test]
fn one_puzzle_of_a_file_is_meant() {
    let two = "puzzle a { answer x: 1..2 } puzzle stem { answer x: 1..2 }";
    let other = "puzzle a { answer x: 1..2 } puzzle b { answer x: 1..2 }";
    assert_snapshot!(chosen("puzzle a { answer x: 1..2 }", None), @"a");
    assert_snapshot!(chosen(two, None), @"stem");
    assert_snapshot!(chosen(two, Some("a")), @"a");
    assert_snapshot!(chosen(two, Some("c")), @"puzgen::check::unknown_puzzle 1:8 [a] the file has no puzzle `c`");
    assert_snapshot!(chosen(other, None), @"puzgen::check::unknown_puzzle 1:8 [a] the file has several puzzles");
    assert_snapshot!(chosen("", None), @"puzgen::check::unknown_puzzle 1:1 [] the file has no puzzle");
}
