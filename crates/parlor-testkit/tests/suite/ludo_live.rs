//! The live game against the slow one.

use ludo_rules::{Action, Move, Position, Seat, Tokens, standings};
use parlor_testkit::generate::ludo::{self, LiveCall};
use parlor_testkit::slow_ludo::{Live, SEATS};

use crate::ludo_story::{Story, choice, letter, roll, seat, step};
use crate::{Difference, report, same};

#[test]
fn thirty_thousand_live_games_are_played_alike() {
    let mut over = 0;
    let mut refused = 0;
    for seed in 0..30_000 {
        let game = ludo::live_game(seed);
        let mut slow = Live::new(&game.seats);
        let outcome = compare(&game.seats, &game.calls, &mut slow, &mut refused);
        report(seed, &game.seats, &game.calls, outcome);
        over += u32::from(slow.is_over());
    }
    assert!(
        over > 5_000 && refused > 100_000,
        "{over} over, {refused} refused"
    );
}

fn compare(
    seats: &[char],
    calls: &[LiveCall],
    slow: &mut Live,
    refused: &mut u32,
) -> Result<(), Difference> {
    let failed = |call| move |message| Difference { call, message };
    let seats: Vec<Seat> = seats.iter().map(|&letter| seat(letter)).collect();
    let mut fast = Position::new(&seats).map_err(|error| Difference {
        call: 0,
        message: format!("the seats are refused: {error}"),
    })?;
    let mut story = Story::begin(&slow.table);
    state(&fast, slow)
        .and_then(|()| forms(&fast))
        .map_err(failed(0))?;
    for (index, call) in calls.iter().enumerate() {
        let mut step = || -> Result<(), String> {
            let before = fast;
            let mut events = Vec::new();
            let (accepted, rolled) = match call {
                LiveCall::Roll(value) => (fast.apply_roll(roll(*value)), *value),
                LiveCall::Choose(text) => {
                    let rolled = fast
                        .roll_in_hand()
                        .map_or(0, |roll| i64::from(roll.value()));
                    (fast.play_into(choice(text), &mut events), rolled)
                }
                LiveCall::Action {
                    seat: letter,
                    roll: value,
                    choice: text,
                } => {
                    let action = Action {
                        seat: seat(*letter),
                        roll: roll(*value),
                        choice: choice(text),
                    };
                    same(
                        "action",
                        &action.to_string(),
                        &format!("{letter}{value}{text}"),
                    )?;
                    same(
                        "the action read back",
                        &action.to_string().parse().ok(),
                        &Some(action),
                    )?;
                    (fast.play_action_into(action, &mut events), *value)
                }
            };
            same("accepted", &accepted.is_ok(), &ludo::make(slow, call))
                .map_err(|message| format!("{message} ({accepted:?})"))?;
            if accepted.is_err() {
                *refused += 1;
                same("refused, the position", &fast, &before)?;
                same("refused, the events", &events, &Vec::new())?;
            }
            story.hear(&events, rolled, &slow.table)?;
            same("places told", &story.finished(), &slow.finished.as_slice())?;
            state(&fast, slow)?;
            if index % 8 == 0 { forms(&fast) } else { Ok(()) }
        };
        step().map_err(failed(index))?;
    }
    Ok(())
}

/// Everything that a position shows.
fn state(fast: &Position, slow: &Live) -> Result<(), String> {
    same("position line", &fast.to_string(), &slow.position_line())?;
    let choices: Vec<Move> = slow.choices().into_iter().map(choice).collect();
    same(
        "choices",
        &fast.legal_moves().as_slice(),
        &choices.as_slice(),
    )?;
    same("over", &fast.is_over(), &slow.is_over())?;
    let to_act = (!slow.is_over()).then_some(slow.to_act);
    same("to act", &fast.to_act().map(letter), &to_act)?;
    same(
        "winner",
        &fast.winner().map(letter),
        &slow.finished.first().copied(),
    )?;
    let places: Vec<(char, usize, usize)> = standings(fast)
        .into_iter()
        .map(|standing| {
            (
                letter(standing.seat),
                usize::from(*standing.places.start()),
                usize::from(*standing.places.end()),
            )
        })
        .collect();
    let slow_places: Vec<(char, usize, usize)> = slow
        .standings()
        .into_iter()
        .map(|standing| (standing.seat, standing.first, standing.last))
        .collect();
    same("standings", &places, &slow_places)?;
    for name in SEATS {
        let steps = fast.tokens().steps(seat(name)).map(|steps| steps.map(step));
        same("steps", &steps, &slow.table.steps(name))?;
        let place = slow
            .finished
            .iter()
            .position(|&finished| finished == name)
            .map(|index| index + 1);
        same("place", &fast.place(seat(name)).map(usize::from), &place)?;
    }
    Ok(())
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
    )?;
    same(
        "the tokens from their bits",
        &Tokens::from_bits(fast.tokens().to_bits()).ok(),
        &Some(*fast.tokens()),
    )
}
