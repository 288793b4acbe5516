//! The state of a Ludo game, in a table and in a sentence.

use ludo_rules::{Move, Phase, Position, RollKind, Seat, Tokens};

use parlor_game::Standing;

use super::{Stage, player};
use crate::{settlement, words};

/// A table of the tokens, one line a player in the order of
/// `players`: each token's space and step count, and whether the two are a
/// stack or have finished. Seats without tokens are left out.
///
/// Rules: L-3 (steps), L-4 (names), L-10 (stacks), L-12 (finishing), L-21 (the order).
pub fn status(tokens: &Tokens, players: &[Seat]) -> String {
    let mut lines = vec![" seat     p   steps      q   steps".to_owned()];
    for &seat in players {
        let (Some([p, q]), Some(spaces)) = (tokens.steps(seat), tokens.spaces(seat)) else {
            continue;
        };
        let [p_space, q_space] = spaces.map(|space| space.to_string());
        let note = if tokens.has_finished(seat) {
            "   finished"
        } else if tokens.is_stacked(seat) {
            "   a stack"
        } else {
            ""
        };
        let (p, q) = (p.value(), q.value());
        lines.push(format!(
            "    {seat}  {p_space:>4}  {p:>6}   {q_space:>4}  {q:>6}{note}"
        ));
    }
    lines.join("\n")
}

/// The state of the live game at this stage, in one line.
///
/// Rules: L-31, and those of [`turn`].
pub(crate) fn state(position: &Position, names: &[(Seat, &str)], stage: Stage<'_>) -> String {
    match stage {
        Stage::Settled(settled) if !position.is_over() => {
            let players = position.tokens().seats().iter();
            settlement::sentence(settled, players, |seat| player(seat, names))
        }
        Stage::UnderWay | Stage::Settled(_) => named_turn(position, names),
        Stage::LimitReached(standings) => {
            let places = shared_places(standings, names);
            format!("The roll limit is reached (L-31): {places}.")
        }
    }
}

/// `A first; B and C share the places 2 and 3`. Rules: L-31.
fn shared_places(standings: &[Standing<Seat>], names: &[(Seat, &str)]) -> String {
    let groups = standings.chunk_by(|one, other| one.places == other.places);
    let texts: Vec<String> = groups
        .map(|group| {
            let seats: Vec<String> = group.iter().map(|one| player(one.seat, names)).collect();
            let seats = words::list(&seats);
            let (first, last) = (*group[0].places.start(), *group[0].places.end());
            if first == last {
                format!("{seats} {}", words::ordinal(first))
            } else {
                let places: Vec<String> = (first..=last).map(|place| place.to_string()).collect();
                format!("{seats} share the places {}", words::list(&places))
            }
        })
        .collect();
    texts.join("; ")
}

/// Whose turn it is in the live game and what is due, or how the game ended.
///
/// Rules: L-13 (the bonus roll), L-14 and L-27 (what can move), L-29 (phases),
/// L-30 (places).
pub fn turn(position: &Position) -> String {
    named_turn(position, &[])
}

/// The same with the players' names.
fn named_turn(position: &Position, names: &[(Seat, &str)]) -> String {
    let places = position.finishing_order();
    let due = position.to_act().zip(match position.phase() {
        Phase::ToRoll(RollKind::First) => Some("is to roll".to_owned()),
        Phase::ToRoll(RollKind::Bonus) => Some("is to roll again, the bonus for a 6".to_owned()),
        Phase::ToChoose(kind, roll) => {
            let on = match kind {
                RollKind::First => "",
                RollKind::Bonus => " on the bonus roll",
            };
            Some(format!("rolled {roll}{on} and {}", answer(position)))
        }
        Phase::Over => None,
    });
    if let Some((seat, due)) = due {
        return format!("{} {due}.", player(seat, names));
    }
    let order: Vec<String> = places
        .as_slice()
        .iter()
        .zip(1..)
        .map(|(&seat, place)| format!("{} {}", player(seat, names), words::ordinal(place)))
        .collect();
    format!("The game is over: {}.", order.join(", "))
}

/// What a roll leaves its player to do. Rules: L-14, L-27.
fn answer(position: &Position) -> String {
    match position.legal_moves().as_slice() {
        [Move::Pass] => "cannot move".to_owned(),
        [Move::Stack] => "can only move the stack".to_owned(),
        [only] => format!("can only move {only}"),
        _ => "is to choose".to_owned(),
    }
}
