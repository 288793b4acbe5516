//! The speed of reading scripts, next to `serde_json` into typed values.
//!
//! The hand-written fast readings of `ludo_script` and `kuba_script` stay only
//! as long as they are more than 1.5 times as fast:
//!
//! ```text
//! cargo run --release -p parlor-record --example script_reading
//! ```

use std::hint::black_box;
use std::io::{self, Write};
use std::time::Instant;

use kuba_rules::KubaGame;
use ludo_rules::{Players, Roll, Script, ScriptTurn, Seat};
use parlor_record::{kuba_script, ludo_script};
use serde::Deserialize;

const GAMES: u64 = 5_000;
/// Turns or moves of a game.
const LENGTH: u64 = 100;
/// Pairs of runs, one of each reading.
const PAIRS: usize = 9;

fn main() -> io::Result<()> {
    let ludo: Vec<String> = (0..GAMES).map(ludo_game).collect();
    compare("ludo", &ludo, read_ludo, |text| {
        ludo_script::read(text).map_or(0, |script| script.turns().len())
    })?;
    let kuba: Vec<String> = (0..GAMES).map(kuba_game).collect();
    compare("kuba", &kuba, read_kuba, |text| {
        kuba_script::read(text).map_or(0, |script| script.attempts().len())
    })
}

/// Prints the medians of both readings in MB/s, and of the ratios of neighbors.
#[expect(
    clippy::disallowed_methods,
    reason = "measuring time is what this program is for"
)]
fn compare(
    name: &str,
    games: &[String],
    typed: impl Fn(&str) -> Option<usize>,
    fast: impl Fn(&str) -> usize,
) -> io::Result<()> {
    let megabytes = games.iter().map(String::len).sum::<usize>() as f64 / 1e6;
    let rate = |read: &dyn Fn(&str) -> usize| {
        let start = Instant::now();
        let entries: usize = games.iter().map(|game| read(black_box(game))).sum();
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(entries as u64, GAMES * LENGTH, "every game is read");
        megabytes / seconds
    };
    let typed = |text: &str| typed(text).unwrap_or_default();
    let pairs = (0..PAIRS).map(|_| (rate(&fast), rate(&typed)));
    let pairs: Vec<(f64, f64)> = pairs.collect();
    let median = |figure: fn(&(f64, f64)) -> f64| {
        let mut figures: Vec<f64> = pairs.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures[PAIRS / 2]
    };
    writeln!(
        io::stdout(),
        "{name}: {:.0} MB/s, typed serde {:.0} MB/s, {:.2} times as fast",
        median(|pair| pair.0),
        median(|pair| pair.1),
        median(|(fast, typed)| fast / typed),
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypedLudo<'a> {
    #[serde(borrow)]
    players: Vec<&'a str>,
    #[serde(borrow)]
    turns: Vec<(&'a str, i64)>,
}

fn read_ludo(text: &str) -> Option<usize> {
    let game: TypedLudo<'_> = serde_json::from_str(text).ok()?;
    let seats = game.players.iter().map(|seat| seat.parse::<Seat>().ok());
    let seats: Vec<Seat> = seats.collect::<Option<_>>()?;
    let players = Players::check(seats.into_iter().map(Ok)).ok()?;
    let turns = game.turns.iter().map(|(seat, roll)| {
        let (seat, roll) = (seat.parse().ok()?, Roll::new(*roll).ok()?);
        Some(ScriptTurn { seat, roll })
    });
    let script = Script::new(players, turns.collect::<Option<_>>()?);
    Some(black_box(script).turns().len())
}

/// Without `end`, which would need more than a derived reading.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypedKuba<'a> {
    #[serde(borrow)]
    players: [(&'a str, &'a str); 2],
    #[serde(borrow)]
    moves: Vec<(&'a str, (i64, i64), &'a str)>,
}

fn read_kuba(text: &str) -> Option<usize> {
    let game: TypedKuba<'_> = serde_json::from_str(text).ok()?;
    let [first, second] = game.players;
    black_box(KubaGame::with_rules(first, second, "classroom")).ok()?;
    Some(black_box(game.moves).len())
}

fn ludo_game(number: u64) -> String {
    let turns = (0..LENGTH).map(|turn| {
        let random = random(number * LENGTH + turn);
        let seat = ["A", "B", "C"][(turn % 3) as usize];
        format!("[\"{seat}\",{}]", random % 6 + 1)
    });
    let turns: Vec<String> = turns.collect();
    let turns = turns.join(",");
    format!("{{\"players\":[\"A\",\"B\",\"C\"],\"turns\":[{turns}]}}")
}

fn kuba_game(number: u64) -> String {
    let moves = (0..LENGTH).map(|turn| {
        let random = random(number * LENGTH + turn);
        let name = ["PlayerA", "PlayerB"][(turn % 2) as usize];
        let (row, column) = (random % 7, random / 7 % 7);
        let direction = ["L", "R", "F", "B"][(random / 49 % 4) as usize];
        format!("[\"{name}\",[{row},{column}],\"{direction}\"]")
    });
    let moves: Vec<String> = moves.collect();
    let moves = moves.join(",");
    format!("{{\"players\":[[\"PlayerA\",\"W\"],[\"PlayerB\",\"B\"]],\"moves\":[{moves}]}}")
}

/// The same every time (`SplitMix64`).
fn random(number: u64) -> u64 {
    let mut word = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (word ^ (word >> 31)) >> 16
}
