//! A book as one HTML page that needs nothing from outside and prints well.

use std::fmt::Write as _;

use crate::book::{Book, Chapter, Document};
use crate::diagnostics::Problem;
use crate::export::drawing::Scene;
use crate::export::drawing::svg::document;

pub(super) struct Html;

/// How the page looks on a screen and on paper.
const STYLE: &str = "\
body{font-family:sans-serif;margin:2em auto;max-width:60em;padding:0 1em;color:#000;background:#fff}
.puzzles{display:flex;flex-wrap:wrap;gap:1.5em}
figure{margin:0;break-inside:avoid}
figcaption{font-size:.9em;margin-bottom:.3em}
figure svg{max-width:100%;height:auto}
.solutions svg{width:11em}
.solutions .program svg{width:auto}
.name{border-bottom:1px solid #000;display:inline-block;min-width:14em}
section{break-before:page}
section:first-of-type{break-before:auto}
@media print{body{margin:0;max-width:none;padding:0}a{color:inherit;text-decoration:none}}
";

impl Document for Html {
    fn name(&self) -> &'static str {
        "html"
    }

    fn about(&self) -> &'static str {
        "one page for browsers that prints well, with the solutions at the end"
    }

    fn extension(&self) -> &'static str {
        "html"
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

fn figure(page: &mut String, book: &Book, caption: &str, scene: &Scene) {
    let drawing = document(scene, book.setup.style.side).to_string();
    let class = if scene.program.is_some() { " class=\"program\"" } else { "" };
    line(page, &format!("<figure{class}><figcaption>{caption}</figcaption>\n{drawing}\n</figure>"));
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
        figure(page, book, heading, &example.puzzle);
        figure(page, book, solved, &example.solution);
    }
    for (number, entry) in chapter.entries.iter().filter_map(|it| it.get(version)).enumerate() {
        let mut caption =
            format!("<strong>{}</strong> {}", number + 1, escaped(&entry.level_text(book.words)));
        if let Some(link) = entry.link.as_ref().filter(|_| book.setup.has_codes) {
            let _ = write!(caption, " <a href=\"{}\">{}</a>", escaped(link), book.words.online);
        }
        figure(page, book, caption.trim_end(), &entry.puzzle);
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
            figure(page, book, &format!("{}", number + 1), &entry.solution);
        }
        line(page, "</div>");
    }
    line(page, "</section>");
}
