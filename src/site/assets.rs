//! Files of the pages, embedded in the program. A new one is a line of [`ASSETS`].
//!
//! Their addresses have a number that stands for all of them, so that browsers keep them for ever.

use std::sync::{Arc, OnceLock};

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::Site;
use super::reply::{Lasts, Refusal, Text};

/// A file.
struct Asset {
    name: &'static str,
    kind: &'static str,
    text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! script {
    ($name:literal) => {
        Asset { name: $name, kind: SCRIPT, text: include_str!(concat!("page/", $name)) }
    };
}

const ASSETS: &[Asset] = &[
    Asset {
        name: "page.css",
        kind: "text/css; charset=utf-8",
        text: include_str!("page/page.css"),
    },
    Asset { name: "icon.svg", kind: "image/svg+xml", text: include_str!("page/icon.svg") },
    script!("common.js"),
    script!("game.js"),
    script!("board.js"),
    script!("input.js"),
    script!("player.js"),
    script!("genre.js"),
    script!("editor.js"),
    script!("playground.js"),
    script!("setter.js"),
    script!("sheet.js"),
    script!("start.js"),
];

/// The script that answers for the site when it cannot be reached.
const OFFLINE: &str = include_str!("page/sw.js");

/// Returns the number that stands for all files.
pub(super) fn version() -> &'static str {
    static VERSION: OnceLock<String> = OnceLock::new();
    VERSION.get_or_init(|| {
        let mut digest = Sha256::new();
        for asset in ASSETS {
            digest.update(asset.text);
        }
        digest.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
    })
}

pub(super) async fn asset(
    Path((_, name)): Path<(String, String)>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    let asset = ASSETS.iter().find(|asset| asset.name == name);
    let asset = asset.ok_or_else(|| Refusal::missing("such file"))?;
    // Modules name each other by their plain names, which the version in the path covers.
    Ok(Text::new(asset.kind, asset.text.to_owned()).answer(&asked, Lasts::Always))
}

/// The script that keeps pages for when there is no network. Its place in the tree of paths says what it may keep.
pub(super) async fn worker(State(site): State<Arc<Site>>, asked: HeaderMap) -> Response {
    let names: Vec<String> = ASSETS.iter().map(|asset| path(&site, asset.name)).collect();
    let setup = json!({ "version": version(), "base": site.path(""), "files": names });
    let text = format!("const SITE = {setup};\n{OFFLINE}");
    let mut response = Text::new(SCRIPT, text).answer(&asked, Lasts::Asked);
    if let Ok(scope) = HeaderValue::from_str(&site.path("/")) {
        response.headers_mut().insert("service-worker-allowed", scope);
    }
    response
}

pub(super) async fn manifest(State(site): State<Arc<Site>>, asked: HeaderMap) -> Response {
    let icon = json!({ "src": path(&site, "icon.svg"), "sizes": "any", "type": "image/svg+xml" });
    let text = json!({
        "name": "puzgen", "short_name": "puzgen", "start_url": site.path("/"),
        "display": "standalone", "icons": [icon],
    });
    Text::new("application/manifest+json", text.to_string())
        .answer(&asked, Lasts::Asked)
        .into_response()
}

/// Returns the path of a file.
pub(super) fn path(site: &Site, name: &str) -> String {
    site.path(&format!("/assets/{}/{name}", version()))
}
