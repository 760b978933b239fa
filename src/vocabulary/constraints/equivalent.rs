//! Programs that do the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_csp::{BoolExpr, IntExpr, RunEnd, Runs, Simulator, VarId};
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;
use puzgen_program::{End, Ended, OpenProgram, Outcome, ProgramSet};

/// `equivalent(words)`.
#[derive(Debug)]
pub(super) struct Equivalent;

impl Function for Equivalent {
    fn head(&self) -> Head {
        Head {
            name: "equivalent",
            signature: "equivalent(words)",
            about: "The program with these words in its blanks does on every input what the program as it is written does.",
            example: "exists(equivalent(x) for c in cells where false)",
        }
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
        Ok(Value::Bool(trial.does_the_same(&words)))
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
        other => puzgen_base::bug!("{other:?} is no key"),
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

    /// Reads the program with these words, and makes all runs.
    fn does_the_same(&self, words: &[i64]) -> bool {
        let task = &self.programs.tasks[self.task];
        let mut texts: Vec<&str> =
            task.program.tokens().iter().map(|token| token.word.as_str()).collect();
        for (token, word) in self.tokens.iter().zip(words) {
            texts[*token] = self.programs.word(*word);
        }
        let Ok(completed) = task.program.with(&texts) else { return false };
        let mut runs = task.inputs.iter().zip(task.outcomes());
        runs.all(|(input, expected)| may_be(&completed.run(input, task.limits()).outcome, expected))
    }
}

impl Simulator for Trial {
    /// The last value is the truth that is claimed.
    fn is_right(&self, values: &[i64]) -> bool {
        let truth = self.tokens.len();
        self.does_the_same(&values[..truth]) == (values[truth] != 0)
    }

    fn runs(self: Arc<Self>, values: &[Vec<i64>]) -> Box<dyn Runs> {
        let program = &self.programs.tasks[self.task].program;
        let mut words = vec![Vec::new(); program.tokens().len()];
        for (token, values) in self.tokens.iter().zip(values) {
            words[*token] =
                values.iter().map(|word| self.programs.word(*word).to_owned()).collect();
        }
        let program = OpenProgram::new(program, words);
        let truths = values.last().cloned().unwrap_or_default();
        Box::new(OpenTrial { trial: self, program, truths })
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
        const PER_STEP: u64 = 8;
        (self.programs.tasks[self.task].steps() * PER_STEP) as usize
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
    /// The values of the truth, by rank.
    truths: Vec<i64>,
}

impl Runs for OpenTrial {
    fn count(&self) -> usize {
        self.trial.programs.tasks[self.trial.task].inputs.len()
    }

    fn run(&mut self, number: usize, known: &[(usize, &[u16])]) -> RunEnd {
        let truth = self.trial.tokens.len();
        let ranks = known.iter().rev().find(|(at, _)| *at == truth).map(|(_, ranks)| *ranks);
        let is_claimed = match (ranks, &self.truths[..]) {
            (Some([rank]), truths) => truths[usize::from(*rank)] != 0,
            (None, [only]) => *only != 0,
            _ => return RunEnd::Waits(truth, vec![vec![0], vec![1]]),
        };
        match number {
            _ if is_claimed => self.one(number, known),
            0 => self.all(known),
            _ => RunEnd::Right,
        }
    }

    fn wrong_with(&mut self, number: usize, ranks: &[u16]) -> Option<Vec<(usize, Vec<u16>)>> {
        let truth = (self.trial.tokens.len(), vec![*ranks.last()?]);
        let is_claimed = self.truths[usize::from(truth.1[0])] != 0;
        let (is_right, mut alike) = match number {
            _ if is_claimed => self.one_with(number, ranks),
            0 => self.all_with(ranks),
            _ => return None,
        };
        alike.push(truth);
        (is_right != is_claimed).then_some(alike)
    }
}

impl OpenTrial {
    /// Comes out wrong where every run does what is written.
    fn all(&mut self, known: &[(usize, &[u16])]) -> RunEnd {
        let mut ends = (0..self.count()).map(|input| self.one(input, known));
        match ends.find(|end| *end != RunEnd::Right) {
            Some(waits @ RunEnd::Waits(..)) => waits,
            Some(RunEnd::Wrong | RunEnd::Right) => RunEnd::Right,
            None => RunEnd::Wrong,
        }
    }

    fn one(&mut self, input: usize, known: &[(usize, &[u16])]) -> RunEnd {
        let trial = &self.trial;
        let task = &trial.programs.tasks[trial.task];
        let mut words: Vec<(usize, &[u16])> = Vec::with_capacity(known.len());
        for (at, ranks) in known {
            words.extend(trial.tokens.get(*at).map(|token| (*token, *ranks)));
        }
        match self.program.run(&words, &task.inputs[input], task.limits()) {
            Ended::Waits(token, classes) => match trial.vars[token] {
                Some(at) => RunEnd::Waits(at, classes),
                None => puzgen_base::bug!("a token without a variable is open"),
            },
            Ended::Done(outcome) if may_be(&outcome, &task.outcomes()[input]) => RunEnd::Right,
            Ended::Done(_) | Ended::Unreadable => RunEnd::Wrong,
        }
    }

    /// Returns whether a run does what is written, and the words that this depends on.
    fn one_with(&mut self, input: usize, ranks: &[u16]) -> (bool, Vec<(usize, Vec<u16>)>) {
        let trial = &self.trial;
        let task = &trial.programs.tasks[trial.task];
        let word_of = |at: &Option<usize>| at.map(|at| ranks[at]);
        let words: Vec<Option<u16>> = trial.vars.iter().map(word_of).collect();
        let (outcome, alike) = self.program.run_with(&words, &task.inputs[input], task.limits());
        let is_right = outcome.is_some_and(|outcome| may_be(&outcome, &task.outcomes()[input]));
        let at = |(token, words): (usize, Vec<u16>)| Some((trial.vars[token]?, words));
        (is_right, alike.into_iter().filter_map(at).collect())
    }

    /// The same for all runs: of wrong ones, the first is enough.
    fn all_with(&mut self, ranks: &[u16]) -> (bool, Vec<(usize, Vec<u16>)>) {
        let mut all: BTreeMap<usize, Vec<u16>> = BTreeMap::new();
        for input in 0..self.count() {
            let (is_right, alike) = self.one_with(input, ranks);
            if !is_right {
                return (false, alike);
            }
            for (at, words) in alike {
                let known = all.entry(at).or_insert_with(|| words.clone());
                known.retain(|word| words.contains(word));
            }
        }
        (true, all.into_iter().collect())
    }
}
