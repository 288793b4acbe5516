//! Ludo as a [`Game`].

use core::ops::RangeInclusive;

use ludo_rules::{
    Action, DEFAULT_ROLL_LIMIT, Event, Phase, PlayError, Position, PositionError, Roll, Rules,
    Seat, SetupError, SetupErrors, random_playout, standings,
};

use crate::game::{Game, Playout, Turn};
use crate::probability::Probability;
use crate::standing::Standing;

/// Ludo, played live: the die is rolled by chance, every choice is free.
///
/// Rules: L-1 to L-14, L-27 to L-31. An action is a roll and its answer
/// (`A6p`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ludo;

const SIXTH: Probability = Probability::new(1, 6).expect("one case of six");

impl Ludo {
    /// Checks the seat and the roll in hand of an action; the position checks the
    /// rest.
    fn checked(position: &Position, action: Action) -> Result<(), PlayError> {
        match (position.to_act(), position.roll_in_hand()) {
            // Rules: L-28.
            (Some(to_act), _) if to_act != action.seat => Err(PlayError::WrongSeat {
                seat: action.seat,
                to_act,
            }),
            // Rules: L-29.
            (_, Some(in_hand)) if in_hand != action.roll => Err(PlayError::NoRollDue {
                roll: action.roll,
                in_hand,
            }),
            _ => Ok(()),
        }
    }
}

impl Game for Ludo {
    const NAME: &'static str = "ludo";
    const RULES: &'static [Rules] = &Rules::ALL;
    const SEATS: &'static [Seat] = &Seat::ALL;
    const PLAYERS: RangeInclusive<usize> = 2..=4;
    const DEFAULT_LIMIT: u32 = DEFAULT_ROLL_LIMIT;
    const LIMIT_RULE: &'static str = "L-31";

    type Rules = Rules;
    type Seat = Seat;
    type Position = Position;
    type Action = Action;
    type Chance = Roll;
    type Event = Event;
    type MoveError = PlayError;
    type StartError = SetupErrors;
    type History = ();

    fn letter(seat: Seat) -> char {
        seat.letter()
    }

    /// Rules: L-1, L-28 (the seat named first begins; play goes on clockwise).
    fn start(Rules::Classic: Rules, seats: &[Seat]) -> Result<Position, SetupErrors> {
        Position::new(seats)
    }

    fn rules(_: &Position) -> Rules {
        Rules::Classic
    }

    fn seats(position: &Position) -> impl Iterator<Item = Seat> {
        position.tokens().seats().iter()
    }

    /// Rules: L-29.
    fn turn(position: &Position) -> Turn<Seat> {
        match (position.to_act(), position.phase()) {
            (Some(seat), Phase::ToRoll(_)) => Turn::Chance(seat),
            (Some(seat), Phase::ToChoose(..)) => Turn::Action(seat),
            _ => Turn::Over,
        }
    }

    /// Rules: L-5 (a die), L-29.
    fn chance_outcomes(position: &Position) -> impl Iterator<Item = (Roll, Probability)> {
        let is_due = matches!(position.phase(), Phase::ToRoll(_));
        let faces = if is_due { &Roll::ALL[..] } else { &[] };
        faces.iter().map(|&roll| (roll, SIXTH))
    }

    /// Rules: L-27.
    fn legal_actions(position: &Position) -> impl Iterator<Item = Action> {
        let in_hand = position.to_act().zip(position.roll_in_hand());
        let choices = position.legal_moves();
        in_hand.into_iter().flat_map(move |(seat, roll)| {
            choices
                .iter()
                .map(move |choice| Action { seat, roll, choice })
        })
    }

    fn chance_in(action: Action) -> Option<Roll> {
        Some(action.roll)
    }

    /// Rules: L-29.
    fn take_chance(position: &mut Position, roll: Roll) -> Result<(), PlayError> {
        position.apply_roll(roll)
    }

    fn play(position: &mut Position, action: Action) -> Result<(), PlayError> {
        Self::checked(position, action)?;
        position.play(action.choice)
    }

    fn play_with_events(
        position: &mut Position,
        action: Action,
        events: &mut Vec<Event>,
    ) -> Result<(), PlayError> {
        Self::checked(position, action)?;
        position.play_into(action.choice, events)
    }

    fn rule(refusal: &PlayError) -> &'static str {
        refusal.rule()
    }

    fn start_rule(error: &SetupErrors) -> &'static str {
        // Seats alone can break no other rule.
        error.0.first().map_or("L-1", SetupError::rule)
    }

    fn position_rule(error: &PositionError) -> Option<&'static str> {
        error.rule()
    }

    /// Rules: L-30.
    fn ended_by(position: &Position) -> Option<&'static str> {
        position.is_over().then_some("L-30")
    }

    /// Rules: L-30, L-31 (the unfinished share the places left).
    fn standings(position: &Position) -> Vec<Standing<Seat>> {
        let standings = standings(position).into_iter();
        standings
            .map(|standing| Standing {
                seat: standing.seat,
                places: standing.places,
            })
            .collect()
    }

    fn stable_hash(position: &Position) -> u64 {
        position.stable_hash()
    }

    fn history(_: &Position) {}

    fn remember((): &mut (), _: &Position) {}

    fn forget((): &mut (), _: &Position) {}

    /// Rules: L-31 (no draw).
    fn drawn_by((): &()) -> Option<&'static str> {
        None
    }

    /// Rules: L-31 (a pass answers a roll too).
    fn counts(_: Action) -> bool {
        true
    }

    /// Rules: L-31, and as [`ludo_rules::random_playout`].
    fn random_playout(
        position: &Position,
        limit: u32,
        next: &mut impl FnMut() -> u64,
    ) -> Playout<Seat> {
        let playout = random_playout(*position, limit, next);
        Playout {
            standings: Self::standings(&playout.position),
            ended_by: Self::ended_by(&playout.position).unwrap_or(Self::LIMIT_RULE),
            counted: playout.rolls,
        }
    }
}
