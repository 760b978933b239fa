//! Reasons in programs: the inputs on which other words do something else.

use crate::csp::{Lit, VarId};
use crate::model::definition::Shown;
use crate::model::value::Key;
use crate::program::ProgramSet;
use crate::stepwise::{Deduction, Fact, How};

use super::because::Because;
use super::english::listed;
use super::names::{VarMeaning, Words};

/// How many inputs are named at once.
const MOST_INPUTS: usize = 3;

impl Words<'_> {
    /// Returns the inputs that show that a token is a word, or is not; none where the variable is no token of a
    /// program, or no single input shows it.
    pub(super) fn of_program(&self, deduction: &Deduction) -> Option<Because> {
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
        for other in others {
            words[token] = Some(programs.word(other));
            let alternatives =
                |token: usize| programs.word(programs.blanks[task.first + token].words[0]);
            let found = task.first_difference(&words, &alternatives);
            // Other values may be excluded in another way.
            let Some(found) = found else { continue };
            if !inputs.contains(&found.input) {
                inputs.push(found.input);
            }
            outcome = Some(found);
        }
        let outcome = outcome?;
        let calls: Vec<String> = inputs
            .iter()
            .take(MOST_INPUTS)
            .map(|input| format!("`{}`", task.call(*input)))
            .collect();
        let text = match is {
            true => format!("every other word changes what comes out for {}", listed(&calls, "or")),
            false => {
                let [got, expected] = [&outcome.got, &outcome.expected];
                let [got, expected] = [got, expected].map(|it| task.says(outcome.input, it));
                format!("`{}` would give {got} and not {expected}", task.call(outcome.input))
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
        let alternatives =
            |token: usize| programs.word(programs.blanks[task.first + token].words[0]);
        let found = task.first_difference(&words, &alternatives)?;
        let [got, expected] = [&found.got, &found.expected].map(|it| task.says(found.input, it));
        Some(format!("`{}` gives {got} and not {expected}", task.call(found.input)))
    }

    /// Returns for each blank of a program, where all others are right, what each other word would change; nothing where
    /// the board has no program.
    pub fn forced(&self, assignment: &[i64]) -> Vec<String> {
        let answers = &self.lowered.csp.answers;
        let open = answers.iter().filter(|var| !self.given.contains_key(var));
        let facts = answers.iter().map(|var| Fact::Is(*var, assignment[var.index()])).collect();
        let mut deduction = Deduction {
            var: VarId(0),
            value: 0,
            is: true,
            how: How::OnlyValue,
            facts,
            rules: Vec::new(),
        };
        let told = open.filter_map(|var| {
            (deduction.var, deduction.value) = (*var, assignment[var.index()]);
            let because = self.of_program(&deduction)?.text("");
            let (place, word) = (self.place(*var), self.value(*var, deduction.value));
            Some(format!("{place} is {word}: {because}"))
        });
        told.collect()
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
