//! Runs of puzgen and of its peers, and what they come to for one puzzle.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

pub(crate) use crate::measure::median;
use crate::measure::{Measured, measure};

/// How a part of the benchmark runs.
#[derive(Debug)]
pub(crate) struct Bench {
    /// A few runs of each, and none of what takes long: to see that all of it works.
    pub(crate) is_quick: bool,
    /// Engine to use instead of the default.
    pub(crate) engine: Option<String>,
    /// The built-in puzzles that have a row in the table of genres; all where none is named.
    pub(crate) only: Vec<&'static str>,
    /// When all must be over.
    pub(crate) end: Instant,
    /// Whether the program knows of `--jobs`.
    pub(crate) has_jobs: bool,
    /// What was left out, and why.
    pub(crate) skipped: Vec<String>,
    /// The most empty squares of a unique puzzle, by what was generated.
    pub(crate) most_empties: BTreeMap<String, usize>,
    /// The most memory of a run of puzgen in MB, by what was generated.
    pub(crate) peak_mb: BTreeMap<String, f64>,
}

/// How often something is run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    /// Runs, each with a seed of its own.
    pub(crate) runs: u64,
    /// Puzzles of a run; where one costs less than some milliseconds, a run needs many.
    pub(crate) puzzles: u64,
    /// How long a run may take, in seconds.
    pub(crate) seconds: u64,
}

/// What a puzzle costs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cost {
    /// The median over the runs of the CPU milliseconds a puzzle, without starting up.
    pub(crate) ms: Option<f64>,
    /// The same with the start shared out.
    pub(crate) with_start_ms: Option<f64>,
    /// The puzzles that were finished.
    pub(crate) puzzles: usize,
    /// The median number of empty squares.
    pub(crate) empties: Option<f64>,
    /// The number of empty squares of each puzzle.
    pub(crate) all_empties: Vec<usize>,
    /// The most memory of a run in MB.
    pub(crate) peak_mb: f64,
    /// Whether the time of some run was up before its end.
    pub(crate) was_ended: bool,
}

impl Bench {
    pub(crate) fn new(is_quick: bool, engine: Option<String>, end: Instant) -> Self {
        let mut bench = Self {
            is_quick,
            engine,
            only: Vec::new(),
            end,
            has_jobs: false,
            skipped: Vec::new(),
            most_empties: BTreeMap::new(),
            peak_mb: BTreeMap::new(),
        };
        let help = bench.measure_puzgen(&["run", "--help"], 10);
        bench.has_jobs = help.is_some_and(|help| help.stdout.contains("--jobs"));
        bench
    }

    /// Returns how long a run may still take.
    #[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
    fn guard(&self, seconds: u64) -> Option<Duration> {
        let left = self.end.checked_duration_since(Instant::now())?;
        Some(left.min(Duration::from_secs(seconds)))
    }

    /// Returns whether the time for all of it is up.
    pub(crate) fn is_over(&self) -> bool {
        self.guard(0).is_none()
    }

    fn measure_puzgen(&self, arguments: &[&str], seconds: u64) -> Option<Measured> {
        let guard = self.guard(seconds)?;
        let mut arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
        if let Some(engine) = &self.engine
            && arguments.first().is_some_and(|command| command == "run")
        {
            arguments.extend(["--engine".to_owned(), engine.clone()]);
        }
        measure(env!("CARGO_BIN_EXE_puzgen"), &arguments, "", guard)
    }

    /// Runs `puzgen run` once; `jobs` where the program knows of them.
    pub(crate) fn run(
        &mut self,
        puzzle: &[&str],
        count: u64,
        seed: u64,
        jobs: u64,
        seconds: u64,
    ) -> Option<Measured> {
        let (count, seed, jobs) = (count.to_string(), seed.to_string(), jobs.to_string());
        let mut arguments = vec!["run"];
        arguments.extend(puzzle);
        if !puzzle.contains(&"--format") {
            arguments.extend(["--format", "line"]);
        }
        arguments.extend(["--quiet", "--count", &count, "--seed", &seed]);
        if self.has_jobs {
            arguments.extend(["--jobs", &jobs]);
        }
        let measured = self.measure_puzgen(&arguments, seconds)?;
        let peak = self.peak_mb.entry(puzzle.join(" ")).or_default();
        *peak = peak.max(measured.peak_mb);
        Some(measured)
    }

    /// Returns what puzzles of `puzgen run PUZZLE …` cost, on one thread.
    pub(crate) fn puzgen(&mut self, puzzle: &[&str], plan: Plan) -> Cost {
        let starts = (0..3).filter_map(|_| self.run(puzzle, 0, 1, 1, plan.seconds));
        let start = median(starts.map(|run| run.cpu_ms).collect::<Vec<_>>()).unwrap_or(0.0);
        let mut cost = Cost::default();
        let (mut all, mut with_start) = (Vec::new(), Vec::new());
        for seed in 1..=plan.runs {
            let Some(run) = self.run(puzzle, plan.puzzles, seed, 1, plan.seconds) else {
                cost.was_ended = true;
                break;
            };
            cost.was_ended |= run.was_ended;
            cost.peak_mb = cost.peak_mb.max(run.peak_mb);
            let empties = |line: &str| line.matches('.').count();
            let found: Vec<usize> = run.stdout.lines().map(empties).collect();
            // What a run was at when its time was up is no puzzle, so its time says nothing.
            let whole = found.len() as f64;
            if run.is_well && !run.was_ended && !found.is_empty() {
                all.push((run.cpu_ms - start).max(0.0) / whole);
                with_start.push(run.cpu_ms / whole);
            }
            cost.all_empties.extend(found);
            if run.was_ended {
                break;
            }
        }
        cost.puzzles = cost.all_empties.len();
        cost.empties = median(cost.all_empties.iter().map(|count| *count as f64).collect());
        if let Some(most) = cost.all_empties.iter().max() {
            let entry = self.most_empties.entry(puzzle.join(" ")).or_default();
            *entry = (*entry).max(*most);
        }
        (cost.ms, cost.with_start_ms) = (median(all), median(with_start));
        cost
    }

    /// Returns what a line of output costs a peer, whole processes; `None`, and a remark, where the
    /// peer is not there. `{count}` and `{seed}` in the arguments are filled in.
    pub(crate) fn peer(&mut self, name: &str, arguments: &[&str], plan: Plan) -> Option<f64> {
        let program = self.peer_program(name)?;
        let mut figures = Vec::new();
        for seed in 1..=plan.runs {
            let fill = |text: &&str| {
                let text = text.replace("{count}", &plan.puzzles.to_string());
                text.replace("{seed}", &seed.to_string())
            };
            let arguments: Vec<String> = arguments.iter().map(fill).collect();
            let run = measure(&program, &arguments, "", self.guard(plan.seconds)?)?;
            let lines = run.stdout.lines().count();
            if run.is_well && !run.was_ended && lines > 0 {
                figures.push(run.cpu_ms / lines as f64);
            }
        }
        let found = median(figures);
        if found.is_none() {
            self.skip(format!("{name}: no result in {} s", plan.seconds));
        }
        found
    }

    /// Returns the lines that a peer prints for full boards of puzgen, which it is given.
    pub(crate) fn peer_on_boards(
        &mut self,
        name: &str,
        arguments: &[&str],
        puzzle: &[&str],
        plan: Plan,
    ) -> Vec<String> {
        let Some(program) = self.peer_program(name) else { return Vec::new() };
        let boards: Vec<&str> = puzzle.iter().copied().chain(["--until", "empties=0"]).collect();
        let Some(boards) = self.run(&boards, plan.puzzles, 1, 1, 60) else { return Vec::new() };
        let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
        let Some(guard) = self.guard(plan.seconds) else { return Vec::new() };
        let run = measure(&program, &arguments, &boards.stdout, guard).unwrap_or_default();
        let lines: Vec<String> = run.stdout.lines().map(str::to_owned).collect();
        if lines.is_empty() {
            self.skip(format!("{name} {}: no result in {} s", arguments.join(" "), plan.seconds));
        }
        lines
    }

    fn peer_program(&mut self, name: &str) -> Option<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".deps/peers/bin").join(name);
        if path.exists() {
            return Some(path.display().to_string());
        }
        self.skip(format!("{name}: it could not be had (.ci/setup-peers says why)"));
        None
    }

    /// Notes what was left out.
    pub(crate) fn skip(&mut self, what: String) {
        if !self.skipped.contains(&what) {
            self.skipped.push(what);
        }
    }

    /// Returns the cost of other commands: whole processes, the median of eleven.
    pub(crate) fn command(&mut self, arguments: &[&str]) -> Option<f64> {
        let runs = (0..11).filter_map(|_| self.measure_puzgen(arguments, 10));
        median(runs.filter(|run| run.is_well).map(|run| run.cpu_ms).collect())
    }
}

/// Returns milliseconds as people read them.
pub(crate) fn show_ms(ms: Option<f64>) -> String {
    match ms {
        None => "–".to_owned(),
        Some(ms) if ms >= 10_000.0 => format!("{:.0} s", ms / 1e3),
        Some(ms) if ms >= 1_000.0 => format!("{:.1} s", ms / 1e3),
        Some(ms) if ms >= 100.0 => format!("{ms:.0} ms"),
        Some(ms) if ms >= 10.0 => format!("{ms:.1} ms"),
        Some(ms) => format!("{ms:.2} ms"),
    }
}

/// Returns how many times as long the first takes.
pub(crate) fn show_ratio(theirs: Option<f64>, ours: Option<f64>) -> String {
    match theirs.zip(ours) {
        Some((theirs, ours)) if ours > 0.0 => {
            let ratio = theirs / ours;
            if ratio >= 10.0 { format!("{ratio:.0}") } else { format!("{ratio:.2}") }
        }
        _ => "–".to_owned(),
    }
}
