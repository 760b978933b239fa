//! One run of a program: CPU time, memory and output of it alone.
//!
//! The benchmark runs itself with `--measure SECONDS PROGRAM …` as a process of its own around every
//! program, since the kernel keeps one account of all children of a process.

use std::io::Write as _;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use nix::sys::resource::{Usage, UsageWho, getrusage};

/// What starts the line of figures on standard error.
const MARK: &str = "measured ";

/// What a run took.
#[derive(Debug, Clone, Default)]
pub(crate) struct Measured {
    /// CPU time of all its threads, in milliseconds.
    pub(crate) cpu_ms: f64,
    /// Time by the wall clock, in milliseconds.
    pub(crate) wall_ms: f64,
    /// The most memory it had at once, in MB.
    pub(crate) peak_mb: f64,
    /// Whether its time was up before it ended.
    pub(crate) was_ended: bool,
    /// Whether it ended well; a target that was not reached is well.
    pub(crate) is_well: bool,
    pub(crate) stdout: String,
}

/// Runs a program with `input` for at most so long; `None` where it cannot be started.
pub(crate) fn measure(
    program: &str,
    arguments: &[String],
    input: &str,
    guard: Duration,
) -> Option<Measured> {
    let own = std::env::current_exe().ok()?;
    let mut child = Command::new(own)
        .args(["--measure", &guard.as_secs_f64().to_string(), program])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().ok()?;
    drop(writer.join());
    let errors = String::from_utf8_lossy(&output.stderr);
    let figures = errors.lines().rev().find_map(|line| line.strip_prefix(MARK))?;
    let mut figures = figures.split(' ').map(|figure| figure.parse::<f64>().unwrap_or(f64::NAN));
    let mut next = || figures.next().unwrap_or(f64::NAN);
    let (cpu_ms, wall_ms, peak_mb) = (next(), next(), next());
    let (was_ended, code) = (next() > 0.0, next());
    Some(Measured {
        cpu_ms,
        wall_ms,
        peak_mb,
        was_ended,
        is_well: was_ended || code <= 1.0,
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
    })
}

/// The process around a measured program.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
#[expect(clippy::print_stderr, reason = "figures go beside the program's own output")]
pub(crate) fn around(arguments: &[String]) -> ExitCode {
    let [seconds, program, rest @ ..] = arguments else { return ExitCode::from(2) };
    let guard = Duration::from_secs_f64(seconds.parse().unwrap_or(1.0));
    let started = std::time::Instant::now();
    let Ok(mut child) = Command::new(program).args(rest).spawn() else {
        return ExitCode::from(2);
    };
    let mut was_ended = false;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) => {}
            Err(_) => return ExitCode::from(2),
        }
        if started.elapsed() > guard && !was_ended {
            was_ended = true;
            drop(child.kill());
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let wall = started.elapsed().as_secs_f64() * 1e3;
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return ExitCode::from(2) };
    let code = status.code().unwrap_or(255);
    let (cpu, peak) = (cpu_ms(&usage), usage.max_rss() as f64 / 1024.0);
    eprintln!("\n{MARK}{cpu} {wall} {peak} {} {code}", u8::from(was_ended));
    ExitCode::SUCCESS
}

fn cpu_ms(usage: &Usage) -> f64 {
    let ms =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 * 1e3 + time.tv_usec() as f64 / 1e3;
    ms(usage.user_time()) + ms(usage.system_time())
}

/// Returns the CPU time that this process has taken, in milliseconds.
pub(crate) fn own_cpu_ms() -> f64 {
    getrusage(UsageWho::RUSAGE_SELF).map_or(f64::NAN, |usage| cpu_ms(&usage))
}

/// Returns the middle of some figures; the upper one of two.
pub(crate) fn median(mut figures: Vec<f64>) -> Option<f64> {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied()
}
