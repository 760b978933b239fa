//! Books: the same text gives the same bytes, with all that archives and screen readers ask for.

use std::fs;

use crate::case::root;
use crate::command::{Setup, run, scratch};

/// Returns how often a text stands in a file.
fn count(bytes: &[u8], text: &str) -> usize {
    bytes.windows(text.len()).filter(|window| *window == text.as_bytes()).count()
}

#[test]
fn a_book_is_the_same_again_and_tagged() {
    let folder = scratch("books");
    fs::copy(root().join("snapshots/cli/files/book.yaml"), folder.join("book.yaml")).unwrap();
    let books = ["one.pdf", "two.pdf"].map(|name| {
        let words = ["book", "book.yaml", "--out", name].map(str::to_owned);
        let ran = run(&folder, &words, &Setup::default());
        assert!(ran.status.success(), "{}", ran.stderr);
        fs::read(folder.join(name)).unwrap()
    });
    assert!(books[0] == books[1], "another book the second time");
    let [book, _] = books;
    assert!(book.starts_with(b"%PDF-1.7"));
    for part in ["/StructTreeRoot", "/MarkInfo", "/OutputIntent", "pdfaid", "pdfuaid", "/FontFile2"]
    {
        assert!(count(&book, part) > 0, "no `{part}`");
    }
    // The puzzle in two versions, its two solutions, the example and its solution.
    assert_eq!(count(&book, "/S/Figure"), 6);
    // A line of contents for each version of the chapter and of the solutions.
    assert_eq!(count(&book, "/S/Link"), 4);
    assert_eq!(count(&book, "/Type/Page/"), 7);
}

#[test]
fn the_book_of_the_documentation_is_one() {
    let text = fs::read_to_string(root().join("docs/books.md")).unwrap();
    let yaml = text.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    // The last chapter is of a definition of the reader's own; fewer puzzles do as well here.
    let own = fs::read_to_string(root().join("puzzles/latin_square.pz")).unwrap();
    let short: Vec<String> = yaml
        .lines()
        .map(|line| match line.trim_start().strip_prefix("count: ") {
            Some(_) => "    count: 1".to_owned(),
            None => line.to_owned(),
        })
        .collect();
    let folder = scratch("book_of_documentation");
    fs::write(folder.join("week.yaml"), short.join("\n")).unwrap();
    fs::write(folder.join("my_puzzle.pz"), own).unwrap();
    // What a book names is beside it, wherever it is made from.
    let book = folder.join("week.yaml").display().to_string();
    let page = folder.join("week.html").display().to_string();
    let words = ["book", &book, "--out", &page].map(str::to_owned);
    let ran = run(&scratch("book_from_elsewhere"), &words, &Setup::default());
    assert!(ran.status.success(), "{}", ran.stderr);
    let page = fs::read_to_string(folder.join("week.html")).unwrap();
    assert_eq!(
        count(page.as_bytes(), "<h2>Its solution</h2>")
            + count(page.as_bytes(), "<figcaption>Its solution"),
        2
    );
}

#[test]
fn solutions_of_a_sheet_have_the_numbers_of_its_exercises() {
    let folder = scratch("sheet_numbers");
    let chapter = |puzzle: &str, title: &str| {
        format!("  - {{puzzle: {puzzle}, count: 2, rules: false, title: {title}}}\n")
    };
    let book = format!(
        "title: Exercises\nseed: 7\nflow: true\nchapters:\n{}{}",
        chapter("linear_equation", "One"),
        chapter("triangle_angles", "Two")
    );
    fs::write(folder.join("sheet.yaml"), book).unwrap();
    let words = ["book", "sheet.yaml", "--out", "sheet.pdf"].map(str::to_owned);
    let ran = run(&folder, &words, &Setup::default());
    assert!(ran.status.success(), "{}", ran.stderr);
    let sheet = fs::read(folder.join("sheet.pdf")).unwrap();
    for solution in ["One 1", "One 2", "Two 3", "Two 4"] {
        assert_eq!(count(&sheet, &format!("(Solution of {solution})")), 1, "{solution}");
    }
}

#[test]
fn texts_of_puzzles_are_texts_of_documents() {
    let folder = scratch("book_texts");
    let made = |puzzle: &str, format: &str| {
        let words = ["run", puzzle, "--seed=1", "--format", format].map(str::to_owned);
        let ran = run(&folder, &words, &Setup::default());
        assert!(ran.status.success(), "{}", ran.stderr);
        ran.stdout
    };
    let (page, tex) = (made("linear_system", "html"), made("linear_system", "latex"));
    // The puzzle and its solution, two equations each; nothing of them is a drawing.
    assert_eq!((page.matches("<math>").count() >= 4, page.matches("<svg").count()), (true, 0));
    assert!(tex.matches('$').count() >= 8 && !tex.contains("tikzpicture"), "{tex}");
    let (page, tex) = (made("python_variables", "html"), made("python_variables", "latex"));
    assert!(page.contains("<pre") && page.contains("class=\"blank\"") && !page.contains("<svg"));
    assert!(tex.contains("\\begin{Verbatim}") && tex.contains("\\blank{1}{"), "{tex}");
    // A figure stays one, below its sentence.
    let page = made("triangle_angles", "html");
    assert!(page.contains("<p ") && page.contains("<svg"));
}

#[test]
fn fresh_versions_need_no_transforms() {
    let folder = scratch("book_fresh");
    let made = |words: &[&str]| {
        let all = ["run", "linear_system", "--seed=1", "--count=2", "--format=key"].iter();
        let words: Vec<String> = all.chain(words).map(|word| (*word).to_owned()).collect();
        run(&folder, &words, &Setup::default())
    };
    let (one, two) = (made(&[]), made(&["--versions=2", "--fresh"]));
    assert!(two.status.success(), "{}", two.stderr);
    assert_eq!(two.stdout.lines().count() - 1, 2 * (one.stdout.lines().count() - 1));
    for line in one.stdout.lines().skip(1) {
        let [chapter, number, rest] = line.splitn(3, ',').collect::<Vec<_>>()[..] else { panic!() };
        let versioned = format!("{chapter},{number},Version A{rest}");
        assert!(two.stdout.contains(&versioned), "{versioned}\n{}", two.stdout);
    }
    let refused = made(&["--versions=2"]);
    assert!(refused.stderr.contains("--fresh"), "{}", refused.stderr);
}
