//! `puzgen jumble`: random equivalent puzzles by proved transforms, without any solving.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::hash::{Hash, Hasher};

use clap::Args;
use sha2::{Digest as _, Sha256};

use crate::board::read::Input;
use crate::board::shelf::{Prepared, Shelf};
use crate::budget::Budget;
use crate::cli::choices::{form_help, forms};
use crate::cli::input::{drawn_seed, format_named, must_hold, proved_orbit};
use crate::cli::output::Console;
use crate::cli::position::one_from_stdin;
use crate::cli::puzzles::Puzzles;
use crate::cli::stop::Stop;
use crate::cli::{DefinitionArgs, Ended, Failure};
use crate::diagnostics::{Code, Problem};
use crate::export::{Context, Format, jumbled};
use crate::generate::{Puzzle, Variant};
use crate::model::puzzle::FactValue;
use crate::prove::{Orbit, Site};
use crate::rng::Rng;
use crate::source::Span;

/// How many members of a large group are tried for one puzzle.
const TRIES: usize = 100;

/// Prints a puzzle, of another instance where one is given.
type Print<'p> = dyn FnMut(&Puzzle, Option<&Site<'_>>) -> Result<(), Failure> + 'p;

/// Make equivalent puzzles by the transforms, without solving
#[derive(Debug, Args)]
pub(super) struct Jumble {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The puzzles: a path, `-` for standard input, or one board itself
    board: String,
    /// How many of each
    #[arg(long, short = 'n', default_value_t = 1)]
    count: usize,
    /// Print the one puzzle that stands for all equivalent ones, the same for each of them
    #[arg(long, conflicts_with_all = ["count", "seed"])]
    canonical: bool,
    /// The seed; without one it is drawn and printed
    #[arg(long)]
    seed: Option<u64>,
    #[arg(long, short, help = form_help(), default_value = forms()[0], value_name = "NAME")]
    format: String,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
}

impl Jumble {
    pub(super) fn run(&self, console: &mut Console) -> Ended {
        let stop = Stop::watch(self.timeout)?;
        let format = format_named(&self.format)?;
        must_hold(format, self.canonical || self.count == 1)?;
        one_from_stdin(&[&self.definition.file, &self.board])?;
        let definition = self.definition.load(console)?;
        let settings = self.definition.settings(console)?;
        let shelf = Shelf::new(&definition);
        let mut puzzles = Puzzles::open(console, &self.board, &definition, settings, &shelf)?;
        let is_random = !self.canonical;
        let seed = if is_random { self.seed.unwrap_or_else(drawn_seed) } else { 0 };
        // By the number of the instance.
        let mut orbits: BTreeMap<usize, Orbit<'_>> = BTreeMap::new();
        let budget = Budget::new(None, stop.flag.clone());
        let (mut index, mut status) = (0, 0);
        while let Some(given) = puzzles.next(console)? {
            if stop.flag.is_set() {
                return Ok(stopped(console, index));
            }
            let (prepared, input) = given.read?;
            let orbit = match orbits.entry(prepared.number) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    let (instance, lowered) = (&prepared.instance, &prepared.lowered);
                    place.insert(proved_orbit(instance, lowered, budget.clone())?)
                }
            };
            if index == 0 && self.seed.is_none() && is_random {
                console.remark(&format!("seed {seed}"));
            }
            let key = (seed, index);
            let mut printed = 0;
            let mut print = |puzzle: &Puzzle, site: Option<&Site<'_>>| {
                let text = printed_as(prepared, site, format, puzzle)?;
                let gate = stop.gate();
                if index > 0 || printed > 0 {
                    console.print(format.separator())?;
                }
                printed += 1;
                console.print(&text)?;
                drop(gate);
                Ok(())
            };
            if is_random {
                let known = (prepared, &*orbit);
                let is_stopped =
                    self.jumbled(known, &input, key, &budget, given.span, &mut print)?;
                if is_stopped {
                    console.remark(&format!("stopped after {index} puzzles"));
                    return Ok(3);
                }
            } else {
                let told = input.board.told();
                let is_told = input.board.untold.iter().all(Option::is_none);
                match orbit.canonical(&told, &budget).filter(|_| is_told) {
                    Some((site, form)) => {
                        let shown = form.iter().map(Option::is_some).collect();
                        print(&moved(key, form, shown, Vec::new(), None), site.as_deref())?;
                    }
                    None if stop.flag.is_set() => return Ok(stopped(console, index)),
                    None => {
                        let message = match (is_told, orbit.has_forms()) {
                            (true, true) => "this board has too many symmetries of its own",
                            (true, false) => {
                                "its transforms lead to more puzzles than are looked at"
                            }
                            (false, _) => "this board has clues whose values are not told",
                        };
                        let problem =
                            Problem::error(Code::GaveUp, message, given.span, "no canonical form");
                        let help = match orbit.has_forms() {
                            true => "show more clues",
                            false => "declare fewer of them: `rotate` leads to 4 layouts at most",
                        };
                        console.problems(problem.warning().help(help).into());
                        status = 3;
                        index += 1;
                        continue;
                    }
                }
            }
            if is_random && printed < self.count {
                if stop.flag.is_set() {
                    return Ok(stopped(console, index));
                }
                let (found, asked) = (printed, self.count);
                let are = if found == 1 { "is" } else { "are" };
                let message = format!("{asked} other puzzles are asked for, there {are} {found}");
                let problem = Problem::error(
                    Code::TargetNotReached,
                    message,
                    given.span,
                    "all its equivalents are found",
                );
                console.problems(problem.warning().help("ask for fewer").into());
                status = status.max(1);
            }
            index += 1;
        }
        if index == 0 {
            return Err(puzzles.none().into());
        }
        Ok(status)
    }

    /// Prints different images of a board, none of them the board itself, each with the instance that
    /// it is of where that is another; returns whether it was stopped.
    fn jumbled(
        &self,
        (prepared, orbit): (&Prepared<'_>, &Orbit<'_>),
        input: &Input,
        (seed, index): (u64, u64),
        budget: &Budget,
        span: Span,
        print: &mut Print<'_>,
    ) -> Result<bool, Failure> {
        let instance = &prepared.instance;
        let (board, shown) = (input.board.told(), input.board.shown());
        let answers: Vec<Vec<i64>> =
            input.answers().filter_map(|answer| answer.iter().copied().collect()).collect();
        let params: Vec<String> =
            instance.params().map(|(name, value)| format!("{name}={value}")).collect();
        let mut rng = Rng::from_parts(&[
            b"puzgen/1 jumble",
            &seed.to_le_bytes(),
            instance.definition.identity.as_bytes(),
            params.join(" ").as_bytes(),
            &index.to_le_bytes(),
        ]);
        // There may be millions, so only what tells them apart is kept.
        let mut seen = BTreeSet::from([digest(&(orbit.key(None), &board, &shown, &answers))]);
        let mut made = 0;
        let most = self.count.saturating_add(1).saturating_mul(TRIES);
        for (tries, member) in orbit.draw(&mut rng, budget).enumerate() {
            if made == self.count || tries == most {
                break;
            }
            if budget.is_spent().is_some() {
                return Ok(true);
            }
            let image = orbit.board(&member, &board);
            let shown_of = orbit.shown(&member, &shown, &board);
            let answers_of: Option<Vec<Vec<i64>>> =
                answers.iter().map(|answer| orbit.answer(&member, answer)).collect();
            let (Some(image), Some(answers_of)) = (image, answers_of) else {
                let message = "this board has a value that no solution has";
                return Err(Problem::error(Code::Conflict, message, span, "this board")
                    .help("`puzgen solve` says what is wrong with it")
                    .into());
            };
            // Where a clue goes whose value is not told may depend on the value.
            let Some(shown_of) = shown_of else { continue };
            let site = member.site.clone();
            let key = orbit.key(site.as_deref());
            if !seen.insert(digest(&(key, &image, &shown_of, &answers_of))) {
                continue;
            }
            let map = orbit.describe(&member);
            let params = orbit.new_params(site.as_deref());
            made += 1;
            let variant = Variant { number: made as u32, map, params };
            let puzzle = moved((seed, index), image, shown_of, answers_of, Some(variant));
            print(&puzzle, site.as_deref())?;
        }
        Ok(false)
    }
}

/// Says that time was up, after so many puzzles; returns the exit status.
fn stopped(console: &mut Console, puzzles: u64) -> u8 {
    console.remark(&format!("stopped after {puzzles} puzzles"));
    3
}

/// A hash that no two boards share.
struct Digest(Sha256);

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        self.whole() as u64
    }
}

impl Digest {
    fn whole(&self) -> u128 {
        let bytes = self.0.clone().finalize();
        bytes.iter().take(16).fold(0, |whole, byte| whole << 8 | u128::from(*byte))
    }
}

/// Returns what tells something from all else.
fn digest(told_apart: &impl Hash) -> u128 {
    let mut digest = Digest(Sha256::new());
    told_apart.hash(&mut digest);
    digest.whole()
}

/// Returns a board with what is known of it without solving.
fn moved(
    (seed, index): (u64, u64),
    facts: Vec<FactValue>,
    shown: Vec<bool>,
    solutions: Vec<Vec<i64>>,
    transform: Option<Variant>,
) -> Puzzle {
    Puzzle {
        seed,
        index,
        step: None,
        told: facts.iter().map(Option::is_some).collect(),
        shown,
        facts,
        solutions,
        features: Vec::new(),
        is_minimal: None,
        level: None,
        steps: None,
        transform,
        bank_line: None,
        refused: 0,
        gave_up: 0,
        redraws: 0,
        repairs: 0,
        verified: Vec::new(),
        removed_by: None,
    }
}

fn printed_as(
    prepared: &Prepared<'_>,
    site: Option<&Site<'_>>,
    format: &dyn Format,
    puzzle: &Puzzle,
) -> Result<String, Problem> {
    let (instance, lowered) = match site {
        None => (&prepared.instance, &prepared.lowered),
        Some(site) => (&site.ready.instance, &site.ready.lowered),
    };
    let context = Context { instance, fact_domains: &lowered.fact_domains, with_answers: true };
    jumbled(format, &context, puzzle)
}
