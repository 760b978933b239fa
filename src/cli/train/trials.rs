//! How well learning does: random splits for several shares of training data, and cross-validation.

use std::ops::ControlFlow;

use crate::cli::Failure;
use crate::cli::input::threads;
use crate::cli::stop::StopWatcher;
use crate::cli::train::Train;
use crate::jobs::{Finished, in_order};
use crate::learn::{self, Learner, OneFeature, Row, ScaledClassifier, Scores, Settings, Split};
use crate::rng::Stream;

/// The shares of the puzzles that are learnt from.
pub(super) const SHARES: [f64; 9] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/// What was told by the learner and by what it must beat.
#[derive(Debug, Clone)]
pub(super) struct Trial {
    pub(super) learner: Scores,
    pub(super) one_feature: Scores,
    pub(super) majority: Scores,
    /// How many rows were learnt from.
    pub(super) count: usize,
}

impl Finished for Trial {
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }

    fn is_last(&self) -> bool {
        false
    }
}

/// All trials.
#[derive(Debug)]
pub(super) struct Trials {
    /// For each share, those with random splits.
    pub(super) by_share: Vec<Vec<Trial>>,
    /// Those of all parts together.
    pub(super) folds: Trial,
    /// The best single column of all rows.
    pub(super) one_feature: OneFeature,
}

impl Trials {
    /// Learns and tests on all splits.
    pub(super) fn run(
        train: &Train,
        rows: &[Row],
        levels: usize,
        learner: &'static dyn Learner,
        settings: &Settings,
        stop: &StopWatcher,
    ) -> Result<Self, Failure> {
        let stream = |parts: [&[u8]; 2]| {
            Stream::Training.keyed(&[&train.seed.to_le_bytes(), parts[0], parts[1]])
        };
        let mut splits = learn::folds(rows, levels, train.folds, &mut stream([b"folds", b""]));
        for (number, share) in SHARES.iter().enumerate() {
            for repeat in 0..train.repeats as u64 {
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
            match (index as usize).checked_sub(train.folds) {
                Some(at) => by_share[at / train.repeats].push(trial),
                None => {
                    folds.learner.extend(&trial.learner);
                    folds.one_feature.extend(&trial.one_feature);
                    folds.majority.extend(&trial.majority);
                    folds.count += trial.count;
                }
            }
            ControlFlow::<()>::Continue(())
        };
        in_order(0..splits.len() as u64, threads(train.jobs), &stop.flag, start, take)?;
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
