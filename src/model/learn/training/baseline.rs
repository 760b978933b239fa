//! What a model must beat: always the most frequent level, and cuts on one single column.

use crate::learn::Row;

/// Returns the most frequent level, the lowest of several.
pub fn majority(rows: &[Row], levels: usize) -> usize {
    let mut counts = vec![0_usize; levels];
    rows.iter().for_each(|row| counts[row.level] += 1);
    let most = counts.iter().copied().max().unwrap_or(0);
    counts.iter().position(|count| *count == most).unwrap_or(0)
}

/// Cuts on one column.
#[derive(Debug, Clone, PartialEq)]
pub struct OneFeature {
    /// The column.
    pub column: usize,
    /// Whether larger numbers mean lower levels.
    is_falling: bool,
    /// Below the first number it is the first level of the direction, and so on.
    cuts: Vec<f64>,
}

impl OneFeature {
    /// Returns the level of a row.
    pub(crate) fn level(&self, values: &[f64]) -> usize {
        let passed = self.cuts.iter().filter(|cut| values[self.column] >= **cut).count();
        if self.is_falling { self.cuts.len() - passed } else { passed }
    }
}

/// Returns the column with the cuts between levels that tell the most of these rows right; the
/// first of several.
pub fn one_feature(rows: &[Row], levels: usize) -> OneFeature {
    let columns = rows.first().map_or(0, |row| row.values.len());
    let mut best = (OneFeature { column: 0, is_falling: false, cuts: Vec::new() }, None);
    for column in 0..columns {
        let mut sorted: Vec<(f64, usize)> =
            rows.iter().map(|row| (row.values[column], row.level)).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        for is_falling in [false, true] {
            let level_of = |place: usize| if is_falling { levels - 1 - place } else { place };
            let (right, cuts) = cut(&sorted, levels, level_of);
            if best.1.is_none_or(|most| right > most) {
                best = (OneFeature { column, is_falling, cuts }, Some(right));
            }
        }
    }
    best.0
}

/// Returns how many rows the best cuts tell right, and the cuts: by dynamic programming over the
/// groups of equal numbers, `place` being the number of cuts passed.
fn cut(
    sorted: &[(f64, usize)],
    levels: usize,
    level_of: impl Fn(usize) -> usize,
) -> (usize, Vec<f64>) {
    let mut groups: Vec<(f64, Vec<usize>)> = Vec::new();
    for (number, level) in sorted {
        match groups.last_mut() {
            Some((last, counts)) if last.total_cmp(number).is_eq() => counts[*level] += 1,
            _ => {
                let mut counts = vec![0; levels];
                counts[*level] = 1;
                groups.push((*number, counts));
            }
        }
    }
    // right[place]: the most so far where the last group has this place; from[group][place]: the
    // place of the group before it.
    let mut right = vec![0; levels];
    let mut from: Vec<Vec<usize>> = Vec::new();
    for (_, counts) in &groups {
        let mut next = vec![0; levels];
        let mut came = vec![0; levels];
        let mut best = 0;
        for place in 0..levels {
            if right[place] > right[best] {
                best = place;
            }
            next[place] = right[best] + counts[level_of(place)];
            came[place] = best;
        }
        right = next;
        from.push(came);
    }
    let mut place = (0..levels).rev().max_by_key(|place| right[*place]).unwrap_or(0);
    let most = right.get(place).copied().unwrap_or(0);
    let mut cuts = vec![f64::INFINITY; levels.saturating_sub(1)];
    for (group, (number, _)) in groups.iter().enumerate().rev() {
        let before = if group == 0 { 0 } else { from[group][place] };
        let lower = if group == 0 { f64::NEG_INFINITY } else { groups[group - 1].0 };
        // All cuts passed here are at the middle between the two numbers.
        for cut in &mut cuts[before..place] {
            *cut = if group == 0 { lower } else { f64::midpoint(lower, *number) };
        }
        place = before;
    }
    (most, cuts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(values: &[(f64, f64, usize)]) -> Vec<Row> {
        values.iter().map(|(a, b, level)| Row { values: vec![*a, *b], level: *level }).collect()
    }

    #[test]
    fn finds_the_column_and_its_cuts() {
        let rows = rows(&[
            (5.0, 1.0, 2),
            (2.0, 2.0, 2),
            (5.0, 3.0, 1),
            (1.0, 4.0, 0),
            (4.0, 4.0, 0),
            (1.0, 5.0, 0),
        ]);
        let found = one_feature(&rows, 3);
        assert_eq!(found.column, 1);
        for row in &rows {
            assert_eq!(found.level(&row.values), row.level, "{found:?}");
        }
        assert_eq!(found.level(&[0.0, 99.0]), 0);
        assert_eq!(found.level(&[0.0, -99.0]), 2);
    }

    #[test]
    fn leaves_levels_out_where_that_is_better() {
        let rows = rows(&[(1.0, 0.0, 0), (2.0, 0.0, 2), (3.0, 0.0, 2), (4.0, 0.0, 1)]);
        let found = one_feature(&rows, 3);
        let right = rows.iter().filter(|row| found.level(&row.values) == row.level).count();
        assert_eq!((found.column, right), (0, 3));
    }

    #[test]
    fn the_lower_of_equally_frequent_levels_is_the_majority() {
        let rows = rows(&[(0.0, 0.0, 2), (0.0, 0.0, 1), (0.0, 0.0, 1), (0.0, 0.0, 2)]);
        assert_eq!(majority(&rows, 3), 1);
    }
}
