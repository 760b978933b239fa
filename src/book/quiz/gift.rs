//! Questions in GIFT, the text form of Moodle and others: each place is matched with its value.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::quiz::{Question, questions};
use crate::{Book, Document};
use puzgen_base::diagnostics::Problem;
use puzgen_base::heads::FileHead;

pub(crate) struct Gift;

const NAME: &str = "gift";

impl Document for Gift {
    fn head(&self) -> FileHead {
        FileHead::new(NAME, "questions in GIFT: each place is matched with its value", "gift")
    }

    fn is_quiz(&self) -> bool {
        true
    }

    fn write(&self, book: &Book) -> Result<Vec<u8>, Problem> {
        let all: Result<Vec<String>, Problem> =
            questions(book, NAME)?.iter().map(|question| asked(book, question)).collect();
        Ok(all?.join("\n").into_bytes())
    }
}

fn asked(book: &Book, question: &Question<'_>) -> Result<String, Problem> {
    let refused = |why: &str| {
        Err(question.not_asked(NAME, why).help("`--format moodle` and `qti` ask every puzzle"))
    };
    let blanks = question.blanks;
    if blanks.fields().any(|field| field.right.len() > 1) {
        return refused("it has several solutions, and a place is matched with one value");
    }
    if blanks.fields().count() < 2 {
        return refused("one place alone is left, and there is nothing to match");
    }
    let drawing = STANDARD.encode(question.drawing(book));
    let text = question.told(&format!("data:image/svg+xml;base64,{drawing}"));
    let (title, text) = (escaped(&question.title()), escaped(&text.replace('\n', " ")));
    let mut out = format!("::{title}::[html]{}{{\n", text.trim_end());
    for form in &blanks.forms {
        for field in
            form.fields.iter().filter(|field| blanks.fields().any(|it| std::ptr::eq(it, *field)))
        {
            let (place, right) = (blanks.name_of(form, field), field.right.concat());
            out.push_str(&format!("={} -> {}\n", escaped(&place), escaped(&right)));
        }
    }
    let way = question.way().replace('\n', " ");
    if !way.is_empty() {
        out.push_str(&format!("####{}\n", escaped(way.trim_end())));
    }
    Ok(out + "}\n")
}

/// Returns a text with a backslash before what has a meaning in this form.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for symbol in text.chars() {
        if matches!(symbol, '~' | '=' | '#' | '{' | '}' | ':' | '\\') {
            out.push('\\');
        }
        out.push(symbol);
    }
    out
}
