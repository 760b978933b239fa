//! Multinomial logistic regression: one weight a level and column, and the largest sum wins.
//!
//! Minimises `−Σ log p(level of row) + Σ w² / (2·cost)` by Newton's method with halved steps. The
//! problem is convex, so the result does not depend on where it begins or on any random choice.

use serde_json::{Map, Value as Json, json};

use super::{Classifier, Learner, Row, Settings, first_largest, read_number, rounded};

/// The most steps; a handful is usual.
const MAX_STEPS: usize = 100;

/// A step that makes it better by less than this share is the last.
const ENOUGH: f64 = 1e-12;

/// What holds the intercepts: only their differences matter, so something must.
const INTERCEPT: f64 = 1e-6;

pub(super) struct Logistic;

#[derive(Debug)]
struct LogisticModel {
    /// For each level the weights of the columns, then the intercept.
    of: Vec<Vec<f64>>,
}

impl Learner for Logistic {
    fn name(&self) -> &'static str {
        "logistic"
    }

    fn about(&self) -> &'static str {
        "Multinomial logistic regression."
    }

    fn fit(&self, rows: &[Row], levels: usize, settings: &Settings) -> Box<dyn Classifier> {
        Box::new(LogisticFit::new(rows, levels, 1.0 / settings.cost).run())
    }

    fn read(
        &self,
        json: &Json,
        columns: &[String],
        levels: &[String],
    ) -> Result<Box<dyn Classifier>, String> {
        let mut of = Vec::new();
        for level in levels {
            let number = |json: &Json, name: &str| {
                read_number(&json[name], name).map_err(|what| format!("{what} for level `{level}`"))
            };
            let entry = &json[level];
            let weights = columns.iter().map(|column| number(&entry["weights"], column));
            let intercept = std::iter::once_with(|| number(entry, "intercept"));
            of.push(weights.chain(intercept).collect::<Result<Vec<f64>, String>>()?);
        }
        Ok(Box::new(LogisticModel { of }))
    }
}

impl Classifier for LogisticModel {
    fn level(&self, values: &[f64]) -> usize {
        first_largest(&sums(&self.of, values))
    }

    fn place(&self, values: &[f64]) -> f64 {
        let sums = sums(&self.of, values);
        let whole = log_sum(&sums);
        let shares = sums.iter().map(|sum| libm::exp(sum - whole));
        shares.enumerate().map(|(level, share)| level as f64 * share).sum()
    }

    fn write(&self, columns: &[String], levels: &[String]) -> Json {
        let entry = |(level, weights): (&String, &Vec<f64>)| {
            let named = columns.iter().cloned().zip(weights.iter().map(|weight| json!(weight)));
            let named: Map<String, Json> = named.collect();
            let intercept = weights.last().copied().unwrap_or(0.0);
            (level.clone(), json!({"intercept": intercept, "weights": named}))
        };
        Json::Object(levels.iter().zip(&self.of).map(entry).collect())
    }
}

fn sums(weights: &[Vec<f64>], values: &[f64]) -> Vec<f64> {
    let sum = |weights: &Vec<f64>| {
        let columns = weights.iter().zip(values);
        let sum: f64 = columns.map(|(weight, value)| weight * value).sum();
        sum + weights.last().copied().unwrap_or(0.0)
    };
    weights.iter().map(sum).collect()
}

/// Returns the logarithm of the sum of the exponentials.
fn log_sum(numbers: &[f64]) -> f64 {
    let largest = numbers[first_largest(numbers)];
    let sum: f64 = numbers.iter().map(|number| libm::exp(number - largest)).sum();
    largest + libm::log(sum)
}

struct LogisticFit<'r> {
    rows: &'r [Row],
    levels: usize,
    /// Columns with the intercept.
    width: usize,
    penalty: f64,
}

impl<'r> LogisticFit<'r> {
    fn new(rows: &'r [Row], levels: usize, penalty: f64) -> Self {
        let width = rows.first().map_or(0, |row| row.values.len()) + 1;
        Self { rows, levels, width, penalty }
    }

    fn penalty(&self, column: usize) -> f64 {
        if column + 1 == self.width { INTERCEPT } else { self.penalty }
    }

    fn loss(&self, weights: &[Vec<f64>]) -> f64 {
        let mut loss = 0.0;
        for row in self.rows {
            let sums = sums(weights, &row.values);
            loss += log_sum(&sums) - sums[row.level];
        }
        for of in weights {
            for (column, weight) in of.iter().enumerate() {
                loss += self.penalty(column) * weight * weight / 2.0;
            }
        }
        loss
    }

    fn run(&self) -> LogisticModel {
        let mut weights = vec![vec![0.0; self.width]; self.levels];
        let mut loss = self.loss(&weights);
        for _ in 0..MAX_STEPS {
            let step = self.newton_step(&weights);
            let mut share = 1.0;
            let mut next = None;
            // A full step of Newton's may lead too far while the weights are still small.
            while share > 1e-6 {
                let moved = moved(&weights, &step, share);
                let moved_loss = self.loss(&moved);
                if moved_loss < loss {
                    next = Some((moved, moved_loss));
                    break;
                }
                share /= 2.0;
            }
            let Some((better, better_loss)) = next else { break };
            let is_enough = loss - better_loss <= ENOUGH * loss;
            (weights, loss) = (better, better_loss);
            if is_enough {
                break;
            }
        }
        let rounded = |of: Vec<f64>| of.into_iter().map(rounded).collect();
        LogisticModel { of: weights.into_iter().map(rounded).collect() }
    }

    /// Returns what to add to the weights: the solution of `H · step = −gradient`.
    fn newton_step(&self, weights: &[Vec<f64>]) -> Vec<f64> {
        let (levels, width) = (self.levels, self.width);
        let size = levels * width;
        let mut gradient = vec![0.0; size];
        let mut hessian = vec![0.0; size * size];
        let mut values = vec![1.0; width];
        for row in self.rows {
            values[..width - 1].copy_from_slice(&row.values);
            let sums = sums(weights, &row.values);
            let total = log_sum(&sums);
            let shares: Vec<f64> = sums.iter().map(|sum| libm::exp(sum - total)).collect();
            for a in 0..levels {
                let error = shares[a] - f64::from(u8::from(a == row.level));
                for (j, value) in values.iter().enumerate() {
                    gradient[a * width + j] += error * value;
                }
                for b in 0..=a {
                    let curve = shares[a] * (f64::from(u8::from(a == b)) - shares[b]);
                    for (j, value) in values.iter().enumerate() {
                        let scaled = curve * value;
                        let start = (a * width + j) * size + b * width;
                        let line = &mut hessian[start..start + width];
                        for (cell, other) in line.iter_mut().zip(&values) {
                            *cell += scaled * other;
                        }
                    }
                }
            }
        }
        for (position, weight) in weights.iter().flatten().enumerate() {
            let penalty = self.penalty(position % width);
            gradient[position] += penalty * weight;
            hessian[position * size + position] += penalty;
        }
        let mut step: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
        solve(&mut hessian, &mut step);
        step
    }
}

fn moved(weights: &[Vec<f64>], step: &[f64], share: f64) -> Vec<Vec<f64>> {
    let width = weights.first().map_or(1, Vec::len);
    let line = |(of, step): (&Vec<f64>, &[f64])| {
        of.iter().zip(step).map(|(weight, step)| weight + share * step).collect()
    };
    weights.iter().zip(step.chunks(width)).map(line).collect()
}

/// Solves `matrix · x = right` in place by Cholesky's method; only the lower half of the matrix,
/// which must be positive definite, is looked at.
fn solve(matrix: &mut [f64], right: &mut [f64]) {
    let size = right.len();
    for row in 0..size {
        for column in 0..=row {
            let (above, below) = matrix.split_at(row * size);
            let own = &below[..column];
            let other = if column < row { &above[column * size..][..column] } else { own };
            let dot: f64 = own.iter().zip(other).map(|(a, b)| a * b).sum();
            let rest = below[column] - dot;
            matrix[row * size + column] = if column < row {
                rest / matrix[column * size + column]
            } else {
                // Rounding may leave a little less than nothing.
                rest.max(1e-12).sqrt()
            };
        }
    }
    for row in 0..size {
        let dot: f64 = (0..row).map(|column| matrix[row * size + column] * right[column]).sum();
        right[row] = (right[row] - dot) / matrix[row * size + row];
    }
    for row in (0..size).rev() {
        let below = row + 1..size;
        let dot: f64 = below.map(|other| matrix[other * size + row] * right[other]).sum();
        right[row] = (right[row] - dot) / matrix[row * size + row];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_a_small_system() {
        let mut matrix = vec![4.0, 0.0, 2.0, 3.0];
        let mut right = vec![2.0, 5.0];
        solve(&mut matrix, &mut right);
        assert!((right[0] + 0.5).abs() < 1e-12 && (right[1] - 2.0).abs() < 1e-12, "{right:?}");
    }

    /// With one column, two levels and no penalty the best intercept gives the share of the level.
    #[test]
    fn finds_shares_where_columns_say_nothing() {
        let row = |level| Row { values: vec![0.0], level };
        let rows = [row(0), row(1), row(1), row(1)];
        let weights = LogisticFit::new(&rows, 2, 1e-9).run();
        let difference = weights.of[1][1] - weights.of[0][1];
        assert!((difference - libm::log(3.0)).abs() < 1e-5, "{weights:?}");
        assert_eq!(weights.level(&[0.0]), 1);
    }

    #[test]
    fn has_no_slope_left_at_the_end() {
        let row = |a: f64, b: f64, level| Row { values: vec![a, b], level };
        let rows = [
            row(-1.0, 0.3, 0),
            row(-0.5, -1.0, 1),
            row(0.1, 0.9, 0),
            row(0.7, 0.2, 2),
            row(1.5, -0.4, 1),
            row(1.1, 1.2, 2),
        ];
        let fit = LogisticFit::new(&rows, 3, 1.0);
        let weights = fit.run();
        let loss = fit.loss(&weights.of);
        for level in 0..3 {
            for column in 0..3 {
                for change in [-1e-3, 1e-3] {
                    let mut other = weights.of.clone();
                    other[level][column] += change;
                    // The intercepts may all move together at hardly any cost.
                    assert!(fit.loss(&other) > loss - 1e-9);
                }
            }
        }
    }
}
