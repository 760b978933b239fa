//! The pages. They stand without scripts as far as reading goes; what is played comes from the modules in `page/`.

use std::sync::Arc;

use axum::extract::{OriginalUri, Path, Query as Fields, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::Site;
use super::api::{self, Reader};
use super::assets;
use super::reply::{Lasts, Refusal, Text};
use super::words::{self, LANGUAGES, Words};
use puzgen_api::facade::Family;
use puzgen_bank::{Bucket, Query};
use puzgen_book::PAPERS;

/// A page that is being written.
struct Page<'s> {
    site: &'s Site,
    words: &'static Words,
    /// What follows addresses, so that a language that was asked for stays.
    suffix: String,
}

impl<'s> Page<'s> {
    fn new(site: &'s Site, named: Option<&str>, asked: &HeaderMap) -> Self {
        let words = words::wanted(named, asked);
        let suffix = named.map(|_| format!("?lang={}", words.code)).unwrap_or_default();
        Self { site, words, suffix }
    }

    fn say(&self, name: &str) -> String {
        escaped(self.words.say(name))
    }

    /// Returns how a level is called.
    fn level(&self, level: &str) -> String {
        let said = self.words.say(&format!("level_{level}"));
        escaped(if said.is_empty() { level } else { said })
    }

    /// Returns the options of some levels.
    fn levels(&self, levels: &[String]) -> String {
        let option = |level: &String| {
            format!("<option value=\"{}\">{}</option>", escaped(level), self.level(level))
        };
        levels.iter().map(option).collect()
    }

    /// Returns a definition in the language of the page.
    fn family(&self, puzzle: &str) -> Result<Family, Refusal> {
        self.site.families.get(puzzle, Some(self.words.code))
    }

    /// Returns what names the language in addresses of the interface for programs.
    fn spoken(&self) -> String {
        format!("?lang={}", self.words.code)
    }

    fn link(&self, path: &str) -> String {
        format!("{}{}", self.site.path(path), self.suffix)
    }

    /// Returns the answer: a page with this title, script and content.
    fn answer(&self, asked: &HeaderMap, title: &str, script: &str, content: &str) -> Response {
        let Self { site, words, .. } = self;
        let say = |name: &str| self.say(name);
        let link =
            |path: &str, name: &str| format!("<a href=\"{}\">{}</a>", self.link(path), say(name));
        let links = [
            link("/", "genres"),
            link("/daily", "daily"),
            link("/playground", "playground"),
            link("/setter", "setter"),
            link("/sheet", "sheet"),
            link("/about", "about"),
        ];
        let others = LANGUAGES.iter().filter(|other| other.code != words.code);
        let others = others.map(|other| {
            format!(
                "<a href=\"?lang={0}\" hreflang=\"{0}\" lang=\"{0}\">{1}</a>",
                other.code, other.name
            )
        });
        let others: String = others.collect();
        let setup = json!({ "base": site.path(""), "lang": words.code, "words": words.all() });
        // `<` cannot end the element that holds it.
        let setup = setup.to_string().replace('<', "\\u003c");
        let text = format!(
            "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} · puzgen</title>\n\
             <link rel=\"stylesheet\" href=\"{css}\">\n<link rel=\"icon\" href=\"{icon}\">\n\
             <link rel=\"manifest\" href=\"{manifest}\">\n\
             <script type=\"application/json\" id=\"setup\">{setup}</script>\n\
             <script type=\"module\" src=\"{script}\"></script>\n</head>\n<body>\n\
             <a class=\"skip\" href=\"#main\">{skip}</a>\n\
             <header><a class=\"home\" href=\"{home}\">puzgen</a><nav aria-label=\"{menu}\">{links}</nav></header>\n\
             <main id=\"main\" tabindex=\"-1\">\n{content}</main>\n\
             <footer><p>{footer}</p><p>{others}</p></footer>\n</body>\n</html>\n",
            lang = words.code,
            title = escaped(title),
            css = assets::path(site, "page.css"),
            icon = assets::path(site, "icon.svg"),
            manifest = site.path("/manifest.webmanifest"),
            script = assets::path(site, script),
            skip = say("skip"),
            home = self.link("/"),
            menu = say("menu"),
            links = links.concat(),
            footer = say("footer"),
        );
        Text::new("text/html; charset=utf-8", text).answer(asked, Lasts::Asked)
    }
}

/// Returns a text as HTML.
fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            _ => html.push(symbol),
        }
    }
    html
}

/// Returns the first puzzle of the bank of each genre in it, with what there is.
fn stocked(site: &Site) -> Result<Vec<(String, Vec<Bucket>)>, Refusal> {
    let buckets = site.options.stock.counts(None)?;
    let runs = buckets.chunk_by(|a, b| a.puzzle == b.puzzle);
    Ok(runs.map(|run| (run[0].puzzle.clone(), run.to_vec())).collect())
}

fn title(page: &Page<'_>, puzzle: &str) -> String {
    let family = page.family(puzzle).ok();
    family.and_then(|family| family.title().map(str::to_owned)).unwrap_or_else(|| puzzle.to_owned())
}

pub(super) async fn genres(
    State(site): State<Arc<Site>>,
    Fields(reader): Fields<Reader>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    let page = Page::new(&site, reader.lang.as_deref(), &asked);
    let mut cards = String::new();
    for (puzzle, buckets) in stocked(&site)? {
        let Some(shown) = site.options.stock.pick(&Query::of(&puzzle), 0)? else { continue };
        let count: u64 = buckets.iter().map(|bucket| bucket.puzzles).sum();
        let picture = site.path(&format!("/api/puzzles/{}/picture.svg{}", shown.id, page.spoken()));
        cards.push_str(&format!(
            "<li><a href=\"{}\"><img src=\"{picture}\" alt=\"\" loading=\"lazy\" width=\"160\" height=\"160\">\
             <span>{}</span></a><small>{count}</small></li>\n",
            page.link(&format!("/genre/{puzzle}")),
            escaped(&title(&page, &puzzle)),
        ));
    }
    let content = format!(
        "<h1>{}</h1>\n<p>{}</p>\n<ul class=\"genres\">\n{cards}</ul>\n",
        page.say("genres_title"),
        page.say("genres_about"),
    );
    Ok(page.answer(&asked, page.words.say("genres_title"), "start.js", &content))
}

/// Returns options for each of some values.
fn choices(values: impl IntoIterator<Item = String>) -> String {
    let option = |value: String| format!("<option>{}</option>", escaped(&value));
    values.into_iter().map(option).collect()
}

pub(super) async fn genre(
    State(site): State<Arc<Site>>,
    Path(puzzle): Path<String>,
    Fields(reader): Fields<Reader>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    let page = Page::new(&site, reader.lang.as_deref(), &asked);
    let family = page.family(&puzzle)?;
    let title = title(&page, &puzzle);
    let buckets = site.options.stock.counts(Some(&puzzle))?;
    let example = site.options.stock.pick(&Query::of(&puzzle), 0)?;
    let picture = example.as_ref().map_or(String::new(), |entry| {
        format!(
            "<a href=\"{}\"><img class=\"picture\" src=\"{}\" alt=\"{}\"></a>\n",
            page.link(&format!("/play/{}", entry.id)),
            site.path(&format!("/api/puzzles/{}/picture.svg{}", entry.id, page.spoken())),
            page.say("example"),
        )
    });
    let about = match &example {
        Some(entry) => family.board(&entry.object).and_then(|board| board.about())?,
        None => None,
    };
    let has = |level: &&String| buckets.iter().any(|bucket| bucket.level.as_ref() == Some(*level));
    let levels: Vec<String> = family.levels().iter().filter(has).cloned().collect();
    let mut solutions: Vec<u64> = buckets.iter().map(|bucket| bucket.solutions).collect();
    solutions.sort_unstable();
    solutions.dedup();
    let empties = buckets.iter().map(|bucket| bucket.empties);
    let (least, most) = (empties.clone().min().unwrap_or(0), empties.max().unwrap_or(0));
    let content = format!(
        "<h1>{title}</h1>\n<p class=\"about\">{about}</p>\n{picture}\
         <form id=\"pick\" data-puzzle=\"{puzzle}\"><h2>{pick}</h2>\n\
         <p><label>{level} <select name=\"level\"><option value=\"\">{any}</option>{levels}</select></label>\n\
         <label>{solutions_of} <select name=\"solutions\"><option value=\"\">{any}</option>{solutions}</select></label>\n\
         <label>{empties_of} <input name=\"empties\" inputmode=\"numeric\" pattern=\"[0-9]+([.][.][0-9]+)?\" \
         placeholder=\"{least}..{most}\" size=\"8\"></label></p>\n\
         <p><button>{play}</button> <button name=\"new\" value=\"1\">{new}</button></p>\n\
         <p role=\"status\"></p></form>\n\
         <section id=\"way\" data-id=\"{id}\"><h2>{how}</h2><p><button>{show}</button></p></section>\n",
        title = escaped(&title),
        about = escaped(about.as_deref().unwrap_or_default()),
        puzzle = escaped(&puzzle),
        pick = page.say("pick"),
        level = page.say("level"),
        any = page.say("any"),
        levels = page.levels(&levels),
        solutions_of = page.say("solutions"),
        solutions = choices(solutions.iter().map(u64::to_string)),
        empties_of = page.say("empties"),
        play = page.say("play"),
        new = page.say("make_new"),
        how = page.say("how"),
        show = page.say("show_way"),
        id = example.map_or(0, |entry| entry.id),
    );
    Ok(page.answer(&asked, &title, "genre.js", &content))
}

/// Returns the page of a puzzle of the bank.
fn playing(page: &Page<'_>, asked: &HeaderMap, id: u64) -> Result<Response, Refusal> {
    let entry = api::entry(page.site, id)?;
    let title = title(page, &entry.puzzle);
    let level =
        entry.level.as_deref().map(|level| format!(" · {}", page.level(level))).unwrap_or_default();
    let content = format!(
        "<h1>{}{level} <small>#{id}</small></h1>\n\
         <div id=\"player\" data-id=\"{id}\" data-puzzle=\"{}\" data-solutions=\"{}\"><noscript><p>{}</p><img src=\"{}\" alt=\"\"></noscript></div>\n",
        escaped(&title),
        escaped(&entry.puzzle),
        entry.solutions,
        page.say("needs_script"),
        page.site.path(&format!("/api/puzzles/{id}/picture.svg{}", page.spoken())),
    );
    Ok(page.answer(asked, &title, "player.js", &content))
}

pub(super) async fn play(
    State(site): State<Arc<Site>>,
    Path(id): Path<u64>,
    Fields(reader): Fields<Reader>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    playing(&Page::new(&site, reader.lang.as_deref(), &asked), &asked, id)
}

/// A puzzle that the address carries behind `#`, or that this browser keeps.
pub(super) async fn custom(
    State(site): State<Arc<Site>>,
    Fields(reader): Fields<Reader>,
    asked: HeaderMap,
) -> Response {
    let page = Page::new(&site, reader.lang.as_deref(), &asked);
    let content = format!("<h1>{}</h1>\n<div id=\"player\"></div>\n", page.say("play"));
    page.answer(&asked, page.words.say("play"), "player.js", &content)
}

pub(super) async fn print(
    State(site): State<Arc<Site>>,
    Path(id): Path<u64>,
    Fields(reader): Fields<Reader>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    let page = Page::new(&site, reader.lang.as_deref(), &asked);
    let entry = api::entry(&site, id)?;
    let board = page.family(&entry.puzzle)?.board(&entry.object)?;
    let title = title(&page, &entry.puzzle);
    let content = format!(
        "<h1>{} <small>#{id}</small></h1>\n<p class=\"about\">{}</p>\n\
         <img class=\"sheet\" src=\"{}\" alt=\"{}\">\n",
        escaped(&title),
        escaped(board.about()?.as_deref().unwrap_or_default()),
        site.path(&format!("/api/puzzles/{id}/picture.svg{}", page.spoken())),
        page.say("puzzle"),
    );
    Ok(page.answer(&asked, &title, "start.js", &content))
}

pub(super) async fn today(
    State(site): State<Arc<Site>>,
    OriginalUri(address): OriginalUri,
) -> Redirect {
    let query = address.query().map(|query| format!("?{query}")).unwrap_or_default();
    Redirect::temporary(&site.path(&format!("/daily/{}{query}", (site.options.today)())))
}

/// The puzzle of a day: the date decides the genre, and which puzzle of it.
pub(super) async fn daily(
    State(site): State<Arc<Site>>,
    Path(date): Path<String>,
    Fields(reader): Fields<Reader>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    let page = Page::new(&site, reader.lang.as_deref(), &asked);
    let is_digit =
        |at: usize, byte: u8| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() };
    if date.len() != 10 || !date.bytes().enumerate().all(|(at, byte)| is_digit(at, byte)) {
        return Err(Refusal::missing("such day; write it as 2026-05-01"));
    }
    let genres = stocked(&site)?;
    let digest = Sha256::digest(date.as_bytes());
    let number = |from: usize| {
        digest[from..from + 8].iter().fold(0u64, |number, byte| number << 8 | u64::from(*byte))
    };
    let Some((puzzle, _)) = genres.get((number(0) % genres.len().max(1) as u64) as usize) else {
        return Err(Refusal::missing("puzzle in the bank"));
    };
    let entry = site.options.stock.pick(&Query::of(puzzle), number(8) >> 1)?;
    let entry = entry.ok_or_else(|| Refusal::missing("puzzle in the bank"))?;
    playing(&page, &asked, entry.id)
}

pub(super) async fn playground(
    State(site): State<Arc<Site>>,
    Fields(reader): Fields<Reader>,
    asked: HeaderMap,
) -> Response {
    let page = Page::new(&site, reader.lang.as_deref(), &asked);
    let content = format!(
        "<h1>{title}</h1>\n<p>{about}</p>\n<form id=\"playground\">\n\
         <label for=\"source\">{definition}</label>\n\
         <p><label>{start} <select name=\"start\">{names}</select></label></p>\n\
         <textarea id=\"source\" name=\"definition\" rows=\"24\" spellcheck=\"false\"></textarea>\n\
         <div id=\"problems\" role=\"status\"></div>\n\
         <p><label>{seed} <input name=\"seed\" type=\"number\" min=\"0\" value=\"1\"></label> \
         <button>{make}</button> <button type=\"button\" name=\"share\">{share}</button></p></form>\n\
         <div id=\"player\"></div>\n",
        title = page.say("playground"),
        about = page.say("playground_about"),
        definition = page.say("definition"),
        start = page.say("start_from"),
        names = choices(site.families.names().map(str::to_owned)),
        seed = page.say("seed"),
        make = page.say("make"),
        share = page.say("share"),
    );
    page.answer(&asked, page.words.say("playground"), "playground.js", &content)
}

pub(super) async fn setter(
    State(site): State<Arc<Site>>,
    Fields(reader): Fields<Reader>,
    asked: HeaderMap,
) -> Response {
    let page = Page::new(&site, reader.lang.as_deref(), &asked);
    let content = format!(
        "<h1>{title}</h1>\n<p>{about}</p>\n<form id=\"setter\">\n\
         <p><label>{genre} <select name=\"puzzle\">{names}</select></label> \
         <button type=\"button\" name=\"play\">{play}</button></p>\n\
         <details><summary>{board}</summary>\n<p><label for=\"clues\">{board}</label></p>\n\
         <textarea id=\"clues\" name=\"board\" rows=\"8\" spellcheck=\"false\"></textarea>\n\
         <p><button>{look}</button></p></details>\n\
         <div id=\"said\" role=\"status\"></div></form>\n<div id=\"player\"></div>\n",
        title = page.say("setter"),
        about = page.say("setter_about"),
        genre = page.say("genre"),
        names = choices(site.families.names().map(str::to_owned)),
        board = page.say("board_or_link"),
        look = page.say("look"),
        play = page.say("play"),
    );
    page.answer(&asked, page.words.say("setter"), "setter.js", &content)
}

pub(super) async fn sheet(
    State(site): State<Arc<Site>>,
    Fields(reader): Fields<Reader>,
    asked: HeaderMap,
) -> Response {
    let page = Page::new(&site, reader.lang.as_deref(), &asked);
    let papers = choices(PAPERS.iter().filter(|it| !it.is_bound).map(|it| it.name.to_owned()));
    let content = format!(
        "<h1>{title}</h1>\n<p>{about}</p>\n<form id=\"sheet\">\n\
         <p><label>{heading} <input name=\"title\" value=\"{title}\" maxlength=\"80\"></label></p>\n\
         <fieldset id=\"chapters\"><legend>{genres}</legend></fieldset>\n\
         <template id=\"chapter\"><p class=\"chapter\"><label>{genre} <select name=\"puzzle\">{names}</select></label>\n\
         <label>{level} <select name=\"level\"></select></label>\n\
         <label>{count} <input name=\"count\" type=\"number\" min=\"1\" max=\"60\" value=\"6\"></label>\n\
         <button type=\"button\" name=\"drop\">{drop}</button></p></template>\n\
         <p><button type=\"button\" name=\"more\">{more}</button></p>\n\
         <p><label>{paper} <select name=\"paper\">{papers}</select></label>\n\
         <label>{per_page} <input name=\"per_page\" type=\"number\" min=\"1\" max=\"12\" value=\"4\"></label>\n\
         <label>{versions} <input name=\"versions\" type=\"number\" min=\"1\" max=\"6\" value=\"1\"></label>\n\
         <label><input name=\"name_line\" type=\"checkbox\"> {name_line}</label>\n\
         <label><input name=\"large\" type=\"checkbox\"> {large}</label></p>\n\
         <p class=\"forms\"><button name=\"form\" value=\"pdf\">PDF</button> <button name=\"form\" value=\"html\">HTML</button> \
         <button name=\"form\" value=\"key\">{key}</button> <button name=\"form\" value=\"moodle\">Moodle XML</button> \
         <button name=\"form\" value=\"qti\">QTI</button></p>\n<p role=\"status\"></p></form>\n",
        title = page.say("sheet"),
        about = page.say("sheet_about"),
        heading = page.say("heading"),
        genres = page.say("genres"),
        genre = page.say("genre"),
        names = choices(site.families.names().map(str::to_owned)),
        level = page.say("level"),
        count = page.say("count"),
        drop = page.say("drop"),
        more = page.say("more"),
        paper = page.say("paper"),
        per_page = page.say("per_page"),
        versions = page.say("versions"),
        name_line = page.say("name_line"),
        large = page.say("large"),
        key = page.say("key"),
    );
    page.answer(&asked, page.words.say("sheet"), "sheet.js", &content)
}

pub(super) async fn about(
    State(site): State<Arc<Site>>,
    Fields(reader): Fields<Reader>,
    asked: HeaderMap,
) -> Response {
    let page = Page::new(&site, reader.lang.as_deref(), &asked);
    let content = format!(
        "<h1>{}</h1>\n<p>{}</p>\n<p>{}</p>\n<p>{}</p>\n<p><a href=\"{}\">{}</a></p>\n",
        page.say("about"),
        page.say("about_made"),
        page.say("about_proved"),
        page.say("about_private"),
        site.path("/api/openapi.json"),
        page.say("about_api"),
    );
    page.answer(&asked, page.words.say("about"), "start.js", &content)
}

pub(super) async fn missing(
    State(site): State<Arc<Site>>,
    OriginalUri(address): OriginalUri,
    asked: HeaderMap,
) -> Response {
    let path = address.path().strip_prefix(site.options.base.as_str()).unwrap_or_default();
    if path.starts_with("/api/") {
        return Refusal::missing("such address").into_response();
    }
    let page = Page::new(&site, None, &asked);
    let content = format!("<h1>404</h1>\n<p>{}</p>\n", page.say("missing"));
    // The tag of the usual answer is of no use here.
    let mut response = page.answer(&HeaderMap::new(), "404", "start.js", &content);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}
