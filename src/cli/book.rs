//! `puzgen book`, and documents of `puzgen run`: puzzles are made as in any run, and set in pages.

use std::collections::{BTreeMap, btree_map};
use std::io::IsTerminal as _;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use clap::{Args, Parser};

use crate::choices::document_help;
use crate::drawing::SheetArgs;
use crate::excluded::{Excluded, Form, Forms};
use crate::input::{drawn_seed, jobs, read_text};
use crate::output::Console;
use crate::puzzles::{NextPuzzle, Puzzles, unsolved};
use crate::run::Run;
use crate::site_links::must_open;
use crate::stop::StopWatcher;
use crate::target::OutputPath;
use crate::{ExitStatus, Failure};
use puzgen_api::batch::{IndexEnd, IndexResult, Maker, Presented};
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::{FileId, Span};
use puzgen_board::shelf::Prepared;
use puzgen_book::plan::{ChapterPlan, Order, Plan, Setting};
use puzgen_book::{
    Book, Chapter, DOCUMENTS, Document, Entry, PAPERS, Paper, Setup, Words, document_named,
};
use puzgen_export::{Context, STYLES, Style};
use puzgen_model::definition::Definition;
use puzgen_model::eval::Scope;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;
use puzgen_puzzles as library;
use puzgen_vocabulary::lower::{Lowered, ReadyRef};

/// Make a book: chapters of puzzles, how to play, solutions
#[derive(Debug, Args)]
pub(super) struct MakeBook {
    /// The text of the book, in YAML: a path, or `-` for standard input
    book: String,
    /// Write to this file, or `-` for standard output; its ending says the form where `--format` does not
    #[arg(long, short, alias = "output", value_name = "FILE")]
    out: PathBuf,
    #[arg(long, short, help = document_help(), value_name = "NAME")]
    format: Option<String>,
    /// Make no puzzle that is in this file or bank, nor one that transforms make of it, nor one twice in the book
    #[arg(long, value_name = "FILE|BANK")]
    exclude: Option<String>,
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

/// A puzzle that was made for a document.
struct Kept {
    entry: Entry,
    /// What it has in common with others that are not to be there, too.
    form: Form,
}

impl Presented for Kept {
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

/// How puzzles are to be kept for a document.
#[derive(Clone, Copy)]
struct Wanted<'s> {
    style: Style,
    /// The site that links lead to, where it is not puzz.link.
    site: Option<&'s str>,
    /// Whether with what is to be filled in.
    is_quiz: bool,
    /// Whether solutions are worked, where the definition tells how.
    is_worked: bool,
}

/// What a run gave for a chapter.
struct Collected {
    title: String,
    rules: Vec<String>,
    entries: Vec<Vec<Entry>>,
    /// Those that were left out because they were there.
    again: Vec<Vec<Entry>>,
    /// The exit status.
    status: u8,
}

impl MakeBook {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let document = self.document()?;
        let target = OutputPath::of(&self.out)?;
        let (file, text) = read_text(console, &self.book)?;
        let plan = Plan::read(&text, file)?;
        let style = plan.style(file)?;
        console.language = console.language.take().or(plan.language.clone());
        let stop = StopWatcher::watch(self.timeout)?;
        let what = Wanted {
            style,
            site: plan.site.as_deref(),
            is_quiz: document.is_quiz(),
            is_worked: plan.solutions.are_worked(),
        };
        let mut chapters = Vec::new();
        let mut status = 0;
        let mut known = BTreeMap::new();
        let places = chapter_places(&text, file, plan.chapters.len());
        for (chapter, span) in plan.chapters.iter().zip(places) {
            let made = self.chapter(console, &plan, chapter, (&stop, what), &mut known);
            let (made, ended) = made.map_err(|failure| failure.within(span, "in this chapter"))?;
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
            has_flow: plan.flow,
            has_name_line: plan.name_line,
            has_solutions: plan.solutions.are_printed(),
            has_codes: plan.codes,
        };
        let bytes = document.write(&Book { setup, words: words(console), chapters })?;
        target.write(console, &bytes)?;
        Ok(status)
    }

    fn document(&self) -> Result<&'static dyn Document, Problem> {
        let ending = self.out.extension().map(|ending| ending.to_string_lossy().into_owned());
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

    /// Returns where a chapter's definition is: beside the book, or a built-in name.
    fn path(&self, puzzle: &str) -> String {
        let folder = Path::new(&self.book).parent().filter(|_| self.book != "-");
        let beside = folder.map(|folder| folder.join(puzzle));
        match beside {
            Some(path) if path.exists() || library::text(puzzle).is_none() => {
                path.display().to_string()
            }
            _ => puzzle.to_owned(),
        }
    }

    fn chapter(
        &self,
        console: &mut Console,
        plan: &Plan,
        chapter: &ChapterPlan,
        (stop, what): (&StopWatcher, Wanted<'_>),
        known: &mut BTreeMap<String, Excluded>,
    ) -> Result<(Chapter, u8), Failure> {
        // One more than asked for, as the example.
        let own = if plan.fresh { plan.versions } else { 1 };
        let count = chapter.count * own as u64 + u64::from(chapter.rules);
        let seed = chapter.seed.unwrap_or(plan.seed);
        let mut words = vec!["run".to_owned(), self.path(&chapter.puzzle)];
        words.extend([format!("--count={count}"), format!("--seed={seed}")]);
        words.push(format!("--versions={}", plan.versions / own));
        words.extend(self.exclude.as_ref().map(|file| format!("--exclude={file}")));
        words.extend(chapter.level.as_ref().map(|level| format!("--level={level}")));
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
        let mut collected = alone.run.collect(console, stop, seed, what, known)?;
        let example = match chapter.rules {
            true => collected.entries.pop().and_then(|mut versions| versions.drain(..).next()),
            false => None,
        };
        if chapter.order == Order::Score {
            collected.entries.sort_by(|a, b| difficulty(a).total_cmp(&difficulty(b)));
        }
        if plan.fresh {
            collected.entries = dealt(collected.entries, chapter.count as usize);
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

/// Deals puzzles out to versions: each of so many numbers has one in every version.
fn dealt(entries: Vec<Vec<Entry>>, count: usize) -> Vec<Vec<Entry>> {
    let mut numbers: Vec<Vec<Entry>> = (0..count).map(|_| Vec::new()).collect();
    for (position, entry) in entries.into_iter().flatten().enumerate() {
        numbers[position % count].push(entry);
    }
    numbers
}

/// Returns where the chapters of a book are told, by the word that each has; the whole text where that is not
/// clear.
fn chapter_places(text: &str, file: FileId, count: usize) -> Vec<Span> {
    const WORD: &str = "puzzle:";
    let is_start = |at: &usize| {
        let before = text[..*at].rsplit('\n').next().unwrap_or_default();
        let last = before.trim_end().chars().last();
        !before.contains('#') && matches!(last, None | Some('-' | '{' | ','))
    };
    let found: Vec<usize> = text.match_indices(WORD).map(|(at, _)| at).filter(is_start).collect();
    if found.len() != count {
        return vec![Span::new(file, 0, 0); count];
    }
    let span = |at: usize| {
        let end = text[at..].find(['\n', ',', '}']).map_or(text.len(), |length| at + length);
        Span::new(file, at, end)
    };
    found.into_iter().map(span).collect()
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
        if self.out.is_none() && std::io::stdout().is_terminal() {
            return refused("a document goes to a file or a pipe", "name a file: `--out FILE`");
        }
        if self.resume || self.all_steps || self.transforms > 0 {
            let message = "a document is made in one go, of final puzzles";
            return refused(message, "leave `--resume`, `--all-steps` and `--transforms` out");
        }
        if self.links {
            return refused("`--links` is for text", "`--codes` prints QR codes with links");
        }
        if document.is_quiz() {
            self.sheet.must_fit_quizzes(document.name())?;
        }
        let target = self.out.as_deref().map_or(Ok(OutputPath::Console), OutputPath::of)?;
        self.sheet.must_link(self.sheet.codes)?;
        let style = self.drawing.any_style()?;
        let site = self.sheet.site.as_deref();
        let is_worked = self.sheet.worked;
        let what = Wanted { style, site, is_quiz: document.is_quiz(), is_worked };
        let stop = StopWatcher::watch(self.engine.timeout)?;
        let seed = self.seed.unwrap_or_else(drawn_seed);
        if self.seed.is_none() {
            console.remark(&format!("seed {seed}"));
        }
        let mut collected = self.collect(console, &stop, seed, what, &mut BTreeMap::new())?;
        if self.sheet.fresh {
            collected.entries = dealt(collected.entries, self.count as usize);
        }
        let chapter = Chapter {
            title: self.sheet.title.clone().unwrap_or_else(|| collected.title.clone()),
            rules: if what.is_quiz { collected.rules } else { Vec::new() },
            example: None,
            per_page: self.sheet.per_page.map(Into::into),
            entries: collected.entries,
        };
        let setup = setup(&self.sheet, &chapter.title, style)?;
        let bytes =
            document.write(&Book { setup, words: words(console), chapters: vec![chapter] })?;
        target.write(console, &bytes)?;
        Ok(collected.status)
    }

    /// Makes all puzzles and keeps them as they are printed in books.
    fn collect(
        &self,
        console: &mut Console,
        stop: &StopWatcher,
        seed: u64,
        what: Wanted<'_>,
        known: &mut BTreeMap<String, Excluded>,
    ) -> Result<Collected, Failure> {
        let budget = Budget::new(None, stop.flag.clone());
        if what.site.is_some() {
            let definition = self.definition.load(console)?;
            must_open(console, what.site, &definition)?;
        }
        let excluded = self.excluded(console, known, &budget)?;
        self.prepared(console, stop, true, |console, prepared| {
            let first = ReadyRef { instance: prepared.instance, lowered: prepared.lowered };
            let definition = first.instance.definition;
            // Without `--exclude`, only what shows the very same is no other puzzle.
            let forms = self.sheet.exclude.as_ref().map(|_| Forms::new(first, &budget));
            let present = |ready: ReadyRef<'_>, puzzle: &GeneratedPuzzle| {
                let ReadyRef { instance, lowered } = ready;
                let context = Context::new(instance, &lowered.fact_domains, false);
                let told = puzzle.values_told();
                let form = match &forms {
                    Some(forms) => forms.of(ready, told, &budget),
                    None => (instance.key(), told),
                };
                Ok(Kept { entry: entry(&context, lowered, puzzle, what)?, form })
            };
            let steps = self.engine.budget;
            let maker = Maker {
                source: prepared.source,
                present: &present,
                seed,
                steps,
                stop: &stop.flag,
                jobs: jobs(self.jobs),
            };
            let mut collected = Collected {
                title: definition.title.clone().unwrap_or_else(|| definition.name.clone()),
                rules: told_rules(first.instance),
                entries: Vec::new(),
                again: Vec::new(),
                status: 0,
            };
            let count = self.count * self.sheet.own_puzzles() as u64;
            let mut indexes = 0..count;
            for _ in 0..MOST_ROUNDS {
                let made = self.gather(
                    console,
                    &maker,
                    (indexes.clone(), stop),
                    &mut |status, puzzles| {
                        collected.take(status, puzzles, excluded);
                    },
                )?;
                if made < indexes.end - indexes.start {
                    return Err(unfinished(console, stop, (indexes.start + made, count)));
                }
                // As many more as were left out.
                let missing = count - collected.entries.len() as u64;
                if missing == 0 {
                    return Ok(collected);
                }
                indexes = indexes.end..indexes.end + missing;
            }
            let found = collected.entries.len();
            if self.sheet.exclude.is_none() {
                console.remark(&format!(
                    "only {found} of {count} puzzles differ: some stand there again"
                ));
                collected.repeat(count as usize);
                return Ok(collected);
            }
            let message = format!("only {found} of {count} puzzles are new");
            Err(Problem::bare(Code::GaveUp, message)
                .help("exclude fewer, or take another size or seed")
                .into())
        })
    }

    /// Makes the puzzles of these indexes; returns how many were made.
    fn gather(
        &self,
        console: &mut Console,
        maker: &Maker<'_, '_, Kept>,
        (indexes, stop): (Range<u64>, &StopWatcher),
        keep: &mut dyn FnMut(u8, Vec<Kept>),
    ) -> Result<u64, Failure> {
        let mut made = 0;
        let take = |_, result: IndexResult<Kept>| {
            let IndexResult { puzzles, totals, end } = result;
            made += 1;
            keep(totals.status, puzzles);
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
        match jobs(self.jobs).in_order(indexes, &stop.flag, || maker.worker(), take)? {
            // The last one was not finished.
            Some(_) if stop.flag.is_set() => Ok(made - 1),
            Some(failure) => Err(failure),
            None => Ok(made),
        }
    }

    /// Returns the puzzles that are not to be made again: those of a file, if there is one, and of a book those of chapters
    /// before.
    fn excluded<'k>(
        &self,
        console: &mut Console,
        known: &'k mut BTreeMap<String, Excluded>,
        budget: &Budget,
    ) -> Result<&'k mut Excluded, Failure> {
        // Other parameters are other puzzles.
        let what = format!("{} {:?}", self.definition.file, self.definition.settings);
        Ok(match (known.entry(what), &self.sheet.exclude) {
            (btree_map::Entry::Occupied(entry), _) => entry.into_mut(),
            (btree_map::Entry::Vacant(entry), None) => entry.insert(Excluded::default()),
            (btree_map::Entry::Vacant(entry), Some(file)) => {
                let definition = self.definition.load(console)?;
                let settings = self.definition.settings(console)?;
                entry.insert(Excluded::read(console, file, &definition, settings, budget)?)
            }
        })
    }
}

/// How often puzzles are made in place of those that were left out.
const MOST_ROUNDS: usize = 20;

impl Collected {
    /// Keeps a puzzle in its versions, unless it is excluded.
    fn take(&mut self, status: u8, puzzles: Vec<Kept>, excluded: &mut Excluded) {
        self.status = self.status.max(status);
        let form = puzzles.first().map(|kept| kept.form.clone());
        let is_new = form.is_none_or(|form| excluded.is_new(form));
        let entry = puzzles.into_iter().map(|kept| kept.entry).collect();
        if is_new { self.entries.push(entry) } else { self.again.push(entry) }
    }

    /// Fills up with what was left out.
    fn repeat(&mut self, count: usize) {
        let missing = count.saturating_sub(self.entries.len());
        self.entries.extend(self.again.drain(..).take(missing));
    }
}

/// Says that not all puzzles were made.
fn unfinished(console: &mut Console, stop: &StopWatcher, (made, count): (u64, u64)) -> Failure {
    if stop.was_interrupted() {
        console.remark(&format!("stopped: {made} of {count} puzzles are made, and no document"));
        return Failure::Problems(Diagnostics::new(), 3);
    }
    let message = "the document is not made: the time is over";
    Problem::bare(Code::GaveUp, message).help("give more by `--timeout`").into()
}

/// A document of puzzles that were given.
pub(super) struct Converted<'a> {
    pub(super) document: &'static dyn Document,
    pub(super) sheet: &'a SheetArgs,
    pub(super) definition: &'a Definition,
}

impl Converted<'_> {
    /// Returns the document. Answers are those that come with the puzzles.
    pub(super) fn bytes(
        &self,
        console: &mut Console,
        mut puzzles: Puzzles<'_, '_>,
    ) -> Result<Vec<u8>, Failure> {
        let Self { document, sheet, definition } = self;
        if sheet.versions.is_some() {
            let problem = Problem::bare(Code::Usage, "`convert` makes no versions");
            return Err(problem.help("`puzgen run --from FILE --versions 2` does").into());
        }
        if document.is_quiz() {
            sheet.must_fit_quizzes(document.name())?;
        }
        sheet.must_link(sheet.codes)?;
        let (style, site) = (STYLES[0], sheet.site.as_deref());
        must_open(console, site, definition)?;
        let (mut entries, mut rules) = (Vec::new(), Vec::new());
        while let Some(NextPuzzle { read, .. }) = puzzles.next(console)? {
            let board = read?;
            let Prepared { instance, lowered, .. } = board.prepared;
            let puzzle = unsolved(&board, entries.len() as u64);
            // Quizzes say themselves what they lack.
            let must_have = !document.is_quiz() && !sheet.no_solutions;
            if must_have && puzzle.solutions.is_empty() {
                let message = format!("the solution of puzzle {} is not told", entries.len() + 1);
                let help =
                    "give puzzles with their answers, or leave solutions out: `--no-solutions`";
                return Err(Problem::bare(Code::Usage, message).help(help).into());
            }
            let context = Context::new(instance, &lowered.fact_domains, false);
            let is_worked = sheet.worked;
            let what = Wanted { style, site, is_quiz: document.is_quiz(), is_worked };
            entries.push(vec![entry(&context, lowered, &puzzle, what)?]);
            rules = told_rules(instance);
        }
        if entries.is_empty() {
            return Err(puzzles.none().into());
        }
        let own = definition.title.clone().unwrap_or_else(|| definition.name.clone());
        let chapter = Chapter {
            title: sheet.title.clone().unwrap_or(own),
            rules: if document.is_quiz() { rules } else { Vec::new() },
            example: None,
            per_page: sheet.per_page.map(Into::into),
            entries,
        };
        let setup = setup(sheet, &chapter.title, style)?;
        Ok(document.write(&Book { setup, words: words(console), chapters: vec![chapter] })?)
    }
}

/// Returns a puzzle as a document has it.
fn entry(
    context: &Context<'_>,
    lowered: &Lowered,
    puzzle: &GeneratedPuzzle,
    what: Wanted<'_>,
) -> Result<Entry, Problem> {
    let context = Context { style: what.style, ..*context };
    match what.is_quiz {
        true => Entry::asked(&context, lowered, puzzle),
        false => Entry::new(&context, puzzle, what.site, what.is_worked),
    }
}

/// Returns how to play, where the definition tells it.
fn told_rules(instance: &Instance<'_>) -> Vec<String> {
    let about = instance.definition.about.as_ref();
    about.map(|about| Scope::new(instance).fill_where(about, &|_| true)).into_iter().collect()
}

/// Returns the words of the language that was asked for.
fn words(console: &Console) -> &'static Words {
    Words::in_language(console.language.as_deref())
}

/// Returns what is printed beside the puzzles of a sheet.
fn setup(sheet: &SheetArgs, title: &str, style: Style) -> Result<Setup, Problem> {
    Ok(Setup {
        title: title.to_owned(),
        subtitle: String::new(),
        author: String::new(),
        paper: paper(sheet)?,
        style,
        has_front: false,
        has_flow: false,
        has_name_line: sheet.name_line,
        has_solutions: !sheet.no_solutions,
        has_codes: sheet.codes,
    })
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
