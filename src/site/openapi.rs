//! The description of the interface for programs, by OpenAPI 3.1, made from the types that it takes and gives.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value as Json, json};

use super::Site;
use super::ask::{QUESTIONS, Question};
use super::reply::{Lasts, Text};
use puzgen_wire::SCHEMAS;

pub(super) async fn document(State(site): State<Arc<Site>>, asked: HeaderMap) -> Response {
    Text::json(&object(&site.options.base)).answer(&asked, Lasts::Asked)
}

fn object(base: &str) -> Json {
    let mut paths = Map::new();
    let number =
        json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } });
    let field = |name: &str, about: &str| json!({ "name": name, "in": "query", "description": about, "schema": { "type": "string" } });
    let got = |about: &str, kind: &str, parameters: Json| {
        json!({ "get": {
            "summary": about, "parameters": parameters,
            "responses": { "200": answer(about, kind), "default": problem() },
        } })
    };
    let json_kind = "application/json";
    paths.insert(
        "/api/genres".into(),
        got("the puzzles of the bank, by genre", json_kind, json!([])),
    );
    let fields = json!([
        field("puzzle", "the name of a built-in definition"),
        field("level", "a level of the definition"),
        field("empties", "how many clues are left out: 40 or 30..50"),
        field("solutions", "how many solutions: 1 or 2..5"),
        field("score", "how hard: 2..3.5"),
        field("draw", "a number that stands for chance: the same gives the same puzzle"),
        field("not", "the number of a puzzle that is not wanted"),
    ]);
    paths.insert("/api/pick".into(), got("a puzzle of the bank that fits", json_kind, fields));
    let one = json!([number]);
    paths.insert("/api/puzzles/{id}".into(), got("a puzzle", json_kind, one.clone()));
    paths.insert(
        "/api/puzzles/{id}/play".into(),
        got("what a player works from: the schema `play`", json_kind, one.clone()),
    );
    paths.insert("/api/puzzles/{id}/picture.svg".into(), got("its drawing", "image/svg+xml", one));
    for asked in QUESTIONS {
        let path = format!("/api/{}", asked.name);
        paths.insert(
            path,
            json!({ "post": {
            "summary": asked.about,
            "requestBody": { "required": true, "content": { "application/json": {
                "schema": { "$ref": "#/components/schemas/Question" } } } },
            "responses": { "200": answer(asked.about, json_kind), "default": problem() },
        } }),
        );
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "puzgen", "version": env!("CARGO_PKG_VERSION") },
        "servers": [{ "url": if base.is_empty() { "/" } else { base } }],
        "paths": paths,
        "components": { "schemas": schemas() },
    })
}

fn answer(about: &str, kind: &str) -> Json {
    json!({ "description": about, "content": { kind: {} } })
}

fn problem() -> Json {
    json!({
        "description": "what is wrong (RFC 9457)",
        "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Refusal" } } },
    })
}

fn schemas() -> Json {
    let mut schemas = Map::new();
    for schema in SCHEMAS {
        schemas.insert(schema.short_name().to_owned(), schema.json());
    }
    let question =
        SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Question>();
    schemas.insert("Question".to_owned(), question.to_value());
    schemas.insert("Refusal".to_owned(), json!({
        "type": "object",
        "required": ["title", "status", "detail", "code", "problems"],
        "properties": {
            "title": { "type": "string" }, "status": { "type": "integer" }, "detail": { "type": "string" },
            "code": { "type": "string" }, "problems": { "type": "array" },
        },
    }));
    Json::Object(schemas)
}
