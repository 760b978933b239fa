//! Interrupts and the wall clock: the two things that may end work from outside.
//!
//! Work is asked to end by a flag. Where it does not end (a solver may not look at the flag for long), the
//! process ends itself after a grace period, between two writes: see [`Gate`].

use std::io;
#[cfg(unix)]
use std::io::Read as _;
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::output::say;
use puzgen_base::budget::StopFlag;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Sources;

/// Makes a write beyond the largest file that the process may write (`ulimit -f`) fail as on a full disk.
/// By default, the system ends the process by a signal.
pub(super) fn outlive_full_files() {
    #[cfg(unix)]
    {
        let was_reached = Arc::new(AtomicBool::new(false));
        // Where the signal cannot be handled, the system's default stays.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, was_reached);
    }
}

/// How long work may take to end after a timeout, an interrupt, or when its results are not wanted any more.
/// Loops look at the flag often; making a large problem ready, or opening a solver's session, does not.
const GRACE: Duration = Duration::from_millis(400);

/// The same for `--timeout 0`, with which files are still read and made.
const GRACE_FOR_NOTHING: Duration = Duration::from_secs(3);

/// How long the end of the process waits for a write that is going on.
const MAX_WRITE: Duration = Duration::from_millis(300);

/// The same after a second interrupt.
const MAX_WRITE_INTERRUPTED: Duration = Duration::from_millis(50);

/// What is held while something is written that belongs together; the process does not end itself
/// meanwhile, unless the write takes too long.
#[derive(Debug, Default)]
pub(super) struct Gate {
    /// What is said when the process ends itself now.
    pub(super) last_words: String,
}

#[derive(Debug, Default)]
struct StopState {
    flag: StopFlag,
    was_interrupted: AtomicBool,
    /// The exit status where the work does not end by itself after an interrupt.
    interrupted: u8,
    /// Whether the work has ended, so that nothing is to be done about it.
    has_ended: AtomicBool,
    gate: Mutex<Gate>,
}

/// Watches for an interrupt and for the end of `--timeout`, for as long as it lives.
#[derive(Debug)]
pub(super) struct StopWatcher {
    pub(super) flag: StopFlag,
    shared: Arc<StopState>,
}

impl StopWatcher {
    /// Starts watching. A second interrupt ends the process at once.
    pub(super) fn watch(timeout: Option<f64>) -> Result<Self, Problem> {
        let shared = Arc::new(StopState { interrupted: 3, ..StopState::default() });
        shared.gate().last_words = "stopped: the work did not end in time".to_owned();
        let stop = Self::start(shared);
        if let Some(seconds) = timeout {
            stop.start_clock(timeout_of(seconds)?);
        }
        Ok(stop)
    }

    /// Starts watching for a command that goes on until it is interrupted: that is its good end.
    #[cfg(feature = "watch")]
    pub(super) fn watch_endless() -> Self {
        Self::start(Arc::default())
    }

    fn start(shared: Arc<StopState>) -> Self {
        let stop = Self { flag: shared.flag.clone(), shared };
        let shared = Arc::clone(&stop.shared);
        // Where signals cannot be handled, the system's default stays.
        let _ = at_each_interrupt(move || {
            if shared.was_interrupted.swap(true, Ordering::SeqCst) {
                shared.end(130, MAX_WRITE_INTERRUPTED);
            }
            shared.flag.set();
            shared.end_after(GRACE, shared.interrupted);
        });
        stop
    }

    fn start_clock(&self, duration: Duration) {
        let shared = Arc::clone(&self.shared);
        let mut grace = GRACE;
        if duration.is_zero() {
            shared.flag.set();
            grace = GRACE_FOR_NOTHING;
        }
        thread::spawn(move || {
            thread::sleep(duration);
            shared.flag.set();
            shared.end_after(grace, 3);
        });
    }

    /// Returns whether the end was asked for by an interrupt.
    pub(super) fn was_interrupted(&self) -> bool {
        self.shared.was_interrupted.load(Ordering::SeqCst)
    }

    /// Ends work whose results are not wanted any more; where it does not end soon, the process ends
    /// with this status and without a word. Not to be called with the gate in hand.
    pub(super) fn abandon(&self, status: u8) {
        self.gate().last_words.clear();
        self.flag.set();
        self.shared.end_after(GRACE, status);
    }

    /// Returns the right to write what belongs together.
    pub(super) fn gate(&self) -> MutexGuard<'_, Gate> {
        self.shared.gate()
    }
}

impl Drop for StopWatcher {
    fn drop(&mut self) {
        self.shared.has_ended.store(true, Ordering::SeqCst);
    }
}

impl StopState {
    fn gate(&self) -> MutexGuard<'_, Gate> {
        self.gate.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the process after a while, unless the work has ended by then.
    fn end_after(self: &Arc<Self>, grace: Duration, status: u8) {
        let shared = Arc::clone(self);
        thread::spawn(move || {
            thread::sleep(grace);
            if !shared.has_ended.load(Ordering::SeqCst) {
                shared.end(status, MAX_WRITE);
            }
        });
    }

    /// Ends the process once nothing is being written, or a write took too long.
    ///
    /// `std::process::exit` would run exit handlers, which destroy what threads of a solver still use.
    fn end(&self, status: u8, most: Duration) -> ! {
        let gate = within(most, || match self.gate.try_lock() {
            Ok(gate) => Some(gate),
            Err(TryLockError::Poisoned(gate)) => Some(gate.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        });
        let words = gate.as_ref().map_or("stopped while writing", |gate| &gate.last_words);
        if !words.is_empty() {
            // Writing to standard error may block, too.
            let words = words.to_owned();
            let speaker = thread::spawn(move || say(&words));
            within(MAX_WRITE_INTERRUPTED, || speaker.is_finished().then_some(()));
        }
        signal_hook::low_level::exit(status.into())
    }
}

/// Calls `act` each time that the process is asked to end, on a thread of its own. What was asked for first in a
/// process stays: later calls (tests) do nothing.
fn at_each_interrupt(mut act: impl FnMut() + Send + 'static) -> io::Result<()> {
    static IS_WATCHED: AtomicBool = AtomicBool::new(false);
    if IS_WATCHED.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    let mut wait = interrupts()?;
    thread::Builder::new().name("interrupts".to_owned()).spawn(move || {
        while wait().is_ok() {
            act();
        }
    })?;
    Ok(())
}

/// Returns what waits for the next interrupt. None is lost: each signal writes a byte into a pipe.
#[cfg(unix)]
fn interrupts() -> io::Result<impl FnMut() -> io::Result<()> + Send + 'static> {
    let (mut reader, writer) = UnixStream::pair()?;
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::low_level::pipe::register(signal, writer.try_clone()?)?;
    }
    Ok(move || reader.read_exact(&mut [0]))
}

/// Returns what waits for the next interrupt: it looks for one again and again.
#[cfg(not(unix))]
fn interrupts() -> io::Result<impl FnMut() -> io::Result<()> + Send + 'static> {
    let was_asked = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&was_asked))?;
    }
    Ok(move || {
        while !was_asked.swap(false, Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    })
}

/// Returns the length of time that `--timeout` says.
pub(super) fn timeout_of(seconds: f64) -> Result<Duration, Problem> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        let message = format!("`--timeout {seconds}` is no length of time");
        Problem::bare(Code::Usage, message).help("give seconds, such as 10")
    })
}

/// Returns what `attempt` gives, which is tried again and again for a while.
fn within<T>(most: Duration, mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    const STEP: Duration = Duration::from_millis(5);
    let mut waited = Duration::ZERO;
    loop {
        match attempt() {
            None if waited < most => {
                thread::sleep(STEP);
                waited += STEP;
            }
            result => return result,
        }
    }
}

/// Returns the parts of `name=value` given on the command line, as a source of their own.
pub(super) fn name_value(
    sources: &mut Sources,
    option: &str,
    text: &str,
) -> Result<(String, String, puzgen_base::source::Span), Problem> {
    let prefix = format!("{option} ");
    let file = sources.add("command line", format!("{prefix}{text}"));
    let span = puzgen_base::source::Span::new(file, prefix.len(), prefix.len() + text.len());
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned(), span))
        }
        _ => Err(Problem::error(
            Code::Usage,
            format!("`{option}` asks for a name and a value"),
            span,
            "expected `name=value`",
        )
        .help(format!("write `{option} name=value`"))),
    }
}
