//! Verifies the exact values of two-player Ludo in every position: by the rules of the
//! live game, by a plain solver that shares no code with this crate, and by ten million
//! games. Prints one sentence a line.
//!
//! `cargo run --release -p ludo-solver --example prove_exact`; a number after `--` is the
//! number of games of each matchup, and with `checksum` it prints only the checksums of
//! the values.

use std::io::{self, Write};
use std::thread;

use ludo_rules::{Move, PairIndex, Phase, Position, Roll, RollKind, Seat, Setup, priority};
use ludo_solver::exact::{Matchup, Policy, Seating, Values, enclose, solve};
use parlor_testkit::dice::SplitMix64;
use parlor_testkit::plain_solver::PlainSolver;
use sha2::{Digest, Sha256};

const PAIRS: usize = PairIndex::COUNT;

/// The default number of games of each matchup.
const GAMES: u64 = 10_000_000;

/// The number of threads that play them.
const THREADS: u64 = 2;

/// The rounding error of a Bellman backup.
const ROUNDING: f64 = 1e-14;

/// The error of the plain solver: the changes after it has stopped.
const PLAIN: f64 = 1e-11;

/// The mean of a sample is within this number of standard errors of the truth, except one
/// time in ten thousand.
const DEVIATIONS: f64 = 3.9;

/// Who plays in the games.
#[derive(Clone, Copy, Debug)]
enum Player {
    Best,
    Priority,
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let asked = std::env::args().nth(1);
    let only_checksums = asked.as_deref() == Some("checksum");
    let games = match asked {
        Some(number) if !only_checksums => number.parse().map_err(io::Error::other)?,
        _ => GAMES,
    };
    for seating in Seating::ALL {
        let values = solve(seating, |_| {}).values;
        if only_checksums {
            let checksum = Sha256::digest(values.to_bytes());
            let start = u64::from_be_bytes(first_eight(&checksum));
            writeln!(out, "{seating} {start:016x}")?;
            continue;
        }
        let enclosure = enclose(&values).map_err(io::Error::other)?;
        let [width, residual] = [enclosure.width(), enclosure.residual()];
        writeln!(
            out,
            "{seating}: enclosed to {width:e}, residual {residual:e}"
        )?;
        let best = verify_by_rules(seating, &values, &mut out)?;
        verify_by_plain_solver(seating, &values, &mut out)?;
        verify_by_games(seating, games, &values, &best, &mut out)?;
    }
    Ok(())
}

/// Backs up every position by the rules; returns the best moves of each player.
fn verify_by_rules(
    seating: Seating,
    values: &Values,
    out: &mut impl Write,
) -> io::Result<Vec<(Seat, Vec<u16>)>> {
    let mut best = Vec::new();
    let mut farthest: f64 = 0.0;
    let mut states = 0;
    for seats in seats(seating) {
        let backup = back_up(values, seats);
        farthest = farthest.max(backup.farthest);
        states += backup.states;
        best.push((seats[0], backup.best));
    }
    assert!(
        farthest <= ROUNDING,
        "looking ahead changes a value by {farthest:e}"
    );
    writeln!(
        out,
        "{seating}: looking ahead by the rules of the live game changes none of the values of \
         {states} positions before a roll by more than {farthest:.1e}"
    )?;
    Ok(best)
}

fn verify_by_plain_solver(
    seating: Seating,
    values: &Values,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut plain = PlainSolver::new(seats(seating)[0].map(Seat::letter));
    let sweeps = plain.solve();
    let farthest = seats(seating)
        .into_iter()
        .map(|seats| farthest_from(&plain, values, seats))
        .fold(0.0, f64::max);
    assert!(
        farthest <= PLAIN,
        "the plain solver differs by {farthest:e}"
    );
    writeln!(
        out,
        "{seating}: the plain solver, after {sweeps} sweeps, differs by {farthest:.1e} at most"
    )
}

fn verify_by_games(
    seating: Seating,
    count: u64,
    values: &Values,
    best: &[(Seat, Vec<u16>)],
    out: &mut impl Write,
) -> io::Result<()> {
    use Player::{Best, Priority};

    let [optimal, by_priority] = [Policy::optimal(values), Policy::priority(seating)];
    for seats in seats(seating) {
        for players in [[Best, Best], [Priority, Priority], [Best, Priority]] {
            let choose = |position: &Position| {
                let (seat, roll) = due(position);
                match players[usize::from(seat != seats[0])] {
                    Best => {
                        let own = best.iter().find(|(of, _)| *of == seat);
                        // Opposite players share an entry.
                        best_move(&own.unwrap_or(&best[0]).1, position)
                    }
                    Priority => priority(position.tokens(), seat, roll).choice,
                }
            };
            let games = simulate(count, seats, &choose);
            let policies = players.map(|player| match player {
                Best => &optimal,
                Priority => &by_priority,
            });
            let matchup = Matchup::new(seats, policies).expect("they are for this seating");
            let exact = matchup.evaluate(|_| {});
            let [wins, rolls] = [&games.wins, &games.rolls].map(Sample::mean_and_error);
            writeln!(
                out,
                "{players:?} at {seats:?}: in {count} games the first wins {:.6} (evaluated {:.6}), \
                 a game takes {:.3} rolls (evaluated {:.3})",
                wins[0], exact.first_player, rolls[0], exact.expected_rolls
            )?;
            assert_near(wins, exact.first_player);
            assert_near(rolls, exact.expected_rolls);
        }
    }
    Ok(())
}

fn first_eight(bytes: &[u8]) -> [u8; 8] {
    *bytes.first_chunk().expect("a checksum has 32 bytes")
}

/// The seats for each table of a seating, the player to roll first.
fn seats(seating: Seating) -> Vec<[Seat; 2]> {
    match seating {
        Seating::Opposite => vec![[Seat::A, Seat::C]],
        Seating::Adjacent => vec![[Seat::A, Seat::B], [Seat::B, Seat::A]],
    }
}

fn position(seats: [Seat; 2], pairs: [PairIndex; 2], kind: RollKind) -> Option<Position> {
    let steps = pairs.map(|pair| pair.steps().map(|step| i64::from(step.value())));
    let setup = Setup {
        tokens: seats.into_iter().zip(steps).collect(),
        to_act: Some(seats[0]),
        phase: Phase::ToRoll(kind),
        finished: vec![],
    };
    Position::try_from(setup).ok()
}

/// The result of one Bellman backup of all positions.
struct Backup {
    farthest: f64,
    states: u64,
    /// By position and roll, whether to move the token that is further ahead: bits 0 to 5
    /// for a first roll, 6 to 11 for a bonus roll.
    best: Vec<u16>,
}

fn back_up(values: &Values, seats: [Seat; 2]) -> Backup {
    let mut backup = Backup {
        farthest: 0.0,
        states: 0,
        best: vec![0; PAIRS * PAIRS],
    };
    for own in PairIndex::all() {
        for other in PairIndex::all() {
            for (shift, kind) in [(0, RollKind::First), (6, RollKind::Bonus)] {
                let Some(before) = position(seats, [own, other], kind) else {
                    continue;
                };
                let mut sum = 0.0;
                for (number, roll) in Roll::ALL.into_iter().enumerate() {
                    let mut rolled = before;
                    rolled.apply_roll(roll).expect("a roll is due");
                    let mut best = f64::NEG_INFINITY;
                    for choice in rolled.legal_moves() {
                        let value = after(values, rolled, choice);
                        if value > best {
                            best = value;
                            let bit = 1 << (shift + number);
                            let place = &mut backup.best[own.index() * PAIRS + other.index()];
                            // The smaller step count is `p` here.
                            *place = if choice == Move::Q {
                                *place | bit
                            } else {
                                *place & !bit
                            };
                        }
                    }
                    sum += best;
                }
                let value = values.of(&before).expect("two are left");
                backup.farthest = backup.farthest.max((value - sum / 6.0).abs());
                backup.states += 1;
            }
        }
    }
    backup
}

/// The mover's chance of winning after a choice.
fn after(values: &Values, mut position: Position, choice: Move) -> f64 {
    let seat = position.to_act();
    position.play(choice).expect("it is legal");
    match values.of(&position) {
        None => 1.0,
        Some(value) if position.to_act() == seat => value,
        Some(value) => 1.0 - value,
    }
}

fn farthest_from(plain: &PlainSolver, values: &Values, seats: [Seat; 2]) -> f64 {
    let mut farthest: f64 = 0.0;
    for own in PairIndex::all() {
        for other in PairIndex::all() {
            let steps = [own, other].map(|pair| pair.steps().map(|step| i64::from(step.value())));
            let seat = seats[0].letter();
            let found = [
                (RollKind::First, plain.first_roll(seat, steps[0], steps[1])),
                (RollKind::Bonus, plain.bonus_roll(seat, steps[0], steps[1])),
            ];
            for (kind, found) in found {
                if let Some(position) = position(seats, [own, other], kind) {
                    let value = values.of(&position).expect("two are left");
                    farthest = farthest.max((value - found).abs());
                }
            }
        }
    }
    farthest
}

/// The seat to choose, and its roll.
fn due(position: &Position) -> (Seat, Roll) {
    let seat = position.to_act().expect("the game goes on");
    (seat, position.roll_in_hand().expect("a choice is due"))
}

fn best_move(best: &[u16], position: &Position) -> Move {
    let choices = position.legal_moves();
    if let [only] = choices.as_slice() {
        return *only;
    }
    let (seat, roll) = due(position);
    let tokens = position.tokens();
    let steps = |seat| tokens.steps(seat).expect("the seat is taken");
    let other = tokens
        .seats()
        .iter()
        .find(|&other| other != seat)
        .expect("two play");
    let pair = |seat| PairIndex::of(steps(seat)[0], steps(seat)[1]).index();
    let shift = if matches!(position.phase(), Phase::ToChoose(RollKind::Bonus, _)) {
        6
    } else {
        0
    };
    let bit = 1 << (shift + roll.value() - 1);
    let is_ahead = best[pair(seat) * PAIRS + pair(other)] & bit != 0;
    let [p, q] = steps(seat);
    let is_q_ahead = q > p;
    if is_ahead == is_q_ahead {
        Move::Q
    } else {
        Move::P
    }
}

/// A sample, for its mean and the standard error of the mean.
#[derive(Clone, Copy, Default)]
struct Sample {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, number: f64) {
        self.count += 1.0;
        self.sum += number;
        self.squares += number * number;
    }

    fn plus(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    fn mean_and_error(&self) -> [f64; 2] {
        let mean = self.sum / self.count;
        let variance = self.squares / self.count - mean * mean;
        [mean, (variance / self.count).sqrt()]
    }
}

fn assert_near([mean, error]: [f64; 2], exact: f64) {
    let off = (mean - exact).abs() / error;
    assert!(
        off <= DEVIATIONS,
        "{mean} ± {error} is {off:.1} standard errors from {exact}"
    );
}

#[derive(Clone, Copy, Default)]
struct Games {
    /// 1 for each game that the first player won, 0 for others.
    wins: Sample,
    rolls: Sample,
}

fn simulate(count: u64, seats: [Seat; 2], choose: &(impl Fn(&Position) -> Move + Sync)) -> Games {
    let play = |numbers: core::ops::Range<u64>| {
        let mut games = Games::default();
        for number in numbers {
            let mut dice = SplitMix64::for_game(number);
            let mut position = Position::new(&seats).expect("two seats");
            let mut rolls = 0.0;
            while !position.is_over() {
                let roll = Roll::new(dice.next_die().into()).expect("a die");
                position.apply_roll(roll).expect("a roll is due");
                rolls += 1.0;
                let choice = choose(&position);
                position.play(choice).expect("it is legal");
            }
            let has_won = position.winner() == Some(seats[0]);
            games.wins.add(if has_won { 1.0 } else { 0.0 });
            games.rolls.add(rolls);
        }
        games
    };
    thread::scope(|scope| {
        let shares: Vec<_> = (0..THREADS)
            .map(|thread| {
                scope.spawn(move || play(thread * count / THREADS..(thread + 1) * count / THREADS))
            })
            .collect();
        shares.into_iter().fold(Games::default(), |all, share| {
            let games = share.join().expect("a game does not panic");
            Games {
                wins: all.wins.plus(games.wins),
                rolls: all.rolls.plus(games.rolls),
            }
        })
    })
}
