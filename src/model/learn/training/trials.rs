//! How well learning does: random splits for several shares of training data, and cross-validation.

use std::ops::ControlFlow;

use crate::learn::{self, Learner, OneFeature, Row, ScaledClassifier, Scores, Settings, Split};
use puzgen_base::budget::StopFlag;
use puzgen_base::diagnostics::Problem;
use puzgen_base::jobs::{Finished, Jobs};
use puzgen_base::rng::Stream;

/// The shares of the puzzles that are learnt from.
pub const SHARES: [f64; 9] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/// What was told by the learner and by what it must beat.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The learner's.
    pub learner: Scores,
    /// Those of the best single column.
    pub one_feature: Scores,
    /// Those of the most frequent level.
    pub majority: Scores,
    /// How many rows were learnt from.
    pub count: usize,
}

impl Finished for Trial {
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }

    fn is_last(&self) -> bool {
        false
    }
}

/// Which trials are made.
#[derive(Debug, Clone, Copy)]
pub struct TrialPlan {
    /// The seed of the splits.
    pub seed: u64,
    /// How many parts the rows are cut into, each of which tests what the others teach.
    pub folds: usize,
    /// How many random splits for each share.
    pub repeats: usize,
    /// How many threads.
    pub jobs: Jobs,
}

/// All trials.
#[derive(Debug)]
pub struct Trials {
    /// For each share, those with random splits.
    pub by_share: Vec<Vec<Trial>>,
    /// Those of all parts together.
    pub folds: Trial,
    /// The best single column of all rows.
    pub one_feature: OneFeature,
}

impl Trials {
    /// Learns and tests on all splits, or on those before the work is stopped.
    ///
    /// # Errors
    /// That a thread cannot be started.
    pub fn run(
        plan: &TrialPlan,
        rows: &[Row],
        levels: usize,
        learner: &'static dyn Learner,
        settings: &Settings,
        stop: &StopFlag,
    ) -> Result<Self, Problem> {
        let stream = |parts: [&[u8]; 2]| {
            Stream::Training.keyed(&[&plan.seed.to_le_bytes(), parts[0], parts[1]])
        };
        let mut splits = learn::folds(rows, levels, plan.folds, &mut stream([b"folds", b""]));
        for (number, share) in SHARES.iter().enumerate() {
            for repeat in 0..plan.repeats as u64 {
                let number = [number as u8];
                let mut rng = stream([&number, &repeat.to_le_bytes()]);
                splits.push(learn::split(rows, levels, *share, &mut rng));
            }
        }
        let start = || |index: u64| one(rows, &splits[index as usize], levels, learner, settings);
        let nothing = || Trial {
            learner: Scores::new(levels),
            one_feature: Scores::new(levels),
            majority: Scores::new(levels),
            count: 0,
        };
        let mut folds = nothing();
        let mut by_share = vec![Vec::new(); SHARES.len()];
        let take = |index: u64, trial: Trial| {
            match (index as usize).checked_sub(plan.folds) {
                Some(at) => by_share[at / plan.repeats].push(trial),
                None => {
                    folds.learner.extend(&trial.learner);
                    folds.one_feature.extend(&trial.one_feature);
                    folds.majority.extend(&trial.majority);
                    folds.count += trial.count;
                }
            }
            ControlFlow::<()>::Continue(())
        };
        plan.jobs.in_order(0..splits.len() as u64, stop, start, take)?;
        Ok(Self { by_share, folds, one_feature: learn::one_feature(rows, levels) })
    }
}

fn one(
    rows: &[Row],
    split: &Split,
    levels: usize,
    learner: &'static dyn Learner,
    settings: &Settings,
) -> Trial {
    let training: Vec<Row> = split.train.iter().map(|at| rows[*at].clone()).collect();
    let fitted = ScaledClassifier::new(learner, &training, levels, settings);
    let one_feature = learn::one_feature(&training, levels);
    let majority = learn::majority(&training, levels);
    let mut trial = Trial {
        learner: Scores::new(levels),
        one_feature: Scores::new(levels),
        majority: Scores::new(levels),
        count: training.len(),
    };
    for row in split.test.iter().map(|at| &rows[*at]) {
        trial.learner.add(row.level, fitted.level(&row.values));
        trial.one_feature.add(row.level, one_feature.level(&row.values));
        trial.majority.add(row.level, majority);
    }
    trial
}
