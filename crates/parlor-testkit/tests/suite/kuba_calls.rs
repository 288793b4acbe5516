//! The class `KubaGame` against the slow one: a million calls, good and hostile.

use kuba_rules::KubaGame;
use parlor_testkit::generate::kuba::{self, Call, CallSequence};
use parlor_testkit::slow_kuba::{SlowKuba, WonBy};

use crate::{Difference, report, same};

/// Calls compared in every run.
const CALLS: usize = 1_000_000;

#[test]
fn a_million_calls_are_answered_alike() {
    let mut calls = 0;
    let mut endings = [0_u32; 4];
    let mut seed = 0;
    while calls < CALLS {
        let game = kuba::game(seed);
        let mut slow = game.slow();
        report(seed, &start(&game), &game.calls, compare(&game, &mut slow));
        calls += game.calls.len();
        seed += 1;
        match slow.won_by() {
            Some(WonBy::Reds) => endings[0] += 1,
            Some(WonBy::Elimination) => endings[1] += 1,
            Some(WonBy::Blocked) => endings[2] += 1,
            None => endings[3] += u32::from(slow.is_draw()),
        }
    }
    assert!(
        endings.into_iter().all(|count| count >= 100),
        "reds, elimination, blocked, repetition: {endings:?}"
    );
}

#[test]
fn k_14_players_are_accepted_alike() {
    let names = ["", "R", "B", "a", "A", "a "];
    let colors = ["W", "B", "R", "w", "", "WB", "white", "X"];
    for (name, other) in names
        .iter()
        .flat_map(|name| names.map(|other| (*name, other)))
    {
        for (color, other_color) in colors
            .iter()
            .flat_map(|color| colors.map(|other| (*color, other)))
        {
            let pair = ((name, color), (other, other_color));
            let slow = SlowKuba::new(pair.0, pair.1, false).is_some();
            assert_eq!(KubaGame::new(pair.0, pair.1).is_ok(), slow, "{pair:?}");
            for rules in ["classroom", "tournament"] {
                assert_eq!(
                    KubaGame::with_rules(pair.0, pair.1, rules).is_ok(),
                    slow,
                    "{pair:?} {rules}"
                );
            }
            for rules in ["", "Classroom", "c", "t", "tournament "] {
                assert!(
                    KubaGame::with_rules(pair.0, pair.1, rules).is_err(),
                    "{pair:?} {rules:?}"
                );
            }
        }
    }
}

fn start(game: &CallSequence) -> impl std::fmt::Debug {
    (game.first, game.second, rules(game))
}

fn rules(game: &CallSequence) -> &'static str {
    if game.tournament {
        "tournament"
    } else {
        "classroom"
    }
}

fn compare(game: &CallSequence, slow: &mut SlowKuba) -> Result<(), Difference> {
    let mut fast =
        KubaGame::with_rules(game.first, game.second, rules(game)).map_err(|error| Difference {
            call: 0,
            message: format!("the players are refused: {error}"),
        })?;
    for (index, call) in game.calls.iter().enumerate() {
        answer(&mut fast, slow, call)
            .and_then(|()| getters(&fast, slow, game))
            .and_then(|()| {
                if index % 10 == 9 {
                    all_cells(&fast, slow)
                } else {
                    Ok(())
                }
            })
            .map_err(|message| Difference {
                call: index,
                message,
            })?;
    }
    Ok(())
}

fn answer(fast: &mut KubaGame, slow: &mut SlowKuba, call: &Call) -> Result<(), String> {
    match call {
        Call::Move {
            name,
            at,
            direction,
        } => {
            let slow = slow.make_move(name, *at, direction);
            same(
                "make_move",
                &fast.make_move(name, *at, direction),
                &slow.is_ok(),
            )
        }
        Call::EndTurn(name) => {
            let slow = slow.end_turn(name);
            same("end_turn", &fast.end_turn(name), &slow.is_ok())
        }
        Call::Captured(name) => {
            let fast = fast.get_captured(name).ok().map(usize::from);
            same("get_captured", &fast, &slow.captured(name))
        }
        Call::Marble(at) => same("get_marble", &fast.get_marble(*at).ok(), &slow.marble(*at)),
    }
}

fn getters(fast: &KubaGame, slow: &SlowKuba, game: &CallSequence) -> Result<(), String> {
    same(
        "get_current_turn",
        &fast.get_current_turn(),
        &slow.current_turn(),
    )?;
    same("get_winner", &fast.get_winner(), &slow.winner())?;
    same("is_draw", &fast.is_draw(), &slow.is_draw())?;
    let (white, black, red) = fast.get_marble_count();
    let counts = (usize::from(white), usize::from(black), usize::from(red));
    same("get_marble_count", &counts, &slow.marble_count())?;
    for name in [game.first.0, game.second.0] {
        let reds = fast.get_captured(name).ok().map(usize::from);
        same("get_captured", &reds, &slow.captured(name))?;
    }
    Ok(())
}

fn all_cells(fast: &KubaGame, slow: &SlowKuba) -> Result<(), String> {
    for row in -1..=7 {
        for column in -1..=7 {
            let at = (row, column);
            same(
                "get_marble",
                &(at, fast.get_marble(at).ok()),
                &(at, slow.marble(at)),
            )?;
        }
    }
    Ok(())
}
