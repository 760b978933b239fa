//! Connections: accepted, bounded in number and in how long they may take to ask, ended without losing an answer.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

/// How many connections may be open at a time.
const MOST_CONNECTIONS: usize = 4_096;

/// How long a request's head may take; the same holds for the pause between two requests.
const HEAD: Duration = Duration::from_secs(15);

/// How long the rest is waited for at the end.
const GRACE: Duration = Duration::from_secs(10);

/// Answers what comes until `stop` says so.
pub(super) async fn serve(
    listener: TcpListener,
    routes: Router,
    mut stop: watch::Receiver<bool>,
) -> io::Result<()> {
    let (graceful, room) = (GracefulShutdown::new(), Arc::new(Semaphore::new(MOST_CONNECTIONS)));
    loop {
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else { break };
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => connect((stream, peer), &routes, &graceful, permit),
                // No files are left, or the peer has gone: others may still be served.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            },
            _ = stop.wait_for(|stopped| *stopped) => break,
        }
    }
    drop(listener);
    let _ = tokio::time::timeout(GRACE, graceful.shutdown()).await;
    Ok(())
}

fn connect(
    (stream, peer): (TcpStream, SocketAddr),
    routes: &Router,
    graceful: &GracefulShutdown,
    permit: OwnedSemaphorePermit,
) {
    let _ = stream.set_nodelay(true);
    let routes = routes.clone();
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        routes.clone().oneshot(request)
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(32 << 10)
        .serve_connection(TokioIo::new(stream), service);
    let watched = graceful.watch(connection);
    tokio::spawn(async move {
        // A connection that fails concerns nobody else.
        let _ = watched.await;
        drop(permit);
    });
}
