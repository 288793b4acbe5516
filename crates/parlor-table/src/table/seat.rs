//! One seat at a table.

use core::time::Duration;

use parlor_dice::Salt;

use crate::log::{DiceContribution, PlayerConfig, SeatConfig, TimeControl};

/// A seat and its occupant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeatState {
    pub(super) seat: char,
    /// The name that the player gave.
    pub(super) name: Option<String>,
    pub(super) occupant: Occupant,
    /// A person's contribution to the dice, once they have joined.
    pub(super) dice: Option<DiceContribution>,
    /// The bytes that the person revealed, or that the server revealed for them.
    pub(super) revealed: Option<Vec<u8>>,
    /// The time left on a person's clock, where there are clocks.
    pub(super) time_left: Option<Duration>,
    /// Whether the person has acted, which shows that they are there.
    pub(super) has_acted: bool,
    /// The number of hints that the seat has had.
    pub(super) hints: u32,
}

/// Who plays at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A person, who may not have joined yet.
    Person,
    /// A bot by config, or because the person gave the seat up.
    Bot(String),
    /// A bot until the person returns.
    Substitute(String),
}

impl SeatState {
    pub(super) fn new(planned: &SeatConfig, clock: Option<TimeControl>) -> Self {
        let (occupant, dice) = match &planned.player {
            PlayerConfig::Bot(bot) => (Occupant::Bot(bot.clone()), None),
            PlayerConfig::Person(dice) => (Occupant::Person, dice.clone()),
        };
        Self {
            seat: planned.seat,
            name: planned.name.clone(),
            time_left: clock
                .map(|clock| clock.initial)
                .filter(|_| occupant == Occupant::Person),
            has_acted: false,
            hints: 0,
            occupant,
            dice,
            revealed: None,
        }
    }

    /// The name to show.
    pub(super) fn shown_name(&self) -> String {
        let name = self.name.clone();
        name.unwrap_or_else(|| parlor_view::default_name(self.seat))
    }

    /// Whether the seat is a person's now, and no bot's.
    pub(super) const fn is_persons(&self) -> bool {
        matches!(self.occupant, Occupant::Person)
    }

    /// The bot that plays here now.
    pub(super) fn bot(&self) -> Option<&str> {
        match &self.occupant {
            Occupant::Bot(bot) | Occupant::Substitute(bot) => Some(bot),
            Occupant::Person => None,
        }
    }

    /// The bot that plays here now in the place of a person who has joined.
    pub(super) fn stand_in(&self) -> Option<&str> {
        // Only the seat of a person who joined has a contribution to the dice.
        self.dice.as_ref().and(self.bot())
    }

    /// The bot that keeps the seat.
    pub(super) fn bot_for_good(&self) -> Option<&str> {
        match &self.occupant {
            Occupant::Bot(bot) => Some(bot),
            Occupant::Person | Occupant::Substitute(_) => None,
        }
    }

    /// Whether no person has yet to join.
    pub(super) const fn is_taken(&self) -> bool {
        self.dice.is_some() || !self.is_persons()
    }

    /// The salt after the bytes, once they are revealed.
    pub(super) fn revealed_salt(&self) -> Option<Salt> {
        self.revealed.as_ref().and(self.dice.as_ref()?.salt)
    }

    /// Whether the person has yet to reveal the bytes that they committed to.
    pub(super) fn must_reveal(&self) -> bool {
        let owes = |dice: &DiceContribution| dice.commitment.is_some() && dice.escrowed.is_none();
        self.is_persons() && self.revealed.is_none() && self.dice.as_ref().is_some_and(owes)
    }
}
