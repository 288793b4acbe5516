//! `Position` against the slow game, from set-ups near every ending.

use kuba_rules::{Cell, Direction, Marble, Move, Outcome, Position, Repetitions, Rules, Setup};
use parlor_testkit::generate::{kuba, seeded};
use parlor_testkit::slow_kuba::{DIRECTIONS, SlowKuba, WonBy, try_push};
use rand::RngExt;

use crate::kuba_story::{Story, at, side, won_by};
use crate::{Difference, report, same};

#[derive(Clone, Debug)]
enum Call {
    Push((i64, i64), &'static str),
    End,
}

#[derive(Debug, Default)]
struct Seen {
    pushes: u32,
    refused: u32,
    reds: u32,
    elimination: u32,
    blocked: u32,
    repetition: u32,
}

#[test]
fn positions_from_setups_play_as_the_slow_game() {
    let mut seen = Seen::default();
    for seed in 0..6_000 {
        let start = kuba::setup(seed);
        let calls = calls(seed, &start);
        report(
            seed,
            &start.position_line(),
            &calls,
            compare(&start, &calls, &mut seen),
        );
    }
    let told = format!("{seen:?}");
    assert!(seen.pushes > 60_000 && seen.refused > 15_000, "{told}");
    assert!(
        seen.reds > 150 && seen.elimination > 300 && seen.blocked > 60 && seen.repetition > 60,
        "{told}"
    );
}

#[test]
fn positions_from_the_start_play_as_the_slow_game() {
    let mut seen = Seen::default();
    for seed in 0..300 {
        let start = SlowKuba::from_setup(
            parlor_testkit::slow_kuba::start_cells(),
            [0, 0],
            if seed % 3 == 0 { 'B' } else { 'W' },
            seed % 2 == 0,
        );
        let calls = calls(seed, &start);
        report(
            seed,
            &start.position_line(),
            &calls,
            compare(&start, &calls, &mut seen),
        );
    }
}

/// Pushes in the styles of both players, with pushes at random cells between them.
fn calls(seed: u64, start: &SlowKuba) -> Vec<Call> {
    let styles = [
        kuba::PlayStyle::Random,
        kuba::PlayStyle::Hungry,
        kuba::PlayStyle::Hunter,
        kuba::PlayStyle::Smotherer,
        kuba::PlayStyle::Shuffler,
    ];
    let mut rng = seeded(seed ^ 0x905);
    let styles = [
        styles[rng.random_range(0..5)],
        styles[rng.random_range(0..5)],
    ];
    let mut game = start.clone();
    let mut boards = vec![*game.cells()];
    let mut calls = Vec::new();
    while calls.len() < 60 && !game.is_over() {
        if rng.random_bool(0.25) {
            let at = (rng.random_range(0..7), rng.random_range(0..7));
            calls.push(Call::Push(at, DIRECTIONS[rng.random_range(0..4)]));
        } else if let Some((at, direction)) = game.ko().first()
            && rng.random_bool(0.3)
        {
            calls.push(Call::Push(*at, direction));
        } else if rng.random_bool(if game.may_push_again() { 0.3 } else { 0.02 }) {
            calls.push(Call::End);
        } else {
            let style = styles[usize::from(game.color_to_move() == Some('B'))];
            let (at, direction) = kuba::push(&game, style, &boards, &mut rng);
            calls.push(Call::Push(at, direction));
        }
        let name = game.current_turn().unwrap().to_string();
        // Refused calls are wanted too; they change nothing.
        let done = match calls[calls.len() - 1] {
            Call::Push(at, direction) => game.make_move(&name, at, direction),
            Call::End => game.end_turn(&name),
        };
        if done.is_ok() {
            boards.push(*game.cells());
        }
    }
    calls
}

fn compare(start: &SlowKuba, calls: &[Call], seen: &mut Seen) -> Result<(), Difference> {
    let failed = |call| move |message| Difference { call, message };
    let mut slow = start.clone();
    let mut fast = position(&slow).map_err(failed(0))?;
    let mut repetitions = Repetitions::new(&fast);
    let mut story = Story::begin(&slow);
    state(&fast, &slow).map_err(failed(0))?;
    for (index, call) in calls.iter().enumerate() {
        let mut step = || -> Result<(), String> {
            let before = fast;
            let mut events = Vec::new();
            let name = slow.current_turn().unwrap().to_string();
            let accepted = match call {
                Call::Push(at, direction) => {
                    let push = push(*at, direction);
                    let color = slow.color_to_move().unwrap();
                    let without_ko = try_push(slow.cells(), color, *at, direction, None);
                    let answer = slow.make_move(&name, *at, direction);
                    let check = fast.check(push);
                    let listed = fast.legal_moves().contains(push);
                    same("check", &check.is_ok(), &answer.is_ok())?;
                    same("legal_moves", &listed, &answer.is_ok())?;
                    let played = fast.play_into(push, &mut events);
                    same("play", &played, &check)?;
                    if let Err(error) = played {
                        let broken = without_ko.err().unwrap_or(vec!["K-7"]);
                        if !broken.contains(&error.rule()) {
                            return Err(format!(
                                "refused by {} ({error}), slow: {broken:?}",
                                error.rule()
                            ));
                        }
                    }
                    seen.pushes += u32::from(answer.is_ok());
                    answer.is_ok()
                }
                Call::End => {
                    let answer = slow.end_turn(&name);
                    same("may end the turn", &fast.may_push_again(), &answer.is_ok())?;
                    same(
                        "end_turn",
                        &fast.end_turn_into(&mut events).is_ok(),
                        &answer.is_ok(),
                    )?;
                    answer.is_ok()
                }
            };
            if !accepted {
                seen.refused += 1;
                same("refused, the position", &fast, &before)?;
                same("refused, the events", &events, &Vec::new())?;
            } else {
                story.hear(&events, &slow)?;
                let begins =
                    slow.is_tournament() && !slow.may_push_again() && slow.winner().is_none();
                let count = usize::try_from(repetitions.turn_began(&fast)).unwrap_or(usize::MAX);
                same(
                    "repetitions",
                    &count,
                    &if begins { slow.repetitions() } else { 0 },
                )?;
            }
            state(&fast, &slow)?;
            if index % 8 == 0 || slow.is_over() {
                forms(&fast)?;
            }
            let drawn = slow.is_tournament() && !fast.is_over() && repetitions.is_draw();
            same("draw", &drawn, &slow.is_draw())
        };
        step().map_err(failed(index))?;
    }
    match slow.won_by() {
        Some(WonBy::Reds) => seen.reds += 1,
        Some(WonBy::Elimination) => seen.elimination += 1,
        Some(WonBy::Blocked) => seen.blocked += 1,
        None => seen.repetition += u32::from(slow.is_draw()),
    }
    Ok(())
}

/// Everything that a position shows.
fn state(fast: &Position, slow: &SlowKuba) -> Result<(), String> {
    let line = fast.to_string();
    // A blocked side's ko push is kept by the one and forgotten by the other.
    if slow.won_by() != Some(WonBy::Blocked) {
        same("position line", &line, &slow.position_line().unwrap())?;
        let ko = slow
            .ko()
            .first()
            .map(|(at, direction)| push(*at, direction));
        same("ko", &fast.ko(), &ko)?;
    }
    for cell in Cell::ALL {
        let marble = fast.marble(cell).map_or('X', Marble::letter);
        same(
            "a cell",
            &(cell, Some(marble)),
            &(cell, slow.marble(at(cell))),
        )?;
    }
    let (white, black, red) = slow.marble_count();
    let counts = Marble::ALL.map(|marble| usize::from(fast.count(marble)));
    same("counts", &counts, &[white, black, red])?;
    for color in ['W', 'B'] {
        let reds = usize::from(fast.captured(side(color)));
        same("captured", &Some(reds), &slow.captured(slow.name_of(color)))?;
    }
    same(
        "to move",
        &Some(fast.to_move().letter()),
        &slow.color_to_move(),
    )?;
    if !slow.is_draw() {
        let mut fast_list: Vec<Move> = fast.legal_moves().iter().collect();
        let mut slow_list: Vec<Move> = slow
            .legal_pushes()
            .into_iter()
            .map(|(at, direction)| push(at, direction))
            .collect();
        fast_list.sort();
        slow_list.sort();
        same("legal pushes", &fast_list, &slow_list)?;
        same("how many", &fast.legal_moves().len(), &slow_list.len())?;
        same(
            "can end turn",
            &fast.may_push_again(),
            &slow.may_push_again(),
        )?;
        same("over", &fast.is_over(), &slow.is_over())?;
    }
    let outcome = fast.outcome().map(|outcome| match outcome {
        Outcome::Won { side, by } => (side.letter(), won_by(by)),
        Outcome::Drawn(draw) => panic!("a position knows no history, yet says {draw:?}"),
    });
    let won = slow
        .winner()
        .map(|name| (name.chars().next().unwrap(), slow.won_by().unwrap()));
    same("outcome", &outcome, &won)
}

/// Every other form of a position leads back to it.
fn forms(fast: &Position) -> Result<(), String> {
    let line = fast.to_string();
    match line.parse::<Position>() {
        Ok(parsed) => same("the position read back", &parsed, fast)?,
        Err(error) => return Err(format!("{line} is not read back: {error}")),
    }
    same(
        "the position set up again",
        &Position::try_from(fast.setup()).ok(),
        &Some(*fast),
    )
}

pub(crate) fn position(slow: &SlowKuba) -> Result<Position, String> {
    let marble = |letter| match letter {
        'W' => Some(Marble::White),
        'B' => Some(Marble::Black),
        'R' => Some(Marble::Red),
        _ => None,
    };
    let captured =
        ['W', 'B'].map(|color| u8::try_from(slow.captured(slow.name_of(color)).unwrap()).unwrap());
    let setup = Setup {
        cells: slow.cells().map(|row| row.map(marble)),
        captured,
        to_move: side(slow.color_to_move().unwrap()),
        may_push_again: slow.may_push_again(),
        ko: None,
        rules: if slow.is_tournament() {
            Rules::Tournament
        } else {
            Rules::Classroom
        },
    };
    Position::try_from(setup).map_err(|errors| format!("the set-up is refused: {errors}"))
}

fn push((row, column): (i64, i64), direction: &str) -> Move {
    let direction = match direction {
        "L" => Direction::Left,
        "R" => Direction::Right,
        "F" => Direction::Forward,
        _ => Direction::Backward,
    };
    Move {
        cell: Cell::new(row, column).unwrap(),
        direction,
    }
}
