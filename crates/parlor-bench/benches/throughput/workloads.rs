//! What is measured. A workload of a size does a fixed amount of work and returns how much.

use std::hint::black_box;
use std::sync::LazyLock;

use kuba_rules::{DEFAULT_PUSH_LIMIT, Position, Rules, count_leaves, random_playouts};
use ludo_rules::{DEFAULT_ROLL_LIMIT, LaneTables, Seat};
use parlor_bulk::{Path, Source};
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

/// Something fast and its reference.
pub(crate) struct Measurement {
    pub(crate) name: &'static str,
    /// The vectors that it is measured with, if it has any.
    pub(crate) path: Option<Path>,
    /// The unit, in the plural.
    pub(crate) unit: &'static str,
    pub(crate) value: Workload,
    pub(crate) reference: Workload,
}

const LUDO: Measurement = Measurement {
    name: "ludo-priority",
    path: None,
    unit: "rolls",
    value: Workload {
        run: ludo_lanes,
        size: 200_000,
    },
    reference: Workload {
        run: ludo_slow,
        size: 1_500,
    },
};

const LEAVES: Measurement = Measurement {
    name: "kuba-perft",
    path: None,
    unit: "leaves",
    value: Workload {
        run: kuba_perft,
        size: 8,
    },
    reference: Workload {
        run: kuba_perft_slow,
        size: 5,
    },
};

const RANDOM: Measurement = Measurement {
    name: "kuba-random",
    path: None,
    unit: "plies",
    value: Workload {
        run: kuba_random,
        size: 100_000,
    },
    reference: Workload {
        run: kuba_random_slow,
        size: 1_000,
    },
};

impl Measurement {
    /// Whether this processor has the vectors.
    pub(crate) fn is_here(&self) -> bool {
        self.path.is_none_or(Path::is_available)
    }

    /// The same work by other code, with these vectors.
    const fn with(self, name: &'static str, path: Path, run: fn(u64) -> u64) -> Self {
        let value = Workload {
            run,
            size: self.value.size,
        };
        Self {
            name,
            path: Some(path),
            value,
            ..self
        }
    }
}

/// Everything that is measured: the code of the rules, and that in lanes on each path.
pub(crate) static ALL: [Measurement; 11] = [
    LUDO,
    LUDO.with("ludo-priority-portable", Path::Portable, ludo_portable),
    LUDO.with("ludo-priority-avx2", Path::Avx2, ludo_avx2),
    LUDO.with("ludo-priority-avx512", Path::Avx512, ludo_avx512),
    LEAVES,
    LEAVES.with("kuba-perft-avx2", Path::Avx2, leaves_avx2),
    LEAVES.with("kuba-perft-avx512", Path::Avx512, leaves_avx512),
    Measurement {
        name: "kuba-perft-beside-chess",
        reference: Workload {
            run: chess_perft,
            size: 6,
        },
        ..LEAVES
    },
    RANDOM,
    RANDOM.with("kuba-random-avx2", Path::Avx2, random_avx2),
    RANDOM.with("kuba-random-avx512", Path::Avx512, random_avx512),
];

const SOURCE: Source = Source {
    seed: 1,
    position: 0,
};

fn ludo_portable(games: u64) -> u64 {
    ludo_bulk(Path::Portable, games)
}

fn ludo_avx2(games: u64) -> u64 {
    ludo_bulk(Path::Avx2, games)
}

fn ludo_avx512(games: u64) -> u64 {
    ludo_bulk(Path::Avx512, games)
}

fn ludo_bulk(path: Path, games: u64) -> u64 {
    let games = 0..black_box(games);
    let limit = DEFAULT_ROLL_LIMIT;
    let results = parlor_bulk::ludo::play_games(path, &Seat::ALL, SOURCE, games, limit);
    results.map_or(0, |results| {
        results.iter().map(|result| u64::from(result.rolls)).sum()
    })
}

fn leaves_avx2(depth: u64) -> u64 {
    leaves_bulk(Path::Avx2, depth)
}

fn leaves_avx512(depth: u64) -> u64 {
    leaves_bulk(Path::Avx512, depth)
}

fn leaves_bulk(path: Path, depth: u64) -> u64 {
    let start = black_box(Position::start(Rules::Classroom));
    parlor_bulk::kuba::count_leaves(path, &start, depth.try_into().unwrap_or(u32::MAX))
}

fn random_avx2(games: u64) -> u64 {
    random_bulk(Path::Avx2, games)
}

fn random_avx512(games: u64) -> u64 {
    random_bulk(Path::Avx512, games)
}

fn random_bulk(path: Path, games: u64) -> u64 {
    let start = black_box(Position::start(Rules::Classroom));
    let limit = DEFAULT_PUSH_LIMIT;
    let playouts = parlor_bulk::kuba::random_playouts(path, start, SOURCE, 0..games, limit);
    playouts
        .iter()
        .map(|playout| u64::from(playout.pushes))
        .sum()
}

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
