//! One seat at a table.

use core::time::Duration;

use parlor_dice::{Bytes32, Contribution, DrawnBy};

use crate::log::{DiceContribution, PlayerConfig, SeatConfig, TimeControl};

/// A seat and its occupant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeatState {
    pub(super) seat: char,
    /// The name that the player gave.
    pub(super) name: Option<String>,
    pub(super) occupant: Occupant,
    /// Whether a program plays in place of a person.
    pub(super) is_program: bool,
    /// A person's contribution to the dice, once they have joined.
    pub(super) dice: Option<DiceContribution>,
    /// The bytes that the person revealed, or that the server revealed for them.
    pub(super) revealed: Option<Vec<u8>>,
    /// The contribution to the epoch that is agreed on; `None` if there is no agreement.
    pub(super) renewal: Option<Renewal>,
    /// The contribution to the last epoch that began during the game.
    pub(super) renewed: Option<Contribution>,
    /// Every commitment that the seat has made, also those that count no more.
    pub(super) commitments: Vec<Bytes32>,
    /// The time left on a person's clock, where there are clocks.
    pub(super) time_left: Option<Duration>,
    /// Whether the person has acted, which shows that they are there.
    pub(super) has_acted: bool,
    /// The number of hints that the seat has had.
    pub(super) hints: u32,
}

/// What the person at a seat contributes to the epoch that is agreed on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Renewal {
    /// The contribution, once they have committed.
    pub(super) dice: Option<DiceContribution>,
    /// The bytes, once they have revealed them.
    pub(super) revealed: Option<Vec<u8>>,
    /// Whether they came back when bytes of others were known already, and so contribute nothing:
    /// they could choose theirs to suit.
    pub(super) is_left_out: bool,
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
        let committed = dice.as_ref().and_then(|dice| dice.commitment);
        Self {
            seat: planned.seat,
            name: planned.name.clone(),
            time_left: clock
                .map(|clock| clock.initial)
                .filter(|_| occupant == Occupant::Person),
            has_acted: false,
            hints: 0,
            occupant,
            is_program: planned.is_program,
            dice,
            revealed: None,
            renewal: None,
            renewed: None,
            commitments: committed.into_iter().collect(),
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

    /// Whether the person has yet to reveal the bytes that they committed to.
    pub(super) fn must_reveal(&self) -> bool {
        let owes = |dice: &DiceContribution| dice.commitment.is_some() && dice.escrowed.is_none();
        let (dice, revealed) = match &self.renewal {
            Some(renewal) => (&renewal.dice, &renewal.revealed),
            None => (&self.dice, &self.revealed),
        };
        self.is_persons() && revealed.is_none() && dice.as_ref().is_some_and(owes)
    }

    /// Whether the person has yet to commit to new bytes, for the epoch that is agreed on.
    pub(super) fn must_commit(&self) -> bool {
        let owes = |renewal: &Renewal| renewal.dice.is_none() && !renewal.is_left_out;
        self.is_persons() && self.renewal.as_ref().is_some_and(owes)
    }

    /// Whether the server drew the bytes that the person contributed last.
    pub(super) fn is_drawn_for(&self) -> bool {
        let drawn_by = self.renewed.as_ref().and_then(|renewed| renewed.drawn_by);
        match drawn_by.filter(|drawn_by| *drawn_by != DrawnBy::Bot) {
            Some(drawn_by) => drawn_by == DrawnBy::Server,
            // A bot has played when the last epoch began, or none has begun.
            None => self.dice.as_ref().is_some_and(|dice| dice.drawn_by_server),
        }
    }

    /// What the seat has made public of its contribution: to the epoch that is agreed on, or to the
    /// last one that has begun. Bytes in escrow are secret until their epoch begins.
    pub(super) fn public_contribution(&self) -> Contribution {
        match (&self.renewal, &self.renewed) {
            (Some(renewal), _) => renewal.contribution(),
            (None, Some(renewed)) => renewed.clone(),
            (None, None) => contribution(self.dice.as_ref(), self.revealed.clone()),
        }
    }
}

impl Renewal {
    /// What is public of it.
    pub(super) fn contribution(&self) -> Contribution {
        contribution(self.dice.as_ref(), self.revealed.clone())
    }
}

/// A contribution with the bytes that were revealed.
pub(super) fn contribution(
    dice: Option<&DiceContribution>,
    revealed: Option<Vec<u8>>,
) -> Contribution {
    let drawn_by = |dice: &DiceContribution| {
        if dice.drawn_by_server {
            DrawnBy::Server
        } else {
            DrawnBy::Player
        }
    };
    Contribution {
        commitment: dice.and_then(|dice| dice.commitment),
        salt: revealed.as_ref().and_then(|_| dice?.salt),
        entropy: revealed,
        drawn_by: dice.map(drawn_by),
    }
}
