//! What only training needs: how rows are split, what simple rules would say, how good a learner is.
//!
//! Not in builds without the feature `train`: models are read and used without it.

mod baseline;
mod figure;
mod scores;
mod split;
mod trials;

pub use baseline::{OneFeature, majority, one_feature};
pub use figure::{Curve, figure};
pub use scores::Scores;
pub use split::{Split, folds, split};
pub use trials::{SHARES, Trial, TrialPlan, Trials};
