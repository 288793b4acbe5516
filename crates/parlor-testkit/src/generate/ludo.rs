//! Ludo games: scripts and live games, with refused entries mixed in on demand.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

use super::seeded;
use crate::slow_ludo::{Live, Phase, SEATS, SlowTokens};

/// Rolls that are none. Rules: L-23, L-25
pub const BAD_ROLLS: [i64; 9] = [0, 7, -1, -6, 12, 256, 262, i64::MAX, i64::MIN];

/// Texts that name no seat. Rules: L-23, L-24
pub const BAD_SEATS: [&str; 11] = ["", "a", "E", "AA", "A ", " A", "H", "5", "А", "None", "A\0"];

const CHOICES: [&str; 4] = ["p", "q", "pq", "-"];

/// A scripted game.
#[derive(Clone, Debug)]
pub struct Script {
    /// The players list.
    pub players: Vec<String>,
    /// The turns list.
    pub turns: Vec<(String, i64)>,
}

impl Script {
    /// The players as the class takes them.
    pub fn player_texts(&self) -> Vec<&str> {
        self.players.iter().map(String::as_str).collect()
    }

    /// The turns as the class takes them.
    pub fn turn_pairs(&self) -> Vec<(&str, i64)> {
        self.turns
            .iter()
            .map(|(seat, roll)| (seat.as_str(), *roll))
            .collect()
    }
}

/// Two to four seats in any order. Rules: L-1
pub fn seats(rng: &mut impl Rng) -> Vec<char> {
    let mut seats = SEATS.to_vec();
    seats.shuffle(rng);
    seats.truncate(rng.random_range(2..=4));
    seats
}

/// A good script: in turn or in any order, from no turn at all to games played to their end.
///
/// Rules: L-19, L-20
pub fn script(seed: u64) -> Script {
    let mut rng = seeded(seed);
    let players = seats(&mut rng);
    let length = match rng.random_range(0..10) {
        0..=6 => rng.random_range(0..60),
        7..=8 => rng.random_range(60..250),
        _ => rng.random_range(250..700),
    };
    let in_turn = rng.random_bool(0.5);
    // Sixes bring tokens out; without enough of them short games show only yards.
    let extra_sixes = if rng.random_bool(0.5) { 0.25 } else { 0.0 };
    let mut table = SlowTokens::new(&players);
    let mut turns = Vec::new();
    let mut next = 0;
    let mut bonus = false;
    let mut idle = 0;
    while turns.len() < length && idle < 10 {
        let roll = if rng.random_bool(extra_sixes) {
            6
        } else {
            rng.random_range(1..=6)
        };
        let seat = if !in_turn {
            // Now and then a seat that is not playing: its turn is skipped.
            let all = rng.random_bool(0.05);
            pick(&mut rng, if all { &SEATS } else { &players })
        } else {
            players[next % players.len()]
        };
        // A few turns after everybody has finished are enough.
        idle += usize::from(players.iter().all(|&player| table.has_finished(player)));
        let (choice, _) = table.priority(seat, roll);
        table.apply(seat, roll, choice);
        turns.push((seat.to_string(), roll));
        bonus = roll == 6 && !bonus;
        if !bonus {
            next += 1;
        }
    }
    Script {
        players: players.iter().map(char::to_string).collect(),
        turns,
    }
}

/// A script with one or more faults. Rules: L-23
pub fn faulty_script(seed: u64) -> Script {
    let mut script = script(seed);
    let rng = &mut seeded(seed ^ 0xfa017);
    for _ in 0..rng.random_range(1..=3) {
        let at = rng.random_range(0..=script.turns.len());
        match rng.random_range(0..6) {
            0 => script
                .turns
                .insert(at, ("A".to_string(), pick(rng, &BAD_ROLLS))),
            1 => script
                .turns
                .insert(at, (pick(rng, &BAD_SEATS).to_string(), 3)),
            2 => script.turns.insert(
                at,
                (pick(rng, &BAD_SEATS).to_string(), pick(rng, &BAD_ROLLS)),
            ),
            3 => {
                let repeated = script.players.last().cloned().unwrap_or_default();
                script.players.push(repeated);
            }
            4 => script.players.truncate(rng.random_range(0..2)),
            _ => {
                let at = rng.random_range(0..=script.players.len());
                script.players.insert(at, pick(rng, &BAD_SEATS).to_string());
            }
        }
    }
    script
}

/// One call on a live game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveCall {
    /// A roll, 1–6.
    Roll(i64),
    /// A choice: `p`, `q`, `pq` or `-`.
    Choose(&'static str),
    /// A roll and its choice in one, as the notation has it.
    Action {
        /// The seat that acts.
        seat: char,
        /// The roll, 1–6.
        roll: i64,
        /// The choice.
        choice: &'static str,
    },
}

/// A live game: the seats, the one named first to begin, and the calls.
#[derive(Clone, Debug)]
pub struct LiveCallSequence {
    /// The seats as named.
    pub seats: Vec<char>,
    /// The calls, good and refused.
    pub calls: Vec<LiveCall>,
}

/// A live game with calls that must be refused mixed in.
///
/// Rules: L-27, L-28, L-29
pub fn live_game(seed: u64) -> LiveCallSequence {
    let mut rng = seeded(seed);
    let seats = seats(&mut rng);
    let mut game = Live::new(&seats);
    let length = match rng.random_range(0..10) {
        0..=4 => rng.random_range(1..120),
        5..=8 => rng.random_range(120..400),
        _ => 3_000,
    };
    let by_priority = rng.random_bool(0.3);
    let extra_sixes = if rng.random_bool(0.5) { 0.15 } else { 0.0 };
    let mut calls = Vec::new();
    let mut after_end = 0;
    while calls.len() < length && after_end < 4 {
        if game.is_over() {
            after_end += 1;
        }
        let call = if game.is_over() || rng.random_bool(0.08) {
            hostile_call(&game, &mut rng)
        } else {
            good_call(&game, by_priority, extra_sixes, &mut rng)
        };
        make(&mut game, &call);
        calls.push(call);
    }
    LiveCallSequence { seats, calls }
}

/// Makes a call on the slow game; whether it was accepted.
pub fn make(game: &mut Live, call: &LiveCall) -> bool {
    match call {
        LiveCall::Roll(roll) => game.apply_roll(*roll),
        LiveCall::Choose(choice) => game.choose(choice),
        LiveCall::Action { seat, roll, choice } => game.act(*seat, *roll, choice),
    }
}

fn good_call(game: &Live, by_priority: bool, extra_sixes: f64, rng: &mut impl Rng) -> LiveCall {
    let roll = if rng.random_bool(extra_sixes) {
        6
    } else {
        rng.random_range(1..=6)
    };
    if let Phase::ToChoose { roll, .. } = game.phase {
        if by_priority {
            return LiveCall::Choose(game.table.priority(game.to_act, roll).0);
        }
        return LiveCall::Choose(pick(rng, &game.choices()));
    }
    if rng.random_bool(0.2) {
        let choice = pick(rng, &game.table.choices(game.to_act, roll));
        return LiveCall::Action {
            seat: game.to_act,
            roll,
            choice,
        };
    }
    LiveCall::Roll(roll)
}

fn hostile_call(game: &Live, rng: &mut impl Rng) -> LiveCall {
    let roll = rng.random_range(1..=6);
    // A whole action is only tried where a roll is due or the game is over.
    let actions = !matches!(game.phase, Phase::ToChoose { .. });
    match rng.random_range(0..4) {
        0 => LiveCall::Roll(roll),
        1 if actions => LiveCall::Action {
            seat: pick(rng, &SEATS),
            roll,
            choice: pick(rng, &CHOICES),
        },
        _ => LiveCall::Choose(pick(rng, &CHOICES)),
    }
}

fn pick<T: Copy>(rng: &mut impl Rng, from: &[T]) -> T {
    *from
        .choose(rng)
        .expect("every list picked from has an entry")
}
