//! Puzzles that are asked for, and those that were made.

use std::ops::ControlFlow;

use super::error::guarded;
use super::{Board, Error, Family, Plugins};
use crate::batch::{IndexEnd, IndexResult, Maker, Presented, PuzzleSource, symmetries_named};
use crate::jumble::proved_equivalents;
use crate::request::{Request, Until};
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Diagnostics, Problem};
use puzgen_base::source::{Sources, Span};
use puzgen_export::{Context, puzzle_object};
use puzgen_generate::any_instance;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_vocabulary::lower::ReadyRef;
use puzgen_wire as wire;

/// A puzzle that was made, proved by two engines.
#[derive(Debug, Clone)]
pub struct Puzzle {
    family: Family,
    puzzle: GeneratedPuzzle,
    object: wire::Puzzle,
}

/// A puzzle between the thread that made it and the one that asked for it.
struct Parcel(GeneratedPuzzle, wire::Puzzle);

impl Presented for Parcel {
    fn bytes(&self) -> usize {
        // Values of facts and answers, and their copies in the object.
        (self.0.facts.len() + self.0.solutions.iter().map(Vec::len).sum::<usize>()) * 64
    }
}

impl Puzzle {
    /// Returns all that is known of it.
    pub fn object(&self) -> &wire::Puzzle {
        &self.object
    }

    /// Returns it as one line of JSON.
    pub fn json(&self) -> String {
        wire::line(&self.object)
    }

    /// Returns its board, to ask about it.
    pub fn board(&self) -> Board {
        Board::new(self.family.clone(), &self.json())
    }

    /// Returns it in a form, without its answer where the form leaves that open.
    ///
    /// # Errors
    /// `usage` where there is no such form; what a script says that draws it.
    pub fn print(&self, form: &str) -> Result<String, Error> {
        self.print_as(form, false)
    }

    /// Returns it in a form, with its answer.
    ///
    /// # Errors
    /// As [`Self::print`].
    pub fn print_solved(&self, form: &str) -> Result<String, Error> {
        self.print_as(form, true)
    }

    fn print_as(&self, form: &str, with_answers: bool) -> Result<String, Error> {
        guarded(|| {
            if let Some(own) = self.family.inner().plugins.own_form(form) {
                let failed = |reason| Error::usage(reason, "the form is the program's own");
                return own.print(&self.object).map_err(failed);
            }
            let format = Plugins::built_in_form(form)?;
            self.family.at(&[&self.json()], |position, _| {
                let prepared = position.prepared;
                let context =
                    Context::new(&prepared.instance, &prepared.lowered.fact_domains, with_answers);
                Ok(format.puzzle(&context, &self.puzzle)?)
            })
        })
    }
}

impl Family {
    /// Makes one puzzle: the first one that is asked for.
    ///
    /// # Errors
    /// As [`Self::generate`]; `target_not_reached` where it is not as asked for.
    pub fn generate_one(&self, request: &Request) -> Result<Puzzle, Error> {
        let request = Request { count: 1, variants: 0, ..request.clone() };
        let mut remarks = None;
        let mut made = Vec::new();
        self.generate_each(&request, |puzzles, remark| {
            made = puzzles;
            remarks = remark;
            ControlFlow::Continue(())
        })?;
        match (made.pop(), remarks) {
            (_, Some(remark)) => Err(remark),
            (Some(puzzle), None) => Ok(puzzle),
            (None, None) => Err(Error::usage("no puzzle was made", "ask for one")),
        }
    }

    /// Makes all puzzles that are asked for, each followed by its variants.
    ///
    /// # Errors
    /// What is wrong with the request or the definition; `gave_up` where the work was stopped;
    /// `target_not_reached` where a puzzle is not as asked for. [`Self::generate_each`] gives the others.
    pub fn generate(&self, request: &Request) -> Result<Vec<Puzzle>, Error> {
        let mut all = Vec::new();
        let mut failed = None;
        self.generate_each(request, |puzzles, remark| {
            all.extend(puzzles);
            failed = remark;
            if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        failed.map_or(Ok(all), Err)
    }

    /// Makes puzzles, and calls `take` on this thread with those of one number after the other, and what is
    /// to be said against them: that they are not as asked for, or the budget was spent.
    ///
    /// # Errors
    /// What is wrong with the request or the definition.
    pub fn generate_each(
        &self,
        request: &Request,
        take: impl FnMut(Vec<Puzzle>, Option<Error>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        guarded(|| {
            let mut sources = self.inner().sources.clone();
            let ran = self.run(request, &mut sources, take);
            ran.map_err(|problems| Error::new(problems, &sources))
        })
    }

    fn run(
        &self,
        request: &Request,
        sources: &mut Sources,
        mut take: impl FnMut(Vec<Puzzle>, Option<Error>) -> ControlFlow<()>,
    ) -> Result<(), Diagnostics> {
        let inner = self.inner();
        let mut own;
        let definition = match request.symmetry.as_slice() {
            [] => &*inner.definition,
            names => {
                own = self.fresh_definition()?;
                own.remove.symmetry = symmetries_named(names)?;
                &own
            }
        };
        let engines = inner.host.engines();
        let until_at = match &request.until {
            Some(Until { feature, number, .. }) => {
                Span::new(sources.add("until", format!("{feature} {number}")), 0, feature.len())
            }
            None => definition.span,
        };
        let (stop, budget) = (&request.limits.stop, request.limits.budget());
        let ready = any_instance(definition, &inner.settings, engines, &budget)?;
        let (instance, lowered) = (&ready.instance, &ready.lowered);
        let engine = inner.engine_for(&request.engine, &lowered.csp)?;
        let options = request.options(definition, &lowered.csp, engines, until_at)?;
        let is_drawn = !definition.layouts.is_empty();
        let equivalents = match request.variants > 0 && !is_drawn {
            true => Some(proved_equivalents(
                instance,
                lowered,
                engines,
                Budget::new(None, stop.clone()),
            )?),
            false => None,
        };
        let source = PuzzleSource::new(
            (definition, &inner.settings),
            ready.borrowed(),
            is_drawn,
            (engine, options),
            (equivalents.as_ref(), request.variants),
        )?;
        let (seed, steps) = (request.seed, request.limits.steps);
        let jobs = inner.host.jobs(request.threads);
        let maker = Maker { source, present: &parcel, seed, steps, stop, jobs };
        let indexes = request.first..request.first.saturating_add(request.count);
        let sources = &*sources;
        let each = |_, made: IndexResult<Parcel>| {
            let remark = match made.end {
                IndexEnd::Fault(problems) => return ControlFlow::Break(Err(problems)),
                IndexEnd::Finished(remarks) | IndexEnd::Unfinished(remarks) => {
                    (!remarks.is_empty()).then(|| Error::new(remarks, sources))
                }
            };
            let puzzle = |Parcel(puzzle, object)| Puzzle { family: self.clone(), puzzle, object };
            match take(made.puzzles.into_iter().map(puzzle).collect(), remark) {
                ControlFlow::Continue(()) => ControlFlow::Continue(()),
                ControlFlow::Break(()) => ControlFlow::Break(Ok(())),
            }
        };
        match jobs.in_order(indexes, stop, || maker.worker(), each)? {
            Some(ended) => ended,
            None => Ok(()),
        }
    }
}

/// Returns a puzzle with its object, made where its instance is.
fn parcel(
    ReadyRef { instance, lowered }: ReadyRef<'_>,
    puzzle: &GeneratedPuzzle,
) -> Result<Parcel, Problem> {
    let context = Context::new(instance, &lowered.fact_domains, true);
    Ok(Parcel(puzzle.clone(), puzzle_object(&context, puzzle)))
}
