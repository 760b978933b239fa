//! The answers of a book as a table (CSV, RFC 4180): a row for each place that is to be filled in.

use crate::quiz::questions;
use crate::{Book, Document};
use puzgen_base::diagnostics::Problem;
use puzgen_base::heads::FileHead;
use puzgen_export::blanks::Takes;

pub(crate) struct Key;

/// Between values where several are right.
const OR: &str = " or ";

impl Document for Key {
    fn head(&self) -> FileHead {
        FileHead::new("key", "the answers as a table (CSV), a row for each place", "csv")
    }

    fn is_quiz(&self) -> bool {
        true
    }

    fn write(&self, book: &Book) -> Result<Vec<u8>, Problem> {
        let mut out = String::from("chapter,number,version,level,place,answer\r\n");
        for question in questions(book, self.name())? {
            let level = question.entry.level.as_ref().map(|level| level.name.as_str());
            let number = question.number.to_string();
            let version = question.version.as_deref().unwrap_or_default();
            for form in &question.blanks.forms {
                for field in form.fields.iter().filter(|field| field.takes != Takes::Nothing) {
                    let place = question.blanks.name_of(form, field);
                    let answer = field.right.join(OR);
                    let title = question.chapter.title.as_str();
                    let row = [title, &number, version, level.unwrap_or_default(), &place, &answer];
                    out.push_str(&(row.map(quoted).join(",") + "\r\n"));
                }
            }
        }
        Ok(out.into_bytes())
    }
}

/// Returns a text as a field. A spreadsheet would read some of them as a formula; those are quoted with a sign
/// before them.
fn quoted(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@']) && text.parse::<f64>().is_err();
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}
