//! A book as a LaTeX document whose drawings are TikZ: for those who go on setting the page themselves.

use std::fmt::Write as _;

use crate::book::{Book, Chapter, Document};
use crate::diagnostics::Problem;
use crate::export::Colour;
use crate::export::drawing::letters::Weight;
use crate::export::drawing::svg::DASH;
use crate::export::drawing::{Mark, Scene};

pub(super) struct Latex;

/// The side of a square in puzzles and in solutions, in centimetres.
const PUZZLE: f64 = 0.8;
const SOLUTION: f64 = 0.4;

impl Document for Latex {
    fn name(&self) -> &'static str {
        "latex"
    }

    fn about(&self) -> &'static str {
        "a LaTeX document with TikZ drawings, for LuaLaTeX or XeLaTeX"
    }

    fn extension(&self) -> &'static str {
        "tex"
    }

    fn write(&self, book: &Book) -> Result<Vec<u8>, Problem> {
        let setup = &book.setup;
        let mut text = String::from(
            "\\documentclass{article}\n\\usepackage{fontspec}\n\\usepackage{tikz}\n\\usepackage{geometry}\n\
             \\setsansfont{DejaVu Sans}\n\\renewcommand{\\familydefault}{\\sfdefault}\n\\setlength{\\parindent}{0pt}\n\\setlength{\\lineskip}{5mm}\n\\setlength{\\lineskiplimit}{5mm}\n",
        );
        let (width, height) = (setup.paper.width, setup.paper.height);
        line(
            &mut text,
            &format!("\\geometry{{paperwidth={width:.2}bp,paperheight={height:.2}bp,margin=15mm}}"),
        );
        line(&mut text, &format!("\\title{{{}}}", escaped(&setup.title)));
        line(&mut text, &format!("\\author{{{}}}\n\\date{{}}", escaped(&setup.author)));
        line(&mut text, "\\begin{document}\n\\raggedright\n\\maketitle");
        let versions = book.versions();
        for version in 0..versions {
            for chapter in &book.chapters {
                puzzles(&mut text, book, chapter, version);
            }
        }
        for version in (0..versions).filter(|_| setup.has_solutions) {
            let name = book.version_name(version).map(|name| format!(", {name}"));
            let heading = format!("{}{}", book.words.solutions, name.unwrap_or_default());
            line(&mut text, &format!("\\section*{{{heading}}}"));
            for chapter in &book.chapters {
                line(&mut text, &format!("\\subsection*{{{}}}", escaped(&chapter.title)));
                for (number, entry) in
                    chapter.entries.iter().filter_map(|it| it.get(version)).enumerate()
                {
                    let scene = &entry.solution;
                    // The words of a program are to be read, and it stands there without its calls.
                    let side = scene.program.map_or(SOLUTION, |_| PUZZLE);
                    drawing(&mut text, &format!("{}", number + 1), scene, side);
                }
            }
        }
        line(&mut text, "\\end{document}");
        Ok(text.into_bytes())
    }
}

fn puzzles(text: &mut String, book: &Book, chapter: &Chapter, version: usize) {
    let name = book.version_name(version).map(|name| format!(", {name}"));
    let title = format!("{}{}", escaped(&chapter.title), name.unwrap_or_default());
    line(text, &format!("\\section*{{{title}}}"));
    for rule in chapter.rules.iter().filter(|_| version == 0) {
        line(text, &format!("{}\\par", escaped(rule)));
    }
    for (number, entry) in chapter.entries.iter().filter_map(|it| it.get(version)).enumerate() {
        let level = escaped(&entry.level_text(book.words));
        drawing(text, format!("{} {level}", number + 1).trim_end(), &entry.puzzle, PUZZLE);
    }
}

fn line(text: &mut String, line: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}

/// Returns a text as LaTeX reads it.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for symbol in text.chars() {
        match symbol {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', symbol]),
            _ => out.push(symbol),
        }
    }
    out
}

fn colour(Colour(red, green, blue): Colour) -> String {
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

/// Writes a drawing below its heading, both on one page.
fn drawing(text: &mut String, heading: &str, scene: &Scene, side: f64) {
    line(text, &format!("\\begin{{minipage}}{{{:.2}cm}}", scene.width * side + 0.5));
    line(text, &format!("\\textbf{{{heading}}}\\\\[2pt]"));
    // TikZ counts upwards.
    line(text, &format!("\\begin{{tikzpicture}}[x={side}cm,y=-{side}cm]"));
    line(
        text,
        &format!("\\useasboundingbox (0,0) rectangle ({:.3},{:.3});", scene.width, scene.height),
    );
    for mark in &scene.marks {
        line(text, &drawn(mark, side));
    }
    line(text, "\\end{tikzpicture}\n\\end{minipage}\\quad");
}

fn drawn(mark: &Mark, side: f64) -> String {
    let at = |(x, y): (f64, f64)| format!("({x:.3},{y:.3})");
    match mark {
        Mark::Area { points, fill } => {
            let points: Vec<String> = points.iter().map(|point| at(*point)).collect();
            format!("\\fill[fill={}] {} -- cycle;", colour(*fill), points.join(" -- "))
        }
        Mark::Line { from, to, width, colour: ink, is_dashed } => {
            let dash = format!(",dash pattern=on {0:.3}cm off {0:.3}cm", DASH * side);
            let end = if *is_dashed { dash } else { ",line cap=round".to_owned() };
            let (ink, width) = (colour(*ink), width * side);
            format!("\\draw[draw={ink},line width={width:.3}cm{end}] {} -- {};", at(*from), at(*to))
        }
        Mark::Circle { at: centre, radius, fill, line } => {
            let draw = match line {
                Some((ink, width)) => {
                    format!(",draw={},line width={:.3}cm", colour(*ink), width * side)
                }
                None => String::new(),
            };
            let radius = radius * side;
            format!(
                "\\path[fill={}{draw}] {} circle[radius={radius:.3}cm];",
                colour(*fill),
                at(*centre)
            )
        }
        Mark::Text { at: start, text, size, weight, colour: ink } => {
            let size = size * side / 2.54 * 72.27;
            let bold = if *weight == Weight::Bold { "\\bfseries" } else { "" };
            format!(
                "\\node[anchor=base west,inner sep=0,text={}] at {} {{\\fontsize{{{size:.2}pt}}{{{size:.2}pt}}\\selectfont{bold} {}}};",
                colour(*ink),
                at(*start),
                escaped(text)
            )
        }
    }
}
