//! Worked solutions of the built-in puzzles: they find all values of every puzzle, in each language.

use puzgen::{Family, Request};
use puzgen_puzzles as library;

use crate::case::each;
use crate::properties::built_in::built_in;
use crate::properties::is_soak;
use puzgen_base::source::Sources;

/// Returns the built-in puzzles whose definitions have lines of worked solutions.
fn worked() -> Vec<&'static str> {
    let has_lines = |name: &&str| !built_in(&mut Sources::new(), name).working.is_empty();
    library::names().into_iter().filter(has_lines).collect()
}

#[test]
fn worked_solutions_find_all_values() {
    let names = worked();
    assert!(!names.is_empty());
    let count = if is_soak() { 200 } else { 4 };
    each(
        names,
        |name| (*name).to_owned(),
        |name| {
            let family = Family::built_in(name).unwrap();
            let request = Request { seed: 3, count, ..Request::default() };
            for puzzle in family.generate(&request).unwrap() {
                let explained = puzzle.board().explain().unwrap();
                let text = puzzle.print("text").unwrap();
                assert!(explained.is_solved, "{name}: {text}");
                for step in explained.steps {
                    assert_eq!(step.kind, "worked solution", "{name}: {text}");
                }
            }
        },
    );
}

#[test]
fn each_line_is_said_in_german() {
    for name in worked() {
        let definition = built_in(&mut Sources::new(), name);
        let german = definition.translations.iter().find(|it| it.language == "de").expect(name);
        for line in &definition.working {
            let is_said = german.working.iter().any(|(other, _)| *other == line.name);
            assert!(is_said, "{name}: {}", line.name);
        }
    }
}
