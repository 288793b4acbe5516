//! Closed subgames, solved by other means.

use ludo_rules::{RollKind, Seat};
use parlor_testkit::slow_ludo::{Live, Phase};

use crate::{SEATS, position, values};

/// A closed subgame: the positions in which both players have one of these pairs,
/// before a first and before a bonus roll, as the slow engine plays them.
struct Subgame {
    seats: [Seat; 2],
    pairs: Vec<[i64; 2]>,
    /// The successors by position, roll and choice.
    successors: Vec<[Vec<Successor>; 6]>,
}

#[derive(Clone, Copy)]
enum Successor {
    Won,
    /// The same player has a bonus roll.
    BonusRoll(usize),
    /// The opponent is to roll.
    OpponentRolls(usize),
}

impl Subgame {
    /// The number of a position, by the player to roll, the kind of roll, that player's
    /// pair, and the other's.
    fn number(&self, player: usize, kind: RollKind, own: usize, other: usize) -> usize {
        let count = self.pairs.len();
        ((player * 2 + usize::from(kind == RollKind::Bonus)) * count + own) * count + other
    }

    fn new(seats: [Seat; 2], pairs: Vec<[i64; 2]>) -> Subgame {
        let mut subgame = Subgame {
            seats,
            pairs,
            successors: vec![],
        };
        let letters = seats.map(Seat::letter);
        for player in 0..2 {
            for kind in [RollKind::First, RollKind::Bonus] {
                for own in &subgame.pairs {
                    for other in &subgame.pairs {
                        let mut live = Live::new(&letters);
                        for token in 0..2 {
                            live.table.put(letters[player], token, own[token]);
                            live.table.put(letters[1 - player], token, other[token]);
                        }
                        live.to_act = letters[player];
                        live.phase = Phase::ToRoll {
                            bonus: kind == RollKind::Bonus,
                        };
                        let successors =
                            [1, 2, 3, 4, 5, 6].map(|roll| subgame.successors(&live, player, roll));
                        subgame.successors.push(successors);
                    }
                }
            }
        }
        subgame
    }

    fn successors(&self, live: &Live, player: usize, roll: i64) -> Vec<Successor> {
        let mut rolled = live.clone();
        assert!(rolled.apply_roll(roll));
        let successor = |choice| {
            let mut live = rolled.clone();
            assert!(live.choose(choice));
            if live.is_over() {
                return Successor::Won;
            }
            let [own, other] = [player, 1 - player].map(|player| {
                let mut steps = live
                    .table
                    .steps(self.seats[player].letter())
                    .expect("the seat is taken");
                steps.sort_unstable();
                let place = self.pairs.iter().position(|&pair| pair == steps);
                place.unwrap_or_else(|| panic!("{steps:?} leads out of this subgame"))
            });
            if live.phase == (Phase::ToRoll { bonus: true }) {
                Successor::BonusRoll(self.number(player, RollKind::Bonus, own, other))
            } else {
                Successor::OpponentRolls(self.number(1 - player, RollKind::First, other, own))
            }
        };
        rolled.choices().into_iter().map(successor).collect()
    }

    /// The largest difference between the solver's values and these.
    fn farthest(&self, found: &[f64]) -> f64 {
        let mut farthest: f64 = 0.0;
        for player in 0..2 {
            let seats = [self.seats[player], self.seats[1 - player]];
            for kind in [RollKind::First, RollKind::Bonus] {
                for (own, steps) in self.pairs.iter().enumerate() {
                    for (other, others) in self.pairs.iter().enumerate() {
                        let number = self.number(player, kind, own, other);
                        let Some(position) = position(seats, [*steps, *others], kind) else {
                            continue;
                        };
                        let value = values(seats).of(&position).expect("two are left");
                        farthest = farthest.max((value - found[number]).abs());
                    }
                }
            }
        }
        farthest
    }

    /// One Bellman backup of all positions.
    fn backup(&self, values: &[f64]) -> Vec<f64> {
        let value = |&successor: &Successor| match successor {
            Successor::Won => 1.0,
            Successor::BonusRoll(number) => values[number],
            Successor::OpponentRolls(number) => 1.0 - values[number],
        };
        let best = |choices: &Vec<Successor>| choices.iter().map(value).fold(0.0, f64::max);
        self.successors
            .iter()
            .map(|rolls| rolls.iter().map(best).sum::<f64>() / 6.0)
            .collect()
    }

    /// Interval iteration: backups from a lower and an upper bound, in which one player
    /// or the other has lost everywhere, until the two meet. S. Haddad and B. Monmege,
    /// "Interval iteration algorithm for MDPs and IMDPs", Theoretical Computer
    /// Science 735 (2018), 111–131.
    fn by_interval_iteration(&self) -> Vec<f64> {
        let half = self.successors.len() / 2;
        let mut low: Vec<f64> = (0..2 * half)
            .map(|number| f64::from(u8::from(number >= half)))
            .collect();
        let mut high: Vec<f64> = low.iter().map(|value| 1.0 - value).collect();
        let apart = |low: &[f64], high: &[f64]| {
            let pairs = low.iter().zip(high);
            pairs
                .map(|(low, high)| (high - low).abs())
                .fold(0.0, f64::max)
        };
        while apart(&low, &high) > 1e-14 {
            low = self.backup(&low);
            high = self.backup(&high);
        }
        low
    }

    /// The values of a subgame without choices, by Gaussian elimination.
    fn by_elimination(&self) -> Vec<f64> {
        let count = self.successors.len();
        // The value minus a sixth of the successors' values = the chance to win at once.
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for (number, rolls) in self.successors.iter().enumerate() {
            let mut row = vec![0.0; count + 1];
            row[number] = 1.0;
            for choices in rolls {
                match choices[..] {
                    [Successor::Won] => row[count] += 1.0 / 6.0,
                    [Successor::BonusRoll(to)] => row[to] -= 1.0 / 6.0,
                    [Successor::OpponentRolls(to)] => {
                        row[to] += 1.0 / 6.0;
                        row[count] += 1.0 / 6.0;
                    }
                    _ => panic!("there is a choice"),
                }
            }
            rows.push(row);
        }
        for column in 0..count {
            let pivot = (column..count).max_by(|&one, &other| {
                rows[one][column]
                    .abs()
                    .total_cmp(&rows[other][column].abs())
            });
            rows.swap(column, pivot.expect("there are rows left"));
            let pivot = rows[column].clone();
            for (place, row) in rows.iter_mut().enumerate() {
                let factor = row[column] / pivot[column];
                if place != column && factor != 0.0 {
                    for (value, from) in row.iter_mut().zip(&pivot) {
                        *value -= factor * from;
                    }
                }
            }
        }
        (0..count)
            .map(|place| rows[place][count] / rows[place][place])
            .collect()
    }
}

#[test]
fn one_token_each_on_home_squares_agrees_with_elimination() {
    let pairs: Vec<[i64; 2]> = (51..=56).map(|step| [step, 57]).collect();
    for seats in SEATS {
        let subgame = Subgame::new(seats, pairs.clone());
        let off = subgame.farthest(&subgame.by_elimination());
        assert!(off <= 1e-14, "{seats:?}: off by {off:e}");
    }
}

#[test]
fn one_token_each_on_the_end_agrees_with_iteration_from_both_sides() {
    let pairs: Vec<[i64; 2]> = (-1..=56).map(|step| [step, 57]).collect();
    for seats in SEATS {
        let subgame = Subgame::new(seats, pairs.clone());
        let off = subgame.farthest(&subgame.by_interval_iteration());
        assert!(off <= 1e-13, "{seats:?}: off by {off:e}");
    }
}

#[test]
fn a_race_on_the_home_squares_agrees_with_iteration_from_both_sides() {
    let pairs: Vec<[i64; 2]> = (51..=57)
        .flat_map(|larger| (51..=larger).map(move |smaller| [smaller, larger]))
        .filter(|&pair| pair != [57, 57])
        .collect();
    for seats in SEATS {
        let subgame = Subgame::new(seats, pairs.clone());
        let off = subgame.farthest(&subgame.by_interval_iteration());
        assert!(off <= 1e-13, "{seats:?}: off by {off:e}");
    }
}
