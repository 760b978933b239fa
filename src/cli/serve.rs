//! `puzgen serve`: the site, and `puzgen worker`, which it starts for what strangers send.

use std::env;
use std::io::Read;
use std::net::TcpListener;
use std::num::NonZero;
use std::thread;
use std::time::{Duration, SystemTime};

use clap::Args;

use crate::host::host;
use crate::output::Console;
use crate::stop::StopWatcher;
use crate::{ExitStatus, Failure, run_words};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::stack::STACK;
use puzgen_site::{
    Options, SMALL_BANK, Stock, WorkerLimits, WorkerProgram, answer_one, serve, stopper,
};

/// How often an interrupt is looked at.
const TICK: Duration = Duration::from_millis(30);

/// How long a worker waits for its question, in bytes.
const MOST_ASKED: u64 = 1 << 20;

const AFTER_HELP: &str = "Only this machine can reach the site unless --listen says otherwise. Behind a \
    proxy that serves it below a path, say the path by --base. Ctrl-C or SIGTERM ends it; what is being \
    answered then is still answered.";

/// Serve puzzles to play in a browser, and an interface for programs
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Serve {
    /// A bank that `puzgen bank` made: a file, or an address as postgres://… [default: a small one of its own]
    #[arg(long, value_name = "FILE|URL")]
    bank: Option<String>,
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8217")]
    listen: String,
    /// The path below which a proxy serves the site, such as /puzzles
    #[arg(long, value_name = "PATH", default_value = "")]
    base: String,
    /// Believe the last entry of X-Forwarded-For, which a proxy in front has written
    #[arg(long)]
    behind_proxy: bool,
    /// How many processes work at a time on definitions, generation and proofs [default: all processors but one]
    #[arg(long, value_name = "N")]
    workers: Option<NonZero<usize>>,
    /// Show the site in the browser
    #[arg(long)]
    open: bool,
}

impl Serve {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let base = self.base()?;
        let stock = match &self.bank {
            Some(url) => Stock::open(url)?,
            None => Stock::of_lines(SMALL_BANK)?,
        };
        let failed = |error: std::io::Error| {
            Problem::bare(Code::Io, format!("`{}` cannot be listened at: {error}", self.listen))
                .help("choose another address and port by --listen")
        };
        let listener = TcpListener::bind(&self.listen).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let path = env::current_exe().map_err(failed)?;
        let options = Options {
            host: host(),
            base: base.to_owned(),
            stock,
            worker: WorkerProgram { path, arguments: vec!["worker".to_owned()] },
            workers: self.workers.map_or_else(usual_workers, NonZero::get),
            trusts_proxy: self.behind_proxy,
            seed: chance(),
            today,
        };
        let (stopper, stopped) = stopper();
        let stop = StopWatcher::watch_endless();
        let address = format!("http://{address}{base}/");
        console.print(&format!("{address}\n"))?;
        console.remark("Ctrl-C ends");
        if self.open && open::that_detached(&address).is_err() {
            console.remark("no browser could be started; give it the address above");
        }
        thread::scope(|scope| {
            let serving = scope.spawn(|| serve(listener, options, stopped));
            while !stop.flag.is_set() && !serving.is_finished() {
                thread::sleep(TICK);
            }
            stopper.stop();
            let ended = serving.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            ended.map(|()| 0).map_err(Failure::from)
        })
    }

    /// Returns the path below which the site is, without a slash at its end.
    fn base(&self) -> Result<&str, Problem> {
        let base = self.base.trim_end_matches('/');
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
        match base.is_empty() || base.starts_with('/') && base.bytes().all(is_plain) {
            true => Ok(base),
            false => {
                let message = format!("`{}` is no path of a site", self.base);
                Err(Problem::bare(Code::Usage, message).help("write it as --base /puzzles"))
            }
        }
    }
}

/// All processors but one, which answers.
fn usual_workers() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get).saturating_sub(1).max(1)
}

#[expect(clippy::disallowed_methods, reason = "which puzzles a site shows is meant to differ")]
fn now() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

fn chance() -> u64 {
    now().as_nanos() as u64 >> 1
}

/// Returns the date at Greenwich.
fn today() -> String {
    date((now().as_secs() / 86_400) as i64)
}

/// Returns the date that is so many days after 1970-01-01 (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
fn date(days: i64) -> String {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Answer one question of a site, or run a command within the limits of a worker
#[derive(Debug, Args)]
pub(super) struct Worker {
    /// Seconds of a processor that it may take
    #[arg(long, default_value_t = WorkerLimits::USUAL.seconds)]
    seconds: u64,
    /// The command
    #[arg(last = true)]
    command: Vec<String>,
}

impl Worker {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let failed = |error: std::io::Error| {
            let message = format!("the worker cannot work: {error}");
            Problem::bare(Code::Io, message).help("`puzgen serve` starts workers")
        };
        WorkerLimits { seconds: self.seconds, ..WorkerLimits::USUAL }.apply().map_err(failed)?;
        if !self.command.is_empty() {
            return run_words(&self.command, console);
        }
        let mut text = String::new();
        std::io::stdin().take(MOST_ASKED).read_to_string(&mut text).map_err(failed)?;
        let answer = thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK);
            let working =
                thread.spawn_scoped(scope, || answer_one(host(), &text)).map_err(failed)?;
            Ok::<_, Problem>(working.join().unwrap_or_default())
        })?;
        console.print(&answer)?;
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_in_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(59), "1970-03-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(20_780), "2026-11-23");
    }
}
