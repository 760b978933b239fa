//! The site: puzzles of a bank to play in a browser, every genre by one player; definitions to try out; an
//! interface for programs.
//!
//! ```text
//! listen ─▶ routes ─▶ pages, api ─▶ stock (the bank), ask (questions by the facade, in this process)
//!                                └▶ workers (processes that limit themselves: what strangers send)
//! ```
//!
//! Given a listening socket, a bank and how to start a worker; answers HTTP until it is asked to stop. Nothing here
//! reads the clock for what is answered, and no solution leaves with a puzzle. What the pages need lies in `page/`,
//! sentences for people in `words/`, a file a language.

mod ahead;
mod api;
mod ask;
mod assets;
mod listen;
mod openapi;
mod pages;
mod preview;
mod reply;
mod sheets;
mod stock;
mod stop;
mod words;
mod workers;

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::routing::{get, post};
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use puzgen_api::Host;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::stack::STACK;

pub use preview::{Preview, View};
pub use stock::{SMALL_BANK, Stock};
pub use stop::{Stopped, Stopper, stopper};
pub use workers::{WorkerLimits, WorkerProgram, answer_one};

/// The most bytes that a request may have.
const MOST_BYTES: usize = 64 << 10;

/// What a site is made of.
#[derive(Debug)]
pub struct Options {
    /// What questions are answered with.
    pub host: Host,
    /// What stands before each path, without a slash at its end: where the site is below another one.
    pub base: String,
    /// The puzzles.
    pub stock: Stock,
    /// How workers are started.
    pub worker: WorkerProgram,
    /// How many of them run at a time.
    pub workers: usize,
    /// Whether the proxy in front says who asks.
    pub trusts_proxy: bool,
    /// Where chance begins.
    pub seed: u64,
    /// Returns the date, as 2026-05-01.
    pub today: fn() -> String,
}

/// A running site.
struct Site {
    options: Options,
    families: ask::Families,
    workers: workers::Workers,
    /// Questions that this process answers.
    questions: workers::Turns,
    pictures: reply::Kept,
    draws: AtomicU64,
    counted: reply::Counted,
    ahead: ahead::Ahead,
}

impl Site {
    fn new(options: Options) -> Self {
        Self {
            families: ask::Families::new(options.host),
            workers: workers::Workers::new(options.worker.clone(), options.workers),
            questions: workers::Turns::new(options.workers + 1, 64),
            pictures: reply::Kept::new(4_000),
            draws: AtomicU64::new(options.seed),
            counted: reply::Counted::default(),
            ahead: ahead::Ahead::default(),
            options,
        }
    }

    /// Returns a number that stands for chance.
    fn draw(&self) -> u64 {
        self.draws.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns a path of the site as pages write it.
    fn path(&self, path: &str) -> String {
        format!("{}{path}", self.options.base)
    }
}

/// Answers requests until `stop` says so; then ends what was begun.
///
/// # Errors
/// `io` where the system has no threads or the socket fails.
pub fn serve(listener: TcpListener, options: Options, stop: Stopped) -> Result<(), Problem> {
    let failed = |error: std::io::Error| {
        Problem::bare(Code::Io, format!("the site cannot be served: {error}"))
            .help("choose another address by `--listen`, or end what uses it")
    };
    let threads = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(STACK)
        .max_blocking_threads(64)
        .build()
        .map_err(failed)?;
    let site = Arc::new(Site::new(options));
    let routes = routes(&site);
    threads
        .block_on(async {
            listener.set_nonblocking(true)?;
            listen::serve(tokio::net::TcpListener::from_std(listener)?, routes, stop.0).await
        })
        .map_err(failed)
}

fn routes(site: &Arc<Site>) -> Router {
    let heavy = Router::new()
        .route("/api/sheet", post(sheets::make))
        .route("/api/{question}", post(api::ask))
        .layer(api::limit(site.options.trusts_proxy));
    let quick = Router::new()
        .route("/", get(pages::genres))
        .route("/genre/{puzzle}", get(pages::genre))
        .route("/play", get(pages::custom))
        .route("/play/{id}", get(pages::play))
        .route("/print/{id}", get(pages::print))
        .route("/daily", get(pages::today))
        .route("/daily/{date}", get(pages::daily))
        .route("/playground", get(pages::playground))
        .route("/setter", get(pages::setter))
        .route("/sheet", get(pages::sheet))
        .route("/about", get(pages::about))
        .route("/assets/{version}/{name}", get(assets::asset))
        .route("/sw.js", get(assets::worker))
        .route("/manifest.webmanifest", get(assets::manifest))
        .route("/api/genres", get(api::genres))
        .route("/api/pick", get(api::pick))
        .route("/api/puzzles/{id}", get(api::puzzle))
        .route("/api/puzzles/{id}/play", get(api::play))
        .route("/api/puzzles/{id}/picture.svg", get(api::picture))
        .route("/api/definitions/{puzzle}", get(api::definition))
        .route("/api/openapi.json", get(openapi::document))
        .route("/healthz", get(api::health))
        .route("/metrics", get(api::metrics))
        .fallback(pages::missing);
    let all = quick.merge(heavy).with_state(Arc::clone(site));
    let all = match site.options.base.as_str() {
        "" => all,
        base => Router::new().nest(base, all),
    };
    let all = all
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(site), reply::count))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::GATEWAY_TIMEOUT,
            std::time::Duration::from_secs(60),
        ))
        .layer(CompressionLayer::new());
    HEADERS.iter().fold(all, |all, (name, value)| {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        all.layer(SetResponseHeaderLayer::if_not_present(name, value))
    })
}

/// What every answer says, so that a page runs nothing but what the site has sent.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
         base-uri 'none'; frame-ancestors 'self'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-cache"),
];
