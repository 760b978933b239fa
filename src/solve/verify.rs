//! Proofs by two engines: the number of solutions, which clues can go, whether an answer is right.
//!
//! Each engine has a session of its own, open over many puzzles of an instance, and is asked every
//! question without knowing of the other. Every solution is checked against the rules by direct
//! evaluation, too. What the two do not agree on is an [`Unproved::Disagreement`]: a bug of ours,
//! never a result.

use crate::{ExcludedSolution, LastingSolver, Listing, Need, ReopenPolicy};
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::diagnostics::Problem;
use puzgen_csp::Lit;
use puzgen_engine::{Engine, Verdict};
use puzgen_model::eval::FaultAt;
use puzgen_model::givens::{Removal, single_removals};
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::Solution;
use puzgen_model::rules::{broken_rules_where, facts_where};
use puzgen_vocabulary::lower::{Lowered, ReadyRef};

/// Why something is not proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unproved {
    /// An engine had no answer in its budget.
    GaveUp {
        /// The engine.
        engine: &'static str,
        /// Why.
        reason: GaveUp,
    },
    /// Engines, or an engine and the rules, do not agree: what each of them says.
    Disagreement(String),
}

/// The number of solutions as both engines found it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionCount {
    /// How many were found.
    pub number: usize,
    /// Whether these are all.
    pub is_complete: bool,
    /// All of them in the order of their values; empty where there are more than were asked for.
    pub solutions: Vec<Solution>,
}

/// What is left of a puzzle with one solution when a given is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WithoutGiven {
    /// The same solution alone: the given is not needed.
    Same,
    /// Another solution, too: the first one.
    Other(Solution),
    /// No solution: rules ask whether the clue is shown.
    None,
}

/// How many solutions are compared at once to find the first one.
const FEW: usize = 4;

/// One engine's answer to "how many".
struct EngineCount {
    solutions: Vec<Solution>,
    /// Where these are all, assumptions that are enough to exclude another one.
    core: Option<Vec<Lit>>,
}

struct Prover<'a> {
    name: &'static str,
    solver: LastingSolver<'a>,
    budget: Budget,
    /// The last answer's [`EngineCount::core`].
    core: Option<Vec<Lit>>,
    /// The stored values of the last solution that was found.
    values: Vec<i64>,
}

/// Engines that prove puzzles of one instance.
pub struct Verifier<'a> {
    ready: ReadyRef<'a>,
    provers: Vec<Prover<'a>>,
}

impl std::fmt::Debug for Verifier<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Verifier").field("engines", &self.engines()).finish_non_exhaustive()
    }
}

impl<'a> Verifier<'a> {
    /// Opens a session of each engine.
    pub fn new(ready: ReadyRef<'a>, engines: &[&'a dyn Engine]) -> Self {
        let prover = |engine: &&'a dyn Engine| Prover {
            name: engine.name(),
            solver: LastingSolver::new(ready.lowered, *engine, ReopenPolicy::PROOF),
            budget: Budget::unlimited(),
            core: None,
            values: Vec::new(),
        };
        Self { ready, provers: engines.iter().map(prover).collect() }
    }

    /// Returns the names of the engines.
    pub fn engines(&self) -> Vec<&'static str> {
        self.provers.iter().map(|prover| prover.name).collect()
    }

    /// Begins a puzzle: each engine may spend this much on it.
    pub fn begin(&mut self, budget: &Budget) {
        for prover in &mut self.provers {
            prover.budget = budget.clone();
            prover.solver.reopen_if_due();
        }
    }

    /// Counts the solutions up to one more than `at_most`.
    ///
    /// # Errors
    /// Where an engine gave up, or they disagree.
    pub fn count(
        &mut self,
        given: &[(usize, i64)],
        at_most: usize,
    ) -> Result<SolutionCount, Unproved> {
        let limit = at_most.saturating_add(1);
        let ready = self.ready;
        let found = self.ask(|prover| {
            let count = prover.count(ready, given, limit)?;
            prover.core = count.core;
            Ok((count.solutions, prover.core.is_some()))
        })?;
        let ((mut solutions, is_complete), name) = found.first().cloned().unwrap_or_default();
        for ((others, others_are_complete), other) in &found[1.min(found.len())..] {
            if (solutions.len(), is_complete) != (others.len(), *others_are_complete) {
                return Err(Unproved::Disagreement(format!(
                    "`{name}` finds {}, `{other}` {}",
                    describe_count(solutions.len(), is_complete),
                    describe_count(others.len(), *others_are_complete),
                )));
            }
            if is_complete && solutions != *others {
                return Err(Unproved::Disagreement(format!(
                    "`{name}` and `{other}` find different solutions"
                )));
            }
        }
        let number = solutions.len();
        if !is_complete {
            solutions = Vec::new();
        }
        Ok(SolutionCount { number, is_complete, solutions })
    }

    /// Returns those of the givens that can go alone: without them there are no more solutions.
    /// Givens of clues that are always shown do not count. [`Verifier::count`] comes first.
    ///
    /// # Errors
    /// Where an engine gave up, or they disagree.
    pub fn redundant(&mut self, given: &[(usize, i64)]) -> Result<Vec<usize>, Unproved> {
        let ready = self.ready;
        let found = self.ask(|prover| prover.redundant(ready, given))?;
        let (facts, name) = found.first().cloned().unwrap_or_default();
        for (others, other) in &found[1.min(found.len())..] {
            let differs = |fact: &&usize| facts.contains(fact) != others.contains(fact);
            if let Some(fact) = facts.iter().chain(others).find(differs) {
                let (yes, no) = if facts.contains(fact) { (name, *other) } else { (*other, name) };
                return Err(Unproved::Disagreement(format!(
                    "`{yes}` says that {} can go, `{no}` that it cannot",
                    ready.instance.describe_fact(*fact)
                )));
            }
        }
        Ok(facts)
    }

    /// Returns for each given of a puzzle that has this solution alone, by its fact, what is left without it.
    /// Givens of clues that are always shown do not count. [`Verifier::count`] comes first.
    ///
    /// # Errors
    /// Where an engine gave up, or they disagree.
    pub fn without_each(
        &mut self,
        given: &[(usize, i64)],
        solution: &Solution,
    ) -> Result<Vec<(usize, WithoutGiven)>, Unproved> {
        let ready = self.ready;
        let found = self.ask(|prover| prover.without_each(ready, given, solution))?;
        let (first, name) = found.first().cloned().unwrap_or_default();
        for (others, other) in &found[1.min(found.len())..] {
            if let Some((fact, _)) = first.iter().find(|it| !others.contains(it)) {
                return Err(Unproved::Disagreement(format!(
                    "`{name}` and `{other}` say different things of the puzzle without {}",
                    ready.instance.describe_fact(*fact)
                )));
            }
        }
        Ok(first)
    }

    /// Returns the first solutions in the order of their values, up to `count`.
    ///
    /// # Errors
    /// Where an engine gave up, or they disagree.
    pub fn first(
        &mut self,
        given: &[(usize, i64)],
        count: usize,
    ) -> Result<Vec<Solution>, Unproved> {
        let ready = self.ready;
        let found = self.ask(|prover| prover.first(ready, given, count))?;
        let (first, name) = found.first().cloned().unwrap_or_default();
        match found.iter().find(|(others, _)| *others != first) {
            Some((_, other)) => Err(Unproved::Disagreement(format!(
                "`{name}` and `{other}` find different solutions"
            ))),
            None => Ok(first),
        }
    }

    /// Returns whether some solution has these values of the answer.
    ///
    /// # Errors
    /// Where an engine gave up, or they disagree.
    pub fn allows(
        &mut self,
        given: &[(usize, i64)],
        answer: &[Option<i64>],
    ) -> Result<bool, Unproved> {
        let ReadyRef { instance, lowered } = self.ready;
        let values = lowered.csp.answers.iter().zip(answer);
        let values = values.filter_map(|(var, value)| value.map(|value| Lit::is(*var, value)));
        let assumptions: Vec<Lit> = lits(lowered, given).into_iter().chain(values).collect();
        let found = self.ask(|prover| match prover.solve(&assumptions)? {
            Verdict::Sat(assignment) => {
                prover.evaluate(instance, given, &lowered.values(&assignment)).map(|()| true)
            }
            _ => Ok(false),
        })?;
        let (is_allowed, name) = found.first().copied().unwrap_or_default();
        match found.iter().find(|(other, _)| *other != is_allowed) {
            Some((_, other)) => {
                let (yes, no) = if is_allowed { (name, *other) } else { (*other, name) };
                Err(Unproved::Disagreement(format!(
                    "`{yes}` takes the answer given for a solution, `{no}` does not"
                )))
            }
            None => Ok(is_allowed),
        }
    }

    /// Asks every engine, also where one gave up; returns what each says.
    fn ask<T>(
        &mut self,
        mut question: impl FnMut(&mut Prover<'a>) -> Result<T, Unproved>,
    ) -> Result<Vec<(T, &'static str)>, Unproved> {
        let mut found = Vec::new();
        let mut failed = None;
        for prover in &mut self.provers {
            match question(prover) {
                Ok(answer) => found.push((answer, prover.name)),
                Err(disagreement @ Unproved::Disagreement(_)) => return Err(disagreement),
                Err(gave_up) => failed = failed.or(Some(gave_up)),
            }
        }
        failed.map_or(Ok(found), Err)
    }
}

impl Prover<'_> {
    fn solve(&mut self, assumptions: &[Lit]) -> Result<Verdict, Unproved> {
        match self.solver.solve(assumptions, &mut self.budget) {
            Verdict::GaveUp(reason) => Err(Unproved::GaveUp { engine: self.name, reason }),
            verdict => Ok(verdict),
        }
    }

    /// Compares a solution with rules and givens.
    fn evaluate(
        &self,
        instance: &Instance<'_>,
        given: &[(usize, i64)],
        values: &[i64],
    ) -> Result<(), Unproved> {
        fault_of(instance, given, values).map_or(Ok(()), |fault| {
            let name = self.name;
            Err(Unproved::Disagreement(format!("`{name}` gives a solution that {fault}")))
        })
    }

    fn count(
        &mut self,
        ready: ReadyRef<'_>,
        given: &[(usize, i64)],
        limit: usize,
    ) -> Result<EngineCount, Unproved> {
        let mut found: Vec<ExcludedSolution> = Vec::new();
        let result = self.enumerate(ready, given, limit, &mut found);
        for found in &found {
            self.solver.retire(found.differs);
        }
        let core = result?;
        let mut solutions: Vec<Solution> = found.into_iter().map(|found| found.solution).collect();
        solutions.sort_unstable();
        Ok(EngineCount { solutions, core })
    }

    fn enumerate(
        &mut self,
        ReadyRef { instance, lowered }: ReadyRef<'_>,
        given: &[(usize, i64)],
        limit: usize,
        found: &mut Vec<ExcludedSolution>,
    ) -> Result<Option<Vec<Lit>>, Unproved> {
        while found.len() < limit {
            let switches = found.iter().map(|found| found.differs);
            let assumptions: Vec<Lit> = lits(lowered, given).into_iter().chain(switches).collect();
            match self.solve(&assumptions)? {
                Verdict::Sat(assignment) => {
                    self.values = lowered.values(&assignment);
                    self.evaluate(instance, given, &self.values)?;
                    let solution = lowered.csp.project(&assignment);
                    if found.iter().any(|found| found.solution == solution) {
                        let name = self.name;
                        let message = format!("`{name}` gives a solution that was excluded");
                        return Err(Unproved::Disagreement(message));
                    }
                    found.push(self.solver.exclude(solution));
                }
                Verdict::Unsat(core) => return Ok(Some(core)),
                Verdict::GaveUp(_) => {}
            }
        }
        Ok(None)
    }

    fn redundant(
        &mut self,
        ready: ReadyRef<'_>,
        given: &[(usize, i64)],
    ) -> Result<Vec<usize>, Unproved> {
        let mut redundant = Vec::new();
        for removal in single_removals(ready.instance, given) {
            let removed =
                removal.removed.map(|(given, value)| ready.lowered.fact_lit(given, value));
            // What was enough to exclude another solution is enough without this one, too.
            let is_unused = match (&self.core, removed) {
                (Some(core), Some(lit)) => !core.contains(&lit),
                _ => false,
            };
            if is_unused || self.is_redundant(ready, &removal)? {
                redundant.push(removal.fact);
            }
        }
        Ok(redundant)
    }

    fn without_each(
        &mut self,
        ready: ReadyRef<'_>,
        given: &[(usize, i64)],
        solution: &Solution,
    ) -> Result<Vec<(usize, WithoutGiven)>, Unproved> {
        let mut found = Vec::new();
        for removal in single_removals(ready.instance, given) {
            self.solver.reopen_if_due();
            let mut left = self.first(ready, &removal.left, 2)?;
            let count = left.len();
            left.retain(|other| other != solution);
            let has_same = left.len() < count;
            found.push((
                removal.fact,
                match left.into_iter().next() {
                    Some(other) => WithoutGiven::Other(other),
                    None if has_same => WithoutGiven::Same,
                    None => WithoutGiven::None,
                },
            ));
        }
        Ok(found)
    }

    /// Returns the first solutions in the order of their values, up to `count`.
    fn first(
        &mut self,
        ReadyRef { instance, lowered }: ReadyRef<'_>,
        given: &[(usize, i64)],
        count: usize,
    ) -> Result<Vec<Solution>, Unproved> {
        let engine = self.name;
        let gave_up = |reason| Unproved::GaveUp { engine, reason };
        let assumptions = lits(lowered, given);
        let listing = self.solver.list(&assumptions, FEW.max(count), &mut self.budget);
        let mut found = match listing.map_err(gave_up)? {
            Listing::All(solutions) => solutions,
            Listing::More(_, mut rest) => {
                let mut found = Vec::new();
                while found.len() < count
                    && let Some(solution) = rest.next(&mut self.budget).map_err(gave_up)?
                {
                    found.push(solution);
                }
                found
            }
        };
        found.truncate(count);
        for solution in &found {
            let whole = [assumptions.as_slice(), &self.solver.answer_lits(solution)].concat();
            let Verdict::Sat(assignment) = self.solve(&whole)? else {
                let message = format!("`{engine}` takes back a solution that it gave");
                return Err(Unproved::Disagreement(message));
            };
            self.evaluate(instance, given, &lowered.values(&assignment))?;
        }
        Ok(found)
    }

    /// Returns whether there are no more solutions without what was removed.
    fn is_redundant(
        &mut self,
        ReadyRef { instance, lowered }: ReadyRef<'_>,
        removal: &Removal,
    ) -> Result<bool, Unproved> {
        match self.solver.need_of(instance, removal, &self.values, &mut self.budget) {
            Ok(Need::CanGo) => Ok(true),
            Ok(Need::Needed(assignment)) => {
                self.evaluate(instance, &removal.left, &lowered.values(&assignment))?;
                Ok(false)
            }
            // Where rules cannot be evaluated, nothing is said to go.
            Ok(Need::AskedFor) | Err(_) => Ok(false),
            Ok(Need::GaveUp(reason)) => Err(Unproved::GaveUp { engine: self.name, reason }),
        }
    }
}

fn lits(lowered: &Lowered, given: &[(usize, i64)]) -> Vec<Lit> {
    given.iter().map(|(fact, value)| lowered.fact_lit(*fact, *value)).collect()
}

/// Returns what is wrong with a solution, by direct evaluation.
pub fn fault_of(instance: &Instance<'_>, given: &[(usize, i64)], values: &[i64]) -> Option<String> {
    let unclear = |at: FaultAt| {
        let problem = Problem::from(at);
        Some(format!("cannot be evaluated: {}", problem.message()))
    };
    match broken_rules_where(instance, values, &instance.shown_by(given)) {
        Ok(broken) => {
            if let Some(case) = broken.first() {
                let name = &instance.definition.rules[case.rule].name;
                return Some(format!("breaks rule `{name}`: {}", case.sentence));
            }
        }
        Err(at) => return unclear(at),
    }
    let mut is_given = vec![false; instance.fact_count];
    given.iter().for_each(|(given, _)| is_given[instance.fact_of(*given).0] = true);
    match facts_where(instance, values, |fact| is_given[fact]) {
        Ok(facts) => {
            let is_broken = |(given, value): &&(usize, i64)| match instance.fact_of(*given) {
                (fact, true) => *value != 0 && facts[fact].is_none(),
                (fact, false) => facts[fact] != Some(*value),
            };
            let (given, value) = given.iter().find(is_broken)?;
            // For developers: numbers, as engines have them.
            Some(format!("does not have {}", instance.describe_given(&[], *given, *value)))
        }
        Err(at) => unclear(at),
    }
}

/// Returns a number of solutions in words.
pub fn describe_count(number: usize, is_complete: bool) -> String {
    match (number, is_complete) {
        (0, _) => "no solution".to_owned(),
        (1, true) => "one solution".to_owned(),
        (1, false) => "at least one solution".to_owned(),
        (_, true) => format!("{number} solutions"),
        (_, false) => format!("at least {number} solutions"),
    }
}
