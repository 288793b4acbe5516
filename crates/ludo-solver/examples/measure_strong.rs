//! Measures the strong bot: its share of wins, its time, and the error of its
//! estimates.
//!
//! ```text
//! cargo run --release -p ludo-solver --example measure_strong -- [wins] [time] [rollout] [error]
//! ```
//!
//! Without arguments it measures all four, in some ten minutes on one core.
//! Every deal of dice is played once from each seat; the intervals are those of
//! the deals' means, with 95 % confidence.

#![expect(clippy::print_stdout, reason = "it prints what it measures")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]

use std::cell::Cell;
use std::time::{Duration, Instant};

use ludo_rules::{Move, Position, Roll, Seat, priority};
use ludo_solver::exact::{Seating, solve};
use ludo_solver::strong::Estimator;
use parlor_testkit::dice::SplitMix64;

const TABLES: [&[Seat]; 4] = [
    &[Seat::A, Seat::C],
    &[Seat::A, Seat::B],
    &[Seat::A, Seat::B, Seat::C],
    &Seat::ALL,
];

/// Chooses a move for the roll in hand.
type Player<'a> = &'a dyn Fn(&Position) -> Move;

fn main() {
    let parts: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |part: &str| parts.is_empty() || parts.iter().any(|name| name == part);
    let estimator = Estimator::built_in();
    if wanted("wins") {
        wins(&estimator);
    }
    if wanted("time") {
        time(&estimator);
    }
    if wanted("rollout") {
        against_rollouts(&estimator);
    }
    if wanted("error") {
        error(&estimator);
    }
}

fn strong(estimator: &Estimator) -> impl Fn(&Position) -> Move {
    |position| estimator.best_move(position).expect("an answer is due")
}

fn by_priority(position: &Position) -> Move {
    let (seat, roll) = in_hand(position);
    priority(position.tokens(), seat, roll).choice
}

fn in_hand(position: &Position) -> (Seat, Roll) {
    let in_hand = position.to_act().zip(position.roll_in_hand());
    in_hand.expect("a roll is in hand")
}

fn roll(position: &mut Position, dice: &mut SplitMix64) {
    let roll = Roll::ALL[usize::from(dice.next_die()) - 1];
    position.apply_roll(roll).expect("a roll is due");
}

/// The player who finishes next, if all play alike.
fn play_out(
    mut position: Position,
    dice: &mut SplitMix64,
    player: impl Fn(&Position) -> Move,
) -> Seat {
    let places = position.finishing_order().len();
    loop {
        if let Some(&next) = position.finishing_order().get(places) {
            return next;
        }
        if position.roll_in_hand().is_none() {
            roll(&mut position, dice);
        }
        position.play(player(&position)).expect("a legal move");
    }
}

/// The share of wins of one player among others of another kind, and the half width of
/// its 95 % confidence interval.
fn share(seats: &[Seat], deals: u64, one: Player<'_>, others: Player<'_>) -> (f64, f64) {
    let (mut sum, mut squares) = (0.0, 0.0);
    for deal in 0..deals {
        let won = seats.iter().filter(|&&mine| {
            let start = Position::new(seats).expect("a table");
            let play = |position: &Position| {
                if position.to_act() == Some(mine) {
                    one(position)
                } else {
                    others(position)
                }
            };
            play_out(start, &mut SplitMix64::for_game(deal), play) == mine
        });
        let mean = won.count() as f64 / seats.len() as f64;
        sum += mean;
        squares += mean * mean;
    }
    let mean = sum / deals as f64;
    let variance = squares / deals as f64 - mean * mean;
    (mean, 1.96 * (variance / deals as f64).sqrt())
}

fn wins(estimator: &Estimator) {
    println!("share of wins of one strong bot among priority bots, by rolls looked ahead");
    for seats in TABLES {
        print!(
            "  {:4} (even: {:.2} %)",
            names(seats),
            100.0 / seats.len() as f64
        );
        for (rolls, deals) in [(0, 20_000), (1, 20_000), (2, 4_000)] {
            let estimator = estimator.clone().with_lookahead(rolls);
            let (mean, interval) = share(seats, deals, &strong(&estimator), &by_priority);
            print!("  {rolls}: {:.2} % ± {:.2}", 100.0 * mean, 100.0 * interval);
        }
        println!();
    }
}

fn names(seats: &[Seat]) -> String {
    seats.iter().map(|seat| seat.letter()).collect()
}

/// Positions with a choice, from games of strong bots.
fn decisions(estimator: &Estimator, seats: &[Seat], games: u64) -> Vec<Position> {
    let mut decisions = Vec::new();
    for game in 0..games {
        let mut dice = SplitMix64::for_game(game);
        let mut position = Position::new(seats).expect("a table");
        while position.winner().is_none() {
            roll(&mut position, &mut dice);
            if position.legal_moves().len() > 1 {
                decisions.push(position);
            }
            position
                .play(strong(estimator)(&position))
                .expect("a legal move");
        }
    }
    decisions
}

/// The mean time of a move with a choice: the best of five runs, since other load only
/// adds to it.
fn mean_time(positions: &[Position], player: Player<'_>) -> Duration {
    let run = || {
        let start = Instant::now();
        for position in positions {
            core::hint::black_box(player(position));
        }
        start.elapsed()
    };
    let best = (0..5).map(|_| run()).min().unwrap_or_default();
    best / u32::try_from(positions.len().max(1)).unwrap_or(u32::MAX)
}

fn time(estimator: &Estimator) {
    println!("mean time of a move of the strong bot, where there is a choice");
    for seats in TABLES {
        let positions = decisions(estimator, seats, 200);
        let mean = mean_time(&positions, &strong(estimator));
        println!("  {:4} {:6.1} µs", names(seats), mean.as_secs_f64() * 1e6);
    }
}

/// Plays each choice out `playouts` times by the priority policy, with the same dice for
/// both, and takes the one that finishes next more often.
fn by_rollouts(position: &Position, playouts: u64, seed: u64) -> Move {
    let moves = position.legal_moves();
    let (seat, _) = in_hand(position);
    let places = position.finishing_order().len();
    let score = |choice: Move| {
        let mut after = *position;
        after.play(choice).expect("a legal move");
        if let Some(&next) = after.finishing_order().get(places) {
            return if next == seat { playouts } else { 0 };
        }
        let won = (0..playouts).filter(|playout| {
            let mut dice =
                SplitMix64::for_game(seed.wrapping_mul(1_000_003).wrapping_add(*playout));
            play_out(after, &mut dice, by_priority) == seat
        });
        won.count() as u64
    };
    match moves.as_slice() {
        [one, other] if score(*other) > score(*one) => *other,
        [first, ..] => *first,
        [] => Move::Pass,
    }
}

fn against_rollouts(estimator: &Estimator) {
    println!("share of wins of one strong bot among rollout bots with 50 times its time");
    for seats in TABLES {
        let positions = decisions(estimator, seats, 30);
        let mine = mean_time(&positions, &strong(estimator));
        let of_ten = mean_time(&positions, &|position| by_rollouts(position, 10, 0));
        let playouts = (500.0 * mine.as_secs_f64() / of_ten.as_secs_f64()).ceil();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "some hundred"
        )]
        let playouts = playouts as u64;
        let theirs = mean_time(&positions, &|position| by_rollouts(position, playouts, 0));
        let seed = Cell::new(1 << 40);
        let rollouts = |position: &Position| {
            seed.set(seed.get() + 1);
            by_rollouts(position, playouts, seed.get())
        };
        let (mean, interval) = share(seats, 400, &strong(estimator), &rollouts);
        println!(
            "  {:4} {:6.2} % ± {:.2} (even: {:.2} %; {playouts} playouts a choice, {:.1} times the time)",
            names(seats),
            100.0 * mean,
            100.0 * interval,
            100.0 / seats.len() as f64,
            theirs.as_secs_f64() / mine.as_secs_f64()
        );
    }
}

/// The error of the estimates: for two players against the exact values, for more
/// against playouts by the strong bot.
fn error(estimator: &Estimator) {
    println!("root mean square error of an estimated share");
    for seats in TABLES {
        let positions = decisions(estimator, seats, 300);
        let exact = match *seats {
            [one, other] => Seating::of([one, other]).map(|seating| solve(seating, |_| ()).values),
            _ => None,
        };
        let squares: Vec<f64> = match exact {
            Some(values) => positions
                .iter()
                .filter_map(|position| {
                    let share = estimator.shares(position)?.of(position.to_act()?);
                    Some((share - values.of(position)?).powi(2))
                })
                .collect(),
            None => (1..)
                .zip(positions.iter().step_by((positions.len() / 1_000).max(1)))
                .map(|(place, position)| by_playing_on(estimator, position, place))
                .collect(),
        };
        let count = squares.len() as f64;
        let mean = squares.iter().sum::<f64>() / count;
        let variance = squares
            .iter()
            .map(|square| (square - mean).powi(2))
            .sum::<f64>()
            / count;
        let interval = 1.96 * (variance / count).sqrt();
        let root = |square: f64| 100.0 * square.max(0.0).sqrt();
        println!(
            "  {:4} {:.2} % (95 %: {:.2} to {:.2}), {count} positions",
            names(seats),
            root(mean),
            root(mean - interval),
            root(mean + interval),
        );
    }
}

/// The mean square error of a position's shares, minus the variance of the playouts'
/// mean.
fn by_playing_on(estimator: &Estimator, position: &Position, seed: u64) -> f64 {
    let playouts = 200_u32;
    let mut wins = [0.0; 4];
    for playout in 0..playouts {
        let mut dice = SplitMix64::for_game((seed << 32) + u64::from(playout));
        wins[play_out(*position, &mut dice, strong(estimator)).index()] += 1.0;
    }
    let shares = estimator.shares(position).expect("the game goes on");
    let seats = position.tokens().seats();
    let square = |seat: Seat| {
        let often = wins[seat.index()] / f64::from(playouts);
        let by_chance = often * (1.0 - often) / f64::from(playouts - 1);
        (shares.of(seat) - often).powi(2) - by_chance
    };
    seats.iter().map(square).sum::<f64>() / seats.len() as f64
}
