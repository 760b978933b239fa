//! Interrupts and the wall clock: the two things that may end work from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::budget::StopFlag;
use crate::diagnostics::{Code, Problem};
use crate::source::Sources;

/// Watches for an interrupt and for the end of `--timeout`.
#[derive(Debug, Clone)]
pub(super) struct Stop {
    pub(super) flag: StopFlag,
    was_interrupted: Arc<AtomicBool>,
}

impl Stop {
    /// Starts watching. A second interrupt ends the process at once.
    pub(super) fn watch(timeout: Option<f64>) -> Result<Self, Problem> {
        let stop = Self { flag: StopFlag::new(), was_interrupted: Arc::default() };
        let handler = stop.clone();
        // A handler that is there already (tests) stays.
        let _ = ctrlc::set_handler(move || {
            if handler.was_interrupted.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
            handler.flag.set();
        });
        if let Some(seconds) = timeout {
            let Ok(duration) = Duration::try_from_secs_f64(seconds) else {
                let message = format!("`--timeout {seconds}` is no length of time");
                return Err(Problem::bare(Code::Usage, message).help("give seconds, such as 10"));
            };
            let flag = stop.flag.clone();
            std::thread::spawn(move || {
                std::thread::sleep(duration);
                flag.set();
            });
        }
        Ok(stop)
    }

    pub(super) fn was_interrupted(&self) -> bool {
        self.was_interrupted.load(Ordering::SeqCst)
    }
}

/// Returns the parts of `name=value` given on the command line, as a source of their own.
pub(super) fn name_value(
    sources: &mut Sources,
    option: &str,
    text: &str,
) -> Result<(String, String, crate::source::Span), Problem> {
    let prefix = format!("{option} ");
    let file = sources.add("command line", format!("{prefix}{text}"));
    let span = crate::source::Span::new(file, prefix.len(), prefix.len() + text.len());
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
