//! How well levels were told: a confusion matrix and what follows from it.

/// What was told of rows of every level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scores {
    /// `confusion[right][told]`: how many rows.
    pub confusion: Vec<Vec<u64>>,
}

impl Scores {
    /// Returns the scores of nothing.
    pub(crate) fn new(levels: usize) -> Self {
        Self { confusion: vec![vec![0; levels]; levels] }
    }

    /// Counts a row.
    pub(crate) fn add(&mut self, right: usize, told: usize) {
        self.confusion[right][told] += 1;
    }

    /// Counts all rows of another.
    pub(crate) fn extend(&mut self, other: &Self) {
        for (own, other) in
            self.confusion.iter_mut().flatten().zip(other.confusion.iter().flatten())
        {
            *own += other;
        }
    }

    /// Returns the number of rows.
    pub(crate) fn count(&self) -> u64 {
        self.confusion.iter().flatten().sum()
    }

    fn share(&self, counts: impl Fn(usize, usize) -> bool) -> f64 {
        let mut found = 0;
        for (right, line) in self.confusion.iter().enumerate() {
            for (told, count) in line.iter().enumerate() {
                found += if counts(right, told) { *count } else { 0 };
            }
        }
        if self.count() == 0 { 0.0 } else { found as f64 / self.count() as f64 }
    }

    /// Returns the share of rows whose level was told.
    pub fn accuracy(&self) -> f64 {
        self.share(|right, told| right == told)
    }

    /// Returns the share of rows for which it was at most one level off.
    pub fn within_one(&self) -> f64 {
        self.share(|right, told| right.abs_diff(told) <= 1)
    }

    /// Returns Spearman's rank correlation of right and told levels, ties at their mean rank; 0
    /// where one of them never changes.
    pub fn spearman(&self) -> f64 {
        let right: Vec<u64> = self.confusion.iter().map(|line| line.iter().sum()).collect();
        let told: Vec<u64> = (0..right.len())
            .map(|told| self.confusion.iter().map(|line| line[told]).sum())
            .collect();
        let (ranks_right, ranks_told) = (centred_ranks(&right), centred_ranks(&told));
        let spread = |counts: &[u64], ranks: &[f64]| -> f64 {
            counts.iter().zip(ranks).map(|(count, rank)| *count as f64 * rank * rank).sum()
        };
        let mut together = 0.0;
        for (line, rank_right) in self.confusion.iter().zip(&ranks_right) {
            for (count, rank_told) in line.iter().zip(&ranks_told) {
                together += *count as f64 * rank_right * rank_told;
            }
        }
        let spreads = spread(&right, &ranks_right) * spread(&told, &ranks_told);
        if spreads > 0.0 { together / spreads.sqrt() } else { 0.0 }
    }
}

/// Returns the mean rank of the members of each class, less the mean of all ranks.
fn centred_ranks(counts: &[u64]) -> Vec<f64> {
    let all: u64 = counts.iter().sum();
    let mut before = 0;
    let rank = |count: &u64| {
        let rank = before as f64 + *count as f64 / 2.0 - all as f64 / 2.0;
        before += count;
        rank
    };
    counts.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_is_right_and_nearly_right() {
        let scores = Scores { confusion: vec![vec![3, 1, 0], vec![0, 2, 2], vec![1, 0, 3]] };
        assert_eq!(scores.count(), 12);
        assert!((scores.accuracy() - 8.0 / 12.0).abs() < 1e-12);
        assert!((scores.within_one() - 11.0 / 12.0).abs() < 1e-12);
    }

    #[test]
    fn ranks_correlate_from_minus_one_to_one() {
        let of = |confusion: [[u64; 3]; 3]| {
            Scores { confusion: confusion.map(|line| line.to_vec()).to_vec() }.spearman()
        };
        assert!((of([[2, 0, 0], [0, 5, 0], [0, 0, 1]]) - 1.0).abs() < 1e-12);
        assert!((of([[0, 0, 2], [0, 5, 0], [2, 0, 0]]) + 1.0).abs() < 1e-12);
        assert!(of([[1, 1, 1], [1, 1, 1], [1, 1, 1]]).abs() < 1e-12);
        assert!(of([[1, 0, 0], [1, 0, 0], [1, 0, 0]]).abs() < 1e-12);
        // Right 1 1 2 3, told 1 2 2 3: ranks 1.5 1.5 3 4 and 1 2.5 2.5 4, r = 0.8333.
        let found = of([[1, 1, 0], [0, 1, 0], [0, 0, 1]]);
        assert!((found - 3.75 / 4.5).abs() < 1e-12, "{found}");
    }
}
