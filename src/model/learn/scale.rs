//! Columns brought to one scale: mean 0 and standard deviation 1 over the rows that are learnt from.

use super::{Row, rounded};

/// Means and scales of columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Scaler {
    /// The mean of each column.
    pub means: Vec<f64>,
    /// What each column is divided by; 1 for a column that never changes.
    pub scales: Vec<f64>,
}

impl Scaler {
    /// Returns the scaler of these rows.
    pub(crate) fn new(rows: &[Row]) -> Self {
        let columns = rows.first().map_or(0, |row| row.values.len());
        let count = rows.len() as f64;
        let (mut means, mut scales) = (Vec::new(), Vec::new());
        for column in 0..columns {
            let sum: f64 = rows.iter().map(|row| row.values[column]).sum();
            let mean = rounded(sum / count);
            let squares: f64 = rows
                .iter()
                .map(|row| (row.values[column] - mean) * (row.values[column] - mean))
                .sum();
            let scale = rounded((squares / count).sqrt());
            means.push(mean);
            // A column that hardly changes says nothing, and must not blow up a small difference.
            scales.push(if scale > 1e-9 { scale } else { 1.0 });
        }
        Self { means, scales }
    }

    /// Returns the values on the scale.
    pub fn scale(&self, values: &[f64]) -> Vec<f64> {
        let columns = values.iter().zip(self.means.iter().zip(&self.scales));
        columns.map(|(value, (mean, scale))| (value - mean) / scale).collect()
    }

    /// Returns all rows on the scale.
    pub(crate) fn scale_all(&self, rows: &[Row]) -> Vec<Row> {
        let scaled = |row: &Row| Row { values: self.scale(&row.values), level: row.level };
        rows.iter().map(scaled).collect()
    }
}
