//! Worked solutions in words: what the lines of a definition say of the values that they find, one after the other.

use puzgen_csp::Lit;
use puzgen_model::formula;
use puzgen_model::worked::WorkedLine;
use puzgen_stepwise::{Deduction, How};

use super::because::Because;
use super::names::Words;
use super::steps::StepWords;

impl Words<'_> {
    /// Returns how values are found one after the other from these facts and entries, as the definition tells it; `None`
    /// where it does not tell it of all of them. `assignment` is the only solution.
    pub fn worked(
        &self,
        given: &[(usize, i64)],
        entered: &[Lit],
        assignment: &[i64],
    ) -> Option<Vec<(Deduction, StepWords)>> {
        let vars = &self.lowered.value_vars;
        let entered = entered.iter().filter(|lit| lit.is);
        let entered = entered.filter_map(|lit| vars.iter().position(|var| *var == lit.var));
        let values = self.lowered.values(assignment);
        let lines = self.instance.worked(given, &Vec::from_iter(entered), &values)?;
        Some(lines.into_iter().map(|line| self.worked_line(line)).collect())
    }

    /// Returns what worked solutions are called.
    pub fn worked_kind(&self) -> String {
        self.sentences.kinds.worked.to_owned()
    }

    fn worked_line(&self, line: WorkedLine) -> (Deduction, StepWords) {
        let WorkedLine { name, position, value, sentence } = line;
        let sentence = formula::read(&sentence).map_or(sentence, |pieces| formula::plain(&pieces));
        let var = self.lowered.value_vars[position];
        let deduction = Deduction {
            var,
            value,
            is: true,
            how: How::Statement,
            facts: Vec::new(),
            rules: Vec::new(),
            left: Vec::new(),
            is_aside: false,
            seen: Vec::new(),
        };
        let told = StepWords {
            place: self.place(var),
            spoken: self.spoken(var),
            what: self.says(var, value, true),
            how: sentence.clone(),
            facts: Vec::new(),
            rules: vec![(name, sentence.clone())],
            clues: Vec::new(),
            points: self.points(&deduction, &[]),
            because: Because::plain(sentence),
            excluded: None,
            left: Vec::new(),
            is_aside: false,
            var: None,
            rests_on: Vec::new(),
            sentences: self.sentences,
        };
        (deduction, told)
    }
}
