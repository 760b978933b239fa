//! Workers: processes that answer one question each and limit their own time and memory, so that nothing that
//! strangers send can hold up or fell the site; and turns, so that what comes faster than it is done is refused.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use rustix::process::{Resource, Rlimit, setrlimit};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::ask::{self, Families, Question};
use super::reply::Refusal;
use puzgen_api::Host;

/// How many may wait for a worker.
const MOST_WAITING: usize = 16;

/// How long a worker may take by the clock.
const TIME: Duration = Duration::from_secs(25);

/// The most bytes that a worker may answer.
const MOST_BYTES: u64 = 8 << 20;

/// How workers are started: they answer the question on their standard input.
#[derive(Debug, Clone)]
pub struct WorkerProgram {
    /// The program.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// What a worker may use.
#[derive(Debug, Clone, Copy)]
pub struct WorkerLimits {
    /// Seconds of a processor.
    pub seconds: u64,
    /// Bytes of memory.
    pub bytes: u64,
}

impl WorkerLimits {
    /// The usual ones.
    pub const USUAL: Self = Self { seconds: 20, bytes: 2 << 30 };

    /// Limits this process, and lets all others go first. It can write no files any more.
    ///
    /// # Errors
    /// What the system says.
    pub fn apply(self) -> std::io::Result<()> {
        let exactly = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
        setrlimit(Resource::Cpu, exactly(self.seconds))?;
        setrlimit(Resource::As, exactly(self.bytes))?;
        setrlimit(Resource::Fsize, exactly(0))?;
        setrlimit(Resource::Core, exactly(0))?;
        rustix::process::nice(15)?;
        Ok(())
    }
}

/// What a worker is asked.
#[derive(Debug, Serialize, Deserialize)]
struct Order {
    ask: String,
    question: Question,
}

/// What a worker answers.
#[derive(Debug, Serialize, Deserialize)]
enum Answer {
    Done(Json),
    Refused { status: u16, detail: String, code: String, problems: Vec<Json> },
}

/// Answers the question in a text, which a site has sent; returns what is sent back.
pub fn answer_one(host: Host, text: &str) -> String {
    let answer = match serde_json::from_str::<Order>(text) {
        Ok(order) => answered(host, &order),
        Err(error) => {
            let detail = format!("this is no question: {error}");
            Err(Refusal::new(StatusCode::BAD_REQUEST, "site::bad_request", detail))
        }
    };
    let answer = match answer {
        Ok(value) => Answer::Done(value),
        Err(Refusal { status, code, detail, problems }) => {
            Answer::Refused { status: status.as_u16(), detail, code: code.into_owned(), problems }
        }
    };
    serde_json::to_string(&answer).unwrap_or_default()
}

fn answered(host: Host, order: &Order) -> Result<Json, Refusal> {
    let asked = ask::asked(&order.ask).ok_or_else(|| Refusal::missing("such question"))?;
    let question = &order.question;
    let family = || match ask::brought(host, question)? {
        Some(family) => Ok(family),
        None => {
            let name = question.puzzle.as_deref().unwrap_or_default();
            Families::new(host).get(name, question.language.as_deref())
        }
    };
    asked.answer(family, question)
}

/// How many may do something at a time, and how many may wait for it.
#[derive(Debug)]
pub(super) struct Turns {
    room: Semaphore,
    waiting: AtomicUsize,
    most: usize,
}

impl Turns {
    pub(super) fn new(at_a_time: usize, most_waiting: usize) -> Self {
        Self { room: Semaphore::new(at_a_time), waiting: AtomicUsize::new(0), most: most_waiting }
    }

    /// Waits for a turn; refuses where too many wait already.
    pub(super) async fn take(&self) -> Result<SemaphorePermit<'_>, Refusal> {
        /// One that waits, also where its peer goes away meanwhile.
        struct Waiting<'t>(&'t AtomicUsize);
        impl Drop for Waiting<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        if let Ok(permit) = self.room.try_acquire() {
            return Ok(permit);
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.waiting);
        if before >= self.most {
            return Err(Refusal::busy());
        }
        self.room.acquire().await.map_err(|_| Refusal::busy())
    }
}

/// The workers of a site.
#[derive(Debug)]
pub(super) struct Workers {
    program: WorkerProgram,
    turns: Turns,
}

impl Workers {
    pub(super) fn new(program: WorkerProgram, at_a_time: usize) -> Self {
        Self { program, turns: Turns::new(at_a_time, MOST_WAITING) }
    }

    /// Returns whether another one could run now.
    pub(super) fn has_room(&self) -> bool {
        self.turns.room.available_permits() > 0
    }

    /// Has a worker answer a question.
    pub(super) async fn ask(&self, ask: &str, question: Question) -> Result<Json, Refusal> {
        let order = json!({ "ask": ask, "question": question }).to_string();
        let said = self.said(&[], order).await?.0;
        match serde_json::from_slice::<Answer>(&said) {
            Ok(Answer::Done(value)) => Ok(value),
            Ok(Answer::Refused { status, detail, code, problems }) => {
                let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
                Err(Refusal { status, code: code.into(), detail, problems })
            }
            // It was ended by one of its limits.
            Err(_) => Err(too_much()),
        }
    }

    /// Runs a command of puzgen within the limits of a worker; returns what it prints.
    pub(super) async fn run(&self, command: &[&str], input: String) -> Result<Vec<u8>, Refusal> {
        let arguments: Vec<&str> = ["--"].into_iter().chain(command.iter().copied()).collect();
        match self.said(&arguments, input).await? {
            (said, Some(0)) => Ok(said),
            (_, Some(_)) => {
                let detail = "it cannot be made like this; choose another level, or fewer puzzles";
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                Err(Refusal::new(status, "site::not_made", detail))
            }
            (_, None) => Err(too_much()),
        }
    }

    /// Returns what a worker prints, and how it ended by itself, if it did.
    async fn said(
        &self,
        arguments: &[&str],
        input: String,
    ) -> Result<(Vec<u8>, Option<i32>), Refusal> {
        let _turn = self.turns.take().await?;
        let run = tokio::time::timeout(TIME, self.process(arguments, input));
        let said = run.await.map_err(|_| too_much())?;
        said.map_err(|error| failed(&format!("no worker can be started: {error}")))
    }

    async fn process(
        &self,
        arguments: &[&str],
        input: String,
    ) -> std::io::Result<(Vec<u8>, Option<i32>)> {
        let mut child = Command::new(&self.program.path)
            .args(&self.program.arguments)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // A worker that has ended before it was asked says so by its status.
            let _ = stdin.write_all(input.as_bytes()).await;
        }
        let mut said = Vec::new();
        if let Some(output) = child.stdout.take() {
            output.take(MOST_BYTES).read_to_end(&mut said).await?;
        }
        Ok((said, child.wait().await?.code()))
    }
}

fn failed(detail: &str) -> Refusal {
    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "puzgen::io", detail)
}

fn too_much() -> Refusal {
    let detail = "this takes more time or memory than the site gives; a smaller puzzle may do, or \
        puzgen on your own machine";
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "puzgen::gave_up", detail)
}
