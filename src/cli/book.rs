//! `puzgen book`, and documents of `puzgen run`: puzzles are made as in any run, and set in pages.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, Parser};

use crate::batch::{IndexEnd, IndexResult, Maker, Presented};
use crate::book::plan::{ChapterPlan, Order, Plan, Setting};
use crate::book::{
    Book, Chapter, DOCUMENTS, Document, Entry, PAPERS, Paper, Setup, document_named,
};
use crate::cli::drawing::SheetArgs;
use crate::cli::input::{drawn_seed, read_text, threads};
use crate::cli::output::Console;
use crate::cli::run::Run;
use crate::cli::stop::StopWatcher;
use crate::cli::target::OutputPath;
use crate::cli::{ExitStatus, Failure};
use crate::diagnostics::{Code, Problem};
use crate::export::{Context, Style};
use crate::generate::GeneratedPuzzle;
use crate::jobs::in_order;
use crate::lower::Lowered;
use crate::model::eval::Scope;
use crate::model::instance::Instance;

/// Make a book: chapters of puzzles, how to play, solutions
#[derive(Debug, Args)]
pub(super) struct MakeBook {
    /// The text of the book, in YAML: a path, or `-` for standard input
    book: String,
    /// Write to this file; its ending says the form where `--format` does not
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// The form: pdf, html or latex
    #[arg(long, short, value_name = "NAME")]
    format: Option<String>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
}

/// The options of a run alone, with the defaults of the command line.
#[derive(Debug, Parser)]
struct RunAlone {
    #[command(flatten)]
    run: Run,
}

impl Presented for Entry {
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

/// What a run gave for a chapter.
struct Collected {
    title: String,
    rules: Vec<String>,
    entries: Vec<Vec<Entry>>,
    /// The exit status.
    status: u8,
}

impl MakeBook {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let document = self.document()?;
        let target = OutputPath::of(&self.output)?;
        let (file, text) = read_text(console, &self.book)?;
        let plan = Plan::read(&text, file)?;
        let style = plan.style(file)?;
        let mut chapters = Vec::new();
        let mut status = 0;
        for chapter in &plan.chapters {
            let (made, ended) = self.chapter(console, &plan, chapter, style)?;
            status = status.max(ended);
            chapters.push(made);
        }
        let setup = Setup {
            title: plan.title.clone(),
            subtitle: plan.subtitle.clone(),
            author: plan.author.clone(),
            paper: plan.paper(file)?,
            style,
            has_front: plan.front,
            has_name_line: plan.name_line,
            has_solutions: plan.solutions,
            has_codes: plan.codes,
        };
        let bytes = document.write(&Book { setup, chapters })?;
        target.write(console, &bytes)?;
        Ok(status)
    }

    fn document(&self) -> Result<&'static dyn Document, Problem> {
        let ending = self.output.extension().map(|ending| ending.to_string_lossy().into_owned());
        let found = match &self.format {
            Some(name) => document_named(name),
            None => DOCUMENTS.iter().copied().find(|it| Some(it.extension()) == ending.as_deref()),
        };
        found.ok_or_else(|| {
            let names: Vec<&str> = DOCUMENTS.iter().map(|document| document.name()).collect();
            let message = "no form of books is asked for";
            Problem::bare(Code::Usage, message).help(format!("use one of {}", names.join(", ")))
        })
    }

    fn chapter(
        &self,
        console: &mut Console,
        plan: &Plan,
        chapter: &ChapterPlan,
        style: Style,
    ) -> Result<(Chapter, u8), Failure> {
        // One more than asked for, as the example.
        let count = chapter.count + u64::from(chapter.rules);
        let seed = chapter.seed.unwrap_or(plan.seed);
        let mut words = vec!["run".to_owned(), chapter.puzzle.clone()];
        words.extend([format!("--count={count}"), format!("--seed={seed}")]);
        words.push(format!("--versions={}", plan.versions));
        words.extend(chapter.level.as_ref().map(|level| format!("--level={level}")));
        words.extend(self.timeout.map(|seconds| format!("--timeout={seconds}")));
        for (name, value) in &chapter.set {
            let value = match value {
                Setting::Number(number) => number.to_string(),
                Setting::Word(word) => word.clone(),
            };
            words.push(format!("--set={name}={value}"));
        }
        let alone = RunAlone::try_parse_from(words).map_err(|told| {
            Problem::bare(Code::Usage, format!("chapter `{}`: {told}", chapter.puzzle))
        })?;
        let stop = StopWatcher::watch(self.timeout)?;
        let mut collected = alone.run.collect(console, &stop, seed, style)?;
        let example = match chapter.rules {
            true => collected.entries.pop().and_then(|mut versions| versions.drain(..).next()),
            false => None,
        };
        if chapter.order == Order::Score {
            collected.entries.sort_by(|a, b| difficulty(a).total_cmp(&difficulty(b)));
        }
        let made = Chapter {
            title: chapter.title.clone().unwrap_or(collected.title),
            rules: if chapter.rules { collected.rules } else { Vec::new() },
            example,
            per_page: chapter.per_page,
            entries: collected.entries,
        };
        Ok((made, collected.status))
    }
}

/// Returns how hard a puzzle is: its level decides, and within a level the score.
fn difficulty(versions: &[Entry]) -> f64 {
    let Some(entry) = versions.first() else { return 0.0 };
    let level = entry.level.as_ref().map_or(0, |level| level.number);
    let score = entry.score.unwrap_or(0.0);
    // A share below one, which rises with the score.
    level as f64 + score / (score + 1.0)
}

impl Run {
    /// Makes all puzzles and writes them as one document.
    pub(super) fn document(&self, console: &mut Console, document: &dyn Document) -> ExitStatus {
        let refused = |message: &str, help: &str| {
            Err(Problem::bare(Code::Usage, message).help(help.to_owned()).into())
        };
        let Some(out) = &self.out else {
            return refused("a document goes to a file", "name it: `--out FILE`");
        };
        if self.resume || self.all_steps || self.transforms > 0 {
            let message = "a document is made in one go, of final puzzles";
            return refused(message, "leave `--resume`, `--all-steps` and `--transforms` out");
        }
        let target = OutputPath::of(out)?;
        let style = self.drawing.any_style()?;
        let paper = paper(&self.sheet)?;
        let stop = StopWatcher::watch(self.engine.timeout)?;
        let seed = self.seed.unwrap_or_else(drawn_seed);
        if self.seed.is_none() {
            console.remark(&format!("seed {seed}"));
        }
        let collected = self.collect(console, &stop, seed, style)?;
        let chapter = Chapter {
            title: self.sheet.title.clone().unwrap_or_else(|| collected.title.clone()),
            rules: Vec::new(),
            example: None,
            per_page: self.sheet.per_page.map(Into::into),
            entries: collected.entries,
        };
        let setup = Setup {
            title: chapter.title.clone(),
            subtitle: String::new(),
            author: String::new(),
            paper,
            style,
            has_front: false,
            has_name_line: self.sheet.name_line,
            has_solutions: !self.sheet.no_solutions,
            has_codes: self.sheet.codes,
        };
        let bytes = document.write(&Book { setup, chapters: vec![chapter] })?;
        target.write(console, &bytes)?;
        Ok(collected.status)
    }

    /// Makes all puzzles and keeps them as they are printed in books.
    fn collect(
        &self,
        console: &mut Console,
        stop: &StopWatcher,
        seed: u64,
        style: Style,
    ) -> Result<Collected, Failure> {
        self.prepared(console, stop, true, |console, prepared| {
            let definition = prepared.instance.definition;
            let title = definition.title.clone().unwrap_or_else(|| definition.name.clone());
            let about = definition.about.as_ref();
            let rules =
                about.map(|about| Scope::new(prepared.instance).fill_where(about, &|_| true));
            let present = |(instance, lowered): (&Instance<'_>, &Lowered),
                           puzzle: &GeneratedPuzzle| {
                let context = Context::new(instance, &lowered.fact_domains, false);
                Entry::new(&Context { style, ..context }, puzzle)
            };
            let steps = self.engine.budget;
            let maker =
                Maker { source: prepared.source, present: &present, seed, steps, stop: &stop.flag };
            let mut collected = Collected {
                title,
                rules: rules.into_iter().collect(),
                entries: Vec::new(),
                status: 0,
            };
            let take = |_, made: IndexResult<Entry>| {
                let IndexResult { puzzles, totals, end } = made;
                collected.status = collected.status.max(totals.status);
                collected.entries.push(puzzles);
                match end {
                    IndexEnd::Finished(remarks) => {
                        console.problems(remarks);
                        ControlFlow::Continue(())
                    }
                    IndexEnd::Unfinished(problems) | IndexEnd::Fault(problems) => {
                        ControlFlow::Break(Failure::from(problems))
                    }
                }
            };
            let broken =
                in_order(0..self.count, threads(self.jobs), &stop.flag, || maker.worker(), take)?;
            match broken {
                Some(failure) => Err(failure),
                None if (collected.entries.len() as u64) < self.count => {
                    let message = "the document is not made: the time is over";
                    Err(Problem::bare(Code::GaveUp, message)
                        .help("give more by `--timeout`")
                        .into())
                }
                None => Ok(collected),
            }
        })
    }
}

fn paper(sheet: &SheetArgs) -> Result<&'static Paper, Problem> {
    let name = sheet.paper.as_deref().unwrap_or(PAPERS[0].name);
    Paper::named(name).ok_or_else(|| {
        let names: Vec<&str> = PAPERS.iter().map(|paper| paper.name).collect();
        Problem::bare(Code::Usage, format!("there is no paper `{name}`"))
            .help(format!("use one of {}", names.join(", ")))
            .did_you_mean(name, names)
    })
}
