//! `puzgen run`: generates.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::choices::{pair_help, run_form_help, symmetry_help};
use crate::drawing::{DrawingArgs, SheetArgs};
use crate::host::engines;
use crate::input::{drawn_seed, format_named, jobs, must_hold, parse_bounds, read_board};
use crate::journal::{Identity, SCHEMA, hash};
use crate::output::Console;
use crate::pair::parse_pair;
use crate::position::one_from_stdin;
use crate::screen::Form;
use crate::shard::{self, Completed, Shard, ShardFile, ShardLines, ShardState};
use crate::sink::{ClaimedDestination, Destination, FileNames, LeftBehind};
use crate::site_links::must_open;
use crate::stop::StopWatcher;
use crate::until::parse_until;
use crate::work::RunWriter;
use crate::{DefinitionArgs, EngineArgs, ExitStatus, Failure};
use puzgen_api::batch::{Bank, Maker, Present, PuzzleSource, RunTotals, symmetries_named};
use puzgen_api::examine::{beyond_sizes, without_score};
use puzgen_api::jumble::proved_equivalents;
use puzgen_api::{Limits, Request};
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_board::layouts::{has_header, in_blocks, in_board};
use puzgen_board::read::BoardText;
#[cfg(feature = "book")]
use puzgen_book::document_named;
use puzgen_export::{Context, Format};
use puzgen_generate::{Options, UntilTarget, any_instance};
use puzgen_model::definition::Definition;
use puzgen_model::expr::LayoutId;
use puzgen_model::frame::Frame;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::{Instance, Setting};
use puzgen_solve::prove::Equivalents;
use puzgen_vocabulary::lower::{Lowered, Ready, ReadyRef};

/// Generate puzzles
#[derive(Debug, Args)]
pub(super) struct Run {
    #[command(flatten)]
    pub(super) definition: DefinitionArgs,
    /// How many puzzles
    #[arg(long, short = 'n', default_value_t = 1)]
    pub(super) count: u64,
    /// The seed; without one it is drawn and printed
    #[arg(long)]
    pub(super) seed: Option<u64>,
    /// Stop removing where a feature has this value: `empties=50`, `givens<=30`
    #[arg(long, value_name = "FEATURE=N")]
    until: Option<String>,
    /// How many solutions a puzzle may have: a number, or `A..B` with both ends included
    #[arg(long, value_name = "N|A..B")]
    solutions: Option<String>,
    #[arg(long, help = symmetry_help(), value_name = "NAME", value_delimiter = ',', conflicts_with = "from")]
    symmetry: Vec<String>,
    /// The level that every puzzle is to have, such as `easy`
    #[arg(long, value_name = "NAME", conflicts_with_all = ["until", "solutions", "all_steps"])]
    pub(super) level: Option<String>,
    /// Make them from a bank of puzzles, one a line or JSON: brought to the level, then jumbled
    #[arg(
        long,
        value_name = "BANK",
        conflicts_with_all = ["until", "solutions", "all_steps", "transforms"]
    )]
    from: Option<String>,
    /// Make all of them on this layout: a path, `-` for standard input, or the rows themselves
    #[arg(long, value_name = "LAYOUT")]
    layout: Option<String>,
    #[arg(long, help = pair_help(), value_name = "A,B")]
    verify: Option<String>,
    /// Emit every board on the way, as the 2014 paper does
    #[arg(long)]
    pub(super) all_steps: bool,
    /// Print so many variants of each puzzle after it: the same puzzle under proved transforms
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(super) transforms: usize,
    /// Show the answers, too, where the format leaves them out
    #[arg(long)]
    pub(super) answers: bool,
    #[arg(long, short, help = run_form_help(), value_name = "NAME")]
    pub(super) format: Option<String>,
    /// Write the address of each puzzle at puzz.link below its text, as a remark
    #[arg(long)]
    pub(super) links: bool,
    #[command(flatten)]
    pub(super) drawing: DrawingArgs,
    #[command(flatten)]
    pub(super) sheet: SheetArgs,
    /// Write to a file, which is FILE.part until the run is complete; or to a folder (one that is
    /// there, or a name that ends in `/`), a file for each puzzle
    #[arg(long, short, value_name = "FILE|FOLDER/")]
    pub(super) out: Option<PathBuf>,
    /// Go on with a run that was stopped, or with a complete one that is to have more puzzles
    #[arg(long, requires = "out")]
    pub(super) resume: bool,
    /// Make one of K parts alone, the puzzles whose number leaves the remainder I, from 0 to K - 1, and go on with it
    /// where it was stopped; `auto` asks the scheduler, and `auto/K` asks it for I. `puzgen merge` joins them
    #[arg(long, value_name = "I/K", requires_all = ["out", "seed"], conflicts_with_all = ["transforms", "links"])]
    shard: Option<String>,
    /// How many threads; the result is the same [default: one for each core]
    #[arg(long, short, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,
    /// Print what it took to standard error
    #[arg(long)]
    pub(super) stats: bool,
    #[command(flatten)]
    pub(super) engine: EngineArgs,
}

/// All that a run is made from.
pub(super) struct Prepared<'a> {
    pub(super) source: PuzzleSource<'a>,
    pub(super) instance: &'a Instance<'a>,
    pub(super) lowered: &'a Lowered,
    options: Options,
    texts: TextHashes,
}

/// Hashes of the texts that decide the bytes of a run.
pub(super) struct TextHashes {
    definition: String,
    bank: Option<String>,
    layout: Option<String>,
}

/// A run that has its destination for itself.
struct Begun {
    claim: ClaimedDestination,
    identity: Identity,
    names: FileNames,
}

/// How a run ended.
struct Made {
    status: u8,
    totals: RunTotals,
    /// How many indexes it made itself.
    made: u64,
    is_complete: bool,
}

impl Run {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        #[cfg(feature = "book")]
        if let Some(document) = self.format.as_deref().and_then(document_named) {
            return self.document(console, document);
        }
        self.sheet.must_be_unused()?;
        self.sheet.must_link(self.links)?;
        if self.sheet.site.is_some() {
            let definition = self.definition.load(console)?;
            must_open(console, self.sheet.site.as_deref(), &definition)?;
        }
        let stop = StopWatcher::watch(self.engine.timeout)?;
        let shard = self.shard()?;
        let format = self.format.as_deref().or(shard.map(|_| shard::FORMAT));
        let form = Form::of(format, self.out.is_none(), &self.drawing)?;
        let form = form.with_links(self.links, self.sheet.site.as_deref())?;
        let format = form.format;
        self.prepared(console, &stop, format.shows_rating(), |console, prepared| {
            let Prepared { source, instance, lowered, options, texts } = prepared;
            if let Some(shard) = shard {
                let texts = (&options, &texts);
                return self.run_shard(
                    console,
                    shard,
                    ReadyRef { instance, lowered },
                    source,
                    texts,
                    &stop,
                );
            }
            let place = Destination::of(self.out.as_deref(), &console.read)?;
            let is_folder = place.is_folder();
            let is_one = (is_folder || self.count == 1) && self.transforms == 0 && !self.all_steps;
            must_hold(format, is_one)?;
            let identity =
                |seed| self.identity(instance, &options, &texts, (is_folder, format.name()), seed);
            let Some(begun) = self.begin(console, place, format, &identity, None)? else {
                if let Some(path) = &self.out {
                    console.remark(&format!("`{}` is complete", path.display()));
                }
                return Ok(0);
            };
            let with_answers = self.answers;
            let present = |ReadyRef { instance, lowered }: ReadyRef<'_>,
                           puzzle: &GeneratedPuzzle| {
                let context = Context::new(instance, &lowered.fact_domains, with_answers);
                form.print(&context, puzzle, false)
            };
            let separator = format.separator();
            let made = self.make(console, begun, source, (&present, separator), None, &stop)?;
            Ok(made.status)
        })
    }

    /// Returns the shard that is to be made, where it is not all.
    fn shard(&self) -> Result<Option<Shard>, Problem> {
        let Some(text) = &self.shard else { return Ok(None) };
        if let Some(format) = self.format.as_deref().filter(|name| *name != shard::FORMAT) {
            let message = format!("a shard is JSON lines, not `{format}`");
            return Err(Problem::bare(Code::Usage, message).help(
                "leave `--format` out; `puzgen convert` writes what was merged in any form",
            ));
        }
        Shard::parse(text, &|name| std::env::var(name).ok()).map(Some)
    }

    /// Makes a shard and says that it is complete.
    fn run_shard(
        &self,
        console: &mut Console,
        shard: Shard,
        problem: ReadyRef<'_>,
        source: PuzzleSource<'_>,
        (options, texts): (&Options, &TextHashes),
        stop: &StopWatcher,
    ) -> ExitStatus {
        let (instance, seed) = (problem.instance, self.seed.unwrap_or_default());
        let out = self.out.as_deref().unwrap_or(Path::new("."));
        let file = ShardFile::of(shard, out, (&instance.definition.name, seed))?;
        let identity = |seed| Identity {
            shard: Some(shard.to_string()),
            ..self.identity(instance, options, texts, (false, shard::FORMAT), seed)
        };
        let own = identity(seed);
        let format = format_named(shard::FORMAT)?;
        let is_complete = file.state(&own, self.count)? == ShardState::Complete;
        let begun = match is_complete {
            true => None,
            false => self.begin(console, file.destination(), format, &identity, Some(shard))?,
        };
        let Some(begun) = begun else {
            console.remark(&format!("shard {shard} is complete"));
            return Ok(0);
        };
        let lines = ShardLines::new(problem, stop);
        let present =
            |problem: ReadyRef<'_>, puzzle: &GeneratedPuzzle| Ok(lines.line(problem, puzzle));
        let made = self.make(console, begun, source, (&present, ""), Some(shard), stop)?;
        if made.is_complete {
            let Made { totals, made, .. } = &made;
            let (identity, count, made) = (&own, self.count, *made);
            file.complete(&Completed { instance, identity, count, totals, made })?;
        }
        Ok(made.status)
    }

    /// Prepares all that puzzles are made from, and hands it on.
    pub(super) fn prepared<T>(
        &self,
        console: &mut Console,
        stop: &StopWatcher,
        shows_rating: bool,
        then: impl FnOnce(&mut Console, Prepared<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let (from, layout) = (self.from.as_deref(), self.layout.as_deref());
        let files = [from.unwrap_or_default(), layout.unwrap_or_default()];
        one_from_stdin(&[&self.definition.file, files[0], files[1]])?;
        let mut definition = self.definition.load(console)?;
        definition.remove.symmetry = symmetries_named(&self.symmetry)?;
        let definition_hash = hash(console.sources.texts().map(str::as_bytes));
        let settings = self.definition.settings(console)?;
        let (Ready { instance, lowered }, layout) =
            self.ready(console, &definition, &settings, stop)?;
        let is_drawn = layout.is_none() && !definition.layouts.is_empty();
        let (request, until_at) = self.request(console, shows_rating, stop)?;
        let until_at = until_at.unwrap_or(definition.span);
        let options = request.options(&definition, &lowered.csp, engines(), until_at)?;
        if let Some(problem) = beyond_sizes(&instance) {
            console.problems(problem.into());
        }
        if shows_rating && let Some(problem) = without_score(&instance, &lowered) {
            console.problems(problem.into());
        }
        let engine = self.engine.engine(&lowered.csp)?;
        let equivalents = self.equivalents(&instance, &lowered, is_drawn, stop)?;
        let bank = self.bank(console, &instance, &lowered, stop)?;
        let texts = TextHashes {
            definition: definition_hash,
            bank: bank.as_ref().map(|(_, hash)| hash.clone()),
            layout,
        };
        let source = PuzzleSource::new(
            (&definition, &settings),
            ReadyRef { instance: &instance, lowered: &lowered },
            is_drawn,
            (engine, options.clone()),
            (equivalents.as_ref(), request.variants),
        )?;
        let source = source.from_bank(bank.as_ref().map(|(bank, _)| bank));
        let (instance, lowered) = (&instance, &lowered);
        then(console, Prepared { source, instance, lowered, options, texts })
    }

    /// Returns how many variants of each puzzle are made: those that are printed after it, or the versions of
    /// a document beside the first one.
    fn variants(&self) -> usize {
        self.sheet.variants().unwrap_or(self.transforms)
    }

    /// Says which run it is.
    fn identity(
        &self,
        instance: &Instance<'_>,
        options: &Options,
        texts: &TextHashes,
        (is_folder, format): (bool, &str),
        seed: u64,
    ) -> Identity {
        let params = instance.params().map(|(name, value)| (name.to_owned(), value.to_string()));
        let solutions = options.solutions;
        Identity {
            schema: SCHEMA.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            puzzle: instance.definition.name.clone(),
            definition: texts.definition.clone(),
            parameters: params.collect(),
            seed,
            format: format.to_owned(),
            style: self.drawing.named(),
            answers: self.answers,
            links: self.links,
            site: self.sheet.site.clone(),
            all_steps: self.all_steps,
            transforms: self.transforms,
            until: options.until.as_ref().map(describe),
            solutions: solutions.map(|it| format!("{}..{}", it.at_least, it.at_most)),
            symmetry: self.symmetry.clone(),
            level: self.level.clone(),
            bank: texts.bank.clone(),
            layout: texts.layout.clone(),
            engine: self.engine.engine.clone(),
            verify: self.verify.clone(),
            budget: self.engine.budget,
            is_folder,
            shard: None,
        }
    }

    /// Claims the destination; `None` where an earlier run left all that is asked for.
    fn begin(
        &self,
        console: &mut Console,
        place: Destination,
        format: &'static dyn Format,
        identity: &dyn Fn(u64) -> Identity,
        shard: Option<Shard>,
    ) -> Result<Option<Begun>, Failure> {
        let count = self.indexes(shard);
        let mut claim = place.claim(self.resume || shard.is_some())?;
        let left_seed = match &claim.left {
            LeftBehind::Complete(None) => return Ok(None),
            LeftBehind::Begun(past) | LeftBehind::Complete(Some(past)) => Some(past.identity.seed),
            LeftBehind::Nothing => None,
        };
        let seed = self.seed.or(left_seed).unwrap_or_else(drawn_seed);
        let identity = identity(seed);
        let names =
            FileNames { puzzle: identity.puzzle.clone(), seed, extension: format.extension() };
        if self.resume && !claim.is_begun() && claim.has_all(&names, count) {
            return Ok(None);
        }
        claim.leave_others_alone(&identity);
        claim.must_agree(&identity, count)?;
        if claim.is_complete(&names, count) {
            return Ok(None);
        }
        if self.seed.or(left_seed).is_none() {
            console.remark(&format!("seed {seed}"));
        }
        Ok(Some(Begun { claim, identity, names }))
    }

    /// Returns how many indexes are made: all, or those of a shard.
    fn indexes(&self, shard: Option<Shard>) -> u64 {
        shard.map_or(self.count, |shard| shard.indexes(self.count))
    }

    /// Makes the puzzles and writes them, with this between two of them. Of a shard, positions in it are counted.
    fn make(
        &self,
        console: &mut Console,
        begun: Begun,
        source: PuzzleSource<'_>,
        (present, separator): (&Present<'_, Vec<u8>>, &'static str),
        shard: Option<Shard>,
        stop: &StopWatcher,
    ) -> Result<Made, Failure> {
        let Begun { claim, identity, names } = begun;
        let (seed, steps, count) = (identity.seed, self.engine.budget, self.indexes(shard));
        let jobs = jobs(self.jobs);
        let maker = Maker { source, present, seed, steps, stop: &stop.flag, jobs };
        let is_one_file = !identity.is_folder;
        let (sink, past) = claim.open(&identity, names)?;
        let mut writer = RunWriter {
            sink,
            separator,
            is_one_file,
            stop,
            totals: RunTotals::default(),
            done: 0,
            count,
            bar: self.progress(console, count),
            console,
        };
        if let Some(past) = past {
            writer.go_on(&past);
        }
        stop.gate().last_words = writer.stopped();
        let before = writer.done;
        let take = |index, made| writer.take(index, made);
        let start = || {
            let mut worker = maker.worker();
            move |at| worker(shard.map_or(at, |shard| shard.index_at(at)))
        };
        let broken = jobs.in_order(before..count, &stop.flag, start, take)?;
        let done = writer.done;
        let (status, totals) = writer.end(broken)?;
        if self.stats {
            console.remark(&stats(&totals));
        }
        Ok(Made { status, totals, made: done - before, is_complete: done == count })
    }

    /// Returns an instance: on the layout that was given, with a hash of it; else on any.
    fn ready<'d>(
        &self,
        console: &mut Console,
        definition: &'d Definition,
        settings: &[Setting],
        stop: &StopWatcher,
    ) -> Result<(Ready<'d>, Option<String>), Failure> {
        let Some(layout) = &self.layout else {
            if self.from.is_some() && !definition.layouts.is_empty() {
                let message = "a bank needs one layout for all its puzzles";
                return Err(Problem::bare(Code::Usage, message)
                    .help("give it: `--layout FILE`")
                    .into());
            }
            let budget = Budget::new(self.engine.budget, stop.flag.clone());
            return Ok((any_instance(definition, settings, engines(), &budget)?, None));
        };
        let frame = Frame::new(definition, settings)?;
        let (file, text) = read_board(console, layout)?;
        let text = BoardText { text: &text, file, offset: 0 };
        let whole = Span::new(file, 0, 0);
        let layouts = match definition.layouts.as_slice() {
            [] => {
                let message = format!("`{}` has no layout", definition.name);
                return Err(Problem::bare(Code::Usage, message)
                    .help("leave `--layout` out")
                    .into());
            }
            [_] if !has_header(text.text) => {
                in_blocks(&frame, &[(LayoutId(0), text)], whole)?.by_rules(&frame)?
            }
            _ => in_board(&frame, text)?,
        };
        let ready = Ready::new(frame.complete(&layouts)?)?;
        Ok((ready, Some(hash([text.text.as_bytes()]))))
    }

    /// Returns what the transforms make of puzzles, where variants are asked for.
    fn equivalents<'a>(
        &self,
        instance: &'a Instance<'a>,
        lowered: &'a Lowered,
        is_drawn: bool,
        stop: &StopWatcher,
    ) -> Result<Option<Equivalents<'a>>, Failure> {
        if self.variants() == 0 {
            return Ok(None);
        }
        // Which transforms hold is found out for each layout that is drawn.
        if is_drawn && !instance.definition.transforms.is_empty() {
            return Ok(None);
        }
        let budget = Budget::new(None, stop.flag.clone());
        let proved = proved_equivalents(instance, lowered, engines(), budget);
        let name = &instance.definition.name;
        Ok(Some(proved.map_err(|problems| self.sheet.without_versions(name, problems))?))
    }

    /// Returns the bank, where puzzles come from one, with a hash of its text.
    fn bank<'a>(
        &self,
        console: &mut Console,
        instance: &'a Instance<'a>,
        lowered: &'a Lowered,
        stop: &StopWatcher,
    ) -> Result<Option<(Bank<'a>, String)>, Failure> {
        let Some(from) = &self.from else { return Ok(None) };
        let symmetry = match proved_equivalents(
            instance,
            lowered,
            engines(),
            Budget::new(None, stop.flag.clone()),
        ) {
            // All puzzles of a run have the same layout.
            Ok(equivalents) => Some(equivalents.symmetry),
            // A level can be reached without transforms: clues are added back.
            Err(_) if self.level.is_some() && instance.definition.transforms.is_empty() => None,
            Err(problems) => return Err(problems.into()),
        };
        let (file, text) = read_board(console, from)?;
        let named = (console.sources.name(file).to_owned(), file, text.as_str());
        let bank = Bank::new(named, instance, lowered, symmetry)?;
        Ok(Some((bank, hash([text.as_bytes()]))))
    }

    /// Returns what is asked for, with the span that `--until` has in the sources.
    fn request(
        &self,
        console: &mut Console,
        shows_rating: bool,
        stop: &StopWatcher,
    ) -> Result<(Request, Option<Span>), Failure> {
        let solutions = match &self.solutions {
            Some(text) => Some(parse_bounds(text, 1)?),
            None => None,
        };
        let (until, until_at) = match &self.until {
            Some(text) => {
                parse_until(console, text).map(|(until, span)| (Some(until), Some(span)))?
            }
            None => (None, None),
        };
        let request = Request {
            seed: self.seed.unwrap_or_default(),
            count: self.count,
            level: self.level.clone(),
            solutions: solutions.map(|bounds| (bounds.at_least, bounds.at_most)),
            until,
            symmetry: self.symmetry.clone(),
            variants: self.variants(),
            all_steps: self.all_steps,
            from_bank: self.from.is_some(),
            is_rated: shows_rating,
            verify: self.verify.as_deref().map(parse_pair).transpose()?,
            engine: self.engine.engine.clone(),
            limits: Limits { steps: self.engine.budget, stop: stop.flag.clone() },
            ..Request::default()
        };
        Ok((request, until_at))
    }

    fn progress(&self, console: &Console, count: u64) -> Option<ProgressBar> {
        if !console.may_draw() || count < 2 {
            return None;
        }
        let bar = ProgressBar::new(count);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} puzzles, {eta} left")
        {
            bar.set_style(style);
        }
        Some(bar)
    }
}

fn stats(totals: &RunTotals) -> String {
    let RunTotals { puzzles, refused, gave_up, redraws, repairs, .. } = totals;
    format!(
        "{puzzles} puzzles; {refused} removals refused, {gave_up} of them for lack of budget; \
         {redraws} boards drawn anew, {repairs} repaired in part"
    )
}

fn describe(target: &UntilTarget) -> String {
    format!("{} {:?} {}", target.name, target.op, target.number)
}
