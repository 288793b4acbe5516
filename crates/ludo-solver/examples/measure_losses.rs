//! Measures the losses of choices by random play and by the priority policy, on which
//! [`LOSS_THRESHOLDS`] are based.
//!
//! ```text
//! cargo run --release -p ludo-solver --example measure_losses -- [GAMES]
//! ```
//!
//! Only real choices count, between tokens on different steps.

#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use ludo_rules::{Move, Position, Roll, Seat, priority};
use ludo_solver::analysis::{LOSS_THRESHOLDS, Label, Ranking};
use ludo_solver::exact::Tablebase;
use parlor_testkit::dice::SplitMix64;

const SEATINGS: [[Seat; 2]; 2] = [[Seat::A, Seat::C], [Seat::A, Seat::B]];

/// Chooses a move for the roll in hand, given a random number from 1 to 6.
type Policy = fn(&Position, u8) -> Move;

fn main() {
    let games = std::env::args().nth(1).map_or(20_000, |text| {
        text.parse().expect("GAMES is a whole number")
    });
    let tables = Tablebase::new();
    for (name, policy) in [("random", at_random as Policy), ("priority", by_priority)] {
        for seats in SEATINGS {
            let [one, other] = seats;
            println!("{name}, {one} and {other}, {games} games");
            report(&losses(&tables, seats, games, policy), games);
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

/// The loss of every choice.
fn losses(tables: &Tablebase, seats: [Seat; 2], games: u64, policy: Policy) -> Vec<f64> {
    let mut losses = Vec::new();
    for game in 0..games {
        let mut dice = SplitMix64::for_game(game);
        let mut position = Position::new(&seats).expect("a table of two");
        while !position.is_over() {
            let roll = Roll::ALL[usize::from(dice.next_die()) - 1];
            position.apply_roll(roll).expect("a roll is due");
            let chosen = policy(&position, dice.next_die());
            let ranking = Ranking::of(&position, tables).expect("two are left");
            if ranking.is_free() {
                losses.push(ranking.find(chosen).expect("it is legal").loss);
            }
            position.play(chosen).expect("it is legal");
        }
    }
    losses
}

fn report(losses: &[f64], games: u64) {
    let count = losses.len();
    let mean = losses.iter().sum::<f64>() / count as f64;
    println!(
        "  {:.1} choices a game, {:.3} points lost on average",
        count as f64 / games as f64,
        100.0 * mean,
    );
    for label in Label::ALL {
        let labelled = losses
            .iter()
            .filter(|&&loss| Label::of(loss, LOSS_THRESHOLDS) == label);
        println!("  {:5.1} % {label}", percent(labelled.count(), count));
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole as f64
}
