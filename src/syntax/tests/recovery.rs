//! What is read of texts with mistakes, and how many problems they have.

use super::FILLOMINO;
use crate::{ParsedSource, TriviaKind, read_source};
use puzgen_base::source::Sources;

fn source(text: &str) -> ParsedSource {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", text);
    let source = read_source(file, &sources);
    let mut pieces: Vec<_> = source.tokens.iter().map(|token| token.span).collect();
    pieces.extend(source.trivia.iter().map(|trivia| trivia.span));
    pieces.sort_by_key(|span| span.start);
    let again: String = pieces.into_iter().map(|span| source.slice(span)).collect();
    assert_eq!(again, text, "tokens and trivia are not the text");
    source
}

/// Returns the tree on one line, and how many problems there are.
#[track_caller]
fn read(text: &str) -> (String, usize) {
    let source = source(text);
    let tree = source.file.to_string();
    let words = tree.split_whitespace().collect::<Vec<_>>().join(" ");
    (words, source.problems.len())
}

#[track_caller]
fn reads(text: &str, tree: &str, problems: usize) {
    assert_eq!(read(text), (tree.to_owned(), problems), "{text}");
}

#[test]
fn leaves_out_what_is_damaged_and_nothing_else() {
    let puzzle = |inside: &str| format!("puzzle p {{ {inside} }}").replace("{  }", "{}");
    let item = |text: &str, tree: &str, problems: usize| {
        reads(&format!("puzzle p {{\n{text}\n}}"), &puzzle(tree), problems);
    };
    item("let a = 1\nrule r x\nlet b = 2", "let a = 1 let b = 2", 1);
    item("let a =\nlet b = 2", "let b = 2", 1);
    item("rule a: x and\nlet b = 2\nlet c 3", "let b = 2", 2);
    item("rule a: f(x, (y\nlet b = 2\nrul c: 3\nlet d = 4", "let b = 2 let d = 4", 2);
    item("let a = 1\nlet b = (1 + 2]\nlet c = 3", "let a = 1 let c = 3", 1);
    item("let a = 1\n  + 2\n\nlt b = 3\nlet c = 4 & 5", "let a = 1 + 2", 2);
    item("about \"x\nlet a = 1", "let a = 1", 1);
    item("rule about \"x\"\nlet a = 1\nlet b = 2", "let a = 1 let b = 2", 1);
    item("remove g {\nkep x\nkeep y\naccept\nuntil z\n}", "remove g { keep y until z }", 2);
    item("remove g {\nkeep y\n\nlet a = 1", "remove g { keep y } let a = 1", 1);
    item("show {\nshade a\nlabl b \"c\"\n}", "show shade a", 1);
    item("let a = 1 }\nlet b = 2\nlet c = 3", "let a = 1 let b = 2 let c = 3", 1);
}

#[test]
fn goes_on_behind_a_damaged_puzzle() {
    let both = "puzzle { let a = 1 } puzzle q { let b = 2 }";
    reads("puzzle {\nlet a = 1\n}\npuzzle q { let b = 2 }", both, 1);
    reads("puzzle \"P\" {\nlet a = 1\n}\npuzzle q { let b = 2 }", both, 1);
    reads(
        "puzzle q {\nlet a = 1\n\npuzzle {\nlet b = 2\n}",
        "puzzle q { let a = 1 } puzzle { let b = 2 }",
        2,
    );
    reads("puzzle{let a = 1}\npuzzle q { let b = 2 }", "puzzle q { let b = 2 }", 1);
    reads("puzzle p q {\nlet a = 1\n}", "puzzle p { let a = 1 }", 1);
    reads("puzzle p \"P {\nlet a = 1\n}", "puzzle p \"P\" { let a = 1 }", 1);
    reads("puzzle p {\nlet a = 1\n\npuzzle q {}\n", "puzzle p { let a = 1 } puzzle q {}", 1);
    reads("puzzle p {\nlet a = 1\nlet b =", "puzzle p { let a = 1 }", 1);
    reads("uze x\npuzzle p { let a = 1 }", "puzzle p { let a = 1 }", 1);
    reads("", "", 0);
}

#[test]
fn closes_the_text_block_that_is_open() {
    let text = "puzzle p {\n  example \"e\" {\n    given \"\"\"\n      1 2\n    answer \"\"\"\n      1 2\n    \"\"\"\n  }\n  let a = 1\n}\n";
    let tree =
        "puzzle p { example \"e\" { given \"\"\" 1 2\"\"\" answer \"\"\" 1 2 \"\"\" } let a = 1 }";
    reads(text, tree, 1);
}

#[test]
fn says_which_names_are_damaged() {
    let source = source("puzzle p {\nanswer a, b[cells: 1..2\nfixed clue c = = 1\nrul r: x\n}");
    let names = source.damage.iter().map(|damage| {
        let names: Vec<&str> = damage.names.iter().map(|name| name.name.as_str()).collect();
        format!("{}: {}", damage.keyword, names.join(" "))
    });
    assert_eq!(names.collect::<Vec<_>>(), ["answer: a b", "fixed: c", "rul: r"]);
}

#[test]
fn gives_comments_to_what_they_speak_of() {
    let text = "\n# the file\n\n# the puzzle\n# in two lines\npuzzle p { # behind\n\n\n  # above\n  \
                let a = 1; # beside\n  # last\n}\n# end";
    let source = source(text);
    let puzzle = &source.file.puzzles[0];
    let item = puzzle.items[0].span;
    assert_eq!(source.comment_above(puzzle.span).unwrap(), "the puzzle\nin two lines");
    assert_eq!(source.comment_above(item).unwrap(), "above");
    assert_eq!(source.slice(source.trailing(item).unwrap().span), "# beside");
    let kinds: Vec<TriviaKind> = source.leading(item).map(|trivia| trivia.kind).collect();
    assert_eq!(kinds, [TriviaKind::BlankLines, TriviaKind::Comment]);
    let brace = source.tokens.last().unwrap().span;
    let last: Vec<&str> = source.leading(brace).map(|trivia| source.slice(trivia.span)).collect();
    assert_eq!(last, ["# last"]);
    assert_eq!(source.slice(source.trailing(brace).unwrap_or(source.trivia[0]).span), "\n");
}

#[test]
fn reads_any_part_of_a_text() {
    let lines: Vec<&str> = FILLOMINO.split_inclusive('\n').collect();
    for skipped in 0..lines.len() {
        source(&lines[..skipped].concat());
        let (before, after) = (lines[..skipped].concat(), lines[skipped + 1..].concat());
        let rest = source(&format!("{before}{after}"));
        assert!(rest.problems.len() <= 2, "{:?}", rest.problems);
    }
}
