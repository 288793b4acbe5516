//! The search against plain minimax over the rules, and the evaluation
//! against its definition.

use kuba_rules::{Action, Cell, Marble, Outcome, Position, Rules, Side};
use parlor_game::{Game, Kuba};

use crate::engine::Engine;
use crate::evaluation::{Evaluation, EvaluationError, phase};
use crate::features::{View, features, mirrored};
use crate::limits::{Limits, Pruning, Root};
use crate::samples::logistic;
use crate::score::{DRAW, Score, Value, WIN};
use crate::training::train;
use crate::tuning::{TrainingSample, fit, play};
use crate::weights::{REDS, Weights, of_view};

#[path = "../tests/random_positions/mod.rs"]
mod random_positions;

use random_positions::positions;

/// What the best play of so many pushes leads to, every action looked at.
/// `earlier` are the positions that turns began with, newest last.
fn minimax(
    position: &Position,
    depth: u32,
    pushes: i32,
    left: u32,
    earlier: &mut Vec<Position>,
) -> Value {
    if let Some(winner) = position.outcome().and_then(Outcome::winner) {
        let won = WIN - pushes;
        return if winner == position.to_move() {
            won
        } else {
            -won
        };
    }
    let begins = !position.may_push_again();
    let same = |earlier: &Position| {
        earlier.board() == position.board() && earlier.to_move() == position.to_move()
    };
    if left == 0 || (begins && earlier.iter().any(same)) {
        return DRAW;
    }
    if depth == 0 {
        return Evaluation::standard()[position.rules() as usize].of(position);
    }
    if begins {
        earlier.push(*position);
    }
    let values = Kuba::legal_actions(position).map(|action| {
        let mut after = *position;
        after.play_action(action).expect("it is legal");
        let one = u32::from(action != Action::End);
        let pushes = pushes + one.cast_signed();
        let value = minimax(&after, depth - one, pushes, left - one, earlier);
        if after.to_move() == position.to_move() {
            value
        } else {
            -value
        }
    });
    let best = values.max().expect("the game is not over");
    if begins {
        earlier.pop();
    }
    best
}

#[test]
fn the_search_of_full_width_finds_the_value_of_minimax() {
    for mebibytes in [0, 1] {
        let mut engine = Engine::new(mebibytes);
        for (number, position) in positions(500, 1).iter().enumerate() {
            let depth = [1, 2, 3, 4][number % 4];
            // Some close to the limit of K-13.
            let left = [u32::MAX, u32::MAX, 3, 2][number / 4 % 4];
            let root = Root {
                pushes_left: Some(left),
                ..Root::new(*position)
            };
            let limits = Limits {
                pruning: Pruning::Off,
                ..Limits::depth(depth)
            };
            let report = engine.search(&root, &limits, &|| false, &mut |_| {});
            let value = minimax(position, depth, 0, left, &mut Vec::new());
            assert_eq!(
                report.lines[0].score,
                Score::of(value),
                "{position}, depth {depth}, {left} pushes left, {mebibytes} MiB"
            );
        }
    }
}

#[test]
fn lines_are_the_rows_and_columns_as_the_side_to_move_sees_them() {
    for position in positions(50, 6) {
        let own = Marble::from(position.to_move());
        let read = |cells: Vec<Cell>, kind: u16| {
            let bits = |wanted: Marble| {
                let holds = |cell: &Cell| {
                    let marble = position.marble(*cell);
                    u16::from(marble == Some(wanted) || marble == Some(Marble::Red))
                };
                (0..)
                    .zip(&cells)
                    .map(|(place, cell)| holds(cell) << place)
                    .sum::<u16>()
            };
            kind << 14 | bits(position.to_move().other().into()) << 7 | bits(own)
        };
        let in_line = |chosen: &dyn Fn(&Cell) -> bool| -> Vec<Cell> {
            Cell::ALL.into_iter().filter(|cell| chosen(cell)).collect()
        };
        let rows = (0..7_u8).map(|line| (line, in_line(&|cell| cell.row() == line)));
        let columns = (0..7_u8).map(|line| (line, in_line(&|cell| cell.column() == line)));
        let expected = rows.chain(columns);
        let expected = expected.map(|(line, cells)| read(cells, line.min(6 - line).into()));
        assert_eq!(
            View::of(&position).lines().to_vec(),
            expected.collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_line_and_its_mirror_image_have_the_same_features() {
    for line in 0..=u16::MAX {
        assert_eq!(mirrored(mirrored(line)), line);
        assert_eq!(features(mirrored(line)), features(line), "{line:#018b}");
    }
}

#[test]
fn the_learned_evaluation_knows_no_left_and_right() {
    for evaluation in Evaluation::standard().iter() {
        let (lines, _) = evaluation.values();
        for line in 0..=u16::MAX {
            let image = usize::from(mirrored(line));
            for lines in lines.as_chunks::<{ 1 << 16 }>().0 {
                assert_eq!(lines[usize::from(line)], lines[image], "{line:#018b}");
            }
        }
    }
}

#[test]
fn an_evaluation_by_weights_is_the_sum_over_the_features() {
    for position in positions(200, 7) {
        let weights = Weights::standard(position.rules());
        let features = of_view(&View::of(&position)).into_iter().zip(weights.0);
        let sum: f64 = features
            .map(|(count, weight)| f64::from(count) * weight)
            .sum();
        let value = Evaluation::new(&weights).of(&position);
        // Fourteen lines and the material, each rounded.
        assert!(
            (f64::from(value) - sum).abs() <= 7.6,
            "{position}: {value}, {sum}"
        );
    }
}

#[test]
fn weights_are_read_as_written() {
    let both = Rules::ALL.map(Weights::standard);
    let written = Weights::written([&both[0], &both[1]], "From a test.");
    assert_eq!(Weights::read(&written), Some(both));
    assert_eq!(Weights::read(&written.replace("tempo", "hurry")), None);
    assert_eq!(Weights::read("own_takes_red 1"), None);
}

#[test]
fn evaluations_are_read_as_written_and_damage_is_reported() {
    let both = Evaluation::standard();
    let file = Evaluation::write_both([&both[0], &both[1]], "From a test.");
    assert_eq!(Evaluation::read_both(&file).as_ref(), Ok(&*both));
    assert!(file.len() <= 1_200_000, "little more than a MiB");
    let mut damaged = file;
    *damaged.last_mut().expect("not empty") ^= 1;
    let read = Evaluation::read_both(&damaged);
    assert!(
        matches!(read, Err(EvaluationError::Changed { .. })),
        "{read:?}"
    );
    assert_eq!(
        Evaluation::read_both(b"something else"),
        Err(EvaluationError::OtherFormat)
    );
    let without_phases = Evaluation::read_both(b"parlor-kuba-evaluation 1\nchecksum 0\n\n");
    assert_eq!(
        without_phases.map_err(|error| error.to_string()),
        Err("the first line is not \u{201c}parlor-kuba-evaluation 2\u{201d}".to_owned())
    );
    let short = Evaluation::read_both(b"parlor-kuba-evaluation 2\nchecksum cbf29ce484222325\n\n");
    let expected = EvaluationError::OtherLength {
        bytes: 0,
        wanted: 1_114_112,
    };
    assert_eq!(short, Err(expected));
}

#[test]
fn the_same_games_teach_the_same() {
    let learned = || {
        let mut engine = Engine::new(1);
        let games = (0..6).flat_map(|seed| play(&mut engine, Rules::Tournament, 50, seed));
        let samples: Vec<TrainingSample> = games.collect();
        let (weights, _) = fit(&samples);
        let lines = train(&samples, &Evaluation::new(&weights), 1).evaluation;
        (weights, lines)
    };
    let (weights, lines) = learned();
    assert_eq!((weights, lines), learned());
    assert!((weights.0[REDS + 3] - 400.0).abs() < 1e-6);
}

#[test]
fn samples_are_read_as_written() {
    for position in positions(200, 8) {
        for (score, kept) in [
            (0, 0),
            (-317, -317),
            (40_000, i16::MAX),
            (-40_000, i16::MIN),
        ] {
            for result in 0..=2 {
                let sample = TrainingSample::new(&position, score, result);
                assert_eq!(sample.score, kept, "scores saturate");
                assert_eq!(TrainingSample::from_bytes(&sample.to_bytes()), sample);
            }
        }
    }
}

#[test]
fn the_logistic_function_is_that_of_the_standard_library() {
    for hundredths in -80_000..=80_000 {
        let odds = f64::from(hundredths) / 100.0;
        let expected = 1.0 / (1.0 + (-odds).exp());
        let found = logistic(odds);
        assert!(
            (found - expected).abs() <= 1e-12,
            "{odds}: {found}, {expected}"
        );
    }
}

#[test]
fn each_phase_has_two_numbers_of_captured_reds() {
    for position in positions(500, 9) {
        let most = [Side::White, Side::Black].map(|side| position.captured(side));
        let most = most.into_iter().max().expect("two sides");
        let expected = [0, 0, 1, 1, 2, 2, 3, 3][usize::from(most)];
        assert_eq!(phase(&View::of(&position)), expected, "{position}");
    }
}
