//! From what the last steps of an iteration have shown, a better next one.
//!
//! Repeating `x ← f(x)` takes about the same share off the error each time.
//! Anderson acceleration goes on from that mixture of the last results whose
//! *changes* `f(x) − x` cancel best: where `f` is linear, as looking ahead is as
//! soon as choices no longer change, no mixture of them is nearer to the
//! solution. D. G. Anderson, "Iterative Procedures for Nonlinear Integral
//! Equations", Journal of the ACM 12 (1965), 547–560; in the form of H. F.
//! Walker and P. Ni, "Anderson Acceleration for Fixed-Point Iterations", SIAM
//! Journal on Numerical Analysis 49 (2011), 1715–1735, section 2.

use std::collections::VecDeque;

use crate::parallel;

/// How many differences between steps are remembered.
const STEPS: usize = 5;

/// Differences that are one but for this share of them tell nothing new.
const ALIKE: f64 = 1e-14;

/// An iteration's last steps.
#[derive(Debug)]
pub(super) struct Mixing {
    last: Option<Step>,
    /// By how much each step differed from the one before, the oldest first.
    differences: VecDeque<Step>,
}

/// What a step made, and by how much that differs from what it was made of.
#[derive(Debug)]
struct Step {
    result: Vec<f64>,
    change: Vec<f64>,
}

impl Mixing {
    /// No step is made yet.
    pub(super) const fn new() -> Self {
        Self {
            last: None,
            differences: VecDeque::new(),
        }
    }

    /// Takes in a step, and puts in place of its result what to go on from; by
    /// how much the step changed a number at most.
    pub(super) fn mix(&mut self, from: &[f64], result: &mut [f64]) -> f64 {
        let step = Step {
            change: less(result, from),
            result: result.to_vec(),
        };
        if let Some(last) = &self.last {
            if largest(&last.change) <= largest(&step.change) {
                // Mixing did no good, so what it went by is forgotten.
                self.differences.clear();
            } else if self.differences.len() == STEPS {
                self.differences.pop_front();
            }
            self.differences.push_back(Step {
                result: less(&step.result, &last.result),
                change: less(&step.change, &last.change),
            });
        }
        for (share, difference) in self.shares(&step.change).iter().zip(&self.differences) {
            for (number, difference) in result.iter_mut().zip(&difference.result) {
                *number -= share * difference;
            }
        }
        let change = largest(&step.change);
        self.last = Some(step);
        change
    }

    /// How much of each difference there is in a change: the least squares, by
    /// their normal equations.
    fn shares(&self, change: &[f64]) -> Vec<f64> {
        let count = self.differences.len();
        let differences = self.differences.iter().map(|step| &step.change[..]);
        let columns: Vec<&[f64]> = differences.chain([change]).collect();
        let products = parallel::map(count * (count + 1), |number| {
            let [row, column] = [number / (count + 1), number % (count + 1)];
            product(columns[row], columns[column])
        });
        let mut rows: Vec<Vec<f64>> = products.chunks(count + 1).map(<[f64]>::to_vec).collect();
        // All differences are made equally long, since later ones are far
        // shorter. One of length 0 has a share of 0.
        let length = |(number, row): (usize, &Vec<f64>)| row[number].sqrt();
        let lengths: Vec<f64> = rows.iter().enumerate().map(length).collect();
        let units = lengths
            .iter()
            .map(|&length| if length > 0.0 { 1.0 / length } else { 0.0 });
        let units: Vec<f64> = units.chain([1.0]).collect();
        for (number, row) in rows.iter_mut().enumerate() {
            for (product, unit) in row.iter_mut().zip(&units) {
                *product *= unit * units[number];
            }
            row[number] += ALIKE;
        }
        let mut shares = solve(rows);
        for (share, unit) in shares.iter_mut().zip(&units) {
            *share *= unit;
        }
        shares
    }
}

/// Gaussian elimination; the last column is the right side. The rows are those
/// of a positive definite matrix, so nothing has to be exchanged.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
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

/// The scalar product, summed up in an order that is always the same.
fn product(one: &[f64], other: &[f64]) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    for (one, other) in one.chunks(LANES).zip(other.chunks(LANES)) {
        for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
            *sum += one * other;
        }
    }
    sums.into_iter().sum()
}

fn less(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter()
        .zip(other)
        .map(|(one, other)| one - other)
        .collect()
}

fn largest(numbers: &[f64]) -> f64 {
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
    fn mixing_gets_to_the_same_solution_in_a_quarter_of_the_steps() {
        let (plain, _) = steps(|from, result| largest(&less(result, from)));
        let mut mixing = Mixing::new();
        let (mixed, solution) = steps(|from, result| mixing.mix(from, result));
        assert!(mixed * 4 < plain, "{mixed} steps, {plain} without mixing");
        for (rate, x) in (1..).zip(solution) {
            let exact = 10.0 / f64::from(10 - rate);
            assert!((x - exact).abs() < 1e-11, "{x} for {exact}");
        }
    }

    #[test]
    fn steps_that_change_nothing_do_not_hurt() {
        let mut mixing = Mixing::new();
        for _ in 0..4 {
            let mut result = [1.0_f64, 2.0];
            let change = mixing.mix(&[1.0, 2.0], &mut result);
            assert_eq!(
                (change.to_bits(), result.map(f64::to_bits)),
                (0, [1.0, 2.0].map(f64::to_bits))
            );
        }
    }
}
