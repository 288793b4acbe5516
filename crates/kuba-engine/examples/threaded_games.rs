//! Plays games with several threads, and checks what the threads leave in the
//! table: that every line of every report can be played.
//!
//! ```text
//! cargo run --release -p kuba-engine --example threaded_games -- GAMES NODES
//! RUSTFLAGS='-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer' cargo +nightly run \
//!     --release -p kuba-engine --example threaded_games --target x86_64-unknown-linux-gnu \
//!     -- GAMES NODES
//! ```
//!
//! The second command runs them under `ThreadSanitizer`, the standard library as it is. A game with a line that
//! cannot be played, or with more nodes than allowed, ends it with an error.

use std::error::Error;

use kuba_engine::{Engine, Limits, Report, Root};
use kuba_rules::{Action, Position, Rules, random_move};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The random pushes before the engine plays.
const OPENING: usize = 6;
/// The pushes after which a game is drawn. Rules: K-13.
const MAX_PUSHES: u32 = 60;

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let mut number = |default: u64| words.next().map_or(Ok(default), |word| word.parse::<u64>());
    let games = number(1_000)?;
    let nodes = number(1_000)?;
    let mut engine = Engine::new(1);
    let (mut searches, mut visited) = (0_u64, 0_u64);
    for game in 0..games {
        let mut root = opening(game);
        let limits = Limits {
            threads: 2 + usize::try_from(game % 3)?,
            // Every other game keeps its table.
            keep: game % 2 == 0,
            ..Limits::nodes(nodes)
        };
        engine.new_game();
        while !root.is_over() {
            let report = engine.search(&root, &limits, &|| false, &mut |_| {});
            check(&root, &limits, &report).map_err(|error| format!("game {game}: {error}"))?;
            let best = report.best().ok_or("no action")?;
            play(&mut root, best)?;
            searches += 1;
            visited += report.nodes;
        }
    }
    println!(
        "{games} games with 2 to 4 threads, {searches} searches of {visited} nodes: all legal"
    );
    Ok(())
}

/// A game after its random pushes.
fn opening(game: u64) -> Root {
    let mut words = ChaCha8Rng::seed_from_u64(game);
    let rules = Rules::ALL[usize::from(game % 4 > 1)];
    let mut root = Root {
        pushes_left: Some(MAX_PUSHES),
        ..Root::new(Position::start(rules))
    };
    for _ in 0..OPENING {
        if let Some(push) = random_move(&root.position, words.next_u64()) {
            let played = play(&mut root, Action::Push(push));
            debug_assert!(played.is_ok(), "a random push is legal");
        }
    }
    root
}

fn play(root: &mut Root, action: Action) -> Result<(), Box<dyn Error>> {
    root.position.play_action(action)?;
    root.repetitions.turn_began(&root.position);
    if let (Action::Push(_), Some(left)) = (action, &mut root.pushes_left) {
        *left -= 1;
    }
    Ok(())
}

/// Whether the report is within its limits, and its lines can be played.
fn check(root: &Root, limits: &Limits, report: &Report) -> Result<(), Box<dyn Error>> {
    if report.nodes > limits.nodes {
        return Err(format!("{} nodes of {}", report.nodes, limits.nodes).into());
    }
    for line in &report.lines {
        let mut position = root.position;
        for &action in &line.actions {
            let played = position.play_action(action);
            played.map_err(|error| format!("{}: {action}: {error}", root.position))?;
        }
    }
    Ok(())
}
