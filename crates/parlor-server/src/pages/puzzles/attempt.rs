//! What a reader has tried in a puzzle: their moves, and the replies to them.

use kuba_rules::Action;
use parlor_game::{Kuba, Ludo};
use parlor_puzzles::Puzzle;
use parlor_puzzles::kuba::{KubaPuzzle, Verdict};
use parlor_puzzles::ludo::{LudoPuzzle, LudoVerdict};
use parlor_view::Scene;

use super::super::practice::{PracticeGame, illegal, moves_of, with_rule};
use super::super::sentences;

/// How far an attempt has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The reader is to move.
    Open,
    Missed,
    Solved,
}

/// A puzzle after some moves.
#[derive(Debug)]
pub(super) struct Attempt {
    /// The reader's moves; replies are not among them.
    pub(super) moves: Vec<String>,
    pub(super) scene: Scene,
    pub(super) outcome: Outcome,
    /// What the last move did, and the replies to it.
    pub(super) happened: Vec<String>,
}

/// Plays the reader's moves in a puzzle, up to the first that misses the answer.
///
/// # Errors
/// Why they cannot be made, in a sentence.
pub(super) fn attempt(puzzle: Puzzle, line: &str) -> Result<Attempt, String> {
    match puzzle {
        Puzzle::Kuba(puzzle) => kuba(puzzle, line),
        Puzzle::Ludo(puzzle) => ludo(puzzle, line),
    }
}

/// The moves of a line.
fn read<A: core::str::FromStr<Err: core::fmt::Display>>(line: &str) -> Result<Vec<A>, String> {
    let moves = (1..).zip(moves_of(line)).map(|(number, sent)| {
        sent.parse()
            .map_err(|error: A::Err| illegal(number, sent, &error.to_string()))
    });
    moves.collect()
}

fn kuba(puzzle: &KubaPuzzle, line: &str) -> Result<Attempt, String> {
    let mut tried: Vec<Action> = read(line)?;
    let judgment = puzzle.judge(&tried);
    let outcome = match judgment.verdict {
        Verdict::GoOn { .. } => Outcome::Open,
        Verdict::Solved => Outcome::Solved,
        Verdict::Wrong { number, .. } => {
            tried.truncate(number + 1);
            Outcome::Missed
        }
        Verdict::Illegal {
            number,
            action,
            error,
        } => {
            let reason = with_rule(&error, Some(error.rule()));
            return Err(illegal(number + 1, &action.to_string(), &reason));
        }
    };
    // What was done before the last move.
    let before = match tried.split_last() {
        Some((_, earlier)) => puzzle.judge(earlier).line.len(),
        None => 0,
    };
    let mut line = judgment.line;
    if outcome == Outcome::Missed {
        line.extend(tried.last());
    }
    let mut game = PracticeGame::<Kuba>::new(*puzzle.position());
    for (number, action) in line.iter().enumerate() {
        if number == before {
            game.forget();
        }
        game.act(&action.to_string())?;
    }
    Ok(Attempt {
        moves: tried.iter().map(Action::to_string).collect(),
        scene: game.scene(),
        outcome,
        happened: game.happened(),
    })
}

fn ludo(puzzle: &LudoPuzzle, line: &str) -> Result<Attempt, String> {
    let tried: Vec<ludo_rules::Action> = read(line)?;
    let mut game = PracticeGame::<Ludo>::new(*puzzle.position());
    let outcome = match tried.as_slice() {
        [] => Outcome::Open,
        [action, ..] => match puzzle.judge(*action) {
            Ok(LudoVerdict::Right { .. }) => Outcome::Solved,
            Ok(LudoVerdict::Wrong { .. }) => Outcome::Missed,
            Err(error) => {
                let reason = with_rule(&error, Some(error.rule()));
                return Err(illegal(1, &action.to_string(), &reason));
            }
        },
    };
    if let [_, second, ..] = tried.as_slice() {
        return Err(illegal(2, &second.to_string(), sentences::ONE_CHOICE_ONLY));
    }
    for action in &tried {
        game.act(&action.to_string())?;
    }
    Ok(Attempt {
        moves: tried.iter().map(ToString::to_string).collect(),
        scene: game.scene(),
        outcome,
        happened: game.happened(),
    })
}
