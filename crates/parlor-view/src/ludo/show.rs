//! Ludo as a game that is shown.

use ludo_rules::{Action, Event, Move, Position, Rules, Seat, Tokens};
use parlor_game::{Game as _, Ludo, Standing};

use super::trophy::{outline, trophy};
use super::waiting_room;
use super::{Picture, Stage, board, description, mark, motions, named_action, state, status};
use crate::look::Look;
use crate::motion::Motion;
use crate::show::{Highlights, RuleSet, Show};
use crate::snapshot::{LastAction, Snapshot};
use crate::svg::PictureOptions;
use crate::theme::Style;

impl Show for Ludo {
    const TITLE: &'static str = "Ludo";
    const SUMMARY: &'static str = "Race two tokens home by the roll of a die. Two to four players.";
    const EXAMPLE: &'static str = "A28.28/B41.3/C12.R/D52.H A 4 -";

    fn rule_set(rules: Rules) -> RuleSet {
        match rules {
            Rules::Classic => RuleSet {
                title: "Classic",
                summary: "A 6 brings a token out and gives one more roll; two on one space move \
                          as one.",
            },
        }
    }

    fn seat_title(seat: Seat) -> &'static str {
        match seat {
            Seat::A => "A, the circle",
            Seat::B => "B, the square",
            Seat::C => "C, the triangle",
            Seat::D => "D, the diamond",
        }
    }

    fn is_far(seat: Seat) -> bool {
        matches!(seat, Seat::A | Seat::B)
    }

    fn mark(seat: Seat, options: PictureOptions<'_>) -> String {
        mark(seat, options)
    }

    fn outline(seat: Seat) -> &'static str {
        outline(seat)
    }

    fn trophy(_: &Snapshot<Self>, seat: Seat, options: PictureOptions<'_>) -> String {
        trophy(seat, options)
    }

    fn waiting_room(seats: &[(Seat, bool)], options: PictureOptions<'_>) -> String {
        waiting_room(seats, options)
    }

    /// A table without players.
    fn refused(options: PictureOptions<'_>) -> String {
        waiting_room(&Seat::ALL.map(|seat| (seat, false)), options)
    }

    fn board(snapshot: &Snapshot<Self>) -> String {
        board(snapshot.position.tokens())
    }

    fn table(snapshot: &Snapshot<Self>) -> Option<String> {
        Some(status(snapshot.position.tokens(), &snapshot.players))
    }

    fn spaces(snapshot: &Snapshot<Self>) -> Option<Vec<String>> {
        Some(spaces(snapshot.position.tokens(), &snapshot.players))
    }

    fn status(snapshot: &Snapshot<Self>) -> String {
        let standings = Self::standings(&snapshot.position);
        let stage = stage(snapshot, &standings);
        state(&snapshot.position, &borrowed(&snapshot.names), stage)
    }

    fn step(snapshot: &Snapshot<Self>, last: &LastAction<Action, Event>) -> String {
        named_action(last.action, &last.events, &borrowed(&snapshot.names))
    }

    fn description(snapshot: &Snapshot<Self>) -> Vec<String> {
        let position = &snapshot.position;
        let (choices, standings) = (position.legal_moves(), Self::standings(position));
        let stage = stage(snapshot, &standings);
        description(
            position,
            &borrowed(&snapshot.names),
            stage,
            choices.as_slice(),
        )
    }

    fn svg(
        snapshot: &Snapshot<Self>,
        options: PictureOptions<'_>,
        highlights: Highlights<'_>,
        description: &[String],
    ) -> String {
        let position = &snapshot.position;
        let (choices, standings) = (position.legal_moves(), Self::standings(position));
        let Highlights { is_under_way, .. } = highlights;
        let stage = stage(snapshot, &standings);
        let last = snapshot.last_action.as_ref().map(|last| last.action);
        // A game may have been ended over a roll, which is then the last that is seen of it.
        let last = last.or_else(|| rolled(position).filter(|_| !stage.is_under_way()));
        Picture {
            stage,
            choices: if is_under_way {
                &[]
            } else {
                choices.as_slice()
            },
            under_way: last.filter(|_| is_under_way),
            events: snapshot.events(),
            hint: &prospect(position, highlights.hint),
            played: &prospect(position, highlights.played),
            is_turned: highlights.is_turned,
            names: &borrowed(&snapshot.names),
            description: Some(description),
            ..Picture::of_position(position)
        }
        .svg(options)
    }

    fn motions(before: &Snapshot<Self>, after: &Snapshot<Self>, look: Look) -> Vec<Motion> {
        motions(&before.position, &after.position, after.events(), look)
    }

    fn film(states: &[Snapshot<Self>], style: Style) -> String {
        let last = states.last().expect("a game has a start");
        let standings = Self::standings(&last.position);
        Picture {
            stage: stage(last, &standings),
            names: &borrowed(&last.names),
            description: Some(&Self::description(last)),
            ..Picture::of_position(&last.position)
        }
        .film(states, style)
    }
}

/// The names of the spaces of the tokens, player by player. Rules: L-21.
pub(super) fn spaces(tokens: &Tokens, players: &[Seat]) -> Vec<String> {
    let spaces = players.iter().filter_map(|&seat| tokens.spaces(seat));
    spaces.flatten().map(|space| space.to_string()).collect()
}

pub(super) fn borrowed(names: &[(Seat, String)]) -> Vec<(Seat, &str)> {
    names.iter().map(|(seat, name)| (*seat, &**name)).collect()
}

/// What would come of an action; nothing if it is not legal.
fn prospect(position: &Position, action: Option<&str>) -> Vec<Event> {
    let action: Option<Action> = action.and_then(|action| action.parse().ok());
    let mut after = *position;
    let events = action.and_then(|action| after.play_with_events(action.choice).ok());
    events.unwrap_or_default()
}

/// The roll in hand, as if it had been used for nothing. Rules: L-29.
fn rolled(position: &Position) -> Option<Action> {
    let (seat, roll) = (position.to_act()?, position.roll_in_hand()?);
    let choice = Move::Pass;
    Some(Action { seat, roll, choice })
}

/// How far the game has come, with its standings. Rules: L-31.
fn stage<'a>(snapshot: &Snapshot<Ludo>, standings: &'a [Standing<Seat>]) -> Stage<'a> {
    match (snapshot.ended_by, snapshot.settlement) {
        (Some(Ludo::LIMIT_RULE), _) => Stage::LimitReached(standings),
        (None, Some(settlement)) => Stage::Settled(settlement),
        _ => Stage::UnderWay,
    }
}
