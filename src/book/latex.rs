//! A book as a LaTeX document whose drawings are TikZ: for those who go on setting the page themselves.

use std::fmt::Write as _;

use crate::entry::View;
use crate::html::told;
use crate::{Book, Chapter, Document};
use puzgen_base::diagnostics::Problem;
use puzgen_base::heads::FileHead;
use puzgen_export::Colour;
use puzgen_export::drawing::letters::Weight;
use puzgen_export::drawing::svg::DASH;
use puzgen_export::drawing::{CodePiece, Mark, Scene, Typeset};
use puzgen_model::formula::{self, Piece};

pub(super) struct Latex;

/// The side of a square in puzzles and in solutions, in centimetres.
const PUZZLE: f64 = 0.8;
const SOLUTION: f64 = 0.4;

/// How wide texts beside drawings are at least, in centimetres.
const WORDS: f64 = 8.0;

/// Packages and commands: a blank of a program has its number, a width in letters, and what is entered.
const PREAMBLE: &str = "\\documentclass{article}
\\usepackage{fontspec}
\\usepackage{amsmath}
\\usepackage{fancyvrb}
\\usepackage{tikz}
\\usepackage{geometry}
\\setsansfont{DejaVu Sans}
\\setmonofont{DejaVu Sans Mono}
\\renewcommand{\\familydefault}{\\sfdefault}
\\setlength{\\parindent}{0pt}
\\setlength{\\lineskip}{5mm}
\\setlength{\\lineskiplimit}{5mm}
\\newlength{\\letter}
\\newcommand{\\blank}[3]{\\settowidth{\\letter}{0}{\\fboxsep=1.5pt\\fbox{\\makebox[#2\\letter][l]{\\strut{\\tiny #1}~#3}}}}
";

impl Document for Latex {
    fn head(&self) -> FileHead {
        FileHead::new(
            "latex",
            "a LaTeX document with TikZ drawings, for LuaLaTeX or XeLaTeX",
            "tex",
        )
    }

    fn write(&self, book: &Book) -> Result<Vec<u8>, Problem> {
        let setup = &book.setup;
        let mut text = String::from(PREAMBLE);
        let Colour(red, green, blue) = setup.style.entered;
        line(&mut text, &format!("\\definecolor{{entered}}{{RGB}}{{{red},{green},{blue}}}"));
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
                    let heading = format!("{}", number + 1);
                    shown(&mut text, &heading, entry.solved_view(), SOLUTION);
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
        let heading = format!("{} {level}", number + 1);
        shown(text, heading.trim_end(), entry.asked_view(), PUZZLE);
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

/// Writes a puzzle or solution below its heading, both on one page; its texts as text.
fn shown(text: &mut String, heading: &str, view: View<'_>, side: f64) {
    let width = match view.text {
        None => format!("{:.2}cm", view.scene.width * side + 0.5),
        Some(Typeset { program: Some(_), .. }) => "\\linewidth".to_owned(),
        Some(Typeset { drawing, .. }) => {
            let drawn = drawing.as_ref().map_or(0.0, |scene| scene.width * PUZZLE + 0.5);
            format!("{:.2}cm", drawn.max(WORDS))
        }
    };
    line(text, &format!("\\begin{{minipage}}{{{width}}}\\raggedright"));
    line(text, &format!("\\textbf{{{heading}}}\\\\[2pt]"));
    match view.text {
        None => drawing(text, view.scene, side),
        Some(typeset) => {
            words(text, typeset);
            // Beside its texts, a figure is as large as its letters.
            typeset.drawing.iter().for_each(|scene| drawing(text, scene, PUZZLE));
        }
    }
    line(text, "\\end{minipage}\\quad");
}

/// Writes the texts of a puzzle.
fn words(text: &mut String, typeset: &Typeset) {
    if !typeset.sentence.is_empty() {
        line(text, &format!("{}\\par", sentence(&typeset.sentence)));
    }
    for caption in &typeset.captions {
        line(text, &format!("{}\\par", escaped(caption)));
    }
    let Some(program) = &typeset.program else { return };
    line(text, "\\begin{Verbatim}[commandchars=\\\\\\{\\},fontsize=\\small,baselinestretch=1.5]");
    if !program.title.is_empty() {
        line(text, &verbatim(&format!("# {}", program.title)));
    }
    for pieces in &program.lines {
        line(text, &pieces.iter().map(code).collect::<String>());
    }
    line(text, "\\end{Verbatim}");
    let told = told(program);
    if !told.is_empty() {
        line(text, "\\begin{Verbatim}[fontsize=\\small]");
        line(text, &told);
        line(text, "\\end{Verbatim}");
    }
}

/// Returns a sentence whose formulas are set by LaTeX.
fn sentence(pieces: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => escaped(text).replace('\n', "\\\\\n"),
        Piece::Formula(nodes) => format!("${}$", formula::latex(nodes)),
    };
    pieces.iter().map(piece).collect()
}

/// Returns a piece of a program as it stands between `Verbatim`.
fn code(piece: &CodePiece) -> String {
    match piece {
        CodePiece::Text(text) => verbatim(text),
        CodePiece::Blank { number, width, word, .. } => {
            let word =
                word.as_ref().map(|word| format!("\\textcolor{{entered}}{{{}}}", verbatim(word)));
            format!("\\blank{{{number}}}{{{width}}}{{{}}}", word.unwrap_or_default())
        }
    }
}

/// Returns a text as it stands between `Verbatim`, where commands are read.
fn verbatim(text: &str) -> String {
    let mut out = String::new();
    for symbol in text.chars() {
        match symbol {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' => out.extend(['\\', symbol]),
            _ => out.push(symbol),
        }
    }
    out
}

/// Writes a drawing.
fn drawing(text: &mut String, scene: &Scene, side: f64) {
    // TikZ counts upwards.
    line(text, &format!("\\begin{{tikzpicture}}[x={side}cm,y=-{side}cm]"));
    line(
        text,
        &format!("\\useasboundingbox (0,0) rectangle ({:.3},{:.3});", scene.width, scene.height),
    );
    for mark in &scene.marks {
        line(text, &drawn(mark, side));
    }
    line(text, "\\end{tikzpicture}");
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
