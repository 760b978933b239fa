//! `puzgen jumble`: random equivalent puzzles by proved transforms, without any solving.

use std::collections::btree_map::{BTreeMap, Entry};

use clap::Args;

use crate::choices::form_help;
use crate::drawing::DrawingArgs;
use crate::host::engines;
use crate::input::{drawn_seed, must_hold};
use crate::output::Console;
use crate::position::one_from_stdin;
use crate::puzzles::{NextPuzzle, Puzzles};
use crate::screen::Form;
use crate::site_links::must_open;
use crate::stop::StopWatcher;
use crate::{DefinitionArgs, ExitStatus, Failure};
use puzgen_api::jumble::{
    Canonical, ImageRequest, ImagesEnd, canonical, images, proved_equivalents,
};
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::Problem;
use puzgen_board::shelf::{Prepared, Shelf};
use puzgen_export::Context;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_solve::prove::{Equivalents, ProvedInstance};
use puzgen_vocabulary::lower::ReadyRef;

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
    #[arg(long, short, help = form_help(), value_name = "NAME")]
    format: Option<String>,
    /// Write the address of each puzzle at puzz.link below its text, as a remark
    #[arg(long)]
    links: bool,
    /// With `--links`: link to the site of `puzgen serve` at this address, in place of puzz.link
    #[arg(long, value_name = "URL", requires = "links")]
    site: Option<String>,
    #[command(flatten)]
    drawing: DrawingArgs,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
}

impl Jumble {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let stop = StopWatcher::watch(self.timeout)?;
        let form = Form::of(self.format.as_deref(), true, &self.drawing)?
            .with_links(self.links, self.site.as_deref())?;
        let format = form.format;
        must_hold(format, self.canonical || self.count == 1)?;
        one_from_stdin(&[&self.definition.file, &self.board])?;
        let definition = self.definition.load(console)?;
        must_open(console, self.site.as_deref(), &definition)?;
        let settings = self.definition.settings(console)?;
        let shelf = Shelf::new(&definition);
        let mut puzzles = Puzzles::open(console, &self.board, &definition, settings, &shelf)?;
        let is_random = !self.canonical;
        let seed = if is_random { self.seed.unwrap_or_else(drawn_seed) } else { 0 };
        // By the number of the instance.
        let mut orbits: BTreeMap<usize, Equivalents<'_>> = BTreeMap::new();
        let budget = Budget::new(None, stop.flag.clone());
        let (mut index, mut status) = (0, 0);
        while let Some(NextPuzzle { span, read, .. }) = puzzles.next(console)? {
            if stop.flag.is_set() {
                return Ok(stopped(console, index));
            }
            let position = read?;
            let equivalents = match orbits.entry(position.prepared.number) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    let Prepared { instance, lowered, .. } = position.prepared;
                    place.insert(proved_equivalents(instance, lowered, engines(), budget.clone())?)
                }
            };
            if index == 0 && self.seed.is_none() && is_random {
                console.remark(&format!("seed {seed}"));
            }
            let mut printed = 0;
            let mut print = |puzzle: &GeneratedPuzzle, proved: Option<&ProvedInstance<'_>>| {
                let bytes = printed_as(position.prepared, proved, form, puzzle)?;
                let gate = stop.gate();
                if index > 0 || printed > 0 {
                    console.print(format.separator())?;
                }
                printed += 1;
                console.print_bytes(&bytes)?;
                drop(gate);
                Ok::<(), Failure>(())
            };
            let missing = if is_random {
                let draw = ImageRequest { seed, index, count: self.count };
                match images(&position, equivalents, draw, &budget, span, &mut print)? {
                    ImagesEnd::Done => None,
                    ImagesEnd::Fewer(problem) => Some((problem, 1)),
                    ImagesEnd::Stopped => return Ok(stopped(console, index)),
                }
            } else {
                match canonical(&position, equivalents, index, &budget, span) {
                    Canonical::Form(puzzle, proved) => {
                        print(&puzzle, proved.as_deref())?;
                        None
                    }
                    Canonical::None(problem) => Some((problem, 3)),
                    Canonical::Stopped => return Ok(stopped(console, index)),
                }
            };
            if let Some((problem, code)) = missing {
                console.problems(problem.into());
                status = status.max(code);
            }
            index += 1;
        }
        if index == 0 {
            return Err(puzzles.none().into());
        }
        Ok(status)
    }
}

/// Says that time was up, after so many puzzles; returns the exit status.
fn stopped(console: &mut Console, puzzles: u64) -> u8 {
    console.remark(&format!("stopped after {puzzles} puzzles"));
    3
}

fn printed_as(
    prepared: &Prepared<'_>,
    proved: Option<&ProvedInstance<'_>>,
    form: Form<'_>,
    puzzle: &GeneratedPuzzle,
) -> Result<Vec<u8>, Problem> {
    let own = prepared.borrowed();
    let ReadyRef { instance, lowered } = proved.map_or(own, |proved| proved.ready.borrowed());
    let context = Context::new(instance, &lowered.fact_domains, true);
    form.print(&context, puzzle, true)
}
