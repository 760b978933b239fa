//! A puzzle of a family, as text, and what can be asked about it.

use super::error::guarded;
use super::{Error, Family, Limits, Plugins, Tell};
use crate::batch::RatedEntry;
use crate::jumble::{self, Canonical, ImageRequest, ImagesEnd};
use crate::mark::Faults;
use crate::reports::hint::{MistakeHint, NextStep, progress};
use crate::reports::solving::{NoSolution, assumptions, solution_behind};
use crate::reports::steps::{StepReport, told_steps};
use crate::reports::verification::{self, CountProof, ProofOptions};
use crate::reports::what_if::{Supposition, WhyNot};
use crate::reports::{marking, rating, what_if};
use puzgen_base::budget::GaveUp;
use puzgen_base::diagnostics::{Diagnostics, Problem};
use puzgen_base::source::{FileId, Span};
use puzgen_board::position::{Entered, PreparedBoard};
use puzgen_board::read::BoardText;
use puzgen_csp::Lit;
use puzgen_engine::{Engine, Engines};
use puzgen_explain::marks;
use puzgen_export::{Context, answer_object};
use puzgen_generate::rate::{Failed, Rater};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_solve::prove::ProvedInstance;
use puzgen_solve::verify::Verifier;
use puzgen_solve::{Listing, Solver};
use puzgen_vocabulary::lower::{ReadyRef, gave_up_problem};
use puzgen_wire::{self as wire, Outcome, Solution};

/// A board that can be read.
#[derive(Debug, Clone)]
pub struct Board {
    family: Family,
    text: String,
}

/// The way to a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The steps.
    pub steps: Vec<wire::Step>,
    /// Whether they lead to the end.
    pub is_solved: bool,
}

impl Board {
    pub(super) fn new(family: Family, text: &str) -> Self {
        Self { family, text: text.to_owned() }
    }

    /// Returns the text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn family(&self) -> &Family {
        &self.family
    }

    pub(super) fn ask<T>(
        &self,
        question: impl FnOnce(&PreparedBoard<'_, '_>, Span) -> Result<T, Diagnostics>,
    ) -> Result<T, Error> {
        guarded(|| {
            self.family.at(&[&self.text], |position, files| question(position, whole(files[0])))
        })
    }

    /// Solves it: one solution, two of several, or what cannot hold together.
    ///
    /// # Errors
    /// `gave_up` where the limits are reached first.
    pub fn solve(&self, limits: &Limits) -> Result<Solution, Error> {
        self.solutions(2, limits)
    }

    /// Lists up to `most` solutions in the order of their values, two at least.
    ///
    /// # Errors
    /// `gave_up` where the limits are reached first.
    pub fn solutions(&self, most: usize, limits: &Limits) -> Result<Solution, Error> {
        self.ask(|position, _| {
            let prepared = position.prepared;
            let engine = self.engine(position)?;
            let mut solver = Solver::new(&prepared.lowered, engine);
            let mut budget = limits.budget();
            let givens = position.input.board.givens(&prepared.instance);
            let assumptions = assumptions(&prepared.lowered, &givens);
            let most = most.max(2);
            let listing = solver.list(&assumptions, most, &mut budget);
            let mut found = match listing.map_err(|reason| gave_up_problem(&reason))? {
                Listing::All(solutions) if solutions.is_empty() => {
                    return Ok(NoSolution::of(position, engine, &mut budget)?.object());
                }
                Listing::All(solutions) => solutions,
                Listing::More(_, mut rest) => {
                    let mut found = Vec::new();
                    while found.len() < most {
                        let next = rest.next(&mut budget);
                        let next = next.map_err(|reason| gave_up_problem(&reason))?;
                        let Some(solution) = next else { break };
                        found.push(solution);
                    }
                    found
                }
            };
            found.truncate(most);
            let context = Context::new(&prepared.instance, &prepared.lowered.fact_domains, true);
            let answers = found.iter().map(|solution| answer_object(&context, solution));
            let mut answers: Vec<wire::Object> = answers.collect();
            Ok(Solution::new(match answers.len() {
                1 => Outcome::Unique { answer: answers.swap_remove(0) },
                _ => Outcome::Several { answers },
            }))
        })
    }

    /// Counts its solutions up to `most`.
    ///
    /// # Errors
    /// `gave_up` where the limits are reached first.
    pub fn count(&self, most: usize, limits: &Limits) -> Result<wire::Count, Error> {
        self.ask(|position, _| {
            let prepared = position.prepared;
            let mut solver = Solver::new(&prepared.lowered, self.engine(position)?);
            let givens = position.input.board.givens(&prepared.instance);
            let assumptions = assumptions(&prepared.lowered, &givens);
            let found = solver.count(&assumptions, most, &mut limits.budget());
            let solutions = found.map_err(|reason| gave_up_problem(&reason))?;
            let schema = wire::Count::SCHEMA;
            Ok(wire::Count { schema, solutions, complete: solutions < most })
        })
    }

    /// Returns the values that each place has in some solution, as far as the limits allow.
    ///
    /// # Errors
    /// `conflict` where it has no solution; `gave_up` where the limits are reached before that is known.
    pub fn candidates(&self, limits: &Limits) -> Result<wire::Candidates, Error> {
        self.ask(|position, _| {
            let engine = self.engine(position)?;
            match what_if::candidates(position, engine, &mut limits.budget())? {
                Some(found) => Ok(what_if::object_of_candidates(position, &found)),
                None => Err(marking::unsolvable().into()),
            }
        })
    }

    /// Says why no solution has a value at a place, such as `7@r1c2`, or returns the first that has it.
    ///
    /// # Errors
    /// `usage` where there is no such place or value; `conflict` where it has no solution at all; `gave_up` where
    /// the limits are reached first.
    pub fn why_not(&self, asked: &str, limits: &Limits) -> Result<wire::WhyNot, Error> {
        self.ask(|position, _| {
            let engine = self.engine(position)?;
            let supposed = Supposition::read(position, asked)?;
            match WhyNot::of(position, supposed, engine, &mut limits.budget())? {
                Some(found) => Ok(found.object(position)),
                None => Err(marking::unsolvable().into()),
            }
        })
    }

    /// Measures it: features, score, tier and level.
    ///
    /// # Errors
    /// `gave_up` where the limits are reached first.
    pub fn rate(&self, limits: &Limits) -> Result<wire::Rating, Error> {
        self.ask(|position, span| {
            let prepared = position.prepared;
            let engine = self.engine(position)?;
            let mut session = Rater::new(&prepared.instance, &prepared.lowered, engine, None);
            let rating = session.rate(&position.givens(), None, &mut limits.budget());
            let rating = rating.map_err(|failed| match failed {
                Failed::GaveUp(reason) => gave_up_problem(&reason).label(span, "this puzzle"),
                Failed::Fault(problem) => problem,
            })?;
            let result = RatedEntry {
                read: Some(position.clone()),
                rating: Some(rating),
                problems: Diagnostics::new(),
                gave_up: false,
            };
            let definition = prepared.instance.definition;
            Ok(rating::object(definition, (1, 1), &result, &self.family.inner().sources))
        })
    }

    /// Explains how it is solved step by step, as far as single steps lead.
    ///
    /// # Errors
    /// `conflict` where it contradicts the rules; `usage` where its numbers are too far apart.
    pub fn explain(&self) -> Result<Explanation, Error> {
        self.ask(|position, _| {
            let told = told_steps(position, self.engines().default_engine())?;
            let steps = told.steps.iter().map(StepReport::object).collect();
            Ok(Explanation { steps, is_solved: told.is_solved })
        })
    }

    /// Returns the next step, and as much of it as is asked for; `None` where no step leads further.
    ///
    /// # Errors
    /// As [`Self::explain`].
    pub fn hint(&self, tell: Tell) -> Result<Option<wire::Hint>, Error> {
        self.ask(|position, _| self.next_step(position, &[], tell))
    }

    /// Returns the next step from where an attempt at it stands, or what is wrong with the attempt, and as
    /// much of it as is asked for; `None` where no step leads further.
    ///
    /// # Errors
    /// As [`Self::explain`] and [`Self::mark`].
    pub fn hint_from(
        &self,
        attempt: &str,
        tell: Tell,
        limits: &Limits,
    ) -> Result<Option<wire::Hint>, Error> {
        self.attempted(attempt, limits, |position, attempt, faults| match faults.is_right() {
            true => self.next_step(position, &progress(position, &attempt), tell),
            false => {
                let language = position.prepared.instance.definition.language.as_deref();
                let hint = MistakeHint { faults: &faults, words: marks(language) };
                Ok(Some(hint.object(tell)))
            }
        })
    }

    /// Says where an attempt at it is wrong, without giving a value away.
    ///
    /// # Errors
    /// What is wrong with the text of the attempt; `conflict` where the puzzle has no solution; `gave_up`
    /// where the limits are reached first.
    pub fn mark(&self, attempt: &str, limits: &Limits) -> Result<wire::Mark, Error> {
        self.attempted(attempt, limits, |_, _, faults| Ok(marking::object(&faults)))
    }

    /// Asks something about an attempt at it that was marked.
    fn attempted<T>(
        &self,
        attempt: &str,
        limits: &Limits,
        question: impl FnOnce(&PreparedBoard<'_, '_>, Entered, Faults) -> Result<T, Diagnostics>,
    ) -> Result<T, Error> {
        guarded(|| {
            self.family.at(&[&self.text, attempt], |position, files| {
                let (file, text) = files[1];
                let attempt = position.attempt(BoardText { text, file, offset: 0 })?;
                let engine = self.engine(position)?;
                let faults = marking::marked(position, &attempt, engine, &mut limits.budget())?;
                match faults.is_unsolvable {
                    true => Err(marking::unsolvable().into()),
                    false => question(position, attempt, faults),
                }
            })
        })
    }

    /// Proves with two engines that it has as many solutions as it says, or one, and which givens can go.
    ///
    /// # Errors
    /// `usage` where no engine can take it.
    pub fn verify(&self, limits: &Limits) -> Result<wire::Verification, Error> {
        self.ask(|position, span| {
            let prepared = position.prepared;
            let engines = self.engines().pair(&prepared.lowered.csp);
            let mut verifier = Verifier::new(prepared.borrowed(), &engines);
            verifier.begin(&limits.budget());
            let expected = verification::expected(None, position.input.solutions);
            let options = ProofOptions { redundant: true, others: false };
            let proof = CountProof::of(&mut verifier, position, expected, options);
            let names = verifier.engines();
            let report =
                verification::VerificationReport::proved(position, expected, names, proof, span);
            Ok(report.object(1, 1, &self.family.inner().sources))
        })
    }

    /// Returns `count` different puzzles that are equivalent under its proved transforms.
    ///
    /// # Errors
    /// `usage` where no transform holds; `target_not_reached` where there are not so many.
    pub fn jumble(&self, seed: u64, count: usize, limits: &Limits) -> Result<Vec<Self>, Error> {
        self.ask(|position, span| {
            let prepared = position.prepared;
            let budget = limits.budget();
            let equivalents = jumble::proved_equivalents(
                &prepared.instance,
                &prepared.lowered,
                self.engines(),
                budget.clone(),
            )?;
            let mut found = Vec::new();
            let mut take = |puzzle: &GeneratedPuzzle, proved: Option<&ProvedInstance<'_>>| {
                found.push(Self::new(self.family.clone(), &moved(position, proved, puzzle)?));
                Ok::<(), Problem>(())
            };
            let draw = ImageRequest { seed, index: 0, count };
            match jumble::images(position, &equivalents, draw, &budget, span, &mut take)? {
                ImagesEnd::Done => Ok(found),
                ImagesEnd::Fewer(problem) => Err(problem.into()),
                ImagesEnd::Stopped => Err(stopped().into()),
            }
        })
    }

    /// Returns the puzzle that stands for all equivalent ones.
    ///
    /// # Errors
    /// `usage` where no transform holds; `gave_up` where none is found.
    pub fn canonical(&self, limits: &Limits) -> Result<Self, Error> {
        self.ask(|position, span| {
            let prepared = position.prepared;
            let budget = limits.budget();
            let equivalents = jumble::proved_equivalents(
                &prepared.instance,
                &prepared.lowered,
                self.engines(),
                budget.clone(),
            )?;
            match jumble::canonical(position, &equivalents, 0, &budget, span) {
                Canonical::Form(puzzle, proved) => {
                    let text = moved(position, proved.as_deref(), &puzzle)?;
                    Ok(Self::new(self.family.clone(), &text))
                }
                Canonical::None(problem) => Err(problem.into()),
                Canonical::Stopped => Err(stopped().into()),
            }
        })
    }

    /// Returns it in a form, with what it says of itself.
    ///
    /// # Errors
    /// `usage` where there is no such form; what a script says that draws it.
    pub fn print(&self, form: &str) -> Result<String, Error> {
        let format = Plugins::built_in_form(form)?;
        self.ask(|position, _| {
            let prepared = position.prepared;
            let context = Context::new(&prepared.instance, &prepared.lowered.fact_domains, false);
            let board = &position.input.board;
            let solutions = solution_behind(position, self.engine(position)?);
            let puzzle = jumble::moved((0, 0), board.told(), board.shown(), solutions, None);
            Ok(format.jumbled(&context, &puzzle)?)
        })
    }

    /// Returns the next step from what was entered beside the puzzle.
    fn next_step(
        &self,
        position: &PreparedBoard<'_, '_>,
        entered: &[Lit],
        tell: Tell,
    ) -> Result<Option<wire::Hint>, Diagnostics> {
        let engine = self.engines().default_engine();
        Ok(match NextStep::of(position, entered, engine)? {
            NextStep::Hint(hint) => Some(hint.object(tell)),
            NextStep::None { .. } => None,
        })
    }

    pub(super) fn engines(&self) -> Engines {
        self.family.inner().host.engines()
    }

    pub(super) fn engine(
        &self,
        position: &PreparedBoard<'_, '_>,
    ) -> Result<&'static dyn Engine, Problem> {
        self.family.inner().default_engine(&position.prepared.lowered.csp)
    }
}

fn whole((file, text): (FileId, &str)) -> Span {
    Span::new(file, 0, text.len())
}

fn stopped() -> Problem {
    gave_up_problem(&GaveUp::Stopped)
}

/// Returns the text of a puzzle that was moved, with its instance.
fn moved(
    position: &PreparedBoard<'_, '_>,
    proved: Option<&ProvedInstance<'_>>,
    puzzle: &GeneratedPuzzle,
) -> Result<String, Problem> {
    let own = position.prepared.borrowed();
    let ReadyRef { instance, lowered } = proved.map_or(own, |proved| proved.ready.borrowed());
    let context = Context::new(instance, &lowered.fact_domains, true);
    Plugins::json().jumbled(&context, puzzle)
}
