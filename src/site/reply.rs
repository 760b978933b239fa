//! Answers: with what tells a browser that it has them already, problems as RFC 9457 says, figures of what was
//! answered.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use super::Site;

/// How long an answer stays good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lasts {
    /// It is asked for again each time.
    Asked,
    /// It never changes.
    Always,
}

/// A text with its type, and the tag that stands for it.
#[derive(Debug, Clone)]
pub(super) struct Text {
    kind: &'static str,
    body: Arc<str>,
    tag: Arc<str>,
}

impl Text {
    pub(super) fn new(kind: &'static str, body: String) -> Self {
        let digest = Sha256::digest(body.as_bytes());
        let tag: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        Self { kind, body: body.into(), tag: format!("\"{tag}\"").into() }
    }

    pub(super) fn json(value: &impl serde::Serialize) -> Self {
        let text = serde_json::to_string(value);
        let text = text.unwrap_or_else(|error| puzgen_base::bug!("no JSON for an answer: {error}"));
        Self::new("application/json", text)
    }

    /// Returns the answer to who has sent these headers.
    pub(super) fn answer(&self, asked: &HeaderMap, lasts: Lasts) -> Response {
        let known = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
        // Compression makes a strong tag weak.
        let has = |tag: &str| tag.trim().trim_start_matches("W/") == &*self.tag;
        let mut response = match known.is_some_and(|tags| tags.split(',').any(has)) {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => {
                let kind = HeaderValue::from_static(self.kind);
                ([(header::CONTENT_TYPE, kind)], self.body.to_string()).into_response()
            }
        };
        let headers = response.headers_mut();
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(header::ETAG, tag);
        }
        let lasts = match lasts {
            Lasts::Asked => "no-cache",
            Lasts::Always => "public, max-age=31536000, immutable",
        };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(lasts));
        response
    }
}

/// A problem, as `application/problem+json` of RFC 9457 with puzgen's code.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) code: Cow<'static, str>,
    pub(super) detail: String,
    /// `puzgen.problem/1` objects.
    pub(super) problems: Vec<Json>,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self { status, code: code.into(), detail: detail.into(), problems: Vec::new() }
    }

    pub(super) fn missing(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "site::missing", format!("there is no {what}"))
    }

    /// Refuses what cannot be taken on now.
    pub(super) fn busy() -> Self {
        let detail = "too much is asked at the moment; ask again in some seconds";
        Self::new(StatusCode::TOO_MANY_REQUESTS, "site::busy", detail)
    }

    /// Returns the answer's body.
    pub(super) fn object(&self) -> Json {
        json!({
            "type": "about:blank",
            "title": self.status.canonical_reason().unwrap_or("Problem"),
            "status": self.status.as_u16(),
            "detail": self.detail,
            "code": self.code,
            "problems": self.problems,
        })
    }
}

impl From<puzgen_api::facade::Error> for Refusal {
    fn from(error: puzgen_api::facade::Error) -> Self {
        let status = match error.gave_up() {
            true => StatusCode::SERVICE_UNAVAILABLE,
            false => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let problems = error.problems();
        let problems = problems.iter().filter_map(|it| serde_json::to_value(it).ok()).collect();
        Self { status, code: error.code().into(), detail: error.to_string(), problems }
    }
}

impl From<puzgen_base::diagnostics::Problem> for Refusal {
    fn from(problem: puzgen_base::diagnostics::Problem) -> Self {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Self::new(status, problem.code().as_str(), problem.message())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, self.object().to_string()).into_response();
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, kind);
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}

/// Answers that were made before, as many as fit.
#[derive(Debug)]
pub(super) struct Kept {
    most: usize,
    texts: Mutex<BTreeMap<String, Text>>,
}

impl Kept {
    pub(super) fn new(most: usize) -> Self {
        Self { most, texts: Mutex::default() }
    }

    pub(super) fn get(&self, name: &str) -> Option<Text> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    pub(super) fn keep(&self, name: String, text: &Text) {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        // What is dropped is made again; which of them is of no matter.
        if texts.len() >= self.most {
            texts.pop_first();
        }
        texts.insert(name, text.clone());
    }
}

/// How many answers there were, by the first digit of their status.
#[derive(Debug, Default)]
pub(super) struct Counted {
    answers: [AtomicU64; 6],
}

impl Counted {
    /// Returns the figures in the text form of Prometheus.
    pub(super) fn text(&self) -> String {
        let mut text = "# TYPE puzgen_answers_total counter\n".to_owned();
        for (class, count) in self.answers.iter().enumerate().skip(1) {
            let count = count.load(Ordering::Relaxed);
            text.push_str(&format!("puzgen_answers_total{{status=\"{class}xx\"}} {count}\n"));
        }
        text
    }
}

/// Counts each answer.
pub(super) async fn count(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let response = next.run(request).await;
    let class = usize::from(response.status().as_u16() / 100).min(5);
    site.counted.answers[class].fetch_add(1, Ordering::Relaxed);
    response
}
