//! Links and files of other programs: what is written is read back to the same puzzle, for every built-in puzzle that
//! has an `export`.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use puzgen_board::foreign;
use puzgen_export::FORMATS;
use puzgen_puzzles as library;
use serde_json::Value;

use crate::command::{Ran, Setup, run, scratch};
use crate::define::small;
use crate::properties::is_soak;

/// Runs a command in a folder of the test's own.
fn ask(words: &[&str]) -> Ran {
    let folder = std::thread::current().name().unwrap_or("links").replace(':', "_");
    let line: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    run(&scratch(&folder), &line, &Setup::default())
}

/// Returns what a command about a puzzle of a small size prints: not all parameters are in a link.
fn of(command: &str, name: &str, words: &[&str]) -> String {
    let params = small(name);
    let settings: Vec<&str> = params.iter().flat_map(|set| ["--set", set]).collect();
    printed(&[&[command, name], words, &settings].concat())
}

/// Returns what a command prints.
fn printed(words: &[&str]) -> String {
    let ran = ask(words);
    assert!(ran.status.success(), "`puzgen {}`\n{}", words.join(" "), ran.stderr);
    ran.stdout
}

/// Returns puzzles as objects, one a line.
fn generated(name: &str) -> Vec<String> {
    let count = if is_soak() { "50" } else { "1" };
    let words = ["--quiet", "--seed", "1", "--format", "json", "--count", count];
    of("run", name, &words).lines().map(str::to_owned).collect()
}

/// Returns the names of the built-in puzzles with an export of this form.
fn exported(form: &str) -> Vec<&'static str> {
    let export = format!("\n  export {form} ");
    let is_exported = |name: &&str| library::text(name).is_some_and(|it| it.contains(&export));
    library::names().into_iter().filter(is_exported).collect()
}

/// Converts a puzzle to a form and back; fails where it is another one then.
fn there_and_back(name: &str, object: &str, form: &str) -> String {
    let text = of("convert", name, &[object, "--format", form]);
    let again = of("convert", name, &[&text, "--format", "json"]);
    let [before, after]: [Value; 2] =
        [object, &again].map(|text| serde_json::from_str(text).unwrap());
    for part in ["params", "layout", "clues"] {
        assert_eq!(before[part], after[part], "{part} of {name} as {form}: {text}");
    }
    assert!(after["answer"].is_null() || after["answer"] == before["answer"], "{text}");
    text
}

#[test]
fn what_a_link_says_is_read_back() {
    let names = exported("puzzlink");
    assert!(names.len() >= 35, "{} puzzles have links", names.len());
    for name in names {
        let all = generated(name);
        // Magnets whose given squares are blank have no link.
        let is_blank = |object: &String| {
            let object: Value = serde_json::from_str(object).unwrap();
            let given = object["clues"]["given"].as_array().into_iter().flatten();
            name == "magnets" && given.filter_map(Value::as_array).flatten().any(|it| *it == 0)
        };
        for object in all.into_iter().filter(|object| !is_blank(object)) {
            let link = of("convert", name, &[&object, "--format", "puzzlink"]);
            let solved = of("solve", name, &[&link, "--format", "json"]);
            let [before, after]: [Value; 2] =
                [object.as_str(), &solved].map(|text| serde_json::from_str(text).unwrap());
            assert_eq!(before["answer"], after["answer"], "{name}: {link}");
        }
    }
}

#[test]
fn a_file_of_pzpr_is_read_back() {
    let mut names = Vec::new();
    for name in exported("puzzlink") {
        for object in generated(name) {
            let ran = ask(&["convert", name, &object, "--format", "pzpr"]);
            if ran.status.success() {
                let link = of("convert", name, &[&object, "--format", "puzzlink"]);
                let one_line = ran.stdout.trim().replace('\n', "/");
                for text in [ran.stdout.as_str(), &one_line] {
                    assert_eq!(
                        of("convert", name, &[text, "--format", "puzzlink"]),
                        link,
                        "{text}"
                    );
                }
                names.push(name);
            } else {
                assert!(ran.stderr.contains("puzgen::export::no_link"), "{name}: {}", ran.stderr);
            }
        }
    }
    names.dedup();
    assert!(names.len() >= 27, "{names:?}");
}

#[test]
fn a_text_of_gmpuzzles_is_read_back() {
    for genre in puzgen_vocabulary::links::gmpuzzles::GENRES {
        let export = format!("export puzzlink \"{}\"", genre.genre);
        let is_of = |name: &&str| library::text(name).is_some_and(|text| text.contains(&export));
        let name = library::names().into_iter().find(is_of).expect(genre.genre);
        // A sudoku has such a text at its usual size alone.
        let object = match name {
            "sudoku" => printed(&["run", name, "--quiet", "--seed", "1", "--format", "json"]),
            name => generated(name).remove(0),
        };
        let [link, text] = ["puzzlink", "gmpuzzles"]
            .map(|form| printed(&["convert", name, &object, "--format", form]));
        assert!(text.contains(&format!("\nGenre: {}\n", genre.name)), "{text}");
        assert_eq!(printed(&["convert", name, &text, "--format", "puzzlink"]), link, "{text}");
    }
}

/// Returns what an address of Penpa+ packs behind `mark`.
fn unpacked(link: &str, mark: &str) -> String {
    let packed = link.split(mark).nth(1).expect(mark).split('&').next().unwrap();
    let bytes = BASE64_STANDARD_NO_PAD.decode(packed.trim()).unwrap();
    String::from_utf8(miniz_oxide::inflate::decompress_to_vec(&bytes).unwrap()).unwrap()
}

#[test]
fn a_drawing_of_penpa_has_clues_and_solution() {
    // Squares, lines and numbers that are entered, as many as the answer has.
    for (name, list) in [("kakurasu", 0), ("net", 1), ("dominosa", 2), ("killer", 4)] {
        let object: Value = serde_json::from_str(&generated(name)[0]).unwrap();
        let link = of("convert", name, &[&object.to_string(), "--format", "penpa"]);
        let text = unpacked(&link, "#m=solve&p=").replace("zZ", "z");
        let lines: Vec<&str> = text.split('\n').collect();
        assert_eq!(lines.len(), 19, "{text}");
        let drawn: Value = serde_json::from_str(lines[3]).unwrap();
        let settings: Value = serde_json::from_str(lines[7]).unwrap();
        let compared = ["sol_surface", "sol_loopline", "sol_loopedge", "", "sol_number"][list];
        assert_eq!(settings, serde_json::json!({ compared: true }));
        let solution: Vec<Vec<String>> = serde_json::from_str(&unpacked(&link, "&a=")).unwrap();
        let told: Vec<usize> = solution.iter().map(Vec::len).collect();
        assert!(told[list] > 0 && told.iter().sum::<usize>() == told[list], "{told:?}");
        if name == "killer" {
            let cells = |value: &Value| value.as_array().unwrap().clone();
            let answer: Vec<String> = cells(&object["answer"]["x"])
                .iter()
                .flat_map(cells)
                .map(|digit| digit.to_string())
                .collect();
            // The program has them in the order of texts.
            let entry = |entry: &String| {
                let (at, digit) = entry.split_once(',').unwrap();
                (at.parse::<u32>().unwrap(), digit.to_owned())
            };
            let mut entered: Vec<(u32, String)> = solution[4].iter().map(entry).collect();
            entered.sort();
            assert_eq!(entered.into_iter().map(|(_, digit)| digit).collect::<Vec<_>>(), answer);
            assert!(drawn["numberS"].as_object().is_some_and(|sums| !sums.is_empty()));
        }
    }
}

#[test]
fn a_sudoku_of_another_program_is_read_back() {
    let names = exported("sudoku");
    assert_eq!(names.len(), 7, "{names:?}");
    for name in names {
        for object in generated(name) {
            for form in ["fpuzzles", "sudokupad"] {
                there_and_back(name, &object, form);
            }
            if !matches!(name, "knight_sudoku" | "thermometer_sudoku") {
                there_and_back(name, &object, "ipuz");
            }
        }
    }
    let plain = printed(&["run", "sudoku", "--quiet", "--seed", "1", "--format", "json"]);
    for form in foreign::FORMS {
        let text = printed(&["convert", &plain, "--format", form.name()]);
        let again = printed(&["convert", &text, "--format", "json"]);
        let [before, after]: [Value; 2] =
            [&plain, &again].map(|text| serde_json::from_str(text).unwrap());
        assert_eq!(before["clues"], after["clues"], "{text}");
    }
}

#[test]
fn a_damaged_text_is_refused_or_another_puzzle() {
    let object = generated("heyawake").remove(0);
    let link = printed(&["convert", &object, "--format", "puzzlink"]);
    let killer = generated("killer").remove(0);
    let ipuz = printed(&["convert", &killer, "--format", "ipuz"]);
    for (name, text, from) in
        [("heyawake", link.trim(), link.find("heyawake").unwrap()), ("killer", ipuz.trim(), 40)]
    {
        for end in (from..text.len()).step_by(if is_soak() { 1 } else { 7 }) {
            let ran = ask(&["solve", name, &text[..end], "--quiet"]);
            assert!(matches!(ran.status.code(), Some(0..=2)), "{}\n{}", &text[..end], ran.stderr);
        }
    }
}

#[test]
fn every_form_of_another_program_is_read() {
    // What pytest is given is not read back.
    let is_other = |form: &&&dyn puzgen_export::Format| form.is_link() && form.name() != "pytest";
    let mut written: Vec<&str> = FORMATS.iter().filter(is_other).map(|it| it.name()).collect();
    let mut read: Vec<&str> = foreign::FORMS.iter().map(|form| form.name()).collect();
    read.extend(["puzzlink", "penpa", "pzpr", "gmpuzzles"]);
    written.sort_unstable();
    read.sort_unstable();
    assert_eq!(written, read);
}

/// Returns what an address of a drawing packs.
fn drawn(link: &str) -> Value {
    let packed = link.trim().strip_prefix("https://sudokupad.app/scl").expect("a drawing");
    let packed = packed.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    let wide = lz_str::decompress_from_base64(packed.trim_end_matches('=')).unwrap();
    serde_json::from_str(&String::from_utf16(&wide).unwrap()).unwrap()
}

#[test]
fn a_drawing_has_clues_rules_and_solution() {
    for (name, has_solution) in [("fillomino", true), ("skyscrapers", true), ("heyawake", false)] {
        let object: Value = serde_json::from_str(&generated(name)[0]).unwrap();
        let link = of("convert", name, &[&object.to_string(), "--format", "sudokupad"]);
        let drawn = drawn(&link);
        let list = |name: &str| drawn[name].as_array().unwrap().clone();
        let told: String = list("cages").iter().map(|it| it["value"].as_str().unwrap()).collect();
        assert!(told.contains("title: ") && told.contains("rules: "), "{told}");
        let digits = |value: &Value| -> String {
            value.to_string().chars().filter(char::is_ascii_digit).collect()
        };
        let answer = object["answer"].as_object().unwrap().values().next().unwrap();
        let solution = format!("solution: {}", digits(answer));
        assert_eq!(told.ends_with(&solution), has_solution, "{told}");
        let texts: String = list("overlays").iter().filter_map(|it| it["text"].as_str()).collect();
        if name == "fillomino" {
            let given = digits(&object["clues"]["given"]);
            assert!(!given.is_empty() && texts.starts_with(&given), "{texts}");
        }
    }
}
