//! The scripted game against the slow one: turn by turn, and through the class.

use std::sync::OnceLock;

use ludo_rules::{LaneTables, LudoGame, Player, Script, ScriptTurn, SeatSet, Tokens, TurnOutcome};
use parlor_testkit::generate::ludo::{self, BAD_ROLLS, BAD_SEATS};
use parlor_testkit::generate::seeded;
use parlor_testkit::slow_ludo::{
    Faulty, SEATS, Scripted, SlowTokens, last_ring_space, space_name, start_space,
};
use rand::RngExt;

use crate::ludo_story::{Story, roll, seat, step};
use crate::{Difference, report, same};

/// Built once, as in any program that plays many scripts.
static TABLES: OnceLock<LaneTables> = OnceLock::new();

#[test]
fn sixty_thousand_scripts_are_played_alike() {
    for seed in 0..60_000 {
        let script = ludo::script(seed);
        report(seed, &script.players, &script.turns, turn_by_turn(&script));
    }
}

#[test]
fn classes_answer_alike() {
    for seed in 0..10_000 {
        let calls = class_calls(seed);
        report(seed, &"LudoGame()", &calls, compare_classes(&calls));
    }
}

/// Every turn of a script: the decision, the tokens, the events.
fn turn_by_turn(script: &ludo::Script) -> Result<(), Difference> {
    let failed = |call| move |message| Difference { call, message };
    let seats: Vec<char> = script
        .players
        .iter()
        .flat_map(|text| text.chars())
        .collect();
    let mut slow = SlowTokens::new(&seats);
    let set: SeatSet = seats.iter().map(|&letter| seat(letter)).collect();
    let mut fast = Tokens::new(set).map_err(|error| Difference {
        call: 0,
        message: format!("the seats are refused: {error}"),
    })?;
    let mut story = Story::begin(&slow);
    for (index, (text, value)) in script.turns.iter().enumerate() {
        let mut step = || -> Result<(), String> {
            let letter = text.chars().next().unwrap();
            same(
                "choices",
                &choices(&fast, letter, *value),
                &slow_choices(&slow, letter, *value),
            )?;
            let mut events = Vec::new();
            let outcome = fast.play_turn(
                ScriptTurn {
                    seat: seat(letter),
                    roll: roll(*value),
                },
                &mut events,
            );
            if slow.steps(letter).is_none() {
                same("skipped", &outcome, &TurnOutcome::NotPlaying)?;
            } else if slow.has_finished(letter) {
                same("skipped", &outcome, &TurnOutcome::AlreadyFinished)?;
            } else {
                let TurnOutcome::Played(decision) = outcome else {
                    return Err(format!("not played: {outcome:?}"));
                };
                let (choice, rule) = slow.priority(letter, *value);
                let decided = (decision.choice.to_string(), decision.reason.rule());
                same("decision", &decided, &(choice.to_string(), rule))?;
                slow.apply(letter, *value, choice);
            }
            story.hear(&events, *value, &slow)?;
            tokens(&fast, &slow)
        };
        step().map_err(failed(index))?;
    }
    let end = script.turns.len().saturating_sub(1);
    whole(script, &fast).map_err(failed(end))
}

/// The script as a value: read, printed, read back, run.
fn whole(script: &ludo::Script, fast: &Tokens) -> Result<(), String> {
    let parsed = Script::parse(&script.player_texts(), script.turn_pairs())
        .map_err(|error| error.to_string())?;
    same("run", &parsed.run(), fast)?;
    let tables = TABLES.get_or_init(LaneTables::new);
    same("run by table", &tables.run(&parsed), fast)?;
    let printed = parsed.to_string();
    same("the script read back", &printed.parse().ok(), &Some(parsed))
}

fn tokens(fast: &Tokens, slow: &SlowTokens) -> Result<(), String> {
    for letter in SEATS {
        let steps = fast.steps(seat(letter)).map(|steps| steps.map(step));
        same("steps", &steps, &slow.steps(letter))?;
        same(
            "finished",
            &fast.has_finished(seat(letter)),
            &slow.has_finished(letter),
        )?;
        same(
            "stacked",
            &fast.is_stacked(seat(letter)),
            &slow.is_stack(letter),
        )?;
        let spaces = fast
            .spaces(seat(letter))
            .map(|spaces| spaces.map(|space| Some(space.to_string())));
        let slow_spaces = slow
            .steps(letter)
            .map(|steps| steps.map(|step| space_name(letter, step)));
        same("spaces", &spaces, &slow_spaces)?;
    }
    Ok(())
}

fn choices(fast: &Tokens, letter: char, value: i64) -> Vec<String> {
    fast.legal_moves(seat(letter), roll(value))
        .iter()
        .map(|choice| choice.to_string())
        .collect()
}

fn slow_choices(slow: &SlowTokens, letter: char, value: i64) -> Vec<String> {
    if slow.steps(letter).is_none() {
        return Vec::new();
    }
    slow.choices(letter, value)
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// One call on the class.
#[derive(Clone, Debug)]
enum Call {
    Play(ludo::Script),
    Player(String),
    /// Which of the players found so far, the token's name, the steps.
    Move(usize, String, i64),
    SpaceName(usize, i64),
}

fn class_calls(seed: u64) -> Vec<Call> {
    let mut rng = seeded(seed ^ 0xc1a55);
    let mut calls = Vec::new();
    for round in 0..rng.random_range(1..30) {
        calls.push(match rng.random_range(0..10) {
            0 => Call::Play(ludo::script(seed * 64 + round)),
            1 => Call::Play(ludo::faulty_script(seed * 64 + round)),
            2..=4 => Call::Player(if rng.random_bool(0.8) {
                SEATS[rng.random_range(0..4)].to_string()
            } else {
                BAD_SEATS[rng.random_range(0..BAD_SEATS.len())].to_string()
            }),
            5 => Call::SpaceName(rng.random_range(0..8), rng.random_range(-4..62)),
            _ => {
                let token =
                    ["p", "q", "p", "q", "p", "q", "", "P", "pq", "r"][rng.random_range(0..10)];
                let steps = match rng.random_range(0..10) {
                    0 => BAD_ROLLS[rng.random_range(0..BAD_ROLLS.len())],
                    1..=3 => 6,
                    _ => rng.random_range(1..=6),
                };
                Call::Move(rng.random_range(0..8), token.to_string(), steps)
            }
        });
    }
    calls
}

fn compare_classes(calls: &[Call]) -> Result<(), Difference> {
    let mut fast = LudoGame::new();
    let mut slow = Scripted::new();
    let mut players: Vec<(Player, _, char)> = Vec::new();
    for (index, call) in calls.iter().enumerate() {
        let mut step = || -> Result<(), String> {
            match call {
                Call::Play(script) => play(&mut fast, &mut slow, script)?,
                Call::Player(text) => {
                    match (fast.get_player_by_position(text), slow.player(text)) {
                        (Ok(player), Some(handle)) => {
                            players.push((player, handle, text.chars().next().unwrap()));
                        }
                        (Err(error), None) => {
                            same("message", &error.to_string().as_str(), &"Player not found!")?;
                        }
                        (fast, slow) => {
                            return Err(format!("player: fast {fast:?}, slow {slow:?}"));
                        }
                    }
                }
                Call::Move(which, token, steps) => {
                    if let Some((player, handle, _)) = players.get(*which) {
                        let answer = fast.move_token(player, token, *steps);
                        let told = format!("move_token ({answer:?})");
                        same(
                            &told,
                            &answer.is_ok(),
                            &slow.move_token(*handle, token, *steps),
                        )?;
                    }
                }
                Call::SpaceName(which, steps) => {
                    if let Some((player, _, letter)) = players.get(*which) {
                        let name = player.get_space_name(*steps).ok();
                        same("get_space_name", &name, &space_name(*letter, *steps))?;
                    }
                }
            }
            // Players of earlier games too: theirs stays as it was.
            players.iter().try_for_each(|(player, handle, letter)| {
                let [p, q] = slow.steps(*handle);
                same(
                    "step count of p",
                    &i64::from(player.get_token_p_step_count()),
                    &p,
                )?;
                same(
                    "step count of q",
                    &i64::from(player.get_token_q_step_count()),
                    &q,
                )?;
                same(
                    "completed",
                    &player.get_completed(),
                    &slow.completed(*handle),
                )?;
                same(
                    "space of p",
                    &Some(player.token_p_space()),
                    &space_name(*letter, p),
                )?;
                same(
                    "space of q",
                    &Some(player.token_q_space()),
                    &space_name(*letter, q),
                )?;
                same(
                    "start",
                    &i64::from(player.start_space()),
                    &start_space(*letter),
                )?;
                same(
                    "end",
                    &i64::from(player.end_space()),
                    &last_ring_space(*letter),
                )
            })
        };
        step().map_err(|message| Difference {
            call: index,
            message,
        })?;
    }
    Ok(())
}

fn play(fast: &mut LudoGame, slow: &mut Scripted, script: &ludo::Script) -> Result<(), String> {
    let (players, turns) = (script.player_texts(), script.turn_pairs());
    match (
        fast.play_game(&players, &turns),
        slow.play_game(&players, &turns),
    ) {
        (Ok(spaces), Ok(slow_spaces)) => same("play_game", &spaces, &slow_spaces),
        (Err(error), Err(faults)) => {
            // Which of several faults is named is free; it must be one of them, with its value.
            let told = error.to_string();
            let named = faults.iter().any(|fault| match *fault {
                Faulty::PlayerCount(count) => {
                    error.entry().is_none() && told.contains(&count.to_string())
                }
                Faulty::Player(entry) => {
                    error.entry() == Some(entry) && told.contains(&bare(players[entry]))
                }
                Faulty::Turn(entry) => {
                    let (seat, roll) = turns[entry];
                    let value = told.contains(&bare(seat)) || told.contains(&roll.to_string());
                    error.entry() == Some(entry) && value
                }
            });
            if named {
                Ok(())
            } else {
                Err(format!("{error} ({error:?}) names none of {faults:?}"))
            }
        }
        (fast, slow) => Err(format!("play_game: fast {fast:?}, slow {slow:?}")),
    }
}

/// A text as messages show it, without the quotes.
fn bare(text: &str) -> String {
    format!("{text:?}").trim_matches('"').to_string()
}
