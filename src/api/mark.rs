//! Where an attempt at a puzzle is wrong: rules and clues that its entries break already, and entries
//! that no solution of the puzzle has. It says nothing about the values that would be right.
//!
//! A rule is broken where one of its cases cannot hold beside the entries, looked at by itself: with what
//! the puzzle's clues show of single squares, but with no other rule and with no value that a clue would
//! have to have. A clue is broken where what was entered leaves it no way to be right.

use std::collections::BTreeSet;

use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::diagnostics::Diagnostics;
use puzgen_board::read::BoardInput;
use puzgen_csp::{Lit, Origin, VarId};
use puzgen_engine::{Engine, Verdict};
use puzgen_explain::{Marks, Words, fill, marks};
use puzgen_model::eval::{FaultAt, Scope};
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::ParsedBoard;
use puzgen_model::rules::sentence_of;
use puzgen_model::rules::{BrokenRuleCase, broken_rules_where, facts_of};
use puzgen_solve::Solver;
use puzgen_vocabulary::lower::{Lowered, Purpose, gave_up_problem, lower};

/// What is wrong with an attempt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults {
    /// The rule cases and clues that the entries break whatever comes.
    pub broken: Vec<BrokenStatement>,
    /// Places where the puzzle gives something else.
    pub changed: Vec<String>,
    /// Places whose entry no solution has.
    pub wrong: Vec<String>,
    /// Those of them whose entry is none of the values that may stand there.
    pub impossible: Vec<ImpossibleEntry>,
    /// Whether each entry is in a solution, but no solution has all of them.
    pub are_at_odds: bool,
    /// How many values of the answer are not filled in.
    pub open: usize,
    /// Whether the puzzle has no solution at all.
    pub is_unsolvable: bool,
}

/// An entry that may not stand where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImpossibleEntry {
    /// What people call its place.
    pub place: String,
    /// What is said of it.
    pub sentence: String,
}

impl ImpossibleEntry {
    fn new(place: String, language: Option<&str>) -> Self {
        let sentence = match language {
            Some("de") => format!("{place}: dieser Wert kann dort nicht stehen"),
            _ => format!("{place}: this value cannot stand there"),
        };
        Self { place, sentence }
    }
}

/// A rule case or a clue that is broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenStatement {
    /// The name of the rule or clue.
    pub name: String,
    /// The sentence of the rule case, or what is said of the clue.
    pub sentence: String,
}

impl Faults {
    /// Returns whether there is nothing to correct.
    pub fn is_right(&self) -> bool {
        let Self { broken, changed, wrong, are_at_odds, .. } = self;
        broken.is_empty() && changed.is_empty() && wrong.is_empty() && !are_at_odds
    }

    /// Returns it as lines for people. Of a rule that many cases break, the first are told: where two
    /// rooms became one, each of their squares says so.
    pub fn lines(&self, words: &Marks) -> String {
        let mut text = self.broken_lines(words);
        for place in &self.changed {
            text.push_str(&(fill(words.not_given, &[("place", place)]) + "\n"));
        }
        for place in &self.wrong {
            let impossible = self.impossible.iter().find(|entry| entry.place == *place);
            let sentence = match impossible {
                Some(entry) => entry.sentence.clone(),
                None => fill(words.in_no_solution, &[("place", place)]),
            };
            text.push_str(&(sentence + "\n"));
        }
        if self.are_at_odds {
            text.push_str(&format!("{}\n", words.at_odds));
        }
        if text.is_empty() {
            let said = if self.open == 0 { words.solved } else { words.no_mistake };
            text.push_str(&format!("{said}\n"));
        }
        text
    }

    /// Returns what is broken as lines for people.
    pub(crate) fn broken_lines(&self, words: &Marks) -> String {
        let mut text = String::new();
        for same in self.broken.chunk_by(|a, b| a.name == b.name) {
            let most = if same.len() == MOST_CASES + 1 { same.len() } else { MOST_CASES };
            for BrokenStatement { sentence, .. } in same.iter().take(most) {
                text.push_str(&(fill(words.broken, &[("sentence", sentence)]) + "\n"));
            }
            if let Some(more) = same.len().checked_sub(most).filter(|more| *more > 0) {
                let parts = [("count", more.to_string()), ("rule", same[0].name.clone())];
                let parts = parts.each_ref().map(|(name, part)| (*name, part.as_str()));
                text.push_str(&(fill(words.broken_more, &parts) + "\n"));
            }
        }
        text
    }
}

/// How many cases of one rule, or clues of one kind, are told one by one.
const MOST_CASES: usize = 3;

/// Why the faults of an attempt could not be found.
#[derive(Debug)]
pub enum Unmarked {
    /// The engine gave up.
    GaveUp(GaveUp),
    /// A rule cannot be evaluated.
    Problems(Diagnostics),
}

impl From<Unmarked> for Diagnostics {
    fn from(unmarked: Unmarked) -> Self {
        match unmarked {
            Unmarked::GaveUp(reason) => gave_up_problem(&reason).into(),
            Unmarked::Problems(problems) => problems,
        }
    }
}

impl From<GaveUp> for Unmarked {
    fn from(reason: GaveUp) -> Self {
        Self::GaveUp(reason)
    }
}

impl From<FaultAt> for Unmarked {
    fn from(at: FaultAt) -> Self {
        Self::Problems(at.into())
    }
}

/// Marks an attempt at a puzzle. It is right for puzzles with several solutions: an entry is wrong where
/// none of them has it. What the attempt does not repeat of the puzzle is as the puzzle has it.
///
/// # Errors
/// Where the engine gave up, or a rule cannot be evaluated.
pub fn find_faults(
    instance: &Instance<'_>,
    lowered: &Lowered,
    engine: &dyn Engine,
    puzzle: &ParsedBoard,
    attempt: &BoardInput,
    budget: &mut Budget,
) -> Result<Faults, Unmarked> {
    let mut faults = Faults::default();
    let given: Vec<(usize, i64)> = givens(instance, puzzle);
    let given_lits: Vec<Lit> = lits(lowered, &given);
    let mut solver = Solver::new(lowered, engine);
    let Some(solution) = model(&mut solver, &given_lits, budget)? else {
        return Ok(Faults { is_unsolvable: true, ..faults });
    };
    let words = Words::new(instance, lowered).with_given(&given);
    let SortedOut { attempt, strange } = SortedOut::new(&words, instance, lowered, attempt);
    let attempt = &attempt;
    let Attempt { entered, changed } = entries(instance, lowered, puzzle, attempt);
    faults.changed = changed;
    let language = instance.definition.language.as_deref();
    faults.take_strange(&strange, &given_lits, language);
    let is_filled = |var| {
        let entered = entered.iter().map(|entry| &entry.lit);
        given_lits.iter().chain(entered).any(|lit| lit.var == var)
            || strange.iter().any(|(strange, _)| *strange == var)
    };
    faults.open = lowered.csp.answers.iter().filter(|var| !is_filled(**var)).count();
    for AttemptEntry { lit, name, .. } in &entered {
        // What the solution at hand has is right.
        let with: Vec<Lit> = given_lits.iter().copied().chain([*lit]).collect();
        if !lit.holds_for(solution[lit.var.index()]) && model(&mut solver, &with, budget)?.is_none()
        {
            faults.wrong.push(name.clone());
        }
    }
    let all = given_lits.iter().copied().chain(entered.iter().map(|entry| entry.lit)).collect();
    let all: Vec<Lit> = all;
    if faults.wrong.len() == faults.impossible.len() && model(&mut solver, &all, budget)?.is_some()
    {
        return Ok(faults);
    }
    faults.are_at_odds = faults.wrong.len() == faults.impossible.len();
    let filled = FilledBoard::new(instance, lowered, &given, &entered, attempt);
    faults.broken = filled.broken(instance, engine, &lowered.values(&solution), budget)?;
    let lits: Vec<Lit> = entered.iter().map(|entry| entry.lit).collect();
    if let Some(input) = words.difference(&lits) {
        for broken in &mut faults.broken {
            broken.sentence = format!("{}: {input}", broken.sentence);
        }
    }
    Ok(faults)
}

/// An attempt without the values that may not stand where they are, and the variables that these are of, with what
/// people call their places.
struct SortedOut {
    attempt: BoardInput,
    strange: Vec<(VarId, String)>,
}

impl SortedOut {
    fn new(
        words: &Words<'_>,
        instance: &Instance<'_>,
        lowered: &Lowered,
        attempt: &BoardInput,
    ) -> Self {
        let (mut attempt, mut strange) = (attempt.clone(), Vec::new());
        for (fact, told) in attempt.board.facts.iter_mut().enumerate() {
            let is_strange = |(value, _): &(i64, _)| !lowered.fact_domains[fact].contains(*value);
            if told.take_if(|told| is_strange(told)).is_some() {
                let var = lowered.fact_vars[fact];
                let place = match lowered.csp.answers.contains(&var) {
                    true => words.place(var),
                    false => instance.describe_fact(fact),
                };
                strange.push((var, place));
            }
        }
        for (value, var) in attempt.answer.iter_mut().zip(&lowered.value_vars) {
            let is_strange = |value: &i64| !lowered.csp.domain(*var).contains(*value);
            if value.take_if(|value| is_strange(value)).is_some() {
                strange.push((*var, words.place(*var)));
            }
        }
        Self { attempt, strange }
    }
}

impl Faults {
    /// Notes entries that may not stand where they are: where the puzzle gives something, as changes of that.
    fn take_strange(&mut self, strange: &[(VarId, String)], given: &[Lit], language: Option<&str>) {
        for (var, place) in strange {
            let is_given = given.iter().any(|lit| lit.var == *var);
            let places = if is_given { &mut self.changed } else { &mut self.wrong };
            if places.contains(place) {
                continue;
            }
            places.push(place.clone());
            if !is_given {
                self.impossible.push(ImpossibleEntry::new(place.clone(), language));
            }
        }
    }
}

/// Returns what an attempt says beside what the puzzle gives.
pub(crate) fn entered(
    instance: &Instance<'_>,
    lowered: &Lowered,
    puzzle: &ParsedBoard,
    attempt: &BoardInput,
) -> Vec<Lit> {
    let Attempt { entered, .. } = entries(instance, lowered, puzzle, attempt);
    entered.into_iter().map(|entry| entry.lit).collect()
}

/// Returns what the puzzle gives.
fn givens(instance: &Instance<'_>, puzzle: &ParsedBoard) -> Vec<(usize, i64)> {
    let givens = puzzle.givens(instance);
    givens.into_iter().map(|(given, value, _)| (given, value)).collect()
}

fn lits(lowered: &Lowered, given: &[(usize, i64)]) -> Vec<Lit> {
    given.iter().map(|(given, value)| lowered.fact_lit(*given, *value)).collect()
}

/// Returns an assignment that has these values, if there is one.
fn model(
    solver: &mut Solver<'_>,
    lits: &[Lit],
    budget: &mut Budget,
) -> Result<Option<Vec<i64>>, GaveUp> {
    match solver.solve(lits, budget) {
        Verdict::Sat(assignment) => Ok(Some(assignment)),
        Verdict::Unsat(_) => Ok(None),
        Verdict::GaveUp(reason) => Err(reason),
    }
}

/// Something that was entered: a value of the answer, or a clue where the puzzle has none.
struct AttemptEntry {
    lit: Lit,
    name: String,
    /// Which clue, and with which value, by the number of the fact or presence.
    given: Option<(usize, i64)>,
}

/// What an attempt says beside what the puzzle gives.
struct Attempt {
    entered: Vec<AttemptEntry>,
    /// Places where the puzzle gives something else.
    changed: Vec<String>,
}

/// Compares an attempt with the puzzle.
fn entries(
    instance: &Instance<'_>,
    lowered: &Lowered,
    puzzle: &ParsedBoard,
    attempt: &BoardInput,
) -> Attempt {
    let words = Words::new(instance, lowered).with_given(&givens(instance, puzzle));
    let is_answer = |var: VarId| lowered.csp.answers.contains(&var);
    let name = |fact: usize| match lowered.fact_vars[fact] {
        var if is_answer(var) => words.place(var),
        _ => instance.describe_fact(fact),
    };
    let (mut entered, mut changed) = (Vec::new(), Vec::new());
    let (given, shown) = (puzzle.told(), puzzle.shown());
    let (told, attempted) = (attempt.board.told(), attempt.board.shown());
    for fact in (0..instance.fact_count).filter(|fact| attempted[*fact]) {
        let (clue, _) = instance.fact(fact);
        let is_asked_for = instance.clues[clue.0 as usize].is_asked_for;
        let entry = match (given[fact], told[fact]) {
            (Some(given), Some(told)) if given != told => {
                changed.push(name(fact));
                continue;
            }
            // Where rules ask for the clue, the puzzle says that there is none.
            (None, _) if is_asked_for && !shown[fact] => {
                changed.push(name(fact));
                continue;
            }
            (None, Some(told)) => (fact, told),
            (None, None) if !shown[fact] => match instance.presence(fact) {
                Some(presence) => (presence, 1),
                None => continue,
            },
            _ => continue,
        };
        let lit = lowered.fact_lit(entry.0, entry.1);
        entered.push(AttemptEntry { lit, name: name(fact), given: Some(entry) });
    }
    let own = |fact: usize| Some((lowered.fact_vars[fact], given[fact]?));
    let own: Vec<(VarId, i64)> = (0..instance.fact_count).filter_map(own).collect();
    for (position, value) in attempt.answer.iter().enumerate() {
        let Some(value) = *value else { continue };
        let var = lowered.value_vars[position];
        let lit = Lit::is(var, value);
        match own.iter().find(|(other, _)| *other == var) {
            Some((_, given)) if *given == value => {}
            Some(_) => changed.push(words.place(var)),
            None if entered.iter().any(|entry: &AttemptEntry| entry.lit == lit) => {}
            None => entered.push(AttemptEntry { lit, name: words.place(var), given: None }),
        }
    }
    let mut seen = BTreeSet::new();
    changed.retain(|name| seen.insert(name.clone()));
    Attempt { entered, changed }
}

/// All that stands on the board: what was entered, and what the puzzle gives elsewhere.
struct FilledBoard {
    /// Values of the answer, by storage position.
    answer: Vec<Option<i64>>,
    /// Clues, by the number of the fact or presence.
    clues: Vec<(usize, i64)>,
    /// Which clues are shown.
    shown: Vec<bool>,
}

impl FilledBoard {
    fn new(
        instance: &Instance<'_>,
        lowered: &Lowered,
        given: &[(usize, i64)],
        entered: &[AttemptEntry],
        attempt: &BoardInput,
    ) -> Self {
        let clues = entered.iter().filter_map(|entry| entry.given);
        let clues: Vec<(usize, i64)> = given.iter().copied().chain(clues).collect();
        let values = lits(lowered, &clues);
        let mut answer = attempt.answer.clone();
        // Where something else is entered than is given, the entry counts.
        for (fact, told) in attempt.board.told().into_iter().enumerate() {
            let own = lowered.fact_vars[fact];
            if let Some(at) = lowered.csp.answers.iter().position(|var| *var == own) {
                answer[at] = answer[at].or(told);
            }
        }
        for (at, var) in lowered.csp.answers.iter().enumerate() {
            let value = values.iter().find(|lit| lit.var == *var && lit.is).map(|lit| lit.value);
            answer[at] = answer[at].or(value);
        }
        let shown = instance.shown_by(&clues);
        Self { answer, clues, shown }
    }

    /// Returns what is broken, rules first. `solution` are values that keep all rules and givens.
    fn broken(
        &self,
        instance: &Instance<'_>,
        engine: &dyn Engine,
        solution: &[i64],
        budget: &mut Budget,
    ) -> Result<Vec<BrokenStatement>, Unmarked> {
        let lowered = lower(instance, Purpose::Explain).map_err(Unmarked::Problems)?;
        let mut solver = Solver::new(&lowered, engine);
        let answers = self.answer.iter().zip(&lowered.csp.answers);
        let mut known: Vec<Lit> =
            answers.filter_map(|(value, var)| Some(Lit::is(*var, (*value)?))).collect();
        let is_open = |lit: &Lit| {
            let own = lowered.csp.answers.iter().position(|var| *var == lit.var);
            own.is_none_or(|at| self.answer[at].is_none())
        };
        known.extend(lowered.at_once(&self.clues).into_iter().filter(is_open));
        // The solution with the entries in place of its own values keeps most cases: only those that it
        // breaks are asked about.
        let mut witness = solution.to_vec();
        witness.iter_mut().zip(&self.answer).for_each(|(value, own)| {
            *value = own.unwrap_or(*value);
        });
        let clues = self.broken_clues(instance, &lowered, &mut solver, &known, &witness, budget)?;
        let known = self.with_presences(instance, &lowered, &mut solver, known, &clues, budget)?;
        let mut faults =
            self.broken_rules(instance, &lowered, &mut solver, &known, &witness, budget)?;
        let words = marks(instance.definition.language.as_deref());
        faults.extend(clues.into_iter().map(|fact| {
            let name = instance.definition.clue(instance.fact(fact).0).name.clone();
            BrokenStatement {
                name,
                sentence: fill(words.not_right, &[("clue", &instance.describe_fact(fact))]),
            }
        }));
        let mut seen = BTreeSet::new();
        faults.retain(|fault| seen.insert(fault.sentence.clone()));
        Ok(faults)
    }

    /// Returns what is known, with the presences of clues that are not broken, where they can hold beside it.
    fn with_presences(
        &self,
        instance: &Instance<'_>,
        lowered: &Lowered,
        solver: &mut Solver<'_>,
        known: Vec<Lit>,
        broken: &BTreeSet<usize>,
        budget: &mut Budget,
    ) -> Result<Vec<Lit>, Unmarked> {
        let presences = self.clues.iter().filter(|(given, _)| *given >= instance.fact_count);
        let presences =
            presences.filter(|(given, _)| !broken.contains(&instance.fact_of(*given).0));
        let presences = presences.map(|(given, value)| lowered.fact_lit(*given, *value));
        let is_own = |lit: &Lit| !lowered.fact_vars.contains(&lit.var);
        let with_presences: Vec<Lit> =
            known.iter().copied().chain(presences.filter(is_own)).collect();
        let can_hold = model(solver, &with_presences, budget)?.is_some();
        Ok(if can_hold { with_presences } else { known })
    }

    /// Returns the rule cases that cannot hold beside what is known, each looked at by itself. Only cases that
    /// `witness` breaks are asked about, and each model that is found spares those that it keeps.
    fn broken_rules(
        &self,
        instance: &Instance<'_>,
        lowered: &Lowered,
        solver: &mut Solver<'_>,
        known: &[Lit],
        witness: &[i64],
        budget: &mut Budget,
    ) -> Result<Vec<BrokenStatement>, Unmarked> {
        let mut faults = Vec::new();
        let mut open = broken_rules_where(instance, witness, &self.shown)?;
        while !open.is_empty() {
            let broken = open.remove(0);
            let is_same = |origin: &Origin| {
                matches!(origin, Origin::Rule { rule, case, .. }
                    if (*rule as usize, *case as usize) == (broken.rule, broken.case))
            };
            let guard = lowered.csp.guards.iter().find(|(_, origin)| is_same(origin));
            let Some((guard, _)) = guard else { continue };
            let with: Vec<Lit> = known.iter().copied().chain([Lit::is(*guard, 1)]).collect();
            match model(solver, &with, budget)? {
                None => {
                    let rule = &instance.definition.rules[broken.rule];
                    let sentence = self.sentence(instance, &broken)?;
                    faults.push((
                        rule.is_implied,
                        BrokenStatement { name: rule.name.clone(), sentence },
                    ));
                }
                Some(assignment) => {
                    let still_broken =
                        broken_rules_where(instance, &lowered.values(&assignment), &self.shown)?;
                    open.retain(|open| {
                        let key = (open.rule, open.case);
                        still_broken.iter().any(|other| (other.rule, other.case) == key)
                    });
                }
            }
        }
        // What follows from other rules says no more where one of these is broken.
        let is_enough = faults.iter().any(|(is_implied, _)| !is_implied);
        faults.retain(|(is_implied, _)| !(is_enough && *is_implied));
        Ok(faults.into_iter().map(|(_, fault)| fault).collect())
    }

    /// Returns the sentence of a broken case, with the values that were entered.
    fn sentence(&self, instance: &Instance<'_>, case: &BrokenRuleCase) -> Result<String, Unmarked> {
        let known: Vec<bool> = self.answer.iter().map(Option::is_some).collect();
        let values: Vec<i64> = self.answer.iter().map(|value| value.unwrap_or_default()).collect();
        let scope = Scope::new(instance).with_values(&values).with_known(&known);
        let rule = &instance.definition.rules[case.rule];
        Ok(sentence_of(scope, rule, case.case)?)
    }

    /// Returns the clues that what is known of the answer leaves no way to be right.
    fn broken_clues(
        &self,
        instance: &Instance<'_>,
        lowered: &Lowered,
        solver: &mut Solver<'_>,
        known: &[Lit],
        witness: &[i64],
        budget: &mut Budget,
    ) -> Result<BTreeSet<usize>, Unmarked> {
        let facts = facts_of(instance, witness)?;
        let mut broken = BTreeSet::new();
        for (given, value) in &self.clues {
            let (fact, is_presence) = instance.fact_of(*given);
            let is_right = match is_presence {
                true => *value == 0 || facts[fact].is_some(),
                false => facts[fact] == Some(*value),
            };
            let lit = lowered.fact_lit(*given, *value);
            // An entry in the place of a given value is reported as a change of it, not as a break.
            if is_right || lowered.csp.answers.contains(&lit.var) {
                continue;
            }
            let with: Vec<Lit> = known.iter().copied().chain([lit]).collect();
            if model(solver, &with, budget)?.is_none() {
                broken.insert(fact);
            }
        }
        Ok(broken)
    }
}
