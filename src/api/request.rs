//! What is asked for: the one type for the commands, the site, the language server and other programs, and the only
//! place that turns it into options of the generator.

use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::ops::CompareOp;
use puzgen_base::source::Span;
use puzgen_csp::Csp;
use puzgen_engine::{DEFAULT, Engines};
use puzgen_generate::{Bounds, Options, UntilTarget};
use puzgen_model::definition::Definition;

use crate::batch::level_named;
use crate::pair;

/// How much a question may cost.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// The bound on the work of a puzzle, in steps that are counted and not timed, some 50 µs each.
    pub steps: Option<u64>,
    /// Ends all work soon after it is set, from any thread.
    pub stop: StopFlag,
}

impl Limits {
    pub(crate) fn budget(&self) -> Budget {
        Budget::new(self.steps, self.stop.clone())
    }
}

/// Where removal stops: at a board whose feature compares like this.
#[derive(Debug, Clone, PartialEq)]
pub struct Until {
    /// The name of the feature.
    pub feature: String,
    /// How.
    pub comparison: CompareOp,
    /// With what.
    pub number: f64,
}

/// Which puzzles are wanted. The same request gives the same puzzles, with any number of threads.
#[derive(Debug, Clone)]
pub struct Request {
    /// The seed.
    pub seed: u64,
    /// The number of the first puzzle.
    pub first: u64,
    /// How many puzzles.
    pub count: u64,
    /// The level that each is to have. It leaves no choice of solutions, of boards on the way, or of where removal stops.
    pub level: Option<String>,
    /// How many solutions each may have, both ends included; what the definition says where there is none.
    pub solutions: Option<(usize, usize)>,
    /// Where removal stops.
    pub until: Option<Until>,
    /// The symmetries of the clues that are left.
    pub symmetry: Vec<String>,
    /// How many variants of each follow it.
    pub variants: usize,
    /// Whether every board on the way is a puzzle, as in the paper of 2014.
    pub all_steps: bool,
    /// The least and the most number of clues left out of a board on the way that is a puzzle instead of the last
    /// one: of those, one for each number of solutions, drawn at random.
    pub on_the_way: Option<(usize, usize)>,
    /// Whether they begin from puzzles of a bank, which have exactly one solution.
    pub from_bank: bool,
    /// Whether they get features, score, tier and level: solving step by step can take longer than all else.
    pub is_rated: bool,
    /// The names of the two engines that prove every puzzle; those that suit the problem where none are named.
    pub verify: Option<[String; 2]>,
    /// The engine that answers.
    pub engine: String,
    /// How many threads.
    pub threads: usize,
    /// What a puzzle may cost.
    pub limits: Limits,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            seed: 0,
            first: 0,
            count: 1,
            level: None,
            solutions: None,
            until: None,
            symmetry: Vec::new(),
            variants: 0,
            all_steps: false,
            on_the_way: None,
            from_bank: false,
            is_rated: true,
            verify: None,
            engine: DEFAULT.to_owned(),
            threads: 1,
            limits: Limits::default(),
        }
    }
}

impl Request {
    /// Returns the options of the generator. Problems of `until` point to `until_at`.
    ///
    /// # Errors
    /// `usage` where parts of the request do not fit each other, the definition or the problem.
    pub fn options(
        &self,
        definition: &Definition,
        csp: &Csp,
        engines: Engines,
        until_at: Span,
    ) -> Result<Options, Problem> {
        self.must_fit()?;
        let level = self.level.as_deref().map(|name| level_named(definition, name)).transpose()?;
        let until = self.until.as_ref().map(|until| UntilTarget {
            name: until.feature.clone(),
            op: until.comparison,
            number: until.number,
            span: until_at,
        });
        let verify = match &self.verify {
            Some(names) => pair::chosen(names, engines, csp)?,
            None => Vec::new(),
        };
        Ok(Options {
            solutions: self.solutions.map(|(at_least, at_most)| Bounds { at_least, at_most }),
            until,
            level,
            is_unique: self.from_bank,
            all_steps: self.all_steps,
            on_the_way: self.on_the_way,
            // What comes from a bank keeps its level.
            is_unrated: !self.is_rated && !self.from_bank,
            verify,
            ..Options::new(engines)
        })
    }

    /// Refuses parts that say different things about the same choice.
    fn must_fit(&self) -> Result<(), Problem> {
        let choices = [
            ("until", self.until.is_some()),
            ("solutions", self.solutions.is_some()),
            ("all_steps", self.all_steps),
            ("on_the_way", self.on_the_way.is_some()),
        ];
        let choosers = [("level", self.level.is_some()), ("from_bank", self.from_bank)];
        for (chooser, _) in choosers.iter().filter(|(_, is_set)| *is_set) {
            if let Some((choice, _)) = choices.iter().find(|(_, is_set)| *is_set) {
                let message = format!("`{chooser}` and `{choice}` do not go together");
                return Err(Problem::bare(Code::Usage, message).help("leave one of them out"));
            }
        }
        match self.solutions {
            Some((least, most)) if least > most => {
                let message = format!("{least} to {most} solutions are no number of solutions");
                Err(Problem::bare(Code::Usage, message).help("give the smaller number first"))
            }
            _ => Ok(()),
        }
    }
}
