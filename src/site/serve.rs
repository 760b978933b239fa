//! Serves the site at a socket until it is asked to stop.

use std::net::TcpListener;
use std::sync::Arc;

use crate::listen;
use crate::options::Options;
use crate::routes::routes;
use crate::site::Site;
use crate::stop::Stopped;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::stack::STACK;

/// Answers requests until `stop` says so; then ends what was begun.
///
/// # Errors
/// `io` where the system has no threads or the socket fails.
pub fn serve(listener: TcpListener, options: Options, stop: Stopped) -> Result<(), Problem> {
    let failed = |error: std::io::Error| {
        Problem::bare(Code::Io, format!("the site cannot be served: {error}"))
            .help("choose another address by `--listen`, or end what uses it")
    };
    let threads = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(STACK)
        .max_blocking_threads(64)
        .build()
        .map_err(failed)?;
    let site = Arc::new(Site::new(options));
    let routes = routes(&site);
    threads
        .block_on(async {
            listener.set_nonblocking(true)?;
            listen::serve(tokio::net::TcpListener::from_std(listener)?, routes, stop.0).await
        })
        .map_err(failed)
}
