//! How far counts of equally likely outcomes are from what chance gives: figures, without any opinion.

use puzgen_base::rng::Rng;

/// How often draws are imitated.
const IMITATIONS: usize = 1_000;

/// How many outcomes are drawn at most to imitate draws.
const MOST_IMITATED: usize = 50_000_000;

/// Returns Pearson's χ²: the squared deviations from equal counts, in units of what is expected.
pub(super) fn chi_square(counts: &[usize]) -> f64 {
    let expected = expected(counts);
    counts.iter().map(|n| (*n as f64 - expected).powi(2) / expected).sum()
}

/// Returns the total variation distance between these counts and equal ones: the share of draws that would have
/// to go elsewhere.
pub(super) fn total_variation(counts: &[usize]) -> f64 {
    let expected = expected(counts);
    let sum: f64 = counts.iter().map(|n| (*n as f64 - expected).abs()).sum();
    sum / 2.0 / counts.iter().sum::<usize>().max(1) as f64
}

/// Returns how often each outcome is expected.
pub(super) fn expected(counts: &[usize]) -> f64 {
    counts.iter().sum::<usize>() as f64 / counts.len().max(1) as f64
}

/// What uniform draws give by chance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ByChance {
    /// The mean.
    pub mean: f64,
    /// The range that 95 % of imitations are in.
    pub range: (f64, f64),
}

/// Imitates so many uniform draws from so many outcomes, again and again, and returns their total variation
/// distances; none where that would take too long.
pub(super) fn imitated(outcomes: usize, draws: usize, rng: &mut Rng) -> Option<ByChance> {
    let times = (MOST_IMITATED / draws.max(outcomes).max(1)).min(IMITATIONS);
    if times < 40 {
        return None;
    }
    let mut counts = vec![0; outcomes];
    let mut distances: Vec<f64> = Vec::with_capacity(times);
    for _ in 0..times {
        counts.fill(0);
        for _ in 0..draws {
            counts[rng.below(outcomes)] += 1;
        }
        distances.push(total_variation(&counts));
    }
    distances.sort_unstable_by(f64::total_cmp);
    let mean = distances.iter().sum::<f64>() / times as f64;
    let outside = times / 40;
    Some(ByChance { mean, range: (distances[outside], distances[times - 1 - outside]) })
}

/// Returns the probability that χ² with so many degrees of freedom is this large, or larger.
///
/// # Source
/// The regularised incomplete gamma function by its series and by its continued fraction (modified Lentz), as in
/// Press et al., "Numerical Recipes", section 6.2.
pub(super) fn chi_square_tail(chi_square: f64, freedom: usize) -> f64 {
    if freedom == 0 || chi_square <= 0.0 {
        return 1.0;
    }
    let (shape, x) = (freedom as f64 / 2.0, chi_square / 2.0);
    let factor = (shape * x.ln() - x - ln_gamma(shape)).exp();
    let tail = match x < shape + 1.0 {
        true => 1.0 - factor * lower_series(shape, x),
        false => factor * upper_fraction(shape, x),
    };
    tail.clamp(0.0, 1.0)
}

/// More terms than this are never needed for up to some 100,000 degrees of freedom.
const TERMS: usize = 100_000;

fn lower_series(shape: f64, x: f64) -> f64 {
    let mut term = 1.0 / shape;
    let mut sum = term;
    for n in 1..TERMS {
        term *= x / (shape + n as f64);
        sum += term;
        if term < sum * f64::EPSILON {
            break;
        }
    }
    sum
}

fn upper_fraction(shape: f64, x: f64) -> f64 {
    let tiny = f64::MIN_POSITIVE / f64::EPSILON;
    let mut b = x + 1.0 - shape;
    let mut c = 1.0 / tiny;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for n in 1..TERMS {
        let a = -(n as f64) * (n as f64 - shape);
        b += 2.0;
        let not_zero = |value: f64| if value.abs() < tiny { tiny } else { value };
        d = 1.0 / not_zero(a * d + b);
        c = not_zero(b + a / c);
        fraction *= d * c;
        if (d * c - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    fraction
}

/// Returns `ln Γ(x)` for `x > 0`.
///
/// # Source
/// Lanczos' approximation with g = 7 and nine coefficients.
fn ln_gamma(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    if x < 0.5 {
        // Γ(x) Γ(1 − x) = π / sin(πx)
        return (std::f64::consts::PI / (std::f64::consts::PI * x).sin()).ln() - ln_gamma(1.0 - x);
    }
    let x = x - 1.0;
    let terms = COEFFICIENTS.iter().zip(1..).map(|(c, n)| c / (x + f64::from(n)));
    let sum = 0.999_999_999_999_809_9 + terms.sum::<f64>();
    let t = x + 7.5;
    (2.0 * std::f64::consts::PI).ln() / 2.0 + (x + 0.5) * t.ln() - t + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_quantiles_from_tables() {
        for (quantile, freedom, tail) in [
            (3.841, 1, 0.05),
            (6.635, 1, 0.01),
            (5.991, 2, 0.05),
            (31.264, 11, 0.001),
            (124.342, 100, 0.05),
            (149.449, 100, 0.001),
            (70.065, 100, 0.99),
            (1_074.679, 1_000, 0.05),
        ] {
            let found = chi_square_tail(quantile, freedom);
            assert!((found - tail).abs() < tail * 2e-3, "{quantile} {freedom}: {found}");
        }
        assert!(chi_square_tail(0.0, 5) == 1.0);
        assert!(chi_square_tail(1e6, 5) < 1e-300);
    }

    #[test]
    fn distances_are_those_of_the_definition() {
        assert!(total_variation(&[5, 5]).abs() < 1e-12);
        assert!((total_variation(&[10, 0]) - 0.5).abs() < 1e-12);
        assert!((chi_square(&[10, 0]) - 10.0).abs() < 1e-12);
    }

    #[test]
    fn imitations_agree_with_theory() {
        // The mean distance of n fair coins from equal counts is about 1 / √(2πn).
        let found = imitated(2, 10_000, &mut Rng::from_seed(3)).unwrap();
        let theory = 1.0 / (2.0 * std::f64::consts::PI * 10_000.0).sqrt();
        assert!((found.mean - theory).abs() < theory * 0.1, "{found:?}");
        assert!(found.range.0 < found.mean && found.mean < found.range.1);
    }
}
