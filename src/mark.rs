//! Where an attempt at a puzzle is wrong: rules that its entries break already, and entries that no
//! solution of the puzzle has. It says nothing about the values that would be right.

use crate::budget::{Budget, GaveUp};
use crate::csp::{Lit, Origin};
use crate::engine::{Engine, Verdict as Answer};
use crate::explain::{Words, sentence_of};
use crate::lower::{Lowered, Purpose, lower};
use crate::model::eval::FaultAt;
use crate::model::instance::Instance;
use crate::solve::Solver;

/// What a player entered.
#[derive(Debug, Clone, Default)]
pub struct Entries {
    /// Clue facts with their values.
    pub facts: Vec<(usize, i64)>,
    /// Values of the answer, by storage position.
    pub answer: Vec<Option<i64>>,
}

/// What is wrong with an attempt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The rule cases that the entries break whatever comes, as sentences.
    pub broken: Vec<String>,
    /// Places where the puzzle gives something else.
    pub changed: Vec<String>,
    /// Places whose entry no solution has.
    pub wrong: Vec<String>,
    /// Whether each entry is in a solution, but no solution has all of them.
    pub are_at_odds: bool,
    /// How many values of the answer are not filled in.
    pub open: usize,
    /// Whether the puzzle has no solution at all.
    pub is_unsolvable: bool,
}

impl Verdict {
    /// Returns whether there is nothing to correct.
    pub fn is_right(&self) -> bool {
        let Self { broken, changed, wrong, are_at_odds, .. } = self;
        broken.is_empty() && changed.is_empty() && wrong.is_empty() && !are_at_odds
    }
}

/// Marks an attempt at the puzzle that gives these facts. It is right for puzzles with several
/// solutions: an entry is wrong where none of them has it.
///
/// # Errors
/// Where the engine gave up. Inside: where a rule's cases cannot be listed.
pub fn mark(
    instance: &Instance<'_>,
    lowered: &Lowered,
    engine: &dyn Engine,
    givens: &[(usize, i64)],
    entries: &Entries,
    budget: &mut Budget,
) -> Result<Result<Verdict, FaultAt>, GaveUp> {
    let mut verdict = Verdict::default();
    let mut solver = Solver::new(lowered, engine);
    let given: Vec<Lit> =
        givens.iter().map(|(fact, value)| lowered.fact_lit(*fact, *value)).collect();
    if !is_possible(&mut solver, &given, budget)? {
        return Ok(Ok(Verdict { is_unsolvable: true, ..verdict }));
    }
    let words = Words::new(instance, lowered);
    let mut entered: Vec<(Lit, String)> = Vec::new();
    let facts = entries.facts.iter();
    let facts = facts.map(|(fact, value)| {
        (lowered.fact_lit(*fact, *value), words.place(lowered.fact_vars[*fact]))
    });
    let answer = entries.answer.iter().enumerate().filter_map(|(position, value)| {
        let var = lowered.value_vars[position];
        Some((Lit::is(var, (*value)?), words.place(var)))
    });
    for (lit, name) in facts.chain(answer) {
        match given.iter().find(|given| given.var == lit.var) {
            Some(same) if *same == lit => {}
            Some(_) => verdict.changed.push(name),
            None if entered.iter().any(|(other, _)| *other == lit) => {}
            None => entered.push((lit, name)),
        }
    }
    let is_filled =
        |var| given.iter().chain(entered.iter().map(|(lit, _)| lit)).any(|l| l.var == var);
    verdict.open = lowered.csp.answers.iter().filter(|var| !is_filled(**var)).count();
    for (lit, name) in &entered {
        let with: Vec<Lit> = given.iter().copied().chain([*lit]).collect();
        if !is_possible(&mut solver, &with, budget)? {
            verdict.wrong.push(name.clone());
        }
    }
    let all: Vec<Lit> = given.iter().copied().chain(entered.iter().map(|(lit, _)| *lit)).collect();
    let is_one = is_possible(&mut solver, &all, budget)?;
    verdict.are_at_odds = !is_one && verdict.wrong.is_empty();
    if is_one {
        return Ok(Ok(verdict));
    }
    let is_entered = |fact: usize| entries.facts.iter().any(|(entered, _)| *entered == fact);
    let given = givens.iter().filter(|(fact, _)| !is_entered(*fact));
    let said: Vec<(usize, i64)> = given.chain(&entries.facts).copied().collect();
    match broken(instance, &said, &entries.answer, engine, budget)? {
        Ok(broken) => verdict.broken = broken,
        Err(fault) => return Ok(Err(fault)),
    }
    Ok(Ok(verdict))
}

fn is_possible(solver: &mut Solver<'_>, lits: &[Lit], budget: &mut Budget) -> Result<bool, GaveUp> {
    match solver.check(lits, budget) {
        Answer::Sat(_) => Ok(true),
        Answer::Unsat(_) => Ok(false),
        Answer::GaveUp(reason) => Err(reason),
    }
}

/// Returns the sentences of the rule cases of which each alone cannot hold with these values.
fn broken(
    instance: &Instance<'_>,
    facts: &[(usize, i64)],
    answer: &[Option<i64>],
    engine: &dyn Engine,
    budget: &mut Budget,
) -> Result<Result<Vec<String>, FaultAt>, GaveUp> {
    let Ok(lowered) = lower(instance, Purpose::Explain) else {
        crate::bug!("what was lowered to solve cannot be lowered to explain")
    };
    let facts = facts.iter().map(|(fact, value)| lowered.fact_lit(*fact, *value));
    let answer = answer.iter().zip(&lowered.value_vars);
    let answer = answer.filter_map(|(value, var)| Some(Lit::is(*var, (*value)?)));
    let mut values: Vec<Lit> = facts.chain(answer).collect();
    values.sort_unstable();
    values.dedup();
    let mut solver = Solver::new(&lowered, engine);
    let mut sentences = Vec::new();
    for (guard, origin) in &lowered.csp.guards {
        let Origin::Rule { rule, instance: case, .. } = origin else { continue };
        let mut lits = values.clone();
        lits.push(Lit::is(*guard, 1));
        if !is_possible(&mut solver, &lits, budget)? {
            let rule = &instance.definition.rules[*rule as usize];
            match sentence_of(instance, rule, *case as usize) {
                Ok(sentence) => sentences.push(sentence),
                Err(fault) => return Ok(Err(fault)),
            }
        }
    }
    Ok(Ok(sentences))
}
