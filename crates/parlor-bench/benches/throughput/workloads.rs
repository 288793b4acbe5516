//! What is measured. A workload of a size does a fixed amount of work and returns how much.

use std::hint::black_box;
use std::sync::LazyLock;

use kuba_rules::{DEFAULT_PUSH_LIMIT, Position, Rules, count_leaves, random_playouts};
use ludo_rules::{DEFAULT_ROLL_LIMIT, LaneTables, Seat};
use parlor_testkit::dice::SplitMix64;
use parlor_testkit::slow_kuba::SlowKuba;
use parlor_testkit::slow_ludo::{Live, Phase, SEATS};

use crate::chess;

/// Built once: a run plays, it does not prepare.
static TABLES: LazyLock<LaneTables> = LazyLock::new(LaneTables::new);

/// A piece of work and its usual size.
pub(crate) struct Workload {
    /// Does the work of a size and returns the number of units.
    pub(crate) run: fn(u64) -> u64,
    /// Large enough to time, small enough to repeat.
    pub(crate) size: u64,
}

/// A fast path and its reference.
pub(crate) struct Measurement {
    pub(crate) name: &'static str,
    /// The unit, in the plural.
    pub(crate) unit: &'static str,
    pub(crate) value: Workload,
    pub(crate) reference: Workload,
}

/// Everything that is measured.
pub(crate) static ALL: [Measurement; 4] = [
    Measurement {
        name: "ludo-priority",
        unit: "rolls",
        value: Workload {
            run: ludo_lanes,
            size: 200_000,
        },
        reference: Workload {
            run: ludo_slow,
            size: 1_500,
        },
    },
    Measurement {
        name: "kuba-perft",
        unit: "leaves",
        value: Workload {
            run: kuba_perft,
            size: 8,
        },
        reference: Workload {
            run: kuba_perft_slow,
            size: 5,
        },
    },
    Measurement {
        name: "kuba-perft-beside-chess",
        unit: "leaves",
        value: Workload {
            run: kuba_perft,
            size: 8,
        },
        reference: Workload {
            run: chess_perft,
            size: 6,
        },
    },
    Measurement {
        name: "kuba-random",
        unit: "plies",
        value: Workload {
            run: kuba_random,
            size: 100_000,
        },
        reference: Workload {
            run: kuba_random_slow,
            size: 1_000,
        },
    },
];

fn ludo_lanes(games: u64) -> u64 {
    let results = TABLES.play_games(
        &Seat::ALL,
        0..black_box(games),
        DEFAULT_ROLL_LIMIT,
        |game| {
            let mut random = SplitMix64::for_game(game);
            move || random.next_u64()
        },
    );
    results.map_or(0, |results| {
        results.iter().map(|result| u64::from(result.rolls)).sum()
    })
}

fn kuba_perft(depth: u64) -> u64 {
    count_leaves(
        black_box(&Position::start(Rules::Classroom)),
        depth.try_into().unwrap_or(u32::MAX),
    )
}

fn kuba_random(games: u64) -> u64 {
    let start = black_box(Position::start(Rules::Classroom));
    let generators = (0..games).map(|number| {
        let mut random = SplitMix64::for_game(number);
        move || random.next_u64()
    });
    let playouts = random_playouts(start, DEFAULT_PUSH_LIMIT, generators);
    playouts
        .iter()
        .map(|playout| u64::from(playout.pushes))
        .sum()
}

fn chess_perft(depth: u64) -> u64 {
    chess::perft(black_box(&cozy_chess::Board::default()), depth)
}

fn kuba_perft_slow(depth: u64) -> u64 {
    let game = SlowKuba::new(("w", "W"), ("b", "B"), false);
    game.map_or(0, |game| game.perft(depth.try_into().unwrap_or(u32::MAX)))
}

fn ludo_slow(games: u64) -> u64 {
    let mut rolls = 0;
    for number in 0..games {
        let mut dice = SplitMix64::for_game(number);
        let mut game = Live::new(&SEATS);
        while let Phase::ToRoll { .. } = game.phase {
            let roll = i64::from(dice.next_die());
            game.apply_roll(roll);
            game.choose(game.table.priority(game.to_act, roll).0);
            rolls += 1;
        }
    }
    rolls
}

fn kuba_random_slow(games: u64) -> u64 {
    let mut plies = 0;
    for number in 0..games {
        let mut random = SplitMix64::for_game(number);
        let Some(mut game) = SlowKuba::new(("w", "W"), ("b", "B"), false) else {
            return 0;
        };
        for _ in 0..DEFAULT_PUSH_LIMIT {
            let mut legal = game.legal_pushes();
            if game.current_turn().is_none() {
                legal.retain(|&(at, _)| game.marble(at) == Some('W'));
            }
            let Some(&(at, direction)) = legal.get(below(legal.len(), random.next_u64())) else {
                break;
            };
            let name = game.current_turn().unwrap_or("w").to_string();
            if game.make_move(&name, at, direction).is_err() {
                break;
            }
            plies += 1;
        }
    }
    plies
}

/// 64 random bits as a number below `end`.
fn below(end: usize, random: u64) -> usize {
    usize::try_from((u128::from(random) * end as u128) >> 64).unwrap_or(0)
}
