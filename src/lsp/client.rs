//! What an editor says of itself when a session begins.

use std::path::PathBuf;

use serde_json::Value;

use super::places::path_of;

/// What the editor can do, and which folders it has open.
#[derive(Debug, Default)]
pub(super) struct Client {
    /// It asks the server for texts of the scheme `puzgen`.
    pub(super) reads_texts: bool,
    /// It shows a text when it is asked to.
    pub(super) shows_texts: bool,
    /// It shows that something is being done, and can end it.
    pub(super) shows_progress: bool,
    /// The folders of the workspace.
    pub(super) folders: Vec<PathBuf>,
}

impl Client {
    /// Reads what the editor says in `initialize`.
    pub(super) fn of(params: &Value) -> Self {
        let can = |path: &str| params["capabilities"].pointer(path).cloned().unwrap_or_default();
        let reads_texts = can("/workspace/textDocumentContent").is_object();
        let folders = params["workspaceFolders"].as_array().map(Vec::as_slice);
        let folders = folders.unwrap_or_default().iter().map(|folder| &folder["uri"]);
        // What editors said before they had several folders.
        let folders = folders.chain([&params["rootUri"]]).filter_map(Value::as_str);
        let mut folders: Vec<PathBuf> = folders.filter_map(|uri| path_of(&uri.into())).collect();
        folders.dedup();
        Self {
            reads_texts,
            shows_texts: reads_texts && can("/window/showDocument/support") == true,
            shows_progress: can("/window/workDoneProgress") == true,
            folders,
        }
    }
}
