//! The pages of `docs/problems.md`, one for each code: what it means, a wrong and a right example.
//!
//! The document is embedded and taken apart here, so that what `puzgen help CODE` prints and what is
//! read in the document are one text. It is given codes, or the words that people type for them.

use std::fmt::Write as _;

use super::{Code, closest};

const DOCUMENT: &str = include_str!("../../../docs/problems.md");

impl Code {
    /// Returns the page in Markdown, without its heading; nothing where the document has none.
    pub fn page(self) -> Option<&'static str> {
        let heading = format!("\n### `{}`\n", self.as_str());
        let (_, behind) = DOCUMENT.split_once(&heading)?;
        // The next page, or the next stage.
        let end = ["\n### ", "\n## "].iter().filter_map(|next| behind.find(next)).min();
        Some(behind[..end.unwrap_or(behind.len())].trim())
    }

    /// Returns the code without `puzgen::`: what is typed for it.
    pub fn short(self) -> &'static str {
        self.as_str().trim_start_matches("puzgen::")
    }

    /// Returns the stage that reports it, such as `check`.
    pub(crate) fn stage(self) -> &'static str {
        self.short().split("::").next().unwrap_or_default()
    }

    /// Returns the codes that are called so, with or without `puzgen::` and the stage: several stages
    /// may have the same name.
    pub fn called(text: &str) -> Vec<Self> {
        let text = text.trim_start_matches("puzgen::");
        let is_called = |code: &Self| [code.short(), code.name()].contains(&text);
        Self::ALL.iter().copied().filter(is_called).collect()
    }

    /// Returns the code that was probably meant by one that there is not, without `puzgen::`.
    pub fn meant(text: &str) -> Option<&'static str> {
        let text = text.trim_start_matches("puzgen::");
        let name = text.rsplit("::").next().unwrap_or(text);
        // The name says more than the stage: `parse::unknown_name` is `check::unknown_name`.
        let same = Self::called(name).first().map(|code| code.short());
        same.or_else(|| closest(text, Self::ALL.iter().map(|code| code.short()))).or_else(|| {
            let near = closest(name, Self::ALL.iter().map(|code| code.name()))?;
            Self::called(near).first().map(|code| code.short())
        })
    }

    /// Returns the last part of the code, such as `unknown_name`.
    pub fn name(self) -> &'static str {
        self.short().rsplit("::").next().unwrap_or_default()
    }

    /// Returns the page as plain text: blocks of code are indented, headings are lines.
    pub fn page_text(self) -> String {
        let mut out = format!("{}\n\n", self.as_str());
        let (mut is_code, mut column) = (false, 0);
        for line in self.page().unwrap_or(self.about()).lines() {
            if line.starts_with("```") {
                is_code = !is_code;
            } else if is_code {
                out.push_str(if line.is_empty() { "" } else { "    " });
                out.push_str(line);
                out.push('\n');
            } else if let Some(heading) = line.strip_prefix("#### ") {
                out.push_str(heading);
                out.push_str(":\n");
            } else if line.is_empty() {
                out.push_str(if column > 0 { "\n\n" } else { "\n" });
                column = 0;
            } else {
                fill(&mut out, &mut column, line);
            }
        }
        out.push_str(if column > 0 { "\n" } else { "" });
        out
    }

    /// Returns the list of all codes with their sentences, by stage.
    pub fn list() -> String {
        let width = Self::ALL.iter().map(|code| code.short().len()).max().unwrap_or(0);
        let mut out = String::new();
        let mut stage = "";
        for code in Self::ALL {
            if stage != code.stage() {
                out.push_str(if stage.is_empty() { "" } else { "\n" });
                stage = code.stage();
            }
            let _ = writeln!(out, "{:width$}  {}", code.short(), code.about());
        }
        out
    }
}

/// Adds the words of a line to a paragraph of 80 columns, of which the last line has `column`.
fn fill(out: &mut String, column: &mut usize, line: &str) {
    for word in line.split(' ') {
        let length = word.chars().count();
        if *column > 0 && *column + 1 + length > 80 {
            out.push('\n');
            *column = 0;
        } else if *column > 0 {
            out.push(' ');
            *column += 1;
        }
        out.push_str(word);
        *column += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_codes_by_what_people_type() {
        let short =
            |text: &str| -> Vec<&str> { Code::called(text).into_iter().map(Code::short).collect() };
        assert_eq!(short("puzgen::check::unknown_name"), ["check::unknown_name"]);
        assert_eq!(short("check::unknown_name"), ["check::unknown_name"]);
        assert_eq!(short("unknown_name"), ["check::unknown_name"]);
        assert_eq!(short("syntax"), ["parse::syntax", "script::syntax"]);
        assert_eq!(short("check"), [""; 0]);
        assert_eq!(Code::meant("unknwon_name"), Some("check::unknown_name"));
        assert_eq!(Code::meant("puzgen::chek::unknown_name"), Some("check::unknown_name"));
        assert_eq!(Code::meant("parse::unknown_name"), Some("check::unknown_name"));
        assert_eq!(Code::meant("board::tokens"), Some("board::token"));
        assert_eq!(Code::meant("nothing_like_it"), None);
    }

    #[test]
    fn shows_a_page_without_the_signs_of_markdown() {
        let text = Code::UnknownName.page_text();
        assert!(text.starts_with("puzgen::check::unknown_name\n\nA name that nothing declares.\n"));
        assert!(text.contains("\nWrong:\n\n    puzzle "), "{text}");
        assert!(!text.contains("```") && !text.contains('#'), "{text}");
    }
}
