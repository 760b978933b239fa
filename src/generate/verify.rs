//! Verification of a generated puzzle: two engines prove the number of its solutions, and at least one of
//! them proves it of the puzzle as it is printed.
//!
//! Every solution is checked by direct evaluation, and two engines, one after the other and each
//! from its own encoding of the rules, prove that there is no other. Where a board is too hard for an
//! engine within a first bound, the next engine is asked; the puzzle names the two that proved it. A
//! disagreement is a bug of ours and never a result.
//!
//! Where a single engine answered, for every removed clue, that no other solution is left, these answers
//! are its proof: the full board has one solution, and each board has as many as the one before. Then
//! another engine proves the finished puzzle. Where several engines answered, two prove the finished puzzle.
//!
//! An engine to which hard questions of removal are put has a session there that has learnt most of the proof.
//! Another one has a session that sees finished puzzles only. Either can be dearer than a session for one puzzle
//! (`ways.rs`).

use std::borrow::Cow;

use crate::ways::{ProofWork, Way, Ways};
use crate::{Options, Task, TaskHook};
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_csp::{Csp, Lit};
use puzgen_engine::{Engine, Engines, Verdict, is_proof, shared};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::puzzle::Solution;
use puzgen_solve::verify::fault_of;
use puzgen_solve::{LastingSolver, ReopenPolicy, Solver};
use puzgen_vocabulary::lower::ReadyRef;

/// Steps after which the next engine is asked, where there is another one.
const FIRST_STEPS: u64 = 100_000;

/// Engines that verify the puzzles of one instance.
pub(super) struct ResultVerifier<'a> {
    ready: ReadyRef<'a>,
    witnesses: Vec<Witness<'a>>,
    /// The engines of the program, by whose names proofs are known.
    engines: Engines,
    pub(super) tasks: TaskHook,
}

struct Witness<'a> {
    engine: &'a dyn Engine,
    /// Opened when it is first needed.
    solver: Option<LastingSolver<'a>>,
    ways: Ways,
}

/// Returns the engines to ask, in order: those named, or all that take the problem.
pub(super) fn engines_to_ask(csp: &Csp, options: &Options) -> Vec<&'static dyn Engine> {
    let named = &options.verify;
    if named.is_empty() { options.engines.witnesses(csp) } else { named.clone() }
}

impl<'a> ResultVerifier<'a> {
    pub(super) fn new(
        ready: ReadyRef<'a>,
        engines: &[&'static dyn Engine],
        options: &Options,
    ) -> Self {
        let witness = |engine: &&'static dyn Engine| Witness {
            engine: *engine,
            solver: None,
            ways: Ways::new(!ready.instance.layouts.is_empty()),
        };
        Self {
            ready,
            witnesses: engines.iter().map(witness).collect(),
            engines: options.engines,
            tasks: options.tasks.clone(),
        }
    }

    /// Returns the names of the engines that proved that the clues shown allow these solutions and no
    /// other; one that did so [during removal](GeneratedPuzzle::verified) is not asked again. `values` are
    /// those of the solution that the puzzle was made of, without free helpers where a map moved it.
    ///
    /// # Errors
    /// Where no two engines finished in the budget.
    pub(super) fn verify(
        &mut self,
        puzzle: &GeneratedPuzzle,
        values: &[i64],
        removal: &mut Solver<'_>,
        budget: &mut Budget,
    ) -> Result<Vec<&'static str>, GaveUp> {
        let solutions = &puzzle.solutions;
        let given = self.ready.instance.given(&puzzle.values_told(), &puzzle.shown);
        let lits: Vec<Lit> =
            given.iter().map(|(fact, value)| self.ready.lowered.fact_lit(*fact, *value)).collect();
        let values = self.with_helpers(values, &lits, removal, budget)?;
        if let Some(fault) = fault_of(self.ready.instance, &given, &values) {
            puzgen_base::bug!("a generated board {fault}");
        }
        let all: Vec<&dyn Engine> = self.witnesses.iter().map(|known| known.engine).collect();
        let is_enough: &dyn Fn(&[&dyn Engine]) -> bool =
            if is_proof(&all) { &is_proof } else { &|engines| !engines.is_empty() };
        let mut proved_by: Vec<&dyn Engine> = Vec::new();
        if is_proof(&all) {
            proved_by.extend(puzzle.verified.iter().filter_map(|name| self.engines.by_name(name)));
        }
        // Engines that did not finish within the first bound are asked again when no other is left.
        for most in [FIRST_STEPS, u64::MAX] {
            for at in 0..self.witnesses.len() {
                let engine = all[at];
                let is_witness = proved_by.iter().all(|other| shared(engine, *other).is_none());
                let suits = engine.suits(&self.ready.lowered.csp, &lits);
                if is_enough(&proved_by) || !is_witness || !suits {
                    continue;
                }
                let others = all.iter().filter(|other| other.name() != engine.name());
                let others: Vec<&dyn Engine> = proved_by.iter().chain(others).copied().collect();
                let is_last_chance = !is_enough(&others);
                let mut part = budget.part(if is_last_chance { u64::MAX } else { most });
                self.tasks.begin(match proved_by.is_empty() {
                    true => Task::FirstProof,
                    false => Task::SecondProof,
                });
                let found = self.other_solution(at, &lits, solutions, removal, &mut part);
                budget.spend_part(&part);
                match found {
                    Ok(None) => proved_by.push(engine),
                    Ok(Some(other)) => {
                        let name = engine.name();
                        puzgen_base::bug!(
                            "`{name}` finds another solution of a generated puzzle: {other:?}"
                        )
                    }
                    Err(reason) if is_last_chance || budget.is_spent().is_some() => {
                        return Err(reason);
                    }
                    Err(_) => {}
                }
            }
        }
        match is_enough(&proved_by) {
            true => Ok(proved_by.iter().map(|engine| engine.name()).collect()),
            false => Err(GaveUp::Steps),
        }
    }

    /// Returns a solution beside these, of the witness at a position.
    fn other_solution(
        &mut self,
        at: usize,
        given: &[Lit],
        solutions: &[Solution],
        removal: &mut Solver<'_>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<i64>>, GaveUp> {
        let Witness { engine, solver, ways } = &self.witnesses[at];
        let is_read = solver.is_some() || removal.has_asked(engine.name());
        let is_apart = solutions.len() == 1 && ways.next(is_read) == Way::Apart;
        // So that steps are counted also where they are not bounded.
        let mut part = budget.part(u64::MAX - 1);
        let apart = is_apart.then(|| self.apart(at, given, solutions, &mut part)).flatten();
        let found =
            apart.unwrap_or_else(|| self.together(at, given, solutions, removal, &mut part));
        budget.spend_part(&part);
        found
    }

    /// Asks in a session for this puzzle alone, if the engine has such sessions.
    fn apart(
        &mut self,
        at: usize,
        given: &[Lit],
        solutions: &[Solution],
        budget: &mut Budget,
    ) -> Option<Result<Option<Vec<i64>>, GaveUp>> {
        let Witness { engine, ways, .. } = &mut self.witnesses[at];
        let mut solver = Solver::under(self.ready.lowered, *engine, given)?;
        let before = budget.worked();
        let found = other_solution(&mut solver, given, solutions, budget);
        let (reading, literals) = (budget.worked() - before, solver.literal_count());
        ways.note(Way::Apart, ProofWork { reading, steps: budget.taken(), literals });
        Some(found)
    }

    /// Asks in a session for many puzzles: that of removal, where hard questions are put to the same engine.
    fn together(
        &mut self,
        at: usize,
        given: &[Lit],
        solutions: &[Solution],
        removal: &mut Solver<'_>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<i64>>, GaveUp> {
        let Witness { engine, solver, ways } = &mut self.witnesses[at];
        let (worked, read) = (budget.worked(), removal.literal_count());
        let by_removal = match solutions {
            [only] => removal.solve_other_than_by(engine.name(), given, only, budget),
            _ => None,
        };
        let (found, read, literals) = match by_removal {
            Some(verdict) => (answer(verdict), read, removal.literal_count()),
            None => {
                let open = || LastingSolver::new(self.ready.lowered, *engine, ReopenPolicy::PROOF);
                let lasting = solver.get_or_insert_with(open);
                lasting.reopen_if_due();
                let read = lasting.literal_count();
                let found = other_solution(lasting, given, solutions, budget);
                (found, read, lasting.literal_count())
            }
        };
        if solutions.len() == 1 {
            // What is read once for all does not count.
            let reading = if read > 0 { budget.worked() - worked } else { 0 };
            ways.note(Way::Together, ProofWork { reading, steps: budget.taken(), literals });
        }
        if found.is_err() {
            // It may have been interrupted while it read the problem: such a session is not used again.
            self.witnesses[at].solver = None;
        }
        found
    }

    /// Returns the values with those of free helpers: a map says what becomes of an answer, and which
    /// helpers go with it is found by solving.
    fn with_helpers<'v>(
        &self,
        values: &'v [i64],
        given: &[Lit],
        solver: &mut Solver<'_>,
        budget: &mut Budget,
    ) -> Result<Cow<'v, [i64]>, GaveUp> {
        if values.len() == self.ready.instance.value_count {
            return Ok(Cow::Borrowed(values));
        }
        let answer = solver.answer_lits(values);
        match solver.solve(&[given, &answer].concat(), budget) {
            Verdict::Sat(assignment) => Ok(Cow::Owned(self.ready.lowered.values(&assignment))),
            Verdict::Unsat(_) => puzgen_base::bug!("the image of a solution is none: {values:?}"),
            Verdict::GaveUp(reason) => Err(reason),
        }
    }
}

fn other_solution(
    solver: &mut Solver<'_>,
    given: &[Lit],
    solutions: &[Solution],
    budget: &mut Budget,
) -> Result<Option<Vec<i64>>, GaveUp> {
    for solution in solutions.iter().filter(|_| solutions.len() > 1) {
        let answers = solver.answer_lits(solution);
        match solver.solve(&given.iter().copied().chain(answers).collect::<Vec<_>>(), budget) {
            Verdict::Sat(_) => {}
            Verdict::Unsat(_) => {
                puzgen_base::bug!("an engine finds {solution:?} to be no solution")
            }
            Verdict::GaveUp(reason) => return Err(reason),
        }
    }
    if let [only] = solutions {
        return answer(solver.solve_other_than(given, only, budget));
    }
    let excluded: Vec<Lit> =
        solutions.iter().map(|solution| solver.exclude(solution.clone()).differs).collect();
    let verdict = solver.solve(&[given, &excluded].concat(), budget);
    for literal in excluded {
        solver.retire(literal);
    }
    answer(verdict)
}

fn answer(verdict: Verdict) -> Result<Option<Vec<i64>>, GaveUp> {
    match verdict {
        Verdict::Unsat(_) => Ok(None),
        Verdict::Sat(assignment) => Ok(Some(assignment)),
        Verdict::GaveUp(reason) => Err(reason),
    }
}
