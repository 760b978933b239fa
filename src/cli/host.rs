//! What the program supplies to all that it runs. A static, for one reason: clap's attributes and completers take no
//! arguments, and help names the engines.

use std::sync::OnceLock;

use puzgen_api::Host;
use puzgen_engine::Engines;
use puzgen_system::SystemThreads;

static HOST: OnceLock<Host> = OnceLock::new();

/// Sets the engines of the program, before anything is read or run.
pub(super) fn supply(engines: Engines) {
    let _ = HOST.set(Host::new(engines, &SystemThreads));
}

/// Returns what the program supplies.
///
/// # Panics
/// Before [`supply`].
pub(super) fn host() -> Host {
    *HOST.get().unwrap_or_else(|| puzgen_base::bug!("no engines are supplied"))
}

/// Returns the engines of the program.
pub(super) fn engines() -> Engines {
    host().engines()
}
