//! Anderson acceleration of a fixed-point iteration.
//!
//! Repeating `x ← f(x)` takes about the same share off the error each time.
//! Anderson acceleration continues from that combination of the last results
//! whose *residuals* `f(x) − x` cancel best. Where `f` is linear, as a sweep is as
//! soon as choices no longer change, this is the combination nearest to the
//! solution. D. G. Anderson, "Iterative Procedures for Nonlinear Integral
//! Equations", Journal of the ACM 12 (1965), 547–560; in the form of H. F.
//! Walker and P. Ni, "Anderson Acceleration for Fixed-Point Iterations", SIAM
//! Journal on Numerical Analysis 49 (2011), 1715–1735, section 2.

use std::collections::VecDeque;

use crate::parallel;

/// The number of differences between iterates that are stored.
const DEPTH: usize = 5;

/// Added to the diagonal of the normalized normal equations, so that differences
/// which are nearly parallel do not make them singular.
const REGULARIZATION: f64 = 1e-14;

/// The last iterates of a fixed-point iteration.
#[derive(Debug)]
pub(super) struct AndersonAcceleration {
    last: Option<Iterate>,
    /// The differences between consecutive iterates, the oldest first.
    differences: VecDeque<Iterate>,
}

/// `f(x)` and `f(x) − x`.
#[derive(Debug)]
struct Iterate {
    result: Vec<f64>,
    residual: Vec<f64>,
}

impl AndersonAcceleration {
    /// Starts without iterates.
    pub(super) const fn new() -> Self {
        Self {
            last: None,
            differences: VecDeque::new(),
        }
    }

    /// Takes `x` and `f(x)`, and replaces the latter by the next `x`. Returns the
    /// largest residual.
    pub(super) fn extrapolate(&mut self, from: &[f64], result: &mut [f64]) -> f64 {
        let iterate = Iterate {
            residual: subtract(result, from),
            result: result.to_vec(),
        };
        if let Some(last) = &self.last {
            if max_norm(&last.residual) <= max_norm(&iterate.residual) {
                // The extrapolation did not help, so the history is dropped.
                self.differences.clear();
            } else if self.differences.len() == DEPTH {
                self.differences.pop_front();
            }
            self.differences.push_back(Iterate {
                result: subtract(&iterate.result, &last.result),
                residual: subtract(&iterate.residual, &last.residual),
            });
        }
        let coefficients = self.coefficients(&iterate.residual);
        for (coefficient, difference) in coefficients.iter().zip(&self.differences) {
            for (number, difference) in result.iter_mut().zip(&difference.result) {
                *number -= coefficient * difference;
            }
        }
        let change = max_norm(&iterate.residual);
        self.last = Some(iterate);
        change
    }

    /// The least-squares combination of the differences for a residual, by the
    /// normal equations.
    fn coefficients(&self, residual: &[f64]) -> Vec<f64> {
        let count = self.differences.len();
        let differences = self.differences.iter().map(|step| &step.residual[..]);
        let columns: Vec<&[f64]> = differences.chain([residual]).collect();
        let products = parallel::map(count * (count + 1), |number| {
            let [row, column] = [number / (count + 1), number % (count + 1)];
            dot_product(columns[row], columns[column])
        });
        let mut rows: Vec<Vec<f64>> = products.chunks(count + 1).map(<[f64]>::to_vec).collect();
        // The differences are normalized, since later ones are far shorter. One
        // of length 0 gets the coefficient 0.
        let length = |(number, row): (usize, &Vec<f64>)| row[number].sqrt();
        let lengths: Vec<f64> = rows.iter().enumerate().map(length).collect();
        let scales = lengths
            .iter()
            .map(|&length| if length > 0.0 { 1.0 / length } else { 0.0 });
        let scales: Vec<f64> = scales.chain([1.0]).collect();
        for (number, row) in rows.iter_mut().enumerate() {
            for (product, scale) in row.iter_mut().zip(&scales) {
                *product *= scale * scales[number];
            }
            row[number] += REGULARIZATION;
        }
        let mut coefficients = eliminate(rows);
        for (coefficient, scale) in coefficients.iter_mut().zip(&scales) {
            *coefficient *= scale;
        }
        coefficients
    }
}

/// Solves linear equations by Gaussian elimination; the last column is the right
/// side. The matrix is positive definite, so no pivoting is needed.
fn eliminate(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let count = rows.len();
    for pivot in 0..count {
        let (above, below) = rows.split_at_mut(pivot + 1);
        let from = &above[pivot];
        for row in below {
            let factor = row[pivot] / from[pivot];
            for (number, from) in row.iter_mut().zip(from) {
                *number -= factor * from;
            }
        }
    }
    let mut solution = vec![0.0; count];
    for (number, row) in rows.iter().enumerate().rev() {
        let known = row[number + 1..count].iter().zip(&solution[number + 1..]);
        let known: f64 = known.map(|(factor, value)| factor * value).sum();
        solution[number] = (row[count] - known) / row[number];
    }
    solution
}

/// The dot product, summed in an order that is always the same.
fn dot_product(one: &[f64], other: &[f64]) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    for (one, other) in one.chunks(LANES).zip(other.chunks(LANES)) {
        for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
            *sum += one * other;
        }
    }
    sums.into_iter().sum()
}

fn subtract(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter()
        .zip(other)
        .map(|(one, other)| one - other)
        .collect()
}

fn max_norm(numbers: &[f64]) -> f64 {
    numbers
        .iter()
        .fold(0.0, |largest: f64, number| largest.max(number.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x ← M x + b` with rates from 0.9 down to 0.1, and how many steps it takes
    /// until the changes are below 1e-12.
    fn steps(mut next: impl FnMut(&[f64], &mut [f64]) -> f64) -> (u32, Vec<f64>) {
        let mut from = vec![0.0; 9];
        for count in 1.. {
            let mut result: Vec<f64> = (1..)
                .zip(&from)
                .map(|(rate, x)| f64::from(rate) / 10.0 * x + 1.0)
                .collect();
            let change = next(&from, &mut result);
            from = result;
            if change < 1e-12 {
                return (count, from);
            }
        }
        unreachable!("both ways get there")
    }

    #[test]
    fn acceleration_gets_to_the_same_solution_in_a_quarter_of_the_steps() {
        let (plain, _) = steps(|from, result| max_norm(&subtract(result, from)));
        let mut acceleration = AndersonAcceleration::new();
        let (accelerated, solution) = steps(|from, result| acceleration.extrapolate(from, result));
        assert!(
            accelerated * 4 < plain,
            "{accelerated} steps, {plain} without acceleration"
        );
        for (rate, x) in (1..).zip(solution) {
            let exact = 10.0 / f64::from(10 - rate);
            assert!((x - exact).abs() < 1e-11, "{x} for {exact}");
        }
    }

    #[test]
    fn steps_that_change_nothing_do_not_hurt() {
        let mut acceleration = AndersonAcceleration::new();
        for _ in 0..4 {
            let mut result = [1.0_f64, 2.0];
            let change = acceleration.extrapolate(&[1.0, 2.0], &mut result);
            assert_eq!(
                (change.to_bits(), result.map(f64::to_bits)),
                (0, [1.0, 2.0].map(f64::to_bits))
            );
        }
    }
}
