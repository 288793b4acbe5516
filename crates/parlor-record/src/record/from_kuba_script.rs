//! Scripted games of Kuba as records.

use kuba_rules::{Action, KubaGame, NoEvents, Rules, Side};
use parlor_game::Kuba;

use super::Record;
use super::opening::{Opening, SeatEntry};
use crate::kuba_script::Script;

/// The record of a scripted game: the moves played, without the refused ones.
///
/// Rules: K-11 and K-15 (in classroom rules the player of the first successful
/// push begins; if there is none, the player named first), K-12 (White begins
/// in tournament rules).
impl From<&Script<'_>> for Record<Kuba> {
    fn from(script: &Script<'_>) -> Self {
        let mut game = script.game();
        let mut first = None;
        let mut played: Vec<Action> = Vec::new();
        for attempt in script.attempts() {
            if attempt.try_in(&mut game, &mut NoEvents).is_ok() {
                first = first.or_else(|| game.side(attempt.name()));
                let action = attempt.to_string().parse();
                played.push(action.expect("what is played has a notation"));
            }
        }
        let first = match game.rules() {
            Rules::Tournament => Side::White,
            Rules::Classroom => first
                .or_else(|| game.side(script.names()[0]))
                .unwrap_or(Side::White),
        };
        let mut record = Self::begin(opening(&game, first)).expect("both sides, each once");
        for action in played {
            record.push(action).expect("the class has played it");
        }
        record
    }
}

fn opening(game: &KubaGame, first: Side) -> Opening<Kuba> {
    let mut opening = Opening::new(game.rules(), []);
    opening.players = [first, first.other()]
        .map(|side| SeatEntry {
            name: Some(game.name(side).to_owned()),
            ..SeatEntry::new(side)
        })
        .into();
    opening
}
