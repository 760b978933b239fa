//! Reasons in programs: the inputs on which other words do something else.

use std::collections::BTreeSet;

use puzgen_csp::{Lit, VarId};
use puzgen_model::definition::Shown;
use puzgen_model::value::Key;
use puzgen_program::{Difference, ProgramSet, Task};
use puzgen_stepwise::{Deduction, Fact, How};

use super::because::Because;
use super::names::{VarMeaning, Words};
use super::sentences::{fill, listed};

/// How many inputs are named at once.
const MOST_INPUTS: usize = 3;

impl Words<'_> {
    /// Returns the inputs that show that a token is a word, or is not, and what comes out for the last of them; none
    /// where the variable is no token of a program, or no single input shows it.
    fn shown_by(&self, deduction: &Deduction) -> Option<(&Task, Vec<usize>, Difference)> {
        let Deduction { var, value, is, .. } = deduction;
        let (programs, blank) = self.blank(*var)?;
        let task = &programs.tasks[programs.blanks[blank].task];
        let mut words = self.known_words(programs, programs.blanks[blank].task, &deduction.facts);
        let token = programs.blanks[blank].token;
        let others: Vec<i64> = match is {
            true => programs.blanks[blank].words.iter().copied().filter(|w| w != value).collect(),
            false => vec![*value],
        };
        let mut inputs: Vec<usize> = Vec::new();
        let mut outcome = None;
        let gone = self.words_gone(&deduction.facts);
        for other in others {
            words[token] = Some(programs.word(other));
            let open = |token: usize| Self::words_left(programs, task.first + token, &gone);
            let found = task.first_difference(&words, &open);
            // Other values may be excluded in another way.
            let Some(found) = found else { continue };
            if !inputs.contains(&found.input) {
                inputs.push(found.input);
            }
            outcome = Some(found);
        }
        Some((task, inputs, outcome?))
    }

    /// Returns calls of a program that show what a deduction says.
    pub fn calls(&self, deduction: &Deduction) -> Vec<String> {
        let Some((task, inputs, _)) = self.shown_by(deduction) else { return Vec::new() };
        inputs.iter().take(MOST_INPUTS).map(|input| format!("`{}`", task.call(*input))).collect()
    }

    /// Returns why a token is a word, or is not, by the inputs that show it.
    pub(super) fn of_program(&self, deduction: &Deduction) -> Option<Because> {
        let (task, _, outcome) = self.shown_by(deduction)?;
        let text = match deduction.is {
            true => {
                let calls = listed(&self.calls(deduction), self.sentences.or);
                fill(self.sentences.every_other, &[("calls", &calls)])
            }
            false => {
                let [got, expected] = [&outcome.got, &outcome.expected];
                let [got, expected] = [got, expected].map(|it| task.says(outcome.input, it));
                let call = task.call(outcome.input);
                let parts = [("call", call.as_str()), ("got", &got), ("expected", &expected)];
                fill(self.sentences.would_give, &parts)
            }
        };
        Some(Because::plain(text))
    }

    /// Returns on which input a program does something else with these values, and what comes out; none where the
    /// board has no program, or no input shows it.
    pub fn difference(&self, entered: &[Lit]) -> Option<String> {
        let found = entered.iter().find_map(|lit| self.blank(lit.var));
        let (programs, blank) = found?;
        let number = programs.blanks[blank].task;
        let task = &programs.tasks[number];
        let is_word = |lit: &&Lit| lit.is && self.blank(lit.var).is_some();
        let facts = entered.iter().filter(is_word).map(|lit| Fact::Is(lit.var, lit.value));
        let words = self.known_words(programs, number, &facts.collect::<Vec<_>>());
        let open = |token: usize| Self::words_left(programs, task.first + token, &BTreeSet::new());
        let found = task.first_difference(&words, &open)?;
        let [got, expected] = [&found.got, &found.expected].map(|it| task.says(found.input, it));
        let call = task.call(found.input);
        let parts = [("call", call.as_str()), ("got", &got), ("expected", &expected)];
        Some(fill(self.sentences.gives, &parts))
    }

    /// Returns for each blank of a program, where all others are right, what each other word would change; nothing where
    /// the board has no program.
    pub fn forced(&self, assignment: &[i64]) -> Vec<String> {
        let told = self.blanks_alone(assignment).filter_map(|deduction| {
            let because = self.of_program(&deduction)?.text("");
            let place = self.place(deduction.var);
            let word = self.value(deduction.var, deduction.value);
            let parts = [("place", place.as_str()), ("word", &word), ("why", &because)];
            Some(fill(self.sentences.blank_is, &parts))
        });
        told.collect()
    }

    /// Returns the words of a program that are shown since others would do as well: with all other words as they are, no call
    /// tells these from them.
    pub fn never_blank(&self, assignment: &[i64]) -> Vec<String> {
        let answers = self.lowered.csp.answers.iter();
        let facts: Vec<Fact> =
            answers.filter_map(|var| Some(Fact::Is(*var, *assignment.get(var.index())?))).collect();
        let mut told = Vec::new();
        for (var, value) in &self.given {
            let Some((programs, blank)) = self.blank(*var) else { continue };
            let task = &programs.tasks[programs.blanks[blank].task];
            let mut words = self.known_words(programs, programs.blanks[blank].task, &facts);
            let mut others: Vec<String> = Vec::new();
            for other in programs.blanks[blank].words.iter().filter(|word| *word != value) {
                words[programs.blanks[blank].token] = Some(programs.word(*other));
                if task.first_difference(&words, &|_| Vec::new()).is_none() {
                    others.push(format!("`{}`", programs.word(*other)));
                }
            }
            if !others.is_empty() {
                let (place, word) = (&programs.blanks[blank].name, programs.word(*value));
                let others = listed(&others, self.sentences.or);
                let parts = [("place", place.as_str()), ("word", word), ("others", &others)];
                told.push((blank, fill(self.sentences.never_blank, &parts)));
            }
        }
        told.sort();
        told.into_iter().map(|(_, line)| line).collect()
    }

    /// Returns for each blank of a program what it is where all others are known.
    pub fn blanks_alone(&self, assignment: &[i64]) -> impl Iterator<Item = Deduction> {
        let answers = &self.lowered.csp.answers;
        let value = |var: &VarId| Some((*var, *assignment.get(var.index())?));
        let all: Vec<(VarId, i64)> = answers.iter().filter_map(value).collect();
        let facts: Vec<Fact> = all.iter().map(|(var, value)| Fact::Is(*var, *value)).collect();
        let open = all.into_iter().filter(|(var, _)| !self.given.contains_key(var));
        open.filter(|(var, _)| self.is_blank(*var)).map(move |(var, value)| Deduction {
            var,
            value,
            is: true,
            how: How::OnlyValue,
            facts: facts.clone(),
            rules: Vec::new(),
            left: Vec::new(),
            is_aside: false,
            seen: Vec::new(),
        })
    }

    /// Returns whether a variable is a token of a program.
    pub fn is_blank(&self, var: VarId) -> bool {
        self.blank(var).is_some()
    }

    /// Returns the tokens that may be blanks and are not given, in their order.
    pub(super) fn open_tokens(&self) -> Vec<usize> {
        let token = |var: &VarId| self.blank(*var).map(|(_, token)| token);
        let given: BTreeSet<usize> = self.given.keys().filter_map(token).collect();
        let all: BTreeSet<usize> = self.lowered.csp.answers.iter().filter_map(token).collect();
        all.difference(&given).copied().collect()
    }

    /// Returns whether the board is a program with blanks.
    pub fn has_blanks(&self) -> bool {
        !self.open_tokens.is_empty()
    }

    /// Returns the number that a blank of the board has there, counted from 1.
    pub(super) fn blank_number(&self, var: VarId) -> Option<usize> {
        // Of a board that has none, nothing is looked up.
        self.open_tokens.first()?;
        let (_, token) = self.blank(var)?;
        self.open_tokens.binary_search(&token).ok().map(|at| at + 1)
    }

    /// Returns the token that a variable is of.
    fn blank(&self, var: VarId) -> Option<(&ProgramSet, usize)> {
        let programs = self.instance.grid.as_ref()?.as_graph()?.programs.as_deref()?;
        let Some(VarMeaning::Value(family, position)) = self.roles[var.index()] else {
            return None;
        };
        let index = match family {
            Shown::Answer(id) => &self.instance.families[id.0 as usize].index,
            Shown::Clue(id) => &self.instance.clues[id.0 as usize].index,
            Shown::Layout(_) => return None,
        };
        match index.keys().get(position)? {
            Key::Place(place) => Some((programs, place.index as usize)),
            _ => None,
        }
    }

    /// Returns the words that facts exclude, each with its blank.
    fn words_gone(&self, facts: &[Fact]) -> BTreeSet<(usize, i64)> {
        let gone = facts.iter().filter_map(|fact| match fact {
            Fact::IsNot(var, value) => Some((self.blank(*var)?.1, *value)),
            Fact::Is(..) | Fact::OneOf(..) => None,
        });
        gone.collect()
    }

    /// Returns the words that may stand in a blank.
    fn words_left<'p>(
        programs: &'p ProgramSet,
        blank: usize,
        gone: &BTreeSet<(usize, i64)>,
    ) -> Vec<&'p str> {
        let words = programs.blanks[blank].words.iter();
        let left = words.filter(|word| !gone.contains(&(blank, **word)));
        left.map(|word| programs.word(*word)).collect()
    }

    /// Returns the words of a program that are known: those that are no blanks, those that are given, and these.
    fn known_words<'p>(
        &self,
        programs: &'p ProgramSet,
        task: usize,
        facts: &[Fact],
    ) -> Vec<Option<&'p str>> {
        let written = |at: usize| programs.word(programs.blanks[at].word);
        let range = programs.blanks_of(task);
        let mut words: Vec<Option<&str>> = range.clone().map(|at| Some(written(at))).collect();
        let first = range.start;
        for (number, role) in self.roles.iter().enumerate() {
            let var = VarId(number as u32);
            if let (Some(VarMeaning::Value(..)), Some((_, at))) = (role, self.blank(var)) {
                words[at - first] = None;
            }
        }
        let given = self.given.iter().map(|(var, value)| (*var, *value));
        let facts = facts.iter().filter_map(|fact| match fact {
            Fact::Is(var, value) => Some((*var, *value)),
            Fact::IsNot(..) | Fact::OneOf(..) => None,
        });
        for (var, value) in given.chain(facts) {
            if let Some((_, at)) = self.blank(var) {
                words[at - first] = Some(programs.word(value));
            }
        }
        words
    }
}
