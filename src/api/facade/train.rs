//! Levels learnt from labelled boards.

use serde_json::Map;

use super::error::guarded;
use super::{Error, Family, Limits};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_check::STEPS;
use puzgen_export::params_object;
use puzgen_generate::rate::{Failed, Rater};
use puzgen_model::definition::Inputs;
use puzgen_model::learn::{Model, Row, ScaledClassifier, Settings, Subject};
use puzgen_vocabulary::lower::gave_up_problem;

/// A board and the level that people gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Labelled<'a> {
    /// The text of the board.
    pub board: &'a str,
    /// The name of the level.
    pub level: &'a str,
}

impl Family {
    /// Learns levels from boards with one solution, by what the steps of their solutions measure; returns the
    /// text of the model, which `levels by model "…"` names in a definition.
    ///
    /// # Errors
    /// `usage` where there is no such learner or level; what is wrong with a board; `not_unique` where
    /// one has not exactly one solution.
    pub fn train(
        &self,
        learner: &str,
        levels: &[&str],
        boards: &[Labelled<'_>],
        limits: &Limits,
    ) -> Result<String, Error> {
        guarded(|| {
            let inner = self.inner();
            let Some(learner) = inner.plugins.learner_named(learner) else {
                let message = format!("there is no learner `{learner}`");
                return Err(Error::usage(message, "add it to the plug-ins of the family"));
            };
            if levels.len() < 2 || boards.is_empty() {
                let message = "there are fewer than two levels, or no boards";
                return Err(Error::usage(message, "give both"));
            }
            let mut rows = Vec::new();
            let mut columns: Vec<String> = Vec::new();
            let mut parameters = Vec::new();
            for labelled in boards {
                let level = levels.iter().position(|level| *level == labelled.level);
                let Some(level) = level else {
                    let message = format!("there is no level `{}`", labelled.level);
                    return Err(Error::usage(message, "name it among the levels"));
                };
                let (names, values, params) = self.columns(labelled.board, limits)?;
                rows.push(Row { values, level });
                (columns, parameters) = (names, params);
            }
            let fitted = ScaledClassifier::new(learner, &rows, levels.len(), &Settings::default());
            let subject = Subject {
                puzzle: self.name().to_owned(),
                parameters,
                levels: levels.iter().map(|level| (*level).to_owned()).collect(),
                set: STEPS.to_owned(),
                features: Vec::new(),
                columns,
            };
            Ok(Model::new(subject, fitted).write(Map::new()))
        })
    }

    /// Returns the numbers of a board with their names, and its parameters.
    fn columns(&self, board: &str, limits: &Limits) -> Result<Columns, Error> {
        self.at(&[board], |position, _| {
            let prepared = position.prepared;
            let csp = &prepared.lowered.csp;
            let engine = self.inner().default_engine(csp)?;
            let inputs = Some(&Inputs::Steps);
            let mut session = Rater::new(&prepared.instance, &prepared.lowered, engine, inputs);
            let rating = session.rate(&position.givens(), inputs, &mut limits.budget());
            let rating = rating.map_err(|failed| match failed {
                Failed::GaveUp(reason) => gave_up_problem(&reason),
                Failed::Fault(problem) => problem,
            })?;
            let Some(columns) = rating.columns else {
                let message = "a labelled board has not exactly one solution, or no steps";
                let problem = Problem::bare(Code::NotUnique, message);
                return Err(problem.help("leave it out").into());
            };
            let (names, values) = columns.into_iter().unzip();
            let params = params_object(&prepared.instance).into_iter();
            let params = params.map(|(name, value)| (name, value.to_string())).collect();
            Ok((names, values, params))
        })
    }
}

type Columns = (Vec<String>, Vec<f64>, Vec<(String, String)>);
