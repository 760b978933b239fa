//! A page in the browser that shows what `puzgen watch` sees of a definition, for the one who sits at this machine.
//!
//! A server of this process, reached from this machine alone, at a port that the system chooses. It answers
//! GET of the few paths that it knows and reads nothing else of a request. The page asks for the number of
//! what it shows, and loads itself again where that has changed.

use std::io;
use std::net::TcpListener;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use axum::Router;
use axum::extract::State as Shared;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

/// What makes the page load itself again.
const SCRIPT: &str = include_str!("page.js");

const STYLE: &str = include_str!("page.css");

/// What goes with every answer: nothing is kept, and the page loads nothing but the paths below.
const HEADERS: &[(&str, &str)] = &[
    ("cache-control", "no-store"),
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
];

/// What the page shows.
#[derive(Debug, Default, Clone)]
pub struct View {
    /// What is being done.
    pub status: String,
    /// What is said of the definition.
    pub said: String,
    /// The puzzle as text.
    pub puzzle: String,
    /// The puzzle as a drawing.
    pub svg: Option<String>,
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
pub struct Preview {
    state: Arc<Mutex<State>>,
    address: String,
}

/// What the server answers with.
struct Server {
    title: String,
    /// The names that a request may call it by.
    names: [String; 2],
    state: Arc<Mutex<State>>,
}

/// What a request is answered with.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    status: StatusCode,
    kind: &'static str,
    body: String,
}

impl Preview {
    /// Starts the server, on a thread that ends with the process.
    ///
    /// # Errors
    /// Where no port or thread can be had.
    pub fn start(title: &str) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let state = Arc::new(Mutex::new(State::default()));
        let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        let address = format!("http://{}/", names[0]);
        let server = Arc::new(Server { title: title.to_owned(), names, state: Arc::clone(&state) });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        thread::Builder::new().spawn(move || {
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener)?;
                axum::serve(listener, Router::new().fallback(respond).with_state(server)).await
            })
        })?;
        Ok(Self { state, address })
    }

    /// Returns where the page is.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Changes what is shown.
    pub fn show(&self, change: impl FnOnce(&mut View)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.number += 1;
        change(&mut state.view);
    }
}

async fn respond(
    Shared(server): Shared<Arc<Server>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let (number, view) = {
        let state = server.state.lock().unwrap_or_else(PoisonError::into_inner);
        (state.number, state.view.clone())
    };
    let Answer { status, kind, body } = match refused(&method, &headers, &server.names) {
        Some(refused) => refused,
        None => answer(uri.path(), &server.title, number, &view),
    };
    let mut response = (status, body).into_response();
    for (name, value) in HEADERS.iter().chain(&[("content-type", kind)]) {
        response
            .headers_mut()
            .insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Refuses a request that is not a GET of this server by its own name: a page from elsewhere whose name was
/// made to lead here has another one.
fn refused(method: &Method, headers: &HeaderMap, names: &[String]) -> Option<Answer> {
    let mut hosts = headers.get_all("host").iter();
    let is_named = match (hosts.next(), hosts.next()) {
        (Some(host), None) => names.iter().any(|name| host == name.as_str()),
        _ => false,
    };
    let (status, body) = match *method {
        Method::GET if is_named => return None,
        Method::GET => (StatusCode::FORBIDDEN, "not under this name\n"),
        _ => (StatusCode::METHOD_NOT_ALLOWED, "only GET\n"),
    };
    Some(Answer { status, kind: "text/plain; charset=utf-8", body: body.to_owned() })
}

/// Returns what is at a path.
fn answer(path: &str, title: &str, number: u64, view: &View) -> Answer {
    let (kind, body) = match (path, &view.svg) {
        ("/", _) => ("text/html; charset=utf-8", html(title, number, view)),
        ("/number", _) => ("text/plain; charset=utf-8", number.to_string()),
        ("/page.js", _) => ("text/javascript; charset=utf-8", SCRIPT.to_owned()),
        ("/page.css", _) => ("text/css; charset=utf-8", STYLE.to_owned()),
        ("/drawing.svg", Some(svg)) => ("image/svg+xml", svg.clone()),
        _ => {
            let body = "there is nothing here\n".to_owned();
            return Answer {
                status: StatusCode::NOT_FOUND,
                kind: "text/plain; charset=utf-8",
                body,
            };
        }
    };
    Answer { status: StatusCode::OK, kind, body }
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
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.body.contains("<title>a&lt;b.pz</title>"), "{}", page.body);
        assert!(page.body.contains("&lt;b&gt;&amp;&quot;</pre>"), "{}", page.body);
        assert!(page.body.contains("/drawing.svg?7"), "{}", page.body);
        assert_eq!(answer("/drawing.svg", "", 7, &view).body, "<svg/>");
        assert_eq!(answer("/number", "", 7, &view).body, "7");
        assert_eq!(answer("/drawing.svg", "", 7, &View::default()).status, StatusCode::NOT_FOUND);
        assert_eq!(answer("/../page.js", "", 7, &view).status, StatusCode::NOT_FOUND);
    }
}
