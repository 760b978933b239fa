//! Hints: the next step from where the player stands, or that there is a mistake, and no more of it than is
//! asked for.

use std::collections::BTreeSet;

use crate::mark::{self, Faults};
use crate::reports::steps::{
    StepReport, contradiction, explained, only_answer, stepwise, words_of, worked,
};
use puzgen_base::diagnostics::Problem;
use puzgen_board::position::{Entered, PreparedBoard};
use puzgen_board::shelf::Prepared;
use puzgen_csp::Lit;
use puzgen_engine::Engine;
use puzgen_explain::{Hints, Marks, StepWords, fill};
use puzgen_stepwise::{Deduction, Explained, How, Stepwise};
use puzgen_wire as wire;

/// How much a hint tells; each tells what the ones before it tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tell {
    /// Where to look.
    Place,
    /// What kind of reason there is, and the rules and clues that it uses.
    Rule,
    /// What follows, too.
    Value,
}

/// Returns what was entered on a board, where nothing of it is wrong.
pub fn progress(puzzle: &PreparedBoard<'_, '_>, attempt: &Entered) -> Vec<Lit> {
    let Prepared { instance, lowered, .. } = puzzle.prepared;
    match attempt {
        Entered::Values(input) => mark::entered(instance, lowered, &puzzle.input.board, input),
        Entered::Elsewhere(_) => Vec::new(),
    }
}

fn continued<'s>(
    stepwise: &'s Stepwise<'_>,
    position: &PreparedBoard<'_, '_>,
    entered: &[Lit],
    engine: &dyn Engine,
) -> Result<Explained<'s>, Problem> {
    match entered {
        [] => explained(stepwise, position, engine),
        entered => stepwise.explain(&position.givens(), entered).ok_or_else(contradiction),
    }
}

/// What there is to be told of a position.
#[derive(Debug)]
pub enum NextStep {
    /// This.
    Hint(Box<Hint>),
    /// No step leads further, perhaps because everything is found.
    None {
        /// Whether it is.
        is_solved: bool,
    },
}

impl NextStep {
    /// Returns what follows next from a position and what was entered beside it: by the worked solution that the definition
    /// tells, or by what the stepwise solver finds.
    ///
    /// # Errors
    /// `conflict` where they contradict the rules; `usage` where numbers are too far apart.
    pub fn of(
        position: &PreparedBoard<'_, '_>,
        entered: &[Lit],
        engine: &dyn Engine,
    ) -> Result<Self, Problem> {
        let words = words_of(position);
        if let Some(worked) = worked(position, &words, entered, engine) {
            return Ok(match Hint::of_worked(worked, words.hints()) {
                Some(hint) => Self::Hint(Box::new(hint)),
                None => Self::None { is_solved: true },
            });
        }
        let stepwise = stepwise(position)?;
        let explained = continued(&stepwise, position, entered, engine)?;
        Ok(match Hint::next(position, &explained, entered, engine)? {
            Some(hint) => Self::Hint(Box::new(hint)),
            None => Self::None { is_solved: explained.is_solved() },
        })
    }
}

/// A hint.
#[derive(Debug)]
pub struct Hint {
    /// What kind of reason there is.
    kind: String,
    told: StepWords,
    /// The names of the rules to use.
    rules: Vec<String>,
    /// Calls of a program that show it.
    calls: Vec<String>,
    /// The rules and clues in a list, and the calls.
    with: String,
    tried: String,
    hints: &'static Hints,
}

impl Hint {
    /// Returns the first line of a worked solution.
    fn of_worked(worked: Vec<StepReport>, hints: &'static Hints) -> Option<Self> {
        let StepReport { kind, told, .. } = worked.into_iter().next()?;
        let told = told.into_iter().next()?;
        let rules: Vec<String> = told.rules.iter().map(|(name, _)| name.clone()).collect();
        let with = rules.iter().map(|rule| format!("`{rule}`")).collect();
        let (calls, tried) = Default::default();
        Some(Self { kind, told, rules, calls, with, tried, hints })
    }

    /// Returns the next thing that follows; `None` where no step leads further.
    ///
    /// # Errors
    /// Where a rule's cases cannot be listed.
    fn next(
        position: &PreparedBoard<'_, '_>,
        explained: &Explained<'_>,
        entered: &[Lit],
        engine: &dyn Engine,
    ) -> Result<Option<Self>, Problem> {
        let words = words_of(position);
        let alone = || {
            let answer = only_answer(position, engine).filter(|_| !explained.is_solved())?;
            let is_open = |deduction: &Deduction| entered.iter().all(|it| it.var != deduction.var);
            let blank = words.blanks_alone(&answer).find(is_open)?;
            Some((None, blank))
        };
        let next = words.next(explained, entered);
        let next = next.map(|(kind, deduction)| (Some(kind), deduction));
        let Some((kind, deduction)) = next.or_else(alone) else { return Ok(None) };
        let told = words.tell(&deduction)?;
        let rules = told.rules.iter().map(|(name, _)| name.clone());
        let rules: BTreeSet<String> = match deduction.how {
            How::OnlyPlace => rules.take(1).collect(),
            _ => rules.collect(),
        };
        let hints = words.hints();
        let kind = match (deduction.how.clone(), kind) {
            (How::OnlyPlace, _) => hints.only_place.to_owned(),
            (_, None) => hints.alone.to_owned(),
            (How::OnlyValue, Some(_)) => hints.only_value.to_owned(),
            (_, Some(kind)) => words.kind(kind),
        };
        let mut calls = words.calls(&deduction);
        // Where no call shows it by itself, one that does where all other blanks are right.
        if calls.is_empty() && words.is_blank(deduction.var) {
            let answer = only_answer(position, engine).unwrap_or_default();
            let mut alone = words.blanks_alone(&answer).filter(|it| it.var == deduction.var);
            calls = alone.next().map(|it| words.calls(&it)).unwrap_or_default();
        }
        let rules = Vec::from_iter(rules);
        let quoted = rules.iter().map(|rule| format!("`{rule}`"));
        let with: Vec<String> = quoted.chain(told.clues.iter().cloned()).collect();
        let [with, _] = words.lists(&with);
        let [_, tried] = words.lists(&calls);
        Ok(Some(Self { kind, told, rules, calls, with, tried, hints }))
    }

    /// Returns as much of it as is asked for, as lines for people.
    pub fn text(&self, tell: Tell) -> String {
        let Self { kind, told, with, tried, hints, .. } = self;
        let mut text = fill(hints.look_at, &[("place", &told.spoken)]);
        if tell >= Tell::Rule {
            text.push_str(&format!(": {kind}"));
            if !with.is_empty() {
                text.push_str(&fill(hints.with, &[("with", with)]));
            }
            if !tried.is_empty() {
                text.push_str(&fill(hints.try_out, &[("calls", tried)]));
            }
        }
        text.push('\n');
        if tell >= Tell::Value {
            text.push_str(&StepWords::lines(std::slice::from_ref(told)));
        }
        text
    }

    /// Returns as much of it as is asked for, as an object.
    pub fn object(&self, tell: Tell) -> wire::Hint {
        let Self { kind, told, rules, calls, .. } = self;
        let tells = |what: Tell| tell >= what;
        wire::Hint {
            schema: wire::Hint::SCHEMA,
            place: told.place.clone(),
            kind: kind.clone(),
            rules: tells(Tell::Rule).then(|| rules.clone()),
            what: tells(Tell::Value).then(|| told.what.clone()),
            how: tells(Tell::Value).then(|| told.how.clone()),
            given: tells(Tell::Value).then(|| told.facts.clone()),
            because: tells(Tell::Value).then(|| told.reason()),
            clues: tells(Tell::Rule).then(|| told.clues.clone()),
            calls: tells(Tell::Rule).then(|| calls.clone()),
            mistakes: None,
        }
    }
}

/// A hint about an attempt that is wrong somewhere: the step to take is to correct it. It tells no value.
#[derive(Debug)]
pub struct MistakeHint<'f> {
    /// What is wrong; something is.
    pub faults: &'f Faults,
    /// What is said of it.
    pub words: &'static Marks,
}

impl MistakeHint<'_> {
    /// Returns the first place that is wrong; none where only all entries together are.
    fn place(&self) -> Option<&str> {
        let Faults { changed, wrong, .. } = self.faults;
        changed.first().or(wrong.first()).map(String::as_str)
    }

    /// Returns as much of it as is asked for, as lines for people.
    pub fn text(&self, tell: Tell) -> String {
        let words = self.words;
        let place = self.place().unwrap_or(words.all_entries);
        let mut text = fill(words.is_mistake, &[("place", place)]) + "\n";
        match tell {
            Tell::Place => {}
            Tell::Rule if self.faults.broken.is_empty() => {
                text.push_str(&format!("{}\n", words.none_broken));
            }
            Tell::Rule => text.push_str(&self.faults.broken_lines(words)),
            Tell::Value => text.push_str(&self.faults.lines(words)),
        }
        text
    }

    /// Returns as much of it as is asked for, as an object.
    pub fn object(&self, tell: Tell) -> wire::Hint {
        let Faults { changed, wrong, broken, .. } = self.faults;
        let all = || changed.iter().chain(wrong).cloned().collect();
        let rules: BTreeSet<String> = broken.iter().map(|fault| fault.name.clone()).collect();
        let sentences = || broken.iter().map(|fault| fault.sentence.clone()).collect();
        wire::Hint {
            schema: wire::Hint::SCHEMA,
            place: self.place().unwrap_or_default().to_owned(),
            kind: self.words.kind.to_owned(),
            rules: (tell >= Tell::Rule).then(|| Vec::from_iter(rules)),
            what: None,
            how: None,
            given: None,
            because: None,
            clues: None,
            calls: None,
            mistakes: Some(wire::Mistakes {
                broken: (tell >= Tell::Rule).then(sentences),
                wrong: (tell >= Tell::Value).then(all),
            }),
        }
    }
}
