//! Rolls and events of a Ludo game as sentences.

use ludo_rules::{
    Action, Decision, Event, Move, Position, Reason, ScriptTurn, Seat, Step, Token, Tokens,
    TurnOutcome,
};

use super::player;
use crate::words;

/// One line for one scripted roll: what moved, why, and what came of it.
/// `A rolled 6: p leaves the yard for R (L-15).`
///
/// `events` are those that playing the turn gave, and `after` is where the
/// tokens then stand: they show whether two tokens stood on R together.
///
/// Rules: as named in the line.
pub fn explain(turn: ScriptTurn, outcome: TurnOutcome, events: &[Event], after: &Tokens) -> String {
    let ScriptTurn { seat, roll } = turn;
    match outcome {
        TurnOutcome::NotPlaying => {
            format!("{seat} rolled {roll}: skipped, {seat} is not playing (L-20).")
        }
        TurnOutcome::AlreadyFinished => {
            format!("{seat} rolled {roll}: skipped, {seat} has finished (L-20).")
        }
        TurnOutcome::Played(Decision { reason, .. }) => {
            let moved = movement(events);
            let why = because(reason, first_of_two_on_ready(events, after));
            let rule = match reason {
                // L-17 finds the two, L-18 decides between them.
                Reason::FurthestOfTwoKicks => "L-17, L-18",
                _ => reason.rule(),
            };
            let rest = consequences(seat, events, &[]);
            format!("{seat} rolled {roll}: {moved}{why} ({rule}){rest}.")
        }
    }
}

/// One line for one roll of the live game and the choice that answered it:
/// `A rolled 6: q moves from 20 to 26; Bp goes back to its yard (L-9).`
///
/// Rules: as named in the line.
pub fn action(action: Action, events: &[Event]) -> String {
    named_action(action, events, &[])
}

/// The same with the players' names.
pub(crate) fn named_action(action: Action, events: &[Event], names: &[(Seat, &str)]) -> String {
    let Action { seat, roll, .. } = action;
    let rest = consequences(seat, events, names);
    let name = player(seat, names);
    format!("{name} rolled {roll}: {}{rest}.", movement(events))
}

/// What a choice would do now, to be written on a control:
/// `q moves from 20 to 26; Bp goes back to its yard (L-9)`. None if it is not
/// legal.
///
/// Rules: as named in the line.
///
/// ```
/// use ludo_rules::{Move, Position};
/// use parlor_view::ludo;
///
/// let position: Position = "A20.28/C12.R A 6 -".parse()?;
/// let text = |choice| ludo::choice(&position, choice);
/// assert_eq!(text(Move::Q).as_deref(), Some("q moves from 28 to 34"));
/// assert_eq!(text(Move::Stack), None);
/// # Ok::<(), ludo_rules::PositionError>(())
/// ```
pub fn choice(position: &Position, choice: Move) -> Option<String> {
    let seat = position.to_act()?;
    let mut after = *position;
    let events = after.play_with_events(choice).ok()?;
    let rest = consequences(seat, &events, &[]);
    Some(format!("{}{rest}", movement(&events)))
}

/// One event as one sentence.
///
/// Rules: as named in the sentence.
pub fn event(event: &Event) -> String {
    match *event {
        Event::LeftYard { seat, token } => {
            format!("{} leaves the yard for R (L-5).", token_name(seat, token))
        }
        Event::Moved {
            seat, choice, path, ..
        } => {
            let spaces: Vec<String> = path.into_iter().map(|space| space.to_string()).collect();
            let walks = if choice == Move::Stack {
                "walk"
            } else {
                "walks"
            };
            format!(
                "{} {walks} {} (L-6).",
                names(seat, choice),
                spaces.join(", ")
            )
        }
        Event::Bounced {
            seat,
            choice,
            back,
            at,
        } => {
            let bounces = if choice == Move::Stack {
                "bounce"
            } else {
                "bounces"
            };
            let spaces = words::count(back, "space");
            let name = names(seat, choice);
            format!(
                "{name} {bounces} {spaces} back from E to {} (L-7).",
                at.space(seat)
            )
        }
        Event::Kicked {
            by,
            seat,
            token,
            space,
        } => {
            let name = token_name(seat, token);
            format!("{by} kicks {name} on {space} back to its yard (L-9).")
        }
        Event::Parted { seat, token, at } => {
            let stays = token_name(seat, token.other());
            let name = token_name(seat, token);
            format!("{name} leaves {stays} behind on {} (L-25).", at.space(seat))
        }
        Event::Stacked { seat, at } => {
            let stack = names(seat, Move::Stack);
            format!("{stack} are a stack on {} (L-10).", at.space(seat))
        }
        Event::ReachedEnd { seat, choice } => {
            let stays = if choice == Move::Stack {
                "have reached E and stay"
            } else {
                "has reached E and stays"
            };
            format!("{} {stays} there (L-8).", names(seat, choice))
        }
        Event::Finished { seat } => format!("{seat} has finished (L-12)."),
        Event::Placed { seat, place } => {
            format!("{seat} comes {} (L-12).", place_words(place))
        }
        Event::Passed { seat, roll } => {
            format!("{seat} rolled {roll} and nothing can move (L-14).")
        }
    }
}

/// What moved, from where and to where.
fn movement(events: &[Event]) -> String {
    let bounced = events
        .iter()
        .any(|event| matches!(event, Event::Bounced { .. }));
    let walk = events.iter().find_map(|event| match *event {
        Event::LeftYard { token, .. } => Some(format!("{} leaves the yard for R", token.letter())),
        Event::Moved {
            seat,
            choice,
            from,
            to,
            ..
        } => {
            let who = match choice {
                Move::Stack => format!("the stack {choice}"),
                _ => choice.to_string(),
            };
            let by_the_end = if bounced { "E and back to " } else { "" };
            let (from, to) = (from.space(seat), to.space(seat));
            Some(format!("{who} moves from {from} to {by_the_end}{to}"))
        }
        _ => None,
    });
    walk.unwrap_or_else(|| "nothing can move".to_owned())
}

/// Whether the token that moved left its fellow behind on R, so that neither
/// of the two was further from the end.
fn first_of_two_on_ready(events: &[Event], after: &Tokens) -> bool {
    events.iter().any(|event| match *event {
        Event::Moved { seat, from, .. } if from.is_ready() => after
            .steps(seat)
            .is_some_and(|steps| steps.into_iter().any(Step::is_ready)),
        _ => false,
    })
}

/// Why the priority policy chose so, where the movement does not show it.
fn because(reason: Reason, tie: bool) -> &'static str {
    match reason {
        Reason::NothingMoves | Reason::Stack | Reason::LeaveYard => "",
        Reason::OnlyOne => ", the only one that can",
        Reason::Finish => ", an exact roll",
        Reason::Kick => " for a kick",
        Reason::FurthestOfTwoKicks if tie => "; both could kick, it is the first of two on R",
        Reason::FurthestOfTwoKicks => "; both could kick, it is the one further from E",
        Reason::Furthest if tie => ", the first of two on R",
        Reason::Furthest => ", the one further from E",
    }
}

/// What came of the move, each part with a semicolon before it.
fn consequences(mover: Seat, events: &[Event], names: &[(Seat, &str)]) -> String {
    let name = |seat| player(seat, names);
    let is_placed = |finished| {
        let placed =
            |event: &Event| matches!(*event, Event::Placed { seat, .. } if seat == finished);
        events.iter().any(placed)
    };
    let happened = events.iter().filter_map(|event| match *event {
        Event::Bounced { back, .. } => {
            Some(format!("a bounce of {} (L-7)", words::count(back, "space")))
        }
        Event::Stacked { .. } => Some("p and q are a stack now (L-10)".to_owned()),
        Event::Parted { token, at, seat } => {
            let stays = token.other().letter();
            Some(format!("{stays} stays behind on {} (L-25)", at.space(seat)))
        }
        // A live game reports it with the place.
        Event::Finished { seat } if !is_placed(seat) => {
            Some(format!("{} has finished (L-12)", name(seat)))
        }
        Event::Placed { seat, place } if seat == mover => {
            let place = place_words(place);
            Some(format!("{} has finished {place} (L-12)", name(seat)))
        }
        Event::Placed { seat, place } => Some(format!(
            "{} is left and comes {} (L-30)",
            name(seat),
            place_words(place)
        )),
        // Kicks are reported together, and the movement covers the rest.
        Event::Kicked { .. }
        | Event::LeftYard { .. }
        | Event::Moved { .. }
        | Event::ReachedEnd { .. }
        | Event::Finished { .. }
        | Event::Passed { .. } => None,
    });
    let mut text = String::new();
    for part in kicks(events).into_iter().chain(happened) {
        text.push_str("; ");
        text.push_str(&part);
    }
    text
}

/// Who was kicked, one part a seat.
fn kicks(events: &[Event]) -> Vec<String> {
    let kicked = |wanted: Seat| {
        let of_seat = events.iter().filter_map(move |event| match *event {
            Event::Kicked { seat, token, .. } if seat == wanted => Some(token_name(seat, token)),
            _ => None,
        });
        of_seat.collect::<Vec<String>>()
    };
    Seat::ALL
        .into_iter()
        .filter_map(|seat| match kicked(seat).as_slice() {
            [] => None,
            [one] => Some(format!("{one} goes back to its yard (L-9)")),
            both => {
                let both = words::list(both);
                Some(format!(
                    "{both} go back to their yard, a stack no longer (L-11)"
                ))
            }
        })
        .collect()
}

fn token_name(seat: Seat, token: Token) -> String {
    format!("{seat}{}", token.letter())
}

fn names(seat: Seat, choice: Move) -> String {
    let tokens: Vec<String> = choice
        .tokens()
        .iter()
        .map(|&token| token_name(seat, token))
        .collect();
    words::list(&tokens)
}

fn place_words(place: u8) -> String {
    match place {
        1 => "first and wins".to_owned(),
        _ => words::ordinal(place),
    }
}
