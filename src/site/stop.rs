//! The end of a site, as its caller asks for it.

use tokio::sync::watch;

/// Ends a site; what it answers then is still answered.
#[derive(Debug)]
pub struct Stopper(watch::Sender<bool>);

/// What a site waits for.
#[derive(Debug)]
pub struct Stopped(pub(super) watch::Receiver<bool>);

/// Returns what ends a site, and what the site waits for.
pub fn stopper() -> (Stopper, Stopped) {
    let (sender, receiver) = watch::channel(false);
    (Stopper(sender), Stopped(receiver))
}

impl Stopper {
    /// Ends the site. Nothing happens where it has ended by itself.
    pub fn stop(&self) {
        let _ = self.0.send(true);
    }
}
