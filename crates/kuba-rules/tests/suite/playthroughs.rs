//! Golden games: board, legal list, action, events and hash, ply by ply.

use std::fmt::Write;

use kuba_rules::{Action, Position, Repetitions, Rules};

use crate::common::position;

/// Plays the actions and writes everything down that can be seen.
fn playthrough(mut game: Position, actions: &str) -> String {
    let mut text = String::new();
    let mut repetitions = Repetitions::new(&game);
    let show = |text: &mut String, game: &Position| {
        let legal: Vec<String> = game
            .legal_moves()
            .iter()
            .map(|push| push.to_string())
            .collect();
        writeln!(text, "{game}").unwrap();
        for row in game.board() {
            let row = row.map(|cell| {
                cell.map_or(".", |marble| match marble.letter() {
                    'W' => "W",
                    'B' => "B",
                    _ => "R",
                })
            });
            writeln!(text, "  {}", row.join(" ")).unwrap();
        }
        writeln!(text, "hash {:016x}", game.stable_hash()).unwrap();
        writeln!(text, "legal {}: {}", legal.len(), legal.join(" ")).unwrap();
        if let Some(outcome) = game.outcome() {
            writeln!(text, "over: {outcome:?}").unwrap();
        }
    };
    show(&mut text, &game);
    for action in actions.split_whitespace() {
        let action: Action = action.parse().unwrap();
        let mut events = Vec::new();
        let result = game.play_action_into(action, &mut events);
        writeln!(text, "\n> {action}").unwrap();
        match result {
            Ok(()) => {
                for event in events {
                    writeln!(text, "{event:?}").unwrap();
                }
                let count = repetitions.turn_began(&game);
                if count > 1 {
                    writeln!(
                        text,
                        "counted {count} times, draw: {}",
                        repetitions.is_draw()
                    )
                    .unwrap();
                }
                show(&mut text, &game);
            }
            Err(error) => writeln!(text, "refused by {}: {error}", error.rule()).unwrap(),
        }
    }
    text
}

#[test]
fn classroom_opening_with_a_capture() {
    let start = Position::start(Rules::Classroom);
    insta::assert_snapshot!(playthrough(start, "01B 60F 21R 40B 22R 60F 23R 23R 40B"));
}

#[test]
fn tournament_opening_with_an_extra_push() {
    let start = Position::start(Rules::Tournament);
    insta::assert_snapshot!(playthrough(
        start,
        "01B 06B 21R 26F 22R end 05B 23R 24R end 06B"
    ));
}

#[test]
fn ko() {
    let game = position("7/7/7/1wrb3/w6/7/6b w0b0 w - c");
    insta::assert_snapshot!(playthrough(game, "31R 34L 34L 66L 40F 34L"));
}

#[test]
fn win_by_reds() {
    let game = position("7/7/7/3wrrb/7/7/b6 w5b0 w - t");
    insta::assert_snapshot!(playthrough(game, "33R 34R 35R 36L end"));
}

#[test]
fn win_by_elimination() {
    let game = position("7/7/7/4wb1/7/7/7 w0b0 w - c");
    insta::assert_snapshot!(playthrough(game, "34R 36F 35F 26F 25R 16L"));
}

#[test]
fn win_by_blocking() {
    let game = position("7/7/3r3/2rb1w1/3r3/7/7 w0b0 w - c");
    insta::assert_snapshot!(playthrough(game, "35L 33L"));
}

#[test]
fn draw_by_repetition() {
    let game = position("w6/7/7/7/7/7/6b w0b0 w - t");
    insta::assert_snapshot!(playthrough(game, "00R 66L 01L 65R 00R 66L 01L 65R"));
}
