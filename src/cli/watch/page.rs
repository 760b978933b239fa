//! Opens the page that shows in the browser what is seen.

use std::thread;

use crate::Failure;
use crate::output::{Console, say};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_site::Preview;

/// Starts the server of a page about this file and opens it in the browser.
pub(super) fn open(console: &mut Console, file: &str) -> Result<Preview, Failure> {
    let preview = Preview::start(file).map_err(|error| {
        let message = format!("no page can be served: {error}");
        Problem::bare(Code::Io, message).help("leave `--open` out")
    })?;
    console.print(&format!("{}\n", preview.address()))?;
    let url = preview.address().to_owned();
    // Some programs that open browsers end with them.
    thread::spawn(move || {
        if let Err(error) = open::that_detached(&url) {
            say(&format!("no browser can be opened: {error}; give one {url}"));
        }
    });
    Ok(preview)
}
