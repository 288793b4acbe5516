//! Calls on a `LudoGame`, one a line, with any names and numbers:
//!
//! ```text
//! play<TAB>A,B<TAB>A 6<TAB>A 4      play_game(["A", "B"], [("A", 6), ("A", 4)])
//! get<TAB>A                         get_player_by_position("A"), remembered if there is one
//! move<TAB>p<TAB>6                  move_token(the remembered player, "p", 6)
//! name<TAB>20                       get_space_name(20) of the remembered player
//! ```

use ludo_rules::{LudoGame, Player};

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let text = crate::text(bytes);
    let mut game = LudoGame::new();
    let mut remembered: Option<Player> = None;
    for line in text.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        match words.as_slice() {
            ["play", players, turns @ ..] => play(&mut game, players, turns),
            ["get", position] => match game.get_player_by_position(position) {
                Ok(player) => {
                    assert_eq!(player.position().to_string(), *position);
                    remembered = Some(player);
                }
                Err(error) => assert_eq!(error.to_string(), "Player not found!"),
            },
            ["move", token, steps] => {
                if let (Some(player), Ok(steps)) = (&remembered, steps.parse()) {
                    move_token(&mut game, player, token, steps);
                }
            }
            ["name", steps] => {
                if let (Some(player), Ok(steps)) = (&remembered, steps.parse::<i64>()) {
                    let name = player.get_space_name(steps);
                    assert_eq!(name.is_ok(), (-1..=57).contains(&steps));
                }
            }
            _ => {}
        }
    }
}

/// What the methods of the assignment return for every player of the current game.
fn seen(game: &LudoGame) -> Vec<(String, i8, i8, bool)> {
    ["A", "B", "C", "D"]
        .iter()
        .filter_map(|position| game.get_player_by_position(position).ok())
        .map(|player| {
            let spaces = format!("{} {}", player.token_p_space(), player.token_q_space());
            let (p, q) = (
                player.get_token_p_step_count(),
                player.get_token_q_step_count(),
            );
            (spaces, p, q, player.get_completed())
        })
        .collect()
}

fn play(game: &mut LudoGame, players: &str, turns: &[&str]) {
    let players: Vec<&str> = players.split(',').collect();
    let turns: Vec<(&str, i64)> = turns
        .iter()
        .filter_map(|turn| turn.rsplit_once(' '))
        .filter_map(|(seat, roll)| Some((seat, roll.parse().ok()?)))
        .collect();
    let before = seen(game);
    match game.play_game(&players, &turns) {
        Ok(spaces) => {
            assert_eq!(spaces.len(), 2 * players.len());
            for (player, spaces) in players.iter().zip(spaces.chunks(2)) {
                let player = game
                    .get_player_by_position(player)
                    .expect("they have just played");
                assert_eq!(spaces, [player.token_p_space(), player.token_q_space()]);
                assert_eq!(player.get_completed(), spaces == ["E", "E"]);
            }
            assert!(turns.iter().all(|(_, roll)| (1..=6).contains(roll)));
        }
        Err(error) => {
            assert_eq!(error.rule(), "L-23");
            assert!(!error.to_string().is_empty(), "a refusal says why");
            assert_eq!(
                seen(game),
                before,
                "a refused game leaves the previous one as it was"
            );
        }
    }
}

fn move_token(game: &mut LudoGame, player: &Player, token: &str, steps: i64) {
    let before = seen(game);
    let (p, q) = (
        player.get_token_p_step_count(),
        player.get_token_q_step_count(),
    );
    match game.move_token(player, token, steps) {
        Ok(()) => {
            let kept = match token {
                "p" => q == player.get_token_q_step_count(),
                "q" => p == player.get_token_p_step_count(),
                _ => false,
            };
            assert!(kept, "only the token named moves, and it is p or q");
            assert!((1..=6).contains(&steps));
        }
        Err(error) => {
            assert_eq!(error.rule(), "L-25");
            assert_eq!(seen(game), before, "a refused move changes nothing");
        }
    }
}
