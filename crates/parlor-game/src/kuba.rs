//! Kuba as a [`Game`].

use core::convert::Infallible;
use core::fmt;
use core::ops::RangeInclusive;

use kuba_rules::{
    Action, DEFAULT_PUSH_LIMIT, Draw, Event, Outcome, PlayError, Position, PositionError,
    Repetitions, Rules, Side, random_move, random_playout,
};

use crate::game::{Game, Playout, Turn};
use crate::probability::Probability;
use crate::standing::Standing;

/// Kuba, by both rule sets.
///
/// Rules: K-1 to K-13.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kuba;

/// Why a game of Kuba cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KubaStartError {
    /// Not both sides, each once. Rules: K-14.
    #[error("the seats are {}; Kuba is played by two, W and B (K-14)", SideList(.seats))]
    NotBothSides {
        /// The seats given.
        seats: Vec<Side>,
    },
    /// Black before White in tournament rules. Rules: K-12.
    #[error("White begins in tournament rules, not Black (K-12)")]
    BlackFirst,
}

/// The sides' letters with commas between them.
struct SideList<'a>(&'a [Side]);

impl fmt::Display for SideList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, rest @ ..] = self.0 else {
            return f.write_str("none");
        };
        write!(f, "{}", first.letter())?;
        rest.iter()
            .try_for_each(|side| write!(f, ", {}", side.letter()))
    }
}

/// The standings of a game with this outcome; drawn, unless a side has won.
fn standings(outcome: Option<Outcome>) -> Vec<Standing<Side>> {
    match outcome.and_then(Outcome::winner) {
        Some(winner) => vec![
            Standing {
                seat: winner,
                places: 1..=1,
            },
            Standing {
                seat: winner.other(),
                places: 2..=2,
            },
        ],
        None => Side::ALL
            .map(|seat| Standing {
                seat,
                places: 1..=2,
            })
            .into(),
    }
}

impl Game for Kuba {
    const NAME: &'static str = "kuba";
    const RULES: &'static [Rules] = &Rules::ALL;
    const SEATS: &'static [Side] = &Side::ALL;
    const PLAYERS: RangeInclusive<usize> = 2..=2;
    const DEFAULT_LIMIT: u32 = DEFAULT_PUSH_LIMIT;
    const LIMIT_RULE: &'static str = "K-13";

    type Rules = Rules;
    type Seat = Side;
    type Position = Position;
    type Action = Action;
    type Chance = Infallible;
    type Event = Event;
    type MoveError = PlayError;
    type StartError = KubaStartError;
    type History = Repetitions;

    fn letter(side: Side) -> char {
        side.letter()
    }

    /// Rules: K-11 (either side may begin, so the one named first does), K-12
    /// (White begins), K-14 (two sides).
    fn start(rules: Rules, seats: &[Side]) -> Result<Position, KubaStartError> {
        match *seats {
            [Side::Black, Side::White] if rules == Rules::Tournament => {
                Err(KubaStartError::BlackFirst)
            }
            [first, second] if first != second => Ok(Position::starting_with(rules, first)),
            _ => Err(KubaStartError::NotBothSides {
                seats: seats.to_vec(),
            }),
        }
    }

    fn rules(position: &Position) -> Rules {
        position.rules()
    }

    fn seats(_: &Position) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter()
    }

    fn turn(position: &Position) -> Turn<Side> {
        if position.is_over() {
            Turn::Over
        } else {
            Turn::Action(position.to_move())
        }
    }

    fn chance_outcomes(_: &Position) -> impl Iterator<Item = (Infallible, Probability)> {
        core::iter::empty()
    }

    /// Rules: K-3, K-5, K-7, K-12 (an open turn may be ended, so `end` comes last).
    fn legal_actions(position: &Position) -> impl Iterator<Item = Action> {
        let end = position.may_push_again().then_some(Action::End);
        position.legal_moves().iter().map(Action::Push).chain(end)
    }

    fn chance_in(_: Action) -> Option<Infallible> {
        None
    }

    fn take_chance(_: &mut Position, outcome: Infallible) -> Result<(), PlayError> {
        match outcome {}
    }

    fn play(position: &mut Position, action: Action) -> Result<(), PlayError> {
        position.play_action(action)
    }

    fn play_with_events(
        position: &mut Position,
        action: Action,
        events: &mut Vec<Event>,
    ) -> Result<(), PlayError> {
        position.play_action_into(action, events)
    }

    fn rule(refusal: &PlayError) -> &'static str {
        refusal.rule()
    }

    fn start_rule(error: &KubaStartError) -> &'static str {
        match error {
            KubaStartError::NotBothSides { .. } => "K-14",
            KubaStartError::BlackFirst => "K-12",
        }
    }

    fn position_rule(error: &PositionError) -> Option<&'static str> {
        error.rule()
    }

    /// Rules: K-8, K-9, K-10.
    fn ended_by(position: &Position) -> Option<&'static str> {
        position.outcome().map(Outcome::rule)
    }

    fn standings(position: &Position) -> Vec<Standing<Side>> {
        standings(position.outcome())
    }

    fn stable_hash(position: &Position) -> u64 {
        position.stable_hash()
    }

    /// Rules: K-12 (the start is counted too).
    fn history(start: &Position) -> Repetitions {
        Repetitions::new(start)
    }

    fn remember(history: &mut Repetitions, position: &Position) {
        history.turn_began(position);
    }

    fn forget(history: &mut Repetitions, position: &Position) {
        history.take_back(position);
    }

    /// Rules: K-12.
    fn drawn_by(history: &Repetitions) -> Option<&'static str> {
        history.is_draw().then_some(Draw::Repetition.rule())
    }

    /// Rules: K-13 (an ended turn does not count).
    fn counts(action: Action) -> bool {
        matches!(action, Action::Push(_))
    }

    /// Never [`Action::End`]: a side that may end its turn always has a push (K-12).
    fn random_action(position: &Position, random: u64) -> Option<Action> {
        if position.is_over() {
            return None;
        }
        random_move(position, random).map(Action::Push)
    }

    /// Rules: K-12, K-13, and as [`kuba_rules::random_playout`].
    fn random_playout(
        position: &Position,
        limit: u32,
        next: &mut impl FnMut() -> u64,
    ) -> Playout<Side> {
        let playout = random_playout(*position, limit, next);
        Playout {
            standings: standings(Some(playout.outcome)),
            ended_by: playout.outcome.rule(),
            counted: playout.pushes,
        }
    }
}
