//! A support vector machine with Gaussian likeness, one for each pair of levels; most votes win.
//!
//! Each is trained by sequential minimal optimisation: of all pairs of rows, the one that promises
//! most by the second-order estimate is moved, until no pair violates the conditions by more than
//! [`GAP`]. No choice is random.
//!
//! # Source
//! Fan, Chen, Lin, "Working Set Selection Using Second Order Information for Training Support
//! Vector Machines", JMLR 6 (2005), algorithm 2.

use serde_json::{Value as Json, json};

use super::{Classifier, Learner, Row, Settings, read_number, rounded};

/// How much the conditions of the optimum may be violated.
const GAP: f64 = 1e-3;

/// Stands for a curvature that is not positive: two rows with the same columns.
const FLAT: f64 = 1e-12;

/// How many numbers of likeness are kept.
const MAX_KEPT: usize = 8 << 20;

pub(super) struct Svm;

#[derive(Debug)]
struct SvmModel {
    gamma: f64,
    levels: usize,
    /// For each pair of levels, the lower one first: (0, 1), (0, 2) …, (1, 2) ….
    pairs: Vec<BinarySvm>,
}

/// Tells two levels apart: the lower one where the sum is not negative.
#[derive(Debug)]
struct BinarySvm {
    bias: f64,
    /// The rows that matter, and how much.
    support: Vec<(f64, Vec<f64>)>,
}

impl Learner for Svm {
    fn name(&self) -> &'static str {
        "svm"
    }

    fn about(&self) -> &'static str {
        "A support vector machine with Gaussian likeness (RBF), one against one."
    }

    fn fit(&self, rows: &[Row], levels: usize, settings: &Settings) -> Box<dyn Classifier> {
        let columns = rows.first().map_or(1, |row| row.values.len().max(1));
        let gamma = if settings.gamma > 0.0 { settings.gamma } else { 1.0 / columns as f64 };
        let gamma = rounded(gamma);
        let pairs = pairs(levels).map(|(lower, higher)| {
            let members: Vec<&Row> =
                rows.iter().filter(|row| row.level == lower || row.level == higher).collect();
            Smo::new(&members, lower, gamma, settings.cost).run()
        });
        Box::new(SvmModel { gamma, levels, pairs: pairs.collect() })
    }

    fn read(
        &self,
        json: &Json,
        columns: &[String],
        levels: &[String],
    ) -> Result<Box<dyn Classifier>, String> {
        let gamma = read_number(&json["gamma"], "gamma")?;
        let list = json["pairs"].as_array().ok_or("there is no list of `pairs`")?;
        let mut machines = Vec::new();
        for (position, (lower, higher)) in pairs(levels.len()).enumerate() {
            let entry = list.get(position).unwrap_or(&Json::Null);
            if entry["lower"] != levels[lower] || entry["higher"] != levels[higher] {
                let (lower, higher) = (&levels[lower], &levels[higher]);
                return Err(format!(
                    "`{lower}` and `{higher}` are not among the `pairs`, in order"
                ));
            }
            let bias = read_number(&entry["bias"], "bias")?;
            let rows = entry["support"].as_array().ok_or("a `support` is no list")?;
            let support: Option<Vec<(f64, Vec<f64>)>> =
                rows.iter().map(|row| read_row(row.as_str()?, columns.len())).collect();
            let wrong = "a line of `support` is not one weight and one number for each column";
            machines.push(BinarySvm { bias, support: support.ok_or(wrong)? });
        }
        Ok(Box::new(SvmModel { gamma, levels: levels.len(), pairs: machines }))
    }
}

/// Reads a weight and the numbers of a row.
fn read_row(text: &str, columns: usize) -> Option<(f64, Vec<f64>)> {
    let number = |word: &str| word.parse::<f64>().ok().filter(|number| number.is_finite());
    let numbers: Vec<f64> = text.split_whitespace().map(number).collect::<Option<_>>()?;
    let (weight, row) = numbers.split_first()?;
    (row.len() == columns).then(|| (*weight, row.to_vec()))
}

/// Returns the pairs of levels, the lower one first.
fn pairs(levels: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..levels).flat_map(move |lower| (lower + 1..levels).map(move |higher| (lower, higher)))
}

fn likeness(gamma: f64, a: &[f64], b: &[f64]) -> f64 {
    let distance: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
    libm::exp(-gamma * distance)
}

impl SvmModel {
    /// Returns for each pair of levels how clearly a row is of the lower one; negative for the higher.
    fn votes(&self, values: &[f64]) -> impl Iterator<Item = ((usize, usize), f64)> {
        pairs(self.levels).zip(&self.pairs).map(|(pair, machine)| {
            let support = machine.support.iter();
            let sum: f64 =
                support.map(|(weight, row)| weight * likeness(self.gamma, row, values)).sum();
            (pair, sum + machine.bias)
        })
    }
}

impl Classifier for SvmModel {
    fn level(&self, values: &[f64]) -> usize {
        let mut votes = vec![0_usize; self.levels];
        for ((lower, higher), vote) in self.votes(values) {
            votes[if vote >= 0.0 { lower } else { higher }] += 1;
        }
        // The first of several with the most votes.
        let most = votes.iter().copied().max().unwrap_or(0);
        votes.iter().position(|count| *count == most).unwrap_or(0)
    }

    fn place(&self, values: &[f64]) -> f64 {
        let (mut place, mut count) = (0.0, 0.0);
        for ((lower, higher), vote) in self.votes(values) {
            let share = 1.0 / (1.0 + libm::exp(2.0 * vote));
            place += lower as f64 + share * (higher - lower) as f64;
            count += 1.0;
        }
        place / f64::max(count, 1.0)
    }

    fn write(&self, _: &[String], levels: &[String]) -> Json {
        // A row a line: lists would have a line for each number.
        let row = |(weight, row): &(f64, Vec<f64>)| {
            let numbers: Vec<String> =
                std::iter::once(weight).chain(row).map(f64::to_string).collect();
            numbers.join(" ")
        };
        let pair = |((lower, higher), machine): ((usize, usize), &BinarySvm)| {
            let support: Vec<String> = machine.support.iter().map(row).collect();
            json!({
                "lower": levels[lower],
                "higher": levels[higher],
                "bias": machine.bias,
                "support": support,
            })
        };
        let pairs: Vec<Json> = pairs(self.levels).zip(&self.pairs).map(pair).collect();
        json!({"gamma": self.gamma, "pairs": pairs})
    }
}

/// Sequential minimal optimisation of one pair of levels.
struct Smo<'r> {
    rows: &'r [&'r Row],
    /// 1 for the lower level, −1 for the higher one.
    signs: Vec<f64>,
    gamma: f64,
    cost: f64,
    weights: Vec<f64>,
    /// The slope of what is minimised, by weight.
    slopes: Vec<f64>,
    /// Rows of the matrix of likeness, as far as they are kept.
    kept: Vec<Option<Vec<f64>>>,
    kept_count: usize,
}

impl<'r> Smo<'r> {
    fn new(rows: &'r [&'r Row], lower: usize, gamma: f64, cost: f64) -> Self {
        let signs = rows.iter().map(|row| if row.level == lower { 1.0 } else { -1.0 }).collect();
        let count = rows.len();
        Self {
            rows,
            signs,
            gamma,
            cost,
            weights: vec![0.0; count],
            slopes: vec![-1.0; count],
            kept: vec![None; count],
            kept_count: 0,
        }
    }

    /// Returns the likeness of a row to all.
    fn line(&mut self, row: usize) -> Vec<f64> {
        if let Some(line) = &self.kept[row] {
            return line.clone();
        }
        let own = &self.rows[row].values;
        let line: Vec<f64> =
            self.rows.iter().map(|other| likeness(self.gamma, own, &other.values)).collect();
        if (self.kept_count + 1) * self.rows.len() > MAX_KEPT {
            self.kept.iter_mut().for_each(|kept| *kept = None);
            self.kept_count = 0;
        }
        self.kept[row] = Some(line.clone());
        self.kept_count += 1;
        line
    }

    fn may_rise(&self, row: usize) -> bool {
        if self.signs[row] > 0.0 { self.weights[row] < self.cost } else { self.weights[row] > 0.0 }
    }

    fn may_fall(&self, row: usize) -> bool {
        if self.signs[row] > 0.0 { self.weights[row] > 0.0 } else { self.weights[row] < self.cost }
    }

    /// Returns how much the row pulls: `−sign · slope`.
    fn pull(&self, row: usize) -> f64 {
        -self.signs[row] * self.slopes[row]
    }

    /// Returns the pair to move, with the first one's line; `None` at the optimum.
    fn choose(&mut self) -> Option<(usize, usize, Vec<f64>)> {
        let all = 0..self.rows.len();
        let mut first: Option<usize> = None;
        for row in all.clone().filter(|row| self.may_rise(*row)) {
            if first.is_none_or(|best| self.pull(row) > self.pull(best)) {
                first = Some(row);
            }
        }
        let first = first?;
        let line = self.line(first);
        let most = self.pull(first);
        let mut least = most;
        let mut second: Option<(usize, f64)> = None;
        for row in all.filter(|row| self.may_fall(*row)) {
            least = least.min(self.pull(row));
            let difference = most - self.pull(row);
            if difference > 0.0 {
                let curve = (2.0 - 2.0 * line[row]).max(FLAT);
                let gain = difference * difference / curve;
                if second.is_none_or(|(_, best)| gain > best) {
                    second = Some((row, gain));
                }
            }
        }
        let (second, _) = second.filter(|_| most - least > GAP)?;
        Some((first, second, line))
    }

    /// Moves the weights of two rows along the line that keeps the sum of signed weights.
    fn step(&mut self, a: usize, b: usize, line_a: &[f64]) {
        let line_b = self.line(b);
        let curve = (2.0 - 2.0 * line_a[b]).max(FLAT);
        let wanted = (self.pull(a) - self.pull(b)) / curve;
        // Rising by `move` means: the weight changes by `sign · move`.
        let room =
            |weight: f64, sign: f64, cost: f64| if sign > 0.0 { cost - weight } else { weight };
        let room_a = room(self.weights[a], self.signs[a], self.cost);
        let room_b = room(self.weights[b], -self.signs[b], self.cost);
        let by = wanted.min(room_a).min(room_b);
        let clamp = |weight: f64, cost: f64| weight.clamp(0.0, cost);
        let (old_a, old_b) = (self.weights[a], self.weights[b]);
        self.weights[a] = clamp(old_a + self.signs[a] * by, self.cost);
        self.weights[b] = clamp(old_b - self.signs[b] * by, self.cost);
        let change_a = (self.weights[a] - old_a) * self.signs[a];
        let change_b = (self.weights[b] - old_b) * self.signs[b];
        for row in 0..self.rows.len() {
            self.slopes[row] += self.signs[row] * (change_a * line_a[row] + change_b * line_b[row]);
        }
    }

    fn run(mut self) -> BinarySvm {
        let most_steps = (100 * self.rows.len()).max(1_000_000);
        for _ in 0..most_steps {
            let Some((a, b, line)) = self.choose() else { break };
            self.step(a, b, &line);
        }
        let weighed = (0..self.rows.len()).filter(|row| self.weights[*row] > 0.0);
        let support = weighed.map(|row| {
            let values = self.rows[row].values.iter().copied().map(rounded).collect();
            (rounded(self.weights[row] * self.signs[row]), values)
        });
        BinarySvm { bias: rounded(self.bias()), support: support.collect() }
    }

    /// Returns the mean pull of the rows whose weights are within their bounds, or the middle
    /// between what bounds it where there are none.
    fn bias(&self) -> f64 {
        let all = 0..self.rows.len();
        let is_free = |row: &usize| self.weights[*row] > 0.0 && self.weights[*row] < self.cost;
        let free: Vec<f64> = all.clone().filter(is_free).map(|row| self.pull(row)).collect();
        if !free.is_empty() {
            return free.iter().sum::<f64>() / free.len() as f64;
        }
        let rising = all.clone().filter(|row| self.may_rise(*row)).map(|row| self.pull(row));
        let falling = all.filter(|row| self.may_fall(*row)).map(|row| self.pull(row));
        match (rising.reduce(f64::max), falling.reduce(f64::min)) {
            (Some(most), Some(least)) => f64::midpoint(most, least),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(points: &[(f64, f64, usize)], levels: usize) -> Box<dyn Classifier> {
        let rows: Vec<Row> = points
            .iter()
            .map(|(a, b, level)| Row { values: vec![*a, *b], level: *level })
            .collect();
        Svm.fit(&rows, levels, &Settings { cost: 10.0, gamma: 1.0 })
    }

    #[test]
    fn learns_what_no_line_separates() {
        let points = [(0.0, 0.0, 0), (1.0, 1.0, 0), (0.0, 1.0, 1), (1.0, 0.0, 1)];
        let machine = fit(&points, 2);
        for (a, b, level) in points {
            assert_eq!(machine.level(&[a, b]), level);
        }
    }

    /// Two rows: the optimum is known. Both weights are `1 / (1 − likeness)`, and the bias is 0.
    #[test]
    fn finds_the_known_optimum_of_two_rows() {
        let rows = [Row { values: vec![0.0], level: 0 }, Row { values: vec![1.0], level: 1 }];
        let members: Vec<&Row> = rows.iter().collect();
        let machine = Smo::new(&members, 0, 1.0, 100.0).run();
        let expected = 1.0 / (1.0 - libm::exp(-1.0));
        assert!((machine.support[0].0 - expected).abs() < 1e-6, "{machine:?}");
        assert!((machine.support[1].0 + expected).abs() < 1e-6, "{machine:?}");
        assert!(machine.bias.abs() < 1e-9, "{machine:?}");
    }

    /// At the optimum the signed weights sum to nothing and rows within the bounds are on the margin.
    #[test]
    fn satisfies_the_conditions_of_the_optimum() {
        let mut rng = puzgen_base::rng::Rng::from_seed(3);
        let mut number = || rng.below(1000) as f64 / 500.0 - 1.0;
        let rows: Vec<Row> = (0..60)
            .map(|_| {
                let (a, b) = (number(), number());
                Row { values: vec![a, b], level: usize::from(a * a + b * b + 0.3 * number() > 0.6) }
            })
            .collect();
        let members: Vec<&Row> = rows.iter().collect();
        let machine = Smo::new(&members, 0, 1.0, 2.0).run();
        let total: f64 = machine.support.iter().map(|(weight, _)| weight).sum();
        assert!(total.abs() < 1e-6, "{total}");
        for row in &rows {
            let sum: f64 =
                machine.support.iter().map(|(w, of)| w * likeness(1.0, of, &row.values)).sum();
            let sign = if row.level == 0 { 1.0 } else { -1.0 };
            let margin = sign * (sum + machine.bias);
            let weight = machine
                .support
                .iter()
                .find(|(_, of)| of.iter().zip(&row.values).all(|(a, b)| (a - b).abs() < 1e-7))
                .map_or(0.0, |(weight, _)| weight.abs());
            let is_right = match weight {
                0.0 => margin > 1.0 - 0.01,
                weight if weight > 2.0 - 1e-6 => margin < 1.0 + 0.01,
                _ => (margin - 1.0).abs() < 0.01,
            };
            assert!(is_right, "weight {weight}, margin {margin}");
        }
    }

    #[test]
    fn equal_votes_are_the_lower_level() {
        let machines = SvmModel {
            gamma: 1.0,
            levels: 3,
            pairs: [1.0, -1.0, 1.0].map(|bias| BinarySvm { bias, support: Vec::new() }).into(),
        };
        // 0 beats 1, 2 beats 0, 1 beats 2.
        assert_eq!(machines.level(&[]), 0);
    }
}
