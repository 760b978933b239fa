//! Sheets: several genres and levels on paper, made by `puzgen book` within the limits of a worker.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::Site;
use super::api::refused;
use super::reply::Refusal;

/// The most puzzles of a sheet.
const MOST: usize = 60;

/// The forms, with their types and the endings of their files.
const FORMS: &[(&str, &str, &str)] = &[
    ("pdf", "application/pdf", "pdf"),
    ("html", "text/html; charset=utf-8", "html"),
    ("moodle", "application/xml", "xml"),
    ("qti", "application/zip", "zip"),
    ("key", "text/csv; charset=utf-8", "csv"),
];

/// What a sheet is to be.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sheet {
    title: String,
    form: String,
    #[serde(default)]
    paper: Option<String>,
    #[serde(default)]
    versions: Option<usize>,
    #[serde(default)]
    per_page: Option<usize>,
    #[serde(default)]
    name_line: bool,
    #[serde(default)]
    large: bool,
    #[serde(default)]
    seed: u64,
    chapters: Vec<Chapter>,
}

/// Puzzles of a genre.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapter {
    puzzle: String,
    count: usize,
    #[serde(default)]
    level: Option<String>,
}

impl Sheet {
    /// Returns the text of a book. What is JSON is YAML.
    fn book(&self, site: &Site) -> Result<String, Refusal> {
        let bad = |detail: &str| {
            Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "site::bad_request", detail))
        };
        let all: usize = self.chapters.iter().map(|chapter| chapter.count).sum();
        if self.chapters.is_empty() || all > MOST || self.chapters.iter().any(|it| it.count == 0) {
            return bad(&format!("a sheet has from 1 to {MOST} puzzles"));
        }
        // A name that is not built in would be a path.
        if let Some(other) =
            self.chapters.iter().find(|it| !site.families.names().any(|name| name == it.puzzle))
        {
            return bad(&format!("there is no built-in puzzle `{}`", other.puzzle));
        }
        let is_quiz = !["pdf", "html"].contains(&self.form.as_str());
        let chapter = |(number, chapter): (usize, &Chapter)| {
            let mut fields = json!({
                "puzzle": chapter.puzzle, "count": chapter.count,
                "seed": (self.seed >> 2) + number as u64,
            });
            if !is_quiz {
                fields["per_page"] = json!(self.per_page.unwrap_or(4).clamp(1, 12));
                fields["rules"] = json!(false);
            }
            if let Some(level) = chapter.level.as_ref().filter(|level| !level.is_empty()) {
                fields["level"] = json!(level);
            }
            fields
        };
        let chapters: Vec<Json> = self.chapters.iter().enumerate().map(chapter).collect();
        let mut book = json!({ "title": self.title, "chapters": chapters });
        if let Some(versions) = self.versions.filter(|versions| *versions > 1) {
            book["versions"] = json!(versions.min(6));
        }
        if !is_quiz {
            book["front"] = json!(false);
            book["paper"] = json!(self.paper.as_deref().unwrap_or("a4"));
            book["name_line"] = json!(self.name_line);
            if self.large {
                book["style"] = json!("large-print");
            }
        }
        Ok(book.to_string())
    }
}

pub(super) async fn make(
    State(site): State<Arc<Site>>,
    body: Result<JsonBody<Sheet>, JsonRejection>,
) -> Result<Response, Refusal> {
    let JsonBody(sheet) = body.map_err(refused)?;
    let Some((form, kind, ending)) = FORMS.iter().find(|form| form.0 == sheet.form) else {
        return Err(Refusal::missing("such form of sheets"));
    };
    let command = ["book", "-", "--out", "-", "--format", form, "--quiet"];
    let bytes = site.workers.run(&command, sheet.book(&site)?).await?;
    let name = format!("attachment; filename=\"sheet.{ending}\"");
    let head = [(header::CONTENT_TYPE, (*kind).to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((head, bytes).into_response())
}
