//! What only training needs: how rows are split, what simple rules would say, how good a learner is.

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
