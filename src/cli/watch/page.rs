//! What is seen of a definition as a page in the browser, for the one who sits at this machine.
//!
//! A server of this process, reached from this machine alone, at a port that the system chooses. It answers
//! GET of the few paths that it knows and reads nothing else of a request. The page asks for the number of
//! what it shows, and loads itself again where that has changed.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tiny_http::{Header, Method, Request, Response, Server};

use crate::Failure;
use crate::output::{Console, say};
use puzgen_base::diagnostics::{Code, Problem};

/// What makes the page load itself again.
const SCRIPT: &str = include_str!("page.js");

const STYLE: &str = include_str!("page.css");

/// What goes with every answer: nothing is kept, and the page loads nothing but the paths below.
const HEADERS: &[(&str, &str)] = &[
    ("Cache-Control", "no-store"),
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
];

/// What the page shows.
#[derive(Debug, Default, Clone)]
pub(super) struct View {
    /// What is being done.
    pub(super) status: String,
    /// What is said of the definition.
    pub(super) said: String,
    /// The puzzle as text.
    pub(super) puzzle: String,
    /// The puzzle as a drawing.
    pub(super) svg: Option<String>,
}

/// What the server shares with the loop.
#[derive(Debug, Default)]
struct State {
    /// Counts what was shown.
    number: u64,
    view: View,
}

/// The page, and the server that shows it.
#[derive(Debug)]
pub(super) struct Page {
    state: Arc<Mutex<State>>,
    address: String,
}

/// What a request is answered with.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    status: u16,
    kind: &'static str,
    body: String,
}

impl Page {
    /// Starts the server and opens the page of this file in the browser.
    pub(super) fn open(console: &mut Console, file: &str) -> Result<Self, Failure> {
        let failed = |reason: &dyn std::fmt::Display| {
            let message = format!("no page can be served: {reason}");
            Problem::bare(Code::Io, message).help("leave `--open` out")
        };
        let server = Server::http("127.0.0.1:0").map_err(|error| failed(&error))?;
        let port = server.server_addr().to_ip().map(|place| place.port());
        let port = port.ok_or_else(|| failed(&"it has no port"))?;
        let address = format!("http://127.0.0.1:{port}/");
        let state = Arc::new(Mutex::new(State::default()));
        let (title, shared) = (file.to_owned(), Arc::clone(&state));
        // It ends with the process.
        thread::spawn(move || serve(&server, port, &title, &shared));
        console.print(&format!("{address}\n"))?;
        let url = address.clone();
        // Some programs that open browsers end with them.
        thread::spawn(move || {
            if let Err(error) = open::that_detached(&url) {
                say(&format!("no browser can be opened: {error}; give one {url}"));
            }
        });
        Ok(Self { state, address })
    }

    /// Returns where the page is.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Changes what is shown.
    pub(super) fn show(&self, change: impl FnOnce(&mut View)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.number += 1;
        change(&mut state.view);
    }
}

fn serve(server: &Server, port: u16, title: &str, state: &Mutex<State>) {
    for request in server.incoming_requests() {
        let (number, view) = {
            let state = state.lock().unwrap_or_else(PoisonError::into_inner);
            (state.number, state.view.clone())
        };
        let Answer { status, kind, body } = match is_own(&request, port) {
            true => answer(request.url(), title, number, &view),
            false => refused(&request),
        };
        let mut response = Response::from_string(body).with_status_code(status);
        let kind = [("Content-Type", kind)];
        for (name, value) in HEADERS.iter().chain(&kind) {
            if let Ok(header) = Header::from_bytes(*name, *value) {
                response.add_header(header);
            }
        }
        // Whoever asked may be gone.
        let _ = request.respond(response);
    }
}

/// Returns whether a request is a GET of this server by its own name: a page from elsewhere whose name was
/// made to lead here has another one.
fn is_own(request: &Request, port: u16) -> bool {
    let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let hosts = request.headers().iter().filter(|header| header.field.equiv("Host"));
    let hosts: Vec<&str> = hosts.map(|header| header.value.as_str()).collect();
    let is_named = matches!(*hosts, [host] if names.iter().any(|name| name == host));
    is_named && *request.method() == Method::Get
}

fn refused(request: &Request) -> Answer {
    let (status, body) = match request.method() {
        Method::Get => (403, "not under this name\n"),
        _ => (405, "only GET\n"),
    };
    Answer { status, kind: "text/plain; charset=utf-8", body: body.to_owned() }
}

/// Returns what is at a path.
fn answer(url: &str, title: &str, number: u64, view: &View) -> Answer {
    let (path, _) = url.split_once('?').unwrap_or((url, ""));
    let (kind, body) = match (path, &view.svg) {
        ("/", _) => ("text/html; charset=utf-8", html(title, number, view)),
        ("/number", _) => ("text/plain; charset=utf-8", number.to_string()),
        ("/page.js", _) => ("text/javascript; charset=utf-8", SCRIPT.to_owned()),
        ("/page.css", _) => ("text/css; charset=utf-8", STYLE.to_owned()),
        ("/drawing.svg", Some(svg)) => ("image/svg+xml", svg.clone()),
        _ => {
            let body = "there is nothing here\n".to_owned();
            return Answer { status: 404, kind: "text/plain; charset=utf-8", body };
        }
    };
    Answer { status: 200, kind, body }
}

fn html(title: &str, number: u64, view: &View) -> String {
    let title = escaped(title);
    let drawing = match view.svg {
        Some(_) => format!("<img src=\"/drawing.svg?{number}\" alt=\"the puzzle, drawn\">\n"),
        None => String::new(),
    };
    let section = |name: &str, text: &str| match text {
        "" => String::new(),
        _ => format!("<pre aria-label=\"{name}\">{}</pre>\n", escaped(text)),
    };
    let (puzzle, said) =
        (section("the puzzle, as text", &view.puzzle), section("check", &view.said));
    format!(
        "<!doctype html>\n<html lang=\"en\" data-number=\"{number}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"/page.css\">\n\
         <script src=\"/page.js\" defer></script>\n<h1>{title}</h1>\n\
         <p role=\"status\" id=\"status\">{}</p>\n{said}{drawing}{puzzle}",
        escaped(&view.status)
    )
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_what_it_knows() {
        let view =
            View { said: "<b>&\"".to_owned(), svg: Some("<svg/>".to_owned()), ..View::default() };
        let page = answer("/", "a<b.pz", 7, &view);
        assert_eq!(page.status, 200);
        assert!(page.body.contains("<title>a&lt;b.pz</title>"), "{}", page.body);
        assert!(page.body.contains("&lt;b&gt;&amp;&quot;</pre>"), "{}", page.body);
        assert!(page.body.contains("/drawing.svg?7"), "{}", page.body);
        assert_eq!(answer("/drawing.svg?7", "", 7, &view).body, "<svg/>");
        assert_eq!(answer("/number", "", 7, &view).body, "7");
        assert_eq!(answer("/drawing.svg", "", 7, &View::default()).status, 404);
        assert_eq!(answer("/../page.js", "", 7, &view).status, 404);
    }
}
