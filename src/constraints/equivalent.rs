//! Programs that do the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::constraints::{Auxiliary, Constraint, Term};
use crate::csp::{BoolExpr, IntExpr, RunEnd, Runs, Simulator, VarId};
use crate::grid::Grid;
use crate::model::function::{Fault, Function};
use crate::model::ty::Ty;
use crate::model::value::Value;
use crate::program::{End, Ended, OpenProgram, Outcome, ProgramSet};

/// `equivalent(words)`.
#[derive(Debug)]
pub(super) struct Equivalent;

impl Function for Equivalent {
    fn name(&self) -> &'static str {
        "equivalent"
    }

    fn signature(&self) -> &'static str {
        "equivalent(words)"
    }

    fn about(&self) -> &'static str {
        "The program with these words in its blanks does on every input what the program as it is written does."
    }

    fn example(&self) -> &'static str {
        "exists(equivalent(x) for c in cells where false)"
    }

    fn takes_keys(&self) -> bool {
        true
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [keys, Ty::List(word)] if *keys == Ty::cell().list() && *word.value() == Ty::Int => {
                Some(Ty::Bool)
            }
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], grid: Option<&Grid>) -> Result<Value, Fault> {
        let list = |at: usize| arguments.get(at).and_then(Value::as_list).unwrap_or_default();
        let words: Vec<i64> = list(1).iter().filter_map(Value::as_int).collect();
        let Some(trial) = Trial::new(list(0), grid)? else { return Ok(Value::Bool(true)) };
        Ok(Value::Bool(trial.is_right(&words)))
    }
}

impl Constraint for Equivalent {
    /// What is run, with the truth as one more variable.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let mut lists = arguments.into_iter().map(Term::into_list);
        let keys: Vec<Value> = lists.next().unwrap_or_default().into_iter().map(known).collect();
        let words: Vec<IntExpr> =
            lists.next().unwrap_or_default().into_iter().map(Term::into_int).collect();
        let Some(trial) = Trial::new(&keys, aux.grid())? else {
            return Ok(Term::Bool(BoolExpr::Const(true)));
        };
        let vars: Vec<VarId> =
            words.into_iter().map(|word| aux.named(word)).collect::<Result<_, _>>()?;
        Ok(Term::Bool(aux.simulated(vars, Arc::new(trial))))
    }
}

fn known(term: Term) -> Value {
    match term {
        Term::Known(value) => value,
        other => crate::bug!("{other:?} is no key"),
    }
}

/// Returns whether an outcome may be the one that is expected: what is not known to differ may be the same.
fn may_be(outcome: &Outcome, expected: &Outcome) -> bool {
    outcome == expected || matches!(outcome.end, End::Unknown(_))
}

/// A program that is run with words in some of its tokens.
#[derive(Debug)]
struct Trial {
    programs: Arc<ProgramSet>,
    task: usize,
    /// The tokens that have variables, in the order of these.
    tokens: Vec<usize>,
    /// The position of the variable of each token.
    vars: Vec<Option<usize>>,
}

impl Trial {
    /// Returns the program of these tokens; none where there are none.
    fn new(keys: &[Value], grid: Option<&Grid>) -> Result<Option<Self>, Fault> {
        let programs = grid.and_then(Grid::as_graph).and_then(|graph| graph.programs.clone());
        let programs =
            programs.ok_or_else(|| Fault::Board("the board has no programs".to_owned()))?;
        let blanks: Vec<usize> =
            keys.iter().filter_map(Value::as_place).map(|place| place.index as usize).collect();
        let Some(first) = blanks.first() else { return Ok(None) };
        let task = programs.blanks[*first].task;
        if blanks.iter().any(|blank| programs.blanks[*blank].task != task) {
            return Err(Fault::Index("these are tokens of several programs".to_owned()));
        }
        let tokens: Vec<usize> = blanks.iter().map(|blank| programs.blanks[*blank].token).collect();
        let program = &programs.tasks[task];
        let mut vars = vec![None; program.program.tokens().len()];
        tokens.iter().enumerate().for_each(|(at, token)| vars[*token] = Some(at));
        Ok(Some(Self { task, tokens, vars, programs }))
    }

    /// Makes all runs with these words, and calls `wrong` with the variables that a wrong one depends on, until it
    /// returns false. Returns the variables that right runs depend on, unless it was stopped.
    fn runs(&self, words: &[i64], wrong: &mut dyn FnMut(&[usize]) -> bool) -> Option<Vec<usize>> {
        let task = &self.programs.tasks[self.task];
        let mut texts: Vec<&str> =
            task.program.tokens().iter().map(|token| token.word.as_str()).collect();
        for (token, word) in self.tokens.iter().zip(words) {
            texts[*token] = self.programs.word(*word);
        }
        let Ok(completed) = task.program.with(&texts) else {
            // Not a program: which words are to blame is not known.
            let all: Vec<usize> = (0..self.tokens.len()).collect();
            return wrong(&all).then(Vec::new);
        };
        let mut looked_at = vec![false; self.tokens.len()];
        for (input, expected) in task.inputs.iter().zip(task.outcomes()) {
            let run = completed.run(input, task.limits());
            let mut touched: Vec<usize> =
                run.touched.iter().filter_map(|token| self.vars[*token]).collect();
            touched.sort_unstable();
            if may_be(&run.outcome, expected) {
                touched.iter().for_each(|at| looked_at[*at] = true);
            } else if !wrong(&touched) {
                return None;
            }
        }
        Some((0..looked_at.len()).filter(|at| looked_at[*at]).collect())
    }

    fn is_right(&self, words: &[i64]) -> bool {
        self.runs(words, &mut |_| false).is_some()
    }
}

impl Simulator for Trial {
    /// The last value is the truth: wrong runs contradict that it is true; right runs only, that it is false.
    fn for_each_wrong(&self, values: &[i64], wrong: &mut dyn FnMut(&[usize]) -> bool) {
        let truth = self.tokens.len();
        let (words, is_claimed) = (&values[..truth], values[truth] != 0);
        let with_truth = |touched: &[usize]| [touched, &[truth]].concat();
        if is_claimed {
            self.runs(words, &mut |touched| wrong(&with_truth(touched)));
        } else if let Some(touched) = self.runs(words, &mut |_| false) {
            wrong(&with_truth(&touched));
        }
    }

    fn runs(self: Arc<Self>) -> Box<dyn Runs> {
        let program = &self.programs.tasks[self.task].program;
        let mut words = vec![Vec::new(); program.tokens().len()];
        for token in &self.tokens {
            let blank = &self.programs.blanks[self.programs.tasks[self.task].first + token];
            let texts = blank.words.iter().map(|word| self.programs.word(*word).to_owned());
            words[*token] = texts.collect();
        }
        let program = OpenProgram::new(program, words);
        Box::new(OpenTrial { trial: self, program })
    }

    /// A consistent renaming of variables changes nothing that a run shows.
    fn is_kept_by(&self, image: &dyn Fn(usize, i64) -> Option<i64>) -> bool {
        let first = self.programs.tasks[self.task].first;
        let blanks: Vec<usize> = self.tokens.iter().map(|token| first + token).collect();
        let mut renamed: BTreeMap<i64, i64> = BTreeMap::new();
        for (at, blank) in blanks.iter().enumerate() {
            for word in &self.programs.blanks[*blank].words {
                let Some(to) = image(at, *word) else { return false };
                if *renamed.entry(*word).or_insert(to) != to {
                    return false;
                }
            }
        }
        let images: BTreeSet<i64> = renamed.values().copied().collect();
        let is_free = |word: i64| self.programs.is_free_name(&blanks, word);
        let mut moved = renamed.iter().filter(|(word, to)| word != to);
        images.len() == renamed.len() && moved.all(|(word, to)| is_free(*word) && is_free(*to))
    }

    fn cost(&self) -> usize {
        const PER_RUN: usize = 500;
        self.programs.tasks[self.task].inputs.len() * PER_RUN
    }
}

/// The runs of a program before all words are known.
///
/// Each first looks at the truth that is claimed. Where it is "true", every run must come out as it is written. Where it is "false",
/// the first one is all of them, one after the other, and comes out wrong where all do what is written.
#[derive(Debug)]
struct OpenTrial {
    trial: Arc<Trial>,
    program: OpenProgram,
}

impl Runs for OpenTrial {
    fn count(&self) -> usize {
        self.trial.programs.tasks[self.trial.task].inputs.len()
    }

    fn run(&mut self, number: usize, known: &[(usize, i64)]) -> RunEnd {
        let truth = self.trial.tokens.len();
        match known.iter().find(|(at, _)| *at == truth) {
            None => RunEnd::Waits(truth),
            Some((_, 0)) if number > 0 => RunEnd::Right,
            Some((_, 0)) => {
                let mut ends = (0..self.count()).map(|input| self.one(input, known));
                match ends.find(|end| *end != RunEnd::Right) {
                    Some(RunEnd::Waits(at)) => RunEnd::Waits(at),
                    Some(RunEnd::Wrong | RunEnd::Right) => RunEnd::Right,
                    None => RunEnd::Wrong,
                }
            }
            Some(_) => self.one(number, known),
        }
    }
}

impl OpenTrial {
    fn one(&mut self, input: usize, known: &[(usize, i64)]) -> RunEnd {
        let trial = &self.trial;
        let task = &trial.programs.tasks[trial.task];
        let word = |(at, value): &(usize, i64)| {
            let token = *trial.tokens.get(*at)?;
            let words = &trial.programs.blanks[task.first + token].words;
            Some((token, u16::try_from(words.binary_search(value).ok()?).ok()?))
        };
        let words: Vec<(usize, u16)> = known.iter().filter_map(word).collect();
        match self.program.run(&words, &task.inputs[input], task.limits()) {
            Ended::Waits(token) => match trial.vars[token] {
                Some(at) => RunEnd::Waits(at),
                None => crate::bug!("a token without a variable is open"),
            },
            Ended::Done(outcome) if may_be(&outcome, &task.outcomes()[input]) => RunEnd::Right,
            Ended::Done(_) | Ended::Unreadable => RunEnd::Wrong,
        }
    }
}
