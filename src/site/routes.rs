//! The routes of the site, and what every answer says.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::routing::{get, post};
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use crate::site::Site;
use crate::{api, assets, openapi, pages, reply, sheets};

/// The most bytes that a request may have.
const MOST_BYTES: usize = 64 << 10;

pub(crate) fn routes(site: &Arc<Site>) -> Router {
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
