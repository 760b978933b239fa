//! A book as one HTML page that needs nothing from outside and prints well.

use std::fmt::Write as _;

use crate::entry::View;
use crate::{Book, Chapter, Document};
use puzgen_base::diagnostics::Problem;
use puzgen_base::heads::FileHead;
use puzgen_export::Style;
use puzgen_export::drawing::svg::document;
use puzgen_export::drawing::{CodePiece, ProgramText, Scene, Typeset};
use puzgen_model::formula::{self, Piece};

pub(super) struct Html;

/// How the page looks on a screen and on paper.
const STYLE: &str = "\
body{font-family:sans-serif;margin:2em auto;max-width:60em;padding:0 1em;color:#000;background:#fff}
.puzzles{display:flex;flex-wrap:wrap;gap:1.5em}
figure{margin:0;break-inside:avoid}
figcaption{font-size:.9em;margin-bottom:.3em}
figure svg{max-width:100%;height:auto;display:block}
figure p{margin:.2em 0;max-width:34em;line-height:1.5}
.drawn p{max-width:21em}
figure math{font-size:1.1em;math-style:normal}
figure pre{margin:.2em 0;white-space:pre-wrap;font-family:DejaVu Sans Mono,Menlo,Consolas,monospace;line-height:1.7}
figure pre+pre{line-height:1.4}
figure code{font:inherit}
.blank{display:inline-block;border:1px solid;padding:0 .2em;line-height:1.3}
.blank sup{font-size:.65em;margin-right:.3em}
.name{border-bottom:1px solid #000;display:inline-block;min-width:14em}
section{break-before:page}
section:first-of-type{break-before:auto}
@media print{body{margin:0;max-width:none;padding:0}a{color:inherit;text-decoration:none}}
";

impl Document for Html {
    fn head(&self) -> FileHead {
        FileHead::new(
            "html",
            "one page for browsers that prints well, with the solutions at the end",
            "html",
        )
    }

    fn write(&self, book: &Book) -> Result<Vec<u8>, Problem> {
        let title = escaped(&book.setup.title);
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
            lang = book.words.code,
        );
        for text in
            [&book.setup.subtitle, &book.setup.author].into_iter().filter(|it| !it.is_empty())
        {
            line(&mut page, &format!("<p>{}</p>", escaped(text)));
        }
        let versions = book.versions();
        for version in 0..versions {
            for chapter in &book.chapters {
                puzzles(&mut page, book, chapter, version);
            }
        }
        for version in (0..versions).filter(|_| book.setup.has_solutions) {
            solutions(&mut page, book, version);
        }
        page.push_str("</main>\n</body>\n</html>\n");
        Ok(page.into_bytes())
    }
}

fn line(page: &mut String, text: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(page, "{text}");
}

/// Returns a text as it stands in HTML and in its attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for symbol in text.chars() {
        match symbol {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(symbol),
        }
    }
    out
}

/// How many pixels a square of a solution has, and how wide the drawing of one is at least.
const SOLVED_SIDE: f64 = 19.0;
const LEAST_SOLVED: f64 = 176.0;

/// How much smaller the texts of solutions are, and figures beside them.
const SMALLER: f64 = 0.8;

fn figure(page: &mut String, book: &Book, caption: &str, view: View<'_>, is_small: bool) {
    let style = &book.setup.style;
    let has_drawing = view.text.is_some_and(|text| text.drawing.is_some());
    let class = if has_drawing { " class=\"drawn\"" } else { "" };
    line(page, &format!("<figure{class}><figcaption>{caption}</figcaption>"));
    match view.text {
        None if is_small => {
            let width = (view.scene.width * SOLVED_SIDE).max(LEAST_SOLVED);
            drawing(page, view.scene, style, Some(width));
        }
        None => drawing(page, view.scene, style, None),
        Some(text) => {
            // Beside its texts, a figure is as large as its letters.
            let scale = if is_small { SMALLER } else { 1.0 };
            texts(page, text, style, scale);
            let width = |scene: &Scene| is_small.then_some(scene.width * style.side * scale);
            text.drawing.iter().for_each(|scene| drawing(page, scene, style, width(scene)));
        }
    }
    line(page, "</figure>");
}

/// Writes a drawing, so many pixels wide where that is said.
fn drawing(page: &mut String, scene: &Scene, style: &Style, width: Option<f64>) {
    let mut drawing = document(scene, style.side);
    if let Some(width) = width {
        drawing = drawing.set("style", format!("width:{}px", width.round()));
    }
    line(page, &drawing.to_string());
}

/// Writes the texts of a puzzle, in letters as large as those of drawings on this scale.
fn texts(page: &mut String, text: &Typeset, style: &Style, scale: f64) {
    let ground = style.background.map(|ground| format!("background:{};", ground.hex()));
    let ground = ground.unwrap_or_default();
    let look = |size: f64| {
        let (size, colour) = ((size * style.side * scale).round(), style.given.hex());
        format!(" style=\"{ground}color:{colour};font-size:{size}px\"")
    };
    let look_of_words = look(style.sizes[3]);
    if !text.sentence.is_empty() {
        line(page, &format!("<p{look_of_words}>{}</p>", sentence(&text.sentence)));
    }
    for caption in &text.captions {
        line(page, &format!("<p{look_of_words}>{}</p>", escaped(caption)));
    }
    if let Some(program) = &text.program {
        let look = look(ProgramText::SIZE);
        let entered = style.entered.hex();
        line(page, &format!("<pre{look}><code>{}</code></pre>", listing(program, &entered)));
        let told = told(program);
        if !told.is_empty() {
            line(page, &format!("<pre{look}>{}</pre>", escaped(&told)));
        }
    }
}

/// Returns a sentence whose formulas are MathML.
fn sentence(pieces: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => escaped(text).replace('\n', "<br>"),
        Piece::Formula(nodes) => formula::mathml(nodes),
    };
    pieces.iter().map(piece).collect()
}

/// Returns a program line by line, blanks as boxes.
fn listing(program: &ProgramText, entered: &str) -> String {
    let piece = |piece: &CodePiece| match piece {
        CodePiece::Text(text) => escaped(text),
        CodePiece::Blank { number, width, word, .. } => {
            let word = word
                .as_ref()
                .map(|word| format!("<span style=\"color:{entered}\">{}</span>", escaped(word)));
            format!(
                "<span class=\"blank\" style=\"min-width:{width}ch\"><sup>{number}</sup>{}</span>",
                word.unwrap_or_default()
            )
        }
    };
    let title = (!program.title.is_empty()).then(|| format!("# {}", escaped(&program.title)));
    let lines = program.lines.iter().map(|line| line.iter().map(piece).collect());
    title.into_iter().chain(lines).collect::<Vec<String>>().join("\n")
}

/// Returns what may stand in the blanks of a program, and what comes out.
pub(super) fn told(program: &ProgramText) -> String {
    let (words, calls) = (program.word_lines().join("\n"), program.call_lines().join("\n"));
    let parts = [words, calls].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<String>>().join("\n\n")
}

fn puzzles(page: &mut String, book: &Book, chapter: &Chapter, version: usize) {
    let name = book.version_name(version).map(|name| format!(", {name}"));
    let title = format!("{}{}", chapter.title, name.unwrap_or_default());
    line(page, &format!("<section>\n<h2>{}</h2>", escaped(&title)));
    if book.setup.has_name_line {
        line(
            page,
            &format!(
                "<p>{} <span class=\"name\">&nbsp;</span> {} <span class=\"name\">&nbsp;</span></p>",
                book.words.name, book.words.date
            ),
        );
    }
    for text in chapter.rules.iter().filter(|_| version == 0) {
        line(page, &format!("<p>{}</p>", escaped(text)));
    }
    line(page, "<div class=\"puzzles\">");
    if let (0, Some(example)) = (version, &chapter.example) {
        let [heading, solved] = book.words.example;
        figure(page, book, heading, example.asked_view(), false);
        figure(page, book, solved, example.solved_view(), false);
    }
    for (number, entry) in chapter.entries.iter().filter_map(|it| it.get(version)).enumerate() {
        let mut caption =
            format!("<strong>{}</strong> {}", number + 1, escaped(&entry.level_text(book.words)));
        if let Some(link) = entry.link.as_ref().filter(|_| book.setup.has_codes) {
            let _ = write!(caption, " <a href=\"{}\">{}</a>", escaped(link), book.words.online);
        }
        figure(page, book, caption.trim_end(), entry.asked_view(), false);
    }
    line(page, "</div>\n</section>");
}

fn solutions(page: &mut String, book: &Book, version: usize) {
    let name = book.version_name(version).map(|name| format!(", {name}"));
    line(
        page,
        &format!(
            "<section class=\"solutions\">\n<h2>{}{}</h2>",
            book.words.solutions,
            name.unwrap_or_default()
        ),
    );
    for chapter in &book.chapters {
        line(page, &format!("<h3>{}</h3>\n<div class=\"puzzles\">", escaped(&chapter.title)));
        for (number, entry) in chapter.entries.iter().filter_map(|it| it.get(version)).enumerate() {
            figure(page, book, &format!("{}", number + 1), entry.solved_view(), true);
        }
        line(page, "</div>");
    }
    line(page, "</section>");
}
