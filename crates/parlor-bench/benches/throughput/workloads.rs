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
#[derive(Clone, Copy)]
pub(crate) struct Workload {
    /// Does the work of a size, in lanes if there is a path, and returns the number of units.
    pub(crate) run: fn(Option<Path>, u64) -> u64,
    /// Large enough to time, small enough to repeat.
    pub(crate) size: u64,
}

/// Something fast and its reference.
#[derive(Clone, Copy)]
pub(crate) struct Measurement {
    pub(crate) name: &'static str,
    /// How it is done in lanes; without one, it is done by the code of the rules.
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
        run: ludo,
        size: 200_000,
    },
    reference: Workload {
        run: |_, games| ludo_slow(games),
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
        run: |_, depth| kuba_perft_slow(depth),
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
        run: |_, games| kuba_random_slow(games),
        size: 1_000,
    },
};

impl Measurement {
    /// Whether this processor has the path.
    pub(crate) fn is_here(&self) -> bool {
        self.path.is_none_or(Path::is_available)
    }

    /// The same work on a path.
    const fn on(self, path: Path, name: &'static str) -> Self {
        Self {
            name,
            path: Some(path),
            ..self
        }
    }
}

/// Everything that is measured: the code of the rules, and that in lanes on each path.
pub(crate) static ALL: [Measurement; 11] = [
    LUDO,
    LUDO.on(Path::Portable, "ludo-priority-portable"),
    LUDO.on(Path::Avx2, "ludo-priority-avx2"),
    LUDO.on(Path::Avx512, "ludo-priority-avx512"),
    LEAVES,
    LEAVES.on(Path::Avx2, "kuba-perft-avx2"),
    LEAVES.on(Path::Avx512, "kuba-perft-avx512"),
    Measurement {
        name: "kuba-perft-beside-chess",
        reference: Workload {
            run: |_, depth| chess_perft(depth),
            size: 6,
        },
        ..LEAVES
    },
    RANDOM,
    RANDOM.on(Path::Avx2, "kuba-random-avx2"),
    RANDOM.on(Path::Avx512, "kuba-random-avx512"),
];

const SOURCE: Source = Source {
    seed: 1,
    position: 0,
};

fn words(game: u64) -> impl FnMut() -> u64 {
    let mut random = SplitMix64::for_game(game);
    move || random.next_u64()
}

fn ludo(path: Option<Path>, games: u64) -> u64 {
    let (games, limit) = (0..black_box(games), DEFAULT_ROLL_LIMIT);
    let results = match path {
        Some(path) => parlor_bulk::ludo::play_games(path, &Seat::ALL, SOURCE, games, limit),
        None => TABLES.play_games(&Seat::ALL, games, limit, words),
    };
    results.map_or(0, |results| {
        results.iter().map(|result| u64::from(result.rolls)).sum()
    })
}

fn kuba_perft(path: Option<Path>, depth: u64) -> u64 {
    let start = black_box(Position::start(Rules::Classroom));
    let depth = depth.try_into().unwrap_or(u32::MAX);
    match path {
        Some(path) => parlor_bulk::kuba::count_leaves(path, &start, depth),
        None => count_leaves(&start, depth),
    }
}

fn kuba_random(path: Option<Path>, games: u64) -> u64 {
    let start = black_box(Position::start(Rules::Classroom));
    let (games, limit) = (0..games, DEFAULT_PUSH_LIMIT);
    let playouts = match path {
        Some(path) => parlor_bulk::kuba::random_playouts(path, start, SOURCE, games, limit),
        None => random_playouts(start, limit, games.map(words)),
    };
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
