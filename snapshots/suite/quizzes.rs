//! Quizzes: what they ask and take for right is what the puzzle has, and what they write is well-formed.

use std::fs::File;
use std::io::Read as _;

use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;
use zip::ZipArchive;

use crate::command::{Setup, run, scratch};
use crate::define::small;

/// Puzzles whose places are squares with numbers, squares that are filled or not, edges, and names.
const GENRES: &[&str] = &["sudoku", "nurikabe", "slitherlink", "zebra"];

/// Runs `puzgen run` with these words more; returns what it printed.
fn made(name: &str, words: &[&str]) -> String {
    let params = small(name);
    let settings = params.iter().flat_map(|set| ["--set".to_owned(), set.clone()]);
    let mut line = vec!["run".to_owned(), name.to_owned(), "--seed=1".to_owned()];
    line.extend(settings.chain(words.iter().map(|word| (*word).to_owned())));
    let ran = run(&scratch("quizzes"), &line, &Setup::default());
    assert!(ran.status.success(), "{}\n{}", line.join(" "), ran.stderr);
    ran.stdout
}

/// Returns how often each element begins, and fails where the text is not well-formed.
fn elements(text: &str) -> Vec<String> {
    let mut reader = Reader::from_str(text);
    let (mut names, mut open) = (Vec::new(), 0);
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => break,
            Event::Start(element) => {
                names.push(String::from_utf8(element.name().as_ref().into()).unwrap());
                open += 1;
            }
            Event::Empty(element) => {
                names.push(String::from_utf8(element.name().as_ref().into()).unwrap());
            }
            Event::End(_) => open -= 1,
            _ => {}
        }
    }
    assert_eq!(open, 0);
    names
}

fn count(names: &[String], name: &str) -> usize {
    names.iter().filter(|it| *it == name).count()
}

#[test]
fn every_form_asks_for_every_blank() {
    for name in GENRES {
        let key = made(name, &["--format", "key"]);
        let blanks = key.lines().count() - 1;
        assert!(blanks > 3, "{key}");

        let moodle = made(name, &["--format", "moodle"]);
        assert_eq!(count(&elements(&moodle), "question"), 2, "a category and a puzzle");
        assert_eq!(moodle.matches("{1:").count(), blanks);
        assert!(!moodle.contains("seed"), "the seed tells the answer");

        let gift = made(name, &["--format", "gift"]);
        assert_eq!(gift.lines().filter(|line| line.starts_with('=')).count(), blanks);

        let path = scratch("quizzes").join(format!("{name}.zip"));
        let to = path.display().to_string();
        made(name, &["--format", "qti", "--out", &to]);
        let mut archive = ZipArchive::new(File::open(&path).unwrap()).unwrap();
        let mut text = String::new();
        archive.by_name("item0001.xml").unwrap().read_to_string(&mut text).unwrap();
        let names = elements(&text);
        let asked =
            count(&names, "textEntryInteraction") + count(&names, "inlineChoiceInteraction");
        assert_eq!((asked, count(&names, "responseDeclaration")), (blanks, blanks));
        for other in ["imsmanifest.xml", "test.xml", "puzzle0001.svg"] {
            text.clear();
            archive.by_name(other).unwrap().read_to_string(&mut text).unwrap();
            elements(&text);
        }
    }
}

#[test]
fn a_program_is_text_with_the_answers_in_their_places() {
    let key = made("python_variables", &["--format", "key"]);
    let moodle = made("python_variables", &["--format", "moodle"]);
    elements(&moodle);
    assert!(!moodle.contains("<file"), "a picture");
    let listing = moodle.split("<pre>").nth(1).and_then(|rest| rest.split("</pre>").next());
    let listing = listing.expect("a program");
    assert_eq!(listing.matches("{1:").count(), key.lines().count() - 1, "{listing}");
    assert!(listing.contains("\n    "), "no line of it is moved in: {listing}");
    let gift = made("python_variables", &["--format", "gift"]);
    assert!(gift.contains("alt\\=\"Python\\: variables and arithmetic 1\\: "), "{gift}");
}

#[test]
fn what_is_right_is_what_some_solution_has() {
    for solutions in ["1", "2..6"] {
        let words = ["--solutions", solutions];
        let object = made("latin_square", &[&words[..], &["--format", "json"]].concat());
        let object: Value = serde_json::from_str(&object).unwrap();
        let answers = match &object["answers"] {
            Value::Null => vec![object["answer"].clone()],
            several => several.as_array().unwrap().clone(),
        };
        let key = made("latin_square", &[&words[..], &["--format", "key"]].concat());
        for row in key.lines().skip(1) {
            let fields: Vec<&str> = row.split(',').collect();
            let place: Vec<usize> =
                fields[4][1..].split('c').map(|number| number.parse().unwrap()).collect();
            let value = |answer: &Value| answer["x"][place[0] - 1][place[1] - 1].to_string();
            let mut expected: Vec<String> = answers.iter().map(value).collect();
            expected.sort();
            expected.dedup();
            assert_eq!(fields[5], expected.join(" or "), "{row}");
        }
    }
}
