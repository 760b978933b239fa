//! Questions that Moodle imports: cloze questions in its XML.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::html::escaped;
use crate::quiz::{Question, questions};
use crate::{Book, Document};
use puzgen_base::diagnostics::Problem;
use puzgen_base::heads::FileHead;
use puzgen_export::blanks::{Field, Form, Takes};
use puzgen_export::drawing::{CodePiece, ProgramText};

pub(crate) struct Moodle;

impl Document for Moodle {
    fn head(&self) -> FileHead {
        FileHead::new(
            "moodle",
            "questions that Moodle imports (XML), with hints from the steps of the solution",
            "xml",
        )
    }

    fn is_quiz(&self) -> bool {
        true
    }

    fn write(&self, book: &Book) -> Result<Vec<u8>, Problem> {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n");
        let mut before = String::new();
        for question in questions(book, self.name())? {
            let category = category(book, &question);
            if category != before {
                out.push_str(&format!(
                    "<question type=\"category\"><category><text>{}</text></category></question>\n",
                    escaped(&category)
                ));
                before = category;
            }
            out.push_str(&asked(book, &question));
        }
        out.push_str("</quiz>\n");
        Ok(out.into_bytes())
    }
}

/// Returns the category of a question: the chapter, and where there are versions the puzzle, so that a quiz takes
/// one of them at random.
fn category(book: &Book, question: &Question<'_>) -> String {
    let mut path = vec![book.setup.title.as_str()];
    path.extend(Some(question.chapter.title.as_str()).filter(|title| *title != path[0]));
    let number = question.number.to_string();
    path.extend(question.version.as_ref().map(|_| number.as_str()));
    // A slash in a name is doubled.
    let path: Vec<String> = path.iter().map(|name| name.replace('/', "//")).collect();
    format!("$course$/top/{}", path.join("/"))
}

fn asked(book: &Book, question: &Question<'_>) -> String {
    let (text, file) = match (question.program(), question.blanks.forms.as_slice()) {
        (Some(program), [form]) => {
            (question.rules() + listing(program, form).as_str(), String::new())
        }
        _ => {
            let places = question.places(&|_, field| cloze(field));
            let drawing = STANDARD.encode(question.drawing(book));
            let file = format!(
                "<file name=\"puzzle.svg\" path=\"/\" encoding=\"base64\">{drawing}</file>\n"
            );
            (question.told("@@PLUGINFILE@@/puzzle.svg") + places.as_str(), file)
        }
    };
    let mut out = format!(
        "<question type=\"cloze\">\n<name><text>{}</text></name>\n\
         <questiontext format=\"html\"><text>{}</text>\n{file}</questiontext>\n",
        escaped(&question.title()),
        data(&text),
    );
    let way = question.way();
    out.push_str(&format!(
        "<generalfeedback format=\"html\"><text>{}</text></generalfeedback>\n\
         <penalty>0.1</penalty>\n<hidden>0</hidden>\n",
        data(&way)
    ));
    for hint in hints(question) {
        let hint = data(&format!("<p>{}</p>", escaped(&hint)));
        out.push_str(&format!("<hint format=\"html\"><text>{hint}</text></hint>\n"));
    }
    out + "</question>\n"
}

/// Returns a program as text with the places of its answers in it, and what it does.
fn listing(program: &ProgramText, form: &Form) -> String {
    let plain = |text: &str| escaped(text).replace('{', "&#123;").replace('}', "&#125;");
    let piece = |piece: &CodePiece| match piece {
        CodePiece::Text(text) => plain(text),
        CodePiece::Blank { number, position, .. } => {
            match position.and_then(|at| form.fields.get(at)) {
                Some(Field { takes: Takes::Nothing, right, .. }) => plain(&right.concat()),
                // Hints name a blank by its number.
                Some(field) => format!("<sup>{number}</sup>{}", cloze(field)),
                None => format!("__{number}__"),
            }
        }
    };
    let title = (!program.title.is_empty()).then(|| format!("# {}", plain(&program.title)));
    let lines = program.lines.iter().map(|line| line.iter().map(piece).collect());
    let lines: Vec<String> = title.into_iter().chain(lines).collect();
    // Where the words are many, they do not stand in the places themselves.
    let is_open = form.fields.iter().any(|field| field.takes == Takes::Text);
    let words = if is_open { program.word_lines() } else { Vec::new() };
    let told = [words, program.call_lines()].concat().join("\n");
    format!("<pre>{}</pre>\n<pre>{}</pre>\n", lines.join("\n"), plain(&told))
}

/// How many steps are told as hints, after one that says where to begin.
const HINTS: usize = 2;

fn hints(question: &Question<'_>) -> Vec<String> {
    let first = question.blanks.first.as_ref().map(|place| format!("Begin with {place}."));
    let steps = question.blanks.way.iter().take(HINTS).cloned();
    first.into_iter().chain(steps).collect()
}

/// Returns XHTML as character data. It has no `]]>`, as `>` is escaped in it.
fn data(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("<![CDATA[{text}]]>") }
}

/// Returns the place of an answer in the text of a cloze question.
fn cloze(field: &Field) -> String {
    let why = field.why.as_ref().map(|why| format!("#{}", coded(why))).unwrap_or_default();
    let right = |text: &String| field.right.contains(text);
    match &field.takes {
        Takes::Nothing => String::new(),
        Takes::Number => {
            let right: Vec<String> = field.right.iter().map(|it| format!("={it}:0")).collect();
            format!("{{1:NUMERICAL:{}{}}}", right.join("~"), otherwise(&why))
        }
        Takes::Text => {
            let right = field.right.iter().map(|it| format!("={}", coded(it).replace('*', "\\*")));
            let right: Vec<String> = right.collect();
            format!("{{1:SHORTANSWER_C:{}{}}}", right.join("~"), otherwise(&why))
        }
        Takes::Choice(all) => {
            let choice = |text: &String| match right(text) {
                true => format!("={}", coded(text)),
                false => format!("%0%{}{why}", coded(text)),
            };
            let all: Vec<String> = all.iter().map(choice).collect();
            format!("{{1:MULTICHOICE:{}}}", all.join("~"))
        }
    }
}

/// Returns what is said of any other answer.
fn otherwise(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!("~%0%*{why}") }
}

/// Returns a text as it stands in an answer: what has a meaning there is an entity.
fn coded(text: &str) -> String {
    let mut out = String::new();
    for symbol in text.chars() {
        match symbol {
            '<' | '>' | '&' | '"' | '\\' | '{' | '}' | '~' | '#' => {
                out.push_str(&format!("&#{};", u32::from(symbol)));
            }
            _ => out.push(symbol),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(takes: Takes, right: &[&str]) -> Field {
        let right = right.iter().map(|it| (*it).to_owned()).collect();
        Field { place: "r1c1".to_owned(), takes, right, why: Some("a ~ b".to_owned()) }
    }

    #[test]
    fn every_right_answer_is_accepted_and_signs_are_coded() {
        assert_eq!(
            cloze(&field(Takes::Number, &["1", "-2"])),
            "{1:NUMERICAL:=1:0~=-2:0~%0%*#a &#126; b}"
        );
        assert_eq!(
            cloze(&field(Takes::Text, &["*}"])),
            "{1:SHORTANSWER_C:=\\*&#125;~%0%*#a &#126; b}"
        );
        let choices = ["#", "blank"].map(str::to_owned).to_vec();
        assert_eq!(
            cloze(&field(Takes::Choice(choices), &["#"])),
            "{1:MULTICHOICE:=&#35;~%0%blank#a &#126; b}"
        );
    }
}
