//! Measures what choices lose: those of random play, and those of the priority
//! policy. The thresholds of [`Label`](ludo_solver::analysis::Label) are chosen
//! from this.
//!
//! ```text
//! cargo run --release -p ludo-solver --example measure_losses -- [GAMES]
//! ```
//!
//! Only real choices count: those between tokens that stand on different steps.

#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use ludo_rules::{Move, Position, Roll, Seat, priority};
use ludo_solver::exact::Tables;
use parlor_testkit::dice::SplitMix64;

const SEATINGS: [[Seat; 2]; 2] = [[Seat::A, Seat::C], [Seat::A, Seat::B]];

/// Answers the roll in hand, given a number from 1 to 6.
type Policy = fn(&Position, u8) -> Move;

fn main() {
    let games = std::env::args().nth(1).map_or(20_000, |text| {
        text.parse().expect("GAMES is a whole number")
    });
    let tables = Tables::new();
    for (name, policy) in [("random", at_random as Policy), ("priority", by_priority)] {
        for seats in SEATINGS {
            let [one, other] = seats;
            println!("{name}, {one} and {other}, {games} games");
            tell(losses(&tables, seats, games, policy), games);
        }
    }
}

fn at_random(position: &Position, word: u8) -> Move {
    let choices = position.legal_moves();
    choices.as_slice()[usize::from(word - 1) % choices.len()]
}

fn by_priority(position: &Position, _: u8) -> Move {
    let in_hand = position.to_act().zip(position.roll_in_hand());
    let (seat, roll) = in_hand.expect("a roll is in hand");
    priority(position.tokens(), seat, roll).choice
}

/// What every real choice loses.
fn losses(tables: &Tables, seats: [Seat; 2], games: u64, policy: Policy) -> Vec<f64> {
    let mut losses = Vec::new();
    for game in 0..games {
        let mut dice = SplitMix64::for_game(game);
        let mut position = Position::new(&seats).expect("a table of two");
        let values = tables.apply_to(&position).expect("two are left");
        while !position.is_over() {
            let roll = Roll::ALL[usize::from(dice.next_die()) - 1];
            position.apply_roll(roll).expect("a roll is due");
            let chosen = policy(&position, dice.next_die());
            let choices = values.choices(&position).expect("a choice is due");
            let steps = position
                .to_act()
                .and_then(|seat| position.tokens().steps(seat));
            if choices.len() > 1 && steps.is_some_and(|[p, q]| p != q) {
                let best = choices
                    .iter()
                    .fold(0.0_f64, |best, (_, value)| best.max(*value));
                let value = choices.iter().find(|(choice, _)| *choice == chosen);
                losses.push(best - value.expect("it is legal").1);
            }
            position.play(chosen).expect("it is legal");
        }
    }
    losses
}

fn tell(mut losses: Vec<f64>, games: u64) {
    losses.sort_by(f64::total_cmp);
    let count = losses.len();
    let mean = losses.iter().sum::<f64>() / count as f64;
    let best = losses.iter().filter(|&&loss| loss < 1e-9).count();
    println!(
        "  {:.1} real choices a game, {:.1} % of them best, {:.3} points lost on average",
        count as f64 / games as f64,
        percent(best, count),
        100.0 * mean,
    );
    for part in [50, 75, 80, 85, 90, 95, 98, 99] {
        println!(
            "  {part} % lose at most {:.2} points",
            100.0 * losses[count * part / 100]
        );
    }
    for points in [0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0] {
        let more = losses
            .iter()
            .filter(|&&loss| loss >= points / 100.0)
            .count();
        println!(
            "  {:5.1} % lose {points} points or more",
            percent(more, count)
        );
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole as f64
}
