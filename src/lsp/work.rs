//! What takes long is done on threads of its own: it can be ended, and meanwhile the server answers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::MessageType;
use serde_json::{Value, json};

use super::addresses::Results;
use super::client::Client;
use super::refusal::Refusal;
use puzgen_base::budget::StopFlag;
use puzgen_base::stack::STACK;

/// Sends a message to the editor.
pub(super) type Send = Box<dyn Fn(Message) + std::marker::Send>;

/// What sends, for as long as the session lasts.
type Sending = Arc<Mutex<Option<Send>>>;

/// What is done, given what ends it: gives a text for people.
pub(super) type Task = Box<dyn FnOnce(&StopFlag) -> Result<String, Refusal> + std::marker::Send>;

/// Something that takes long.
pub(super) struct Job {
    /// What it is, in a word or two.
    pub(super) title: String,
    /// What the text is called.
    pub(super) name: String,
    /// What is done.
    pub(super) task: Task,
}

/// All jobs that are being done.
pub(super) struct Work {
    send: Sending,
    running: Vec<Running>,
    begun: u64,
}

struct Running {
    id: RequestId,
    token: String,
    stop: StopFlag,
    thread: JoinHandle<()>,
}

/// Where the results of a job go.
struct Ways {
    send: Sending,
    results: Results,
    shows_texts: bool,
    shows_progress: bool,
}

impl Work {
    /// Returns no work.
    pub(super) fn new(send: Send) -> Self {
        Self { send: Arc::new(Mutex::new(Some(send))), running: Vec::new(), begun: 0 }
    }

    /// Begins a job, whose result answers a request.
    pub(super) fn begin(&mut self, id: RequestId, job: Job, client: &Client, results: &Results) {
        self.running.retain(|running| !running.thread.is_finished());
        self.begun += 1;
        let token = format!("puzgen/{}", self.begun);
        let stop = StopFlag::new();
        let ways = Arc::new(Ways {
            send: Arc::clone(&self.send),
            results: results.clone(),
            shows_texts: client.shows_texts,
            shows_progress: client.shows_progress,
        });
        let own = (Arc::clone(&ways), id.clone(), token.clone(), stop.clone());
        let name = format!("{} {}", job.title, job.name);
        // Here and not on the thread: an editor that is answered after this knows the token.
        ways.begin_progress(&token, &name);
        let thread = thread::Builder::new().name(name).stack_size(STACK).spawn(move || {
            let (ways, id, token, stop) = own;
            ways.perform(id, &token, job, &stop);
        });
        match thread {
            Ok(thread) => self.running.push(Running { id, token, stop, thread }),
            Err(error) => {
                ways.end_progress(&token);
                let code = ErrorCode::InternalError as i32;
                let refused = Response::new_err(id, code, error.to_string());
                send(&self.send, Message::Response(refused));
            }
        }
    }

    /// Ends the job that answers a request, which the editor no longer waits for.
    pub(super) fn cancel(&self, params: &Value) {
        self.end_where(|running| json!(running.id) == params["id"]);
    }

    /// Ends the job that is shown under a token.
    pub(super) fn cancel_progress(&self, params: &Value) {
        self.end_where(|running| running.token == params["token"]);
    }

    fn end_where(&self, is_meant: impl Fn(&Running) -> bool) {
        let meant = self.running.iter().filter(|running| is_meant(running));
        meant.for_each(|running| running.stop.set());
    }

    /// Ends all jobs. They are not waited for: nothing is sent any more, and they write nothing.
    pub(super) fn end(self) {
        self.end_where(|_| true);
        self.send.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// Sends a message as long as there is a session.
fn send(sending: &Sending, message: Message) {
    if let Some(send) = &*sending.lock().unwrap_or_else(PoisonError::into_inner) {
        send(message);
    }
}

impl Ways {
    fn perform(&self, id: RequestId, token: &str, job: Job, stop: &StopFlag) {
        let Job { name, task, .. } = job;
        let done = catch_unwind(AssertUnwindSafe(|| task(stop)));
        let done = done.unwrap_or_else(|_| Err(Refusal::bug()));
        self.end_progress(token);
        let response = match done {
            _ if stop.is_set() => {
                let code = ErrorCode::RequestCanceled as i32;
                Response::new_err(id, code, "ended before it was done".to_owned())
            }
            Err(refusal) => Response::new_err(id, refusal.code as i32, refusal.message),
            Ok(text) => {
                let response = Response::new_ok(id, text.clone());
                send(&self.send, Message::Response(response));
                return self.show(token, &name, text);
            }
        };
        send(&self.send, Message::Response(response));
    }

    fn ask(&self, id: String, method: &str, params: Value) {
        let id = RequestId::from(id);
        send(&self.send, Message::Request(Request { id, method: method.to_owned(), params }));
    }

    fn tell(&self, method: &str, params: Value) {
        send(&self.send, Message::Notification(Notification { method: method.to_owned(), params }));
    }

    fn begin_progress(&self, token: &str, title: &str) {
        if self.shows_progress {
            let named = json!({ "token": token });
            self.ask(format!("{token}/progress"), "window/workDoneProgress/create", named);
            let value = json!({ "kind": "begin", "title": title, "cancellable": true });
            self.tell("$/progress", json!({ "token": token, "value": value }));
        }
    }

    fn end_progress(&self, token: &str) {
        if self.shows_progress {
            self.tell("$/progress", json!({ "token": token, "value": { "kind": "end" } }));
        }
    }

    /// Shows a text: as a document where the editor does that, else as a message.
    fn show(&self, token: &str, name: &str, text: String) {
        let uri = Some(self.results.keep(name, &text)).filter(|_| self.shows_texts);
        match uri {
            Some(uri) => {
                let shown = json!({ "uri": uri, "takeFocus": false });
                self.ask(format!("{token}/show"), "window/showDocument", shown);
            }
            None => {
                let message = json!({ "type": MessageType::Info, "message": text });
                self.tell("window/showMessage", message);
            }
        }
    }
}
