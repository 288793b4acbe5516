//! Finds positions that are won in exactly a given number of pushes, by looking
//! at every action, and prints them: the suite `tests/wins.txt`.
//!
//! `cargo run --release -p kuba-engine --example find_wins > \
//! crates/kuba-engine/tests/wins.txt` makes it again.

use kuba_engine::{Engine, Limits, Pruning, Root, Score};
use kuba_rules::{Marble, Outcome, Position, Rules, Setup, Side, Win};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The number of positions for each way to win and each rule set.
const WANTED: u32 = 6;
/// The ways to win, and how many pushes of both sides one takes at least to
/// be worth keeping.
const WAYS: [(Win, u32); 3] = [(Win::Reds, 3), (Win::Elimination, 3), (Win::Blocked, 1)];

#[expect(clippy::print_stdout, reason = "it prints the suite")]
fn main() {
    println!(
        "# Position | in how many pushes it is won, and the rule by which the best line wins."
    );
    let mut words = ChaCha8Rng::seed_from_u64(1);
    let mut engine = Engine::new(1);
    for rules in Rules::ALL {
        let mut found = [0; WAYS.len()];
        while found.iter().any(|count| *count < WANTED) {
            let Some(position) = ending(rules, &mut words) else {
                continue;
            };
            let Some((pushes, by)) = win(&mut engine, position) else {
                continue;
            };
            for (count, (way, least)) in found.iter_mut().zip(WAYS) {
                if way == by && pushes >= least && *count < WANTED {
                    *count += 1;
                    println!("{position} | {pushes} {}", by.rule());
                }
            }
        }
    }
}

/// A random position with few marbles; none if it is no game's, or over.
fn ending(rules: Rules, words: &mut ChaCha8Rng) -> Option<Position> {
    let mut below = |most: u64| words.next_u64() % most;
    let marbles = [
        (Marble::White, 2 + below(4)),
        (Marble::Black, 1 + below(3)),
        (Marble::Red, below(4)),
    ];
    let mut setup = Setup {
        cells: [[None; 7]; 7],
        captured: [6, 4],
        to_move: Side::White,
        may_push_again: false,
        ko: None,
        rules,
    };
    for (marble, count) in marbles {
        for _ in 0..count {
            // In endings most marbles are at the edge.
            let (row, column) = (below(7), below(7));
            let row = if below(3) == 0 { 6 * below(2) } else { row };
            setup.cells[usize::try_from(row).ok()?][usize::try_from(column).ok()?] = Some(marble);
        }
    }
    let position = Position::try_from(setup).ok()?;
    (!position.is_over()).then_some(position)
}

/// The pushes to a win of the side to move, and the kind of win.
fn win(engine: &mut Engine, position: Position) -> Option<(u32, Win)> {
    for depth in 1..=5 {
        let limits = Limits {
            pruning: Pruning::Off,
            ..Limits::depth(depth)
        };
        let report = engine.search(&Root::new(position), &limits, &|| false, &mut |_| {});
        let line = report.lines.first()?;
        if let Score::Win(pushes) = line.score {
            let mut after = position;
            for action in &line.actions {
                after.play_action(*action).ok()?;
            }
            return match after.outcome()? {
                Outcome::Won { by, .. } => Some((pushes, by)),
                Outcome::Drawn(_) => None,
            };
        }
    }
    None
}
