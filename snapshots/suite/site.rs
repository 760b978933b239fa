//! The site: what it answers to good and bad requests, that it ends when it is asked to, and that every genre of its
//! bank can be played to the end from what a page is told.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use puzgen::{Board, Family, Limits};
use serde_json::{Value as Json, json};

use crate::case::root;

/// A site that runs until it is dropped.
struct Site {
    process: Child,
    /// The place to connect to, as `127.0.0.1:80`.
    place: String,
}

/// An answer.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Site {
    fn start(arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_puzgen"))
            .args(["serve", "--listen", "127.0.0.1:0", "--quiet", "--workers", "1"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let place = line.trim().trim_start_matches("http://");
        let place = place.split('/').next().unwrap().to_owned();
        Self { process, place }
    }

    /// Sends bytes and returns the answer to them.
    fn send(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.place).unwrap();
        // What is refused early need not be read to its end.
        let _ = stream.write_all(request.as_bytes());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    fn get(&self, path: &str, head: &str) -> Answer {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{head}\r\n"))
    }

    fn post(&self, path: &str, body: &str) -> Answer {
        let length = body.len();
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        ))
    }

    fn ask(&self, question: &str, body: &Json) -> Answer {
        self.post(&format!("/api/{question}"), &body.to_string())
    }
}

impl Answer {
    fn json(&self) -> Json {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The lines of the bank that comes with the program.
fn small_bank() -> Vec<Json> {
    let text = std::fs::read_to_string(root().join("src/site/small.jsonl")).unwrap();
    assert!(text.len() < 1_000_000, "the small bank has {} bytes", text.len());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn no_solution_leaves_with_a_puzzle() {
    let site = Site::start(&[]);
    for path in ["/api/pick?puzzle=sudoku&draw=5", "/api/puzzles/1", "/api/puzzles/1/play"] {
        let answer = site.get(path, "");
        assert_eq!(answer.status, 200, "{path}");
        assert!(!answer.body.contains("\"answer"), "{path}: {}", answer.body);
    }
    let made = site.ask("generate", &json!({ "puzzle": "latin_square", "seed": 3 }));
    assert_eq!(made.status, 200, "{}", made.body);
    assert!(!made.body.contains("\"answer"), "{}", made.body);
    let same = site.ask("generate", &json!({ "puzzle": "latin_square", "seed": 3 }));
    assert_eq!(made.body, same.body, "the same seed gives the same puzzle");
}

#[test]
fn entries_are_checked_and_hints_given() {
    let site = Site::start(&[]);
    let bank = small_bank();
    let at = bank.iter().position(|puzzle| puzzle["puzzle"] == "sudoku").unwrap();
    let solution: Vec<i64> = bank[at]["answer"]["x"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap())
        .map(|value| value.as_i64().unwrap())
        .collect();
    let play = site.get(&format!("/api/puzzles/{}/play", at + 1), "").json();
    let mut elements = play["elements"].as_array().unwrap().iter();
    let open = elements.position(|element| element["given"].is_null()).unwrap();
    let question = |value: i64| json!({ "id": at + 1, "entries": [[open, value]] });
    let right = site.ask("mark", &question(solution[open])).json();
    assert_eq!((&right["right"], &right["wrong"]), (&json!(true), &json!([])));
    let wrong = site.ask("mark", &question(solution[open] % 9 + 1));
    assert_eq!(wrong.json()["wrong"], json!([play["elements"][open]["name"]]), "{}", wrong.body);
    let hint = site.ask("hint", &json!({ "id": at + 1, "tell": "place" })).json();
    assert!(hint["place"].is_string() && hint["what"].is_null(), "{hint}");
    let steps = site.ask("explain", &json!({ "id": at + 1 })).json();
    assert!(steps["steps"][0]["lines"][0]["svg"].as_str().unwrap().starts_with("<svg"));
}

#[test]
fn what_was_had_is_not_sent_again() {
    let site = Site::start(&["--base", "/puzzles/"]);
    let first = site.get("/puzzles/api/puzzles/1/play", "");
    let tag = first.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again = site.get("/puzzles/api/puzzles/1/play", &format!("If-None-Match: {tag}\r\n"));
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert_eq!(site.get("/", "").status, 404, "only what is below the path of the site");
    let page = site.get("/puzzles/genre/sudoku?lang=de", "");
    assert!(
        page.body.contains("<html lang=\"de\">")
            && page.body.contains("href=\"/puzzles/daily?lang=de\"")
    );
}

#[test]
fn bad_requests_are_refused_with_a_reason() {
    let site = Site::start(&[]);
    let long = "x".repeat(70_000);
    let refused = [
        (site.get("/nothing", ""), 404),
        (site.get("/api/nothing", ""), 405),
        (site.get("/api/puzzles/99999999", ""), 404),
        (site.get("/api/puzzles/18446744073709551615", ""), 404),
        (site.get("/api/puzzles/-1", ""), 400),
        (site.get("/genre/nothing", ""), 404),
        (site.get("/assets/x/../../Cargo.toml", ""), 404),
        (site.get("/assets/x/..%2f..%2fCargo.toml", ""), 404),
        (site.get("/daily/2026-13", ""), 404),
        (site.get("/api/pick?puzzle=sudoku&empties=many", ""), 400),
        (site.get("/api/pick?puzzle=sudoku&level=none", ""), 404),
        (site.post("/api/mark", "{"), 400),
        (site.post("/api/mark", "{\"what\": 1}"), 422),
        (site.post("/api/mark", &format!("{{\"board\": \"{long}\"}}")), 413),
        (site.post("/api/nothing", "{}"), 404),
        (site.ask("mark", &json!({ "puzzle": "sudoku", "board": "1 2 3" })), 422),
        (site.ask("generate", &json!({ "definition": "puzzle x {" })), 422),
        (site.ask("generate", &json!({ "puzzle": "sudoku", "params": { "box_rows": [1] } })), 400),
        (site.send("NONSENSE\r\n\r\n"), 400),
        (site.send(&format!("GET / HTTP/1.1\r\nHost: x\r\nX: {long}\r\n\r\n")), 431),
    ];
    for (number, (answer, status)) in refused.iter().enumerate() {
        assert_eq!(answer.status, *status, "request {number}: {} {}", answer.head, answer.body);
    }
    let problem =
        site.ask("check", &json!({ "definition": "puzzle x \"X\" { board gird(3, 3) }" })).json();
    assert!(problem["problems"][0]["line"] == 1, "{problem}");
    assert_eq!(site.get("/healthz", "").body, "ok\n");
}

/// What a definition says is text wherever it comes, in pages, drawings and labels.
#[test]
fn definitions_bring_no_scripts() {
    let site = Site::start(&[]);
    let evil = "<script>alert(1)</script>";
    let definition = format!(
        "puzzle x \"{evil}\" {{\n  about \"{evil}\"\n  board grid(2, 2)\n  answer x[cells]: 1..2\n  \
         rule r(r in rows) \"{evil}\": distinct(x[r])\n  clue given[c in cells] = x[c]\n  \
         remove given {{ keep solutions <= 4 }}\n  show text \"{evil}\"\n}}\n"
    );
    let made = site.ask("generate", &json!({ "definition": definition, "seed": 1 }));
    assert_eq!(made.status, 200, "{}", made.body);
    let svg = made.json()["play"]["svg"].as_str().unwrap().to_owned();
    assert!(!svg.contains("<script"), "{svg}");
    let page = site.get("/genre/%3Cscript%3E", "");
    assert!(!page.body.contains("<script>alert") && !page.body.contains("\"<script>"));
    for line in ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff"] {
        assert!(page.head.contains(line), "{}", page.head);
    }
}

/// A definition that would take for ever ends by the limits of its worker, and others are answered meanwhile.
#[test]
fn work_of_strangers_holds_nobody_up() {
    let site = Site::start(&[]);
    let slow = json!({ "puzzle": "dominosa", "params": { "n": 12 }, "seed": 1 });
    let length = slow.to_string().len();
    let mut waiting = TcpStream::connect(&site.place).unwrap();
    write!(
        waiting,
        "POST /api/generate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{slow}"
    )
    .unwrap();
    assert_eq!(site.get("/api/pick?puzzle=sudoku", "").status, 200);
    // Who goes away takes the worker along.
    drop(waiting);
    let made = site.ask("generate", &json!({ "puzzle": "latin_square", "seed": 1 }));
    assert_eq!(made.status, 200, "{}", made.body);
}

#[test]
fn sheets_are_made() {
    let site = Site::start(&[]);
    let chapters = json!([{ "puzzle": "latin_square", "count": 2 }]);
    for (form, start) in [("html", "<!"), ("key", "chapter,"), ("pdf", "%PDF-")] {
        let sheet =
            json!({ "title": "Class 5", "form": form, "versions": 2, "chapters": chapters });
        let answer = site.ask("sheet", &sheet);
        assert_eq!(answer.status, 200, "{form}: {}", answer.body);
        assert!(answer.body.starts_with(start), "{form}: {:.80}", answer.body);
    }
    let path = json!([{ "puzzle": "/etc/passwd", "count": 2 }]);
    let refused = site.ask("sheet", &json!({ "title": "", "form": "pdf", "chapters": path }));
    assert_eq!(refused.status, 422, "{}", refused.body);
}

#[test]
fn it_ends_when_it_is_asked_to() {
    let mut site = Site::start(&[]);
    assert_eq!(site.get("/", "").status, 200);
    kill(Pid::from_raw(site.process.id() as i32), Signal::SIGTERM).unwrap();
    assert_eq!(site.process.wait().unwrap().code(), Some(0));
}

/// The values of an answer in the order in which they are written.
fn flat(value: &Json) -> Vec<i64> {
    match value {
        Json::Array(values) => values.iter().flat_map(flat).collect(),
        Json::Object(fields) => fields.values().flat_map(flat).collect(),
        Json::Bool(value) => vec![i64::from(*value)],
        Json::Number(value) => value.as_i64().into_iter().collect(),
        Json::Null | Json::String(_) => Vec::new(),
    }
}

fn is_solved(board: &Board, entries: &[(usize, i64)]) -> bool {
    let mark = board.mark(&board.attempt(entries).unwrap(), &Limits::default()).unwrap();
    mark.right && mark.complete
}

/// Returns the values of a family, which words of programs stand for.
fn entered(tokens: &BTreeMap<i64, String>, values: &Json) -> Vec<i64> {
    let words = values.as_object().into_iter().flat_map(|words| words.values());
    let number = |word: &str| tokens.iter().find(|(_, token)| *token == word).map(|it| *it.0);
    let words: Vec<i64> = words.filter_map(Json::as_str).filter_map(number).collect();
    if words.is_empty() { flat(values) } else { words }
}

#[test]
fn every_genre_can_be_played_to_the_end() {
    let mut genres: Vec<String> = Vec::new();
    for puzzle in small_bank() {
        let name = puzzle["puzzle"].as_str().unwrap().to_owned();
        let solution = puzzle["answer"].as_object();
        let Some(solution) = solution.filter(|_| !genres.contains(&name)) else { continue };
        let mut object = puzzle.clone();
        object.as_object_mut().unwrap().remove("answer");
        let board = Family::built_in(&name).unwrap().board(&object.to_string()).unwrap();
        let play = board.play().unwrap();
        // What a sentence or a figure says is there without the answer, too.
        let with_answer = Family::built_in(&name).unwrap().board(&puzzle.to_string()).unwrap();
        assert!(play.svg == with_answer.play().unwrap().svg, "{name}");
        let values: Vec<i64> = play
            .families
            .iter()
            .flat_map(|family| entered(&family.tokens, &solution[&family.name]))
            .collect();
        assert_eq!(values.len(), play.elements.len(), "{name}");
        for (element, value) in play.elements.iter().zip(&values) {
            assert!(element.given.is_none_or(|given| given == *value), "{name} {}", element.name);
            assert!(element.values.contains(value), "{name} {}", element.name);
        }
        let open = |at: &usize| play.elements[*at].given.is_none();
        let entries = (0..values.len()).filter(open).map(|at| (at, values[at]));
        assert!(is_solved(&board, &entries.collect::<Vec<_>>()), "{name}");
        genres.push(name);
    }
    assert_eq!(genres, Family::built_in_names(), "a genre has no puzzle in the small bank");
}

/// Each puzzle of the bank has the solutions that it says: all by `make soak`, some otherwise.
#[test]
fn the_small_bank_is_right() {
    let every = if std::env::var_os("PUZGEN_SOAK").is_some() { 1 } else { 61 };
    for (number, puzzle) in small_bank().iter().enumerate().step_by(every) {
        let name = puzzle["puzzle"].as_str().unwrap();
        let board = Family::built_in(name).unwrap().board(&puzzle.to_string()).unwrap();
        let verified = serde_json::to_value(board.verify(&Limits::default()).unwrap()).unwrap();
        let is_right = verified["status"] == "as_expected"
            && verified["answer_is_right"] != false
            && verified["solutions"] == puzzle["solutions"];
        assert!(is_right, "line {}: {verified}", number + 1);
    }
}
