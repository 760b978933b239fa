//! Which rules puzzles need: a rule is needed for a puzzle where without it the puzzle has another solution.
//!
//! Puzzles are generated and asked about one by one: all cases of the other rules are assumed, and another answer
//! is asked for. A model is checked by direct evaluation, a "no" is asked of two engines. Rules that are
//! said to be implied are left out of every question: with a rule that they follow from, they would go, too.

use std::ops::ControlFlow;

use crate::batch::{IndexEnd, IndexResult, Maker, Presented, PuzzleSource};
use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::jobs::Jobs;
use puzgen_csp::{Lit, Origin};
use puzgen_engine::{Engine, Engines, Verdict};
use puzgen_generate::{Options, any_instance};
use puzgen_model::definition::Definition;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::{Instance, Setting};
use puzgen_model::rules::broken_rules_where;
use puzgen_solve::Solver;
use puzgen_vocabulary::lower::{Lowered, Purpose, ReadyRef, lower};

/// The steps that a question may take.
const STEPS: u64 = 20_000;

/// The seed of the puzzles.
const SEED: u64 = 0;

/// How often a rule was needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleUse {
    /// Its name.
    pub name: String,
    /// Whether it is said to follow from the others.
    pub is_implied: bool,
    /// For how many puzzles it was needed.
    pub needed: usize,
    /// For how many it was not.
    pub not_needed: usize,
    /// For how many that is not known.
    pub unknown: usize,
}

/// Which rules puzzles of a definition need.
#[derive(Debug)]
pub struct RulesNeeded {
    /// How many puzzles were looked at.
    pub puzzles: usize,
    /// Each rule.
    pub rules: Vec<RuleUse>,
    /// What there is to say of the puzzles.
    pub remarks: Diagnostics,
}

/// Whether one puzzle needs a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RuleNeed {
    /// It has no case that solving decides, or is implied.
    NotAsked,
    Needed,
    NotNeeded,
    Unknown,
}

/// What one puzzle needs, by rule.
struct PuzzleNeeds(Vec<RuleNeed>);

impl Presented for PuzzleNeeds {
    fn bytes(&self) -> usize {
        self.0.len()
    }
}

/// How puzzles are made and asked about.
#[derive(Debug)]
pub struct RuleExamination<'a> {
    /// The parameters.
    pub settings: &'a [Setting],
    /// The engines of the program.
    pub engines: Engines,
    /// The engine that the generator asks.
    pub engine: &'a str,
    /// The bound on the work of a puzzle.
    pub steps: Option<u64>,
    /// What ends all work.
    pub stop: &'a StopFlag,
    /// How many threads.
    pub jobs: Jobs,
}

impl RuleExamination<'_> {
    /// Generates so many puzzles and asks which rules they need.
    ///
    /// # Errors
    /// What is wrong with the definition; a disagreement of two engines.
    pub fn run(&self, definition: &Definition, count: u64) -> Result<RulesNeeded, Diagnostics> {
        let budget = Budget::new(self.steps, self.stop.clone());
        let ready = any_instance(definition, self.settings, self.engines, &budget)?;
        let engine = self.engines.accepting(self.engine, &ready.lowered.csp)?;
        let options = Options { is_unrated: true, ..Options::new(self.engines) };
        let is_drawn = !definition.layouts.is_empty();
        // Where all puzzles are of one instance, it is lowered once.
        let shared = if is_drawn { None } else { Some(lower(&ready.instance, Purpose::Explain)?) };
        let source = PuzzleSource::new(
            (definition, self.settings),
            ready.borrowed(),
            is_drawn,
            (engine, options),
            (None, 0),
        )?;
        let present = |ReadyRef { instance, .. }: ReadyRef<'_>, puzzle: &GeneratedPuzzle| {
            let own;
            let lowered = match &shared {
                Some(lowered) => lowered,
                None => {
                    own = lower(instance, Purpose::Explain).map_err(first)?;
                    &own
                }
            };
            self.needs(instance, lowered, puzzle).map(PuzzleNeeds)
        };
        let maker = Maker {
            source,
            present: &present,
            seed: SEED,
            steps: self.steps,
            stop: self.stop,
            jobs: self.jobs,
        };
        let rules = definition.rules.iter().map(|rule| RuleUse {
            name: rule.name.clone(),
            is_implied: rule.is_implied,
            needed: 0,
            not_needed: 0,
            unknown: 0,
        });
        let mut found =
            RulesNeeded { puzzles: 0, rules: rules.collect(), remarks: Diagnostics::new() };
        let each = |_, made: IndexResult<PuzzleNeeds>| {
            match made.end {
                IndexEnd::Fault(problems) => return ControlFlow::Break(problems),
                IndexEnd::Finished(remarks) | IndexEnd::Unfinished(remarks) => {
                    found.remarks.extend(remarks);
                }
            }
            made.puzzles.iter().for_each(|needs| found.add(needs));
            ControlFlow::Continue(())
        };
        match self.jobs.in_order(0..count, self.stop, || maker.worker(), each)? {
            Some(problems) => Err(problems),
            None => Ok(found),
        }
    }

    /// Asks which rules a puzzle needs.
    fn needs(
        &self,
        instance: &Instance<'_>,
        lowered: &Lowered,
        puzzle: &GeneratedPuzzle,
    ) -> Result<Vec<RuleNeed>, Problem> {
        let rules = &instance.definition.rules;
        let given = instance.given(&puzzle.values_told(), &puzzle.shown);
        let engines = self.engines.pair(&lowered.csp);
        let mut asked = Vec::new();
        for engine in engines {
            asked.push(Asked::new(lowered, engine, puzzle, &given));
        }
        let mut needs = Vec::new();
        for (position, rule) in rules.iter().enumerate() {
            let has_case =
                lowered.csp.guards.iter().any(|(_, origin)| rule_of(origin) == Some(position));
            needs.push(match has_case && !rule.is_implied {
                true => self.need(instance, lowered, (&mut asked, &given), position, puzzle)?,
                false => RuleNeed::NotAsked,
            });
        }
        Ok(needs)
    }

    fn need(
        &self,
        instance: &Instance<'_>,
        lowered: &Lowered,
        (asked, given): (&mut [Asked<'_>], &[(usize, i64)]),
        position: usize,
        puzzle: &GeneratedPuzzle,
    ) -> Result<RuleNeed, Problem> {
        let rules = &instance.definition.rules;
        let others = lowered.csp.guards.iter().filter(|(_, origin)| {
            rule_of(origin).is_none_or(|rule| rule != position && !rules[rule].is_implied)
        });
        let others: Vec<Lit> = others.map(|(holds, _)| Lit::is(*holds, 1)).collect();
        let mut refuted = 0;
        for asked in asked.iter_mut() {
            let mut budget = Budget::new(Some(STEPS), self.stop.clone());
            match asked.other_solution(&others, &mut budget) {
                Verdict::Sat(_) if refuted > 0 => return Err(disagreement(&rules[position].name)),
                Verdict::Sat(assignment) => {
                    let values = lowered.values(&assignment);
                    let broken = broken_rules_where(instance, &values, &instance.shown_by(given))?;
                    let is_right = |rule: usize| rule == position || rules[rule].is_implied;
                    let is_known = puzzle.solutions.iter().any(|it| values.starts_with(it));
                    if is_known || !broken.iter().all(|case| is_right(case.rule)) {
                        return Err(disagreement(&rules[position].name));
                    }
                    return Ok(RuleNeed::Needed);
                }
                Verdict::Unsat(_) => refuted += 1,
                Verdict::GaveUp(_) => return Ok(RuleNeed::Unknown),
            }
        }
        Ok(if refuted == 0 { RuleNeed::Unknown } else { RuleNeed::NotNeeded })
    }
}

/// A session about one puzzle.
struct Asked<'l> {
    solver: Solver<'l>,
    /// The givens, and that the answer is none of the known ones.
    assumed: Vec<Lit>,
}

impl<'l> Asked<'l> {
    fn new(
        lowered: &'l Lowered,
        engine: &dyn Engine,
        puzzle: &GeneratedPuzzle,
        given: &[(usize, i64)],
    ) -> Self {
        let mut solver = Solver::new(lowered, engine);
        let mut assumed: Vec<Lit> =
            given.iter().map(|(fact, value)| lowered.fact_lit(*fact, *value)).collect();
        let known = puzzle.solutions.iter();
        assumed.extend(known.map(|solution| solver.exclude(solution.clone()).differs));
        Self { solver, assumed }
    }

    fn other_solution(&mut self, rules: &[Lit], budget: &mut Budget) -> Verdict {
        self.solver.solve(&[self.assumed.as_slice(), rules].concat(), budget)
    }
}

/// Returns the rule that a statement is a case of.
fn rule_of(origin: &Origin) -> Option<usize> {
    match origin {
        Origin::Rule { rule, .. } => Some(*rule as usize),
        Origin::Introduced(_) => None,
    }
}

fn first(problems: Diagnostics) -> Problem {
    let found = problems.iter().next().cloned();
    found.unwrap_or_else(|| puzgen_base::bug!("a failure without a problem"))
}

fn disagreement(rule: &str) -> Problem {
    let message = format!("engines do not agree whether a puzzle needs rule `{rule}`");
    let help = "this is a bug in puzgen: please report it with the definition";
    Problem::bare(Code::Disagreement, message).help(help)
}

impl RulesNeeded {
    fn add(&mut self, PuzzleNeeds(needs): &PuzzleNeeds) {
        self.puzzles += 1;
        for (rule, need) in self.rules.iter_mut().zip(needs) {
            match need {
                RuleNeed::NotAsked => {}
                RuleNeed::Needed => rule.needed += 1,
                RuleNeed::NotNeeded => rule.not_needed += 1,
                RuleNeed::Unknown => rule.unknown += 1,
            }
        }
    }

    /// Returns whether everything is known.
    pub fn is_complete(&self, asked: u64) -> bool {
        self.puzzles as u64 == asked && self.rules.iter().all(|rule| rule.unknown == 0)
    }

    /// Returns lines for people.
    pub fn text(&self) -> String {
        let Self { puzzles, rules, .. } = self;
        let ending = if *puzzles == 1 { "" } else { "s" };
        let mut text =
            format!("  {puzzles} puzzle{ending} of seed {SEED}; how many need a rule:\n");
        let width = rules.iter().map(|rule| rule.name.chars().count()).max().unwrap_or(0);
        for rule in rules {
            let RuleUse { name, is_implied, needed, not_needed, unknown } = rule;
            let asked = needed + not_needed + unknown;
            let mut words = match (*is_implied, asked, *needed) {
                (true, ..) => "implied, so none: it helps to find solutions".to_owned(),
                (false, 0, _) => "not asked: solving decides none of its cases".to_owned(),
                (false, _, 0) if *unknown == 0 => "none of them".to_owned(),
                (false, _, needed) => needed.to_string(),
            };
            if *unknown > 0 {
                words.push_str(&format!(", of {unknown} it is not known"));
            }
            text.push_str(&format!("    {name:<width$}  {words}\n"));
        }
        text
    }
}
