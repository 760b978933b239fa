//! The steps of small puzzles in words: what follows and why, in each language.

use insta::assert_snapshot;
use puzgen_base::source::Sources;
use puzgen_board::position::PreparedBoard;
use puzgen_board::read::BoardText;
use puzgen_board::shelf::Shelf;
use puzgen_check::{load::load, reach::no_files};
use puzgen_stepwise::Stepwise;

use crate::{StepWords, Words, endings, fill, languages, listed, marks};

/// A board of 2×3 with the numbers from 1 to 3, none twice in a row or a column.
const SQUARE: &str = "board grid(2, 3) answer x[cells]: 1..3 clue given[c in cells] = x[c]
    rule row(r in rows) \"{r} repeats a number\": distinct(x[r])
    rule column(c in columns) \"{c} repeats a number\": distinct(x[c])
    translation de \"P\" { rule row \"{r} enthält eine Zahl mehrfach\" }";

/// Returns the lines of each step of a board, each step under its kind, and how it ends; in a language.
fn told(items: &str, board: &str, language: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", format!("puzzle p {{ {items} }}"));
    let loaded = load(file, &mut sources, &mut no_files).expect("it is legal");
    let mut definition = loaded.check(&loaded.own[0], &sources).expect("it is legal").definition;
    definition.speak(language);
    let shelf = Shelf::new(&definition);
    let file = sources.add("board", board);
    let board = PreparedBoard::read(&shelf, &[], BoardText { text: board, file, offset: 0 });
    let board = board.expect("a board");
    let (instance, lowered) = (&board.prepared.instance, &board.prepared.lowered);
    let given = board.givens();
    let words = Words::new(instance, lowered).with_given(&given);
    let Some(mut stepwise) = Stepwise::new(instance, lowered) else {
        return "too far apart".to_owned();
    };
    stepwise.see(words.shown_at_once());
    let Some(explained) = stepwise.explain(&given, &[]) else { return "contradiction".to_owned() };
    let mut out = String::new();
    for stage in words.stages(&explained) {
        let tell = |deduction| words.tell(deduction).expect("it can be told");
        let all: Vec<StepWords> = stage.deductions.iter().map(tell).collect();
        out.push_str(&format!("{}\n{}", words.kind(stage.kind), StepWords::lines(&all)));
    }
    out + if explained.is_solved() { "solved" } else { "open" }
}

fn check(items: &str, board: &str) -> String {
    told(items, board, "en")
}

#[test]
fn single_places_and_values_are_told_with_their_reason() {
    assert_snapshot!(check(SQUARE, "1 2 .\n2 . ."), @"
    what follows directly from a rule or clue
      r1c3 = 3: all others of row 1 are filled
    what follows directly from a rule or clue
      r2c2 = 3: the only place for 3 in row 2 (see the 3 at r1c3)
    what follows directly from a rule or clue
      r2c3 = 1: all others of row 2 are filled
    solved
    ");
    assert_snapshot!(check(SQUARE, "1 2 3\n2 3 1"), @"solved");
    assert_snapshot!(check(SQUARE, "1 2 3\n. . ."), @"open");
    assert_snapshot!(check(SQUARE, "1 1 .\n. . ."), @"contradiction");
}

#[test]
fn german_sentences_say_the_same() {
    assert_snapshot!(told(SQUARE, "1 2 .\n2 . .", "de"), @"
    was direkt aus einer Regel oder einem Hinweis folgt
      r1c3 = 3 – Zeile 1 ist sonst schon ausgefüllt
    was direkt aus einer Regel oder einem Hinweis folgt
      r2c2 = 3 – nur dort hat Zeile 2 noch Platz für 3 (siehe 3 in r1c3)
    was direkt aus einer Regel oder einem Hinweis folgt
      r2c3 = 1 – Zeile 2 ist sonst schon ausgefüllt
    solved
    ");
    // There is no table of this language.
    assert_eq!(told(SQUARE, "1 2 .\n2 . .", "fr"), check(SQUARE, "1 2 .\n2 . ."));
}

#[test]
fn clues_that_are_facts_are_told() {
    let signs = "board grid(1, 3) answer x[cells]: 1..3 rule row(r in rows) \"{r} repeats a number\": distinct(x[r])
        clue given[c in cells] = x[c] clue sign[a, b in adjacent] = x[a] < x[b]";
    assert_snapshot!(check(signs, "clue sign\n1 1"), @"
    what follows directly from a rule or clue
      r1c2 = 2: only 2 is left there (see sign from r1c2 to r1c1 and r1c3)
    what follows directly from a rule or clue
      r1c3 is not 1: otherwise sign between r1c2 and r1c3 is wrong
      r1c1 = 1: the only place for 1 in row 1 (see r1c3 is not 1)
    what follows directly from a rule or clue
      r1c3 = 3: all others of row 1 are filled
    solved
    ");
    let total = "answer a, b: 1..9 rule order \"a is not less\": a < b clue total = a + b";
    assert_snapshot!(check(total, "total = 3"), @"
    what follows directly from a rule or clue
      b = 2: otherwise a is not less (see total 3)
    what follows directly from a rule or clue
      a = 1: otherwise a is not less (see b = 2)
    solved
    ");
    assert_snapshot!(check(total, "total = 4"), @"
    what follows directly from a rule or clue
      b is not 4 to 9: otherwise total 4 is wrong
    two rules that share places
      a is not 2: otherwise nothing is left for b (see total 4)
    what follows directly from a rule or clue
      a = 1: it is not 3 (otherwise a is not less; see b is 1 to 3); it is not 4 to 9 (otherwise total 4 is wrong); only 1 is left there
    what follows directly from a rule or clue
      b = 3: only 3 is left there (see total 4; a = 1)
    solved
    ");
}

#[test]
fn truths_are_told_by_their_names() {
    let lamps = "board grid(1, 3) answer lamp[cells]: bool
        rule apart(a, b in adjacent) \"{a} and {b} both shine\": not (lamp[a] and lamp[b])
        fixed clue count_of[r in rows] = count(lamp[r])";
    assert_snapshot!(check(lamps, "2"), @"
    two rules that share places
      r1c1 is lamp: otherwise the 2 of row 1 needs r1c2 and r1c3, but r1c2 and r1c3 both shine
    two rules that share places
      r1c3 is lamp: otherwise the 2 of row 1 is left with only r1c1
    solved
    ");
}

#[test]
fn a_case_that_leads_to_a_contradiction_is_told() {
    let items = "answer a, b, c: 0..1 rule one \"not one of two\": a + b == 1 rule two \"not one of the last\": b + c == 1
        rule four \"both\": a != c or b == 1 clue d = a";
    assert_snapshot!(check(items, "d = ."), @"
    a look 2 steps ahead
      a = 0: otherwise not one of two, not one of the last or both
    what follows directly from a rule or clue
      b = 1: otherwise not one of two (see a = 0)
    what follows directly from a rule or clue
      c = 0: otherwise not one of the last (see b = 1)
    solved
    ");
}

#[test]
fn worked_solutions_are_told_as_they_are_written() {
    let items = "answer top, side: 20..140 rule sum \"not 180\": top + 2 * side == 180 clue t = top
        working side \"Two sides are equal, so each is {side}.\": side == (180 - top) div 2";
    let mut sources = Sources::new();
    let file = sources.add("case.pz", format!("puzzle p {{ {items} }}"));
    let loaded = load(file, &mut sources, &mut no_files).expect("it is legal");
    let definition = loaded.check(&loaded.own[0], &sources).expect("it is legal").definition;
    let shelf = Shelf::new(&definition);
    let file = sources.add("board", "t = 40");
    let board = PreparedBoard::read(&shelf, &[], BoardText { text: "t = 40", file, offset: 0 });
    let board = board.expect("a board");
    let (instance, lowered) = (&board.prepared.instance, &board.prepared.lowered);
    let words = Words::new(instance, lowered).with_given(&board.givens());
    let mut assignment = vec![0; lowered.csp.vars.len()];
    for (var, value) in lowered.value_vars.iter().zip([40, 70]) {
        assignment[var.index()] = value;
    }
    let lines = words.worked(&board.givens(), &[], &assignment).expect("a worked solution");
    let lines: Vec<String> =
        lines.iter().map(|(_, told)| format!("{}: {}", told.what, told.reason())).collect();
    assert_snapshot!(lines.join("\n"), @"side = 70: Two sides are equal, so each is 70.");
}

#[test]
fn sentences_are_filled_in() {
    assert_eq!(fill("{a} of {b}, {c}", &[("a", "1"), ("b", "{a}")]), "1 of {a}, {c}");
    let list = |items: &[&str]| {
        listed(&items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>(), "or")
    };
    assert_eq!(list(&[]), "");
    assert_eq!(list(&["a"]), "a");
    assert_eq!(list(&["a", "b"]), "a or b");
    assert_eq!(list(&["a", "b", "c"]), "a, b or c");
}

#[test]
fn each_language_says_how_it_ends() {
    assert_eq!(languages().collect::<Vec<_>>(), ["en", "de"]);
    assert_eq!(endings(None).filled, endings(Some("en")).filled);
    assert_eq!(endings(Some("fr")).filled, endings(Some("en")).filled);
    assert_ne!(endings(Some("de")).filled, endings(Some("en")).filled);
    assert_ne!(marks(Some("de")).solved, marks(Some("en")).solved);
}
