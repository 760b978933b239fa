//! The loop: messages in, answers and problems out.

use std::panic::{AssertUnwindSafe, catch_unwind};

use lsp_server::{Connection, ErrorCode, Message, Notification, ProtocolError, Request, Response};
use lsp_types::{
    Diagnostic, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    InitializeResult, LspNotificationMethod, PublishDiagnosticsNotification,
    PublishDiagnosticsParams, Save, SaveOptions, ServerCapabilities, ServerInfo, TextDocumentSync,
    TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
};
use serde::de::DeserializeOwned;

use super::answer::Refusal;
use super::client::Client;
use super::handlers::HANDLERS;
use super::problems::{NAME, diagnostics};
use super::work::Work;
use super::workspace::{FolderOpener, Workspace};
use puzgen_api::Host;

/// Serves an editor until it ends the session, with commands that run on `host`; returns whether it said so before it was gone.
///
/// # Errors
/// Where the editor does not follow the protocol.
pub(crate) fn serve(
    connection: &Connection,
    open_folder: &FolderOpener<'_>,
    host: Host,
) -> Result<bool, ProtocolError> {
    let (id, params) = connection.initialize_start()?;
    let result = InitializeResult {
        capabilities: capabilities(),
        server_info: Some(ServerInfo {
            name: NAME.to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    };
    let result = serde_json::to_value(result).unwrap_or_default();
    connection.initialize_finish(id, result)?;
    let mut workspace = Workspace::new(open_folder, Some(host), Client::of(&params));
    let sender = connection.sender.clone();
    // Where nobody listens, the next message says so.
    let mut work = Work::new(Box::new(move |message| drop(sender.send(message))));
    let ended = answer_all(connection, &mut workspace, &mut work);
    work.end();
    ended
}

/// Serves an editor on standard input and output until it ends the session, with commands that run on `host`; returns
/// whether it said so before it was gone.
///
/// # Errors
/// In words, where the editor does not follow the protocol, or the streams fail.
pub fn serve_stdio(open_folder: &FolderOpener<'_>, host: Host) -> Result<bool, String> {
    let (connection, threads) = Connection::stdio();
    let ended = serve(&connection, open_folder, host);
    // The thread that writes ends when nothing can be sent any more.
    drop(connection);
    let is_shut_down = ended.map_err(|error| error.to_string())?;
    // Where the editor is gone without a word, what it still sends is not waited for.
    if is_shut_down {
        threads.join().map_err(|error| error.to_string())?;
    }
    Ok(is_shut_down)
}

/// Answers until the editor ends the session; returns whether it said so before it was gone.
fn answer_all(
    connection: &Connection,
    workspace: &mut Workspace<'_>,
    work: &mut Work,
) -> Result<bool, ProtocolError> {
    loop {
        // Problems of a text that is being changed are not looked for before the last change is there.
        let waiting =
            if workspace.has_untold() { connection.receiver.try_recv().ok() } else { None };
        let message = match waiting {
            Some(message) => message,
            None => {
                tell_problems(connection, workspace);
                match connection.receiver.recv() {
                    Ok(message) => message,
                    Err(_) => return Ok(false),
                }
            }
        };
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    return Ok(true);
                }
                let id = request.id.clone();
                let response = respond(workspace, request);
                if let Some(job) = workspace.put_off() {
                    work.begin(id, job, workspace.client(), workspace.results());
                } else if connection.sender.send(Message::Response(response)).is_err() {
                    return Ok(false);
                }
            }
            Message::Notification(notification) => {
                if notification.method == "exit" {
                    return Ok(false);
                }
                match LspNotificationMethod::from(notification.method.as_str()) {
                    LspNotificationMethod::CancelRequest => work.cancel(&notification.params),
                    LspNotificationMethod::WindowWorkDoneProgressCancel => {
                        work.cancel_progress(&notification.params);
                    }
                    _ => {}
                }
                // A panic here would be one of the texts' bookkeeping; the next change mends it.
                let taken = catch_unwind(AssertUnwindSafe(|| {
                    take(connection, workspace, notification);
                }));
                drop(taken);
            }
            // What the server asks, to show something, needs no answer.
            Message::Response(_) => {}
        }
    }
}

fn capabilities() -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::Incremental),
        save: Some(Save::SaveOptions(SaveOptions::default())),
        ..TextDocumentSyncOptions::default()
    };
    let mut capabilities = ServerCapabilities {
        text_document_sync: Some(TextDocumentSync::Options(sync)),
        ..ServerCapabilities::default()
    };
    for handler in HANDLERS {
        (handler.declare)(&mut capabilities);
    }
    capabilities
}

fn respond(workspace: &mut Workspace<'_>, request: Request) -> Response {
    let Request { id, method, params } = request;
    let Some(handler) = HANDLERS.iter().find(|handler| handler.method == method) else {
        let message = format!("`{method}` is not answered");
        return Response::new_err(id, ErrorCode::MethodNotFound as i32, message);
    };
    // What a panic leaves behind is what is known of texts, which is looked for again.
    let answered = catch_unwind(AssertUnwindSafe(|| (handler.answer)(workspace, params)));
    let answered = answered.unwrap_or_else(|_| {
        workspace.forget_all();
        Err(Refusal::bug())
    });
    match answered {
        Ok(result) => Response::new_ok(id, result),
        Err(refusal) => Response::new_err(id, refusal.code as i32, refusal.message),
    }
}

/// Reads what a notification says; one that cannot be read is passed over, as there is no answer.
fn read<P: DeserializeOwned>(notification: Notification) -> Option<P> {
    serde_json::from_value(notification.params).ok()
}

fn take(connection: &Connection, workspace: &mut Workspace<'_>, notification: Notification) {
    match LspNotificationMethod::from(notification.method.as_str()) {
        LspNotificationMethod::TextDocumentDidOpen => {
            if let Some(params) = read::<DidOpenTextDocumentParams>(notification) {
                workspace.open(params.text_document);
            }
        }
        LspNotificationMethod::TextDocumentDidChange => {
            if let Some(params) = read::<DidChangeTextDocumentParams>(notification) {
                let document = params.text_document;
                let uri = document.text_document_identifier.uri;
                workspace.change(&uri, document.version, params.content_changes);
            }
        }
        LspNotificationMethod::TextDocumentDidClose => {
            if let Some(params) = read::<DidCloseTextDocumentParams>(notification) {
                let uri = params.text_document.uri;
                workspace.close(&uri);
                // A file that is not shown has no problems.
                publish(connection, uri, Vec::new(), None);
            }
        }
        LspNotificationMethod::TextDocumentDidSave
        | LspNotificationMethod::WorkspaceDidChangeWatchedFiles => workspace.forget_all(),
        _ => {}
    }
}

/// Tells the problems of all files of which they are not told.
fn tell_problems(connection: &Connection, workspace: &mut Workspace<'_>) {
    while let Some(uri) = workspace.next_untold() {
        let found = catch_unwind(AssertUnwindSafe(|| {
            workspace.known(&uri).map(|known| diagnostics(&known))
        }));
        if let Ok(Some(problems)) = found {
            let version = workspace.document(&uri).map(|document| document.version);
            publish(connection, uri, problems, version);
        }
    }
}

fn publish(connection: &Connection, uri: Uri, diagnostics: Vec<Diagnostic>, version: Option<i32>) {
    let params = PublishDiagnosticsParams { uri, diagnostics, version };
    notify::<PublishDiagnosticsNotification>(connection, params);
}

fn notify<N: lsp_types::Notification>(connection: &Connection, params: N::Params) {
    let told = Notification::new(N::METHOD.to_string(), params);
    // Where nobody listens, the next message says so.
    drop(connection.sender.send(Message::Notification(told)));
}
