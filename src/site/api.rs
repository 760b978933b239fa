//! The interface for programs: puzzles of the bank, and questions.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, Path, Query as Fields, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use tower_governor::GovernorLayer;
use tower_governor::governor::GovernorConfigBuilder;
use tower_governor::key_extractor::KeyExtractor;

use super::Site;
use super::ahead;
use super::ask::{self, Question};
use super::reply::{Lasts, Refusal, Text};
use super::words::LANGUAGES;
use puzgen_bank::{Entry, Query};

/// Who asks: the peer, or whom a trusted proxy names.
#[derive(Debug, Clone)]
pub(super) struct Asker {
    trusts_proxy: bool,
}

impl KeyExtractor for Asker {
    type Key = IpAddr;

    fn extract<T>(
        &self,
        asked: &axum::http::Request<T>,
    ) -> Result<IpAddr, tower_governor::GovernorError> {
        let forwarded = || {
            // The last entry is the proxy's own; those before it anybody can write.
            let list = asked.headers().get("x-forwarded-for")?.to_str().ok()?;
            list.rsplit(',').next()?.trim().parse().ok()
        };
        let peer = || asked.extensions().get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
        let named = if self.trusts_proxy { forwarded() } else { None };
        named.or_else(peer).ok_or(tower_governor::GovernorError::UnableToExtractKey)
    }
}

type Limit = GovernorLayer<
    Asker,
    governor::middleware::NoOpMiddleware<governor::clock::QuantaInstant>,
    axum::body::Body,
>;

/// Returns what bounds how often one peer may ask questions: 20 a second, and 100 at once.
pub(super) fn limit(trusts_proxy: bool) -> Limit {
    let config = GovernorConfigBuilder::default()
        .key_extractor(Asker { trusts_proxy })
        .per_millisecond(50)
        .burst_size(100)
        .finish();
    let config = config.unwrap_or_else(|| puzgen_base::bug!("a limit of zero"));
    GovernorLayer::new(config).error_handler(|_| Refusal::busy().into_response())
}

/// What a puzzle of the bank is to be like, as the address says it.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Wanted {
    pub(super) puzzle: String,
    level: Option<String>,
    empties: Option<String>,
    solutions: Option<String>,
    score: Option<String>,
    /// A number that stands for chance: the same gives the same puzzle.
    draw: Option<u64>,
    /// The number of a puzzle that is not wanted.
    not: Option<u64>,
}

/// The language that an answer is to be in, as the address says it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Reader {
    pub(super) lang: Option<String>,
}

impl Reader {
    /// Returns the code of the language, where the site has it and it is not the first one.
    fn language(self) -> Option<String> {
        let is_other = |code: &String| LANGUAGES[1..].iter().any(|words| words.code == code);
        self.lang.filter(is_other)
    }
}

/// Returns the ends of `30..40` or of `30`.
fn ends<T: std::str::FromStr + Copy>(
    name: &str,
    text: Option<&str>,
) -> Result<Option<(T, T)>, Refusal> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (least.trim().parse(), most.trim().parse()) {
        (Ok(least), Ok(most)) => Ok(Some((least, most))),
        _ => {
            let detail = format!("`{name}={text}` is no number and no range such as 30..40");
            Err(Refusal::new(StatusCode::BAD_REQUEST, "site::bad_request", detail))
        }
    }
}

impl Wanted {
    fn query(&self) -> Result<Query, Refusal> {
        Ok(Query {
            level: self.level.clone().filter(|level| !level.is_empty()),
            empties: ends("empties", self.empties.as_deref())?,
            solutions: ends("solutions", self.solutions.as_deref())?,
            score: ends("score", self.score.as_deref())?,
            exclude: self.not.into_iter().collect(),
            ..Query::of(&self.puzzle)
        })
    }
}

/// Returns an entry for programs: all that is known of it but its solutions.
fn told(entry: &Entry) -> Json {
    let object: Json = serde_json::from_str(&entry.object).unwrap_or_default();
    json!({
        "id": entry.id,
        "empties": entry.empties,
        "solutions": entry.solutions,
        "level": entry.level,
        "score": entry.score,
        "puzzle": ask::unsolved(object),
    })
}

pub(super) async fn pick(
    State(site): State<Arc<Site>>,
    Fields(wanted): Fields<Wanted>,
) -> Result<Response, Refusal> {
    let entry = picked(&site, &wanted)?;
    let mut response = axum::Json(told(&entry)).into_response();
    if let Ok(place) = site.path(&format!("/api/puzzles/{}", entry.id)).parse() {
        response.headers_mut().insert(header::CONTENT_LOCATION, place);
    }
    Ok(response)
}

/// Returns a puzzle of the bank that fits.
pub(super) fn picked(site: &Site, wanted: &Wanted) -> Result<Entry, Refusal> {
    let draw = wanted.draw.unwrap_or_else(|| site.draw());
    let stock = &site.options.stock;
    let entry = stock.pick(&wanted.query()?, draw)?;
    entry.ok_or_else(|| Refusal::missing("puzzle like this in the bank"))
}

/// Returns the puzzle of this number.
pub(super) fn entry(site: &Site, id: u64) -> Result<Entry, Refusal> {
    let id = i64::try_from(id).map_err(|_| Refusal::missing("puzzle with this number"))?;
    let entry = site.options.stock.entry(id as u64)?;
    entry.ok_or_else(|| Refusal::missing("puzzle with this number"))
}

pub(super) async fn genres(
    State(site): State<Arc<Site>>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    let mut genres: Vec<Json> = Vec::new();
    for bucket in site.options.stock.counts(None)? {
        let same = genres.last_mut().filter(|genre| genre["puzzle"] == bucket.puzzle.as_str());
        match same {
            Some(genre) => {
                genre["puzzles"] = json!(genre["puzzles"].as_u64().unwrap_or(0) + bucket.puzzles)
            }
            None => genres.push(json!({ "puzzle": bucket.puzzle, "puzzles": bucket.puzzles })),
        }
    }
    Ok(Text::json(&genres).answer(&asked, Lasts::Asked))
}

pub(super) async fn puzzle(
    State(site): State<Arc<Site>>,
    Path(id): Path<u64>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    Ok(Text::json(&told(&entry(&site, id)?)).answer(&asked, Lasts::Asked))
}

pub(super) async fn play(
    State(site): State<Arc<Site>>,
    Path(id): Path<u64>,
    Fields(reader): Fields<Reader>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    let language = reader.language();
    let name = format!("play {id} {}", language.as_deref().unwrap_or_default());
    let text = kept(&site, name, async || {
        let question = Question { language, ..of_bank(&site, id)? };
        Ok(Text::json(&here(&site, "play", question).await?))
    });
    Ok(text.await?.answer(&asked, Lasts::Asked))
}

pub(super) async fn picture(
    State(site): State<Arc<Site>>,
    Path(id): Path<u64>,
    Fields(reader): Fields<Reader>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    let language = reader.language();
    let name = format!("picture {id} {}", language.as_deref().unwrap_or_default());
    let text = kept(&site, name, async || {
        let question = Question { language, ..of_bank(&site, id)? };
        let drawn = here(&site, "draw", question).await?;
        Ok(Text::new("image/svg+xml", drawn["text"].as_str().unwrap_or_default().to_owned()))
    });
    Ok(text.await?.answer(&asked, Lasts::Asked))
}

/// Returns what was made before under this name, or makes it.
async fn kept(
    site: &Site,
    name: String,
    make: impl AsyncFnOnce() -> Result<Text, Refusal>,
) -> Result<Text, Refusal> {
    if let Some(text) = site.pictures.get(&name) {
        return Ok(text);
    }
    let text = make().await?;
    site.pictures.keep(name, &text);
    Ok(text)
}

/// Returns the question about a puzzle of the bank.
pub(super) fn of_bank(site: &Site, id: u64) -> Result<Question, Refusal> {
    let entry = entry(site, id)?;
    Ok(Question { puzzle: Some(entry.puzzle), board: Some(entry.object), ..Question::default() })
}

/// Refuses a body that is not what was to be sent.
pub(super) fn refused(rejected: JsonRejection) -> Refusal {
    Refusal::new(rejected.status(), "site::bad_request", rejected.body_text())
}

/// Answers any question.
pub(super) async fn ask(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    body: Result<JsonBody<Question>, JsonRejection>,
) -> Result<Response, Refusal> {
    let JsonBody(mut question) = body.map_err(refused)?;
    let asked = ask::asked(&name).ok_or_else(|| Refusal::missing("such question"))?;
    if let Some(id) = question.id.take() {
        let of_bank = of_bank(&site, id)?;
        (question.puzzle, question.board) = (of_bank.puzzle, of_bank.board);
    }
    let is_trusted = question.definition.is_none() && question.params.is_empty();
    let answer = match is_trusted && !asked.is_heavy {
        true => here(&site, asked.name, question).await?,
        false if asked.name == "generate" => ahead::generated(&site, question).await?,
        false => site.workers.ask(asked.name, question).await?,
    };
    Ok(axum::Json(answer).into_response())
}

/// Answers a question about a built-in definition in this process.
async fn here(site: &Arc<Site>, name: &'static str, question: Question) -> Result<Json, Refusal> {
    let _turn = site.questions.take().await?;
    let site = Arc::clone(site);
    let answered = tokio::task::spawn_blocking(move || {
        let asked = ask::asked(name).ok_or_else(|| Refusal::missing("such question"))?;
        let puzzle = question.puzzle.as_deref().unwrap_or_default();
        asked.answer(|| site.families.get(puzzle, question.language.as_deref()), &question)
    });
    answered.await.unwrap_or_else(|error| {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Err(Refusal::new(status, "puzgen::bug", error.to_string()))
    })
}

/// Returns the text of a built-in definition.
pub(super) async fn definition(
    Path(puzzle): Path<String>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    let text = puzgen_puzzles::text(&puzzle).ok_or_else(|| Refusal::missing("such puzzle"))?;
    let text = Text::new("text/plain; charset=utf-8", text.to_owned());
    Ok(text.answer(&asked, Lasts::Asked))
}

pub(super) async fn health() -> &'static str {
    "ok\n"
}

pub(super) async fn metrics(State(site): State<Arc<Site>>) -> Response {
    let kind = "text/plain; version=0.0.4";
    ([(header::CONTENT_TYPE, kind)], site.counted.text()).into_response()
}
