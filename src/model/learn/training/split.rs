//! Splits of labelled rows into those that are learnt from and those that test it, level by level.

use crate::learn::Row;
use puzgen_base::rng::Rng;

/// Positions of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// The rows that are learnt from.
    pub train: Vec<usize>,
    /// The rows that it is tested with.
    pub test: Vec<usize>,
}

/// Returns the positions of the rows of each level, shuffled.
fn shuffled(rows: &[Row], levels: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut by_level = vec![Vec::new(); levels];
    for (position, row) in rows.iter().enumerate() {
        by_level[row.level].push(position);
    }
    by_level.iter_mut().for_each(|positions| rng.shuffle(positions));
    by_level
}

impl Split {
    fn sorted(mut self) -> Self {
        // In the order of the rows, so that sums run in one order.
        self.train.sort_unstable();
        self.test.sort_unstable();
        self
    }
}

/// Returns a random split that learns from about this share of the rows of every level, and leaves
/// at least one row of each level that has two on either side.
pub fn split(rows: &[Row], levels: usize, share: f64, rng: &mut Rng) -> Split {
    let mut split = Split { train: Vec::new(), test: Vec::new() };
    for positions in shuffled(rows, levels, rng) {
        let wanted = (share * positions.len() as f64).round() as usize;
        let most = positions.len().saturating_sub(1);
        let count = wanted.min(most).max(positions.len().min(1));
        split.train.extend(&positions[..count]);
        split.test.extend(&positions[count..]);
    }
    split.sorted()
}

/// Returns `count` splits of which each row tests exactly one.
pub fn folds(rows: &[Row], levels: usize, count: usize, rng: &mut Rng) -> Vec<Split> {
    let mut fold_of = vec![0; rows.len()];
    // Going on from level to level, so that folds are of about one size.
    let order = shuffled(rows, levels, rng).into_iter().flatten();
    for (place, position) in order.enumerate() {
        fold_of[position] = place % count.max(1);
    }
    let in_fold = |fold: usize| {
        let (test, train) = (0..rows.len()).partition(|position| fold_of[*position] == fold);
        Split { train, test }
    };
    (0..count).map(in_fold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(counts: &[usize]) -> Vec<Row> {
        let of = |(level, count): (usize, &usize)| vec![Row { values: Vec::new(), level }; *count];
        counts.iter().enumerate().flat_map(of).collect()
    }

    fn count(rows: &[Row], positions: &[usize], level: usize) -> usize {
        positions.iter().filter(|position| rows[**position].level == level).count()
    }

    #[test]
    fn keeps_the_share_of_every_level() {
        let rows = rows(&[10, 20, 3, 1]);
        for (share, expected) in [(0.8, [8, 16, 2, 1]), (0.01, [1, 1, 1, 1]), (1.0, [9, 19, 2, 1])]
        {
            let split = split(&rows, 4, share, &mut Rng::from_seed(1));
            let found: Vec<usize> = (0..4).map(|level| count(&rows, &split.train, level)).collect();
            assert_eq!(found, expected);
            assert_eq!(split.train.len() + split.test.len(), rows.len());
        }
    }

    #[test]
    fn every_row_tests_one_fold() {
        let rows = rows(&[10, 21, 4]);
        let folds = folds(&rows, 3, 5, &mut Rng::from_seed(1));
        let mut tested: Vec<usize> = folds.iter().flat_map(|fold| fold.test.clone()).collect();
        tested.sort_unstable();
        assert_eq!(tested, (0..35).collect::<Vec<_>>());
        for fold in &folds {
            assert_eq!((fold.test.len(), fold.train.len()), (7, 28));
            assert!((1..=3).contains(&count(&rows, &fold.test, 0)));
        }
    }
}
