//! A puzzle as a player works on it: its drawing with what can be entered, attempts, pictures of steps.

use std::collections::BTreeMap;

use super::Error;
use super::board::Board;
use crate::jumble::moved;
use crate::reports::drawn_steps::StepBoard;
use crate::reports::solving::{assumptions, solution_behind};
use crate::reports::steps::{told_steps, words_of};
use puzgen_board::position::PreparedBoard;
use puzgen_csp::{BoolExpr, Csp, IntExpr, Origin, Stmt, VarId};
use puzgen_export::{Context, Elements, PlacedElement, entered_object, play};
use puzgen_model::eval::Scope;
use puzgen_wire as wire;

/// A step of a solution with its pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PicturedStep {
    /// The number, from 1.
    pub number: usize,
    /// What has to be done.
    pub kind: String,
    /// What follows and why, each with its picture as SVG.
    pub lines: Vec<(String, String)>,
}

impl Board {
    /// Returns what a player on a screen works from. It does not hold the solution.
    ///
    /// # Errors
    /// What a script says that draws it.
    pub fn play(&self) -> Result<wire::Play, Error> {
        self.ask(|position, _| {
            let prepared = position.prepared;
            let context = Context::new(&prepared.instance, &prepared.lowered.fact_domains, false);
            let board = &position.input.board;
            let solutions = solution_behind(position, self.engine(position)?);
            let puzzle = moved((0, 0), board.told(), board.shown(), solutions, None);
            let play = play(&context, &puzzle, Elements::Answer, &answer_places(position))?;
            Ok(wire::Play { different: different(&prepared.lowered.csp), ..play })
        })
    }

    /// Returns the same for who sets a puzzle: its elements are the clues, of which the board shows none, and what
    /// this puzzle shows as entries of them. Its layouts stay.
    ///
    /// # Errors
    /// What a script says that draws it.
    pub fn setting(&self) -> Result<(wire::Play, Vec<(usize, i64)>), Error> {
        self.ask(|position, _| {
            let instance = &position.prepared.instance;
            let context = Context::new(instance, &position.prepared.lowered.fact_domains, false);
            let (facts, shown) =
                (vec![None; instance.fact_count], vec![false; instance.fact_count]);
            let puzzle = moved((0, 0), facts, shown, Vec::new(), None);
            let place = |fact| PlacedElement { name: instance.describe_fact(fact), given: None };
            let places: Vec<PlacedElement> = (0..instance.fact_count).map(place).collect();
            let told = position.input.board.told().into_iter().enumerate();
            let told = told.filter_map(|(fact, value)| value.map(|value| (fact, value)));
            Ok((play(&context, &puzzle, Elements::Clues, &places)?, told.collect()))
        })
    }

    /// Returns a puzzle with the layouts of this one and these clues, by elements of [`Self::setting`].
    ///
    /// # Errors
    /// What is wrong with the clues.
    pub fn with_clues(&self, entries: &[(usize, i64)]) -> Result<Self, Error> {
        let text = self.entered(Elements::Clues, entries)?;
        self.family().board(&text)
    }

    /// Returns how it is played, in a sentence or two, where the definition says it.
    ///
    /// # Errors
    /// What is wrong with the board.
    pub fn about(&self) -> Result<Option<String>, Error> {
        self.ask(|position, _| {
            let instance = &position.prepared.instance;
            let about = instance.definition.about.as_ref();
            Ok(about.map(|about| Scope::new(instance).fill_where(about, &|_| true)))
        })
    }

    /// Returns the text of an attempt for [`Self::mark`] and [`Self::hint_from`]: elements of
    /// [`wire::Play::elements`] with their values. What does not exist is left out.
    ///
    /// # Errors
    /// What is wrong with the board.
    pub fn attempt(&self, entries: &[(usize, i64)]) -> Result<String, Error> {
        self.entered(Elements::Answer, entries)
    }

    fn entered(&self, elements: Elements, entries: &[(usize, i64)]) -> Result<String, Error> {
        self.ask(|position, _| {
            let prepared = position.prepared;
            let context = Context::new(&prepared.instance, &prepared.lowered.fact_domains, false);
            let mut values = match elements {
                Elements::Answer => vec![None; prepared.instance.answer_count],
                Elements::Clues => vec![None; prepared.instance.fact_count],
            };
            for (element, value) in entries {
                if let Some(place) = values.get_mut(*element) {
                    *place = Some(*value);
                }
            }
            Ok(entered_object(&context, elements, &values).to_string())
        })
    }

    /// Returns the steps of a solution with pictures, and whether they lead to the end. At most `most` steps.
    ///
    /// # Errors
    /// As [`Self::explain`].
    pub fn pictured_steps(&self, most: usize) -> Result<(Vec<PicturedStep>, bool), Error> {
        self.ask(|position, _| {
            let told = told_steps(position, self.engines().default_engine())?;
            let words = words_of(position);
            let mut board =
                StepBoard::new(position, solution_behind(position, self.engine(position)?));
            let mut steps = Vec::new();
            let is_whole = told.steps.len() <= most;
            for report in told.steps.iter().take(most) {
                let step = board.step(&words, report);
                let lines = step.lines.iter();
                let lines = lines.map(|line| Ok((line.sentence.clone(), board.svg(line)?)));
                let lines = lines.collect::<Result<_, puzgen_base::diagnostics::Problem>>()?;
                steps.push(PicturedStep { number: step.number, kind: step.kind, lines });
            }
            Ok((steps, is_whole && told.is_solved))
        })
    }
}

/// Returns what the elements of the answer are called, and what the puzzle gives of them.
fn answer_places(position: &PreparedBoard<'_, '_>) -> Vec<PlacedElement> {
    let (instance, lowered) = (&position.prepared.instance, &position.prepared.lowered);
    let words = words_of(position);
    let givens = assumptions(lowered, &position.input.board.givens(instance));
    let place = |var: &VarId| PlacedElement {
        name: words.place(*var),
        given: givens.iter().find(|lit| lit.var == *var && lit.is).map(|lit| lit.value),
    };
    lowered.csp.answers.iter().map(place).collect()
}

/// Returns which elements of the answer, by their positions, a rule says to differ.
fn different(csp: &Csp) -> Vec<Vec<usize>> {
    let elements = csp.answers.iter().enumerate().map(|(position, var)| (*var, position));
    let elements: BTreeMap<VarId, usize> = elements.collect();
    let group = |(stmt, _): &(Stmt, Origin)| {
        let Stmt::Hold(BoolExpr::Distinct(terms)) = stmt else { return None };
        let element = |term: &IntExpr| match term {
            IntExpr::Var(var) => elements.get(var).copied(),
            _ => None,
        };
        terms.iter().map(element).collect::<Option<Vec<usize>>>()
    };
    let mut groups: Vec<Vec<usize>> = csp.stmts.iter().filter_map(group).collect();
    groups.sort();
    groups.dedup();
    groups
}
