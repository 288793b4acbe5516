//! What the tests share: one way to state what an action does, one source of dice.

use ludo_rules::{Action, Event, Position, Roll, Step, Tokens, priority};

/// States what an action does to a position, both written in notation. The
/// expectation is the position afterward, or `refused` and the rule broken;
/// then nothing may have changed and there may be no event.
pub(crate) fn check(line: &str, action: &str, expected: &str) {
    let before: Position = line.parse().unwrap();
    let mut after = before;
    let mut events = Vec::new();
    let outcome = after.play_action_into(action.parse().unwrap(), &mut events);
    let found = match outcome {
        Ok(()) => after.to_string(),
        Err(error) => {
            assert_eq!(
                after, before,
                "{line} {action}: a refused action changed it"
            );
            assert_eq!(
                events,
                [],
                "{line} {action}: a refused action told something"
            );
            format!("refused {}", error.rule())
        }
    };
    assert_eq!(found, expected, "{line} {action}");
}

/// States what happens, in order, when an action is played.
pub(crate) fn check_events(line: &str, action: &str, expected: &[&str]) {
    let mut position: Position = line.parse().unwrap();
    let mut events = Vec::new();
    position
        .play_action_into(action.parse().unwrap(), &mut events)
        .unwrap();
    let told: Vec<String> = events.into_iter().map(tell).collect();
    assert_eq!(told, expected, "{line} {action}");
}

/// One event in few words.
pub(crate) fn tell(event: Event) -> String {
    match event {
        Event::LeftYard { seat, token } => format!("{seat}{token} leaves"),
        Event::Moved {
            seat,
            choice,
            from,
            to,
            path,
        } => {
            let spaces: Vec<String> = path.into_iter().map(|space| space.to_string()).collect();
            format!("{seat}{choice} {from}>{to}: {}", spaces.join(" "))
        }
        Event::Bounced {
            seat,
            choice,
            back,
            at,
        } => format!("{seat}{choice} bounces {back} to {at}"),
        Event::Kicked {
            by,
            seat,
            token,
            space,
        } => format!("{by} kicks {seat}{token} on {space}"),
        Event::Parted { seat, token, at } => format!("{seat}{token} parts at {at}"),
        Event::Stacked { seat, at } => format!("{seat} stacks at {at}"),
        Event::ReachedEnd { seat, choice } => format!("{seat}{choice} ends"),
        Event::Finished { seat } => format!("{seat} has finished"),
        Event::Placed { seat, place } => format!("{seat} is {place}."),
        Event::Passed { seat, roll } => format!("{seat} loses {roll}"),
    }
}

/// The choices for the roll in hand, as one text.
pub(crate) fn legal(line: &str) -> String {
    let position: Position = line.parse().unwrap();
    let choices: Vec<String> = position
        .legal_moves()
        .into_iter()
        .map(|choice| choice.to_string())
        .collect();
    choices.join(" ")
}

pub(crate) fn roll(value: i64) -> Roll {
    Roll::new(value).unwrap()
}

pub(crate) fn step(value: i64) -> Step {
    Step::new(value).unwrap()
}

/// The tokens of a position line.
pub(crate) fn tokens(line: &str) -> Tokens {
    *line.parse::<Position>().unwrap().tokens()
}

/// `SplitMix64`: enough randomness for a test, the same on every machine.
pub(crate) fn words(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed.wrapping_mul(0xd134_2543_de82_ef95);
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }
}

/// What the priority policy plays with this roll.
pub(crate) fn by_priority(position: &Position, roll: Roll) -> Action {
    let seat = position.to_act().unwrap();
    Action {
        seat,
        roll,
        choice: priority(position.tokens(), seat, roll).choice,
    }
}
