//! Parts of the game from which no move leads out, solved by other means.

use ludo_rules::{RollKind, Seat};
use parlor_testkit::slow_ludo::{Live, Phase};

use crate::{SEATS, position, values};

/// A small game: the positions in which both players have one of these pairs,
/// before a first and before a bonus roll, as the slow engine plays them.
struct Part {
    seats: [Seat; 2],
    pairs: Vec<[i64; 2]>,
    /// For each position and roll, where its choices lead.
    choices: Vec<[Vec<After>; 6]>,
}

#[derive(Clone, Copy)]
enum After {
    Won,
    /// He goes on with a bonus roll.
    Bonus(usize),
    /// The other is to roll.
    Turned(usize),
}

impl Part {
    /// Positions are numbered by whose turn it is, the phase, the pair of who
    /// is to roll, and the other's.
    fn number(&self, player: usize, kind: RollKind, own: usize, other: usize) -> usize {
        let count = self.pairs.len();
        ((player * 2 + usize::from(kind == RollKind::Bonus)) * count + own) * count + other
    }

    fn new(seats: [Seat; 2], pairs: Vec<[i64; 2]>) -> Part {
        let mut part = Part {
            seats,
            pairs,
            choices: vec![],
        };
        let letters = seats.map(Seat::letter);
        for player in 0..2 {
            for kind in [RollKind::First, RollKind::Bonus] {
                for own in &part.pairs {
                    for other in &part.pairs {
                        let mut live = Live::new(&letters);
                        for token in 0..2 {
                            live.table.put(letters[player], token, own[token]);
                            live.table.put(letters[1 - player], token, other[token]);
                        }
                        live.to_act = letters[player];
                        live.phase = Phase::ToRoll {
                            bonus: kind == RollKind::Bonus,
                        };
                        let choices =
                            [1, 2, 3, 4, 5, 6].map(|roll| part.after(&live, player, roll));
                        part.choices.push(choices);
                    }
                }
            }
        }
        part
    }

    fn after(&self, live: &Live, player: usize, roll: i64) -> Vec<After> {
        let mut rolled = live.clone();
        assert!(rolled.apply_roll(roll));
        let after = |choice| {
            let mut live = rolled.clone();
            assert!(live.choose(choice));
            if live.is_over() {
                return After::Won;
            }
            let [own, other] = [player, 1 - player].map(|player| {
                let mut steps = live
                    .table
                    .steps(self.seats[player].letter())
                    .expect("he plays");
                steps.sort_unstable();
                let place = self.pairs.iter().position(|&pair| pair == steps);
                place.unwrap_or_else(|| panic!("{steps:?} leads out of this part"))
            });
            if live.phase == (Phase::ToRoll { bonus: true }) {
                After::Bonus(self.number(player, RollKind::Bonus, own, other))
            } else {
                After::Turned(self.number(1 - player, RollKind::First, other, own))
            }
        };
        rolled.choices().into_iter().map(after).collect()
    }

    /// By how much the solver's values differ at most from these.
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

    /// One step of looking ahead from values of all positions.
    fn ahead(&self, values: &[f64]) -> Vec<f64> {
        let value = |&after: &After| match after {
            After::Won => 1.0,
            After::Bonus(number) => values[number],
            After::Turned(number) => 1.0 - values[number],
        };
        let best = |choices: &Vec<After>| choices.iter().map(value).fold(0.0, f64::max);
        self.choices
            .iter()
            .map(|rolls| rolls.iter().map(best).sum::<f64>() / 6.0)
            .collect()
    }

    /// The values, by looking ahead again and again from two extremes between
    /// which they lie: where one player has lost everywhere, and where the
    /// other has.
    fn iterated(&self) -> Vec<f64> {
        let half = self.choices.len() / 2;
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
            low = self.ahead(&low);
            high = self.ahead(&high);
        }
        low
    }

    /// The values where nobody has a choice, by elimination.
    fn eliminated(&self) -> Vec<f64> {
        let count = self.choices.len();
        // Value − a sixth of what it leads to = what is sure.
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for (number, rolls) in self.choices.iter().enumerate() {
            let mut row = vec![0.0; count + 1];
            row[number] = 1.0;
            for choices in rolls {
                match choices[..] {
                    [After::Won] => row[count] += 1.0 / 6.0,
                    [After::Bonus(to)] => row[to] -= 1.0 / 6.0,
                    [After::Turned(to)] => {
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
        let part = Part::new(seats, pairs.clone());
        let off = part.farthest(&part.eliminated());
        assert!(off <= 1e-14, "{seats:?}: off by {off:e}");
    }
}

#[test]
fn one_token_each_on_the_end_agrees_with_iteration_from_both_sides() {
    let pairs: Vec<[i64; 2]> = (-1..=56).map(|step| [step, 57]).collect();
    for seats in SEATS {
        let part = Part::new(seats, pairs.clone());
        let off = part.farthest(&part.iterated());
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
        let part = Part::new(seats, pairs.clone());
        let off = part.farthest(&part.iterated());
        assert!(off <= 1e-13, "{seats:?}: off by {off:e}");
    }
}
