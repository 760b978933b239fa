//! `puzgen watch`: a definition looked at again at each save.
//!
//! One thread waits for news and prints; another one looks at the definition, one look after the other. A save ends
//! the look that is going on. [`look`] says what a look sees, [`files`] which files count, [`page`] shows
//! the same in a browser.

mod files;
mod look;
mod page;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant, SystemTime};

use clap::Args;

use crate::files::is_there;
use crate::output::Console;
use crate::screen::Screen;
use crate::stop::{StopWatcher, timeout_of};
use crate::{DefinitionArgs, EngineArgs, ExitStatus, Failure};
use files::WatchedFiles;
use look::{Checked, Made, Seen, Wanted};
use puzgen_base::budget::StopFlag;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::stack::STACK;
use puzgen_site::{Preview, View};

/// How long nothing must change before a save counts as complete: editors write a file in several steps.
const SETTLED: Duration = Duration::from_millis(60);

/// How often an interrupt and the time are looked at.
const TICK: Duration = Duration::from_millis(30);

/// How long a look may take where `--timeout` does not say it.
const TIMEOUT: f64 = 60.0;

const AFTER_HELP: &str = "FILE is a path here; the files that it uses are watched, too. Each look stops \
    after 60 seconds, or those of `--timeout`. Ctrl-C ends the command.";

/// What makes a terminal empty: its screen, what was rolled out of it, and back to the first place.
const CLEAR: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// Check a definition, and draw and rate a puzzle of it, again at each save
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Watch {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The seed of the puzzle: the same at each save
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Show the same in the browser, on a page of this machine that reloads itself
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// What the loop waits for.
#[derive(Debug)]
enum News {
    /// These files changed, or nobody knows which.
    Changed(Option<Vec<PathBuf>>),
    /// The look of this number has seen something.
    Seen(u64, Seen),
}

/// A look that is going on.
struct Look<'scope> {
    thread: ScopedJoinHandle<'scope, ()>,
    stop: StopFlag,
}

/// What the loop knows.
struct Watching<'w, 'scope> {
    wanted: &'scope Wanted<'scope>,
    console: &'w mut Console,
    files: WatchedFiles,
    page: Option<Preview>,
    news: Sender<News>,
    timeout: Duration,
    /// The number of the last look.
    number: u64,
    look: Option<Look<'scope>>,
    /// When it began, also by the clock that files have.
    began: (Instant, SystemTime),
    /// Since when a new look is due.
    changed: Option<Instant>,
}

impl Watch {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let file = &self.definition.file;
        if !is_there(Path::new(file)).unwrap_or(true) {
            return Err(Problem::bare(Code::Usage, format!("there is no file `{file}`"))
                .help("give the path of a definition, or write one: `puzgen new NAME`")
                .into());
        }
        let timeout = timeout_of(self.engine.timeout.unwrap_or(TIMEOUT))?;
        let stop = StopWatcher::watch_endless();
        let (sender, news) = channel();
        let mut files = WatchedFiles::new(sender.clone())?;
        files.set(&[file.into()], false, now().1)?;
        let page = if self.open { Some(page::open(console, file)?) } else { None };
        let wanted = Wanted {
            definition: &self.definition,
            engine: &self.engine,
            seed: self.seed,
            is_confined: console.is_confined,
            language: console.language.clone(),
            screen: Screen::of_stdout(),
            has_page: page.is_some(),
        };
        let ended = thread::scope(|scope| {
            let mut watching = Watching {
                wanted: &wanted,
                console,
                files,
                page,
                news: sender,
                timeout,
                number: 0,
                look: None,
                began: now(),
                changed: Some(now().0),
            };
            let ended = watching.watch(scope, &news, &stop);
            // The scope waits for its thread.
            watching.cancel();
            match &ended {
                Ok(()) => {}
                Err(Failure::Closed) => stop.abandon(0),
                Err(Failure::Problems(_, status)) => stop.abandon(*status),
            }
            ended
        });
        ended.map(|()| 0)
    }
}

/// Returns the time, also by the clock that files have.
#[expect(clippy::disallowed_methods, reason = "when to look decides nothing of what is seen")]
fn now() -> (Instant, SystemTime) {
    (Instant::now(), SystemTime::now())
}

impl<'scope> Watching<'_, 'scope> {
    /// Looks again at each change, until it is interrupted.
    fn watch(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        news: &Receiver<News>,
        stop: &StopWatcher,
    ) -> Result<(), Failure> {
        loop {
            match news.recv_timeout(TICK) {
                Ok(News::Changed(paths)) => {
                    if self.files.concern(paths.as_deref()) {
                        self.changed = Some(now().0);
                        self.cancel();
                    }
                }
                // What an earlier look has seen is of no interest any more.
                Ok(News::Seen(number, seen)) => {
                    if number == self.number && self.changed.is_none() {
                        self.show(seen)?;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    puzgen_base::bug!("nobody tells what changes")
                }
            }
            if stop.flag.is_set() {
                return Ok(());
            }
            self.end_look();
            if self.look.is_none() && self.changed.is_some_and(|at| at.elapsed() >= SETTLED) {
                self.begin_look(scope)?;
            }
        }
    }

    /// Begins to look at what is there now.
    fn begin_look(&mut self, scope: &'scope Scope<'scope, '_>) -> Result<(), Failure> {
        self.changed = None;
        self.number += 1;
        let (number, news, wanted) = (self.number, self.news.clone(), self.wanted);
        self.began = now();
        self.show_page(|view| view.status = "looking …".to_owned());
        let stop = StopFlag::new();
        if self.timeout.is_zero() {
            stop.set();
        }
        let flag = stop.clone();
        let look = move || {
            wanted.look(&flag, &|seen| {
                // At the end nobody listens any more.
                let _ = news.send(News::Seen(number, seen));
            });
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, look);
        let thread = thread.map_err(|error| {
            let message = format!("no thread can be started: {error}");
            Problem::bare(Code::Io, message).help("make room in memory")
        })?;
        self.look = Some(Look { thread, stop });
        Ok(())
    }

    /// Ends the look that is going on, where its time is over or its thread has ended.
    fn end_look(&mut self) {
        let Some(look) = &self.look else { return };
        if self.began.0.elapsed() >= self.timeout {
            look.stop.set();
        }
        if look.thread.is_finished()
            && let Some(Look { thread, .. }) = self.look.take()
            && let Err(panic) = thread.join()
        {
            std::panic::resume_unwind(panic);
        }
    }

    /// Asks the look that is going on to end.
    fn cancel(&self) {
        if let Some(look) = &self.look {
            look.stop.set();
        }
    }

    /// Shows what is seen.
    fn show(&mut self, seen: Seen) -> Result<(), Failure> {
        match seen {
            Seen::Checked(Checked { said, mut files, lacks_file, goes_on }) => {
                // Also where it could not be read.
                files.push(self.wanted.definition.file.as_str().into());
                if self.files.set(&files, lacks_file, self.began.1)? {
                    self.changed = Some(now().0);
                    self.cancel();
                    return Ok(());
                }
                let start = match (self.wanted.screen, self.number) {
                    (Some(_), _) => CLEAR,
                    (None, 1) => "",
                    (None, _) => "\n",
                };
                self.console.print(&format!("{start}{}", said.shown))?;
                let status = match goes_on {
                    true => "making a puzzle …".to_owned(),
                    false => self.waits(),
                };
                self.show_page(|view| *view = View { status, said: said.plain, ..View::default() });
            }
            Seen::Made(Made { said, svg }) => {
                self.console.print(&format!("\n{}", said.shown))?;
                let status = self.waits();
                self.show_page(|view| {
                    (view.status, view.puzzle, view.svg) = (status, said.plain, svg)
                });
            }
        }
        Ok(())
    }

    fn show_page(&self, change: impl FnOnce(&mut View)) {
        if let Some(page) = &self.page {
            page.show(change);
        }
    }

    /// Says that all is seen; returns the same for the page.
    fn waits(&mut self) -> String {
        let seconds = self.began.0.elapsed().as_secs_f64();
        let (count, ending) = match self.files.count() {
            1 => (1, ""),
            count => (count, "s"),
        };
        let status = format!("{seconds:.2} s; {count} file{ending} watched");
        let place =
            self.page.as_ref().map_or(String::new(), |page| format!(", {}", page.address()));
        self.console.remark(&format!("\n{status}{place}; Ctrl-C ends"));
        status
    }
}
