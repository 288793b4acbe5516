//! Two-player Ludo solved the plain way: a table of where every choice leads,
//! and one value after the other renewed in place until none changes any more
//! (value iteration by Gauss and Seidel), those nearest to the end first.
//!
//! The table of moves is precomputed and a sweep is a tight loop. The states
//! lie in memory as they are numbered: laid out in the order of the sweep, the
//! same work takes about a third of the time, since most of what a state leads
//! to is then near it. That is already a trick.

use std::cmp::Reverse;

use crate::slow_ludo::{END, LAST_ON_RING, SlowTokens, YARD};

/// How many pairs of step counts one player's tokens can have.
const PAIRS: usize = 59 * 60 / 2;

/// A sweep that changes no value by more ends the work.
const SETTLED: f64 = 1e-12;

/// For each roll, where its two choices lead; an only choice is there twice.
type ChoicesByRoll = [[u32; 2]; 6];

/// The chance of winning of the player to roll, both playing as well as can be.
#[derive(Debug)]
pub struct PlainSolver {
    seats: [char; 2],
    /// The undecided states before a first roll, in the order of the sweep.
    order: Vec<u32>,
    /// Where each state leads, before a first and before a bonus roll.
    successors: Vec<[ChoicesByRoll; 2]>,
    /// For each state the value before a first roll, then for each the value
    /// before a bonus roll.
    values: Vec<f64>,
}

impl PlainSolver {
    /// The table of all moves of two players; no value is known yet.
    ///
    /// # Panics
    /// If the two seats are one.
    pub fn new(seats: [char; 2]) -> PlainSolver {
        assert_ne!(seats[0], seats[1], "two players sit at two seats");
        let pairs = pairs();
        let sides = sides(seats);
        let finished = number([END, END]);
        let states = sides * PAIRS * PAIRS;
        let mut order = Vec::new();
        let mut successors = vec![[[[0; 2]; 6]; 2]; states];
        let mut values = vec![0.5; 2 * states];
        for side in 0..sides {
            let [seat, opponent] = [seats[side], seats[1 - side]];
            let kicks = kicks(seat, opponent, &pairs);
            let kicked = |landing: usize, other: usize| kicks[landing][other];
            for (own, moves) in moves_of(seat, &pairs).iter().enumerate() {
                for other in 0..PAIRS {
                    let state = index(side, own, other);
                    if own == finished || other == finished {
                        let value = if own == finished { 1.0 } else { 0.0 };
                        values[state] = value;
                        values[states + state] = value;
                        continue;
                    }
                    order.push(small(state));
                    for roll in 0..6 {
                        for choice in 0..2 {
                            let (own, landing) = moves[roll][choice];
                            let other = kicked(landing, other);
                            let turned = small(index(sides - 1 - side, other, own));
                            // A first 6 gives a bonus roll. Rules: L-13
                            let again = small(states + index(side, own, other));
                            let [first, bonus] = &mut successors[state];
                            first[roll][choice] = if roll == 5 { again } else { turned };
                            bonus[roll][choice] = turned;
                        }
                    }
                }
            }
        }
        let progress = |state: u32| {
            let state = state as usize;
            let [own, other] = [pairs[state / PAIRS % PAIRS], pairs[state % PAIRS]];
            own[0] + own[1] + other[0] + other[1]
        };
        order.sort_by_key(|&state| Reverse(progress(state)));
        PlainSolver {
            seats,
            order,
            successors,
            values,
        }
    }

    /// Renews every value once, from the end of the game backward; by how much
    /// the most changed.
    pub fn sweep(&mut self) -> f64 {
        let values = &mut self.values;
        let states = self.successors.len();
        let mut change: f64 = 0.0;
        for &state in &self.order {
            let state = state as usize;
            let [first, bonus] = &self.successors[state];
            let mut sum = 0.0;
            for &[p, q] in bonus {
                sum += 1.0 - smaller(values[p as usize], values[q as usize]);
            }
            let bonus = sum / 6.0;
            let mut sum = 0.0;
            for &[p, q] in &first[..5] {
                sum += 1.0 - smaller(values[p as usize], values[q as usize]);
            }
            let [p, q] = first[5];
            sum -= smaller(-values[p as usize], -values[q as usize]);
            let first = sum / 6.0;

            for (place, new) in [(state, first), (states + state, bonus)] {
                let changed = (new - values[place]).abs();
                if changed > change {
                    change = changed;
                }
                values[place] = new;
            }
        }
        change
    }

    /// Sweeps until nothing changes by more than 1e-12; how many sweeps it took.
    pub fn solve(&mut self) -> u32 {
        let mut sweeps = 1;
        while self.sweep() > SETTLED {
            sweeps += 1;
        }
        sweeps
    }

    /// The winning chance of the player at this seat before a first roll, with
    /// their tokens on the steps `own` and the opponent's on `other`.
    pub fn first_roll(&self, seat: char, own: [i64; 2], other: [i64; 2]) -> f64 {
        self.values[self.state(seat, own, other)]
    }

    /// The same before a bonus roll.
    pub fn bonus_roll(&self, seat: char, own: [i64; 2], other: [i64; 2]) -> f64 {
        self.values[self.successors.len() + self.state(seat, own, other)]
    }

    fn state(&self, seat: char, own: [i64; 2], other: [i64; 2]) -> usize {
        let side = usize::from(sides(self.seats) == 2 && seat != self.seats[0]);
        index(side, number(own), number(other))
    }
}

/// How many players see the other in a way of their own: opposite players see
/// each other alike, so that the states of one are the states of both.
fn sides(seats: [char; 2]) -> usize {
    match seats {
        ['A', 'C'] | ['C', 'A'] | ['B', 'D'] | ['D', 'B'] => 1,
        _ => 2,
    }
}

/// Every pair of step counts, the smaller first.
fn pairs() -> Vec<[i64; 2]> {
    let mut pairs = Vec::new();
    for larger in YARD..=END {
        for smaller in YARD..=larger {
            pairs.push([smaller, larger]);
        }
    }
    pairs
}

/// The number of a pair among all, its tokens in either order.
fn number([one, other]: [i64; 2]) -> usize {
    let larger = one.max(other) - YARD;
    let smaller = one.min(other) - YARD;
    let number = larger * (larger + 1) / 2 + smaller;
    usize::try_from(number).expect("step counts begin with the yard's")
}

fn index(side: usize, own: usize, other: usize) -> usize {
    (side * PAIRS + own) * PAIRS + other
}

/// A state's number in half the memory.
fn small(state: usize) -> u32 {
    u32::try_from(state).expect("there are 12 million states at most")
}

/// For each pair and roll, the pair that each choice leads to, and the step on
/// the ring where it ends; 0 if it ends elsewhere.
fn moves_of(seat: char, pairs: &[[i64; 2]]) -> Vec<[[(usize, usize); 2]; 6]> {
    let mut moves = Vec::new();
    for &steps in pairs {
        let mut of_pair = [[(number(steps), 0); 2]; 6];
        for (roll, of_roll) in (1..).zip(&mut of_pair) {
            let mut table = SlowTokens::new(&[seat]);
            table.put(seat, 0, steps[0]);
            table.put(seat, 1, steps[1]);
            let choices = table.choices(seat, roll);
            for (place, to) in of_roll.iter_mut().enumerate() {
                let choice = choices[place.min(choices.len() - 1)];
                let mut after = table.clone();
                after.apply(seat, roll, choice);
                let after = after.steps(seat).expect("this seat plays");
                let moved = match choice {
                    "p" | "pq" => after[0],
                    "q" => after[1],
                    _ => END,
                };
                let on_ring = (1..=LAST_ON_RING).contains(&moved);
                let landing = if on_ring { moved } else { 0 };
                *to = (number(after), usize::try_from(landing).unwrap_or(0));
            }
        }
        moves.push(of_pair);
    }
    moves
}

/// For each step on the ring where a player may end, what becomes of each pair
/// of the opponent's. Rules: L-9, L-11
fn kicks(seat: char, opponent: char, pairs: &[[i64; 2]]) -> Vec<Vec<usize>> {
    let mut kicks = Vec::new();
    for step in 0..=LAST_ON_RING {
        let mut of_step = Vec::new();
        for &steps in pairs {
            let mut table = SlowTokens::new(&[seat, opponent]);
            table.put(opponent, 0, steps[0]);
            table.put(opponent, 1, steps[1]);
            for (_, token) in table.opponents_on(seat, step) {
                table.put(opponent, token, YARD);
            }
            of_step.push(number(table.steps(opponent).expect("this seat plays")));
        }
        kicks.push(of_step);
    }
    kicks
}

/// The smaller of two numbers of which neither is NaN.
fn smaller(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_numbered_in_their_order() {
        let numbers: Vec<usize> = pairs().into_iter().map(number).collect();
        assert_eq!(numbers, (0..PAIRS).collect::<Vec<_>>());
        assert_eq!(number([57, -1]), number([-1, 57]));
    }

    #[test]
    fn a_choice_is_two_a_stack_is_one_and_a_kick_ends_in_the_yard() {
        let moves = moves_of('A', &pairs());
        let of = |steps, roll: usize| moves[number(steps)][roll - 1];
        assert_eq!(
            of([3, 20], 5),
            [(number([8, 20]), 8), (number([3, 25]), 25)]
        );
        assert_eq!(of([20, 20], 5), [(number([25, 25]), 25); 2]);
        assert_eq!(
            of([-1, 56], 6),
            [(number([0, 56]), 0), (number([-1, 52]), 0)]
        );
        assert_eq!(of([-1, 57], 3), [(number([-1, 57]), 0); 2]);
        // A's 20 is space 20, which is C's step 48. Rules: L-4
        let kicks = kicks('A', 'C', &pairs());
        assert_eq!(kicks[20][number([48, 50])], number([-1, 50]));
        assert_eq!(kicks[20][number([48, 48])], number([-1, -1]));
        assert_eq!(kicks[0][number([48, 48])], number([48, 48]));
    }
}
