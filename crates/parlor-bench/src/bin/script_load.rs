//! The load of the scripted-games benchmark: `cargo xtask bench` builds and runs it.
//!
//! ```text
//! script_load write ludo|kuba GAMES    JSON Lines on standard output, the same every time
//! script_load play ludo|kuba FILE      the slow engines play the file; one result per line
//! ```

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

use parlor_testkit::generate::{self, kuba::PlayStyle, seeded};
use parlor_testkit::slow_kuba::{SlowKuba, marble_at};
use parlor_testkit::slow_ludo::Scripted;
use serde::{Deserialize, Serialize};

/// Pushes of a game at most; few games of random pushes last longer.
const PUSHES: usize = 120;

const NAMES: [&str; 2] = ["PlayerA", "PlayerB"];

#[derive(Serialize, Deserialize)]
struct LudoScript {
    players: Vec<String>,
    turns: Vec<(String, i64)>,
}

#[derive(Serialize, Deserialize)]
struct KubaScript {
    players: [(String, String); 2],
    moves: Vec<(String, (i64, i64), String)>,
}

#[derive(Serialize)]
struct KubaAnswer<'a> {
    results: Vec<bool>,
    turn: Option<&'a str>,
    winner: Option<&'a str>,
    count: (usize, usize, usize),
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut output = BufWriter::new(io::stdout().lock());
    match arguments.as_slice() {
        ["write", "ludo", games] => {
            for seed in 0..games.parse()? {
                let generate::ludo::Script { players, turns } = generate::ludo::script(seed);
                write_line(&mut output, &LudoScript { players, turns })?;
            }
        }
        ["write", "kuba", games] => {
            for seed in 0..games.parse()? {
                write_line(&mut output, &kuba_script(seed)?)?;
            }
        }
        ["play", "ludo", path] => {
            for line in BufReader::new(File::open(path)?).lines() {
                write_line(&mut output, &play_ludo(&serde_json::from_str(&line?)?)?)?;
            }
        }
        ["play", "kuba", path] => {
            for line in BufReader::new(File::open(path)?).lines() {
                play_kuba(&serde_json::from_str(&line?)?, &mut output)?;
            }
        }
        _ => return Err("usage: script_load write ludo|kuba GAMES, or play ludo|kuba FILE".into()),
    }
    output.flush()?;
    Ok(())
}

fn write_line(output: &mut impl Write, value: &impl Serialize) -> Result<(), Box<dyn Error>> {
    serde_json::to_writer(&mut *output, value)?;
    output.write_all(b"\n")?;
    Ok(())
}

fn new_kuba_game() -> Result<SlowKuba, &'static str> {
    let [first, second] = NAMES;
    SlowKuba::new((first, "W"), (second, "B"), false).ok_or("these are two players")
}

/// A classroom game of random legal pushes.
fn kuba_script(seed: u64) -> Result<KubaScript, Box<dyn Error>> {
    let mut random = seeded(seed);
    let mut game = new_kuba_game()?;
    let mut moves = Vec::new();
    while !game.is_over() && moves.len() < PUSHES {
        let (at, direction) = generate::kuba::push(&game, PlayStyle::Random, &[], &mut random);
        let marble = marble_at(game.cells(), at).ok_or("a push begins on the board")?;
        let name = game.name_of(marble).to_owned();
        game.make_move(&name, at, direction)
            .map_err(|refused| format!("{refused:?}"))?;
        moves.push((name, at, direction.to_owned()));
    }
    let [first, second] = NAMES.map(str::to_owned);
    Ok(KubaScript {
        players: [(first, "W".to_owned()), (second, "B".to_owned())],
        moves,
    })
}

/// The final spaces.
fn play_ludo(script: &LudoScript) -> Result<Vec<String>, Box<dyn Error>> {
    let players: Vec<&str> = script.players.iter().map(String::as_str).collect();
    let turns: Vec<(&str, i64)> = script
        .turns
        .iter()
        .map(|(seat, roll)| (seat.as_str(), *roll))
        .collect();
    let played = Scripted::new().play_game(&players, &turns);
    played.map_err(|faults| format!("generated scripts have no faults: {faults:?}").into())
}

fn play_kuba(script: &KubaScript, output: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut game = new_kuba_game()?;
    let tries = script.moves.iter();
    let results = tries
        .map(|(name, at, direction)| game.make_move(name, *at, direction).is_ok())
        .collect();
    let answer = KubaAnswer {
        results,
        turn: game.current_turn(),
        winner: game.winner(),
        count: game.marble_count(),
    };
    write_line(output, &answer)
}
